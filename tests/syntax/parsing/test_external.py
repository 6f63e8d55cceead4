"""Any command as a parser: what it is given, what is made of its answers, and of its failures."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from wordorder import InputError, UsageError, WordorderWarning
from wordorder.syntax import ExternalParser, parse_texts

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

# Every word depends on the word before it.
CHAIN = """
for line in sys.stdin:
    for number, word in enumerate(line.rstrip("\\n").split(" "), 1):
        print(number, word, "_", "X", "_", "_", number - 1, "dep", "_", "_", sep="\\t")
    print()
"""
TEXT = "We  eat\trice\nYou sleep \n"


@pytest.fixture
def complaint(program, temporary):
    """What is said about a parser, given two sentences."""

    def complaint(script: str) -> str:
        with pytest.raises(InputError) as caught:
            parse_texts(io.StringIO(TEXT), program(script))
        assert list(temporary.iterdir()) == []
        return str(caught.value).replace(Path(sys.executable).name, "PROGRAM")

    return complaint


def test_a_command_reads_sentences_and_writes_trees(program, temporary) -> None:
    trees = parse_texts(io.StringIO(TEXT), program(CHAIN))
    assert [tree.words for tree in trees] == [("We", "eat", "rice"), ("You", "sleep")]
    assert [tree.heads.tolist() for tree in trees] == [[-1, 0, 1], [-1, 0]]
    assert list(temporary.iterdir()) == []


def test_every_space_but_blank_and_tab_is_part_of_a_word(program) -> None:
    [tree] = parse_texts(io.StringIO("10\u00a0000 \u3000 people\n"), program(CHAIN))
    assert tree.words == ("10\u00a0000", "\u3000", "people")


def test_with_raw_text_the_words_are_the_parsers(program) -> None:
    split = CHAIN.replace('.split(" ")', "")
    parser = program(split, raw=True)
    trees = parse_texts(io.StringIO("東京\nだ\n"), parser)
    assert [tree.words for tree in trees] == [("東", "京"), ("だ",)]
    assert parser.signature == f"{parser.command} (raw text)"


def test_multiword_tokens_and_empty_nodes_are_no_words(program) -> None:
    script = """
print("1-2\\tdu" + 8 * "\\t_")
print("1\\tde\\t_\\tADP\\t_\\t_\\t3\\tcase\\t_\\t_")
print("2\\tle\\t_\\tDET\\t_\\t_\\t3\\tdet\\t_\\t_")
print("3\\tlac\\t_\\tNOUN\\t_\\t_\\t0\\troot\\t_\\t_")
print("3.1\\tvu" + 8 * "\\t_")
"""
    [tree] = parse_texts(io.StringIO("du lac\n"), program(script, raw=True))
    assert tree.words == ("de", "le", "lac")
    with pytest.raises(InputError, match="has 'de' as word 1, but the text has 'du'; let it keep"):
        parse_texts(io.StringIO("du lac\n"), program(script))


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("print('oh no', file=sys.stderr); sys.exit(3)", "PROGRAM failed with exit code 3: oh no"),
        ("sys.exit(1)", "PROGRAM failed with exit code 1 and printed no error"),
        ("pass", "PROGRAM wrote nothing to standard output; expected CoNLL-U"),
        ("print(); print()", "PROGRAM wrote nothing to standard output; expected CoNLL-U"),
        (
            "print('We eat rice')",
            "<PROGRAM>:1: sentence 1: 'We eat rice' has 1 column; expected 10",
        ),
        (
            "sys.stdout.buffer.write(b'\\xff\\n')",
            "<PROGRAM>:1: byte 0xFF in byte column 1 is not UTF-8",
        ),
        (
            "sys.stdin = iter(['We eat rice\\n'])" + CHAIN,
            "PROGRAM returned 1 tree for 2 lines of <stream>; expected one for each",
        ),
        (
            "sys.stdin = iter(['We', 'eat rice', 'You sleep'])" + CHAIN,
            "PROGRAM returned 3 trees for 2 lines of <stream>; expected one for each",
        ),
        (
            CHAIN.replace("number - 1", "0"),
            "<PROGRAM>:2: sentence 1: word 1 and word 2 are both roots",
        ),
        (
            "sys.stdin = iter(['We eat rice', 'You snore'])" + CHAIN,
            "<stream>:2: PROGRAM has 'snore' as word 2, but the text has 'sleep'; let it",
        ),
        (
            "sys.stdin = iter(['We eat rice', 'You'])" + CHAIN,
            "<stream>:2: PROGRAM has nothing as word 2, but the text has 'sleep'",
        ),
        (
            "sys.stdin = iter(['We eat rice', 'You sleep well'])" + CHAIN,
            "<stream>:2: PROGRAM has 'well' as word 3, but the text has nothing",
        ),
    ],
)
def test_failures_are_told_in_a_line(complaint, script: str, said: str) -> None:
    message = complaint(script)
    assert "\n" not in message
    assert said in message


@pytest.mark.slow
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_program_that_never_stops_writing_is_ended(complaint, stream) -> None:
    message = complaint(f"while True: print('yes ' * 100_000, file=sys.{stream})")
    assert re.search(r"wrote more than [0-9,]{11} bytes and was ended$", message)


@pytest.mark.parametrize("command", ["", "  ", "'"])
def test_a_command_must_name_a_program(command: str) -> None:
    with pytest.raises(UsageError, match="command"):
        ExternalParser(command)


def test_a_missing_program() -> None:
    with pytest.raises(InputError, match="cannot run 'no-such-parser': program not found"):
        parse_texts(io.StringIO(TEXT), ExternalParser("no-such-parser --fast"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "<stream>: there are no sentences"),
        ("a b\n\t \nc\n", "<stream>:2: the line is empty, so there is nothing to parse"),
        ("a\n" + "b " * 4001, "<stream>:2: 4,001 words are too many to parse"),
    ],
)
def test_texts_that_cannot_be_parsed(program, text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_texts(io.StringIO(text), program("sys.exit('not run')"))
    assert said in str(caught.value)


def test_a_text_without_spaces_gets_a_warning(program) -> None:
    with pytest.warns(WordorderWarning, match="no line has a space.*use raw=True"):
        parse_texts(io.StringIO("東京だ\n"), program(CHAIN))


@pytest.mark.parametrize("parser", ["udpipe", "spacyy:x", ""])
def test_an_unknown_name(parser: str) -> None:
    with pytest.raises(UsageError, match=r"unknown parser|did you mean"):
        parse_texts(io.StringIO(TEXT), parser)


@pytest.mark.parametrize("parser", [3, None, object()])
def test_what_is_no_parser(parser: object) -> None:
    with pytest.raises(UsageError, match="must be a parser or its name"):
        parse_texts(io.StringIO(TEXT), parser)  # type: ignore[arg-type]


@needs_posix
@pytest.mark.slow
def test_ctrl_c_ends_the_program_and_leaves_nothing(program, temporary, tmp_path) -> None:
    mark = tmp_path / "started"
    parser = program(f"open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep(60)")

    def interrupt() -> None:
        while not (mark.exists() and mark.read_text()):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        parse_texts(io.StringIO(TEXT), parser)
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)
    assert list(temporary.iterdir()) == []
