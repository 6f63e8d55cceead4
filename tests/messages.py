"""The wording of errors and warnings, in one catalogue for each room.

`tests/ROOM/messages.toml` holds every message that tests of the room expect, by module and test;
`tests/messages.toml` is for tests outside the rooms. A test names the error that it expects
(`with refused(InputError): …`), never its wording.

After a change of wording, `pytest -n 0 --reword tests/ROOM` renews the catalogue; its diff shows
what readers will see. An ellipsis in a catalogue stands for any text, such as another library's
words; it survives as long as it fits.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import currently_in_test_context

from wordorder.errors import WordorderWarning

TESTS = Path(__file__).parent


@contextmanager
def refused(kind: type[Exception] | tuple[type[Exception], ...]) -> Iterator[pytest.ExceptionInfo]:
    """Expect an error of this class, with a message that the catalogue has for the test."""
    with pytest.raises(kind) as caught:
        yield caught
    check(str(caught.value))


@contextmanager
def warned(kind: type[Warning] = WordorderWarning) -> Iterator[pytest.WarningsRecorder]:
    """Expect warnings of this class, all with messages that the catalogue has for the test."""
    with pytest.warns(kind) as caught:
        yield caught
    for warning in caught:
        if issubclass(warning.category, kind):
            check(str(warning.message))


def check(message: str) -> None:
    """Compare a message with the one that the catalogue has for the running test.

    Messages of a test come in the order of the catalogue, where repetitions stand once; examples of
    Hypothesis have no order.
    """
    place, message = _place(), _in_any_folder(message)
    if _rewording:
        seen = _seen[place]
        if message not in (seen if currently_in_test_context() else seen[-1:]):
            seen.append(message)
        return
    expected, said = _expected(place), _said[place]
    if currently_in_test_context():
        first, last = 0, len(expected)
    else:
        first, last = max(said - 1, 0), said + 1
    fitting = [k for k in range(first, min(last, len(expected))) if _fits(message, expected[k])]
    if not fitting:
        assert message == "".join(expected[said:last]), f"to renew: --reword {place.module}"
    _said[place] = len(expected) if currently_in_test_context() else max(said, fitting[0] + 1)


def check_all_said() -> None:
    """Check that the running test has met all its messages, so that a lost warning is noticed."""
    place = _place()
    if _rewording:
        _seen.setdefault(place, [])  # so that a test without messages loses those it had
        return
    missing = _expected(place)[_said[place] :]
    assert not missing, "no longer said"


class _Place(NamedTuple):
    """Where the catalogues have the messages of a test."""

    room: str
    module: str
    test: str


def _place() -> _Place:
    path, _, test = os.environ["PYTEST_CURRENT_TEST"].rpartition(" (")[0].partition("::")
    module = Path(path).relative_to("tests")
    return _Place(module.parts[0] if len(module.parts) > 1 else "", module.as_posix(), test)


_said: Counter[_Place] = Counter()  # the number of its messages that a test has met


def _file(room: str) -> Path:
    return TESTS / room / "messages.toml"


@cache
def catalogue(room: str) -> dict[str, dict[str, list[str]]]:
    """Return the messages of a room by module and test."""
    file = _file(room)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def _expected(place: _Place) -> list[str]:
    return catalogue(place.room).get(place.module, {}).get(place.test, [])


def _fits(message: str, text: str) -> bool:
    return bool(re.fullmatch(".*".join(map(re.escape, text.split("…"))), message, re.DOTALL))


# --- Folders: a test's own folder has another name in each run

_temporary: list[str] = []


def hide(folder: Path) -> None:
    """Leave the folders of tests, which this one holds, out of messages."""
    _temporary.append(rf"{re.escape(str(folder))}([\\/][^\\/\s:;,']+)?[\\/]?")


def _in_any_folder(message: str) -> str:
    return re.sub("|".join(_temporary), "", message) if _temporary else message


# --- Rewording

_rewording = False
_seen: dict[_Place, list[str]] = defaultdict(list)


def begin_rewording() -> None:
    """From now on, keep messages for `write_catalogues` instead of checking them."""
    global _rewording  # noqa: PLW0603
    _rewording = True


def write_catalogues() -> None:
    """Put the messages seen in place of those of the same functions, or of functions now gone."""
    for room in {place.room for place in _seen}:
        old = catalogue(room)
        seen = {place: texts for place, texts in _seen.items() if place.room == room}
        functions = {(place.module, _function(place.test)) for place in seen}
        modules: dict[str, dict[str, list[str]]] = defaultdict(dict)
        for module, tests in old.items():
            kept = defined(module) - {name for place, name in functions if place == module}
            modules[module].update({t: tests[t] for t in tests if _function(t) in kept})
        for place, texts in seen.items():
            if not texts:
                continue
            wide = [text for text in old.get(place.module, {}).get(place.test, []) if "…" in text]
            new = [next((kept for kept in wide if _fits(text, kept)), text) for text in texts]
            modules[place.module][place.test] = [text for text, _ in groupby(new)]
        _file(room).write_text(_toml(modules), encoding="utf-8")


def defined(module: str) -> set[str]:
    """Return the test functions of a module, such as `text/test_reader.py`; none if it is gone."""
    file = TESTS / module
    code = file.read_text(encoding="utf-8") if file.exists() else ""
    return set(re.findall(r"^\s*def (test_\w+)\(", code, re.MULTILINE))


def _function(test: str) -> str:
    return test.partition("[")[0]


def _toml(modules: dict[str, dict[str, list[str]]]) -> str:
    lines = []
    for module in sorted(module for module in modules if modules[module]):
        lines.append(f"\n[{_quoted(module)}]")
        for test in sorted(modules[module]):
            texts = [_quoted(text) for text in modules[module][test]]
            one_line = f"{_quoted(test)} = [{', '.join(texts)}]"
            several = "".join(f"\n    {text}," for text in texts)
            lines.append(one_line if len(one_line) <= 100 else f"{_quoted(test)} = [{several}\n]")
    return "\n".join(lines).lstrip("\n") + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
