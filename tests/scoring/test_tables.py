"""Scores as tables, in words and in a notebook."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

import wordorder as wo
from grid_figures import with_columns
from messages import refused
from wordorder import Preset, Resampling
from wordorder.errors import UsageError
from wordorder.output import render
from wordorder.output.views import significance_mark
from wordorder.scoring import Comparison, shared_task_files

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

LINES = ["a b c d e", "f g h i j", "k l m n o", "p q r s t", "u v w x y"]
WANTED = [*LINES, "nothing"] * 6
GOOD = [*LINES, ""] * 6
BAD = [*(line[::-1] for line in LINES), ""] * 6


@pytest.fixture(scope="module")
def result() -> wo.ScoreResult:
    return wo.score(WANTED, {"good": GOOD, "bad": BAD}, resampling=Resampling(200, confidence=0.9))


# --- Tables


def test_a_row_for_each_system_and_an_interval_for_the_leading_score(result) -> None:
    table = result.tables()[0]
    names = [column.name for column in table.columns]
    assert names == ["system", *(name.removesuffix("_per_100") for name in result.shown_measures)]
    assert names[1] == result.leading == "fuzzy"
    assert [row[0] for row in table.shown_rows()] == ["good", "bad"]
    assert [column.align for column in table.columns] == ["left", *["right"] * len(names[1:])]
    for ends, note, shown in (
        ((0.9, 0.96), "± is half of the", "0.930 ±0.030"),
        ((0.7, 0.96), "[low, high] is the", "0.930 [0.700, 0.960]"),
    ):
        scores = {name: column.copy() for name, column in result.scores.columns.items()}
        for name, figure in zip(scores, (0.93, *ends), strict=True):
            scores[name][:, result.column("fuzzy")] = figure
        table = replace(result, scores=with_columns(result.scores, **scores)).tables()[0]
        assert table.shown_rows()[0][1] == shown
        assert table.shown_rows()[0][-1] == "0.962"
        assert f"; {note} 90% interval" in table.note


def test_the_note_tells_sentences_confidence_and_what_is_undefined(result) -> None:
    note = result.tables()[0].note
    assert note.startswith("36 sentences; ")
    assert "90%" in note
    assert (
        "; order undefined, as no word can be judged: 12 translations\nHigher is better. " in note
    )
    assert "undefined" not in wo.score(["a"], ["a"], resampling=Resampling(1)).tables()[0].note


def test_what_is_undefined_has_a_dash() -> None:
    nothing = wo.score(["a b", "c d"], ["x", "y"], resampling=Resampling(5))
    text = render(nothing.tables()[0], "plain")
    assert "nan" not in text
    assert re.search(r"^system  +–  +–  +–  +0\.0 +0\.000 +0\.000 +0\.000$", text, re.MULTILINE)


def test_no_order_is_marked_as_best_by_its_own_words() -> None:
    """A system with a single word has it in the right place, and no verdict."""
    lines = [f"{line} z" for line in WANTED]
    swapped = [f"z {line}" for line in WANTED]
    one = wo.score(lines, {"A": swapped, "one": [line[0] for line in lines]})
    assert one.comparison("A", "one").withheld is not None
    assert one.value("one", one.leading) > one.value("A", one.leading)
    marked = {column.name for column in one.tables()[0].columns if column.best}
    assert marked == {"bleu1", "pefscore"}


def test_the_records_have_every_digit(result) -> None:
    lines = [line.split("\t") for line in result.records().text("tsv").splitlines()]
    rows = [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]
    for system, row in enumerate(rows):
        assert row["system"] == result.systems[system]
        assert (row["sentences"], row["undefined"]) == ("36", "6")
        for column, measure in enumerate(result.measures):
            for end, name in (("value", measure), ("low", f"{measure}_low")):
                assert float(row[name]) == result.scores[end][system, column]


def test_the_columns_of_sentences_have_every_score(result) -> None:
    columns = result.records("segments").columns
    assert list(columns) == ["system", "line", *result.measures]
    assert columns["system"].tolist() == [name for name in result.systems for _ in range(36)]
    assert columns["line"].tolist() == [*range(1, 37)] * 2
    found = np.column_stack([columns[measure] for measure in result.measures])
    assert np.array_equal(found, result.segments["value"].reshape(72, -1), equal_nan=True)
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
    assert significance_mark(difference, p, alpha=0.05, excludes_zero=True) == mark


@pytest.mark.parametrize(
    ("p", "alpha", "mark"), [(0.01, 0.05, "+*"), (0.01, 0.01, "+**"), (0.01, 0.1, "0")]
)
def test_marks_of_an_interval_with_0_do_not_contradict_the_verdict(p, alpha, mark) -> None:
    assert significance_mark(0.1, p, alpha=alpha, excludes_zero=False) == mark


def test_errors_of_order_are_marked_by_shared_words_only_and_never_bold(result) -> None:
    table = result.tables()[0]
    place = result.shown_measures.index("breaks_per_100") + 1
    assert [row[place] for row in table.shown_rows()] == ["0.0", "76.9"]
    assert table.marks[1, place] == "-"
    assert not any(column == place for _, column in table.best_cells())
    none = replace(result.shared, differences=with_columns(result.shared.differences, p=1.0))
    marks = replace(result, shared=none).tables()[0].marks
    assert {result.shown_measures[column - 1] for _, column in marks} == {"pefscore"}


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


# --- Words


def test_the_better_system_comes_first(result) -> None:
    (finding,) = result.findings()
    order, _, choice = finding.partition("; ")
    assert order == (
        "good orders words better than bad by fuzzy, kendall, pef and breaks "
        "(good − bad: fuzzy +1.000 [1.000, 1.000], p ≤ 0.005)"
    )
    assert choice.startswith("no difference found in word choice (bad − good: bleu1 0.000 [")
    swapped = wo.score(
        WANTED, {"bad": BAD, "good": GOOD}, resampling=Resampling(200, confidence=0.9)
    )
    assert swapped.findings()[0].partition("; ")[0] == order


def test_differences_in_the_choice_of_words() -> None:
    few_words = [f"{line[:5]} - -" for line in WANTED]
    result = wo.score(WANTED, {"few": few_words, "good": GOOD}, resampling=Resampling(200))
    (finding,) = result.findings()
    assert re.fullmatch(
        r"few and good: no difference found in word order by fuzzy, kendall, pef and "
        r"breaks \(good − few: fuzzy 0\.000 .*\); good chooses words better than few "
        r"\(good − few: bleu1 \+0\.\d{3} \[0\.\d{3}, 0\.\d{3}\], p ≤ 0\.005\); "
        r"but there are doubts about few and good",
        finding,
    )


def test_ribes_has_no_choice_of_words_to_speak_of() -> None:
    result = wo.score(
        WANTED, {"good": GOOD, "bad": BAD}, preset="ribes", resampling=Resampling(200)
    )
    (finding,) = result.findings()
    assert finding.startswith("good orders words better than bad by kendall, fuzzy, pef and ")
    assert "word choice" not in finding


def test_what_is_zero_or_rounded_to_it_has_no_sign(result) -> None:
    same = wo.score(WANTED, {"one": GOOD, "other": GOOD}, resampling=Resampling(5))
    assert same.findings() == ["one and other score the same by every measure"]
    assert not np.signbit(same.tests["difference"]).any()

    def told(**columns: float) -> str:
        differences = with_columns(result.shared.differences, **columns)
        shared = replace(result.shared, differences=differences)
        (finding,) = replace(result, shared=shared).findings()
        return finding

    finding = told(difference=-0.0004, low=-0.0004, high=0.0004, p=0.9996)
    assert "(bad − good: fuzzy -0.0004 [-0.0004, 0.0004], p = 1.000)" in finding
    finding = told(difference=-4e-10, low=-0.0004, high=0.0004, p=0.9996)
    assert "(bad − good: fuzzy 0.000000 [-0.000400, 0.000400], p = 1.000)" in finding
    finding = told(difference=-4e-10, low=-8e-10, high=-2e-10, p=0.0004)
    assert "fuzzy +4.0e-10 [2.0e-10, 8.0e-10], p ≤ 0.0004" in finding


# --- The result


def test_a_value_by_names(result) -> None:
    assert result.value("bad", "kendall") == 0
    assert result.segment("kendall").shape == (2, 36)
    assert result.sentence_count == 36
    assert result.undefined["sentences"].tolist() == [6, 6]


@pytest.mark.parametrize(("system", "measure"), [("ugly", "kendall"), ("good", "ulam")])
def test_unknown_names_are_told(result, system, measure) -> None:
    with refused(UsageError):
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
    assert page.tags.count("b") == 3  # the best pefscore; in bleu1 both are
    assert page.tags.count("sup") == 5  # what differs from the first system
    assert "good orders words better than bad" in page.text
    assert "36 sentences" in page.text


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


def test_few_sentences_are_not_called_few_shared_words() -> None:
    few = wo.score(WANTED[:6], {"A": GOOD[:6], "B": BAD[:6]})
    for measure, what in (("fuzzy", "shared words"), ("bleu1", "sentences")):
        (table,) = few.tables("significance", measure)
        assert table.note.endswith(f"; ? too few {what}.")
