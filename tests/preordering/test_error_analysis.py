"""The analysis of errors as a whole: what it says, and how it is shown and saved."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

from document_checks import check_damage, check_document, there_and_back
from messages import refused, warned
from oracles.preorder_errors import Word
from preorder_corpora import RULES, conllu, corpora, links_of, trees_of
from wordorder import InputError, UsageError
from wordorder.alignment import Alignment, AlignmentBatch
from wordorder.output import Screen, show
from wordorder.preordering import (
    PreorderingErrors,
    ReferenceOrders,
    analyze_preordering,
    oracle_orders,
    reorder,
)
from wordorder.preordering.error_cards import LEAST_COMPARED
from wordorder.preordering.faults import OrderScorer

PUD = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "pud-aligned"
ALL_VIEWS = list(PreorderingErrors.views())[1:]


def analyzed(corpus, **options) -> PreorderingErrors:
    return analyze_preordering(
        trees_of([one.parse for one in corpus]), links_of(corpus), RULES, **options
    )


@pytest.mark.slow
@given(corpus=corpora, linked_only=st.booleans(), metric=st.sampled_from(["fuzzy", "kendall"]))
def test_losses_add_up(corpus, linked_only, metric) -> None:
    gold = trees_of([one.gold for one in corpus])
    options = {"linked_only": linked_only, "metric": metric}
    for more in ({}, {"gold": gold}):
        found = analyzed(corpus, **options, **more).ceilings
        faults = found.faults()
        assert sum(fault.loss for fault in faults) == pytest.approx(1 - found.rules)
        assert all(fault.loss >= -1e-12 for fault in faults if fault.fault != "parser")
        assert faults[-1].score == 1


@pytest.mark.slow
@given(corpus=corpora, linked_only=st.booleans())
def test_worst_sentences_come_first(corpus, linked_only) -> None:
    gold = trees_of([one.gold for one in corpus])
    found = analyzed(corpus, gold=gold, linked_only=linked_only, worst=2)
    parsed = analyzed(corpus, linked_only=linked_only, worst=len(corpus))
    assert [card.sentence for card in found.worst] == [card.sentence for card in parsed.worst[:2]]
    keys = [(card.parses[0].score, -sum(card.judged), card.sentence) for card in parsed.worst]
    assert keys == sorted(keys)
    assert all(score < 1 and judged <= -LEAST_COMPARED for score, judged, _ in keys)
    gaps = [abs(one.score - other.score) for one, other in (c.parses for c in found.differences)]
    assert gaps == sorted(gaps, reverse=True)
    assert parsed.differences is None
    assert 0 not in gaps


@pytest.mark.slow
@given(corpus=corpora)
def test_scores_are_those_of_the_parts(corpus) -> None:
    trees, links = trees_of([one.parse for one in corpus]), links_of(corpus)
    found = analyze_preordering(trees, links, RULES, linked_only=False)
    scorer = OrderScorer(ReferenceOrders.from_alignments(links), "fuzzy", False)
    scores = scorer.scores(reorder(trees, RULES))
    bounds = oracle_orders(trees, scorer.references).bounds
    assert found.ceilings.rules == pytest.approx(np.nanmean(scores))
    assert found.ceilings.best == pytest.approx(np.nanmean(bounds))
    assert found.undefined == np.isnan(scores).sum()


@pytest.mark.slow
@given(corpus=corpora, rng=st.randoms(use_true_random=False))
def test_every_result_is_read_again(corpus, rng) -> None:
    for more in ({}, {"gold": trees_of([one.gold for one in corpus])}):
        found = analyzed(corpus, **more)
        check_document(found)
        check_damage(found, rng)
    again = there_and_back(found)
    for view in ALL_VIEWS:
        assert show(again, views=[view], screen=Screen(60, False)).count("\n") > 5


def test_another_parser_is_compared_before_the_gold_parse() -> None:
    words = [Word("VERB", -1, "root"), *(Word("NOUN", 0, "obj") for _ in range(4))]
    other = [words[0], *(word._replace(label="nsubj") for word in words[1:])]
    gold = [word._replace(tag="X") for word in words]
    links = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1 2-2 3-3 4-4", 5)])
    result = analyze_preordering(
        trees_of([words]), links, RULES, gold=trees_of([gold]), other=trees_of([other])
    )
    assert [parse.name for parse in result.worst[0].parses] == ["parse", "other"]
    assert {one.kind for one in result.confusions} == {"tag"}
    assert repr(result) == (
        "<PreorderingErrors: 1 sentence, fuzzy 0.750, lost most by parser: 0.250>"
    )


SENTENCE = [Word("VERB", -1, "root"), Word("NOUN", 0, "obj")]
LINKS = AlignmentBatch.from_alignments([Alignment.parse("0-1 1-0", 2)])


@pytest.mark.parametrize(
    "options",
    [
        {"metric": "ulam"},
        {"worst": -1},
        {"worst": 1.5},
        {"linked_only": "no"},
        {"reading": "pharaoh"},
    ],
    ids=str,
)
def test_wrong_arguments(options) -> None:
    with refused(UsageError):
        analyze_preordering(trees_of([SENTENCE]), LINKS, RULES, **options)


def test_a_name_of_rules_does_not_break_the_signature() -> None:
    rules = replace(RULES, name="a|b")
    result = analyze_preordering(trees_of([SENTENCE]), LINKS, rules)
    assert re.search(
        r"\|rules:a_b#\w{8}\|metric:fuzzy\|words:linked\|parses:parse$", result.signature
    )


@pytest.mark.parametrize("which", ["parses", "gold", "other"])
def test_labels_that_the_rules_do_not_know(which) -> None:
    given = {"parses": trees_of([SENTENCE])}
    given[which] = trees_of([[word._replace(label="SBJ") for word in SENTENCE]])
    with warned():
        analyze_preordering(**given, links=LINKS, rules=RULES)


def test_no_links_at_all() -> None:
    links = AlignmentBatch.from_alignments([Alignment.parse("", 2)])
    with refused(InputError):
        analyze_preordering(trees_of([SENTENCE]), links, RULES)


@pytest.mark.parametrize("which", ["gold", "other"])
def test_parses_of_other_words(which) -> None:
    other = io.StringIO(conllu(SENTENCE).replace("w2", "x"))
    with refused(InputError):
        analyze_preordering(trees_of([SENTENCE]), LINKS, RULES, **{which: other})


@pytest.mark.parametrize("view", ["confusions", "differences"])
def test_views_that_need_another_parse(view) -> None:
    result = analyze_preordering(trees_of([SENTENCE]), LINKS, RULES)
    with refused(UsageError):
        result.tables(view)


@pytest.mark.slow
@pytest.mark.skipif(not PUD.exists(), reason="needs the shared data")
def test_planted_errors_come_out_on_top() -> None:
    gold = (PUD / "en-ja" / "en.conllu").read_text(encoding="utf-8")
    swap = {"obj": "nsubj", "nsubj": "obj"}
    sentences = gold.rstrip("\n").split("\n\n")
    for number in range(0, len(sentences), 3):
        sentences[number] = re.sub(
            r"\t(obj|nsubj)\t", lambda found: f"\t{swap[found[1]]}\t", sentences[number]
        )
    for number in range(1, len(sentences), 30):
        sentences[number] = sentences[number].replace("\tamod\t", "\tdet\t")
    parses = io.StringIO("\n\n".join(sentences) + "\n\n")
    links = str(PUD / "en-ja" / "content.align")
    result = analyze_preordering(parses, links, RULES, gold=io.StringIO(gold))
    whole, *single = result.confusions
    assert whole[:3] == ("label", "*", "*")
    assert whole.cost == pytest.approx(result.ceilings.faults()[0].loss)
    assert {one[:3] for one in single[:2]} == {
        ("label", "obj", "nsubj"),
        ("label", "nsubj", "obj"),
    }
    assert all(one.cost > 0 for one in single[:2])
    [harmless] = [one for one in result.confusions if one.gold == "amod"]
    assert (harmless.cost, harmless.better, harmless.worse) == (0, 0, 0)
    parser, rules, translation = result.ceilings.faults()
    assert 0 < parser.loss < rules.loss
    assert 0 < translation.loss < 0.1
