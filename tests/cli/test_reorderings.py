"""The `wordorder reorderings` commands: their help, and the same documents as in Python."""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING

import pytest

from cli.reordering_files import LINKS, write_corpus
from messages import warned
from wordorder import analyze_reorderings
from wordorder.alignment import LinkReading
from wordorder.cli.program import COMMANDS as ALL_COMMANDS
from wordorder.cli.reorderings import COMMANDS, reorderings_command
from wordorder.output import dumps
from wordorder.reorderings import (
    AlignedCorpus,
    Extraction,
    SystemFile,
    analyze_retention,
    build_testsets,
    draw_sheet,
    judge_agreement,
)
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.output import Result

FEW = Resampling(20, 7)
DRAWS = ["--resamples", "20", "--seed", "7"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_corpus(tmp_path)
    (tmp_path / "key").write_text("id\tline\tretained\nR001\t1\tyes\nR002\t2\tno\n")
    (tmp_path / "filled").write_text("id\tjudge_1\tjudge_2\nR001\tc\ti\nR002\tna\t\n")
    (tmp_path / "scores").write_text(
        "system\tline\tbleu1\nA\t1\t0.5\nA\t3\t0.25\nA\t2\t\nA\t4\t\nA\t5\t\n"
    )
    (tmp_path / "unsure").write_text(LINKS.replace("0-0 1-1\n", "0-0 1-1 0?1 1?0\n"))
    (tmp_path / "sets").write_text("none\noutside\nhigh\nnone\nlow\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


TWINS: dict[str, tuple[list[str], Callable[[], Result]]] = {
    "analyze": (
        ["analyze", "links", *DRAWS],
        lambda: analyze_reorderings(AlignedCorpus("links"), resampling=FEW),
    ),
    "analyze with everything": (
        [
            *("analyze", "unsure", "monotone", "-s", "src", "-t", "tgt", "--trees", "penn"),
            *("--sure-only", "--branching", "left", "--anticipation", "0,2", "--names", "A,B"),
            *DRAWS,
        ],
        lambda: analyze_reorderings(
            {
                name: AlignedCorpus(
                    links,
                    source="src",
                    target="tgt",
                    trees="penn",
                    reading=LinkReading(sure_only=True),
                )
                for name, links in (("A", "unsure"), ("B", "monotone"))
            },
            extraction=Extraction("left"),
            ks=(0, 2),
            resampling=FEW,
        ),
    ),
    "analyze by set": (
        ["analyze", "links", "monotone", "--trees", "penn", "--by", "sets", *DRAWS],
        lambda: analyze_reorderings(
            {name: AlignedCorpus(name, trees="penn") for name in ("links", "monotone")},
            labels="sets",
            resampling=FEW,
        ),
    ),
    "retained by set": (
        ["retained", "links", "monotone", "unsure", "--trees", "penn", "--by", "sets", *DRAWS],
        lambda: analyze_retention(
            AlignedCorpus("links", trees="penn"),
            {name: SystemFile(name) for name in ("monotone", "unsure")},
            labels="sets",
            resampling=FEW,
        ),
    ),
    "testset": (
        ["testset", "links", "--shortest", "1", "--longest", "4"],
        lambda: build_testsets(AlignedCorpus("links"), shortest=1, longest=4),
    ),
    "testset with scores": (
        [
            *("testset", "links", "-t", "tgt", "--trees", "trees.conllu", "--shortest", "1"),
            *("--sibling-branching", "right", "--scores", "scores", "--measure", "bleu1", *DRAWS),
        ],
        lambda: build_testsets(
            AlignedCorpus("links", target="tgt", trees="trees.conllu"),
            shortest=1,
            extraction=Extraction(sibling_branching="right"),
            scores="scores",
            measure="bleu1",
            resampling=FEW,
        ),
    ),
    "retained": (
        ["retained", "links", "monotone", "unsure", "--trees", "penn", "--holm", *DRAWS],
        lambda: analyze_retention(
            AlignedCorpus("links", trees="penn"),
            {name: SystemFile(name) for name in ("monotone", "unsure")},
            holm=True,
            resampling=FEW,
        ),
    ),
    "agreement": (["agreement", "key", "filled"], lambda: judge_agreement("key", ["filled"])),
}


@pytest.mark.parametrize("case", TWINS)
def test_command_and_function_say_the_same(run, folder, case: str) -> None:
    arguments, function = TWINS[case]
    outcome = run("reorderings", *arguments, "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    typed = document.pop("command")
    assert typed.split() == ["wordorder", "reorderings", *arguments, "--format", "json"]
    result = function()
    assert document == json.loads(dumps(result.to_dict()))
    assert type(result).from_dict(document).to_dict() == result.to_dict()


@pytest.mark.slow
@pytest.mark.parametrize("case", TWINS)
def test_every_view_as_tsv(run, folder, case: str) -> None:
    arguments, function = TWINS[case]
    result = function()
    assert run("reorderings", *arguments, "--format", "tsv").out == result.records().text("tsv")
    if "testset" in case:
        return  # has a file for every sentence, and no views to choose
    for view in list(result.views())[1:]:
        if view in ("label", "pattern") and "trees:none" in result.signature:
            continue
        outcome = run("reorderings", *arguments, "--by", view, "--format", "tsv")
        assert (outcome.err, outcome.out) == ("", result.records(view).text("tsv"))


def test_sheets_are_the_same(run, folder) -> None:
    texts = ["-s", "src", "-r", "tgt", "-t", "src"]
    options = ["--count", "1", "--judges", "2", "--seed", "7", "--key", "drawn", "-o", "sheet"]
    outcome = run("reorderings", "sheet", "links", "monotone", *texts, *options)
    assert outcome.err.count("\n") == 1
    corpus = AlignedCorpus("links", source="src", target="tgt")
    system = SystemFile("monotone", source="src", target="src")
    with warned():
        sheet = draw_sheet(corpus, system, count=1, judges=2, seed=7)
    assert (folder / "sheet").read_text(encoding="utf-8") == sheet.to_text()
    assert (folder / "drawn").read_text() == sheet.key().text("tsv")


def examples(text: str) -> list[list[str]]:
    """The commands that a help shows."""
    lines = text.partition("Examples:\n")[2].replace("\\\n", " ").splitlines()
    return [shlex.split(line) for line in lines if line.strip()]


def test_the_program_lists_the_group_and_the_group_its_commands(run) -> None:
    assert f"reorderings  {ALL_COMMANDS['reorderings'][1]}" in run("--help").out
    text = run("reorderings", "--help").out
    for name, (_, meaning) in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(meaning)}$", text, flags=re.MULTILINE)


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_shows_examples_that_could_be_typed(run, name) -> None:
    outcome = run("reorderings", *name.split(), "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"Usage: wordorder reorderings {name}".rstrip())
    found = [one for one in examples(outcome.out) if one[:2] == ["wordorder", "reorderings"]]
    assert found
    assert all(one[0] == "wordorder" for one in examples(outcome.out))
    for _, _, command_name, *arguments in found:
        one = reorderings_command.get_command(None, command_name)
        with one.make_context(command_name, arguments):  # complains of what click does not know
            pass


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_eighty_columns(run, monkeypatch, name) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("reorderings", *name.split(), "--help").out.splitlines()
    assert [line for line in lines if len(line) > 80] == []
