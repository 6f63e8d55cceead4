"""The scores of single metrics from their files, and one table of them all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, InputError, UsageError
from wordorder.metaevaluation.scores.table import MetricScores
from wordorder.output import counted, visible
from wordorder.text import names_of_files

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from wordorder.arrays import Floats

_MOST_SCORES = 1 << 28  # two gigabytes


@dataclass(frozen=True, slots=True, eq=False)
class MetricColumn:
    """The scores of one metric.

    Attributes:
        metric: Its name.
        file: Where they come from.
        lines: The scores of every system, line by line.
        corpus: The scores of whole systems.
        numbered: Whether the file gives the numbers of its lines, so that some may be missing.
        short: A shorter name, to be used if no other metric has it.
        signature: The signature of the file, if known.
    """

    metric: str
    file: str
    lines: Mapping[str, Floats] = field(default_factory=dict)
    corpus: Mapping[str, float] = field(default_factory=dict)
    numbered: bool = False
    short: str = ""
    signature: str | None = None

    @property
    def line_count(self) -> int:
        """Number of lines; 0 if there are only scores of whole systems."""
        return max(map(len, self.lines.values()), default=0)


def merge_columns(
    columns: Iterable[MetricColumn], lines: int | None = None, taken: Collection[str] = ()
) -> MetricScores:
    """Put the scores of metrics side by side; a system that lacks one has NaN.

    Args:
        columns: The scores.
        lines: The number of lines, if known.
        taken: Names that other metrics have.

    Raises:
        InputError: The numbers of lines differ.
        UsageError: A file is given twice.
    """
    whole = _with_both_levels(columns)
    count = _line_count(whole, lines)
    systems = tuple(
        dict.fromkeys(name for one in whole for level in (one.lines, one.corpus) for name in level)
    )
    refuse_too_many(whole[0].file, len(whole), len(systems), count)
    scores = np.full((len(whole), len(systems), count), np.nan)
    corpus = np.full((len(whole), len(systems)), np.nan)
    for row, one in enumerate(whole):
        for place, system in enumerate(systems):
            own = one.lines.get(system, ())
            scores[row, place, : len(own)] = own
            corpus[row, place] = one.corpus.get(system, np.nan)
    signatures = dict.fromkeys(one.signature for one in whole if one.signature is not None)
    signature = " + ".join(signatures) or None
    return MetricScores(tuple(_names(whole, taken)), systems, scores, corpus, None, signature)


def refuse_too_many(file: str, metrics: int, systems: int, lines: int) -> None:
    """Refuse scores that would not fit into memory, before there is room made for them.

    Raises:
        InputError: There are too many.
    """
    if metrics * systems * lines > _MOST_SCORES:
        raise InputError(
            f"{visible(file)}: {counted(lines, 'line')} of {counted(systems, 'system')} are too "
            "many; are the numbers of lines right?"
        )


def _with_both_levels(columns: Iterable[MetricColumn]) -> list[MetricColumn]:
    """Unite scores of lines and of systems by the same metric in two files."""
    whole: list[MetricColumn] = []
    for column in columns:
        for place, known in enumerate(whole):
            apart = not (known.lines and column.lines) and not (known.corpus and column.corpus)
            if known.metric == column.metric and apart:
                by_line, by_system = (known, column) if known.lines else (column, known)
                whole[place] = MetricColumn(
                    known.metric,
                    by_line.file,
                    by_line.lines,
                    by_system.corpus,
                    short=known.short,
                )
                break
        else:
            whole.append(column)
    return whole


def _line_count(columns: Sequence[MetricColumn], lines: int | None) -> int:
    """The number of lines, the same in all files that do not number them."""
    fixed = [(lines, "the texts")] if lines is not None else []
    fixed += [(one.line_count, one.file) for one in columns if one.lines and not one.numbered]
    for count, file in fixed[1:]:
        if count != fixed[0][0]:
            raise InputError(
                f"{visible(file)} has {counted(count, 'line')} for each system, but "
                f"{visible(fixed[0][1])} {fixed[0][0]:,}; line n must be the same sentence"
            )
    for one in columns:
        if fixed and one.line_count > fixed[0][0]:
            raise InputError(
                f"{visible(one.file)} has a score of line {one.line_count:,}, but "
                f"{visible(fixed[0][1])} {'have' if lines is not None else 'has'} "
                f"{counted(fixed[0][0], 'line')}"
            )
    return fixed[0][0] if fixed else max((one.line_count for one in columns), default=0)


def _names(columns: Sequence[MetricColumn], taken: Collection[str]) -> list[str]:
    """The names of metrics: the short one if it is unique, else with that of the file in front."""
    short = Counter([*(one.short or one.metric for one in columns), *taken])
    names = [one.short if short[one.short] == 1 else one.metric for one in columns]
    known = Counter([*names, *taken])
    named = list(zip(columns, names, strict=True))
    files = list(dict.fromkeys(one.file for one, name in named if known[name] > 1))
    prefixes = dict(zip(files, names_of_files(files), strict=True)) if files else {}
    found = [f"{prefixes[one.file]}/{name}" if known[name] > 1 else name for one, name in named]
    for name, count in Counter([*found, *taken]).items():
        if count > 1:
            raise UsageError(Argument("scores"), f" has {visible(name)} {counted(count, 'time')}")
    return found
