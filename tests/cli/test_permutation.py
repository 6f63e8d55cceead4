"""The contract of `wordorder permutation` that programs rely on: jsonl, tsv, options, files."""

from __future__ import annotations

import csv
import io
import json
import math
from xml.etree import ElementTree

import numpy as np
import pytest

from wordorder import Permutation, explain, metric_names, ordering_scores

# `pet` and `pef` with default weights, worked out by hand.
WORKED = {
    "⟨6,1,4,2,3,5⟩": (0.3616, 0.3616),
    "⟨6,1,5,2,3,4⟩": (0.3040, 0.3040),
    "⟨2,4,5,6,1,3⟩": (0.4, 0.4),
    "⟨5,7,4,6,3,1,2⟩": (0.20, 0.14),
    "⟨6,7,8,9,10,1,2,3,4,5⟩": (0.4, 0.4),
}


def as_lines(permutations, base: int = 1) -> str:
    return "".join(" ".join(str(rank + base) for rank in p) + "\n" for p in permutations)


def library_scores(permutations, metrics="all", **weights) -> list[dict[str, float]]:
    values = np.concatenate([p.ranks for p in permutations])
    offsets = np.cumsum([0, *map(len, permutations)])
    columns = ordering_scores(values, offsets, metrics, **weights)
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def in_hex(scores: dict[str, float | None]) -> dict[str, str | None]:
    """Every bit of each score; None where it is undefined."""
    return {
        name: None if score is None or math.isnan(score) else float(score).hex()
        for name, score in scores.items()
    }


def read_jsonl(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def read_tsv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), dialect="excel-tab", quoting=csv.QUOTE_NONE))


# Scores


def test_jsonl_has_n_and_every_bit_of_each_score(score, permutations) -> None:
    records = read_jsonl(score(as_lines(permutations), "--format", "jsonl"))
    assert [record.pop("n") for record in records] == [len(p) for p in permutations]
    assert [*map(in_hex, records)] == [*map(in_hex, library_scores(permutations))]


def test_tsv_has_n_and_every_bit_of_each_score(score, permutations) -> None:
    rows = read_tsv(score(as_lines(permutations), "--format", "tsv"))
    assert [int(row.pop("n")) for row in rows] == [len(p) for p in permutations]
    numbers = [{name: float(cell or "nan") for name, cell in row.items()} for row in rows]
    assert [*map(in_hex, numbers)] == [*map(in_hex, library_scores(permutations))]


@pytest.mark.parametrize("text", WORKED)
def test_worked_values_of_the_paper(score, text) -> None:
    [record] = read_jsonl(score(text, "--format", "jsonl", "--metrics", "pet,pef"))
    assert (record["pet"], record["pef"]) == pytest.approx(WORKED[text], abs=1e-12)


def test_a_line_without_words_has_null_scores_in_jsonl(score) -> None:
    assert score("\n", "--format", "jsonl", "--metrics", "kendall,pef") == (
        '{"n": 0, "kendall": null, "pef": null}\n'
    )


def test_a_line_without_words_has_empty_cells_in_tsv(score) -> None:
    assert score("\n", "--format", "tsv", "--metrics", "kendall,pef") == "n\tkendall\tpef\n0\t\t\n"


@pytest.mark.parametrize(("style", "expected"), [("jsonl", ""), ("tsv", "n\tulam\n")])
def test_no_line_at_all(score, style, expected) -> None:
    assert score("", "--format", style, "--metrics", "ulam") == expected


# Options


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("all", metric_names()),
        ("pef", ("pef",)),
        ("ulam,kendall,pet", ("ulam", "kendall", "pet")),
        (" ulam , kendall ", ("ulam", "kendall")),
        ("ulam,kendall,ulam", ("ulam", "kendall")),
    ],
)
def test_metrics_come_in_the_order_asked_for(score, asked, names) -> None:
    [record] = read_jsonl(score("2 1 3", "--format", "jsonl", "--metrics", asked))
    assert tuple(record) == ("n", *names)
    header = score("2 1 3", "--format", "tsv", "--metrics", asked).partition("\n")[0]
    assert tuple(header.split("\t")) == ("n", *names)


def test_all_metrics_are_the_default(score) -> None:
    assert score("2 1 3", "--format", "tsv") == score(
        "2 1 3", "--format", "tsv", "--metrics", "all"
    )


@pytest.mark.parametrize(
    "weights",
    [{"beta": 0.25}, {"gamma": 0.75}, {"beta": 0.1, "gamma": 1.0}, {"op_score": "kendall_sqrt"}],
)
def test_weights_reach_pet_and_pef(score, permutations, weights) -> None:
    options = [f"--{name.replace('_', '-')}={value}" for name, value in weights.items()]
    records = read_jsonl(
        score(as_lines(permutations), "--format", "jsonl", "--metrics", "pet,pef", *options)
    )
    for record in records:
        del record["n"]
    expected = library_scores(permutations, "pet,pef", **weights)
    assert [*map(in_hex, records)] == [*map(in_hex, expected)]
    assert expected != library_scores(permutations, "pet,pef")


@pytest.mark.slow
def test_input_order_is_turned_into_ranks(score, permutations) -> None:
    options = ("--format", "jsonl", "--tree")
    ranks = score(as_lines(permutations), *options)
    orders = as_lines(p.inverse() for p in permutations)
    assert score(orders, *options, "--input", "order") == ranks
    assert score(orders, *options) != ranks
    assert score(as_lines(permutations), *options, "--input", "ranks") == ranks


@pytest.mark.parametrize("style", ["table", "jsonl", "tsv"])
def test_counting_from_zero_or_one_is_the_same(score, permutations, style) -> None:
    from_one = score(as_lines(permutations), "--format", style)
    assert score(as_lines(permutations, base=0), "--format", style) == from_one


@pytest.mark.parametrize(
    "line", ["⟨2, 4, 1, 3⟩", "2,4,1,3", "[1 3 0 2]", " 2\t4 1  3 ", "(2,4,1,3)"]
)
def test_ways_to_write_a_permutation(score, line) -> None:
    assert score(line, "--format", "tsv") == score("2 4 1 3", "--format", "tsv")


# Trees and explanations


def test_tree_in_jsonl_is_the_tree_of_the_library(score, permutations) -> None:
    records = read_jsonl(score(as_lines(permutations), "--format", "jsonl", "--tree"))
    expected = [p.tree().to_dict() if len(p) else None for p in permutations]
    assert [record["tree"] for record in records] == expected


def test_tree_in_tsv_is_in_brackets(score, permutations) -> None:
    rows = read_tsv(score(as_lines(permutations), "--format", "tsv", "--tree"))
    expected = [p.tree().to_brackets() if len(p) else "" for p in permutations]
    assert [row["tree"] for row in rows] == expected


def test_explain_in_jsonl_is_the_counts_of_the_library(score, permutations) -> None:
    text = score(as_lines(permutations), "--format", "jsonl", "--explain", "--metrics", "ulam")
    expected = [explain(p).counts.to_dict() if len(p) else None for p in permutations]
    as_json = json.loads(json.dumps(expected))  # tuples become lists
    assert [record["explain"] for record in read_jsonl(text)] == as_json


def test_explain_does_not_go_with_tsv(run, tmp_path) -> None:
    target = tmp_path / "scores.tsv"
    outcome = run("permutation", "-", "--format", "tsv", "--explain", "-o", target, stdin="1 2")
    assert (outcome.code, outcome.out) == (2, "")
    assert not target.exists()


@pytest.mark.slow
@pytest.mark.parametrize("style", ["table", "jsonl"])
def test_explain_counts_the_trees_of_a_very_long_line(score, style) -> None:
    # Catalan(9999) has 6,015 digits; Python by itself writes no integer beyond 4,300.
    assert "pet_count" in score(
        as_lines([Permutation.identity(10_000)]),
        *("--format", style, "--explain", "--metrics", "pet_count"),
    )


# Files


def test_output_file_has_the_bytes_of_standard_output(run, score, tmp_path) -> None:
    target = tmp_path / "scores.jsonl"
    target.write_text("old")
    options = ("--format", "jsonl", "--tree")
    outcome = run("permutation", "-", *options, "-o", target, stdin="2 1 3\n")
    assert outcome == (0, "", "")
    assert target.read_text(encoding="utf-8") == score("2 1 3\n", *options)
    assert [path.name for path in tmp_path.iterdir()] == ["scores.jsonl"]


@pytest.mark.parametrize("option", ["-o", "--svg"])
def test_the_input_is_never_replaced(run, tmp_path, option) -> None:
    file = tmp_path / "permutations.txt"
    file.write_text("2 1 3\n")
    outcome = run("permutation", file, option, tmp_path / "." / "permutations.txt")
    assert (outcome.code, outcome.out) == (2, "")
    assert file.read_text() == "2 1 3\n"


def test_file_and_standard_input_give_the_same(run, score, tmp_path) -> None:
    file = tmp_path / "permutations.txt"
    file.write_text("2 1 3\n1 2\n")
    assert run("permutation", file) == (0, score("2 1 3\n1 2\n"), "")


# --- Drawings


TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.fixture
def target(tmp_path):
    return tmp_path / "trees.svg"


def test_svg_shows_every_tree_in_order(score, target) -> None:
    scores = score("2 1\n\n2 4 1 3\n", "--svg", target)
    picture = ElementTree.parse(target)
    labels = ["line 1", "⟨2,1⟩", "2", "1", "line 3", "⟨2,4,1,3⟩", "2", "4", "1", "3"]
    assert [text.text for text in picture.iter(TEXT)] == labels
    assert scores == score("2 1\n\n2 4 1 3\n")


def test_svg_goes_with_every_format(score, target) -> None:
    pictures = set()
    for style in ("table", "jsonl", "tsv"):
        score("2 1\n1 2\n", "--svg", target, "--format", style)
        pictures.add(target.read_bytes())
    assert len(pictures) == 1


@pytest.mark.slow
def test_a_hundred_trees_are_drawn_and_empty_lines_do_not_count(score, target) -> None:
    score("2 1\n\n" * 100, "--svg", target)
    assert len(list(ElementTree.parse(target).iter(TEXT))) == 400


@pytest.mark.parametrize(
    "text", ["1 2\n" * 101, "\n\n", ""], ids=["too many", "lines without words", "no lines"]
)
def test_what_cannot_be_drawn_leaves_both_files_alone(run, tmp_path, target, text) -> None:
    target.write_text("old")
    outcome = run("permutation", "-", "--svg", target, "-o", tmp_path / "new.txt", stdin=text)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (1, "", 1)
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
    assert target.read_text() == "old"


@pytest.mark.parametrize("name", ["", "missing/trees.svg"])
def test_svg_that_cannot_be_written(run, tmp_path, name) -> None:
    path = tmp_path / name if name else name
    outcome = run("permutation", "-", "--svg", path, "-o", tmp_path / "new.txt", stdin="1 2")
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (1, "", 1)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "options",
    [
        ["--svg", "x", "-o", "x"],
        ["--svg", "x", "-o", "./x"],
        ["--svg", "-"],
        ["--svg=-", "-o", "-"],
    ],
    ids=" ".join,
)
def test_scores_and_drawing_do_not_go_into_one_file(run, tmp_path, monkeypatch, options) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run("permutation", "-", *options, stdin="1 2")
    assert (outcome.code, outcome.out) == (2, "")
    assert not list(tmp_path.iterdir())
