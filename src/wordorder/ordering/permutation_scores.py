"""The scores of permutations, and their views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import numpy as np

from wordorder.errors import Argument, UsageError
from wordorder.ordering.metrics import select_metrics
from wordorder.ordering.permutation_cards import DIGITS, PermutationCard
from wordorder.output import Column, Records, Result, Table, View, counted
from wordorder.output.codec import SENTENCES, Count
from wordorder.output.grid import Grid, Layout
from wordorder.permutation import PermutationBatch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import Self

    from wordorder.output import Cell

LineScores = Annotated[Grid, Layout("line", "metric", columns={"score": float})]


class RankedLines(NamedTuple):
    """Permutations with their scores, as plain data.

    Attributes:
        ranks: The place of each word of each permutation, counting from 0.
        scores: The score of each permutation by each metric; null if it has no words.
    """

    ranks: tuple[tuple[Count, ...], ...]
    scores: LineScores


@dataclass(frozen=True, slots=True, eq=False)
class ScoredPermutations:
    """Permutations with their scores.

    Attributes:
        permutations: The permutations.
        scores: The score of each permutation by each metric, NaN if it has no words.
    """

    PLAIN: ClassVar[type] = RankedLines

    permutations: PermutationBatch
    scores: LineScores

    def __post_init__(self) -> None:
        if len(self.permutations) != len(self.scores.axes["line"]):
            raise ValueError("the permutations are not as many as their scores")

    @classmethod
    def join(cls, parts: Sequence[ScoredPermutations]) -> Self:
        """Join consecutive parts of one run."""
        lines = [line for part in parts for line in part.scores.axes["line"]]
        scores = np.concatenate([part.scores["score"] for part in parts])
        axes = {"line": lines, "metric": parts[-1].scores.axes["metric"]}
        permutations = PermutationBatch.join([part.permutations for part in parts])
        return cls(permutations, Grid.of(axes, score=scores))

    def only_lines(self, lines: Collection[int]) -> Self:
        """Return only the permutations of these lines."""
        kept = [row for row, line in enumerate(self.scores.axes["line"]) if line in lines]
        chosen = PermutationBatch.from_permutations(self.permutations[row] for row in kept)
        return type(self)(chosen, self.scores.only_lines(lines))

    def to_plain(self) -> RankedLines:
        """Return the permutations as lists of ranks."""
        rows = range(len(self.permutations))
        return RankedLines(tuple(tuple(self.permutations[row]) for row in rows), self.scores)

    @classmethod
    def from_plain(cls, plain: RankedLines) -> Self:
        """Build the permutations from lists of ranks."""
        return cls(PermutationBatch.from_permutations(plain.ranks), plain.scores)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PermutationScores(Result):
    """The scores of some permutations, and the mean over these and all previous ones.

    Attributes:
        signature: The settings that determine the scores.
        sentence_count: The number of permutations so far.
        undefined_count: The number of these without words, so that their order is undefined.
        mean: For each metric the mean of all defined scores since the first line.
        sentences: The single permutations and their scores; None if the result was loaded without
            them.

    Examples:
        >>> from wordorder import score_permutations
        >>> batch = PermutationBatch.from_permutations([[1, 0], [0], []])
        >>> (scores,) = score_permutations(batch, "kendall,ulam")
        >>> scores
        <PermutationScores: 3 permutations, mean kendall 0.5000, ulam 0.5000>
        >>> scores.scores.at(metric="kendall").tolist()
        [0.0, 1.0, nan]
    """

    SCHEMA: ClassVar[str] = "permutation-scores/2"

    signature: str
    sentence_count: Count
    undefined_count: Count
    mean: Mapping[str, float]
    sentences: ScoredPermutations | None = field(default=None, metadata=SENTENCES)

    def __post_init__(self) -> None:
        select_metrics(self.metrics)  # refuses unknown ones
        if self.sentences is not None and self.scores.axes["metric"] != self.metrics:
            raise ValueError("the metrics of the sentences differ from those of the mean")

    @classmethod
    def join(cls, parts: Sequence[PermutationScores]) -> PermutationScores:
        """Join consecutive parts of one run."""
        if not parts:
            raise UsageError("no parts to join")
        whole = ScoredPermutations.join([part.kept_sentences() for part in parts])
        return replace(parts[-1], sentences=whole)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of the metrics."""
        return tuple(self.mean)

    @property
    def permutations(self) -> PermutationBatch:
        """The permutations; see `kept_sentences`."""
        return self.kept_sentences().permutations

    @property
    def scores(self) -> Grid:
        """The score of each line by each metric, NaN if it has no words; see `kept_sentences`."""
        return self.kept_sentences().scores

    @property
    def lines(self) -> tuple[int, ...]:
        """The line of each permutation; see `kept_sentences`."""
        return self.scores.lines

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer rows with their mean, and a card for each permutation.

        With the argument "tree", row records include the tree in brackets and cards show the tree;
        with "explain", cards show what the metrics counted.
        """
        return {
            "scores": View(_row_tables, _row_records),
            "cards": View(_card_tables, _card_records, _cards, _card_lines),
        }

    def summary(self) -> str:
        """Return one line with the number of permutations and their mean."""
        means = [f"{name} {mean:.{DIGITS}f}" for name, mean in self.mean.items()][:3]
        more = ", …" * (len(self.mean) > 3)
        return f"{counted(self.sentence_count, 'permutation')}, mean {', '.join(means)}{more}"

    def rows(self) -> Iterator[list[float]]:
        """Iterate over the scores of each permutation."""
        return iter(self.scores["score"].tolist())

    def cards(self, *, tree: bool = False, explain: bool = False) -> Iterator[PermutationCard]:
        """Iterate over the permutations, each as a card with all details."""
        for row, (line, values) in enumerate(zip(self.lines, self.rows(), strict=True)):
            scores = dict(zip(self.metrics, values, strict=True))
            yield PermutationCard(line, self.permutations[row], scores, tree, explain)

    @property
    def note(self) -> str | None:
        """The number of permutations left out of the mean, as a sentence, or None."""
        if not self.undefined_count:
            return None
        return (
            f"{self.undefined_count} of {counted(self.sentence_count, 'line')} without words: "
            "order undefined, left out of the mean"
        )

    def kept_sentences(self) -> ScoredPermutations:
        """Return the single permutations.

        Raises:
            UsageError: The result was loaded from a document without them.
        """
        if self.sentences is None:
            raise UsageError(
                "these scores have no sentence-level data: their document was saved without ",
                Argument("sentences", "True"),
            )
        return self.sentences


def row_table(
    names: Sequence[str], rows: Sequence[Sequence[Cell]], note: str | None = None
) -> Table:
    """Build the table of lines, lengths and scores."""
    columns = [Column("line", min_width=6), Column("n", min_width=4)]
    columns += [Column(name, digits=DIGITS) for name in names]
    return Table(columns, rows, note=note)


def mean_row(scores: PermutationScores) -> list[Cell]:
    """Return the row of means."""
    return ["mean", None, *scores.mean.values()]


def rows_of(scores: PermutationScores) -> Iterator[list[Cell]]:
    """Iterate over the rows: line, number of words and scores."""
    lengths = scores.permutations.lengths.tolist()
    for line, n, values in zip(scores.lines, lengths, scores.rows(), strict=True):
        yield [str(line), n, *values]


def _row_tables(result: PermutationScores, *_: str, top: int | None = None) -> list[Table]:
    rows = [] if result.sentences is None else list(rows_of(result))[:top]
    return [row_table(result.metrics, [*rows, mean_row(result)], result.note)]


def _row_records(result: PermutationScores, *wanted: str, top: int | None = None) -> Records:
    scores = result.scores["score"][:top]
    columns: dict[str, Any] = {"n": result.permutations.lengths[:top]}
    columns |= dict(zip(result.metrics, scores.T, strict=True))
    types: dict[str, type] = {"n": int, **dict.fromkeys(result.metrics, float)}
    if _checked(wanted, "tree"):
        types["tree"] = str
        columns["tree"] = [
            result.permutations[row].tree().to_brackets() if n else None
            for row, n in enumerate(columns["n"])
        ]
    return Records(types, columns)


def _cards(
    result: PermutationScores, *wanted: str, top: int | None = None
) -> list[PermutationCard]:
    _checked(wanted, "tree", "explain")
    return list(result.cards(tree="tree" in wanted, explain="explain" in wanted))[:top]


def _card_tables(result: PermutationScores, *wanted: str, top: int | None = None) -> list[Table]:
    return [card.table() for card in _cards(result, *wanted, top=top)]


def _card_records(result: PermutationScores, *wanted: str, top: int | None = None) -> Records:
    return _row_records(result, *(["tree"] if "tree" in wanted else []), top=top)


def _card_lines(result: PermutationScores, *_: str, top: int | None = None) -> tuple[int, ...]:
    return result.lines[:top]


def _checked(wanted: Sequence[str], *known: str) -> bool:
    """Whether anything is wanted; reject unknown names."""
    for name in wanted:
        if name not in known:
            raise UsageError.unknown("part of the view", name, known)
    return bool(wanted)
