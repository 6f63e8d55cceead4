"""Krippendorff's alpha: his own examples, pair by pair, degenerate input by name."""

from __future__ import annotations

from math import inf, isnan, nan

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from messages import refused
from oracles import statistics as oracle
from wordorder import InputError, UsageError
from wordorder.statistics import cohen_kappa, krippendorff_alpha

LEVELS = ("nominal", "ordinal", "interval")

# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, C and D: 4 observers, 12 units.
# He prints 0.743 (nominal), 0.815 (ordinal), 0.849 (interval); the 12th unit has a single value.
FOUR_OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]
# The same text, section A: two observers, ten units, two categories; alpha 0.095.
TWO_OBSERVERS = [[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]]
# The same text, section B: two observers, twelve units, categories a to e; alpha 0.692.
LETTERS = [list("aabbdcccedda"), list("babbbccceddd")]


@pytest.mark.parametrize(
    ("level", "printed"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)]
)
def test_krippendorffs_four_observers(level: str, printed: float) -> None:
    alpha = krippendorff_alpha(FOUR_OBSERVERS, level)
    assert round(alpha.value, 3) == printed
    assert alpha.value == pytest.approx(float(oracle.krippendorff_alpha(FOUR_OBSERVERS, level)))
    assert (alpha.items, alpha.left_out, alpha.ratings, alpha.level) == (11, 1, 40, level)


def test_krippendorffs_two_observers() -> None:
    for level in LEVELS:  # with two categories, all scales are one
        assert round(krippendorff_alpha(TWO_OBSERVERS, level).value, 3) == 0.095


def test_krippendorffs_letters() -> None:
    assert round(krippendorff_alpha(LETTERS, "nominal").value, 3) == 0.692


ratings = st.integers(1, 4).flatmap(
    lambda raters: st.lists(
        st.lists(st.sampled_from([1, 2, 2, 5, 9, None]), min_size=raters, max_size=raters),
        min_size=1,
        max_size=8,
    ).map(lambda items: [list(rater) for rater in zip(*items, strict=True)])
)


@settings(deadline=None)
@given(ratings, st.sampled_from(LEVELS))
def test_alpha_is_that_of_all_pairs_of_ratings(table: list[list[int | None]], level: str) -> None:
    alpha = krippendorff_alpha(table, level)
    if alpha.reason is None:
        assert alpha.value == pytest.approx(
            float(oracle.krippendorff_alpha(table, level)), abs=1e-12
        )
    else:
        paired = [[x for x in item if x is not None] for item in zip(*table, strict=True)]
        paired = [item for item in paired if len(item) > 1]
        assert len({x for item in paired for x in item}) < 2
        assert isnan(alpha.value)


def test_missing_values_may_be_nan_or_none() -> None:
    table = np.array(FOUR_OBSERVERS, dtype=float)
    assert np.isnan(table).any()
    for level in LEVELS:
        assert krippendorff_alpha(table, level) == krippendorff_alpha(FOUR_OBSERVERS, level)


def test_labels_of_any_type_will_do_on_a_nominal_scale() -> None:
    named = [[x and f"class {x}" for x in rater] for rater in FOUR_OBSERVERS]
    wanted = krippendorff_alpha(FOUR_OBSERVERS, "nominal")
    assert krippendorff_alpha(named, "nominal") == wanted


def test_the_ordinal_scale_looks_at_the_order_alone() -> None:
    stretched = np.array(FOUR_OBSERVERS, dtype=float) ** 3
    assert krippendorff_alpha(stretched) == krippendorff_alpha(FOUR_OBSERVERS)


def test_the_interval_scale_looks_at_no_unit() -> None:
    scaled = np.array(FOUR_OBSERVERS, dtype=float) * 1e3 - 7e6
    wanted = krippendorff_alpha(FOUR_OBSERVERS, "interval").value
    assert krippendorff_alpha(scaled, "interval").value == pytest.approx(wanted)


def test_full_agreement_is_exactly_1() -> None:
    for level in LEVELS:
        assert krippendorff_alpha([[1, 2, 7], [1, 2, 7]], level).value == 1


def test_with_many_items_it_comes_near_cohens_kappa_of_like_raters() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(3, size=5000)
    a, b = (np.where(rng.random(5000) < 0.7, truth, rng.integers(3, size=5000)) for _ in "ab")
    alpha = krippendorff_alpha([a, b], "nominal").value
    assert alpha == pytest.approx(cohen_kappa(a, b).value, abs=0.005)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ([[1, 1], [1, 1]], "all ratings are the same"),
        ([[1, 1, 5], [1, 1, None]], "all ratings are the same"),
        ([[1, 2, 3]], "no item has two ratings"),
        ([[1, None], [None, 2]], "no item has two ratings"),
        ([[nan], [nan]], "no item has two ratings"),
        ([[], []], "no item has two ratings"),
    ],
)
def test_degenerate_ratings_have_a_name(table: list[list[float]], reason: str, level: str) -> None:
    alpha = krippendorff_alpha(table, level)
    assert isnan(alpha.value)
    assert alpha.reason == reason


@pytest.mark.parametrize(
    "table",
    [
        [1, 2],
        [[1, 2], [1]],
        [["a", "b"], ["a", "b"]],
        [[1, inf], [1, 2]],
        [[1e200, 0], [0, 0]],
        [[1e-200, 0], [0, 0]],
    ],
)
def test_malformed_ratings_are_refused(table: object) -> None:
    with refused(InputError):
        krippendorff_alpha(table, "interval")


def test_an_unknown_level_is_refused() -> None:
    with refused(UsageError):
        krippendorff_alpha([[1], [1]], "ratio")
