"""Lines of text as Arrow columns, a block at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordorder.output import counted
from wordorder.text import Place
from wordorder.text.arrow import pyarrow

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from wordorder.text import TextBlock

BLOCK_SIZE = 1 << 22
"""Bytes of text to take at a time: as many rows as a batch, or a few times that."""

_TAB, _LINE_END = b"\t\n"


def lines_of_block(block: TextBlock) -> Any:
    """The lines, as an Arrow array."""
    import numpy as np

    ends = np.flatnonzero(np.frombuffer(block.data, np.uint8) == _LINE_END)
    return _texts(block.data.replace(b"\n", b""), ends)


def columns_of_block(block: TextBlock, width: int, chosen: Sequence[int]) -> list[Any]:
    r"""The cells between the tabs of all lines, as an Arrow array for each chosen column.

    Args:
        block: Some lines.
        width: The number of columns.
        chosen: Numbers of columns, from 0.

    Raises:
        InputError: A line has more or fewer cells.

    Examples:
        >>> from wordorder.text import TextBlock
        >>> block = TextBlock(b"the house\t0-0\n\t1-1\n", 2, 2, "train.tsv")
        >>> [column.to_pylist() for column in columns_of_block(block, 2, [1, 0])]
        [['0-0', '1-1'], ['the house', '']]
    """
    import numpy as np

    arrow = pyarrow()
    codes = np.frombuffer(block.data, np.uint8)
    is_end = codes == _LINE_END
    ends = np.flatnonzero(is_end | (codes == _TAB))
    # As many line ends as lines: if all of them are where they should be, the others are tabs.
    if len(ends) != width * block.lines or not is_end[ends[width - 1 :: width]].all():
        raise _wrong_width(block, width)
    cells = _texts(block.data.translate(None, b"\t\n"), ends)
    return [cells.take(arrow.array(np.arange(column, len(ends), width))) for column in chosen]


def _texts(data: bytes, ends: NDArray[np.int64]) -> Any:
    """Texts without what is between them; where each of them ended when it was there."""
    import numpy as np

    arrow = pyarrow()
    offsets = np.concatenate([[0], ends - np.arange(len(ends))]).astype(np.int32)
    return arrow.StringArray.from_buffers(
        len(ends), arrow.py_buffer(offsets), arrow.py_buffer(data)
    )


def sliced(batch: Any, rows: int) -> Iterator[Any]:
    """A batch in pieces of at most so many rows."""
    return (batch.slice(start, rows) for start in range(0, len(batch), rows))


def wrong_number(place: Place, found: int, width: int) -> Exception:
    """Say that a line has the wrong number of cells."""
    return place.error(f"{counted(found, 'cell')}, but line 1 names {counted(width, 'column')}")


def _wrong_width(block: TextBlock, width: int) -> Exception:
    lines = enumerate(block.data.split(b"\n"), block.first_line)
    line, cells = next((line, n) for line, text in lines if (n := text.count(b"\t") + 1) != width)
    return wrong_number(Place(block.name, line), cells, width)
