"""Sentence and system scores equal the definitions, spelled out."""

from __future__ import annotations

from math import isnan

import pytest
from hypothesis import example, given, strategies as st

import wordorder as wo
from wordorder import Preset, Resampling
from wordorder.scoring import PRESETS
from wordorder.scoring.measures import ORDER_ERRORS

from ..oracles import scoring as oracle
from ..oracles.alignments import matched_ranks
from ..oracles.metrics import breaks, misplaced, score as ordering_oracle

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "B"]), max_size=6)


@st.composite
def texts(draw) -> tuple[list[list[str]], list[list[list[str]]]]:
    """Hypotheses, and for each one or two references; not all of them empty."""
    lines, references = draw(st.integers(1, 4)), draw(st.integers(1, 2))
    hypotheses = [draw(WORDS) for _ in range(lines)]
    return hypotheses, [[draw(WORDS) for _ in range(lines)] for _ in range(references)]


def scored(hypotheses, references, **options) -> wo.ScoreResult:
    sides = [[" ".join(words) for words in lines] for lines in (hypotheses, *references)]
    resampling = Resampling(resamples=5)
    return wo.score(sides[1:], sides[0], tokenize="none", resampling=resampling, **options)


def links(result: wo.ScoreResult, reference: int, sentence: int) -> set[tuple[int, int]]:
    sentences = result.sentences
    row = reference * result.sentence_count + sentence
    return set(map(tuple, sentences.matches.alignments[row].links.tolist()))


def same(found: float, expected: float | None) -> bool:
    return isnan(found) if expected is None else found == pytest.approx(expected, abs=1e-12)


def pairs(hypotheses, references, result):
    for sentence, words in enumerate(hypotheses):
        yield (
            words,
            [
                oracle.Reference(lines[sentence], links(result, number, sentence))
                for number, lines in enumerate(references)
            ],
        )


@pytest.mark.parametrize("preset", ["pefscore", "complexity"])
@given(given_texts=texts(), alpha=st.sampled_from([0.0, 0.3, 0.5, 1.0]))
def test_order_and_choice_combined(preset, given_texts, alpha) -> None:
    hypotheses, references = given_texts
    result = scored(hypotheses, references, preset=Preset(preset, alpha=alpha))
    expected = [
        getattr(oracle, preset)(words, sides, alpha=alpha)
        for words, sides in pairs(hypotheses, references, result)
    ]
    for found, (score, _) in zip(result.segment(preset)[0], expected, strict=True):
        assert same(found, score)
    system = getattr(oracle, f"{preset}_system")(expected)
    assert same(result.value("system", preset), system)


@pytest.mark.parametrize("variant", oracle.VARIANTS)
@given(given_texts=texts())
def test_lrscore(variant, given_texts) -> None:
    hypotheses, references = given_texts
    metric, order = oracle.VARIANTS[variant]
    preset = Preset("lrscore", ordering=metric, lexical=f"bleu{order}")
    result = scored(hypotheses, references, preset=preset)
    translations = [
        oracle.Translation(
            words,
            [side.words for side in sides],
            [oracle.direct_distance(side.links, len(side.words), metric) for side in sides],
        )
        for words, sides in pairs(hypotheses, references, result)
    ]
    for found, translation in zip(result.segment("lrscore")[0], translations, strict=True):
        assert same(found, oracle.lrscore(translation, variant=variant))
    system = oracle.lrscore_system(translations, variant=variant)
    assert same(result.value("system", "lrscore"), system)


@example(given_texts=([["c", "d", "b", "a"]], [[["a", "b", "c", "d"]]]), metric="pet")
@given(given_texts=texts(), metric=st.sampled_from(wo.metric_names()))
def test_the_order_in_lrscore_is_that_of_the_hypothesis(given_texts, metric) -> None:
    # `pet` tells a permutation from its inverse, as no other metric does.
    hypotheses, references = given_texts
    result = scored(hypotheses, references, preset=Preset("lrscore", ordering=metric, alpha=1))
    for found, (words, sides) in zip(
        result.segment("lrscore")[0], pairs(hypotheses, references, result), strict=True
    ):
        distances = [oracle.direct_distance(s.links, len(s.words), metric) for s in sides]
        translation = oracle.Translation(words, [side.words for side in sides], distances)
        assert same(found, oracle.lrscore_term(translation))


@given(given_texts=texts())
def test_ribes(given_texts) -> None:
    hypotheses, references = given_texts
    result = scored(hypotheses, references, preset="ribes")
    lowered = [[[w.lower() for w in words] for words in lines] for lines in references]
    expected = [
        oracle.highest(oracle.ribes([w.lower() for w in words], lines[k]) for lines in lowered)
        for k, words in enumerate(hypotheses)
    ]
    for found, score in zip(result.segment("ribes")[0], expected, strict=True):
        assert same(found, score)
    assert same(result.value("system", "ribes"), oracle.mean(expected))


@example(  # the second is the better one for a direct match, the first for ribes
    given_texts=([["a", "b", "a"]], [[["a", "b"]], [["a", "a", "b", "c"]]])
)
@example(given_texts=([["a", "b", "c", "a", "b"]], [[["a", "b", "c"]]]))  # two words for one
@given(given_texts=texts())
def test_the_coverage_of_ribes_is_that_of_its_own_match(given_texts) -> None:
    hypotheses, references = given_texts
    result = scored(hypotheses, references, preset="ribes")
    sums = {"coverage": (0, 0), "coverage_hyp": (0, 0)}
    for k, texts_of_line in enumerate(zip(hypotheses, *references, strict=True)):
        words, *sides = ([word.lower() for word in side] for side in texts_of_line)
        scores = [oracle.ribes(words, side) for side in sides]
        side = sides[oracle.chosen_reference(scores) or 0]
        matches = oracle.context_matches(words, side)
        for name, matched, count in (
            ("coverage", len(set(matches.values())), len(side)),
            ("coverage_hyp", len(matches), len(words)),
        ):
            assert same(result.segment(name)[0, k], matched / count if count else None)
            sums[name] = sums[name][0] + matched, sums[name][1] + count
    for name, (matched, count) in sums.items():
        assert same(result.value("system", name), matched / count if count else None)


@example(  # nothing is in order with the second reference, nothing matches with the first
    given_texts=([["c", "a"]], [[["b"]], [["a", "c"]]]), metric="kendall"
)
@given(given_texts=texts(), metric=st.sampled_from(wo.metric_names()))
def test_pure_order_is_undefined_where_nothing_matches(given_texts, metric) -> None:
    hypotheses, references = given_texts
    result = scored(hypotheses, references, metrics=metric, preset=Preset(ordering=metric))
    expected = []
    for _, sides in pairs(hypotheses, references, result):
        ranks = [matched_ranks(side.links) for side in sides]
        terms = [
            oracle.ordering_term(r, len(side.words), metric)
            for r, side in zip(ranks, sides, strict=True)
        ]
        best = oracle.chosen_reference(terms)
        defined = best is not None and ranks[best]
        expected.append(ordering_oracle(metric, ranks[best]) if defined else None)
    for found, score in zip(result.segment(metric)[0], expected, strict=True):
        assert same(found, score)
    assert same(result.value("system", metric), oracle.mean(expected))
    assert result.undefined["sentences"][0] == sum(score is None for score in expected)


@given(given_texts=texts())
def test_coverage_and_f1(given_texts) -> None:
    hypotheses, references = given_texts
    result = scored(hypotheses, references, preset="complexity")
    expected = {"coverage": [], "coverage_hyp": [], "f1": []}
    sums = dict.fromkeys(expected, (0, 0))
    for (words, sides), best in zip(
        pairs(hypotheses, references, result), result.sentences.best[0], strict=True
    ):
        side = sides[best]
        matched = len(matched_ranks(side.links))
        for name, count in (("coverage", len(side.words)), ("coverage_hyp", len(words))):
            expected[name].append(matched / count if count else None)
            sums[name] = sums[name][0] + matched, sums[name][1] + count
        expected["f1"].append(oracle.unigram_f1(words, side.words))
    for name, scores in expected.items():
        for found, score in zip(result.segment(name)[0], scores, strict=True):
            assert same(found, score)
    for name in ("coverage", "coverage_hyp"):
        part, whole = sums[name]
        assert same(result.value("system", name), part / whole if whole else None)
    assert same(result.value("system", "f1"), oracle.mean(expected["f1"]))


@given(given_texts=texts())
def test_errors_of_order_per_100_words(given_texts) -> None:
    hypotheses, references = given_texts
    result = scored(hypotheses, references, metrics="pef")  # which chooses the reference, too
    sides = [
        sides[best]
        for (_, sides), best in zip(
            pairs(hypotheses, references, result), result.sentences.best[0], strict=True
        )
    ]
    ranks = [matched_ranks(side.links) for side in sides]
    words = [len(side.words) for side in sides]
    for name, count in (("breaks", breaks), ("misplaced", misplaced)):
        errors = [count(one) for one in ranks]
        whole = oracle.errors_per_100(errors, words)
        assert same(result.value("system", f"{name}_per_100"), whole)
        for place, found in enumerate(result.segment(f"{name}_per_100")[0]):
            alone = slice(place, place + 1)
            assert same(found, oracle.errors_per_100(errors[alone], words[alone]))


def test_a_phrase_may_match_more_words_than_it_has(tmp_path) -> None:
    table = tmp_path / "paraphrases"
    table.write_text("0.5\nbig\nvery large indeed\n")
    matcher = wo.Matcher(stages=["exact", "paraphrase"], paraphrases=table)
    result = wo.score(["very large indeed"], ["big"], order_from=matcher)
    assert result.value("system", "coverage") == 1
    assert result.value("system", "coverage_hyp") == 3


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "frs"])
@given(given_texts=texts())
def test_a_perfect_system_scores_one(preset, given_texts) -> None:
    hypotheses, _ = given_texts
    sentences = [words for words in hypotheses if len(set(words)) == len(words) > 0]
    if not sentences:
        return
    result = scored(sentences, [sentences], preset=preset, metrics="all")
    # BLEU-4 of a corpus without 4-grams is 0.
    wanted = [m for m in result.measures if m not in ("bleu4", "lrscore", *ORDER_ERRORS)]
    assert all(result.value("system", measure) == pytest.approx(1) for measure in wanted)
    assert [result.value("system", measure) for measure in ORDER_ERRORS] == [0, 0]
