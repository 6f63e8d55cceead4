"""One fragment from input to output: read, evaluated, filtered, summed up and written."""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from queue import Empty, SimpleQueue
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordorder.corpus.evaluating import EvaluatedRows, evaluate
from wordorder.corpus.folder import BatchSettings, OutputForm, summary_name
from wordorder.corpus.inputs.fragments import Fragment, read_fragment, schema_of
from wordorder.corpus.stores import Store, store_at
from wordorder.corpus.summary import RowCounts, Summary, SummaryFile
from wordorder.corpus.writing import (
    FragmentFiles,
    ParquetRows,
    Rejects,
    RowLayout,
    RowsWriter,
    TextRows,
)
from wordorder.errors import Argument, InputError
from wordorder.output.codec import encode
from wordorder.output.console import visible
from wordorder.output.jsontext import dumps
from wordorder.reorderings.batch import SIDES

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping

    from numpy.typing import NDArray

    from wordorder.corpus.plan import CorpusPlan
    from wordorder.corpus.where import Filter

AHEAD = 2
"""Batches that may wait for each thread; no more of an input is held in memory."""


@dataclass(frozen=True, slots=True)
class FragmentTask:
    """Everything needed to process a fragment on any machine; picklable.

    Attributes:
        plan: The outputs to compute.
        fragment: The rows to evaluate.
        out: The output folder, a path or a URL, prepared for these settings.
        keep: The columns of the input to write as well.
        where: The condition on the rows to write; None for all rows.
        format: The form of the output.
        strict: Whether a bad row is an error.
    """

    plan: CorpusPlan
    fragment: Fragment
    out: str
    keep: tuple[str, ...] = ()
    where: Filter | None = None
    format: OutputForm = "parquet"
    strict: bool = False

    @property
    def layout(self) -> RowLayout:
        """The columns to write, and their format."""
        return RowLayout(self.plan.described, self.keep, self.format)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the input to read."""
        conditions = () if self.where is None else self.where.names
        others = [name for name in conditions if name not in self.plan.outputs]
        return tuple(dict.fromkeys([*self.plan.inputs, *self.keep, *others]))

    @property
    def settings(self) -> BatchSettings:
        """Everything that determines the output besides the input."""
        return batch_settings(self.plan, self.keep, self.where, self.format)

    @property
    def fingerprint(self) -> str:
        """A hash of the settings and the input, which identifies the output of this task."""
        part = self.fragment
        read = [part.input, part.identity, part.first_row, part.rows, part.groups]
        return sha256(dumps([encode(self.settings), read]).encode()).hexdigest()


def batch_settings(
    plan: CorpusPlan, keep: tuple[str, ...], where: Filter | None, written_as: OutputForm
) -> BatchSettings:
    """Return everything that determines the output of a run besides its inputs."""
    return BatchSettings(
        signature=plan.signature,
        columns=plan.columns,
        outputs=plan.outputs,
        keep=keep,
        where=None if where is None else where.text,
        format=written_as,
    )


def new_summary(plan: CorpusPlan) -> Summary:
    """Return an empty summary."""
    return Summary.of(
        plan.described,
        with_links=plan.order == "links",
        known_lengths=[side for side in SIDES if plan.knows_length(side)],
        ks=plan.ks,
    )


class FragmentReport(NamedTuple):
    """The outcome of processing a fragment.

    Attributes:
        fragment: The fragment.
        counts: The number of rows of each kind.
        seconds: The time that it took.
        skipped: Whether it was complete before.
    """

    fragment: Fragment
    counts: RowCounts
    seconds: float
    skipped: bool


class StoppedError(Exception):
    """The run ends before the fragment is complete."""


class Workers(NamedTuple):
    """The threads that evaluate batches.

    Attributes:
        pool: The threads; None to evaluate in the calling thread.
        ahead: The number of batches of a fragment that are evaluated or wait at a time.
        stop: Set to end all work.
    """

    pool: Executor | None
    ahead: int
    stop: Event

    def in_order(self, work: Callable[[Any], Any], items: Iterable[Any]) -> Generator[Any]:
        """Do the work for all items, and yield the results in the order of the items.

        Raises:
            StoppedError: All work has been stopped.
        """
        waiting: deque[Future[Any]] = deque()
        try:
            for item in items:
                if self.stop.is_set():
                    raise StoppedError
                if self.pool is None:
                    yield work(item)
                    continue
                waiting.append(self.pool.submit(work, item))
                if len(waiting) > self.ahead:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def workers_in(pool: Executor | None, threads: int, stop: Event, fragments: int = 1) -> Workers:
    """Return the workers of a pool with this number of threads, shared by several fragments."""
    return Workers(pool, max(1, threads * AHEAD // fragments), stop)


def process(
    task: FragmentTask, threads: int = 1, on_rows: Callable[[int], None] | None = None
) -> FragmentReport:
    """Process a fragment, unless it is complete already.

    One thread reads and writes, the others evaluate batches; rows stay in order.

    Args:
        task: What to do.
        threads: The number of threads that evaluate; with one, the calling thread does everything.
        on_rows: Called with each further number of rows done.

    Raises:
        InputError: The input cannot be read, the output cannot be written, or a row is bad and the
            task is strict.
    """
    pool = ThreadPoolExecutor(threads) if threads > 1 else None
    with pool or nullcontext():
        return process_with(workers_in(pool, threads, Event()), task, on_rows)


def process_with(
    workers: Workers, task: FragmentTask, on_rows: Callable[[int], None] | None = None
) -> FragmentReport:
    """Process a fragment like `process`, with threads that other fragments may share."""
    start = time.perf_counter()
    store = store_at(task.out)
    counts = finished(store, task)
    skipped = counts is not None
    if counts is None:
        counts = _process(workers, store, task, on_rows)
    elif on_rows is not None:
        on_rows(counts.read)
    return FragmentReport(task.fragment, counts, time.perf_counter() - start, skipped)


def finished(store: Store, task: FragmentTask) -> RowCounts | None:
    """Return the number of rows of each kind in a complete fragment; None if it is incomplete."""
    with store.translate_errors():
        try:
            content = store.read(summary_name(task.fragment.stem))
        except FileNotFoundError:
            return None
        try:
            found = SummaryFile.from_bytes(content)
        except InputError:  # damaged
            return None
        if found.fingerprint != task.fingerprint:
            return None
        if any(store.size(name) != size for name, size in found.sizes.items()):
            return None
    counts = found.summary.counts
    return None if task.strict and counts.rejected else counts


class _Batch(NamedTuple):
    """An evaluated batch, ready to be written."""

    first: int
    size: int
    rows: Any
    problems: Mapping[int, str]


class _Evaluation:
    """An evaluator of the batches of a fragment, in any thread, which sums them up."""

    def __init__(self, task: FragmentTask) -> None:
        self._task = task
        self._layout = task.layout
        # At most one for each thread, which takes one for the time of a batch.
        self._summaries: SimpleQueue[Summary] = SimpleQueue()

    def __call__(self, numbered: tuple[int, Any]) -> _Batch:
        first, batch = numbered
        task = self._task
        evaluated = evaluate(task.plan, batch)
        chosen = self._chosen(evaluated, batch)
        rows = np.arange(first, first + len(evaluated))
        summary = self._any_summary()
        summary.add(evaluated, chosen, file=task.fragment.file, rows=rows)
        self._summaries.put(summary)
        written = self._layout.rows(batch, evaluated, chosen, first)
        return _Batch(first, len(evaluated), written, evaluated.problems)

    def _chosen(self, evaluated: EvaluatedRows, batch: Any) -> NDArray[np.bool_]:
        chosen = np.ones(len(evaluated), np.bool_)
        if evaluated.problems:
            chosen[list(evaluated.problems)] = False
        if (where := self._task.where) is not None:
            columns = {
                name: evaluated.columns[name] if name in evaluated.columns else batch.column(name)
                for name in where.names
            }
            chosen &= where.mask(columns)
        return chosen

    def summary(self) -> Summary:
        """Return the summary of all batches."""
        total = self._any_summary()
        while not self._summaries.empty():
            total.merge(self._summaries.get())
        return total

    def _any_summary(self) -> Summary:
        try:
            return self._summaries.get_nowait()
        except Empty:
            return new_summary(self._task.plan)


def _process(
    workers: Workers, store: Store, task: FragmentTask, on_rows: Callable[[int], None] | None
) -> RowCounts:
    evaluation, name = _Evaluation(task), task.fragment.input
    batches = read_fragment(task.fragment, task.columns)
    with FragmentFiles(store, task.fragment.stem) as files:
        with store.translate_errors():
            writer, rejects = _rows_writer(files, task), Rejects(files, name)
        with closing(writer), closing(workers.in_order(evaluation, batches)) as done:
            for batch in done:
                if task.strict and batch.problems:
                    raise _bad_row(name, batch)
                with store.translate_errors():
                    rejects.add(batch.problems, batch.first)
                    writer.add(batch.rows)
                if on_rows is not None:
                    on_rows(batch.size)
            with store.translate_errors():
                writer.finish()
        summary = evaluation.summary()
        with store.translate_errors():
            files.appear(
                task.settings,
                lambda sizes: SummaryFile(summary, task.fingerprint, sizes).to_bytes(),
            )
    return summary.counts


def _rows_writer(files: FragmentFiles, task: FragmentTask) -> RowsWriter:
    name, layout = task.fragment.input, task.layout
    given = schema_of(name)
    layout.check(given, name)
    if task.where is not None:
        task.where.check(task.plan.outputs, given, name)
    if task.format == "text":
        return TextRows(files, task.keep)
    return ParquetRows(files, layout.schema(given, task.plan.signature), name)


def _bad_row(name: str, batch: _Batch) -> InputError:
    place = min(batch.problems)
    return InputError(
        f"{visible(name)}:{batch.first + place}: {batch.problems[place]}; correct the row, or "
        "leave out ",
        Argument("strict"),
        " to skip bad rows and list them",
    )
