"""The analysers of reorderings: the same figures however a corpus is divided and merged."""

from __future__ import annotations

import pickle
import random
from functools import cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from accumulator_checks import check_divisions
from messages import refused
from reordering_batches import alignment_batch, constituency_batch
from reordering_strategies import constituent
from wordorder.errors import InputError, UsageError
from wordorder.reorderings import (
    ReorderingAnalyzer,
    RetentionAnalyzer,
    count_reorderings,
    extract_reorderings,
)
from wordorder.reorderings.inputs import LeftOutPairs
from wordorder.reorderings.patterns import PatternCounter
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from wordorder.alignment import AlignmentBatch
    from wordorder.reorderings import ReorderingBatch

COUNT = 24
FILES = (0, 9, COUNT)  # where the files start and end
SETS = ("none", "high")
FEW = Resampling(20, 3)


def shuffled(rng: random.Random, n: int) -> list[int]:
    order = list(range(n))
    for _ in range(2):
        start, stop = sorted(rng.choices(range(n + 1), k=2))
        order[start:stop] = order[start:stop][::-1]
    return order


class Sentences:
    """The sentences of two files, with trees of few labels and two systems."""

    def __init__(self) -> None:
        rng = random.Random(4)
        lengths = [rng.choice([2, 5, 7, 11, 23]) for _ in range(COUNT)]
        texts = [
            [(set(enumerate(shuffled(rng, n))), n, n + number) for n in lengths]
            for number in range(3)
        ]
        self.batches = list(map(alignment_batch, texts))
        self.trees = constituency_batch([constituent(rng, range(n)) for n in lengths])

    def parts(self, start: int, stop: int) -> list[tuple[int, int, int]]:
        """The same sentences file by file: number of the file, first and last sentence."""
        cut = [(file, max(start, a), min(stop, b)) for file, (a, b) in enumerate(pairwise(FILES))]
        return [one for one in cut if one[1] < one[2]]

    def found(
        self, system: int, file: int, start: int, stop: int
    ) -> tuple[AlignmentBatch, ReorderingBatch]:
        """Some sentences of one file, with line numbers of that file."""
        rows = self.batches[system].rows(start, stop)
        rows = type(rows)(
            rows.sources,
            rows.targets,
            rows.offsets,
            rows.source_lengths,
            rows.target_lengths,
            first_line=1 + start - FILES[file],
        )
        return rows, extract_reorderings(rows, self.trees.rows(start, stop))


@cache
def sentences() -> Sentences:
    return Sentences()


def words_from(start: int, row: int) -> list[str]:
    return [f"{start + row}.{word}" for word in range(30)]


def masks(start: int, stop: int) -> dict[str, Any]:
    places = np.arange(start, stop) % 3
    return {name: places == number for number, name in enumerate(SETS)}


def analyzer_of_sets(most: int = 100) -> ReorderingAnalyzer:
    return ReorderingAnalyzer([1, 2], with_trees=True, sets=SETS, most=most)


def add_sentences(analyzer: ReorderingAnalyzer, start: int, stop: int) -> None:
    for file, first, last in sentences().parts(start, stop):
        rows, found = sentences().found(0, file, first, last)
        analyzer.add(rows, found, partial(words_from, first), masks(first, last), file=file)


def add_systems(analyzer: RetentionAnalyzer, start: int, stop: int) -> None:
    for file, first, last in sentences().parts(start, stop):
        rows, found = sentences().found(0, file, first, last)
        systems = [(*sentences().found(number, file, first, last), None) for number in (1, 2)]
        analyzer.add(rows, found, systems, masks(first, last), file=file)


limits = st.sampled_from([5, 12, 24, 100])


@pytest.mark.slow
@given(st.data(), limits)
def test_an_analysis_is_the_same_for_all_divisions(data: st.DataObject, most: int) -> None:
    check_divisions(
        data,
        partial(analyzer_of_sets, most),
        add_sentences,
        COUNT,
        lambda one: one.result(FEW, left_out=1),
    )


@pytest.mark.parametrize("most", [5, 100])
def test_chosen_rows_are_as_if_they_came_alone(most: int) -> None:
    chosen = np.array([number % 5 not in {1, 2} for number in range(FILES[1])])
    rows, found = sentences().found(0, 0, 0, FILES[1])
    together, alone = analyzer_of_sets(most), analyzer_of_sets(most)
    together.add_counts(
        count_reorderings(rows, found, [1, 2]),
        rows=chosen,
        lines=np.arange(1, FILES[1] + 1) * 10,
        file=3,
        words=partial(words_from, 0),
        sets=masks(0, FILES[1]),
    )
    for number in np.flatnonzero(chosen).tolist():
        rows, found = sentences().found(0, 0, number, number + 1)
        alone.add_counts(
            count_reorderings(rows, found, [1, 2]),
            lines=np.array([number * 10 + 10]),
            file=3,
            words=partial(words_from, number),
            sets=masks(number, number + 1),
        )
    assert len(together) == chosen.sum()
    assert together.result(FEW) == alone.result(FEW)


def test_counts_that_do_not_fit_change_nothing() -> None:
    counted = count_reorderings(*sentences().found(0, 0, 0, 3), [1, 2])
    wrong: list[dict[str, Any]] = [
        {"counted": 3},
        {"rows": np.ones(2, bool)},
        {"rows": [True] * 3},
        {"lines": np.arange(2)},
        {"lines": np.ones(3)},
        {"file": -1},
        {"counted": count_reorderings(*sentences().found(0, 0, 0, 3), [1, 3])},
    ]
    analyzer = analyzer_of_sets()
    for change in wrong:
        given_: dict[str, Any] = {"counted": counted, "sets": masks(0, 3), **change}
        with refused(UsageError):
            analyzer.add_counts(given_.pop("counted"), **given_)
        assert len(analyzer) == 0


@pytest.mark.slow
@given(st.data(), limits)
def test_retention_is_the_same_for_all_divisions(data: st.DataObject, most: int) -> None:
    check_divisions(
        data,
        lambda: RetentionAnalyzer(["A", "B"], SETS, most=most),
        add_systems,
        COUNT,
        lambda one: one.result(FEW, corrected=True),
    )


def test_the_example_is_the_first_in_the_corpus() -> None:
    analyzer = analyzer_of_sets()
    for start in (21, 9, 0, 15, 3):  # backwards and forwards, and later files first
        add_sentences(analyzer, start, {0: 3, 3: 9, 9: 15, 15: 21, 21: 24}[start])
    occurrences: dict[tuple[str | None, ...], tuple[int, int]] = {}
    for file, first, last in sentences().parts(0, COUNT):
        for one in sentences().found(0, file, first, last)[1]:
            if one.syntactic:
                key = one.parent, one.a.label, one.b.label
                occurrences.setdefault(key, (file, one.line))
    patterns = analyzer.result(FEW).patterns
    assert len(patterns) > 5
    for pattern in patterns:
        assert pattern.example is not None
        file, line = occurrences[pattern.parent, pattern.a, pattern.b]
        assert pattern.example.line == line
        assert pattern.example.a.startswith(f"{FILES[file] + line - 1}.")


@pytest.mark.slow
@given(st.data())
def test_patterns_are_the_same_for_all_divisions(data: st.DataObject) -> None:
    def add(counter: PatternCounter, start: int, stop: int) -> None:
        for file, first, last in sentences().parts(start, stop):
            rows, found = sentences().found(0, file, first, last)
            lines = np.arange(found.first_line, found.first_line + len(rows))
            counter.add(found, lines, partial(words_from, first), file)

    check_divisions(data, PatternCounter, add, COUNT, PatternCounter.result)


def test_saved_counts_that_contradict_themselves_are_refused() -> None:
    analyzer = analyzer_of_sets()
    add_sentences(analyzer, 0, COUNT)
    good = analyzer.to_plain()
    patterns = good.patterns.to_plain()
    a = next(iter(patterns.labels))
    of_patterns = [
        patterns._replace(patterns=(("S", a, "X", 3, 0, 0, 0),)),
        patterns._replace(labels={}),
        patterns._replace(labels={**patterns.labels, a: np.ones(3, np.int64)}),
    ]
    for wrong in of_patterns:
        with refused(ValueError):
            PatternCounter.from_plain(wrong)
    for damage in (
        {"ks": (1, 1)},
        {"ks": (1,)},
        {"with_trees": False},
        {"in_bin": good.in_bin + 1},
        {"widths": -good.widths},
        {"widths": good.widths[1:]},
        {"sets": {"high": ReorderingAnalyzer([1])}},
    ):
        with refused(ValueError):
            ReorderingAnalyzer.from_plain(good._replace(**damage))


@given(st.data(), st.lists(st.integers(1, 99), unique=True, max_size=9))
def test_what_is_left_out_is_the_same_for_all_divisions(
    data: st.DataObject, lines: list[int]
) -> None:
    def add(left_out: LeftOutPairs, start: int, stop: int) -> None:
        for line in lines[start:stop]:
            left_out.add(line, InputError(f"links:{line}: wrong"))

    check_divisions(
        data, lambda: LeftOutPairs("links", "corpus"), add, len(lines), LeftOutPairs.result
    )
    left_out = LeftOutPairs("links", "corpus")
    add(left_out, 0, len(lines))
    assert left_out.count == len(lines)
    if len(lines) > 1:
        what = f"left out {len(lines)} sentence pairs; the first: links:{min(lines)}: wrong"
        assert left_out.result() == f"corpus: {what}"


def test_bundled_or_not_the_values_are_the_same() -> None:
    results = []
    for most in (5, 100):
        analyzer = analyzer_of_sets(most)
        add_sentences(analyzer, 0, COUNT)
        results.append(analyzer.result(FEW))
    bundled, single = results
    assert (bundled.bundle, single.bundle) == (5, 1)
    assert (bundled.sets["high"].bundle, single.sets["high"].bundle) == (2, 1)
    for name, estimate in single.measures.items():
        assert bundled.measures[name].value == pytest.approx(estimate.value, rel=1e-15)


def test_only_the_same_questions_can_be_merged() -> None:
    analyzer = analyzer_of_sets()
    for other in (
        ReorderingAnalyzer([1, 3], with_trees=True, sets=SETS),
        ReorderingAnalyzer([1, 2], sets=SETS),
        ReorderingAnalyzer([1, 2], with_trees=True),
        analyzer_of_sets(most=7),
        ReorderingAnalyzer([1, 2], with_trees=True, sets=SETS, known_lengths=["source"]),
    ):
        with refused(UsageError):
            analyzer.merge(other)
    with refused(UsageError):
        RetentionAnalyzer(["A"]).merge(RetentionAnalyzer(["B"]))


def test_every_batch_has_all_sets() -> None:
    rows, found = sentences().found(0, 0, 0, 2)
    for given_sets in (None, {"none": np.ones(2, bool)}):
        with refused(UsageError):
            analyzer_of_sets().add(rows, found, None, given_sets)
        with refused(UsageError):
            RetentionAnalyzer([], SETS).add(rows, found, [], given_sets)


def test_the_same_lines_twice_need_two_files() -> None:
    rows, found = sentences().found(0, 0, 0, 2)
    analyzer = ReorderingAnalyzer()
    for _ in range(2):
        analyzer.add(rows, found)
    with refused(InputError):
        analyzer.result(FEW)


def wrong_batches() -> list[dict[str, Any]]:
    rows, _ = sentences().found(0, 0, 0, 3)
    few, few_found = sentences().found(0, 0, 0, 1)
    return [
        {"found": few_found},
        {"links": few},
        {"links": 3},
        {"found": rows},
        {"file": -1},
        {"file": 2**70},
        {"file": "a"},
        {"sets": 3},
        {"sets": dict.fromkeys(SETS, [True] * 3)},
        {"sets": masks(0, 2)},
        {"sets": dict.fromkeys(SETS, np.zeros(3))},
    ]


@pytest.mark.parametrize("number", range(len(wrong_batches())))
def test_a_batch_that_does_not_fit_changes_nothing(number: int) -> None:
    rows, found = sentences().found(0, 0, 0, 3)
    wrong = wrong_batches()[number]
    given_ = {"links": rows, "found": found, "sets": masks(0, 3), "file": 0, **wrong}
    links, chosen, file = given_["links"], given_["sets"], given_["file"]
    analyzer, retention = analyzer_of_sets(), RetentionAnalyzer(["A"], SETS)
    before = pickle.dumps((analyzer, retention))
    with refused((InputError, UsageError)):
        analyzer.add(links, given_["found"], None, chosen, file=file)
    with refused((InputError, UsageError)):
        retention.add(links, given_["found"], [(rows, found, None)], chosen, file=file)
    assert pickle.dumps((analyzer, retention)) == before


def test_a_batch_has_all_systems() -> None:
    rows, found = sentences().found(0, 0, 0, 3)
    _, few = sentences().found(0, 0, 0, 1)
    one = (rows, found, None)
    wrong: list[tuple[list[str], Any]] = [
        ([], []),
        (["A"], []),
        (["A"], [one, one]),
        (["A"], 3),
        (["A"], [(rows, found)]),
        (["A"], [3]),
        (["A"], [(rows, found, 5)]),
        (["A"], [(rows, found, [5] * 3)]),
        (["A"], [(rows, found, [[range(2**40)]] * 3)]),
        (["A"], [(rows, found, [[range(2**70)]] * 3)]),
        (["A"], [(rows, few, None)]),
    ]
    for names, systems in wrong:
        analyzer = RetentionAnalyzer(names)
        with refused((InputError, UsageError)):
            analyzer.add(rows, found, systems)
        assert len(analyzer) == 0


@pytest.mark.parametrize(
    "options",
    [
        {"ks": ["a"]},
        {"ks": 5},
        {"ks": [0.5]},
        {"known_lengths": 5},
        {"known_lengths": ["src"]},
        {"sets": 5},
        {"sets": "abc"},
        {"sets": [[]]},
    ],
)
def test_options_that_cannot_be_meant(options: dict[str, Any]) -> None:
    with refused(UsageError):
        ReorderingAnalyzer(**options)
