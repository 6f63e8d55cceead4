"""Talbot format, `1,0_2,,3`: a cell for each target word, with its source words from 0."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing

from wordorder import _kernels
from wordorder.alignment.alignment import Alignment, Link
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.formats import reading
from wordorder.alignment.formats.reading import Lengths, LinkInput
from wordorder.errors import Argument, InputError
from wordorder.output.wording import counted
from wordorder.text.reader import read_lines
from wordorder.text.source import Place, quoted


@reading.batched
def read_talbot(links: LinkInput) -> Generator[Alignment, None, None]:
    """Read one sentence pair per line.

    An empty line is an empty target sentence or, if the text says so, a single unlinked word.
    """
    with closing(read_lines(links.path, on_bytes=links.on_bytes, missing=links.missing)) as lines:
        for number, line in lines:
            place = Place(links.name, number)
            lengths = links.lengths_of(number, place)
            if links.is_missing(number):
                yield reading.UNKNOWN.alignment([])
                continue
            yield _alignment(line.strip(" \t"), lengths, place)


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


def _alignment(line: str, known: Lengths, place: Place) -> Alignment:
    length = _target_length(line, known, place)
    lengths = known._replace(target=length)
    links: list[Link] = []
    for target, cell in enumerate(line.split(",") if length else []):
        for word in cell.split("_") if cell else []:
            number = reading.whole_number(word)
            if number is None:
                raise place.error(
                    f"'{quoted(cell)}' is not a cell; expected the source words of a target word, "
                    "such as 3 or 7_8, or nothing"
                )
            lengths.check((number, target), f"{word}-{target}", place, base=0)
            links.append((number, target))
    return lengths.alignment(links)


def _target_length(line: str, known: Lengths, place: Place) -> int:
    """Count the cells; an empty line has none, or one for a target of one word."""
    cells = line.count(",") + 1 if line or known.target == 1 else 0
    if known.target is None and cells > _kernels.MOST_INFERRED_WORDS:
        raise place.error(reading.too_long(f"{cells} cells imply"))
    if known.target is not None and known.target != cells:
        raise place.error(
            f"{counted(cells, 'cell')}, but the target has {counted(known.target, 'word')}; "
            "expected one cell for each"
        )
    return cells
