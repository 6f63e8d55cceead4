"""A row of figures for every row of a corpus of any size."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, get_args

from wordorder.corpus.engines import dask, local
from wordorder.corpus.folder import OutputFolder
from wordorder.corpus.inputs import list_fragments, schema_of
from wordorder.corpus.outputs import is_output
from wordorder.corpus.plan import CorpusColumns, CorpusPlan
from wordorder.corpus.processing import FragmentTask
from wordorder.corpus.profiling import profile
from wordorder.corpus.where import Filter, filter_of
from wordorder.errors import InputError, UsageError, WordorderWarning, argument, expect
from wordorder.output import as_meter, counted, visible
from wordorder.statistics import Resampling
from wordorder.text.arrow import pyarrow
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from wordorder.corpus.processing import FragmentReport
    from wordorder.corpus.profile_result import CorpusProfile
    from wordorder.output import Meter
    from wordorder.preordering import RuleSet

Engine = Literal["local", "dask"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
Form = Literal["parquet", "text"]
FORMS: tuple[Form, ...] = get_args(Form)
KEY = ("file", "row")
"""The columns that tell where a row comes from."""

USUAL_DRAWS = Resampling()
ALL_BY_NAME = CorpusColumns()


def batch(
    inputs: str | Sequence[str],
    output: str,
    *,
    metrics: str | Iterable[str] | None = None,
    columns: CorpusColumns = ALL_BY_NAME,
    aligner: str | None = None,
    rules: RuleSet | str | None = None,
    lang: str | None = None,
    tokenize: str | None = None,
    preset: str | None = None,
    keep: Sequence[str] = (),
    where: str | Filter | None = None,
    to: Form = "parquet",
    strict: bool = False,
    verify: bool = False,
    overwrite: bool = False,
    engine: Engine = "local",
    scheduler: str | None = None,
    threads: int | None = None,
    resampling: Resampling = USUAL_DRAWS,
    progress: bool | Meter = False,
) -> CorpusProfile:
    """Compute figures for every sentence pair of a corpus, however large, and profile the whole.

    Each row of the input gives a row of Parquet in the folder `output`, and each part of the input
    a file. If a run was stopped, the same call goes on where it was. Memory does not grow with the
    corpus.

    Args:
        inputs: Parquet, Arrow IPC, TSV, CSV or JSON lines, also compressed; folders of such files;
            `links=FILE,source=FILE` for texts whose lines belong together. Paths, or URLs such as
            `s3://…` that fsspec can open.
        output: A folder, or a URL.
        metrics: Names of outputs or groups of them: `flat`, `tree`, `ordering`, `reordering`, `all`
            that the columns allow; by default ordering and reordering.
        columns: Which columns are what; by default by their names.
        aligner: A saved aligner (`Ibm1Model.save`) to link `source` and `target` on the way.
        rules: Pre-ordering rules, a built-in set or a file, whose orders to score.
        lang: The language of `hypothesis`, for matching.
        tokenize: The tokeniser of texts.
        preset: The combined score.
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
        ...     _ = links.write_text("0-1 1-0 2-2\\n0-0 1-1\\n")
        ...     out = str(pathlib.Path(folder, "out"))
        ...     result = batch(f"links={links}", out, metrics="kendall,rquantity")
        >>> result
        <CorpusProfile: out: 2 rows, kendall 0.833, rquantity 0.333>
    """
    expect(resampling, Resampling, "resampling")
    pyarrow("reading and writing corpora")
    run = _engine(engine, scheduler, threads)
    given = _as_names(inputs, "inputs")
    schema = schema_of(given[0])
    chosen = None if where is None else where if isinstance(where, Filter) else Filter(where)
    plan = CorpusPlan.of(
        schema.names,
        metrics=metrics,
        also=[name for name in chosen.names if is_output(name)] if chosen else (),
        columns=columns,
        aligner=aligner,
        rules=rules,
        lang=lang,
        tokenize=tokenize,
        preset=preset,
    )
    kept = _Kept(plan, tuple(_as_names(keep, "keep")), to)
    chosen = filter_of(chosen, [*plan.outputs, *kept.numbers(schema)])
    fragments = list_fragments(given, kept.check, verify=verify)
    folder = OutputFolder(output)
    tasks = [
        FragmentTask(plan, fragment, output, kept.names, chosen, to, strict)
        for fragment in fragments
    ]
    folder.prepare(tasks, overwrite=overwrite)
    rows = [fragment.rows for fragment in fragments]
    total = None if None in rows else sum(count or 0 for count in rows)
    with as_meter(progress)("evaluating", total, unit="rows") as advance:
        reports = list(run(tasks, on_rows=advance))
    folder.finish(tasks)
    _warn_of_rejects(output, sum(report.rejected for report in reports))
    return profile([output], resampling=resampling)


def _engine(
    engine: Engine, scheduler: str | None, threads: int | None
) -> Callable[..., Iterator[FragmentReport]]:
    """The function that runs the tasks."""
    if engine not in ENGINES:
        raise UsageError.unknown("engine", engine, ENGINES)
    if engine == "local":
        if scheduler is not None:
            raise UsageError(f"{argument('scheduler')} needs {argument('engine', 'dask')}")
        return partial(local.run, threads=thread_count(threads))
    if scheduler is not None and threads is not None:
        raise UsageError(
            f"give {argument('scheduler')} or {argument('threads')}: the cluster has its own "
            "number of workers"
        )
    workers = None if scheduler is not None else thread_count(threads)
    return partial(dask.run, scheduler=scheduler, workers=workers)


@dataclass(frozen=True, slots=True)
class _Kept:
    """The columns of the input to write as well."""

    plan: CorpusPlan
    names: tuple[str, ...]
    to: Form

    def __post_init__(self) -> None:
        if self.to not in FORMS:
            raise UsageError.unknown(argument("to"), self.to, FORMS)
        if self.to == "text" and not self.names:
            needed = f"{argument('to', 'text')} writes the texts of {argument('keep')}"
            raise UsageError(f"{needed}: name at least one column")
        for name in self.names:
            if name in KEY or name in self.plan.outputs:
                raise UsageError(
                    f"{argument('keep')}: '{visible(name)}' is also the name of an output column; "
                    "rename it in the input"
                )

    def check(self, schema: Any, name: str) -> None:
        """Check the columns of one input.

        Raises:
            InputError: One is missing, or cannot be written as text.
        """
        self.plan.check(schema, name)
        for column in self.names:
            if schema.names.count(column) != 1:
                has = ", ".join(schema.names)
                raise InputError(
                    f"{visible(name)}: no column '{visible(column)}'; it has {visible(has)}"
                )
            if self.to == "text" and not _is_text(schema.field(column).type):
                found = visible(str(schema.field(column).type))[:100]
                raise InputError(
                    f"{visible(name)}: column '{visible(column)}' is {found}; "
                    f"{argument('to', 'text')} writes text"
                )

    def numbers(self, schema: Any) -> list[str]:
        """The columns that hold numbers, for conditions."""
        types = pyarrow().types
        return [
            name
            for name in self.names
            if name in schema.names
            and (
                types.is_integer(schema.field(name).type)
                or types.is_floating(schema.field(name).type)
            )
        ]


def _is_text(kind: Any) -> bool:
    types = pyarrow().types
    if types.is_dictionary(kind):
        return _is_text(kind.value_type)
    return bool(types.is_string(kind) or types.is_large_string(kind) or str(kind) == "string_view")


def _as_names(given: str | Sequence[str], name: str) -> list[str]:
    names = [given] if isinstance(given, str) else list(given)
    for one in names:
        expect(one, str, name)
    if name == "inputs" and not names:
        raise UsageError("give at least one input")
    return list(dict.fromkeys(names)) if name == "keep" else names


def _warn_of_rejects(output: str, rejected: int) -> None:
    if rejected:
        warnings.warn(
            WordorderWarning(
                f"{counted(rejected, 'bad row')} left out; {visible(output)}/_rejects lists them "
                "with their reasons"
            ),
            stacklevel=3,
        )
