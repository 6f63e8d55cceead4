"""`wordorder align show`: draw alignments as grids and crossing lines."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, NamedTuple

import click

from wordorder.cli import align_input, options
from wordorder.cli.align_input import AlignmentInput
from wordorder.cli.files import refuse_overwriting, refuse_standard_input
from wordorder.cli.line_choice import MOST_LINES, as_lines
from wordorder.drawing import render_alignments_svg
from wordorder.errors import InputError
from wordorder.output import open_output, terminal_width, use_color
from wordorder.text import read_lines, shown_name, split_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.alignment import Alignment
    from wordorder.drawing import AlignmentKind, AlignmentLayout

FIRST_LINES = 10  # drawn where the user does not choose

KINDS: dict[str, tuple[AlignmentKind, ...]] = {
    "both": ("grid", "crossing"),
    "grid": ("grid",),
    "crossing": ("crossing",),
}

EPILOG = f"""
\b
In a grid, ■ is a sure link and □ a possible one. Where lines cross, the two
languages differ in the order of these words.

\b
Examples:
  wordorder align show links.align -s source.txt -t target.txt
  wordorder align show links.align -s source.txt -t target.txt --lines 3,7-9
  wordorder align show links.align --draw crossing --svg links.svg

\b
Without --lines the first {FIRST_LINES} sentence pairs are drawn; with it, at most {MOST_LINES}.
"""


class Drawing(NamedTuple):
    """One sentence pair, ready to be drawn."""

    title: str
    layout: AlignmentLayout


@click.command(epilog=EPILOG, short_help="Draw alignments.")
@click.argument("file", metavar="FILE")
@align_input.form
@align_input.base
@align_input.src
@align_input.tgt
@align_input.sure_only
@click.option(
    "--lines", callback=as_lines, metavar="LINES", help="Only these lines, such as 3 or 1,7-9."
)
@click.option(
    "--draw",
    type=click.Choice(list(KINDS)),
    default="both",
    show_default=True,
    help="A grid of words, lines that cross, or both.",
)
@click.option("--svg", metavar="FILE", help="Draw a picture there as well.")
@options.output
def command(
    file: str,
    form: str,
    base: int,
    src: str | None,
    tgt: str | None,
    sure_only: bool,
    lines: tuple[int, ...] | None,
    draw: str,
    svg: str | None,
    output: str | None,
) -> None:
    """Draw alignments with their words, in the terminal and as a picture."""
    refuse_standard_input({"--src": src, "--tgt": tgt})
    refuse_overwriting([file, src, tgt], {"--output": output, "--svg": svg})
    alignments = AlignmentInput(form, base, src, tgt, sure_only)
    with ExitStack() as stack:
        # The picture first: what is opened last is finished first, and if that fails, the picture
        # does not appear either.
        picture = None if svg is None else stack.enter_context(open_output(svg))
        out = stack.enter_context(open_output(output))
        wanted = lines or tuple(range(1, FIRST_LINES + 1))
        drawings, more = _drawings(alignments, file, wanted)
        if not drawings or (lines and len(drawings) < len(lines)):
            missing = f"no line {lines[len(drawings)]}" if lines else "no lines"
            raise InputError(f"{shown_name(file)}: {missing}, so there is nothing to draw")
        out.write(_text(drawings, KINDS[draw], on_screen=output in (None, "-")))
        if more and not lines:
            out.write("\n(there are more; choose lines with --lines)\n")
        if picture:
            titles = [drawing.title for drawing in drawings]
            layouts = [drawing.layout for drawing in drawings]
            picture.write(render_alignments_svg(layouts, titles, KINDS[draw]) + "\n")


def _drawings(
    alignments: AlignmentInput, file: str, lines: tuple[int, ...]
) -> tuple[list[Drawing], bool]:
    """Place the chosen lines, and tell whether others follow; reading stops there."""
    wanted = set(lines)
    drawings: list[Drawing] = []
    with ExitStack() as stack:
        texts = [
            None if path is None else stack.enter_context(closing(read_lines(path)))
            for path in (alignments.src, alignments.tgt)
        ]
        for line, alignment in _rows(alignments, file):
            if line > lines[-1]:
                return drawings, True
            source, target = (None if text is None else next(text)[1] for text in texts)
            if line in wanted:
                drawings.append(_drawing(line, alignment, source, target))
    return drawings, False


def _rows(alignments: AlignmentInput, file: str) -> Iterator[tuple[int, Alignment]]:
    for batch in alignments.read(file):
        yield from enumerate(batch, batch.first_line)


def _drawing(line: int, alignment: Alignment, source: str | None, target: str | None) -> Drawing:
    crossings = alignment.crossings()
    crossing = f"{crossings.share:.0%} of link pairs cross" if crossings.pairs else "no link pairs"
    n, m = alignment.source_length, alignment.target_length
    counts = f"{n} and {m} words, {len(alignment)} link{'s' * (len(alignment) != 1)}"
    words = (None if text is None else split_words(text) for text in (source, target))
    return Drawing(f"line {line}: {counts}, {crossing}", alignment.layout(*words))


def _text(drawings: list[Drawing], kinds: tuple[AlignmentKind, ...], *, on_screen: bool) -> str:
    at_terminal = on_screen and sys.stdout is not None and sys.stdout.isatty()
    width = terminal_width(sys.stdout) if at_terminal else 100
    color = at_terminal and use_color(sys.stdout)
    cards = []
    for title, layout in drawings:
        pictures = [layout.to_text(width=width, color=color, kind=kind) for kind in kinds]
        cards.append("\n\n".join([title, *filter(None, pictures)]) + "\n")
    return "\n".join(cards)
