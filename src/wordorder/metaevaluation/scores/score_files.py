"""Scores of metrics in the files of shared tasks: NAME.seg.score and NAME.sys.score."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.metaevaluation.scores.columns import MetricColumn
from wordorder.output import counted, visible
from wordorder.output.paths import is_path
from wordorder.text import Place, quoted, read_cells, shown_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeGuard

    from wordorder.text import Input

_FILE_NAME = re.compile(r"(?P<name>.+)\.(?P<level>seg|sys)\.score(?:\.(?:gz|bz2|xz|zst))?")
_REFERENCE = re.compile(r"-(?:src|all|\w*ref\w*)$")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_MISSING = "None"


def is_score_file(source: Input) -> bool:
    """Whether this is a file NAME.seg.score or NAME.sys.score.

    Examples:
        >>> is_score_file("BLEU-refA.seg.score"), is_score_file("scores.tsv")
        (True, False)
    """
    return is_path(source) and _FILE_NAME.fullmatch(Path(shown_name(source)).name) is not None


def is_folder(source: object) -> TypeGuard[str | Path]:
    """Whether this names a folder."""
    try:
        return is_path(source) and Path(source).is_dir()
    except (OSError, ValueError):  # a name that no file system can hold
        return False


def files_of_folder(folder: str | Path, pair: str | None) -> list[Path]:
    """The files of scores in a folder, that of a language pair in it, or that of a test set.

    Raises:
        InputError: There are none.
    """
    below = [Path(folder), Path(folder, "metric-scores")]
    if pair is not None:
        below += [one / pair for one in below]
    for one in below:
        found = sorted(file for file in one.glob("*.score*") if is_score_file(file))
        if found:
            return found
    of_pairs = sorted(file.parent.name for file in Path(folder).glob("*/*.seg.score"))
    hint = f"; there are some of {', '.join(dict.fromkeys(of_pairs))}" if of_pairs else ""
    raise InputError(
        f"{visible(str(folder))}: no files NAME.seg.score or NAME.sys.score"
        f"{f' of {pair}' if pair else ''}{hint}"
    )


def read_score_file(source: Input) -> MetricColumn:
    """Read a file in which each line has a system and a score, line after line of each system.

    The metric is named by the file; `-refA` at the end of it is dropped where it is not needed to
    tell metrics apart.

    Raises:
        InputError: A line has other cells, a score is not a number, systems have unequal numbers of
            lines, or in a file of systems one occurs twice.
    """
    match = _FILE_NAME.fullmatch(Path(shown_name(source)).name)
    assert match is not None  # asked before
    scores: dict[str, list[float]] = {}
    one_each = match["level"] == "sys"
    for place, cells in read_cells(source, "bare"):
        if len(cells) != 2 or not cells[0]:
            raise place.error(f"expected a system, a tab and a score, found '{_shown(cells)}'")
        own = scores.setdefault(cells[0], [])
        if one_each and own:
            raise place.error(f"a second score of {quoted(cells[0])}")
        own.append(_number(cells[1], place))
    file, metric = shown_name(source), match["name"]
    if not scores:
        raise InputError(f"{visible(file)}: empty; expected lines with a system and a score")
    short = _REFERENCE.sub("", metric)
    if one_each:
        corpus = {name: own[0] for name, own in scores.items()}
        return MetricColumn(metric, file, corpus=corpus, short=short)
    _refuse_unequal(scores, file)
    lines = {name: np.array(own) for name, own in scores.items()}
    return MetricColumn(metric, file, lines, short=short)


def _shown(cells: list[str]) -> str:
    return quoted(" ".join(cells))


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
