"""`wordorder tune`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import wordorder as wo

GOOD = ("we have seen the house", "she reads an old book", "so it goes on")
BAD = ("house the seen have we", "an old book reads she now", "goes so it off")
WORSE = ("we seen have house the", "she an old reads book", "it so goes off")
LINES = 30


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for pair in ("de-en", "fr-en"):
        folder = tmp_path / "out" / pair
        folder.mkdir(parents=True)
        for name, lines in (("good", GOOD), ("bad", BAD), ("worse", WORSE)):
            (folder / f"{name}.txt").write_text("\n".join(lines * (LINES // 3)) + "\n")
        rows = [
            f"{line}\t{better}\t{worse}\n"
            for line in range(1, LINES + 1)
            for better, worse in (("good", "bad"), ("good", "worse"), ("worse", "bad"))
        ]
        (tmp_path / f"{pair}.tsv").write_text("".join(["segment\tbetter\tworse\n", *rows]))
    (tmp_path / "ref.en").write_text("\n".join(GOOD * (LINES // 3)) + "\n")


TUNE = ("tune", "-j", "de-en.tsv", "--systems", "out/{pair}", "-r", "ref.en", "--lang", "en")
FEW = ("--resamples", "20")


def twin(*judgements: str, **options) -> wo.metaevaluation.TunedWeight:
    given = wo.metaevaluation.DatasetSource(list(judgements), "out/{pair}", "ref.en", lang="en")
    return wo.tune_preset(given, resampling=wo.Resampling(20), **options)


def test_it_does_what_its_twin_does(run) -> None:
    outcome = run(*TUNE, *FEW, "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    assert document.pop("command").startswith("wordorder tune -j de-en.tsv")
    assert document == twin("de-en.tsv").to_dict()
    Draft202012Validator(wo.metaevaluation.TunedWeight.json_schema()).validate(document)


def test_options_are_arguments(run) -> None:
    options = (
        *("-j", "fr-en.tsv", "--ordering", "pet", "--lexical", "f1", "--lowercase"),
        *("--beta", "0.2,0.6", "--gamma", "0,0.5", "--objective", "consistency", "--folds", "3"),
        *("--seed", "7", "--by", "pairs"),
    )
    outcome = run(*TUNE, *FEW, *options, "--format", "tsv")
    tuned = wo.tune_preset(
        wo.metaevaluation.DatasetSource(
            ["de-en.tsv", "fr-en.tsv"], "out/{pair}", "ref.en", lang="en"
        ),
        preset=wo.Preset(ordering="pet", lexical="f1", lowercase=True),
        betas=[0.2, 0.6],
        gammas=[0, 0.5],
        objective="consistency",
        folds=3,
        resampling=wo.Resampling(20, 7),
    )
    assert outcome == (0, tuned.records("pairs").text("tsv"), "")


def test_the_table_says_what_to_do_next(run) -> None:
    outcome = run(*TUNE, *FEW, "--preset", "lrscore", "--by", "folds")
    tuned = twin("de-en.tsv", preset="lrscore")
    assert f"to use it: {tuned.score_command}" in outcome.out
    assert tuned.score_command is not None
    typed = tuned.score_command.split()[1:]
    typed[1:3] = ["ref.en", "out/de-en/good.txt", "out/de-en/bad.txt"]
    scored = run(*typed, "--lang", "en", "--format", "json")
    assert scored.code == 0
    alpha = typed[typed.index("--alpha") + 1]
    assert f"alpha_ordering:{alpha}|" in json.loads(scored.out)["signature"]


def test_warnings_name_the_option(run) -> None:
    outcome = run(*TUNE, *FEW, "--objective", "tau_wmt13")
    assert outcome.code == 0
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--beta", "0.2;0.4"), 2),
        (("--beta", "2"), 2),
        (("--beta", "nan"), 2),
        (("--ordering", "kendall", "--gamma", "0"), 2),
        (("--preset", "ribes"), 2),
        (("--preset", "lrscore", "--lexical", "f1"), 2),
        (("--folds", "1"), 2),
        (("--objective", "tau_wmt15"), 2),
        (("--by", "folds", "--by", "grid", "--format", "tsv"), 2),
        (("-j", "absent.tsv"), 1),
        (("-j", "broken.tsv"), 1),
    ],
)
def test_wrong_input_is_one_line(run, options, code) -> None:
    Path("broken.tsv").write_text("segment\tbetter\tworse\nx\tgood\tbad\n")
    outcome = run(*TUNE, *options)
    assert (outcome.code, outcome.out) == (code, "")
    assert outcome.err.count("\n") == 1


def test_texts_are_needed(run) -> None:
    outcome = run("tune", "-j", "de-en.tsv")
    assert (outcome.code, outcome.out) == (2, "")


@pytest.mark.slow
def test_fit_shows_agreement_on_held_out_judgements(run) -> None:
    pytest.importorskip("sklearn")
    outcome = run(*TUNE, "-j", "fr-en.tsv", *FEW, "--fit", "mine.toml")
    assert outcome.code == 0, outcome.err
    weights, agreement, *_ = outcome.out.split("\n\n")
    assert weights.startswith("feature")
    rows = [row.split()[:3] for row in agreement.splitlines()[1:]]
    assert agreement.split()[:4] == ["pair", "held", "out", "metric"]
    assert [row for row in rows if row[2] == "mine"] == [
        [pair, held_out, "mine"] for pair in ("de-en", "fr-en") for held_out in ("lines", "pairs")
    ]
    assert Path("mine.toml").read_text().startswith("# A combined score")
