"""What must hold for any systems: themselves, shuffled, swapped, joined by others; and BLEU."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

import wordorder as wo
from wordorder import Preset, Resampling
from wordorder.cli.demo import SAMPLE, SYSTEMS
from wordorder.scoring import TESTS, Comparison
from wordorder.scoring.measures import ORDER_ERRORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Lines = list[str]

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "wmt13"
PRESETS = ["pefscore", "complexity", "lrscore", "ribes", "meteor"]


@cache
def lines(path: Path) -> Lines:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def sample(pair: str) -> dict[str, Lines]:
    """The bundled texts: the reference and three systems."""
    return {name: lines(SAMPLE / pair / f"{name}.en") for name in ("reference", *SYSTEMS)}


def wmt13(count: int | None = None) -> dict[str, Lines]:
    """The reference and three systems of newstest2013, German to English."""
    if not DATA.is_dir():
        pytest.skip(f"the real data is not there: {DATA}")
    folder = DATA / "system-outputs" / "de-en"
    files = {name: folder / f"newstest2013.de-en.{name}" for name in ("online-A", "rbmt-1", "FDA")}
    files["FDA"] = folder / "newstest2013.de-en.FDA.2867"
    files["reference"] = DATA / "references" / "newstest2013-ref.en"
    return {name: lines(path)[:count] for name, path in files.items()}


TEXTS = {
    "de-en": lambda: sample("de-en"),
    "ja-en": lambda: sample("ja-en"),
    "wmt13": lambda: wmt13(500),
}


@pytest.fixture(
    params=["de-en", *(pytest.param(n, marks=pytest.mark.slow) for n in ("ja-en", "wmt13"))]
)
def texts(request) -> dict[str, Lines]:
    return TEXTS[request.param]()


def reference_and_systems(texts: dict[str, Lines]) -> tuple[Lines, dict[str, Lines]]:
    systems = dict(texts)
    return systems.pop("reference"), systems


def same_bits(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    """Equal to the last bit, undefined where the other is; 0 and −0 are the same number."""
    return np.array_equal(one, other, equal_nan=True)


# --- A system that is the reference


@pytest.mark.parametrize("preset", PRESETS)
def test_the_reference_itself_scores_1(texts, preset) -> None:
    reference = texts["reference"]
    options = {"preset": preset, "metrics": "all", "lang": "en", "resampling": Resampling(20)}
    result = wo.score(reference, {"itself": reference}, **options)
    for column, measure in enumerate(result.measures):
        best = 0 if measure in ORDER_ERRORS else 1
        perfect = np.ones(len(reference), dtype=bool)
        if measure == "ribes":
            perfect = np.array([not has_inseparable_repeats(line) for line in reference])
        assert (result.segment(measure)[0, perfect] == best).all(), measure
        if perfect.all():
            ends = result.scores["low"][0, column], result.scores["high"][0, column]
            assert (result.value("itself", measure), *ends) == (best, best, best), measure


def has_inseparable_repeats(line: str) -> bool:
    """Whether some word is the same as another one with all its neighbours, on either side."""
    words = BLEU(tokenize="13a").tokenizer(line.lower()).split()
    return not all(is_separable(words, place) for place in range(len(words)))


def is_separable(words: list[str], place: int) -> bool:
    befores = (words[place - w : place + 1] for w in range(place + 1))
    afters = (words[place : place + w + 1] for w in range(len(words) - place))
    return any(occurs_once(context, words) for context in (*befores, *afters))


def occurs_once(context: list[str], words: list[str]) -> bool:
    size = len(context)
    return sum(words[i : i + size] == context for i in range(len(words) - size + 1)) == 1


def test_ribes_drops_repeats_that_no_context_tells_apart() -> None:
    lines = ["a a", "a b a", "a a a"]  # the one in the middle has no neighbour of its own
    result = wo.score(lines, lines, preset="ribes", resampling=Resampling(1))
    assert result.segment("ribes").tolist() == [[1, 1, pytest.approx((2 / 3) ** 0.25)]]
    assert result.value("system", "kendall") == 1


# --- A shuffled copy


@pytest.mark.parametrize("lexical", ["bleu1", "f1"])
def test_a_shuffled_copy_has_the_same_words_in_a_worse_order(texts, lexical) -> None:
    rng = random.Random(5)
    tokenize = BLEU(tokenize="13a").tokenizer
    reference, systems = reference_and_systems(texts)
    for lines_of_system in (reference, *systems.values()):
        words = [tokenize(line).split() for line in lines_of_system]
        copies = {
            "plain": [" ".join(line) for line in words],
            "shuffled": [" ".join(rng.sample(line, len(line))) for line in words],
        }
        wanted = [tokenize(line) for line in reference]
        options = {"tokenize": "none", "lang": "en", "preset": Preset(lexical=lexical)}
        result = wo.score(wanted, copies, **options, resampling=Resampling(50))
        # BLEU-1 of a shuffled sentence is that of the sentence; the matcher may pair equal words
        # in another way, but there are as many pairs.
        assert result.value("shuffled", lexical) == result.value("plain", lexical)
        assert same_bits(*result.segment(lexical))
        for metric in ("kendall", "fuzzy", "pef"):
            assert result.value("shuffled", metric) < result.value("plain", metric)
            column = result.measures.index(metric)
            assert result.tests["p"][0, column] < 0.05


# --- Systems swapped, and one more


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("preset", PRESETS)
def test_swapping_two_systems_swaps_every_sign(texts, test, preset) -> None:
    reference, systems = reference_and_systems(texts)
    two = dict(list(systems.items())[:2])
    options = {"lang": "en", "preset": preset}
    options |= {"comparison": Comparison(test), "resampling": Resampling(60)}
    one = wo.score(reference, two, **options)
    other = wo.score(reference, dict(reversed(two.items())), **options)
    assert one.systems == other.systems[::-1]
    for name in ("value", "low", "high"):
        assert same_bits(one.scores[name], other.scores[name][::-1])
    assert same_bits(one.segments["value"], other.segments["value"][::-1])
    assert same_bits(one.tests["difference"], -other.tests["difference"])
    assert same_bits(one.tests["low"], -other.tests["high"])
    assert same_bits(one.tests["high"], -other.tests["low"])
    assert same_bits(one.tests["p"], other.tests["p"])
    assert same_bits(one.tests["p_holm"], other.tests["p_holm"])


@pytest.mark.slow
@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("preset", PRESETS)
def test_one_more_system_changes_nothing_but_holms_correction(texts, test, preset) -> None:
    reference, systems = reference_and_systems(texts)
    names = list(systems)
    options = {"lang": "en", "preset": preset, "metrics": "all"}
    options |= {"comparison": Comparison(test), "resampling": Resampling(60)}
    all_ = wo.score(reference, systems, **options)
    for left_out in names:
        rest = {name: systems[name] for name in names if name != left_out}
        few = wo.score(reference, rest, **options)
        kept = [names.index(name) for name in rest]
        for name in ("value", "low", "high"):
            assert same_bits(few.scores[name], all_.scores[name][kept])
        assert same_bits(few.segments["value"], all_.segments["value"][kept])
        assert few.undefined["sentences"].tolist() == all_.undefined["sentences"][kept].tolist()
        pair = all_.tests.axes["pair"].index(tuple(rest))
        for name in ("difference", "low", "high", "p"):
            assert same_bits(few.tests[name][0], all_.tests[name][pair])
        assert same_bits(few.tests["p_holm"], few.tests["p"])
        assert (all_.tests["p_holm"][pair] >= all_.tests["p"][pair]).all()


def test_one_system_alone_is_not_tested() -> None:
    reference, systems = reference_and_systems(sample("de-en"))
    alone = wo.score(reference, systems["monotone"], lang="en", resampling=Resampling(60))
    assert alone.tests is None
    assert alone.findings() == []
    among = wo.score(reference, systems, lang="en", resampling=Resampling(60))
    assert same_bits(alone.scores["high"][0], among.scores["high"][0])


# --- BLEU is sacreBLEU's


def check_bleu(texts: dict[str, Lines], measure: str) -> None:
    reference, systems = reference_and_systems(texts)
    options = {"lang": "en", "preset": Preset(lexical=measure), "resampling": Resampling(1)}
    result = wo.score(reference, systems, **options)
    order = int(measure[-1])
    for name, hypotheses in systems.items():
        corpus = BLEU(max_ngram_order=order).corpus_score(hypotheses, [reference]).score
        assert result.value(name, measure) == pytest.approx(corpus / 100, abs=1e-9)
        found = result.segment(measure)[result.systems.index(name)]
        assert found.tolist() == pytest.approx(
            peer_sentences(hypotheses, reference, order), abs=1e-9
        )


def peer_sentences(hypotheses: Sequence[str], reference: Sequence[str], order: int) -> list[float]:
    metric = BLEU(max_ngram_order=order, effective_order=True)
    pairs = zip(hypotheses, reference, strict=True)
    return [metric.sentence_score(one, [other]).score / 100 for one, other in pairs]


@pytest.mark.parametrize("measure", ["bleu1", "bleu4"])
def test_bleu_is_that_of_sacrebleu(texts, measure) -> None:
    check_bleu(texts, measure)


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["bleu1", "bleu4"])
def test_bleu_of_a_whole_test_set_is_that_of_sacrebleu(measure) -> None:
    check_bleu(wmt13(), measure)


def test_bleu_with_two_references_is_that_of_sacrebleu() -> None:
    texts = sample("de-en")
    references, hypotheses = [texts["reference"], texts["paraphraser"]], texts["scrambled"]
    for order in (1, 4):
        result = wo.score(references, hypotheses, preset=Preset(lexical=f"bleu{order}"))
        corpus = BLEU(max_ngram_order=order).corpus_score(hypotheses, references).score
        assert result.value("system", f"bleu{order}") == pytest.approx(corpus / 100, abs=1e-9)
