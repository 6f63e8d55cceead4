"""Plots of meta-evaluations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from metaevaluation.evaluation.examples import METRICS, compared
from report.examples import drawn, values
from wordorder.metaevaluation import Dataset, MetaEvaluation, meta_evaluate
from wordorder.statistics import Resampling

FEW = Resampling(resamples=20)
MANY = 60


def with_many_metrics(name: str) -> Dataset:
    dataset = compared(name)
    noise = np.random.default_rng(1).normal(size=(MANY, *dataset.scores.lines.shape[1:]))
    names = tuple(f"metric {number}" for number in range(MANY))
    return replace(dataset, scores=replace(dataset.scores, metrics=names, lines=noise))


@pytest.fixture(scope="module")
def many() -> MetaEvaluation:
    sets = [with_many_metrics("de-en"), with_many_metrics("fr-en")]
    return meta_evaluate(sets, "tau_wmt14", resampling=FEW)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["agreement", "ranks"])
def test_names_of_many_metrics_do_not_overlap(many: MetaEvaluation, kind: str) -> None:
    assert drawn(many, kind)["height"] == 15 * MANY
    few = meta_evaluate([compared("a-b"), compared("c-d")], "tau_wmt14", resampling=FEW)
    assert drawn(few, kind)["height"] == 360


@pytest.mark.slow
def test_every_metric_has_a_dot_for_each_set() -> None:
    found = meta_evaluate([compared("a-b"), compared("c-d")], "tau_wmt14", resampling=FEW)
    points = {(one["series"], one["x"]) for one in values(drawn(found, "agreement"))}
    assert points == {(name, metric) for name in ("a-b", "c-d") for metric in METRICS}
