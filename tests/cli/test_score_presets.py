"""`wordorder score --preset` with files of fitted weights."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.test_schemas import validator
from wordorder import FittedPreset

FITTED = FittedPreset("mine", {"chrf": 0.6, "misplaced_per_100": -0.2}, "rankings", "1f0c")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(FITTED.to_toml(), encoding="utf-8")
    Path("ref").write_text("we have seen the house\n" * 30, encoding="utf-8")
    Path("A").write_text("seen have we the house\n" * 30, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_a_file_is_a_preset(run) -> None:
    given = (
        "score",
        "ref",
        "A",
        "--lang",
        "en",
        "--resamples",
        2,
        "--no-cache",
        "--format",
        "json",
    )
    outcome = run(*given, "--preset", "mine.toml")
    assert outcome.code == 0, outcome.err
    document = json.loads(outcome.out)
    validator("score.schema.json").validate(document)
    assert document["scores"]["axes"]["measure"][0] == "mine"
    assert document["scores"]["columns"]["value"][0][0] < 0
    assert "trained_on:rankings" in document["signature"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("option", [("--alpha", 0.3), ("--gamma", 0.5), ("--lowercase",)])
def test_its_parts_are_fixed(run, option) -> None:
    outcome = run("score", "ref", "A", "--preset", "mine.toml", *option)
    assert outcome.code == 2
    assert "mine has fixed parts: leave out --ordering, --lexical, --alpha" in outcome.err


@pytest.mark.usefixtures("folder")
def test_a_wrong_file_is_told_with_its_line(run) -> None:
    Path("mine.toml").write_text(FITTED.to_toml().replace("chrf", "chr"), encoding="utf-8")
    outcome = run("score", "ref", "A", "--preset", "mine.toml")
    assert outcome.code == 1
    assert outcome.err.startswith("wordorder: mine.toml:7: unknown feature 'chr'")
