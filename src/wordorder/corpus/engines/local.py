"""The engine of one machine: several fragments at a time, all on the same threads."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Event
from typing import TYPE_CHECKING

from wordorder.corpus.processing import process, process_with, workers_in

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from wordorder.corpus.processing import FragmentReport, FragmentTask

MOST_FRAGMENTS = 8
"""Fragments at a time: each has rows that wait to be written, about 50 MB in all."""


def run(
    tasks: Sequence[FragmentTask],
    *,
    threads: int = 1,
    on_rows: Callable[[int], None] | None = None,
) -> Generator[FragmentReport]:
    """Process fragments, and yield a report of each as soon as it is complete.

    With several threads, several fragments are read and written at a time, so that many small
    ones, as well as a few large ones, keep all threads busy.

    Args:
        tasks: The fragments.
        threads: How many threads evaluate.
        on_rows: Called from any thread with the number of rows done, now and then.

    Raises:
        InputError: A fragment cannot be processed; those that are complete stay.
    """
    if threads == 1:
        yield from (process(task, 1, on_rows) for task in tasks)
        return
    lanes = min(threads, max(len(tasks), 1), MOST_FRAGMENTS)
    stop = Event()
    with ThreadPoolExecutor(threads) as pool, ThreadPoolExecutor(lanes) as fragments:
        workers = workers_in(pool, threads, stop, lanes)
        running = {fragments.submit(process_with, workers, task, on_rows) for task in tasks}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:  # also after Ctrl-C: each fragment removes its temporary files
            stop.set()
            for future in running:
                future.cancel()
