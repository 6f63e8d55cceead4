"""Errors and warnings know arguments; who shows them spells these."""

from __future__ import annotations

import pickle
import warnings

import pytest

from wordorder import InputError, MissingExtraError, UsageError, WordorderError, read_alignments
from wordorder.errors import WordorderWarning, argument


def flags(name: str, value: str) -> str:
    return f"--{name} {value}".rstrip()


@pytest.mark.parametrize("kind", [InputError, UsageError, WordorderError, WordorderWarning])
def test_arguments_are_spelled_by_who_shows_them(kind) -> None:
    message = kind(f"give {argument('source')}, or {argument('tokenize', 'none')}; {{source}} 100%")
    assert str(message) == "give source=, or tokenize=none; {source} 100%"
    assert message.told(flags) == "give --source, or --tokenize none; {source} 100%"
    assert str(pickle.loads(pickle.dumps(message))) == str(message)


def test_a_missing_extra_says_how_to_install_it_also_from_a_clone() -> None:
    error = MissingExtraError("pyarrow", "writing Parquet", "parquet")
    assert str(error) == (
        'writing Parquet needs the package pyarrow: pip install "wordorder[parquet]" '
        '(in a clone: pip install ".[parquet]")'
    )
    assert error.told(flags) == str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_kernels_name_arguments_too(tmp_path) -> None:
    (tmp_path / "links").write_text("1-1 2-2\n")
    (tmp_path / "text").write_text("a b\n")
    with pytest.raises(InputError, match=r"counts from 1, use base=1$") as caught:
        list(read_alignments(tmp_path / "links", source=tmp_path / "text"))
    assert caught.value.told(flags).endswith("use --base 1")


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
