"""`wordorder reorderings retained`: what systems keep, by hand and compared with the library."""

from __future__ import annotations

import json
import re

import pytest

from cli.reordering_files import LINKS, MONOTONE, write_corpus
from wordorder.reorderings import RETENTION_MEASURES

# Line 1 has the order of the reference, line 3 one phrase for three words; the rest is monotone.
TRACE = """\
B |1-1| A |0-0| C |2-2|
D E |0-1|
I |3-3| F G H |0-2|
J |0-0|
K L M N |0-3|
"""
HALF = "0-1 1-0 2-2\n0-0 1-1\n0-0 1-1 2-2 3-3\n\n0-0 1-1 2-2 3-3\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_corpus(tmp_path)
    (tmp_path / "itself").write_text(LINKS)
    (tmp_path / "half").write_text(HALF)
    (tmp_path / "trace").write_text(TRACE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def retained(run, folder):
    """Run the command, which must succeed without a word on standard error."""

    def retained(*arguments: object, stdin: str = "") -> str:
        outcome = run(
            "reorderings", "retained", "links", *arguments, "--resamples", 40, stdin=stdin
        )
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    return retained


def cells(text: str) -> list[list[list[str]]]:
    """The rows of each table and note; the signature is last."""
    return [
        [re.split(r" {2,}", line.strip()) for line in part.splitlines()]
        for part in text.split("\n\n")[:-1]
    ]


def values(text: str) -> dict[tuple[str, str], float | None]:
    """The first figures of a TSV."""
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    return {(row[0], row[1]): float(row[2]) if row[2] else None for row in rows}


def fates(text: str) -> dict[str, list[str]]:
    heads, *rows = (line.split("\t") for line in text.splitlines())
    assert heads == ["system", "unjudgeable", "lost", "order", "shifted", "phrase"]
    return {row[0]: row[1:] for row in rows}


def test_the_reference_keeps_all_and_a_monotone_system_nothing(retained) -> None:
    found = values(retained("itself", "monotone", "--format", "tsv"))
    for measure in RETENTION_MEASURES:
        undefined = measure.endswith(("medium", "long"))
        assert found["itself", measure] == (None if undefined else 1)
        assert found["monotone", measure] == (None if undefined else 0)


def test_the_table(retained) -> None:
    (heads, *rows), [[note], [inferred]] = cells(retained("half"))
    assert heads == ["system", *(name.replace("_", " ") for name in RETENTION_MEASURES)]
    [row] = rows
    assert (row[0], row[3]) == ("half", "–")
    assert re.fullmatch(r"0\.250 \[0\.\d{3}, \d\.\d{3}\]", row[1])
    # RQuantity 2/3 of 2/3 + 9/4; one reordering of four.
    assert re.fullmatch(r"0\.229 \[0\.\d{3}, \d\.\d{3}\]", row[5])
    assert re.fullmatch(r"0\.250 \[0\.\d{3}, \d\.\d{3}\]", row[6])
    assert note.startswith("5 sentences, 4 reorderings in the reference; ")
    assert inferred.startswith("no target text: ")


def test_texts_change_the_order_bias(retained, folder) -> None:
    (folder / "longer").write_text("x x x x x x\nx x\nx x x x\nx\nx x x x\n")
    found = values(retained("half", "-s", "src", "-r", "tgt", "-t", "longer", "--format", "tsv"))
    assert found["half", "order_bias"] == pytest.approx((2 / 6) / (2 / 3 + 9 / 4))
    assert found["half", "retained"] == 0.25


def test_a_trace_is_judged_by_its_order_and_its_reorderings(retained) -> None:
    text = retained("--trace", "trace", "-s", "src", "-r", "tgt", "--by", "fate", "--format", "tsv")
    # Line 1 and {2}{3} of line 3 in order; {0}{1 2 3} has the same ends as {0 1 2}{3}; in {1}{2 3}
    # words of the phrase 0–2 stand on both sides.
    assert fates(text) == {"trace": ["0", "1", "2", "1", "0"]}


def test_a_phrase_hides_what_is_inside(retained, folder) -> None:
    (folder / "trace").write_text(TRACE.replace("I |3-3| F G H |0-2|", "F G H I |0-3|"))
    text = retained("--trace", "trace", "-r", "tgt", "--by", "fate", "--format", "tsv")
    assert fates(text) == {"trace": ["0", "0", "1", "0", "3"]}
    found = values(retained("--trace", "trace", "-r", "tgt", "--format", "tsv"))
    assert (found["trace", "retained"], found["trace", "order_bias_short"]) == (1, 0.25)


def test_links_and_traces_together(retained) -> None:
    options = ["half", "--trace", "trace", "-s", "src", "-r", "tgt", "-t", "tgt"]
    text = retained(*options, "--by", "fate", "--format", "tsv")
    assert fates(text) == {"half": ["0", "3", "1", "0", "0"], "trace": ["0", "1", "2", "1", "0"]}


def test_a_reordering_one_word_beside_is_retained(retained, folder) -> None:
    (folder / "links").write_text("0-1 1-0 2-2\n")
    (folder / "beside").write_text("0-0 1-2 2-1\n")
    assert fates(retained("beside", "--by", "fate", "--format", "tsv")) == {
        "beside": ["0", "0", "0", "1", "0"]
    }


def test_a_block_without_links_cannot_be_judged(retained, folder) -> None:
    (folder / "dropped").write_text(HALF.replace("0-1 1-0 2-2", "0-0 2-1"))
    text = retained("dropped", "--by", "fate", "--format", "tsv")
    assert fates(text) == {"dropped": ["1", "3", "0", "0", "0"]}
    assert values(retained("dropped", "--format", "tsv"))["dropped", "retained"] == 0


def test_by_width(retained) -> None:
    tables = cells(retained("half", "--by", "width"))
    assert [row[:5] for row in tables[2]] == [
        ["system", "width", "retained", "judged", "share"],
        ["half", "2", "1", "2", "0.500"],
        ["half", "3", "0", "1", "0.000"],
        ["half", "4", "0", "1", "0.000"],
    ]


@pytest.mark.parametrize(
    ("trees", "labels"),
    [
        ("penn", [["D", "half", "1", "2"], ["NP", "half", "0", "1"], ["V", "half", "0", "1"]]),
        (
            "trees.conllu",
            [
                ["det", "half", "1", "2"],
                ["nsubj", "half", "0", "1"],
                ["nsubj+self", "half", "0", "1"],
            ],
        ),
    ],
)
def test_by_label(retained, trees, labels) -> None:
    tables = cells(retained("half", "--trees", trees, "--by", "label"))
    assert [row[:4] for row in tables[2][1:]] == labels
    document = json.loads(retained("half", "--trees", trees, "--format", "json"))
    found = document["labels"]
    assert found["axes"]["label"][0] == labels[0][0]
    assert [found["columns"][name][0][0] for name in ("retained", "judged")] == [1, 2]
    assert "|trees:source|" in document["signature"]


def test_every_fate(retained, folder) -> None:
    import pyarrow.parquet as pq

    for ending in ("tsv", "jsonl", "parquet"):
        retained("half", "itself", "--each", f"each.{ending}")
    records = [json.loads(line) for line in (folder / "each.jsonl").read_text().splitlines()]
    assert pq.read_table(folder / "each.parquet").to_pylist() == records
    heads, *rows = (line.split("\t") for line in (folder / "each.tsv").read_text().splitlines())
    assert rows == [[str(value) for value in record.values()] for record in records]
    assert heads == list(records[0])
    assert [(one["system"], one["line"], one["fate"]) for one in records] == [
        *(("half", 1, "order"), *(("half", 3, "lost"),) * 3),
        *(("itself", line, "order") for line in (1, 3, 3, 3)),
    ]
    assert [one["source_width"] for one in records] == [2, 4, 3, 2] * 2


def test_every_two_systems_are_compared(retained) -> None:
    text = retained("monotone", "itself", "half")
    *_, (heads, *rows), [[note]] = cells(text)
    assert heads[:2] == ["first → second", "retained"]
    assert [row[:2] for row in rows] == [
        ["monotone → itself", "1.000"],
        ["monotone → half", "0.250"],
        ["itself → half", "-0.750"],
    ]
    assert note.startswith("second minus first; ")
    assert "first" not in retained("half").split()


def test_holm_shows_larger_p_values(retained) -> None:
    systems = ["monotone", "itself", "half"]
    document = json.loads(retained(*systems, "--format", "json"))
    p, corrected = (
        [f"{measures[0]:.3f}" for measures in document["differences"]["columns"][name]]
        for name in ("p", "p_holm")
    )
    assert p != corrected
    shown = [
        [row[2] for row in cells(retained(*systems, *option))[-2][1:]]
        for option in ([], ["--holm"])
    ]
    assert shown == [p, corrected]
    assert "corrected" in retained(*systems, "--holm")
    with_holm = json.loads(retained(*systems, "--holm", "--format", "json"))
    assert with_holm.pop("command") == document.pop("command").replace(
        "--format", "--holm --format"
    )
    assert "|correction:holm|" in with_holm.pop("signature")
    del document["signature"]
    assert with_holm == {**document, "holm": True}


def test_latex_and_markdown(retained) -> None:
    assert "half & 0.250 [0.000, " in retained("half", "--format", "latex")
    assert r"| half | 0.250 \[0.000, " in retained("half", "--format", "markdown")


@pytest.mark.slow
def test_a_reference_without_reorderings(run, folder) -> None:
    outcome = run("reorderings", "retained", "monotone", "links", "--format", "json")
    document = json.loads(outcome.out)
    assert (outcome.code, document["reorderings"]) == (0, 0)
    assert document["estimates"]["columns"]["value"][0][0] is None
    outcome = run("reorderings", "retained", "monotone", "links", "--plot-widths", "plot.svg")
    assert (outcome.code, outcome.err) == (0, "")
    assert "nan" not in outcome.out


def test_an_empty_translation_keeps_nothing_and_stays(run, folder) -> None:
    (folder / "translated").write_text("\nD E\nF G H I\nJ\nK L M N\n")
    (folder / "system").write_text("\n" + MONOTONE.partition("\n")[2])
    options = ["links", "system", "-r", "tgt", "-t", "translated"]
    outcome = run("reorderings", "retained", *options, "--format", "json")
    document = json.loads(outcome.out)
    assert (document["sentence_count"], document["left_out"]) == (5, 0)
    assert document["fates"]["axes"]["fate"][:2] == ["unjudgeable", "lost"]
    assert document["fates"]["columns"]["count"][0][:2] == [1, 3]


def test_standard_input_can_be_a_system(retained) -> None:
    found = values(retained("-", "--format", "tsv", stdin=MONOTONE))
    assert found["<stdin>", "retained"] == 0


@pytest.mark.slow
def test_a_plot(retained, folder) -> None:
    retained("half", "itself", "--plot-widths", "kept.svg")
    assert (folder / "kept.svg").read_text().startswith("<svg")
