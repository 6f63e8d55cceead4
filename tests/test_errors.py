"""Errors and warnings know arguments; who shows them spells these."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

import wordorder
from messages import check, refused
from wordorder import (
    InputError,
    MissingExtraError,
    UsageError,
    WordorderError,
    _kernels,
    read_alignments,
)
from wordorder.errors import Argument, WordorderWarning, joined


def flags(name: str, value: str) -> str:
    return f"--{name} {value}".rstrip()


@pytest.mark.parametrize("kind", [InputError, UsageError, WordorderError, WordorderWarning])
def test_arguments_are_spelled_by_who_shows_them(kind) -> None:
    source, tokenize = Argument("source"), Argument("tokenize", "none")
    message = kind("give ", source, ", or ", tokenize, "; {source} 100%")
    again = pickle.loads(pickle.dumps(message))
    prefixed = kind("file: ", *message.args)
    for one, prefix in ((message, ""), (again, ""), (prefixed, "file: ")):
        assert str(one) == f"{prefix}give source=, or tokenize=none; {{source}} 100%"
        assert one.render(flags) == f"{prefix}give --source, or --tokenize none; {{source}} 100%"
        assert one.arguments == (source, tokenize)
    assert again.args == message.args


def test_an_argument_is_a_value() -> None:
    assert Argument("base") == Argument("base", "")
    assert (str(Argument("base")), str(Argument("base", "1"))) == ("base=", "base=1")
    assert pickle.loads(pickle.dumps(Argument("base", "1"))) == Argument("base", "1")
    with pytest.raises(AttributeError):
        Argument("base").name = "other"


def test_the_value_of_an_argument_cannot_steer_the_terminal() -> None:
    error = UsageError("use ", Argument("preset", "\x1b[2J"))
    assert str(error) == r"use preset=\x1b[2J"
    assert error.render(flags) == r"use --preset \x1b[2J"


@pytest.mark.parametrize("count", range(6))
def test_joined_parts_are_those_of_a_list_in_a_sentence(count: int) -> None:
    names = list("ABCDE")[:count]
    text = f"{', '.join(names[:-1])} and {names[-1]}" if count > 1 else "".join(names)
    assert "".join(map(str, joined(names))) == text
    assert "".join(map(str, joined(names, " or ", " or "))) == " or ".join(names)
    arguments = [Argument(name) for name in names]
    assert UsageError(*joined(arguments)).arguments == tuple(arguments)


def test_an_unknown_name_may_be_that_of_an_argument() -> None:
    error = UsageError.unknown(("column in ", Argument("where"), ":"), "x", ["length"])
    check(str(error))
    assert error.render(flags) == str(error).replace("where=", "--where")
    assert error.arguments == (Argument("where"),)


def test_a_missing_extra_says_how_to_install_it_also_from_a_clone() -> None:
    error = MissingExtraError("pyarrow", "writing Parquet", "parquet")
    check(str(error))
    assert error.render(flags) == str(error)
    assert error.arguments == ()
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_kernels_name_arguments_too(tmp_path) -> None:
    (tmp_path / "links").write_text("1-1 2-2\n")
    (tmp_path / "text").write_text("a b\n")
    with refused(InputError) as caught:
        list(read_alignments(tmp_path / "links", source=tmp_path / "text"))
    assert caught.value.render(flags) == str(caught.value).replace("base=1", "--base 1")
    assert caught.value.arguments == (Argument("base", "1"),)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), again.args) == (InputError, caught.value.args)


def test_skipped_rows_have_parts_without_their_place() -> None:
    lengths = np.array([2, 2], np.int32)
    parsed = _kernels.parse_alignments(
        b"0-0\n2-2\n", "links", 1, 0, False, lengths, lengths, skip_bad=True
    )
    (problem,) = parsed.problems
    assert problem.row == 1
    check("".join(map(str, problem.parts)))
    assert problem.parts[-1] == Argument("base", "1")


def test_bytes_that_are_no_text_are_escaped_in_errors_of_kernels() -> None:
    with refused(InputError):
        _kernels.parse_alignments(b"\xff\n", "x", 1, 0, False, None, None)


FIRST = """
import sys
from wordorder import _kernels as kernels
assert "numpy" not in sys.modules
from threading import Thread
found = []
def call():
    try:
        kernels.parse_alignments(b"2-2\\n", "links", 1, 0, False, two, two)
    except ValueError as error:
        found.append(error)
def refused():
    try:
        kernels.parse_alignments(b"2-2\\n", "links", 1, 7, False, None, None)
    except ValueError as error:
        found.append(error)
refused()
assert "numpy" not in sys.modules
import numpy
two = numpy.array([2], numpy.int32)
threads = [Thread(target=call) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
from wordorder.errors import Argument, InputError
assert [type(error) for error in found] == [InputError] * 5, found
assert [error.arguments for error in found[1:]] == [(Argument("base", "1"),)] * 4
"""


@pytest.mark.slow
def test_kernels_raise_our_errors_whatever_is_imported_first_and_in_any_thread() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_errors_need_nothing_but_the_standard_library() -> None:
    code = (
        "import sys, types; sys.modules['wordorder'] = types.ModuleType('wordorder'); "
        f"sys.modules['wordorder'].__path__ = {wordorder.__path__!r}; import wordorder.errors; "
        "print(*(name for name in sys.modules if name.startswith(('wordorder.', 'numpy'))))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "wordorder.errors\n"


def test_warnings_can_be_filtered_by_their_category() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore", WordorderWarning)
        warnings.warn(WordorderWarning("odd"), stacklevel=1)
    assert caught == []


def test_what_a_message_quotes_cannot_steer_the_terminal() -> None:
    error = InputError("x\x1b[2J.txt:1: no\nline")
    assert str(error) == r"x\x1b[2J.txt:1: no\nline"
    assert str(WordorderWarning("\x9b31m")) == r"\x9b31m"


def test_many_long_choices_do_not_flood_the_message() -> None:
    choices = [f"{number:05}{'x' * 10_000}" for number in range(10_000)]
    told = str(UsageError.unknown("column", "y" * 10_000, choices))
    assert len(told) < 3000
    assert told.endswith("…")
