"""Any command as a parser: what it is given, what is made of its answers, and of its failures."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from messages import check, refused, warned
from wordorder import InputError, UsageError
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
def refuse(program, temporary):
    """See a parser fail, given two sentences."""

    def refuse(script: str) -> None:
        with pytest.raises(InputError) as caught:
            parse_texts(io.StringIO(TEXT), program(script))
        assert list(temporary.iterdir()) == []
        python = Path(sys.executable)
        said = str(caught.value).replace(f"{python.parent}{os.sep}", "")
        check(said.replace(python.name, "PROGRAM"))

    return refuse


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
    with refused(InputError):
        parse_texts(io.StringIO("du lac\n"), program(script))


@pytest.mark.parametrize(
    "script",
    [
        "print('oh no', file=sys.stderr); sys.exit(3)",
        "sys.exit(1)",
        "pass",
        "print(); print()",
        "print('We eat rice')",
        "sys.stdout.buffer.write(b'\\xff\\n')",
        "sys.stdin = iter(['We eat rice\\n'])" + CHAIN,
        "sys.stdin = iter(['We', 'eat rice', 'You sleep'])" + CHAIN,
        CHAIN.replace("number - 1", "0"),
        "sys.stdin = iter(['We eat rice', 'You snore'])" + CHAIN,
        "sys.stdin = iter(['We eat rice', 'You'])" + CHAIN,
        "sys.stdin = iter(['We eat rice', 'You sleep well'])" + CHAIN,
    ],
    ids=range(12),
)
def test_failures_are_told_in_a_line(refuse, script: str) -> None:
    refuse(script)


@pytest.mark.slow
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_program_that_never_stops_writing_is_ended(refuse, stream) -> None:
    refuse(f"while True: print('yes ' * 100_000, file=sys.{stream})")


@pytest.mark.parametrize("command", ["", "  ", "'"])
def test_a_command_must_name_a_program(command: str) -> None:
    with refused(UsageError):
        ExternalParser(command)


def test_a_missing_program() -> None:
    with refused(InputError):
        parse_texts(io.StringIO(TEXT), ExternalParser("no-such-parser --fast"))


@pytest.mark.parametrize(
    "text", ["", "a b\n\t \nc\n", pytest.param("a\n" + "b " * 4001, id="long")]
)
def test_texts_that_cannot_be_parsed(program, text: str) -> None:
    with refused(InputError):
        parse_texts(io.StringIO(text), program("sys.exit('not run')"))


def test_a_text_without_spaces_gets_a_warning(program) -> None:
    with warned():
        parse_texts(io.StringIO("東京だ\n"), program(CHAIN))


@pytest.mark.parametrize("parser", ["udpipe", "spacyy:x", ""])
def test_an_unknown_name(parser: str) -> None:
    with refused(UsageError):
        parse_texts(io.StringIO(TEXT), parser)


@pytest.mark.parametrize("parser", [3, None, object()])
def test_what_is_no_parser(parser: object) -> None:
    with refused(UsageError):
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
