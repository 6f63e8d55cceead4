"""Profiles of corpora, and their views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import isfinite, nan
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from wordorder.corpus.summary import RowCounts
from wordorder.errors import UsageError
from wordorder.output.codec import Count, Level
from wordorder.output.console import visible
from wordorder.output.grid import DIFFERENCE, ESTIMATE, Grid, Layout, pair_labels
from wordorder.output.results import Result
from wordorder.output.tables import Cell, Column, Estimate, Table
from wordorder.output.views import Field, View, difference_table, fields, row_view, side_by_side
from wordorder.output.wording import counted, listed
from wordorder.reorderings.analysis_result import CorpusReorderings
from wordorder.reorderings.patterns import width_name

Rows: TypeAlias = "Iterator[tuple[Cell, ...]]"

Kind = Literal["mean", "total"]
"""Kinds of measures of a corpus: means of outputs over sentence pairs, or ratios of totals."""
KINDS: tuple[Kind, ...] = get_args(Kind)

TITLES: Mapping[str, str] = {
    "mean": "Means over sentence pairs",
    "total": "Reordering, all sentence pairs together",
}

PERCENTS = 101
"""Number of quantiles that are kept: from 0% to 100%."""

_SHOWN_PERCENTS = {0: "min", 5: "5%", 25: "25%", 50: "median", 75: "75%", 95: "95%", 100: "max"}
_NO_LINKS = "no corpus has links, so there are no reorderings to show"
_NO_PAIRS = Table([Column("measure", "left")], [], note="one corpus: there is nothing to compare")


@dataclass(frozen=True, slots=True, eq=False)
class ProfiledCorpus:
    """The figures of one corpus.

    Attributes:
        signature: Everything that determines the figures of a row; empty if unknown.
        fragments: Number of fragments.
        missing: Number of fragments that are missing.
        counts: The number of rows of each kind; figures are based on rows written.
        meanings: The meaning of each output.
        outputs: The mean of each output over the sentence pairs where it is defined, with its
            interval; the number of these pairs; and whether its values are whole numbers.
        quantiles: The smallest value of each output, the values that 1%, 2%, … of its values do not
            exceed, and the largest; NaN if it is never defined.
        reorderings: The reordering analysis; None without links, or without rows.
    """

    signature: str
    fragments: Count
    missing: Count
    counts: RowCounts
    meanings: Mapping[str, str]
    outputs: Annotated[Grid, Layout("output", columns={**ESTIMATE, "count": int, "whole": bool})]
    quantiles: Annotated[Grid, Layout("output", "percent", columns={"value": float})]
    reorderings: CorpusReorderings | None

    def __post_init__(self) -> None:
        for labels in (tuple(self.meanings), self.quantiles.axes["output"]):
            if labels != self.names:
                raise ValueError("meanings, figures and quantiles are of different outputs")
        if self.quantiles.axes["percent"] != tuple(range(PERCENTS)):
            raise ValueError(f"expected {PERCENTS} quantiles")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the outputs."""
        return self.outputs.names("output")

    def measures(self, kind: Kind) -> dict[str, Estimate]:
        """Return the measures of one kind, by name."""
        if kind == "mean":
            return {name: self.outputs.estimate(output=name) for name in self.names}
        return {} if self.reorderings is None else dict(self.reorderings.measures)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CorpusProfile(Result):
    """The amount, distances and shapes of reordering in corpora, and distributions of outputs.

    Attributes:
        corpora: The figures of each corpus, by name.
        differences: All pairs of corpora, compared in all measures of each kind (`mean` and
            `total`): second minus first; NaN where one of them lacks the measure.
        holm: Whether tables show p-values corrected for the number of pairs.
        confidence: Confidence level of the intervals.
        signature: Everything that determines the figures.
    """

    SCHEMA: ClassVar[str] = "corpus-profile/2"

    corpora: Mapping[str, ProfiledCorpus]
    differences: Mapping[str, Annotated[Grid, Layout("pair", "measure", columns=DIFFERENCE)]]
    holm: bool
    confidence: Level
    signature: str

    def __post_init__(self) -> None:
        if not self.corpora:
            raise ValueError("no corpora")
        for kind, grid in self.differences.items():
            if kind not in KINDS:
                raise ValueError(f"unknown kind {kind!r:.40}")
            if grid.axes["pair"] != pair_labels(list(self.corpora)):
                raise ValueError("the differences are not of these corpora")

    @property
    def corpus(self) -> ProfiledCorpus:
        """The figures of the only corpus.

        Raises:
            UsageError: There are several corpora.
        """
        if len(self.corpora) > 1:
            raise UsageError(f"there are {len(self.corpora)} corpora: choose one of `corpora`")
        return next(iter(self.corpora.values()))

    @property
    def outputs(self) -> tuple[str, ...]:
        """The outputs of all corpora, in order, each once."""
        return tuple(
            dict.fromkeys(name for corpus in self.corpora.values() for name in corpus.names)
        )

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Return views: measures, quantiles, differences, kinds of reordering, and counts."""
        return _VIEWS

    def summary(self) -> str:
        """Return a one-line summary."""
        parts = []
        for name, corpus in self.corpora.items():
            part = f"{visible(name)}: {counted(corpus.counts.written, 'sentence pair')}, "
            if corpus.reorderings is None:
                part += counted(len(corpus.names), "output")
            else:
                part += f"rquantity {corpus.reorderings.measures['rquantity'].value:.3f}"
            parts.append(part)
        return "; ".join(parts)


def _measure_tables(result: CorpusProfile) -> list[Table]:
    """Return measures in rows, corpora side by side: means of outputs, then ratios of totals."""
    means = {name: corpus.measures("mean") for name, corpus in result.corpora.items()}
    totals = {name: _totals(corpus) for name, corpus in result.corpora.items()}
    tables = [side_by_side(means, result.confidence, title=TITLES["mean"], note=_note(result))]
    if any(totals.values()):
        note = _reordering_note(result)
        tables.append(side_by_side(totals, result.confidence, title=TITLES["total"], note=note))
    return tables


def _totals(corpus: ProfiledCorpus, *, anticipation: bool = False) -> dict[str, Estimate]:
    return {
        name: estimate
        for name, estimate in corpus.measures("total").items()
        if name.startswith("anticipation") == anticipation
    }


def _note(result: CorpusProfile) -> str:
    lines = [f"{name}: {_size(corpus)}" for name, corpus in result.corpora.items()]
    lacking = [
        output
        for output in result.outputs
        if any(output not in corpus.names for corpus in result.corpora.values())
    ]
    if lacking:
        lines.append(f"not in all corpora, so compared only where they are: {listed(lacking)}")
    if undefined := [name for name in result.outputs if _is_undefined_somewhere(result, name)]:
        lines.append(f"undefined in some pairs, which the mean leaves out: {listed(undefined)}")
    return "\n".join(lines)


def _is_undefined_somewhere(result: CorpusProfile, output: str) -> bool:
    """Return whether some, but not all, usable pairs of a corpus lack the output."""
    return any(
        0
        < corpus.outputs.figure("count", output=output)
        < corpus.counts.written - corpus.counts.null
        for corpus in result.corpora.values()
        if output in corpus.names
    )


def _size(corpus: ProfiledCorpus) -> str:
    counts = corpus.counts
    size = counted(counts.written, "sentence pair")
    if counts.null and not counts.filtered:  # a condition drops nulls
        size += f", {counts.null:,} of them null"
    if corpus.missing:
        size += f"; {counted(corpus.missing, 'fragment')} missing"
    return size


def _reordering_note(result: CorpusProfile) -> str | None:
    inferred = [name for name, analysis in _analyses(result).items() if analysis.lengths_inferred]
    if not inferred:
        return None
    from wordorder.reorderings.inputs import INFERRED_NOTE

    which = "" if len(inferred) == len(result.corpora) else f"{listed(inferred)}: "
    return which + INFERRED_NOTE


def _by_measure(result: CorpusProfile) -> Rows:
    for name, corpus in result.corpora.items():
        written = corpus.counts.written
        for measure, estimate in corpus.measures("mean").items():
            defined = int(corpus.outputs.figure("count", output=measure))
            yield (name, "mean", measure, *estimate, defined, written)
        for measure, estimate in corpus.measures("total").items():
            yield (name, "total", measure, *estimate, None, written)


def _anticipation_tables(result: CorpusProfile) -> list[Table]:
    measures = {name: _totals(corpus, anticipation=True) for name, corpus in result.corpora.items()}
    note = _reordering_note(result) if any(measures.values()) else _NO_LINKS
    return [side_by_side(measures, result.confidence, note=note)]


def _by_anticipation(result: CorpusProfile) -> Rows:
    for name, corpus in result.corpora.items():
        for measure, estimate in _totals(corpus, anticipation=True).items():
            kind, _, k = measure.partition("@")
            yield (name, kind, int(k), *estimate)


def _quantile_tables(result: CorpusProfile) -> list[Table]:
    """Return outputs in rows; for several corpora, a table for each output, corpora in rows."""
    if len(result.corpora) == 1:
        corpus = result.corpus
        rows = [(name, *_shown_quantiles(corpus, name)) for name in corpus.names]
        return [_table_of_quantiles("output", rows)]
    return [
        _table_of_quantiles(
            output,
            [
                (name, *_shown_quantiles(corpus, output))
                for name, corpus in result.corpora.items()
                if output in corpus.names
            ],
        )
        for output in result.outputs
    ]


def _table_of_quantiles(heading: str, rows: list[tuple[Cell, ...]]) -> Table:
    shown = [Column(name, digits=3) for name in _SHOWN_PERCENTS.values()]
    return Table([Column(heading, "left"), *shown], rows)


def _shown_quantiles(corpus: ProfiledCorpus, output: str) -> list[Cell]:
    values = corpus.quantiles.at(output=output)[list(_SHOWN_PERCENTS)].tolist()
    whole = corpus.outputs.at("whole", output=output)
    return [int(value) if whole and isfinite(value) else value for value in values]


def _by_quantile(result: CorpusProfile) -> Rows:
    """Yield all quantiles."""
    for name, corpus in result.corpora.items():
        for row in corpus.quantiles.records().rows():
            yield (name, *row)


def _compared(result: CorpusProfile) -> list[tuple[tuple[str, str], str, str]]:
    """Return the pairs of corpora with the kinds and names of all measures that both have."""
    has = {
        name: {(kind, measure) for kind in KINDS for measure in corpus.measures(kind)}
        for name, corpus in result.corpora.items()
    }
    measures = dict.fromkeys(
        (kind, measure)
        for own in has.values()
        for kind, grid in result.differences.items()
        for measure in grid.names("measure")
        if (kind, measure) in own
    )
    return [
        ((first, second), *measure)
        for first, second in pair_labels(list(result.corpora))
        for measure in measures
        if measure in has[first] and measure in has[second]
    ]


def _difference_tables(result: CorpusProfile) -> list[Table]:
    """Return tables with measures in rows, pairs of corpora side by side."""
    compared = _compared(result)
    p = "p_holm" if result.holm else "p"
    corrected = ", corrected for the number of pairs" if result.holm else ""
    tables = []
    for kind in dict.fromkeys(kind for _, kind, _ in compared):
        grid = result.differences[kind]
        pairs = dict.fromkeys(pair for pair, other, _ in compared if other == kind)
        measures = dict.fromkeys(measure for _, other, measure in compared if other == kind)
        figures = {
            measure: {
                " → ".join(pair): (
                    grid.figure(pair=pair, measure=measure),
                    grid.figure(p, pair=pair, measure=measure),
                )
                for pair in pairs
            }
            for measure in measures
        }
        head = Column("measure", "left")
        note = f"second minus first; p from a bootstrap of both corpora{corrected}"
        tables.append(
            difference_table(
                figures, head=head, digits=4, joined=True, title=TITLES[kind], note=note
            )
        )
    return tables or [_NO_PAIRS]


def _by_difference(result: CorpusProfile) -> Rows:
    for pair, kind, measure in _compared(result):
        grid = result.differences[kind]
        figures = (grid.figure(name, pair=pair, measure=measure) for name in DIFFERENCE)
        yield (*pair, kind, measure, *figures)


def _by_count(result: CorpusProfile) -> Rows:
    for name, corpus in result.corpora.items():
        yield (name, *corpus.counts, corpus.fragments, corpus.missing)


def _analyses(result: CorpusProfile) -> dict[str, CorpusReorderings]:
    return {
        name: corpus.reorderings
        for name, corpus in result.corpora.items()
        if corpus.reorderings is not None
    }


def _distance_tables(result: CorpusProfile) -> list[Table]:
    """Return a table of widths, with their shares of the reorderings of each corpus."""
    corpora = _analyses(result)
    widths = sorted({width for analysis in corpora.values() for width in analysis.widths})
    rows: list[list[Cell]] = [
        [width_name(width), *(_share(analysis, width) for analysis in corpora.values())]
        for width in widths
    ]
    note = "share of the reorderings that span this many source words"
    return [Table(_columns("width", corpora), rows, note=note if corpora else _NO_LINKS)]


def _by_distance(result: CorpusProfile) -> Rows:
    for name, analysis in _analyses(result).items():
        for width, count in sorted(analysis.widths.items()):
            yield (name, width_name(width), count, _share(analysis, width))


def _share(corpus: CorpusReorderings, width: int) -> float:
    return corpus.widths.get(width, 0) / corpus.reorderings if corpus.reorderings else nan


def _columns(first: str, corpora: Mapping[str, CorpusReorderings]) -> list[Column]:
    return [Column(first, "left"), *(Column(name, digits=3) for name in corpora)]


def _shape_tables(result: CorpusProfile, *, top: int | None = None) -> list[Table]:
    """Return a table of operators, the most frequent in all corpora together first."""
    corpora = _analyses(result)
    totals: Counter[str] = Counter()
    for analysis in corpora.values():
        totals.update(analysis.operators)
    operators = sorted(totals, key=lambda operator: (-totals[operator], operator))
    rows: list[list[Cell]] = [
        [operator, *(_per_thousand(analysis, operator) for analysis in corpora.values())]
        for operator in operators[:top]
    ]
    note = "nodes of permutation trees that no swaps explain, per 1,000 sentence pairs"
    return [Table(_columns("operator", corpora), rows, note=note if corpora else _NO_LINKS)]


def _by_shape(result: CorpusProfile, *, top: int | None) -> Rows:
    for name, analysis in _analyses(result).items():
        for operator, count in list(analysis.operators.items())[:top]:
            yield (name, operator, count, _per_thousand(analysis, operator))


def _per_thousand(corpus: CorpusReorderings, operator: str) -> float:
    return 1000 * corpus.operators.get(operator, 0) / corpus.sentence_count


def _view(tables: Callable[..., list[Table]], rows: Callable[..., Rows], *columns: Field) -> View:
    """Return a view whose records do not have the rows of its tables."""
    return replace(row_view(columns, rows), tables=tables)


_CORPUS = Field("corpus", str, align="left")
_ESTIMATE = fields(float, *ESTIMATE)

_VIEWS = {
    "measures": _view(
        _measure_tables,
        _by_measure,
        _CORPUS,
        *fields(str, "kind", "measure"),
        *_ESTIMATE,
        *fields(int, "defined", "sentences"),
    ),
    "quantiles": _view(
        _quantile_tables,
        _by_quantile,
        _CORPUS,
        *(Field("output", str), Field("percent", int), Field("value", float)),
    ),
    "differences": _view(
        _difference_tables,
        _by_difference,
        *fields(str, "first", "second", "kind", "measure"),
        *fields(float, "difference", "low", "high", "p_value", "p_holm"),
    ),
    "distances": _view(
        _distance_tables,
        _by_distance,
        _CORPUS,
        *(Field("width", str), Field("reorderings", int), Field("share", float)),
    ),
    "shapes": _view(
        _shape_tables,
        _by_shape,
        _CORPUS,
        *(Field("operator", str), Field("nodes", int), Field("per_1000_sentences", float)),
    ),
    "anticipation": _view(
        _anticipation_tables,
        _by_anticipation,
        _CORPUS,
        *(Field("measure", str), Field("k", int), *_ESTIMATE),
    ),
    "counts": row_view(
        [_CORPUS, *fields(int, *RowCounts._fields), *fields(int, "fragments", "missing")],
        _by_count,
    ),
}
