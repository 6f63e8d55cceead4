"""Names of judged and scored systems."""

from __future__ import annotations

import io

import pytest

from wordorder.errors import InputError
from wordorder.metaevaluation import read_names
from wordorder.metaevaluation.names import meet


@pytest.mark.parametrize(
    ("judged", "scored"),
    [
        ("A", "A"),
        ("CNGL_DCU.2703", "newstest2013.de-en.CNGL_DCU.2703"),
        ("newstest2013.de-en.CNGL_DCU.2703", "CNGL_DCU.2703"),
        ("onlineA", "newstest2012.de-en.onlineA"),
        ("onlineA", "de-en-onlineA"),
        ("onlineA", "wmt12_de-en_onlineA.txt"),
        ("onlineA.txt", "onlineA"),
        ("newstest2013.de-en.onlineA.txt.gz", "onlineA"),
        ("MES:.2916", "newstest2013.de-en.MES:.2916"),
        ("de-en.A", "x.de-en.A"),
    ],
)
def test_names_that_meet(judged: str, scored: str) -> None:
    assert meet([judged], ["other", scored], "de-en", None) == {judged: scored}
    assert meet([scored], [judged, "another"], "de-en", None) == {scored: judged}


@pytest.mark.parametrize(
    ("judged", "scored"),
    [
        ("A", "B"),
        ("A", "BA"),
        ("A", "x-A"),
        ("A", "fr-en-A"),
        ("A", "a"),
        ("x.A", "y.A"),
        ("A", "A.B"),
        ("x.umd", "x.jhu"),
        ("x.txt", "x.out"),
        ("de-en.umd", "de-en"),
        ("", "A"),
        ("A", ""),
    ],
)
def test_names_that_do_not_meet(judged: str, scored: str) -> None:
    assert meet([judged], [scored], "de-en", None) == {}
    assert meet([scored], [judged], "de-en", None) == {}


def test_an_exact_name_goes_first() -> None:
    scored = ["A", "x.A"]
    assert meet(["A"], scored, "de-en", None) == {"A": "A"}
    assert meet(["y.A", "A"], ["A"], "de-en", None) == {"A": "A"}
    assert meet(["x.A", "A"], scored, "de-en", None) == {"x.A": "x.A", "A": "A"}


def test_names_that_fit_several_are_an_error_that_lists_them() -> None:
    with pytest.raises(InputError, match=r"judged system 'A' may be any of the scored systems 'x"):
        meet(["A"], ["x.A", "y.A"], "de-en", None)
    with pytest.raises(InputError, match=r"scored system 'A' may be any of the judged systems 'x"):
        meet(["x.A", "y.A"], ["A"], "de-en", None)
    told = {"A": "y.A"}
    assert meet(["A"], ["x.A", "y.A"], "de-en", told) == {"A": "y.A"}


def test_given_names_decide() -> None:
    assert meet(["A", "B"], ["A", "B"], "de-en", {"A": "B", "B": "A"}) == {"A": "B", "B": "A"}
    assert meet(["A", "B"], ["A", "B"], "de-en", {"A": "B"}) == {"A": "B"}
    assert meet(["A"], ["A"], "de-en", {"A": "nobody", "Z": "A"}) == {}
    with pytest.raises(InputError, match="scored system 'X' may be any of the judged systems 'A'"):
        meet(["A", "B"], ["X"], "de-en", {"A": "X", "B": "X"})


def test_a_file_of_names() -> None:
    assert read_names(io.StringIO("A\tx.A\nB \t B2\n")) == {"A": "x.A", "B": "B2"}
    for text, problem in (
        ("A\n", ":1: 1 name, expected two with a tab between"),
        ("A\tB\nA\t\n", ":2: 1 name, expected two"),
        ("A\tB\tC\n", ":1: 3 names, expected two"),
        ("A\tB\nA\tC\n", ":2: 'A' is there twice"),
        ("A\tB\nC\tB\n", ":2: 'B' is there twice"),
    ):
        with pytest.raises(InputError, match=problem):
            read_names(io.StringIO(text))


def test_long_names_do_no_harm() -> None:
    long = "." * 100_000
    assert meet([long], ["A"], "de-en", None) == {}
    assert meet(["a" * 100_000], [f"x.{'a' * 100_000}"], "(", None) != {}
