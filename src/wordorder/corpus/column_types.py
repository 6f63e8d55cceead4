"""The types that columns may have, by role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordorder.errors import InputError
from wordorder.output import visible
from wordorder.text.arrow import pyarrow

if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST_LISTED = 20
_EXPECTED = {
    "links": "text or a list of (source, target)",
    "permutation": "text or a list of whole numbers",
}


def check_columns(columns: Mapping[str, str], schema: Any, name: str, *, only_text: bool) -> None:
    """Check that a schema has the columns of these roles, with types that can be read.

    Args:
        columns: The names of the columns by role.
        schema: The schema.
        name: What to call the input in errors.
        only_text: Whether no column may have lists.

    Raises:
        InputError: It has not.
    """
    for role, column in columns.items():
        found = schema.names.count(column)
        if found > 1:
            raise InputError(f"{visible(name)}: {found} columns are called '{visible(column)}'")
        if not found:
            has = ", ".join(visible(one)[:40] for one in schema.names[:_MOST_LISTED])
            more = ", …" * (len(schema.names) > _MOST_LISTED)
            raise InputError(
                f"{visible(name)}: no column '{visible(column)}'; it has {has or 'none'}{more}"
            )
        kind = _plain(schema.field(column).type)
        expected = "text" if only_text else _EXPECTED.get(role, "text")
        if not (_is_text(kind) or (expected != "text" and _holds(kind, role))):
            raise InputError(
                f"{visible(name)}: column '{visible(column)}' is {visible(str(kind))[:100]}, "
                f"expected {expected}"
            )


def _plain(kind: Any) -> Any:
    """The type of the values."""
    arrow = pyarrow()
    if isinstance(kind, arrow.BaseExtensionType):
        kind = kind.storage_type
    return kind.value_type if arrow.types.is_dictionary(kind) else kind


def _is_text(kind: Any) -> bool:
    types = pyarrow().types
    return bool(
        types.is_string(kind)
        or types.is_large_string(kind)
        or types.is_string_view(kind)
        or types.is_null(kind)
    )


def _holds(kind: Any, role: str) -> bool:
    """Whether this is a list of what the role has in it."""
    types = pyarrow().types
    if not (types.is_list(kind) or types.is_large_list(kind)):
        return False
    item = kind.value_type
    if role == "permutation" or types.is_null(item):
        return bool(types.is_integer(item) or types.is_null(item))
    if not types.is_struct(item):
        return False
    inner = {field.name: field.type for field in item}
    return set(inner) == {"source", "target"} and all(map(types.is_integer, inner.values()))
