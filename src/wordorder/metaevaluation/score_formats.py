"""Scores of metrics from files of shared tasks and from records."""

from __future__ import annotations

import math
import re
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeGuard

import numpy as np

from wordorder.arrays import Floats, Integers
from wordorder.errors import Argument, InputError, UsageError, WordorderWarning
from wordorder.metaevaluation.metric_scores import MetricScores
from wordorder.output.console import visible
from wordorder.output.records import Records
from wordorder.output.temporary import is_path
from wordorder.output.wording import counted, listed
from wordorder.text.naming import names_of_files
from wordorder.text.reader import rereadable
from wordorder.text.records import column_names, read_cells, read_records, records_format
from wordorder.text.source import (
    Input,
    Place,
    as_inputs,
    is_arrow,
    quoted,
    reads_once,
    shown_name,
)

_FILE_NAME = re.compile(r"(?P<name>.+)\.(?P<level>seg|sys)\.score(?:\.(?:gz|bz2|xz|zst))?")
_REFERENCE = re.compile(r"-(?:src|all|\w*ref\w*)$")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_MISSING = "None"

_MOST_SCORES = 1 << 28  # two gigabytes
_LARGEST_LINE = 10**8
_LINE_COLUMNS = {"line": 1, "segment": 1, "line0": 0}
"""The columns of line numbers, with the number of the first line."""


def read_scores(source: Input | Sequence[Input], *, pair: str | None = None) -> MetricScores:
    r"""Read the scores of metrics, line by line or of whole systems.

    Scores are the `--segments` files of `wordorder score` and any other records with the columns
    `system`, `line` or `segment` (or `line0`, counting from 0) and one for each metric, as TSV,
    CSV, JSON lines, Parquet or Arrow; or the files of shared tasks, `NAME.seg.score` and
    `NAME.sys.score`, singly or in a folder. Higher scores are better; the columns of `score` that
    count errors are negated. A missing score is NaN.

    Args:
        source: A file, a stream, an Arrow table or a folder, or several. Metrics of the same name
            get the name of their file in front.
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
        >>> scores.metrics, scores.systems, scores.segment_scores.tolist()
        (('mine',), ('A',), [[[0.5, 0.75]]])
    """
    scores = read_scores_beside(source, pair)
    files = [visible(shown_name(file)) for file in as_inputs(source, "scores")]
    warn_of_missing(scores, listed(files))
    return scores


def read_scores_beside(
    source: Input | Sequence[Input], pair: str | None, known: MetricScores | None = None
) -> MetricScores:
    """Like `read_scores`; lines must match `known`, metric names must differ."""
    sources = as_inputs(source, "scores")
    if not sources:
        raise UsageError(Argument("scores"), " is empty: give at least one file")
    columns: list[MetricColumn] = []
    for file in sources:
        if is_folder(file):
            columns += map(read_score_file, files_of_folder(file, pair))
        else:
            columns += [read_score_file(file)] if is_score_file(file) else read_score_records(file)
    lines, taken = (None, ()) if known is None else (known.line_count, known.metrics)
    return merge_columns(columns, lines, taken)


def warn_of_missing(scores: MetricScores, where: str) -> None:
    """Warn of missing scores of lines, and of systems that some metrics do not score.

    Args:
        scores: The scores.
        where: The name of the scores in the warning.
    """
    missing = np.isnan(scores.segment_scores)
    counts = missing.sum(axis=2)
    none = counts == scores.line_count  # the metric does not score the system
    without = none & ~none.all(axis=1, keepdims=True)  # of metrics that score lines at all
    some = (counts > 0) & ~none
    problems = []
    if some.any():
        problems.append(
            f"{int(counts[some].sum()):,} of {counted(missing.size, 'score')} are missing"
        )
    if without.any():
        row, place = np.nonzero(without)
        systems = [visible(scores.systems[system]) for system in np.unique(place)]
        share = f"{len(np.unique(row))} of {counted(len(scores.metrics), 'metric')}"
        problems.append(f"{share} lack scores of {listed(systems)}")
    if problems:
        warnings.warn(WordorderWarning(f"{where}: {'; '.join(problems)}"), stacklevel=3)


# Scores of single files, merged into one table.


@dataclass(frozen=True, slots=True, eq=False)
class MetricColumn:
    """The scores of one metric.

    Attributes:
        metric: Its name.
        file: The file of the scores.
        segment_scores: The scores of every system, line by line.
        system_scores: The scores of whole systems.
        numbered: Whether the file numbers its lines, so that some may be missing.
        short: A shorter name, for use if no other metric has it.
        signature: The signature of the file, if known.
    """

    metric: str
    file: str
    segment_scores: Mapping[str, Floats] = field(default_factory=dict)
    system_scores: Mapping[str, float] = field(default_factory=dict)
    numbered: bool = False
    short: str = ""
    signature: str | None = None

    @property
    def line_count(self) -> int:
        """Number of lines; 0 if there are only scores of whole systems."""
        return max(map(len, self.segment_scores.values()), default=0)


def merge_columns(
    columns: Iterable[MetricColumn], lines: int | None = None, taken: Collection[str] = ()
) -> MetricScores:
    """Put the scores of metrics side by side; missing scores are NaN.

    Args:
        columns: The scores.
        lines: The number of lines, if known.
        taken: Names of other metrics.

    Raises:
        InputError: The numbers of lines differ.
        UsageError: A file is given twice.
    """
    whole = _with_both_levels(columns)
    count = _line_count(whole, lines)
    systems = tuple(
        dict.fromkeys(
            name for column in whole for name in (*column.segment_scores, *column.system_scores)
        )
    )
    refuse_too_many(whole[0].file, len(whole), len(systems), count)
    segment_scores = np.full((len(whole), len(systems), count), np.nan)
    system_scores = np.full((len(whole), len(systems)), np.nan)
    for row, column in enumerate(whole):
        for place, system in enumerate(systems):
            own = column.segment_scores.get(system, ())
            segment_scores[row, place, : len(own)] = own
            system_scores[row, place] = column.system_scores.get(system, np.nan)
    signatures = dict.fromkeys(column.signature for column in whole if column.signature is not None)
    return MetricScores(
        tuple(_names(whole, taken)),
        systems,
        segment_scores,
        system_scores,
        signature=" + ".join(signatures) or None,
    )


def refuse_too_many(file: str, metrics: int, systems: int, lines: int) -> None:
    """Reject scores that would not fit into memory, before allocating it.

    Raises:
        InputError: There are too many.
    """
    if metrics * systems * lines > _MOST_SCORES:
        raise InputError(
            f"{visible(file)}: {counted(lines, 'line')} of {counted(systems, 'system')} are too "
            "many; check the line numbers"
        )


def _with_both_levels(columns: Iterable[MetricColumn]) -> list[MetricColumn]:
    """Merge the scores of lines and of systems that a metric has in two files."""
    whole: list[MetricColumn] = []
    for column in columns:
        for place, known in enumerate(whole):
            both_segments = known.segment_scores and column.segment_scores
            both_systems = known.system_scores and column.system_scores
            if known.metric == column.metric and not both_segments and not both_systems:
                segments, systems = (known, column) if known.segment_scores else (column, known)
                whole[place] = MetricColumn(
                    known.metric,
                    segments.file,
                    segments.segment_scores,
                    systems.system_scores,
                    short=known.short,
                )
                break
        else:
            whole.append(column)
    return whole


def _line_count(columns: Sequence[MetricColumn], lines: int | None) -> int:
    """Return the number of lines, which all files without line numbers must share."""
    fixed = [(lines, "the texts")] if lines is not None else []
    fixed += [
        (column.line_count, column.file)
        for column in columns
        if column.segment_scores and not column.numbered
    ]
    for count, file in fixed[1:]:
        if count != fixed[0][0]:
            raise InputError(
                f"{visible(file)} has {counted(count, 'line')} for each system, but "
                f"{visible(fixed[0][1])} {fixed[0][0]:,}; line n must be the same sentence"
            )
    for column in columns:
        if fixed and column.line_count > fixed[0][0]:
            raise InputError(
                f"{visible(column.file)} has a score of line {column.line_count:,}, but "
                f"{visible(fixed[0][1])} {'have' if lines is not None else 'has'} "
                f"{counted(fixed[0][0], 'line')}"
            )
    return fixed[0][0] if fixed else max((column.line_count for column in columns), default=0)


def _names(columns: Sequence[MetricColumn], taken: Collection[str]) -> list[str]:
    """Name the metrics: by unique short names, and with the file in front of repeated names."""
    short = Counter([*(column.short or column.metric for column in columns), *taken])
    names = [column.short if short[column.short] == 1 else column.metric for column in columns]
    known = Counter([*names, *taken])
    named = list(zip(columns, names, strict=True))
    files = list(dict.fromkeys(column.file for column, name in named if known[name] > 1))
    prefixes = dict(zip(files, names_of_files(files), strict=True)) if files else {}
    full_names = [
        f"{prefixes[column.file]}/{name}" if known[name] > 1 else name for column, name in named
    ]
    for name, count in Counter([*full_names, *taken]).items():
        if count > 1:
            raise UsageError(
                Argument("scores"), f" names the metric {visible(name)} {counted(count, 'time')}"
            )
    return full_names


# Scores of metrics in the files of shared tasks: NAME.seg.score and NAME.sys.score.


def is_score_file(source: Input) -> bool:
    """Return whether this is a file NAME.seg.score or NAME.sys.score.

    Examples:
        >>> is_score_file("BLEU-refA.seg.score"), is_score_file("scores.tsv")
        (True, False)
    """
    return is_path(source) and _FILE_NAME.fullmatch(Path(shown_name(source)).name) is not None


def is_folder(source: object) -> TypeGuard[str | Path]:
    """Return whether this names a folder."""
    try:
        return is_path(source) and Path(source).is_dir()
    except (OSError, ValueError):  # a name that no file system can hold
        return False


def files_of_folder(folder: str | Path, pair: str | None) -> list[Path]:
    """Find the score files in a folder of metrics, of a language pair in it, or of a test set.

    Raises:
        InputError: There are none.
    """
    below = [Path(folder), Path(folder, "metric-scores")]
    if pair is not None:
        below += [place / pair for place in below]
    for place in below:
        files = sorted(file for file in place.glob("*.score*") if is_score_file(file))
        if files:
            return files
    of_pairs = sorted(file.parent.name for file in Path(folder).glob("*/*.seg.score"))
    hint = f"; there are some of {', '.join(dict.fromkeys(of_pairs))}" if of_pairs else ""
    raise InputError(
        f"{visible(str(folder))}: no files NAME.seg.score or NAME.sys.score"
        f"{f' of {pair}' if pair else ''}{hint}"
    )


def read_score_file(source: Input) -> MetricColumn:
    """Read a file with a system and a score in each row; the n-th row of a system is line n.

    The metric is named after the file; a final `-refA` is dropped unless it tells metrics apart.

    Raises:
        InputError: A row has other cells, a score is not a number, systems have unequal numbers of
            lines, or a system occurs twice in a file of whole systems.
    """
    match = _FILE_NAME.fullmatch(Path(shown_name(source)).name)
    assert match is not None  # checked before
    scores: dict[str, list[float]] = {}
    one_each = match["level"] == "sys"
    for place, cells in read_cells(source, "bare"):
        if len(cells) != 2 or not cells[0]:
            raise place.error(
                f"expected a system, a tab and a score, found '{quoted(' '.join(cells))}'"
            )
        own = scores.setdefault(cells[0], [])
        if one_each and own:
            raise place.error(f"a second score of {quoted(cells[0])}")
        own.append(_number(cells[1], place))
    file, metric = shown_name(source), match["name"]
    if not scores:
        raise InputError(f"{visible(file)}: empty; expected lines with a system and a score")
    short = _REFERENCE.sub("", metric)
    if one_each:
        own_scores = {name: own[0] for name, own in scores.items()}
        return MetricColumn(metric, file, system_scores=own_scores, short=short)
    _refuse_unequal(scores, file)
    lines = {name: np.array(own) for name, own in scores.items()}
    return MetricColumn(metric, file, lines, short=short)


def _number(cell: str, place: Place) -> float:
    if cell == _MISSING:
        return math.nan
    if not _NUMBER.fullmatch(cell) or math.isinf(value := float(cell)):
        raise place.error(f"the score is '{quoted(cell)}', expected a number or {_MISSING}")
    return value


def _refuse_unequal(scores: Mapping[str, list[float]], file: str) -> None:
    (first, own), *others = scores.items()
    for name, other in others:
        if len(other) != len(own):
            raise InputError(
                f"{visible(file)}: {visible(first)} has {counted(len(own), 'line')}, but "
                f"{visible(name)} {len(other):,}; every system needs all lines, with {_MISSING} "
                "for a missing score"
            )


# Scores of metrics from records: a system, a line, and a column for each metric.


def read_score_records(source: Input) -> list[MetricColumn]:
    """Read scores from TSV, CSV, JSON lines, Parquet or Arrow.

    The columns are `system`, `line` or `segment` (counting from 1) or `line0` (from 0), and one for
    each metric; an empty cell is a missing score. Higher scores are better; the columns of `score`
    that count errors are negated.

    Raises:
        InputError: A column is missing, a cell is not a number, or a row occurs twice.
    """
    name = visible(shown_name(source))
    with ExitStack() as stack:
        file = _to_read_twice(source, stack)
        heads = column_names(file)
        system, line = _key_columns(heads, name)
        metrics = [head for head in heads if head not in (system, line)]
        if not metrics:
            raise InputError(f"{name}: no score column besides '{system}' and '{line}'")
        types = {system: str, line: int, **dict.fromkeys(metrics, float)}
        records = read_records(file, types, needed=(system, line))
    cells = _Cells.of(records, system, line, _RowPlaces(name, records_format(source)))
    refuse_too_many(shown_name(source), len(metrics), len(cells.systems), cells.line_count)
    return [
        MetricColumn(
            metric,
            shown_name(source),
            cells.by_system(_scores(records, metric, cells.rows)),
            numbered=True,
            signature=records.signature,
        )
        for metric in metrics
    ]


def _to_read_twice(source: Input, stack: ExitStack) -> Input:
    if is_arrow(source):
        from wordorder.text.arrow import as_table

        table: Input = as_table(source)
        return table
    if reads_once(source) and records_format(source) != "tsv":
        raise UsageError(f"{visible(shown_name(source))}: give the file by its name")
    return stack.enter_context(rereadable(source)) if reads_once(source) else source


def _key_columns(heads: list[str], name: str) -> tuple[str, str]:
    """Find the columns of the system and the line, ignoring case."""
    systems = [head for head in heads if head.lower() == "system"]
    lines = [head for head in heads if head.lower() in _LINE_COLUMNS]
    if len(systems) != 1 or len(lines) != 1:
        raise InputError(
            f"{name}: expected the columns 'system', 'line' (or 'line0', counting from 0) and one "
            f"for each metric, found {quoted(', '.join(heads))}"
        )
    return systems[0], lines[0]


class _RowPlaces(NamedTuple):
    """Places of rows, for errors."""

    name: str
    file_format: str

    def error(self, row: int, problem: str) -> InputError:
        first = {"tsv": 2, "jsonl": 1}.get(self.file_format)
        if first is not None:
            return Place(self.name, row + first).error(problem)
        return InputError(f"{self.name}, row {row + 1:,}: {problem}")


class _Cells(NamedTuple):
    """The system, the line and the place of every row."""

    systems: tuple[str, ...]
    system: Integers
    line: Integers
    rows: _RowPlaces

    @classmethod
    def of(cls, records: Records, system_column: str, line: str, rows: _RowPlaces) -> _Cells:
        named, numbered = records.columns[system_column], records.columns[line]
        first = _LINE_COLUMNS[line.lower()]
        for row, (system, number) in enumerate(zip(named, numbered, strict=True)):
            if not system:
                raise rows.error(row, "no system")
            if number is None or not first <= number < _LARGEST_LINE:
                shown = "missing" if number is None else quoted(str(number))
                raise rows.error(row, f"{line} is {shown}, expected a number from {first}")
        systems = {name: place for place, name in enumerate(dict.fromkeys(named))}
        system = np.fromiter((systems[name] for name in named), np.int64, len(named))
        cells = cls(tuple(systems), system, np.array(numbered, np.int64) - first, rows)
        cells._refuse_duplicates()
        return cells

    def _refuse_duplicates(self) -> None:
        key = self.system * _LARGEST_LINE + self.line
        order = np.argsort(key, kind="stable")
        again = np.flatnonzero(np.diff(key[order]) == 0)
        if len(again):
            place = again[np.argmin(order[again + 1])]
            first, second = order[place], order[place + 1]
            cell = f"line {self.line[first] + 1} of {quoted(self.systems[self.system[first]])}"
            raise self.rows.error(int(second), f"a second score for {cell} (lines count from 1)")

    @property
    def line_count(self) -> int:
        """The number of the last line."""
        return int(self.line.max(initial=-1)) + 1

    def by_system(self, scores: Floats) -> dict[str, Floats]:
        """Return the scores of each system, line by line; NaN is missing."""
        table = np.full((len(self.systems), self.line_count), np.nan)
        table[self.system, self.line] = scores
        return dict(zip(self.systems, table, strict=True))


def _scores(records: Records, metric: str, rows: _RowPlaces) -> Floats:
    from wordorder.scoring.measures import ORDER_ERRORS

    scores = np.array(records.columns[metric], np.float64)
    if np.isinf(scores).any():
        raise rows.error(int(np.argmax(np.isinf(scores))), f"{quoted(metric)} is infinite")
    return 0 - scores if metric in ORDER_ERRORS else scores
