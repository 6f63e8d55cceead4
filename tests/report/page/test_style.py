"""The style sheet: one palette, readable on both backgrounds."""

from __future__ import annotations

import re

import pytest

from report.test_theme import contrast
from wordorder.report.page.style import PALETTE, palette, style_sheet
from wordorder.report.plots.theme import dark_style


def test_every_colour_is_one_of_the_palette() -> None:
    used = set(re.findall(r"var\(--wo-([\w-]+)\)", style_sheet()))
    assert used <= {*PALETTE, "font"}
    rules = style_sheet().removesuffix(f"{dark_style()}\n").partition("*, ::before")[2]
    assert not re.search(r"#[0-9a-f]{3,6}\b", rules)


def test_scripts_have_the_same_colours() -> None:
    assert [palette()[ground]["monotone"] for ground in ("light", "dark")] == ["#0a6aa8", "#6cb8ee"]
    assert "--wo-monotone:#0a6aa8;" in style_sheet()


@pytest.mark.parametrize("ground", ["light", "dark"])
@pytest.mark.parametrize(
    "name", ["leaf", "dim", "monotone", "inverted", "simple", "stem", "vectors"]
)
def test_text_is_readable(name: str, ground: str) -> None:
    back = getattr(PALETTE["ground"], ground)
    assert contrast(getattr(PALETTE[name], ground), back) >= 4.5
