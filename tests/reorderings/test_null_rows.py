"""Null rows of Arrow columns are left out of a corpus, and counted."""

from __future__ import annotations

import io
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from messages import check, refused, warned
from reading_kinds import (
    SENTENCES,
    alignments,
    of_links,
)
from wordorder.errors import InputError


def corpus_of(**columns: Any) -> wo.reorderings.AlignedCorpus:
    return wo.reorderings.AlignedCorpus(**columns, skip_bad=True)


def kept_lines(
    corpus: wo.reorderings.AlignedCorpus, *, with_words: bool = False
) -> tuple[list[int], list[str]]:
    problems: list[str] = []
    batches = list(
        corpus.read(with_words=with_words, on_bad=lambda _, problem: problems.append(str(problem)))
    )
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
    places = [f"column {'source' if has_null_text else 'links'}:2", "column target:4"]
    assert [problem.partition(": ")[0] for problem in problems] == places
    for problem in problems:
        check(problem)
    with warned():
        result = wo.analyze_reorderings(corpus)
    assert result.corpus.left_out == 2
    with refused(InputError):
        list(
            wo.reorderings.AlignedCorpus(
                links=NULL_AT[name], source=text, target=pa.array(target)
            ).read()
        )


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
    with refused(InputError):
        list(corpus_of(links=broken, reading=wo.LinkReading(form)).read())


@pytest.mark.parametrize("form", ["conllu", "penn"])
def test_null_and_bad_trees_are_problems(form: str) -> None:
    good = SENTENCES[1] if form == "conllu" else "(A c)"
    bad = {"conllu": [SENTENCES[1] + "\n" + SENTENCES[1], "", "# only"], "penn": ["(A c) (A c)"]}
    for wrong in (None, *bad[form], "(", "x"):
        column = wo.text.ArrowColumn(pa.array([good, wrong, good]), "trees")
        (batch,) = wo.read_trees(column, form, skip_bad=True)
        assert list(batch.problems) == [1]
        assert str(batch.problems[1]).startswith("column trees:2: ")
        assert batch.lengths.tolist() == [1, 0, 1]
        assert batch.lines.tolist() == [1, 2, 3]
        assert str(batch[2]) == str(batch[0])
        with refused(InputError):
            list(wo.read_trees(column, form))
        corpus = corpus_of(links=pa.array(["0-0"] * 3), trees=column, tree_format=form)
        assert kept_lines(corpus)[0] == [1, 3]


def test_null_rows_of_a_system_are_left_out_with_its_corpus() -> None:
    reference = corpus_of(links=pa.array(["0-1 1-0", "0-1 1-0", None, "0-0"]))
    system = wo.reorderings.SystemFile(pa.array(["0-1 1-0", None, "0-0", "0-0"]))
    with warned():
        result = wo.reorderings.analyze_retention(reference, {"A": system})
    assert result.left_out == 2


def test_a_reader_that_is_copied_keeps_its_nulls() -> None:
    def reader() -> pa.RecordBatchReader:
        table = pa.table({"text": ["a", None, "c"]})
        return table.to_reader(max_chunksize=1)

    links = pa.array(["0-0"] * 3)
    kept, _ = kept_lines(corpus_of(links=links, source=reader()), with_words=True)
    assert kept == [1, 3]
    with refused(InputError):
        list(wo.reorderings.AlignedCorpus(links, source=reader()).read(with_words=True))


# --- At random


SIDES = ("source", "target")


def with_nulls(values: st.SearchStrategy[Any], size: int) -> st.SearchStrategy[list[Any]]:
    return st.lists(st.none() | values, min_size=size, max_size=size)


@st.composite
def corpora(draw: st.DrawFn) -> dict[str, list[Any]]:
    """Columns of words and of links between them, with nulls anywhere."""
    size = draw(st.integers(1, 12))
    words = st.integers(1, 4).map(lambda count: " ".join("w" * count))
    source, target = draw(with_nulls(words, size)), draw(with_nulls(words, size))
    rows: list[Any] = []
    for there, back in zip(source, target, strict=True):
        sides = [st.integers(0, len((text or "w w w w w").split()) - 1) for text in (there, back)]
        rows.append(draw(st.none() | st.lists(st.tuples(*sides), max_size=4)))
    return {"links": rows, "source": source, "target": target}


@pytest.mark.slow
@given(corpora(), st.integers(1, 12), st.booleans(), st.booleans())
def test_leaving_out_is_the_same_as_never_having_had(
    rows: dict[str, list[Any]], cut: int, as_lists: bool, with_words: bool
) -> None:
    def columns(data: dict[str, list[Any]]) -> dict[str, Any]:
        links = of_links(data["links"])
        if not as_lists:
            texts = [row and " ".join(f"{i}-{j}" for i, j in row) for row in data["links"]]
            links = pa.array([text if text is None else text or "" for text in texts], pa.string())
        made = {"links": links, **{side: pa.array(data[side], pa.string()) for side in SIDES}}
        return {name: in_two(column, cut) for name, column in made.items()}

    def found(corpus: wo.reorderings.AlignedCorpus) -> tuple[list[Any], list[Any]]:
        batches = list(corpus.read(with_words=with_words))
        words = [
            text[row]
            for batch in batches
            for text in (batch.source,)
            if text
            for row in range(len(batch))
        ]
        return [row for batch in batches for row in batch.alignments], words

    kept = [n for n, row in enumerate(zip(*rows.values(), strict=True)) if None not in row]
    clean = {name: [column[n] for n in kept] for name, column in rows.items()}
    assert found(corpus_of(**columns(rows))) == found(
        wo.reorderings.AlignedCorpus(**columns(clean))
    )


def in_two(column: pa.Array, cut: int) -> pa.ChunkedArray:
    return pa.chunked_array([column.slice(0, cut), column.slice(min(cut, len(column)))])
