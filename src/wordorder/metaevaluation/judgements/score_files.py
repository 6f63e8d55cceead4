"""Human scores in the folders of mt-metrics-eval: a line `system<tab>score` for each segment."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, InputError, UsageError
from wordorder.metaevaluation.judgements.building import counted_judgements
from wordorder.metaevaluation.judgements.columns import numbered, read_name_column
from wordorder.metaevaluation.judgements.ratings import rated_judgements, read_scores_of
from wordorder.metaevaluation.judgements.table import Ratings
from wordorder.output import counted, listed, visible
from wordorder.text import TextTable, is_path, quoted, read_cells, shown_name

if TYPE_CHECKING:
    from wordorder.metaevaluation.judgements.table import Judgements
    from wordorder.text import Input

_FILE = re.compile(r"(?P<pair>[^.]+)\.(?P<human>.+)\.seg\.score(?:\.(?:gz|xz|zst))?")


def score_file_name(name: str) -> tuple[str, str] | None:
    """The language pair and the human scores that the name of a file names, if it does.

    Examples:
        >>> score_file_name("en-de.mqm.seg.score"), score_file_name("en-de.tsv")
        (('en-de', 'mqm'), None)
    """
    found = _FILE.fullmatch(name)
    return (found["pair"], found["human"]) if found else None


def read_score_folder(folder: Path, pair: str | None, human: str | None) -> dict[str, Judgements]:
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
    found = {}
    for language_pair, of_pair in files.items():
        if human is None and len(of_pair) > 1:
            what = f"several human scores of {language_pair}: {listed(list(of_pair), most=20)}"
            raise UsageError(f"{visible(str(folder))}: {what}; choose with ", Argument("human"))
        chosen = of_pair.get(human) if human is not None else next(iter(of_pair.values()))
        if chosen is not None:
            found[language_pair] = read_score_file(chosen, language_pair)
    return found


def _score_files(folder: Path) -> dict[str, dict[str, Path]]:
    """The files with human scores, by language pair and name."""
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
        raise InputError(f"{visible(str(folder))}: a folder without judgements; {expected}")
    return files


def read_score_file(source: Input, pair: str) -> Judgements:
    """Read one file of human scores: the n-th row of a system is line n; `None` is missing.

    Raises:
        InputError: It cannot be read, a row has not two cells, a score is no number, or systems
            have different numbers of lines.
    """
    table = _rows(source)
    systems = read_name_column(table, "system")
    rows = Counter(systems)
    names = tuple(rows)
    if len(set(rows.values())) > 1:
        one, *_, other = rows.most_common()
        what = f"{counted(one[1], 'line')}, but '{quoted(other[0])}' has {other[1]:,}"
        raise InputError(f"{table.name}: '{quoted(one[0])}' has {what}")
    system = numbered(systems, names)
    order = np.argsort(system, kind="stable")
    line = np.empty(len(order), np.int64)
    if names:
        line[order] = np.arange(len(order)) % rows[names[0]] + 1
    nobody = np.full(len(line), -1, np.int64)
    rated = Ratings(line, system, read_scores_of(table, "score"), nobody)
    labels = _domains(source, pair, rows[names[0]] if names else 0)
    return counted_judgements(rated_judgements(pair, names, rated, labels=labels), table.name)


def _rows(source: Input) -> TextTable:
    """The rows of a file without names of columns."""
    columns: dict[str, list[str]] = {"system": [], "score": []}
    lines = []
    name = visible(shown_name(source))
    with closing(read_cells(source, "bare")) as rows:
        for place, cells in rows:
            if len(cells) != 2:
                found = counted(len(cells), "cell")
                raise place.error(f"{found}, expected two: system and score")
            columns["system"].append(cells[0])
            columns["score"].append(cells[1])
            lines.append(place.line)
    return TextTable(name, tuple(columns), dict(columns), lines)


def _domains(source: Input, pair: str, lines: int) -> dict[int, str]:
    """The domain of each line, from the documents beside the folder of a score file, if any.

    Raises:
        InputError: There are documents for another number of lines.
    """
    if not is_path(source):
        return {}
    file = Path(source).parent.parent / "documents" / f"{pair}.docs"
    if not file.is_file():
        return {}
    domains = [cells[0] for _, cells in read_cells(file, "bare")]
    if len(domains) != lines:
        found = f"{counted(len(domains), 'line')}, but the scores are of {lines:,}"
        raise InputError(f"{visible(str(file))}: {found}; use the documents of this test set")
    return dict(enumerate(domains, start=1))
