"""The scores of permutations, and their views."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from wordorder.arrays import as_int64
from wordorder.errors import Argument, UsageError
from wordorder.ordering.metrics import select_metrics
from wordorder.ordering.permutation_cards import DIGITS, PermutationCard
from wordorder.output import Column, Records, Result, Table, View, counted
from wordorder.output.documents import read_count, read_figure, read_text
from wordorder.permutation import PermutationBatch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.output import Cell


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PermutationScores(Result):
    """The scores of some permutations, and the mean over these and all previous ones.

    Attributes:
        signature: The settings that determine the scores.
        lines: The line of each permutation.
        permutations: The permutations.
        scores: For each metric the score of each permutation, NaN if it has no words.
        mean: For each metric the mean of all defined scores since the first line.
        sentence_count: The number of permutations so far.
        undefined_count: The number of these without words, so that their order is undefined.

    Examples:
        >>> from wordorder import score_permutations
        >>> batch = PermutationBatch.from_permutations([[1, 0], [0], []])
        >>> (scores,) = score_permutations(batch, "kendall,ulam")
        >>> scores
        <PermutationScores: 3 permutations, mean kendall 0.5000, ulam 0.5000>
        >>> scores.scores["kendall"].tolist()
        [0.0, 1.0, nan]
    """

    SCHEMA: ClassVar[str] = "permutation-scores/1"

    signature: str
    lines: NDArray[np.int64]
    permutations: PermutationBatch
    scores: Mapping[str, NDArray[np.float64]]
    mean: Mapping[str, float]
    sentence_count: int
    undefined_count: int

    @classmethod
    def join(cls, parts: Sequence[PermutationScores]) -> PermutationScores:
        """Join consecutive parts of one run."""
        if not parts:
            raise UsageError("no parts to join")
        last = parts[-1]
        return cls(
            last.signature,
            np.concatenate([part.lines for part in parts]),
            PermutationBatch.join([part.permutations for part in parts]),
            {name: np.concatenate([part.scores[name] for part in parts]) for name in last.scores},
            last.mean,
            last.sentence_count,
            last.undefined_count,
        )

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
        return iter(np.column_stack(list(self.scores.values())).tolist())

    def cards(self, *, tree: bool = False, explain: bool = False) -> Iterator[PermutationCard]:
        """Iterate over the permutations, each as a card with all details."""
        self.refuse_missing()
        for row, (line, values) in enumerate(zip(self.lines.tolist(), self.rows(), strict=True)):
            scores = dict(zip(self.scores, values, strict=True))
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

    def refuse_missing(self) -> None:
        """Check that the single permutations were kept.

        Raises:
            UsageError: The result was loaded from a document without them.
        """
        if self.sentence_count and not len(self.lines):
            raise UsageError(
                "these scores have no sentence-level data: their document was saved without ",
                Argument("sentences", "True"),
            )

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """The document's content apart from schema and signature."""
        made: dict[str, Any] = {
            "sentence_count": self.sentence_count,
            "undefined_count": self.undefined_count,
            "metrics": list(self.scores),
            "mean": dict(self.mean),
        }
        if sentences:
            self.refuse_missing()
            made["sentences"] = [
                {
                    "line": line,
                    "ranks": self.permutations[row].ranks.tolist(),
                    "scores": dict(zip(self.scores, values, strict=True)),
                }
                for row, (line, values) in enumerate(
                    zip(self.lines.tolist(), self.rows(), strict=True)
                )
                if sentences is True or (not isinstance(sentences, bool) and line in sentences)
            ]
        return made

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the result from its document."""
        metrics = select_metrics(content["metrics"])
        if not metrics:
            raise ValueError("there are no metrics")
        kept = content.get("sentences", [])
        return cls(
            read_text(content["signature"]),
            as_int64([sentence["line"] for sentence in kept], "lines"),
            PermutationBatch.from_permutations(sentence["ranks"] for sentence in kept),
            {
                name: np.array(
                    [read_figure(sentence["scores"][name]) for sentence in kept], np.float64
                )
                for name in metrics
            },
            {name: read_figure(content["mean"][name]) for name in metrics},
            read_count(content["sentence_count"]),
            read_count(content["undefined_count"]),
        )


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
    for line, n, values in zip(scores.lines.tolist(), lengths, scores.rows(), strict=True):
        yield [str(line), n, *values]


def _row_tables(result: PermutationScores, *_: str, top: int | None = None) -> list[Table]:
    rows = [*list(rows_of(result))[:top], mean_row(result)]
    return [row_table(list(result.scores), rows, result.note)]


def _row_records(result: PermutationScores, *wanted: str, top: int | None = None) -> Records:
    result.refuse_missing()
    columns: dict[str, Any] = {"n": result.permutations.lengths[:top]}
    columns |= {name: column[:top] for name, column in result.scores.items()}
    types: dict[str, type] = {"n": int, **dict.fromkeys(result.scores, float)}
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


def _card_lines(result: PermutationScores, *_: str, top: int | None = None) -> list[int]:
    return [int(line) for line in result.lines[:top]]


def _checked(wanted: Sequence[str], *known: str) -> bool:
    """Whether anything is wanted; reject unknown names."""
    for name in wanted:
        if name not in known:
            raise UsageError.unknown("part of the view", name, known)
    return bool(wanted)
