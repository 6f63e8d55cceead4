"""Options shared by the `wordorder reorderings` commands: corpora, views and plots."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from wordorder.alignment import LinkReading
from wordorder.cli.shared import link_options, options, refuse_several_tables
from wordorder.cli.shared.usage import Choice
from wordorder.errors import Argument, UsageError
from wordorder.output import counted
from wordorder.reorderings import BRANCHINGS, SIDES, Extraction
from wordorder.reorderings.analysis_result import refuse_without_trees

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from wordorder.output import Format, Job, Result

    Command = Callable[..., None]
    Files = str | Sequence[str] | None

tree_format = click.option(
    "--trees-from",
    "tree_format",
    type=Choice(["conllu", "penn"]),
    help="Format of the trees [default: conllu if the name ends in .conllu, else penn].",
)
over = click.option(
    "--trees-over",
    "over",
    type=Choice(SIDES),
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

_BESIDE_LINKS = ("source", "target", "trees")

_UNALIGN_BLOCKING = click.option(
    "--unalign-blocking",
    is_flag=True,
    help="First remove discontinuous links.",
)
_BRANCHING = click.option(
    "--branching",
    type=Choice(BRANCHINGS),
    default="right",
    show_default=True,
    help="How nested reorderings are split: right keeps the first block small.",
)
_SIBLING_BRANCHING = click.option(
    "--sibling-branching",
    type=Choice(BRANCHINGS),
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


def look(views: Collection[str], what: str) -> Callable[[Command], Command]:
    """Add the options for views; the command gets them as `look`."""

    def decorated(command: Command) -> Command:
        @wraps(command)
        def with_look(style: Format, view: tuple[str, ...], top: int, **others: Any) -> None:
            chosen = tuple(one for one in view if one in further)
            labels = _labels([one for one in view if one not in further], further)
            command(look=Look(style, chosen, top, labels), **others)

        return options.with_options(with_look, (by, options.top(what), options.style))

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


def _labels(given: Sequence[str], further: Collection[str]) -> str | None:
    """The file of sets, if `--by` names one.

    Raises:
        UsageError: There are several, or a name is neither a table nor a file.
    """
    for name in given:
        if name != "-" and not Path(name).exists():
            raise UsageError.unknown("table or file", name, further)
    if len(given) > 1:
        raise UsageError(Argument("view"), f" takes one file of sets, not {len(given)}")
    return next(iter(given), None)


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
    """Name the inputs that are read more than once, so cannot be pipes.

    Args:
        inputs: The files of each kind.
        words: Whether texts are read for their words, not only their lengths.
    """
    files = {name: _listed(given) for name, given in inputs.items()}
    shared = [name for name in _BESIDE_LINKS if len(files[name]) < len(files["links"])]
    texts = [name for name in ("source", "target") if words or "-" in files[name]]
    return [*shared, *texts]


def _listed(files: Files) -> list[str]:
    if files is None:
        return []
    return [files] if isinstance(files, str) else list(files)
