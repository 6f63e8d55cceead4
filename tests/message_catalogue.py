"""Catalogues of messages: each error or warning of a room, how to provoke it, its exact words.

A room's catalogue is the one place among the tests that knows the wording, so a sentence can be
improved by changing one line. Every other test asks for the class of an error, for the arguments it
names (`error.arguments`), or for a value in it, such as a file and a line: never for words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from wordorder.errors import InputError


class Message(NamedTuple):
    """A message of a catalogue.

    Attributes:
        provoke: Raises the error or issues the warning. It runs in an empty folder.
        text: All the words of the message, as Python shows them.
        kind: The exact class.
    """

    provoke: Callable[[], object]
    text: str
    kind: type[Exception] = InputError


def every(catalogue: Mapping[str, Message]) -> pytest.MarkDecorator:
    """Run a test with each `message` of a catalogue."""
    cases = [pytest.param(message, id=name) for name, message in catalogue.items()]
    return pytest.mark.parametrize("message", cases)


def check_message(message: Message, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Provoke a message and compare all its words."""
    monkeypatch.chdir(folder)
    if issubclass(message.kind, Warning):
        with pytest.warns(message.kind) as warned:
            message.provoke()
        assert message.text in [str(warning.message) for warning in warned]
        return
    with pytest.raises(message.kind) as caught:
        message.provoke()
    assert type(caught.value) is message.kind
    assert str(caught.value) == message.text


def written(name: str, content: str | bytes) -> str:
    """Write a file into the current folder and return its name."""
    data = content.encode() if isinstance(content, str) else content
    Path(name).write_bytes(data)
    return name
