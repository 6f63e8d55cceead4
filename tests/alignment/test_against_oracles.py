"""What an alignment says of itself, against the slow, obvious implementation."""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings, strategies as st

from alignment_strategies import alignments, long_alignments, marked_alignments, shaped
from oracles import alignments as oracles
from wordorder import Alignment
from wordorder.alignment import SYMMETRIZATIONS, AlignmentBatch

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

    from oracles.alignments import Links

Drawn = tuple[set[tuple[int, int]], int, int]
Marked = tuple[set[tuple[int, int]], set[tuple[int, int]], int, int]

# Every shape with at most 9 cells; those that are far from square are left to the slow part.
QUICK = list(product(range(4), range(4)))
REST = [s for s in product(range(1, 10), range(1, 10)) if s[0] * s[1] <= 9 and s not in QUICK]
SHAPES = [*QUICK, *(pytest.param(*shape, marks=pytest.mark.slow) for shape in REST)]

ORACLES_OF_TWO = {"intersection": oracles.intersection, "union": oracles.union}


def made(drawn: Marked) -> Alignment:
    sure, possible, n, m = drawn
    return Alignment(sure, n, m, possible=possible)


def marked_sets(alignment: Alignment) -> tuple[Links, Links]:
    """The links that are sure, and those that are only possible."""
    sure = set(alignment.only_sure())
    return sure, set(alignment) - sure


def symmetrized(forward: Links, reverse: Links, n: int, m: int, method: str) -> Links:
    if method == "grow-diag-final-and":
        return oracles.grow_diag_final_and(forward, reverse, n, m)
    return ORACLES_OF_TWO[method](forward, reverse)


def assert_as_the_oracles_say(links: Links, n: int, m: int) -> None:
    alignment = Alignment(links, n, m)
    assert (set(alignment), len(alignment)) == (links, len(links))
    assert [(list(a), list(b)) for a, b in alignment.components()] == oracles.components(links)
    assert set(alignment.blocked_words()) == oracles.blocked_words(links)
    assert list(alignment.blocked_words()) == sorted(alignment.blocked_words())
    assert alignment.crossings() == oracles.crossing_counts(links)
    assert list(map(list, alignment.groups())) == oracles.reference_groups(links, n)
    share = oracles.coverage(links, n)
    assert alignment.coverage == pytest.approx(
        float("nan" if share is None else share), nan_ok=True
    )
    turned = alignment.transpose()
    assert set(turned) == oracles.transpose(links)
    assert (turned.source_length, turned.target_length) == (m, n)
    assert turned.transpose() == alignment
    assert turned.crossings() == alignment.crossings()
    assert set(alignment.one_to_one()) == oracles.one_to_one(links, set())


@pytest.mark.slow
@pytest.mark.parametrize(("n", "m"), SHAPES)
def test_every_small_alignment_is_as_the_oracles_say(n: int, m: int) -> None:
    for links in oracles.every_alignment(n, m):
        assert_as_the_oracles_say(links, n, m)


@given(alignments())
def test_any_alignment_is_as_the_oracles_say(drawn: Drawn) -> None:
    assert_as_the_oracles_say(*drawn)


@settings(max_examples=10)
@given(long_alignments(max_size=100))
def test_long_alignments_are_as_the_oracles_say(drawn: Drawn) -> None:
    assert_as_the_oracles_say(*drawn)


# Marks


@given(marked_alignments(6))
def test_marks_are_kept_or_dropped(drawn: Marked) -> None:
    sure, possible, n, m = drawn
    alignment = made(drawn)
    assert marked_sets(alignment) == (sure, possible)
    assert alignment.only_sure() == Alignment(sure, n, m)
    turned = (oracles.transpose(sure), oracles.transpose(possible))
    assert marked_sets(alignment.transpose()) == turned
    kept = oracles.one_to_one(sure, possible)
    assert marked_sets(alignment.one_to_one()) == (kept & sure, kept & possible)


@settings(max_examples=20)
@given(marked_alignments(6))
def test_what_counts_links_does_not_look_at_marks(drawn: Marked) -> None:
    sure, possible, n, m = drawn
    alignment, unmarked = made(drawn), Alignment(sure | possible, n, m)
    for question in ("components", "blocked_words", "crossings", "groups"):
        assert getattr(alignment, question)() == getattr(unmarked, question)()


# Composing


@st.composite
def chains(draw: DrawFn, count: int, max_size: int = 5) -> list[Alignment]:
    """Alignments that lead from sentence to sentence."""
    sizes = draw(st.lists(st.integers(0, max_size), min_size=count + 1, max_size=count + 1))
    chain = []
    for n, m in pairwise(sizes):
        links, _, _ = draw(shaped(st.just((n, m)), st.randoms(use_true_random=False)))
        possible = {link for link in sorted(links) if draw(st.booleans())}
        chain.append(Alignment(links - possible, n, m, possible=possible))
    return chain


@given(chains(2))
def test_composing_follows_both(two: list[Alignment]) -> None:
    first, second = two
    whole = first.compose(second)
    assert set(whole) == oracles.compose(set(first), set(second))
    # Sure only where a path of sure links leads there.
    assert set(whole.only_sure()) == oracles.compose(*(set(a.only_sure()) for a in two))
    assert (whole.source_length, whole.target_length) == (first.source_length, second.target_length)
    assert whole.transpose() == second.transpose().compose(first.transpose())


@settings(max_examples=20)
@given(chains(3))
def test_composing_is_associative(three: list[Alignment]) -> None:
    a, b, c = three
    assert a.compose(b).compose(c) == a.compose(b.compose(c))


@given(marked_alignments(6))
def test_the_identity_composes_to_the_same(drawn: Marked) -> None:
    alignment = made(drawn)
    before, after = (
        Alignment([(i, i) for i in range(length)], length, length)
        for length in (alignment.source_length, alignment.target_length)
    )
    assert before.compose(alignment) == alignment == alignment.compose(after)


# One alignment out of two directions


def assert_symmetrized_together(
    forward: list[Links], reverse: list[Links], n: int, m: int, method: str
) -> None:
    """Every forward with every reverse alignment, in one batch."""
    sides = (
        AlignmentBatch.from_alignments(side)
        for side in zip(
            *product(
                [Alignment(links, n, m) for links in forward],
                [Alignment(links, n, m) for links in reverse],
            ),
            strict=True,
        )
    )
    found = next(sides).symmetrize(next(sides), method)
    pairs = product(forward, reverse)
    assert [set(row) for row in found] == [symmetrized(a, b, n, m, method) for a, b in pairs]


@pytest.mark.parametrize("method", SYMMETRIZATIONS)
@pytest.mark.parametrize(
    ("n", "m"),
    [
        *[(0, 0), (0, 2), (1, 1), (1, 3), (3, 1), (2, 2)],
        *(pytest.param(*s, marks=pytest.mark.slow) for s in [(1, 5), (5, 1), (2, 3), (3, 2)]),
    ],
)
def test_every_small_pair_is_symmetrized_as_the_oracles_say(n: int, m: int, method: str) -> None:
    every = list(oracles.every_alignment(n, m))
    assert_symmetrized_together(every, every, n, m, method)


@pytest.mark.slow
def test_every_pair_of_three_by_three_words_is_grown_as_the_oracles_say() -> None:
    every = list(oracles.every_alignment(3, 3))
    assert_symmetrized_together(every, every, 3, 3, "grow-diag-final-and")


def one_source_each(n: int, m: int) -> list[Links]:
    """All that an aligner can say that gives each target word one source word, or none."""
    chosen = product([None, *range(n)], repeat=m)
    return [{(i, j) for j, i in enumerate(sources) if i is not None} for sources in chosen]


@pytest.mark.parametrize(
    ("n", "m"),
    [(2, 3), (3, 2), *(pytest.param(*s, marks=pytest.mark.slow) for s in [(3, 3), (3, 4)])],
)
def test_grow_diag_final_and_of_all_that_two_aligners_can_say(n: int, m: int) -> None:
    forward = one_source_each(n, m)
    reverse = [oracles.transpose(links) for links in one_source_each(m, n)]
    assert_symmetrized_together(forward, reverse, n, m, "grow-diag-final-and")


@st.composite
def two_directions(draw: DrawFn, drawn: SearchStrategy[Drawn]) -> tuple[Links, Links, int, int]:
    """Two alignments of one sentence pair: unlike, or alike but for a few links."""
    forward, n, m = draw(drawn)
    if not n or not m:
        return forward, set(), n, m
    if draw(st.booleans()):
        reverse, _, _ = draw(shaped(st.just((n, m)), st.randoms(use_true_random=False)))
        return forward, reverse, n, m
    link = st.tuples(st.integers(0, n - 1), st.integers(0, m - 1))
    few = st.sets(link, max_size=6)
    return forward ^ draw(few), forward ^ draw(few), n, m


def assert_symmetrized(forward: Links, reverse: Links, n: int, m: int) -> None:
    one, other = Alignment(forward, n, m), Alignment(reverse, n, m)
    found = {method: one.symmetrize(other, method) for method in SYMMETRIZATIONS}
    for method, alignment in found.items():
        assert set(alignment) == symmetrized(forward, reverse, n, m, method)
        assert (alignment.source_length, alignment.target_length) == (n, m)
        assert alignment.sure.all()
    inner, outer = set(found["intersection"]), set(found["union"])
    assert inner <= set(found["grow-diag-final-and"]) <= outer


@given(two_directions(alignments()))
def test_any_two_directions_are_symmetrized_as_the_oracles_say(
    drawn: tuple[Links, Links, int, int],
) -> None:
    assert_symmetrized(*drawn)


@settings(max_examples=6)
@given(two_directions(long_alignments(max_size=80)))
def test_long_directions_are_symmetrized_as_the_oracles_say(
    drawn: tuple[Links, Links, int, int],
) -> None:
    assert_symmetrized(*drawn)
