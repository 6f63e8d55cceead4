"""Oracle orders against all orders of small trees, and in bounds on large ones."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from alignment_strategies import long_alignments
from messages import refused
from oracles import lifting, tree_orders as oracle
from oracles.alignments import reference_groups
from reordering_batches import alignment_batch, dependency_batch
from reordering_strategies import any_heads, projective_heads, with_dependencies
from rule_strategies import batch_of, parses, rule_sets
from strategies import every
from wordorder import ordering_scores
from wordorder.errors import InputError, UsageError
from wordorder.permutation import PermutationBatch
from wordorder.preordering import (
    OracleOrders,
    ReferenceOrders,
    oracle_orders,
    read_parses,
    read_references,
    reorder,
    rule_set,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oracles.alignments import Links
    from wordorder.preordering import RuleSet
    from wordorder.preordering.references import OracleMetric

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "pud-aligned"
ROUNDING = 1e-12
METRICS: list[OracleMetric] = ["fuzzy", "kendall"]

metrics = pytest.mark.parametrize("metric", METRICS)
both_readings = pytest.mark.parametrize("linked_only", [False, True])


def found(
    trees: Sequence[list[int]], links: Sequence[Links], metric: OracleMetric, *, linked_only: bool
) -> OracleOrders:
    """The oracle orders, whose scores are checked to be those of the orders."""
    labels = [["x"] * len(heads) for heads in trees]
    batch = dependency_batch(zip(trees, labels, labels, strict=True))
    sizes = [1 + max((target for _, target in row), default=0) for row in links]
    rows = [(row, len(heads), m) for row, heads, m in zip(links, trees, sizes, strict=True)]
    references = ReferenceOrders.from_alignments(alignment_batch(rows))
    result = oracle_orders(batch, references, metric, linked_only=linked_only)
    judged = references.relative(result.orders, linked_only=linked_only)
    scores = ordering_scores(judged.values, judged.offsets, metric)[metric]
    np.testing.assert_array_equal(result.reached, scores)
    assert not (result.reached > result.bounds).any()
    heads = np.split(batch.projective().trees.heads, batch.offsets[1:-1])
    for row, tree in enumerate(heads):
        assert keeps_subtrees(tree.tolist(), result.orders[row].ranks.tolist())
    return result


def keeps_subtrees(heads: list[int], ranks: list[int]) -> bool:
    waiting, top_down = [heads.index(-1)], []
    dependents: dict[int, list[int]] = {}
    for word, head in enumerate(heads):
        dependents.setdefault(head, []).append(word)
    while waiting:
        top_down.append(waiting.pop())
        waiting += dependents.get(top_down[-1], [])
    first, last, size = list(ranks), list(ranks), [1] * len(heads)
    for word in reversed(top_down):
        if (head := heads[word]) != -1:
            first[head] = min(first[head], first[word])
            last[head] = max(last[head], last[word])
            size[head] += size[word]
    spans = zip(first, last, size, strict=True)
    return all(end - begin + 1 == words for begin, end, words in spans)


def every_pair(n: int) -> tuple[list[list[int]], list[Links]]:
    """All projective trees with all reference orders without groups."""
    pairs = [(heads, ranks) for heads in oracle.projective_trees(n) for ranks in every(n)]
    return [heads for heads, _ in pairs], [set(enumerate(ranks)) for _, ranks in pairs]


@metrics
@pytest.mark.parametrize(
    "n", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow), pytest.param(5, marks=pytest.mark.slow)]
)
def test_it_is_the_best_of_all_orders(metric: OracleMetric, n: int) -> None:
    trees, links = every_pair(n)
    result = found(trees, links, metric, linked_only=False)
    orders = {tuple(heads): np.array(oracle.contiguous_orders(heads)) for heads in trees}
    for heads, row, reached in zip(trees, links, result.reached, strict=True):
        ranks = np.array([rank for _, rank in sorted(row)])[orders[tuple(heads)]]
        values = PermutationBatch(ranks.ravel().astype(np.int32), np.arange(len(ranks) + 1) * n)
        best = ordering_scores(values.values, values.offsets, metric)[metric].max()
        assert reached == best
    assert result.exact.all()


@pytest.mark.slow
@metrics
@both_readings
@given(drawn=with_dependencies(max_size=6))
def test_with_groups_and_unlinked_words_it_is_the_best_or_says_that_it_may_not_be(
    metric: OracleMetric,
    linked_only: bool,
    drawn: tuple[tuple[Links, int, int], tuple[list[int], ...]],
) -> None:
    (links, n, _), (heads, *_) = drawn
    result = found([heads], [links], metric, linked_only=linked_only)
    if not links:
        assert np.isnan([*result.reached, *result.bounds]).all()
        assert result.orders.values.tolist() == list(range(n))
        assert result.exact.all()
        return
    best = oracle.best(heads, links, metric, linked_only=linked_only)
    assert result.reached[0] - ROUNDING <= best <= result.bounds[0] + ROUNDING
    if metric == "kendall" or not is_split(lifting.lifted(heads), links):
        assert result.exact[0]


def is_split(heads: list[int], links: Links) -> bool:
    """Whether a group has words in a subtree of several words and outside it."""
    groups = [set(group) for group in reference_groups(links, len(heads))]
    subtrees = [lifting.below(heads, head) for head in range(len(heads))]
    return any(
        len(subtree) > 1 and group & subtree and group - subtree
        for group in groups
        for subtree in subtrees
    )


@pytest.mark.slow
@metrics
@both_readings
@given(drawn=long_alignments(90), seed=st.integers(0, 2**32))
def test_no_other_order_exceeds_the_bound(
    metric: OracleMetric, linked_only: bool, drawn: tuple[Links, int, int], seed: int
) -> None:
    links, n, m = drawn
    rng = random.Random(seed)
    heads = rng.choice([any_heads, projective_heads])(rng, n)
    result = found([heads], [links], metric, linked_only=linked_only)
    labels = ["x"] * n
    projective = dependency_batch([(heads, labels, labels)]).projective().trees.heads.tolist()
    ranks = []
    for _ in range(20):
        order = oracle.random_order(projective, rng)
        ranks.append(np.argsort(order).astype(np.int32))
    references = ReferenceOrders.from_alignments(alignment_batch([(links, n, m)] * 20))
    judged = references.relative(PermutationBatch.from_permutations(ranks), linked_only=linked_only)
    scores = ordering_scores(judged.values, judged.offsets, metric)[metric]
    assert not (scores > result.bounds).any()
    if result.exact[0]:
        assert not (scores > result.reached).any()


@pytest.mark.slow
@metrics
@both_readings
@given(parse=parses(), rules=rule_sets(), seed=st.integers(0, 2**32))
def test_no_rules_beat_it(
    metric: OracleMetric,
    linked_only: bool,
    parse: tuple[list[int], list[dict[str, Any]]],
    rules: RuleSet,
    seed: int,
) -> None:
    trees, n, rng = batch_of([parse]), len(parse[0]), random.Random(seed)
    links = {(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(1, 2 * n))}
    references = ReferenceOrders.from_alignments(alignment_batch([(links, n, n)]))
    judged = references.relative(reorder(trees, rules), linked_only=linked_only)
    by_rules = ordering_scores(judged.values, judged.offsets, metric)[metric]
    result = oracle_orders(trees, references, metric, linked_only=linked_only)
    assert by_rules <= result.bounds
    if result.exact:
        assert by_rules <= result.reached


def test_words_without_links_stay_with_their_neighbours() -> None:
    # 1 and 4 change places; 0 stands in front of 1, and 2 in front of its head 3, as 3 does of 4.
    heads, links = [1, -1, 3, 1, 1, 1], {(1, 1), (4, 0)}
    result = found([heads], [links], "fuzzy", linked_only=True)
    assert PermutationBatch.to_text(result.orders, order=True) == "2 3 4 5 0 1\n"
    assert result.reached.tolist() == [1.0]


def test_sentences_without_links_have_no_score_and_stay_as_they_are() -> None:
    result = found([[1, -1, 1], [1, -1]], [set(), {(0, 1), (1, 0)}], "fuzzy", linked_only=False)
    assert result.orders.values.tolist() == [0, 1, 2, 1, 0]
    np.testing.assert_array_equal(result.bounds, [np.nan, 1])
    assert result.exact.tolist() == [True, True]


@pytest.mark.slow
@metrics
@pytest.mark.parametrize("groups", [False, True])
def test_a_head_with_a_thousand_dependents_takes_a_moment(
    metric: OracleMetric, groups: bool
) -> None:
    rng = random.Random(7)
    n = 1000
    star = [500 if word != 500 else -1 for word in range(n)]
    targets = [rng.randrange(n // 2) for _ in range(n)] if groups else rng.sample(range(n), n)
    result = found([star], [set(enumerate(targets))], metric, linked_only=False)
    assert result.reached[0] == 1


@pytest.mark.slow
@metrics
def test_the_search_is_limited_and_says_so(metric: OracleMetric) -> None:
    # Thirty stars of thirty words each, whose words are scattered over the whole reference.
    rng = random.Random(7)
    n = 900
    heads = [-1 if word == 0 else 0 if word % 30 == 0 else word - word % 30 for word in range(n)]
    links = set(enumerate(rng.sample(range(n), n)))
    result = found([heads], [links], metric, linked_only=False)
    assert not result.exact[0]
    by_chance = found([heads], [set(enumerate(range(n)))], metric, linked_only=False)
    assert by_chance.exact[0]


def test_deep_trees_are_no_trouble() -> None:
    n = 3000
    chain = [word - 1 for word in range(n)]
    result = found(
        [chain], [{(word, n - 1 - word) for word in range(n)}], "fuzzy", linked_only=False
    )
    assert result.reached.tolist() == [1.0]


@metrics
def test_what_does_not_go_together_is_refused(metric: OracleMetric) -> None:
    trees = dependency_batch([([-1, 0], ["x"] * 2, ["x"] * 2)])
    longer = ReferenceOrders.from_alignments(alignment_batch([({(0, 0)}, 3, 1)]))
    with refused(InputError):
        oracle_orders(trees, longer, metric)
    more = ReferenceOrders.from_alignments(alignment_batch([({(0, 0)}, 2, 1)] * 2))
    with refused(InputError):
        oracle_orders(trees, more, metric)
    with refused(UsageError):
        oracle_orders(trees, longer, "pef")  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "least", "most"),
    [("ja", 0.900, 0.902), ("zh", 0.930, 0.931), ("fr", 0.943, 0.944)],
)
def test_real_trees_with_manual_links(language: str, least: float, most: float) -> None:
    if not DATA.is_dir():
        pytest.skip(f"the real data is not there: {DATA}")
    trees = read_parses(DATA / f"en-{language}" / "en.conllu")
    references = read_references(DATA / f"en-{language}" / "content.align", trees)
    result = oracle_orders(trees, references)
    # What a prototype reached, and its bound.
    assert least <= round(np.nanmean(result.reached), 3)
    assert round(np.nanmean(result.bounds), 3) <= most
    for metric, linked_only in product(METRICS, (False, True)):
        result = oracle_orders(trees, references, metric, linked_only=linked_only)
        assert result.exact.mean() == 1 if metric == "kendall" else result.exact.mean() > 0.99
        for rules in ("none", "head-final-before", "head-final-after", "sov"):
            judged = references.relative(reorder(trees, rule_set(rules)), linked_only=linked_only)
            scores = ordering_scores(judged.values, judged.offsets, metric)[metric]
            assert not (scores > result.bounds).any()
            assert not (scores > result.reached)[result.exact].any()
