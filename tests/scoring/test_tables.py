"""Scores as tables, in words and in a notebook."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

import wordorder as wo
from wordorder import Comparison, Preset, Resampling
from wordorder.errors import UsageError
from wordorder.output import render
from wordorder.scoring import shared_task_files
from wordorder.scoring.wording import shown_p, significance

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

WANTED = ["a b c d e", "f g h i j", "k l m n o", "p q r s t", "u v w x y", "nothing"]
GOOD = [*WANTED[:5], ""]
BAD = [line[::-1] for line in WANTED[:5]] + [""]


@pytest.fixture(scope="module")
def result() -> wo.ScoreResult:
    return wo.score(WANTED, {"good": GOOD, "bad": BAD}, resampling=Resampling(200, confidence=0.9))


# --- Tables


def headings(result) -> list[str]:
    return [name.replace("_per_100", "/100") for name in result.shown_measures]


def test_a_row_for_each_system_and_an_interval_for_each_score(result) -> None:
    table = result.tables()[0]
    names = [column.name for column in table.columns]
    assert names == ["system", *headings(result)]
    assert [row[0] for row in table.shown_rows()] == ["good", "bad"]
    assert [column.align for column in table.columns] == ["left", *["right"] * len(names[1:])]
    column = names.index("coverage")
    column_of_scores = result.column("coverage")
    low = result.scores.low[0, column_of_scores]
    high = result.scores.high[0, column_of_scores]
    assert low < high
    assert table.shown_rows()[0][column] == f"0.962 [{low:.3f}, {high:.3f}]"
    assert "; [low, high] is the 90% interval" in table.note


def test_an_interval_with_equal_sides_is_told_by_half_of_it(result) -> None:
    even = np.stack([result.scores.value - 0.01, result.scores.value + 0.01])
    scores = replace(result.scores, low=even[0], high=even[1])
    table = replace(result, scores=scores).tables()[0]
    assert table.shown_rows()[0][-1] == "0.962 ±0.010"
    assert "; ± is half of the 90% interval" in table.note


def test_the_note_tells_sentences_confidence_and_what_is_undefined(result) -> None:
    note = result.tables()[0].note
    assert note.startswith("6 sentences; ")
    assert "90%" in note
    assert "; order undefined, as no word matches: 2 translations\nHigher is better. " in note
    assert "undefined" not in wo.score(["a"], ["a"], resampling=Resampling(1)).tables()[0].note


def test_what_is_undefined_has_a_dash() -> None:
    nothing = wo.score(["a b", "c d"], ["x", "y"], resampling=Resampling(5))
    text = render(nothing.tables()[0], "plain")
    assert "nan" not in text
    assert re.search(r"^system  0\.000 ±0\.000 +–  +–  +–  0\.000 ±", text, re.MULTILINE)


def test_the_records_have_every_digit(result) -> None:
    lines = [line.split("\t") for line in result.records().text("tsv").splitlines()]
    rows = [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]
    for system, row in enumerate(rows):
        assert row["system"] == result.systems[system]
        assert (row["sentences"], row["undefined"]) == ("6", "1")
        for column, measure in enumerate(result.measures):
            for end, name in (("value", measure), ("low", f"{measure}_low")):
                assert float(row[name]) == getattr(result.scores, end)[system, column]


def test_the_columns_of_sentences_have_every_score(result) -> None:
    columns = result.records("segments").columns
    assert list(columns) == ["system", "line", *result.measures]
    assert columns["system"].tolist() == [name for name in result.systems for _ in range(6)]
    assert columns["line"].tolist() == [*range(1, 7)] * 2
    found = np.column_stack([columns[measure] for measure in result.measures])
    assert np.array_equal(found, result.segments.reshape(12, -1), equal_nan=True)
    assert np.isnan(columns[result.measures[1]][5])  # nothing of the last sentence is matched


# --- Significance


@pytest.mark.parametrize(
    ("difference", "p", "mark"),
    [
        (0.1, 0.01, "+**"),
        (-0.1, 0.01, "-**"),
        (0.1, 0.0499, "+**"),
        (0.1, 0.05, "+*"),
        (-0.1, 0.0999, "-*"),
        (0.1, 0.10, "0"),
        (0.0, 0.01, "0"),
        (float("nan"), float("nan"), "0"),
    ],
)
def test_marks(difference, p, mark) -> None:
    assert significance(difference, p) == mark


def test_errors_of_order_carry_no_marks_by_themselves(result) -> None:
    table = result.tables()[0]
    place = result.shown_measures.index("breaks_per_100") + 1
    assert [row[place] for row in table.shown_rows()] == ["0.0 [0.0, 0.0]", "76.9 [72.4, 80.0]"]
    assert not any(column == place for _, column in (*table.marks, *table.best_cells()))


def test_fewer_errors_are_better_for_those_who_ask(result) -> None:
    rows = result.tables("significance", "breaks_per_100")[0].shown_rows()
    assert rows == [["1 good", "", "+**"], ["2 bad", "-**", ""]]
    text = shared_task_files(result)["misplaced_per_100.sys.score"]
    assert [float(line.split("\t")[1]) for line in text.splitlines()] == [
        -result.value(name, "misplaced_per_100") for name in result.systems
    ]
    assert "good\t0.0\n" in text


def test_the_matrix_reads_row_against_column(result) -> None:
    table = result.tables("significance", "pef")[0]
    assert [column.name for column in table.columns] == ["pef", "1", "2"]
    assert table.shown_rows() == [["1 good", "", "+**"], ["2 bad", "-**", ""]]
    rows = result.tables("significance", "bleu1")[0].shown_rows()
    assert rows == [["1 good", "", "0"], ["2 bad", "0", ""]]


@pytest.mark.parametrize(
    ("p", "text"), [(1.0, "p = 1.000"), (0.0005, "p = 0.001"), (0.0004, "p < 0.001")]
)
def test_p_is_never_shown_as_0(p, text) -> None:
    assert shown_p(p) == text


# --- Words


def test_the_better_system_comes_first(result) -> None:
    (finding,) = result.findings()
    assert finding.startswith("good orders words better than bad: pef +1.000 [1.000, 1.000], p = ")
    assert finding.endswith("; no difference found in word choice")
    swapped = wo.score(
        WANTED, {"bad": BAD, "good": GOOD}, resampling=Resampling(200, confidence=0.9)
    )
    assert swapped.findings() == [finding]


def test_differences_in_the_choice_of_words() -> None:
    few_words = [f"{line[:5]} - -" for line in WANTED]
    result = wo.score(WANTED, {"few": few_words, "good": GOOD}, resampling=Resampling(200))
    (finding,) = result.findings()
    assert re.fullmatch(
        r"few and good: no difference found in word order \(pef .*\); "
        r"good chooses words better than few: bleu1 \+0\.\d{3} \[0\.\d{3}, 0\.\d{3}\], p = 0\.\d+",
        finding,
    )


def test_ribes_has_no_choice_of_words_to_speak_of() -> None:
    result = wo.score(
        WANTED, {"good": GOOD, "bad": BAD}, preset="ribes", resampling=Resampling(200)
    )
    (finding,) = result.findings()
    assert finding.startswith("good orders words better than bad: kendall +1.000")
    assert "word choice" not in finding


def test_zero_has_no_sign() -> None:
    result = wo.score(WANTED, {"one": GOOD, "other": GOOD}, resampling=Resampling(5))
    (finding,) = result.findings()
    assert "-0.000" not in finding
    assert not np.signbit(result.tests.difference).any()


def test_what_is_rounded_to_zero_has_no_sign(result) -> None:
    tiny = np.full_like(result.tests.difference, -0.0004)
    tests = replace(result.tests, difference=tiny, low=tiny, high=-tiny, p_value=tiny + 1)
    (finding,) = replace(result, tests=tests).findings()
    assert "(pef +0.000 [0.000, 0.000], p = 1.000)" in finding


# --- The result


def test_a_value_by_names(result) -> None:
    assert result.value("bad", "kendall") == 0
    assert result.segment("kendall").shape == (2, 6)
    assert result.sentence_count == 6
    assert result.undefined.tolist() == [1, 1]


@pytest.mark.parametrize(("system", "measure"), [("ugly", "kendall"), ("good", "ulam")])
def test_unknown_names_are_told(result, system, measure) -> None:
    with pytest.raises(UsageError, match="unknown"):
        result.value(system, measure)


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"lang": "en"}, "|lang:en|"),
        ({"tokenize": "char"}, "|tok:char"),
        ({"preset": "ribes"}, "|preset:ribes|"),
        ({"preset": Preset(ordering="ulam")}, "|ordering:ulam|"),
        ({"preset": Preset(lexical="f1")}, "|lexical:f1|"),
        ({"preset": Preset(alpha=0.25)}, "|alpha_lexical:0.25|"),
        ({"preset": Preset("lrscore", alpha=0.25)}, "|alpha_ordering:0.25|"),
        ({"preset": Preset(beta=0.3)}, "|beta:0.3|"),
        ({"preset": Preset(gamma=0.1)}, "|gamma:0.1|"),
        ({"comparison": Comparison("randomization")}, "|test:randomization|"),
        ({"comparison": Comparison(holm=True)}, "|test:bootstrap+holm|"),
        ({"resampling": Resampling(resamples=7)}, "|resamples:7|"),
        ({"resampling": Resampling(seed=8)}, "|seed:8|"),
        ({"resampling": Resampling(confidence=0.9)}, "|confidence:0.9|"),
    ],
    ids=str,
)
def test_the_signature_pins_what_decides_the_scores(options, part) -> None:
    default = wo.score(["a b"], ["b a"]).signature
    found = wo.score(["a b"], ["b a"], **options).signature
    assert part in f"{found}|"
    assert part not in f"{default}|"


@pytest.mark.parametrize("option", ["alpha", "beta", "gamma"])
def test_the_signature_has_every_digit(option) -> None:
    one, other = (
        wo.score(["a b"], ["b a"], preset=Preset(**{option: value})).signature
        for value in (0.12345671, 0.12345672)
    )
    assert one != other


# --- Notebooks


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, _: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_notebook_shows_table_note_and_findings(result) -> None:
    page = Tags()
    page.feed(result._repr_html_())
    assert page.tags.count("tr") == 3
    assert page.tags.count("b") == 6  # the best of each column; in bleu1 both are
    assert page.tags.count("sup") == 4  # what differs from the first system
    assert "good orders words better than bad" in page.text
    assert "6 sentences" in page.text


def test_hostile_names_are_text() -> None:
    name = "<script>alert('&')</script>\x1b[31m\u202e"
    result = wo.score(WANTED, {name: GOOD, "<b>": BAD}, resampling=Resampling(200))
    html = result._repr_html_()
    page = Tags()
    page.feed(html)
    assert "script" not in page.tags
    assert "<script>alert('&')</script>" in page.text
    assert "<b>0." in page.text  # a name, then its score
    assert not {"\x1b", "\u202e"} & set(html)


def test_names_in_findings_do_not_steer_a_terminal() -> None:
    result = wo.score(WANTED, {"\x1b[31m\u202e": GOOD, "bad": BAD}, resampling=Resampling(200))
    (finding,) = result.findings()
    assert not {"\x1b", "\u202e"} & set(finding + result._repr_html_())


@pytest.mark.parametrize("style", ["plain", "html", "markdown", "latex"])
def test_hostile_names_in_tables(style) -> None:
    result = wo.score(WANTED, {"\x1b[31m\n|&\u202e": GOOD, "bad": BAD}, resampling=Resampling(5))
    for table in (*result.tables(), *result.tables("significance", "pef")):
        text = render(table, style)
        assert not {"\x1b", "\u202e"} & set(text)
        assert r"x1b" in text
