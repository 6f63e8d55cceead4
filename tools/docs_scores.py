"""What the documentation shows of scores: a plot of the sample's systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder import score
from wordorder.cli.demo import SAMPLE
from wordorder.reporting import plot
from wordorder.reporting.plotting import svg_text

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = SAMPLE / "de-en"
NAMES = ("monotone", "scrambled", "paraphraser")
FONT = "Liberation Sans"  # comes with the converter, so every machine draws the same


def scores_plot() -> str:
    systems = {name: FOLDER / f"{name}.en" for name in NAMES}
    result = score(FOLDER / "reference.en", systems, lang="en")
    return svg_text(plot(result, "scores", size=(560, 220), font=FONT).to_dict())


PICTURES: dict[str, Callable[[], str]] = {"scores": scores_plot}
