"""Arrow columns: their cells, and data that cannot be read."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from messages import refused
from reading_kinds import (
    PAIRS,
    again,
    alignments,
    analysed,
    constituents,
    dependencies,
    lines,
    of_links,
    permutations,
    words,
)
from wordorder.errors import InputError
from wordorder.text import ArrowColumn, read_lines, text_cells
from wordorder.text.arrow import as_table

if TYPE_CHECKING:
    from collections.abc import Callable


# --- Cells


@pytest.mark.parametrize("blank", ["\n", "\r", "\r\n", "\n\n"])
def test_a_line_end_inside_a_cell_is_a_blank(blank: str) -> None:
    cells = pa.array([f"0-0{blank}1-1", "0-1"])
    assert [row for row, *_ in alignments("pharaoh")(cells)] == ["0-0 1-1", "0-1"]  # type: ignore[attr-defined]
    assert words(pa.array([f"a{blank}b{blank}", "c"])) == [2, 1]


def test_the_last_cell_may_end_in_a_line_end() -> None:
    assert words(pa.array(["a", "b\n"])) == [1, 1]


def test_a_nul_is_refused() -> None:
    with refused(InputError):
        lines(pa.array(["a", "b\0"]))


# --- Arrow data that cannot be read


def by_hand(kind: Any, length: int, buffers: list[Any], **more: Any) -> pa.Array:
    made = [None if b is None else pa.py_buffer(np.asarray(b).tobytes()) for b in buffers]
    return pa.Array.from_buffers(kind, length, made, **more)


def hostile() -> dict[str, Callable[[], Any]]:
    ints = pa.array([0, 1, 2], pa.int32())
    pairs = pa.StructArray.from_arrays([ints, ints], fields=list(PAIRS))
    wide = pa.struct([("a", pa.int64()), ("b", pa.int64())])
    return {
        "integers": lambda: pa.array([1, 2]),
        "binary": lambda: pa.array([b"0-0"]),
        "floats": lambda: pa.array([[0.5]]),
        "dictionary of integers": lambda: pa.array([1, 1]).dictionary_encode(),
        "lists of texts": lambda: pa.array([["0-0"]]),
        "lists of lists": lambda: pa.array([[[0, 0]]]),
        "lists of lists of lists": lambda: pa.array([[[[0, 0]]]]),
        "structs": lambda: pa.array([{"source": 0, "target": 0}]),
        "structs of one": lambda: pa.array([[{"a": 1}]]),
        "structs of three": lambda: pa.array([[{"a": 1, "b": 2, "c": 3}]]),
        "structs of texts": lambda: pa.array([[{"a": "1", "b": "2"}]]),
        "fixed size": lambda: pa.array([[1, 2]], pa.list_(pa.int32(), 2)),
        "map": lambda: pa.array([[(1, 2)]], pa.map_(pa.int32(), pa.int32())),
        "too large": lambda: pa.array([[(0, 2**40)]], pa.list_(wide)),
        "negative": lambda: of_links([[(0, -1)]]),
        "very long": lambda: of_links([[(0, 2**31 - 1)]]),
        "long": lambda: of_links([[(0, 2_000_000)]]),
        "null link": lambda: of_links([[(0, 0), None]]),
        "null child": lambda: of_links([[(0, None)]]),
        "offsets past the end": lambda: by_hand(
            pa.list_(PAIRS), 1, [None, np.int32([0, 9])], children=[pairs]
        ),
        "offsets backwards": lambda: by_hand(
            pa.list_(PAIRS), 2, [None, np.int32([0, 3, 1])], children=[pairs]
        ),
        "offsets jump": lambda: by_hand(
            pa.list_(PAIRS), 2, [None, np.int32([0, 2**30, 3])], children=[pairs]
        ),
        "negative offsets": lambda: by_hand(
            pa.large_list(PAIRS), 2, [None, np.int64([-5, 1, 3])], children=[pairs]
        ),
        "huge offsets": lambda: by_hand(
            pa.large_list(PAIRS), 1, [None, np.int64([0, 2**62])], children=[pairs]
        ),
        "text past the end": lambda: by_hand(
            pa.string(), 1, [None, np.int32([0, 99]), np.uint8([48])]
        ),
        "text backwards": lambda: by_hand(
            pa.string(), 2, [None, np.int32([0, 99, 1]), np.uint8([48])]
        ),
        "text not UTF-8": lambda: by_hand(
            pa.string(), 1, [None, np.int32([0, 1]), np.uint8([255])]
        ),
        "dictionary past the end": lambda: pa.DictionaryArray.from_arrays(
            pa.array([0, 7]), pa.array(["0-0"]), safe=False
        ),
        "table of two": lambda: pa.table({"a": ["0-0"], "b": ["0-0"]}),
        "no such column": lambda: wo.text.ArrowColumn(pa.table({"a": ["0-0"]}), "b"),
        "two such columns": lambda: wo.text.ArrowColumn(pa.table([["x"], ["x"]], names="aa"), "a"),
        "broken reader": broken_reader,
        "not Arrow": lambda: wo.text.ArrowColumn("links"),  # type: ignore[arg-type]
        "broken export": BrokenExport,
    }


class BrokenExport:
    """Another package's data, which cannot be exported."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        raise RuntimeError("no")


def broken_reader() -> Any:
    def batches() -> Any:
        yield pa.RecordBatch.from_pydict({"a": ["0-0"]})
        raise OSError("the disk is gone")

    return pa.RecordBatchReader.from_batches(pa.schema({"a": pa.string()}), batches())


READS: dict[str, Callable[[Any], object]] = {
    "lines": lines,
    "links": alignments("pharaoh"),
    "permutations": permutations,
    "conllu": dependencies,
    "penn": constituents,
    "again": again,
    "analysis": analysed,
}


@pytest.mark.slow
@pytest.mark.parametrize("reader", READS)
@pytest.mark.parametrize("name", hostile())
@pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")
def test_hostile_arrow_data_ends_in_our_errors(name: str, reader: str) -> None:
    try:
        source = hostile()[name]()
    except (pa.ArrowException, wo.WordorderError):
        return  # pyarrow itself, or our own type, refuses it
    with pytest.raises(wo.WordorderError) as caught:
        READS[reader](source)
    assert "\n" not in str(caught.value)


# --- Columns


def test_columns_pickle_and_go_on_to_other_packages() -> None:
    column = wo.text.ArrowColumn(pa.table({"a": ["x", None], "b": [1, 2]}), "a")
    assert repr(column) == "ArrowColumn(name='a')"
    again = pickle.loads(pickle.dumps(column))
    assert [cell for chunk in again.chunks() for cell in chunk.to_pylist()] == ["x", None]
    if hasattr(pa.ChunkedArray, "__arrow_c_stream__"):  # from version 16
        assert pa.chunked_array(column).to_pylist() == ["x", None]


def test_a_single_column_needs_no_choice() -> None:
    table = pa.table({"links": ["0-0", "x"]})
    for source in (table, table.to_batches()[0], table.to_reader()):
        with refused(InputError):
            list(wo.read_alignments(source))


def test_without_pyarrow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    column = pytest.importorskip("polars").Series(["0-0"])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with refused(wo.MissingExtraError):
        list(wo.read_alignments(column))


# --- At random

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=6)


@given(st.lists(TEXTS, max_size=12), st.integers(1, 9), st.integers(0, 12))
def test_any_cells_are_lines_with_blanks_for_line_ends(cells, size, cut) -> None:
    whole = pa.array(cells, pa.string())
    column = pa.chunked_array([whole.slice(0, cut), whole.slice(min(cut, len(cells)))])
    lines = [line for _, line in read_lines(column, block_size=size)]
    assert lines == [cell.replace("\r", " ").replace("\n", " ") for cell in cells]


def test_a_reader_is_read_batch_by_batch() -> None:
    taken = []

    def batches():
        for number in range(5):
            taken.append(number)
            yield pa.RecordBatch.from_pydict({"links": ["0-0"] * 10})

    reader = pa.RecordBatchReader.from_batches(pa.schema({"links": pa.string()}), batches())
    rest = wo.read_alignments(reader)
    assert len(next(rest)) == 10
    assert taken == [0]
    assert sum(map(len, rest)) == 40


@pytest.mark.slow
def test_pyarrow_is_imported_only_for_arrow_data() -> None:
    program = (
        "import io, sys, wordorder as wo\n"
        "corpus = wo.reorderings.AlignedCorpus(io.StringIO('0-0\\n'), source=io.BytesIO(b'a\\n'))\n"
        "wo.analyze_reorderings(corpus, resampling=wo.Resampling(resamples=2))\n"
        "list(wo.read_permutations(io.StringIO('1 2\\n')))\n"
        "sys.exit('pyarrow' in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_dictionaries_of_any_texts_are_text() -> None:
    words = pa.array(["a b", "c"])
    for kind in ("string", "large_string", "string_view"):
        column = pa.DictionaryArray.from_arrays(pa.array([1, 0, None, 1]), words.cast(kind))
        cells = [cell for array in text_cells(ArrowColumn(column)) for cell in array.to_pylist()]
        assert cells == ["c", "a b", None, "c"]


def test_a_null_among_the_texts_of_score_names_its_column_once() -> None:
    with refused(InputError):
        wo.score(pa.array(["x", None]), {"A": ["x", "y"]})


@pytest.mark.parametrize("tree_format", ["conllu", "penn"])
def test_a_nul_in_a_tree_is_refused(tree_format: Any) -> None:
    good = {"conllu": "1\té\t_\tX\t_\t_\t0\troot\t_\t_", "penn": "(S (A é))"}[tree_format]
    column = pa.array([good, None, good.replace("é", "é\0"), good])
    batches = wo.read_trees(column, tree_format, skip_bad=True)
    with refused(InputError):
        list(batches)
    read = [row for batch in wo.read_trees(column[:1], tree_format) for row in batch]
    assert [row.words for row in read] == [("é",)]


def failing_reader() -> Any:
    schema = pa.schema({"a": pa.string()})

    def batches() -> Any:
        yield pa.record_batch({"a": ["0-0"]})
        raise KeyError("the caller's own")

    return pa.RecordBatchReader.from_batches(schema, batches())


def test_a_reader_may_fail_in_its_own_way() -> None:
    with refused(InputError):
        list(wo.read_alignments(failing_reader()))
    with refused(InputError):
        as_table(failing_reader())


def test_the_type_of_a_column_that_is_not_text_is_that_of_its_values() -> None:
    other = iter([pa.record_batch({"a": [0.5]})])
    reader = pa.RecordBatchReader.from_batches(pa.schema({"a": pa.string()}), other)
    with refused(InputError):
        list(text_cells(ArrowColumn(reader)))
