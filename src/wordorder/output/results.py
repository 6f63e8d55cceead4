"""The base of all results: tables, records and JSON documents."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from wordorder.errors import Argument, InputError, UsageError
from wordorder.output.escaping import visible
from wordorder.output.files import open_output
from wordorder.output.jsontext import dumps_plain
from wordorder.output.tables import render

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Collection, Sequence
    from typing import Self

    from wordorder.output.records import Records
    from wordorder.output.tables import Table
    from wordorder.output.views import View


AnyResult = TypeVar("AnyResult", bound="Result")


class Result(ABC):
    """The base class of all results: figures, their signature, and views."""

    SCHEMA: ClassVar[str]
    """Name and version of the JSON Schema, such as `score/4`."""

    signature: str
    """Everything that determines the figures."""

    @classmethod
    @abstractmethod
    def views(cls) -> Mapping[str, View]:
        """All views by name; the first is the default."""

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
            top: Number of rows, labels or sentences to show, in views that rank; by default all.

        Raises:
            UsageError: There is no such view, it ranks nothing, or the result lacks what it needs.
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

        Raises:
            UsageError: The result has no data of single sentences.
        """
        from wordorder.output.codec import record_codec

        record = record_codec(type(self))
        without = frozenset() if sentences else record.of_sentences
        kept = self
        if sentences:
            parts = {name: getattr(self, name) for name in record.of_sentences}
            if any(part is None for part in parts.values()):
                raise UsageError(
                    "this result was loaded without sentences, so they cannot be saved"
                )
            if not isinstance(sentences, bool):
                chosen = {name: one.only_lines(sentences) for name, one in parts.items()}
                kept = replace(self, **chosen)  # type: ignore[type-var]
        content = record.write(kept, None, without)
        signature = content.pop("signature")
        return {"schema": f"wordorder/{self.SCHEMA}", "signature": signature, **content}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """Build a result from its document.

        Raises:
            InputError: The document has another schema or is damaged.
        """
        from wordorder.output.codec import decode

        expected = f"wordorder/{cls.SCHEMA}"
        found = document.get("schema") if isinstance(document, Mapping) else None
        if found != expected:
            seen = f"{found!r:.60}" if isinstance(found, str | None) else type(found).__name__
            raise InputError(f"expected a document of the schema {expected}, found {seen}")
        if "signature" not in document:  # even if the class has a usual one
            raise InputError(f"this {expected} document is damaged: 'signature' is missing")
        content = {key: document[key] for key in document if key not in ("schema", "command")}
        try:
            return decode(cls, content)
        except InputError as error:
            raise InputError(f"this {expected} document is damaged: {error}") from error

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """Return the JSON Schema of the documents, made of type hints and docstrings.

        Examples:
            >>> from wordorder import AlignmentEvaluation
            >>> AlignmentEvaluation.json_schema()["required"][:3]
            ['schema', 'signature', 'sentence_count']
        """
        from wordorder.output.codec import document_schema

        made = document_schema(cls, cls.SCHEMA)
        signature = made["properties"].pop("signature")
        required = [name for name in made["required"] if name != "signature"]
        made["properties"] = {
            "schema": {"const": f"wordorder/{cls.SCHEMA}"},
            "signature": signature,
            "command": {"description": "The command line.", "type": "string"},
            **made["properties"],
        }
        made["required"] = ["schema", "signature", *required]
        return made

    def save(
        self, path: str | os.PathLike[str], *, sentences: bool | Collection[int] = False
    ) -> None:
        """Write the document to a file, for `load`."""
        with open_output(path) as out:
            out.write(dumps_plain(self.to_dict(sentences=sentences)) + "\n")

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

    def _asked(
        self,
        name: str | None,
        part: Literal["tables", "records"],
        arguments: Sequence[str],
        top: int | None,
    ) -> Any:
        """Call a view for its tables or records."""
        view = self.view(name)
        if top is not None:
            if not isinstance(top, int) or top < 1:
                raise UsageError(Argument("top"), f" must be a positive whole number, not {top!r}")
            if not view.ranks:
                raise UsageError(Argument("top"), f": the {_named(name)} ranks nothing")
        if not view.fits(self, arguments):
            given = ", ".join(map(repr, arguments)) or "none"
            raise UsageError(f"wrong arguments for the {_named(name)}: {given}")
        return view.call(part, self, *arguments, top=top)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.summary()}>"

    def __str__(self) -> str:
        from wordorder.output.showing import show

        return show(self).removesuffix("\n")

    def _repr_html_(self) -> str:
        return "".join(render(table, "html") for table in self.tables())


def _named(view: str | None) -> str:
    return "main view" if view is None else f"view {view!r}"


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
        text = Path(path).read_text(encoding="utf-8-sig")
        read = json.loads(text, parse_constant=_refuse_constant)
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:  # not UTF-8, or not JSON
        raise InputError(f"{name}: not a JSON document: {visible(str(error))[:200]}") from error
    try:
        return kind_of(read.get("schema") if isinstance(read, dict) else None).from_dict(read)
    except InputError as error:
        raise InputError(f"{name}: {error}") from error


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
