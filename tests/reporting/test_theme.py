"""Colours that everybody can see and tell apart, on light and on dark ground."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from wordorder.drawing.palette import DIM, GROUND, KINDS
from wordorder.reporting.plots.theme import SERIES, dark_style

# Machado, Oliveira and Fernandes (2009), A Physiologically-based Model for Simulation of Color
# Vision Deficiency: matrices of severity 1, for linear RGB.
VISION = {
    "normal": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
TO_CONES = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
TO_OKLAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]


def linear(color: str) -> np.ndarray:
    rgb = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def oklab(color: str, vision: str) -> np.ndarray:
    seen = np.clip(VISION[vision] @ linear(color), 0, 1)
    return np.dot(TO_OKLAB, np.cbrt(TO_CONES @ seen)) * 100


def contrast(color: str, ground: str) -> float:
    dark, light = sorted(linear(one) @ [0.2126, 0.7152, 0.0722] for one in (color, ground))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", ["light", "dark"])
@pytest.mark.parametrize("vision", VISION)
def test_series_can_be_told_apart(ground: str, vision: str) -> None:
    seen = [oklab(getattr(ink, ground), vision) for ink in SERIES]
    assert len(seen) == 8
    assert min(np.linalg.norm(a - b) for a, b in combinations(seen, 2)) > 7


@pytest.mark.parametrize("ground", ["light", "dark"])
def test_series_and_text_stand_out(ground: str) -> None:
    back = getattr(GROUND, ground)
    assert min(contrast(getattr(ink, ground), back) for ink in SERIES) >= 3  # WCAG 2.1, graphics
    for ink in (DIM, KINDS["leaf"]):
        assert contrast(getattr(ink, ground), back) >= 4.5  # WCAG 2.1, text


def test_every_ink_turns_into_one_dark_one() -> None:
    for ink in (GROUND, DIM, *SERIES):
        for part in ("fill", "stroke"):
            assert f'[{part}="{ink.light}"]{{{part}:{ink.dark}}}' in dark_style()
            assert dark_style().count(f'[{part}="{ink.light}"]') == 1
