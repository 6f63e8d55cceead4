"""Fleiss' and Cohen's kappa, and the tables behind kappas and alpha."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from accumulator_checks import bits, check_divisions
from messages import refused
from oracles import statistics as oracle
from wordorder.errors import InputError, UsageError
from wordorder.statistics import (
    AlphaTable,
    CohenTable,
    FleissTable,
    PairwiseTable,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    landis_koch,
    pairwise_cohen_kappa,
)

# Fleiss (1971), table 1: 30 patients, 6 psychiatrists each; how many chose depression, personality
# disorder, schizophrenia, neurosis, other. Taken from the R package irr (`diagnoses`), counted per
# patient. The paper prints 0.430, irr 0.4302445; from the column totals 26, 26, 30, 55, 43 by
# hand: observed 500/900, expected 7126/32400.
FLEISS_1971 = """
00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031
00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006
"""
# Wikipedia, "Fleiss' kappa", worked example: 10 items, 14 raters, 5 categories, kappa 0.210.
WIKIPEDIA = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]
# Cohen (1968), Weighted Kappa, table 1: two judges, 200 cases, three diagnoses; the proportions
# .44 .07 .09 / .05 .20 .05 / .01 .03 .06 give an unweighted kappa of .492.
COHEN_1968 = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
# Wikipedia, "Cohen's kappa", first example: 20 times both yes, 15 times both no, 5 and 10 times
# one of the two; kappa 0.4.
YES_NO = [[20, 5], [10, 15]]


def diagnoses() -> list[list[int]]:
    return [[int(count) for count in row] for row in FLEISS_1971.split()]


def spread_out(table: list[list[int]]) -> tuple[list[int], list[int]]:
    pairs = [(i, j) for i, row in enumerate(table) for j, n in enumerate(row) for _ in range(n)]
    first, second = zip(*pairs, strict=True)
    return list(first), list(second)


# Fleiss


def test_fleiss_own_example() -> None:
    kappa = fleiss_kappa(diagnoses())
    assert kappa.value == pytest.approx(0.4302445, abs=5e-8)
    assert kappa.observed == pytest.approx(500 / 900)
    assert kappa.expected == pytest.approx(7126 / 32400)
    assert (kappa.items, kappa.raters, kappa.left_out, kappa.reason) == (30, 6, 0, None)
    assert kappa.verbal == "moderate"


def test_wikipedias_example_of_fleiss_kappa() -> None:
    kappa = fleiss_kappa(WIKIPEDIA)
    assert round(kappa.value, 3) == 0.210
    assert kappa.verbal == "fair"


@settings(deadline=None)
@given(st.integers(2, 5), st.integers(2, 4), st.integers(1, 8), st.integers(0, 2**32))
def test_fleiss_kappa_is_that_of_all_pairs_of_ratings(
    raters: int, categories: int, items: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(raters, np.full(categories, 1 / categories), size=items)
    kappa = fleiss_kappa(counts)
    if (counts.sum(axis=0) > 0).sum() == 1:
        assert isnan(kappa.value)
    else:
        assert kappa.value == pytest.approx(float(oracle.fleiss_kappa(counts.tolist())), abs=1e-12)


def test_full_agreement_on_several_categories_is_exactly_1() -> None:
    assert fleiss_kappa([[3, 0], [0, 3], [3, 0]]).value == 1


@pytest.mark.parametrize(
    ("counts", "reason", "items", "raters"),
    [
        ([[4, 0], [4, 0]], "all ratings fall into one category", 2, 4),
        ([[5]], "all ratings fall into one category", 1, 5),
        ([[1, 0], [0, 1]], "fewer than two raters", 2, 1),
        ([[0, 0]], "fewer than two raters", 1, 0),
        ([], "no items", 0, 0),
        (np.empty((0, 3), dtype=int), "no items", 0, 0),
    ],
)
def test_degenerate_counts_have_a_name(
    counts: object, reason: str, items: int, raters: int
) -> None:
    kappa = fleiss_kappa(counts)
    assert isnan(kappa.value)
    assert (kappa.reason, kappa.items, kappa.raters, kappa.verbal) == (reason, items, raters, None)


@pytest.mark.parametrize(
    "counts",
    [
        [[3, 0], [2, 0]],
        [[3, -1], [2, 0]],
        [[0.5, 0.5]],
        [1, 2],
        [[1, 2], [3]],
        [["a", "b"]],
    ],
)
def test_malformed_counts_are_refused(counts: object) -> None:
    with refused(InputError):
        fleiss_kappa(counts)


# Cohen


@pytest.mark.parametrize(("table", "value"), [(COHEN_1968, 29 / 59), (YES_NO, 0.4)])
def test_published_values_of_cohens_kappa(table: list[list[int]], value: float) -> None:
    assert cohen_kappa(*spread_out(table)).value == pytest.approx(value, abs=1e-12)


def test_cohens_example_rounds_to_what_he_prints() -> None:
    kappa = cohen_kappa(*spread_out(COHEN_1968))
    assert (kappa.observed, kappa.expected) == pytest.approx((0.70, 0.41))
    assert round(kappa.value, 3) == 0.492
    assert (kappa.items, kappa.raters, kappa.verbal) == (200, 2, "moderate")


labels = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=9)


@settings(deadline=None)
@given(labels)
def test_cohens_kappa_is_that_of_all_pairs_of_labels(pairs: list[tuple[str, str]]) -> None:
    a, b = zip(*pairs, strict=True)
    kappa, swapped = cohen_kappa(a, b), cohen_kappa(b, a)
    if len({*a, *b}) == 1:
        assert isnan(kappa.value)
    else:
        assert kappa.value == pytest.approx(float(oracle.cohen_kappa(a, b)), abs=1e-12)
        assert swapped == kappa


@pytest.mark.parametrize("missing", [None, nan])
def test_items_that_a_rater_left_out_are_left_out(missing: float | None) -> None:
    a, b = ["x", "y", missing, "x", "y"], ["x", "x", "x", missing, "y"]
    kappa = cohen_kappa(a, b)
    assert (kappa.items, kappa.left_out) == (3, 2)
    assert kappa.value == float(oracle.cohen_kappa(["x", "y", "y"], ["x", "x", "y"]))


def test_labels_may_be_of_any_type() -> None:
    a, b = [1, 2, 1, 2], [1, 2, 2, 2]
    wanted = cohen_kappa(a, b)
    assert cohen_kappa(np.array(a), np.array(b, dtype=float)) == wanted
    assert cohen_kappa(list(map(str, a)), np.array(b).astype(str)) == wanted
    assert cohen_kappa([1, "two", 1, "two"], [1, "two", "two", "two"]) == wanted


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        (["x", "x"], ["x", "x"], "all ratings fall into one category"),
        ([], [], "no items that both have rated"),
        (["x", None], [None, "x"], "no items that both have rated"),
    ],
)
def test_degenerate_labels_have_a_name(a: list[str], b: list[str], reason: str) -> None:
    kappa = cohen_kappa(a, b)
    assert isnan(kappa.value)
    assert kappa.reason == reason


def test_raters_who_each_keep_to_another_category_agree_as_chance_has_it() -> None:
    assert cohen_kappa(["x", "x"], ["y", "y"]).value == 0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([1, 2], [1]),
        (np.array([1, 2]), np.array([1, 2, 3])),
        (np.zeros((2, 3)), np.zeros((2, 4))),
        (1, 2),
        ("yes", "no"),
        ([[1, 2]], [[1, 2]]),
    ],
)
def test_raters_of_other_items_are_refused(a: object, b: object) -> None:
    with refused(InputError):
        cohen_kappa(a, b)


# Every two of many raters


def test_every_two_raters_have_the_kappa_of_their_own() -> None:
    ratings = np.random.default_rng(1).integers(3, size=(4, 50)) * 1.0
    ratings[1, ::7] = nan
    found = pairwise_cohen_kappa(ratings)
    assert found.pairs == tuple(combinations(range(4), 2))
    assert found.kappas == tuple(cohen_kappa(ratings[a], ratings[b]) for a, b in found.pairs)
    assert found.mean == pytest.approx(np.mean([kappa.value for kappa in found.kappas]))
    assert (found.undefined, found.reason) == (0, None)


def test_undefined_pairs_are_left_out_of_the_mean_and_counted() -> None:
    found = pairwise_cohen_kappa([["x", "x"], ["x", "x"], ["x", "y"]])
    assert found.kappas[0].reason == "all ratings fall into one category"
    assert (found.mean, found.undefined) == (0.0, 1)


@pytest.mark.parametrize(
    ("ratings", "reason", "undefined"),
    [
        ([["x", "y"]], "fewer than two raters", 0),
        ([["x"], ["x"]], "no pair with a defined kappa", 1),
        ([[], []], "no pair with a defined kappa", 1),
    ],
)
def test_no_mean_has_a_name(ratings: list[list[str]], reason: str, undefined: int) -> None:
    found = pairwise_cohen_kappa(ratings)
    assert isnan(found.mean)
    assert (found.reason, found.undefined) == (reason, undefined)


def test_ratings_that_are_no_table_are_refused() -> None:
    with refused(InputError):
        pairwise_cohen_kappa([[1, 2], [1]])


# Landis and Koch (1977), p. 165


@pytest.mark.parametrize(
    ("kappa", "name"),
    [
        (-1, "poor"),
        (-1e-9, "poor"),
        (0, "slight"),
        (0.20, "slight"),
        (0.21, "fair"),
        (0.40, "fair"),
        (0.41, "moderate"),
        (0.60, "moderate"),
        (0.61, "substantial"),
        (0.80, "substantial"),
        (0.81, "almost perfect"),
        (1, "almost perfect"),
        (nan, None),
    ],
)
def test_the_verbal_scale(kappa: float, name: str | None) -> None:
    assert landis_koch(kappa) == name


def test_the_oracles_agree_with_the_published_values_too() -> None:
    assert oracle.fleiss_kappa(diagnoses()) == (Fraction(5, 9) - Fraction(7126, 32400)) / (
        1 - Fraction(7126, 32400)
    )
    assert oracle.cohen_kappa(*spread_out(COHEN_1968)) == Fraction(29, 59)


def test_labels_that_cannot_be_counted_change_nothing() -> None:
    pairs, table = PairwiseTable(2), CohenTable()
    for add in (
        lambda: cohen_kappa(["a", {}], ["a", "b"]),
        lambda: pairwise_cohen_kappa([["a", "b"], ["a", {1}]]),
        lambda: table.add(["a", "b"], ["a", {}]),
        lambda: pairs.add([["a", "b"], ["a", {}]]),
    ):
        with refused(InputError):
            add()
    assert table.result().items == pairs.result().kappas[0].items == 0


# The tables behind kappas and alpha: the same for all divisions of the items.


LABELS = ["x", "y", 3, 3.0, None, float("nan")]
labelled = st.lists(st.tuples(*[st.sampled_from(LABELS)] * 3), max_size=12)
# Numbers whose sums depend on the order in floating point.
numbered = st.lists(st.tuples(*[st.sampled_from([0.1, 0.7, 1 / 3, 1e8, None])] * 3), max_size=12)


def by_rater(items: list[tuple[object, ...]]) -> list[list[object]]:
    return [[item[rater] for item in items] for rater in range(3)]


@given(st.data(), st.lists(st.sampled_from([(3, 0, 0), (1, 1, 1), (0, 2, 1)]), max_size=12))
def test_fleiss(data: st.DataObject, items: list[tuple[int, ...]]) -> None:
    def add(table: FleissTable, start: int, stop: int) -> None:
        table.add(items[start:stop])

    check_divisions(data, lambda: FleissTable(3), add, len(items), FleissTable.result)
    table = FleissTable(3)
    table.add(items)
    assert bits(table.result()) == bits(fleiss_kappa(items))


@given(st.data(), labelled)
def test_cohen(data: st.DataObject, items: list[tuple[object, ...]]) -> None:
    def add(table: CohenTable, start: int, stop: int) -> None:
        first, second, _ = by_rater(items[start:stop])
        table.add(first, second)

    check_divisions(data, CohenTable, add, len(items), CohenTable.result)
    table = CohenTable()
    add(table, 0, len(items))
    assert bits(table.result()) == bits(cohen_kappa(*by_rater(items)[:2]))


@given(st.data(), labelled)
def test_every_pair(data: st.DataObject, items: list[tuple[object, ...]]) -> None:
    def add(table: PairwiseTable, start: int, stop: int) -> None:
        table.add(by_rater(items[start:stop]))

    check_divisions(data, lambda: PairwiseTable(3), add, len(items), PairwiseTable.result)
    table = PairwiseTable(3)
    add(table, 0, len(items))
    assert bits(table.result()) == bits(pairwise_cohen_kappa(by_rater(items)))


@pytest.mark.slow
@given(st.data(), st.sampled_from(["nominal", "ordinal", "interval"]), numbered)
def test_alpha(data: st.DataObject, level: str, items: list[tuple[object, ...]]) -> None:
    def add(table: AlphaTable, start: int, stop: int) -> None:
        table.add(by_rater(items[start:stop]))

    check_divisions(data, lambda: AlphaTable(level), add, len(items), AlphaTable.result)
    # Nor does the order of items and raters matter.
    turned = [item[::-1] for item in items[::-1]]
    wanted = krippendorff_alpha(by_rater(items), level)
    assert bits(krippendorff_alpha(by_rater(turned), level)) == bits(wanted)


@given(st.data(), labelled)
def test_alpha_of_labels(data: st.DataObject, items: list[tuple[object, ...]]) -> None:
    def add(table: AlphaTable, start: int, stop: int) -> None:
        table.add(by_rater(items[start:stop]))

    check_divisions(data, lambda: AlphaTable("nominal"), add, len(items), AlphaTable.result)


def test_other_numbers_of_raters_or_categories() -> None:
    table, other = FleissTable(2), FleissTable(2)
    table.add([[2, 0]])
    with refused(InputError):
        table.add([[3, 0]])
    other.add([[3, 0]])
    with refused(InputError):
        table.merge(other)
    assert (table.result().items, other.result().items) == (1, 1)
    with refused(InputError):
        table.add([[1, 1, 0]])
    with refused(InputError):
        PairwiseTable(3).add([[1], [2]])
    for one, another in (
        (FleissTable(2), FleissTable(3)),
        (PairwiseTable(2), PairwiseTable(3)),
        (AlphaTable("nominal"), AlphaTable("ordinal")),
    ):
        with refused(UsageError):
            one.merge(another)
