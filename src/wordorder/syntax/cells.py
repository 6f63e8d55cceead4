"""Trees in a column of Arrow texts, one in each row."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import InputError
from wordorder.output import visible
from wordorder.text import note_missing, shown_name, text_cells

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordorder.text import ArrowColumn

MOST_CELLS = 1000  # at a time, as Python strings

_NO_TREE = "-"  # a sentence of CoNLL-U that is always bad


class CellTexts(NamedTuple):
    """Consecutive cells as CoNLL-U, a sentence for each.

    Attributes:
        text: The sentences.
        problems: What is wrong with cells that are not one sentence, by row.
        nulls: The problems of null rows, with their place.
    """

    text: bytes
    problems: dict[int, str]
    nulls: dict[int, InputError]


def read_cells(
    column: ArrowColumn, on_bytes: Callable[[int], None] | None
) -> Iterator[tuple[int, list[str | None]]]:
    """Stream the cells, some at a time, with the number of the first; None for a null.

    The cells before a bad one are yielded before the error is raised.

    Raises:
        InputError: There is a NUL in a cell.
    """
    first = 1
    for chunk in text_cells(column):
        for start in range(0, len(chunk), MOST_CELLS):
            cells = chunk.slice(start, MOST_CELLS)
            if on_bytes is not None:
                on_bytes(cells.nbytes)
            texts: list[str | None] = cells.to_pylist()
            good = next((row for row, text in enumerate(texts) if text and "\0" in text), None)
            if texts[:good]:
                yield first, texts[:good]
            if good is not None:
                raise _nul_error(column, first + good, texts[good] or "")
            first += len(cells)


def _nul_error(column: ArrowColumn, row: int, text: str) -> InputError:
    byte = len(text[: text.index("\0")].encode()) + 1
    where = f"{visible(shown_name(column))}:{row}"
    return InputError(f"{where}: NUL byte in byte column {byte}; give plain text in UTF-8")


def null_problem(column: ArrowColumn, row: int) -> InputError:
    """The problem of a null row."""
    problems: dict[int, str] = {}
    note_missing(problems, shown_name(column), row)
    return InputError(problems[row])


def conllu_texts(
    column: ArrowColumn, on_bytes: Callable[[int], None] | None, *, skip_bad: bool
) -> Iterator[CellTexts]:
    r"""Stream the cells as CoNLL-U.

    Raises:
        InputError: A row is null and may not be skipped.

    Examples:
        >>> import pyarrow as pa
        >>> from wordorder.text import ArrowColumn
        >>> column = ArrowColumn(pa.array(["1\tI\n2\tam\n", "", "1\tgo\n\n1\tgo"]))
        >>> texts, = conllu_texts(column, None, skip_bad=True)
        >>> texts.text
        b'1\tI\n2\tam\n\n-\n\n-\n\n'
        >>> texts.problems[1]
        'there is no sentence; expected one in each row'
    """
    for first, cells in read_cells(column, on_bytes):
        problems, nulls = dict[int, str](), dict[int, InputError]()
        sentences = []
        for row, cell in enumerate(cells):
            sentence = (cell or "").replace("\r\n", "\n").strip("\n")
            if cell is None:
                nulls[row] = null_problem(column, first + row)
            elif not sentence:
                problems[row] = "there is no sentence; expected one in each row"
            elif "\n\n" in sentence:
                problems[row] = "there are several sentences; expected one in each row"
            bad = row in problems or row in nulls
            sentences.append(_NO_TREE if bad else sentence)
        if nulls and not skip_bad:
            raise next(iter(nulls.values()))
        text = "".join(f"{sentence}\n\n" for sentence in sentences)
        yield CellTexts(text.encode(), problems, nulls)
