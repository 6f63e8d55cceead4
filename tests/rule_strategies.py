"""Rules and parsed sentences for Hypothesis and for random sweeps."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from oracles.lifting import lifted
from oracles.precedence import reordered, with_markers
from syntax_strategies import heads
from wordorder.preordering import Entry, Rule, RuleSet, WordTest, read_parses

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordorder.syntax import DependencyBatch

NAMED_RELATIONS = ["nsubj", "nsubj:pass", "obj", "obl:tmod", "obl", "case", "mark:x", "fixed"]
RELATIONS = [*NAMED_RELATIONS, "self", "*"]
TAGS = ["VERB", "NOUN", "PART"]
FORMS = ["Not", "of"]
LEMMAS = ["not", "be", "_"]
MARKERS = ["not", "be", "of", "be_of", "not_be"]
XPOS = ["VB", "NN"]
FEATURES = {"Polarity": ["Neg", "Pos"], "Case": ["Acc", "Dat"]}

_values = {
    "upos": TAGS,
    "xpos": XPOS,
    "lemma": LEMMAS,
    "deprel": NAMED_RELATIONS,
    "marker": MARKERS,
}


def _some(values: Sequence[str], least: int = 0) -> st.SearchStrategy[tuple[str, ...]]:
    chosen = st.lists(st.sampled_from(values), unique=True, min_size=least, max_size=2)
    return chosen.map(tuple)


_features = st.dictionaries(st.sampled_from(list(FEATURES)), st.none(), max_size=1).flatmap(
    lambda names: st.tuples(*(st.tuples(st.just(n), _some(FEATURES[n], 1)) for n in names))
)
word_tests = st.one_of(
    st.just(WordTest()),
    st.sampled_from(list(_values)).flatmap(
        lambda column: st.builds(WordTest, **{column: _some(_values[column], 1)})
    ),
    st.builds(
        WordTest, **{name: _some(values) for name, values in _values.items()}, features=_features
    ),
)
_manners = st.sampled_from(["normal", "reverse", "fixed"])
_sides = st.sampled_from([None, "before", "after"])
_labels = st.lists(st.sampled_from([*NAMED_RELATIONS, "*"]), min_size=1, max_size=2, unique=True)
_entries = st.builds(Entry, _labels.map(tuple), _sides, word_tests, _manners)


@st.composite
def rules(draw: st.DrawFn, name: str = "rule") -> Rule:
    order = draw(st.lists(_entries, max_size=4))
    order.append(Entry(("*",), manner=draw(_manners)))
    beside = draw(st.sampled_from([("self",), ("self",), ("obj", "self"), ("self", "*")]))
    order.insert(draw(st.integers(0, len(order))), Entry(beside, manner=draw(_manners)))
    return Rule(draw(word_tests), tuple(draw(st.permutations(order))), name)


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    count = draw(st.integers(0, 4))
    return RuleSet("drawn", tuple(draw(rules(f"rule {number + 1}")) for number in range(count)))


@st.composite
def words(draw: st.DrawFn) -> dict[str, Any]:
    """The columns of a word that rules look at."""
    feats = {(name, value) for name, values in FEATURES.items() for value in draw(_some(values))}
    return {
        "form": draw(st.sampled_from(FORMS)),
        "upos": draw(st.sampled_from(TAGS)),
        "xpos": draw(st.sampled_from(XPOS)),
        "lemma": draw(st.sampled_from(LEMMAS)),
        "deprel": draw(st.sampled_from(RELATIONS)),
        "feats": feats,
    }


@st.composite
def parses(draw: st.DrawFn) -> tuple[list[int], list[dict[str, Any]]]:
    """The heads and the words of a sentence."""
    tree = draw(heads())
    return tree, [draw(words()) for _ in tree]


def conllu(tree: Sequence[int], tokens: Sequence[dict[str, Any]]) -> str:
    lines = []
    for number, (head, word) in enumerate(zip(tree, tokens, strict=True), 1):
        by_name: dict[str, list[str]] = {}
        for name, value in sorted(word["feats"]):
            by_name.setdefault(name, []).append(value)
        feats = "|".join(f"{name}={','.join(values)}" for name, values in by_name.items()) or "_"
        cells = [number, word["form"], word["lemma"], word["upos"], word["xpos"], feats]
        lines.append("\t".join(map(str, [*cells, head + 1, word["deprel"], "_", "_"])))
    return "\n".join(lines) + "\n\n"


def batch_of(
    sentences: Iterable[tuple[Sequence[int], Sequence[dict[str, Any]]]],
) -> DependencyBatch:
    text = "".join(conllu(*sentence) for sentence in sentences)
    return read_parses(io.BytesIO(text.encode()))


def expected(tree: Sequence[int], tokens: Sequence[dict[str, Any]], given: RuleSet) -> list[int]:
    """The words in the order of the oracle."""
    return reordered(lifted(list(tree)), with_markers(tree, tokens), given)
