"""Scores of permutations: computed in bounded memory, as views, and each in detail."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self, cast

import numpy as np

from wordorder.errors import Argument, UsageError, expect
from wordorder.ordering.metrics import METRICS, select_metrics
from wordorder.ordering.scores import OperatorScore, ordering_scores
from wordorder.output.codec import SENTENCES, Count
from wordorder.output.grid import Grid, Layout
from wordorder.output.progress import Meter, as_meter, follow_files
from wordorder.output.records import Records
from wordorder.output.results import Result
from wordorder.output.tables import Cell, Column, Table, render
from wordorder.output.views import View
from wordorder.output.wording import counted, number_text, signature
from wordorder.permutation.batch import PermutationBatch
from wordorder.permutation.files import read_permutations
from wordorder.text.source import Input, is_input

if TYPE_CHECKING:
    from wordorder.permutation.permutation import Permutation

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
        """Return the scores with what each metric rewards or counted, wrapped to the width."""
        if self.explained and len(self.permutation):
            from wordorder.ordering.explanation import count_permutation

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
        """Return the text for a screen of this width, with a final line end."""
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


LineScores = Annotated[Grid, Layout("line", "metric", columns={"score": float})]


class RankedLines(NamedTuple):
    """Permutations with their scores, as plain data.

    Attributes:
        ranks: The position of each word of each permutation, counting from 0.
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
            raise ValueError("the numbers of permutations and scores differ")

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
        rows = [row for row, line in enumerate(self.scores.axes["line"]) if line in lines]
        chosen = PermutationBatch.from_permutations(self.permutations[row] for row in rows)
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
        undefined_count: The number of permutations without words, whose order is undefined.
        mean: For each metric, the mean of all defined scores since the first line.
        sentences: The single permutations and their scores; None if the result was loaded without
            them.

    Examples:
        >>> from wordorder.ordering import score_permutations
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
        select_metrics(self.metrics)  # rejects unknown names
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
        """Return two views: rows with their mean, and a card for each permutation.

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


# Permutation files scored in bounded memory.


def score_permutations(
    source: Input | PermutationBatch | Iterable[PermutationBatch],
    metrics: str | Iterable[str] = "all",
    *,
    beta: float = 0.6,
    gamma: float = 0.0,
    op_score: OperatorScore = None,
    order: bool = False,
    threads: int | None = None,
    progress: bool | Meter = False,
) -> Generator[PermutationScores, None, None]:
    r"""Score permutations, one per line of a file, in bounded memory.

    Args:
        source: A file, stream or Arrow column, as in `read_permutations`, or one or several
            batches.
        metrics: `"all"`, one name, or several; this and the next arguments as in `ordering_scores`.
        beta: Weight of a node's own operator in `pet` and `pef`.
        gamma: Score of the inverted operator ⟨2,1⟩ in `pet` and `pef`.
        op_score: Operator scores to use instead.
        order: Whether the lines are orders (the word at each position), to be converted to ranks.
        threads: Number of threads; by default one per processor.
        progress: Whether to show progress.

    Yields:
        The scores of consecutive permutations, at least once; the last item has the mean of all.
        `PermutationScores.join` combines them.

    Raises:
        InputError: The file cannot be read, or a line is not a permutation.
        UsageError: An unknown metric, or a weight outside [0, 1]; raised immediately.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "permutations.txt")
        ...     _ = file.write_text("2 4 1 3\n1 2\n")
        ...     for scores in score_permutations(file, ["kendall", "pef"]):
        ...         print(scores.records().text("tsv"), end="")
        n	kendall	pef
        4	0.5	0.0
        2	1.0	1.0
    """
    names = select_metrics(metrics)
    options: dict[str, Any] = {
        "beta": beta,
        "gamma": gamma,
        "op_score": op_score,
        "threads": threads,
    }
    ordering_scores([], [0], names, **options)  # rejects invalid options before reading anything
    worth = f"gamma:{number_text(gamma)}"
    if op_score is not None:
        worth = f"op_score:{getattr(op_score, '__name__', op_score)}"
    run = _Run(names, options, signature([f"beta:{number_text(beta)}", worth]))
    if is_input(source):
        return run.score_file(source, order, as_meter(progress))
    batches = [source] if isinstance(source, PermutationBatch) else source
    return run.score(cast("Iterable[PermutationBatch]", batches))


class _Run:
    """Scores batches one by one, and keeps the sums for the mean."""

    def __init__(self, names: tuple[str, ...], options: dict[str, Any], signature: str) -> None:
        self._names = names
        self._options = options
        self._signature = signature
        self._sums = np.zeros(len(names))
        self._lines = self._defined = 0

    def score_file(
        self, file: Input, order: bool, meter: Meter
    ) -> Generator[PermutationScores, None, None]:
        with (
            follow_files(meter, "scoring", [file]) as advance,
            closing(read_permutations(file, order=order, on_bytes=advance)) as batches,
        ):
            yield from self.score(batches)

    def score(
        self, batches: Iterable[PermutationBatch]
    ) -> Generator[PermutationScores, None, None]:
        anything = False
        for batch in batches:
            yield self._scored(batch)
            anything = True
        if not anything:
            yield self._scored(PermutationBatch(np.empty(0, np.int32), np.zeros(1, np.int64)))

    def _scored(self, batch: PermutationBatch) -> PermutationScores:
        expect(batch, PermutationBatch, "source")
        scores = ordering_scores(batch.values, batch.offsets, self._names, **self._options)
        self._lines += len(batch)
        self._defined += int(np.count_nonzero(batch.lengths))
        self._sums += [np.nansum(column) for column in scores.values()]
        means = self._sums / self._defined if self._defined else self._sums * np.nan
        lines = range(batch.first_line, batch.first_line + len(batch))
        columns = np.array(list(scores.values())).reshape(len(scores), len(batch)).T
        return PermutationScores(
            self._signature,
            self._lines,
            self._lines - self._defined,
            dict(zip(self._names, means.tolist(), strict=True)),
            ScoredPermutations(
                batch, Grid.of({"line": lines, "metric": self._names}, score=columns)
            ),
        )
