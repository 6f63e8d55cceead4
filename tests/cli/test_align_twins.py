"""Every command says what its Python twin says, of the same files."""

from __future__ import annotations

import io
import json
import warnings

import pytest

import wordorder as wo
from messages import refused, warned
from wordorder.alignment import write_alignments
from wordorder.alignment.matching.matcher import Matcher
from wordorder.output import dumps
from wordorder.statistics import Resampling

TEXTS = {
    "src": "the white house\nhe came\n\n",
    "tgt": "la casa blanca\nvino\n\n",
    "hyp": "the houses are big\nhe said that\n\n",
    "ref": "large is the house\nthat he told\nnothing\n",
    "gold.align": "0-0 1-2 2?1\n0?0 1-0\n\n",
    "ours.align": "0-0 1-1 2-1\n0-0\n\n",
    "theirs.align": "0-0 1-2\n\n\n",
    "perms": "2 4 1 3\n\n1 2\n",
}
ENGLISH = Matcher("en")


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)


@pytest.fixture
def told(run):
    def told(*arguments: object) -> str:
        outcome = run(*arguments)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    return told


@pytest.mark.parametrize("options", [[], ["--with-sentences"]])
def test_evaluate(told, options) -> None:
    files = ["ours.align", "theirs.align"]
    document = json.loads(
        told("align", "evaluate", "gold.align", *files, "--seed", 3, "--format", "json", *options)
    )
    assert document.pop("command").startswith("wordorder align evaluate gold.align ours.align ")
    twin = wo.alignment.evaluate_alignments(
        "gold.align",
        {"ours": "ours.align", "theirs": "theirs.align"},
        resampling=Resampling(seed=3),
    )
    assert document == json.loads(dumps(twin.to_dict(sentences=bool(options))))


def test_names_are_given(told) -> None:
    options = ["--names", "A,B", "--format", "tsv"]
    rows = told("align", "evaluate", "gold.align", "ours.align", "theirs.align", *options)
    assert [row.split("\t")[0] for row in rows.splitlines()] == ["system", "A", "B"]


@pytest.mark.parametrize("names", ["A", "A,A", "A,B,C"])
def test_odd_names_are_refused(run, names) -> None:
    files = ["ours.align", "theirs.align"]
    outcome = run("align", "evaluate", "gold.align", *files, "--names", names)
    assert (outcome.code, outcome.out) == (2, "")


def test_convert(told) -> None:
    reading = wo.LinkReading(sure_only=True)
    twin = wo.alignment.convert_alignments("gold.align", "talbot", transpose=True, reading=reading)
    options = ["--to", "talbot", "--transpose", "--sure-only"]
    assert told("align", "convert", "gold.align", *options) == "".join(twin)


def test_symmetrize(told) -> None:
    twin = wo.alignment.symmetrize_files("ours.align", "theirs.align", "union", swap_reverse=True)
    options = ["--method", "union", "--swap-reverse"]
    written = "".join(map(write_alignments, twin))
    assert told("align", "symmetrize", "ours.align", "theirs.align", *options) == written


@pytest.mark.parametrize("written_as", ["ranks", "order", "words"])
def test_permutations(told, written_as) -> None:
    twin = wo.permutation.permutation_text("gold.align", "reference", written_as, source="src")
    options = ["--convention", "reference", "--as", written_as, "-s", "src"]
    text = told("align", "permutations", "gold.align", *options)
    assert text == "".join(twin)
    if written_as == "ranks":
        batches = wo.permutation.alignment_permutations("gold.align", "reference", source="src")
        assert text == "".join(batch.to_text() for batch in batches)


def test_train_and_apply(told) -> None:
    wo.alignment.train_ibm1("src", "tgt", iterations=3).save("twin")
    told("align", "train", "src", "tgt", "--iterations", 3, "--quiet", "-o", "model")
    with open("model") as model, open("twin") as twin:  # noqa: PTH123
        assert model.read() == twin.read()
    expected = "".join(
        map(write_alignments, wo.align_texts("src", "tgt", wo.alignment.Ibm1Model.load("twin")))
    )
    assert told("align", "apply", "src", "tgt", "--model", "model") == expected
    by_itself = "".join(map(write_alignments, wo.align_texts("src", "tgt", method="union")))
    options = ["--align", "ibm1", "--method", "union"]
    assert told("align", "apply", "src", "tgt", *options) == by_itself


def test_match(run, told) -> None:
    twin = "".join(map(write_alignments, wo.match_texts("ref", "hyp", "en")))
    assert told("align", "match", "ref", "hyp", "--lang", "en") == twin
    by_context = wo.match_texts("ref", "hyp", by_context=True)
    written = "".join(map(write_alignments, by_context))
    assert told("align", "match", "ref", "hyp", "--by-context") == written
    with warned() as caught:
        exact = "".join(map(write_alignments, wo.match_texts("ref", "hyp")))
    assert len(caught) == 1
    outcome = run("align", "match", "ref", "hyp")
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (0, exact, 1)


def test_match_with_confidence(run, told) -> None:
    command = ["align", "match", "ref", "hyp", "--lang", "en"]
    twin = wo.match_texts("ref", "hyp", "en", scores=True, min_confidence=0.7)
    written = told(*command, "--scores", "--min-confidence", 0.7)
    assert written == "".join(map(write_alignments, twin))
    assert 0 < written.count(":") < told(*command, "--scores").count(":")
    assert "□" in told(
        "align",
        "show",
        "--match",
        "-s",
        "hyp",
        "-t",
        "ref",
        "--lang",
        "en",
        "--min-confidence",
        0.9,
    )
    outcome = run("align", "match", "ref", "hyp", "--lang", "de", "--min-confidence", 0.7)
    assert (outcome.code, outcome.out) == (2, "")


def test_arguments_that_do_not_go_together() -> None:
    matcher = ENGLISH
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with refused(wo.UsageError):
            wo.match_texts("ref", "hyp", "en", matcher=matcher)
        with refused(wo.UsageError):
            wo.match_texts("ref", "hyp", matcher=matcher, by_context=True)
        with refused(wo.UsageError):
            wo.align_texts("src", "tgt", "ibm2")


@pytest.mark.parametrize("matched", [False, True])
def test_show(told, matched) -> None:
    if matched:
        drawn = wo.alignment.draw_alignments(
            lines="1-2",
            source="hyp",
            target="ref",
            matcher=ENGLISH,
        )
        arguments = ["--match", "--lang", "en", "-s", "hyp", "-t", "ref"]
    else:
        drawn = wo.alignment.draw_alignments("gold.align", lines=[2, 1], source="src", target="tgt")
        arguments = ["gold.align", "-s", "src", "-t", "tgt"]
    picture = ["--lines", "1-2", "--draw", "grid", "--svg", "picture.svg"]
    assert told("align", "show", *arguments, *picture) == drawn.to_text("grid")
    with open("picture.svg") as file:  # noqa: PTH123
        assert file.read() == drawn.to_svg("grid") + "\n"
    assert drawn._repr_svg_() == drawn.to_svg("both")
    assert not drawn.more


@pytest.mark.parametrize("style", ["table", "jsonl", "tsv"])
@pytest.mark.parametrize("tree", [False, True])
def test_permutation(told, style, tree) -> None:
    out = io.StringIO()
    wo.ordering.write_permutation_scores(
        wo.ordering.score_permutations("perms", "ulam,pef", beta=0.25), out, style, tree=tree
    )
    options = ["--metrics", "ulam,pef", "--beta", 0.25, "--format", style, *["--tree"] * tree]
    assert told("permutation", "perms", *options) == out.getvalue()
