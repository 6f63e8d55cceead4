"""`wordorder align show`: draw alignments as grids and crossing lines."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, NamedTuple

import click

from wordorder.alignment.matching import STAGES
from wordorder.cli import align_input, options
from wordorder.cli.align_input import AlignmentInput
from wordorder.cli.files import enter_if, refuse_overwriting, refuse_standard_input
from wordorder.cli.line_choice import MOST_LINES, as_lines
from wordorder.cli.match_options import make_matcher, match_options
from wordorder.cli.screen import PAGE, screen_for
from wordorder.drawing import render_alignments_svg
from wordorder.errors import InputError, UsageError
from wordorder.output import open_output
from wordorder.text import read_lines, shown_name, split_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.alignment import Alignment
    from wordorder.alignment.matching import Matcher
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
  wordorder align show --match --lang en -s system.txt -t reference.txt

\b
Without --lines the first {FIRST_LINES} sentence pairs are drawn; with it, at most {MOST_LINES}.
"""


class Drawing(NamedTuple):
    """One sentence pair, ready to be drawn."""

    title: str
    layout: AlignmentLayout


class Row(NamedTuple):
    """One sentence pair; the stages of its links, if it was matched."""

    line: int
    alignment: Alignment
    stages: Sequence[str] | None


@click.command(epilog=EPILOG, short_help="Draw alignments.")
@click.argument("file", metavar="[FILE]", required=False)
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
@click.option(
    "--match",
    is_flag=True,
    help="No FILE: match the hypotheses of --src with the references of --tgt, and colour the "
    "links by their stage.",
)
@match_options
@options.output
def command(
    file: str | None,
    form: str,
    base: int,
    src: str | None,
    tgt: str | None,
    sure_only: bool,
    lines: tuple[int, ...] | None,
    draw: str,
    svg: str | None,
    match: bool,
    lang: str | None,
    stages: str | None,
    synonyms: str | None,
    paraphrases: str | None,
    cased: bool,
    output: str | None,
) -> None:
    """Draw alignments with their words, in the terminal and as a picture."""
    refuse_standard_input({"--src": src, "--tgt": tgt})
    refuse_overwriting([file, src, tgt], {"--output": output, "--svg": svg})
    if match:
        matcher = make_matcher(lang, stages, synonyms, paraphrases, cased)
        rows = _matched(matcher, file, src, tgt)
    else:
        rows = _read(AlignmentInput(form, base, src, tgt, sure_only), file)
    with ExitStack() as stack:
        # The picture first: what is opened last is finished first, and if that fails, the picture
        # does not appear either.
        picture = enter_if(stack, svg, open_output)
        out = stack.enter_context(open_output(output))
        wanted = lines or tuple(range(1, FIRST_LINES + 1))
        drawings, more = _drawings(rows, src, tgt, wanted)
        if not drawings or (lines and len(drawings) < len(lines)):
            missing = f"no line {lines[len(drawings)]}" if lines else "no lines"
            raise InputError(
                f"{shown_name(file or src or '')}: {missing}, so there is nothing to draw"
            )
        out.write(_text(drawings, KINDS[draw], on_screen=output in (None, "-")))
        if more and not lines:
            out.write("\n(there are more; choose lines with --lines)\n")
        if picture:
            titles = [drawing.title for drawing in drawings]
            layouts = [drawing.layout for drawing in drawings]
            picture.write(render_alignments_svg(layouts, titles, KINDS[draw]) + "\n")


def _drawings(
    rows: Iterator[Row], src: str | None, tgt: str | None, lines: tuple[int, ...]
) -> tuple[list[Drawing], bool]:
    """Place the chosen lines, and tell whether others follow; reading stops there."""
    wanted = set(lines)
    drawings: list[Drawing] = []
    with ExitStack() as stack:
        texts = [
            None if path is None else stack.enter_context(closing(read_lines(path)))
            for path in (src, tgt)
        ]
        for row in rows:
            if row.line > lines[-1]:
                return drawings, True
            source, target = (None if text is None else next(text)[1] for text in texts)
            if row.line in wanted:
                drawings.append(_drawing(row, source, target))
    return drawings, False


def _read(alignments: AlignmentInput, file: str | None) -> Iterator[Row]:
    if file is None:
        raise UsageError("name a file of alignments, or use --match with --src and --tgt")
    for batch in alignments.read(file):
        for line, alignment in enumerate(batch, batch.first_line):
            yield Row(line, alignment, None)


def _matched(matcher: Matcher, file: str | None, src: str | None, tgt: str | None) -> Iterator[Row]:
    if file is not None or src is None or tgt is None:
        raise UsageError("--match takes no FILE, but --src (hypotheses) and --tgt (references)")
    for batch in matcher.match_files(src, tgt):
        for number in range(len(batch)):
            line = batch.alignments.first_line + number
            yield Row(line, batch.alignments[number], batch.stages_of(number))


def _drawing(row: Row, source: str | None, target: str | None) -> Drawing:
    line, alignment, stages = row
    crossings = alignment.crossings()
    crossing = f"{crossings.share:.0%} of link pairs cross" if crossings.pairs else "no link pairs"
    n, m = alignment.source_length, alignment.target_length
    counts = f"{n} and {m} words, {len(alignment)} link{'s' * (len(alignment) != 1)}"
    if stages:
        counts += f" ({', '.join(f'{stages.count(s)} {s}' for s in STAGES if s in stages)})"
    words = [None if text is None else split_words(text) for text in (source, target)]
    layout = alignment.layout(words[0], words[1], stages)
    return Drawing(f"line {line}: {counts}, {crossing}", layout)


def _text(drawings: list[Drawing], kinds: tuple[AlignmentKind, ...], *, on_screen: bool) -> str:
    width, color, _ = screen_for(on_screen=on_screen)
    cards = []
    for title, layout in drawings:
        pictures = [layout.to_text(width=width or PAGE, color=color, kind=kind) for kind in kinds]
        cards.append("\n\n".join([title, *filter(None, pictures)]) + "\n")
    return "\n".join(cards)
