"""Scores in shared-task format: NAME.sys.score and NAME.seg.score for each measure."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.output import visible
from wordorder.scoring.measures import ORDER_ERRORS

if TYPE_CHECKING:
    import os

    from wordorder.arrays import Floats
    from wordorder.scoring.result import ScoreResult


def shared_task_files(result: ScoreResult) -> dict[str, str]:
    r"""Return the names and contents of the files.

    Each line has a system and a score, separated by a tab; `None` if the score is undefined.
    Errors per 100 words are negative there, because shared tasks take higher scores for better.

    Examples:
        >>> from wordorder import score
        >>> result = score(["a b"] * 30, {"A": ["b a"] * 30}, lang="en", metrics="ulam")
        >>> files = shared_task_files(result)
        >>> files["ulam.sys.score"]
        'A\t0.0\n'
    """
    files = {}
    for measure in result.measures:
        of_systems = result.scores.at(measure=measure)[:, np.newaxis]
        scores = {"sys": of_systems, "seg": result.segment(measure)}
        for ending, rows in scores.items():
            ranked = 0 - rows if measure in ORDER_ERRORS else rows
            files[f"{measure}.{ending}.score"] = _text(result, ranked)
    return files


def checked_folder(folder: str | os.PathLike[str]) -> Path:
    """Check, before the work starts, that the folder exists.

    Raises:
        InputError: There is no such folder.
    """
    if not Path(folder).is_dir():
        raise InputError(f"{visible(str(folder))}: there is no such folder; create it first")
    return Path(folder)


def _text(result: ScoreResult, rows: Floats) -> str:
    return "".join(
        f"{visible(name)}\t{'None' if isnan(value) else repr(value)}\n"
        for name, row in zip(result.systems, rows.tolist(), strict=True)
        for value in row
    )
