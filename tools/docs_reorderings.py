"""What the documentation shows of reorderings: alignments with frames around two blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_alignments import size
from docs_pictures import picture

from wordorder.cli.demo import SAMPLE
from wordorder.drawing.alignment_svg import MARGIN
from wordorder.drawing.svg import HALF_LABEL, pixels
from wordorder.reorderings import AlignedCorpus, extract_reorderings
from wordorder.text import read_lines, split_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordorder.alignment import AlignmentBatch
    from wordorder.drawing.crossing import CrossingWord
    from wordorder.reorderings import Reordering, ReorderingBatch

FOLDER = SAMPLE / "reorderings"
FRAME_HEIGHT = 2 * HALF_LABEL + 3


def words(file: str, line: int) -> list[str]:
    return split_words(dict(read_lines(FOLDER / file))[line])


def read(line: int) -> tuple[AlignmentBatch, ReorderingBatch]:
    """The links of a line and its reorderings, with the syntax tree."""
    files = {"source": "english.txt", "target": "reference.txt", "trees": "english.conllu"}
    paths = {name: FOLDER / file for name, file in files.items()}
    [batch] = AlignedCorpus(FOLDER / "reference.align", **paths).read()
    row = batch.rows(line - 1, line)
    return row.alignments, extract_reorderings(row.alignments, row.trees)


def framed(line: int, number: int) -> str:
    """A sentence pair with frames around the blocks of one reordering."""
    alignments, found = read(line)
    placed = alignments[0].layout(words("english.txt", line), words("reference.txt", line))
    drawing = placed.to_svg()
    _, height = size(drawing)
    diagram = placed.to_crossing()
    rows = ((diagram.above, MARGIN - 3), (diagram.below, height - MARGIN - FRAME_HEIGHT))
    return picture(*size(drawing), [drawing, *frames(found[number], rows)])


def frames(one: Reordering, rows: tuple[tuple[Sequence[CrossingWord], int], ...]) -> list[str]:
    """Rectangles around A and B, above and below; B has a broken line."""
    drawn = []
    for block, dashes in ((one.a, "none"), (one.b, "5 3")):
        for span, (places, top) in zip((block.source, block.target), rows, strict=True):
            first, last = places[span.start], places[span.stop - 1]
            left, right = first.left, last.left + last.width
            drawn.append(
                f'<rect class="s-simple" fill="none" stroke-width="1.8" rx="6" '
                f'stroke-dasharray="{dashes}" x="{pixels(MARGIN + left - 5)}" y="{top}" '
                f'width="{pixels(right - left + 10)}" height="{FRAME_HEIGHT}"/>'
            )
    return drawn


PICTURES: dict[str, Callable[[], str]] = {
    "reordering-outer": lambda: framed(6, 0),
    "reordering-inner": lambda: framed(6, 1),
}
