"""The tables behind kappas and alpha: the same for all divisions of the items."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accumulator_checks import bits, check_divisions
from wordorder.errors import InputError, UsageError
from wordorder.statistics import (
    AlphaTable,
    CohenTable,
    FleissTable,
    PairwiseTable,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    pairwise_cohen_kappa,
)

LABELS = ["x", "y", 3, 3.0, None, float("nan")]
labelled = st.lists(st.tuples(*[st.sampled_from(LABELS)] * 3), max_size=12)
# Numbers whose sums depend on the order in floating point.
numbered = st.lists(st.tuples(*[st.sampled_from([0.1, 0.7, 1 / 3, 1e8, None])] * 3), max_size=12)


def by_rater(items: list[tuple[object, ...]]) -> list[list[object]]:
    return [[item[rater] for item in items] for rater in range(3)]


@given(st.data(), st.lists(st.sampled_from([(3, 0, 0), (1, 1, 1), (0, 2, 1)]), max_size=12))
def test_fleiss(data: st.DataObject, items: list[tuple[int, ...]]) -> None:
    def add(table: FleissTable, start: int, stop: int) -> None:
        table.add(items[start:stop])

    check_divisions(data, lambda: FleissTable(3), add, len(items), FleissTable.result)
    table = FleissTable(3)
    table.add(items)
    assert bits(table.result()) == bits(fleiss_kappa(items))


@given(st.data(), labelled)
def test_cohen(data: st.DataObject, items: list[tuple[object, ...]]) -> None:
    def add(table: CohenTable, start: int, stop: int) -> None:
        first, second, _ = by_rater(items[start:stop])
        table.add(first, second)

    check_divisions(data, CohenTable, add, len(items), CohenTable.result)
    table = CohenTable()
    add(table, 0, len(items))
    assert bits(table.result()) == bits(cohen_kappa(*by_rater(items)[:2]))


@given(st.data(), labelled)
def test_every_pair(data: st.DataObject, items: list[tuple[object, ...]]) -> None:
    def add(table: PairwiseTable, start: int, stop: int) -> None:
        table.add(by_rater(items[start:stop]))

    check_divisions(data, lambda: PairwiseTable(3), add, len(items), PairwiseTable.result)
    table = PairwiseTable(3)
    add(table, 0, len(items))
    assert bits(table.result()) == bits(pairwise_cohen_kappa(by_rater(items)))


@pytest.mark.slow
@given(st.data(), st.sampled_from(["nominal", "ordinal", "interval"]), numbered)
def test_alpha(data: st.DataObject, level: str, items: list[tuple[object, ...]]) -> None:
    def add(table: AlphaTable, start: int, stop: int) -> None:
        table.add(by_rater(items[start:stop]))

    check_divisions(data, lambda: AlphaTable(level), add, len(items), AlphaTable.result)
    # Nor does the order of items and raters matter.
    turned = [item[::-1] for item in items[::-1]]
    wanted = krippendorff_alpha(by_rater(items), level)
    assert bits(krippendorff_alpha(by_rater(turned), level)) == bits(wanted)


@given(st.data(), labelled)
def test_alpha_of_labels(data: st.DataObject, items: list[tuple[object, ...]]) -> None:
    def add(table: AlphaTable, start: int, stop: int) -> None:
        table.add(by_rater(items[start:stop]))

    check_divisions(data, lambda: AlphaTable("nominal"), add, len(items), AlphaTable.result)


def test_other_numbers_of_raters_or_categories() -> None:
    table, other = FleissTable(2), FleissTable(2)
    table.add([[2, 0]])
    with pytest.raises(InputError, match="some items have 2 ratings, others 3"):
        table.add([[3, 0]])
    other.add([[3, 0]])
    with pytest.raises(InputError, match="some items have 2 ratings, others 3"):
        table.merge(other)
    assert (table.result().items, other.result().items) == (1, 1)
    with pytest.raises(InputError, match="3 categories, expected 2"):
        table.add([[1, 1, 0]])
    with pytest.raises(InputError, match="ratings of 2 raters, expected 3"):
        PairwiseTable(3).add([[1], [2]])
    for one, another, what in (
        (FleissTable(2), FleissTable(3), "categories"),
        (PairwiseTable(2), PairwiseTable(3), "raters"),
        (AlphaTable("nominal"), AlphaTable("ordinal"), "level"),
    ):
        with pytest.raises(UsageError, match=f"different {what} cannot be merged"):
            one.merge(another)
