"""Small parsed corpora with gold parses and links, for tests of the analysis of errors."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

from hypothesis import strategies as st

from oracles.preorder_errors import Word
from syntax_strategies import heads
from wordorder.alignment import Alignment, AlignmentBatch
from wordorder.preordering import Entry, ReferenceOrders, Rule, RuleSet, WordTest, read_parses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.syntax import DependencyBatch

TAGS, LABELS = ["VERB", "NOUN"], ["nsubj", "obj", "case"]


def _rule(tag: str, name: str, *order: str) -> Rule:
    return Rule(WordTest(upos=(tag,)), tuple(Entry((label,)) for label in order), name)


RULES = RuleSet(
    "test",
    (
        _rule("VERB", "verbs", "nsubj", "obj", "*", "self"),
        _rule("NOUN", "nouns", "*", "self", "case"),
        _rule("VERB", "never", "self", "*"),
    ),
)


class Sentence(NamedTuple):
    parse: list[Word]
    gold: list[Word]
    links: list[tuple[int, int]]


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    parse = [_word(draw, head) for head in draw(heads())]
    gold = [_changed(draw, word) for word in parse]
    if draw(st.booleans()):
        order = draw(st.permutations(range(len(parse))))
        gold[order[0]] = gold[order[0]]._replace(head=-1)
        for place, word in enumerate(order[1:], 1):
            gold[word] = gold[word]._replace(head=order[draw(st.integers(0, place - 1))])
    places = st.tuples(st.integers(0, len(parse) - 1), st.integers(0, len(parse)))
    return Sentence(parse, gold, draw(st.lists(places, max_size=2 * len(parse), unique=True)))


def _word(draw: st.DrawFn, head: int) -> Word:
    return Word(draw(st.sampled_from(TAGS)), head, draw(st.sampled_from(LABELS)))


def _changed(draw: st.DrawFn, word: Word) -> Word:
    return _word(draw, word.head) if draw(st.integers(0, 3)) == 0 else word


corpora = st.lists(sentences(), min_size=1, max_size=4).filter(
    lambda found: any(one.links for one in found)
)


def conllu(words: Sequence[Word]) -> str:
    lines = [
        f"{number}\tw{number % 3}\t_\t{tag}\t_\t_\t{head + 1}\t{label}\t_\t_\n"
        for number, (tag, head, label) in enumerate(words, start=1)
    ]
    return "".join(lines) + "\n"


def trees_of(parses: Sequence[Sequence[Word]]) -> DependencyBatch:
    return read_parses(io.BytesIO("".join(map(conllu, parses)).encode()))


def links_of(corpus: Sequence[Sentence]) -> AlignmentBatch:
    rows = [Alignment(one.links, len(one.parse), len(one.parse) + 1) for one in corpus]
    return AlignmentBatch.from_alignments(rows)


def references_of(corpus: Sequence[Sentence]) -> ReferenceOrders:
    return ReferenceOrders.from_alignments(links_of(corpus))
