"""Sentences worth a look: the worst ones of a system, and where two systems differ most."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from wordorder.scoring.result import ScoreResult


class Chosen(NamedTuple):
    """A sentence of a system, both counted from 0."""

    system: int
    sentence: int


def worst(result: ScoreResult, count: int) -> list[Chosen]:
    """Choose for each system the sentences whose matched words are in the worst order.

    What orders well but matches little is not worst; where the scores are equal, the longer
    sentence comes first, then the earlier one.
    """
    scores = result.segment(result.ordering)
    matched = result.evidence.pick(result.evidence.coverage_counts[0], result.ordering)
    chosen = []
    for system in range(len(result.systems)):
        order = np.lexsort((-matched[system], scores[system]))
        wrong = order[scores[system][order] < 1]  # so undefined ones are left out, too
        chosen += [Chosen(system, int(line)) for line in wrong[:count]]
    return chosen


def most_different(result: ScoreResult, first: int, second: int, count: int) -> list[int]:
    """Choose the sentences where the order scores of two systems lie furthest apart."""
    scores = result.segment(result.ordering)
    gaps = np.abs(scores[first] - scores[second])
    order = np.argsort(-gaps, kind="stable")
    return [int(line) for line in order[gaps[order] > 0][:count]]
