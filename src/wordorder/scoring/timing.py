"""The time taken by each step of scoring."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.output import Column, Records, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wordorder.output import Cell
    from wordorder.scoring.result import ScoreResult


class Clock:
    """A stopwatch for named steps."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, step: str) -> Iterator[None]:
        """Time one step."""
        start = time.perf_counter()
        yield
        self.seconds[step] = time.perf_counter() - start


@dataclass(frozen=True, slots=True)
class TimingCard:
    """All steps on one line."""

    seconds: Mapping[str, float]

    def to_text(self, **_: object) -> str:
        """The steps and their seconds."""
        steps = (f"{step} {seconds:.2f} s" for step, seconds in self.seconds.items())
        return f"{', '.join(steps)}\n"


def timing_cards(result: ScoreResult, *, top: int | None = None) -> list[TimingCard]:
    """The steps for the screen."""
    del top
    return [TimingCard(_seconds(result))]


def timing_tables(result: ScoreResult, *, top: int | None = None) -> list[Table]:
    """The steps as rows."""
    del top
    columns = [Column("step", "left"), Column("seconds", digits=2)]
    return [Table(columns, list(_seconds(result).items()))]


def timing_records(result: ScoreResult, *, top: int | None = None) -> Records:
    """The steps as records."""
    del top
    seconds = _seconds(result)
    columns: dict[str, Sequence[Cell]] = {"step": list(seconds), "seconds": list(seconds.values())}
    return Records({"step": str, "seconds": float}, columns)


def _seconds(result: ScoreResult) -> Mapping[str, float]:
    if not result.seconds:
        raise UsageError("a saved result has no timing")
    return result.seconds
