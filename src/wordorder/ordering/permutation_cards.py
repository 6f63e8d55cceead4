"""One permutation in detail: title, tree, and scores with explanations."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.ordering.counts import count_permutation
from wordorder.ordering.metrics import METRICS
from wordorder.output import Column, Table, counted, render

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.output import Cell
    from wordorder.permutation import Permutation

DIGITS = 4
PAGE = 80
"""Width of a tree that is not written to a terminal."""

_GAP = 2
_LONGEST_TITLE = 25  # ranks


@dataclass(frozen=True, slots=True)
class PermutationCard:
    """One permutation with its scores.

    Attributes:
        line: Its line in the file.
        permutation: The permutation.
        scores: Its scores by metric; NaN if it has no words.
        with_tree: Whether to draw its tree.
        explained: Whether to show what each metric counted instead of what it rewards.
    """

    line: int
    permutation: Permutation
    scores: Mapping[str, float]
    with_tree: bool = False
    explained: bool = False

    @property
    def title(self) -> str:
        """The line, the ranks and the number of words."""
        n = len(self.permutation)
        if not n:
            return f"line {self.line}: no words, order undefined"
        return f"line {self.line}: ranks {_shortened(self.permutation)}, {counted(n, 'word')}"

    def table(self, width: int | None = None) -> Table:
        """Show the scores with what they reward or counted, wrapped to the width."""
        if self.explained and len(self.permutation):
            counts = count_permutation(self.permutation)
            texts = {name: METRICS[name].counted(counts) for name in self.scores}
        else:
            texts = {name: METRICS[name].rewards for name in self.scores}
        rows: list[tuple[Cell, Cell, Cell]] = []
        for name, text in texts.items():
            first, *others = self._wrapped(text, width)
            rows += [(name, self.scores[name], first), *(("", "", other) for other in others)]
        columns = [
            Column("metric", "left"),
            Column("score", digits=DIGITS),
            Column("counted" if self.explained else "rewards", "left"),
        ]
        return Table(columns, rows, title=self.title)

    def to_text(self, *, width: int | None, color: bool) -> str:
        """Return the text for a screen of this width, ending with a line end."""
        if not len(self.permutation):
            return f"{self.title}\n"
        parts = ["\n".join(textwrap.wrap(self.title, width or len(self.title)))]
        if self.with_tree:
            parts.append(self.permutation.tree().to_text(width=width or PAGE, color=color))
        untitled = Table(self.table(width).columns, self.table(width).rows)
        parts.append(render(untitled, "plain", width=width))
        return "\n\n".join(parts)

    def _wrapped(self, text: str, width: int | None) -> list[str]:
        if width is None:
            return [text]
        score = DIGITS + 2
        taken = max(len("metric"), *map(len, self.scores)) + score + 2 * _GAP
        return textwrap.wrap(text, max(width - taken, 20))


def _shortened(permutation: Permutation) -> str:
    if len(permutation) <= _LONGEST_TITLE:
        return str(permutation)
    shown = ", ".join(str(rank + 1) for rank in permutation.ranks[:_LONGEST_TITLE].tolist())
    return f"⟨{shown}, …⟩"
