"""Pairs of words in the right order, by their distance in the reference."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from wordorder.ordering import ordering_scores
from wordorder.output import Column, Records, Table, View, interval_note
from wordorder.output.grid import Grid
from wordorder.output.views import grid_table
from wordorder.scoring.judged_words import judged_words
from wordorder.statistics import bootstrap, ratio

if TYPE_CHECKING:
    from wordorder.arrays import Integers
    from wordorder.scoring.judged_words import JudgedWords
    from wordorder.scoring.result import ScoreResult

_MOST = (1, 2, 4, 8, 16)  # the largest distance of each class but the last
DISTANCES = (
    str(_MOST[0]),
    *(str(b) if b == a + 1 else f"{a + 1}–{b}" for a, b in pairwise(_MOST)),
    f"over {_MOST[-1]}",
)
"""The names of the classes of distances."""


def pair_distances(result: ScoreResult) -> Grid:
    """Count the pairs of judged words in the right order, by their distance in the reference.

    A pair is in the right order if `kendall` counts it so: the words of a match of several words
    stand where its first word stands. Sentences are resampled as for the scores.

    Returns:
        For each system and class of distances the number of pairs, how many are right, and their
        share with its interval; NaN without pairs.
    """
    counts = count_pairs(judged_words(result))
    by_system = counts.reshape(len(result.systems), -1, 2 * len(DISTANCES))
    drawn = bootstrap(by_system.astype(np.float64), ratio, **result.resampling.keywords)
    right, pairs = np.split(by_system.sum(axis=1), 2, axis=-1)
    return Grid.of(
        {"system": result.systems, "distance": DISTANCES},
        pairs=pairs,
        right=right,
        share=drawn.observed,
        low=drawn.low,
        high=drawn.high,
    )


def count_pairs(words: JudgedWords) -> Integers:
    """Count for each translation the right pairs of each class, then all pairs of each class.

    Words at most 16 apart have at most 15 others between them, so only such pairs are looked at;
    the distant ones are what `kendall` counts besides.
    """
    batch, classes = words.permutations, len(DISTANCES)
    rows, positions, places = words.rows, words.positions, batch.orders
    ends: Integers = np.repeat(batch.offsets[1:], batch.lengths)
    first = np.arange(len(positions))
    near = np.zeros((2, len(batch) * classes), np.int64)
    for apart in range(1, _MOST[-1] + 1):
        first = first[first + apart < ends[first]]
        distances = positions[first + apart] - positions[first]
        cells = rows[first] * classes + np.searchsorted(_MOST, distances)
        right = places[first] < places[first + apart]
        near[0] += np.bincount(cells[right], minlength=near.shape[1])
        near[1] += np.bincount(cells, minlength=near.shape[1])
    counts = near.reshape(2, len(batch), classes)
    kendall = ordering_scores(batch.values, batch.offsets, "kendall")["kendall"]
    pairs = batch.lengths * (batch.lengths - 1) // 2
    right_pairs = np.rint(np.where(pairs > 0, kendall, 0) * pairs).astype(np.int64)
    counts[..., -1] = np.stack([right_pairs, pairs]) - counts[..., :-1].sum(axis=-1)
    return counts.swapaxes(0, 1).reshape(len(batch), 2 * classes)


def distance_tables(result: ScoreResult) -> list[Table]:
    """The share of pairs in the right order: a row for each system, a column for each class."""
    found = pair_distances(result)
    shares = Grid.of(found.axes, value=found["share"], low=found["low"], high=found["high"])
    table = grid_table(shares, [Column(name, digits=3) for name in DISTANCES])
    note = (
        "Share of pairs of judged words in the right order, by their distance in the reference; "
        f"{interval_note(result.confidence, ends=table.has_lopsided_intervals())}"
    )
    return [replace(table, note=note)]


def distance_records(result: ScoreResult) -> Records:
    """The counts, shares and intervals: a row for each system and class."""
    return pair_distances(result).records()


VIEW = View(distance_tables, distance_records)
