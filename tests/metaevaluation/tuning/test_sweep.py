"""The exact optimum against fractions, a dense grid and hill climbing."""

from fractions import Fraction
from math import nextafter

import numpy as np
import pytest
from hypothesis import given, strategies as st

from oracles.tuning import Pair, agreement, best_stretches, exact
from wordorder.metaevaluation.tuning.sweep import (
    OBJECTIVES,
    Optimum,
    WeighedPairs,
    WeightRange,
    WeightSweep,
    climb_hills,
    find_breakpoints,
    find_optimum,
)


def weighed(pairs: list[Pair]) -> WeighedPairs:
    first, second = np.array([pair[:2] for pair in pairs], np.float64).T
    human = np.array([pair.human for pair in pairs], np.int64)
    return WeighedPairs(first, second, human, np.arange(len(pairs)))


def found_optimum(pairs: list[Pair], objective: str) -> Optimum:
    asked = OBJECTIVES[objective]
    kept = np.array([pair.human != 0 or asked.human_ties for pair in pairs])
    return find_optimum(WeightSweep(weighed(pairs)).curve(kept), asked)


def random_pairs(generator: np.random.Generator) -> list[Pair]:
    """Few pairs, many of them tied, repeated, or with the same breakpoint."""
    count = int(generator.integers(1, 12))
    kind = generator.integers(3)
    sides = generator.integers(-4, 5, (count, 2)).astype(np.float64)
    if kind == 1:
        sides = sides / 7
    if kind == 2:
        sides = np.where(sides == 0, 0, generator.normal(size=(count, 2)))
    human = generator.integers(-1, 2, count)
    pairs = [Pair(x, y, h) for (x, y), h in zip(sides.tolist(), human.tolist(), strict=True)]
    repeated = generator.integers(count, size=int(generator.integers(0, 4)))
    return pairs + [pairs[place] for place in repeated]


def as_ranges(chosen: list[tuple]) -> list[WeightRange]:
    ranges: list[WeightRange] = []
    for number, (stretch, best) in enumerate(chosen):
        if not best:
            continue
        if number and chosen[number - 1][1]:
            low, has_low = ranges[-1].low, ranges.pop().has_low
        else:
            low, has_low = float(stretch.low), stretch.is_point
        ranges.append(WeightRange(low, float(stretch.high), has_low, stretch.is_point))
    return ranges


def assert_same_ranges(found: tuple[WeightRange, ...], expected: list[WeightRange]) -> None:
    assert [one[2:] for one in found] == [one[2:] for one in expected]
    assert np.allclose([one[:2] for one in found], [one[:2] for one in expected], rtol=4e-16)


def check_problem(pairs: list[Pair], objective: str) -> None:
    found = found_optimum(pairs, objective)
    best, chosen = best_stretches(pairs, objective)
    if best is None:
        assert np.isnan(found.value)
        return
    assert found.value == float(best)
    assert_same_ranges(found.ranges, as_ranges(chosen))
    assert found.alpha == found.widest.middle


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("seed", range(5))
def test_finds_all_the_best_weights(objective, seed) -> None:
    generator = np.random.default_rng(seed)
    for _ in range(50):
        check_problem(random_pairs(generator), objective)


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["tau_wmt14", "consistency"])
def test_nothing_beats_the_exact_optimum_in_1000_problems(objective) -> None:
    generator = np.random.default_rng(17)
    for number in range(1000):
        pairs = random_pairs(generator)
        best = found_optimum(pairs, objective).value
        check_problem(pairs, objective)
        whole = [exact(pair) for pair in pairs]
        for step in range(98):
            value = agreement(whole, Fraction(step, 97), objective)
            assert value is None or float(value) <= best
        kept = np.array([pair.human != 0 for pair in pairs])
        curve = WeightSweep(weighed(pairs)).curve(kept)
        climbed = climb_hills(curve, OBJECTIVES[objective], number)
        reached = agreement(whole, Fraction(climbed.alpha), objective)
        assert reached is None or float(reached) <= best
        assert np.isnan(best) or climbed.value <= best


finite = st.floats(allow_nan=False, allow_infinity=False)
numbers = st.floats(-1e3, 1e3) | st.integers(-3, 3).map(float) | finite
some_pairs = st.lists(st.builds(Pair, numbers, numbers, st.integers(-1, 1)), min_size=1, max_size=8)


@given(some_pairs, st.sampled_from(list(OBJECTIVES)))
def test_finds_the_best_agreement_for_any_numbers(pairs, objective) -> None:
    best, chosen = best_stretches(pairs, objective)
    found = found_optimum(pairs, objective)
    assert (np.isnan(found.value) and best is None) or found.value == float(best)
    if best is not None:
        assert [one[2:] for one in found.ranges] == [one[2:] for one in as_ranges(chosen)]


positive = st.floats(5e-324, 1.7e308)


@given(st.lists(st.tuples(positive, positive), min_size=2, max_size=6), st.integers(1, 5))
def test_breakpoints_are_compared_exactly(ratios, factor) -> None:
    (first, second), *_ = ratios
    more = [*ratios, (nextafter(first, 2), second), (first / 2**factor, second / 2**factor)]
    more = [(a, b) for a, b in more if a > 0 and b > 0]
    below, above = (np.array(side) for side in zip(*more, strict=True))
    place = find_breakpoints(below, -above).place.tolist()
    exact = [Fraction(b) / Fraction(a) for a, b in more]
    expected = sorted(set(exact))
    assert place == [expected.index(one) for one in exact]


def test_an_end_can_be_the_only_optimum() -> None:
    # At 0 the first two pairs are tied; everywhere else they are wrong.
    pairs = [Pair(-1.0, 0.0, 1), Pair(-1.0, 0.0, 1), Pair(1.0, 2.0, 1)]
    assert found_optimum(pairs, "tau_wmt14").ranges == (WeightRange(0.0, 0.0, True, True),)
    mirrored = [Pair(second, first, human) for first, second, human in pairs]
    assert found_optimum(mirrored, "tau_wmt14").ranges == (WeightRange(1.0, 1.0, True, True),)


def test_a_breakpoint_can_be_the_only_optimum() -> None:
    pairs = [Pair(3.0, -1.0, 0), Pair(-6.0, 2.0, 0), Pair(1.0, 1.0, 1)]
    found = found_optimum(pairs, "acc_23")
    assert (found.value, found.alpha) == (1.0, 0.25)
    assert [str(one) for one in found.ranges] == ["{0.25}"]


def test_ties_are_no_merit_by_tau_wmt13() -> None:
    # At .5 the two wrong pairs are tied: tau_wmt13 would be 1.
    pairs = [Pair(1.0, -1.0, 1), Pair(-1.0, 1.0, 1), Pair(1.0, 1.0, 1)]
    found = found_optimum(pairs, "tau_wmt13")
    assert found.value == pytest.approx(1 / 3)
    assert [str(one) for one in found.ranges] == ["(0, 0.5)", "(0.5, 1)"]


def test_counts_by_unit_add_up_to_the_curve() -> None:
    generator = np.random.default_rng(3)
    pairs = weighed([pair for _ in range(20) for pair in random_pairs(generator)])
    sweep = WeightSweep(pairs._replace(unit=np.arange(len(pairs.unit)) % 7))
    curve = sweep.curve()
    alphas = np.array([0.0, 0.1, 0.5, 0.77, 1.0])
    for alpha, row in zip(alphas.tolist(), curve.counts[curve.places(alphas)], strict=True):
        assert sweep.counts_by_unit(alpha, 7).sum(axis=0).tolist() == row.tolist()


def test_the_curve_of_some_pairs_is_that_of_them_alone() -> None:
    generator = np.random.default_rng(4)
    pairs = weighed([pair for _ in range(10) for pair in random_pairs(generator)])
    kept = generator.random(len(pairs.unit)) < 0.5
    some = WeightSweep(pairs).curve(kept)
    alone = WeightSweep(WeighedPairs(*(column[kept] for column in pairs))).curve()
    assert some.edges.tolist() == alone.edges.tolist()
    assert some.counts.tolist() == alone.counts.tolist()


def test_a_curve_without_pairs_is_undefined() -> None:
    empty = np.array([])
    sweep = WeightSweep(WeighedPairs(empty, empty, empty.astype(int), empty.astype(int)))
    found = find_optimum(sweep.curve(), OBJECTIVES["tau_wmt14"])
    assert np.isnan(found.value)
    assert (found.alpha, str(found.ranges[0])) == (0.5, "[0, 1]")
