"""Mean ratings, tests between systems, and the agreement of metrics with their verdicts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from messages import refused
from wordorder import InputError, Resampling, UsageError
from wordorder.metaevaluation import (
    Comparisons,
    Judgements,
    MetricScores,
    Ratings,
    compare_verdicts,
    rate_systems,
)
from wordorder.metaevaluation.significance import compare_on_lines
from wordorder.statistics import paired_bootstrap
from wordorder.statistics.paired_tests import all_pairs

DATA = Path(__file__).parents[3] / "shared" / "data" / "wmt24-esa"


def judged(table: Any, name: str = "en-ja") -> Judgements:
    """Ratings from a table of (systems, lines), NaN where there is none."""
    table = np.asarray(table, float)
    system, line = np.nonzero(~np.isnan(table))
    systems = tuple("ABCDEFGH"[: len(table)])
    return Judgements(
        name,
        systems,
        ratings=Ratings(line + 1, system, table[system, line], np.full(len(line), -1)),
    )


def normal(means: list[float], lines: int = 100, seed: int = 1) -> Any:
    return np.random.default_rng(seed).normal(np.transpose([means]), size=(len(means), lines))


def test_means_and_intervals_are_those_of_rated_lines() -> None:
    table = normal([0, 1, 3])
    table[0, ::2], table[1, 1::4] = np.nan, np.nan
    table[:, 40:60] = np.nan
    found = rate_systems(judged(table))
    assert found.mean == pytest.approx(np.nanmean(table, axis=1))
    assert found.line_count.tolist() == (~np.isnan(table)).sum(axis=1).tolist()
    assert (found.low < found.mean).all()
    assert (found.mean < found.high).all()


def test_repeated_ratings_are_averaged_first() -> None:
    ratings = Ratings(
        np.array([1, 1, 2, 1, 2]),
        np.array([0, 0, 0, 1, 1]),
        np.array([0.0, 4.0, 5.0, 1.0, 2.0]),
        np.full(5, -1),
    )
    found = rate_systems(Judgements("x", ("A", "B"), ratings=ratings))
    assert found.mean.tolist() == [3.5, 1.5]


def test_complete_ratings_are_tested_by_the_paired_bootstrap() -> None:
    table = normal([0, 0.2, 1])
    found = compare_on_lines("ABC", table, Resampling(500, seed=3)).tests
    expected = paired_bootstrap(table[..., np.newaxis], resamples=500, seed=3)
    assert found["difference"] == pytest.approx(-expected.difference[:, 0])
    assert found["p"] == pytest.approx(expected.p_value[:, 0])
    assert found["low"] == pytest.approx(-expected.high[:, 0])


def test_systems_are_compared_on_the_lines_that_both_have() -> None:
    difficulty = np.repeat([0.0, 50.0], 60)
    table = difficulty + normal([0, 0, 0], 120)
    table[0, 100:], table[1, :50], table[2, :100] = np.nan, np.nan, np.nan
    found = rate_systems(judged(table))
    assert found.mean[1] > found.mean[0] + 5  # A has the harder lines
    assert found.tests.tests["line_count"].tolist() == [50, 0, 20]
    assert found.tests.marks() == ["0", "?", "?"]
    assert not found.tests.verdicts().any()


def test_marks_follow_sign_level_and_correction() -> None:
    table = normal([0.0, 0.1, 0.2, 0.3, 0.4])
    plain, corrected = (
        compare_on_lines("ABCDE", table, Resampling(), holm=holm) for holm in (False, True)
    )
    assert {mark.lstrip("+-") for mark in plain.marks()} == {"0", "*", "**"}
    assert [mark.endswith("**") for mark in plain.marks()] == (plain.verdicts() != 0).tolist()
    signs = [1 if mark[0] == "+" else -1 if mark[0] == "-" else 0 for mark in plain.marks()]
    found = plain.deciding_p < 0.1
    assert signs == (np.sign(plain.tests["difference"]) * found).tolist()
    assert np.abs(corrected.verdicts()).sum() < np.abs(plain.verdicts()).sum()


def test_agreement_counts_what_both_say() -> None:
    people = normal([0, 1, 1, 2], 200)
    lines = np.stack([people, 3 - people, np.zeros_like(people), people[[0, 1, 3, 2]]])
    scores = MetricScores(("same", "opposite", "constant", "other"), tuple("ABCD"), lines)
    same, opposite, constant, other = compare_verdicts(judged(people), scores)
    assert same.table.tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 5]]
    assert (same.same, same.share) == (6, 1.0)
    assert opposite.table.tolist() == [[0, 0, 0], [0, 1, 0], [5, 0, 0]]
    assert (opposite.opposite, opposite.same) == (5, 1)
    assert constant.table.tolist() == [[0, 0, 0], [0, 1, 0], [0, 5, 0]]
    assert (constant.missed, constant.found_alone, constant.pairs) == (5, 0, 6)
    assert (other.found_alone, other.missed, other.opposite) == (1, 1, 1)
    for one in (same, opposite, constant, other):
        assert one.same + one.missed + one.found_alone + one.opposite == one.pairs


def test_a_metric_is_judged_on_rated_lines_only() -> None:
    people = normal([0, 1], 80)
    people[:, 40:] = np.nan
    lines = np.stack([people, people])
    lines[:, :, 40:] = [[9.0], [-9.0]]
    lines[1, 0, :20] = np.nan
    scores = MetricScores(("m", "part"), ("A", "B"), lines)
    whole, part = compare_verdicts(judged(people), scores)
    assert whole.share == 1.0
    assert part.scores.tests["line_count"].tolist() == [20]
    assert part.pairs == 0
    assert np.isnan(part.share)


def test_kinds_of_reference_data_stand_side_by_side() -> None:
    people = normal([0, 1])
    sets = {
        kind: MetricScores(("m",), ("A", "B"), sign * people[np.newaxis])
        for kind, sign in (("manual", 1), ("automatic", -1))
    }
    found = compare_verdicts(judged(people), sets)
    assert [(one.kind, one.metric, one.same) for one in found] == [
        ("manual", "m", 1),
        ("automatic", "m", 0),
    ]


def test_what_cannot_be_rated_is_refused() -> None:
    one = np.array([1])
    compared = Judgements("de-en", ("A", "B"), Comparisons(one, 0 * one, one, one, -one))
    with refused(InputError):
        rate_systems(compared)
    with refused(InputError):
        rate_systems(judged([[1.0, 2.0]]))
    with refused(InputError):
        rate_systems(judged(np.full((2, 3), np.nan)))
    other = MetricScores(("m",), ("A", "C"), np.zeros((1, 2, 100)))
    with refused(InputError):
        compare_verdicts(judged(normal([0, 1])), other)
    with refused(UsageError):
        compare_verdicts(judged(normal([0, 1])), [other])  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data/wmt24-esa")
def test_ratings_of_wmt24() -> None:
    rows = (DATA / "en-ja.esa.seg.tsv").read_text(encoding="utf-8").splitlines()[1:]
    cells = [row.split("\t") for row in rows]
    names = tuple(sorted({row[0] for row in cells}))
    columns = ([int(r[1]) + 1, names.index(r[0]), float(r[2])] for r in cells)
    line, system, score = np.array(list(columns)).T
    ratings = Ratings(line.astype(np.int64), system.astype(np.int64), score, np.full(len(line), -1))
    found = rate_systems(Judgements("en-ja", names, ratings=ratings))
    assert len(names) == 13
    assert (found.line_count > 500).all()
    assert found.tests.known.all()
    verdicts, (first, second) = found.tests.verdicts(), all_pairs(len(names)).T
    assert (np.sign(found.mean[second] - found.mean[first])[verdicts != 0] != 0).all()
    assert np.count_nonzero(verdicts) == 45
