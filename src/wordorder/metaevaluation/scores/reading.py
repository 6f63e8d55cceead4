"""Scores of metrics from any of their files."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, UsageError, WordorderWarning
from wordorder.metaevaluation.inputs import as_inputs
from wordorder.metaevaluation.scores.columns import merge_columns
from wordorder.metaevaluation.scores.record_files import read_score_records
from wordorder.metaevaluation.scores.score_files import (
    files_of_folder,
    is_folder,
    is_score_file,
    read_score_file,
)
from wordorder.output import counted, listed, visible
from wordorder.text import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.metaevaluation.scores.columns import MetricColumn
    from wordorder.metaevaluation.scores.table import MetricScores
    from wordorder.text import Input


def read_scores(source: Input | Sequence[Input], *, pair: str | None = None) -> MetricScores:
    r"""Read the scores of metrics, line by line or of whole systems.

    These are the `--segments` files of `wordorder score` and any other records with the columns
    `system`, `line` or `segment` (or `line0`, counting from 0) and one for each metric, as TSV,
    CSV, JSON lines, Parquet or Arrow; and the files of shared tasks, `NAME.seg.score` and
    `NAME.sys.score`, alone or all those of a folder. Higher scores are better; the columns of
    `score` that count errors are turned round. A missing score is NaN.

    Args:
        source: A file, a stream, an Arrow table or a folder, or several. If two of them have a
            metric of the same name, the name of the file is put in front.
        pair: The language pair, to find its folder in one of several pairs.

    Raises:
        InputError: A file cannot be read, a score is not a number, a row occurs twice, or the
            numbers of lines differ.
        UsageError: Nothing is given, or a file is given twice.

    Warns:
        WordorderWarning: Scores are missing.

    Examples:
        >>> import io
        >>> scores = read_scores(io.StringIO("system\tline\tmine\nA\t1\t0.5\nA\t2\t0.75\n"))
        >>> scores.metrics, scores.systems, scores.lines.tolist()
        (('mine',), ('A',), [[[0.5, 0.75]]])
    """
    scores = read_scores_beside(source, pair)
    files = [visible(shown_name(one)) for one in as_inputs(source, "scores")]
    warn_of_missing(scores, listed(files))
    return scores


def read_scores_beside(
    source: Input | Sequence[Input], pair: str | None, known: MetricScores | None = None
) -> MetricScores:
    """Do the same beside other scores, of as many lines and by metrics of other names."""
    sources = as_inputs(source, "scores")
    if not sources:
        raise UsageError(Argument("scores"), " names no file")
    columns = [column for one in sources for column in _columns(one, pair)]
    lines, taken = (None, ()) if known is None else (known.line_count, known.metrics)
    return merge_columns(columns, lines, taken)


def warn_of_missing(scores: MetricScores, where: str) -> None:
    """Say how many scores of lines are missing, and which systems some metrics do not score.

    Args:
        scores: The scores.
        where: What they are, for the warning.
    """
    missing = np.isnan(scores.lines)
    counts = missing.sum(axis=2)
    none = counts == scores.line_count  # of a system by a metric
    without = none & ~none.all(axis=1, keepdims=True)  # if the metric scores lines at all
    some = (counts > 0) & ~none
    told = []
    if some.any():
        told.append(f"{int(counts[some].sum()):,} of {counted(missing.size, 'score')} are missing")
    if without.any():
        row, place = np.nonzero(without)
        systems = [visible(scores.systems[one]) for one in np.unique(place)]
        share = f"{len(np.unique(row))} of {counted(len(scores.metrics), 'metric')}"
        told.append(f"{share} lack scores of {listed(systems)}")
    if told:
        warnings.warn(WordorderWarning(f"{where}: {'; '.join(told)}"), stacklevel=3)


def _columns(source: Input, pair: str | None) -> Iterator[MetricColumn]:
    if is_folder(source):
        yield from map(read_score_file, files_of_folder(source, pair))
    elif is_score_file(source):
        yield read_score_file(source)
    else:
        yield from read_score_records(source)
