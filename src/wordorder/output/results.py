"""The base of all results: tables, records and JSON documents; `show` writes them in any style."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar, get_args

from wordorder.errors import Argument, InputError, UsageError
from wordorder.output.console import NOT_A_TERMINAL, Screen, visible, wrapped
from wordorder.output.files import open_output
from wordorder.output.jsontext import dumps_plain, refuse_constant
from wordorder.output.tables import Table, render

if TYPE_CHECKING:
    import os

    from wordorder.output.records import Records
    from wordorder.output.views import View

Format = Literal["table", "json", "tsv", "latex", "markdown"]
FORMATS: tuple[Format, ...] = get_args(Format)

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
        """Return all views by name; the first is the default."""

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
        tables = self._from_view(view, "tables", arguments, top)
        return [replace(table, signature=self.signature) for table in tables]

    def records(self, view: str | None = None, *arguments: str, top: int | None = None) -> Records:
        """Return the figures of a view as typed columns in full precision; see `tables`."""
        records: Records = self._from_view(view, "records", arguments, top)
        return replace(records, signature=self.signature)

    def to_dict(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """Return the result as a document of its JSON Schema.

        Args:
            sentences: Whether to include the data of single sentences, or the line numbers of the
                sentences to include; views of single sentences need their data.

        Raises:
            UsageError: The result has no data of single sentences.
        """
        from wordorder.output.codec_classes import class_codec

        codec = class_codec(type(self))
        without = frozenset() if sentences else codec.of_sentences
        result = self
        if sentences:
            parts = {name: getattr(self, name) for name in codec.of_sentences}
            if any(part is None for part in parts.values()):
                raise UsageError(
                    "this result was loaded without its sentences, so they cannot be saved"
                )
            if not isinstance(sentences, bool):
                chosen = {name: part.only_lines(sentences) for name, part in parts.items()}
                result = replace(self, **chosen)  # type: ignore[type-var]
        content = codec.write(result, None, without)
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
        stated = document.get("schema") if isinstance(document, Mapping) else None
        if stated != expected:
            seen = f"{stated!r:.60}" if isinstance(stated, str | None) else type(stated).__name__
            raise InputError(f"expected a document of the schema {expected}, found {seen}")
        if "signature" not in document:  # even if the class has a default
            raise InputError(f"this {expected} document is damaged: 'signature' is missing")
        content = {key: document[key] for key in document if key not in ("schema", "command")}
        try:
            return decode(cls, content)
        except InputError as error:
            raise InputError(f"this {expected} document is damaged: {error}") from error

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """Return the JSON Schema of the documents, made from type hints and docstrings.

        Examples:
            >>> from wordorder.alignment import AlignmentEvaluation
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

    def _from_view(
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
                raise UsageError(
                    Argument("top"),
                    f" does not apply to the {_view_name(name)}, which ranks nothing",
                )
        if not view.fits(self, arguments):
            listed = ", ".join(map(repr, arguments)) or "none"
            raise UsageError(f"wrong arguments for the {_view_name(name)}: {listed}")
        return view.call(part, self, *arguments, top=top)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.summary()}>"

    def __str__(self) -> str:
        return show(self).removesuffix("\n")

    def _repr_html_(self) -> str:
        return "".join(render(table, "html") for table in self.tables())


def _view_name(view: str | None) -> str:
    return "main view" if view is None else f"view {view!r}"


def read_result(
    path: str | os.PathLike[str], kind_of: Callable[[object], type[AnyResult]]
) -> AnyResult:
    """Read a saved result.

    Args:
        path: The file.
        kind_of: Returns the class of the result for the schema of its document.

    Raises:
        InputError: The file cannot be read, or is not such a document.
    """
    name = visible(str(path))
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
        read = json.loads(text, parse_constant=refuse_constant)
    except OSError as error:
        raise InputError(f"{name}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:  # not UTF-8, or not JSON
        raise InputError(f"{name}: not a JSON document: {visible(str(error))[:200]}") from error
    try:
        return kind_of(read.get("schema") if isinstance(read, dict) else None).from_dict(read)
    except InputError as error:
        raise InputError(f"{name}: {error}") from error


def show(
    result: Result,
    style: Format = "table",
    views: Sequence[str | tuple[str, ...]] = (),
    *,
    top: int | None = None,
    screen: Screen = NOT_A_TERMINAL,
    command: str | None = None,
    sentences: bool = False,
    spreadsheet_safe: bool = False,
) -> str:
    """Return a result as text.

    Args:
        result: Any result.
        style: `table` for the screen; `json`, the document; `tsv`, the records of one view;
            `latex` or `markdown` for papers.
        views: Views to show besides the main one, each a name, or a name and its arguments. TSV
            holds one table: that of the view, if one is given.
        top: Number of rows, labels or sentences to show.
        screen: The screen the text is for.
        command: The command line that produced the result, to reproduce it.
        sentences: Whether JSON includes the data of single sentences.
        spreadsheet_safe: Whether to put an apostrophe in TSV before texts that a spreadsheet
            would take for formulas.

    Raises:
        UsageError: There is no such style or view, or TSV would need more than one table.
    """
    chosen = [(view,) if isinstance(view, str) else tuple(view) for view in views]
    match style:
        case "json":
            return _json_text(result, chosen, top, command, sentences=sentences)
        case "tsv":
            if len(chosen) > 1:
                raise UsageError("tsv holds one table: choose one view")
            only = chosen[0] if chosen else ()
            ranks = result.view(only[0] if only else None).ranks
            records = result.records(*only, top=top if ranks else None)
            return records.text("tsv", spreadsheet_safe=spreadsheet_safe)
        case "latex" | "markdown":
            tables = result.tables()
            for name, *arguments in chosen:
                ranks = result.view(name).ranks
                tables += result.tables(name, *arguments, top=top if ranks else None)
            return "\n".join(render(table, style) for table in tables)
        case "table":
            parts = [_view_text(result, None, None, screen)]
            parts += [_view_text(result, view, top, screen) for view in chosen]
            return "\n".join([*parts, _signature_and_command(result, command, screen.width)])
    raise UsageError.unknown("format", style, FORMATS)


def _signature_and_command(result: Result, command: str | None, width: int | None) -> str:
    """Return the signature and the command line, wrapped for copying from the screen."""
    lines = [wrapped(visible(result.signature), width, at="|")]
    if command is not None:
        # Do not break lines inside quotes.
        limit = None if "'" in command else width
        lines.append(wrapped(visible(command), limit, indent="    ", end=" \\"))
    return "".join(f"{line}\n" for line in lines)


def _json_text(
    result: Result,
    views: Sequence[tuple[str, ...]],
    top: int | None,
    command: str | None,
    *,
    sentences: bool,
) -> str:
    lines: set[int] = set()
    for name, *arguments in [] if sentences else views:
        view = result.view(name)
        if view.lines is not None:
            lines.update(view.call("lines", result, *arguments, top=top))
    schema, signature, *rest = result.to_dict(sentences=sentences or lines).items()
    typed = [] if command is None else [("command", command)]
    return dumps_plain(dict([schema, signature, *typed, *rest])) + "\n"


def _view_text(
    result: Result, view: tuple[str, ...] | None, top: int | None, screen: Screen
) -> str:
    """Return a view for the screen: its cards, else its tables; None is the main view."""
    shown = result.view(None if view is None else view[0])
    if view is not None and shown.cards is not None:
        drawn = shown.call("cards", result, *view[1:], top=top)
        if not drawn:
            return wrapped(f"{view[0]}: {shown.nothing}", screen.width) + "\n"
        return "\n".join(card.to_text(width=screen.width, color=screen.color) for card in drawn)
    tables = result.tables(*(view or ()), top=top if shown.ranks else None)
    return "\n".join(render(table, "plain", width=screen.width) for table in tables)
