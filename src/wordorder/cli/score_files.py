"""Files that `wordorder score` writes beside its result."""

from __future__ import annotations

from contextlib import ExitStack
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.errors import InputError
from wordorder.output import open_output
from wordorder.output.columns import check_columns_path, columns_into

if TYPE_CHECKING:
    from typing import TextIO

    from wordorder.scoring import ScoreResult


def write_segments(result: ScoreResult, path: str, out: TextIO) -> None:
    """Write the scores of all sentences in the form that the ending of the file tells."""
    types = {"system": str, "line": int, **dict.fromkeys(result.measures, float)}
    with columns_into(out, path, types, {"signature": result.signature}) as writer:
        writer.write(result.segment_columns())


def write_shared_task(result: ScoreResult, folder: str) -> None:
    """Write NAME.sys.score and NAME.seg.score for each measure, as shared tasks expect them.

    Every line has a system and a score; `None` where the score is undefined.
    """
    with ExitStack() as stack:  # so that none appears if one cannot be written
        for column, measure in enumerate(result.measures):
            for ending, scores in (
                ("sys", result.scores.value[:, [column]]),
                ("seg", result.segment(measure)),
            ):
                file = Path(folder, f"{measure}.{ending}.score")
                out = stack.enter_context(open_output(file))
                for name, row in zip(result.systems, scores.tolist(), strict=True):
                    out.writelines(f"{name}\t{_shown(value)}\n" for value in row)


def _shown(value: float) -> str:
    return "None" if isnan(value) else repr(value)


def check_outputs(segments: str | None, folder: str | None) -> None:
    """Complain before the work is done about a missing package or folder."""
    check_columns_path(segments)
    if folder is not None and not Path(folder).is_dir():
        raise InputError(f"{folder}: there is no such folder; make it first")
