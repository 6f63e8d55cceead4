"""`wordorder report`."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

import wordorder as wo
from messages import check
from wordorder.cli.demo import SAMPLE

SYSTEMS = ("monotone.en", "paraphraser.en", "scrambled.en")
TEXTS = ("report", "reference.en", *SYSTEMS, "--lang", "en", "--no-cache", "--resamples", "50")


@pytest.fixture(autouse=True)
def _sample(tmp_path, monkeypatch):
    shutil.copytree(SAMPLE / "de-en", tmp_path, dirs_exist_ok=True)
    shutil.copyfile(SAMPLE / "judgements" / "de-en.tsv", tmp_path / "judged.tsv")
    monkeypatch.chdir(tmp_path)


def named() -> dict[str, str]:
    return {Path(file).stem: file for file in SYSTEMS}


@pytest.mark.slow
def test_it_does_what_its_twins_do(run) -> None:
    options = ("-s", "source.de", "--ref-align", "source-reference.align", "-j", "judged.tsv")
    options = (*options, "--src-tokenize", "13a")
    outcome = run(*TEXTS, *options, "--title", "A & B", "--seed", 7, "-o", "r.html")
    assert (outcome.code, outcome.out) == (0, "")
    links = wo.SourceLinks("source.de", ("source-reference.align",), source_tokenize="13a")
    results = wo.reporting.study_translations(
        "reference.en",
        named(),
        links=links,
        judgements="judged.tsv",
        options=wo.ScoreOptions("en", resampling=wo.Resampling(50, 7)),
    )
    expected = wo.report(*results, title="A & B", source="source.de").to_html()
    assert Path("r.html").read_text(encoding="utf-8") == expected


@pytest.mark.slow
def test_saved_results_are_arranged(run) -> None:
    scored = ("score", *TEXTS[1:], "--format", "json")
    assert run(*scored, "-o", "scores.json").code == 0
    assert run(*scored, "--with-sentences", "-o", "sentences.json").code == 0
    links = ("reorderings", "analyze", "source-reference.align", "--resamples", "50")
    assert run(*links, "--format", "json", "-o", "links.json").code == 0
    outcome = run("report", "scores.json", "links.json", "-o", "r.html")
    assert (outcome.code, outcome.err) == (0, "")
    page = Path("r.html").read_text(encoding="utf-8")
    assert "Reordering between the languages" in page
    assert 'id="explorer"' not in page
    assert run("report", "sentences.json", "-s", "source.de", "-o", "r.html").code == 0
    assert 'id="explorer"' in Path("r.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "arguments",
    [
        ("reference.en",),
        ("reference.en", "scores.json"),
        ("a.json", "--lang", "en"),
        ("reference.en", *SYSTEMS, "--align", "ibm1"),
        ("reference.en", *SYSTEMS, "--trees", "x"),
        ("reference.en", *SYSTEMS, "--preset", "frs"),
    ],
    ids=" ".join,
)
def test_options_that_do_not_fit_are_refused(run, arguments) -> None:
    assert run("report", *arguments, "-o", "r.html").code in (1, 2)
    assert not Path("r.html").exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [("missing.json", None), ("broken.json", "{"), ("other.json", '{"schema": "x"}')],
)
def test_files_that_are_no_results_are_refused(run, name, text) -> None:
    if text is not None:
        Path(name).write_text(text)
    outcome = run("report", name, "-o", "r.html")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.count("\n") == 1
    assert not Path("r.html").exists()


def test_an_input_is_not_overwritten(run) -> None:
    before = Path("monotone.en").read_bytes()
    assert run(*TEXTS, "-o", "monotone.en").code == 2
    assert Path("monotone.en").read_bytes() == before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_page_is_not_printed_on_a_terminal() -> None:
    import pty
    import subprocess

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "wordorder", *TEXTS]
    made = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False)
    os.close(theirs)
    os.close(ours)
    assert made.returncode == 2
    assert made.stderr.count("\n") == 1
    check(made.stderr.rstrip("\n"))
