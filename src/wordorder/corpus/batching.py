"""A row of figures for every row of a corpus of any size.

This module has the local engine: several fragments at a time, all on the same threads.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Unpack, get_args

from wordorder.corpus import processing
from wordorder.corpus.folder import OutputForm, first_reject, prepared
from wordorder.corpus.inputs.fragments import Fragment, list_fragments, schema_of
from wordorder.corpus.plan import CorpusPlan, PlanOptions
from wordorder.corpus.processing import FragmentReport, FragmentTask
from wordorder.corpus.profiling import profile
from wordorder.corpus.writing import RowLayout
from wordorder.errors import Argument, InputError, UsageError, WordorderWarning, expect
from wordorder.output.console import visible
from wordorder.output.progress import Meter, as_meter
from wordorder.output.wording import counted
from wordorder.statistics.resampling import Resampling
from wordorder.text.arrow import pyarrow
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from wordorder.corpus.profile_result import CorpusProfile
    from wordorder.corpus.summary import RowCounts
    from wordorder.corpus.where import Filter

Name: TypeAlias = "str | os.PathLike[str]"
Engine = Literal["local", "dask"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
FORMS: tuple[OutputForm, ...] = get_args(OutputForm)

USUAL_DRAWS = Resampling()

MOST_FRAGMENTS = 8
"""The most fragments at a time: each has rows that wait to be written, about 50 MB in all."""


def batch(
    inputs: Name | Sequence[Name],
    output: Name,
    *,
    keep: Sequence[str] = (),
    where: str | Filter | None = None,
    to: OutputForm = "parquet",
    strict: bool = False,
    verify: bool = False,
    overwrite: bool = False,
    engine: Engine = "local",
    scheduler: str | None = None,
    threads: int | None = None,
    resampling: Resampling = USUAL_DRAWS,
    progress: bool | Meter = False,
    **plan: Unpack[PlanOptions],
) -> CorpusProfile:
    r"""Compute figures for every sentence pair of a corpus, however large, and profile the whole.

    Each row of the input gives a row of Parquet in the folder `output`, and each part of the input
    a file. The same call resumes an interrupted run. Memory use does not grow with the corpus.

    Args:
        inputs: Parquet, Arrow IPC, TSV, CSV or JSON lines, also compressed; folders of such files;
            `links=FILE,source=FILE` for parallel texts. Paths, or URLs such as `s3://…` that fsspec
            can open.
        output: A folder, or a URL.
        keep: Columns of the input to write as well.
        where: A condition such as `kendall > 0.9 and coverage > 0.8`; other rows are neither
            written nor profiled.
        to: `parquet`, or `text`: a file of lines for each column in `keep`.
        strict: Whether a bad row stops the run. Otherwise bad rows are listed in `_rejects`.
        verify: Whether to recognise changed inputs by content, not by size and time.
        overwrite: Whether to replace output made with other options.
        engine: `local` or `dask`.
        scheduler: The address of a Dask scheduler; by default Dask starts processes here.
        threads: Number of threads, or of Dask's processes; by default one per processor.
        resampling: The resampling for the intervals of the profile.
        progress: Whether to show progress.
        **plan: What to compute, and from which columns: `metrics`, `links`, `source`, `target` and
            the other options of `PlanOptions`.

    Raises:
        InputError: An input cannot be read, lacks a column, or has one of another type; the output
            cannot be written, or the folder has other content; with `strict`, a row is bad.
        UsageError: Options do not fit together.
        MissingExtraError: A package is missing.

    Warns:
        WordorderWarning: Bad rows were left out.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     links = pathlib.Path(folder, "links.txt")
        ...     _ = links.write_text("0-1 1-0 2-2\n0-0 1-1\n")
        ...     out = str(pathlib.Path(folder, "out"))
        ...     result = batch(f"links={links}", out, metrics="kendall,rquantity")
        >>> result
        <CorpusProfile: out: 2 sentence pairs, rquantity 0.333>
    """
    expect(resampling, Resampling, "resampling")
    pyarrow("reading and writing corpora")
    run_tasks = _engine(engine, scheduler, threads)
    if to not in FORMS:
        raise UsageError.unknown("form of output", to, FORMS)
    names = _as_names(inputs, "inputs")
    if not names:
        raise UsageError("give at least one input")
    kept_columns = tuple(dict.fromkeys(_as_names(keep, "keep")))
    expect(output, (str, os.PathLike), "output")
    folder = os.fspath(output)
    condition = None if where is None else _as_filter(where)
    whole = _whole_plan(names[0], plan, condition)
    layout = RowLayout(whole.described, kept_columns, to)

    def check(schema: Any, name: str) -> None:
        whole.check(schema, name)
        layout.check(schema, name)
        if condition is not None:
            condition.check(whole.outputs, schema, name)

    fragments = list_fragments(names, check, verify=verify)
    settings = processing.batch_settings(whole, kept_columns, condition, to)
    with prepared(folder, settings, fragments, overwrite=overwrite):
        tasks = [
            FragmentTask(whole, fragment, folder, kept_columns, condition, to, strict)
            for fragment in fragments
        ]
        rows = [fragment.rows for fragment in fragments]
        total = None if None in rows else sum(filter(None, rows))  # unknown for text
        with as_meter(progress)("evaluating", total, unit="rows") as advance:
            counts = [report.counts for report in run_tasks(tasks, on_rows=advance)]
        _warn_of_rejects(folder, fragments, counts)
    return profile([folder], resampling=resampling)


def _as_filter(where: str | Filter) -> Filter:
    from wordorder.corpus.where import Filter

    condition = Filter(where) if isinstance(where, str) else where
    expect(condition, Filter, "where")
    return condition


def _whole_plan(first: str, options: PlanOptions, where: Filter | None) -> CorpusPlan:
    """Return the plan, with the outputs that a condition needs."""
    schema = schema_of(first)
    plan = CorpusPlan.of(schema.names, **options)
    if where is None:
        return plan
    further = [name for name in where.names if name not in plan.outputs and plan.computes(name)]
    for name in where.names:
        if name not in (*plan.outputs, *further, *schema.names):
            known = [*plan.outputs, *schema.names]
            raise UsageError.unknown(("column in ", Argument("where"), ":"), name, known)
    return replace(plan, outputs=(*plan.outputs, *further)) if further else plan


def _engine(
    engine: Engine, scheduler: str | None, threads: int | None
) -> Callable[..., Iterator[FragmentReport]]:
    """Return the function that runs the tasks."""
    if engine not in ENGINES:
        raise UsageError.unknown("engine", engine, ENGINES)
    if engine == "local":
        if scheduler is not None:
            raise UsageError(Argument("scheduler"), " needs ", Argument("engine", "dask"))
        return partial(run, threads=thread_count(threads))
    if scheduler is not None and threads is not None:
        raise UsageError(
            "give ",
            Argument("scheduler"),
            " or ",
            Argument("threads"),
            ": the cluster has its own number of workers",
        )
    from wordorder.corpus import dask_engine as dask

    dask.dask_package()  # if missing, an error before the work starts
    workers = None if scheduler is not None else thread_count(threads)
    return partial(dask.run, scheduler=scheduler, workers=workers)


def _as_names(value: Name | Sequence[Name], argument: str) -> list[str]:
    expect(value, (str, os.PathLike, Sequence), argument)
    names = [value] if isinstance(value, (str, os.PathLike)) else list(value)
    for name in names:
        expect(name, (str, os.PathLike), argument)
    return [os.fspath(name) for name in names]


def _warn_of_rejects(
    output: str, fragments: Sequence[Fragment], counts: Sequence[RowCounts]
) -> None:
    """Warn of bad rows.

    Raises:
        InputError: All rows are bad.
    """
    rejected, read = sum(part.rejected for part in counts), sum(part.read for part in counts)
    if not rejected:
        return
    first = visible(first_reject(output, fragments))
    if rejected == read:
        only = "the only row" if read == 1 else f"none of the {read:,} rows"
        raise InputError(f"{only} can{'not' * (read == 1)} be used: {first}")
    warnings.warn(
        WordorderWarning(
            f"{counted(rejected, 'bad row')} left out, listed in {visible(output)}/_rejects; the "
            f"first: {first}"
        ),
        stacklevel=3,
    )


def run(
    tasks: Sequence[FragmentTask],
    *,
    threads: int = 1,
    on_rows: Callable[[int], None] | None = None,
) -> Generator[FragmentReport]:
    """Process fragments, and yield a report of each as soon as it is complete.

    With several threads, several fragments are read and written at a time, so that many small
    fragments keep all threads busy, as a few large ones do.

    Args:
        tasks: The fragments.
        threads: The number of threads that evaluate.
        on_rows: Called from any thread with each further number of rows done.

    Raises:
        InputError: A fragment cannot be processed; complete fragments stay.
    """
    if threads == 1:
        yield from (processing.process(task, 1, on_rows) for task in tasks)
        return
    lanes = min(threads, max(len(tasks), 1), MOST_FRAGMENTS)
    stop = Event()
    with ThreadPoolExecutor(threads) as pool, ThreadPoolExecutor(lanes) as fragments:
        workers = processing.workers_in(pool, threads, stop, lanes)
        running = {
            fragments.submit(processing.process_with, workers, task, on_rows) for task in tasks
        }
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:  # also after Ctrl-C: each fragment removes its temporary files
            stop.set()
            for future in running:
                future.cancel()
