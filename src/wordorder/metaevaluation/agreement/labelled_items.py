"""Kappas of judges who put items into categories, with few items that any two have in common."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.metaevaluation.judgements.counting import JudgedPairs
from wordorder.metaevaluation.judgements.grouping import group_rows, pairs_within
from wordorder.statistics import PairwiseKappa, cohen_kappa, fleiss_kappa
from wordorder.statistics.kappa import undefined_kappa

if TYPE_CHECKING:
    from wordorder.arrays import Integers
    from wordorder.metaevaluation.judgements.table import Comparisons, Ratings
    from wordorder.statistics import Kappa

MOST_LABELS = 101
"""With more different ratings, from 0 to 100, they are no categories."""


class LabelledItems(NamedTuple):
    """Items that known judges labelled, each judge once; an array for each column.

    Attributes:
        item: The item.
        judge: The judge.
        label: The label, from 0.
        mirrored: The label if the item is looked at the other way round.
    """

    item: Integers
    judge: Integers
    label: Integers
    mirrored: Integers

    @classmethod
    def of_comparisons(cls, comparisons: Comparisons) -> LabelledItems:
        """Two systems on a line are an item; which comes first is arbitrary."""
        item, verdict = JudgedPairs.of(comparisons)
        return cls(item, comparisons.judge, verdict + 1, 1 - verdict)._first_of_each_judge()

    @classmethod
    def of_ratings(cls, ratings: Ratings) -> LabelledItems:
        """A translation of a line is an item, and every distinct rating a label."""
        _, label = np.unique(ratings.score, return_inverse=True)
        item = group_rows(ratings.line, ratings.system)
        return cls(item, ratings.judge, label.reshape(-1), label.reshape(-1))._first_of_each_judge()

    def _first_of_each_judge(self) -> LabelledItems:
        """Leave out unknown judges, and what a judge said of an item after the first time."""
        named = self._where(np.flatnonzero(self.judge >= 0))
        if not len(named.item):
            return named
        _, first = np.unique(group_rows(named.item, named.judge), return_index=True)
        return named._where(np.sort(first))

    def _where(self, rows: Integers) -> LabelledItems:
        return LabelledItems(*(column[rows] for column in self))

    def fleiss(self) -> Kappa:
        """Fleiss' kappa of the items with the most frequent number of judges, two or more.

        An item counts the two ways it can be looked at, so that a kappa of comparisons does not
        depend on which system comes first.
        """
        judges = np.bincount(self.item)
        judged = int((judges > 0).sum())
        sizes = np.bincount(judges[judges > 1])
        labels = int(np.maximum(self.label, self.mirrored).max(initial=-1)) + 1
        if not sizes.any() or labels > MOST_LABELS:
            few = "no item was judged by two judges"
            reason = f"more than {MOST_LABELS} different ratings" if sizes.any() else few
            return undefined_kappa(reason, items=0, left_out=judged, raters=0)
        size = int(np.argmax(sizes))
        rows = np.flatnonzero(judges[self.item] == size)
        item, items = group_rows(self.item[rows]), int(sizes[size])
        tables = [
            np.bincount(item * labels + label[rows], minlength=items * labels)
            for label in (self.label, self.mirrored)
        ]
        kappa = fleiss_kappa(np.concatenate(tables).reshape(-1, labels))
        return replace(kappa, items=items, left_out=judged - items)

    def cohen(self) -> PairwiseKappa:
        """Cohen's kappa of every two judges who have an item in common."""
        one, other = pairs_within(self.item)
        swapped = self.judge[one] > self.judge[other]
        one, other = np.where(swapped, other, one), np.where(swapped, one, other)
        group = group_rows(self.judge[one], self.judge[other])
        order = np.argsort(group, kind="stable")
        ends = np.cumsum(np.bincount(group))
        pairs, kappas = [], []
        for rows in np.split(order, ends[:-1]) if len(order) else []:
            a, b = one[rows], other[rows]
            pairs.append((int(self.judge[a[0]]), int(self.judge[b[0]])))
            labels = [np.concatenate([self.label[side], self.mirrored[side]]) for side in (a, b)]
            kappas.append(replace(cohen_kappa(*labels), items=len(rows)))
        return PairwiseKappa.of(pairs, kappas)
