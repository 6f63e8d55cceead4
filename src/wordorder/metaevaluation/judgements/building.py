"""The last step of all readers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.metaevaluation.judgements.counting import comparison_counts, rating_counts

if TYPE_CHECKING:
    from wordorder.metaevaluation.judgements.table import Judgements


def counted_judgements(read: Judgements, file: str) -> Judgements:
    """Leave out systems that nobody judged, and add to the counts how often judgements repeat.

    Args:
        read: What was read, with what the reader itself has counted.
        file: The name of the file, for errors.

    Raises:
        InputError: There are no judgements.
    """
    judged = read.ratings if read.comparisons is None else read.comparisons
    if judged is None or not len(judged.line):
        raise InputError(f"{file}: no judgements of {read.name} in it")
    counts = dict(read.counts)
    if read.comparisons is not None:
        counts |= comparison_counts(read.comparisons)
    if read.ratings is not None:
        counts |= rating_counts(read.ratings)
    return replace(read.where(np.ones(len(judged.line), np.bool_)), counts=counts)
