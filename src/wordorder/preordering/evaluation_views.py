"""Scores of systems, of their pairs and of sentences, as tables and as records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from wordorder.errors import UsageError
from wordorder.output import views
from wordorder.output.console import visible
from wordorder.output.grid import DIFFERENCE, Grid, Label
from wordorder.output.records import Records
from wordorder.output.tables import Cell, Column, Estimate, Table
from wordorder.output.views import View
from wordorder.output.wording import counted, interval_note, listed
from wordorder.preordering.evaluation_result import (
    AGREEMENT,
    COMPLETE,
    CORRELATIONS,
    LINKED,
    ORACLE,
    AlignmentData,
    PeerFigures,
    PreorderingEvaluation,
)
from wordorder.statistics.correlations import average_ranks
from wordorder.statistics.significance import FEWEST_ITEMS

_PEER_NOTES = {
    "lader": (
        "As evaluate-lader counts: words with overlapping links are one block, sentences of one "
        "block do not count; shares of neighbours (chunk) and pairs (tau) of the whole corpus."
    ),
    "topdown-btg": (
        "As evaluate_preordering.py counts: linked words only, sentences with incomparable links "
        "left out; means over sentences."
    ),
}
_ALIGNMENTS_NOTE = (
    "tau_b, rho: rank correlations of the systems' scores by the two alignments. agreed: pairs of "
    "systems of which both alignments find the same one better; opposed: of which they find "
    "different ones better. sentence r, rho: Pearson's and Spearman's correlation of the scores of "
    "single sentences, over all systems."
)


def _by_metric(result: PreorderingEvaluation) -> list[tuple[str, str]]:
    """Pair each measure over all words with the same over linked words."""
    return [(name, name + LINKED) for name in result.measures if not name.endswith(LINKED)]


def _heading(measure: str) -> str:
    return measure.replace(LINKED, " linked")


def _of_measure(grid: Grid, measure: str | None) -> Grid:
    return grid if measure is None else grid.only("measure", [measure])


def _score_tables(result: PreorderingEvaluation) -> list[Table]:
    """Tabulate the scores of all systems, one table for each alignment."""
    tables = [_score_table(result, alignment) for alignment in result.alignments]
    tables[-1] = replace(tables[-1], note="\n".join([tables[-1].note or "", *_legend(result)]))
    return tables if result.peer is None else [*tables, _peer_table(result, result.peer)]


def _score_table(result: PreorderingEvaluation, alignment: AlignmentData) -> Table:
    pairs, known = _by_metric(result), list(result.parsers[0].accuracy)
    columns = [Column("system", "left")]
    for metric, linked in pairs:
        columns += [
            Column(_heading(metric), digits=3, best="high"),
            Column(_heading(linked), digits=3, best="high", joined=True),
        ]
    columns += [Column(name, digits=3, joined=name != known[0]) for name in known]
    accuracy = {parser.name: parser.accuracy for parser in result.parsers}
    rows: list[list[Cell]] = []
    for system in result.systems:
        cells: list[Cell] = [system.name]
        for measure in (name for pair in pairs for name in pair):
            estimate = result.estimate(system.name, measure, alignment.name)
            # Shares near 0 have lopsided intervals, which would widen the whole table.
            cells.append(estimate.value if measure.startswith(COMPLETE) else estimate)
        rows.append([*cells, *(accuracy[system.parser][name].value for name in known)])
    several = len(result.alignments) > 1
    table = Table(
        columns,
        rows,
        title=visible(alignment.name) if several else None,
        unranked=range(len(result.compared), len(result.systems)),
    )
    note = "\n".join(_notes(result, alignment, ends=table.has_lopsided_intervals()))
    return replace(table, note=note)


def _notes(result: PreorderingEvaluation, alignment: AlignmentData, *, ends: bool) -> Iterator[str]:
    """Yield the size of the data, and the findings."""
    parts = [counted(result.sentence_count, "sentence")]
    if alignment.undefined:
        verb = "is" if alignment.undefined == 1 else "are"
        parts.append(f"{alignment.undefined:,} without links {verb} left out")
    parts += [
        f"{alignment.coverage:.0%} of the words are linked",
        interval_note(result.confidence, ends=ends),
    ]
    yield "; ".join(parts)
    yield from _findings(result, alignment)


def _findings(result: PreorderingEvaluation, alignment: AlignmentData) -> Iterator[str]:
    """Say which system is best by the leading metric."""
    if result.tests is None:
        return
    if not result.allows_verdicts(alignment):
        yield f"No verdict: fewer than {FEWEST_ITEMS} sentences have a defined order."
        return
    for measure, words in zip(_by_metric(result)[0], ("all", "linked"), strict=True):
        scores = result.scores.at(alignment=alignment.name, measure=measure)[: len(result.compared)]
        by = f"{result.measures[0]} over {words} words"
        if scores.min() == scores.max():
            yield f"By {by} all systems score the same."
            continue
        best = result.systems[int(np.argmax(scores))].name
        signs = result.verdicts(alignment, measure).tolist()
        equals = [
            visible(first if second == best else second)
            for (first, second), sign in zip(result.pairs, signs, strict=True)
            if best in (first, second) and sign != (1 if second == best else -1)
        ]
        verdict = "better than all others"
        if equals:
            verdict = f"no difference from {listed(equals)} found"
        yield f"Best by {by}: {visible(best)} ({verdict})."


def _legend(result: PreorderingEvaluation) -> Iterator[str]:
    """Explain the columns and rows."""
    yield (
        "Higher is better. linked: over words with links only; over all words, those without "
        "links follow their neighbours in the reference, which favours source order. complete: "
        "share of sentences in exactly the reference order."
    )
    if len(result.compared) < len(result.systems):
        yield "oracle: upper bound for any rules over these trees, for each measure separately."
    if result.parsers[0].accuracy:
        yield (
            "uas, las, upos: share of words with the right head, head and relation (subtypes "
            "left out), tag."
        )
    crossing = {
        parser.name: parser.non_projective for parser in result.parsers if parser.non_projective
    }
    if crossing:
        several = len(result.parsers) > 1
        counts = [f"{f'{visible(name)} ' * several}{count:,}" for name, count in crossing.items()]
        yield f"Trees with crossing arcs, which are lifted: {listed(counts, len(counts))}."


def _peer_table(result: PreorderingEvaluation, peer: PeerFigures) -> Table:
    several = len(result.alignments) > 1
    columns = [Column(peer.tool, "left")]
    for alignment in result.alignments:
        whose = f", {alignment.name}" * several
        columns += [Column(f"{name}{whose}", digits=3, best="high") for name in peer.names]
    rows: list[list[Cell]] = [
        [system.name, *peer.figures.at(system=system.name).ravel().tolist()]
        for system in result.compared
    ]
    return Table(columns, rows, note=_PEER_NOTES[peer.tool])


def _score_records(result: PreorderingEvaluation) -> Records:
    """Return scores with the ends of their intervals, a row for each alignment and system."""
    rows = [(alignment, system) for alignment in result.alignments for system in result.systems]
    about = views.records_of(
        [
            *views.fields(str, "alignment", "system", "parser", "rules"),
            *views.fields(int, "sentences", "undefined"),
            *views.fields(float, "coverage"),
        ],
        [
            (
                *(alignment.name, system.name, system.parser, system.rules or ORACLE),
                *(result.sentence_count, alignment.undefined, alignment.coverage),
            )
            for alignment, system in rows
        ],
    )
    accuracy = {parser.name: parser.accuracy for parser in result.parsers}
    further: dict[str, list[float]] = {}
    for name in result.parsers[0].accuracy:
        of_rows = [accuracy[system.parser][name] for _, system in rows]
        for place, end in enumerate(("", "_low", "_high")):
            further[name + end] = [estimate[place] for estimate in of_rows]
    if result.peer is not None:
        oracles = len(result.systems) - len(result.compared)
        pads = (0, 0), (0, oracles), (0, 0)
        padded = np.pad(result.peer.figures["value"], pads, constant_values=np.nan)
        for place, figure in enumerate(result.peer.names):
            further[f"{result.peer.tool}_{figure}"] = padded[..., place].ravel().tolist()
    records = views.joined_records(about, result.scores.wide("measure"))
    if not further:
        return records
    return views.joined_records(records, Records(dict.fromkeys(further, float), further))


def _pair_tables(result: PreorderingEvaluation, measure: str | None = None) -> list[Table]:
    """Tabulate columns against rows in the notation of papers, by default for every metric."""
    names = [system.name for system in result.compared]
    chosen = [name for name in result.measures if not name.startswith(COMPLETE)]
    several = len(result.alignments) > 1
    tables, marked = [], False
    for name in chosen if measure is None else [measure]:
        for alignment in result.alignments:
            marks = _marks(result, alignment, name)
            marked |= views.UNKNOWN in marks.values()
            about = f"{_heading(name)}{f', {alignment.name}' * several}"
            tables.append(views.mark_matrix(about, names, marks))
    levels = views.levels_note(result.alpha)
    note = f"+ the column is better than the row, - it is worse: {levels}; 0 neither"
    note += f"; ? fewer than {FEWEST_ITEMS} sentences" * marked
    note += f".{' p after Holm correction.' * result.holm}"
    tables[-1] = replace(tables[-1], note=note)
    return tables


def _marks(
    result: PreorderingEvaluation, alignment: AlignmentData, measure: str
) -> dict[tuple[str, str], str]:
    """Return the mark of the second system of each pair against the first, as in papers."""
    marks = views.significance_marks(
        *result.deciding(alignment, measure),
        alpha=result.alpha,
        known=result.allows_verdicts(alignment),
    )
    return dict(zip(result.pairs, marks, strict=True))


def _pair_records(result: PreorderingEvaluation, measure: str | None = None) -> Records:
    """Return all differences, second minus first, with intervals, p-values and marks."""
    tests = _of_measure(result.known_tests(), measure)
    records = tests.records(order=("alignment", "measure", "pair"))
    names = ("alignment", "first", "second", "measure", *DIFFERENCE)
    marks = [
        mark
        for alignment in result.alignments
        for name in tests.names("measure")
        for mark in _marks(result, alignment, name).values()
    ]
    return Records(
        {**{name: records.types[name] for name in names}, "mark": str},
        {**records.columns, "mark": marks},
    )


def _alignment_tables(result: PreorderingEvaluation, measure: str | None = None) -> list[Table]:
    """Tabulate the ranking of systems by each alignment, and the agreement of alignments."""
    _refuse_one_alignment(result)
    rankings = _by_metric(result)[0] if measure is None else (measure,)
    metrics = [name for name in result.measures if not name.startswith(COMPLETE)]
    tables = [_ranking_table(result, name) for name in rankings]
    tables += _agreement_tables(result, metrics if measure is None else [measure])
    tables[-1] = replace(tables[-1], note=_ALIGNMENTS_NOTE)
    return tables


def _refuse_one_alignment(result: PreorderingEvaluation) -> None:
    if len(result.alignments) < 2:
        raise UsageError("there is only one alignment: give two or more to compare them")


def _ranking_table(result: PreorderingEvaluation, measure: str) -> Table:
    columns = [Column(_heading(measure), "left")]
    cells: list[Sequence[Cell]] = [[system.name for system in result.compared]]
    for alignment in result.alignments:
        scores = result.scores.at(alignment=alignment.name, measure=measure)[: len(cells[0])]
        columns += [Column(alignment.name, digits=3, best="high"), Column("rank", joined=True)]
        cells += [scores.tolist(), [f"{rank:g}" for rank in average_ranks(-scores).tolist()]]
    return Table(columns, list(zip(*cells, strict=True)))


def _agreement_tables(result: PreorderingEvaluation, measures: Sequence[str]) -> Iterator[Table]:
    """Tabulate the agreement of every two alignments, on systems and on sentences."""
    columns = [Column("measure", "left"), Column("tau_b", digits=3), Column("rho", digits=3)]
    columns += [Column("agreed"), Column("opposed"), Column("pairs")]
    columns += [Column("sentence r", digits=3), Column("sentence rho", digits=3)]
    agreement = result.agreement
    for pair in agreement.pairs:
        rows: list[list[Cell]] = []
        for measure in measures:
            at: dict[str, Label] = {"pair": pair, "measure": measure}
            ranked = [agreement.at(name, **at).item() for name in AGREEMENT]
            *pearson, rho = (result.correlations.figure(name, **at) for name in CORRELATIONS)
            rows.append([_heading(measure), *ranked, Estimate(*pearson), rho])
        yield Table(columns, rows, title=" and ".join(map(visible, pair)))


def _alignment_records(result: PreorderingEvaluation, measure: str | None = None) -> Records:
    """Return the agreement of every two alignments by each measure."""
    _refuse_one_alignment(result)
    grids = result.agreement, result.correlations
    return views.joined_records(*(_of_measure(grid, measure).records() for grid in grids))


def _sentence_records(result: PreorderingEvaluation, *, top: int | None = None) -> Records:
    """Return sentence scores, a row for each alignment, system and sentence."""
    records = result.kept_sentences().first("line", top).wide("measure")
    names = {name: "sentence" if name == "line" else name for name in records.types}
    return Records(
        {names[name]: kind for name, kind in records.types.items()},
        {names[name]: column for name, column in records.columns.items()},
    )


def _sentence_lines(result: PreorderingEvaluation, *, top: int | None = None) -> tuple[int, ...]:
    return result.kept_sentences().lines[:top]


VIEWS: Mapping[str, View] = {
    "scores": View(_score_tables, _score_records),
    "pairs": View(_pair_tables, _pair_records),
    "alignments": View(_alignment_tables, _alignment_records),
    "sentences": views.record_view(_sentence_records, lines=_sentence_lines),
}
