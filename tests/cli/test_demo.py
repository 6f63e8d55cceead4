"""`wordorder demo`: the whole story in a few seconds, on a sample with known faults."""

from __future__ import annotations

import re
import shlex
import time
from typing import TYPE_CHECKING

import pytest

import wordorder as wo
from cli.program import COMMAND, start
from wordorder.cli.demo import PAIRS, SAMPLE, SYSTEMS

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def results() -> dict[str, wo.ScoreResult]:
    return {
        pair: wo.score(
            SAMPLE / pair / "reference.en",
            {name: SAMPLE / pair / f"{name}.en" for name in SYSTEMS},
            lang="en",
        )
        for pair in PAIRS
    }


@pytest.mark.slow
def test_the_story(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)  # no file of the repository is in reach
    outcome = run("demo")
    assert (outcome.code, outcome.err) == (0, "")
    for name, fault in SYSTEMS.items():
        assert re.search(rf"^  {name} +{re.escape(fault)}$", outcome.out, re.MULTILINE)
        rows = re.findall(
            rf"^{name} +\d  0\.\d{{3}} \[0\.\d{{3}}, [01]\.\d{{3}}\] ", outcome.out, re.MULTILINE
        )
        assert len(rows) == len(PAIRS)
    for title in PAIRS.values():
        assert f"\n{title}\n" in outcome.out
    assert "orders words better than" in outcome.out
    assert re.search("^move “", outcome.out, re.MULTILINE)
    assert not re.search("^wordorder score ", outcome.out, re.MULTILINE)  # it was not typed
    assert str(SAMPLE) not in outcome.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_it_says_what_to_type_next_and_that_works(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("reference", "system-A", "system-B"):
        text = "".join(f"{name} {n} a b c d\n" for n in range(30))
        (tmp_path / f"{name}.txt").write_text(text)
    lines = run("demo").out.splitlines()
    commands = [line.strip() for line in lines if line.startswith("  wordorder ")]
    assert len(commands) >= 2
    for command in commands:
        outcome = run(*shlex.split(command)[1:])
        assert (outcome.code, outcome.err) == (0, ""), command


def files_of(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_it_saves_the_example_files(run, tmp_path) -> None:
    outcome = run("demo", "--save", str(tmp_path / "examples"))
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    saved = files_of(tmp_path / "examples")
    assert saved == files_of(SAMPLE)
    assert {"de-en/reference.en", "gold.align", "reorderings/english.conllu"} <= set(saved)
    assert [path.name for path in tmp_path.iterdir()] == ["examples"]


@pytest.mark.parametrize("there", ["file", "folder"])
def test_what_is_there_already_is_not_touched(run, tmp_path, there) -> None:
    taken = tmp_path / "examples"
    taken.write_text("mine") if there == "file" else taken.mkdir()
    outcome = run("demo", "--save", str(taken))
    assert (outcome.code, outcome.out) == (1, "")
    assert files_of(tmp_path) == ({"examples": b"mine"} if there == "file" else {})


def test_a_folder_that_cannot_be_made_is_named(run, tmp_path) -> None:
    assert run("demo", "--save", str(tmp_path / "none" / "examples")).code == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_it_takes_less_than_five_seconds() -> None:
    started = time.perf_counter()
    outcome = start([*COMMAND, "demo"])
    assert time.perf_counter() - started < 5
    assert (outcome.code, outcome.err) == (0, "")


# --- The sample


def test_the_texts_of_a_pair_have_the_same_number_of_lines() -> None:
    total = 0
    for pair in PAIRS:
        files = [path for path in (SAMPLE / pair).iterdir() if path.is_file()]
        lines = {len(path.read_text(encoding="utf-8").splitlines()) for path in files}
        assert {"reference.en", *(f"{name}.en" for name in SYSTEMS)} <= {f.name for f in files}
        assert len(lines) == 1
        total += lines.pop()
    assert total >= 40


def test_no_sentence_is_empty_or_has_blanks_around() -> None:
    for path in SAMPLE.glob("*/*.en"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert line == line.strip() != "", path


@pytest.mark.parametrize("pair", PAIRS)
def test_order_and_choice_of_words_rank_the_systems_in_opposite_ways(results, pair) -> None:
    def ranking(measure: str) -> list[str]:
        return sorted(SYSTEMS, key=lambda name: -results[pair].value(name, measure))

    for metric in ("kendall", "fuzzy", "pef"):
        assert ranking(metric) == ["paraphraser", "scrambled", "monotone"]
    assert ranking("bleu1") == ["monotone", "scrambled", "paraphraser"]


@pytest.mark.parametrize("pair", PAIRS)
def test_the_differences_in_order_are_significant(results, pair) -> None:
    result = results[pair]
    assert (result.tests.at("p_holm", measure="kendall") < 0.05).all()
    assert not result.undefined["sentences"].any()
