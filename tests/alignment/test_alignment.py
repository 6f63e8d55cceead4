"""Alignment: what it is made of, what is refused, and how it behaves as a value."""

from __future__ import annotations

import copy
import math
import pickle
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from alignment_strategies import marked_alignments
from messages import refused
from wordorder import Alignment, InputError, UsageError
from wordorder.alignment import Component, Crossings

if TYPE_CHECKING:
    from collections.abc import Callable

Marked = tuple[set[tuple[int, int]], set[tuple[int, int]], int, int]

MAKERS: dict[str, Callable[[], Alignment]] = {
    "constructor": lambda: Alignment([(0, 1), (1, 0)], 3, 2, possible=[(2, 0)]),
    "parse": lambda: Alignment.parse("0-1 1-0 2?0"),
    "only_sure": lambda: Alignment.parse("0-1 1?0").only_sure(),
    "transpose": lambda: Alignment.parse("0-1 1?0").transpose(),
    "compose": lambda: Alignment.parse("0-1 1-0").compose(Alignment.parse("0-0 1-1")),
    "one_to_one": lambda: Alignment.parse("0-0 0-1").one_to_one(),
    "symmetrize": lambda: Alignment.parse("0-0").symmetrize(Alignment.parse("0-0 1-1")),
    "pickle": lambda: pickle.loads(pickle.dumps(Alignment.parse("0-1 1?0"))),
    "deepcopy": lambda: copy.deepcopy(Alignment.parse("0-1 1?0")),
}


def made(drawn: Marked) -> Alignment:
    sure, possible, n, m = drawn
    return Alignment(sure, n, m, possible=possible)


# What it is made of


@pytest.mark.parametrize(
    "links",
    [
        [(1, 0), (0, 1)],
        ((0, 1), (1, 0)),
        [[0, 1], [1, 0]],
        {(1, 0), (0, 1)},
        {(1, 0): "either", (0, 1): "way"},
        [(1, 0), (0, 1), (1, 0)],
        np.array([[1, 0], [0, 1]]),
        np.array([[1, 0], [0, 1]], np.uint8),
        np.array([[1, 0], [0, 1]], np.uint64),
        np.array([[1, 0], [0, 1]], ">i2"),
        np.array([[1, 9, 0], [0, 9, 1]])[:, ::2],
        Alignment([(0, 1), (1, 0)], 5, 5),
    ],
    ids=lambda links: f"{type(links).__name__} {links!s}"[:40],
)
def test_any_collection_of_pairs_of_integers_will_do(links: Any) -> None:
    alignment = Alignment(links, 2, 2)
    assert list(alignment) == [(0, 1), (1, 0)]
    assert alignment == Alignment([], 2, 2, possible=links).symmetrize(alignment, "union")


def test_generators_and_iterators_are_read_once() -> None:
    pairs = [(0, 1), (1, 0), (2, 2)]
    assert Alignment((pair for pair in pairs), 3, 3) == Alignment(pairs, 3, 3)
    assert Alignment(iter(pairs[:1]), 3, 3, possible=iter(pairs[1:])) == Alignment(
        pairs[:1], 3, 3, possible=pairs[1:]
    )
    assert list(Alignment(zip([0, 1], [1, 0], strict=True), 2, 2)) == [(0, 1), (1, 0)]


@pytest.mark.parametrize(
    "nothing",
    [[], (), set(), {}, np.array([]), np.empty((0, 2), int), np.array([]).reshape(-1, 2)],
    ids=repr,
)
def test_no_links_are_an_alignment(nothing: Any) -> None:
    alignment = Alignment(nothing, 3, 2)
    assert (len(alignment), list(alignment), str(alignment)) == (0, [], "")
    assert alignment.links.shape == (0, 2)
    assert (alignment.source_length, alignment.target_length) == (3, 2)


def test_links_are_sorted_and_there_once() -> None:
    alignment = Alignment([(10, 2), (9, 3), (9, 1), (10, 2)], 11, 4)
    assert alignment.links.tolist() == [[9, 1], [9, 3], [10, 2]]
    assert alignment.links.dtype == np.int32
    assert len(alignment) == 3


@pytest.mark.parametrize("text", ["0?0 0-0", "0-0 0?0", "0p0 0-0 0?0"])
def test_a_link_that_is_sure_and_possible_is_sure(text: str) -> None:
    assert Alignment.parse(text) == Alignment([(0, 0)], 1, 1, possible=[(0, 0)])
    assert Alignment.parse(text) == Alignment([(0, 0)], 1, 1)


def test_lengths_are_integers_of_any_kind() -> None:
    alignment = Alignment([(0, 0)], np.int8(2), np.uint64(3))
    assert alignment == Alignment([(0, 0)], 2, 3)
    assert type(alignment.source_length) is type(alignment.target_length) is int
    assert Alignment([(2**30 - 2, 0)], 2**30 - 1, 1).crossings() == (0, 0)


# What is refused


@pytest.mark.parametrize(
    "links",
    [
        [(0, 1), (0,)],
        [(0, 1), (0, 1, 0)],
        [(0, 1), ()],
        [(0, 1), 1],
        [(0,)],
        [(0, 1, 0)],
        [0, 1],
        [[[0, 1]]],
        "01",
        ["01"],
        b"01",
        {0: 1},
        [{0, 1}],
        [(0.0, 1.0)],
        [(0, 0.5)],
        [(0, math.nan)],
        [(True, False)],
        [("0", "1")],
        [(0, None)],
        [(0, 10**30)],
        [(0, 1j)],
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_are_no_links_is_refused(links: Any) -> None:
    with refused(InputError):
        Alignment(links, 2, 2)
    with refused(InputError):
        Alignment([], 2, 2, possible=links)


def test_pairs_of_nothing_are_no_links() -> None:
    with refused(InputError):
        Alignment([()], 2, 2)  # type: ignore[list-item]


@pytest.mark.parametrize("links", [None, 5, 0.5], ids=repr)
def test_what_is_no_collection_is_a_type_error(links: Any) -> None:
    with pytest.raises(TypeError):
        Alignment(links, 2, 2)


@pytest.mark.parametrize(
    ("link", "n", "m"),
    [
        ((2, 0), 2, 2),
        ((0, 2), 2, 2),
        ((0, 0), 0, 2),
        ((0, 0), 2, 0),
        ((2**31, 0), 2, 2),
        ((0, 2**32), 2, 2),
        ((2**40 + 1, 1), 2, 2),
        ((0, 2**63 - 1), 2, 2),
    ],
)
def test_a_link_past_the_end_is_named_with_both_lengths(
    link: tuple[int, int], n: int, m: int
) -> None:
    with refused(InputError):
        Alignment([(0, 1)][: n * m], n, m, possible=[link])
    with refused(InputError):
        Alignment([link], n, m)


def test_the_first_of_several_links_outside_is_named() -> None:
    links = [(9, 0), (0, 1), (1, 7), (1, 5)]
    with refused(InputError):
        Alignment(links, 2, 2)


def test_a_negative_link_is_refused_but_not_as_past_the_end() -> None:
    for link in [(-1, 0), (0, -1), (-(2**40), 1)]:
        with refused(InputError):
            Alignment([link], 2, 2)


def test_a_link_is_named_as_it_was_given_even_if_it_needs_64_bits() -> None:
    link = np.array([[2**64 - 1, 0]], np.uint64)
    with refused(InputError):
        Alignment(link, 2, 2)


@pytest.mark.parametrize("length", [-1, 2**30, 2**31, 10**30])
def test_impossible_lengths_are_refused(length: int) -> None:
    for n, m in ((length, 1), (1, length)):
        with refused(UsageError):
            Alignment([], n, m)
        with refused(UsageError):
            Alignment.parse("", n, m)


@pytest.mark.parametrize("length", [2.0, "2", None, [2]], ids=repr)
def test_lengths_that_are_no_integers_are_a_type_error(length: Any) -> None:
    with pytest.raises(TypeError):
        Alignment([], length, 2)
    with pytest.raises(TypeError):
        Alignment([], 2, length)


def test_composing_with_another_sentence_is_refused() -> None:
    first, second = Alignment.parse("0-1"), Alignment.parse("2-0")
    with refused(InputError):
        first.compose(second)


# Questions


def test_answers_are_named() -> None:
    alignment = Alignment.parse("0-1 1-0 2-2 3-2")
    assert alignment.components()[0] == Component(sources=(0,), targets=(1,))
    assert alignment.components()[2].sources == (2, 3)
    assert alignment.crossings() == Crossings(crossing=1, pairs=5)
    assert alignment.crossings().share == 1 / 5


@pytest.mark.parametrize("text", ["", "0-0", "0-0 0-1 0-2", "0-0 1-0 2-0"])
def test_without_pairs_the_crossing_share_is_undefined(text: str) -> None:
    crossings = Alignment.parse(text).crossings()
    assert crossings == (0, 0)
    assert math.isnan(crossings.share)


def test_coverage_without_words_is_undefined_and_without_links_0() -> None:
    assert math.isnan(Alignment([], 0, 3).coverage)
    assert Alignment([], 3, 0).coverage == 0
    assert Alignment.parse("0-0 0-1 2-0", 4).coverage == 1 / 2


def test_counts_of_crossings_do_not_overflow() -> None:
    n = 100_000
    words = np.arange(n)
    assert Alignment(np.column_stack((words, words[::-1])), n, n).crossings() == (
        n * (n - 1) // 2,
        n * (n - 1) // 2,
    )


def test_a_long_chain_is_one_component() -> None:
    n = 100_000
    words = np.arange(n)
    steps = [np.column_stack((words, words)), np.column_stack((words[1:], words[:-1]))]
    alignment = Alignment(np.concatenate(steps), n, n)
    (component,) = alignment.components()
    assert component == Component(tuple(range(n)), tuple(range(n)))
    assert alignment.blocked_words() == ()


def test_whether_a_link_is_there() -> None:
    alignment = Alignment.parse("0-1 2?0")
    assert (0, 1) in alignment
    assert (2, 0) in alignment
    assert (1, 0) not in alignment
    assert "0-1" not in alignment


# Values


@given(marked_alignments(2), marked_alignments(2))
def test_equal_parts_make_equal_alignments(a: Marked, b: Marked) -> None:
    assert (made(a) == made(b)) == (a == b)
    assert (made(a) != made(b)) == (a != b)
    assert len({made(a), made(b)}) == 1 + (a != b)


def test_lengths_and_marks_are_part_of_the_value() -> None:
    values = {
        Alignment([(0, 0)], 1, 1),
        Alignment([(0, 0)], 2, 1),
        Alignment([(0, 0)], 1, 2),
        Alignment([], 1, 1, possible=[(0, 0)]),
        Alignment([], 1, 1),
        Alignment([], 0, 0),
    }
    assert len(values) == 6
    assert Alignment([(0, 0)], 1, 1) != [(0, 0)]
    assert Alignment([], 0, 0) != ()


@pytest.mark.parametrize(
    "duplicate",
    [
        copy.copy,
        copy.deepcopy,
        *(lambda a, p=p: pickle.loads(pickle.dumps(a, p)) for p in range(6)),
    ],
)
@pytest.mark.parametrize("text", ["", "0-0", "0-1 1?0 2p2"])
def test_copies_are_equal(duplicate: Callable[[Any], Any], text: str) -> None:
    alignment = Alignment.parse(text, 4, 5)
    assert duplicate(alignment) == alignment
    assert hash(duplicate(alignment)) == hash(alignment)
    assert type(duplicate(alignment)) is Alignment


@given(marked_alignments(7))
def test_repr_and_text_can_be_read_again(drawn: Marked) -> None:
    alignment = made(drawn)
    assert eval(repr(alignment)) == alignment
    lengths = alignment.source_length, alignment.target_length
    assert Alignment.parse(str(alignment), *lengths) == alignment
    assert pickle.loads(pickle.dumps(alignment)) == alignment


def test_repr_and_text() -> None:
    alignment = Alignment([(1, 0), (0, 1)], 3, 2, possible=[(2, 0)])
    assert repr(alignment) == "Alignment([(0, 1), (1, 0)], 3, 2, possible=[(2, 0)])"
    assert str(alignment) == "0-1 1-0 2?0"
    assert repr(Alignment([], 0, 0)) == "Alignment([], 0, 0)"


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_nothing_can_be_overwritten(make: Callable[[], Alignment]) -> None:
    alignment = make()
    with refused(ValueError):
        alignment.sure[0] = False
    before = str(alignment)
    alignment.links[:] = 9  # a copy
    assert str(alignment) == before
    with pytest.raises(AttributeError):
        alignment.source_length = 9  # type: ignore[misc]
    with pytest.raises(AttributeError):
        alignment.name = "new"  # type: ignore[attr-defined]


def test_the_callers_array_is_neither_shared_nor_frozen() -> None:
    source = np.array([[0, 1], [1, 0]], np.int32)
    alignment = Alignment(source, 2, 2)
    source[:] = 0
    assert list(alignment) == [(0, 1), (1, 0)]


# Drawing


@settings(max_examples=20)
@given(marked_alignments(5), st.booleans())
def test_a_notebook_shows_well_formed_svg(drawn: Marked, swapped: bool) -> None:
    alignment = made(drawn).transpose() if swapped else made(drawn)
    picture = alignment._repr_svg_()
    if alignment.source_length == alignment.target_length == 0:
        assert picture is None
    else:
        assert picture is not None
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize(("n", "m"), [(200, 1), (1, 200), (200, 200)])
def test_a_notebook_shows_no_more_words_than_anyone_can_see(n: int, m: int) -> None:
    shown = Alignment([(0, 0), (n - 1, m - 1)], n, m)._repr_svg_()
    assert shown is not None
    ElementTree.fromstring(shown)
    assert Alignment([(0, 0)], n + (n == 200), m + (m == 200))._repr_svg_() is None


def test_a_layout_has_the_words_or_their_numbers() -> None:
    alignment = Alignment.parse("0-1 1-0")
    assert "house" in alignment.layout(["white", "house"], ["casa", "blanca"]).to_svg()
    assert alignment.layout() == alignment.layout(["0", "1"], ["0", "1"])
    assert Alignment([], 0, 1).layout([], ["x"]) == Alignment([], 0, 1).layout(None, ["x"])


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (["a"], ["b", "c"]),
        (["a", "b"], ["b", "c", "d"]),
        ([], None),
    ],
)
def test_words_that_do_not_fit_are_refused(
    source: list[str] | None, target: list[str] | None
) -> None:
    alignment = Alignment.parse("0-1 1-0")
    with refused(InputError):
        alignment.layout(source, target)


@pytest.mark.parametrize("text", [5, None, b"0-0"])
def test_only_texts_are_parsed(text: Any) -> None:
    with refused(UsageError):
        Alignment.parse(text)
