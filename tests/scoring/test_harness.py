"""A metric for harnesses that know those of sacreBLEU."""

from __future__ import annotations

import pytest
from sacrebleu.metrics import BLEU

import wordorder as wo
from wordorder.errors import InputError, UsageError
from wordorder.scoring import OrderMetric

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

HYPOTHESES = ["seen have we the house today", "a book she reads in the garden"]
REFERENCES = [
    ["we have seen the house today", "she reads a book in the garden"],
    ["today we have seen the house", "in the garden she reads a book"],
]
MEASURES = ["pefscore", "complexity", "lrscore", "ribes", *wo.metric_names()]


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("references", [REFERENCES[:1], REFERENCES], ids=["one", "two"])
def test_a_corpus_has_100_times_the_score(measure, references) -> None:
    found = OrderMetric(measure, lang="en").corpus_score(HYPOTHESES, references)
    choice = {"preset": measure} if measure not in wo.metric_names() else {"metrics": measure}
    result = wo.score(references, HYPOTHESES, lang="en", **choice)
    assert found.score == pytest.approx(100 * result.value("system", measure), abs=1e-12)
    assert found.name == measure


@pytest.mark.parametrize("measure", [name for name in MEASURES if name != "lrscore"])
def test_a_sentence_has_100_times_its_score_in_the_corpus(measure) -> None:
    check_sentences(measure)


def test_a_sentence_of_lrscore_has_the_bleu_of_a_sentence() -> None:
    check_sentences("lrscore")


def check_sentences(measure: str) -> None:
    short = [*HYPOTHESES, "the house"]  # has no 4-gram
    wanted = [[*lines, "the house"] for lines in REFERENCES]
    choice = {"preset": measure} if measure not in wo.metric_names() else {"metrics": measure}
    result = wo.score(wanted, short, **choice)
    metric = OrderMetric(measure)
    for number, hypothesis in enumerate(short):
        found = metric.sentence_score(hypothesis, [lines[number] for lines in wanted])
        expected = 100 * result.segment(measure)[0, number]
        assert found.score == pytest.approx(expected, abs=1e-12)


def test_it_is_called_and_shown_as_sacrebleus_metrics_are() -> None:
    for metric in (BLEU(effective_order=True), OrderMetric("kendall", lang="en")):
        corpus = metric.corpus_score(HYPOTHESES, REFERENCES)
        sentence = metric.sentence_score(HYPOTHESES[0], [lines[0] for lines in REFERENCES])
        for score in (corpus, sentence):
            assert 0 < score.score < 100
            assert str(score).startswith(f"{score.name} = ")
            assert score.format(width=1, score_only=True) == f"{score.score:.1f}"
        assert "refs:2" in str(metric.get_signature()).replace("nrefs", "refs")


def test_the_signature_is_that_of_the_last_score() -> None:
    metric = OrderMetric(wo.Preset("lrscore", alpha=0.3), lang="en", seed=7)
    before = metric.get_signature()
    assert "|refs:1|" in before
    for part in ("lang:en", "preset:lrscore", "alpha_ordering:0.3", "seed:7"):
        assert part in before.split("|")
    metric.corpus_score(HYPOTHESES, REFERENCES)
    assert metric.get_signature() == before.replace("|refs:1|", "|refs:2|")


def test_tuples_and_generators_are_taken() -> None:
    metric = OrderMetric()
    expected = metric.corpus_score(HYPOTHESES, REFERENCES).score
    tuples = metric.corpus_score(tuple(HYPOTHESES), tuple(map(tuple, REFERENCES)))
    generators = metric.corpus_score(iter(HYPOTHESES), map(iter, REFERENCES))
    assert tuples.score == generators.score == expected


@pytest.mark.parametrize("measure", ["bleu4", "coverage", "nonsense"])
def test_an_unknown_measure(measure) -> None:
    with pytest.raises(UsageError, match=f"unknown metric '{measure}'; choose from kendall"):
        OrderMetric(measure).corpus_score(["a"], [["a"]])


def test_different_numbers_of_sentences() -> None:
    with pytest.raises(InputError, match=r"has 1 line.*has 2"):
        OrderMetric().corpus_score(["a", "b"], [["a"]])


def test_a_text_in_place_of_a_list_is_refused() -> None:
    with pytest.raises(UsageError):
        OrderMetric().sentence_score("the house", "the house")


@pytest.mark.parametrize(
    ("measure", "options"), [("all", {}), ("pefscore", {"preset": "ribes"})], ids=str
)
def test_a_measure_that_is_not_computed_is_told(measure, options) -> None:
    with pytest.raises(UsageError):
        OrderMetric(measure, **options).corpus_score(["a"], [["a"]])
