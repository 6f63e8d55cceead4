"""Files that do not belong together are refused, with the place and both sides."""

from __future__ import annotations

import io
import re

import pytest

from parse_texts import chain, conllu
from wordorder import InputError, LinkReading
from wordorder.alignment import Alignment, AlignmentBatch
from wordorder.preordering import read_parses, read_references
from wordorder.preordering.inputs import refuse_other_text, refuse_other_words

WE_SEE = [("we", 2, "nsubj", "PRON"), ("see", 0, "root", "VERB"), ("it", 2, "obj", "PRON")]
GO = [("go", 0, "root", "VERB")]
TEXT = conllu(WE_SEE, GO)
PAST = "is past the end: the parse has 3 words, counted from 0"
TOGETHER = "2 sentences have such links: do the two files belong together?"


def parses(text: str = TEXT) -> io.StringIO:
    stream = io.StringIO(text)
    stream.name = "p.conllu"  # type: ignore[attr-defined, misc]
    return stream


def file(text: str, name: str = "f.txt") -> io.StringIO:
    stream = io.StringIO(text)
    stream.name = name  # type: ignore[attr-defined, misc]
    return stream


def told(message: str) -> str:
    return f"^{re.escape(message)}$"


def test_parses_are_read_as_one_batch_and_pass_through() -> None:
    trees = read_parses(parses())
    assert trees.lengths.tolist() == [3, 1]
    assert read_parses(trees) is trees


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_no_sentences(text: str) -> None:
    with pytest.raises(InputError, match=r"p\.conllu"):
        read_parses(parses(text))


@pytest.mark.parametrize(
    ("heads", "why"),
    [([1, 0, -1], "cycle|circle|loop"), ([-1, -1], "root"), ([0, -1], "root|itself|cycle")],
    ids=["cycle", "forest", "own head"],
)
def test_what_is_no_tree_is_refused(heads: list[int], why: str) -> None:
    with pytest.raises(InputError, match=rf"^p\.conllu:\d+: sentence 2: .*({why})"):
        read_parses(parses(conllu(GO, chain(heads))))


def test_multiword_tokens_and_empty_nodes_are_no_words() -> None:
    row = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n"
    rows = [("1-2", "im", "_"), ("1", "in", 3), ("2", "dem", 3), ("3", "Haus", 0)]
    lines = "".join(row.format(*one) for one in rows) + "3.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    trees = read_parses(parses(lines))
    assert trees.lengths.tolist() == [3]
    refuse_other_text(file("in dem Haus\n"), "p.conllu", trees)
    assert read_references(file("2-0\n"), trees).linked.tolist() == [False, False, True]
    with pytest.raises(InputError, match=r"word 1 is 'im', but 'in' in p\.conllu"):
        refuse_other_text(file("im Haus\n"), "p.conllu", trees)


@pytest.mark.parametrize(
    ("text", "reading", "message"),
    [
        ("0-0\n", LinkReading(), "f.txt has 1 sentence, but the parses have 2"),
        ("0-0\n0-0\n\n", LinkReading(), "f.txt has 3 sentences, but the parses have 2"),
        ("", LinkReading(), "f.txt has 0 sentences, but the parses have 2"),
        (
            "0-0 3-1\n\n",
            LinkReading(),
            f"f.txt:1: link 3-1 {PAST}; if this file counts from 1, use base=1",
        ),
        (
            "0-0\n7-1\n",
            LinkReading(),
            "f.txt:2: link 7-1 is past the end: the parse has 1 word, counted from 0",
        ),
        (
            "5-0\n4-1\n",
            LinkReading(),
            f"f.txt:1: link 5-0 {PAST}; {TOGETHER}",
        ),
        (
            "1-1\n2-1\n",
            LinkReading(base=1),
            "f.txt:2: link 2-1 is past the end: the parse has 1 word, counted from 1",
        ),
        (
            "2 3 1 S\n",
            LinkReading("naacl"),
            "f.txt: sentence 2: link 2-0 is past the end: the parse has 1 word, counted from 0",
        ),
    ],
)
def test_links_of_other_sentences(text: str, reading: LinkReading, message: str) -> None:
    with pytest.raises(InputError, match=told(message)):
        read_references(file(text), read_parses(parses()), reading)


def test_the_parses_are_named_if_known() -> None:
    with pytest.raises(InputError, match=told("f.txt has 1 sentence, but p.conllu has 2")):
        read_references(file("0-0\n"), read_parses(parses()), parses="p.conllu")


def test_lengths_that_a_format_tells_must_be_those_of_the_parses() -> None:
    header = "# Sentence pair (1) source length 2 target length 2 alignment score : 0.1"
    giza = f"{header}\nx y\nNULL ({{ }}) we ({{ 1 }}) see ({{ 2 }})\n"
    message = "f.txt: sentence 1: the source has 2 words, but 3 in the parses"
    with pytest.raises(InputError, match=told(message)):
        read_references(file(giza), read_parses(parses(conllu(WE_SEE))), LinkReading("giza"))


def test_links_in_memory_need_not_know_the_lengths() -> None:
    rows = [Alignment.parse("0-1 1-0"), Alignment.parse("")]
    batch = AlignmentBatch.from_alignments(rows)
    found = read_references(batch, read_parses(parses()))
    assert found.orders.lengths.tolist() == [3, 0]
    assert found.lengths.tolist() == [3, 1]
    with pytest.raises(
        InputError, match=told("the alignment has 2 sentences, but the parses have 1")
    ):
        read_references(batch, read_parses(parses(conllu(WE_SEE))))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("we see it\n", "f.txt has 1 line, but p.conllu has 2 sentences"),
        ("we see it\ngo\ngo\n", "f.txt has 3 lines, but p.conllu has 2 sentences"),
        ("we saw it\ngo\n", "f.txt:1: word 2 is 'saw', but 'see' in p.conllu"),
        ("we see\ngo\n", "f.txt:1: the sentence ends before word 3, 'it' in p.conllu"),
        ("we see it\ngo on\n", "f.txt:2: word 2 is 'on', but there is none in p.conllu"),
        ("\nwe see it\n", "f.txt:1: the sentence ends before word 1, 'we' in p.conllu"),
    ],
)
def test_another_text(text: str, message: str) -> None:
    with pytest.raises(InputError, match=told(message)):
        refuse_other_text(file(text), "p.conllu", read_parses(parses()))


def test_the_same_text_passes_however_it_is_spaced() -> None:
    refuse_other_text(file("we\tsee  it \ngo"), "p.conllu", read_parses(parses()))


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (conllu(WE_SEE), "p.conllu has 2 sentences, but q.conllu has 1"),
        (
            conllu(WE_SEE, [("Go", 0, "root", "VERB")]),
            "q.conllu:5: sentence 2: word 1 is 'Go', but 'go' in p.conllu",
        ),
        (
            conllu(WE_SEE, [*GO, ("!", 1, "punct", "PUNCT")]),
            "q.conllu:5: sentence 2: word 2 is '!', but there is none in p.conllu",
        ),
        (
            conllu(WE_SEE[:2], GO),
            "q.conllu:1: sentence 1: the sentence ends before word 3, 'it' in p.conllu",
        ),
    ],
)
def test_parses_of_other_words(other: str, message: str) -> None:
    with pytest.raises(InputError, match=told(message)):
        refuse_other_words(
            "p.conllu", read_parses(parses()), "q.conllu", read_parses(parses(other))
        )


def test_parses_of_the_same_words_pass_whatever_their_names_are_numbered() -> None:
    swapped = conllu([("we", 0, "root", "X"), ("see", 1, "dep", "Y"), ("it", 2, "a", "Z")], GO)
    refuse_other_words("p", read_parses(parses()), "q", read_parses(parses(swapped)))
