"""Every reader gives the same for a path, a stream and Arrow data."""

from __future__ import annotations

import gzip
import io
import os
import threading
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest

import wordorder as wo
from wordorder.errors import InputError, UsageError
from wordorder.reorderings.set_labels import SetLabels
from wordorder.reorderings.text_lines import read_text_lines
from wordorder.text import read_lines, read_records, read_word_counts, rereadable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WORD = "{0}\t{1}\t_\tX\t_\t_\t{2}\t{3}\t_\t_\n"
SENTENCES = [
    "# text = a b\n" + WORD.format(1, "a", 0, "root") + WORD.format(2, "b", 1, "obj"),
    WORD.format(1, "c", 0, "root"),
    WORD.format(1, "é", 2, "det") + WORD.format(2, "d", 0, "root"),
    WORD.format(1, "e", 0, "root"),
]
TREES = ["(S (A a) (B b))", "", "(S\n (C é))", "(A (B b))"]
LINKS = ["0-1 1-0 2-2", "", "0-0 1?1", "3-0 3-1"]
PAIRS = pa.struct([("source", pa.int32()), ("target", pa.int32())])


@dataclass(frozen=True)
class Kind:
    """One kind of data: its rows, and how to read and show it."""

    rows: list[str]
    read: Callable[[Any], object]
    end: str = "\n"  # of a row in a file

    @property
    def text(self) -> str:
        return "".join(f"{row}{self.end}" for row in self.rows)


def lines(source: Any) -> object:
    return list(read_lines(source))


def words(source: Any) -> object:
    return [count for counts in read_word_counts(source) for count in counts.tolist()]


def alignments(form: str) -> Callable[[Any], object]:
    def read(source: Any) -> object:
        rows = [row for batch in wo.read_alignments(source, form) for row in batch]
        return [(str(row), row.source_length, row.target_length) for row in rows]

    return read


def lengths_from(source: Any) -> object:
    batches = wo.read_alignments(io.StringIO("0-0\n\n0-0\n\n"), source=source)
    return [length for batch in batches for length in batch.source_lengths.tolist()]


def orders(source: Any) -> object:
    batches = wo.alignment_permutations(source, "reference")
    return [str(batch[row]) for batch in batches for row in range(len(batch))]


def permutations(source: Any) -> object:
    batches = wo.read_permutations(source)
    return [str(batch[row]) for batch in batches for row in range(len(batch))]


def permutation_scores(source: Any) -> object:
    found = [scores.scores["kendall"] for scores in wo.score_permutations(source, "kendall")]
    return repr(np.concatenate(found).tolist())  # with NaN, which equals nothing


def dependencies(source: Any) -> object:
    batches = list(wo.read_trees(source, "conllu"))
    pairs = [zip(b.deprels.tolist(), b.upos.tolist(), strict=True) for b in batches]
    names = [(batches[0].names[d], batches[0].names[u]) for d, u in chain(*pairs)]
    return [str(tree) for batch in batches for tree in batch], names


def constituents(source: Any) -> object:
    return [str(tree) for batch in wo.read_trees(source) for tree in batch]


def scored(source: Any) -> object:
    systems = {"A": ["a b c", "x", "d é", "e e"]}
    found = wo.score(source, systems, resampling=wo.Resampling(resamples=2))
    return repr(found.segment("kendall").tolist())


def labels(source: Any) -> object:
    found = SetLabels.read(source)
    return found.names, found.numbers.tolist()


def evaluated(source: Any) -> object:
    gold = io.StringIO("0-1\n\n0-0\n3-0\n")
    found = wo.evaluate_alignments(gold, {"A": source}, resampling=wo.Resampling(resamples=2))
    return found.counts.tolist()


def analysed(source: Any) -> object:
    corpus = {"A": wo.AlignedCorpus(source)}
    found = wo.analyze_reorderings(corpus, resampling=wo.Resampling(resamples=2))
    return found.to_dict()


def text_lines(source: Any) -> object:
    return [line for part in read_text_lines(source) for line in part.lines]


def again(source: Any) -> object:
    with rereadable(source) as twice:
        return list(read_lines(twice)), list(read_lines(twice))


TEXT = ["a b c", "", "d\u2028é  ", "e"]
KINDS = {
    "lines": Kind(TEXT, lines),
    "words": Kind(TEXT, words),
    "text of links": Kind(["a b c", "", "d é", "e"], lengths_from),
    "text lines": Kind(TEXT, text_lines),
    "read again": Kind(TEXT, again),
    "text to score": Kind(TEXT, scored),
    "labels": Kind(["low", "outside", "high", "low"], labels),
    "pharaoh": Kind(LINKS, alignments("pharaoh")),
    "lader": Kind(["3-3 ||| 0-1", "0-0 |||", "1-2 |||", "2-2 ||| 1-1"], alignments("lader")),
    "talbot": Kind(["1,0_2,,3", "", "0", "1,0"], alignments("talbot")),
    "moses": Kind(["a |0-0| b c |1-2|", "", "d |0-0|", "e |1-1|"], alignments("moses")),
    "orders of links": Kind(LINKS, orders),
    "evaluated links": Kind(LINKS, evaluated),
    "analysed links": Kind(LINKS, analysed),
    "permutations": Kind(["2 1 3", "", "1 2", "1"], permutations),
    "scored permutations": Kind(["2 1 3", "", "1 2", "1"], permutation_scores),
    "conllu": Kind(SENTENCES, dependencies),
    "penn": Kind(["(S (A a) (B b))", "(D d)", "(S\n (C é))", "(A (B b))"], constituents),
}


# --- Kinds of source


def path(kind: Kind, folder: Path) -> Path:
    file = folder / "input"
    file.write_text(kind.text, encoding="utf-8")
    return file


def compressed(kind: Kind, folder: Path) -> Path:
    file = folder / "input.gz"
    file.write_bytes(gzip.compress(kind.text.encode()))
    return file


def open_file(kind: Kind, folder: Path) -> Any:
    return path(kind, folder).open("rb")


def binary_stream(kind: Kind, folder: Path) -> Any:
    return io.BytesIO(gzip.compress(kind.text.encode()))


def text_stream(kind: Kind, folder: Path) -> Any:
    return io.StringIO(kind.text)


def encoded_stream(kind: Kind, folder: Path) -> Any:
    return io.TextIOWrapper(io.BytesIO(kind.text.encode("utf-16")), encoding="utf-16")


def pipe(kind: Kind, folder: Path) -> Any:
    end, start = os.pipe()

    def write() -> None:
        with os.fdopen(start, "wb", buffering=0) as file:
            for byte in kind.text.encode():
                file.write(bytes([byte]))

    threading.Thread(target=write, daemon=True).start()
    return os.fdopen(end, "rb", buffering=0)


def array(kind: Kind, folder: Path) -> Any:
    return pa.array(kind.rows)


def large(kind: Kind, folder: Path) -> Any:
    return pa.array(kind.rows, pa.large_string())


def views(kind: Kind, folder: Path) -> Any:
    return pa.array(kind.rows).cast(pa.string_view())


def dictionary(kind: Kind, folder: Path) -> Any:
    return pa.array([*kind.rows, "x"]).dictionary_encode().slice(0, len(kind.rows))


def sliced(kind: Kind, folder: Path) -> Any:
    return pa.array(["before", *kind.rows, "after", None]).slice(1, len(kind.rows))


def chunked(kind: Kind, folder: Path) -> Any:
    parts = [[], kind.rows[:1], kind.rows[1:3], [], kind.rows[3:], []]
    return pa.chunked_array(parts, pa.string())


def column(kind: Kind, folder: Path) -> Any:
    table = pa.table({"other": range(len(kind.rows)), "rows": kind.rows})
    return wo.ArrowColumn(table, "rows")


def record_batch(kind: Kind, folder: Path) -> Any:
    return wo.ArrowColumn(pa.record_batch({"a": kind.rows, "b": kind.rows}), "b")


def batches(kind: Kind, folder: Path) -> Any:
    table = pa.table({"rows": kind.rows, "other": kind.rows})
    parts = [*table.slice(0, 0).to_batches(), *table.to_batches(max_chunksize=1)]
    empty = pa.record_batch({"rows": pa.array([], pa.string()), "other": pa.array([], pa.string())})
    reader = pa.RecordBatchReader.from_batches(table.schema, [empty, *parts, empty])
    return wo.ArrowColumn(reader, "rows")


def polars(kind: Kind, folder: Path) -> Any:
    return pytest.importorskip("polars").Series("rows", kind.rows)


def pandas(kind: Kind, folder: Path) -> Any:
    return pytest.importorskip("pandas").Series(kind.rows, name="rows")


STREAMS = [open_file, binary_stream, text_stream, encoded_stream, pipe]
ARROW = [array, large, views, dictionary, sliced, chunked, column, record_batch, batches]
SOURCES = [compressed, *STREAMS, *ARROW, polars, pandas]


@pytest.mark.parametrize("make", SOURCES, ids=lambda make: make.__name__)
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")
def test_all_sources_give_the_same(name: str, make: Callable[..., Any], tmp_path: Path) -> None:
    kind = KINDS[name]
    expected = kind.read(path(kind, tmp_path))
    source = make(kind, tmp_path)
    assert kind.read(source) == expected
    if make in STREAMS:
        assert not source.closed  # that is up to whoever opened it
        source.close()


NO_ROWS_ARE_AN_ERROR = {"text of links", "text to score", "evaluated links", "analysed links"}


@pytest.mark.parametrize("name", sorted(KINDS.keys() - NO_ROWS_ARE_AN_ERROR))
def test_nothing_is_nothing_everywhere(name: str, tmp_path: Path) -> None:
    kind = KINDS[name]
    nothing = tmp_path / "nothing"
    nothing.write_text("")
    expected = kind.read(nothing)
    none = pa.array([], pa.string())
    reader = pa.RecordBatchReader.from_batches(pa.schema({"a": pa.string()}), [])
    for source in (
        io.BytesIO(),
        io.StringIO(),
        none,
        pa.chunked_array([], pa.string()),
        pa.chunked_array([none, none]),
        pa.array([], pa.null()),
        reader,
    ):
        assert kind.read(source) == expected


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("make", [array, large, chunked, dictionary])
@pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")
def test_a_null_row_is_an_error_that_names_it(
    name: str, make: Callable[..., Any], tmp_path: Path
) -> None:
    kind = KINDS[name]
    holed = Kind([kind.rows[0], kind.rows[1], None, kind.rows[3]], kind.read)  # type: ignore[list-item]
    source = wo.ArrowColumn(make(holed, tmp_path), "here")
    with pytest.raises(InputError, match=r"^column here:3: null, which is a missing row"):
        kind.read(source)


# --- Links and permutations as lists

LISTS = [[(0, 1), (1, 0), (2, 2)], [], [(0, 0), (1, 1)], [(3, 0), (3, 1)]]
RANKS = [[1, 0, 2], [], [0, 1], [0]]


def of_links(rows: Any, list_type: Any = pa.list_) -> pa.Array:
    return pa.array(rows, list_type(PAIRS))


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
    cut = pa.record_batch({"rows": lists})
    reader = pa.RecordBatchReader.from_batches(
        cut.schema, [cut.slice(0, 0), *(cut.slice(row, 1) for row in range(len(rows)))]
    )
    return {
        "list": lists,
        "large_list": large_lists,
        "slice": inside,
        "slice of a parent": wo.ArrowColumn(parent.slice(1, len(rows)), "rows"),
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
    for given in (text, pa.array(["a b c d"] * 4)):
        batches = wo.read_alignments(list_sources(LISTS, PAIRS)[name], source=given, target=given)
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
    with pytest.raises(InputError, match=r"^<arrow>:3: .* counts from 0, but line 2 counts from 1"):
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
    wide = pa.list_(pa.struct([("i", pa.int64()), ("j", pa.uint8())]))
    (batch,) = wo.read_alignments(pa.array([[(1, 1), (2, 3)]], wide), base=1)
    assert str(batch[0]) == "0-0 1-2"
    with pytest.raises(InputError, match="<arrow>:1: link 0-1"):
        list(wo.read_alignments(pa.array([[(0, 1)]], wide), base=1))


def test_fields_of_links_go_by_name() -> None:
    turned = pa.list_(pa.struct([("target", pa.int32()), ("source", pa.int32())]))
    (batch,) = wo.read_alignments(pa.array([[(0, 1)]], turned))
    assert str(batch[0]) == "1-0"


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


# --- Leaving out null rows


def corpus_of(**columns: Any) -> wo.AlignedCorpus:
    return wo.AlignedCorpus(**columns, skip_bad=True)


def kept_lines(
    corpus: wo.AlignedCorpus, *, with_words: bool = False
) -> tuple[list[int], list[str]]:
    problems: list[str] = []
    batches = list(corpus.read(with_words=with_words, on_bad=problems.append))
    kept = [
        n for b in batches for n in range(b.alignments.first_line, b.alignments.first_line + len(b))
    ]
    return kept, problems


NULL_AT = {
    "links": pa.array(["0-0", None, "0-0", "0-0"]),
    "lists": of_links([[(0, 0)], None, [(0, 0)], [(0, 0)]]),
    "links under a null text": pa.array(["0-0", "5-5", "0-0", "0-0"]),
    "lists under a null text": of_links([[(0, 0)], [(5, 5)], [(0, 0)], [(0, 0)]]),
}


@pytest.mark.parametrize("with_words", [False, True])
@pytest.mark.parametrize("name", NULL_AT)
def test_null_rows_are_left_out_and_counted(name: str, with_words: bool) -> None:
    has_null_text = "null text" in name
    text = pa.array(["a", None if has_null_text else "b", "c", "d"])
    target = ["x y", "x", "x", None]
    corpus = corpus_of(links=NULL_AT[name], source=text, target=pa.array(target))
    kept, problems = kept_lines(corpus, with_words=with_words)
    assert kept == [1, 3]
    assert [problem.partition(" which")[0] for problem in problems] == [
        "<arrow>:2: null,",
        "<arrow>:4: null,",
    ]
    with pytest.warns(wo.WordorderWarning):
        result = wo.analyze_reorderings(corpus)
    assert result.corpus.left_out == 2
    with pytest.raises(InputError, match=r"<arrow>:[24]: null"):
        list(wo.AlignedCorpus(links=NULL_AT[name], source=text, target=pa.array(target)).read())


@pytest.mark.parametrize(
    ("form", "rows"),
    [
        ("lader", ["1-1 ||| 0-0", None, "1-1 ||| 0-0", "1-1 |||"]),
        ("talbot", ["0", None, "0", ""]),
        ("moses", ["x |0-0|", None, "x |0-0|", "x |0-0|"]),
        ("pharaoh", ["0-0", None, "0-0", ""]),
    ],
)
def test_null_rows_of_other_formats(form: str, rows: list[str | None]) -> None:
    corpus = corpus_of(
        links=pa.array(rows),
        source=pa.array(["a", "b", None, "d"]),
        target=pa.array(["x", "x x", "x", "x"]),
        reading=wo.LinkReading(form),
    )
    kept, problems = kept_lines(corpus)
    assert kept == [1, 4]
    assert len(problems) == 2


@pytest.mark.parametrize("form", ["naacl", "giza"])
def test_formats_with_several_lines_for_a_pair(form: str) -> None:
    text = {
        "naacl": "1 1 1\n2 1 1\n3 1 1\n",
        "giza": "".join(
            f"# Sentence pair ({n}) source length 1 target length 1 alignment score : 1\nx\n"
            "NULL ({ }) a ({ 1 })\n"
            for n in (1, 2, 3)
        ),
    }[form]
    rows = pa.array(text.splitlines())
    assert alignments(form)(rows) == alignments(form)(io.StringIO(text))
    corpus = corpus_of(links=rows, source=pa.array(["a", None, "a"]), reading=wo.LinkReading(form))
    assert kept_lines(corpus)[0] == [1, 3]
    broken = pa.array([*text.splitlines(), None])
    with pytest.raises(InputError, match="null"):
        list(corpus_of(links=broken, reading=wo.LinkReading(form)).read())


@pytest.mark.parametrize("form", ["conllu", "penn"])
def test_null_and_bad_trees_are_problems(form: str) -> None:
    good = SENTENCES[1] if form == "conllu" else "(A c)"
    bad = {"conllu": [SENTENCES[1] + "\n" + SENTENCES[1], "", "# only"], "penn": ["(A c) (A c)"]}
    for wrong in (None, *bad[form], "(", "x"):
        column = wo.ArrowColumn(pa.array([good, wrong, good]), "trees")
        (batch,) = wo.read_trees(column, form, skip_bad=True)
        assert list(batch.problems) == [1]
        assert batch.problems[1].startswith("column trees:2: ")
        assert batch.lengths.tolist() == [1, 0, 1]
        assert batch.lines.tolist() == [1, 2, 3]
        assert str(batch[2]) == str(batch[0])
        with pytest.raises(InputError, match=r"^column trees:2: "):
            list(wo.read_trees(column, form))
        corpus = corpus_of(links=pa.array(["0-0"] * 3), trees=column, tree_format=form)
        assert kept_lines(corpus)[0] == [1, 3]


def test_null_rows_of_a_system_are_left_out_with_its_corpus() -> None:
    reference = corpus_of(links=pa.array(["0-1 1-0", "0-1 1-0", None, "0-0"]))
    system = wo.SystemFile(pa.array(["0-1 1-0", None, "0-0", "0-0"]))
    with pytest.warns(wo.WordorderWarning, match="left out 2"):
        result = wo.analyze_retention(reference, {"A": system})
    assert result.left_out == 2


def test_a_reader_that_is_copied_keeps_its_nulls() -> None:
    def reader() -> pa.RecordBatchReader:
        table = pa.table({"text": ["a", None, "c"]})
        return table.to_reader(max_chunksize=1)

    links = pa.array(["0-0"] * 3)
    kept, _ = kept_lines(corpus_of(links=links, source=reader()), with_words=True)
    assert kept == [1, 3]
    with pytest.raises(InputError, match="<arrow>:2: null"):
        list(wo.AlignedCorpus(links, source=reader()).read(with_words=True))


# --- Cells


@pytest.mark.parametrize("blank", ["\n", "\r", "\r\n", "\n\n"])
def test_a_line_end_inside_a_cell_is_a_blank(blank: str) -> None:
    cells = pa.array([f"0-0{blank}1-1", "0-1"])
    assert [row for row, *_ in alignments("pharaoh")(cells)] == ["0-0 1-1", "0-1"]  # type: ignore[attr-defined]
    assert words(pa.array([f"a{blank}b{blank}", "c"])) == [2, 1]


def test_the_last_cell_may_end_in_a_line_end() -> None:
    assert words(pa.array(["a", "b\n"])) == [1, 1]


def test_a_nul_is_refused() -> None:
    with pytest.raises(InputError, match="<arrow>:2: NUL byte"):
        lines(pa.array(["a", "b\0"]))


# --- Records


def test_records_come_from_streams_and_tables(tmp_path: Path) -> None:
    types = {"line": int, "pef": float, "name": str}
    text = "line\tpef\tname\tother\n1\t0.5\tA\tx\n2\t\tB\tx\n"
    file = tmp_path / "records.tsv"
    file.write_text(text)
    expected = str(read_records(file, types).columns)
    table = pa.table({"line": [1, 2], "pef": [0.5, None], "name": ["A", "B"], "other": [1, 2]})
    csv = io.StringIO(text.replace("\t", ","))
    csv.name = "records.csv"
    frames = [pytest.importorskip(name).DataFrame(table.to_pydict()) for name in ("polars",)]
    sources = [
        io.StringIO(text),
        io.BytesIO(text.encode()),
        csv,
        table,
        table.to_batches()[0],
        table.to_reader(1),
        table.slice(0, 1).to_reader(),
        *frames,
    ]
    found = [str(read_records(source, types).columns) for source in sources]
    assert found[:6] == [expected] * 6
    assert found[7:] == [expected]


def test_parquet_comes_from_streams(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pa.table({"line": [1, 2]}).replace_schema_metadata({"signature": "x"})
    parquet.write_table(table, tmp_path / "records.parquet")
    with (tmp_path / "records.parquet").open("rb") as stream:
        records = read_records(stream, {"line": int})
    assert (records.columns, records.signature) == ({"line": [1, 2]}, "x")


def test_damaged_tables_are_refused() -> None:
    for source in (pa.array([1]), pa.table({"a": ["x"]}), pa.table([[1], [2]], names=["a", "a"])):
        with pytest.raises(InputError):
            read_records(source, {"a": int})


# --- Streams that cannot be read


class Broken(io.RawIOBase):
    """A stream whose disk fails."""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:  # noqa: ARG002
        raise OSError(5, "Input/output error")


class Odd:
    """Something with a method `read`."""

    def __init__(self, *gives: object) -> None:
        self.gives = iter(gives)

    def read(self, size: int) -> object:  # noqa: ARG002
        return next(self.gives)


def test_streams_that_cannot_be_read(tmp_path: Path) -> None:
    closed = io.BytesIO(b"0-0\n")
    closed.close()
    writing = (tmp_path / "out").open("wb")
    truncated = gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(os.urandom(100))[:50]))
    latin = io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8")
    escaped = io.TextIOWrapper(io.BytesIO(b"\xff\n"), "utf-8", errors="surrogateescape")
    with writing:
        for stream in (
            closed,
            writing,
            Broken(),
            truncated,
            latin,
            escaped,
            Odd(None),
            Odd(3),
            Odd(),
        ):
            with pytest.raises(InputError, match=r"^(<stream>|.*out): "):
                list(wo.read_alignments(stream))  # type: ignore[arg-type]
    assert permutations(Odd(bytearray(b"1 "), memoryview(b"2"), b"")) == ["⟨1, 2⟩"]


def test_a_stream_is_named_in_errors(tmp_path: Path) -> None:
    file = tmp_path / "links.align"
    file.write_text("0-0\nx\n")
    with file.open("rb") as stream, pytest.raises(InputError, match=r"links\.align:2: 'x'"):
        list(wo.read_alignments(stream))
    with pytest.raises(InputError, match=r"^<stream>:1: 'x'"):
        list(wo.read_alignments(io.StringIO("x\n")))


def test_reading_starts_where_the_stream_is() -> None:
    for stream in (io.BytesIO(b"heading\n0-0\n"), io.StringIO("heading\n0-0\n")):
        stream.readline()
        assert [str(row) for batch in wo.read_alignments(stream) for row in batch] == ["0-0"]


def test_the_same_stream_twice_is_refused() -> None:
    stream = io.StringIO("0-0\n")
    reader = pa.table({"a": ["x"], "b": ["y"]}).to_reader()
    one, other = wo.ArrowColumn(reader, "a"), wo.ArrowColumn(reader, "b")
    again = "given twice"
    for call, what in (
        (lambda: list(wo.read_alignments(stream, source=stream)), again),
        (lambda: wo.AlignedCorpus(stream, trees=stream), again),
        (lambda: wo.AlignedCorpus(one, source=other), again),
        (lambda: wo.symmetrize_files(stream, stream), again),
        (lambda: wo.evaluate_alignments(stream, {"A": stream}), again),
        (lambda: wo.score(stream, stream), again),
        (lambda: list(wo.match_texts(stream, stream)), again),
        (lambda: wo.score("-", "-"), "standard input"),
        (lambda: wo.AlignedCorpus("-", source="-"), "standard input"),
    ):
        with pytest.raises(UsageError, match=what):
            call()


def test_files_may_be_given_twice(tmp_path: Path) -> None:
    file = tmp_path / "links"
    file.write_text("0-0\n")
    assert len(list(wo.symmetrize_files(file, file))) == 1
    column = pa.array(["0-0"])
    assert len(list(wo.symmetrize_files(column, column))) == 1


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
        "no such column": lambda: wo.ArrowColumn(pa.table({"a": ["0-0"]}), "b"),
        "two such columns": lambda: wo.ArrowColumn(pa.table([["x"], ["x"]], names="aa"), "a"),
        "broken reader": broken_reader,
        "not Arrow": lambda: wo.ArrowColumn("links"),  # type: ignore[arg-type]
        "broken export": BrokenExport,
    }


class BrokenExport:
    """Another package's data, which cannot be exported."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        raise RuntimeError("no")


def broken_reader() -> Any:
    def batches() -> Any:
        yield pa.record_batch({"a": ["0-0"]})
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


@pytest.mark.parametrize("reader", READS)
@pytest.mark.parametrize("name", hostile())
@pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")
def test_hostile_arrow_data_ends_in_our_errors(name: str, reader: str) -> None:
    fine = {("permutations", "fixed size")}  # nothing else is
    try:
        source = hostile()[name]()
    except (pa.ArrowException, wo.WordorderError):
        return  # pyarrow itself, or our own type, refuses it
    if (reader, name) in fine:
        return
    with pytest.raises(wo.WordorderError) as caught:
        READS[reader](source)
    assert "\n" not in str(caught.value)


def test_formats_of_text_are_not_for_lists() -> None:
    for form in ("giza", "lader"):
        with pytest.raises(UsageError, match=f"alignment format {form} is for text, not for list<"):
            list(wo.read_alignments(of_links(LISTS), form))
    with pytest.raises(UsageError, match="tree format penn is for text"):
        list(wo.read_trees(of_links(LISTS)))
