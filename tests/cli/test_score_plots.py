"""`wordorder score --plot`."""

from __future__ import annotations

from pathlib import Path

import pytest

from wordorder.cli.demo import SAMPLE
from wordorder.report import plot_kinds
from wordorder.scoring import score

FOLDER = SAMPLE / "de-en"
ONE = ("score", FOLDER / "reference.en", FOLDER / "monotone.en", "--lang", "en")
TWO = (*ONE, FOLDER / "scrambled.en")
KINDS = (
    "errors", "distribution", "length", "coverage", "label", "distance", "misplaced", "scatter",
    "differences",
)  # fmt: skip


pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def labels() -> str:
    Path("labels").write_text("news\ntalk\n" * 15, encoding="utf-8")
    return "labels"


@pytest.mark.slow
def test_every_plot(run, labels: str) -> None:
    wanted = [part for kind in KINDS for part in (f"--plot-{kind}", f"{kind}.svg")]
    outcome = run(*TWO, "--by", labels, "--plot", "scores.svg", *wanted, "--plot-size", "250x180")
    assert (outcome.code, outcome.err) == (0, "")
    for kind in ("scores", *KINDS):
        text = Path(f"{kind}.svg").read_text(encoding="utf-8")
        assert "nothing to draw" not in text, kind


def test_every_plot_has_an_option() -> None:
    assert plot_kinds(score(["a b"], ["a b"])) == ("scores", *KINDS)


ERRORS = {
    "no labels": ((*TWO, "--plot-label", "l.svg"), "--plot-label needs labels"),
    "labels that are lengths": (
        (*TWO, "--by", "length", "--plot-label", "l.svg"),
        "--plot-label needs labels",
    ),
    "one system": ((*ONE, "--plot-scatter", "s.svg"), "--plot-scatter needs two systems"),
    "no neighbour": ((*ONE, "--plot-differences", "d.svg"), "--plot-differences needs two systems"),
    "through the source": (
        (*ONE[:3], "-s", FOLDER / "source.de", "--align", "ibm1", "--plot-distance", "d.svg"),
        "--plot-distance needs matched words: leave out --src",
    ),
    "no picture": ((*TWO, "--plot", "scores.txt"), "cannot save a plot as 'scores.txt'"),
    "twice the same file": (
        (*TWO, "--plot", "a.svg", "--plot-errors", "a.svg"),
        "must be different files",
    ),
}


@pytest.mark.parametrize("case", ERRORS)
def test_what_is_wrong_is_one_line(run, case: str) -> None:
    arguments, told = ERRORS[case]
    outcome = run(*arguments)
    assert outcome.code in (1, 2)
    assert outcome.out == ""
    assert told in outcome.err
    assert outcome.err.count("\n") == 1
    assert not list(Path().glob("*.svg"))
