"""`wordorder reorderings testset`: four sets, by hand, and scores by set."""

from __future__ import annotations

import json
import re

import pytest

from wordorder.output import Records
from wordorder.reorderings import SETS

# How many neighbours change places in each sentence, and how many words it has; RQuantity is
# 2 · swaps / words. By (RQuantity, line) the seven with swaps and the right length are cut 3, 2, 2.
SENTENCES = [
    (3, 20),
    (1, 20),
    (0, 20),
    (2, 20),
    (7, 20),
    (4, 19),
    (6, 20),
    (5, 20),
    (4, 20),
    (0, 40),
]
LABELS = ["low", "low", "none", "low", "high", "outside", "high", "medium", "medium", "outside"]


def links(swaps: int, words: int) -> str:
    order = list(range(words))
    for place in range(0, 2 * swaps, 2):
        order[place : place + 2] = place + 1, place
    return " ".join(f"{source}-{target}" for source, target in enumerate(order)) + "\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "links").write_text("".join(links(*one) for one in SENTENCES))
    (tmp_path / "tgt").write_text("".join("w " * words + "\n" for _, words in SENTENCES))
    rows = [
        f"{system}\t{line}\t{line / 10 if line != 2 else ''}\t{value}\n"
        for system, value in (("A", 0.25), ("B", 0.5))
        for line in range(1, 11)
    ]
    (tmp_path / "scores.tsv").write_text("system\tline\tkendall\tbleu1\n" + "".join(rows))
    return tmp_path


@pytest.fixture
def testset(run, folder):
    """Run the command, which must succeed without a word on standard error."""

    def testset(*arguments: object) -> str:
        outcome = run("reorderings", "testset", "links", *arguments, "--resamples", 20)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    return testset


def test_the_table_of_the_paper(testset) -> None:
    lines = [re.split(r" {2,}", line.strip()) for line in testset().splitlines()]
    assert lines[:4] == [
        ["none", "low", "medium", "high"],
        ["average RQuantity", "0.00", "0.20", "0.45", "0.65"],
        ["sentences", "1", "3", "2", "2"],
        ["reorderings", "0", "6", "9", "13"],
    ]
    assert lines[5][0].startswith("8 of 10 sentence pairs with ")


def test_latex_and_markdown(testset) -> None:
    assert r"average RQuantity & 0.00 & 0.20 & 0.45 & 0.65 \\" in testset("--format", "latex")
    assert "| sentences | 1 | 3 | 2 | 2 |" in testset("--format", "markdown")


def test_tsv_has_the_sets_with_every_digit(testset) -> None:
    heads, *rows = (line.split("\t") for line in testset("--format", "tsv").splitlines())
    assert heads == ["set", "sentences", "reorderings", "rquantity"]
    assert [row[:3] for row in rows] == [
        ["none", "1", "0"], ["low", "3", "6"], ["medium", "2", "9"], ["high", "2", "13"],
    ]  # fmt: skip
    document = json.loads(testset("--format", "json"))
    assert [float(row[3]) for row in rows] == [
        one["rquantity"] for one in document["sets"].values()
    ]


def test_the_sentences_of_the_sets(testset, folder) -> None:
    testset("--sentences", "rows.tsv")
    text = (folder / "rows.tsv").read_text()
    heads, *rows = (line.split("\t") for line in text.splitlines())
    assert heads == ["line", "target_length", "rquantity", "set"]
    assert [int(row[0]) for row in rows] == list(range(1, 11))
    assert [int(row[1]) for row in rows] == [words for _, words in SENTENCES]
    found = [float(row[2]) for row in rows]
    assert found == pytest.approx([2 * swaps / words for swaps, words in SENTENCES])
    assert [row[3] for row in rows] == LABELS


def test_plain_scores_of_systems(testset, folder) -> None:
    for name, start in (("comet.A.txt", 0), ("comet.B.txt", 10)):
        (folder / name).write_text("".join(f"{start + line}\n" for line in range(10)))
    files = ["--scores", "comet.A.txt", "--scores", "comet.B.txt"]
    named = json.loads(testset(*files, "--format", "json"))["scores"]
    assert named["axes"]["system"] == ["comet.A", "comet.B"]
    document = json.loads(testset(*files, "--names", "A,B", "--format", "json"))
    assert document["scores"]["axes"] == {"system": ["A", "B"], "set": [*SETS, "all"]}
    found = document["scores"]["columns"]["value"]
    assert found[0][0] == 2  # line 3
    assert found[0][1] == pytest.approx((0 + 1 + 3) / 3)
    assert found[1][1] == pytest.approx(10 + (0 + 1 + 3) / 3)
    assert document["measure"] == "score"


def test_json_has_the_lines_of_disjoint_sets(testset) -> None:
    document = json.loads(testset("--format", "json"))
    sets = {name: one["lines"] for name, one in document["sets"].items()}
    assert tuple(sets) == SETS
    assert sets == {"none": [3], "low": [1, 2, 4], "medium": [8, 9], "high": [5, 7]}
    assert document["sentence_count"] == 10
    assert "|lengths:20-39" in document["signature"]
    assert "seed" not in document["signature"]
    assert document["scores"]["axes"]["system"] == []


def test_other_lengths(testset, folder) -> None:
    document = json.loads(testset("--shortest", 19, "--longest", 40, "--format", "json"))
    assert sum(len(one["lines"]) for one in document["sets"].values()) == 10
    one_word_more = "".join("w " * (words + 1) + "\n" for _, words in SENTENCES)
    (folder / "tgt").write_text(one_word_more)
    document = json.loads(
        testset("-t", "tgt", "--shortest", 20, "--longest", 20, "--format", "json")
    )
    assert [one["lines"] for one in document["sets"].values()] == [[], [6], [], []]


def test_labels_are_what_score_reads(testset, run, folder) -> None:
    testset("-t", "tgt", "--labels", "sets.txt")
    assert (folder / "sets.txt").read_text().split("\n") == [*LABELS, ""]
    outcome = run("score", "tgt", "tgt", "--by", "sets.txt", "--resamples", 20)
    assert outcome.code == 0
    buckets = re.findall(r"^(\w+): tgt +(\d+)", outcome.out, flags=re.MULTILINE)
    counts = {name: str(LABELS.count(name)) for name in (*SETS, "outside")}
    assert dict(buckets) == counts


def test_labels_of_sentences_that_were_left_out(run, folder) -> None:
    trees = ["(S " + " ".join(["(W w)"] * words) + ")" for _, words in SENTENCES]
    trees[0] = "(S"
    (folder / "trees").write_text("\n".join(trees))
    options = ["--trees", "trees", "--skip-bad", "--labels", "sets.txt", "--format", "json"]
    outcome = run("reorderings", "testset", "links", *options)
    assert outcome.code == 0
    assert outcome.err.count("\n") == 1
    labels = (folder / "sets.txt").read_text().split()
    # Six are left to be cut: 1, 2 swaps, 4, 5 swaps, 6, 7 swaps.
    low, medium, high, none, out = "low", "medium", "high", "none", "outside"
    assert labels == [out, low, none, low, high, out, high, medium, medium, out]
    document = json.loads(outcome.out)
    assert (document["sentence_count"], document["left_out"]) == (9, 1)


def test_scores_by_set(testset) -> None:
    options = ["--scores", "scores.tsv", "--measure", "kendall"]
    document = json.loads(testset(*options, "--format", "json"))
    assert document["scores"]["axes"] == {"system": ["A", "B"], "set": [*SETS, "all"]}
    found = document["scores"]["columns"]
    # Line 2 has no score.
    count, value, low, high = (found[name][0][1] for name in ("sentences", "value", "low", "high"))
    assert (count, value) == (2, pytest.approx((0.1 + 0.4) / 2))
    assert low <= value <= high
    assert found["value"][1][2] == pytest.approx((0.8 + 0.9) / 2)
    assert found["sentences"][0][4] == 7
    assert document["signature"].endswith("|resamples:20|seed:12345")
    table = testset(*options).split("\n\n")[-2]
    assert [line.split()[:4] for line in table.splitlines()[1:4]] == [
        ["A", "none", "1", "0.300"], ["A", "low", "2", "0.250"], ["A", "medium", "2", "0.850"],
    ]  # fmt: skip


@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl", "tsv.gz"])
def test_scores_in_any_form(testset, folder, ending) -> None:
    import gzip

    from wordorder.text import read_records

    types = {"system": str, "line": int, "kendall": float}
    options = ["--measure", "kendall", "--format", "json", "--scores"]
    expected = json.loads(testset(*options, "scores.tsv"))
    if ending == "tsv.gz":
        (folder / "s.tsv.gz").write_bytes(gzip.compress((folder / "scores.tsv").read_bytes()))
    else:
        read_records("scores.tsv", types).save(f"s.{ending}")
    found = json.loads(testset(*options, f"s.{ending}"))
    assert found["scores"] == expected["scores"]


def test_a_set_without_scores_is_undefined(testset, folder) -> None:
    rows = "".join(f"A\t{line}\t{'0.5' if line == 3 else ''}\n" for line in range(1, 11))
    (folder / "scores.tsv").write_text(f"system\tline\tbleu1\n{rows}")
    text = testset("--scores", "scores.tsv", "--measure", "bleu1")
    assert [line.split() for line in text.splitlines()[-7:-4]] == [
        ["A", name, "0", "–", "–"] for name in ("low", "medium", "high")
    ]
    assert "nan" not in text


def test_scores_of_the_score_command(testset, run, folder) -> None:
    run("score", "tgt", "tgt", "--segments", "segments.tsv", "--resamples", 20)
    options = ["-t", "tgt", "--scores", "segments.tsv", "--measure", "pefscore", "--format", "json"]
    assert set(json.loads(testset(*options))["scores"]["columns"]["value"][0]) == {1.0}


@pytest.mark.slow
def test_plots(testset, folder) -> None:
    scores = ["--scores", "scores.tsv", "--measure", "bleu1", "--plot-scores", "scores.svg"]
    testset(*scores, "--plot-widths", "widths.svg")
    for name in ("scores.svg", "widths.svg"):
        assert (folder / name).read_text().startswith("<svg")


def test_no_sentence_of_these_lengths(run, folder) -> None:
    outcome = run("reorderings", "testset", "links", "--shortest", 50, "--longest", 60)
    assert outcome.code == 0
    assert outcome.err.count("\n") == 1


def test_inferred_lengths_are_told(run, folder) -> None:
    told = "no target text: each target is assumed to end at its last link"
    assert told in run("reorderings", "testset", "links").out
    assert told not in run("reorderings", "testset", "links", "-t", "tgt").out


def test_scores_of_some_sentences_only_are_told(run, folder) -> None:
    (folder / "some.tsv").write_text("system\tline\tbleu1\nB\t3\t0.5\nA\t3\t0.5\nA\t4\t\n")
    options = ["--scores", "some.tsv", "--measure", "bleu1"]
    outcome = run("reorderings", "testset", "links", *options)
    assert outcome.code == 0
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("missing", ["system", "line"])
@pytest.mark.parametrize("ending", ["tsv", "csv", "jsonl"])
def test_a_file_that_has_no_scores_is_bad_input(run, folder, missing, ending) -> None:
    columns = {"system": ["A"], "line": [1], "bleu1": [0.5]}
    del columns[missing]
    types = {name: type(values[0]) for name, values in columns.items()}
    Records(types, columns).save(folder / f"other.{ending}")
    options = ["--scores", f"other.{ending}", "--measure", "bleu1"]
    outcome = run("reorderings", "testset", "links", *options)
    assert (outcome.code, outcome.out) == (1, "")
