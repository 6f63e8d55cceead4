"""The scores of many permutations as text, in bounded memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TextIO, get_args

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.ordering.results import PermutationScores, mean_row, row_table, rows_of
from wordorder.output.console import NOT_A_TERMINAL, Screen
from wordorder.output.jsontext import dumps
from wordorder.output.records import Records
from wordorder.output.tables import Cell, render

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordorder.drawing.tree import TreeLayout
    from wordorder.permutation.permutation import Permutation

ScoreFormat = Literal["table", "jsonl", "tsv"]
SCORE_FORMATS: tuple[ScoreFormat, ...] = get_args(ScoreFormat)

MOST_DRAWINGS = 100
ROWS_AT_ONCE = 1000


def write_permutation_scores(
    parts: Iterable[PermutationScores],
    out: TextIO,
    style: ScoreFormat = "table",
    *,
    tree: bool = False,
    explain: bool = False,
    svg: TextIO | None = None,
    screen: Screen = NOT_A_TERMINAL,
) -> None:
    r"""Write scores as they arrive.

    Args:
        parts: The consecutive parts yielded by `score_permutations`.
        out: The output file.
        style: `table` for people: rows and their mean, or cards for a single permutation, trees and
            explanations; `jsonl`, an object per line; `tsv`, a header and a line each.
        tree: Whether to show the tree of each permutation.
        explain: Whether to show what each metric counted.
        svg: A file in which to draw the trees as well.
        screen: The width and colour of the output device.

    Raises:
        InputError: Too many trees to draw, or none.
        UsageError: Unknown style, or one that does not support explanations.

    Examples:
        >>> import sys
        >>> from wordorder import PermutationBatch
        >>> from wordorder.ordering import score_permutations
        >>> scores = score_permutations(PermutationBatch.from_permutations([[1, 0], [0]]), "ulam")
        >>> write_permutation_scores(scores, sys.stdout, "jsonl")
        {"n": 2, "ulam": 0.0}
        {"n": 1, "ulam": 1.0}
    """
    writer = _writer(out, style, screen, tree=tree, explain=explain)
    trees = None if svg is None else _Trees()
    for part in parts:
        expect(part, PermutationScores, "parts")
        writer.write(part)
        if trees is not None:
            trees.add(part)
    writer.finish()
    if trees is not None and svg is not None:
        svg.write(f"{trees.svg()}\n")


class _Writer(Protocol):
    """Writes the scores part by part."""

    def write(self, part: PermutationScores) -> None: ...

    def finish(self) -> None: ...


def _writer(
    out: TextIO, style: ScoreFormat, screen: Screen, *, tree: bool, explain: bool
) -> _Writer:
    match style:
        case "jsonl":
            return _JsonLines(out, tree=tree, explain=explain)
        case "tsv":
            if explain:
                needed = Argument("style", "table")
                raise UsageError(Argument("explain"), " needs ", needed, " or jsonl")
            return _Tsv(out, tree=tree)
        case "table":
            if tree or explain:
                return _Cards(out, screen, tree=tree, explain=explain)
            return _Rows(out, screen)
    raise UsageError.unknown("format", style, SCORE_FORMATS)


class _JsonLines:
    """One JSON object per line: `n`, one key per metric, and any extras; see `PermutationLine`."""

    def __init__(self, out: TextIO, *, tree: bool, explain: bool) -> None:
        self._out = out
        self._tree = tree
        self._explain = explain

    def write(self, part: PermutationScores) -> None:
        for first, records in _pieces(part.records()):
            text = records.text("jsonl")
            if self._tree or self._explain:
                lines = enumerate(text.splitlines(), first)
                text = "".join(
                    f"{line[:-1]}{self._extras(part.permutations[row])}}}\n" for row, line in lines
                )
            self._out.write(text)

    def _extras(self, permutation: Permutation) -> str:
        extras = ""
        if self._tree:
            tree = permutation.tree().to_dict() if len(permutation) else None
            extras += f', "tree": {dumps(tree)}'
        if self._explain:
            from wordorder.ordering.explanation import count_permutation

            counts = count_permutation(permutation).to_dict() if len(permutation) else None
            extras += f', "explain": {dumps(counts)}'
        return extras

    def finish(self) -> None:
        """Do nothing: all is written."""


class _Tsv:
    """A header, then one line per permutation at full precision; trees in brackets."""

    def __init__(self, out: TextIO, *, tree: bool) -> None:
        self._out = out
        self._view = ("scores", "tree") if tree else ("scores",)
        self._begun = False

    def write(self, part: PermutationScores) -> None:
        for _, records in _pieces(part.records(*self._view)):
            heading, _, rows = records.text("tsv").partition("\n")
            self._out.write(rows if self._begun else f"{heading}\n{rows}")
            self._begun = True

    def finish(self) -> None:
        """Do nothing: all is written."""


def _pieces(records: Records) -> Iterator[tuple[int, Records]]:
    """Yield some rows at a time, at least once: numbers take much more memory as text."""
    for start in range(0, len(records) or 1, ROWS_AT_ONCE):
        rows = slice(start, start + ROWS_AT_ONCE)
        columns = {name: column[rows] for name, column in records.columns.items()}
        yield start, Records(records.types, columns)


class _Rows:
    """A row per permutation, and the mean at the end; a single permutation gets a card."""

    def __init__(self, out: TextIO, screen: Screen) -> None:
        self._out = out
        self._screen = screen
        self._rows: list[list[Cell]] = []
        self._last: PermutationScores | None = None

    def write(self, part: PermutationScores) -> None:
        """Write full tables; keep the remaining rows to end with the mean."""
        self._last = part
        for row in rows_of(part):
            if len(self._rows) == ROWS_AT_ONCE:
                self._flush(part)
            self._rows.append(row)

    def finish(self) -> None:
        """Write the last rows and the mean."""
        last = self._last
        if last is None or last.sentence_count < 2:
            cards = _Cards(self._out, self._screen, tree=False, explain=False)
            if last is not None:
                cards.write(last)
            cards.finish()
            return
        self._rows.append(mean_row(last))
        self._flush(last, last.note)

    def _flush(self, part: PermutationScores, note: str | None = None) -> None:
        table = row_table(part.metrics, self._rows, note)
        text = render(table, "plain", width=self._screen.width)
        # A file has one header; on a screen it helps to repeat it.
        is_first = self._rows[0][0] == "1"
        if self._screen.width is None and not is_first:
            text = text.partition("\n")[2]
        self._out.write(text)
        self._rows = []


class _Cards:
    """A card per permutation, with all details."""

    def __init__(self, out: TextIO, screen: Screen, *, tree: bool, explain: bool) -> None:
        self._out = out
        self._screen = screen
        self._tree = tree
        self._explain = explain
        self._written = 0

    def write(self, part: PermutationScores) -> None:
        """Write one part."""
        for card in part.cards(tree=self._tree, explain=self._explain):
            self._out.write("\n" * (self._written > 0))
            self._out.write(card.to_text(**self._screen._asdict()))
            self._written += 1

    def finish(self) -> None:
        """Report if there was nothing to show."""
        if not self._written:
            self._out.write("no permutations\n")


class _Trees:
    """The trees of all permutations that have words, by line."""

    def __init__(self) -> None:
        self._layouts: dict[int, TreeLayout] = {}

    def add(self, part: PermutationScores) -> None:
        """Lay out the trees of one part."""
        with_words = [row for row, n in enumerate(part.permutations.lengths.tolist()) if n]
        if len(self._layouts) + len(with_words) > MOST_DRAWINGS:
            raise InputError(
                Argument("svg"),
                f" draws at most {MOST_DRAWINGS} permutations, but there are "
                "more; select some lines, for example with head",
            )
        for row in with_words:
            self._layouts[part.lines[row]] = part.permutations[row].tree().layout()

    def svg(self) -> str:
        """Draw the trees one below the other."""
        if not self._layouts:
            raise InputError("no permutation has words, so there is nothing to draw")
        from wordorder.drawing.tree import render_tree_svg

        titles = [f"line {line}" for line in self._layouts] if len(self._layouts) > 1 else []
        return render_tree_svg(list(self._layouts.values()), titles)
