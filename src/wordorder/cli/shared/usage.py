"""Usage errors in one line: what was found, a suggestion, and where to find help."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterable

    _Choice = click.Choice[str]
else:
    _Choice = click.Choice  # not subscriptable in older versions of click

AS_MODULE = "python -m wordorder"
"""How users run the program if the script is not on their path."""

_NUMBERS = {
    "a valid float range": "a number",
    "a valid float": "a number",
    "a valid integer range": "a whole number",
    "a valid integer": "a whole number",
}


class Choice(_Choice):
    """One of a few words, with a suggestion if it is misspelt."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the choice."""
        known = [str(choice) for choice in self.choices]
        if value not in known:
            name = "the value" if param is None else _spelled(param)
            hint = meant(value, known) or f"; choose from {', '.join(known)}"
            raise click.UsageError(f"{name} cannot be {value!r}{hint}", ctx)
        return str(value)


def meant(word: object, known: Iterable[str]) -> str:
    """Suggest a close match, if there is one.

    Examples:
        >>> meant("scroe", ["score", "demo"]), meant("x", ["score", "demo"])
        (' (did you mean score?)', '')
    """
    close = get_close_matches(str(word), list(known), n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def describe(error: click.ClickException) -> str:
    """The full message for one of click's errors, without a newline."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return f"wordorder: {error.format_message()}"
    path = context.command_path
    return f"{path.removeprefix('python -m ')}: {_found(error, context)}; see {path} --help"


def _found(error: click.ClickException, context: click.Context) -> str:
    if isinstance(error, click.NoSuchOption):
        known = (name for param in context.command.params for name in param.opts)
        long = [*filter(lambda name: name.startswith("--"), known), "--help"]
        return f"no such option {error.option_name}{meant(error.option_name, long)}"
    if isinstance(error, click.BadParameter) and error.param is not None:
        name = _spelled(error.param)
        if isinstance(error, click.MissingParameter):
            return f"missing {error.param.param_type_name} {name}"
        return f"{name}: {_plain(error.message)}"
    message = _plain(error.format_message())
    return message[:1].lower() + message[1:]


def _plain(message: str) -> str:
    """The message of click, with plainer words for numbers."""
    for clicks, ours in _NUMBERS.items():
        message = message.replace(clicks, ours)
    return message.rstrip(".")


def _spelled(param: click.Parameter) -> str:
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or str(param.name).upper()).strip("[]")
