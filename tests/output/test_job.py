"""One run: what it refuses, and outputs that appear together or not at all."""

from __future__ import annotations

import os
import sys
import warnings

import pytest

from messages import refused
from output.test_results import RESULT
from wordorder.errors import InputError, MissingExtraError, UsageError, WordorderWarning
from wordorder.output import Job, Outputs


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").write_text("old\n")
    return tmp_path


def test_only_one_input_can_be_standard_input() -> None:
    Job({"source": "-", "target": None}, {})
    for inputs in ({"source": "-", "target": "-"}, {"links": ["-", "-"]}):
        with refused(UsageError):
            Job(inputs, {})


def test_what_is_read_twice_is_no_pipe(folder) -> None:
    os.mkfifo("pipe")
    for file in ("-", "pipe"):
        with refused(UsageError):
            Job({"source": file}, {}, reread=["source"])
    Job({"source": "in"}, {}, reread=["source"])


@pytest.mark.parametrize("name", ["in", "./in", "link"])
def test_no_input_is_replaced(folder, name) -> None:
    (folder / "link").symlink_to("in")
    with refused(UsageError):
        Job({"links": ["other", "in"]}, {"output": None, "svg": name})


def test_no_two_outputs_are_the_same(folder) -> None:
    for outputs in ({"output": "a", "svg": "./a"}, {"output": None, "svg": "-"}):
        with refused(UsageError):
            Job({}, outputs)
    Job({}, {"output": None, "svg": None, "key": None})


def test_a_missing_package_is_told_before_the_work(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError):
        Job({}, {"each": "x.parquet"}, records=["each"])


def test_all_outputs_appear_together(folder, capsys) -> None:
    outputs = {"output": None, "svg": "a.svg", "each": "e.tsv"}
    with Job({"links": "in"}, outputs, records=["each"]) as job:
        job.show(RESULT, "tsv")
        job.stream("svg").write("<svg/>")
        job.open(folder / "more").write("more")
        with job.records("each")({"n": int}, "seed:1") as writer:
            writer.write({"n": [1]})
        assert sorted(file.name for file in folder.iterdir() if file.name[0] != ".") == ["in"]
    texts = {file.name: file.read_text() for file in folder.iterdir()}
    assert texts == {
        "in": "old\n",
        "a.svg": "<svg/>",
        "more": "more",
        "e.tsv": "n\n1\n",
        "e.tsv.signature": "seed:1\nbytes:4\n",
    }
    assert capsys.readouterr().out.startswith("line\twidth\n")


class MishapError(Exception):
    pass


def write_half() -> None:
    with Job({}, {"output": "out", "svg": "-"}) as job:
        job.out.write("half")
        job.stream("svg").write("half")
        job.open("more").write("half")
        warn("odd")
        raise MishapError


def test_after_a_mishap_nothing_appears(folder, capsys) -> None:
    (folder / "out").write_text("before")
    with pytest.raises(MishapError):
        write_half()
    assert (folder / "out").read_text() == "before"
    assert sorted(file.name for file in folder.iterdir()) == ["in", "out"]
    assert capsys.readouterr() == ("", "")


def test_an_output_that_cannot_be_finished_holds_all_others_back(folder, no_space_at) -> None:
    def write() -> None:
        with Outputs() as outputs:
            outputs.open("first").write("1")
            outputs.open("second").write("2")

    no_space_at(2)
    with pytest.raises(OSError, match="No space"):
        write()
    assert [file.name for file in folder.iterdir()] == ["in"]


def test_an_output_that_cannot_be_opened_is_reported(folder) -> None:
    with refused(InputError), Job({}, {"output": "no/out"}):
        pytest.fail("nothing can be written")


def write_beside(name: str) -> None:
    outputs = {"output": "out", "each": "e.tsv"}
    with Job({"links": "e.tsv.signature"}, outputs, records=["each"]) as job:
        job.open(name)


def test_no_input_or_output_is_replaced_by_what_comes_later(folder) -> None:
    with refused(UsageError), Job({"a": "in"}, {}) as job:
        job.open("in")
    with refused(InputError):
        write_beside("out")
    (folder / "e.tsv.signature").write_text("mine")
    with refused(UsageError):
        write_beside("more")


def test_outputs_that_are_not_wanted_are_none(folder) -> None:
    with Job({}, {"output": "out", "svg": None, "each": None}, records=["each"]) as job:
        assert job.stream("svg") is None
        assert job.records("each") is None


# Warnings


def warn(message: str) -> None:
    warnings.warn(WordorderWarning(message), stacklevel=1)


def test_warnings_are_told_once_at_the_end(folder, capsys) -> None:
    with Job({}, {"output": "out"}, quiet=True) as job:
        warn("few \x1b sentences")
        warn("left out 3")
        assert capsys.readouterr().err == ""
        job.out.write("x")
    assert capsys.readouterr().err == "wordorder: few \\x1b sentences\nwordorder: left out 3\n"


def test_a_warning_is_told_once(folder, capsys) -> None:
    with Job({}, {}):
        warn("odd")
        warn("odd")
    assert capsys.readouterr().err == "wordorder: odd\n"


def test_a_front_end_may_tell_them_in_its_own_way(folder) -> None:
    printed = []
    with Job({}, {}, tell=printed.append):
        warn("odd")
    assert [str(warning) for warning in printed] == ["odd"]


def test_warnings_of_others_go_on(folder) -> None:
    with pytest.warns(UserWarning, match="other"), Job({}, {}):
        warnings.warn("other", stacklevel=1)


def test_what_was_opened_before_a_refusal_is_closed(folder) -> None:
    with pytest.raises(InputError), Job({}, {"output": "out", "svg": "no/svg"}):
        pytest.fail("nothing can be written")
    assert [file.name for file in folder.iterdir()] == ["in"]


def write_to_file_and_pipe() -> None:
    with Outputs() as outputs:
        outputs.open("first").write("1")
        outputs.open("-").write("2")


def test_a_closed_pipe_holds_no_file_back(folder, monkeypatch) -> None:
    class Closed:
        def write(self, _: bytes) -> None:
            raise BrokenPipeError

        def flush(self) -> None:
            pass

    class Out(Closed):
        buffer = Closed()

        def isatty(self) -> bool:
            return False

    monkeypatch.setattr(sys, "stdout", Out())
    with pytest.raises(BrokenPipeError):
        write_to_file_and_pipe()
    assert (folder / "first").read_text() == "1"
