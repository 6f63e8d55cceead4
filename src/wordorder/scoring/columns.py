"""The scores of all sentences as columns, for a data frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.scoring.result import ScoreResult


def segment_columns(result: ScoreResult) -> dict[str, NDArray[np.generic]]:
    """Name, line (counting from 1) and scores of every sentence of every system."""
    systems, sentences = len(result.systems), result.sentences
    return {
        "system": np.repeat(np.array(result.systems), sentences),
        "line": np.tile(np.arange(1, sentences + 1), systems),
        **{name: result.segment(name).reshape(-1) for name in result.measures},
    }
