"""The script behind docs/results.md: its small parts, and places for all tables in the page."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from judged_data import rated
from wordorder.metaevaluation import Dataset, MetricScores, correlate
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]


def tool(name: str) -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tools"))
        return importlib.import_module(name)


@pytest.mark.parametrize("name", ["meta_tables", "meta_contrasts", "meta_ratings"])
def test_the_examples_are_true(name: str) -> None:
    assert doctest.testmod(tool(name)).failed == 0


def test_only_the_tables_given_are_renewed() -> None:
    marks = "<!-- results: {} -->\n\nold <b>\n\n<!-- end -->\n"
    page = marks.format("one") + "text\n" + marks.format("two")
    found = tool("meta_results").renewed(page, {"two": "new \\*"})
    assert found == page.replace("old <b>", "new \\*").replace("new \\*", "old <b>", 1)


def test_a_table_without_a_place_is_refused() -> None:
    with pytest.raises(SystemExit, match="no place for the table other"):
        tool("meta_results").renewed("", {"other": ""})


def test_the_page_has_every_table_once_and_filled() -> None:
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    tables = re.findall(r"<!-- results: (\S+) -->\n\n\|.*?<!-- end -->", page, re.DOTALL)
    assert len(tables) == len(set(tables)) == page.count("<!-- results:")


def test_a_held_out_mix_agrees_as_the_tuned_weight_says() -> None:
    rng = np.random.default_rng(1)
    dataset = rated(rng.random((4, 60)), rng.random((2, 4, 60)))
    tuned, mix = tool("meta_mixes").held_out_mix(dataset, "m0", "m1", "tau_wmt14")
    scores = MetricScores(("mix",), dataset.systems, mix[np.newaxis])
    mixed = Dataset(dataset.judgements, scores)
    found = correlate(mixed, "tau_wmt14", resampling=Resampling(1)).value[0, 0]
    assert found == pytest.approx(tuned.held_out.tuned.value)
