"""`wordorder profile`: the same as its function, in all formats, and one line for each mistake."""

from __future__ import annotations

import json
import shutil

import pytest

from cli.test_schemas import validator
from evaluated_rows import corpus, write_folder
from wordorder import Resampling, profile
from wordorder.output import dumps

DRAWS = ["--resamples", "20", "--seed", "7"]
FEW = Resampling(20, 7)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    base = tmp_path_factory.mktemp("runs")
    for seed, name in enumerate(("en-de", "en-ja")):
        write_folder(base / name, corpus(80, seed, 1 + 3 * seed))
    return base


@pytest.fixture
def folder(written, monkeypatch):
    monkeypatch.chdir(written)
    return written


def told(result) -> dict:
    return json.loads(dumps(result.to_dict()))


@pytest.mark.parametrize(
    ("arguments", "made"),
    [
        (["en-de"], lambda: profile("en-de", resampling=FEW)),
        (["en-de", "en-ja"], lambda: profile(["en-de", "en-ja"], resampling=FEW)),
        (
            ["en-de", "en-ja", "--names", "A,B", "--metrics", "kendall", "--holm"],
            lambda: profile(
                {"A": "en-de", "B": "en-ja"}, metrics=["kendall"], holm=True, resampling=FEW
            ),
        ),
    ],
)
def test_the_command_and_its_function_give_the_same(run, folder, arguments, made) -> None:
    outcome = run("profile", *arguments, *DRAWS, "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    validator("corpus-profile.schema.json").validate(found)
    assert found.pop("command").startswith("wordorder profile")
    assert found == told(made())


@pytest.mark.slow
@pytest.mark.parametrize("style", ["table", "tsv", "latex", "markdown"])
@pytest.mark.parametrize(
    "view", ["quantiles", "differences", "distances", "shapes", "anticipation", "counts"]
)
def test_all_views_in_all_formats(run, folder, style, view) -> None:
    outcome = run("profile", "en-de", "en-ja", *DRAWS, "--by", view, "--format", style)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out


def test_top_shortens_shapes_in_tables_only(run, folder) -> None:
    options = ["--by", "shapes", "--top", "1", *DRAWS]
    table = run("profile", "en-ja", *options).out.split("operator")[1]
    assert table.index("\n\n") == table.index("\n", 20)
    rows = run("profile", "en-ja", *options, "--format", "tsv").out.splitlines()
    assert len(rows) > 3


@pytest.mark.slow
def test_plots(run, folder, tmp_path) -> None:
    for kind in ("measures", "widths", "distributions"):
        file = tmp_path / f"{kind}.svg"
        outcome = run("profile", "en-de", "en-ja", *DRAWS, f"--plot-{kind}", file)
        assert (outcome.code, outcome.err) == (0, "")
        assert "en-ja" in file.read_text(encoding="utf-8")


def test_blanks_between_metrics(run, folder) -> None:
    outputs = [
        run("profile", "en-de", *DRAWS, "--metrics", names, "--format", "tsv").out
        for names in ("kendall,rquantity", "kendall, rquantity")
    ]
    assert outputs[0] == outputs[1] != ""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 2),
        (["none"], 1),
        (["."], 1),
        (["en-de", "en-de"], 2),
        (["en-de", "--metrics", "kendal"], 2),
        (["en-de", "--names", "a,b"], 2),
        (["en-de", "--by", "x"], 2),
        (["en-de", "--format", "tsv", "--by", "counts", "--by", "shapes"], 2),
    ],
)
def test_mistakes_are_told_in_a_line(run, folder, arguments, code) -> None:
    outcome = run("profile", *arguments)
    assert (outcome.code, outcome.out) == (code, "")


def test_warnings_go_to_standard_error(run, folder, tmp_path) -> None:
    half = shutil.copytree("en-de", tmp_path / "half")
    (half / "_summaries" / "train.parquet-67f65784-00000.npz").unlink()
    outcome = run("profile", half, *DRAWS)
    assert outcome.code == 0
    assert outcome.err.count("\n") == 1


def test_help_fits_a_narrow_screen(run) -> None:
    outcome = run("profile", "--help")
    assert max(map(len, outcome.out.splitlines())) <= 80
