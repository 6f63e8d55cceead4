"""Show any result in any style."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from wordorder.errors import UsageError
from wordorder.output.console import A_FILE
from wordorder.output.escaping import visible
from wordorder.output.jsontext import dumps_plain
from wordorder.output.tables import render
from wordorder.output.wrapping import wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.output.console import Screen
    from wordorder.output.results import Result
    from wordorder.output.tables import Style

Format = Literal["table", "json", "tsv", "latex", "markdown"]
FORMATS: tuple[Format, ...] = get_args(Format)


def show(
    result: Result,
    style: Format = "table",
    views: Sequence[str | tuple[str, ...]] = (),
    *,
    top: int | None = None,
    screen: Screen = A_FILE,
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
            return _document(result, chosen, top, command, sentences=sentences)
        case "tsv":
            if len(chosen) > 1:
                raise UsageError("tsv holds one table: choose one view")
            only = chosen[0] if chosen else ()
            kept = top if result.view(only[0] if only else None).ranks else None
            return result.records(*only, top=kept).text("tsv", spreadsheet_safe=spreadsheet_safe)
        case "latex" | "markdown":
            return _rendered(result, style, chosen, top)
        case "table":
            parts = [_seen(result, None, None, screen)]
            parts += [_seen(result, view, top, screen) for view in chosen]
            return "\n".join([*parts, _origin(result, command, screen.width)])
    raise UsageError.unknown("format", style, FORMATS)


def _origin(result: Result, command: str | None, width: int | None) -> str:
    """The signature and the command line, wrapped so that both can be copied from the screen."""
    lines = [wrapped(visible(result.signature), width, at="|")]
    if command is not None:
        # Do not break lines inside quotes.
        limit = None if "'" in command else width
        lines.append(wrapped(visible(command), limit, indent="    ", end=" \\"))
    return "".join(f"{line}\n" for line in lines)


def _document(
    result: Result,
    views: Sequence[tuple[str, ...]],
    top: int | None,
    command: str | None,
    *,
    sentences: bool,
) -> str:
    kept: bool | set[int] = sentences
    if not sentences:
        kept = {line for view in views for line in _lines(result, view, top)}
    schema, signature, *rest = result.to_dict(sentences=kept).items()
    typed = [] if command is None else [("command", command)]
    return dumps_plain(dict([schema, signature, *typed, *rest])) + "\n"


def _lines(result: Result, view: tuple[str, ...], top: int | None) -> Sequence[int]:
    name, *arguments = view
    shown = result.view(name)
    return [] if shown.lines is None else sorted(shown.call("lines", result, *arguments, top=top))


def _rendered(
    result: Result, style: Style, views: Sequence[tuple[str, ...]], top: int | None
) -> str:
    tables = result.tables()
    for name, *arguments in views:
        tables += result.tables(name, *arguments, top=top if result.view(name).ranks else None)
    return "\n".join(render(table, style) for table in tables)


def _seen(result: Result, view: tuple[str, ...] | None, top: int | None, screen: Screen) -> str:
    """A view for the screen: its cards if it has any, else its tables; None is the main view."""
    shown = result.view(None if view is None else view[0])
    if view is not None and shown.cards is not None:
        drawn = shown.call("cards", result, *view[1:], top=top)
        if not drawn:
            return wrapped(f"{view[0]}: {shown.nothing}", screen.width) + "\n"
        return "\n".join(card.to_text(width=screen.width, color=screen.color) for card in drawn)
    tables = result.tables(*(view or ()), top=top if shown.ranks else None)
    return "\n".join(render(table, "plain", width=screen.width) for table in tables)
