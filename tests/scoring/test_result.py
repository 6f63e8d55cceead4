"""A result of `score`: its views, its document and back, pickles, warnings."""

from __future__ import annotations

import copy
import json
import pickle
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from accumulator_checks import bits
from document_checks import check_damage, check_document
from messages import check, refused
from wordorder import Matcher, Preset, Resampling, SourceLinks
from wordorder.cli.demo import SAMPLE, SYSTEMS
from wordorder.errors import InputError, UsageError, WordorderWarning
from wordorder.output import dumps, show
from wordorder.scoring import Comparison, RearrangedSource, ScoreResult, shared_task_files

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "\x1b"]), max_size=6).map(" ".join)
LINES = 3
AT_LEAST_0 = "expected a whole number of at least 0, found -1"
TEXT = st.lists(WORDS, min_size=LINES, max_size=LINES)


def files(*names: str) -> list[Path]:
    return [SAMPLE / "de-en" / name for name in names]


def sample(**options) -> ScoreResult:
    reference, *systems = files("reference.en", *(f"{name}.en" for name in SYSTEMS))
    named = dict(zip(SYSTEMS, systems, strict=True))
    return wo.score(reference, named, lang="en", resampling=Resampling(20), **options)


@pytest.fixture(scope="module")
def result() -> ScoreResult:
    return sample(labels=["one", "two"] * 15)


@pytest.fixture(scope="module")
def linked() -> ScoreResult:
    reference, monotone = files("reference.en", "monotone.en")
    links = files("source.de", "source-reference.align", "source-monotone.align")
    return wo.score(reference, monotone, order_from=SourceLinks(*links, source_tokenize="13a"))


def back(result: ScoreResult, sentences: bool | set[int] = True) -> ScoreResult:
    return ScoreResult.from_dict(json.loads(dumps(result.to_dict(sentences=sentences))))


def cells(result: ScoreResult, view: str, *arguments: str, top: int | None = None) -> object:
    tables = result.tables(view, *arguments, top=top)
    return [(t.columns, t.shown_rows(), t.note, t.marks, t.marks_note, t.signature) for t in tables]


# --- There and back


@pytest.mark.slow
@given(
    references=st.lists(TEXT, min_size=1, max_size=2),
    systems=st.dictionaries(st.text(min_size=1, max_size=3), TEXT, min_size=1, max_size=3),
    preset=st.sampled_from(["pefscore", "complexity", "lrscore", "ribes", "meteor"]),
    labels=st.none() | TEXT,
    holm=st.booleans(),
    rng=st.randoms(use_true_random=False),
)
def test_a_result_comes_back_from_its_document(
    references, systems, preset, labels, holm, rng
) -> None:
    result = wo.score(
        references,
        systems,
        preset=preset,
        tokenize="none",
        resampling=Resampling(3),
        comparison=Comparison(holm=holm),
        labels=labels,
    )
    assert ("label" in result.buckets) == (labels is not None)
    check_document(replace(result, seconds={}))
    check_damage(result, rng)
    loaded = back(result)
    assert loaded.findings() == result.findings()
    assert bits(loaded.segments) == bits(result.segments)
    for view in ("worst", "segments"):
        assert cells(loaded, view) == cells(result, view)


def test_files_are_saved_and_loaded(result, tmp_path) -> None:
    result.save(tmp_path / "scores.json", sentences=True)
    loaded = ScoreResult.load(tmp_path / "scores.json")
    assert dumps(loaded.to_dict(sentences=True)) == dumps(result.to_dict(sentences=True))
    assert show(loaded, "table", [("worst",)], top=2) == show(result, "table", [("worst",)], top=2)
    assert [sentence.label for sentence in loaded.sentences[:3]] == ["one", "two", "one"]


def test_a_result_by_way_of_the_source_comes_back(linked) -> None:
    assert dumps(back(linked).to_dict(sentences=True)) == dumps(linked.to_dict(sentences=True))
    for one in (linked, back(linked)):
        assert one.sentences[0].translations[0].links is None
        with refused(UsageError):
            one.worst(1)


@pytest.mark.parametrize("view", [("worst",), ("diff", "monotone", "paraphraser")], ids=str)
@pytest.mark.parametrize("top", [1, 3])
def test_a_document_with_the_chosen_sentences_shows_the_same_cards(result, view, top) -> None:
    text = show(result, "json", [view], top=top)
    loaded = ScoreResult.from_dict(json.loads(text))
    assert 0 < len(loaded.sentences) <= top * 3
    assert show(loaded, "table", [view], top=top) == show(result, "table", [view], top=top)
    assert cells(loaded, *view, top=top) == cells(result, *view, top=top)
    assert loaded.segments is None


def test_what_a_loaded_result_lacks_is_told(result) -> None:
    loaded = back(result, sentences=False)
    assert (loaded.segments, loaded.sentences) == (None, None)
    assert loaded.value("monotone", "pef") == result.value("monotone", "pef")
    for view in (["worst"], ["diff", "monotone", "scrambled"]):
        with refused(UsageError):
            loaded.tables(*view)
    with refused(UsageError):
        loaded.segment("pef")
    with refused(UsageError):
        loaded.tables("timing")
    with refused(UsageError):
        loaded.to_dict(sentences=True)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["measures"], []),
        (["confidence"], 95),
        (["sentence_count"], True),
        (["ordering"], "ulam"),
        (["lexical"], "f1"),
        (["tests"], None),
        (["shared"], None),
        (["scores", "axes", "system", 0], "another"),
        (["scores", "axes", "system", 0], "scrambled"),
        (["scores", "columns", "value", 0, 1], "0.5"),
        (["undefined", "columns", "sentences", 0], -1),
        (["tests", "axes", "pair", 0, 0], "x"),
        (["tests", "axes", "measure", 0], "x"),
        (["tests", "columns", "p", 0, 0], True),
        (["shared", "words", "axes", "pair", 0, 0], "x"),
        (["shared", "words", "columns", "weight", 0], -1),
        (["buckets", "x"], {}),
        (["buckets", "length", "counts", "axes", "bucket", 0], "x"),
        (["buckets", "length", "counts", "columns", "sentences", 0], -1),
        (["buckets", "length", "scores", "axes", "system", 0], "x"),
        (["buckets", "length", "scores", "axes", "measure", 0], "x"),
        (["sentences", 0, "line"], "1"),
        (["sentences", 0, "line"], 31),
        (["sentences", 1, "line"], 1),
        (["sentences", 0, "references", 0], "words"),
        (["sentences", 0, "translations"], []),
        (["sentences", 0, "translations", 0, "words", 0], 3),
        (["sentences", 0, "translations", 0, "reference"], 7),
        (["sentences", 0, "translations", 0, "links", 0], [0, 99]),
        (["sentences", 0, "translations", 0, "links", 0], [0]),
        (["sentences", 0, "translations", 0, "links", 1], [0, -1]),
        (["sentences", 0, "translations", 0, "stages", 0], "guess"),
        (["sentences", 0, "translations", 0, "stages"], []),
        (["sentences", 0, "translations", 0, "stages"], None),
        (["sentences", 0, "translations", 0, "confidence"], []),
        (["sentences", 0, "translations", 0, "scores"], {}),
    ],
    ids=str,
)
def test_damage_is_named(result, path, value) -> None:
    document = json.loads(dumps(result.to_dict(sentences={1, 2})))
    part = document
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with refused(InputError):
        ScoreResult.from_dict(document)


def test_a_document_that_lacks_a_metric_on_shared_words_is_refused(result) -> None:
    """Otherwise the verdict would go by each system's own words."""
    document = json.loads(dumps(result.to_dict()))
    metrics = document["shared"]["differences"]["axes"]["metric"]
    metrics[metrics.index(result.leading)] = "another"
    with refused(InputError):
        wo.ScoreResult.from_dict(document)


@pytest.mark.parametrize("document", [{}, {"schema": "wordorder/score/1"}, [], None, 3], ids=str)
def test_another_document_is_refused(document) -> None:
    with refused(InputError):
        ScoreResult.from_dict(document)


# --- Pickles


@pytest.mark.parametrize(
    "value",
    [
        Preset("lrscore", alpha=0.3),
        Preset("frs", beta=0.2),
        Comparison("randomization", holm=True),
        Resampling(7, 8, 0.9),
        SourceLinks(["a b"], aligner="ibm1"),
        SourceLinks("src", ["ref.align"], "sys.align", source_tokenize="13a"),
        RearrangedSource("src", "ref.align"),
    ],
    ids=repr,
)
def test_options_survive_the_way_to_a_worker(value) -> None:
    for other in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert other == value
        assert other.signature == value.signature
        assert hash(other) == hash(value)


def test_matchers_survive_the_way_to_a_worker() -> None:
    matcher = Matcher("en", stages=["exact", "stem"], weights={"stem": 0.5})
    matcher.match(["houses"], ["house"])
    again = pickle.loads(pickle.dumps(matcher))
    assert again.signature == matcher.signature
    assert (again.lang, again.stages) == ("en", ("exact", "stem"))
    assert str(again.match(["houses"], ["house"]).alignments[0]) == "0-0"


def test_results_survive_the_way_from_a_worker(result, linked) -> None:
    for one in (result, linked, back(result)):
        again = pickle.loads(pickle.dumps(one))
        assert dumps(again.to_dict(sentences=True)) == dumps(one.to_dict(sentences=True))
        assert repr(again) == repr(one)
        assert cells(again, "segments") == cells(one, "segments")
        assert again.seconds == one.seconds


# --- Views


def test_a_preset_says_all_its_parts() -> None:
    assert Preset() == Preset("pefscore", "pef", "bleu1", 0.5, 0.6, 0.0)
    assert Preset("ribes") == Preset("ribes", "kendall")


@pytest.mark.parametrize(
    "arguments",
    [
        {"name": "bleu"},
        {"ordering": "ulm"},
        {"ordering": "ulam,pef"},
        {"lexical": "ter"},
        {"alpha": 1.5},
        {"beta": -1},
        {"gamma": float("nan")},
        {"alpha": "x"},
        {"name": "ribes", "alpha": 0.5},
        {"name": "frs", "ordering": "ulam"},
        {"name": "lrscore", "lexical": "f1"},
    ],
    ids=str,
)
def test_presets_check_themselves(arguments) -> None:
    with refused(UsageError):
        Preset(**arguments)


def test_figures_by_name(result) -> None:
    column, place = result.measures.index("pef"), result.shared.metrics.index("pef")
    low, high = result.interval("scrambled", "pef")
    assert (low, high) == (result.scores["low"][1, column], result.scores["high"][1, column])
    p = result.p_value("monotone", "paraphraser", "pef")
    assert (
        p
        == result.p_value("paraphraser", "monotone", "pef")
        == result.shared.differences["p"][1, place]
    )
    p = result.p_value("monotone", "paraphraser", "bleu1")
    assert p == result.tests["p"][1, result.measures.index("bleu1")]
    corrected = sample(comparison=Comparison(holm=True))
    assert (
        corrected.p_value("monotone", "scrambled", "pef")
        == corrected.shared.differences["p_holm"][0, place]
    )
    for arguments in (("A", "monotone", "pef"), ("monotone", "scrambled", "ulam")):
        with refused(UsageError):
            result.p_value(*arguments)
    with refused(UsageError):
        result.p_value("monotone", "monotone", "pef")


def test_the_main_view_says_it_all(result) -> None:
    (table,) = result.tables()
    told = table.note.partition("\n\n")[2].split("\n")
    assert sorted(told) == sorted(f"{finding}." for finding in result.findings())
    assert table.signature == result.signature
    names = [column.name for column in table.columns]
    assert [row[0] for row in table.rows] == ["paraphraser", "scrambled", "monotone"]
    assert table.marks[0, names.index("pef")] == "+"
    assert table.marks[0, names.index("bleu1")] == "-"
    assert not any(row == 2 for row, _ in table.marks)
    assert [row for row, column in table.best_cells() if names[column] == "bleu1"] == [2]
    assert repr(result).startswith("<ScoreResult: 30 sentences; pefscore: monotone 0.878, ")


def test_a_printed_result_is_its_table(result) -> None:
    assert f"{result}\n" == show(result)
    card = result.worst(top=1)[0]
    assert str(card).startswith(f"{card.title}\n")


def test_pairs_have_a_row_for_every_measure(result) -> None:
    records = result.records("pairs")
    assert len(records) == 3 * len(result.measures)
    row = dict(zip(records.columns, next(zip(*records.columns.values(), strict=True)), strict=True))
    assert (row["first"], row["second"], row["measure"]) == ("monotone", "scrambled", "pefscore")
    assert row["difference"] == result.tests["difference"][0, 0]
    assert len(result.tables("pairs", top=2)[0].rows) == 2
    with refused(UsageError):
        wo.score(["a"], ["a"]).tables("pairs")


def test_labels_are_scored_apart(result) -> None:
    found = result.buckets["label"]
    assert found.names == ("one", "two")
    assert found.counts["sentences"].tolist() == [15, 15]
    records = result.records("label")
    assert records.columns["bucket"] == ["one"] * 3 + ["two"] * 3
    assert records.columns["pef"][0] == found.scores["value"][0, 0, 3]
    with refused(UsageError):
        sample().tables("label")


def test_labels_must_fit() -> None:
    with refused(InputError):
        sample(labels=["one"])


def test_sentences_have_their_words_and_scores(result) -> None:
    sentence = result.sentences[2]
    assert (sentence.line, sentence.label, len(result.sentences)) == (3, "one", 30)
    assert [one.system for one in sentence.translations] == list(SYSTEMS)
    one = sentence.translations[0]
    assert len(one.links) == len(one.stages) >= one.matched > 0
    assert one.scores["pef"] == result.segment("pef")[0, 2]
    assert sentence == result.sentences[2:3][0] == result.sentences[-28]
    with pytest.raises(IndexError):
        result.sentences[30]


def test_the_worst_as_records(result) -> None:
    records = result.records("worst", top=2)
    assert records.columns["system"] == [name for name in SYSTEMS for _ in range(2)]
    cards = result.worst(2)
    assert records.columns["line"] == [card.line for card in cards]
    assert records.columns["moves"][0] == "; ".join(cards[0].moves())
    assert records.columns["fuzzy"] == [card.translation.scores["fuzzy"] for card in cards]


def test_a_system_does_not_differ_from_itself(result) -> None:
    with refused(UsageError):
        result.diff("monotone", "monotone")
    with refused(UsageError):
        result.diff("monotone", "A")


def test_shared_tasks_get_two_files_for_each_measure(result) -> None:
    made = shared_task_files(result)
    assert len(made) == 2 * len(result.measures)
    assert made["pef.sys.score"].splitlines()[0] == f"monotone\t{result.value('monotone', 'pef')!r}"


# --- Warnings


@pytest.mark.parametrize(
    ("reference", "system", "options", "count"),
    [
        (["a b"] * 30, ["a b"] * 30, {"lang": "en"}, 0),
        (["a b"] * 30, ["a b"] * 30, {}, 1),
        (["a b"] * 30, ["a b"] * 30, {"order_from": Matcher("en")}, 0),
        (["a b"] * 29, ["a b"] * 29, {"lang": "en"}, 1),
        (["a b"] * 30, ["c"] * 30, {"lang": "en"}, 1),
        ([""] * 30, ["c"] * 30, {"lang": "en"}, 1),
        (["a , b ."] * 30, ["a, b."] * 30, {"lang": "en"}, 1),
    ],
)
def test_what_is_doubtful_is_told(reference, system, options, count) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        wo.score(reference, system, **options)
    assert [one.category for one in caught] == [WordorderWarning] * count
    for one in caught:
        check(str(one.message))
        assert one.filename == __file__


def test_a_harness_is_not_told() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert wo.OrderMetric("kendall").corpus_score(["b a"], [["a b"]]).score == 0


def test_progress_is_told_by_steps() -> None:
    from contextlib import contextmanager

    told: list[object] = []

    @contextmanager
    def meter(description, total, *, unit="items"):
        told.append((description, total, unit))
        yield told.append

    wo.score([["a"], ["b"]], {"A": ["a"]}, progress=meter)
    assert told == [("scoring", 1005, "items"), 1, 1, 1, 2, 1000]


@pytest.mark.slow
@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_progress_covers_the_tests_and_ends_at_its_total(test) -> None:
    from contextlib import contextmanager

    told: list[int] = []

    @contextmanager
    def meter(_description, total, *, unit="items"):
        assert unit == "items"
        yield told.append
        assert sum(told) == total

    sentences = ["a b c"] * 20_000  # so many that the resamples are drawn in several blocks
    systems = {"A": sentences, "B": sentences}
    options = {"resampling": wo.Resampling(500), "comparison": wo.scoring.Comparison(test)}
    wo.score(sentences, systems, progress=meter, **options)
    assert len(told) >= 3 + 1 + 2


def test_what_has_no_matched_word_is_not_compared() -> None:
    reference = ["we have seen the house"] * 30
    result = wo.score(
        reference, {"A": reference, "none": ["zzz"] * 30, "blank": [""] * 30}, lang="en"
    )
    assert [finding.partition(";")[0] for finding in result.findings()] == [
        "A and none: no verdict on word order: no word of none matches",
        "A and blank: no verdict on word order: no word of blank matches",
        "none and blank: no verdict on word order: no word of none or blank matches",
    ]


@pytest.mark.parametrize("asked", [("diff",), ("diff", "A"), ("scores", "x"), ("worst", "4", "x")])
def test_arguments_that_a_view_does_not_take_are_refused(asked) -> None:
    result = wo.score(["a b"], {"A": ["b a"], "B": ["a b"]})
    for ask in (result.tables, result.records):
        with refused(UsageError):
            ask(*asked)


@pytest.mark.parametrize("top", [0, -1, "x", 1.5])
def test_top_is_a_whole_number(top) -> None:
    with refused(UsageError):
        wo.score(["a b"], {"A": ["b a"]}).tables("worst", top=top)


def test_nothing_to_show_is_told() -> None:
    same = ["we have seen the house"] * 30
    shown = show(wo.score(same, {"A": same, "B": same}, lang="en"), "table", ["worst"], top=3)
    assert "\nworst: no sentence with enough matched words is out of order\n" in shown
