"""Profiles of corpora as tables and as records."""

from __future__ import annotations

from collections import Counter
from math import isfinite, nan
from typing import TYPE_CHECKING

from wordorder.output import Column, Estimate, Table, View, counted, interval_name, listed
from wordorder.output.row_views import Field, fields, records_of, row_view
from wordorder.reorderings.corpus import INFERRED_NOTE
from wordorder.reorderings.patterns import WIDEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wordorder.corpus.profile_result import CorpusProfile, Kind, OutputProfile, ProfiledCorpus
    from wordorder.output import Cell, Records
    from wordorder.reorderings import CorpusReorderings

    Rows = Iterator[tuple[Cell, ...]]
    Measures = Mapping[str, Mapping[str, Estimate]]

TITLES: Mapping[Kind, str] = {
    "mean": "Means over sentence pairs",
    "total": "Reordering, all sentence pairs together",
}

_UNDEFINED = Estimate(nan, nan, nan)
_SHOWN_PERCENTS = {0: "min", 5: "5%", 25: "25%", 50: "median", 75: "75%", 95: "95%", 100: "max"}
_NO_LINKS = "no corpus has links, which reorderings are found in"
_NO_PAIRS = Table([Column("measure", "left")], [], note="one corpus: there is nothing to compare")


def _measure_tables(result: CorpusProfile, *, top: int | None = None) -> list[Table]:
    """Measures in rows, corpora side by side: the means of outputs, then ratios of totals."""
    del top  # always few rows
    means = {name: one.measures("mean") for name, one in result.corpora.items()}
    totals = {name: _totals(one) for name, one in result.corpora.items()}
    tables = [_side_by_side(result, means, TITLES["mean"], _note(result))]
    if any(totals.values()):
        note = _reordering_note(result)
        tables.append(_side_by_side(result, totals, TITLES["total"], note))
    return tables


def _totals(corpus: ProfiledCorpus, *, anticipation: bool = False) -> dict[str, Estimate]:
    return {
        name: estimate
        for name, estimate in corpus.measures("total").items()
        if name.startswith("anticipation") == anticipation
    }


def _side_by_side(
    result: CorpusProfile, measures: Measures, title: str | None, note: str | None
) -> Table:
    columns = [Column("measure", "left")]
    for name in measures:
        columns += [
            Column(name, digits=3),
            Column(interval_name(result.confidence), "left", joined=True),
        ]
    rows: list[list[Cell]] = []
    for measure in dict.fromkeys(name for those in measures.values() for name in those):
        row: list[Cell] = [measure]
        for those in measures.values():
            estimate = those.get(measure, _UNDEFINED)
            row += [estimate.value, estimate.interval]
        rows.append(row)
    return Table(columns, rows, title=title, note=note)


def _note(result: CorpusProfile) -> str:
    lines = [f"{name}: {_counted(one)}" for name, one in result.corpora.items()]
    lacking = [
        output
        for output in result.outputs
        if any(output not in one.outputs for one in result.corpora.values())
    ]
    if lacking:
        lines.append(f"not in all corpora, so compared only where they are: {listed(lacking)}")
    if undefined := [name for name in result.outputs if _is_undefined_somewhere(result, name)]:
        lines.append(f"undefined in some pairs, which the mean leaves out: {listed(undefined)}")
    return "\n".join(lines)


def _is_undefined_somewhere(result: CorpusProfile, output: str) -> bool:
    """Whether pairs that can be used have no such value."""
    return any(
        0 < one.outputs[output].count < one.counts.written - one.counts.null
        for one in result.corpora.values()
        if output in one.outputs
    )


def _counted(corpus: ProfiledCorpus) -> str:
    counts = corpus.counts
    told = counted(counts.written, "sentence pair")
    if counts.null and not counts.filtered:  # a condition drops nulls
        told += f", {counts.null:,} of them null"
    if corpus.missing:
        told += f"; {counted(corpus.missing, 'fragment')} missing"
    return told


def _reordering_note(result: CorpusProfile) -> str | None:
    inferred = [
        name
        for name, one in result.corpora.items()
        if one.reorderings is not None and one.reorderings.lengths_inferred
    ]
    if not inferred:
        return None
    which = "" if len(inferred) == len(result.corpora) else f"{listed(inferred)}: "
    return which + INFERRED_NOTE


def _measure_records(result: CorpusProfile, *, top: int | None = None) -> Records:
    del top
    rows: list[tuple[Cell, ...]] = []
    for name, corpus in result.corpora.items():
        written = corpus.counts.written
        for measure, output in corpus.outputs.items():
            rows.append((name, "mean", measure, *output.mean, output.count, written))
        for measure, estimate in corpus.measures("total").items():
            rows.append((name, "total", measure, *estimate, None, written))
    columns = [
        *fields(str, "corpus", "kind", "measure"),
        *fields(float, "value", "low", "high"),
        *fields(int, "defined", "sentences"),
    ]
    return records_of(columns, rows)


def _anticipation_tables(result: CorpusProfile, *, top: int | None = None) -> list[Table]:
    del top
    measures = {name: _totals(one, anticipation=True) for name, one in result.corpora.items()}
    note = _reordering_note(result) if any(measures.values()) else _NO_LINKS
    return [_side_by_side(result, measures, None, note)]


def _anticipation_records(result: CorpusProfile, *, top: int | None = None) -> Records:
    del top
    rows = (
        (name, measure.partition("@")[0], int(measure.partition("@")[2]), *estimate)
        for name, one in result.corpora.items()
        for measure, estimate in _totals(one, anticipation=True).items()
    )
    columns = [
        *fields(str, "corpus", "measure"),
        *fields(int, "k"),
        *fields(float, "value", "low", "high"),
    ]
    return records_of(columns, rows)


def _quantile_tables(result: CorpusProfile, *, top: int | None = None) -> list[Table]:
    """Outputs in rows; of several corpora, a table for each output with the corpora in rows."""
    del top
    if len(result.corpora) == 1:
        return [_table_of_quantiles("output", result.corpus.outputs)]
    return [
        _table_of_quantiles(
            output,
            {
                name: corpus.outputs[output]
                for name, corpus in result.corpora.items()
                if output in corpus.outputs
            },
        )
        for output in result.outputs
    ]


def _table_of_quantiles(heading: str, rows: Mapping[str, OutputProfile]) -> Table:
    columns = [Column(heading, "left")]
    columns += [Column(name, digits=3) for name in _SHOWN_PERCENTS.values()]
    return Table(columns, [[name, *_shown_quantiles(one)] for name, one in rows.items()])


def _shown_quantiles(output: OutputProfile) -> list[Cell]:
    values = [output.quantiles[percent] for percent in _SHOWN_PERCENTS]
    return [int(value) if output.whole and isfinite(value) else value for value in values]


def _quantile_records(result: CorpusProfile, *, top: int | None = None) -> Records:
    """All quantiles that are kept."""
    del top
    rows = (
        (name, output, percent, value)
        for name, corpus in result.corpora.items()
        for output, one in corpus.outputs.items()
        for percent, value in enumerate(one.quantiles)
    )
    columns = [*fields(str, "corpus", "output"), Field("percent", int), Field("value", float)]
    return records_of(columns, rows)


def _difference_tables(result: CorpusProfile, *, top: int | None = None) -> list[Table]:
    """Measures in rows, pairs of corpora side by side."""
    del top
    kinds = dict.fromkeys(one.kind for one in result.differences)
    return [_table_of_differences(result, kind) for kind in kinds] or [_NO_PAIRS]


def _table_of_differences(result: CorpusProfile, kind: Kind) -> Table:
    those = {
        (one.first, one.second, one.measure): one for one in result.differences if one.kind == kind
    }
    pairs = list(dict.fromkeys(key[:2] for key in those))
    columns = [Column("measure", "left")]
    for first, second in pairs:
        columns += [Column(f"{first} → {second}", digits=4), Column("p", digits=3, joined=True)]
    rows: list[list[Cell]] = []
    marks: dict[tuple[int, int], str] = {}
    for measure in dict.fromkeys(key[2] for key in those):
        row: list[Cell] = [measure]
        for pair in pairs:
            one = those.get((*pair, measure))
            p = nan if one is None else one.p_holm if result.holm else one.p_value
            if p < 0.10:
                marks[len(rows), len(row)] = "**" if p < 0.05 else "*"
            row += [nan if one is None else one.difference.value, p]
        rows.append(row)
    corrected = ", corrected for the number of pairs" if result.holm else ""
    note = f"second minus first; p from a bootstrap of both corpora{corrected}"
    return Table(
        columns,
        rows,
        title=TITLES[kind],
        note=note,
        marks=marks,
        marks_note="* p < 0.10, ** p < 0.05",
    )


def _difference_records(result: CorpusProfile, *, top: int | None = None) -> Records:
    del top
    rows = ((*one[:4], *one.difference, one.p_value, one.p_holm) for one in result.differences)
    columns = [
        *fields(str, "first", "second", "kind", "measure"),
        *fields(float, "difference", "low", "high", "p_value", "p_holm"),
    ]
    return records_of(columns, rows)


def _by_count(result: CorpusProfile, _top: int | None) -> Rows:
    for name, corpus in result.corpora.items():
        yield (name, *corpus.counts, corpus.fragments, corpus.missing)


def _analyses(result: CorpusProfile) -> dict[str, CorpusReorderings]:
    found = {name: one.reorderings for name, one in result.corpora.items()}
    return {name: one for name, one in found.items() if one is not None}


def _distance_tables(result: CorpusProfile, *, top: int | None = None) -> list[Table]:
    """Widths in rows, and the share of the reorderings of each corpus."""
    del top  # always few rows
    corpora = _analyses(result)
    widths = sorted({width for one in corpora.values() for width in one.widths})
    rows: list[list[Cell]] = [
        [_width(width), *(_share(one, width) for one in corpora.values())] for width in widths
    ]
    note = "share of the reorderings that span so many source words"
    return [Table(_columns("width", corpora), rows, note=note if corpora else _NO_LINKS)]


def _distance_records(result: CorpusProfile, *, top: int | None = None) -> Records:
    del top
    rows = (
        (name, _width(width), count, _share(one, width))
        for name, one in _analyses(result).items()
        for width, count in sorted(one.widths.items())
    )
    columns = [*fields(str, "corpus", "width"), Field("reorderings", int), Field("share", float)]
    return records_of(columns, rows)


def _share(corpus: CorpusReorderings, width: int) -> float:
    return corpus.widths.get(width, 0) / corpus.reorderings if corpus.reorderings else nan


def _width(width: int) -> str:
    return f">{WIDEST}" if width > WIDEST else str(width)


def _columns(first: str, corpora: Mapping[str, CorpusReorderings]) -> list[Column]:
    return [Column(first, "left"), *(Column(name, digits=3) for name in corpora)]


def _shape_tables(result: CorpusProfile, *, top: int | None = None) -> list[Table]:
    """Operators in rows, those first that are most frequent in all corpora together."""
    corpora = _analyses(result)
    totals: Counter[str] = Counter()
    for one in corpora.values():
        totals.update(one.operators)
    operators = sorted(totals, key=lambda operator: (-totals[operator], operator))
    rows: list[list[Cell]] = [
        [operator, *(_per_thousand(one, operator) for one in corpora.values())]
        for operator in operators[:top]
    ]
    note = "nodes of permutation trees that no swaps explain, per 1,000 sentence pairs"
    return [Table(_columns("operator", corpora), rows, note=note if corpora else _NO_LINKS)]


def _shape_records(result: CorpusProfile, *, top: int | None = None) -> Records:
    rows = (
        (name, operator, count, _per_thousand(one, operator))
        for name, one in _analyses(result).items()
        for operator, count in list(one.operators.items())[:top]
    )
    columns = [
        *fields(str, "corpus", "operator"),
        Field("nodes", int),
        Field("per_1000_sentences", float),
    ]
    return records_of(columns, rows)


def _per_thousand(corpus: CorpusReorderings, operator: str) -> float:
    nodes = corpus.operators.get(operator, 0)
    return 1000 * nodes / corpus.sentence_count if corpus.sentence_count else nan


VIEWS = {
    "measures": View(_measure_tables, _measure_records),
    "quantiles": View(_quantile_tables, _quantile_records),
    "differences": View(_difference_tables, _difference_records),
    "distances": View(_distance_tables, _distance_records),
    "shapes": View(_shape_tables, _shape_records),
    "anticipation": View(_anticipation_tables, _anticipation_records),
    "counts": row_view(
        [
            *fields(str, "corpus"),
            *fields(int, "read", "null", "rejected", "filtered", "written"),
            *fields(int, "fragments", "missing"),
        ],
        _by_count,
    ),
}
