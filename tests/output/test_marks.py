"""Marks of significance with a note where they are shown; records that cannot be written."""

from __future__ import annotations

import pytest

from wordorder.errors import InputError
from wordorder.output import Column, Job, Table, render

MARKED = Table([Column("pef")], [[0.5], [0.6]], marks={(1, 0): "+*"}, marks_note="+ is better")


@pytest.mark.parametrize("style", ["latex", "markdown", "html"])
def test_marks_are_explained_where_they_are_shown(style) -> None:
    text = render(MARKED, style)
    assert text.count("+ is better") == 1
    assert "+ is better" not in render(Table([Column("pef")], [[0.5]], marks_note="+ is b"), style)


def test_a_screen_has_neither_marks_nor_their_note() -> None:
    assert "+" not in render(MARKED, "plain")


@pytest.mark.parametrize("name", ["no/such/folder/x", "", "."])
def test_records_that_cannot_be_written_are_told_at_once(tmp_path, name) -> None:
    path = f"{tmp_path}/{name}"
    with (
        pytest.raises(InputError, match="cannot write"),
        Job({}, {"output": None, "each": path}, records=["each"]),
    ):
        pytest.fail("the work must not begin")
    assert list(tmp_path.iterdir()) == []
