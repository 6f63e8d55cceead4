"""Files that do not belong together are refused, with the place and both sides."""

from __future__ import annotations

import io

import pytest

from messages import refused
from parse_texts import chain, conllu
from wordorder import InputError, LinkReading
from wordorder.alignment import Alignment, AlignmentBatch
from wordorder.preordering import read_parses, read_references
from wordorder.preordering.inputs import refuse_other_text, refuse_other_words

WE_SEE = [("we", 2, "nsubj", "PRON"), ("see", 0, "root", "VERB"), ("it", 2, "obj", "PRON")]
GO = [("go", 0, "root", "VERB")]
TEXT = conllu(WE_SEE, GO)


def parses(text: str = TEXT) -> io.StringIO:
    stream = io.StringIO(text)
    stream.name = "p.conllu"  # type: ignore[attr-defined, misc]
    return stream


def file(text: str, name: str = "f.txt") -> io.StringIO:
    stream = io.StringIO(text)
    stream.name = name  # type: ignore[attr-defined, misc]
    return stream


def test_parses_are_read_as_one_batch_and_pass_through() -> None:
    trees = read_parses(parses())
    assert trees.lengths.tolist() == [3, 1]
    assert read_parses(trees) is trees


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_no_sentences(text: str) -> None:
    with refused(InputError):
        read_parses(parses(text))


@pytest.mark.parametrize(
    "heads",
    [[1, 0, -1], [-1, -1], [0, -1]],
    ids=["cycle", "forest", "own head"],
)
def test_what_is_no_tree_is_refused(heads: list[int]) -> None:
    with refused(InputError):
        read_parses(parses(conllu(GO, chain(heads))))


def test_multiword_tokens_and_empty_nodes_are_no_words() -> None:
    row = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n"
    rows = [("1-2", "im", "_"), ("1", "in", 3), ("2", "dem", 3), ("3", "Haus", 0)]
    lines = "".join(row.format(*one) for one in rows) + "3.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    trees = read_parses(parses(lines))
    assert trees.lengths.tolist() == [3]
    refuse_other_text(file("in dem Haus\n"), "p.conllu", trees)
    assert read_references(file("2-0\n"), trees).linked.tolist() == [False, False, True]
    with refused(InputError):
        refuse_other_text(file("im Haus\n"), "p.conllu", trees)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("0-0\n", LinkReading()),
        ("0-0\n0-0\n\n", LinkReading()),
        ("", LinkReading()),
        ("0-0 3-1\n\n", LinkReading()),
        ("0-0\n7-1\n", LinkReading()),
        ("5-0\n4-1\n", LinkReading()),
        ("1-1\n2-1\n", LinkReading(base=1)),
        ("2 3 1 S\n", LinkReading("naacl")),
    ],
)
def test_links_of_other_sentences(text: str, reading: LinkReading) -> None:
    with refused(InputError):
        read_references(file(text), read_parses(parses()), reading)


def test_the_parses_are_named_if_known() -> None:
    with refused(InputError):
        read_references(file("0-0\n"), read_parses(parses()), parses="p.conllu")


def test_lengths_that_a_format_tells_must_be_those_of_the_parses() -> None:
    header = "# Sentence pair (1) source length 2 target length 2 alignment score : 0.1"
    giza = f"{header}\nx y\nNULL ({{ }}) we ({{ 1 }}) see ({{ 2 }})\n"
    with refused(InputError):
        read_references(file(giza), read_parses(parses(conllu(WE_SEE))), LinkReading("giza"))


def test_links_in_memory_need_not_know_the_lengths() -> None:
    rows = [Alignment.parse("0-1 1-0"), Alignment.parse("")]
    batch = AlignmentBatch.from_alignments(rows)
    found = read_references(batch, read_parses(parses()))
    assert found.orders.lengths.tolist() == [3, 0]
    assert found.lengths.tolist() == [3, 1]
    with refused(InputError):
        read_references(batch, read_parses(parses(conllu(WE_SEE))))


@pytest.mark.parametrize(
    "text",
    [
        "we see it\n",
        "we see it\ngo\ngo\n",
        "we saw it\ngo\n",
        "we see\ngo\n",
        "we see it\ngo on\n",
        "\nwe see it\n",
    ],
)
def test_another_text(text: str) -> None:
    with refused(InputError):
        refuse_other_text(file(text), "p.conllu", read_parses(parses()))


def test_the_same_text_passes_however_it_is_spaced() -> None:
    refuse_other_text(file("we\tsee  it \ngo"), "p.conllu", read_parses(parses()))


@pytest.mark.parametrize(
    "other",
    [
        conllu(WE_SEE),
        conllu(WE_SEE, [("Go", 0, "root", "VERB")]),
        conllu(WE_SEE, [*GO, ("!", 1, "punct", "PUNCT")]),
        conllu(WE_SEE[:2], GO),
    ],
    ids=["fewer sentences", "another word", "a word too many", "a word too few"],
)
def test_parses_of_other_words(other: str) -> None:
    with refused(InputError):
        refuse_other_words(
            "p.conllu", read_parses(parses()), "q.conllu", read_parses(parses(other))
        )


def test_parses_of_the_same_words_pass_whatever_their_names_are_numbered() -> None:
    swapped = conllu([("we", 0, "root", "X"), ("see", 1, "dep", "Y"), ("it", 2, "a", "Z")], GO)
    refuse_other_words("p", read_parses(parses()), "q", read_parses(parses(swapped)))
