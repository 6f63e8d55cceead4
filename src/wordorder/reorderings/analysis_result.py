"""The result of the reordering analysis, and its views."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, NamedTuple, TypeAlias

from wordorder.errors import Argument, UsageError
from wordorder.output.codec import Bounds, Count, Level, derived
from wordorder.output.console import visible
from wordorder.output.results import Result
from wordorder.output.tables import Cell, Estimate, Table
from wordorder.output.views import Field, View, fields, row_view, side_by_side
from wordorder.output.wording import counted
from wordorder.reorderings.batch import WIDTH_CLASSES
from wordorder.reorderings.patterns import Pattern, width_name

Rows: TypeAlias = "Iterator[tuple[Cell, ...]]"

OF_TREES = ("label", "pattern")
"""The views that need syntax trees."""


class LengthBin(NamedTuple):
    """The RQuantity of sentences with a target length from `shortest` to `longest`.

    Attributes:
        shortest: The least number of target words.
        longest: The greatest; None if there is no limit.
        sentence_count: Number of sentence pairs.
        rquantity: Their mean RQuantity, with its interval.
    """

    shortest: Count
    longest: Count | None
    sentence_count: Count
    rquantity: Estimate


@dataclass(frozen=True, slots=True)
class CorpusReorderings:
    """The reorderings of one corpus.

    Attributes:
        sentence_count: Number of sentence pairs.
        left_out: Number of sentence pairs that could not be used.
        measures: Measures by name, with intervals.
        lengths: RQuantity by target length.
        widths: Number of reorderings of each source width; more than 30 words are counted as 31.
        operators: The simple permutations found, such as `2 4 1 3`, most frequent first.
        patterns: Parent, A and B of syntactic reorderings, most frequent first.
        label_widths: For each label of block A, the number of reorderings of each width.
        bundle: Mean number of sentences resampled together for the intervals, rounded up: 1 up to
            32,768 sentences; beyond, they are bundled by a hash of file and line.
        confidence: Confidence level of the intervals.
        lengths_inferred: Whether target lengths are only inferred from the links.
        sets: The same figures for each set of sentences, if sets were given.
    """

    sentence_count: Annotated[int, Bounds(least=1)]
    left_out: Count
    measures: Mapping[str, Estimate]
    lengths: tuple[LengthBin, ...]
    widths: Mapping[int, Count]
    operators: Mapping[str, Count]
    patterns: tuple[Pattern, ...]
    label_widths: Mapping[str, Mapping[int, Count]]
    bundle: Count
    confidence: Level
    lengths_inferred: bool = False
    sets: Mapping[str, CorpusReorderings] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if "rquantity" not in self.measures:
            raise ValueError("the measures lack rquantity")
        if {pattern.a for pattern in self.patterns} != set(self.label_widths):
            raise ValueError("labels and patterns contradict each other")

    @derived
    def reorderings(self) -> int:
        """Number of reorderings."""
        return sum(self.widths.values())

    @property
    def counted(self) -> str:
        """The numbers of sentence pairs and reorderings, as text."""
        pairs = counted(self.sentence_count, "sentence pair")
        return f"{pairs}, {counted(self.reorderings, 'reordering')}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ReorderingAnalysis(Result):
    """The reorderings of one or more corpora.

    Attributes:
        corpora: The results of each corpus, by name.
        signature: Everything that determines the figures.
    """

    SCHEMA: ClassVar[str] = "reorderings-analysis/3"

    corpora: Mapping[str, CorpusReorderings]
    signature: str

    def __post_init__(self) -> None:
        if not self.corpora:
            raise ValueError("no corpora")

    @property
    def corpus(self) -> CorpusReorderings:
        """The results of the only corpus.

        Raises:
            UsageError: There are several corpora.
        """
        if len(self.corpora) > 1:
            raise UsageError(f"there are {len(self.corpora)} corpora: choose one of `corpora`")
        return next(iter(self.corpora.values()))

    @property
    def has_sets(self) -> bool:
        """Whether there are figures for sets of sentences."""
        return any(corpus.sets for corpus in self.corpora.values())

    def parts(self) -> list[tuple[str, str | None, CorpusReorderings]]:
        """Return every corpus by name, or its sets if there are any."""
        return [
            (name, label, part)
            for name, corpus in self.corpora.items()
            for label, part in corpus.sets.items() or [(None, corpus)]
        ]

    @property
    def with_trees(self) -> bool:
        """Whether any corpus has syntax trees."""
        return any("syntactic" in corpus.measures for corpus in self.corpora.values())

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Return the views of measures, lengths, widths, labels, patterns and operators."""
        return _VIEWS

    def summary(self) -> str:
        """Return a one-line summary."""
        return "; ".join(
            f"{visible(name)}: {corpus.counted}, rquantity {corpus.measures['rquantity'].value:.3f}"
            for name, corpus in self.corpora.items()
        )


def refuse_without_trees(views: Collection[str], *, with_trees: bool) -> None:
    """Reject views that need trees if there are none.

    Raises:
        UsageError: One of the views needs trees.
    """
    for view in OF_TREES:
        if view in views and not with_trees:
            raise UsageError(
                Argument("view", view), " needs syntax trees: give them with ", Argument("trees")
            )


def _measure_tables(result: ReorderingAnalysis) -> list[Table]:
    """Tabulate measures, corpora side by side; or for each corpus, its sets side by side."""
    if not result.has_sets:
        return [_side_by_side(result.corpora)]
    several = len(result.corpora) > 1
    return [
        _side_by_side(corpus.sets or {name: corpus}, name if several else None)
        for name, corpus in result.corpora.items()
    ]


def _side_by_side(corpora: Mapping[str, CorpusReorderings], title: str | None = None) -> Table:
    notes = [f"{name}: {corpus.counted}" for name, corpus in corpora.items()]
    inferred = [name for name, corpus in corpora.items() if corpus.lengths_inferred]
    if inferred:
        which = "" if len(inferred) == len(corpora) else f"{', '.join(inferred)}: "
        from wordorder.reorderings.inputs import INFERRED_NOTE

        notes.append(which + INFERRED_NOTE)
    return side_by_side(
        {name: corpus.measures for name, corpus in corpora.items()},
        {name: corpus.confidence for name, corpus in corpora.items()},
        title=title,
        note="\n".join(notes),
    )


def _by_measure(result: ReorderingAnalysis) -> Rows:
    for name, label, corpus in result.parts():
        for measure, estimate in corpus.measures.items():
            yield (name, label, measure, *estimate, corpus.sentence_count, corpus.left_out)


def _by_length(result: ReorderingAnalysis) -> Rows:
    for name, label, corpus in result.parts():
        for shortest, longest, sentences, rquantity in corpus.lengths:
            ends = f"{shortest}+" if longest is None else f"{shortest}–{longest}"
            yield (name, label, ends, sentences, *rquantity)


def _by_width(result: ReorderingAnalysis) -> Rows:
    for name, label, corpus in result.parts():
        for width, count in corpus.widths.items():
            per_100 = 100 * count / corpus.sentence_count
            share = count / corpus.reorderings
            yield (name, label, width_name(width), count, per_100, share)


def _by_label(result: ReorderingAnalysis, *, top: int | None) -> Rows:
    """Yield the labels of first blocks, with their widths."""
    for name, of_set, corpus in _parts_with_trees(result, "label"):
        patterns: dict[str, list[Pattern]] = {label: [] for label in corpus.label_widths}
        for pattern in corpus.patterns:
            patterns[pattern.a].append(pattern)
        for label, of_label in list(patterns.items())[:top]:
            count = sum(pattern.count for pattern in of_label)
            mean = sum(pattern.count * pattern.width for pattern in of_label) / count
            classes = map(sum, zip(*map(_classes, of_label), strict=True))
            yield (name, of_set, label, count, mean, *classes)


def _by_operator(result: ReorderingAnalysis, *, top: int | None) -> Rows:
    """Yield the simple permutations in the permutation trees."""
    for name, label, corpus in result.parts():
        for operator, count in list(corpus.operators.items())[:top]:
            yield (name, label, operator, count)


def _by_pattern(result: ReorderingAnalysis, *, top: int | None) -> Rows:
    """Yield the patterns of parent and swapped blocks."""
    for name, label, corpus in _parts_with_trees(result, "pattern"):
        for pattern in corpus.patterns[:top]:
            words = pattern.example
            example = (None, None) if words is None else (words.line, f"{words.a} ↔ {words.b}")
            names = (name, label, pattern.parent, pattern.a, pattern.b)
            yield (*names, pattern.count, pattern.width, *_classes(pattern), *example)


def _by_joined_pattern(result: ReorderingAnalysis, *, top: int | None) -> Rows:
    """Like `_by_pattern`, with the three labels in one column."""
    for name, label, parent, a, b, *figures in _by_pattern(result, top=top):
        yield (name, label, f"{parent}: {a} ↔ {b}", *figures)


def _classes(pattern: Pattern) -> tuple[int, int, int]:
    return pattern.short, pattern.medium, pattern.long


def _parts_with_trees(
    result: ReorderingAnalysis, view: str
) -> list[tuple[str, str | None, CorpusReorderings]]:
    refuse_without_trees([view], with_trees=result.with_trees)
    return result.parts()


def _view(rows: Callable[..., Rows], *columns: Field) -> View:
    def unneeded(result: ReorderingAnalysis, for_people: bool) -> list[str]:
        """Leave out the name of a single corpus in tables."""
        without = ["corpus"] if for_people and len(result.corpora) == 1 else []
        return without if result.has_sets else [*without, "set"]

    return row_view([*fields(str, "corpus", "set"), *columns], rows, unneeded)


_COUNTS = [Field("reorderings", int), Field("width", float, 2), *fields(int, *WIDTH_CLASSES)]
_EXAMPLE = [Field("line", int), Field("example", str, align="left")]

_VIEWS = {
    "measures": replace(
        _view(
            _by_measure,
            *fields(str, "measure"),
            *fields(float, "value", "low", "high"),
            *fields(int, "sentences", "left_out"),
        ),
        tables=_measure_tables,
    ),
    "length": _view(
        _by_length,
        Field("target_length", str),
        Field("sentences", int),
        *fields(float, "rquantity", "low", "high", digits=3),
    ),
    "width": _view(
        _by_width,
        Field("width", str),
        Field("reorderings", int),
        Field("per_100_sentences", float, 2),
        Field("share", float, 3),
    ),
    "label": _view(_by_label, *fields(str, "label"), *_COUNTS),
    "pattern": View(
        _view(_by_joined_pattern, *fields(str, "pattern"), *_COUNTS, *_EXAMPLE).tables,
        _view(_by_pattern, *fields(str, "parent", "a", "b"), *_COUNTS, *_EXAMPLE).records,
    ),
    "operator": _view(_by_operator, *fields(str, "operator"), Field("nodes", int)),
}
