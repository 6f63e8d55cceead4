"""Texts in the columns of one file."""

from __future__ import annotations

import pytest

from wordorder import InputError, UsageError
from wordorder.text import read_columns


def test_columns_come_in_the_order_asked_for(tmp_path) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text("ref\tA\tB\none\ttwo\tthree\n\t\tx y\n")
    assert read_columns(file, ["B", "ref", "B"]) == [
        ["three", "x y"],
        ["one", ""],
        ["three", "x y"],
    ]


def test_an_unknown_column_is_named(tmp_path) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text("ref\tA\n")
    with pytest.raises(UsageError, match="C"):
        read_columns(file, ["ref", "C"])


@pytest.mark.parametrize("mark", [",", ";", "|"])
def test_columns_that_are_separated_otherwise(tmp_path, mark) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text(f"ref{mark}A\nthe house{mark}a house\n")
    with pytest.raises(InputError, match=rf"columns seem to be separated by '\{mark}'; save it"):
        read_columns(file, ["ref"])


def test_columns_named_in_quotes(tmp_path) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text('"ref"\t"A"\n"the house"\t"a house"\n')
    with pytest.raises(InputError, match="the columns are named in quotes, which are part of"):
        read_columns(file, ["ref"])


def test_a_line_with_other_cells_is_named(tmp_path) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text("ref\tA\na\tb\na\n")
    with pytest.raises(InputError, match=r"texts\.tsv:3: 1 cell, but line 1 names 2 columns"):
        read_columns(file, ["ref"])


def test_an_empty_file_has_no_columns(tmp_path) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text("")
    with pytest.raises(InputError, match=r"texts\.tsv: empty; line 1 must name the columns"):
        read_columns(file, ["ref"])


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (['"a b"', '"c d"'], True),
        (['"a ""b"""', "c"], True),
        (['"Well," he said. "Yes."', '"No."', "c"], False),
        (['"No."'], False),
        (["a", ""], False),
    ],
)
def test_cells_that_look_quoted_get_a_hint(tmp_path, recwarn, cells, told) -> None:
    file = tmp_path / "texts.tsv"
    file.write_text("ref\tA\n" + "".join(f"{cell}\tx\n" for cell in cells))
    assert read_columns(file, ["ref"]) == [cells]  # in TSV a quote is a quote
    hint = (
        f"{file}: cells look quoted, and in TSV quotes are part of the text; if that is not "
        "intended, save the file as CSV (.csv)"
    )
    assert [str(warning.message) for warning in recwarn] == [hint] * told


def test_csv_has_quotes_around_cells(tmp_path, recwarn) -> None:
    file = tmp_path / "texts.csv"
    file.write_text('ref,A\n"a ""b"", c",x\n')
    assert read_columns(file, ["ref", "A"]) == [['a "b", c'], ["x"]]
    assert not recwarn


def test_a_long_cell_of_csv(tmp_path) -> None:
    file = tmp_path / "texts.csv"
    file.write_text('ref\n"{}"\n'.format("a " * 200_000))
    assert read_columns(file, ["ref"]) == [["a " * 200_000]]
