from __future__ import annotations

from xml.etree import ElementTree

import pytest

TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.fixture
def target(tmp_path):
    return tmp_path / "trees.svg"


def test_svg_shows_every_tree_in_order(score, target) -> None:
    scores = score("2 1\n\n2 4 1 3\n", "--svg", target)
    picture = ElementTree.parse(target)
    labels = ["line 1", "⟨2,1⟩", "2", "1", "line 3", "⟨2,4,1,3⟩", "2", "4", "1", "3"]
    assert [text.text for text in picture.iter(TEXT)] == labels
    assert scores == score("2 1\n\n2 4 1 3\n")


def test_svg_goes_with_every_format(score, target) -> None:
    pictures = set()
    for style in ("table", "jsonl", "tsv"):
        score("2 1\n1 2\n", "--svg", target, "--format", style)
        pictures.add(target.read_bytes())
    assert len(pictures) == 1


@pytest.mark.slow
def test_a_hundred_trees_are_drawn_and_empty_lines_do_not_count(score, target) -> None:
    score("2 1\n\n" * 100, "--svg", target)
    assert len(list(ElementTree.parse(target).iter(TEXT))) == 400


@pytest.mark.parametrize(
    ("text", "reason"),
    [("1 2\n" * 101, "at most 100"), ("\n\n", "nothing to draw"), ("", "nothing to draw")],
    ids=["too many", "lines without words", "no lines"],
)
def test_what_cannot_be_drawn_leaves_both_files_alone(run, tmp_path, target, text, reason) -> None:
    target.write_text("old")
    outcome = run("permutation", "-", "--svg", target, "-o", tmp_path / "new.txt", stdin=text)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (1, "", 1)
    assert reason in outcome.err
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
    assert target.read_text() == "old"


@pytest.mark.parametrize("name", ["", "missing/trees.svg"])
def test_svg_that_cannot_be_written(run, tmp_path, name) -> None:
    path = tmp_path / name if name else name
    outcome = run("permutation", "-", "--svg", path, "-o", tmp_path / "new.txt", stdin="1 2")
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (1, "", 1)
    assert "cannot write" in outcome.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "options",
    [
        ["--svg", "x", "-o", "x"],
        ["--svg", "x", "-o", "./x"],
        ["--svg", "-"],
        ["--svg=-", "-o", "-"],
    ],
    ids=" ".join,
)
def test_scores_and_drawing_do_not_go_into_one_file(run, tmp_path, monkeypatch, options) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run("permutation", "-", *options, stdin="1 2")
    assert (outcome.code, outcome.out) == (2, "")
    assert not list(tmp_path.iterdir())
