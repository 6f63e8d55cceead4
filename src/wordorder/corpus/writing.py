"""The files of one fragment: its rows as Parquet or text, and its bad rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import IO, Any, Self

import numpy as np
from numpy.typing import NDArray

from wordorder.corpus import folder
from wordorder.corpus.evaluating import EvaluatedRows, nullable
from wordorder.corpus.folder import BatchSettings, OutputForm
from wordorder.corpus.outputs import Output
from wordorder.corpus.stores import NewFile, Store
from wordorder.errors import Argument, InputError, UsageError
from wordorder.output.console import visible
from wordorder.output.jsontext import dumps
from wordorder.output.records import SIGNATURE
from wordorder.text.arrow import ArrowColumn, pyarrow, text_pieces

FILE, ROW = "file", "row"
"""The columns that locate a row in the inputs."""

GROUP_ROWS = 1 << 17
"""Rows of a row group: a fixed number, so that the bytes do not depend on the engine."""

# Some figures differ in every row. If pyarrow gives up their dictionaries after 64 kB instead of
# 1 MB, writing takes a quarter less time.
_LONGEST_DICTIONARY = 1 << 16
_KEEP = Argument("keep")
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class RowLayout:
    """The columns to write, and their format.

    Attributes:
        outputs: The figures of each row.
        keep: The columns of the input to write as well.
        format: `parquet`, or `text` for a file of lines for each column of `keep`.

    Raises:
        UsageError: Two columns, or their files, would have the same name.

    Examples:
        >>> RowLayout((), ("row",), "parquet")
        Traceback (most recent call last):
        ...
        wordorder.errors.UsageError: keep= names the column 'row', but the output has its own; \
rename it in the input, or leave it out
    """

    outputs: tuple[Output, ...]
    keep: tuple[str, ...] = ()
    format: OutputForm = "parquet"

    def __post_init__(self) -> None:
        taken = {FILE, ROW, *(output.name for output in self.outputs)}
        if self.format == "text":
            if not self.keep:
                raise UsageError("text output holds columns of the input: name them with ", _KEEP)
            taken = set()
        for name in self.keep:
            own = folder.text_name("", name) if self.format == "text" else name
            if own in taken:
                raise UsageError(
                    _KEEP,
                    f" names the column {visible(name)!r}, but the output has its own; "
                    "rename it in the input, or leave it out",
                )
            taken.add(own)

    def check(self, schema: Any, name: str) -> None:
        """Check that an input has the columns to be kept, and that they can be written.

        Raises:
            InputError: A column is missing, or cannot be written.
        """
        for column in self.keep:
            if column not in schema.names:
                has = ", ".join(map(visible, schema.names[:20]))
                raise InputError(f"{visible(name)}: no column {visible(column)!r}; it has {has}")
            kind = schema.field(column).type
            if self.format == "text":
                fits, fix = fits_text(kind), "as text; write Parquet, or leave it out"
            else:
                fits, fix = fits_parquet(kind), "to Parquet; leave it out"
            if not fits:
                raise InputError(
                    f"{visible(name)}: column {visible(column)!r} is {visible(str(kind))[:100]}, "
                    f"which cannot be written {fix}"
                )

    def schema(self, input_schema: Any, signature: str) -> Any:
        """Return the schema of the output for an input with the given schema."""
        arrow = pyarrow("writing Parquet")
        return arrow.schema(
            [
                (FILE, arrow.dictionary(arrow.int32(), arrow.string())),
                (ROW, arrow.int64()),
                *(
                    arrow.field(name, written_type(input_schema.field(name).type))
                    for name in self.keep
                ),
                *(
                    (output.name, arrow.int64() if output.whole else arrow.float64())
                    for output in self.outputs
                ),
            ],
            {SIGNATURE: signature},
        )

    def rows(
        self, batch: Any, evaluated: EvaluatedRows, chosen: NDArray[np.bool_], first: int
    ) -> Any:
        """Return the chosen rows as they are written, without the column of file names."""
        arrow = pyarrow("writing Parquet")
        everything = bool(chosen.all())
        numbers = np.arange(first, first + len(chosen))
        columns = {ROW: arrow.array(numbers if everything else numbers[chosen])}
        for name in self.keep:
            column = as_written(batch.column(name))
            columns[name] = column if everything else column.filter(arrow.array(chosen))
        if self.format == "parquet":
            for output in self.outputs:
                values = evaluated.columns[output.name]
                values = values if everything else values[chosen]
                columns[output.name] = nullable(values, whole=output.whole)
        return arrow.RecordBatch.from_pydict(columns)


def written_type(kind: Any) -> Any:
    """Return the type in which a column is written: without dictionaries and views.

    Dictionaries differ between batches, and Parquet makes its own. Views, which other programs
    write, cannot be filtered by pyarrow.

    Examples:
        >>> import pyarrow as pa
        >>> str(written_type(pa.dictionary(pa.int32(), pa.string_view())))
        'large_string'
    """
    arrow = pyarrow("writing Parquet")
    types = arrow.types
    if types.is_dictionary(kind):
        return written_type(kind.value_type)
    if types.is_list(kind) or types.is_large_list(kind):
        items = kind.value_field.with_type(written_type(kind.value_type))
        return arrow.list_(items) if types.is_list(kind) else arrow.large_list(items)
    if types.is_struct(kind):
        return arrow.struct([field.with_type(written_type(field.type)) for field in kind])
    views = {"string_view": arrow.large_string(), "binary_view": arrow.large_binary()}
    return views.get(str(kind), kind)


def as_written(column: Any) -> Any:
    """Return the column in the type in which it is written."""
    kind = written_type(column.type)
    if pyarrow().types.is_dictionary(column.type):  # even of views, which Arrow cannot cast
        return as_written(column.dictionary).take(column.indices)
    return column if column.type == kind else column.cast(kind)


def fits_text(kind: Any) -> bool:
    """Return whether values of this type can be lines of text: texts and numbers."""
    types, plain = pyarrow().types, written_type(kind)
    return bool(
        types.is_string(plain)
        or types.is_large_string(plain)
        or types.is_integer(plain)
        or types.is_floating(plain)
        or types.is_null(plain)
    )


def fits_parquet(kind: Any) -> bool:
    """Return whether pyarrow can filter this type and write it to Parquet, by trying."""
    arrow = pyarrow("writing Parquet")
    try:
        column = as_written(arrow.nulls(1, kind)).filter(arrow.array([True]))
        table = arrow.table({"column": column})
        import_module("pyarrow.parquet").write_table(table, arrow.BufferOutputStream())
    except (arrow.ArrowException, NotImplementedError, TypeError):
        return False
    return True


class FragmentFiles:
    """The files of a fragment, temporary until all appear at once.

    Args:
        store: The output folder.
        stem: The name of the fragment.
    """

    def __init__(self, store: Store, stem: str) -> None:
        self.stem = stem
        self._store = store
        self._opened: dict[str, NewFile] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the files that have not appeared."""
        for file in self._opened.values():
            file.remove()

    def open(self, name: str) -> IO[bytes]:
        """Open a file that will appear under this name."""
        self._opened[name] = self._store.create()
        return self._opened[name].stream

    def appear(
        self, settings: BatchSettings, summed_up: Callable[[Mapping[str, int]], bytes]
    ) -> None:
        """Let all files appear, the summary last, as a sign that all are complete.

        Args:
            settings: The settings of the run, which must still be those of the folder.
            summed_up: Makes the summary, from the sizes of the other files.

        Raises:
            InputError: Another run has replaced the output.
        """
        store = self._store
        sizes = {name: file.complete() for name, file in self._opened.items()}
        summary = summed_up(sizes)
        folder.check_settings(store, settings)
        store.remove(folder.summary_name(self.stem))  # of the files to be replaced
        if folder.rejects_name(self.stem) not in sizes:
            store.remove(folder.rejects_name(self.stem))
        for name in sizes:
            self._opened[name].appear(name)
            del self._opened[name]
        store.write(folder.summary_name(self.stem), summary)


class RowsWriter:
    """A writer of the rows of a fragment."""

    def add(self, rows: Any) -> None:
        """Write a batch of rows."""
        raise NotImplementedError

    def finish(self) -> None:
        """Write the remaining rows."""

    def close(self) -> None:
        """Stop writing, finished or not."""


class ParquetRows(RowsWriter):
    """A writer of rows to Parquet, in row groups of `GROUP_ROWS`.

    Args:
        files: The files of the fragment.
        schema: The columns.
        name: The name of the input, which every row has.
    """

    def __init__(self, files: FragmentFiles, schema: Any, name: str) -> None:
        parquet = import_module("pyarrow.parquet")
        self._arrow = pyarrow("writing Parquet")
        self._schema = schema
        self._file = files.open(f"{files.stem}.parquet")
        self._writer = parquet.ParquetWriter(
            self._file,
            schema,
            compression="zstd",
            dictionary_pagesize_limit=_LONGEST_DICTIONARY,
            write_statistics=[FILE, ROW],  # in any row group, figures span all values
        )
        self._name = self._arrow.array([name.encode(errors="replace").decode()])
        self._waiting: list[Any] = []
        self._rows = 0

    def add(self, rows: Any) -> None:
        """Write a batch of rows."""
        while self._rows + len(rows) >= GROUP_ROWS:
            room = GROUP_ROWS - self._rows
            self._waiting.append(rows.slice(0, room))
            self._rows = GROUP_ROWS
            self._write_group()
            rows = rows.slice(room)
        if len(rows):
            self._waiting.append(rows)
            self._rows += len(rows)

    def finish(self) -> None:
        """Write the remaining rows."""
        if self._rows:
            self._write_group()
        self._writer.close()

    def close(self) -> None:
        """Stop writing, finished or not."""
        # Or pyarrow would write the footer on garbage collection, and report a closed file.
        self._writer.is_open = False

    def _write_group(self) -> None:
        arrow = self._arrow
        same = arrow.array(np.zeros(self._rows, np.int32))
        files = arrow.DictionaryArray.from_arrays(same, self._name)
        table = arrow.Table.from_batches(self._waiting).add_column(0, FILE, files)
        self._writer.write_table(table.cast(self._schema), GROUP_ROWS)
        self._waiting, self._rows = [], 0


class TextRows(RowsWriter):
    """A writer of columns as lines, to a file for each; a null is an empty line.

    Args:
        files: The files of the fragment.
        keep: The columns.
    """

    def __init__(self, files: FragmentFiles, keep: Sequence[str]) -> None:
        self._opened = {name: files.open(folder.text_name(files.stem, name)) for name in keep}

    def add(self, rows: Any) -> None:
        """Write a batch of rows."""
        arrow = pyarrow("writing text")
        for name, file in self._opened.items():
            texts = rows.column(name)
            if not (arrow.types.is_string(texts.type) or arrow.types.is_large_string(texts.type)):
                texts = texts.cast(arrow.string())
            for piece in text_pieces(ArrowColumn(texts, name), _PIECE, None, {}):
                file.write(piece)


class Rejects:
    """A writer of bad rows with their positions, to a file that is made only if there are any.

    Args:
        files: The files of the fragment.
        name: The name of the input.
    """

    def __init__(self, files: FragmentFiles, name: str) -> None:
        self._files = files
        self._name = name
        self._file: IO[bytes] | None = None

    def add(self, problems: Mapping[int, str], first: int) -> None:
        """Write the problems of a batch; its first row has the number `first`."""
        if not problems:
            return
        if self._file is None:
            self._file = self._files.open(folder.rejects_name(self._files.stem))
        for place, problem in sorted(problems.items()):
            line = dumps({"file": self._name, "row": first + place, "problem": problem})
            self._file.write(f"{line}\n".encode())
