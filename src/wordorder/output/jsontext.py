"""JSON on one line: typed numbers, ``null`` for undefined, the schema first."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

# Valid in a JSON string, but unsafe to print: lone surrogates have no UTF-8 form, C1 controls
# affect terminals, and three of these characters end a line for str.splitlines().
_NEEDS_ESCAPE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def dumps(value: object) -> str:
    """Return a value as one line of JSON; NaN and infinities become null, NumPy values plain ones.

    Raises:
        TypeError: A value has no JSON type, or a key is not a string.

    Examples:
        >>> dumps({"n": 3, "kendall_tau": 2 / 3, "fuzzy": float("nan"), "order": (3, 1, 2)})
        '{"n": 3, "kendall_tau": 0.6666666666666666, "fuzzy": null, "order": [3, 1, 2]}'
    """
    return dumps_plain(_as_json(value))


def dumps_plain(value: object) -> str:
    """Like `dumps`, but twice as fast: for values of JSON types alone, such as a document.

    Examples:
        >>> dumps_plain({"n": 3, "fuzzy": None})
        '{"n": 3, "fuzzy": null}'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _NEEDS_ESCAPE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def refuse_constant(constant: str) -> None:
    """Reject NaN and the infinities, which Python's json reads unless this is its `parse_constant`.

    Raises:
        ValueError: Always.

    Examples:
        >>> json.loads("[NaN]", parse_constant=refuse_constant)
        Traceback (most recent call last):
        ValueError: NaN is not JSON
    """
    raise ValueError(f"{constant} is not JSON")


def document(schema: str, content: Mapping[str, object]) -> dict[str, object]:
    """Put the schema, named ``<name>/<version>``, in front of the content.

    Examples:
        >>> document("permutation/1", {"n": 3})
        {'schema': 'wordorder/permutation/1', 'n': 3}
    """
    if "schema" in content:
        raise ValueError(f"the content of a {schema} document has a key 'schema' of its own")
    return {"schema": f"wordorder/{schema}", **content}


def _as_json(value: Any) -> object:
    """Convert a value to the types that the json module writes."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, Mapping):
        return {_as_key(key): _as_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_json(item) for item in value]
    if hasattr(value, "tolist"):  # NumPy arrays and scalars
        plain = value.tolist()
        # A long double returns itself: it has no exact counterpart in Python.
        if type(plain) is not type(value):
            return _as_json(plain)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _as_key(key: object) -> str:
    # The json module would turn the key 1 into the string "1".
    if not isinstance(key, str):
        raise TypeError(f"{type(key).__name__} cannot be a JSON key; use str")
    return key
