"""Files that `wordorder score` writes beside its result."""

from __future__ import annotations

from contextlib import ExitStack
from importlib import import_module
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordorder.errors import InputError, MissingExtraError
from wordorder.output import dumps, open_output, render
from wordorder.scoring.tables import segment_table

if TYPE_CHECKING:
    from typing import TextIO

    from wordorder.scoring import ScoreResult


def write_segments(result: ScoreResult, path: str, out: TextIO) -> None:
    """Write the scores of all sentences in the form that the ending of the file tells."""
    if path.endswith(".parquet"):
        _parquet(result, out)
    elif path.endswith(".jsonl"):
        for name, sentences in zip(result.systems, result.segments.tolist(), strict=True):
            for line, scores in enumerate(sentences, start=1):
                values = dict(zip(result.measures, scores, strict=True))
                out.write(dumps({"system": name, "line": line, **values}) + "\n")
    else:
        out.write(render(segment_table(result), "tsv"))


def _parquet(result: ScoreResult, out: TextIO) -> None:
    arrow, parquet = _pyarrow()
    columns = {
        # Undefined scores are null, not NaN.
        name: arrow.array(column, from_pandas=True)
        for name, column in result.segment_columns().items()
    }
    table = arrow.table(columns).replace_schema_metadata({"signature": result.signature})
    parquet.write_table(table, out.buffer)


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
    if segments is not None and segments.endswith(".parquet"):
        _pyarrow()
    if folder is not None and not Path(folder).is_dir():
        raise InputError(f"{folder}: there is no such folder; make it first")


def _pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError("pyarrow", "writing Parquet", "parquet") from error
