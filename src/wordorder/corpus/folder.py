"""The folder of a batch run: its files, which fragments are complete, and what may be replaced.

::

    OUT/_batch.json            settings and number of fragments; written first
    OUT/STEM.parquet           the rows of a fragment, or
    OUT/STEM.COLUMN.txt        a column of them, as lines of text
    OUT/_rejects/STEM.jsonl    its bad rows, if there are any
    OUT/_summaries/STEM.npz    the summary of the fragment; written last

A fragment is complete if its summary exists, was made with the same settings from the same input,
and states the sizes of the other files.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from wordorder.corpus.input_columns import CorpusColumns
from wordorder.corpus.inputs.storage import is_url, stored_files
from wordorder.corpus.stores import Store, store_at
from wordorder.errors import Argument, UsageError
from wordorder.output.codec import Count, decode, encode
from wordorder.output.console import visible
from wordorder.output.jsontext import dumps
from wordorder.output.temporary import IS_TEMPORARY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.corpus.inputs.fragments import Fragment

SETTINGS = "_batch.json"
SUMMARIES = "_summaries"
REJECTS = "_rejects"

OutputForm = Literal["parquet", "text"]

_STEM = r"(?P<input>.+-[0-9a-f]{8})-\d{5,}"
_OURS = {
    "": re.compile(rf"(?P<stem>{_STEM})(\.parquet|\.[^/]+\.txt)"),
    REJECTS: re.compile(rf"(?P<stem>{_STEM})\.jsonl"),
    SUMMARIES: re.compile(rf"(?P<stem>{_STEM})\.npz"),
}
_UNSAFE = re.compile(r"[^\w.@:-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchSettings:
    """Everything that determines the output of a run besides its inputs.

    Attributes:
        schema: Name and version of the settings file.
        fragments: Number of fragments of the inputs, which comparisons of settings ignore.
        signature: The signature of the plan.
        columns: The columns by role.
        outputs: The names of the outputs.
        keep: The columns of the input that are written as well.
        where: The condition on the rows to write.
        format: The form of the output.
    """

    schema: Literal["wordorder/batch/1"] = "wordorder/batch/1"
    fragments: Count = field(default=0, compare=False)
    signature: str = ""
    columns: CorpusColumns = field(default_factory=CorpusColumns)
    outputs: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    where: str | None = None
    format: OutputForm = "parquet"


def text_name(stem: str, column: str) -> str:
    """Return the name of the file for one column of a fragment, as lines.

    Examples:
        >>> text_name("train.parquet-67f65784-00003", "source text")
        'train.parquet-67f65784-00003.source-text.txt'
    """
    return f"{stem}.{_UNSAFE.sub('-', column)}.txt"


def rejects_name(stem: str) -> str:
    """Return the name of the file for the bad rows of a fragment."""
    return f"{REJECTS}/{stem}.jsonl"


def summary_name(stem: str) -> str:
    """Return the name of the file for the summary of a fragment."""
    return f"{SUMMARIES}/{stem}.npz"


@contextmanager
def prepared(
    out: str,
    settings: BatchSettings,
    fragments: Sequence[Fragment],
    *,
    overwrite: bool = False,
) -> Iterator[None]:
    """Prepare the folder, and keep other runs out of it in this context.

    Fragments that earlier runs with the same settings have finished stay; temporary files of dead
    runs, and fragments that an input no longer has, are removed.

    Args:
        out: A path or a URL.
        settings: Everything that determines the output besides the inputs.
        fragments: All parts of all inputs.
        overwrite: Whether to remove the output of earlier runs.

    Raises:
        InputError: The folder cannot be written; it has files, but no output of a batch run; or,
            without `overwrite`, it has the output of other settings or inputs.
        UsageError: An input is in the folder.
    """
    store = store_at(out)
    with store.translate_errors():
        _refuse_files(store)
    _refuse_inputs_within(out, fragments)
    with store.translate_errors():
        store.make_folder()
    with store.locked():
        with store.translate_errors():
            store.remove_leftovers()
            _make_ready(store, settings, fragments, overwrite=overwrite)
        try:
            yield
        finally:  # a worker that was stopped leaves its temporary files
            with suppress(Exception):
                store.remove_leftovers()


def settings_of(store: Store) -> BatchSettings | None:
    """Return the settings of the run that a folder belongs to; None if they cannot be read."""
    try:
        return decode(BatchSettings, json.loads(store.read(SETTINGS)))
    except (FileNotFoundError, ValueError, RecursionError):  # a damaged file is a ValueError
        return None


def check_settings(store: Store, settings: BatchSettings) -> None:
    """Check that a folder still has the settings of this run.

    Raises:
        InputError: Another run has replaced the output.
    """
    if settings_of(store) != settings:
        raise store.refusal("another run has replaced the output")


def first_reject(out: str, fragments: Sequence[Fragment]) -> str:
    """Return the first bad row of a run that has some: input, row and reason."""
    store = store_at(out)
    with store.translate_errors():
        listed = set(store.names(REJECTS))
        for fragment in fragments:
            name = rejects_name(fragment.stem)
            if name.rpartition("/")[2] in listed:
                reject = json.loads(store.read(name).partition(b"\n")[0])
                return f"{reject['file']}:{reject['row']}: {reject['problem']}"
    raise store.refusal("the list of bad rows has disappeared")


def _make_ready(
    store: Store, settings: BatchSettings, fragments: Sequence[Fragment], *, overwrite: bool
) -> None:
    present = [name for name in store.names() if not IS_TEMPORARY.fullmatch(name)]
    if SETTINGS not in present and any(name not in (SUMMARIES, REJECTS) for name in present):
        raise store.refusal(
            "it is not empty and holds no output of wordorder batch; name a new folder"
        )
    if overwrite:
        for name, _ in _own_files(store):
            store.remove(name)
    elif SETTINGS in present and settings_of(store) != settings:
        raise store.refusal(
            "it has the output of a run with other settings; name a new folder, or give ",
            Argument("overwrite", "True"),
            " to replace it",
        )
    else:
        _remove_outdated(store, fragments)
    # Written even if it exists, to find out whether the folder can be written.
    document = dumps(encode(replace(settings, fragments=len(fragments))))
    store.write(SETTINGS, f"{document}\n".encode())
    for folder in (SUMMARIES, REJECTS):
        store.make_folder(folder)


def _own_files(store: Store) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the files of fragments, summaries first: without one, a fragment is not complete."""
    for folder in (SUMMARIES, REJECTS, ""):
        for name in store.names(folder):
            if parts := _OURS[folder].fullmatch(name):
                yield f"{folder}/{name}" if folder else name, parts


def _remove_outdated(store: Store, fragments: Sequence[Fragment]) -> None:
    """Remove fragments that inputs no longer have; refuse fragments of other inputs."""
    stems = {fragment.stem for fragment in fragments}
    inputs = {stem.rpartition("-")[0] for stem in stems}
    outdated = []
    for name, parts in _own_files(store):
        if parts["input"] not in inputs:
            raise store.refusal(
                f"it has '{name}', which comes from other inputs; name the same inputs as before, "
                "or a new folder, or give ",
                Argument("overwrite", "True"),
                " to start again",
            )
        if parts["stem"] not in stems:
            outdated.append(name)
    for name in outdated:
        store.remove(name)


def _refuse_files(store: Store) -> None:
    if is_url(store.place):
        return
    if "\0" in store.place:
        raise store.refusal("its name has a NUL character")
    path = Path(store.place)
    if path.exists() and not path.is_dir():
        raise store.refusal("it is a file, expected a folder")
    if not path.absolute().parent.is_dir():
        raise store.refusal(f"there is no folder '{path.absolute().parent}'")


def _refuse_inputs_within(out: str, fragments: Sequence[Fragment]) -> None:
    """Refuse inputs inside the output folder, which might be replaced or removed as output."""
    for name in {fragment.input for fragment in fragments}:
        for part in stored_files(name):
            if _is_within(part, out):
                raise UsageError(
                    Argument("output"),
                    f" '{visible(out)}' holds the input '{visible(part)}'; name another folder",
                )


def _is_within(path: str, folder: str) -> bool:
    if is_url(path) or is_url(folder):
        return path.startswith(folder.rstrip("/") + "/")
    inside, outside = os.path.realpath(path), os.path.realpath(folder)
    return inside == outside or inside.startswith(os.path.join(outside, ""))  # noqa: PTH118
