"""The systems of a plot: their order and their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from wordorder.report.plots.points import LONGEST, different, shortened, shown
from wordorder.scoring.verdicts import rank
from wordorder.scoring.wording import heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output import Records
    from wordorder.report.plots.theme import Frame
    from wordorder.scoring import ScoreResult

    SystemRow: TypeAlias = tuple["DrawnSystem", dict[str, Any]]

_LEAST_ROOM = 14  # cells: then a legend has two columns in a column of a paper
_PIXELS_PER_CELL = 18  # of the width of the plot: names get a third of it


class DrawnSystem(NamedTuple):
    """A system in a plot.

    Attributes:
        place: Its index in the result.
        label: Its short name, different from all others.
        name: Its full name, for tooltips.
    """

    place: int
    label: str
    name: str


def drawn_systems(result: ScoreResult, frame: Frame) -> list[DrawnSystem]:
    """The systems, best first by the leading metric, so that each has one colour in all plots."""
    room = min(max(frame.width // _PIXELS_PER_CELL, _LEAST_ROOM), LONGEST)
    names = [shown(name) for name in result.systems]
    labels = list(different(shortened(name, room) for name in without_shared_parts(names)))
    return [DrawnSystem(one, labels[one], names[one]) for one in rank(result).systems]


def measure_name(measure: str) -> str:
    """The name of a measure; results that were loaded may have any."""
    return shortened(shown(heading(measure)))


def rows_by_system(
    records: Records, result: ScoreResult, systems: Sequence[DrawnSystem]
) -> list[SystemRow]:
    """The rows of each system, system by system."""
    rows = [dict(zip(records.types, row, strict=True)) for row in records.rows()]
    return [
        (system, row)
        for system in systems
        for row in rows
        if row["system"] == result.systems[system.place]
    ]


def without_shared_parts(names: Sequence[str]) -> list[str]:
    """Names without the parts between dots that all of them start or end with.

    If that leaves a name without a letter, all names stay as they are.

    Examples:
        >>> without_shared_parts(["newstest2013.de-en.JHU.2887", "newstest2013.de-en.online-A"])
        ['JHU.2887', 'online-A']
        >>> without_shared_parts(["moses.1", "moses.2"])
        ['moses.1', 'moses.2']
    """
    parts = [name.split(".") for name in names]
    if len(names) < 2:
        return list(names)
    most = min(map(len, parts)) - 1
    start = _shared(parts, most)
    end = _shared([one[::-1] for one in parts], most - start)
    short = [".".join(one[start : len(one) - end]) for one in parts]
    return short if all(any(map(str.isalpha, one)) for one in short) else list(names)


def _shared(parts: Sequence[Sequence[str]], most: int) -> int:
    """How many parts at the start all names share."""
    count = 0
    while count < most and len({one[count] for one in parts}) == 1:
        count += 1
    return count
