"""Weak links do not count in the order, but in all that the papers define."""

from __future__ import annotations

import numpy as np
import pytest

import wordorder as wo
from wordorder.alignment import Matcher
from wordorder.output import dumps
from wordorder.permutation import PermutationBatch
from wordorder.scoring import PRESETS, ScoreResult

REFERENCES = [
    "The old king saw the dog in his garden of the North .",
    "he said that it is on the table",
    "the law will be adopted next week in Berlin",
    "nothing here",
    "large is the house , the the",
    "cold is , he said the very big new house of the queen that she has in the south of the town",
] * 8
SYSTEM = [
    "In the garden , the dog was seen by The king the OLD",
    "now he said of the that on the tables it is",
    "next week , in the town of Berlin , they will adopt the law",
    "",
    "the houses are big of the",
    "he said that the old town is of the king , and the north is cold",
] * 8
OTHER = [
    f"{system} today" if line % 2 else reference
    for line, (system, reference) in enumerate(zip(SYSTEM, reversed(REFERENCES), strict=True))
]


def scored(min_confidence: float | None, **options: object) -> ScoreResult:
    matcher = Matcher("en", min_confidence=min_confidence)
    texts = {"system": SYSTEM}
    return wo.score(REFERENCES, texts, lang="en", order_from=matcher, tokenize="none", **options)


def test_uncombined_metrics_leave_weak_links_out() -> None:
    result = scored(0.6, metrics="kendall,fuzzy")
    match = Matcher("en").match(SYSTEM, REFERENCES)
    judged = PermutationBatch.from_alignments(match.confident(0.6), "matched")
    everything = PermutationBatch.from_alignments(match.alignments, "matched")
    words = sum(len(line.split()) for line in REFERENCES)
    assert 0 < judged.lengths.sum() < everything.lengths.sum()
    for metric in ("kendall", "fuzzy"):
        expected = wo.ordering_scores(judged.values, judged.offsets, metric)[metric]
        assert np.array_equal(result.segment(metric)[0], expected, equal_nan=True)
        assert result.value("system", metric) == pytest.approx(np.nanmean(expected))
    assert result.value("system", "coverage") == pytest.approx(judged.lengths.sum() / words)
    assert result.value("system", "matched") == pytest.approx(everything.lengths.sum() / words)
    spoken = sum(len(line.split()) for line in SYSTEM)
    assert result.value("system", "coverage_hyp") == pytest.approx(judged.lengths.sum() / spoken)
    assert {"coverage_hyp", "matched"}.isdisjoint(result.shown_measures)


def test_the_default_of_english_is_the_fitted_one() -> None:
    default = wo.score(REFERENCES, {"system": SYSTEM}, lang="en", tokenize="none")
    fitted = scored(Matcher("en").min_confidence)
    assert dumps(default.to_dict()) == dumps(fitted.to_dict())
    assert default.value("system", "coverage") < default.value("system", "matched")


# frs has no match; the coverage of ribes is that of its own match.
@pytest.mark.parametrize("preset", [name for name in PRESETS if name not in ("frs", "ribes")])
def test_the_scores_of_the_papers_keep_all_links(preset: str) -> None:
    all_links, few = scored(0, preset=preset), scored(0.99, preset=preset)
    assert few.value("system", "coverage") < all_links.value("system", "coverage")
    for measure in (preset, "matched"):
        assert few.value("system", measure) == all_links.value("system", measure)
        assert np.array_equal(few.segment(measure), all_links.segment(measure), equal_nan=True)


def test_the_best_reference_is_chosen_by_all_links() -> None:
    chosen = []
    for min_confidence in (0, 0.99):
        result = wo.score(
            [REFERENCES, OTHER],
            {"system": SYSTEM},
            lang="en",
            order_from=Matcher("en", min_confidence=min_confidence),
        )
        sentences = result.known_sentences()
        chosen.append([sentence.translations[0].reference for sentence in sentences])
    assert chosen[0] == chosen[1]
    assert len(set(chosen[0])) == 2


@pytest.mark.slow
def test_a_document_keeps_the_confidence_of_links() -> None:
    result = scored(0.6)
    again = ScoreResult.from_dict(result.to_dict(sentences=True))
    assert dumps(again.to_dict(sentences=True)) == dumps(result.to_dict(sentences=True))
    for before, after in zip(result.known_sentences(), again.known_sentences(), strict=True):
        assert before.translations[0].compared_links == after.translations[0].compared_links
    for min_words in (1, 8):
        cards = [one.worst(min_words=min_words) for one in (result, again)]
        assert [str(card) for card in cards[0]] == [str(card) for card in cards[1]]


def test_a_card_draws_weak_links_faintly_and_moves_only_others() -> None:
    (card,) = [card for card in scored(0.6).worst(min_words=1) if card.line == 5]
    one = card.translation
    assert one.links is not None
    assert one.confidence is not None
    weak = [link for link, p in zip(one.links, one.confidence, strict=True) if p < 0.6]
    assert weak
    assert card.title.endswith(f"matched, {len(weak)} of them weakly")
    drawn = {(link.source, link.target): link.sure for link in card.alignment.layout().links}
    assert {link for link, sure in drawn.items() if not sure} == set(weak)
    (i, _), *others = weak
    assert not others
    assert one.words[i] not in " ".join(card.moves())
