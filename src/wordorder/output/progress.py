"""Progress bars, shown only on a terminal."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Lock, Timer
from typing import TYPE_CHECKING, Literal, Protocol

from wordorder.output.console import use_color, visible
from wordorder.output.temporary import is_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.progress import Progress, Task

Unit = Literal["items", "bytes", "rows"]

_SECONDS_WITHOUT_BAR = 0.5


class Meter(Protocol):
    """A display of the progress of one step; yields a function to call with each amount done."""

    def __call__(
        self, description: str, total: int | None, *, unit: Unit = "items"
    ) -> AbstractContextManager[Callable[[int], None]]:
        """Open the display; a total of None means unknown."""


@contextmanager
def show_progress(
    description: str,
    total: int | None,
    *,
    unit: Unit = "items",
    seconds_without: float = _SECONDS_WITHOUT_BAR,
) -> Iterator[Callable[[int], None]]:
    """Show a bar on standard error if it is a terminal, and remove the bar at the end.

    The bar appears after half a second, or `seconds_without`.

    Examples:
        >>> with show_progress("reading", total=2) as advance:
        ...     for line in ("2 1 3", "1 2"):
        ...         advance(1)
    """
    # A dumb terminal cannot erase the bar.
    on_terminal = sys.stderr is not None and sys.stderr.isatty()
    if not on_terminal or os.environ.get("TERM") == "dumb":
        yield _ignore
        return
    bar = _LateBar(visible(description), total, unit, seconds_without)
    try:
        yield bar.advance
    finally:
        bar.close()


@contextmanager
def hide_progress(
    description: str, total: int | None, *, unit: Unit = "items"
) -> Iterator[Callable[[int], None]]:
    """Show nothing."""
    del description, total, unit  # the arguments of every meter
    yield _ignore


def as_meter(progress: bool | Meter) -> Meter:
    """Return a bar on standard error for True, none for False, and any other display unchanged."""
    if isinstance(progress, bool):
        return show_progress if progress else hide_progress
    return progress


def follow_files(
    meter: Meter, description: str, files: Sequence[object]
) -> AbstractContextManager[Callable[[int], None]]:
    """Show progress through files in bytes; None stands for a file that was not given.

    The total is unknown if anything other than files is read. Nothing is shown while standard input
    is typed at a terminal.
    """
    present = [file for file in files if file is not None]
    names = [os.fspath(file) for file in present if is_path(file)]
    typed = "-" in names and sys.stdin is not None and sys.stdin.isatty()
    sizes = [Path(name).stat().st_size if Path(name).is_file() else None for name in names]
    is_known = len(names) == len(present) and None not in sizes
    total = None if not is_known else sum(size for size in sizes if size is not None)
    return (hide_progress if typed else meter)(description, total, unit="bytes")


def _ignore(amount: int) -> None:
    """Do nothing."""


class _LateBar:
    """A bar that counts at once but appears only after a delay."""

    def __init__(
        self, description: str, total: int | None, unit: Unit, seconds_without: float
    ) -> None:
        self._description = description
        self._total = total
        self._unit = unit
        self._done = 0
        self._closed = False
        self._shown: Progress | None = None
        self._lock = Lock()
        # A timer, because the first advance() may come late.
        self._timer = Timer(seconds_without, self._show)
        self._timer.daemon = True
        self._timer.start()

    def advance(self, amount: int) -> None:
        with self._lock:
            self._done += amount
            if self._shown:
                self._shown.update(self._shown.task_ids[0], completed=self._done)

    def close(self) -> None:
        self._timer.cancel()
        with self._lock:
            self._closed = True
            if self._shown:
                self._shown.stop()

    def _show(self) -> None:
        bar = _bar(self._unit)
        with self._lock:
            if not self._closed:
                bar.add_task(self._description, total=self._total, completed=self._done)
                bar.start()
                self._shown = bar


def _bar(unit: Unit) -> Progress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rows(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(_rows_done(int(task.completed), task.total, task.speed))

    amounts = {"bytes": DownloadColumn, "items": MofNCompleteColumn, "rows": Rows}
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20 if unit == "rows" else 40),
        amounts[unit](),
        TimeRemainingColumn(),
        console=Console(stderr=True, no_color=not use_color(sys.stderr)),
        transient=True,
        redirect_stdout=False,  # rich would redirect prints to standard error
    )


def _rows_done(done: int, total: float | None, speed: float | None) -> str:
    """Say how many rows are done, and how fast.

    Examples:
        >>> _rows_done(1_200_000, 5_000_000, 250_321.5)
        '1,200,000/5,000,000 rows, 250,322/s'
        >>> _rows_done(1000, None, None)
        '1,000 rows'
    """
    of = "" if total is None else f"/{int(total):,}"
    rate = "" if speed is None else f", {speed:,.0f}/s"
    return f"{done:,}{of} rows{rate}"
