"""`wordorder reorderings analyze`: its tables, formats and files, compared with the library."""

from __future__ import annotations

import gzip
import json
import os
import re

import pytest

from cli.reordering_files import LINKS, MONOTONE, TARGET, write_corpus
from wordorder.reorderings import (
    AlignedCorpus,
    CorpusReorderings,
    analyze_reorderings,
    extract_reorderings,
)
from wordorder.statistics import Resampling

FEW = 40  # resamples


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_corpus(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def analyze(run, folder):
    """Run the command, which must succeed without a word on standard error."""

    def analyze(*arguments: object, stdin: str = "") -> str:
        outcome = run("reorderings", "analyze", *arguments, "--resamples", FEW, stdin=stdin)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    return analyze


def library(links: str = "links", **files: str) -> CorpusReorderings:
    corpus = AlignedCorpus(links, **files)
    return analyze_reorderings(corpus, resampling=Resampling(FEW)).corpus


def cells(text: str) -> list[list[str]]:
    """The rows of a table for people, without its notes."""
    return [re.split(r" {2,}", line.strip()) for line in text.partition("\n\n")[0].splitlines()]


def further(text: str) -> list[list[list[str]]]:
    """The tables below the first and its note; the signature is last."""
    return [cells(part) for part in text.split("\n\n")[2:-1]]


def without_command(text: str) -> str:
    """A table for people without its last line, the command."""
    return text.removesuffix("\n").rpartition("\n")[0]


def tsv(text: str) -> list[dict[str, str]]:
    heads, *rows = (line.split("\t") for line in text.splitlines())
    return [dict(zip(heads, row, strict=True)) for row in rows]


def rounded(estimate: tuple[float, float, float]) -> list[str]:
    value, low, high = (f"{number:.3f}" for number in estimate)
    return ["–", "–"] if value == "nan" else [value, f"{low}–{high}"]


# Measures


def test_the_table_is_what_the_library_says(analyze) -> None:
    text = analyze("links", "-s", "src", "-t", "tgt")
    expected = library(source="src", target="tgt").measures
    heads, *rows = cells(text)
    assert heads[:2] == ["measure", "links"]
    assert rows == [[name, *rounded(one)] for name, one in expected.items()]
    assert "\nlinks: 5 sentence pairs, 4 reorderings\n\nwordorder:" in text
    by_hand = {"rquantity": (2 / 3 + 9 / 4) / 5, "reorderings": 4 / 5, "width": 11 / 4}
    for name, value in by_hand.items():
        assert expected[name].value == pytest.approx(value)
    assert expected["non_itg"].value == 1 / 4  # of the sentences with links


def test_tsv_and_json_have_every_digit(analyze) -> None:
    texts = ["-s", "src", "-t", "tgt"]
    expected = library(source="src", target="tgt")
    rows = tsv(analyze("links", *texts, "--format", "tsv"))
    assert [(row["corpus"], row["measure"]) for row in rows] == [
        ("links", name) for name in expected.measures
    ]
    found = [tuple(float(row[end]) for end in ("value", "low", "high")) for row in rows]
    assert found == list(expected.measures.values())
    assert {(row["sentences"], row["left_out"]) for row in rows} == {("5", "0")}
    corpus = json.loads(analyze("links", *texts, "--format", "json"))["corpora"]["links"]
    assert corpus["measures"] == {name: one._asdict() for name, one in expected.measures.items()}
    assert {int(width): count for width, count in corpus["widths"].items()} == expected.widths
    assert corpus["operators"] == {"2 4 1 3": 1}


def test_several_corpora_side_by_side(analyze, folder) -> None:
    (folder / "en-ja.align").write_text(LINKS)
    (folder / "en-fr.align").write_text(MONOTONE)
    text = analyze("en-ja.align", "en-fr.align", "-s", "src", "-t", "tgt")
    heads, *rows = cells(text)
    assert (heads[1], heads[3]) == ("en-ja", "en-fr")
    both = [library(f"{name}.align", source="src", target="tgt") for name in ("en-ja", "en-fr")]
    assert rows == [
        [name, *rounded(one), *rounded(both[1].measures[name])]
        for name, one in both[0].measures.items()
    ]
    assert "en-fr: 5 sentence pairs, 0 reorderings" in text
    swapped = tsv(analyze("en-fr.align", "en-ja.align", "--format", "tsv"))
    assert [row["corpus"] for row in swapped] == ["en-fr"] * 15 + ["en-ja"] * 15


def test_files_of_the_same_name_are_named_by_their_folders(analyze, folder) -> None:
    for name in ("ja", "fr"):
        (folder / name).mkdir()
        (folder / name / "links").write_text(LINKS)
    rows = tsv(analyze("ja/links", "fr/links", "--format", "tsv"))
    assert {row["corpus"] for row in rows} == {"ja", "fr"}


def test_each_corpus_may_have_its_own_text(analyze, folder) -> None:
    (folder / "longer").write_text(TARGET.replace("\n", " x\n"))
    texts = ["-t", "tgt", "-t", "longer"]
    (folder / "again").write_text(LINKS)
    rows = tsv(analyze("links", "again", *texts, "--format", "tsv", "--by", "length"))
    found = [(row["corpus"], float(row["rquantity"])) for row in rows]
    assert found == [
        ("links", pytest.approx((2 / 3 + 9 / 4) / 5)),
        ("again", pytest.approx((2 / 4 + 9 / 5) / 5)),
    ]


def test_anticipation(analyze) -> None:
    measures = {row["measure"]: row for row in tsv(analyze("links", "--format", "tsv"))}
    # Early by one or more: 0 of line 1, 0 and 1 of line 3, 0 and 2 of line 5; of 13 linked words.
    assert float(measures["anticipation@1"]["value"]) == pytest.approx(5 / 13)
    assert float(measures["anticipation@3"]["value"]) == pytest.approx(1 / 13)
    chosen = tsv(analyze("links", "--format", "tsv", "--anticipation", "0,2"))
    assert [row["measure"] for row in chosen][-4:] == [
        f"{name}@{k}" for name in ("anticipation", "anticipation_scaled") for k in (0, 2)
    ]
    assert float(chosen[-3]["value"]) == pytest.approx(2 / 13)
    assert chosen[-1]["value"] == ""  # lengths are not known
    both = analyze("links", "--format", "tsv", "--anticipation", "2", "-s", "src", "-t", "tgt")
    assert float(tsv(both)[-1]["value"]) == pytest.approx(2 / 13)


# Views


def test_by_width_and_operator(analyze) -> None:
    widths, operators = further(analyze("links", "--by", "width", "--by", "operator"))
    assert widths == [
        ["width", "reorderings", "per_100_sentences", "share"],
        ["2", "2", "40.00", "0.500"],
        ["3", "1", "20.00", "0.250"],
        ["4", "1", "20.00", "0.250"],
    ]
    assert operators == [["operator", "nodes"], ["2 4 1 3", "1"]]


def test_by_length(analyze, folder) -> None:
    (folder / "long").write_text("\n".join(["x " * n for n in (9, 10, 19, 60, 99)]))
    [lengths] = further(analyze("links", "-t", "long", "--by", "length"))
    assert [row[:3] for row in lengths[1:]] == [
        ["1–9", "1", "0.222"], ["10–19", "2", "0.237"], ["60+", "2", "0.000"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("trees", "patterns", "labels"),
    [
        (
            "penn",
            [
                ["NP", "D", "N", "2", "2.00", "2", "0", "0", "1", "a ↔ b"],
                ["S", "NP", "VP", "1", "4.00", "1", "0", "0", "3", "f g ↔ h i"],
                ["VP", "V", "N", "1", "2.00", "1", "0", "0", "3", "h ↔ i"],
            ],
            ["D", "NP", "V"],
        ),
        (
            "trees.conllu",
            [
                ["NOUN", "det", "self", "2", "2.00", "2", "0", "0", "1", "a ↔ b"],
                ["VERB", "nsubj", "self", "1", "3.00", "1", "0", "0", "3", "f g ↔ h"],
                ["VERB", "nsubj+self", "obj", "1", "4.00", "1", "0", "0", "3", "f g h ↔ i"],
            ],
            ["det", "nsubj", "nsubj+self"],
        ),
    ],
    ids=["brackets", "dependencies"],
)
def test_by_pattern_and_label(analyze, trees, patterns, labels) -> None:
    options = ["links", "--trees", trees]
    text = analyze(*options, "--by", "pattern", "--by", "label")
    found, by_label = further(text)
    assert found[0][:2] == ["pattern", "reorderings"]
    assert found[1:] == [[f"{p}: {a} ↔ {b}", *more] for p, a, b, *more in patterns]
    assert [row[0] for row in by_label[1:]] == labels
    assert ["syntactic", "1.000", "1.000–1.000"] in cells(text)
    corpus = json.loads(analyze(*options, "--format", "json"))["corpora"]["links"]
    assert [[one["parent"], one["a"], one["b"]] for one in corpus["patterns"]] == [
        row[:3] for row in patterns
    ]
    assert corpus["patterns"][0]["example"] == {"line": 1, "a": "a", "b": "b"}


def test_the_format_of_trees_can_be_said(analyze, folder) -> None:
    expected = analyze("links", "--trees", "trees.conllu", "--by", "pattern")
    (folder / "trees.conllu").rename(folder / "trees.txt")
    options = ["--trees", "trees.txt", "--trees-from", "conllu"]
    found = analyze("links", *options, "--by", "pattern")
    assert without_command(found) == without_command(expected)


def test_trees_over_the_target(analyze, folder) -> None:
    """The same as the corpus turned round, but for RQuantity, which is over the target."""
    turned = [
        " ".join("-".join(p.split("-")[::-1]) for p in li.split()) for li in LINKS.split("\n")
    ]
    (folder / "turned").write_text("\n".join(turned))
    by = ["--by", "pattern", "--format", "tsv"]
    over_source = tsv(analyze("links", "--trees", "penn", *by))
    over_target = tsv(analyze("turned", "--trees", "penn", "--trees-over", "target", *by))
    assert [{**row, "corpus": ""} for row in over_target] == [
        {**row, "corpus": ""} for row in over_source
    ]
    measures = tsv(
        analyze("turned", "--trees", "penn", "--trees-over", "target", "--format", "tsv")
    )
    # Target lengths are those of the trees, and blocks have one word but for two of two words.
    assert float(measures[0]["value"]) == pytest.approx((2 / 3 + (4 + 2 + 2) / 4) / 5)


def test_top_cuts_tables_for_people_only(analyze) -> None:
    options = ["links", "--trees", "penn", "--top", 2]
    patterns, labels = further(analyze(*options, "--by", "pattern", "--by", "label"))
    assert (len(patterns), len(labels)) == (3, 3)
    assert len(tsv(analyze(*options, "--by", "pattern", "--format", "tsv"))) == 3
    corpus = json.loads(analyze(*options, "--format", "json"))["corpora"]["links"]
    assert len(corpus["patterns"]) == 3


def test_the_corpus_is_named_even_if_only_one_has_reorderings(analyze) -> None:
    [widths] = further(analyze("links", "monotone", "--by", "width"))
    assert widths[0][0] == "corpus"
    assert {row[0] for row in widths[1:]} == {"links"}


@pytest.mark.parametrize("view", ["width", "length", "operator", "label", "pattern"])
@pytest.mark.parametrize("style", ["table", "tsv", "latex", "markdown"])
def test_nothing_to_view_is_a_table_without_rows(analyze, view, style) -> None:
    text = analyze("monotone", "--trees", "penn", "--by", view, "--format", style)
    assert "nan" not in text
    if style == "tsv":
        assert len(text.splitlines()) == 1 + (view == "length")


def test_latex_and_markdown(analyze) -> None:
    latex = analyze("links", "--by", "width", "--format", "latex")
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}") == 2
    assert r"non\_itg & 0.250 & " in latex
    markdown = analyze("links", "--by", "width", "--format", "markdown")
    assert "| non_itg | 0.250 | " in markdown
    assert "| 2 | 2 | 40.00 | 0.500 |\n" in markdown


# Files of everything


def test_every_reordering(analyze, folder) -> None:
    options = ["-s", "src", "-t", "tgt", "--trees", "penn"]
    analyze("links", *options, "--each", "each.tsv")
    rows = tsv((folder / "each.tsv").read_text())
    [batch] = AlignedCorpus("links", trees="penn").read()
    found = extract_reorderings(batch.alignments, batch.trees)
    assert [int(row["line"]) for row in rows] == (found.rows + 1).tolist() == [1, 3, 3, 3]
    spans = [
        [int(row[f"{block}_{side}_{end}"]) for row in rows]
        for side in ("source", "target")
        for block in ("a", "b")
        for end in ("first", "last")
    ]
    assert spans == found.spans.tolist()
    widest = next(row for row in rows if row["source_width"] == "4")
    assert {name: widest[name] for name in list(widest)[10:]} == {
        "source_width": "4", "target_width": "4", "class": "short", "syntactic": "True",
        "parent": "S", "a_label": "NP", "b_label": "VP",
        "a_source_words": "f g", "b_source_words": "h i",
        "a_target_words": "G F", "b_target_words": "I H",
        "a_tags": "D N", "b_tags": "V N",
    }  # fmt: skip


@pytest.mark.slow
def test_every_reordering_in_all_forms(analyze, folder) -> None:
    import pyarrow.parquet as pq

    options = ["-t", "tgt", "--trees", "trees.conllu"]
    for ending in ("tsv", "jsonl", "parquet"):
        analyze("links", "monotone", *options, "--each", f"each.{ending}")
    records = [json.loads(line) for line in (folder / "each.jsonl").read_text().splitlines()]
    assert pq.read_table(folder / "each.parquet").to_pylist() == records
    as_text = [{name: str(value) for name, value in record.items()} for record in records]
    assert tsv((folder / "each.tsv").read_text()) == as_text
    assert {record["corpus"] for record in records} == {"links"}
    assert records[0]["a_tags"] == "DET"


def test_without_words_and_trees_the_cells_are_empty(analyze, folder) -> None:
    analyze("links", "--each", "each.jsonl")
    record = json.loads((folder / "each.jsonl").read_text().splitlines()[0])
    empty = ("parent", "a_label", "a_source_words", "b_target_words", "a_tags")
    assert {record[name] for name in empty} == {None}
    assert record["syntactic"] is False


@pytest.mark.parametrize("ending", ["tsv", "jsonl", "parquet"])
def test_a_corpus_without_reorderings_has_a_file_with_columns(analyze, folder, ending) -> None:
    import pyarrow.parquet as pq

    analyze("monotone", "--each", f"each.{ending}")
    file = folder / f"each.{ending}"
    if ending == "parquet":
        assert pq.read_table(file).column_names[:2] == ["corpus", "line"]
    else:
        assert len(file.read_text().splitlines()) == (ending == "tsv")


def test_every_sentence_in_all_forms(analyze, folder) -> None:
    import pyarrow.parquet as pq

    for ending in ("tsv", "jsonl", "parquet"):
        analyze("links", "-s", "src", "-t", "tgt", "--sentences", f"s.{ending}")
    records = [json.loads(line) for line in (folder / "s.jsonl").read_text().splitlines()]
    assert pq.read_table(folder / "s.parquet").to_pylist() == records
    rows = tsv((folder / "s.tsv").read_text())
    assert [{name: str(value) for name, value in one.items()} for one in records] == rows
    assert [one["line"] for one in records] == [1, 2, 3, 4, 5]
    assert [one["reorderings"] for one in records] == [1, 0, 3, 0, 0]
    assert [one["rquantity"] for one in records] == pytest.approx([2 / 3, 0, 9 / 4, 0, 0])
    assert [one["source_length"] for one in records] == [3, 2, 4, 1, 4]
    assert [one["non_itg"] for one in records] == [0, 0, 0, 0, 1]
    expected = library(source="src", target="tgt").measures
    sums = {name: sum(one[name] for one in records) for name in ("crossing", "link_pairs")}
    assert sums["crossing"] / sums["link_pairs"] == expected["crossing"].value


# Bad sentences


@pytest.mark.parametrize("trees", ["penn", "trees.conllu"])
def test_bad_sentences_are_left_out_and_counted(run, folder, trees) -> None:
    text = (folder / trees).read_text()
    worse = {"penn": ("(N i)))", "(N i))"), "trees.conllu": ("\t3\tobj", "\t9\tobj")}[trees]
    assert worse[0] in text
    (folder / trees).write_text(text.replace(*worse))
    files = ["--each", "each.tsv", "--sentences", "s.tsv"]
    options = ["links", "--trees", trees, "--skip-bad", "--format", "json", *files]
    outcome = run("reorderings", "analyze", *options)
    assert outcome.code == 0
    assert outcome.err.count("\n") == 1
    corpus = json.loads(outcome.out)["corpora"]["links"]
    assert (corpus["sentence_count"], corpus["left_out"], corpus["reorderings"]) == (4, 1, 1)
    assert [row["line"] for row in tsv((folder / "s.tsv").read_text())] == ["1", "2", "4", "5"]
    assert [row["line"] for row in tsv((folder / "each.tsv").read_text())] == ["1"]


def test_what_is_left_out_of_which_corpus(run, folder) -> None:
    (folder / "penn").write_text((folder / "penn").read_text().replace("(S (D d) (N e))", "x"))
    outcome = run("reorderings", "analyze", "links", "monotone", "--trees", "penn", "--skip-bad")
    assert outcome.code == 0
    assert outcome.err.count("\n") == 2


# Forms of the same input


def test_standard_input_compression_and_line_ends(analyze, folder) -> None:
    expected = analyze("links", "--format", "tsv")
    assert analyze("-", "--format", "tsv", stdin=LINKS).replace("<stdin>", "links") == expected
    for name, data in {
        "windows": b"\xef\xbb\xbf" + LINKS.replace("\n", "\r\n").encode(),
        "links.gz": gzip.compress(LINKS.encode()),
        "unended": LINKS.removesuffix("\n").encode(),
    }.items():
        (folder / name).write_bytes(data)
        found = analyze(name, "--format", "tsv")
        assert found.replace(name.removesuffix(".gz"), "links") == expected


def test_windows_texts_and_trees(analyze, folder) -> None:
    options = ["links", "-s", "src", "-t", "tgt", "--trees", "trees.conllu", "--by", "pattern"]
    expected = analyze(*options)
    for name in ("src", "tgt", "trees.conllu"):
        text = (folder / name).read_bytes().replace(b"\n", b"\r\n")
        (folder / name).write_bytes(b"\xef\xbb\xbf" + text)
    assert analyze(*options) == expected


def test_links_that_count_from_one_or_are_only_possible(analyze, folder) -> None:
    expected = analyze("links", "--format", "tsv")
    one_more = re.sub(r"\d+", lambda found: str(int(found[0]) + 1), LINKS)
    (folder / "from-1").write_text(one_more)
    found = analyze("from-1", "--base", 1, "--format", "tsv")
    assert found.replace("from-1", "links") == expected
    (folder / "unsure").write_text(LINKS.replace("0-0 1-1\n", "0-0 1-1 0?1 1?0\n"))
    found = analyze("unsure", "--sure-only", "--format", "tsv")
    assert found.replace("unsure", "links") == expected
    assert analyze("unsure", "--format", "tsv").replace("unsure", "links") != expected


def test_blocking_links_can_be_taken_away(analyze) -> None:
    # Words 0 and 2 hang together around word 1.
    options = ["-", "--format", "tsv"]
    blocked = {
        row["measure"]: row["value"] for row in tsv(analyze(*options, stdin="0-0 2-0 1-1\n"))
    }
    assert blocked["blocked"] == "1.0"
    text = analyze(*options, "--unalign-blocking", stdin="0-0 2-0 1-1\n")
    assert {row["measure"]: row["value"] for row in tsv(text)}["blocked"] == "0.0"


def test_branching_cuts_the_same_stretch_elsewhere(analyze, folder) -> None:
    widest = {}
    for branching in ("right", "left"):
        options = ["--branching", branching, "--format", "json", "--each", "each.jsonl"]
        signature = json.loads(analyze("links", *options))["signature"]
        assert f"|branching:{branching}|" in signature
        records = map(json.loads, (folder / "each.jsonl").read_text().splitlines())
        [record] = (one for one in records if one["source_width"] == 4)
        widest[branching] = (record["a_source_last"], record["b_source_first"])
    assert widest == {"right": (0, 1), "left": (2, 3)}


def test_lines_without_links_count_as_not_reordered(analyze) -> None:
    rows = {
        row["measure"]: row for row in tsv(analyze("-", "--format", "tsv", stdin="\n\n0-1 1-0\n"))
    }
    assert float(rows["rquantity"]["value"]) == pytest.approx(1 / 3)
    alone = {
        row["measure"]: row["value"] for row in tsv(analyze("-", "--format", "tsv", stdin="\n"))
    }
    assert (alone["rquantity"], alone["crossing"]) == ("0.0", "")


# Plots, and the same bytes again


OUTPUTS = {
    "-o": "out.json",
    "--each": "each.parquet",
    "--sentences": "s.parquet",
}
PLOTS = {
    "--plot-lengths": "lengths.svg",
    "--plot-widths": "widths.html",
    "--plot-labels": "labels.png",
}


@pytest.mark.parametrize(
    "outputs",
    [
        OUTPUTS,
        pytest.param(PLOTS, marks=pytest.mark.slow),
    ],
    ids=["data", "all kinds of plots"],
)
def test_the_same_bytes_twice(analyze, folder, outputs) -> None:
    written = []
    for number in "12":
        again = folder / number
        again.mkdir()
        files = [part for option, name in outputs.items() for part in (option, again / name)]
        analyze("links", "monotone", "--trees", "penn", "-t", "tgt", *files, "--format", "json")
        written.append(
            {  # the command has the names of its outputs
                name: (again / name).read_bytes().replace(bytes(again), b"")
                for name in outputs.values()
            }
        )
    assert written[0] == written[1]
    begins = {".svg": b"<svg", ".html": b"<!DOCTYPE html>", ".png": b"\x89PNG"}
    for name, data in written[0].items():
        assert data.startswith(begins.get(name[name.index(".") :], b""))


@pytest.mark.slow
def test_plots_of_a_corpus_without_reorderings(analyze, folder) -> None:
    plots = ["--plot-lengths", "l.svg", "--plot-widths", "w.svg", "--plot-labels", "p.svg"]
    analyze("monotone", "--trees", "penn", *plots)
    for name in ("l.svg", "w.svg", "p.svg"):
        assert (folder / name).read_text().startswith("<svg")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["analyze", "testset", "retained"])
def test_a_sentence_of_a_hundred_thousand_words(run, folder, command) -> None:
    size = 100_000
    (folder / "long").write_text(" ".join(f"{n}-{size - 1 - n}" for n in range(size)) + "\n")
    (folder / "words").write_text("w " * size + "\n")
    texts = ["-s", "words", *(["-r", "words"] if command == "retained" else []), "-t", "words"]
    files = ["long", "long"] if command == "retained" else ["long"]
    options = ["--longest", size] if command == "testset" else []
    outcome = run("reorderings", command, *files, *texts, *options, "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    found = {
        "analyze": lambda: document["corpora"]["long"]["reorderings"],
        "testset": lambda: document["sets"]["low"]["reorderings"],
        "retained": lambda: document["fates"]["columns"]["count"][0][2],
    }[command]()
    assert found == size - 1


def test_sets_apart(analyze, folder) -> None:
    (folder / "sets").write_text("none\noutside\nhigh\nnone\nlow\n")
    text = analyze("links", "-t", "tgt", "--by", "sets", "--by", "width")
    assert cells(text)[0][1::2] == ["none", "low", "high"]
    assert "none: 2 sentence pairs, 1 reordering\n" in text
    assert further(text)[-1][:2] == [
        ["set", "width", "reorderings", "per_100_sentences", "share"],
        ["none", "2", "1", "50.00", "1.000"],
    ]
    rows = tsv(analyze("links", "--by", "sets", "--by", "width", "--format", "tsv"))
    assert [(row["corpus"], row["set"], row["width"]) for row in rows] == [
        ("links", "none", "2"), ("links", "high", "2"), ("links", "high", "3"),
        ("links", "high", "4"),
    ]  # fmt: skip
    both = analyze("links", "monotone", "--by", "sets")
    assert [part for part in both.split("\n\n") if part in ("links", "monotone")] == [
        "links", "monotone",
    ]  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_not_read_twice(run, folder) -> None:
    os.mkfifo(folder / "pipe")
    assert run("reorderings", "analyze", "links", "-s", "pipe", "--each", "each.tsv").code == 2
    assert run("reorderings", "analyze", "links", "monotone", "-t", "pipe").code == 2
