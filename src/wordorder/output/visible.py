"""Text that cannot steer the terminal it is printed on."""

from __future__ import annotations

import re

# C0, DEL and C1 hold the escape sequences and line ends; the two separators also end a line;
# bidi embeddings, overrides and isolates would turn round the rest of a table's line; lone
# surrogates (from undecodable file names) have no UTF-8 form.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    r"""The text with every control character spelled out as its backslash escape.

    Examples:
        >>> print(visible("one\ttwo \x1b[31mred"))
        one\ttwo \x1b[31mred
    """
    return _STEERING.sub(lambda found: repr(found[0])[1:-1], text)
