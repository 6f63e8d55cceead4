"""The kernels of IBM Model 1: EM as in the textbook, and the best partner of each word."""

from __future__ import annotations

import signal
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused
from oracles import ibm1 as oracle
from wordorder import InputError, _kernels
from wordorder.alignment.bilingual.ibm1 import PRIOR, PartnerTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn

PRIORS = [0.0, PRIOR, 0.7]


class Corpus(NamedTuple):
    pairs: list[tuple[list[int], list[int]]]
    source_words: int
    target_words: int


@st.composite
def corpora(draw: DrawFn) -> Corpus:
    """A few short sentences of a few words, some empty, some words in no sentence at all."""
    source_words, target_words = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    source = st.lists(st.integers(0, source_words - 1), max_size=5)
    target = st.lists(st.integers(0, target_words - 1), max_size=5)
    pairs = draw(st.lists(st.tuples(source, target), max_size=6))
    return Corpus(pairs, source_words, target_words)


def random_corpus(sentences: int, words: int, seed: int = 2016) -> Corpus:
    """Words as in a language: few are frequent, most are rare."""
    rng = np.random.default_rng(seed)
    sides = [
        [
            (rng.pareto(0.8, rng.integers(0, 25)) * 3 % words).astype(int).tolist()
            for _ in range(sentences)
        ]
        for _ in range(2)
    ]
    return Corpus(list(zip(*sides, strict=True)), words, words)


def arrays(sentences: Sequence[list[int]]) -> _kernels.Ragged:
    words = [word for sentence in sentences for word in sentence]
    ends = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
    return _kernels.Ragged(np.array(words, np.int32), ends)


class Table(NamedTuple):
    offsets: np.ndarray
    targets: np.ndarray
    probabilities: np.ndarray
    objectives: list[float]


def trained(corpus: Corpus, iterations: int, prior: float, threads: int = 1) -> Table:
    objectives: list[float] = []
    made = _kernels.ibm1_table(
        arrays([source for source, _ in corpus.pairs]),
        corpus.source_words,
        arrays([target for _, target in corpus.pairs]),
        corpus.target_words,
        iterations,
        prior,
        threads,
        objectives.append,
    )
    return Table(made.targets.offsets, made.targets.values, made.probabilities, objectives)


@pytest.mark.parametrize("prior", PRIORS)
@given(corpus=corpora(), iterations=st.integers(0, 6))
def test_the_table_is_the_textbooks(prior: float, corpus: Corpus, iterations: int) -> None:
    found = trained(corpus, iterations, prior)
    expected = oracle.train(*corpus, iterations, prior)
    rows = np.repeat(np.arange(-1, corpus.source_words), np.diff(found.offsets)).tolist()
    pairs = list(zip(rows, found.targets.tolist(), strict=True))
    assert pairs == sorted(expected.table)  # each once, in order, and no other
    assert found.probabilities.tolist() == pytest.approx(
        [expected.table[pair] for pair in pairs], rel=1e-9
    )
    assert found.objectives == pytest.approx(expected.objectives, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("prior", PRIORS)
@given(corpus=corpora())
def test_what_em_raises_never_falls(prior: float, corpus: Corpus) -> None:
    assert_rising(trained(corpus, 12, prior).objectives)


@pytest.mark.parametrize("prior", PRIORS)
def test_what_em_raises_never_falls_on_a_larger_corpus(prior: float) -> None:
    assert_rising(trained(random_corpus(300, 400), 15, prior).objectives)


def assert_rising(objectives: list[float]) -> None:
    for before, after in pairwise(objectives):
        assert after >= before - 1e-11 * abs(before)  # but for rounding


@pytest.mark.parametrize("prior", PRIORS)
def test_the_rows_of_a_table_sum_to_one(prior: float) -> None:
    corpus = random_corpus(200, 300)
    table = trained(corpus, 4, prior)
    sizes = np.diff(table.offsets)
    rows = np.repeat(np.arange(len(sizes)), sizes)
    sums = np.bincount(rows, table.probabilities, minlength=len(sizes))
    if not prior:
        np.testing.assert_allclose(sums[sizes > 0], 1, rtol=1e-12)
    else:  # the rest belongs to the words that the source word never stands beside
        assert (sums[sizes < corpus.target_words] < 1).all()
        assert (sums[sizes > 0] > 0).all()


@pytest.mark.slow
@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("threads", [2, 3, 16, 1000])
def test_the_number_of_threads_changes_no_bit(prior: float, threads: int) -> None:
    corpus = random_corpus(300, 400)
    one, several = trained(corpus, 5, prior), trained(corpus, 5, prior, threads)
    assert one.objectives == several.objectives
    for a, b in zip(one[:3], several[:3], strict=True):
        assert a.tobytes() == b.tobytes()


def test_a_known_case() -> None:
    # Knight's (1999) tutorial: "b c" with "x y" and "b" with "y", here with NULL as a word that is
    # in both: after one iteration p(y | b) = (1/3 + 1/2) / (1/3 + 1/3 + 1/2).
    table = trained(Corpus([([0, 1], [0, 1]), ([0], [1])], 2, 2), 1, 0.0)
    assert table.offsets.tolist() == [0, 2, 4, 6]
    assert table.probabilities.tolist() == pytest.approx([2 / 7, 5 / 7, 2 / 7, 5 / 7, 0.5, 0.5])


def test_a_prior_keeps_rare_words_from_taking_on_the_words_beside_them() -> None:
    # Word 1 stands once, beside the words 1 to 9; word 0 a hundred times, beside word 0.
    corpus = Corpus([([0], [0])] * 100 + [([0, 1], [0, *range(1, 10)])], 2, 10)
    without, with_prior = trained(corpus, 5, 0.0), trained(corpus, 5, 0.1)
    rare = slice(without.offsets[2], without.offsets[3])
    assert without.probabilities[rare].sum() == pytest.approx(1)
    assert with_prior.probabilities[rare].max() < without.probabilities[rare].max()


def test_the_same_word_five_hundred_times() -> None:
    table = trained(Corpus([([0] * 500, [0] * 500), ([0], [0, 1])], 1, 2), 5, PRIOR)
    assert table.targets.tolist() == [0, 1, 0, 1]
    assert table.probabilities[2] > 0.9


def test_nothing_at_all() -> None:
    table = trained(Corpus([], 0, 0), 2, 0.0)
    assert table.offsets.tolist() == [0, 0]
    assert len(table.probabilities) == 0


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ([[0], [1]], [[0], [0]]),
        ([[-1]], [[0]]),
        ([[0]], [[2**31 - 1]]),
        ([[0]], [[0], [0]]),
    ],
)
def test_what_does_not_fit_is_refused(source: list[list[int]], target: list[list[int]]) -> None:
    with refused(InputError):
        _kernels.ibm1_table(arrays(source), 1, arrays(target), 1, 1, 0.0, 1, print)


def test_an_error_of_the_listener_ends_the_work() -> None:
    def stop(value: float) -> None:
        raise RuntimeError(f"at {value:.0f}")

    corpus = arrays([[0]])
    with pytest.raises(RuntimeError, match=r"^at -?0$"):
        _kernels.ibm1_table(corpus, 1, corpus, 1, 10**9, 0.0, 2, stop)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_signal_ends_the_work(threads: int) -> None:
    class AlarmError(Exception):
        pass

    def ring(number: int, frame: object) -> None:
        raise AlarmError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(AlarmError):
            trained(random_corpus(100, 200), 10**9, PRIOR, threads)  # years of work
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# The best partner of each word: as the definition says, and fast where there are many.

WORDS = 6
Chances = dict[tuple[int, int], float]

# Few different chances, so that many are equal; few words, so that many stand there twice.
chances = st.dictionaries(
    st.tuples(st.integers(0, WORDS - 1), st.integers(0, WORDS - 1)),
    st.sampled_from([0.0, 0.25, 0.5, 1.0]),
)
sentences = st.lists(st.integers(-3, WORDS - 1), max_size=12)


def as_table(chances: Chances, count: int = WORDS) -> PartnerTable:
    partners, words = np.array([*chances, (0, 0)], np.int32)[:-1].T
    return PartnerTable.of_pairs(words, partners, np.array(list(chances.values()), "f4"), count)


@given(chances, st.lists(st.tuples(sentences, sentences), max_size=4), st.integers(1, 3))
def test_partners_are_as_the_definition_says(
    chances: Chances, pairs: list[tuple[list[int], list[int]]], threads: int
) -> None:
    words, others = [words for words, _ in pairs], [others for _, others in pairs]
    found = as_table(chances).best(arrays(words), arrays(others), threads)
    expected = [oracle.best_partners(*pair, chances) for pair in pairs]
    assert found.tolist() == [place for row in expected for place in row]


@pytest.mark.parametrize(
    ("words", "others", "expected"),
    [
        ([0, 0, 0], [0, 0, 0], [0, 1, 2]),
        ([0], [0, 0, 0], [1]),
        ([0], [0, 0], [0]),  # both as near: the first
        ([0, 0], [1, 0, 1, 1], [1, 1]),
        ([1], [0, 1], [-1]),  # no chance
        ([-1, -2], [-2, -3, -1], [2, 0]),  # unknown, but spelt the same
        ([0, 0], [], [-1, -1]),
        ([], [0], []),
    ],
)
def test_of_equal_partners_the_nearest_to_the_diagonal(
    words: list[int], others: list[int], expected: list[int]
) -> None:
    table = as_table({(0, 0): 0.5})
    assert table.best(arrays([words]), arrays([others]), 1).tolist() == expected


def test_a_hundred_thousand_times_the_same_word() -> None:
    many = [0] * 100_000
    found = as_table({(0, 0): 0.5}).best(arrays([many]), arrays([many]), 1)
    np.testing.assert_array_equal(found, np.arange(len(many)))


def test_long_sentences_with_few_possible_partners() -> None:
    words = list(range(30_000))
    table = as_table({(word, word): 0.5 for word in words}, len(words))
    found = table.best(arrays([words]), arrays([words[::-1]]), 1)
    np.testing.assert_array_equal(found, words[::-1])


def test_sentences_that_do_not_fit_a_table_are_refused() -> None:
    table = as_table({(0, 0): 0.5})
    with refused(InputError):
        table.best(arrays([[0], [6]]), arrays([[0], [0]]), 1)
    with refused(InputError):
        table.best(arrays([[0]]), arrays([[0], [0]]), 1)
    with refused(InputError):
        _kernels.best_partners(
            arrays([[0]]),
            arrays([[0]]),
            arrays([[0]]),
            np.zeros(2, np.float32),
            1,
        )
