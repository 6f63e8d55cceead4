"""Verdicts: which differences count, and what the sentences say of them."""

from __future__ import annotations

import re
import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from grid_figures import with_columns
from messages import warned
from wordorder import Resampling
from wordorder.scoring import Comparison, SharedOrder
from wordorder.scoring.findings import shown_p
from wordorder.scoring.presets import LEADING, Preset, leading_metric
from wordorder.statistics import bootstrap

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

WANTED = ["a b c d e", "f g h i j", "k l m n o", "p q r s t", "u v w x y"] * 8
SWAPPED = [f"{line[2]} {line[0]}{line[3:]}" for line in WANTED]
REVERSED = [line[::-1] for line in WANTED]


@pytest.fixture(scope="module")
def result() -> wo.ScoreResult:
    return wo.score(WANTED, {"A": REVERSED, "B": WANTED})


def with_figures(
    result: wo.ScoreResult, share: float = 0.5, sentences: int = 40, **figures
) -> wo.ScoreResult:
    """The result with other figures on shared words: difference, low, high and p of a metric."""
    found = result.shared
    columns = {name: np.zeros(found.differences.shape) for name in ("difference", "low", "high")}
    columns["p"] = np.full(found.differences.shape, 0.5)
    for metric, values in figures.items():
        for column, value in zip(columns.values(), values, strict=True):
            column[0, found.metrics.index(metric)] = value
    differences = with_columns(found.differences, **columns, p_holm=columns["p"])
    words = with_columns(found.words, share=share, sentences=sentences)
    return replace(result, shared=SharedOrder(differences, words))


BETTER, WORSE, NEITHER = (0.02, 0.01, 0.03, 0.004), (-0.02, -0.03, -0.01, 0.004), (0, -0.1, 0.1, 1)


# --- Sentences


NONE_FOUND = "A and B: no difference found in word order by fuzzy, kendall, pef and breaks ("
SAYINGS = {
    "all agree; fewer breaks are better": (
        {"fuzzy": BETTER, "kendall": BETTER, "pef": BETTER, "breaks_per_100": WORSE},
        (
            "B orders words better than A by fuzzy, kendall, pef and breaks "
            "(B − A: fuzzy +0.020 [0.010, 0.030], p = 0.004)"
        ),
    ),
    "some find nothing": (
        {"fuzzy": WORSE, "kendall": WORSE},
        (
            "A orders words better than B by fuzzy and kendall, no difference by pef and "
            "breaks (A − B: fuzzy +0.020 [0.010, 0.030], p = 0.004)"
        ),
    ),
    "the leading one finds nothing": (
        {"fuzzy": NEITHER, "kendall": WORSE},
        (
            "A and B: word order differs only by some metrics: A is better by kendall, no "
            "difference by fuzzy, pef and breaks (A − B: fuzzy 0.000 [-0.100, 0.100], "
            "p = 1.000; kendall +0.020 [0.010, 0.030], p = 0.004)"
        ),
    ),
    "they contradict each other": (
        {"fuzzy": BETTER, "kendall": WORSE, "breaks_per_100": BETTER},
        (
            "A and B: the metrics disagree on word order: B is better by fuzzy, worse by kendall "
            "and breaks, no difference by pef (B − A: fuzzy +0.020 [0.010, 0.030], "
            "p = 0.004; kendall -0.020 [-0.030, -0.010], p = 0.004)"
        ),
    ),
    "none": ({"fuzzy": NEITHER}, f"{NONE_FOUND}B − A: fuzzy 0.000 [-0.100, 0.100], p = 1.000)"),
    "only p": (
        {"fuzzy": (0.02, -0.01, 0.03, 0.004)},
        f"{NONE_FOUND}B − A: fuzzy +0.020 [-0.010, 0.030], p = 0.004, interval and p disagree)",
    ),
    "only the interval": (
        {"fuzzy": (0.02, 0.01, 0.03, 0.0504)},
        f"{NONE_FOUND}B − A: fuzzy +0.020 [0.010, 0.030], p = 0.050, interval and p disagree)",
    ),
    "small, and at the limit": (
        {"fuzzy": (0.0004, 0.00002, 0.0007, 1 / 1001)},
        (
            "B orders words better than A by fuzzy, no difference by kendall, pef and "
            "breaks (B − A: fuzzy +0.00040 [0.00002, 0.00070], p ≤ 0.001)"
        ),
    ),
    "few words": (
        {"fuzzy": BETTER, "share": 0.03},
        (
            "A and B: no verdict on word order: they share too few words: 3.0% are compared, "
            "fewer than 5%"
        ),
    ),
    "few sentences": (
        {"fuzzy": BETTER, "sentences": 29},
        (
            "A and B: no verdict on word order: they share words in too few sentences: "
            "29 sentences, fewer than 30"
        ),
    ),
}


@pytest.mark.parametrize(("figures", "saying"), SAYINGS.values(), ids=SAYINGS)
def test_a_verdict_names_metrics_direction_interval_and_p(result, figures, saying) -> None:
    made = with_figures(result, **figures)
    (finding,) = made.findings()
    order, choice = re.fullmatch(r"(.*\)|.*%|.*30); (.*?)", finding).groups()
    assert order == saying
    assert choice.startswith("no difference found in word choice (B − A: bleu1 0.000 [0.000, ")
    winner = re.match("([AB]) orders words|.*disagree on word order: ([AB])", saying)
    better = "" if winner is None else winner[1] or winner[2]
    assert made.records("pairs").columns["better"][made.measures.index("fuzzy")] == better
    assert (len(made.clusters) == 2) == bool(better)


def test_the_leading_metric_leads_table_and_verdict(result) -> None:
    made = with_figures(replace(result, leading="pef"), fuzzy=WORSE, pef=BETTER)
    (finding,) = made.findings()
    assert "B is better by pef, worse by fuzzy, no difference by kendall and breaks (B" in finding
    (table,) = made.tables()
    names = [column.name for column in table.columns]
    assert names == ["system", "pef", "kendall", "fuzzy", "breaks", "bleu1", "pefscore", "coverage"]
    assert made.clusters == [["B"], ["A"]]
    assert made.tables("significance")[0].columns[0].name == "pef"


def test_presets_asked_for_lead_with_their_own_metric() -> None:
    assert leading_metric(Preset("lrscore"), ["pef"]) == "kendall"
    assert leading_metric(Preset(ordering="ulam"), ["pef"]) == "ulam"
    assert leading_metric(Preset(), ["kendall", "pef", "fuzzy"]) == LEADING
    assert leading_metric(Preset(), []) == "pef"
    assert wo.score(["a b"], ["b a"], preset="complexity").leading == "pet_size"


# --- What there is too little of


def test_one_sentence_is_never_significant() -> None:
    result = wo.score(WANTED[:1], {"A": REVERSED[:1], "B": ["a b c d e"], "C": ["a"]})
    assert {finding[7:] for finding in result.findings()} == {
        ": no verdict from 1 sentence, 30 are needed"
    }
    assert not any(result.records("pairs").columns["better"])
    assert result.tables()[0].marks == {}
    assert result.clusters == []


def test_systems_that_cannot_be_compared_are_not_ranked() -> None:
    one_word = [line[0] for line in WANTED]
    systems = {"one word": one_word, "none": ["zzz"] * 40, "A": REVERSED, "B": SWAPPED, "C": WANTED}
    result = wo.score(WANTED, {**systems, "D": SWAPPED})
    assert result.clusters == [["C"], ["B", "D"], ["A"]]
    (table,) = result.tables()
    assert [row[:2] for row in table.shown_rows()] == [
        ["C", "1"],
        ["B", "2"],
        ["D", "2"],
        ["A", "3"],
        ["one word", "–"],
        ["none", "–"],
    ]
    assert "Too few shared words to rank: one word and none." in table.note
    findings = result.findings()
    assert findings[0].startswith(
        "one word and none: no verdict on word order: no word of none matches; "
    )
    assert findings[1].startswith("one word and A: no verdict on word order: they share no words ")
    assert "B and D score the same by every measure" in findings
    assert "The JSON output has all 15 pairs" in table.note
    _, doubts, findings = table.note.split("\n\n")
    assert (len(doubts.split("\n")), len(findings.split("\n"))) == (3, 5 + 1)


def test_words_that_match_too_weakly_are_not_said_to_match_nothing() -> None:
    order = wo.Matcher("en", min_confidence=1.0)
    texts = ["we have seen the house"] * 30
    found = wo.score(texts, {"A": texts, "B": [*texts[:-1], "x"]}, order_from=order)
    wanted = "A and B: no verdict on word order: they share words in too few sentences: 29 "
    assert found.findings()[0].startswith(wanted)
    note = found.tables()[0].note
    assert "order undefined, as no word can be judged: 60 translations" in note


def test_verdicts_do_not_depend_on_the_least_confidence() -> None:
    texts = ["we have seen the house"] * 30
    systems = {"A": texts, "B": ["house the seen have we"] * 30, "C": texts}
    strict, usual = (
        wo.score(texts, systems, order_from=wo.Matcher("en", min_confidence=least))
        for least in (1.0, 0.0)
    )
    assert np.isnan(strict.value("A", "fuzzy"))
    assert strict.clusters == usual.clusters == [["A", "C"], ["B"]]
    told = strict.findings()
    assert told[0].startswith("A orders words better than B by fuzzy, kendall, pef and breaks (")
    assert [one.partition("; ")[0] for one in told[::2]] == [
        one.partition("; ")[0] for one in usual.findings()[::2]
    ]
    assert "that both systems have, weak matches included: 80% of" in strict.tables()[0].note
    assert "weak" not in usual.tables()[0].note


# --- One level for all


def test_marks_go_by_the_level_of_the_sentences(result) -> None:
    made = with_figures(result, fuzzy=(0.02, -0.001, 0.03, 0.07), kendall=BETTER)
    places = {column.name: place for place, column in enumerate(made.tables()[0].columns)}
    assert made.tables()[0].marks == {(1, places["kendall"]): "+", (1, places["pefscore"]): "+"}
    assert made.tables()[0].marks_note == (
        "+ better or - worse than A: p < 0.05 and an interval without 0. Word order is compared on "
        "the words that both have."
    )
    corrected = replace(made, holm=True)
    assert "p < 0.05 after Holm's correction and" in corrected.tables()[0].marks_note
    assert corrected.tables("significance")[0].note.endswith(" p after Holm's correction.")
    wider = replace(made, confidence=0.9)
    assert wider.alpha == 0.1
    assert (1, places["fuzzy"]) not in wider.tables()[0].marks  # its interval is that of 95 %
    narrow = with_figures(wider, fuzzy=(0.02, 0.001, 0.03, 0.07))
    assert narrow.tables()[0].marks[1, places["fuzzy"]] == "+"
    rows = [
        replace(one, confidence=0.9).tables("significance", "fuzzy")[0].shown_rows()
        for one in (made, narrow)
    ]
    assert rows[0] == [["1 A", "", "0"], ["2 B", "0", ""]]  # as its interval has 0 in it
    assert rows[1] == [["1 A", "", "-*"], ["2 B", "+*", ""]]
    only_p = with_figures(result, fuzzy=(0.02, -0.001, 0.03, 0.04)).tables("significance")[0]
    assert only_p.shown_rows() == [["1 A", "", "-*"], ["2 B", "+*", ""]]
    assert "** p < 0.05 and an interval without 0, * p < 0.10; 0 neither." in only_p.note
    few = with_figures(result, fuzzy=BETTER, share=0.01).tables("significance")[0]
    assert few.shown_rows() == [["1 A", "", "?"], ["2 B", "?", ""]]
    assert few.note.endswith("; ? too few shared words.")


def test_p_by_name_is_that_of_shared_words_for_order_and_of_own_words_else(result) -> None:
    made = with_figures(result, fuzzy=BETTER)
    assert made.p_value("B", "A", "fuzzy") == 0.004
    assert made.p_value("A", "B", "kendall") == 0.5
    own = made.tests["p"][0, made.column("pefscore")]
    assert made.p_value("A", "B", "pefscore") == own < 0.01
    rows = made.records("pairs").columns
    words = dict(zip(rows["measure"], rows["words"], strict=True))
    assert {name for name, kind in words.items() if kind == "shared"} == {*made.shared.metrics}


@given(st.floats(1e-6, 1), st.booleans(), st.sampled_from([0.01, 0.05, 0.1]))
def test_p_is_never_0_and_on_its_side_of_the_level(p, at_limit, alpha) -> None:
    sign, figure = re.fullmatch(
        r"p (.) (\d\.\d{3,})", shown_p(p, at_limit=at_limit, alpha=alpha)
    ).groups()
    assert float(figure) > 0
    assert (float(figure) < alpha) == (p < alpha)
    assert sign == ("≤" if at_limit else "=")
    assert float(figure) >= p if at_limit else abs(float(figure) - p) <= 0.0005


# --- Whatever the order of systems


WORDS = st.permutations("abcdef").map(" ".join) | st.lists(
    st.sampled_from("abcdxy"), max_size=6
).map(" ".join)
TEXT = st.lists(WORDS, min_size=4, max_size=4).map(lambda lines: lines * 8)


@pytest.mark.slow
@given(st.lists(TEXT, min_size=3, max_size=3), st.permutations("ABC"), st.booleans())
def test_who_is_better_does_not_depend_on_the_order_of_systems(texts, order, holm) -> None:
    systems = dict(zip("ABC", texts, strict=True))
    one, other = (
        wo.score(
            ["a b c d e f"] * 32,
            {name: systems[name] for name in names},
            resampling=Resampling(40),
            comparison=Comparison(holm=holm),
        )
        for names in ("ABC", order)
    )
    verdicts = [
        {
            (*sorted([first, second]), measure): (better, p)
            for first, second, measure, better, p in zip(
                *(
                    result.records("pairs").columns[name]
                    for name in ("first", "second", "measure", "better", "p")
                ),
                strict=True,
            )
        }
        for result in (one, other)
    ]
    assert str(verdicts[0]) == str({key: verdicts[1][key] for key in verdicts[0]})  # NaN is NaN
    assert [sorted(names) for names in one.clusters] == [sorted(n) for n in other.clusters]
    for result in (one, other):
        assert "nan" not in " ".join([*result.findings(), result.tables()[0].note])


# --- Holm's correction


def test_resamples_are_raised_for_holm_and_it_is_said() -> None:
    texts = {"A": REVERSED, "B": SWAPPED, "C": WANTED, "D": SWAPPED[:20] + WANTED[20:]}
    options = {"resampling": Resampling(50, confidence=0.9)}
    with warned():
        raised = wo.score(WANTED, texts, comparison=Comparison(holm=True), **options)
    assert raised.resamples == 300
    assert "|resamples:300|" in raised.signature
    assert raised.clusters == [["C"], ["D"], ["B"], ["A"]]
    assert "p ≤ 0.020 after Holm" in raised.findings()[0]
    asked = wo.score(WANTED, texts, resampling=Resampling(300, confidence=0.9))
    assert np.array_equal(asked.tests["p"], raised.tests["p"])
    assert np.array_equal(asked.shared.differences["low"], raised.shared.differences["low"])
    assert wo.score(WANTED, texts, **options).resamples == 50


def test_too_few_resamples_for_any_verdict_are_named() -> None:
    texts = {"A": REVERSED, "B": WANTED}
    with warned():
        found = wo.score(WANTED, texts, lang="en", resampling=Resampling(19))
    assert found.clusters != [["B"], ["A"]]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = wo.score(WANTED, texts, lang="en", resampling=Resampling(20))
    assert found.clusters == [["B"], ["A"]]


def test_a_prolonged_stream_begins_with_the_same_resamples() -> None:
    values = np.random.default_rng(1).random((2, 30, 1))
    few, many = (bootstrap(values, resamples=n, seed=3).resampled for n in (20, 50))
    assert np.array_equal(few, many[..., :20])


def test_the_most_resamples_are_the_limit() -> None:
    cases = ((1, 20, 100), (45, 900, 4500), (253, 5060, 10_000), (5000, 100_000, 100_000))
    for tests, needed, drawn in cases:
        enough = Resampling(1).enough_for(tests)
        assert (enough.resamples, enough.can_reject(tests)) == (drawn, True)
        assert Resampling(needed).can_reject(tests)
        assert not Resampling(needed - 1).can_reject(tests)
        assert tests / (needed + 1) < 0.05 <= tests / needed
    assert Resampling(7).enough_for(5001) == Resampling(7)


@pytest.mark.slow
def test_too_many_pairs_for_the_most_resamples_are_named() -> None:
    texts = {"A": WANTED, "B": SWAPPED, "C": REVERSED}
    texts |= {f"D{number}": WANTED for number in range(98)}
    with warned():
        result = wo.score(
            WANTED, texts, resampling=Resampling(30), comparison=Comparison(holm=True)
        )
    note = result.tables()[0].note
    never = "Holm's correction over so many pairs can never reject: com"
    assert f"0 of 5,050 pairs differ. {never}" in note


def test_systems_that_cannot_be_compared_do_not_take_the_others_with_them() -> None:
    texts = {"A": REVERSED, "x": ["x"] * 40, "B": WANTED, "y": ["y"] * 40, "z": [""] * 40}
    found = wo.score(WANTED, texts)
    assert found.clusters == [["B"], ["A"]]
    assert [row[:2] for row in found.tables()[0].shown_rows()[:3]] == [
        ["B", "1"],
        ["A", "2"],
        ["x", "–"],
    ]
    note = found.tables()[0].note
    assert "1 of 10 pairs differ, 9 cannot be judged. Too few shared words to rank: x, y" in note


# --- Scores of order that are not compared on shared words


def through_source(tmp_path, **options) -> wo.ScoreResult:
    """Two systems with the same order, one of them with fewer links."""
    links = ["0-0 1-1 2-3 3-2 4-4"] * 40
    fewer = ["0-0 1-1 4-4"] * 40
    for name, rows in (("all", links), ("fewer", fewer), ("ref", ["0-0 1-1 2-2 3-3 4-4"] * 40)):
        (tmp_path / name).write_text("".join(f"{row}\n" for row in rows))
    order = wo.SourceLinks(
        WANTED,
        reference_links=[tmp_path / "ref"],
        system_links=[tmp_path / "all", tmp_path / "fewer"],
    )
    return wo.score(WANTED, {"A": WANTED, "B": WANTED}, order_from=order, **options)


def test_frs_is_not_judged_by_own_words(tmp_path) -> None:
    found = through_source(tmp_path, preset="frs")
    difference = found.comparison("A", "B").own["frs"]
    assert difference.difference > 0.1
    assert difference.p_value < 0.01
    assert "no difference found in word order" in found.findings()[0]
    (table,) = found.tables()
    assert table.marks == {}
    assert table.best_cells() == frozenset()
    assert "Word order: fuzzy, kendall, pef, frs." in table.note
    rows = found.records("pairs").columns
    assert dict(zip(rows["measure"], rows["better"], strict=True))["frs"] == ""
    (marks,) = found.tables("significance", "frs")
    assert marks.shown_rows() == [["1 A", "", "?"], ["2 B", "?", ""]]
    assert marks.note.endswith("; ? not judged: frs goes by each system's own words.")


def test_ribes_is_about_words_and_their_order() -> None:
    found = wo.score(WANTED, {"A": WANTED, "B": WANTED[::-1]}, preset="ribes")
    note = found.tables()[0].note
    assert "Word order: kendall, fuzzy, pef. Words and their order: ribes." in note


def test_shares_are_those_of_source_words(tmp_path) -> None:
    note = through_source(tmp_path).tables()[0].note
    assert "compare the words that both systems have: 40% of the source's words." in note


def test_a_tiny_share_is_not_rounded_to_nothing(result) -> None:
    made = with_figures(result, fuzzy=BETTER, share=0.0004)
    assert "too few words: less than 0.1% are compared, fewer than 5%" in made.findings()[0]
