"""A row of figures for every row of a corpus of any size."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast, get_args

from wordorder.corpus.engines import dask, local
from wordorder.corpus.folder import Format, first_reject, prepared
from wordorder.corpus.inputs import list_fragments, schema_of
from wordorder.corpus.plan import CorpusPlan
from wordorder.corpus.processing import FragmentTask, batch_settings
from wordorder.corpus.profiling import profile
from wordorder.corpus.where import Filter
from wordorder.corpus.writing import Layout
from wordorder.errors import Argument, InputError, UsageError, WordorderWarning, expect
from wordorder.output import as_meter, counted, visible
from wordorder.statistics import Resampling
from wordorder.text.arrow import pyarrow
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Unpack

    from wordorder.corpus.fragment import Fragment
    from wordorder.corpus.plan_options import PlanOptions
    from wordorder.corpus.processing import FragmentReport
    from wordorder.corpus.profile_result import CorpusProfile
    from wordorder.corpus.summary import RowCounts
    from wordorder.output import Meter

Name: TypeAlias = "str | os.PathLike[str]"
Engine = Literal["local", "dask"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
FORMS: tuple[Format, ...] = get_args(Format)

USUAL_DRAWS = Resampling()


def batch(
    inputs: Name | Sequence[Name],
    output: Name,
    *,
    keep: Sequence[str] = (),
    where: str | Filter | None = None,
    to: Format = "parquet",
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
    a file. If a run was stopped, the same call goes on where it was. Memory does not grow with the
    corpus.

    Args:
        inputs: Parquet, Arrow IPC, TSV, CSV or JSON lines, also compressed; folders of such files;
            `links=FILE,source=FILE` for texts whose lines belong together. Paths, or URLs such as
            `s3://…` that fsspec can open.
        output: A folder, or a URL.
        keep: Columns of the input to write as well.
        where: A condition such as `kendall > 0.9 and coverage > 0.8`; other rows are not written,
            nor part of the profile.
        to: `parquet`, or `text`: a file of lines for each column in `keep`.
        strict: Whether a bad row stops the run. Otherwise bad rows are listed in `_rejects`.
        verify: Whether to tell by their content, not by size and time, if inputs have changed.
        overwrite: Whether to replace an output of other options.
        engine: `local` or `dask`.
        scheduler: The address of a Dask scheduler; by default Dask starts processes here.
        threads: Number of threads, or of Dask's processes; by default one per processor.
        resampling: How to resample for the intervals of the profile.
        progress: Whether to show progress.
        **plan: What to compute, and from which columns: `metrics`, `links`, `source`, `target` and
            the other options of `PlanOptions`.

    Raises:
        InputError: An input cannot be read, lacks a column, or has one of another type; the output
            cannot be written, or is in the way; with `strict`, a bad row.
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
    run = _engine(engine, scheduler, threads)
    if to not in FORMS:
        raise UsageError.unknown("form of output", to, FORMS)
    given, kept = _as_names(inputs, "inputs"), tuple(_as_names(keep, "keep"))
    expect(output, (str, os.PathLike), "output")
    folder = os.fspath(output)
    chosen = Filter(where) if isinstance(where, str) else where
    whole = _whole_plan(given[0], plan, chosen)
    check = _checks(whole, Layout(whole.described, kept, to), chosen)
    fragments = list_fragments(given, check, verify=verify)
    settings = batch_settings(whole, kept, chosen, to)
    with prepared(folder, settings, fragments, overwrite=overwrite):
        tasks = [
            FragmentTask(whole, fragment, folder, kept, chosen, to, strict)
            for fragment in fragments
        ]
        with as_meter(progress)("evaluating", _rows_of(fragments), unit="rows") as advance:
            counts = [report.counts for report in run(tasks, on_rows=advance)]
        _tell_rejects(folder, fragments, counts)
    return profile([folder], resampling=resampling)


def _whole_plan(first: str, options: PlanOptions, where: Filter | None) -> CorpusPlan:
    """The plan, with the outputs that a condition needs."""
    schema = schema_of(first)
    plan = CorpusPlan.of(schema.names, **options)
    if where is None:
        return plan
    expect(where, Filter, "where")
    further = [name for name in where.names if name not in plan.outputs and plan.computes(name)]
    for name in where.names:
        if name not in (*plan.outputs, *further, *schema.names):
            known = [*plan.outputs, *schema.names]
            raise UsageError.unknown(("column in ", Argument("where"), ":"), name, known)
    return replace(plan, outputs=(*plan.outputs, *further)) if further else plan


def _checks(plan: CorpusPlan, layout: Layout, where: Filter | None) -> Callable[[Any, str], None]:
    """What checks the columns of an input."""

    def check(schema: Any, name: str) -> None:
        plan.check(schema, name)
        layout.check(schema, name)
        if where is not None:
            where.check(plan.outputs, schema, name)

    return check


def _rows_of(fragments: Sequence[Fragment]) -> int | None:
    """How many rows there are; None if only reading tells."""
    counts = [fragment.rows for fragment in fragments]
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def _engine(
    engine: Engine, scheduler: str | None, threads: int | None
) -> Callable[..., Iterator[FragmentReport]]:
    """The function that runs the tasks."""
    if engine not in ENGINES:
        raise UsageError.unknown("engine", engine, ENGINES)
    if engine == "local":
        if scheduler is not None:
            raise UsageError(Argument("scheduler"), " needs ", Argument("engine", "dask"))
        return partial(local.run, threads=thread_count(threads))
    if scheduler is not None and threads is not None:
        raise UsageError(
            "give ",
            Argument("scheduler"),
            " or ",
            Argument("threads"),
            ": the cluster has its own number of workers",
        )
    dask.check_installed()
    workers = None if scheduler is not None else thread_count(threads)
    return partial(dask.run, scheduler=scheduler, workers=workers)


def _as_names(given: Name | Sequence[Name], name: str) -> list[str]:
    single = isinstance(given, (str, os.PathLike))
    expect(given, (str, os.PathLike, Sequence), name)
    names = [given] if single else list(cast("Sequence[Name]", given))
    for one in names:
        expect(one, (str, os.PathLike), name)
    if name == "inputs" and not names:
        raise UsageError("give at least one input")
    paths = [os.fspath(cast("Name", one)) for one in names]
    return list(dict.fromkeys(paths)) if name == "keep" else paths  # a second input is refused


def _tell_rejects(output: str, fragments: Sequence[Fragment], counts: Sequence[RowCounts]) -> None:
    """Warn of bad rows.

    Raises:
        InputError: All rows are bad.
    """
    rejected, read = (sum(getattr(one, name) for one in counts) for name in ("rejected", "read"))
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
