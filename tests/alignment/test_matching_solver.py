"""The best set of matches, against every set of matches; and inputs that are hard for a search."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import sys
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching

from kernel_calls import match_words
from messages import refused
from oracles import matching as oracle
from oracles.matching import Knowledge, Match, Value
from strategies import ragged
from wordorder._kernels import Interner, MatchedWords, ParaphraseTable
from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from hypothesis.strategies import DrawFn

    Sentence = Sequence[int]
    Problem = tuple[Sentence, Sentence, Knowledge]

ONE = 1 << 20  # the kernel's weight of 1
EXACT_ONLY = Knowledge((ONE, 0, 0, 0))

# A refusal, not a crash and not a result.
REFUSED = (InputError, TypeError, ValueError)


class Row(NamedTuple):
    """What the kernel says of one sentence pair."""

    links: dict[tuple[int, int], int]  # with their stages
    exact: bool
    covered: int
    chunks: int


NOTHING = Row({}, exact=True, covered=0, chunks=0)


def paraphrase_table(pairs: Iterable[oracle.Pair], words: int) -> ParaphraseTable:
    interner = Interner()
    interner.intern(" ".join(f"w{word}" for word in range(words)).encode())
    table = ParaphraseTable(interner, "table")
    for pair in pairs:
        phrases = (" ".join(f"w{word}" for word in phrase) for phrase in pair)
        table.add("\n".join(["0.5", *phrases, ""]).encode())
    table.finish()
    return table


def raw(
    hypotheses: Sequence[Sentence],
    references: Sequence[Sentence],
    knowledge: Knowledge = EXACT_ONLY,
    words: int | None = None,
) -> MatchedWords:
    if words is None:
        words = 1 + max(itertools.chain([-1], *hypotheses, *references))
    return match_words(
        ragged(hypotheses),
        ragged(references),
        words,
        np.array(knowledge.stems, np.int32) if knowledge.weights[oracle.STEM] else None,
        ragged(map(sorted, knowledge.classes)) if knowledge.weights[oracle.SYNONYM] else None,
        paraphrase_table(knowledge.pairs, words) if knowledge.weights[oracle.PARAPHRASE] else None,
        [
            *knowledge.weights[:3],
            0,
            knowledge.weights[3],
        ],  # without vectors, which the oracle lacks
        threads=1,
    )


def solved(*arguments: Any) -> list[Row]:
    found = raw(*arguments)
    stages = found.stages.clip(max=oracle.PARAPHRASE)
    ends = zip(found.links.sources.tolist(), found.links.targets.tolist(), strict=True)
    all_pairs, rows = list(ends), []
    counts = zip(found.exact.tolist(), found.covered.tolist(), found.chunks.tolist(), strict=True)
    bounds = itertools.pairwise(found.links.offsets.tolist())
    for (start, end), (exact, covered, chunks) in zip(bounds, counts, strict=True):
        pairs = all_pairs[start:end]
        assert pairs == sorted(set(pairs)), "links are sorted, and none is there twice"
        links = dict(zip(pairs, stages[start:end].tolist(), strict=True))
        rows.append(Row(links, bool(exact), covered, chunks))
    return rows


def matches_of(row: Row, knowledge: Knowledge) -> list[Match]:
    """The matches that the links stand for: phrases are linked all with all, by one stage."""
    matches = []
    for hypothesis, reference, stages in oracle.components(row.links):
        assert len(stages) == 1
        stage = min(stages)
        spans = [range(min(side), max(side) + 1) for side in (hypothesis, reference)]
        assert [set(span) for span in spans] == [hypothesis, reference]
        matches.append(Match(*spans, knowledge.weights[stage], stage))
    assert sum(len(m.hypothesis) * len(m.reference) for m in matches) == len(row.links)
    return matches


def checked_value(
    row: Row, hypothesis: Sentence, reference: Sentence, knowledge: Knowledge
) -> Value:
    """The value of the links, after a look at all that must hold, best or not."""
    matches = matches_of(row, knowledge)
    for match in matches:
        one = tuple(hypothesis[match.hypothesis.start : match.hypothesis.stop])
        other = tuple(reference[match.reference.start : match.reference.stop])
        assert knowledge.stage(one, other) == match.stage
    value = oracle.value(matches, oracle.candidates(hypothesis, reference, knowledge))
    assert (row.covered, row.chunks) == (value.covered, oracle.chunks(matches))
    return value


def assert_best(problem: Problem, *, must_be_exact: bool = True) -> None:
    hypothesis, reference, knowledge = problem
    (row,) = solved([hypothesis], [reference], knowledge, WORDS)
    value = checked_value(row, hypothesis, reference, knowledge)
    best = oracle.best_value_by_table(oracle.candidates(hypothesis, reference, knowledge))
    assert row.exact or not must_be_exact
    assert value == best if row.exact else value <= best


# --- Sentences and what is known about their words


WORDS = 4  # of the vocabulary of drawn problems

WEIGHTS = st.one_of(
    st.just(ONE), st.sampled_from([1, ONE // 3, ONE // 2, ONE - 1]), st.integers(1, ONE)
)
STEMS = st.lists(st.integers(0, 2), min_size=WORDS, max_size=WORDS)
CLASSES = st.lists(st.sets(st.integers(0, 2)), min_size=WORDS, max_size=WORDS)
PHRASES = st.lists(st.integers(0, WORDS - 1), min_size=1, max_size=3).map(tuple)
PAIRS = st.lists(st.tuples(PHRASES, PHRASES), max_size=5)


@st.composite
def pairs_of_sentences(draw: DrawFn, max_size: int) -> tuple[list[int], list[int]]:
    word = st.integers(0, draw(st.integers(0, WORDS - 1)))
    return tuple(draw(st.lists(word, max_size=max_size)) for _ in range(2))


@st.composite
def problems(draw: DrawFn, max_size: int, *, equal: bool = False, phrases: bool = False) -> Problem:
    """Two sentences, and stages in use or not."""
    used = (True, draw(st.booleans()), draw(st.booleans()), phrases)
    weights = (draw(st.just(ONE) if equal else WEIGHTS) if in_use else 0 for in_use in used)
    stems, classes = draw(STEMS), draw(CLASSES)
    knowledge = Knowledge(tuple(weights), stems, classes, draw(PAIRS) if phrases else ())
    return *draw(pairs_of_sentences(max_size)), knowledge


# --- Small inputs: the same optimum as all sets of matches


@given(problems(4, phrases=True))
def test_the_table_finds_what_trying_all_sets_does(problem: Problem) -> None:
    matches = oracle.candidates(*problem)[:12]
    assert oracle.best_value_by_table(matches) == oracle.best_value(matches)


def every_sentence(words: int, longest: int) -> list[tuple[int, ...]]:
    return [s for size in range(longest + 1) for s in product(range(words), repeat=size)]


def every_pair(
    words: int, longest: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """All pairs of sentences, but only one of those that differ in the names of words alone."""
    pairs = product(every_sentence(words, longest), repeat=2)
    named = (pair for pair in pairs if is_named_in_order(itertools.chain(*pair)))
    hypotheses, references = zip(*named, strict=True)
    return hypotheses, references


def is_named_in_order(words: Iterable[int]) -> bool:
    known = 0
    for word in words:
        if word > known:
            return False
        known = max(known, word + 1)
    return True


def slow(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.slow)


@pytest.mark.parametrize(("words", "longest"), [(1, 5), (2, 4), slow(3, 4), slow(2, 5), slow(4, 4)])
def test_every_short_pair_is_matched_best(words: int, longest: int) -> None:
    hypotheses, references = every_pair(words, longest)
    rows = solved(hypotheses, references)
    for row, hypothesis, reference in zip(rows, hypotheses, references, strict=True):
        best = oracle.best_value(oracle.candidates(hypothesis, reference, EXACT_ONLY))
        assert row.exact
        assert checked_value(row, hypothesis, reference, EXACT_ONLY) == best


# All words may differ, so that a name says nothing: every pair as it is.
KNOWN = {
    "one stem": Knowledge((ONE, ONE, 0, 0), stems=[0, 0, 1]),
    "a stem worth less": Knowledge((ONE, ONE // 2, 0, 0), stems=[0, 0, 1]),
    "a stem worth more": Knowledge((ONE // 2, ONE, 0, 0), stems=[0, 0, 0]),
    "a chain of synonyms": Knowledge((ONE, 0, ONE, 0), classes=[{0}, {0, 1}, {1}]),
    "all": Knowledge((ONE, ONE // 3, ONE // 2, 0), stems=[0, 1, 0], classes=[{0}, {0}, set()]),
    "2-1": Knowledge((ONE, 0, 0, ONE), pairs=[((0, 1), (1,))]),
    "1-3": Knowledge((ONE, 0, 0, ONE // 2), pairs=[((0,), (1, 0, 1)), ((1,), (0,))]),
    "2-2": Knowledge((1, 0, 0, ONE), pairs=[((0, 0), (0, 1)), ((1,), (1, 1))]),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words", "longest"),
    [
        *((name, 2, 3) for name in KNOWN),
        ("a chain of synonyms", 3, 3),
        *(slow(name, 2, 4) for name in KNOWN),
        *(slow(name, 3, 3) for name in KNOWN),
        slow("a chain of synonyms", 3, 4),
    ],
)
def test_every_short_pair_is_matched_best_by_every_stage(
    name: str, words: int, longest: int
) -> None:
    knowledge = KNOWN[name]
    pairs = list(product(every_sentence(words, longest), repeat=2))
    hypotheses, references = zip(*pairs, strict=True)
    rows = solved(hypotheses, references, knowledge, 3)
    for row, hypothesis, reference in zip(rows, hypotheses, references, strict=True):
        best = oracle.best_value_by_table(oracle.candidates(hypothesis, reference, knowledge))
        assert row.exact
        assert checked_value(row, hypothesis, reference, knowledge) == best


@given(pairs_of_sentences(7))
@example(([0, 0, 0, 1, 1, 1, 0], [1, 1, 0, 0, 0, 1, 0]))
@example(([0] * 7, [0] * 7))
def test_equal_words_are_matched_best(pair: tuple[list[int], list[int]]) -> None:
    assert_best((*pair, EXACT_ONLY))


@pytest.mark.slow
@settings(max_examples=60)  # the commonest case, and that with the most short cuts
@given(problems(7, equal=True))
def test_words_of_equal_worth_are_matched_best(problem: Problem) -> None:
    assert_best(problem)


@given(problems(5))
def test_words_of_unequal_worth_are_matched_best(problem: Problem) -> None:
    assert_best(problem)


@given(problems(5, phrases=True))
def test_phrases_are_matched_best(problem: Problem) -> None:
    assert_best(problem)


@given(problems(7, phrases=True))
def test_what_is_called_exact_is_the_best(problem: Problem) -> None:
    assert_best(problem, must_be_exact=False)


@pytest.mark.slow
@settings(max_examples=1500)
@given(st.one_of(problems(9), problems(8, phrases=True), problems(10, equal=True)))
def test_what_is_called_exact_is_the_best_of_more_words(problem: Problem) -> None:
    assert_best(problem, must_be_exact=False)


# With so few words there is no need to guess. Each was once matched worse than this.
GUESSED = {
    "one word too often": (
        [1, 0, 0, 1, 1, 0, 0],
        [1],
        EXACT_ONLY,
        Value(2 * ONE, -1, 0, (1, 0, 0), 0, 0),
    ),
    "a chain of synonyms": (
        [1, 0, 0],
        [1, 3],
        Knowledge((ONE, 0, ONE, 0), classes=[{0}, {0, 2}, {1}, {2}]),
        Value(4 * ONE, -2, -2, (0, 0, 2), -2, -2),
    ),
    "six words, phrases": (
        [0, 2, 1, 1, 1, 0],
        [2, 2, 2, 2, 1, 0],
        Knowledge(
            (ONE, 0, 0, 366316),
            pairs=[((0, 2), (1,)), ((2,), (2, 2)), ((1,), (2,)), ((2, 1, 0), (0,))],
        ),
        Value(7756720, -1, 0, (3, 0, 0), 0, -30),
    ),
    "seven words, weights": (
        [2, 1, 2, 3, 1, 3, 2],
        [2, 0, 3, 0, 3, 1, 3],
        Knowledge((ONE, 1, 61849, 0), stems=[1, 0, 1, 1], classes=[{1}, {0, 1, 2}, {2}, {1}]),
        Value(8512310, -2, -12, (4, 2, 1), -42, -42),
    ),
    "fourteen words": (
        [0, 1, 2, 1, 3, 1, 4, 5, 6, 1, 1, 2, 4, 0],
        [2, 7, 4, 5, 1, 0, 1, 1, 1],
        EXACT_ONLY,
        Value(16 * ONE, -4, -28, (8, 0, 0), -102, -56),
    ),
    "twenty words": (
        [0, 1, 2, 3, 4, 4, 3, 0, 5, 3, 6, 7, 4, 4, 6, 0, 0, 2, 0, 4],
        [0, 1, 2, 0, 5, 8, 4, 4, 3, 0, 6, 7, 4, 3],
        EXACT_ONLY,
        Value(26 * ONE, -6, -24, (13, 0, 0), -96, -168),
    ),
}


@pytest.mark.parametrize("name", GUESSED)
def test_few_words_need_no_guess(name: str) -> None:
    hypothesis, reference, knowledge, best = GUESSED[name]
    (row,) = solved([hypothesis], [reference], knowledge)
    value = checked_value(row, hypothesis, reference, knowledge)
    assert (value, row.exact) == (best, True)


@pytest.mark.slow
@pytest.mark.parametrize("name", GUESSED)
def test_nothing_is_better_than_what_was_missed(name: str) -> None:
    *problem, best = GUESSED[name]
    assert oracle.best_value_by_table(oracle.candidates(*problem)) == best


# --- The stage of a link


@pytest.mark.parametrize("weights", list(product([0, 1, ONE // 2, ONE], repeat=3)))
def test_the_stage_with_the_largest_weight_matches(weights: tuple[int, int, int]) -> None:
    known = {"stems": [0, 0], "classes": [{0}, {0}], "pairs": [((0,), (1,)), ((0,), (0,))]}
    largest = max(weights)
    # One word twice, which is no paraphrase; then two words, which all but the first stage match.
    for reference, stages in (0, (0, 1, 2)), (1, (1, 2, 3)):
        weight_of = dict(zip(stages, weights, strict=True))
        of_all = tuple(weight_of.get(stage, ONE) for stage in range(4))
        (row,) = solved([[0]], [[reference]], Knowledge(of_all, **known), 2)
        first = next(stage for stage in stages if weight_of[stage] == largest)
        assert row == (Row({(0, 0): first}, True, 2 * largest, 1) if largest else NOTHING)


# --- What must hold whatever the size


@given(problems(7, phrases=True))
def test_the_best_value_does_not_depend_on_the_direction(problem: Problem) -> None:
    one, other, knowledge = problem
    there, back = solved([one, other], [other, one], knowledge, WORDS)
    if there.exact and back.exact:
        value = checked_value(there, one, other, knowledge)
        assert value == checked_value(back, other, one, knowledge)


# Without phrases: a word inside one breaks it.
@given(problems(6), st.lists(st.integers(0, 6), max_size=6), st.booleans())
def test_words_that_match_nothing_change_nothing(
    problem: Problem, places: list[int], turned: bool
) -> None:
    *sides, knowledge = problem
    known = knowledge._replace(
        stems=[*knowledge.stems, 3], classes=[*knowledge.classes, ()]
    )  # of one word more, on one side only
    changed = list(sides[turned])
    for place in sorted(places, reverse=True):
        changed.insert(place, WORDS)
    kept = [i for i, word in enumerate(changed) if word != WORDS]
    longer = (sides[0], changed) if turned else (changed, sides[1])
    plain, padded = (solved([one], [other], known, WORDS + 1)[0] for one, other in (sides, longer))
    moved = {((i, kept[j]) if turned else (kept[i], j)): s for (i, j), s in plain.links.items()}
    assert (padded.links, padded.exact, padded.covered) == (moved, plain.exact, plain.covered)


@pytest.mark.parametrize("pairs", [31, 32, slow(33), slow(64), slow(100)])
@settings(max_examples=6)
@given(problems(5, equal=True))
def test_more_contested_words_than_a_machine_word_has_bits(pairs: int, problem: Problem) -> None:
    # Pairs of words that all want each other, in the same place on both sides; then two words in
    # another order; then a small problem: its value is known, and the rest costs three chunks.
    hypothesis, reference, knowledge = problem
    first = WORDS + 2
    filler = [first + pair for pair in range(pairs) for _ in range(2)]
    longer = [*filler, WORDS, WORDS + 1, *hypothesis], [*filler, WORDS + 1, WORDS, *reference]
    known = knowledge._replace(
        stems=[*knowledge.stems, *range(3, pairs + 5)],
        classes=[*knowledge.classes, *[()] * (pairs + 2)],
    )
    (row,) = solved(*([side] for side in longer), known)
    small = oracle.best_value_by_table(oracle.candidates(hypothesis, reference, known))
    more = 2 * pairs + 2
    assert row.exact
    value = checked_value(row, *longer, known)
    assert value.minus_places <= small.minus_places - more * (more - 1)
    assert value._replace(minus_places=0) == Value(
        small.covered + 2 * more * ONE,
        small.minus_chunks - 3,
        small.minus_displacement - 2,
        (small.matches_by_stage[0] + more, *small.matches_by_stage[1:]),
        small.minus_squares - 2,
    )


COMMONNESS = list(itertools.accumulate(1 / (rank + 1.7) for rank in range(5000)))


def text(size: int, seed: int) -> list[int]:
    """Words about as common as those of an English text: of 100 words some 7 are the same."""
    return random.Random(seed).choices(range(5000), cum_weights=COMMONNESS, k=size)


def assert_sound(row: Row) -> None:
    """That single words are matched, each once, and that the numbers are those of the links."""
    assert len({i for i, _ in row.links}) == len({j for _, j in row.links}) == len(row.links)
    assert row.covered == 2 * ONE * len(row.links)
    assert row.chunks == chunks_of(row.links)


def chunks_of(links: Collection[tuple[int, int]]) -> int:
    return sum((i - 1, j - 1) not in links for i, j in links)


def assert_covers_the_most(hypothesis: Sentence, reference: Sentence) -> Row:
    """That no word is left that could be matched with the same word."""
    (row,) = solved([hypothesis], [reference])
    assert_sound(row)
    assert all(hypothesis[i] == reference[j] for i, j in row.links)
    assert len(row.links) == sum((Counter(hypothesis) & Counter(reference)).values())
    return row


def largest_matching(hypothesis: Sentence, reference: Sentence, knowledge: Knowledge) -> int:
    """How many words of each side can be matched at most, by any stage."""
    graph = [[knowledge.stage((a,), (b,)) is not None for b in reference] for a in hypothesis]
    partners = maximum_bipartite_matching(csr_matrix(np.array(graph, np.int8)), "column")
    return int((partners >= 0).sum())


@pytest.mark.slow
@settings(max_examples=5)
@given(st.integers(0, 10**6), st.integers(65, 150), st.integers(65, 150))
def test_long_sentences_cover_as_many_words_as_can_be(seed: int, n: int, m: int) -> None:
    rng = random.Random(seed)
    one, other = ([word % 200 for word in text(size, seed + size)] for size in (n, m + 100))
    known = Knowledge(
        (ONE, ONE, ONE, 0),
        stems=[rng.randrange(100) for _ in range(200)],
        classes=[{rng.randrange(50)} if rng.random() < 0.3 else set() for _ in range(200)],
    )
    (row,) = solved([one], [other], known)
    assert_sound(row)
    assert len(row.links) == largest_matching(one, other, known)
    assert all(known.stage((one[i],), (other[j],)) == s for (i, j), s in row.links.items())
    assert_covers_the_most(one, other)


@pytest.mark.slow
@pytest.mark.parametrize("size", [20, 40, slow(100)])
def test_unequal_weights_cover_as_much_as_can_be(size: int) -> None:
    # The largest sum of weights is an assignment problem, which is easy; what comes second is not.
    known = Knowledge(
        (ONE, ONE * 3 // 5, ONE * 4 // 5, 0),
        stems=[word // 3 for word in range(5000)],
        classes=[{word // 2 % 700} for word in range(5000)],
    )
    worse = []
    for seed in range(800 // size):
        one, other = text(size, 2 * seed), text(size, 2 * seed + 1)
        stages = [[known.stage((a,), (b,)) for b in other] for a in one]
        weights = np.array([[known.weights[s] if s is not None else 0 for s in r] for r in stages])
        most = 2 * int(weights[linear_sum_assignment(weights, maximize=True)].sum())
        (row,) = solved([one], [other], known)
        if row.covered != most:
            worse.append((seed, row.covered / ONE, most / ONE, row.exact))
    assert worse == [], "(seed, covered, most that can be, whether that is called exact)"


@pytest.mark.parametrize("size", [6, 10, 12, 20])
def test_more_paraphrases_of_a_word_never_cover_less(size: int) -> None:
    sides = [[0] * size], [[1] * size]
    pairs = [((0,) * i, (1,) * j) for i in (1, 2) for j in (1, 2)]
    (few,) = solved(*sides, Knowledge((ONE, 0, 0, ONE), pairs=pairs[:1]))
    (many,) = solved(*sides, Knowledge((ONE, 0, 0, ONE), pairs=pairs))
    assert few.covered == 2 * size * ONE
    assert many.covered == few.covered


@pytest.mark.parametrize("size", [10, 40, slow(80)])
def test_paraphrases_never_cover_less_than_equal_words_do(size: int) -> None:
    rng = random.Random(1)
    phrases = [
        tuple(word % 200 for word in text(rng.choice([1, 1, 2, 3]), seed)) for seed in range(4000)
    ]
    known = Knowledge((ONE, 0, 0, ONE), pairs=list(zip(phrases[::2], phrases[1::2], strict=True)))
    sides = [[[w % 200 for w in text(size, 2 * k + s)] for k in range(40)] for s in (0, 1)]
    without, with_them = solved(*sides, EXACT_ONLY, 200), solved(*sides, known, 200)
    worse = [
        (seed, with_them[seed].covered / ONE, row.covered / ONE)
        for seed, row in enumerate(without)
        if with_them[seed].covered < row.covered
    ]
    assert worse == [], "(seed, covered with paraphrases, covered without)"


def with_words_left_out(size: int, seed: int) -> tuple[list[int], list[int], int]:
    """A text, what is left of it, and the chunks of the alignment that says what is left."""
    rng = random.Random(seed)
    words = text(size, seed)
    is_kept = [rng.random() < 0.9 for _ in words]
    rest = [word for word, kept in zip(words, is_kept, strict=True) if kept]
    # A word that is left out everywhere says nothing about chunks.
    is_kept = [kept for word, kept in zip(words, is_kept, strict=True) if word in rest]
    whole = [word for word in words if word in rest]
    kept = [i for i, is_there in enumerate(is_kept) if is_there]
    chunks = 1 + sum(b != a + 1 for a, b in itertools.pairwise(kept))
    return whole, rest, chunks


# No search has to find the best of what is hard, but every one must come near to what anyone sees.
NEAR = 1.5


@pytest.mark.parametrize("size", [20, 40, 60, 100, 200, slow(1000)])
@pytest.mark.parametrize("turned", [False, True])
def test_a_text_with_words_left_out_is_recognised(size: int, turned: bool) -> None:
    worse = []
    for seed in range(max(3, 2000 // size)):
        whole, rest, chunks = with_words_left_out(size, seed)
        row = assert_covers_the_most(*((rest, whole) if turned else (whole, rest)))
        if row.chunks > chunks * (1 if row.exact else NEAR):
            worse.append((seed, row.chunks, chunks))
    assert worse == [], "(seed, chunks found, chunks of what was left out)"


@pytest.mark.parametrize("size", [30, 60, slow(150)])
def test_no_simple_way_is_much_better(size: int) -> None:
    # Hypothesis and reference can be swapped; and the longest stretches can be matched first.
    worse = []
    for seed in range(1200 // size):
        texts = text(size, 2 * seed), text(size, 2 * seed + 1)
        one, other = ([w for w in side if all(w in t for t in texts)] for side in texts)
        rows = solved([one, other], [other, one])
        assert rows[0].covered == rows[1].covered
        others = rows[1].chunks, chunks_of(oracle.greedy_tiling(one, other))
        if rows[0].chunks > min(others) * (1 if rows[0].exact else NEAR):
            worse.append((seed, rows[0].chunks, *others))
    assert worse == [], "(seed, chunks, chunks of the other direction, of the longest stretches)"


# --- Hard inputs


def test_a_side_without_words_has_no_matches() -> None:
    assert solved([[], [0], [], [1]], [[0], [], [], [0]]) == [NOTHING] * 4
    assert solved([], []) == []
    known = Knowledge((ONE,) * 4, stems=[0], classes=[{0}], pairs=[((0,), (0, 0))])
    assert solved([[], [0], []], [[0], [], []], known) == [NOTHING] * 3


@pytest.mark.parametrize("size", [2, 5, 63, 64, 65, 500])
def test_the_same_word_again_and_again(size: int) -> None:
    (row,) = solved([[0] * size], [[0] * size])
    assert list(row.links) == [(i, i) for i in range(size)]
    assert (row.covered, row.chunks) == (2 * ONE * size, 1)
    assert row.exact or size > 64


@pytest.mark.parametrize(("one", "other"), [(4, 6), (20, 30), (50, 64), (65, 70), slow(500, 400)])
def test_the_same_word_more_often_on_one_side(one: int, other: int) -> None:
    for sides in (one, other), (other, one):
        row = assert_covers_the_most(*([0] * side for side in sides))
        assert list(row.links) == [(i, i) for i in range(min(sides))], sides
        assert row.chunks == 1


@pytest.mark.parametrize("shift", [10, 100, 1000])
@pytest.mark.parametrize("size", [64, 65, 100])
def test_the_same_words_far_away(size: int, shift: int) -> None:
    # All that could be matched with a word is on one side of its place.
    for sides in ([0] * size, [1] * shift + [0] * size), ([0] * size + [1] * shift, [0] * size):
        assert_covers_the_most(*sides)
        assert_covers_the_most(*sides[::-1])


@pytest.mark.parametrize("size", [20, 50, 200, slow(1000)])
def test_two_words_mixed_at_random(size: int) -> None:
    rng = random.Random(4)
    one, other = ([int(rng.random() < 0.4) for _ in range(size)] for _ in range(2))
    row = assert_covers_the_most(one, other)
    assert row.chunks <= chunks_of(oracle.greedy_tiling(one, other)) * (1 if row.exact else NEAR)


def test_a_thousand_words() -> None:
    assert_covers_the_most(text(1000, 1), text(1000, 2))
    order = random.Random(1).sample(range(1000), 1000)
    row = assert_covers_the_most(range(1000), order)
    assert row.exact
    assert row.links == {(word, place): 0 for place, word in enumerate(order)}


def test_a_long_row_leaves_nothing_behind_for_the_next() -> None:
    hypotheses = [text(120, 1), [0, 1], [], [0] * 80, [1, 0, 1]]
    references = [text(100, 2), [1, 0], [0], [0] * 90, [1, 1, 0]]
    together = solved(hypotheses, references)
    assert together == solved(hypotheses, references)
    for row, one, other in zip(together, hypotheses, references, strict=True):
        assert [row] == solved([one], [other])
    backwards = solved(hypotheses[::-1], references[::-1])
    assert backwards == together[::-1]


@pytest.mark.slow
def test_results_do_not_depend_on_names_or_hash_seeds() -> None:
    script = """
from wordorder.alignment.matching.matcher import Matcher
import random
rng = random.Random(3)
words = ["the", ",", "a", "dog", "dogs", "walks", "walked", "big", "large", "of"]
sides = [[" ".join(rng.choices(words, k=k)) for k in range(30)] for _ in range(2)]
batch = Matcher("en", stages=["exact", "stem"]).match(*sides)
print([array.tolist() for array in (batch.alignments.sources, batch.alignments.targets,
       batch.stages, batch.exact, batch.covered, batch.chunks)])
"""
    said = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "1")
    ]
    assert said[0] == said[1] != b""


@given(problems(7), st.permutations(range(WORDS)))
def test_the_numbers_of_words_do_not_matter(problem: Problem, names: list[int]) -> None:
    one, other, knowledge = problem
    renamed = knowledge._replace(
        stems=[knowledge.stems[names.index(word)] for word in range(WORDS)],
        classes=[knowledge.classes[names.index(word)] for word in range(WORDS)],
    )
    rows = solved([one], [other], knowledge, WORDS)
    assert rows == solved([[names[w] for w in one]], [[names[w] for w in other]], renamed, WORDS)


# The line is given to a process of its own, which is stopped when it takes far too long.
HUGE = r"""
import json, random, sys
import numpy as np
import wordorder.kernel_setup
from wordorder._kernels import Interner, ParaphraseTable, WordKnowledge, match_words
kind, size = sys.argv[1], int(sys.argv[2])
rng = random.Random(5)
def text(count):
    return [str(min(int(rng.paretovariate(1)), 50000)) for _ in range(count)]
pairs, table = [], b""
if kind == "one word":
    one, other = ["x"] * size, ["x"] * size
elif kind == "one word, more often":
    one, other = ["x"] * size, ["x"] * (size * 4 // 5)
elif kind == "two words":
    one, other = (rng.choices(["the", ","], k=size) for _ in range(2))
elif kind == "text":
    one, other = text(size), text(size)
elif kind == "same text":
    one = other = text(size)
elif kind == "words left out":
    one = text(size)
    other = [word for word in one if rng.random() < 0.9]
elif kind == "paraphrase of a word":
    one, other, table = ["x"] * size, ["y"] * size, b"0.5\nx\ny\n"
elif kind == "paraphrase of two words":
    one, other, table = ["x", "y"] * (size // 2), ["z"] * size, b"0.5\nx y\nz\n"
interner = Interner()
ids = [interner.intern(" ".join(side).encode()) for side in (one, other)]
paraphrases = ParaphraseTable(interner, "table")
paraphrases.add(table)
paraphrases.finish()
weight = 1 << 20
weights = [weight, 0, 0, 0, weight]
knowledge = WordKnowledge(len(interner), None, None, paraphrases, weights)
found = match_words(*ids, knowledge, 1)
print(json.dumps([len(found.stages), int(found.covered[0]), int(found.chunks[0])]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("one word", 100_000),
        ("one word, more often", 100_000),
        ("two words", 100_000),
        ("text", 100_000),
        ("same text", 100_000),
        ("words left out", 100_000),
        ("paraphrase of a word", 100_000),
        ("paraphrase of two words", 100_000),
    ],
)
def test_a_huge_line_takes_seconds(kind: str, size: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", HUGE, kind, str(size)],
        timeout=90,
        check=True,
        capture_output=True,
    )
    links, covered, chunks = json.loads(done.stdout)
    assert 0 < chunks <= links <= covered / ONE


# --- Arguments of the kernel


IDS = ragged([[0, 1]])


def test_good_arguments() -> None:
    stems, classes = np.zeros(2, np.int32), ragged([[0], [1]])
    weights = [ONE, ONE, ONE, 0, 0]
    found = match_words(IDS, IDS, 2, stems, classes, None, weights, 1)
    assert found.links.sources.tolist() == [0, 1]
    # Longer than need be, and without a weight nothing is looked at.
    more = np.zeros(9, np.int32)
    found = match_words(IDS, IDS, 2, more, ragged([[0]] * 9), None, weights, 1)
    assert found.covered == 4 * ONE
    found = match_words(IDS, IDS, 2, stems[:0], None, None, [ONE, 0, 0, 0, 0], 1)
    assert found.covered == 4 * ONE
    # Rows need not fill the array.
    part = np.array([7, 0, 1, 7], np.int32), np.array([1, 2, 3], np.int64)
    found = match_words(part, part, 2, None, None, None, [ONE, 0, 0, 0, 0], 1)
    assert found.links.offsets.tolist() == [0, 1, 2]


def offsets(*values: int) -> tuple[np.ndarray, np.ndarray]:
    return np.array([0, 1], np.int32), np.array(values, np.int64)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    "bad",
    [
        ragged([[0, 2]]),
        ragged([[-1, 0]]),
        ragged([[2**31 - 1]]),
        ragged([[-(2**31)]]),
        ragged([[0], [1]]),
        ragged([]),
        offsets(),
        offsets(-1, 2),
        offsets(0, 3),
        offsets(2, 0),
        offsets(0, 2**62),
        offsets(2**63 - 1, -(2**63)),
        (IDS[0], IDS[1].astype(str)),
        (IDS[0].reshape(1, 2), IDS[1]),
        IDS[0],
        None,
    ],
    ids=str,
)
def test_bad_words_are_refused(side: int, bad: Any) -> None:
    both = [IDS, IDS]
    both[side] = bad
    with pytest.raises(REFUSED):
        match_words(*both, 2, None, None, None, [ONE, 0, 0, 0, 0], 1)


@pytest.mark.parametrize(
    "changes",
    [
        {"words": 1},
        {"words": 0},
        {"words": -1},
        {"words": 2**64},
        {"words": None},
        {"stems": None},
        {"stems": np.zeros(1, np.int32)},
        {"stems": np.zeros((2, 2), np.int32)},
        {"synonyms": None},
        {"synonyms": ragged([[0]])},
        {"synonyms": ragged([])},
        {"synonyms": offsets()},
        {"synonyms": offsets(0, 1, 3)},
        {"synonyms": offsets(0, 2, 1)},
        {"synonyms": offsets(-1, 0, 1)},
        {"paraphrases": None, "weights": [ONE, 0, 0, 0, ONE]},
        {"paraphrases": "table"},
        {"weights": [-1, 0, 0, 0, 0]},
        {"weights": [ONE, 0, 0, 0, -1]},
        {"weights": [ONE + 1, 0, 0, 0, 0]},
        {"weights": [2**63, 0, 0, 0, 0]},
        {"weights": [0.5, 0, 0, 0, 0]},
        {"weights": None},
        {"weights": []},
        {"weights": [ONE]},
        {"weights": [ONE, 0, 0, 0, 0, 0]},
        {"threads": -1},
        {"threads": None},
    ],
    ids=str,
)
def test_bad_data_is_refused(changes: dict[str, Any]) -> None:
    good = {
        "words": 2,
        "stems": np.zeros(2, np.int32),
        "synonyms": ragged([[0], [0]]),
        "paraphrases": None,
        "weights": [ONE, ONE, ONE, 0, 0],
        "threads": 1,
    }
    assert len(match_words(IDS, IDS, **good).stages) == 2
    with pytest.raises(REFUSED):
        match_words(IDS, IDS, **{**good, **changes})


@pytest.mark.parametrize(
    "changes",
    [
        {"words": 2},
        {"references": IDS},
        {"stems": np.zeros(2, np.int32)},
        {"synonyms": IDS},
        {"weights": [ONE, 0, 0, 0, 1]},
        {"weights": [ONE, 0, 0, 0, -1]},
    ],
)
def test_messages_say_what_is_wrong(changes: dict[str, Any]) -> None:
    rows = ragged([[0], [1, 2]])
    good = {
        "hypotheses": rows,
        "references": rows,
        "words": 3,
        "stems": np.zeros(3, np.int32),
        "synonyms": ragged([[0]] * 3),
        "paraphrases": None,
        "weights": [ONE, ONE, ONE, 0, 0],
        "threads": 1,
    }
    with refused(InputError):
        match_words(**{**good, **changes})


def test_how_many_threads_is_for_the_caller_to_say() -> None:
    with pytest.raises(TypeError):
        match_words(IDS, IDS, 2, None, None, None, [ONE, 0, 0, 0, 0])  # type: ignore[call-arg]


# --- Words as numbers


def test_words_are_numbered_as_they_come() -> None:
    interner = Interner()
    found = interner.intern(b"the  dog\tthe\n\n \t \nDog the")
    ids, ends = found.values, found.offsets
    assert (ids.dtype, ends.dtype) == (np.int32, np.int64)
    assert (ids.tolist(), ends.tolist()) == ([0, 1, 0, 2, 0], [0, 3, 3, 3, 5])
    again = interner.intern(b"new dog\n").values
    assert (again.tolist(), len(interner)) == ([3, 1], 4)
    assert interner.words(0) == ["the", "dog", "Dog", "new"]
    assert [interner.words(first) for first in (3, 4, 99)] == [["new"], [], []]


@pytest.mark.parametrize(
    ("block", "rows"), [(b"", 0), (b"\n", 1), (b"\n\n", 2), (b"a", 1), (b"a\n", 1), (b"a\n\n", 2)]
)
def test_every_line_is_a_row(block: bytes, rows: int) -> None:
    assert len(Interner().intern(block)) == rows


@given(
    st.lists(
        st.lists(st.text(st.characters(exclude_characters="\n \t", codec="utf-8"), min_size=1))
    )
)
def test_any_words_come_back(lines: list[list[str]]) -> None:
    interner = Interner()
    block = "".join(" ".join(line) + "\n" for line in lines).encode()
    found = interner.intern(block)
    words = interner.words(0)
    assert words == list(dict.fromkeys(itertools.chain(*lines)))
    assert [[words[k] for k in row] for row in np.split(found.values, found.offsets[1:-1])] == (
        lines or [[]]
    )
    assert interner.intern(block).values.tolist() == found.values.tolist()
    assert len(interner) == len(words)


def test_long_words_and_many_words_stay_where_they_are() -> None:
    interner = Interner()
    words = [
        *("x" * size for size in (1, 2**16 - 1, 2**16, 2**16 + 1, 300_000)),
        *(f"w{number}" for number in range(30_000)),
        "ä" * 2**16,
        "last",
    ]
    for word in words:
        interner.intern(word.encode())
    assert interner.words(0) == words
    assert interner.intern(" ".join(words).encode()).values.tolist() == list(range(len(words)))


@pytest.mark.parametrize("bad", ["text", None, 3])
def test_only_bytes_are_interned(bad: Any) -> None:
    with pytest.raises(TypeError):
        Interner().intern(bad)
