"""Which reorderings translations keep, against the slow, obvious implementation."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused
from oracles import reorderings as oracles
from reordering_batches import Drawn, alignment_batch, constituency_batch, linked, shortest
from reordering_strategies import constituent, cut, reordered_alignments, rngs
from wordorder import InputError, UsageError
from wordorder.output import dumps
from wordorder.reorderings import (
    FATES,
    RETENTION_MEASURES,
    WIDTH_CLASSES,
    AlignedCorpus,
    RetentionAnalyzer,
    SystemFile,
    analyze_retention,
    extract_reorderings,
    retained_reorderings,
)
from wordorder.reorderings.retention_result import WIDTHS
from wordorder.statistics import Resampling, bootstrap, holm, paired_bootstrap, ratio

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypothesis.strategies import DrawFn

    from wordorder.reorderings import Branching, RetentionResult

Phrases = list[range]
NUMBERS = {name: number for number, name in FATES.items()}


def translated(rng: random.Random, links: set[tuple[int, int]], n: int) -> Drawn:
    """As a system might translate: some words moved by one, some lost, some in another order."""
    by = rng.choice([-1, 0, 0, 1])
    kept = {(i + by, j) for i, j in links if 0 <= i + by < n and rng.random() < 0.85}
    if rng.random() < 0.3:
        kept = {(i, min(n, j + rng.randint(0, 2))) for i, j in kept}
    if rng.random() < 0.2:
        kept = {(i, i) for i, _ in kept}
    return kept, n, 1 + max((j for _, j in kept), default=0)


@st.composite
def translations(draw: DrawFn, max_size: int = 9) -> tuple[Drawn, Drawn, Phrases]:
    """A reference, a translation of the same source, and phrases of the decoder."""
    links, n, m = draw(reordered_alignments(max_size).filter(lambda drawn: min(drawn[1:]) > 0))
    rng = draw(rngs)
    other = translated(rng, links, n)
    if draw(st.booleans()):
        free, free_n, free_m = draw(reordered_alignments(max_size))
        n = max(n, free_n)
        other = free, n, max(free_m, 1)
    phrases = [piece for piece in cut(rng, n, rng.randint(1, 6)) if rng.random() < 0.7]
    rng.shuffle(phrases)
    return (links, n, m), (other[0], n, other[2]), phrases


def fates(
    reference: Sequence[Drawn],
    translation: Sequence[Drawn],
    phrases: Sequence[Phrases] | None = None,
    branching: Branching = "right",
) -> list[str]:
    one, other = alignment_batch(reference), alignment_batch(translation)
    found, moved = (extract_reorderings(batch, branching=branching) for batch in (one, other))
    numbers = retained_reorderings(one, found, other, moved, phrases)
    return [FATES[number] for number in numbers.tolist()]


def oracle_fate(
    reference: Drawn,
    blocks: tuple[Any, Any],
    translation: Drawn,
    phrases: Phrases | None = None,
    branching: str = "right",
) -> str:
    spans = None if phrases is None else [(phrase.start, phrase.stop - 1) for phrase in phrases]
    asked = (reference[0], *blocks, translation[0], spans, branching)
    verdict = oracles.retained(*asked)
    return oracles.retained_by(*asked) or verdict


# One sentence after the other


@given(
    drawn=st.lists(translations(), min_size=1, max_size=10),
    with_phrases=st.booleans(),
    branching=st.sampled_from(["right", "left"]),
)
def test_fates_are_the_oracles(
    drawn: list[tuple[Drawn, Drawn, Phrases]], with_phrases: bool, branching: Branching
) -> None:
    reference, translation, phrases = (list(column) for column in zip(*drawn, strict=True))
    found = fates(reference, translation, phrases if with_phrases else None, branching)
    assert found == [
        oracle_fate(one, pair, other, spans if with_phrases else None, branching)
        for one, other, spans in drawn
        for pair in oracles.reorderings(one[0], branching)
    ]


@given(translations(), rngs)
def test_blocks_from_a_tree(drawn: tuple[Drawn, Drawn, Phrases], rng: random.Random) -> None:
    reference, translation, _ = drawn
    tree = constituent(rng, range(reference[1]))
    one, other = alignment_batch([reference]), alignment_batch([translation])
    found = extract_reorderings(one, constituency_batch([tree]))
    numbers = retained_reorderings(one, found, other, extract_reorderings(other))
    assert [FATES[number] for number in numbers.tolist()] == [
        oracle_fate(reference, blocks[:2], translation)
        for blocks in oracles.constituency_reorderings(reference[0], tree)
    ]


@given(st.lists(translations(), min_size=1, max_size=4))
def test_a_reference_keeps_its_own(drawn: list[tuple[Drawn, Drawn, Phrases]]) -> None:
    reference = [row for row, _, _ in drawn]
    assert set(fates(reference, reference)) <= {"order"}
    # And a translation in source order keeps none of them.
    monotone = [({(i, i) for i, _ in links}, n, n) for links, n, _ in reference]
    assert set(fates(reference, monotone)) <= {"lost"}


# Words 1–2 and 3–4 change places; word 0 and 5 stay.
SWAP = "0-0 1-3 2-4 3-1 4-2 5-5"


@pytest.mark.parametrize(
    ("translation", "phrases", "fate"),
    [
        # B's only target is before all of A's; words without links do not count.
        ("1-4 4-0", None, "order"),
        ("1-4 2-5 3-2 4-3", None, "order"),
        # The targets of A and B touch each other at 3.
        ("1-3 2-4 3-3", None, "lost"),
        # A word of A before B: but words 1 and 2–4 change places over the same words.
        ("1-9 2-1 3-2 4-3", None, "shifted"),
        # 0–1 and 2–3: a reordering over as many words, one to the left; A and B stand in order.
        ("0-3 1-4 2-1 3-2 4-8", None, "shifted"),
        # 2–3 and 4–5, one to the right.
        ("1-0 2-5 3-6 4-3 5-4", None, "shifted"),
        # Two to the right, and of another width, are too far.
        ("1-0 2-1 3-7 4-8 5-5 6-6", None, "lost"),
        ("1-0 2-3 3-2 4-4", None, "lost"),
        ("0-0 1-1 2-2 3-3 4-4", None, "lost"),
        # No link in A, in B, or at all.
        ("0-0 3-1 4-2", None, "unjudgeable"),
        ("0-0 1-1 2-2 5-3", None, "unjudgeable"),
        ("", None, "unjudgeable"),
        # One phrase with both blocks does without links; it may be longer.
        ("", [range(1, 5)], "phrase"),
        ("0-0 1-1 2-2 3-3 4-4", [range(6)], "phrase"),
        ("1-4 4-0", [range(1), range(1, 6)], "phrase"),
        # A phrase with a part of them, and two that have both only together.
        ("", [range(1, 4), range(4, 6)], "unjudgeable"),
        ("0-0 1-1 2-2 3-3 4-4", [range(2, 6), range(2)], "lost"),
        ("1-4 4-0", [], "order"),
    ],
)
def test_one_rule_after_the_other(translation: str, phrases: Phrases | None, fate: str) -> None:
    reference = (linked(SWAP), 7, 6)
    links, _, m = shortest(linked(translation))
    spans = None if phrases is None else [phrases]
    assert fates([reference], [(links, 7, m)], spans) == [fate]
    assert oracle_fate(reference, ((1, 2), (3, 4)), (links, 7, m), phrases) == fate


def test_the_first_word_has_none_before_it() -> None:
    # Nothing may be found at word −1, where a number before the first might lead.
    reference = (linked("0-1 1-0"), 3, 2)
    assert fates([reference], [(linked("0-0 1-1 2-2"), 3, 3)]) == ["lost"]
    assert fates([reference], [(linked("0-0 1-2 2-1"), 3, 3)]) == ["shifted"]


def test_a_long_sentence_is_judged_quickly() -> None:
    n = 20_000
    reference = [({(i, n - 1 - i) for i in range(n)}, n, n)]
    assert set(fates(reference, reference)) == {"order"}


PAIR = [(linked("0-1 1-0"), 2, 2)]


def test_the_same_number_of_sentences() -> None:
    with refused(InputError):
        fates(PAIR * 2, PAIR)
    with refused(InputError):
        fates(PAIR * 2, PAIR * 2, [[range(2)]])


def test_the_same_source_words() -> None:
    one = alignment_batch(PAIR * 2, first_line=5)
    other = alignment_batch([*PAIR, (linked("0-1 1-0"), 3, 2)], first_line=5)
    with refused(InputError):
        retained_reorderings(one, extract_reorderings(one), other, extract_reorderings(other))


@pytest.mark.parametrize("which", [0, 1])
def test_only_over_the_source(which: int) -> None:
    batch = alignment_batch(PAIR)
    sides: list[Any] = ["source", "source"]
    sides[which] = "target"
    found, moved = (extract_reorderings(batch, over=side) for side in sides)
    with refused(UsageError):
        retained_reorderings(batch, found, batch, moved)


# A corpus


def source_order(reference: Sequence[Drawn]) -> list[Drawn]:
    return [({(i, i) for i, _ in links}, n, n) for links, n, _ in reference]


def corpus(count: int) -> tuple[list[Drawn], list[list[Drawn]], list[Any]]:
    """References, two systems and trees that are the same in every run."""
    rng = random.Random(4)
    reference: list[Drawn] = []
    for _ in range(count):
        n = rng.randint(1, 14)
        order = [place for piece in cut(rng, n, 9) for place in reversed(piece)]
        reference.append((set(enumerate(order)), n, n))
    systems = [[translated(rng, links, n) for links, n, _ in reference] for _ in range(2)]
    return reference, systems, [constituent(rng, range(n)) for _, n, _ in reference]


REFERENCE, SYSTEMS, TREES = corpus(45)
NAMES = ["one", "other"]


def analyzed(
    systems: Sequence[Sequence[Drawn]],
    cuts: Sequence[int] = (),
    trees: Sequence[Any] | None = None,
) -> RetentionResult:
    analyzer = RetentionAnalyzer(NAMES[: len(systems)])
    reference = alignment_batch(REFERENCE)
    batches = [alignment_batch(rows) for rows in systems]
    parsed = None if trees is None else constituency_batch(trees)
    for start, stop in pairwise([0, *cuts, len(REFERENCE)]):
        part = reference.rows(start, stop)
        found = extract_reorderings(part, None if parsed is None else parsed.rows(start, stop))
        others = [batch.rows(start, stop) for batch in batches]
        analyzer.add(part, found, [(other, extract_reorderings(other), None) for other in others])
    return analyzer.result(Resampling(50, 3))


@pytest.fixture(scope="module")
def result() -> RetentionResult:
    return analyzed(SYSTEMS)


@cache
def judged_rows(system: int) -> list[list[tuple[int, str]]]:
    """Width and fate of all reorderings, sentence by sentence, as the oracle sees them."""
    return [
        [
            (oracles.source_width(one[0], *pair), oracle_fate(one, pair, other))
            for pair in oracles.reorderings(one[0])
        ]
        for one, other in zip(REFERENCE, SYSTEMS[system], strict=True)
    ]


def in_class(rows: list[list[tuple[int, str]]], name: str | None) -> list[list[str]]:
    """The fates of reorderings of one width class; of all for None."""
    return [
        [fate for width, fate in row if name in {None, oracles.width_class(width)}] for row in rows
    ]


@cache
def oracle_statistics(system: int) -> np.ndarray:
    """What `RETENTION_MEASURES` are made of, for each sentence: what is divided, then by what."""
    scopes = [in_class(judged_rows(system), name) for name in (None, *WIDTH_CLASSES)]
    judged = [[sum(fate != "unjudgeable" for fate in row) for row in rows] for rows in scopes]
    kept = [
        [sum(fate not in {"unjudgeable", "lost"} for fate in row) for row in rows]
        for rows in scopes
    ]
    own, theirs = oracle_amounts(SYSTEMS[system]), oracle_amounts(REFERENCE)
    return np.array([*kept, *own, *judged, *theirs], np.float64).T


def oracle_amounts(rows: Sequence[Drawn]) -> list[list[float]]:
    found = [(links, m, oracles.reorderings(links)) for links, _, m in rows]
    return [
        [float(oracles.rquantity(links, m, pairs)) for links, m, pairs in found],
        *(
            [
                sum(
                    oracles.width_class(oracles.source_width(links, *pair)) == name
                    for pair in pairs
                )
                for links, _, pairs in found
            ]
            for name in WIDTH_CLASSES
        ),
    ]


def test_the_order_of_measures() -> None:
    assert " ".join(RETENTION_MEASURES) == (
        "retained retained_short retained_medium retained_long "
        "order_bias order_bias_short order_bias_medium order_bias_long"
    )


@pytest.mark.slow
def test_measures_are_the_oracles(result: RetentionResult) -> None:
    assert (result.systems, result.sentence_count) == (tuple(NAMES), len(REFERENCE))
    assert result.reorderings == sum(len(oracles.reorderings(links)) for links, _, _ in REFERENCE)
    for number in range(len(SYSTEMS)):
        statistics = oracle_statistics(number)
        np.testing.assert_allclose(result.estimates["value"][number], ratio(statistics.sum(axis=0)))
        drawn = bootstrap(statistics, ratio, resamples=50, seed=3)
        np.testing.assert_allclose(result.estimates["low"][number], drawn.low)
        np.testing.assert_allclose(result.estimates["high"][number], drawn.high)


@pytest.mark.slow
def test_fates_add_up(result: RetentionResult) -> None:
    for number, row in enumerate(result.fates["count"].tolist()):
        counts = dict(zip(result.fates.axes["fate"], row, strict=True))
        expected = Counter(fate for row in judged_rows(number) for _, fate in row)
        assert counts == {name: expected[name] for name in FATES.values()}
        assert sum(counts.values()) == result.reorderings
        assert min(counts[name] for name in ("lost", "order", "shifted", "unjudgeable")) > 0


@pytest.mark.slow
def test_shares_by_width(result: RetentionResult) -> None:
    for number in range(len(SYSTEMS)):
        for column, name in enumerate(WIDTHS):
            those = [
                fate
                for row in judged_rows(number)
                for width, fate in row
                if (str(width) if width <= 20 else ">20") == name and fate != "unjudgeable"
            ]
            kept = sum(fate != "lost" for fate in those)
            retained, judged, value, low, high = (
                figures[number, column] for figures in result.widths.columns.values()
            )
            assert (retained, judged) == (kept, len(those))
            if those:
                assert value == pytest.approx(kept / len(those))
                assert low <= value <= high
            else:
                assert isnan(value)


def test_wide_reorderings_are_judged_together() -> None:
    n = 23
    batch = alignment_batch([({(i, n - 1 - i) for i in range(n)}, n, n)])
    found = extract_reorderings(batch)
    analyzer = RetentionAnalyzer(["itself"])
    analyzer.add(batch, found, [(batch, found, None)])
    judged = analyzer.result(Resampling(1, 1)).widths.at("judged", system="itself")
    assert dict(zip(WIDTHS, judged.tolist(), strict=True)) == {
        **{str(width): 1 for width in range(2, 21)},
        ">20": 3,
    }


@pytest.mark.slow
def test_shares_by_label() -> None:
    result = replace(analyzed(SYSTEMS, trees=TREES), signature="trees:source")
    expected: dict[str, list[list[int]]] = {}
    for one, tree, *others in zip(REFERENCE, TREES, *SYSTEMS, strict=True):
        for blocks in oracles.constituency_reorderings(one[0], tree):
            for number, other in enumerate(others):
                fate = oracle_fate(one, blocks[:2], other)
                if blocks.syntactic and fate != "unjudgeable":
                    counts = expected.setdefault("+".join(blocks.a_labels), [[0, 0], [0, 0]])
                    counts[number][0] += fate != "lost"
                    counts[number][1] += 1
    labels, counts = result.labels.axes["label"], np.stack([*result.labels.columns.values()], -1)
    assert dict(zip(labels, counts.tolist(), strict=True)) == expected
    order = list(zip((-counts[..., 1].max(axis=1)).tolist(), labels, strict=True))
    assert order == sorted(order)
    rows = result.records("label").columns
    for kept, judged, share in zip(
        *(rows[n] for n in ("retained", "judged", "share")), strict=True
    ):
        assert share == kept / judged if judged else isnan(share)
    assert 0 in rows["judged"]


def test_without_trees_there_are_no_labels(result: RetentionResult) -> None:
    assert result.labels.shape == (0, 2)


@pytest.mark.parametrize("cuts", [[1], [7, 8, 30], range(1, 45)], ids=["2", "4", "45"])
def test_batches_do_not_matter(cuts: Sequence[int]) -> None:
    whole, parts = analyzed(SYSTEMS, trees=TREES), analyzed(SYSTEMS, cuts, TREES)
    assert dumps(parts.to_dict()) == dumps(whole.to_dict())


def test_the_reference_as_a_system_and_the_source_order() -> None:
    result = analyzed([REFERENCE, source_order(REFERENCE)])
    for ends in result.estimates.columns.values():
        assert (ends[0] == 1).all()
        assert (ends[1] == 0).all()


# Two systems


def test_tests_are_those_of_the_paired_bootstrap(result: RetentionResult) -> None:
    statistics = np.stack([oracle_statistics(number) for number in range(len(SYSTEMS))])
    paired = paired_bootstrap(statistics, ratio, resamples=50, seed=3)
    tests, value = result.differences, result.estimates["value"]
    assert tests.axes["pair"] == (("one", "other"),)
    np.testing.assert_allclose(tests["difference"], value[[1]] - value[[0]])
    np.testing.assert_allclose(tests["difference"], -paired.difference)
    np.testing.assert_array_equal(tests["p"], paired.p_value)
    np.testing.assert_array_equal(tests["p_holm"], holm(paired.p_value))


def test_swapped_systems_differ_by_the_sign(result: RetentionResult) -> None:
    swapped = analyzed(SYSTEMS[::-1]).differences
    assert (result.differences["difference"] != 0).any()
    np.testing.assert_allclose(swapped["difference"], -result.differences["difference"])
    np.testing.assert_array_equal(swapped["p"], result.differences["p"])


def test_holm_counts_all_pairs() -> None:
    analyzer = RetentionAnalyzer(["a", "b", "c"])
    reference = alignment_batch(REFERENCE)
    found = extract_reorderings(reference)
    batches = [alignment_batch(rows) for rows in (*SYSTEMS, source_order(REFERENCE))]
    analyzer.add(reference, found, [(one, extract_reorderings(one), None) for one in batches])
    three = analyzer.result(Resampling(50, 3)).differences
    assert three.axes["pair"] == (("a", "b"), ("a", "c"), ("b", "c"))
    np.testing.assert_array_equal(three["p_holm"], holm(three["p"]))
    assert (three["p_holm"] > three["p"]).any()


def test_no_difference_is_not_a_negative_zero() -> None:
    same = analyzed([REFERENCE, REFERENCE]).differences
    assert not np.signbit(same["difference"]).any()
    assert (same["p"] == 1).all()


def test_one_system_has_no_pairs() -> None:
    alone = analyzed(SYSTEMS[:1])
    assert alone.differences.shape == (0, len(RETENTION_MEASURES))
    (table,) = alone.tables("pairs")
    assert (len(table.columns), table.rows) == (9, ())


def test_phrases_reach_the_judgement() -> None:
    batch = alignment_batch(PAIR)
    monotone = alignment_batch(source_order(PAIR))
    analyzer = RetentionAnalyzer(["system"])
    (fate,) = analyzer.add(
        batch,
        extract_reorderings(batch),
        [(monotone, extract_reorderings(monotone), [[range(2)]])],
    )
    assert fate.tolist() == [NUMBERS["phrase"]]
    result = analyzer.result(Resampling(1, 1))
    assert result.fates.figure(system="system", fate="phrase") == 1
    assert result.estimate("system").value == 1


def test_no_sentences_no_result() -> None:
    analyzer = RetentionAnalyzer(["system"])
    with refused(InputError):
        analyzer.result(Resampling())
    empty = alignment_batch([])
    found = extract_reorderings(empty)
    analyzer.add(empty, found, [(empty, found, None)])
    with refused(InputError):
        analyzer.result(Resampling())


def test_results_are_reached_by_name(result: RetentionResult) -> None:
    assert result.estimate("one").value == result.estimates["value"][0, 0]
    assert result.estimate("other", "order_bias") == tuple(
        ends[1, 4] for ends in result.estimates.columns.values()
    )
    for wrong in (("nobody", "retained"), ("one", "nothing")):
        with refused(UsageError):
            result.estimate(*wrong)
    assert repr(result).startswith("<RetentionResult: 45 sentences, retained one 0.")
    assert ">other<" in result._repr_html_()


def test_a_comparison_needs_systems_and_trees_of_the_source(tmp_path) -> None:
    links = tmp_path / "links"
    links.write_text("0-1 1-0\n")
    with refused(UsageError):
        analyze_retention(AlignedCorpus(links), {})
    with refused(UsageError):
        analyze_retention(
            AlignedCorpus(links, over="target", trees=links), {"A": SystemFile(links)}
        )
