"""Ratings from files: tables of DA, ESA, MQM or any other scale, and folders of mt-metrics-eval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from wordorder.arrays import Floats
from wordorder.errors import Argument, InputError, UsageError
from wordorder.metaevaluation.judgement_files import score_file_name
from wordorder.metaevaluation.judgement_formats import (
    JUDGE_COLUMNS,
    LINE_COLUMNS,
    finish_judgements,
    numbered,
    read_judge_column,
    read_line_column,
    read_name_column,
)
from wordorder.metaevaluation.judgements import Judgements, Ratings
from wordorder.output.console import visible
from wordorder.output.temporary import is_path
from wordorder.output.wording import counted, listed
from wordorder.text.records import read_cells
from wordorder.text.source import Input, quoted, shown_name
from wordorder.text.tables import TextTable, finite_number

SCORE_COLUMNS = ("score", "rating", "esa", "esa_score", "mean_esa", "mqm", "da", "raw_score")
"""Names of the rating column."""

_LARGEST = 1e100  # so that no sum of ratings overflows
_MISSING = ("", "None")


def ratings(table: TextTable, pair: str, human: str | None) -> Judgements:
    """Read the ratings in a table with the columns `system`, `segment` and `score`.

    `segment` is the line, from 1; `line0` counts from 0. The score (higher is better) may have any
    name in `SCORE_COLUMNS`, or be the only other numeric column. An empty score or `None` is
    missing and left out. A column `judge` or `annotator` is optional; other columns are ignored.

    Args:
        table: The table.
        pair: The language pair.
        human: The name of the column with the score, if there are several.

    Raises:
        InputError: A cell cannot be read, or it is not clear which column is the score.
        UsageError: There is no such column.
    """
    line, (judge, judges) = read_line_column(table), read_judge_column(table)
    systems = read_name_column(table, "system")
    names = tuple(dict.fromkeys(systems))
    scores = read_scores_of(table, _score_column(table, human))
    rated = Ratings(line, numbered(systems, names), scores, judge)
    return finish_judgements(rated_judgements(pair, names, rated, judges=judges), table.name)


def rated_judgements(
    pair: str,
    names: tuple[str, ...],
    ratings: Ratings,
    *,
    judges: tuple[str, ...] = (),
    labels: Mapping[int, str] | None = None,
) -> Judgements:
    """Leave out and count missing ratings, which are NaN."""
    line, system, score, judge = ratings
    known = ~np.isnan(score)
    rated = Ratings(line[known], system[known], score[known], judge[known])
    counts = {"missing_ratings": int((~known).sum())}
    return Judgements(pair, names, None, rated, judges, labels or {}, counts)


def read_scores_of(table: TextTable, head: str) -> Floats:
    """Read the ratings in a column; NaN is missing.

    Raises:
        InputError: A cell is not a number.
    """
    return np.array(table.values(head, _rating, "a finite number, or nothing"), np.float64)


def _rating(cell: str) -> float | None:
    if cell.strip() in _MISSING:
        return np.nan
    value = finite_number(cell.strip())
    return None if value is None or abs(value) > _LARGEST else value


def _score_column(table: TextTable, human: str | None) -> str:
    others = [head for head in table.heads if head not in ("system", *LINE_COLUMNS, *JUDGE_COLUMNS)]
    if human is not None:
        if human.lower() not in others:
            raise UsageError.unknown(f"column in {table.name}:", human, others)
        return human.lower()
    heads = [head for head in others if head in SCORE_COLUMNS]
    if not heads:
        heads = [head for head in others if _is_numeric(table.columns[head])]
    if len(heads) == 1:
        return heads[0]
    problem = "no score column"
    if heads:
        problem = f"several columns may be the score: {listed([quoted(head) for head in heads])}"
    raise InputError(
        f"{table.name}: {problem}; name it score, or choose it with ", Argument("human")
    )


def _is_numeric(cells: Sequence[str]) -> bool:
    """Return whether all cells with a value hold numbers, and there is at least one."""
    filled = [cell for cell in dict.fromkeys(cells) if cell.strip() not in _MISSING]
    return bool(filled) and all(_rating(cell) is not None for cell in filled)


# Human scores in the folders of mt-metrics-eval: a line `system<tab>score` for each segment.


def read_human_folder(folder: Path, pair: str | None, human: str | None) -> dict[str, Judgements]:
    """Read the human scores of a folder: `human-scores/LP.NAME.seg.score`.

    The domains in `documents/LP.docs` become labels.

    Args:
        folder: The folder of a test set.
        pair: The only language pair to read.
        human: NAME, if there are several.

    Raises:
        InputError: A file cannot be read, or there is none.
        UsageError: There are several human scores, or no such pair or scores.
    """
    files = _score_files(folder)
    if pair is not None:
        if pair not in files:
            raise UsageError.unknown(f"language pair in {folder}:", pair, files)
        files = {pair: files[pair]}
    names = list(dict.fromkeys(name for of_pair in files.values() for name in of_pair))
    if human is not None and human not in names:
        raise UsageError.unknown(f"human scores in {folder}:", human, names)
    judged = {}
    for language_pair, of_pair in files.items():
        if human is None and len(of_pair) > 1:
            several = f"several human scores of {language_pair}: {listed(list(of_pair), most=20)}"
            raise UsageError(f"{visible(str(folder))}: {several}; choose with ", Argument("human"))
        chosen = of_pair.get(human) if human is not None else next(iter(of_pair.values()))
        if chosen is not None:
            judged[language_pair] = read_human_scores(chosen, language_pair)
    return judged


def _score_files(folder: Path) -> dict[str, dict[str, Path]]:
    """Find the files of human scores, by language pair and name."""
    files: dict[str, dict[str, Path]] = {}
    for file in sorted(folder.glob("human-scores*/*.seg.score*")):
        named = score_file_name(file.name)
        if named is None:
            continue
        pair, human = named
        if human in files.setdefault(pair, {}):
            both = f"{visible(str(files[pair][human]))} and {visible(str(file))}"
            raise InputError(f"{both} are both {human} of {pair}; keep one of them")
        files[pair][human] = file
    if not files:
        expected = "expected human-scores/PAIR.NAME.seg.score, as mt-metrics-eval has them"
        raise InputError(f"{visible(str(folder))}: the folder has no judgements; {expected}")
    return files


def read_human_scores(source: Input, pair: str) -> Judgements:
    """Read one file of human scores: the n-th row of a system is line n; `None` is missing.

    Raises:
        InputError: The file cannot be read, a row does not have two cells, a score is not a number,
            or systems have different numbers of lines.
    """
    table = _rows(source)
    systems = read_name_column(table, "system")
    rows = Counter(systems)
    names = tuple(rows)
    if len(set(rows.values())) > 1:
        longest, *_, shortest = rows.most_common()
        lines = f"{counted(longest[1], 'line')}, but '{quoted(shortest[0])}' has {shortest[1]:,}"
        raise InputError(f"{table.name}: '{quoted(longest[0])}' has {lines}")
    system = numbered(systems, names)
    order = np.argsort(system, kind="stable")
    line = np.empty(len(order), np.int64)
    if names:
        line[order] = np.arange(len(order)) % rows[names[0]] + 1
    nobody = np.full(len(line), -1, np.int64)
    rated = Ratings(line, system, read_scores_of(table, "score"), nobody)
    labels = _domains(source, pair, rows[names[0]] if names else 0)
    judged = rated_judgements(pair, names, rated, labels=labels)
    return finish_judgements(judged, table.name)


def _rows(source: Input) -> TextTable:
    """Read the rows of a file without column names."""
    columns: dict[str, list[str]] = {"system": [], "score": []}
    lines = []
    name = visible(shown_name(source))
    with closing(read_cells(source, "bare")) as rows:
        for place, cells in rows:
            if len(cells) != 2:
                count = counted(len(cells), "cell")
                raise place.error(f"{count}, expected two: system and score")
            columns["system"].append(cells[0])
            columns["score"].append(cells[1])
            lines.append(place.line)
    return TextTable(name, tuple(columns), dict(columns), lines)


def _domains(source: Input, pair: str, lines: int) -> dict[int, str]:
    """Read the domain of each line from the documents beside a score file's folder, if any.

    Raises:
        InputError: The documents have another number of lines.
    """
    if not is_path(source):
        return {}
    file = Path(source).parent.parent / "documents" / f"{pair}.docs"
    if not file.is_file():
        return {}
    domains = [cells[0] for _, cells in read_cells(file, "bare")]
    if len(domains) != lines:
        counts = f"{counted(len(domains), 'line')}, but the scores are of {lines:,}"
        raise InputError(f"{visible(str(file))}: {counts}; use the documents of this test set")
    return dict(enumerate(domains, start=1))
