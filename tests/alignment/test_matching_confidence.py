"""How likely a link is right: the kernel against the definitions of its features."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import confidence as oracle
from oracles.confidence import Match
from strategies import ragged
from wordorder import _kernels
from wordorder.alignment import AlignmentBatch
from wordorder.alignment.matching import STAGES
from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypothesis.strategies import DrawFn
    from numpy.typing import NDArray

WORDS = 6
FREQUENT = (0, 3)
WEIGHTS = {
    "constant": 0.3,
    "before": 0.7,
    "after": 1.1,
    "crossed": -1.3,
    "displacement": -1.7,
    "jump": -0.23,
    "repeated": -0.6,
    "frequent": -0.9,
    "dissimilar": -2.1,
}
OF_STAGES = [0.1 * number for number in range(len(STAGES))]


class Pair(NamedTuple):
    """A sentence pair and its matches, by their place in the hypothesis."""

    hypothesis: Sequence[int]
    reference: Sequence[int]
    matches: Sequence[Match]


def kernel_weights() -> _kernels.ConfidenceWeights:
    return _kernels.ConfidenceWeights(**WEIGHTS, stages=OF_STAGES)


def found(pairs: Sequence[Pair], threads: int = 1) -> list[list[float]]:
    """The values of the kernel, for each match of each pair."""
    rows = [
        [(i, j, m) for m in pair.matches for i in m.hypothesis for j in m.reference]
        for pair in pairs
    ]
    links = [link for row in rows for link in row]
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    values = _kernels.link_confidence(
        ragged([pair.hypothesis for pair in pairs]),
        ragged([pair.reference for pair in pairs]),
        (
            np.array([i for i, _, _ in links], np.int32),
            np.array([j for _, j, _ in links], np.int32),
            offsets,
            np.array([len(pair.hypothesis) for pair in pairs], np.int32),
            np.array([len(pair.reference) for pair in pairs], np.int32),
        ),
        np.array([m.stage for _, _, m in links], np.uint8),
        np.array([m.similarity for _, _, m in links]),
        frequent_words(),
        kernel_weights(),
        threads,
    )
    result = []
    for row, begin in zip(rows, offsets.tolist(), strict=False):
        of_match: dict[Match, set[float]] = {}
        for k, (_, _, match) in enumerate(row):
            of_match.setdefault(match, set()).add(float(values[begin + k]))
        assert all(len(same) == 1 for same in of_match.values())  # one value for a phrase
        result.append([same.pop() for same in of_match.values()])
    return result


def frequent_words() -> NDArray[np.uint8]:
    return np.isin(np.arange(WORDS), FREQUENT).astype(np.uint8)


def expected(pair: Pair) -> list[float]:
    return [
        oracle.confidence(
            oracle.features(match, pair.matches, pair.hypothesis, pair.reference, FREQUENT),
            match.stage,
            WEIGHTS,
            OF_STAGES,
        )
        for match in pair.matches
    ]


def small_pairs() -> Iterator[Pair]:
    """Every way to match the words of sentences of up to four words one by one."""
    text = [0, 1, 0, 2]
    for n, m in product(range(1, 5), repeat=2):
        for size in range(min(n, m) + 1):
            for sources in combinations(range(n), size):
                for targets in permutations(range(m), size):
                    links = zip(sources, targets, strict=True)
                    matches = [
                        Match(range(i, i + 1), range(j, j + 1), (i + j) % 4, 0.5 + j / 10)
                        for i, j in links
                    ]
                    yield Pair(text[:n], [3, *text][:m], matches)


@st.composite
def long_pairs(draw: DrawFn) -> Pair:
    """Sentences of up to 150 words, with phrases; most matches are in order."""
    count = draw(st.integers(0, 40))
    lengths = st.integers(1, 3)
    gaps = st.sampled_from([0, 0, 0, 1, 2])
    order = draw(st.one_of(st.just(list(range(count))), st.permutations(range(count))))
    in_hypothesis, n = _stretches([(draw(lengths), draw(gaps)) for _ in range(count)])
    in_reference, m = _stretches([(draw(lengths), draw(gaps)) for _ in range(count)])
    words = st.integers(0, WORDS - 1)
    return Pair(
        draw(st.lists(words, min_size=n, max_size=n)),
        draw(st.lists(words, min_size=m, max_size=m)),
        [
            Match(
                stretch,
                in_reference[order[number]],
                draw(st.integers(0, len(STAGES) - 1)),
                draw(st.floats(0, 1)),
            )
            for number, stretch in enumerate(in_hypothesis)
        ],
    )


def _stretches(parts: Sequence[tuple[int, int]]) -> tuple[list[range], int]:
    stretches, place = [], 0
    for length, gap in parts:
        stretches.append(range(place, place + length))
        place += length + gap
    return stretches, place


def test_every_small_match_has_the_values_of_the_definition() -> None:
    pairs = list(small_pairs())
    for pair, values in zip(pairs, found(pairs, threads=2), strict=True):
        assert values == pytest.approx(expected(pair), abs=1e-12), pair


@settings(max_examples=60)
@given(st.lists(long_pairs(), max_size=3))
def test_long_sentences_with_phrases_have_the_values_of_the_definition(pairs: list[Pair]) -> None:
    for pair, values in zip(pairs, found(pairs), strict=True):
        assert values == pytest.approx(expected(pair), abs=1e-9)


def test_what_is_not_a_match_is_refused() -> None:
    def judge(links: AlignmentBatch, words: list[int], stages: list[int]) -> None:
        text = ragged([words])
        marks = np.array(stages, np.uint8)
        arrays = links._arrays
        weights = kernel_weights()
        _kernels.link_confidence(text, text, arrays, marks, None, frequent_words(), weights, 1)

    def batch(*links: tuple[int, int]) -> AlignmentBatch:
        sources, targets = np.array(links, np.int32).T
        ends = np.array([0, len(links)], np.int64)
        lengths = np.array([3], np.int32)
        return AlignmentBatch(sources.copy(), targets.copy(), ends, lengths, lengths)

    judge(batch((0, 0), (1, 1)), [0, 1, 2], [0, 0])
    with pytest.raises(InputError, match="two matches"):
        judge(batch((0, 0), (1, 1), (2, 0)), [0, 1, 2], [0, 0, 0])
    with pytest.raises(InputError, match="word 6 of a vocabulary of 6"):
        judge(batch((0, 0)), [0, 1, 6], [0])
    with pytest.raises(InputError, match="other lengths"):
        judge(batch((0, 0)), [0, 1], [0])
    with pytest.raises(InputError, match="a stage and a similarity"):
        judge(batch((0, 0)), [0, 1, 2], [])
    with pytest.raises(InputError, match="stages"):
        judge(batch((0, 0)), [0, 1, 2], [9])
