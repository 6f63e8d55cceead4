"""A metric for harnesses that know those of sacreBLEU."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest
from sacrebleu.metrics import BLEU
from sacrebleu.metrics.base import Metric
from sacrebleu.significance import PairedTest

import wordorder as wo
from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.scoring import OrderMetric

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

HYPOTHESES = ["seen have we the house today", "a book she reads in the garden"]
REFERENCES = [
    ["we have seen the house today", "she reads a book in the garden"],
    ["today we have seen the house", "in the garden she reads a book"],
]
MEASURES = ["pefscore", "complexity", "lrscore", "ribes", "meteor", *wo.metric_names()]


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


@pytest.mark.parametrize("measure", ["breaks_per_100", "misplaced_per_100"])
def test_order_errors_have_no_such_scale(measure) -> None:
    with refused(UsageError):
        OrderMetric(measure)
    with refused(UsageError):
        OrderMetric(5)


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
    metric = OrderMetric(wo.Preset("lrscore", alpha=0.3), lang="en")
    before = str(metric.get_signature())
    assert "|refs:1|" in before
    for part in ("lang:en", "preset:lrscore", "alpha_ordering:0.3"):
        assert part in before.split("|")
    metric.corpus_score(HYPOTHESES, REFERENCES)
    assert str(metric.get_signature()) == before.replace("|refs:1|", "|refs:2|")


def test_the_signature_says_what_sacrebleu_draws() -> None:
    metric = OrderMetric("kendall")
    score = metric.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=50)
    assert "μ = " in str(score)
    assert str(metric.get_signature()).endswith("|bs:50|seed:12345")
    assert metric.get_signature().format(short=True) == str(metric.get_signature())


SYSTEMS = {
    "good": ["we have seen the house today", "she reads a book in the garden"] * 20,
    "bad": ["seen have we the house today", "a book she reads in the garden"] * 20,
    "same": ["we have seen the house today", "she reads a book in the garden"] * 20,
}
WANTED = [lines * 20 for lines in REFERENCES[:1]]


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["kendall", "pefscore", "lrscore", "ribes"])
@pytest.mark.parametrize("test", ["bs", "ar"])
def test_it_works_in_sacrebleus_paired_test(measure, test) -> None:
    metrics = {"order": OrderMetric(measure, lang="en"), "bleu": BLEU()}
    signatures, found = PairedTest([*SYSTEMS.items()], metrics, WANTED, test, n_samples=200)()
    good, bad, same = found[measure]
    result = wo.score(WANTED, SYSTEMS, lang="en", **choice(measure))
    for one, name in ((good, "good"), (bad, "bad"), (same, "same")):
        assert one.score == pytest.approx(100 * result.value(name, measure))
    assert bad.p_value < 0.05
    # Of two equal systems sacreBLEU has a p-value of its own, which it says is on purpose.
    assert same.p_value == found["BLEU"][2].p_value
    assert f"|{test}:200" in str(signatures[measure])
    assert "|seed:12345" in str(signatures[measure])


def choice(measure: str) -> dict[str, str]:
    return {"metrics": measure} if measure in wo.metric_names() else {"preset": measure}


def test_it_works_in_sacrebleus_paired_test_in_other_processes() -> None:
    metrics = {"order": OrderMetric("kendall", lang="en")}
    tests = [PairedTest([*SYSTEMS.items()], metrics, WANTED, "bs", 50, n_jobs=n) for n in (1, 2)]
    alone, shared = (test()[1]["kendall"] for test in tests)
    assert str(alone) == str(shared)


def test_it_is_one_of_sacrebleus_metrics() -> None:
    metric = OrderMetric("fuzzy", lang="en")
    assert isinstance(metric, Metric)
    copied = pickle.loads(pickle.dumps(metric))
    assert copied.corpus_score(HYPOTHESES, REFERENCES).score == pytest.approx(
        metric.corpus_score(HYPOTHESES, REFERENCES).score
    )
    # The way that sacreBLEU goes where a metric says nothing of its own.
    info = metric._extract_reference_info([lines[0] for lines in REFERENCES])
    row = metric._compute_segment_statistics(metric._preprocess_segment(HYPOTHESES[0]), info)
    alone = metric.sentence_score(HYPOTHESES[0], [lines[0] for lines in REFERENCES])
    assert metric._aggregate_and_compute(np.array([row])).score == pytest.approx(alone.score)


@pytest.mark.parametrize("references", [["a b"], "a b", ("a b", "c"), [["a b"], "a b"]], ids=str)
def test_a_flat_list_of_references_is_refused(references) -> None:
    with refused(InputError):
        OrderMetric().corpus_score(["a b"], references)
    with refused(InputError):
        PairedTest([("A", ["a b"]), ("B", ["a b"])], {"x": OrderMetric()}, references, "bs", 9)


def test_references_are_not_kept() -> None:
    with refused(UsageError):
        OrderMetric().corpus_score(["a b"], None)


def test_repeated_sentences_do_not_change_the_scores() -> None:
    metric, fresh = OrderMetric(lang="en"), OrderMetric(lang="en")
    for hypothesis, reference in zip(SYSTEMS["bad"], WANTED[0], strict=True):
        metric.sentence_score(hypothesis, [reference])
    found = metric.sentence_score(HYPOTHESES[0], [REFERENCES[1][0]]).score
    assert found == fresh.sentence_score(HYPOTHESES[0], [REFERENCES[1][0]]).score


@pytest.mark.slow
def test_scores_do_not_import_sacrebleu_unless_asked_for() -> None:
    code = "import sys, wordorder.scoring; print('sacrebleu' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"False"


def test_tuples_and_generators_are_taken() -> None:
    metric = OrderMetric()
    expected = metric.corpus_score(HYPOTHESES, REFERENCES).score
    tuples = metric.corpus_score(tuple(HYPOTHESES), tuple(map(tuple, REFERENCES)))
    generators = metric.corpus_score(iter(HYPOTHESES), map(iter, REFERENCES))
    assert tuples.score == generators.score == expected


@pytest.mark.parametrize("measure", ["bleu4", "coverage", "nonsense"])
def test_an_unknown_measure(measure) -> None:
    with refused(UsageError):
        OrderMetric(measure).corpus_score(["a"], [["a"]])


def test_different_numbers_of_sentences() -> None:
    with refused(InputError):
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
