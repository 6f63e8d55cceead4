"""Tables of text: TSV, in which quotes and backslashes are text, and CSV; line 1 names columns."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from wordorder.corpus.inputs.cells import BLOCK_SIZE, columns_of_block, sliced, wrong_number
from wordorder.corpus.inputs.storage import text_input
from wordorder.errors import InputError
from wordorder.text import TextBlock, read_blocks, read_cells
from wordorder.text.arrow import pyarrow

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from wordorder.text import Place


def tsv_schema(name: str) -> Any:
    """The columns of a TSV file; all are text."""
    with text_input(name) as source, closing(read_blocks(source)) as blocks:
        return _schema(_tsv_heads(next(blocks, None), name))


def tsv_batches(
    name: str, _: tuple[int, int] | None, columns: Sequence[str], rows: int
) -> Generator[Any, None, None]:
    """Some columns of a TSV file, at most so many rows at a time."""
    arrow = pyarrow()
    with (
        text_input(name) as source,
        closing(read_blocks(source, block_size=BLOCK_SIZE)) as blocks,
    ):
        first = next(blocks, None)
        heads = _tsv_heads(first, name)
        chosen = [heads.index(column) for column in columns]
        block = None if first is None else _without_heads(first)
        while block is not None:
            arrays = columns_of_block(block, len(heads), chosen)
            yield from sliced(arrow.RecordBatch.from_arrays(arrays, list(columns)), rows)
            block = next(blocks, None)


def csv_schema(name: str) -> Any:
    """The columns of a CSV file; all are text."""
    with text_input(name) as source, closing(read_cells(source, "csv")) as lines:
        return _schema(next(lines, (None, []))[1] or _no_heads(name))


def csv_batches(
    name: str, _: tuple[int, int] | None, columns: Sequence[str], rows: int
) -> Generator[Any, None, None]:
    """Some columns of a CSV file, at most so many rows at a time.

    Line by line, as pyarrow's reader takes cells that are not quoted as they should be, and does
    not say in which line one is.
    """
    arrow = pyarrow()
    with text_input(name) as source, closing(read_cells(source, "csv")) as lines:
        heads = next(lines, (None, []))[1] or _no_heads(name)
        chosen = [heads.index(column) for column in columns]
        for some in _portions(lines, rows):
            for place, cells in some:
                if len(cells) != len(heads):
                    raise wrong_number(place, len(cells), len(heads))
            texts = [[cells[column] for _, cells in some] for column in chosen]
            arrays = [arrow.array(column, arrow.string()) for column in texts]
            yield arrow.RecordBatch.from_arrays(arrays, list(columns))


def _portions(
    lines: Iterable[tuple[Place, list[str]]], rows: int
) -> Iterator[list[tuple[Place, list[str]]]]:
    """Some rows at a time, fewer if they are long."""
    some, size = [], 0
    for place, cells in lines:
        some.append((place, cells))
        size += sum(map(len, cells))
        if len(some) == rows or size >= BLOCK_SIZE:
            yield some
            some, size = [], 0
    if some:
        yield some


def _schema(heads: Sequence[str]) -> Any:
    arrow = pyarrow("reading tables of text as columns")
    return arrow.schema([(head, arrow.string()) for head in heads])


def _tsv_heads(block: TextBlock | None, name: str) -> list[str]:
    if block is None:
        return _no_heads(name)
    return block.data[: block.data.index(b"\n")].decode().split("\t")


def _without_heads(block: TextBlock) -> TextBlock:
    rest = block.data[block.data.index(b"\n") + 1 :]
    return TextBlock(rest, block.first_line + 1, block.lines - 1, block.name)


def _no_heads(name: str) -> list[str]:
    raise InputError(f"{name}: empty; line 1 must name the columns")
