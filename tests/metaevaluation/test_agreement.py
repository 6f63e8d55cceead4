"""Agreement of judges against loops over all pairs of judgements."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import oracles.judgements as oracle
from judgement_strategies import JUDGES, SYSTEMS, compared, rated, ratings, said, spoken
from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation import (
    Judgements,
    annotator_agreement,
    human_ceiling,
    read_judgements,
    with_min_agreement,
)
from wordorder.metaevaluation.agreement import comparisons_by_judge
from wordorder.statistics import cohen_kappa, fleiss_kappa, krippendorff_alpha

DATA = Path(__file__).parents[3] / "shared" / "data"
Row = tuple[int, str, float, str | None]


def same(found: float, expected: float) -> bool:
    return found == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(said())
def test_kappas_of_wmt_are_those_of_a_loop(rows: list[oracle.Said]) -> None:
    found = annotator_agreement(compared(rows)).wmt
    for kappa, within in ((found.between, False), (found.within, True)):
        value, pairs = oracle.wmt_kappa(rows, within=within)
        assert kappa.items == pairs
        assert same(kappa.value, value)


@given(said())
def test_the_ceiling_is_the_mean_over_all_draws(rows: list[oracle.Said]) -> None:
    ceiling = human_ceiling(compared(rows))
    expected = oracle.ceiling_counts(rows)
    repeated = [pair for pair in oracle.by_pair(rows).values() if len(pair) > 1]
    assert ceiling.counts.tolist() == pytest.approx(expected)
    assert (ceiling.pairs, ceiling.judgements) == (len(repeated), sum(map(len, repeated)))
    values = oracle.statistics(expected)
    known = {name: ceiling.values[name] for name in values}
    assert known == pytest.approx(values, nan_ok=True, abs=1e-12)


def first_labels(rows: list[oracle.Said]) -> dict[Any, dict[str, int]]:
    """What each known judge first said of each pair."""
    found: dict[Any, dict[str, int]] = {}
    for line, one, other, preference, judge in map(oracle.normal, rows):
        if judge is not None:
            found.setdefault((line, one, other), {}).setdefault(judge, preference)
    return found


@given(said())
def test_fleiss_takes_the_most_frequent_number_of_judges(rows: list[oracle.Said]) -> None:
    items = list(first_labels(rows).values())
    sizes = Counter(len(item) for item in items if len(item) > 1)
    found = annotator_agreement(compared(rows)).fleiss
    if not sizes:
        assert found.reason == "no item was judged by two judges"
        return
    size = min(sizes, key=lambda n: (-sizes[n], n))
    chosen = [list(item.values()) for item in items if len(item) == size]
    both_ways = [[i.count(v) for v in way] for i in chosen for way in ((-1, 0, 1), (1, 0, -1))]
    assert same(found.value, fleiss_kappa(both_ways).value)
    assert (found.items, found.raters) == (len(chosen), size)
    assert found.left_out == len(items) - len(chosen)


@given(said())
def test_cohen_is_of_judges_with_common_items(rows: list[oracle.Said]) -> None:
    judged, items = compared(rows), list(first_labels(rows).values())
    found = annotator_agreement(judged).cohen
    kappas = dict(zip(found.pairs, found.kappas, strict=True))
    for a, b in combinations(range(len(JUDGES)), 2):
        both = [(i[JUDGES[a]], i[JUDGES[b]]) for i in items if {JUDGES[a], JUDGES[b]} <= i.keys()]
        if not both:
            assert (a, b) not in kappas
            continue
        one, other = zip(*both, *((-x, -y) for x, y in both), strict=False)
        assert same(kappas[a, b].value, cohen_kappa(one, other).value)
        assert kappas[a, b].items == len(both)


@given(said(), st.permutations(range(3)))
def test_agreement_does_not_depend_on_the_order_of_systems(
    rows: list[oracle.Said], order: list[int]
) -> None:
    names = {name: SYSTEMS[order[n]] for n, name in enumerate(SYSTEMS)}
    renamed = [(row[0], names[row[1]], names[row[2]], *row[3:]) for row in rows]
    one, other = annotator_agreement(compared(rows)), annotator_agreement(compared(renamed))
    assert same(one.fleiss.value, other.fleiss.value)
    assert same(one.cohen.mean, other.cohen.mean)
    assert same(one.wmt.between.value, other.wmt.between.value)


@given(said(), st.sampled_from([0.01, 0.5, 0.6, 2 / 3, 0.7, 1]))
def test_judgements_that_agree_enough_are_kept(rows: list[oracle.Said], share: float) -> None:
    expected = oracle.agreed(rows, share)
    if not expected:
        with pytest.raises(InputError):
            with_min_agreement(compared(rows), share)
        return
    assert spoken(with_min_agreement(compared(rows), share)) == expected


def test_something_must_be_judged_twice() -> None:
    with refused(InputError):
        with_min_agreement(compared([(1, "A", "B", 1, None)]), 2 / 3)


@given(ratings())
def test_ratings_that_agree_are_kept(rows: list[Row]) -> None:
    cells = Counter(row[:2] for row in rows)
    unanimous = {c for c in cells if len({row[2] for row in rows if row[:2] == c}) == 1}
    expected = [row for row in rows if cells[row[:2]] > 1 and row[:2] in unanimous]
    if expected:
        kept = with_min_agreement(rated(rows), 1)
        assert kept.ratings is not None
        assert kept.ratings.score.tolist() == [row[2] for row in expected]


@pytest.mark.parametrize("share", [0, -1, 1.01, math.nan, "x", None, True])
def test_the_share_must_be_one(share: Any) -> None:
    judged = compared([(1, "A", "B", 1, None)] * 2)
    if share is True:
        assert len(with_min_agreement(judged, share).pairs().line) == 2
        return
    with refused(UsageError):
        with_min_agreement(judged, share)


def test_a_share_does_not_fail_for_its_last_digit() -> None:
    rows = [(1, "A", "B", 1 if n < 7 else -1, None) for n in range(10)]
    assert len(with_min_agreement(compared(rows), 0.7).pairs().line) == 10
    assert len(with_min_agreement(compared(rows), 0.1 * 7).pairs().line) == 10


@given(ratings())
def test_alpha_of_ratings(rows: list[Row]) -> None:
    found = annotator_agreement(rated(rows)).alpha
    assert found is not None
    between: dict[Any, list[float]] = {}
    within: dict[Any, list[float]] = {}
    seen = set()
    for line, system, score, judge in rows:
        if judge is None or (line, system, judge) not in seen:
            between.setdefault((line, system), []).append(score)
        seen.add((line, system, judge))
        if judge is not None:
            within.setdefault((line, system, judge), []).append(score)
    for alpha, items in ((found.between, between), (found.within, within)):
        longest = max(map(len, items.values()), default=0)
        table = [[*item, *[None] * (longest - len(item))] for item in items.values()]
        expected = krippendorff_alpha(np.array(table, object).T.reshape(longest, len(items)))
        assert same(alpha.value, expected.value)
        assert (alpha.items, alpha.left_out) == (expected.items, expected.left_out)


@given(ratings())
def test_ratings_of_one_judge_are_comparisons(rows: list[Row]) -> None:
    expected = []
    for judge in JUDGES:
        own = [row[:3] for row in rows if row[3] == judge]
        expected += [
            (line, a, b, (gap > 0) - (gap < 0), judge)
            for line, a, b, gap in oracle.rated_pairs(own, SYSTEMS)
        ]
    judged = rated(rows)
    made = Judgements("x", judged.systems, comparisons_by_judge(judged), judges=judged.judges)
    assert sorted(spoken(made)) == sorted(expected)
    if expected:
        value, pairs = oracle.wmt_kappa(expected, within=False)
        found = annotator_agreement(judged)
        assert same(found.wmt.between.value, value)
        assert found.wmt.between.items == pairs
        assert found.ceiling.counts.tolist() == pytest.approx(oracle.ceiling_counts(expected))


def test_what_is_undefined_says_why() -> None:
    nobody = annotator_agreement(compared([(1, "A", "B", 1, None)] * 2))
    assert nobody.wmt.between.reason == "the judges are unknown"
    assert nobody.cohen.reason == "fewer than two raters"
    assert nobody.alpha is None
    assert nobody.ceiling.values["tau_wmt14"] == 1
    once = annotator_agreement(compared([(1, "A", "B", 1, "x")]))
    assert once.wmt.between.reason == "no pair was judged by two judges"
    assert once.wmt.within.reason == "no pair was judged twice by the same judge"
    assert math.isnan(once.ceiling.values["tau_wmt14"])
    tied = annotator_agreement(compared([(1, "A", "B", 0, "x"), (1, "A", "B", 0, "y")]))
    assert tied.wmt.between.reason == "all ratings fall into one category"
    nothing = annotator_agreement(Judgements("x", ("A", "B")))
    assert nothing.wmt.between.reason == "no comparisons"
    many = [(line, "A", float(line + n), JUDGES[n]) for line in range(1, 60) for n in range(2)]
    assert annotator_agreement(rated(many)).fleiss.reason is None
    more = [(row[0], row[1], row[2] ** 2 + n, row[3]) for n, row in enumerate(many)]
    reason = annotator_agreement(rated(more)).fleiss.reason
    assert reason == "more than 101 different ratings"


@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
@pytest.mark.slow
def test_wmt12_is_what_a_loop_finds() -> None:
    judged = read_judgements(DATA / "wmt12/rankings-five-way/de-en_en-de.csv")
    for pair, value in (("de-en", 0.388), ("en-de", 0.341)):
        rows, found = spoken(judged[pair]), annotator_agreement(judged[pair])
        assert found.wmt.between.value == pytest.approx(value, abs=0.0005)
        assert same(found.wmt.between.value, oracle.wmt_kappa(rows, within=False)[0])
        assert same(found.wmt.within.value, oracle.wmt_kappa(rows, within=True)[0])
        assert found.ceiling.counts.tolist() == pytest.approx(oracle.ceiling_counts(rows))
