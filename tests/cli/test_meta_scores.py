"""`wordorder meta` with ready scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import wordorder as wo

LINES = 30
FEW = ("--resamples", "20")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


META = ("meta", "-j", "de-en.tsv", "--scores", "scores.tsv", *FEW)


def test_it_does_what_its_twin_does(run) -> None:
    outcome = run(*META, "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    assert document.pop("command").startswith("wordorder meta -j de-en.tsv")
    datasets = wo.read_datasets(wo.DatasetSource("de-en.tsv"), scores="scores.tsv")
    assert document == wo.meta_evaluate(datasets, resampling=wo.Resampling(20)).to_dict()


def test_min_agreement_leaves_out_what_judges_dispute(run) -> None:
    assert "180 judged pairs, 30 lines" in run(*META).out
    assert "120 judged pairs, 20 lines" in run(*META, "--min-agreement", "1").out


def test_a_metric_that_says_the_opposite_gets_minus_one(run) -> None:
    out = run(*META, "--min-agreement", "1", "--statistics", "tau_wmt14").out
    assert "letter  -1.000 ±0.000  0.000" in out


def test_tables_of_ratings_need_ratings(run) -> None:
    outcome = run(*META, "--by", "ratings")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "wordorder: de-en: --by ratings needs ratings, but systems were compared\n"
    )
