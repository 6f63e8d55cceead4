"""Text that was split into subwords and not put together again."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_LINES_LOOKED_AT = 500
_FEWEST_LINES = 3
_SHARE_OF_LINES = 0.25

# BPE marks every piece but the last of a word, SentencePiece the first of each word.
_PIECE = re.compile(r"\S@@(?:\s|$)|(?<!\S)▁")


def looks_like_subwords(lines: Iterable[str]) -> bool:
    """Whether a text has pieces of words, such as ``hou@@ se`` or ``▁hou se``.

    A quarter of its first 500 lines must have some, and three at least.

    Args:
        lines: The lines of the text; an iterator loses its first 500.

    Examples:
        >>> looks_like_subwords(["the hou@@ se"] * 3), looks_like_subwords(["the house"] * 3)
        (True, False)
    """
    looked_at = [bool(_PIECE.search(line)) for line in islice(lines, _LINES_LOOKED_AT)]
    return sum(looked_at) >= max(_FEWEST_LINES, _SHARE_OF_LINES * len(looked_at))
