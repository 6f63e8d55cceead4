"""Scores of systems and of single sentences, as tables and as records."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from wordorder.output import (
    Column,
    Estimate,
    Records,
    Table,
    counted,
    interval_note,
    listed,
    visible,
)
from wordorder.output.row_views import table_of
from wordorder.preordering.evaluation.parts import COMPLETE, ORACLE
from wordorder.preordering.evaluation.verdicts import by_metric, can_be_judged, heading, verdicts
from wordorder.statistics.significance import FEWEST_ITEMS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wordorder.output import Cell
    from wordorder.preordering.evaluation.parts import PeerFigures
    from wordorder.preordering.evaluation.result import PreorderingEvaluation

_PEER_NOTES = {
    "lader": (
        "As evaluate-lader counts: words with overlapping links are one block, sentences of one "
        "block count nothing; shares of neighbours (chunk) and pairs (tau) of the whole corpus."
    ),
    "topdown-btg": (
        "As evaluate_preordering.py counts: linked words only, sentences with incomparable links "
        "left out; means over sentences."
    ),
}


def score_tables(result: PreorderingEvaluation, *, top: int | None = None) -> list[Table]:
    """The scores of all systems, a table for each alignment."""
    del top  # a comparison is always shown in full
    tables = [_score_table(result, place) for place in range(len(result.alignments))]
    tables[-1] = replace(tables[-1], note="\n".join([tables[-1].note or "", *_legend(result)]))
    return tables if result.peer is None else [*tables, _peer_table(result, result.peer)]


def _score_table(result: PreorderingEvaluation, place: int) -> Table:
    pairs, known = by_metric(result), list(result.parsers[0].accuracy)
    columns = [Column("system", "left")]
    for metric, linked in pairs:
        columns += [
            Column(heading(metric), digits=3, best="high"),
            Column(heading(linked), digits=3, best="high", joined=True),
        ]
    columns += [Column(name, digits=3, joined=name != known[0]) for name in known]
    accuracy = {parser.name: parser.accuracy for parser in result.parsers}
    rows: list[list[Cell]] = []
    for number, system in enumerate(result.systems):
        cells: list[Cell] = [system.name]
        for measure in (name for pair in pairs for name in pair):
            estimate = Estimate(*result.scores[place, number, result.column(measure)].tolist())
            # Shares near 0 have lopsided intervals, which would widen the whole table.
            cells.append(estimate.value if measure.startswith(COMPLETE) else estimate)
        rows.append([*cells, *(accuracy[system.parser][name].value for name in known)])
    several = len(result.alignments) > 1
    table = Table(
        columns,
        rows,
        title=visible(result.alignments[place].name) if several else None,
        unranked=range(len(result.judged), len(result.systems)),
    )
    note = "\n".join(_notes(result, place, ends=table.has_lopsided_intervals()))
    return replace(table, note=note)


def _notes(result: PreorderingEvaluation, place: int, *, ends: bool) -> Iterator[str]:
    """What a table is about, and what it shows."""
    alignment = result.alignments[place]
    parts = [counted(result.sentence_count, "sentence")]
    if alignment.undefined:
        verb = "is" if alignment.undefined == 1 else "are"
        parts.append(f"{alignment.undefined:,} without links {verb} left out")
    parts += [
        f"{alignment.coverage:.0%} of the words are linked",
        interval_note(result.confidence, ends=ends),
    ]
    yield "; ".join(parts)
    yield from _findings(result, place)


def _findings(result: PreorderingEvaluation, place: int) -> Iterator[str]:
    """Say which system is best by the leading metric."""
    if result.tests is None:
        return
    if not can_be_judged(result, place):
        yield f"No verdict: fewer than {FEWEST_ITEMS} sentences have a defined order."
        return
    for measure, words in zip(by_metric(result)[0], ("all", "linked"), strict=True):
        scores = result.scores[place, : len(result.judged), result.column(measure), 0]
        by = f"{result.measures[0]} over {words} words"
        if scores.min() == scores.max():
            yield f"By {by} all systems score the same."
            continue
        best = int(np.argmax(scores))
        signs = verdicts(result, place, measure).tolist()
        equals = [
            visible(result.systems[first + second - best].name)
            for (first, second), sign in zip(result.tests.pairs.tolist(), signs, strict=True)
            if best in (first, second) and sign != (1 if second == best else -1)
        ]
        told = f"no difference from {listed(equals)} found" if equals else "better than all others"
        name = visible(result.systems[best].name)
        yield f"Best by {by}: {name} ({told})."


def _legend(result: PreorderingEvaluation) -> Iterator[str]:
    """What the columns and rows mean."""
    yield (
        "Higher is better. linked: over words with links only; over all words, those without "
        "links follow their neighbours in the reference, which favours source order. complete: "
        "share of sentences in exactly the reference order."
    )
    if len(result.judged) < len(result.systems):
        yield "oracle: what no rules over these trees can exceed, by each measure anew."
    if result.parsers[0].accuracy:
        yield (
            "uas, las, upos: share of words with the right head, head and relation (subtypes "
            "left out), tag."
        )
    crossing = {one.name: one.non_projective for one in result.parsers if one.non_projective}
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
        [system.name, *peer.values[:, number].ravel().tolist()]
        for number, system in enumerate(result.judged)
    ]
    return Table(columns, rows, note=_PEER_NOTES[peer.tool])


def score_records(result: PreorderingEvaluation, *, top: int | None = None) -> Records:
    """The scores and the ends of their intervals, a row for each alignment and system."""
    del top
    rows = [(one, system) for one in result.alignments for system in result.systems]
    columns: dict[str, Sequence[Cell]] = {
        "alignment": [one.name for one, _ in rows],
        "system": [system.name for _, system in rows],
        "parser": [system.parser for _, system in rows],
        "rules": [system.rules or ORACLE for _, system in rows],
        "sentences": [result.sentence_count] * len(rows),
        "undefined": [one.undefined for one, _ in rows],
        "coverage": [one.coverage for one, _ in rows],
    }
    for place, measure in enumerate(result.measures):
        figures = result.scores[:, :, place].reshape(-1, 3)
        columns |= _with_ends(measure, [Estimate(*row) for row in figures.tolist()])
    accuracy = {parser.name: parser.accuracy for parser in result.parsers}
    for name in result.parsers[0].accuracy:
        columns |= _with_ends(name, [accuracy[system.parser][name] for _, system in rows])
    if result.peer is not None:
        oracles = len(result.systems) - len(result.judged)
        padded = np.pad(result.peer.values, ((0, 0), (0, oracles), (0, 0)), constant_values=np.nan)
        for place, figure in enumerate(result.peer.names):
            columns[f"{result.peer.tool}_{figure}"] = padded[..., place].ravel().tolist()
    texts = dict.fromkeys(("alignment", "system", "parser", "rules"), str)
    types = {**dict.fromkeys(columns, float), **texts, "sentences": int, "undefined": int}
    return Records({name: types[name] for name in columns}, columns)


def _with_ends(name: str, estimates: Sequence[Estimate]) -> dict[str, Sequence[Cell]]:
    return {
        name: [one.value for one in estimates],
        f"{name}_low": [one.low for one in estimates],
        f"{name}_high": [one.high for one in estimates],
    }


def sentence_records(result: PreorderingEvaluation, *, top: int | None = None) -> Records:
    """The scores of every sentence: a row for each alignment, system and sentence."""
    numbers, scores = result.kept_sentences()
    numbers, scores = numbers[:top], scores[:, :, :top]
    names = [(one.name, system.name) for one in result.alignments for system in result.systems]
    columns: dict[str, Sequence[Cell] | NDArray[np.generic]] = {
        "alignment": [alignment for alignment, _ in names for _ in numbers],
        "system": [system for _, system in names for _ in numbers],
        "sentence": np.tile(numbers, len(names)),
    }
    for place, measure in enumerate(result.measures):
        columns[measure] = scores[..., place].ravel()
    types = {"alignment": str, "system": str, "sentence": int}
    return Records({name: types.get(name, float) for name in columns}, columns)


def sentence_tables(result: PreorderingEvaluation, *, top: int | None = None) -> list[Table]:
    """The scores of every sentence."""
    return [table_of(sentence_records(result, top=top))]


def sentence_lines(result: PreorderingEvaluation, *, top: int | None = None) -> list[int]:
    """The numbers of the sentences."""
    return [int(number) for number in result.kept_sentences()[0][:top]]
