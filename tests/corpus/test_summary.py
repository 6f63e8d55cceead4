"""Summaries: figures from the definition, and the same for any division of the rows."""

from __future__ import annotations

from math import fsum
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accumulator_checks import check_divisions
from evaluated_rows import OUTPUTS, corpus, summary_of
from oracles.histograms import quantile
from wordorder.corpus.summary import RowCounts, Summary, SummaryFile
from wordorder.errors import InputError, UsageError
from wordorder.reorderings import ReorderingAnalyzer, extract_reorderings
from wordorder.statistics import Resampling

COUNT = 40
FEW = Resampling(20, 3)


def figures(summary: Summary) -> object:
    """Everything that can be asked of a summary."""
    assert summary.reorderings is not None
    histograms = [(one.result(), one.smallest, one.largest) for one in summary.histograms.values()]
    items, reorderings = summary.bundles.result(), summary.reorderings.result(FEW)
    return summary.counts, histograms, items, reorderings


def test_counts_say_what_became_of_rows() -> None:
    rows = corpus(COUNT)
    chosen = np.arange(COUNT) < 30
    summary = Summary.of(OUTPUTS)
    rows.add_to(summary, chosen=chosen)
    bad = rows.bad.sum()
    null = (~rows.usable & ~rows.bad).sum()
    written = (chosen & ~rows.bad).sum()
    assert summary.counts == RowCounts(COUNT, null, bad, COUNT - bad - written, written)


def test_figures_are_about_chosen_rows_that_are_defined() -> None:
    rows = corpus(COUNT)
    chosen = np.arange(COUNT) % 2 == 0
    summary = Summary.of(OUTPUTS)
    rows.add_to(summary, chosen=chosen)
    for place, (name, column) in enumerate(rows.columns.items()):
        values = column[chosen & ~np.isnan(column)].tolist()
        histogram = summary.histograms[name]
        assert (histogram.count, histogram.smallest, histogram.largest) == (
            len(values),
            min(values),
            max(values),
        )
        assert histogram.quantile(0.5) == pytest.approx(quantile(values, "0.5"), rel=1 / 256)
        items = summary.bundles.result()
        assert fsum(items[:, place]) == fsum(values)
        assert items[:, len(OUTPUTS) + place].sum() == len(values)


def test_reorderings_are_those_of_the_chosen_rows() -> None:
    rows = corpus(COUNT)
    chosen = np.arange(COUNT) % 3 > 0
    summary = Summary.of(OUTPUTS, with_links=True)
    rows.add_to(summary, chosen=chosen)
    those = rows.links.chosen(chosen & rows.usable)
    alone = ReorderingAnalyzer()
    alone.add(those, extract_reorderings(those))
    assert summary.reorderings is not None
    found, wanted = summary.reorderings.result(FEW), alone.result(FEW)
    assert (found.widths, found.operators) == (wanted.widths, wanted.operators)
    assert found.measures == wanted.measures


@pytest.mark.slow
@given(st.data(), st.sampled_from([4, 12, 1 << 12]))
def test_divisions(data, most) -> None:
    rows = corpus(COUNT)
    with patch("wordorder.corpus.summary.MOST_BUNDLES", most):
        check_divisions(
            data,
            lambda: Summary.of(OUTPUTS, with_links=True),
            rows.add_to,
            COUNT,
            figures,
        )


def test_a_row_with_a_problem_cannot_be_chosen() -> None:
    rows = corpus(COUNT)
    with pytest.raises(UsageError, match="a row with a problem"):
        Summary.of(OUTPUTS).add(
            rows.rows(0, COUNT), np.ones(COUNT, bool), file=0, rows=np.arange(1, COUNT + 1)
        )


def test_rows_added_twice_are_found() -> None:
    summary = summary_of(corpus(COUNT))
    corpus(COUNT).add_to(summary)
    with pytest.raises(InputError, match="was added twice"):
        SummaryFile(summary, "").to_bytes()


def test_other_outputs_cannot_be_merged() -> None:
    with pytest.raises(UsageError, match="different outputs"):
        Summary.of(OUTPUTS).merge(Summary.of(OUTPUTS[:1]))
    with pytest.raises(UsageError, match="different reordering analyses"):
        Summary.of(OUTPUTS).merge(Summary.of(OUTPUTS, with_links=True))
