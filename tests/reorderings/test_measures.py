"""What is counted in sentence pairs and in a corpus, against plain counting."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from messages import refused
from oracles import alignments as link_oracles, reorderings as oracles
from reordering_batches import (
    Drawn,
    alignment_batch,
    by_row,
    constituency_batch,
    dependency_batch,
    linked,
    shortest,
)
from reordering_strategies import (
    constituent,
    labelled,
    projective_heads,
    reordered_alignments,
)
from wordorder import Alignment, AlignmentBatch, InputError, UsageError
from wordorder.reorderings import (
    ANTICIPATION,
    WIDEST,
    WIDTH_CLASSES,
    Example,
    Extraction,
    ReorderingAnalyzer,
    analyze_reorderings,
    extract_reorderings,
    measures_of,
    simple_operators,
    width_classes,
)
from wordorder.reorderings.counts import count_reorderings
from wordorder.statistics import Resampling, bootstrap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordorder.reorderings import CorpusReorderings, ReorderingBatch

KS = (0, 1, 3)
with_target = reordered_alignments().filter(lambda drawn: drawn[2] > 0)
many = st.lists(with_target, min_size=1, max_size=8)


# Each sentence pair


def oracle_counts(drawn: Drawn) -> dict[str, Any]:
    links, n, m = drawn
    found = oracles.reorderings(links)
    widths = [oracles.source_width(links, a, b) for a, b in found]
    classes = Counter(map(oracles.width_class, widths))
    crossing, pairs = link_oracles.crossing_counts(links)
    return {
        "source_length": n,
        "target_length": m,
        "sentences": 1,
        "rquantity": float(oracles.rquantity(links, m, found)),
        "reorderings": len(found),
        "widths": sum(widths),
        **{name: classes[name] for name in WIDTH_CLASSES},
        "syntactic": 0,
        "crossing": crossing,
        "link_pairs": pairs,
        "non_itg": int(oracles.is_itg(links, n) is False),
        "ordered": int(oracles.is_itg(links, n) is not None),
        "blocked": len(link_oracles.blocked_words(links)),
        "linked_source": len(link_oracles.linked_words(links)),
        "linked_target": oracles.anticipation(links, 0)[1],
        **{f"anticipated@{k}": oracles.anticipation(links, k)[0] for k in KS},
        **{f"anticipated_scaled@{k}": oracles.anticipation_scaled(links, n, m, k)[0] for k in KS},
    }


@given(many, st.integers(1, 9))
def test_every_count_is_the_oracles(drawn: list[Drawn], line: int) -> None:
    batch = alignment_batch(drawn, first_line=line)
    found = extract_reorderings(batch)
    counted = count_reorderings(batch, found, KS)
    counts = dict(counted.columns)
    assert len(counted) == len(drawn)
    lines = ReorderingAnalyzer(KS).add(batch, found)["line"].tolist()
    assert lines == list(range(line, line + len(drawn)))
    expected = list(map(oracle_counts, drawn))
    assert set(counts) == set(expected[0])
    for name, column in counts.items():
        assert column.tolist() == pytest.approx([row[name] for row in expected]), name


@given(many)
def test_widths_on_both_sides(drawn: list[Drawn]) -> None:
    found = extract_reorderings(alignment_batch(drawn))
    pairs = [(links, a, b) for links, _, _ in drawn for a, b in oracles.reorderings(links)]
    widths = [oracles.source_width(*pair) for pair in pairs]
    assert found.source_widths().tolist() == widths
    assert found.target_widths().tolist() == [oracles.target_width(*pair) for pair in pairs]
    assert [one.source_width for one in found] == widths
    assert [one.target_width for one in found] == found.target_widths().tolist()
    assert [one.width_class for one in found] == list(map(oracles.width_class, widths))
    rows = [row for row, (links, _, _) in enumerate(drawn) for _ in oracles.reorderings(links)]
    assert found.rows.tolist() == rows


def test_width_classes() -> None:
    widths = range(2, 40)
    numbers = width_classes(np.array(widths))
    assert [WIDTH_CLASSES[k] for k in numbers] == list(map(oracles.width_class, widths))


@given(st.lists(reordered_alignments(), max_size=8))
def test_simple_operators(drawn: list[Drawn]) -> None:
    expected = [oracles.simple_operators(links, n) for links, n, _ in drawn]
    assert Counter(simple_operators(alignment_batch(drawn))[0]) == Counter(
        operator for operators in expected for operator in operators
    )


# Links that are counted or taken away in the alignment room


@given(st.lists(reordered_alignments(), max_size=8), st.lists(st.integers(-3, 9), max_size=4))
def test_anticipation(drawn: list[Drawn], ks: list[int]) -> None:
    anticipated, in_all = alignment_batch(drawn).anticipation(ks)
    assert anticipated.shape == (len(drawn), len(ks))
    for row, (links, _, _) in enumerate(drawn):
        expected = [oracles.anticipation(links, k) for k in ks]
        assert [(count, in_all[row]) for count in anticipated[row]] == expected
        assert in_all[row] == len({j for _, j in links})


@given(st.lists(reordered_alignments(), max_size=8), st.lists(st.integers(-3, 9), max_size=4))
def test_anticipation_to_scale(drawn: list[Drawn], ks: list[int]) -> None:
    anticipated, in_all = alignment_batch(drawn).anticipation(ks, scaled=True)
    for row, (links, n, m) in enumerate(drawn):
        expected = [oracles.anticipation_scaled(links, n, m, k) for k in ks]
        assert [(count, in_all[row]) for count in anticipated[row]] == expected


@pytest.mark.parametrize("n", [2**15 - 1, 2**15])
@pytest.mark.parametrize("m", [2**15 - 1, 2**15])
def test_anticipation_to_scale_of_sentences_whose_products_just_fit(n: int, m: int) -> None:
    links = {(0, m - 1), (n - 1, 0), (n // 2, m // 2), (n // 2 + 3, m // 2)}
    ks = [0, 1, 3, n - 1, n, -(2**31), 2**31 - 1]
    anticipated, _ = alignment_batch([(links, n, m)]).anticipation(ks, scaled=True)
    expected = [oracles.anticipation_scaled(links, n, m, k)[0] for k in ks]
    assert anticipated.tolist() == [expected]


def test_anticipation_to_scale_of_the_longest_sentences() -> None:
    longest = 2**30 - 1
    batch = AlignmentBatch.from_alignments([Alignment([(longest - 1, 0)], longest, longest)])
    assert batch.anticipation([longest - 1, longest], scaled=True)[0].tolist() == [[1, 0]]


def is_contiguous(links: link_oracles.Links, sources: list[int], targets: list[int]) -> bool:
    """No linked word of another component lies between the component's, on either side."""
    return all(
        (i in sources or not sources[0] <= i <= sources[-1])
        and (j in targets or not targets[0] <= j <= targets[-1])
        for i, j in links
    )


@given(st.lists(reordered_alignments(), min_size=1, max_size=8), st.data())
def test_without_blocking_links(drawn: list[Drawn], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(drawn)))
    rows = drawn[start:]
    left = alignment_batch(drawn).rows(start, len(drawn)).without_blocking_links()
    assert left.first_line == start + 1
    blocked, _ = left.blocked_words()
    assert not blocked.any()
    for (links, n, m), row in zip(rows, left, strict=True):
        kept = {
            (i, j)
            for sources, targets in link_oracles.components(links)
            if is_contiguous(links, sources, targets)
            for i, j in links
            if i in sources
        }
        assert (set(row), row.source_length, row.target_length) == (kept, n, m)


# A corpus


def corpus(count: int, seed: int = 3, longest: int = 14) -> list[Drawn]:
    """Sentence pairs that are the same in every run: phrases turned round, some links wrong."""
    rng = random.Random(seed)
    rows: list[Drawn] = []
    for _ in range(count):
        n = rng.randint(1, longest)
        order = list(range(n))
        for _ in range(rng.randint(0, 4)):
            start, end = sorted(rng.choices(range(n + 1), k=2))
            order[start:end] = order[start:end][::-1]
        if rng.random() < 0.2:
            rng.shuffle(order)
        links = {(i, j) for i, j in enumerate(order) if rng.random() < 0.9}
        if rng.random() < 0.2:
            links.add((rng.randrange(n), rng.randrange(n)))
        rows.append((links, n, n + rng.randint(0, 2)))
    return rows


def analyzed(
    batches: Sequence[tuple[AlignmentBatch, ReorderingBatch]], **options: Any
) -> CorpusReorderings:
    analyzer = ReorderingAnalyzer(KS, **options)
    for batch, found in batches:
        analyzer.add(batch, found)
    return analyzer.result(Resampling(100, 4))


def stretched(drawn: Drawn, by: int) -> Drawn:
    """The same with words without links between all words: long, but quick to look through."""
    links, n, m = drawn
    return {(i * by, j * by) for i, j in links}, n * by, m * by


@pytest.fixture(scope="module")
def rows() -> list[Drawn]:
    return [*corpus(60), *(stretched(row, by=5) for row in corpus(20, seed=8, longest=12))]


@pytest.fixture(scope="module")
def counted(rows: list[Drawn]) -> list[dict[str, Any]]:
    return list(map(oracle_counts, rows))


@pytest.fixture(scope="module")
def whole(rows: list[Drawn]) -> CorpusReorderings:
    batch = alignment_batch(rows)
    return analyzed([(batch, extract_reorderings(batch))])


@pytest.mark.slow
def test_measures_are_sums_by_sums(counted: list[dict[str, Any]], whole: CorpusReorderings) -> None:
    measures = measures_of(KS, with_trees=False)
    assert list(whole.measures) == [measure.name for measure in measures]
    for measure in measures:
        top, bottom = (sum(row[name] for row in counted) for name in measure[1:3])
        assert whole.measures[measure.name].value == pytest.approx(top / bottom), measure.name
    assert (whole.sentence_count, whole.left_out) == (len(counted), 0)
    assert whole.reorderings == sum(row["reorderings"] for row in counted)
    assert (whole.bundle, whole.confidence) == (1, 0.95)


def plain_intervals(
    pairs: Sequence[tuple[float, float]], resamples: int, seed: int
) -> tuple[float, float]:
    """The middle 95 % of the ratio of sums, the sentences drawn as the statistics room does."""
    # One column of weights at a time: how often each sentence was drawn.
    drawn = bootstrap(np.eye(len(pairs)), lambda sums: sums, resamples=resamples, seed=seed)
    weights = drawn.resampled  # (sentences, resamples)
    top, bottom = (np.array(side) @ weights for side in zip(*pairs, strict=True))
    low, high = np.quantile(top / bottom, [0.025, 0.975])
    return float(low), float(high)


@pytest.mark.slow
def test_intervals_are_those_of_a_plain_bootstrap(
    counted: list[dict[str, Any]], whole: CorpusReorderings
) -> None:
    for measure in measures_of(KS, with_trees=False):
        pairs = [(row[measure.numerator], row[measure.denominator]) for row in counted]
        low, high = plain_intervals(pairs, resamples=100, seed=4)
        value = whole.measures[measure.name]
        assert (value.low, value.high) == pytest.approx((low, high)), measure.name
        assert value.low < value.value < value.high


@pytest.mark.slow
def test_rquantity_by_target_length(
    counted: list[dict[str, Any]], whole: CorpusReorderings
) -> None:
    assert [(b.shortest, b.longest) for b in whole.lengths] == [
        (1, 9), (10, 19), (20, 29), (30, 39), (40, 49), (50, 59), (60, None)
    ]  # fmt: skip
    for one in whole.lengths:
        quantities = [
            row["rquantity"]
            for row in counted
            if one.shortest <= row["target_length"] <= (one.longest or 1000)
        ]
        assert one.sentence_count == len(quantities)
        assert one.rquantity.value == pytest.approx(np.mean(quantities))
        assert one.rquantity.low <= one.rquantity.value <= one.rquantity.high


def test_lengths_that_no_sentence_has_are_left_out() -> None:
    links = [Alignment([], 1, 10), Alignment([], 1, 70)]
    assert [b.shortest for b in analyze_reorderings(links).corpus.lengths] == [10, 60]


@pytest.mark.slow
def test_widths_and_operators(rows: list[Drawn], whole: CorpusReorderings) -> None:
    widths = Counter(
        min(oracles.source_width(links, a, b), WIDEST + 1)
        for links, _, _ in rows
        for a, b in oracles.reorderings(links)
    )
    assert WIDEST + 1 in widths
    assert whole.widths == dict(widths)
    assert list(whole.widths) == sorted(widths)
    operators = Counter(
        " ".join(map(str, operator)) if len(operator) <= 8 else f"{len(operator)} children"
        for links, n, _ in rows
        for operator in oracles.simple_operators(links, n)
    )
    assert any("children" in name for name in operators)
    assert whole.operators == dict(operators)
    assert list(whole.operators) == sorted(operators, key=lambda name: (-operators[name], name))


@pytest.mark.slow
@given(cuts=st.sets(st.integers(0, 80)))
@example(cuts=set(range(81)))
def test_batches_do_not_matter(rows: list[Drawn], whole: CorpusReorderings, cuts: set[int]) -> None:
    batch = alignment_batch(rows)
    parts = [batch.rows(start, stop) for start, stop in pairwise(sorted({0, *cuts, len(rows)}))]
    assert analyzed([(part, extract_reorderings(part)) for part in parts]) == whole


def test_a_batch_without_rows_says_nothing(rows: list[Drawn], whole: CorpusReorderings) -> None:
    batch, empty = alignment_batch(rows), alignment_batch([])
    pairs = [(part, extract_reorderings(part)) for part in (empty, batch, empty)]
    assert analyzed(pairs) == whole


def test_what_has_no_figure_is_nan() -> None:
    result = analyze_reorderings([Alignment([], 2, 2)] * 2, resampling=Resampling(10)).corpus
    figures = {name: estimate.value for name, estimate in result.measures.items()}
    zero = {"rquantity": 0, "reorderings": 0}
    assert figures == pytest.approx({**dict.fromkeys(figures, nan), **zero}, nan_ok=True)
    assert [name for name in figures if name.startswith("anti")] == [
        f"{name}@{k}" for name in ("anticipation", "anticipation_scaled") for k in ANTICIPATION
    ]


def test_no_sentence_pairs_no_result() -> None:
    with refused(InputError):
        analyze_reorderings([])
    with refused(InputError):
        ReorderingAnalyzer().result(Resampling())


@pytest.mark.parametrize("ks", [[1, 1], [-1]])
def test_ks_that_make_no_sense(ks: list[int]) -> None:
    with refused(UsageError):
        ReorderingAnalyzer(ks)


def test_options_reach_extraction_and_bootstrap() -> None:
    rows = [shortest(linked("0-3 1-2 2-1 3-0")), shortest(linked("0-0 1-2 2-1"))]
    batch = alignment_batch(rows)
    options = {"extraction": Extraction("left"), "resampling": Resampling(20, 3)}
    left = analyze_reorderings(batch, ks=[2], **options).corpus
    found = extract_reorderings(batch, branching="left")
    analyzer = ReorderingAnalyzer([2])
    analyzer.add(batch, found)
    assert left == analyzer.result(Resampling(20, 3))
    assert left.widths == {2: 2, 3: 1, 4: 1}
    narrow, wide = (
        analyze_reorderings(batch, resampling=Resampling(200, confidence=share)).corpus.measures[
            "rquantity"
        ]
        for share in (0.5, 0.99)
    )
    assert wide.high - wide.low > narrow.high - narrow.low


# Bundles


def test_a_bundled_corpus_has_the_same_figures(rows: list[Drawn], whole: CorpusReorderings) -> None:
    batch = alignment_batch(rows)
    bundled = analyzed([(batch, extract_reorderings(batch))], most=30)
    assert bundled.bundle == 3
    for name, estimate in whole.measures.items():
        assert bundled.measures[name].value == pytest.approx(estimate.value)
    assert bundled.widths == whole.widths


# Patterns


def words(row: int) -> list[str]:
    return [f"{row}.{word}" for word in range(130)]


def trees_over(rows: list[Drawn], kind: str) -> list[Any]:
    rng = random.Random(2)
    if kind == "penn":
        return [constituent(rng, range(n)) for _, n, _ in rows]
    return [labelled(rng, projective_heads(rng, n)) for _, n, _ in rows]


@pytest.mark.parametrize(
    ("kind", "trees_of"), [("penn", constituency_batch), ("ud", dependency_batch)]
)
def test_patterns_are_counted(kind: str, trees_of: Callable[..., Any]) -> None:
    rows = [*corpus(80), *(stretched(row, by=9) for row in corpus(20, seed=9))]
    batch, trees = alignment_batch(rows), trees_of(trees_over(rows, kind))
    found = extract_reorderings(batch, trees)
    syntactic = [one for one in found if one.syntactic]
    assert 100 < len(syntactic) < len(found)

    analyzer = ReorderingAnalyzer(with_trees=True)
    for start, stop in pairwise([0, 3, 50, len(rows)]):
        part, part_trees = batch.rows(start, stop), trees.rows(start, stop)
        analyzer.add(part, extract_reorderings(part, part_trees), lambda k, by=start: words(k + by))
    result = analyzer.result(Resampling(10, 1))

    assert result.measures["syntactic"].value == pytest.approx(len(syntactic) / len(found))
    patterns = {(one.parent, one.a, one.b): one for one in result.patterns}
    kinds = Counter((one.parent, one.a.label, one.b.label) for one in syntactic)
    assert list(patterns) == sorted(kinds, key=lambda key: (-kinds[key], key))
    for key, pattern in patterns.items():
        those = [one for one in syntactic if (one.parent, one.a.label, one.b.label) == key]
        assert pattern.count == len(those)
        assert pattern.width == pytest.approx(np.mean([one.source_width for one in those]))
        classes = [one.width_class for one in those]
        assert [pattern.short, pattern.medium, pattern.long] == list(
            map(classes.count, WIDTH_CLASSES)
        )
        first = those[0]
        assert pattern.example == Example(
            first.line, *(shown(first.line - 1, block.source) for block in (first.a, first.b))
        )
    assert any("…" in one.example.a + one.example.b for one in result.patterns if one.example)

    widths = {label: Counter[int]() for label in {one.a.label for one in syntactic}}
    for one in syntactic:
        widths[one.a.label][min(one.source_width, WIDEST + 1)] += 1
    assert result.label_widths == {str(label): dict(counts) for label, counts in widths.items()}
    totals = [(-sum(counts.values()), label) for label, counts in result.label_widths.items()]
    assert totals == sorted(totals)


def shown(row: int, span: range) -> str:
    block = [words(row)[word] for word in span]
    return " ".join(block if len(block) <= 12 else [*block[:6], "…", *block[-6:]])


def test_examples_come_from_the_side_of_the_tree() -> None:
    # The tree is over the target, where B, word 1, stands behind A, word 0.
    batch = alignment_batch([(linked("1-1 2-0"), 3, 2)])
    trees = constituency_batch([("S", ("N", 0), ("V", 1))])
    analyzer = ReorderingAnalyzer(with_trees=True)
    analyzer.add(batch, extract_reorderings(batch, trees, over="target"), lambda _: ["zero", "one"])
    (pattern,) = analyzer.result(Resampling(1, 1)).patterns
    assert (pattern.parent, pattern.a, pattern.b) == ("S", "N", "V")
    assert pattern.example == (1, "zero", "one")


def test_without_trees_there_are_no_patterns(whole: CorpusReorderings) -> None:
    assert (whole.patterns, whole.label_widths) == ((), {})
    assert "syntactic" not in whole.measures


def test_values_of_each_row() -> None:
    found = extract_reorderings(alignment_batch(corpus(20)))
    values = np.arange(len(found))
    assert found.sums(values).tolist() == [sum(row) for row in by_row(found, values.tolist())]


def test_what_is_no_alignment_is_refused(tmp_path) -> None:
    for wrong in ("links.align", tmp_path / "links.align"):
        with refused(UsageError):
            analyze_reorderings(wrong)
    with refused(UsageError):
        analyze_reorderings(["0-1 1-0"])


def test_an_analysis_shows_itself_in_short() -> None:
    result = analyze_reorderings([Alignment.parse("0-1 1-0")])
    assert (
        repr(result)
        == "<ReorderingAnalysis: corpus: 1 sentence pair, 1 reordering, rquantity 1.000>"
    )
    assert ">rquantity<" in result._repr_html_()
