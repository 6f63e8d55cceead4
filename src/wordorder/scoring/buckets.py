"""Scores apart for kinds of sentences: by length, by coverage, or by labels of your own."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.output import Column, Table
from wordorder.statistics import ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.output import Cell
    from wordorder.scoring.result import ScoreResult

_LENGTHS = (10, 20, 30, 40)
_SHARES = (0.25, 0.5, 0.75)


class Labels(NamedTuple):
    """The kinds of sentences in order, and the kind of each sentence."""

    names: tuple[str, ...]
    numbers: NDArray[np.intp]


def by_length(result: ScoreResult) -> Labels:
    """Tell sentences apart by the words of their first reference."""
    words = result.evidence.reference_words[0, 0]
    names = [f"0–{_LENGTHS[0]} words"]
    names += [f"{a + 1}–{b} words" for a, b in pairwise(_LENGTHS)]
    names.append(f"over {_LENGTHS[-1]} words")
    return Labels(tuple(names), np.searchsorted(_LENGTHS, words))


def by_coverage(result: ScoreResult) -> Labels:
    """Tell sentences apart by the share of words that are matched, in all systems together."""
    counts = np.stack([count[:, 0].sum(0) for count in result.evidence.coverage_counts], -1)
    shares = np.nan_to_num(ratio(counts.astype(np.float64))[..., 0])
    edges = (0.0, *_SHARES, 1.0)
    names = [f"{a:.0%}–{b:.0%} matched" for a, b in pairwise(edges)]
    return Labels(tuple(names), np.searchsorted(_SHARES, shares))


def by_label(labels: Sequence[str]) -> Labels:
    """Tell sentences apart by labels of your own, one for each sentence."""
    names = {name: number for number, name in enumerate(dict.fromkeys(labels))}
    return Labels(tuple(names), np.array([names[label] for label in labels]))


def bucket_table(result: ScoreResult, labels: Labels) -> Table:
    """Score the sentences of each kind by themselves."""
    columns = [Column("bucket: system", "left"), Column("sentences")]
    columns += [Column(measure, digits=3) for measure in result.measures]
    statistics = [measure.statistics(result.evidence) for measure in result.columns]
    rows = []
    for number, label in enumerate(labels.names):
        inside = labels.numbers == number
        if not inside.any():
            continue
        scores = [
            measure.score(part[:, inside].sum(axis=1))
            for measure, part in zip(result.columns, statistics, strict=True)
        ]
        for system, name in enumerate(result.systems):
            cells: list[Cell] = [f"{label}: {name}", int(inside.sum())]
            rows.append([*cells, *(float(score[system]) for score in scores)])
    return Table(columns, rows)
