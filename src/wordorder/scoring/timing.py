"""The time taken by each step of scoring."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.output.views import fields, row_view

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

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


def timing_cards(result: ScoreResult) -> list[TimingCard]:
    """The steps for the screen."""
    return [TimingCard(_seconds(result))]


def timing_rows(result: ScoreResult) -> Iterable[tuple[str, float]]:
    """The steps and their seconds."""
    return _seconds(result).items()


def _seconds(result: ScoreResult) -> Mapping[str, float]:
    if not result.seconds:
        raise UsageError("a saved result has no timing")
    return result.seconds


VIEW = replace(
    row_view([*fields(str, "step"), *fields(float, "seconds", digits=2)], timing_rows),
    cards=timing_cards,
)
