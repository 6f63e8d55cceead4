"""Agreement of judges with each other and with themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.metaevaluation.judgements import (
    Comparisons,
    Judgements,
    PairCounts,
    Ratings,
    group_rows,
    pairs_within,
)
from wordorder.metaevaluation.pairwise import PAIR_STATISTICS
from wordorder.statistics import kappas

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers
    from wordorder.statistics.alphas import Alpha
    from wordorder.statistics.kappas import Kappa, PairwiseKappa

MOST_LABELS = 101
"""The most distinct ratings, as from 0 to 100, that count as categories."""


@dataclass(frozen=True, slots=True, eq=False)
class AnnotatorAgreement:
    """Agreement of the judges of one language pair.

    Attributes:
        name: The language pair.
        judges: Names of the judges, which the pairs of `cohen` index.
        wmt: Agreement on which of two systems is better, as in WMT papers.
        fleiss: Fleiss' kappa, of verdicts on two systems or of ratings as categories.
        cohen: Cohen's kappa of every two judges with an item in common.
        alpha: Krippendorff's alpha of ratings; None if systems were compared.
        ceiling: Statistics of a metric that agreed with people as people agree with each other.
    """

    name: str
    judges: tuple[str, ...]
    wmt: WmtKappas
    fleiss: Kappa
    cohen: PairwiseKappa
    alpha: RatingAlphas | None
    ceiling: HumanCeiling


def annotator_agreement(judgements: Judgements) -> AnnotatorAgreement:
    r"""Measure how well judges agree with each other and with themselves.

    Args:
        judgements: The judgements of one language pair, repeated ones included. The kappas need
            known judges.

    Returns:
        The kappas and alphas, each with its counts, or the reason why it is undefined.

    Examples:
        >>> import io
        >>> from wordorder.metaevaluation import read_judgements
        >>> rows = ["1\tA\tB\tx", "1\tA\tB\ty", "2\tA\tB\tx", "2\tB\tA\ty"]
        >>> file = io.StringIO("\n".join(["segment\tbetter\tworse\tjudge", *rows]))
        >>> agreement = annotator_agreement(read_judgements(file, pair="de-en")["de-en"])
        >>> agreement.wmt.between.value, agreement.ceiling.values["tau_wmt14"]
        (0.0, 0.0)
    """
    expect(judgements, Judgements, "judgements")
    compared, rated = judgements.comparisons, judgements.ratings
    items = (
        LabelledItems.of_ratings(rated)
        if compared is None and rated is not None
        else LabelledItems.of_comparisons(comparisons_by_judge(judgements))
    )
    return AnnotatorAgreement(
        name=judgements.name,
        judges=judgements.judges,
        wmt=wmt_kappas(comparisons_by_judge(judgements)),
        fleiss=items.fleiss(),
        cohen=items.cohen(),
        alpha=None if rated is None else rating_alphas(rated),
        ceiling=human_ceiling(judgements),
    )


# Agreement of judges as in the WMT papers.


class WmtKappas(NamedTuple):
    """Agreement on which of two systems is better, or whether they are equal.

    The `items` of each kappa are pairs of judgements.

    Attributes:
        between: Kappa between judges (inter-annotator agreement).
        within: Kappa of judges with themselves (intra-annotator agreement).
    """

    between: Kappa
    within: Kappa


def wmt_kappas(comparisons: Comparisons) -> WmtKappas:
    """Measure how often two judgements of the same two systems on the same line agree.

    P(A) is the share of agreeing pairs among all pairs of judgements of the same line and systems,
    P(E) = P(A>B)² + P(A=B)² + P(A<B)², and kappa = (P(A) − P(E))/(1 − P(E)). P(A=B) is the share of
    ties in all comparisons; as it is arbitrary which system is A, P(A>B) = P(A<B) = (1 − P(A=B))/2.
    Comparisons by unknown judges count in P(E) only.

    Examples:
        >>> import numpy as np
        >>> from wordorder.metaevaluation import Comparisons
        >>> line, zero = np.array([1, 1, 2, 2]), np.zeros(4, np.int64)
        >>> said, judge = np.array([1, 1, 1, -1]), np.array([0, 1, 0, 1])
        >>> between, within = wmt_kappas(Comparisons(line, zero, zero + 1, said, judge))
        >>> between.value, between.items, within.reason
        (0.0, 2, 'no pair was judged twice by the same judge')

    References:
        Bojar et al. (2013), Findings of the 2013 Workshop on Statistical Machine Translation.
    """
    pairs, judge = PairCounts.of(comparisons), comparisons.judge
    if not (judge >= 0).any():
        reason = "the judges are unknown" if len(judge) else "no comparisons"
        unknown = kappas.undefined_kappa(reason, items=0, left_out=0, raters=2)
        return WmtKappas(unknown, unknown)
    item, verdict = pairs.item[judge >= 0], pairs.verdict[judge >= 0]
    all_pairs = _pairs(PairCounts(item, verdict).table())
    own_pairs = _pairs(PairCounts(group_rows(item, judge[judge >= 0]), verdict).table())
    between = all_pairs[0] - own_pairs[0], all_pairs[1] - own_pairs[1]
    ties = Fraction(int((comparisons.preference == 0).sum()), len(judge))
    expected = ties**2 + (1 - ties) ** 2 / 2
    return WmtKappas(
        _kappa(*between, expected, "no pair was judged by two judges"),
        _kappa(*own_pairs, expected, "no pair was judged twice by the same judge"),
    )


def _pairs(verdicts: Integers) -> tuple[int, int]:
    """Count the pairs of judgements of the same item: those that agree, and all."""
    totals = verdicts.sum(axis=1)
    agreeing = verdicts * (verdicts - 1) // 2
    return int(agreeing.sum()), int((totals * (totals - 1) // 2).sum())


def _kappa(agreeing: int, pairs: int, expected: Fraction, nothing: str) -> Kappa:
    if not pairs:
        return kappas.undefined_kappa(nothing, items=0, left_out=0, raters=2)
    return kappas.kappa_of(Fraction(agreeing, pairs), expected, items=pairs, left_out=0, raters=2)


# Kappas of judges who label items, where any two judges share few items.


class LabelledItems(NamedTuple):
    """Items labelled by known judges, by each judge once; an array for each column.

    Attributes:
        item: The item.
        judge: The judge.
        label: The label, from 0.
        mirrored: The label with the two systems swapped; of ratings, the same label.
    """

    item: Integers
    judge: Integers
    label: Integers
    mirrored: Integers

    @classmethod
    def of_comparisons(cls, comparisons: Comparisons) -> LabelledItems:
        """Take two systems on a line as an item; which comes first is arbitrary."""
        item, verdict = PairCounts.of(comparisons)
        return cls(item, comparisons.judge, verdict + 1, 1 - verdict)._first_of_each_judge()

    @classmethod
    def of_ratings(cls, ratings: Ratings) -> LabelledItems:
        """Take a translation of a line as an item, and every distinct rating as a label."""
        _, label = np.unique(ratings.score, return_inverse=True)
        item = group_rows(ratings.line, ratings.system)
        return cls(item, ratings.judge, label.reshape(-1), label.reshape(-1))._first_of_each_judge()

    def _first_of_each_judge(self) -> LabelledItems:
        """Leave out unknown judges, and all but the first label of an item by each judge."""
        named = self._where(np.flatnonzero(self.judge >= 0))
        if not len(named.item):
            return named
        _, first = np.unique(group_rows(named.item, named.judge), return_index=True)
        return named._where(np.sort(first))

    def _where(self, rows: Integers) -> LabelledItems:
        return LabelledItems(*(column[rows] for column in self))

    def fleiss(self) -> Kappa:
        """Compute Fleiss' kappa of the items with the most frequent number of judges, two or more.

        Each item counts in both orders of its systems, so that the kappa of comparisons does not
        depend on which comes first.
        """
        judges = np.bincount(self.item)
        judged = int((judges > 0).sum())
        sizes = np.bincount(judges[judges > 1])
        labels = int(np.maximum(self.label, self.mirrored).max(initial=-1)) + 1
        if not sizes.any() or labels > MOST_LABELS:
            few = "no item was judged by two judges"
            reason = f"more than {MOST_LABELS} different ratings" if sizes.any() else few
            return kappas.undefined_kappa(reason, items=0, left_out=judged, raters=0)
        size = int(np.argmax(sizes))
        rows = np.flatnonzero(judges[self.item] == size)
        item, items = group_rows(self.item[rows]), int(sizes[size])
        tables = [
            np.bincount(item * labels + label[rows], minlength=items * labels)
            for label in (self.label, self.mirrored)
        ]
        kappa = kappas.fleiss_kappa(np.concatenate(tables).reshape(-1, labels))
        return replace(kappa, items=items, left_out=judged - items)

    def cohen(self) -> PairwiseKappa:
        """Compute Cohen's kappa of every two judges with an item in common."""
        first, second = pairs_within(self.item)
        swapped = self.judge[first] > self.judge[second]
        first, second = np.where(swapped, second, first), np.where(swapped, first, second)
        group = group_rows(self.judge[first], self.judge[second])
        order = np.argsort(group, kind="stable")
        ends = np.cumsum(np.bincount(group))
        judges, of_judges = [], []
        for rows in np.split(order, ends[:-1]) if len(order) else []:
            a, b = first[rows], second[rows]
            judges.append((int(self.judge[a[0]]), int(self.judge[b[0]])))
            labels = [np.concatenate([self.label[side], self.mirrored[side]]) for side in (a, b)]
            of_judges.append(replace(kappas.cohen_kappa(*labels), items=len(rows)))
        return kappas.PairwiseKappa.of(judges, of_judges)


# Krippendorff's alpha of ratings, between judges and of judges with themselves.


class RatingAlphas(NamedTuple):
    """Krippendorff's alpha of ratings on an ordinal scale.

    Attributes:
        between: Alpha between judges of the same translation. Each judge's first rating counts;
            unknown judges are taken to be different judges.
        within: Alpha of judges with themselves, on translations that they rated repeatedly.
    """

    between: Alpha
    within: Alpha


def rating_alphas(ratings: Ratings) -> RatingAlphas:
    """Measure how well ratings of the same translation agree (`krippendorff_alpha`).

    Examples:
        >>> from wordorder.metaevaluation import Ratings
        >>> line, judge = np.array([1, 1, 2, 2]), np.array([0, 1, 0, 1])
        >>> score = np.array([90.0, 80.0, 10.0, 20.0])
        >>> between, within = rating_alphas(Ratings(line, 0 * line, score, judge))
        >>> between.value, within.reason
        (0.7, 'no item has two ratings')
    """
    cell = group_rows(ratings.line, ratings.system)
    named = ratings.judge >= 0
    someone = np.where(named, ratings.judge, -1 - np.arange(len(named)))
    _, first = np.unique(group_rows(cell, someone), return_index=True)
    own = group_rows(cell[named], ratings.judge[named])
    return RatingAlphas(
        _alpha(cell[first], ratings.score[first]), _alpha(own, ratings.score[named])
    )


def _alpha(item: Integers, score: Floats) -> Alpha:
    """Compute alpha from a table with the ratings of each item in one column."""
    from wordorder.statistics.alphas import krippendorff_alpha

    sizes = np.bincount(item)
    repeated = np.flatnonzero(sizes > 1)
    order = np.argsort(item, kind="stable")
    order = order[sizes[item[order]] > 1]
    column = np.searchsorted(repeated, item[order])
    starts = np.cumsum(sizes[repeated]) - sizes[repeated]
    table = np.full((int(sizes.max(initial=0)), len(repeated)), np.nan)
    table[np.arange(len(order)) - starts[column], column] = score[order]
    single = int((sizes == 1).sum())
    return replace(krippendorff_alpha(table), left_out=single)


# The human ceiling: how well people agree with people, by the statistics of metrics.


@dataclass(frozen=True, slots=True, eq=False)
class HumanCeiling:
    """Statistics of a metric whose verdict on each pair is that of another person.

    Attributes:
        counts: Expected numbers of pairs: concordant, discordant, tied by the first person only, by
            the second only, and by both.
        pairs: Number of repeated pairs: two systems compared on one line more than once.
        judgements: Number of judgements of repeated pairs.
    """

    counts: Floats
    pairs: int
    judgements: int

    @property
    def values(self) -> dict[str, float]:
        """The value of each statistic; NaN if it is undefined."""
        return {
            statistic.name: float(statistic.of_counts(self.counts))
            for statistic in PAIR_STATISTICS
            if statistic.of_counts and not statistic.needs_ratings
        }


def human_ceiling(judgements: Judgements) -> HumanCeiling:
    """Compare a random judgement of every repeated pair with a random other one.

    A pair with n judgements, w and l of which prefer either system and t neither, adds to the
    expected counts: C (w(w−1) + l(l−1))/n(n−1), D 2wl/n(n−1), T_h and T_m t(w+l)/n(n−1) each, and
    T_hm t(t−1)/n(n−1). Statistics follow from the summed counts, so nothing is drawn at random.
    Ratings become comparisons by `comparisons_by_judge`.

    Examples:
        >>> from wordorder.metaevaluation import Comparisons, Judgements
        >>> ones, zeros = np.ones(3, np.int64), np.zeros(3, np.int64)
        >>> said = Comparisons(ones, zeros, ones, np.array([1, 1, -1]), -ones)
        >>> human_ceiling(Judgements("de-en", ("A", "B"), said)).values["consistency"]
        0.3333333333333333
    """
    verdicts = PairCounts.of(comparisons_by_judge(judgements)).table()
    totals = verdicts.sum(axis=1)
    repeated = verdicts[totals > 1].astype(np.float64)
    lost, tied, won = repeated.T
    both = totals[totals > 1] * (totals[totals > 1] - 1.0)
    one_tied = tied * (won + lost)
    kinds = (
        won * (won - 1) + lost * (lost - 1),
        2 * won * lost,
        one_tied,
        one_tied,
        tied * (tied - 1),
    )
    counts = np.array([(kind / both).sum() for kind in kinds])
    return HumanCeiling(counts, len(repeated), int(repeated.sum()))


# Judgements on which people agree.


def with_min_agreement(judgements: Judgements, min_agreement: float) -> Judgements:
    """Keep the judgements of repeatedly judged items on which enough people agree.

    An item is two systems on one line or, with ratings, one system on one line. Its judgements are
    kept if there are at least two and the most frequent verdict (or rating) has at least this share
    of them.

    Args:
        judgements: The judgements.
        min_agreement: The smallest share, above 0 and at most 1; 1 is unanimity.

    Raises:
        InputError: Nothing is left.
        UsageError: The share is not a number in (0, 1].

    Examples:
        >>> from wordorder.metaevaluation import Comparisons
        >>> line, zero = np.array([1, 1, 2, 2, 3]), np.zeros(5, np.int64)
        >>> said = Comparisons(line, zero, zero + 1, np.array([1, 1, 1, -1, 1]), zero - 1)
        >>> agreed = with_min_agreement(Judgements("de-en", ("A", "B"), said), 0.8)
        >>> agreed.comparisons.line.tolist()
        [1, 1]
    """
    expect(judgements, Judgements, "judgements")
    expect(min_agreement, Real, "min_agreement")
    if not 0 < min_agreement <= 1:
        raise UsageError(
            Argument("min_agreement"), f" is {min_agreement}; it must be above 0 and at most 1"
        )
    item, verdict = _verdicts(judgements)
    counts = np.bincount(item)
    same = group_rows(item, verdict)
    most = np.zeros(len(counts), np.int64)
    np.maximum.at(most, item, np.bincount(same)[same])
    # Rounding must not reject a share such as 0.7 of ten judgements.
    least = min_agreement * counts
    enough = (most >= least) | np.isclose(most, least, rtol=1e-12, atol=0)
    agreed = ((counts > 1) & enough)[item]
    if not agreed.any():
        raise InputError(
            f"{judgements.name}: nothing was judged twice with an agreement of "
            f"{min_agreement:g}; lower ",
            Argument("min_agreement"),
            ", or use all judgements",
        )
    return replace(judgements.where(agreed), min_agreement=float(min_agreement))


def _verdicts(judgements: Judgements) -> tuple[Integers, Integers]:
    """Number the item and the verdict of each judgement."""
    if judgements.comparisons is not None:
        return PairCounts.of(judgements.comparisons)
    if judgements.ratings is None:
        none = np.zeros(0, np.int64)
        return none, none
    _, rating = np.unique(judgements.ratings.score, return_inverse=True)
    item = group_rows(judgements.ratings.line, judgements.ratings.system)
    return item, rating.reshape(-1)


# Comparisons made by a judge, or derived from a judge's ratings.


def comparisons_by_judge(judgements: Judgements) -> Comparisons:
    """Return the comparisons, or derive them from the ratings of each judge on each line.

    If a judge rated a translation more than once, the mean counts. Ratings by unknown judges give
    no comparisons, since two judges may use a scale differently.
    """
    if judgements.comparisons is not None:
        return judgements.comparisons
    if judgements.ratings is None:
        none = np.zeros(0, np.int64)
        return Comparisons(none, none, none, none, none)
    return _of_ratings(judgements.ratings)


def _of_ratings(ratings: Ratings) -> Comparisons:
    named = ratings.judge >= 0
    line, system, judge = ratings.line[named], ratings.system[named], ratings.judge[named]
    cell = group_rows(line, judge, system)
    _, example, counts = np.unique(cell, return_index=True, return_counts=True)
    means = np.bincount(cell, ratings.score[named], minlength=len(counts)) / counts
    line, system, judge = line[example], system[example], judge[example]
    first, second = pairs_within(group_rows(line, judge))
    preference = np.sign(means[first] - means[second]).astype(np.int64)
    return Comparisons(line[first], system[first], system[second], preference, judge[first])
