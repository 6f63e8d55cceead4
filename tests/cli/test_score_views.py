"""`wordorder score` and its Python twin: the same documents; every view in every format."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import wordorder as wo
from wordorder.cli.demo import SAMPLE
from wordorder.output import dumps, show
from wordorder.reporting import plot_kinds
from wordorder.scoring import ScoreResult, score

FOLDER = SAMPLE / "de-en"
NAMES = ["monotone", "scrambled", "paraphraser"]
LINKS = [FOLDER / f"source-{name}.align" for name in ("reference", "monotone")]
SOURCE = ["-s", FOLDER / "source.de", "--src-tokenize", "13a"]


def files(*names: str) -> list[object]:
    return [FOLDER / f"{name}.en" for name in names]


TWINS = {
    "direct": (
        [*files("reference", *NAMES), "--lang", "en", "--resamples", 20, "--seed", 3, "--holm"],
        NAMES,
        {
            "lang": "en",
            "resampling": wo.Resampling(20, 3),
            "comparison": wo.scoring.Comparison(holm=True),
        },
    ),
    "parts": (
        [
            *files("reference", "monotone"),
            *("--preset", "complexity", "--alpha", 0.2, "--beta", 0.3, "--lexical", "bleu4"),
            *("--cased", "--tokenize", "intl", "--metrics", "pet,ulam", "--threads", 1),
        ],
        NAMES[:1],
        {
            "preset": wo.Preset("complexity", alpha=0.2, beta=0.3, lexical="bleu4"),
            "order_from": wo.Matcher(fold_case=False),
            "tokenize": "intl",
            "metrics": ["pet", "ulam"],
            "threads": 1,
        },
    ),
    "links": (
        [
            *files("reference", "monotone"),
            *SOURCE,
            *("--ref-align", LINKS[0], "--hyp-align", LINKS[1], "--test", "randomization"),
        ],
        NAMES[:1],
        {
            "order_from": wo.SourceLinks(FOLDER / "source.de", *LINKS, source_tokenize="13a"),
            "comparison": wo.scoring.Comparison("randomization"),
        },
    ),
    "surface": (
        [*files("reference"), FOLDER / "source.de", *SOURCE, "--ref-align", LINKS[0], "--surface"],
        ["source"],
        {
            "order_from": wo.scoring.RearrangedSource(
                FOLDER / "source.de", LINKS[0], source_tokenize="13a"
            )
        },
    ),
    "labels": (
        [*files("reference", "monotone"), "--by", FOLDER / "source.de", "--lang", "en"],
        NAMES[:1],
        {"labels": FOLDER / "source.de", "lang": "en"},
    ),
}


@pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")
@pytest.mark.parametrize("case", TWINS)
def test_the_command_and_the_function_give_the_same_document(run, case) -> None:
    arguments, names, options = TWINS[case]
    outcome = run("score", *arguments, "--format", "json", "--with-sentences")
    assert outcome.code == 0, outcome.err
    document = json.loads(outcome.out)
    command = document.pop("command")
    assert command.startswith("wordorder score ")
    systems = {name: FOLDER / f"{name}.{'de' if name == 'source' else 'en'}" for name in names}
    result = wo.score(FOLDER / "reference.en", systems, **options)
    assert dumps(document) == dumps(result.to_dict(sentences=True))


@pytest.fixture
def scored(run):
    def scored(*arguments: object) -> str:
        options = ["--lang", "en", "--resamples", 20, "--metrics", "pef"]
        outcome = run("score", *files("reference", *NAMES), *options, *arguments)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    return scored


def test_names_in_place_of_those_of_the_files(scored) -> None:
    document = json.loads(scored("--names", "A,B,C", "--format", "json"))
    assert document["scores"]["axes"]["system"] == ["A", "B", "C"]
    assert "A, line " in scored("--names", "A,B,C", "--worst", 1)


@pytest.mark.parametrize("kind", ["length", "coverage"])
def test_buckets_in_every_format(scored, kind) -> None:
    buckets = json.loads(scored("--format", "json"))["buckets"][kind]
    text = scored("--by", kind, "--format", "tsv")
    header, *rows = (line.split("\t") for line in text.splitlines())
    measures = [
        "pefscore",
        "pef",
        "bleu1",
        "breaks_per_100",
        "misplaced_per_100",
        "coverage",
        "coverage_hyp",
        "matched",
    ]
    ends = [f"{name}{end}" for name in measures for end in ("", "_low", "_high")]
    assert header == ["bucket", "system", "sentences", *ends]
    names = buckets["counts"]["axes"]["bucket"]
    counts = map(str, buckets["counts"]["columns"]["sentences"])
    heads = [[name, system, n] for name, n in zip(names, counts, strict=True) for system in NAMES]
    assert [row[:3] for row in rows] == heads
    columns = [np.array(one, float) for one in buckets["scores"]["columns"].values()]
    found = [[float(cell or "nan") for cell in row[3:]] for row in rows]
    wanted = np.stack(columns, axis=-1).reshape(len(rows), -1)
    np.testing.assert_array_equal(found, wanted)
    text = scored("--by", kind, "--format", "markdown")
    assert f"| {names[0]}: monotone | " in text


VIEWS = {"worst": ["--worst", 2], "diff": ["--diff", "monotone", "scrambled", "--worst", 2]}


@pytest.mark.slow
@pytest.mark.parametrize("view", VIEWS)
def test_sentences_in_every_format(scored, view) -> None:
    options = VIEWS[view]
    lines = scored(*options, "--format", "tsv").splitlines()
    assert lines[0].split("\t")[:3] == ["system", "line", "pef"]
    assert len(lines) == 1 + (6 if view == "worst" else 4)
    assert "move “" in lines[1].split("\t")[-1]
    for style in ("markdown", "latex"):
        assert scored(*options, "--format", style).count("move “") >= len(lines) - 1
    document = json.loads(scored(*options, "--format", "json"))
    shown = {int(line.split("\t")[1]) for line in lines[1:]}
    assert {sentence["line"] for sentence in document["sentences"]} == shown
    loaded = ScoreResult.from_dict(document)
    arguments = (view, *options[1:3]) if view == "diff" else (view,)
    again = show(loaded, "table", [arguments], top=2)
    typed = scored(*options)
    assert typed.startswith(again)  # the command line follows


def test_with_sentences_keeps_them_all(scored) -> None:
    assert "sentences" not in json.loads(scored("--format", "json"))
    kept = json.loads(scored("--format", "json", "--with-sentences"))["sentences"]
    assert [sentence["line"] for sentence in kept] == list(range(1, 31))
    assert set(kept[0]["translations"][0]["stages"]) <= {"exact", "stem", "synonym"}


def test_files_of_a_shared_task_appear_with_the_others_or_not_at_all(run, tmp_path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "pef.seg.score").mkdir()  # so that this one cannot be written
    texts = files("reference", "monotone")
    options = ["--shared-task", tmp_path / "shared", "--segments", tmp_path / "segments.tsv"]
    outcome = run("score", *texts, "--lang", "en", "-o", tmp_path / "out", *options)
    assert (outcome.code, outcome.out) == (1, "")
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == []


def test_the_signature_stands_beside_the_segments(run, tmp_path) -> None:
    texts = files("reference", "monotone")
    run("score", *texts, "--lang", "en", "--segments", tmp_path / "segments.tsv")
    signature = (tmp_path / "segments.tsv.signature").read_text()
    assert signature.startswith("wordorder:")


def test_systems_of_a_shell_pattern_are_in_their_natural_order(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ref", "sys1", "sys2", "sys10"):
        (tmp_path / name).write_text("a b c d\n")
    table = run("score", "ref", "sys1", "sys10", "sys2", "--resamples", "20").out
    assert [row.split()[0] for row in table.splitlines()[1:4]] == ["sys1", "sys2", "sys10"]
    table = run("score", "ref", "sys2", "sys10", "sys1", "--resamples", "20").out
    assert [row.split()[0] for row in table.splitlines()[1:4]] == ["sys2", "sys10", "sys1"]
    options = ["--names", "A,B,C", "--resamples", "20"]
    table = run("score", "ref", "sys1", "sys10", "sys2", *options).out
    assert [row.split()[0] for row in table.splitlines()[1:4]] == ["A", "B", "C"]


def test_sentences_with_few_matched_words_can_be_asked_for(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref").write_text("red dogs\na b c d e\n")
    (tmp_path / "hyp").write_text("dogs red\ne d c b a\n")
    asked = ["score", "ref", "hyp", "--resamples", "20", "--worst", "5"]
    assert "hyp, line 2: " in run(*asked).out
    assert "hyp, line 1: " not in run(*asked).out
    assert "hyp, line 1: " in run(*asked, "--min-words", "2").out
    rows = run(*asked, "--min-words", "2", "--format", "tsv").out.splitlines()
    assert len(rows) == 3
    document = json.loads(run(*asked, "--format", "json").out)
    assert [sentence["line"] for sentence in document["sentences"]] == [2]
    nothing = "worst: no sentence with enough matched words is out of order\n"
    assert nothing in run(*asked, "--min-words", "6").out


# --- Plots


ONE = ("score", FOLDER / "reference.en", FOLDER / "monotone.en", "--lang", "en")
TWO = (*ONE, FOLDER / "scrambled.en")
PLOTS = (
    "errors", "distribution", "length", "coverage", "label", "distance", "misplaced", "scatter",
    "differences",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def labels() -> str:
    Path("labels").write_text("news\ntalk\n" * 15, encoding="utf-8")
    return "labels"


@pytest.mark.usefixtures("folder")
@pytest.mark.slow
def test_every_plot(run, labels: str) -> None:
    wanted = [part for kind in PLOTS for part in (f"--plot-{kind}", f"{kind}.svg")]
    outcome = run(*TWO, "--by", labels, "--plot", "scores.svg", *wanted, "--plot-size", "250x180")
    assert (outcome.code, outcome.err) == (0, "")
    for kind in ("scores", *PLOTS):
        text = Path(f"{kind}.svg").read_text(encoding="utf-8")
        assert "nothing to draw" not in text, kind


@pytest.mark.usefixtures("folder")
def test_every_plot_has_an_option() -> None:
    assert plot_kinds(score(["a b"], ["a b"])) == ("scores", *PLOTS)


ERRORS = {
    "no labels": (*TWO, "--plot-label", "l.svg"),
    "labels that are lengths": (*TWO, "--by", "length", "--plot-label", "l.svg"),
    "one system": (*ONE, "--plot-scatter", "s.svg"),
    "no neighbour": (*ONE, "--plot-differences", "d.svg"),
    "through the source": (
        *ONE[:3],
        "-s",
        FOLDER / "source.de",
        "--align",
        "ibm1",
        "--plot-distance",
        "d.svg",
    ),
    "no picture": (*TWO, "--plot", "scores.txt"),
    "twice the same file": (*TWO, "--plot", "a.svg", "--plot-errors", "a.svg"),
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("case", ERRORS)
def test_what_is_wrong_is_one_line(run, case: str) -> None:
    outcome = run(*ERRORS[case])
    assert outcome.code in (1, 2)
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1
    assert not list(Path().glob("*.svg"))
