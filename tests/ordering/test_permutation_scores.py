"""The scores of permutations part by part: their mean, their document, and how they show."""

from __future__ import annotations

import io
import json
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from document_checks import check_damage, check_document, there_and_back
from messages import refused
from wordorder import InputError, PermutationBatch, UsageError, metric_names, ordering_scores
from wordorder.ordering import PermutationScores, score_permutations, write_permutation_scores
from wordorder.output import dumps, render, show

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from hypothesis.strategies import DrawFn

RANKS = st.integers(0, 6).flatmap(lambda n: st.permutations(range(n)))
VIEWS = [("scores",), ("scores", "tree"), ("cards",), ("cards", "tree", "explain")]


@st.composite
def scored(draw: DrawFn) -> PermutationScores:
    rows = draw(st.lists(RANKS, max_size=5))
    batch = PermutationBatch.from_permutations(rows, first_line=draw(st.integers(1, 99)))
    names = draw(st.lists(st.sampled_from(metric_names()), min_size=1, max_size=3, unique=True))
    gamma = draw(st.sampled_from([0.0, 0.25]))
    (scores,) = score_permutations(batch, names, gamma=gamma)
    return scores


@pytest.mark.slow
@given(scored(), st.randoms(use_true_random=False))
def test_all_comes_back_from_the_document(scores: PermutationScores, rng: Random) -> None:
    check_document(scores)
    check_damage(scores, rng)
    again = there_and_back(scores, sentences=True)
    for view in VIEWS:
        one, other = (
            "".join(render(table, "latex") for table in result.tables(*view))
            for result in (scores, again)
        )
        assert one == other
        assert again.records(*view).text("tsv") == scores.records(*view).text("tsv")
    assert show(again, "table", [("cards", "tree")]) == show(scores, "table", [("cards", "tree")])


@pytest.mark.slow
@given(scored())
def test_all_comes_back_from_a_pickle(scores: PermutationScores) -> None:
    again = pickle.loads(pickle.dumps(scores))
    assert dumps(again.to_dict(sentences=True)) == dumps(scores.to_dict(sentences=True))


@given(scored())
def test_the_mean_stays_without_the_sentences(scores: PermutationScores) -> None:
    again = there_and_back(scores)
    (table,), (whole,) = again.tables(), scores.tables()
    assert (
        render(table, "markdown").splitlines()[2]
        == render(whole, "markdown").splitlines()[2 + len(scores.lines)]
    )
    for missing in (again.records, lambda: again.tables("cards")):
        with refused(UsageError):
            missing()


@given(st.lists(RANKS, min_size=1, max_size=9))
def test_a_batch_is_scored_like_its_rows(rows: list[list[int]]) -> None:
    batch = PermutationBatch.from_permutations(rows)
    (scores,) = score_permutations(batch)
    expected = ordering_scores(batch.values, batch.offsets)
    for name, column in expected.items():
        np.testing.assert_array_equal(scores.scores.at(metric=name), column)
        defined = column[~np.isnan(column)]
        mean = float(defined.mean()) if len(defined) else float("nan")
        assert scores.mean[name] == pytest.approx(mean, nan_ok=True)
    assert scores.undefined_count == sum(not row for row in rows)


def test_parts_know_the_mean_of_all_before_them(tmp_path: Path) -> None:
    line = " ".join(map(str, range(500, 0, -1)))
    lines = 1200  # more than a block of the reader
    (tmp_path / "long").write_text(f"{line}\n" * lines + "\n1 2\n")
    parts = list(score_permutations(tmp_path / "long", "kendall"))
    assert len(parts) > 1
    assert [part.lines[0] for part in parts[1:]] == [part.lines[-1] + 1 for part in parts[:-1]]
    whole = PermutationScores.join(parts)
    assert len(whole.lines) == whole.sentence_count == lines + 2
    assert whole.undefined_count == 1
    assert whole.mean["kendall"] == pytest.approx(1 / (lines + 1))
    assert parts[0].mean["kendall"] == 0
    assert len(whole.permutations) == len(whole.scores.at(metric="kendall")) == lines + 2


def test_nothing_is_one_empty_part(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    (scores,) = score_permutations(tmp_path / "empty", ["ulam"])
    assert (scores.sentence_count, len(scores.lines)) == (0, 0)
    assert scores.records().text("tsv") == "n\tulam\n"
    with refused(UsageError):
        PermutationScores.join([])


@pytest.mark.parametrize(
    "options",
    [
        {"metrics": "ulm"},
        {"beta": 2},
        {"gamma": -1},
        {"op_score": "pef"},
        {"threads": 0},
    ],
)
def test_wrong_options_are_refused_before_anything_is_read(options: dict[str, Any]) -> None:
    with refused(UsageError):
        score_permutations("no such file", **options)


def test_the_signature_has_the_weights() -> None:
    batch = PermutationBatch.from_permutations([[0]])

    def signature(**options: Any) -> str:
        (scores,) = score_permutations(batch, **options)
        return scores.signature.partition("|")[2]

    assert signature() == "beta:0.6|gamma:0"
    assert signature(beta=0.25, gamma=1) == "beta:0.25|gamma:1"
    assert signature(op_score="ulam") == "beta:0.6|op_score:ulam"
    assert signature(op_score=len) == "beta:0.6|op_score:len"


def test_views_of_single_permutations() -> None:
    batch = PermutationBatch.from_permutations([[1, 0], [], [0]])
    (scores,) = score_permutations(batch, "ulam")
    assert scores.records("scores", "tree").columns["tree"] == ["(⟨2,1⟩ 2 1)", None, "1"]
    first, empty, _ = scores.tables("cards", "explain")
    assert first.title == "line 1: ranks ⟨2, 1⟩, 2 words"
    assert first.rows[0] == ("ulam", 0.0, "longest increasing subsequence has 1 of 2 words: 1")
    assert empty.title == "line 2: no words, order undefined"
    assert len(scores.tables("cards", top=1)) == 1
    with refused(UsageError):
        scores.records("scores", "trees")
    document = json.loads(show(scores, "json", [("cards",)], top=1))
    assert document["sentences"]["scores"]["axes"]["line"] == [1]
    assert document["sentences"]["ranks"] == [[1, 0]]


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("schema", "wordorder/permutation/1"),
        ("signature", None),
        ("sentence_count", 1.5),
        ("undefined_count", "0"),
        ("mean", {"ulam": "0.5"}),
        ("mean", {"quality": 0.5}),
        ("mean", {"kendall": 0.5}),
    ],
)
def test_a_damaged_document_is_refused(part: str, wrong: Any) -> None:
    (scores,) = score_permutations(PermutationBatch.from_permutations([[1, 0]]), "ulam")
    document = json.loads(dumps(scores.to_dict(sentences=True)))
    with refused(InputError):
        PermutationScores.from_dict({**document, part: wrong})


@pytest.mark.parametrize(
    "ranks",
    [
        [[1, 1]],
        [[1, -1]],
        [[2**40]],
        [],
    ],
)
def test_damaged_permutations_are_refused(ranks: Any) -> None:
    (scores,) = score_permutations(PermutationBatch.from_permutations([[1, 0]]), "ulam")
    document = json.loads(dumps(scores.to_dict(sentences=True)))
    document["sentences"]["ranks"] = ranks
    with refused(InputError):
        PermutationScores.from_dict(document)


def test_writing_refuses_an_unknown_style() -> None:
    with refused(UsageError):
        write_permutation_scores([], io.StringIO(), "xml")  # type: ignore[arg-type]
    with refused(UsageError):
        write_permutation_scores([], io.StringIO(), "tsv", explain=True)
    with refused(UsageError):
        write_permutation_scores("x", io.StringIO())  # type: ignore[arg-type]


def test_several_batches_are_one_run() -> None:
    batches = [
        PermutationBatch.from_permutations([[1, 0], []]),
        PermutationBatch.from_permutations([[0, 1]], first_line=3),
    ]
    parts = list(score_permutations(iter(batches), "ulam"))
    assert [part.mean["ulam"] for part in parts] == [0.0, 0.5]
    whole = PermutationScores.join(parts)
    assert whole.lines == (1, 2, 3)
    assert (whole.sentence_count, whole.undefined_count) == (3, 1)
