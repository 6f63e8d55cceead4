"""Rows of a corpus: the same figures as single sentences have, however rows come together."""

from __future__ import annotations

import io
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, strategies as st

import preorder_corpora
import wordorder as wo
from alignment_strategies import alignments
from messages import check, refused
from oracles import corpus_rows
from wordorder.alignment import Alignment, AlignmentBatch
from wordorder.corpus import CorpusPlan
from wordorder.corpus.evaluating import _link_order_figures, evaluate
from wordorder.corpus.rows import LONGEST_CELL, LONGEST_ROW
from wordorder.errors import InputError, UsageError
from wordorder.ordering.metrics import METRICS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

PAIRS = pa.list_(pa.struct([("source", pa.int32()), ("target", pa.int32())]))
PERMUTATIONS = ["0 1 2", "3 1 2", "", "⟨2, 4, 1, 3⟩", "1", "0"]
BAD_PERMUTATIONS = ["0 0", "5", "x", "0 -1", "0 1 1 9"]
BAD_LINKS = ["0-x", "0", "9-0", "0-0 1-99", "0-0\0", "0:1-0", "99999999999-0", "1e3-0", "—"]
WORDS = st.lists(st.sampled_from(["a", "b", "the", "cat", "Cat", "sees", "."]), max_size=7)


def rows_of(result: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in result.to_pylist()]


def check_rows(
    plan: CorpusPlan, batch: pa.RecordBatch, expected: Sequence[dict[str, float | None] | None]
) -> None:
    """Compare all rows; None is a row that must be empty."""
    found = rows_of(plan(batch))
    assert len(found) == len(expected)
    for row, wanted in zip(found, expected, strict=True):
        problem = row.pop("problem")
        if wanted is None:
            assert set(row.values()) == {None}
        else:
            assert problem is None
            assert row == pytest.approx({name: wanted[name] for name in plan.outputs}, abs=1e-12)


def sentence(length: int) -> str:
    return " ".join(["w"] * length)


def written(links: Any) -> str:
    return " ".join(f"{i}-{j}" for i, j in links)


def links_batch(rows: Sequence[Any]) -> pa.RecordBatch:
    texts = [(written(links), sentence(n), sentence(m)) for links, n, m in rows]
    columns = zip(*texts, strict=True)
    return pa.record_batch([pa.array(column) for column in columns], ["links", "source", "target"])


def as_lists(rows: Sequence[Any]) -> Any:
    cells = [[{"source": i, "target": j} for i, j in links] for links, _, _ in rows]
    return pa.array(cells, PAIRS)


@pytest.mark.slow
@given(st.lists(alignments(), min_size=1, max_size=5))
def test_links_have_the_figures_of_single_sentences(rows: list[Any]) -> None:
    batch = links_batch(rows)
    plan = CorpusPlan.of(batch.schema.names, metrics="all,anticipation@2")
    expected = [
        corpus_rows.of_links(written(links), sentence(n), sentence(m), ks=(1, 2, 3, 5))
        if m
        else None
        for links, n, m in rows
    ]
    check_rows(plan, batch, expected)
    check_rows(plan, batch.set_column(0, "links", as_lists(rows)), expected)


@pytest.mark.slow
@given(st.lists(alignments(), min_size=1, max_size=5))
def test_without_texts_sentences_end_with_their_last_link(rows: list[Any]) -> None:
    plan = CorpusPlan.of(["links"])
    assert not any("scaled" in name for name in plan.outputs)
    # Without links, a sentence pair has words, but nobody knows how many.
    unknown = {"source_length": None, "target_length": None}
    expected = [
        corpus_rows.of_links(written(links))
        if links
        else corpus_rows.of_links("", "", "w") | unknown
        for links, _, _ in rows
    ]
    for column in (pa.array([written(links) for links, _, _ in rows]), as_lists(rows)):
        check_rows(plan, pa.record_batch({"links": column}), expected)


@given(
    st.lists(st.integers(0, 7).flatmap(lambda n: st.permutations(range(n))), min_size=1, max_size=6)
)
def test_permutations_have_the_figures_of_single_ones(rows: list[list[int]]) -> None:
    expected = [corpus_rows.of_permutation(" ".join(map(str, row))) for row in rows]
    plan = CorpusPlan.of(["permutation"])
    from_1 = [[rank + (number % 2) for rank in row] for number, row in enumerate(rows)]
    for cells in (rows, from_1):
        texts = pa.array([" ".join(map(str, row)) for row in cells])
        for column in (texts, pa.array(cells, pa.list_(pa.int64()))):
            check_rows(plan, pa.record_batch({"permutation": column}), expected)


@pytest.mark.slow
@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=3))
def test_texts_have_the_sentence_scores_of_score(rows: list[Any]) -> None:
    texts = [(" ".join(reference), " ".join(hypothesis)) for reference, hypothesis in rows]
    reference, hypothesis = zip(*texts, strict=True)
    batch = pa.record_batch({"reference": reference, "hypothesis": hypothesis})
    shown = [*wo.metric_names(), "lrscore", "bleu4", "coverage", "coverage_hyp", "matched"]
    plan = CorpusPlan.of(
        batch.schema.names, metrics=shown, lang="en", tokenize="none", preset="lrscore"
    )
    expected = [
        corpus_rows.of_texts(*row, lang="en", tokenize="none", preset="lrscore") for row in texts
    ]
    check_rows(plan, batch, expected)


def test_coverage_of_ribes_is_that_of_its_own_match() -> None:
    texts = "the man bit the dog near the tree .", "the dog near trees bites the man ."
    batch = pa.record_batch({"reference": texts[:1], "hypothesis": texts[1:]})
    metrics = "ribes,kendall,coverage,coverage_hyp"
    plan = CorpusPlan.of(batch.schema.names, metrics=metrics, lang="en", preset="ribes")
    expected = corpus_rows.of_texts(*texts, lang="en", preset="ribes")
    check_rows(plan, batch, [expected])


@pytest.mark.slow
@given(st.lists(preorder_corpora.sentences(), min_size=1, max_size=3))
def test_preordering_has_the_scores_of_its_evaluation(corpus: list[Any]) -> None:
    rules = preorder_corpora.RULES
    rows = [(preorder_corpora.conllu(one.parse), written(sorted(one.links))) for one in corpus]
    trees, links = zip(*rows, strict=True)
    batch = pa.record_batch({"tree": trees, "links": links, "target": ["w " * 99] * len(rows)})
    plan = CorpusPlan.of(batch.schema.names, metrics="preordering,source_length", rules=rules)
    expected = [
        corpus_rows.of_tree(*row, rules) | {"source_length": len(one.parse)}
        for row, one in zip(rows, corpus, strict=True)
    ]
    check_rows(plan, batch, expected)


def test_an_aligner_links_as_it_does_by_itself(tmp_path: Path) -> None:
    texts = ["the house", "green house", "", "the green tree ."], ["la casa", "casa verde", "", "."]
    files = [tmp_path / side for side in ("source", "target")]
    for file, lines in zip(files, texts, strict=True):
        file.write_text("".join(f"{line}\n" for line in lines))
    model = wo.alignment.train_ibm1(*files)
    model.save(tmp_path / "model")
    batch = pa.record_batch(dict(zip(("source", "target"), texts, strict=True)))
    plan = CorpusPlan.of(batch.schema.names, aligner=tmp_path / "model")
    expected = []
    for source, target in zip(*texts, strict=True):
        ((alignment,),) = model.align(io.StringIO(f"{source}\n"), io.StringIO(f"{target}\n"))
        expected.append(corpus_rows.of_alignment(alignment) if target else None)
    check_rows(plan, batch, expected)
    again = pickle.loads(pickle.dumps(plan))
    (tmp_path / "model").write_text("other")
    with refused(InputError):
        pickle.loads(pickle.dumps(CorpusPlan(**{**vars_of(again), "aligner_digest": "0"})))(batch)


def vars_of(plan: CorpusPlan) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in plan.__dataclass_fields__}


def link_cells() -> st.SearchStrategy[str | None]:
    good = alignments(6).map(lambda row: written(row[0]))
    return st.one_of(good, st.none(), st.sampled_from(BAD_LINKS))


def cases() -> dict[str, tuple[CorpusPlan, Callable[[Any], pa.RecordBatch], Any]]:
    """Plans, each with what makes a batch of rows, and rows good and bad."""
    tree = preorder_corpora.conllu([preorder_corpora.Word("VERB", -1, "obj")] * 1)
    return {
        "links": (
            CorpusPlan.of(["links", "source"]),
            lambda rows: pa.record_batch(
                {"links": [row[0] for row in rows], "source": [row[1] for row in rows]}
            ),
            st.tuples(link_cells(), st.sampled_from(["a", "a b c d e f", "", None])),
        ),
        "lists": (
            CorpusPlan.of(["links"]),
            lambda rows: pa.record_batch({"links": pa.array(rows, PAIRS)}),
            st.none()
            | st.lists(
                st.none()
                | st.fixed_dictionaries(
                    dict.fromkeys(
                        ("source", "target"), st.none() | st.integers(-1, 5) | st.just(5_000_000)
                    )
                ),
                max_size=4,
            ),
        ),
        "permutation": (
            CorpusPlan.of(["permutation"]),
            lambda rows: pa.record_batch({"permutation": pa.array(rows, pa.string())}),
            st.none() | st.sampled_from([*PERMUTATIONS, *BAD_PERMUTATIONS]),
        ),
        "permutation lists": (
            CorpusPlan.of(["permutation"]),
            lambda rows: pa.record_batch({"permutation": pa.array(rows, pa.list_(pa.int64()))}),
            st.none()
            | st.lists(st.none() | st.integers(-1, 3) | st.just(1 << 40), max_size=4)
            | st.permutations(range(4)),
        ),
        "texts": (
            CorpusPlan.of(["reference", "hypothesis"], metrics="kendall,chrf,pefscore"),
            lambda rows: pa.record_batch(
                {"reference": [row[0] for row in rows], "hypothesis": [row[1] for row in rows]},
            ),
            st.tuples(*[st.sampled_from(["a b c", "c b", "", "a\nb", "\0", None])] * 2),
        ),
        "trees": (
            CorpusPlan.of(["links", "tree"], metrics="preordering", rules=preorder_corpora.RULES),
            lambda rows: pa.record_batch(
                {"links": [row[0] for row in rows], "tree": [row[1] for row in rows]}
            ),
            st.tuples(
                st.sampled_from(["0-0", "0-0 1-1", "", "x", None]),
                st.sampled_from([tree, "", "x", tree * 2, "\0", None]),
            ),
        ),
    }


@pytest.mark.slow
@pytest.mark.parametrize("case", cases())
@given(data=st.data())
def test_rows_do_not_depend_on_each_other(case: str, data: st.DataObject) -> None:
    plan, batch_of, row = cases()[case]
    rows = data.draw(st.lists(row, min_size=1, max_size=6))
    whole = batch_of(rows)
    found = plan(whole)
    alone = [plan(batch_of([one])) for one in rows]
    assert found.equals(pa.Table.from_batches(alone).combine_chunks().to_batches()[0])
    start = data.draw(st.integers(0, len(rows)))
    length = data.draw(st.integers(0, len(rows)))
    assert plan(whole.slice(start, length)).equals(found.slice(start, length))
    evaluated = evaluate(plan, whole)
    bad = [problem is not None for problem in found["problem"].to_pylist()]
    assert sorted(evaluated.problems) == np.flatnonzero(bad).tolist()
    if evaluated.counted is not None:
        assert len(evaluated.counted) == len(rows)


def test_undefined_figures_are_null_and_nan() -> None:
    batch = pa.record_batch({"links": ["", "0-0"], "source": ["a", "a"], "target": ["a", "a"]})
    plan = CorpusPlan.of(batch.schema.names, metrics="kendall,width,non_itg,reorderings,coverage")
    rows = evaluate(plan, batch)
    assert rows.usable.all()
    assert not rows.problems
    assert np.isnan(rows.columns["kendall"][0])
    assert rows_of(plan(batch))[0] == {
        "kendall": None,
        "width": None,
        "non_itg": None,
        "reorderings": 0,
        "coverage": 0.0,
        "problem": None,
    }


@pytest.mark.parametrize(
    ("links", "source"),
    [
        pytest.param("0-0 7-0", "a b", id="past the end"),
        pytest.param("zero", "a b", id="no link"),
        pytest.param("0-4000", "a", id="a long target"),
        pytest.param("0-0", "a " * (LONGEST_ROW + 1), id="a long source"),
        pytest.param("0-0", "a" * (LONGEST_CELL + 1), id="a long word"),
        pytest.param("0-0", "a\0b", id="a NUL byte"),
    ],
)
def test_problems_say_what_was_found(links: str, source: str) -> None:
    batch = pa.record_batch({"links": ["0-0", links], "source": ["a", source]})
    rows = evaluate(CorpusPlan.of(batch.schema.names), batch)
    assert rows.usable.tolist() == [True, False]
    check(rows.problems[1])
    assert rows.columns["source_length"][0] == 1


def test_problems_do_not_spell_options() -> None:
    batch = pa.record_batch({"links": ["2-1"], "source": ["a b"]})
    problem = evaluate(CorpusPlan.of(batch.schema.names), batch).problems[0]
    check(problem)
    assert "base=" not in problem


@pytest.mark.parametrize("text", ["a " * (LONGEST_ROW + 1), "字" * (LONGEST_ROW + 1)])
def test_long_texts_are_bad_rows(text: str) -> None:
    batch = pa.record_batch({"reference": ["a b", text], "hypothesis": ["b a", "字"]})
    plan = CorpusPlan.of(batch.schema.names, metrics="kendall", tokenize="zh")
    assert rows_of(plan(batch)) == [
        {"kendall": 0.0, "problem": None},
        {"kendall": None, "problem": "the reference has 4,001 words, more than 4,000"},
    ]


def test_a_tree_must_fit_its_sentence() -> None:
    tree = preorder_corpora.conllu([preorder_corpora.Word("VERB", -1, "obj")])
    batch = pa.record_batch({"links": ["0-0"] * 2, "source": ["a", "a b"], "tree": [tree] * 2})
    plan = CorpusPlan.of(batch.schema.names, rules=preorder_corpora.RULES)
    ((row, problem),) = evaluate(plan, batch).problems.items()
    assert row == 1
    check(problem)


def test_tokenised_sentences_have_the_lengths_of_the_tokeniser() -> None:
    batch = pa.record_batch({"links": ["2-0"], "source": ["I see."], "target": ["a"]})
    plan = CorpusPlan.of(batch.schema.names, metrics="source_length", tokenize="13a")
    assert rows_of(plan(batch)) == [{"source_length": 3, "problem": None}]


TYPES = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.dictionary(pa.int8(), pa.string()),
    pa.dictionary(pa.int32(), pa.large_string()),
]


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_texts_of_every_type(kind: Any) -> None:
    cells = pa.array(["5-5", "0-1 1-0", None, "0-0", "x"])
    column = (
        cells.dictionary_encode().cast(kind) if str(kind).startswith("dict") else cells.cast(kind)
    )
    plan = CorpusPlan.of(["links"], metrics="reorderings")
    result = plan(pa.record_batch({"links": column.slice(1)}))
    assert result["reorderings"].to_pylist() == [1, None, 0, None]
    assert result.schema.types == [pa.int64(), pa.string()]


def test_a_null_in_a_dictionary_is_a_null() -> None:
    column = pa.DictionaryArray.from_arrays(pa.array([0, 1, None]), pa.array(["0-0", None]))
    plan = CorpusPlan.of(["links"], metrics="links")
    assert plan(pa.record_batch({"links": column}))["links"].to_pylist() == [1, None, None]


@pytest.mark.parametrize("kind", [pa.null(), pa.string(), PAIRS, pa.large_list(PAIRS.value_type)])
@pytest.mark.parametrize("rows", [0, 3])
def test_nothing_but_nulls(kind: Any, rows: int) -> None:
    plan = CorpusPlan.of(["links"], metrics="kendall,links")
    batch = pa.record_batch({"links": pa.nulls(rows, kind)})
    assert plan(batch).to_pydict() == {
        name: [None] * rows for name in ("kendall", "links", "problem")
    }
    counted = evaluate(plan, batch).counted
    assert counted is not None
    assert len(counted) == rows


@pytest.mark.parametrize("kind", [pa.int8(), pa.uint8(), pa.uint64(), pa.int64(), pa.int16()])
def test_lists_of_every_type_of_integers(kind: Any) -> None:
    struct = pa.struct([("target", kind), ("source", kind)])
    cells = [[{"source": 1, "target": 0}, {"source": 0, "target": 1}], None, []]
    batch = pa.record_batch(
        {"links": pa.array(cells, pa.large_list(struct)), "target": ["a b", "", "a"]}
    )
    plan = CorpusPlan.of(batch.schema.names, metrics="reorderings")
    assert plan(batch)["reorderings"].to_pylist() == [1, None, 0]
    ranks = pa.record_batch({"permutation": pa.array([[2, 1], [0, 1], None], pa.list_(kind))})
    plan = CorpusPlan.of(ranks.schema.names, metrics="kendall")
    assert plan(ranks)["kendall"].to_pylist() == [0.0, 1.0, None]


def test_items_behind_a_null_list_do_not_count() -> None:
    items = pa.StructArray.from_arrays([pa.array([9, 0]), pa.array([9, 0])], ["source", "target"])
    column = pa.ListArray.from_arrays(pa.array([0, 1, 2]), items, mask=pa.array([True, False]))
    plan = CorpusPlan.of(["links"], metrics="links")
    assert plan(pa.record_batch({"links": column})).to_pydict() == {
        "links": [None, 1],
        "problem": [None, None],
    }


def test_types_of_other_packages_have_their_storage() -> None:
    class Other(pa.ExtensionType):
        def __arrow_ext_serialize__(self) -> bytes:
            return b""

    for cells in (pa.array(["0-0", None]), pa.array([[{"source": 0, "target": 0}], None], PAIRS)):
        column = pa.ExtensionArray.from_storage(Other(cells.type, "other"), cells)
        plan = CorpusPlan.of(["links"], metrics="links")
        assert plan(pa.record_batch({"links": column}))["links"].to_pylist() == [1, None]


def test_only_record_batches_are_evaluated() -> None:
    table = pa.table({"links": ["0-0"]})
    with refused(UsageError):
        CorpusPlan.of(["links"])(table)


def test_damaged_columns_are_refused() -> None:
    offsets = pa.array([0, 5, 1], pa.int32()).buffers()[1]
    column = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"0-0")])
    with refused(InputError):
        evaluate(CorpusPlan.of(["links"]), pa.record_batch([column], ["links"]))


def test_threads_give_the_same_figures() -> None:
    rows = [("a b c d", "b a d c e"), ("the cats", "cat the"), (None, "x")] * 50
    reference, hypothesis = zip(*rows, strict=True)
    texts = pa.record_batch({"reference": reference, "hypothesis": hypothesis})
    links = pa.record_batch({"links": ["0-1 1-0 2-2", "x", "0-0"] * 50})
    for batch in (texts, links):
        plan = CorpusPlan.of(batch.schema.names)
        expected = plan(batch)
        with ThreadPoolExecutor(4) as pool:
            assert all(found.equals(expected) for found in pool.map(plan, [batch] * 8))


@pytest.mark.parametrize("words", [1, 4, 12])
def test_long_sentences_are_ordered_a_few_at_a_time(words: int) -> None:
    links = ["0-0 9-1", "1-0 0-1", "", "0-0", "7-0 0-1"]
    rows = AlignmentBatch.from_alignments(map(Alignment.parse, links))
    expected = _link_order_figures(rows, METRICS)
    assert list(expected) == list(METRICS)
    found = _link_order_figures(rows, METRICS, most_words=words)
    for name, values in expected.items():
        np.testing.assert_array_equal(found[name], values)


def test_counts_leave_bad_rows_without_anything_to_count() -> None:
    batch = pa.record_batch({"links": ["0-1 1-0", "0-0 8000-1", None, "x", "0-1 1-0"]})
    counted = evaluate(CorpusPlan.of(["links"]), batch).counted
    assert counted is not None
    assert counted.columns["reorderings"].tolist() == [1, 0, 0, 0, 1]
    assert counted.columns["target_length"].tolist() == [2, 1, 1, 1, 2]
