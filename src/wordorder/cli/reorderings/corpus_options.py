"""Options shared by the `wordorder reorderings` commands: corpora, extraction and views."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import click

from wordorder.alignment.link_reading import LinkReading
from wordorder.cli import link_options, options
from wordorder.cli.commands import OneOf, refuse_several_tables
from wordorder.errors import Argument, UsageError
from wordorder.output.wording import counted
from wordorder.reorderings.analysis_result import refuse_without_trees
from wordorder.reorderings.batch import SIDES
from wordorder.reorderings.extraction import BRANCHINGS, Extraction

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from wordorder.output.job import Job
    from wordorder.output.results import Format, Result


Command: TypeAlias = "Callable[..., None]"
Files: TypeAlias = "str | Sequence[str] | None"

tree_format = click.option(
    "--trees-from",
    "tree_format",
    type=OneOf(["conllu", "penn"]),
    help="Format of the trees [default: conllu if the name ends in .conllu, else penn].",
)
over = click.option(
    "--trees-over",
    "over",
    type=OneOf(SIDES),
    default="source",
    show_default=True,
    help="Side that the trees belong to.",
)
source_trees = click.option(
    "--trees", metavar="FILE", help="Syntax trees of the source, CoNLL-U or Penn brackets."
)
skip_bad = click.option(
    "--skip-bad",
    is_flag=True,
    help="Skip, and count, sentences with a bad tree or without target words.",
)

_UNALIGN_BLOCKING = click.option(
    "--unalign-blocking",
    is_flag=True,
    help="First remove discontinuous links.",
)
_BRANCHING = click.option(
    "--branching",
    type=OneOf(BRANCHINGS),
    default="right",
    show_default=True,
    help="How nested reorderings are split: right keeps the first block small.",
)
_SIBLING_BRANCHING = click.option(
    "--sibling-branching",
    type=OneOf(BRANCHINGS),
    default="left",
    show_default=True,
    help="The same for siblings in a tree: left keeps the second block small.",
)


link_reading = options.grouped(
    "reading",
    LinkReading,
    (link_options.file_format, link_options.base, link_options.sure_only, _UNALIGN_BLOCKING),
)
"""The options for reading links; the command gets them as `reading`."""

extraction = options.grouped("extraction", Extraction, (_BRANCHING, _SIBLING_BRANCHING))
"""The options for splitting reorderings; the command gets them as `extraction`."""


class Look(NamedTuple):
    """The views of a result to show, and the file of sets."""

    style: Format
    view: tuple[str, ...]
    top: int
    labels: str | None

    def check(self, trees: Files) -> None:
        """Reject, before the work starts, views that cannot be shown."""
        refuse_without_trees(self.view, with_trees=bool(trees))
        refuse_several_tables(self.style, self.view)

    def show(self, job: Job, result: Result) -> None:
        """Show the result with further views; only tables are shortened."""
        if self.style == "tsv":
            job.show(result, self.style, self.view)
            return
        # The main view already compares all pairs of systems.
        job.show(result, self.style, [n for n in self.view if n != "pairs"], top=self.top)


def look(views: Collection[str], rows: str) -> Callable[[Command], Command]:
    """Add the options for views; the command gets them as `look`."""

    def decorated(command: Command) -> Command:
        @wraps(command)
        def with_look(style: Format, view: tuple[str, ...], top: int, **others: Any) -> None:
            tables = tuple(name for name in view if name in further)
            labels = _labels([name for name in view if name not in further], further)
            command(look=Look(style, tables, top, labels), **others)

        return options.with_options(with_look, (by, options.top(rows), options.style))

    further = list(views)[1:]
    by = click.option(
        "--by",
        "view",
        multiple=True,
        metavar="TABLE|FILE",
        help=f"A further table: {', '.join(further)}; or a file with the set of each sentence, one "
        "per line, to report results by set. May be repeated. JSON has all tables.",
    )
    return decorated


def _labels(names: Sequence[str], further: Collection[str]) -> str | None:
    """Return the file of sets, if `--by` names one.

    Raises:
        UsageError: There are several files, or a name is neither a table nor a file.
    """
    for name in names:
        if name != "-" and not Path(name).exists():
            raise UsageError.unknown("table or file", name, further)
    if len(names) > 1:
        raise UsageError(Argument("view"), f" takes one file of sets, not {len(names)}")
    return next(iter(names), None)


def one_for_each(name: str, files: Sequence[str], count: int) -> list[str | None]:
    """Assign files to corpora: none, one for all, or one for each.

    Raises:
        UsageError: The number of files matches neither.
    """
    if not files:
        return [None] * count
    if len(files) == 1:
        return [files[0]] * count
    if len(files) != count:
        raise UsageError(
            Argument(name),
            f" is given {counted(len(files), 'time')} for {counted(count, 'file')} of links; "
            "give it once, or once for each",
        )
    return list(files)


def read_twice(inputs: Mapping[str, Files], *, words: bool = False) -> list[str]:
    """Return the names of inputs that are read more than once and so cannot be pipes.

    Args:
        inputs: The files of each kind.
        words: Whether texts are read for their words, not only their lengths.
    """
    files = {
        name: [paths] if isinstance(paths, str) else list(paths or ())
        for name, paths in inputs.items()
    }
    beside_links = ("source", "target", "trees")
    shared = [name for name in beside_links if len(files[name]) < len(files["links"])]
    texts = [name for name in ("source", "target") if words or "-" in files[name]]
    return [*shared, *texts]
