"""What systems and corpora are called: the names of their files, or those that the user gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from wordorder.errors import UsageError
from wordorder.text import names_of_files


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["system.txt"], ["system"]),
        (["system"], ["system"]),
        (["out/system.txt.gz"], ["system"]),
        (["a.en", "b.en"], ["a", "b"]),
        (["test.a.en", "test.b.en"], ["test.a", "test.b"]),
        (["test.a.1.en", "test.b.2.en"], ["test.a.1", "test.b.2"]),
        (["x.online-A", "x.uedin.2605"], ["x.online-A", "x.uedin.2605"]),
        (["x/hyp.txt", "y/hyp.txt"], ["x", "y"]),
        (["a.en", "-"], ["a", "<stdin>"]),
        (["語順.txt", "順序.txt"], ["語順", "順序"]),
        (["a\x1b[31m.en", "b\n.en"], ["a\x1b[31m", "b\n"]),
        ([Path("a.en"), Path("b.en")], ["a", "b"]),
    ],
    ids=str,
)
def test_names_of_files(paths, names) -> None:
    assert names_of_files(paths) == names


@pytest.mark.parametrize("paths", [["a.en", "a.en"], ["a", "b", "a"]], ids=str)
def test_a_file_given_twice_is_refused(paths) -> None:
    with pytest.raises(UsageError, match="given twice"):
        names_of_files(paths)
    assert names_of_files(paths, [str(n) for n in range(len(paths))])[0] == "0"


@pytest.mark.parametrize(
    "paths", [["sys.en", "sys.bpe.en"], ["sys", "sys.en"], ["a.b.c", "a.c"], [".hidden"]], ids=str
)
def test_every_system_has_a_name(paths) -> None:
    names = names_of_files(paths)
    assert all(names)
    assert len(set(names)) == len(paths)


@pytest.mark.parametrize(
    ("names", "message"),
    [(["A"], "names= has 1 name for 2 files"), (["A", ""], "for 2 files"), (["A", "A"], "twice")],
    ids=str,
)
def test_names_that_do_not_fit(names, message) -> None:
    with pytest.raises(UsageError, match=message):
        names_of_files(["a", "b"], names)
