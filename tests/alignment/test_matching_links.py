"""Words linked by how likely they are partners, against every choice of partners."""

from __future__ import annotations

import itertools
import math
import pickle
import random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, strategies as st

from kernel_calls import match_words
from messages import refused
from oracles import likely_links as oracle, matching, vectors as vector_oracle
from oracles.likely_links import PARAPHRASE, VECTORS, Chain, Sentences, Weights
from oracles.matching import Knowledge, Match
from oracles.vectors import LENGTH, Least, Word
from strategies import ragged
from wordorder import _kernels
from wordorder.alignment.matching.matcher import Matcher
from wordorder.alignment.matching.weights import LinkWeights
from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    Sentence = Sequence[int]
    Links = dict[tuple[int, int], int]

ONE = 1 << 20
JUMPS = 11


# --- The oracle: the table finds what trying all choices does


def drawn_chain(rng: random.Random, words: int, others: int) -> Chain:
    def factor() -> float:
        return -np.inf if rng.random() < 0.2 else rng.uniform(-4, 4)

    return Chain(
        [[factor() for _ in range(others)] for _ in range(words)],
        [rng.uniform(-4, 4) for _ in range(words)],
        [rng.uniform(-3, 3) for _ in range(JUMPS)],
    )


@pytest.mark.parametrize(("words", "others"), [(1, 1), (1, 12), (2, 9), (3, 3), (4, 3)])
def test_the_table_finds_what_trying_all_choices_does(words: int, others: int) -> None:
    rng = random.Random(words + others)
    for _ in range(3):
        chain = drawn_chain(rng, words, others)
        found = oracle.probabilities(chain)
        assert np.allclose(found, oracle.probabilities_by_trying_all(chain), rtol=1e-12)
        assert all(sum(row) <= 1 + 1e-12 for row in found)


# --- Made-up words


class Problem(NamedTuple):
    """What is known about words, and what speaks for links."""

    knowledge: Knowledge
    words: Sequence[Word]
    frequent: Sequence[bool]
    weights: Weights
    least: Least = Least(0.3, 0.1)
    weight: int = ONE // 2  # of a match by vectors

    def sentences(
        self, hypothesis: Sentence, reference: Sentence, chosen: Sequence[Match] = ()
    ) -> Sentences:
        known = (self.knowledge, self.words, self.frequent)
        return Sentences(hypothesis, reference, *known, chosen)

    def fitted(self) -> _kernels.FittedLinks:
        weights = _kernels.LinkWeights(**self.weights._asdict())
        return _kernels.FittedLinks(weights, np.array(self.frequent, np.uint8))


def vector_arrays(words: Sequence[Word], least: Least) -> tuple[Any, ...]:
    known = [word.vector for word in words if word.vector is not None]
    numbers = iter(range(len(known)))
    rows = [-1 if word.vector is None else next(numbers) for word in words]
    letters = ragged([[ord(letter) for letter in word.letters] for word in words])
    return (
        np.array(rows, np.int32),
        np.array(known, np.int16).reshape(len(known), -1 if known else 1),
        np.array([word.only_in_references for word in words], np.uint8),
        letters,
        tuple(least),
    )


def paraphrase_table(pairs: Sequence[matching.Pair], words: int) -> _kernels.ParaphraseTable:
    interner = _kernels.Interner()
    interner.intern(" ".join(f"w{word}" for word in range(words)).encode())
    table = _kernels.ParaphraseTable(interner, "table")
    for pair in pairs:
        phrases = (" ".join(f"w{word}" for word in phrase) for phrase in pair)
        table.add("\n".join(["0.5", *phrases, ""]).encode())
    table.finish()
    return table


def raw(
    hypotheses: Sequence[Sentence],
    references: Sequence[Sentence],
    problem: Problem,
    *,
    fitted: _kernels.FittedLinks | None,
    threads: int = 1,
) -> _kernels.MatchedWords:
    knowledge, count = problem.knowledge, len(problem.words)
    return match_words(
        ragged(hypotheses),
        ragged(references),
        count,
        np.array(knowledge.stems, np.int32) if knowledge.stems else None,
        ragged(map(sorted, knowledge.classes)) if knowledge.classes else None,
        paraphrase_table(list(knowledge.pairs), count),
        [*knowledge.weights[:3], problem.weight, knowledge.weights[3]],
        threads,
        vector_arrays(problem.words, problem.least),
        fitted,
    )


def rows_of(found: _kernels.MatchedWords) -> list[Links]:
    ends = zip(found.links.sources.tolist(), found.links.targets.tolist(), strict=True)
    links = list(zip(ends, found.stages.tolist(), strict=True))
    rows = [links[a:b] for a, b in itertools.pairwise(found.links.offsets.tolist())]
    for row in rows:
        assert row == sorted(set(row)), "links are sorted, and none is there twice"
    return [dict(row) for row in rows]


def linked(
    hypotheses: Sequence[Sentence], references: Sequence[Sentence], problem: Problem
) -> list[Links]:
    """The links of each pair, after a look at what else is said of them."""
    found = raw(hypotheses, references, problem, fitted=problem.fitted())
    rows = rows_of(found)
    weights = [*problem.knowledge.weights[:3], problem.weight, problem.knowledge.weights[3]]
    similarities = iter(found.similarities.tolist())
    for k, (row, one, other) in enumerate(zip(rows, hypotheses, references, strict=True)):
        matches = matches_of(row)
        covered = sum(m._replace(weight=weights[m.stage]).worth for m in matches)
        assert (found.covered[k], found.chunks[k]) == (covered, matching.chunks(matches))
        assert sum(len(m.hypothesis) for m in matches) == len({i for i, _ in row})
        assert sum(len(m.reference) for m in matches) == len({j for _, j in row})
        for (i, j), stage in row.items():
            cosine = vector_oracle.cosine(problem.words[one[i]], problem.words[other[j]])
            assert next(similarities) == (cosine if stage == VECTORS else 1)
    return rows


def matches_of(row: Links) -> list[Match]:
    """The matches that links stand for: phrases are linked all with all; no word is in two."""
    matches = []
    for hypothesis, reference, stages in matching.components(row):
        spans = [range(min(side), max(side) + 1) for side in (hypothesis, reference)]
        (stage,) = stages
        assert stage == PARAPHRASE or len(hypothesis) == len(reference) == 1
        matches.append(Match(*spans, 0, stage))
    return matches


def assert_as_by_trying_all(
    hypotheses: Sequence[Sentence], references: Sequence[Sentence], problem: Problem
) -> None:
    before = searched(hypotheses, references, problem)
    rows = linked(hypotheses, references, problem)
    for one, other, row, old in zip(hypotheses, references, rows, before, strict=True):
        sentences = problem.sentences(one, other, old)
        assert row == oracle.links_of(sentences, problem.weights, problem.least.anywhere), (
            one,
            other,
        )


def searched(
    hypotheses: Sequence[Sentence], references: Sequence[Sentence], problem: Problem
) -> list[list[Match]]:
    """What the search matches without vectors."""
    rows = rows_of(raw(hypotheses, references, problem._replace(weight=0), fitted=None))
    return [matches_of(row) for row in rows]


def drawn_weights(rng: random.Random, size: float) -> Weights:
    *signs, jumps = (name == "jumps" for name in Weights._fields)
    assert jumps
    drawn = [rng.uniform(-size, size) for _ in signs]
    return Weights(*drawn, jumps=tuple(rng.uniform(-size, size) for _ in range(JUMPS)))


def unit(angle: float) -> tuple[int, int]:
    return round(LENGTH * np.cos(angle)), round(LENGTH * np.sin(angle))


def likely_weights() -> Weights:
    """Weights as a language might have them."""
    jumps = (-2.5, -1.5, -0.6, -0.1, 0.6, 2.9, 2.7, 1.0, 0.4, -0.1, -0.8)
    return Weights(3.6, -3.5, 2.4, 0.2, -3.9, 9.5, -3.7, -0.8, -0.8, -2.4, -2.3, -0.2, jumps)


# Words 0 and 1 have a stem, 1 and 2 a class; 0 is frequent; 3 has no vector, but letters.
FOUR_WORDS = [
    Word(unit(0)),
    Word(unit(0.7)),
    Word(unit(1.1), only_in_references=True, letters="ab"),
    Word(None, letters="aab"),
]
LEXICAL = Knowledge(
    (ONE, ONE, ONE // 2, ONE),
    stems=[0, 0, 1, 2],
    classes=[set(), {0}, {0, 1}, set()],
)
PHRASES = LEXICAL._replace(pairs=[((0, 1), (2,)), ((3,), (1,)), ((2, 2), (0, 0))])
FREQUENT = [True, False, True, False]


def every_pair(words: int, longest: int) -> tuple[list[Sentence], list[Sentence]]:
    sentences = [
        s for size in range(longest + 1) for s in itertools.product(range(words), repeat=size)
    ]
    hypotheses, references = zip(*itertools.product(sentences, repeat=2), strict=True)
    return list(hypotheses), list(references)


WEIGHTS = {
    "likely": likely_weights(),
    "small": drawn_weights(random.Random(1), 1),
    "middle": drawn_weights(random.Random(2), 4),
    "extreme": drawn_weights(random.Random(3), 50),
}


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("knowledge", [LEXICAL, PHRASES], ids=["words", "phrases"])
@pytest.mark.parametrize(
    ("words", "longest"),
    [(4, 1), (2, 2), pytest.param(4, 2, marks=pytest.mark.slow)],
)
def test_every_short_pair(weights: str, knowledge: Knowledge, words: int, longest: int) -> None:
    problem = Problem(knowledge, FOUR_WORDS, FREQUENT, WEIGHTS[weights])
    assert_as_by_trying_all(*every_pair(words, longest), problem)


@pytest.mark.slow
@pytest.mark.parametrize("weights", WEIGHTS)
def test_every_pair_of_up_to_three_words(weights: str) -> None:
    problem = Problem(PHRASES, FOUR_WORDS, FREQUENT, WEIGHTS[weights])
    assert_as_by_trying_all(*every_pair(3, 3), problem)


# --- Sentences of any words


def made_up(
    rng: random.Random, *, words: int = 6, phrases: bool = False, only_in_references: bool = True
) -> Problem:
    vectors = [None if rng.random() < 0.2 else unit(rng.uniform(0, 6.3)) for _ in range(words)]
    spelt = ["".join(rng.choices("ab", k=rng.randrange(4))) for _ in range(words)]
    doubtful = [only_in_references and rng.random() < 0.2 for _ in range(words)]
    stage_weights = [rng.choice([ONE, ONE // 2, 1, rng.randrange(1, ONE)]) for _ in range(5)]

    def phrase() -> tuple[int, ...]:
        return tuple(rng.choices(range(words), k=rng.randint(1, 3)))

    return Problem(
        Knowledge(
            (*stage_weights[:3], stage_weights[4]),
            stems=[rng.randrange(words) for _ in range(words)],
            classes=[set(rng.sample(range(5), rng.randrange(3))) for _ in range(words)],
            pairs=[(phrase(), phrase()) for _ in range(4)] if phrases else (),
        ),
        [Word(*word) for word in zip(vectors, doubtful, spelt, strict=True)],
        [rng.random() < 0.4 for _ in range(words)],
        drawn_weights(rng, rng.choice([1.0, 3.0, 8.0, 50.0])),
        Least(rng.choice([1e-9, 0.3, 0.8])),
        stage_weights[3],
    )


def problems(**kinds: Any) -> st.SearchStrategy[Problem]:
    return st.randoms(use_true_random=False).map(lambda rng: made_up(rng, **kinds))


def sentences(longest: int, words: int = 6) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, words - 1), max_size=longest)


@given(problems(phrases=True), sentences(7), sentences(7))
def test_few_words(problem: Problem, one: list[int], other: list[int]) -> None:
    assert_as_by_trying_all([one], [other], problem)


@pytest.mark.slow
def test_many_problems() -> None:
    rng = random.Random(7)
    for _ in range(150):
        problem = made_up(rng, phrases=rng.random() < 0.5, words=rng.choice([3, 6]))
        words = range(len(problem.words))
        sides = [[rng.choices(words, k=rng.randrange(10)) for _ in range(8)] for _ in range(2)]
        assert_as_by_trying_all(*sides, problem)


@pytest.mark.parametrize("others", [3, 7, 8, 9, 10, 16, 20])
def test_far_jumps(others: int) -> None:
    # One word with many, and two: of short distances and long ones, to the right and to the left.
    rng = random.Random(others)
    words = [Word(unit(k / 10)) for k in range(others)]
    for _ in range(4):
        weights = drawn_weights(rng, 2)._replace(similarity=0, rival=0, exact=-9)
        # Frequent words, so that the same word on both sides is not obvious.
        problem = Problem(Knowledge((ONE, 0, 0, 0)), words, [True] * others, weights)
        order = rng.sample(range(others), others)
        sides = [[0], order, [0, 1], order], [order, [0], order, [0, 1]]
        assert_as_by_trying_all(*sides, problem)


@pytest.mark.slow
@given(problems(words=15), sentences(20, 15), sentences(20, 15))
def test_many_words(problem: Problem, one: list[int], other: list[int]) -> None:
    assert_as_by_trying_all([one], [other], problem)


@pytest.mark.slow
@pytest.mark.parametrize("before", [0, 3, 12, 30])
@pytest.mark.parametrize("behind", [0, 9, 20])
def test_stretches_between_obvious_links(before: int, behind: int) -> None:
    # Three words between two that have their equals, among others that are far away or near.
    rng = random.Random(before + behind)
    words = [Word(unit(rng.uniform(0, 1.5))) for _ in range(10)]
    for _ in range(4):
        weights = drawn_weights(rng, 2)
        frequent = [rng.random() < 0.5 for _ in range(8)]
        problem = Problem(Knowledge((ONE, 0, 0, 0)), words, [False, False, *frequent], weights)
        here = rng.choices(range(2, 6), k=6)
        there = rng.choices(range(6, 10), k=before + 4 + behind)
        hypothesis = [*here[:2], 0, *here[2:5], 1, *here[5:]]
        reference = [*there[:before], 0, *there[before : before + 4], 1, *there[before + 4 :]]
        (matches,) = searched([hypothesis], [reference], problem)
        obvious = problem.sentences(hypothesis, reference, matches).obvious()
        assert obvious == {(2, before), (6, before + 5)}
        assert_as_by_trying_all([hypothesis, reference], [reference, hypothesis], problem)


# Words 0 to 4 are rare, 5 to 9 frequent; what matches is the same word.
@pytest.mark.parametrize(
    ("hypothesis", "reference", "obvious"),
    [
        ([0], [0], {(0, 0)}),  # rare and uncrossed
        ([5], [5], set()),  # only uncrossed
        ([0, 1], [1, 0], set()),  # rare, but they cross
        ([5, 6], [5, 6], {(0, 0), (1, 1)}),  # a neighbour, and uncrossed
        ([0, 5, 6], [5, 6, 0], set()),  # a neighbour, or rare, but crossed
        ([0, 5, 6, 7], [5, 6, 7, 0], {(2, 1)}),  # neighbours on both sides
        ([0, 5], [5, 0], {(0, 1)}),  # crosses only what no sign speaks for
        ([0, 1, 2], [2, 0, 1], {(0, 1), (1, 2)}),  # rare, with a neighbour
        ([0, 8, 1], [0, 9, 1], {(0, 0), (2, 2)}),  # words without a match count between them
        ([0, 3], [4, 0], {(0, 1)}),  # crosses a phrase, which does not count
        ([5, 3], [5, 4], set()),  # beside a phrase
    ],
)
def test_two_signs_make_a_match_obvious(
    hypothesis: Sentence, reference: Sentence, obvious: set[tuple[int, int]]
) -> None:
    words = [Word(unit(k / 10)) for k in range(10)]
    frequent = [False] * 5 + [True] * 5
    # The model would rather link any other words.
    weights = likely_weights()._replace(exact=-50, frequent_exact=-50, vectors=50)
    known = Knowledge((ONE, 0, 0, ONE), pairs=[((3,), (4,))])
    problem = Problem(known, words, frequent, weights)
    (matches,) = searched([hypothesis], [reference], problem)
    assert problem.sentences(hypothesis, reference, matches).obvious() == obvious
    (links,) = linked([hypothesis], [reference], problem)
    assert obvious <= set(links)
    assert_as_by_trying_all([hypothesis], [reference], problem)


@pytest.mark.parametrize("step", [-1024, -512, -1, 0, 3, 512, 1000])
def test_cosines_count_in_steps(step: int) -> None:
    # A factor of 3/7 makes a probability of 0.3. This step is too little for it, the next enough.
    nothing = Weights(*[0.0] * 12, jumps=(0.0,) * JUMPS)
    constant = math.log(3 / 7) - 50 * (step + 0.5) / 1024
    weights = nothing._replace(vectors=constant, similarity=50.0)
    for eighths, links in ((3, {}), (4, {(0, 0): VECTORS})):  # half of a step counts as a whole one
        words = [Word((LENGTH, 0)), Word((LENGTH // 1024 * step + eighths, 0))]
        problem = Problem(Knowledge((ONE, 0, 0, 0)), words, [False] * 2, weights, Least(1.0))
        assert linked([[0]], [[1]], problem) == [links]
        assert_as_by_trying_all([[0]], [[1]], problem)


def test_unlike_words_are_no_rivals() -> None:
    # Two words for one partner: one is similar to it, the other the opposite.
    words = [Word(unit(0)), Word(unit(0.3)), Word(unit(3.2))]
    for rival in (-50.0, 50.0):
        weights = likely_weights()._replace(rival=rival)
        problem = Problem(Knowledge((ONE, 0, 0, 0)), words, [False] * 3, weights)
        assert_as_by_trying_all([[1, 2], [2, 1], [0]], [[0], [0], [1, 2]], problem)


def test_a_word_that_a_phrase_outweighs_matches_nothing_else() -> None:
    # Words 0 and 1 have one stem, but their paraphrase weighs more.
    known = Knowledge((ONE, ONE // 2, 0, ONE), stems=[0, 0, 1], pairs=[((0,), (1,))])
    words = [Word(unit(0)), Word(unit(0.8)), Word(unit(0.1))]
    weights = likely_weights()._replace(unlinked=20)
    problem = Problem(known, words, [False] * 3, weights)
    assert linked([[0, 0]], [[1, 2]], problem) == [{(0, 0): PARAPHRASE, (1, 1): VECTORS}]
    assert_as_by_trying_all([[0, 0]], [[1, 2]], problem)


def test_a_neighbour_takes_the_place_of_a_synonym_elsewhere() -> None:
    # Words 0 and 1 are synonyms; 1 and 2 have nearly the same vector.
    words = [Word(unit(0)), Word(unit(2)), Word(unit(0.1)), Word(None), Word(None)]
    known = Knowledge((ONE, 0, ONE, 0), classes=[{0}, {0}, set(), set(), set()])
    problem = Problem(known, words, [False] * 5, likely_weights())
    sides = [[3, 0, 4, 4, 4, 4]], [[3, 2, 4, 4, 4, 4, 1]]
    kept = {(k, k): 0 for k in (0, 2, 3, 4, 5)}
    assert rows_of(raw(*sides, problem, fitted=None)) == [{**kept, (1, 6): 2}]
    assert linked(*sides, problem) == [{**kept, (1, 1): VECTORS}]


def test_phrases_stay_whatever_their_words_are_similar_to() -> None:
    words = [Word(unit(0)), Word(unit(1)), Word(None), Word(unit(0))]
    known = Knowledge((ONE, 0, 0, ONE), pairs=[((0, 1), (2,))])
    problem = Problem(known, words, [False] * 4, likely_weights())
    phrase = {(0, 0): PARAPHRASE, (1, 0): PARAPHRASE}
    assert linked([[0, 1], [0]], [[2, 3], [2, 3]], problem) == [phrase, {(0, 1): VECTORS}]


def test_links_are_as_likely_as_three_in_ten() -> None:
    # A word with others that are as likely as no partner.
    words = [Word(unit(0)), Word(unit(0.1))]
    nothing = Weights(*[0.0] * 12, jumps=(0.0,) * JUMPS)
    problem = Problem(Knowledge((ONE, 0, 0, 0)), words, [False] * 2, nothing, Least(1.0))
    for count in range(1, 14):
        # In one direction 1 of count + 1, in the other all words have the same partner or none.
        likely = math.sqrt(1 / (count + 1) / 2)
        found = oracle.link_probabilities(problem.sentences([0], [1] * count), nothing)
        assert list(found.values()) == pytest.approx([likely] * count)
    assert_as_by_trying_all([[0]] * 14, [[1] * count for count in range(14)], problem)
    for size in range(1, 12):  # each of size + 1 choices is as likely, in both directions
        (links,) = linked([[0] * size], [[1] * size], problem)
        assert links == ({(k, k): VECTORS for k in range(size)} if size < 3 else {})


@given(problems(), sentences(6), sentences(6), st.data())
def test_a_word_that_matches_nothing_changes_no_link(
    problem: Problem, one: list[int], other: list[int], data: st.DataObject
) -> None:
    new = len(problem.words)
    known = problem.knowledge
    problem = problem._replace(
        knowledge=known._replace(stems=[*known.stems, 99], classes=[*known.classes, set()]),
        words=[*problem.words, Word(None)],
        frequent=[*problem.frequent, data.draw(st.booleans())],
    )
    (links,) = linked([one], [other], problem)
    for side, sentence in enumerate((one, other)):
        for place in range(len(sentence) + 1):
            longer = [*sentence[:place], new, *sentence[place:]]
            (found,) = linked(*(([longer], [other]) if side == 0 else ([one], [longer])), problem)
            moved = {
                (i + (side == 0 and i >= place), j + (side == 1 and j >= place)): stage
                for (i, j), stage in links.items()
            }
            assert found == moved


# The search need not choose the same matches, nor the links be the same: by vectors a word of the
# hypothesis is matched with the most similar words of the reference only.
@given(problems(only_in_references=False), sentences(6), sentences(6))
def test_probabilities_are_the_same_in_both_directions(
    problem: Problem, one: list[int], other: list[int]
) -> None:
    (matches,) = searched([one], [other], problem)
    there = problem.sentences(one, other, matches)
    likely = oracle.link_probabilities(there, problem.weights)
    back = oracle.link_probabilities(there.turned(), problem.weights)
    assert {(j, i): p for (i, j), p in back.items()} == pytest.approx(likely, abs=1e-9)
    assert {(j, i) for i, j in there.turned().obvious()} == there.obvious()
    (links,) = linked([one], [other], problem)
    (turned,) = linked([other], [one], problem)
    back_again = {(i, j): stage for (j, i), stage in turned.items()}
    is_sure = all(likely.get(link, 1) >= oracle.LEAST for link in {**links, **back_again})
    (searched_back,) = searched([other], [one], problem)
    if is_sure and {m[:2] for m in searched_back} == {(m[1], m[0]) for m in matches}:
        assert back_again == links


def test_sentences_without_words() -> None:
    problem = Problem(LEXICAL, FOUR_WORDS, FREQUENT, likely_weights())
    assert linked([[], [0], [], [3]], [[0], [], [], [0]], problem) == [{}] * 4
    assert linked([], [], problem) == []


@pytest.mark.slow
def test_very_long_sentences_keep_what_was_chosen() -> None:
    # Words with the same stem are chosen crosswise, but the model wants the first two side by side.
    problem = Problem(
        Knowledge((ONE, ONE, 0, 0), stems=[0, 1, 0, 1, 4]),
        [*(Word(unit(k / 10)) for k in range(4)), Word(None)],
        [False] * 5,
        likely_weights()._replace(stem=-50, vectors=50),
    )
    for size, others in ((400, 400), (512, 512), (512, 513), (2, 4000), (2, 140_000)):
        sides = [[0, 1] + [4] * (size - 2), [3, 2] + [4] * (others - 2)]
        (links,) = linked([sides[0]], [sides[1]], problem)
        by_stem, side_by_side = {(0, 1): 1, (1, 0): 1}, {(0, 0): VECTORS, (1, 1): VECTORS}
        is_long = size * others > 2**18
        expected = by_stem if is_long else side_by_side
        assert links == {**expected, **{(k, k): 0 for k in range(2, size)}}


@pytest.mark.parametrize("sign", [-50, 50])
@pytest.mark.parametrize("other_sign", [-50, 50])
@pytest.mark.parametrize("jump_sign", [-50, 50])
def test_the_largest_weights_make_probabilities(
    sign: float, other_sign: float, jump_sign: float
) -> None:
    jumps = (jump_sign,) * 6 + (-jump_sign,) * 5
    signs = dict.fromkeys(Weights._fields, sign)
    signs |= {"unlinked": other_sign, "unlinked_frequent": other_sign, "jumps": jumps}
    # Longer than a vector should be, so that cosines are as small as they can be.
    words = [Word((2 * LENGTH, 0)), Word((-2 * LENGTH, 0)), Word(unit(1)), Word(unit(2.5))]
    problem = Problem(Knowledge((ONE, 0, 0, 0)), words, FREQUENT, Weights(**signs))
    rng = random.Random(4)
    sides = [[rng.choices(range(4), k=8) for _ in range(2)] for _ in range(2)]
    assert_as_by_trying_all(*sides, problem)


def test_no_row_leaves_anything_behind_for_the_next() -> None:
    rng = random.Random(5)
    problem = Problem(PHRASES, FOUR_WORDS, FREQUENT, likely_weights())
    sides = [[rng.choices(range(4), k=rng.randrange(12)) for _ in range(300)] for _ in range(2)]
    rows = linked(*sides, problem)
    assert rows == linked(*(side[::-1] for side in sides), problem)[::-1]
    for threads in (2, 3):
        fitted = problem.fitted()
        assert rows == rows_of(raw(*sides, problem, fitted=fitted, threads=threads))


# --- Arguments of the kernel


GOOD = Problem(LEXICAL, FOUR_WORDS, FREQUENT, likely_weights())
NAMES = [name for name in Weights._fields if name != "jumps"]


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf"), 50.1, -1e300])
def test_weights_out_of_range_are_refused(bad: float) -> None:
    weights = likely_weights()
    changes = [{name: bad} for name in NAMES]
    changes += [{"jumps": (*weights.jumps[:k], bad, *weights.jumps[k + 1 :])} for k in (0, 5, 10)]
    for change in changes:
        problem = GOOD._replace(weights=weights._replace(**change))
        with refused(InputError):
            linked([[0]], [[1]], problem)


def test_every_word_must_be_frequent_or_not() -> None:
    for frequent in ([], FREQUENT[:3]):
        with refused(InputError):
            linked([[0]], [[0]], GOOD._replace(frequent=frequent))
    more = GOOD._replace(frequent=[*FREQUENT, True])
    assert linked([[0, 1]], [[1, 0]], more) == linked([[0, 1]], [[1, 0]], GOOD)


def test_a_model_without_vectors_is_refused() -> None:
    with refused(InputError):
        linked([[0]], [[0]], GOOD._replace(weight=0))


@pytest.mark.parametrize("jumps", [[], [0.0] * 10, [0.0] * 12, None, ["x"] * 11])
def test_jumps_of_another_kind_are_refused(jumps: Any) -> None:
    with pytest.raises(TypeError):
        _kernels.LinkWeights(**{**likely_weights()._asdict(), "jumps": jumps})


@pytest.mark.parametrize("frequent", [np.zeros(4), np.zeros((2, 2), np.uint8), [0], None])
def test_marks_of_another_kind_are_refused(frequent: Any) -> None:
    weights = _kernels.LinkWeights(**likely_weights()._asdict())
    with pytest.raises((InputError, TypeError)):
        _kernels.FittedLinks(weights, frequent)


# --- wordllama


@pytest.fixture(scope="module")
def matcher() -> Matcher:
    pytest.importorskip("wordllama")
    pytest.importorskip("tokenizers")
    return Matcher("en", vectors="wordllama")


@pytest.mark.slow
def test_a_similar_word_in_place_is_likelier_than_a_synonym_elsewhere(matcher: Matcher) -> None:
    hypothesis = "the big house near the river was sold last year"
    reference = "the huge house near the river was sold last year for a large sum"
    assert (1, 12) in links_of(Matcher("en"), hypothesis, reference)
    found = links_of(matcher, hypothesis, reference)
    assert (1, 1) in found
    assert (1, 12) not in found


def links_of(matcher: Matcher, hypothesis: str, reference: str) -> dict[tuple[int, int], str]:
    batch = matcher.match([hypothesis], [reference])
    links = [(int(i), int(j)) for i, j in batch.alignments[0].links]
    return dict(zip(links, batch.stages_of(0), strict=True))


@pytest.mark.slow
def test_the_signature_names_the_weights(matcher: Matcher, tmp_path: Path) -> None:
    fitted = LinkWeights.of("en")
    assert fitted is not None
    assert f"|links:{fitted.name}|" in matcher.signature
    assert fitted.name.startswith("en-")
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("big 1 0\nlarge 1 0.1\n")
    assert "links:" not in Matcher("en", vectors=vectors).signature
    assert "links:" not in Matcher("en").signature
    assert "links:" not in Matcher("en", vectors="wordllama", stages=["exact", "stem"]).signature


@pytest.mark.slow
def test_a_matcher_gives_the_same_links_after_pickling_and_with_threads(matcher: Matcher) -> None:
    rng = random.Random(6)
    words = ["the", "a", "big", "large", "huge", "house", "home", "homes", "sold", ",", "."]
    sides = [[" ".join(rng.choices(words, k=rng.randrange(15))) for _ in range(200)] for _ in "12"]
    again = pickle.loads(pickle.dumps(matcher))
    assert again.signature == matcher.signature
    batches = [matcher.match(*sides, threads=1), again.match(*sides, threads=2)]
    one, other = ([str(row) for row in batch.alignments] for batch in batches)
    assert one == other
    assert batches[0].stages.tolist() == batches[1].stages.tolist()
