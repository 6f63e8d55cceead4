"""`wordorder meta`, and `wordorder tune --fit`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import wordorder as wo
from wordorder.cli.demo import SAMPLE

PAIRS = ("de-en", "ja-en")
TEXTS = ("--systems", "{pair}/[mps]*.en", "--ref", "{pair}/reference.en", "--lang", "en")
META = ("meta", "-j", "judgements/de-en.tsv", *TEXTS, "--no-cache", "--resamples", "50")
BOTH = (*META, "-j", "judgements/ja-en.tsv")


@pytest.fixture(autouse=True)
def _sample(tmp_path, monkeypatch):
    for name in (*PAIRS, "judgements"):
        shutil.copytree(SAMPLE / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)


def datasets(*pairs: str):
    given = wo.metaevaluation.DatasetSource(
        [f"judgements/{pair}.tsv" for pair in pairs],
        systems="{pair}/[mps]*.en",
        reference="{pair}/reference.en",
        lang="en",
    )
    return wo.metaevaluation.read_datasets(given)


@pytest.mark.slow
def test_it_does_what_its_twins_do(run) -> None:
    options = ("-m", "fuzzy,bleu1", "--statistics", "tau_wmt14,consistency", "--holm")
    options = (*options, "--seed", 7, "--resamples", 60, "--by", "length", "--format", "json")
    outcome = run(*BOTH, *options)
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    assert document.pop("command").startswith("wordorder meta -j judgements/de-en.tsv")
    expected = wo.meta_evaluate(
        datasets(*PAIRS),
        ["tau_wmt14", "consistency"],
        metrics=["fuzzy", "bleu1"],
        by="length",
        holm=True,
        resampling=wo.Resampling(60, 7),
    )
    assert document == json.loads(json.dumps(expected.to_dict()))


@pytest.mark.slow
def test_every_further_table_can_be_shown(run) -> None:
    for view in ("average", "pairs", "significance", "systems", "length", "judges"):
        outcome = run(*BOTH, "-m", "fuzzy,bleu1", "--by", view)
        assert (outcome.code, outcome.err) == (0, ""), view
        assert "length" in outcome.out


@pytest.mark.parametrize("style", ["latex", "markdown", "tsv"])
def test_every_format(run, style: str) -> None:
    outcome = run(*META, "-m", "fuzzy", "--format", style)
    assert (outcome.code, outcome.err) == (0, "")
    assert "tau_wmt14" in outcome.out or "tau\\_wmt14" in outcome.out


@pytest.mark.slow
def test_the_same_bytes_twice(run) -> None:
    options = (*BOTH, "-m", "fuzzy,pef,chrf", "--test", "permutation", "--format", "json")
    one, other = (run(*options, "--threads", threads) for threads in (1, 2))
    without = [json.loads(outcome.out) | {"command": ""} for outcome in (one, other)]
    assert without[0] == without[1]


def test_length_stands_in_every_table(run) -> None:
    outcome = run(*META, "-m", "kendall", "--top", 1, "--by", "length")
    assert outcome.out.count("\nlength ") >= 2


@pytest.mark.slow
def test_plots(run, tmp_path) -> None:
    outcome = run(*BOTH, "-m", "fuzzy,pef", "--plot-agreement", "a.svg", "--plot-ranks", "r.svg")
    assert (outcome.code, outcome.err) == (0, "")
    assert "fuzzy" in Path("a.svg").read_text(encoding="utf-8")
    assert "average rank" in Path("r.svg").read_text(encoding="utf-8")


ERRORS = {
    "an unknown metric": (*META, "-m", "kendal"),
    "an unknown statistic": (*META, "--statistics", "tau"),
    "ratings are needed": (*META, "--statistics", "acc_eq"),
    "no labels": (*META, "--by", "label"),
    "one test set": (*META, "--plot-ranks", "r.svg"),
    "two tables in one TSV": (*META, "--format", "tsv", "--by", "pairs", "--by", "systems"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_what_is_wrong_is_one_line(run, case: str) -> None:
    outcome = run(*ERRORS[case])
    assert outcome.code in (1, 2)
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1
    assert not Path("r.svg").exists()


def test_only_what_people_agree_on(run) -> None:
    outcome = run(*META, "-m", "fuzzy", "--min-agreement", 1, "--format", "json")
    document = json.loads(outcome.out)
    assert "|min_agreement:1|" in document["signature"]
    assert document["sets"][0]["ceiling"]["tau_wmt14"] == 1


@pytest.mark.slow
def test_fitted_weights_are_a_preset(run) -> None:
    pytest.importorskip("sklearn")
    fit = ("tune", "-j", "judgements/de-en.tsv", *TEXTS, "--resamples", "20", "--no-cache")
    outcome = run(*fit, "--fit", "mine.toml", "--features", "fuzzy,chrf")
    assert outcome.code == 0
    assert wo.scoring.load_preset("mine.toml").name == "mine"
    scored = run(
        *("score", "de-en/reference.en", "de-en/monotone.en", "de-en/scrambled.en"),
        *("--lang", "en", "--preset", "mine.toml", "--resamples", "20", "--format", "json"),
    )
    assert scored.code == 0
    assert wo.ScoreResult.from_dict(json.loads(scored.out)).value("monotone", "mine") > -100
    assert run(*fit, "--fit", "other.toml", "--preset", "lrscore").code == 2
    assert not Path("other.toml").exists()


# --- Ready scores


LINES = 30
FEW = ("--resamples", "20")


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two judges of three systems, who disagree on every third line; and a metric."""
    monkeypatch.chdir(tmp_path)
    pairs = (("A", "B"), ("A", "C"), ("B", "C"))
    rows = ["segment\tbetter\tworse\tjudge\n"]
    for line in range(1, LINES + 1):
        for better, worse in pairs:
            rows.append(f"{line}\t{better}\t{worse}\tAnna\n")
            said = (worse, better) if line % 3 == 0 else (better, worse)
            rows.append(f"{line}\t{said[0]}\t{said[1]}\tBen\n")
    Path("de-en.tsv").write_text("".join(rows))
    scores = [f"{name}\t{line}\t{ord(name)}\n" for name in "ABC" for line in range(1, LINES + 1)]
    Path("scores.tsv").write_text("".join(["system\tline\tletter\n", *scores]))


SCORED = ("meta", "-j", "de-en.tsv", "--scores", "scores.tsv", *FEW)


@pytest.mark.usefixtures("judged")
def test_with_ready_scores_it_does_what_its_twin_does(run) -> None:
    outcome = run(*SCORED, "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    assert document.pop("command").startswith("wordorder meta -j de-en.tsv")
    datasets = wo.metaevaluation.read_datasets(
        wo.metaevaluation.DatasetSource("de-en.tsv"), scores="scores.tsv"
    )
    assert document == wo.meta_evaluate(datasets, resampling=wo.Resampling(20)).to_dict()


@pytest.mark.usefixtures("judged")
def test_min_agreement_leaves_out_what_judges_dispute(run) -> None:
    assert "180 judged pairs, 30 lines" in run(*SCORED).out
    assert "120 judged pairs, 20 lines" in run(*SCORED, "--min-agreement", "1").out


@pytest.mark.usefixtures("judged")
def test_a_metric_that_says_the_opposite_gets_minus_one(run) -> None:
    out = run(*SCORED, "--min-agreement", "1", "--statistics", "tau_wmt14").out
    assert "letter  -1.000 ±0.000  0.000" in out


@pytest.mark.usefixtures("judged")
def test_tables_of_ratings_need_ratings(run) -> None:
    outcome = run(*SCORED, "--by", "ratings")
    assert (outcome.code, outcome.out) == (2, "")
