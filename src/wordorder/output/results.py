"""The base of all results: tables, records and JSON documents."""

from __future__ import annotations

import inspect
import json
from abc import ABC, abstractmethod
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeVar

from wordorder.errors import Argument, InputError, UsageError
from wordorder.output.files import open_output
from wordorder.output.jsontext import document, dumps
from wordorder.output.tables import render
from wordorder.output.visible import visible

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Collection, Mapping, Sequence
    from typing import Self

    from wordorder.output.records import Records
    from wordorder.output.tables import Table


AnyResult = TypeVar("AnyResult", bound="Result")


class Card(Protocol):
    """A display other than a table, such as a sentence with a drawing of its order."""

    def to_text(self, *, width: int | None, color: bool) -> str:
        """Return the text for a screen of that width, ending in a newline."""


class View(NamedTuple):
    """One view of a result.

    All functions take the result, the arguments of the view, and `top`, the number of rows,
    labels or sentences to show (None: all).

    Attributes:
        tables: The tables to display.
        records: The records in full precision.
        cards: Shown on a screen in place of the tables, if any.
        lines: The line numbers of the sentences in the view, if it shows single sentences.
        nothing: Shown on a screen if there are no cards.
    """

    tables: Callable[..., Sequence[Table]]
    records: Callable[..., Records]
    cards: Callable[..., Sequence[Card]] | None = None
    lines: Callable[..., Collection[int]] | None = None
    nothing: str = "nothing to show"


class Result(ABC):
    """The base class of all results: figures, their signature, and views."""

    SCHEMA: ClassVar[str]
    """Name and version of the JSON Schema, such as `score/3`."""

    signature: str
    """Everything that determines the figures."""

    @classmethod
    @abstractmethod
    def views(cls) -> Mapping[str, View]:
        """All views by name; the first is the default."""

    @abstractmethod
    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """The content of the document, without schema and signature."""

    @classmethod
    @abstractmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the result from the content of its document."""

    @abstractmethod
    def summary(self) -> str:
        """Return a one-line summary."""

    def tables(
        self, view: str | None = None, *arguments: str, top: int | None = None
    ) -> list[Table]:
        """Return the tables of a view, for display.

        Args:
            view: Name of the view; by default the main one. `views()` lists all.
            *arguments: Arguments of the view, such as the names of two systems.
            top: Number of rows, labels or sentences to show; by default all.

        Raises:
            UsageError: There is no such view, or the result lacks what it needs.
        """
        made = self._asked(view, "tables", arguments, top)
        return [replace(table, signature=self.signature) for table in made]

    def records(self, view: str | None = None, *arguments: str, top: int | None = None) -> Records:
        """Return the figures of a view as typed columns in full precision; see `tables`."""
        made: Records = self._asked(view, "records", arguments, top)
        return replace(made, signature=self.signature)

    def to_dict(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """Return the result as a document of its JSON Schema.

        Args:
            sentences: Whether to include the data of single sentences, or the line numbers of
                those to include; the views of single sentences need them.
        """
        content = {"signature": self.signature, **self.content(sentences=sentences)}
        return document(self.SCHEMA, content)

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """Build a result from its document.

        Raises:
            InputError: The document has another schema or is damaged.
        """
        expected = f"wordorder/{cls.SCHEMA}"
        found = document.get("schema") if hasattr(document, "get") else None
        if found != expected:
            raise InputError(f"expected a document of the schema {expected}, found {found!r:.60}")
        try:
            return cls.from_content(document)
        except KeyError as error:
            raise InputError(f"this {expected} document lacks {error}") from error
        except (TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
            why = visible(str(error))[:200]
            raise InputError(f"this {expected} document is damaged: {why}") from error

    def save(
        self, path: str | os.PathLike[str], *, sentences: bool | Collection[int] = False
    ) -> None:
        """Write the document to a file, for `load`."""
        with open_output(path) as out:
            out.write(dumps(self.to_dict(sentences=sentences)) + "\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a document written by `save` or by a command with `--format json`.

        Raises:
            InputError: The file cannot be read, or is not such a document.
        """
        return read_result(path, lambda _schema: cls)

    def view(self, name: str | None) -> View:
        """Return a view by name; None for the main one.

        Raises:
            UsageError: There is no such view.
        """
        known = self.views()
        if name is None:
            return next(iter(known.values()))
        if name not in known:
            raise UsageError.unknown("view", name, known)
        return known[name]

    def _asked(self, view: str | None, what: str, arguments: Sequence[str], top: int | None) -> Any:
        """Call a view for its tables or records."""
        if top is not None and (not isinstance(top, int) or top < 1):
            raise UsageError(Argument("top"), f" must be a positive whole number, not {top!r}")
        function = getattr(self.view(view), what)
        try:
            inspect.signature(function).bind(self, *arguments, top=top)
        except TypeError as error:
            given = ", ".join(map(repr, arguments)) or "none"
            raise UsageError(f"wrong arguments for the view {view!r}: {given}") from error
        return function(self, *arguments, top=top)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.summary()}>"

    def __str__(self) -> str:
        from wordorder.output.showing import show

        return show(self).removesuffix("\n")

    def _repr_html_(self) -> str:
        return "".join(render(table, "html") for table in self.tables())


def read_result(
    path: str | os.PathLike[str], kind_of: Callable[[object], type[AnyResult]]
) -> AnyResult:
    """Read a saved result.

    Args:
        path: The file.
        kind_of: Tells from the schema of the document which kind of result it is.

    Raises:
        InputError: The file cannot be read, or is not such a document.
    """
    name = visible(str(path))
    try:
        read = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:  # not UTF-8, or not JSON
        raise InputError(f"{name}: not a JSON document: {visible(str(error))[:200]}") from error
    try:
        return kind_of(read.get("schema") if isinstance(read, dict) else None).from_dict(read)
    except InputError as error:
        raise InputError(f"{name}: {error}") from error
