"""Against the figures of mt-metrics-eval.

`vectors/mt-metrics-eval.json` has four tables of human and metric scores, and the correlations that
google-research/mt-metrics-eval (commit 68a481a, April 2026) gives for them. Its soft pairwise
accuracy has random flips of its own, so that it is compared within 0.02; its `kendall_like` is
tau_darr here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judged_data import rated
from wordorder.metaevaluation import correlate
from wordorder.statistics import Resampling

VECTORS = Path(__file__).resolve().parents[2] / "vectors" / "mt-metrics-eval.json"
CASES = json.loads(VECTORS.read_text("utf-8"))["cases"]
NAMES = {"pearson": "pearson_r", "spearman": "spearman_rho"}
FEW = Resampling(resamples=1)


def values(case: dict[str, Any], names: list[str], grouping: str = "item") -> dict[str, float]:
    dataset = rated(np.array(case["human"]), np.array([case["metric"]]))
    found = correlate(dataset, names, grouping=grouping, resampling=FEW)
    return dict(zip(names, found.value[0].tolist(), strict=True))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
@pytest.mark.parametrize("grouping", ["item", "system", "none"])
def test_grouped_correlations(case: dict[str, Any], grouping: str) -> None:
    expected = case["expected"]["sys" if grouping == "system" else grouping]
    wanted = {NAMES.get(name, name): value for name, value in expected.items()}
    del wanted["acc_23_eps_0.25"]
    assert values(case, list(wanted), grouping) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_pairs_that_differ_enough(case: dict[str, Any]) -> None:
    wanted = {f"tau_darr@{t}": value for t, value in case["expected"]["kendall_like"].items()}
    assert values(case, list(wanted)) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_soft_pairwise_accuracy(case: dict[str, Any]) -> None:
    assert values(case, ["spa"])["spa"] == pytest.approx(case["expected"]["spa"], abs=0.02)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_gaps_on_lines_of_their_own_change_nothing(case: dict[str, Any]) -> None:
    """A shifted answer would differ: people and metric each miss scores, on different lines."""
    human, metric = np.array(case["human"]), np.array(case["metric"])
    lines = human.shape[1]
    longer = np.full((len(human), 3 * lines), 3.0)
    gappy_human, gappy_metric = longer.copy(), longer.copy()
    gappy_human[:, ::3], gappy_metric[:, ::3] = human, metric
    gappy_human[:, 1::3], gappy_metric[:, 2::3] = np.nan, np.nan
    names = ["spa", "acc_eq", "tau_b", "pearson_r"]
    gappy = {"human": gappy_human, "metric": gappy_metric}
    wanted = values(case, names)
    assert values(gappy, names[1:]) == pytest.approx({name: wanted[name] for name in names[1:]})
    assert values(gappy, ["spa"])["spa"] == pytest.approx(wanted["spa"], abs=0.05)
