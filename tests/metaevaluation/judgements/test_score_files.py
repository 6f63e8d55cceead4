"""Folders in the layout of mt-metrics-eval."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from wordorder import read_judgements
from wordorder.errors import InputError, UsageError

DATA = Path(__file__).parents[4] / "shared" / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "human-scores").mkdir()
    (tmp_path / "documents").mkdir()
    write(tmp_path, "en-de.mqm", "A\t-1.0\nA\tNone\nB\t-2\nB\t-0.5\nref\tNone\nref\tNone\n")
    (tmp_path / "human-scores" / "en-de.mqm.sys.score").write_text("A\t1\n")
    (tmp_path / "documents" / "en-de.docs").write_text("news\tdoc1\nchat\tdoc2\n")
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    (folder / "human-scores" / f"{name}.seg.score").write_text(text)


def test_the_nth_row_of_a_system_is_line_n(folder: Path) -> None:
    judged = read_judgements(folder)["en-de"]
    assert judged.systems == ("A", "B")
    np.testing.assert_array_equal(judged.mean_ratings(2), [[-1, np.nan], [-2, -0.5]])
    assert judged.labels == {1: "news", 2: "chat"}
    assert judged.counts["missing_ratings"] == 3


def test_rows_of_systems_may_be_mixed(folder: Path) -> None:
    write(folder, "en-de.mqm", "A\t1\nB\t2\nB\t4\nA\t3\n")
    np.testing.assert_array_equal(
        read_judgements(folder)["en-de"].mean_ratings(2), [[1, 3], [2, 4]]
    )


def test_one_of_several_scores_must_be_chosen(folder: Path) -> None:
    write(folder, "en-de.da.sqm", "A\t70\nA\t80\n")
    write(folder, "fr-en.mqm", "A\t-1\nB\t-2\n")
    with pytest.raises(UsageError, match=r"several human scores of en-de: da.sqm and mqm; choose"):
        read_judgements(folder)
    assert list(read_judgements(folder, human="mqm")) == ["en-de", "fr-en"]
    assert list(read_judgements(folder, human="da.sqm")) == ["en-de"]
    assert list(read_judgements(folder, pair="fr-en")) == ["fr-en"]
    with pytest.raises(UsageError, match="unknown human scores"):
        read_judgements(folder, human="esa")
    with pytest.raises(UsageError, match="unknown language pair"):
        read_judgements(folder, pair="de-en")


def test_a_single_file_can_be_given(folder: Path) -> None:
    file = folder / "human-scores" / "en-de.mqm.seg.score"
    assert read_judgements(file)["en-de"].labels == {1: "news", 2: "chat"}
    assert list(read_judgements(file, pair="x")) == ["x"]


def test_the_same_scores_in_two_folders_are_refused(folder: Path) -> None:
    other = folder / "human-scores-2"
    other.mkdir()
    (other / "en-de.mqm.seg.score").write_text("A\t1\n")
    with pytest.raises(InputError, match=r"are both mqm of en-de; keep one of them"):
        read_judgements(folder)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A\t1\nA\t2\nB\t1\n", r"'A' has 2 lines, but 'B' has 1"),
        ("A\t1\nB\tx\n", r":2: score is 'x', expected a finite number"),
        ("A\t1\nB\tnan\n", r":2: score is 'nan', expected a finite number"),
        ("A\t1\nB\n", r":2: 1 cell, expected two: system and score"),
        ("A\t1\n\t2\n", r":2: system is '', expected the name of a system"),
        ("A\tNone\n", "no judgements of en-de"),
        ("", "no judgements of en-de"),
        ("A\t1\nB\t2\n", r"en-de.docs: 2 lines, but the scores are of 1"),
    ],
)
def test_what_cannot_be_read_is_named(folder: Path, text: str, problem: str) -> None:
    write(folder, "en-de.mqm", text)
    if "docs" not in problem:
        (folder / "documents" / "en-de.docs").unlink()
    with pytest.raises(InputError, match=problem):
        read_judgements(folder)


def test_a_folder_without_scores_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"a folder without judgements; expected human-scores/PAIR"
    ):
        read_judgements(tmp_path)


@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
def test_mqm_of_wmt23() -> None:
    judged = read_judgements(DATA / "wmt23-mtme", human="mqm")["en-de"]
    assert (judged.counts["ratings"], judged.counts["missing_ratings"]) == (5_980, 1_261)
    file = DATA / "wmt23-mtme/human-scores/en-de.mqm.sys.score"
    published = dict(line.split("\t") for line in file.read_text().splitlines())
    means = np.nanmean(judged.mean_ratings(557), axis=1)
    expected = [float(published[name]) for name in judged.systems]
    np.testing.assert_allclose(means, expected)
