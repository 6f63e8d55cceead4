"""Detection of text still split into subwords."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_LINES_LOOKED_AT = 500
_FEWEST_LINES = 3
_SHARE_OF_LINES = 0.25

# BPE marks every piece of a word but the last, SentencePiece the first.
_PIECE = re.compile(r"\S@@(?:\s|$)|(?<!\S)▁")


def looks_like_subwords(lines: Iterable[str]) -> bool:
    """Whether a text has subwords, such as ``hou@@ se`` or ``▁hou se``.

    At least a quarter of its first 500 lines, and at least three, must have some.

    Args:
        lines: The lines of the text; the first 500 items of an iterator are consumed.

    Examples:
        >>> looks_like_subwords(["the hou@@ se"] * 3), looks_like_subwords(["the house"] * 3)
        (True, False)
    """
    looked_at = [bool(_PIECE.search(line)) for line in islice(lines, _LINES_LOOKED_AT)]
    return sum(looked_at) >= max(_FEWEST_LINES, _SHARE_OF_LINES * len(looked_at))
