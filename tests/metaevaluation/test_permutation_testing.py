"""The permutation test against swaps spelled out cell by cell, and what its kernels refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused
from oracles import metric_permutations as oracle
from wordorder import InputError, Resampling, UsageError, _kernels
from wordorder.metaevaluation import (
    Comparisons,
    Dataset,
    Judgements,
    MetricScores,
    Ratings,
    permutation_test,
)
from wordorder.metaevaluation.permutation_testing import _tests, draw_swaps, swapped_statistic
from wordorder.statistics.paired_tests import all_pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

COUNTED = ["tau_wmt13", "tau_wmt14", "consistency", "acc_23", "tau_23", "tau_b"]
RATED = [*COUNTED, "tau_darr@0", "tau_darr@2", "acc_eq"]


def compared(rng: np.random.Generator, systems: int, lines: int, count: int) -> Judgements:
    """Comparisons with ties, repeats and contradictions."""
    first = rng.integers(systems, size=count)
    second = (first + rng.integers(1, systems, size=count)) % systems
    preference = rng.integers(-1, 2, size=count)
    line = rng.integers(1, lines + 1, size=count)
    names = tuple(f"s{number}" for number in range(systems))
    return Judgements(
        "de-en", names, Comparisons(line, first, second, preference, np.full(count, -1))
    )


def rated(rng: np.random.Generator, systems: int, lines: int) -> Judgements:
    """Ratings with ties, some missing."""
    system, line = np.nonzero(rng.random((systems, lines)) < 0.8)
    score = rng.integers(0, 5, size=len(line)).astype(float)
    names = tuple(f"s{number}" for number in range(systems))
    return Judgements(
        "en-ja", names, ratings=Ratings(line + 1, system, score, np.full(len(line), -1))
    )


def scored(
    rng: np.random.Generator, judgements: Judgements, lines: int, metrics: int = 2
) -> Dataset:
    """Scores with ties, some missing."""
    shape = metrics, len(judgements.systems), lines
    values = rng.choice([rng.integers(0, 4, shape) / 3, rng.random(shape)])
    values[rng.random(shape) < 0.1] = np.nan
    names = tuple(f"m{number}" for number in range(metrics))
    return Dataset(judgements, MetricScores(names, judgements.systems, values))


def oracle_of(
    judgements: Judgements, statistic: str, grouping: str, lines: int
) -> tuple[oracle.Statistic, NDArray[Any]]:
    """The statistic by its definition, and which cells are judged."""
    judged = np.zeros((len(judgements.systems), lines), np.bool_)
    if judgements.comparisons is not None:
        columns = [column.tolist() for column in judgements.comparisons]
        pairs = [(n - 1, a, b, h) for n, a, b, h, _ in zip(*columns, strict=True)]
    else:
        ratings = judgements.mean_ratings(lines)
        pairs = oracle.rated_pairs(ratings)
        if statistic == "pearson_r":
            return oracle.pearson_r(ratings, grouping), ~np.isnan(ratings)
    name, _, least = statistic.partition("@")
    pairs = [pair for pair in pairs if abs(pair[3]) >= float(least or 0)]
    for line, a, b, _ in pairs:
        judged[[a, b], line] = True
    if name == "acc_eq":
        return oracle.acc_eq(pairs), judged
    by_line = judgements.ratings is not None and name in ("tau_b", "acc_23", "tau_23")
    return (oracle.mean_over_lines if by_line else oracle.pooled)(name, pairs), judged


def check_swaps(dataset: Dataset, statistic: str, grouping: str = "item") -> None:
    """The kernel's difference for every row of swaps, against the definition."""
    lines = dataset.scores.segment_scores
    try:
        cells, difference = swapped_statistic(dataset.judgements, statistic, grouping)
    except InputError:
        return
    pairs = all_pairs(len(lines)).astype(np.int32)
    (swaps,) = draw_swaps(len(cells), 8, seed=5)
    found = difference(_kernels.MetricSwaps(cells.scores(lines), pairs, swaps, 2))
    define, judged = oracle_of(dataset.judgements, statistic, grouping, lines.shape[-1])
    bits = np.unpackbits(swaps.view(np.uint8), axis=1, bitorder="little", count=len(cells))
    for pair, (a, b) in enumerate(pairs):
        one, other = oracle.standardised(lines[a], lines[b], judged)
        for row, swapped in enumerate(bits.astype(np.bool_)):
            places = np.zeros(judged.shape, np.bool_)
            places[cells.system, cells.line] = swapped
            expected = oracle.swapped_difference(one, other, places, define)
            assert found[pair, row] == pytest.approx(expected, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("statistic", COUNTED)
@given(seed=st.integers(0, 10**6), count=st.integers(1, 150))
def test_counts_of_comparisons_are_those_of_the_definition(
    statistic: str, seed: int, count: int
) -> None:
    rng = np.random.default_rng(seed)
    check_swaps(scored(rng, compared(rng, 4, 6, count), 6, metrics=3), statistic)


@pytest.mark.parametrize("statistic", RATED)
@given(seed=st.integers(0, 10**6))
def test_statistics_of_ratings_are_those_of_the_definition(statistic: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    check_swaps(scored(rng, rated(rng, 4, 5), 5), statistic)


@pytest.mark.parametrize("grouping", ["item", "system", "none"])
@given(seed=st.integers(0, 10**6))
def test_correlations_are_those_of_the_definition(grouping: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    check_swaps(scored(rng, rated(rng, 4, 5), 5), "pearson_r", grouping)


@pytest.mark.slow
@pytest.mark.parametrize("statistic", [*RATED, "pearson_r"])
def test_p_is_close_to_that_of_all_swaps(statistic: str) -> None:
    rng = np.random.default_rng(11)
    system, line = np.divmod(np.arange(9), 3)
    human = rng.permutation(9).astype(float)
    names = ("A", "B", "C")
    judgements = Judgements(
        "en-ja", names, ratings=Ratings(line + 1, system, human, np.full(9, -1))
    )
    lines = (human + [[1.0], [6.0]] * rng.normal(size=(2, 9))).round(1).reshape(2, 3, 3)
    dataset = Dataset(judgements, MetricScores(("good", "bad"), names, lines))
    define, judged = oracle_of(judgements, statistic, "item", 3)
    expected = oracle.exact_p(*dataset.scores.segment_scores, judged, define)
    found = permutation_test(dataset, statistic, resampling=Resampling(resamples=20_000))
    assert 0 < expected < 1
    assert found.tests["p"][0, 0] == pytest.approx(expected, abs=0.02)


def test_exchanging_two_metrics_changes_only_the_sign() -> None:
    rng = np.random.default_rng(3)
    dataset = scored(rng, compared(rng, 5, 20, 300), 20)
    scores = dataset.scores
    turned = Dataset(
        dataset.judgements, MetricScores(("m1", "m0"), scores.systems, scores.segment_scores[::-1])
    )
    for statistic in ("tau_wmt13", "tau_wmt14"):
        one, other = (permutation_test(d, statistic).tests for d in (dataset, turned))
        assert one["difference"].tolist() == (-other["difference"]).tolist()
        assert one["p"].tolist() == other["p"].tolist()


def test_further_metrics_threads_and_blocks_change_nothing() -> None:
    rng = np.random.default_rng(4)
    dataset = scored(rng, rated(rng, 6, 12), 12, metrics=4)
    two = MetricScores(("m0", "m1"), dataset.scores.systems, dataset.scores.segment_scores[:2])
    for statistic in ("tau_wmt13", "tau_b", "acc_eq", "pearson_r"):
        alone = permutation_test(Dataset(dataset.judgements, two), statistic, threads=1).tests
        among = permutation_test(dataset, statistic, threads=3).tests
        cells, difference = swapped_statistic(dataset.judgements, statistic, "item")
        scores = cells.scores(dataset.scores.segment_scores)
        in_blocks = _tests(scores, difference, Resampling(), 2, words_per_block=21)
        assert alone["p"][0] == among["p"][0]
        assert in_blocks["p"].tolist() == among["p"][:, 0].tolist()


def test_equal_metrics_differ_by_nothing_and_p_is_never_0() -> None:
    rng = np.random.default_rng(5)
    judgements = rated(rng, 5, 60)
    human = np.nan_to_num(judgements.mean_ratings(60))
    lines = np.stack([human, 7 - 0.5 * human, 2 * human - 3])
    dataset = Dataset(
        judgements, MetricScores(("good", "wrong", "good too"), judgements.systems, lines)
    )
    found = permutation_test(dataset, resampling=Resampling(resamples=199))
    assert found.tests["p"][:, 0].tolist() == [1 / 200, 1.0, 1 / 200]
    assert found.tests["difference"][:, 0].tolist() == [-2.0, 0.0, 2.0]
    assert found.verdicts()[:, 0].tolist() == [-1, 0, 1]
    assert found.clusters("tau_wmt14").cluster.tolist() == [1, 2, 1]


def test_metrics_without_common_cells_or_without_spread_have_no_p_value() -> None:
    rng = np.random.default_rng(6)
    judgements = rated(rng, 3, 10)
    lines = rng.random((3, 3, 10))
    lines[0, :, :5], lines[1, :, 5:], lines[2] = np.nan, np.nan, 7.0
    dataset = Dataset(judgements, MetricScores(("a", "b", "c"), judgements.systems, lines))
    for statistic in ("tau_wmt13", "pearson_r"):
        found = permutation_test(dataset, statistic)
        assert np.isnan(found.tests["p"]).all()
        assert not found.verdicts().any()


@pytest.mark.parametrize(
    ("statistic", "grouping"),
    [
        ("tau", "item"),
        ("tau_darr", "item"),
        ("tau_darr@x", "item"),
        ("tau_wmt14@3", "item"),
        ("acc_eq", "item"),
        ("tau_wmt14", "none"),
    ],
)
def test_what_cannot_be_tested_is_refused(statistic: str, grouping: str) -> None:
    rng = np.random.default_rng(7)
    dataset = scored(rng, compared(rng, 3, 5, 10), 5)
    with refused(UsageError):
        permutation_test(dataset, statistic, grouping=grouping)


def test_data_that_do_not_go_together_are_refused() -> None:
    rng = np.random.default_rng(8)
    judgements = compared(rng, 3, 5, 10)
    one = scored(rng, judgements, 5, metrics=1)
    with refused(InputError):
        permutation_test(one)
    with refused(UsageError):
        scored(rng, judgements, 2)
    none = scored(rng, compared(rng, 3, 5, 0), 5)
    with refused(InputError):
        permutation_test(none)


# What the kernels of the permutation test refuse.


ONE = np.ones((3, 3), np.int64)
SWAPS: dict[str, Any] = {
    "scores": np.zeros((2, 70)),
    "pairs": np.array([[0, 1]], np.int32),
    "swaps": np.zeros((4, 2), np.int64),
    "threads": 1,
}
PAIRS: dict[str, Any] = {
    "first": np.array([0, 69], np.int32),
    "second": np.array([1, 2], np.int32),
    "votes": np.ones((2, 3), np.int64),
    "groups": np.array([0, 1, 2]),
}


@pytest.mark.parametrize(
    "changed",
    [
        {"scores": np.zeros(70)},
        {"scores": np.zeros((2, 70), np.int64)},
        {"pairs": np.array([[0, 2]], np.int32)},
        {"pairs": np.array([[-1, 0]], np.int32)},
        {"pairs": np.array([[0, 1, 1]], np.int32)},
        {"swaps": np.zeros((4, 1), np.int64)},
        {"swaps": np.zeros((4, 3), np.int64)},
    ],
)
def test_swaps_that_do_not_fit_are_refused(changed: dict[str, Any]) -> None:
    _kernels.MetricSwaps(**SWAPS)
    with refused(InputError):
        _kernels.MetricSwaps(**{**SWAPS, **changed})


@pytest.mark.parametrize(
    "changed",
    [
        {"first": np.array([0, 70], np.int32)},
        {"second": np.array([0, -1], np.int32)},
        {"second": np.array([0], np.int32)},
        {"votes": np.ones((1, 3), np.int64)},
        {"votes": np.full((2, 3), -1)},
        {"votes": np.full((2, 3), 2**62)},
        {"groups": np.array([0, 3])},
        {"groups": np.array([], np.int64)},
    ],
)
def test_pairs_that_do_not_fit_are_refused(changed: dict[str, Any]) -> None:
    def found(pairs: dict[str, Any]) -> Any:
        swaps = _kernels.MetricSwaps(**SWAPS)
        judged = _kernels.JudgedPairs(**pairs)
        return _kernels.swapped_pair_differences(
            swaps, judged, ONE, ONE, False, _kernels.PairTest.GROUPED
        )

    assert found(PAIRS).shape == (1, 4)
    with refused(InputError):
        found({**PAIRS, **changed})


def test_rules_and_groups_that_do_not_fit_are_refused() -> None:
    swaps, judged = _kernels.MetricSwaps(**SWAPS), _kernels.JudgedPairs(**PAIRS)
    for rule in (2 * ONE, ONE[:2]):
        with refused(InputError):
            _kernels.swapped_pair_differences(
                swaps, judged, rule, ONE, False, _kernels.PairTest.POOLED
            )
    groups = _kernels.Ragged(np.array([70], np.int32), np.array([0, 1]))
    with refused(InputError):
        _kernels.swapped_correlation_differences(swaps, np.zeros(70), groups)
    with refused(InputError):
        _kernels.swapped_correlation_differences(swaps, np.zeros(7), groups)
