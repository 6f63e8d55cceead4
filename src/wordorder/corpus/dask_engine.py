"""The cluster engine: each fragment is a task for Dask, and survives the death of workers.

A task describes a fragment, without its rows: workers read and write files themselves.
"""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from wordorder import _kernels
from wordorder.corpus.inputs.storage import is_url, stored_files
from wordorder.corpus.processing import FragmentReport, FragmentTask, process
from wordorder.errors import Argument, InputError, MissingExtraError, WordorderError
from wordorder.output.console import visible
from wordorder.threads import thread_count

TRIES = 3
"""The most submissions of a fragment; Dask itself restarts each when up to three workers die."""


def run(
    tasks: Sequence[FragmentTask],
    *,
    scheduler: str | None = None,
    workers: int | None = None,
    on_rows: Callable[[int], None] | None = None,
) -> Iterator[FragmentReport]:
    """Process fragments, and yield a report of each as soon as it is complete.

    A script that calls this without a scheduler needs the usual `if __name__ == "__main__":`,
    because worker processes import it.

    Args:
        tasks: The fragments.
        scheduler: The address of a scheduler, such as `tcp://node1:8786`; by default, workers are
            started on this machine.
        workers: The number of workers to start; by default one for each processor.
        on_rows: Called with the number of rows of each fragment that is complete.

    Raises:
        InputError: A fragment cannot be processed, or the scheduler cannot be reached; complete
            fragments stay.
        MissingExtraError: The package distributed is not installed.
    """
    distributed = dask_package()
    with _client(distributed, scheduler, workers) as client:
        for report in _reports(distributed, client, tasks):
            if on_rows is not None:
                on_rows(report.counts.read)
            yield report


def dask_package() -> Any:
    """Return the package that runs tasks on a cluster.

    Raises:
        MissingExtraError: The package is not installed.
    """
    try:
        return import_module("distributed")
    except ImportError as error:
        raise MissingExtraError("distributed", "the engine dask", "dask") from error


@contextmanager
def _client(distributed: Any, scheduler: str | None, workers: int | None) -> Iterator[Any]:
    """Connect to the scheduler, or to workers that start and end with this context."""
    if scheduler is None:
        with _started(distributed, workers) as cluster, distributed.Client(cluster) as client:
            yield client
        return
    try:
        client = distributed.Client(scheduler)
    except (OSError, ValueError, ImportError) as error:  # TimeoutError is an OSError
        raise InputError(
            f"cannot reach the dask scheduler '{visible(scheduler)}': {visible(str(error))[:200]}"
        ) from error
    with _quiet(), client:
        yield client


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's log for errors that we re-raise, or that are harmless."""
    handlers = list(logging.getLogger("distributed").handlers)
    levels = [handler.level for handler in handlers]
    for handler in handlers:
        handler.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for handler, level in zip(handlers, levels, strict=True):
            handler.setLevel(level)


def _started(distributed: Any, workers: int | None) -> Any:
    try:
        with _interrupts_held_back():
            return distributed.LocalCluster(
                n_workers=thread_count(workers),
                threads_per_worker=1,
                processes=True,
                dashboard_address="127.0.0.1:0",  # any free port, for this machine only
                memory_limit=0,  # memory is bounded anyway; no need to pause or restart workers
                silence_logs=logging.CRITICAL,  # the death of a worker is not an error
            )
    except (OSError, RuntimeError) as error:
        raise InputError(f"dask cannot start its workers: {visible(str(error))[:200]}") from error


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Block Ctrl-C in this context, and for good in processes that start in it.

    At a terminal, Ctrl-C reaches all processes. Workers end when this process tells them to,
    without a traceback of their own.
    """
    if not hasattr(signal, "pthread_sigmask"):  # as on Windows
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # else it starts with the first process, and unblocks Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _reports(
    distributed: Any, client: Any, tasks: Sequence[FragmentTask]
) -> Iterator[FragmentReport]:
    def submitted(task: FragmentTask) -> Any:
        return client.submit(_on_worker, task, _kernels.VERSION, os.getcwd(), pure=False)  # noqa: PTH109

    running = {submitted(task): (task, 1) for task in tasks}
    completed = distributed.as_completed(running)
    try:
        for future in completed:
            task, tries = running.pop(future)
            error = _failure(future)
            if isinstance(error, distributed.KilledWorker) and tries < TRIES:
                again = submitted(task)
                running[again] = task, tries + 1
                completed.add(again)
            elif error is not None:
                raise _as_refusal(distributed, task, error) from error
            else:
                yield future.result()
    finally:  # also after Ctrl-C
        with suppress(Exception):
            client.cancel(list(running))


def _failure(future: Any) -> BaseException | None:
    if future.cancelled():  # not by this process
        return InputError(
            "the dask scheduler has ended, or dropped the work; finished parts are kept: run again"
        )
    error: BaseException | None = future.exception()
    return error


def _as_refusal(distributed: Any, task: FragmentTask, error: BaseException) -> WordorderError:
    """Return the error of a worker as ours, in one line."""
    if isinstance(error, WordorderError):
        return error
    name = visible(task.fragment.input)
    if isinstance(error, distributed.KilledWorker):
        return InputError(
            f"{name}: every worker that read it died, perhaps for lack of memory; see their logs"
        )
    if isinstance(error, ModuleNotFoundError):
        return InputError(f"a dask worker lacks the package {error.name}: install wordorder there")
    return InputError(f"{name}: a dask worker failed: {type(error).__name__}: {error}"[:300])


def _on_worker(task: FragmentTask, version: str, folder: str) -> FragmentReport:
    if version != _kernels.VERSION:
        raise InputError(
            f"a dask worker has wordorder {_kernels.VERSION}, this program {version}; "
            "install the same version"
        )
    places = [task.out, task.fragment.input, task.plan.aligner]
    own = os.getcwd()  # noqa: PTH109
    if own != folder and any(place is not None and _is_relative(place) for place in places):
        raise InputError(
            f"a dask worker runs in '{visible(own)}', not in '{visible(folder)}': give absolute "
            "paths for inputs, ",
            Argument("output"),
            " and ",
            Argument("aligner"),
        )
    return process(task)


def _is_relative(place: str) -> bool:
    """Return whether a path, or any of `NAME=FILE,NAME=FILE`, is relative."""
    return not all(is_url(path) or os.path.isabs(path) for path in stored_files(place))  # noqa: PTH117
