"""Links and permutations as Arrow lists: the same as their text, in shared memory."""

from __future__ import annotations

import io
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from messages import refused
from reading_kinds import (
    PAIRS,
    alignments,
    analysed,
    evaluated,
    of_links,
    orders,
    permutation_scores,
    permutations,
)
from wordorder.errors import InputError, UsageError

if TYPE_CHECKING:
    from pathlib import Path


LISTS = [[(0, 1), (1, 0), (2, 2)], [], [(0, 0), (1, 1)], [(3, 0), (3, 1)]]
RANKS = [[1, 0, 2], [], [0, 1], [0]]


def written(rows: Any) -> str:
    return "".join(" ".join(f"{i}-{j}" for i, j in row) + "\n" for row in rows)


def list_sources(rows: Any, item: Any) -> dict[str, Any]:
    """All kinds of columns with these rows; `item` is their type."""
    lists, large_lists = (pa.array(rows, kind(item)) for kind in (pa.list_, pa.large_list))
    inside = pa.array([rows[0], *rows, None, rows[0]], pa.list_(item)).slice(1, len(rows))
    parent = pa.table(
        {"id": range(len(rows) + 2), "rows": pa.array([rows[0], *rows, rows[0]], pa.list_(item))}
    )
    none = pa.array([], pa.list_(item))
    cut = pa.RecordBatch.from_pydict({"rows": lists})
    reader = pa.RecordBatchReader.from_batches(
        cut.schema, [cut.slice(0, 0), *(cut.slice(row, 1) for row in range(len(rows)))]
    )
    return {
        "list": lists,
        "large_list": large_lists,
        "slice": inside,
        "slice of a parent": wo.text.ArrowColumn(parent.slice(1, len(rows)), "rows"),
        "chunks": pa.chunked_array([none, lists.slice(0, 1), none, inside.slice(1), none]),
        "reader": reader,
        "null with items under it": nothing_under_null(rows, item),
    }


def nothing_under_null(rows: Any, item: Any) -> pa.Array:
    """A slice behind a null row that still has items, which Arrow allows."""
    full = pa.array([rows[0], *rows], pa.list_(item))
    valid = pa.array([False] + [True] * len(rows)).buffers()[1]
    kept = pa.Array.from_buffers(
        full.type, len(full), [valid, full.buffers()[1]], children=[full.values]
    )
    return kept.slice(1)


@pytest.mark.parametrize("name", list_sources(LISTS, PAIRS))
def test_links_as_lists(name: str, tmp_path: Path) -> None:
    file = tmp_path / "links"
    file.write_text(written(LISTS))
    for read in (alignments("pharaoh"), orders, evaluated, analysed):
        assert read(list_sources(LISTS, PAIRS)[name]) == read(file)
    text = tmp_path / "text"
    text.write_text("a b c d\n" * 4)
    for words in (text, pa.array(["a b c d"] * 4)):
        batches = wo.read_alignments(list_sources(LISTS, PAIRS)[name], source=words, target=words)
        assert [n for batch in batches for n in batch.target_lengths.tolist()] == [4] * 4


@pytest.mark.parametrize("name", list_sources(RANKS, pa.int32()))
def test_permutations_as_lists(name: str, tmp_path: Path) -> None:
    file = tmp_path / "ranks"
    file.write_text("".join(" ".join(map(str, row)) + "\n" for row in RANKS))
    for read in (permutations, permutation_scores):
        assert read(list_sources(RANKS, pa.int32())[name]) == read(file)
    ordered, expected = (
        [batch.values.tolist() for batch in wo.read_permutations(source, order=True)]
        for source in (list_sources(RANKS, pa.int32())[name], file)
    )
    assert list(chain(*ordered)) == list(chain(*expected))


def test_permutations_may_count_from_1() -> None:
    from_1 = pa.array([[], [2, 1], [1]])
    assert permutations(from_1) == permutations(io.StringIO("\n2 1\n1\n"))
    with refused(InputError):
        permutations(pa.chunked_array([[[], [2, 1]], [[0, 1]]]))


@pytest.mark.parametrize("kind", [pa.list_, pa.large_list])
def test_the_memory_of_lists_is_shared(kind: Any) -> None:
    links = of_links(LISTS * 2, kind).slice(2, 5)
    (batch,) = wo.read_alignments(links)
    for found, field in ((batch.sources, 0), (batch.targets, 1)):
        assert np.shares_memory(found, links.values.field(field).to_numpy())
    ranks = pa.array(RANKS * 2, kind(pa.int32())).slice(2, 5)
    (batch,) = wo.read_permutations(ranks)
    assert np.shares_memory(batch.values, ranks.values.to_numpy())
    scores = wo.ordering_scores(ranks.values, ranks.offsets, "kendall")["kendall"]
    assert np.array_equal(
        scores, wo.ordering_scores(batch.values, batch.offsets)["kendall"], equal_nan=True
    )


def test_lists_of_links_are_sorted_like_text() -> None:
    rows = [[(2, 0), (0, 1), (2, 0)], [], [(0, 1), (0, 0)]]
    found = alignments("pharaoh")(of_links(rows))
    assert found == alignments("pharaoh")(io.StringIO(written(rows)))
    assert [row for row, *_ in found] == ["0-1 2-0", "", "0-0 0-1"]  # type: ignore[attr-defined]


def test_links_may_count_from_1_and_be_wider() -> None:
    wide = pa.list_(pa.struct([("source", pa.int64()), ("target", pa.uint8())]))
    (batch,) = wo.read_alignments(pa.array([[(1, 1), (2, 3)]], wide), base=1)
    assert str(batch[0]) == "0-0 1-2"
    with refused(InputError):
        list(wo.read_alignments(pa.array([[(0, 1)]], wide), base=1))


def test_fields_of_links_go_by_name() -> None:
    turned = pa.list_(pa.struct([("target", pa.int32()), ("source", pa.int32())]))
    (batch,) = wo.read_alignments(pa.array([[(0, 1)]], turned))
    assert str(batch[0]) == "1-0"
    for names in (("target", "src"), ("i", "j"), ("Source", "Target")):
        other = pa.list_(pa.struct([(name, pa.int32()) for name in names]))
        with refused(InputError):
            list(wo.read_alignments(pa.array([[(0, 1)]], other)))


def test_long_columns_come_in_pieces() -> None:
    rows = [[(0, 0), (1, 1)]] * 300_000
    links = pa.ListArray.from_arrays(
        np.arange(0, 600_001, 2, dtype=np.int32),
        pa.StructArray.from_arrays(
            [np.tile([0, 1], 300_000).astype(np.int32)] * 2, fields=list(PAIRS)
        ),
    )
    batches = list(wo.read_alignments(links))
    assert len(batches) > 2
    assert sum(map(len, batches)) == len(rows)
    assert [batch.first_line for batch in batches[:2]] == [1, 1 + len(batches[0])]


def test_formats_of_text_are_not_for_lists() -> None:
    for form in ("giza", "lader"):
        with refused(UsageError):
            list(wo.read_alignments(of_links(LISTS), form))
    with refused(UsageError):
        list(wo.read_trees(of_links(LISTS)))


def test_rows_that_are_all_empty_may_have_any_type() -> None:
    for empty in (pa.array([[], []]), pa.array([[], []], pa.list_(pa.int64()))):
        assert permutations(empty) == ["⟨⟩", "⟨⟩"]
    assert alignments("pharaoh")(pa.array([[], []])) == [("", 0, 0)] * 2


# --- At random


@pytest.mark.slow
@given(
    st.lists(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8), max_size=9),
    st.lists(st.integers(0, 9), max_size=4),
    st.sampled_from([pa.list_, pa.large_list]),
)
def test_any_links_in_any_chunks_are_what_their_text_is(rows, cuts, kind) -> None:
    bounds = [0, *sorted(min(cut, len(rows)) for cut in cuts), len(rows)]
    for base in (0, 1):
        based = [[(i + base, j + base) for i, j in row] for row in rows]
        whole = pa.array([[(9, 9)], *based], kind(PAIRS)).slice(1)
        parts = [whole.slice(start, stop - start) for start, stop in pairwise(bounds)]
        found, expected = (
            list(chain(*wo.read_alignments(source, base=base)))
            for source in (pa.chunked_array(parts, kind(PAIRS)), io.StringIO(written(based)))
        )
        assert found == expected


@given(
    st.lists(st.integers(0, 6).flatmap(lambda n: st.permutations(range(n))), max_size=9),
    st.integers(0, 9),
    st.sampled_from([pa.int8(), pa.int32(), pa.int64()]),
    st.integers(0, 1),
    st.booleans(),
)
def test_any_permutations_are_what_their_text_is(rows, cut, item, base, order) -> None:
    based = [[rank + base for rank in row] for row in rows]
    text = "".join(" ".join(map(str, row)) + "\n" for row in based)
    whole = pa.array(based, pa.list_(item))
    column = pa.chunked_array([whole.slice(0, cut), whole.slice(min(cut, len(rows)))])

    def all_of(source):
        batches = list(wo.read_permutations(source, order=order))
        return [str(batch[row]) for batch in batches for row in range(len(batch))]

    assert all_of(column) == all_of(io.StringIO(text))
