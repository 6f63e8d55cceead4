"""What every result can do, shown on a small one."""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from wordorder.errors import InputError, UsageError
from wordorder.output import Column, Records, Result, Screen, Table, View, dumps, show

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Widths(Result):
    """A number for each line."""

    SCHEMA = "widths/1"

    widths: tuple[int, ...]
    signature: str = "wordorder:1|seed:1"

    @classmethod
    def views(cls) -> Mapping[str, View]:
        return {
            "widths": View(_table, _records),
            "widest": View(_table, _records, _cards, _lines),
            "above": View(_above, _records),
        }

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        kept = [line for line in range(1, 1 + len(self.widths)) if _is_kept(line, sentences)]
        return {"widths": self.widths, **({"sentences": kept} if kept else {})}

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Widths:
        return cls(tuple(int(width) for width in content["widths"]), content["signature"])

    def summary(self) -> str:
        return f"{len(self.widths)} lines"


def _is_kept(line: int, sentences: bool | Collection[int]) -> bool:
    return sentences if isinstance(sentences, bool) else line in sentences


def _widest(result: Widths, top: int | None) -> list[tuple[int, int]]:
    return sorted(enumerate(result.widths, start=1), key=lambda row: -row[1])[:top]


def _table(result: Widths, *, top: int | None = None) -> list[Table]:
    return [Table([Column("line"), Column("width", best="high")], _widest(result, top))]


def _above(result: Widths, least: str, *, top: int | None = None) -> list[Table]:
    return [Table([Column("width")], [[w] for w in result.widths if w > int(least)][:top])]


def _records(result: Widths, *arguments: str, top: int | None = None) -> Records:
    lines, widths = zip(*_widest(result, top), strict=True)
    return Records({"line": int, "width": int}, {"line": lines, "width": widths})


def _lines(result: Widths, *, top: int | None = None) -> list[int]:
    return [line for line, _ in _widest(result, top)]


class _Card:
    def __init__(self, text: str) -> None:
        self._text = text

    def to_text(self, *, width: int | None, color: bool) -> str:
        return f"{self._text} on {width} columns, {color}\n"


def _cards(result: Widths, *, top: int | None = None) -> list[_Card]:
    return [_Card(f"line {line}") for line in _lines(result, top=top)]


RESULT = Widths((3, 5, 2))


def test_the_first_view_is_the_main_one() -> None:
    assert RESULT.tables()[0].rows == RESULT.tables("widths")[0].rows == ((2, 5), (1, 3), (3, 2))
    assert RESULT.tables("widest", top=1)[0].rows == ((2, 5),)
    assert RESULT.tables("above", "2")[0].rows == ((3,), (5,))


def test_tables_and_records_carry_the_signature() -> None:
    assert {table.signature for table in RESULT.tables()} == {RESULT.signature}
    assert RESULT.records().signature == RESULT.signature


def test_an_unknown_view_is_named() -> None:
    with pytest.raises(UsageError, match="unknown view 'widhts': did you mean 'widths'"):
        RESULT.tables("widhts")
    with pytest.raises(UsageError, match="unknown view"):
        RESULT.records("x")


def test_it_shows_itself() -> None:
    assert repr(RESULT) == "<Widths: 3 lines>"
    assert RESULT._repr_html_().count("<table>") == 1


def test_it_comes_back_from_its_document(tmp_path) -> None:
    RESULT.save(tmp_path / "widths.json", sentences=True)
    back = Widths.load(tmp_path / "widths.json")
    assert back.to_dict(sentences=True) == RESULT.to_dict(sentences=True)
    assert pickle.loads(pickle.dumps(RESULT)).to_dict() == RESULT.to_dict()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a JSON document"),
        ("[", "not a JSON document"),
        ("[" * 100_000, "not a JSON document"),
        ("[1]", "expected a document of the schema wordorder/widths/1, found None"),
        ('{"schema": "wordorder/score/1"}', "found 'wordorder/score/1'"),
        ('{"schema": "wordorder/widths/1"}', "lacks 'widths'"),
        ('{"schema": "wordorder/widths/1", "widths": ["x"]}', "damaged"),
        ('{"schema": "wordorder/widths/1", "widths": 7}', "damaged"),
    ],
    ids=range(8),
)
def test_other_documents_are_refused_by_file(tmp_path, text, message) -> None:
    file = tmp_path / "widths.json"
    file.write_text(text)
    with pytest.raises(InputError, match=message) as caught:
        Widths.load(file)
    assert str(caught.value).startswith(str(file))
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_refused(tmp_path) -> None:
    (tmp_path / "latin").write_bytes(b"\xff")
    for name in ("nowhere", "", "latin"):
        with pytest.raises(InputError):
            Widths.load(tmp_path / name)


# The one function that shows any result in any style


def test_json_is_the_document_with_the_command() -> None:
    found = json.loads(show(RESULT, "json", command="wordorder widths"))
    assert found == {**json.loads(dumps(RESULT.to_dict())), "command": "wordorder widths"}
    assert "command" not in json.loads(show(RESULT, "json"))


def test_json_keeps_the_sentences_of_the_views() -> None:
    assert json.loads(show(RESULT, "json", [("widest",)], top=2))["sentences"] == [1, 2]
    assert json.loads(show(RESULT, "json", sentences=True))["sentences"] == [1, 2, 3]
    assert "sentences" not in json.loads(show(RESULT, "json"))


def test_tsv_is_one_view() -> None:
    assert show(RESULT, "tsv") == "line\twidth\n2\t5\n1\t3\n3\t2\n"
    assert show(RESULT, "tsv", [("widest",)], top=1) == "line\twidth\n2\t5\n"
    with pytest.raises(UsageError, match="choose one view"):
        show(RESULT, "tsv", [("widest",), ("widths",)])


def test_a_table_is_the_main_view_the_others_signature_and_command() -> None:
    shown = show(RESULT, "table", [("above", "2"), ("widest",)], top=1, command="wordorder \x1b")
    assert shown.split("\n") == [
        *["line  width", "   2      5", "   1      3", "   3      2", ""],
        *["width", "    3", ""],
        *["line 2 on None columns, False", ""],
        *[RESULT.signature, r"wordorder \x1b", ""],
    ]


def test_cards_get_the_screen() -> None:
    shown = show(RESULT, "table", [("widest",)], top=1, screen=Screen(40, color=True))
    assert "line 2 on 40 columns, True" in shown


@pytest.mark.parametrize("style", ["latex", "markdown"])
def test_papers_get_tables_with_signatures(style) -> None:
    shown = show(RESULT, style, [("widest",)], top=1)
    assert shown.count("seed:1") == 2
    assert "line 2 on" not in shown


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown format 'xml'"):
        show(RESULT, "xml")
