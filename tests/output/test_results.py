"""What every result can do, shown on a small one."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, Any

import pytest

from document_checks import check_damage, check_document
from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.output import Column, Records, Result, Screen, Table, View, dumps, show
from wordorder.output.codec import SENTENCES, derived
from wordorder.output.grid import Grid, Layout
from wordorder.output.views import record_view


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Widths(Result):
    """A number for each line."""

    SCHEMA = "widths/1"

    widths: tuple[int, ...]
    signature: str = "wordorder:1|seed:1"
    sentences: Annotated[Grid, Layout("line", columns={"width": int})] | None = field(
        default=None, metadata=SENTENCES
    )

    @classmethod
    def views(cls) -> Mapping[str, View]:
        return {
            "widths": View(_table, _records),
            "widest": View(_table, _records, _cards, _lines),
            "above": View(_above, _records),
            "all": record_view(lambda result: result.sentences.records()),
        }

    @derived
    def most(self) -> int:
        """The widest."""
        return max(self.widths)

    def summary(self) -> str:
        return f"{len(self.widths)} lines"


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


RESULT = Widths((3, 5, 2), sentences=Grid.of({"line": [1, 2, 3]}, width=[3, 5, 2]))


def test_the_first_view_is_the_main_one() -> None:
    assert RESULT.tables()[0].rows == RESULT.tables("widths")[0].rows == ((2, 5), (1, 3), (3, 2))
    assert RESULT.tables("widest", top=1)[0].rows == ((2, 5),)
    assert RESULT.tables("above", "2")[0].rows == ((3,), (5,))


def test_tables_and_records_carry_the_signature() -> None:
    assert {table.signature for table in RESULT.tables()} == {RESULT.signature}
    assert RESULT.records().signature == RESULT.signature


def test_an_unknown_view_is_named() -> None:
    with refused(UsageError):
        RESULT.tables("widhts")
    with refused(UsageError):
        RESULT.records("x")


def test_only_views_that_rank_take_top() -> None:
    assert RESULT.records("all").columns == {"line": [1, 2, 3], "width": [3, 5, 2]}
    with refused(UsageError):
        RESULT.records("all", top=1)
    with refused(UsageError):
        RESULT.records(top=0)
    assert show(RESULT, "tsv", [("all",)], top=1).count("\n") == 4
    assert show(RESULT, "markdown", [("all",)], top=1).count("\n") > 4


def test_wrong_arguments_are_named() -> None:
    with refused(UsageError):
        RESULT.records("all", "x")
    with refused(UsageError):
        Widths((1,)).tables("above")


def test_it_shows_itself() -> None:
    assert repr(RESULT) == "<Widths: 3 lines>"
    assert RESULT._repr_html_().count("<table>") == 1


def test_it_comes_back_from_its_document(tmp_path) -> None:
    RESULT.save(tmp_path / "widths.json", sentences=True)
    back = Widths.load(tmp_path / "widths.json")
    assert back.to_dict(sentences=True) == RESULT.to_dict(sentences=True)
    check_document(RESULT)
    for seed in range(20):
        check_damage(RESULT, Random(seed))
    assert pickle.loads(pickle.dumps(RESULT)).to_dict() == RESULT.to_dict()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[" * 100_000,
        "[1]",
        '{"schema": "wordorder/score/1"}',
        f'{{"schema": {"[" * 900}{"]" * 900}}}',
        '{"schema": "wordorder/widths/1"}',
        '{"schema": "wordorder/widths/1", "widths": ["x"]}',
        '{"schema": "wordorder/widths/1", "widths": 7}',
    ],
    ids=range(9),
)
def test_other_documents_are_refused_by_file(tmp_path, text) -> None:
    file = tmp_path / "widths.json"
    file.write_text(text)
    with refused(InputError) as caught:
        Widths.load(file)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_refused(tmp_path) -> None:
    (tmp_path / "latin").write_bytes(b"\xff")
    for name in ("nowhere", "", "latin"):
        with pytest.raises(InputError):
            Widths.load(tmp_path / name)


# The one function that shows any result in any style


def test_json_is_the_document_with_the_command() -> None:
    document = json.loads(show(RESULT, "json", command="wordorder widths"))
    assert document == {**json.loads(dumps(RESULT.to_dict())), "command": "wordorder widths"}
    assert "command" not in json.loads(show(RESULT, "json"))


def test_json_keeps_the_sentences_of_the_views() -> None:
    def lines(**options: Any) -> list[int]:
        return json.loads(show(RESULT, "json", **options))["sentences"]["axes"]["line"]

    assert lines(views=[("widest",)], top=2) == [1, 2]
    assert lines(sentences=True) == [1, 2, 3]
    assert "sentences" not in json.loads(show(RESULT, "json"))


def test_sentences_that_were_not_kept_cannot_be_saved() -> None:
    back = Widths.from_dict(RESULT.to_dict())
    assert back.sentences is None
    for wanted in (True, {1}):
        with refused(UsageError):
            back.to_dict(sentences=wanted)


def test_the_schema_is_made_of_hints_and_docstrings() -> None:
    schema = Widths.json_schema()
    assert schema["title"] == "Widths"
    assert schema["description"] == "A number for each line."
    assert list(schema["properties"])[:3] == ["schema", "signature", "command"]
    assert schema["required"] == ["schema", "signature", "widths", "most"]
    most = {"description": "The widest.", "readOnly": True, "type": "integer"}
    assert schema["properties"]["most"] == most


def test_tsv_is_one_view() -> None:
    assert show(RESULT, "tsv") == "line\twidth\n2\t5\n1\t3\n3\t2\n"
    assert show(RESULT, "tsv", [("widest",)], top=1) == "line\twidth\n2\t5\n"
    with refused(UsageError):
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
    with refused(UsageError):
        show(RESULT, "xml")
