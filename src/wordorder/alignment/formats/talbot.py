"""Talbot format, `1,0_2,,3`: a cell for each target word, with its source words from 0."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from wordorder import _kernels
from wordorder.alignment.formats.batching import batched
from wordorder.alignment.formats.pair import UNKNOWN, next_lengths, too_long
from wordorder.alignment.formats.parsing import whole_number
from wordorder.errors import Argument, InputError
from wordorder.output import counted
from wordorder.text import Place, quoted, read_lines

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wordorder.alignment.alignment import Alignment, Link
    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.alignment.formats.pair import Lengths
    from wordorder.alignment.formats.source import Source


def read_talbot(source: Source) -> Iterator[AlignmentBatch]:
    """Read one sentence pair per line.

    An empty line is an empty target sentence or, if the text says so, one of one word.
    """
    return batched(_alignments(source))


def talbot_text(batch: AlignmentBatch, base: int) -> str:  # noqa: ARG001  fixed by the format
    """Write one line per row.

    Raises:
        InputError: A link is only possible.

    Examples:
        >>> from wordorder.alignment import Alignment, AlignmentBatch
        >>> row = Alignment([(1, 0), (0, 1), (2, 1)], 3, 4)
        >>> print(talbot_text(AlignmentBatch.from_alignments([row]), 0))
        1,0_2,,
    """
    return "".join(_line(row, number) for number, row in enumerate(batch, batch.first_line))


def _line(row: Alignment, number: int) -> str:
    cells: list[list[str]] = [[] for _ in range(row.target_length)]
    for (source, target), sure in zip(row, row.sure.tolist(), strict=True):
        if not sure:
            raise InputError(
                f"line {number}: link {source}?{target} is only possible, which talbot format "
                "cannot represent; drop possible links (",
                Argument("sure_only", "True"),
                ") or write pharaoh or naacl",
            )
        cells[target].append(str(source))
    return ",".join(map("_".join, cells)) + "\n"


def _alignments(source: Source) -> Generator[Alignment, None, None]:
    with closing(
        read_lines(source.path, on_bytes=source.on_bytes, missing=source.missing)
    ) as lines:
        for number, line in lines:
            place = Place(source.name, number)
            lengths = next_lengths(source, number, place)
            if source.is_missing(number):
                yield UNKNOWN.alignment([])
                continue
            yield _alignment(line.strip(" \t"), lengths, place)


def _alignment(line: str, known: Lengths, place: Place) -> Alignment:
    length = _target_length(line, known, place)
    lengths = known._replace(target=length)
    links: list[Link] = []
    for target, cell in enumerate(line.split(",") if length else []):
        for word in cell.split("_") if cell else []:
            number = whole_number(word)
            if number is None:
                raise place.error(
                    f"'{quoted(cell)}' is not a cell; expected the source words of a target word, "
                    "such as 3 or 7_8, or nothing"
                )
            lengths.check((number, target), f"{word}-{target}", place, base=0)
            links.append((number, target))
    return lengths.alignment(links)


def _target_length(line: str, known: Lengths, place: Place) -> int:
    """Count the cells; an empty line has none or one."""
    cells = line.count(",") + 1 if line or known.target == 1 else 0
    if known.target is None and cells > _kernels.MOST_INFERRED_WORDS:
        raise place.error(too_long(f"{cells} cells make"))
    if known.target is not None and known.target != cells:
        raise place.error(
            f"{counted(cells, 'cell')}, but the target has {counted(known.target, 'word')}; "
            "expected one cell for each"
        )
    return cells
