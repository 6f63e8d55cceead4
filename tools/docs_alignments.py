"""What the documentation shows of alignments: pictures and tables, made by the program."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docs_pictures import picture

from wordorder import Alignment, Permutation, read_alignments
from wordorder.cli.demo import SAMPLE
from wordorder.drawing import layout_alignment, render_alignments_svg
from wordorder.drawing.alignment_svg import MARGIN
from wordorder.drawing.svg import HALF_LABEL, pixels
from wordorder.output import Column
from wordorder.permutation import CONVENTIONS
from wordorder.text import read_lines, split_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordorder.drawing import AlignmentLayout
    from wordorder.permutation import Convention


# Talbot et al. (2011), Table 2, first row; the Japanese words are romanised here.
TALBOT_SOURCE = "How Can I Qualify For A Mortgage Tax Deduction ?"
TALBOT_TARGET = "jūtaku rōn genzei ni hitsuyō na shikaku o eru ni wa dō sure ba yoi desu ka ?"
TALBOT_CELLS = "6,6,7_8,4,3,3,3,3,3,0,0,0,0,0,1,1,9,9"

CASES = {
    "first word without links": ("abc", "1-1 2-0"),
    "inner word without links": ("abc", "0-1 2-0"),
    "last word without links": ("abc", "0-1 1-0"),
    "several targets": ("abc", "0-1 0-3 1-0 2-2"),
    "a shared target": ("abc", "0-1 1-0 2-0"),
    "another word in between": ("abc", "0-1 1-0 2-1"),
    "a linkless word in between": ("abcd", "0-1 2-1 3-0"),
    "no links at all": ("abc", ""),
}


# The example files


def words(file: str, line: int) -> list[str]:
    return split_words(dict(read_lines(SAMPLE / file))[line])


def gold(line: int) -> Alignment:
    """A line of the gold alignments, counting from 1."""
    source, target = SAMPLE / "source.txt", SAMPLE / "target.txt"
    [batch] = read_alignments(SAMPLE / "gold.align", source=source, target=target)
    return batch[line - 1]


def layout(line: int) -> AlignmentLayout:
    return gold(line).layout(words("source.txt", line), words("target.txt", line))


# Pictures


def reordered(line: int, convention: Convention) -> str:
    """The source words above, and below in the order that a convention gives them."""
    permutation = Permutation.from_alignment(gold(line), convention)
    source = words("source.txt", line)
    return moved(source, permutation).to_svg()


def moved(source: Sequence[str], permutation: Permutation) -> AlignmentLayout:
    below = [source[word] for word in permutation.order.tolist()]
    for group in permutation.groups:
        below[group[0]] = "{{ " + below[group[0]]
        below[group[-1]] += " }}"
    links = list(enumerate(permutation))
    return layout_alignment(source, below, links, [True] * len(links))


def matched(line: int) -> str:
    """Each match as one word above, the matched target words below."""
    source, target = words("source.txt", line), words("target.txt", line)
    components = gold(line).components()
    above = [" … ".join(source[word] for word in component.sources) for component in components]
    linked = sorted(word for component in components for word in component.targets)
    links = sorted(
        (number, linked.index(word))
        for number, component in enumerate(components)
        for word in component.targets
    )
    return layout_alignment(above, [target[j] for j in linked], links, [True] * len(links)).to_svg()


def unlinked_word() -> str:
    """Links 0→6 and 1→5, word 2 unlinked, and where it goes."""
    source = ["a", "b", "c"]
    alignment = Alignment([(0, 6), (1, 5)], 3, 7)
    drawings = [render_alignments_svg([alignment.layout(source)], ["links"])]
    for convention in CONVENTIONS[:2]:
        there = moved(source, Permutation.from_alignment(alignment, convention))
        drawings.append(render_alignments_svg([there], [convention]))
    return in_a_row(drawings)


def in_a_row(drawings: Sequence[str]) -> str:
    parts, left, high = [], 0, 0
    for drawing in drawings:
        width, height = size(drawing)
        parts.append(drawing.replace("<svg ", f'<svg x="{left}" ', 1))
        left, high = left + width, max(high, height)
    return picture(left, high, parts)


def size(drawing: str) -> tuple[int, int]:
    width, height = re.findall(r'(?:width|height)="(\d+)"', drawing)[:2]
    return int(width), int(height)


def talbot() -> str:
    cells = enumerate(TALBOT_CELLS.split(","))
    links = [(int(word), target) for target, cell in cells for word in cell.split("_")]
    source, target = TALBOT_SOURCE.split(), TALBOT_TARGET.split()
    return Alignment(links, len(source), len(target)).layout(source, target).to_svg("grid")


def blocked_words(line: int) -> str:
    """The alignment with a frame around every blocked word."""
    placed = layout(line)
    drawing = placed.to_svg()
    frames = []
    for number in gold(line).blocked_words():
        word = placed.to_crossing().above[number]
        frames.append(
            f'<rect class="s-simple" fill="none" stroke-width="1.8" rx="6" '
            f'x="{pixels(MARGIN + word.left - 5)}" y="{MARGIN - 3}" '
            f'width="{pixels(word.width + 10)}" height="{2 * HALF_LABEL + 3}"/>'
        )
    return picture(*size(drawing), [drawing, *frames])


PICTURES: dict[str, Callable[[], str]] = {
    "alignment": lambda: layout(5).to_svg(),
    "verbs-last": lambda: layout(8).to_svg(),
    "convention-links": lambda: layout(3).to_svg(),
    "convention-lrscore": lambda: reordered(3, "lrscore"),
    "convention-reference": lambda: reordered(3, "reference"),
    "convention-matched": lambda: matched(3),
    "unlinked-word": unlinked_word,
    "reference-order": talbot,
    "blocked-words": lambda: blocked_words(2),
}


# Tables


def conventions_table() -> tuple[list[Column], list[tuple[str, ...]]]:
    """One alignment under all three conventions."""
    alignment, source, target = gold(3), words("source.txt", 3), words("target.txt", 3)
    columns = [Column(name, "left") for name in ("convention", "ranks", "words in this order")]
    rows: list[tuple[str, ...]] = []
    for convention in CONVENTIONS[:2]:
        permutation = Permutation.from_alignment(alignment, convention)
        rows.append((f"`{convention}`", str(permutation), permutation.arranged(source)))
    permutation = Permutation.from_alignment(alignment, "matched")
    linked = sorted({word for _, word in alignment})
    read = " ".join(target[linked[rank]] for rank in permutation)
    rows.append(("`matched`", str(permutation), read))
    return columns, rows


def cases_table() -> tuple[list[Column], list[tuple[str, ...]]]:
    """What each convention does where an alignment is not one to one."""
    names = ("case", "links", *CONVENTIONS)
    rows: list[tuple[str, ...]] = []
    for case, (source, links) in CASES.items():
        alignment = Alignment.parse(links, len(source))
        row = []
        for convention in CONVENTIONS[:2]:
            permutation = Permutation.from_alignment(alignment, convention)
            row.append(permutation.arranged(list(source)[: len(permutation)]) or "–")
        permutation = Permutation.from_alignment(alignment, "matched")
        row.append(str(permutation) if len(permutation) else "–")
        code = f"`{links}`" if links else "–"
        rows.append((case, code, *(cell.replace(" ", "\N{NO-BREAK SPACE}") for cell in row)))
    return [Column(name, "left") for name in names], rows
