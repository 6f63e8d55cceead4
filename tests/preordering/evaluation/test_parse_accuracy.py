"""Attachment and tagging accuracy, counted word by word."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from parse_texts import conllu
from syntax_strategies import heads
from wordorder.preordering import read_parses
from wordorder.preordering.evaluation.parse_accuracy import accuracy_statistics

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from parse_texts import Word

RELATIONS = ["nsubj", "nsubj:pass", "obj", "root", "obj:lvc"]
TAGS = ["NOUN", "VERB", "obj"]  # a tag may be spelled like a relation


def counted(parsed: str, gold: str) -> list[list[float]]:
    return accuracy_statistics(
        read_parses(io.StringIO(parsed)), read_parses(io.StringIO(gold))
    ).tolist()


def test_punctuation_counts_and_subtypes_do_not() -> None:
    gold = [("we", 2, "nsubj:pass", "PRON"), ("won", 0, "root", "VERB"), (".", 2, "punct", "PUNCT")]
    parsed = [("we", 2, "nsubj", "NOUN"), ("won", 0, "root", "VERB"), (".", 1, "punct", "PUNCT")]
    assert counted(conllu(parsed), conllu(gold)) == [[2, 2, 2, 3, 3, 3]]


def test_the_right_relation_of_the_wrong_head_is_wrong() -> None:
    gold = [("a", 2, "obj", "X"), ("b", 3, "obj", "X"), ("c", 0, "root", "X")]
    parsed = [("a", 3, "obj", "X"), ("b", 3, "iobj", "X"), ("c", 0, "root", "Y")]
    assert counted(conllu(parsed), conllu(gold)) == [[2, 1, 2, 3, 3, 3]]


@st.composite
def parsed_and_gold(draw: DrawFn) -> tuple[list[Word], list[Word]]:
    """Two parses of the same words; some heads, relations and tags are the same."""
    gold = draw(heads())
    parsed = draw(st.sampled_from([gold, [-1, *range(len(gold) - 1)]]))
    relations, tags = st.sampled_from(RELATIONS), st.sampled_from(TAGS)

    def words(found: list[int]) -> list[Word]:
        return [(str(n), head + 1, draw(relations), draw(tags)) for n, head in enumerate(found)]

    return words(parsed), words(gold)


@given(st.lists(parsed_and_gold(), min_size=1, max_size=3))
def test_any_two_parses(pairs: list[tuple[list[Word], list[Word]]]) -> None:
    expected = []
    for parsed, gold in pairs:
        right = [0, 0, 0]
        for (_, head, label, tag), (_, own_head, own_label, own_tag) in zip(
            parsed, gold, strict=True
        ):
            right[0] += head == own_head
            right[1] += head == own_head and label.split(":")[0] == own_label.split(":")[0]
            right[2] += tag == own_tag
        expected.append([*right, *[len(gold)] * 3])
    texts = (conllu(*(pair[side] for pair in pairs)) for side in (0, 1))
    assert counted(*texts) == expected
