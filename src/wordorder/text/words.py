"""The words of a line, separated by spaces or tabs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wordorder import _kernels
from wordorder.text.reader import read_blocks

if TYPE_CHECKING:
    from collections.abc import Generator

    import numpy as np
    from numpy.typing import NDArray

    from wordorder.text.source import Input

_WORD = re.compile(r"[^ \t]+")


def split_words(line: str) -> list[str]:
    r"""Split a tokenised line where aligners and decoders do: at spaces and tabs only.

    Other characters that Unicode calls spaces, such as the ideographic one, may be words.

    Examples:
        >>> split_words("the  white\thouse")
        ['the', 'white', 'house']
        >>> len(split_words("10\u00a0000 people"))
        2
    """
    return _WORD.findall(line)


def read_word_counts(
    path: Input, *, missing: dict[int, str] | None = None
) -> Generator[NDArray[np.int32], None, None]:
    """Stream the number of words in each line, as split by `split_words`, in blocks of lines."""
    for block in read_blocks(path, missing=missing):
        yield _kernels.count_words(block.data)
