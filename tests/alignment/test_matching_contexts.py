"""Matches by context (`ribes`), against the definition as a plain loop."""

from __future__ import annotations

import itertools
import random
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from kernel_calls import as_ragged
from messages import refused
from oracles.matching import context_matches
from strategies import ragged
from wordorder import _kernels
from wordorder.alignment.matching.texts import match_contexts
from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hypothesis.strategies import DrawFn

    Sentence = Sequence[int]

REFUSED = (InputError, TypeError, ValueError)


def kernel(hypotheses: Sequence[Sentence], references: Sequence[Sentence]) -> list[dict[int, int]]:
    links = _kernels.match_contexts(as_ragged(ragged(hypotheses)), as_ragged(ragged(references)))
    assert len(links) == len(hypotheses)
    rows = []
    for start, end in itertools.pairwise(links.offsets.tolist()):
        found = links.sources[start:end].tolist()
        assert found == sorted(set(found))
        rows.append(dict(zip(found, links.targets[start:end].tolist(), strict=True)))
    return rows


def every_sentence(words: int, longest: int) -> list[tuple[int, ...]]:
    return [s for size in range(longest + 1) for s in product(range(words), repeat=size)]


@pytest.mark.parametrize(
    ("words", "longest"),
    [(1, 7), (2, 4), *(pytest.param(*s, marks=pytest.mark.slow) for s in [(2, 6), (3, 4)])],
)
def test_every_short_pair_is_matched_as_the_definition_says(words: int, longest: int) -> None:
    pairs = list(product(every_sentence(words, longest), repeat=2))
    hypotheses, references = zip(*pairs, strict=True)
    assert kernel(hypotheses, references) == [context_matches(*pair) for pair in pairs]


@st.composite
def pairs(draw: DrawFn, max_size: int) -> tuple[list[int], list[int]]:
    """Two sentences with few words; often the second is the first, rearranged or changed."""
    word = st.integers(0, draw(st.integers(0, 5)))
    one = draw(st.lists(word, max_size=max_size))
    match draw(st.integers(0, 2)):
        case 0:
            return one, draw(st.lists(word, max_size=max_size))
        case 1:
            cut = draw(st.integers(0, len(one)))
            return one, one[cut:] + one[:cut]
        case _:
            cut = draw(st.integers(0, len(one)))
            return one, one[:cut] + draw(st.lists(word, max_size=2)) + one[cut:]


@given(pairs(20))
@example(([0, 0], [0, 0]))
@example(([0, 1, 0, 2], [0, 1, 2, 0]))
@example(([0, 1, 2, 1, 3], [0, 1, 3]))
def test_any_pair_is_matched_as_the_definition_says(pair: tuple[list[int], list[int]]) -> None:
    assert kernel(*([side] for side in pair)) == [context_matches(*pair)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_long_pairs_are_matched_as_the_definition_says(seed: int) -> None:
    rng = random.Random(seed)
    words = rng.choice([2, 5, 30])
    one = rng.choices(range(words), k=60)
    other = rng.choices(range(words), k=60) if seed % 2 else [*one[30:], 0, *one[:30]]
    assert kernel([one], [other]) == [context_matches(one, other)]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "links"),
    [
        ("a b c", "c b a", "0-2 1-1 2-0"),
        ("the cat saw the dog", "the dog saw the cat", "0-3 1-4 2-2 3-3 4-1"),
        ("a a", "a a", "0-0 1-1"),  # the whole sentence is the n-gram
        ("a a", "a", ""),
        ("a a a", "a a", ""),
        ("x a", "a y", "1-0"),
        ("b a b", "b a b", "0-0 1-1 2-2"),
        # Words before come before words after: a b fixes b, though b c would, too.
        ("a b x b c", "b c y a b", "0-3 1-4 3-0 4-1"),
        # Each of the two has an n-gram of its own, with the same reference word.
        ("a x q x b", "a x b", "0-0 1-1 3-1 4-2"),
    ],
)
def test_pairs_done_by_hand(tmp_path: Path, hypothesis: str, reference: str, links: str) -> None:
    assert matched(tmp_path, [hypothesis], [reference]) == [links]


def matched(tmp_path: Path, *sides: list[str], **options: bool) -> list[str]:
    files = [tmp_path / "hyp", tmp_path / "ref"]
    for file, side in zip(files, sides, strict=True):
        file.write_text("".join(f"{line}\n" for line in side), encoding="utf-8")
    return [str(row) for batch in match_contexts(*files, **options) for row in batch]


# --- Long inputs


@pytest.mark.parametrize("size", [10, 1000, pytest.param(50_000, marks=pytest.mark.slow)])
def test_repeated_words_are_told_apart_by_the_ends_alone(size: int) -> None:
    # Only the whole sentence occurs once; it ends in the last word and begins with the first.
    assert kernel([[0] * size], [[0] * size]) == [{0: 0, size - 1: size - 1}]
    assert kernel([[0] * size], [[0] * (size - 1)]) == [{}]
    in_turn = [0, 1] * (size // 2)
    found = {0: 0, 1: 1, size - 2: size - 2, size - 1: size - 1}
    assert kernel([in_turn], [in_turn]) == [found]


def test_different_words_are_matched_at_once() -> None:
    order = random.Random(1).sample(range(20_000), 20_000)
    (found,) = kernel([range(20_000)], [order])
    assert [order[found[word]] for word in range(20_000)] == list(range(20_000))


@pytest.mark.slow
def test_a_row_leaves_nothing_behind_for_the_next() -> None:
    rng = random.Random(2)
    sides = [[rng.choices(range(3), k=k) for k in (80, 3, 0, 5, 40, 1)] for _ in range(2)]
    together = kernel(*sides)
    singly = [kernel([one], [other])[0] for one, other in zip(*sides, strict=True)]
    assert together == singly == [context_matches(*pair) for pair in zip(*sides, strict=True)]


@pytest.mark.parametrize("numbers", [[0, 1, 2], [7, 2**31 - 1, 9]])
def test_any_number_may_stand_for_a_word(numbers: list[int]) -> None:
    one, other = [0, 1, 0, 2], [0, 2, 0, 1]
    renamed = [[numbers[word] for word in side] for side in (one, other)]
    assert kernel(*([side] for side in renamed)) == kernel([one], [other])


# --- Arguments


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    "bad",
    [
        ragged([[0], [0]]),
        (np.zeros(2, np.int32), np.array([], np.int64)),
        (np.zeros(2, np.int32), np.array([0, 3], np.int64)),
        (np.zeros(2, np.int32), np.array([2, 0], np.int64)),
        (np.zeros(2, np.int32), np.array([-1, 1], np.int64)),
        (np.zeros((1, 2), np.int32), np.array([0, 2], np.int64)),
        ragged([[-1]]),
        ragged([[-2]]),
        None,
    ],
    ids=str,
)
def test_bad_words_are_refused(side: int, bad: Any) -> None:
    both = [ragged([[]]), ragged([[]])]
    both[side] = bad
    with pytest.raises(REFUSED):
        _kernels.match_contexts(*map(as_ragged, both))


# --- Files


@given(
    st.lists(
        st.tuples(*[st.lists(st.sampled_from(["a", "B", "b", "ä"])).map(" ".join)] * 2), max_size=6
    )
)
def test_files_are_matched_line_by_line(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]]
) -> None:
    sides = [list(side) for side in zip(*pairs, strict=True)] or [[], []]
    folder = tmp_path_factory.mktemp("files")
    for fold in (True, False):
        expected = [
            " ".join(
                f"{i}-{j}"
                for i, j in context_matches(
                    *((s.lower() if fold else s).split() for s in pair)
                ).items()
            )
            for pair in pairs
        ]
        assert matched(folder, *sides, fold_case=fold) == expected


def test_rows_know_their_lengths_and_lines(tmp_path: Path) -> None:
    for name, text in ("hyp", "a b\n\nx\n"), ("ref", "b\nc d\n\n"):
        (tmp_path / name).write_text(text)
    (batch,) = match_contexts(tmp_path / "hyp", tmp_path / "ref")
    assert batch.source_lengths.tolist() == [2, 0, 1]
    assert batch.target_lengths.tolist() == [1, 2, 0]
    assert (batch.first_line, [str(row) for row in batch]) == (1, ["1-0", "", ""])


def test_files_must_go_together(tmp_path: Path) -> None:
    (tmp_path / "hyp").write_text("a\nb\n")
    (tmp_path / "ref").write_text("a\n")
    with refused(InputError):
        next(match_contexts(tmp_path / "hyp", tmp_path / "ref"))
