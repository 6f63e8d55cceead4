"""The data of charts, for downloads."""

from __future__ import annotations

import pytest

from nodejs import in_node


@pytest.mark.slow
def test_the_data_of_a_chart_hold_no_auxiliary_lines() -> None:
    points = [{"series": "A", "x": "a", "open": False, "y": 1}]
    spec = {"datasets": {"zero": [{"x": 0}], "points": points}}
    records = in_node({"charts.js": "chartRecords"}, "chartRecords(given)", spec)
    assert records == [{"series": "A", "x": "a", "y": 1}]
