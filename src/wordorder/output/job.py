"""One run of a command: its inputs, outputs, progress and warnings."""

from __future__ import annotations

import os
import stat
import sys
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import combinations
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO, TypeAlias

from wordorder.errors import Argument, Part, UsageError, WordorderWarning
from wordorder.output.console import NOT_A_TERMINAL, Screen, screen_of, visible
from wordorder.output.files import Outputs
from wordorder.output.jsontext import dumps
from wordorder.output.progress import Meter, hide_progress, show_progress
from wordorder.output.records import (
    SIGNATURE,
    Records,
    RecordSink,
    RecordWriter,
    Types,
    check_records_path,
    record_format,
    records_into,
    signature_file,
)
from wordorder.output.results import Format, Result, show

Files: TypeAlias = str | Sequence[str | None] | None


class Job:
    """Opens all outputs at the start, and publishes them together at the end.

    Warnings of this package are collected and printed at the end.

    Args:
        inputs: The files to read, by argument name.
        outputs: The files to write, by argument name; None to write none. `output` is the
            result itself, which goes to standard output if no file is named.
        reread: Names of inputs that are read more than once, and so must be files, not pipes.
        records: Names of outputs that hold records.
        quiet: Whether to hide progress.
        spreadsheet_safe: Whether to escape formulas in TSV and CSV records (`open_records`).
        command: The command line, recorded with the result.
        tell: Called with each warning; by default it is printed to standard error.

    Raises:
        UsageError: Two inputs are standard input, an output would overwrite an input, two
            outputs are the same file, or an input that is read twice is a pipe.
        InputError: An output cannot be written.
    """

    def __init__(
        self,
        inputs: Mapping[str, Files],
        outputs: Mapping[str, str | None],
        *,
        reread: Collection[str] = (),
        records: Collection[str] = (),
        quiet: bool = False,
        spreadsheet_safe: bool = False,
        command: str | None = None,
        tell: Callable[[WordorderWarning], None] | None = None,
    ) -> None:
        listed = {name: _listed(files) for name, files in inputs.items()}
        _refuse_two_standard_inputs(listed)
        for name in reread:
            _refuse_pipes(name, listed[name])
        _refuse_overwriting(listed, _with_signatures(outputs, records))
        for name in records:
            check_records_path(outputs[name])
        self._inputs = listed
        self._paths = dict(outputs)
        self._records = frozenset(records)
        self._spreadsheet_safe = spreadsheet_safe
        self._command = command
        self._tell = tell or _print_warning
        self._streams: dict[str, TextIO] = {}
        self.meter: Meter = hide_progress if quiet else show_progress

    def __enter__(self) -> Self:
        with ExitStack() as stack:  # cleans up if an output cannot be opened
            self._outputs = stack.enter_context(Outputs())
            self._caught = stack.enter_context(warnings.catch_warnings(record=True))
            warnings.simplefilter("always", WordorderWarning)
            for name, path in self._paths.items():
                if name in self._records:
                    self._outputs.check(path)  # now, not at the first record
                elif path is not None or name == "output":
                    self._streams[name] = self._outputs.open(path)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self._stack.__exit__(kind, error, trace)
        except BrokenPipeError:  # the reader stopped early, which is not an error
            self._tell_warnings()
            raise
        if kind is None:
            self._tell_warnings()

    def _tell_warnings(self) -> None:
        printed = set()
        for caught in self._caught:
            if not isinstance(caught.message, WordorderWarning):
                warnings.warn_explicit(
                    caught.message, caught.category, caught.filename, caught.lineno
                )
            elif str(caught.message) not in printed:
                printed.add(str(caught.message))
                self._tell(caught.message)

    @property
    def out(self) -> TextIO:
        """The stream for the result."""
        return self._streams["output"]

    @property
    def separated_by_commas(self) -> bool:
        """Whether the name of the output asks for CSV."""
        return record_format(self._paths.get("output")) == "csv"

    @property
    def screen(self) -> Screen:
        """The screen the result will be shown on."""
        return screen_of(sys.stdout) if self._paths.get("output") in (None, "-") else NOT_A_TERMINAL

    def stream(self, name: str) -> TextIO | None:
        """Return the stream of another output; None if no file was named."""
        return self._streams.get(name)

    def save(self, name: str, result: Result) -> None:
        """Write the document of a result to another output, if a file was named."""
        if out := self.stream(name):
            out.write(dumps(result.to_dict()) + "\n")

    def open(self, path: str | os.PathLike[str]) -> TextIO:
        """Add an output that appears together with the others.

        Raises:
            UsageError: The output would overwrite an input.
        """
        _refuse_replacing(self._inputs, os.fspath(path), os.fspath(path))
        return self._outputs.open(path)

    def records(self, name: str) -> RecordSink | None:
        """Return the sink of an output for records; None if no file was named."""
        path = self._paths[name]
        if path is None:
            return None

        @contextmanager
        def sink(types: Types, signature: str | None) -> Iterator[RecordWriter]:
            with self._records_into(path, types, signature) as writer:
                yield writer

        return sink

    def write_records(self, name: str, records: Records) -> None:
        """Write records to an output for records."""
        path = self._paths[name]
        with self._records_into(path, records.types, records.signature) as writer:
            writer.write(records.columns)

    def _records_into(
        self, path: str | None, types: Types, signature: str | None
    ) -> AbstractContextManager[RecordWriter]:
        safe = self._spreadsheet_safe
        return records_into(self._outputs, path, types, signature, spreadsheet_safe=safe)

    def show(
        self,
        result: Result,
        style: Format = "table",
        views: Sequence[str | tuple[str, ...]] = (),
        *,
        top: int | None = None,
        sentences: bool = False,
    ) -> None:
        """Write a result; the arguments are those of `show`."""
        text = show(
            result,
            style,
            views,
            top=top,
            sentences=sentences,
            screen=self.screen,
            command=self._command,
            spreadsheet_safe=self._spreadsheet_safe,
        )
        self.out.write(text)


def _listed(files: Files) -> list[str]:
    if files is None:
        return []
    return [files] if isinstance(files, str) else [file for file in files if file is not None]


def _refuse_two_standard_inputs(inputs: Mapping[str, Sequence[str]]) -> None:
    if sum(files.count("-") for files in inputs.values()) > 1:
        raise UsageError("only one file can be - (standard input)")


def _refuse_pipes(name: str, files: Sequence[str]) -> None:
    for file in files:
        if file == "-":
            raise UsageError(Argument(name), " must be a file, not -: it is read more than once")
        if Path(file).is_fifo():
            raise UsageError(
                Argument(name), " must be a file, not a pipe: it is read more than once"
            )


def _refuse_overwriting(
    inputs: Mapping[str, Sequence[str]], outputs: Mapping[str, str | None]
) -> None:
    for (first, path), (second, same) in combinations(outputs.items(), 2):
        if _same_file(_or_standard(first, path), _or_standard(second, same)):
            raise UsageError(Argument(second), " and ", Argument(first), " must be different files")
    for name, path in outputs.items():
        _refuse_replacing(inputs, path, Argument(name))


def _refuse_replacing(inputs: Mapping[str, Sequence[str]], path: str | None, output: Part) -> None:
    for file in (file for files in inputs.values() for file in files):
        # A terminal or a pipe may be both input and output; only a file would be lost.
        if file == "-":
            if path is not None and _is_standard_input(path):
                raise UsageError(output, f" would overwrite the input {path}; name another file")
        elif Path(file).is_file() and _same_file(path, file):
            raise UsageError(output, f" would overwrite the input {file}; name another file")


def _is_standard_input(path: str) -> bool:
    """Return whether the shell has redirected standard input from this file."""
    try:
        redirected = os.fstat(sys.stdin.fileno())
        return stat.S_ISREG(redirected.st_mode) and os.path.samestat(redirected, Path(path).stat())
    except (AttributeError, OSError, ValueError):  # standard input is closed, or not a file
        return False


def _with_signatures(
    outputs: Mapping[str, str | None], records: Collection[str]
) -> dict[str, str | None]:
    """Return all files to be written, including the signature files of records."""
    beside = {f"{name}.{SIGNATURE}": signature_file(outputs[name]) for name in records}
    return {**outputs, **beside}


def _or_standard(name: str, path: str | None) -> str | None:
    """Return the path of an output: standard output for a result without a file."""
    return "-" if path is None and name == "output" else path


def _same_file(a: str | None, b: str | None) -> bool:
    if a is None or b is None:
        return False
    # Not Path.resolve, which fails on a link to itself.
    return a == b or (a != "-" and b != "-" and os.path.realpath(a) == os.path.realpath(b))


def _print_warning(warning: WordorderWarning) -> None:
    print(f"wordorder: {visible(str(warning))}", file=sys.stderr)  # noqa: T201
