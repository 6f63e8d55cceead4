"""Rules learned from corpora whose rules are known or that have none; moves that are tried."""

from __future__ import annotations

import io
import json
from concurrent.futures import CancelledError
from random import Random
from threading import Event

import numpy as np
import pytest

import wordorder as wo
from document_checks import check_damage, check_document, there_and_back
from messages import refused
from oracles import rule_learning as oracle
from parse_texts import random_links, random_trees, ruled_links
from wordorder.alignment import Alignment, AlignmentBatch
from wordorder.output import dumps
from wordorder.preordering import (
    Entry,
    LearnedRules,
    ReferenceOrders,
    Rule,
    RuleSet,
    WordTest,
    learn_rules,
    read_parses,
)
from wordorder.preordering.learned_rules import PathPoint
from wordorder.preordering.learning import CrossValidatedRules
from wordorder.preordering.learning_corpus import LearningCorpus
from wordorder.preordering.rule_search import SOURCE_ORDER, CurrentOrders, EntryChoice, Moves

VERB_FINAL = RuleSet.parse("""
[[rule]]
name = "verbs"
head = { upos = "VERB" }
order = ["*<", "*>", "self"]
""")


def _score(trees, links, rules):
    references = ReferenceOrders.from_alignments(links)
    return oracle.scores(trees, references, rules.rules, "fuzzy").mean()


@pytest.fixture(scope="module")
def learned():
    trees = random_trees(5, 150)
    return learn_rules(trees, ruled_links(trees, VERB_FINAL), folds=3)


@pytest.mark.slow
def test_a_rule_behind_the_data_is_found(learned) -> None:
    trees = random_trees(6, 100)  # others
    links = ruled_links(trees, VERB_FINAL)
    assert _score(trees, links, RuleSet("none", ())) < 0.95
    assert _score(trees, links, learned.rules) > 0.98
    assert {rule.head.upos for rule in learned.rules.rules} == {("VERB",)}


def marked_nouns(*markers):
    row = "{}\t{}\t{}\t{}\t_\t_\t{}\t{}\t_\t_\n"
    text = "".join(
        row.format(1, f"a{n}", "_", "NOUN", 0, "root")
        + row.format(2, marker, marker, "ADP", 3, "case")
        + row.format(3, f"b{n}", "_", "NOUN", 1, "nmod")
        + "\n"
        for n in range(40)
        for marker in markers
    )
    return read_parses(io.BytesIO(text.encode()))


def test_markers_are_found() -> None:
    trees = marked_nouns("of", "in", "with")
    order = tuple(map(Entry.parse, ["nmod[marker=in]>", "*<", "self", "*>"]))
    rules = RuleSet("by marker", (Rule(WordTest(("NOUN",)), order, "nouns"),))
    learned = learn_rules(trees, ruled_links(trees, rules), folds=3)
    assert [rule.order for rule in learned.rules.rules] == [order]


@pytest.mark.parametrize("odd", ["", "a\rb", "a|b=c]'>", "\u2028", "\x7f"])
def test_markers_may_be_any_cell(odd) -> None:
    trees = marked_nouns("of", odd)
    rows = [Alignment.parse(text, 3) for text in ("0-0 1-1 2-2", "0-2 1-0 2-1")]
    learned = learn_rules(trees, AlignmentBatch.from_alignments(rows * 40), folds=3)
    assert RuleSet.parse(learned.to_toml()) == learned.rules


@pytest.mark.slow
def test_the_path_is_what_rules_from_other_sentences_score(learned) -> None:
    assert [point.rules for point in learned.path] == list(range(len(learned.path)))
    best = max(point.score for point in learned.path)
    chosen = learned.path[len(learned.rules.rules)]
    assert chosen.score >= best - chosen.standard_error - 1e-12
    for point in learned.path[: chosen.rules]:
        assert point.score < best - point.standard_error


@pytest.mark.slow
def test_the_rules_of_a_document_are_those_that_it_describes(learned) -> None:
    document = json.loads(dumps(learned.to_dict()))
    for part, wrong in (
        ("rules", "rule = []"),
        ("rules", "rule = 1"),
        ("path", document["path"][1:]),
    ):
        with refused(wo.InputError):
            LearnedRules.from_dict({**document, part: wrong})


@pytest.mark.slow
@pytest.mark.parametrize("words", ["all", "linked", "both"])
def test_identity_gives_no_rules(words) -> None:
    trees = random_trees(7, 100)
    none = learn_rules(trees, ruled_links(trees, RuleSet("none", ())), words=words, folds=3)
    assert none.rules.rules == ()
    assert [point.score for point in none.path] == [1.0]
    assert RuleSet.parse(none.to_toml()).rules == ()


@pytest.mark.slow
def test_chance_gives_hardly_any_rules() -> None:
    found = []
    for seed in range(5):
        trees = random_trees(seed, 150)
        links = random_links(seed, trees)
        learned = learn_rules(trees, links, folds=5)
        found.append(len(learned.rules.rules))
        before = _score(trees, links, RuleSet("none", ()))
        assert _score(trees, links, learned.rules) >= before - 1e-12
    assert sum(found) <= 3


@pytest.mark.slow
def test_order_of_sentences_and_threads_do_not_matter() -> None:
    trees = random_trees(8, 120)
    shuffled = np.random.default_rng(1).permutation(len(trees))
    texts = "".join(str(trees[int(row)]) for row in shuffled)
    other = read_parses(io.StringIO(texts))
    one, two = (
        learn_rules(batch, ruled_links(batch, VERB_FINAL), folds=4, threads=threads)
        for batch, threads in ((trees, 1), (other, 2))
    )
    assert one.rules == two.rules
    assert np.allclose([p.score for p in one.path], [p.score for p in two.path])


def _links(*rows):
    made = [Alignment.parse(text, length) for text, length in rows]
    return AlignmentBatch.from_alignments(made)


def test_too_few_sentences_are_refused() -> None:
    trees = random_trees(1, 1)
    length = int(trees.lengths[0])
    with refused(wo.InputError):
        learn_rules(trees, _links(("0-0", length)))
    trees = random_trees(1, 3)
    no_links = _links(*(("", int(length)) for length in trees.lengths))
    with refused(wo.InputError):
        learn_rules(trees, no_links)


def test_three_sentences_are_enough() -> None:
    trees = random_trees(1, 3)
    links = random_links(1, trees)
    learned = learn_rules(trees, links, folds=10)
    assert learned.sentence_count == 3
    assert learned.rules.rules == ()


def test_other_sentences_are_refused() -> None:
    trees = random_trees(1, 3)
    with refused(wo.InputError):
        learn_rules(trees, _links(("0-0", 1), ("0-0", 1)))
    with refused(wo.InputError):
        learn_rules(trees, _links(*[("49-0", 50)] * 3))


@pytest.mark.parametrize(
    "options",
    [{"metric": "x"}, {"words": "none"}, {"most_rules": -1}, {"folds": 1}, {"seed": -1}],
)
def test_wrong_options_are_refused(options) -> None:
    trees = random_trees(1, 3)
    with pytest.raises(wo.UsageError):
        learn_rules(trees, random_links(1, trees), **options)


@pytest.mark.slow
def test_the_document_comes_back(learned) -> None:
    check_document(learned)
    check_damage(learned, Random(7))
    assert there_and_back(learned).to_toml() == learned.to_toml()
    assert RuleSet.parse(learned.to_toml()) == learned.rules
    assert "heads; helped" in learned.to_toml()
    assert "→ " in learned.to_toml()
    assert repr(learned).startswith("<LearnedRules: ")
    for view in LearnedRules.views():
        assert learned.tables(view)[0].rows
        assert learned.records(view).columns


def test_heads_with_very_many_children_take_no_longer_than_their_words() -> None:
    words, head = 4000, 2000
    row = "{}\tw{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"
    texts = []
    for sentence in range(2):
        for word in range(1, words + 1):
            label = ("obj", "nsubj", "obl")[(word + sentence) % 3]
            is_root = word == head
            cells = ("VERB", 0, "root") if is_root else ("NOUN", head, label)
            texts.append(row.format(word, word + sentence, *cells))
        texts.append("\n")
    trees = read_parses(io.StringIO("".join(texts)))
    links = AlignmentBatch.from_alignments(
        [Alignment([(word, words - word) for word in range(words)], words, words + 1)] * 2
    )
    corpus = LearningCorpus.of(trees, ReferenceOrders.from_alignments(links))
    orders = CurrentOrders(corpus, "fuzzy", np.ones(2, np.bool_))
    heads = np.array([head - 1, words + head - 1])
    orders.arrange(heads, tuple(map(Entry.parse, ["reverse *>", "self", "reverse *<"])))
    assert orders.scores.tolist() == [[1, 1], [1, 1]]


def test_learning_can_be_stopped() -> None:
    trees = random_trees(1, 3)
    references = ReferenceOrders.from_alignments(random_links(1, trees))
    corpus, stopped = LearningCorpus.of(trees, references), Event()
    orders = CurrentOrders(corpus, "fuzzy", np.ones(len(corpus), np.bool_), stopped)
    moves = Moves.of(SOURCE_ORDER, (), corpus.kinds)
    orders.move_gains(np.array([0]), moves)
    stopped.set()
    with pytest.raises(CancelledError):
        orders.move_gains(np.array([0]), moves)


@pytest.mark.parametrize(("error", "expected"), [(0, 3), (0.01, 2), (1, 0)])
def test_the_fewest_rules_within_one_error_of_the_best(error: float, expected: int) -> None:
    scores = [0.50, 0.56, 0.58, 0.581]
    path = tuple(PathPoint(rules, score, score, score, error) for rules, score in enumerate(scores))
    assert CrossValidatedRules([], [], path).fewest == expected


ORDERS = [
    SOURCE_ORDER,
    tuple(map(Entry.parse, ["obj>", "*<", "reverse obl>", "self", "*>", "nsubj<"])),
    tuple(map(Entry.parse, ["obl[Number=Sing]>", "reverse *>", "self", "obl>", "*<"])),
    tuple(map(Entry.parse, ["obj[marker=of]>", "*<", "self", "*>", "reverse obj[marker=in]<"])),
    tuple(map(Entry.parse, ["obl:tmod<", "obl[upos=VERB]<", "*<", "*>", "self", "reverse obl<"])),
]


def _searched(seed, metric):
    trees = random_trees(seed, 120)
    references = ReferenceOrders.from_alignments(random_links(seed + 1, trees))
    corpus = LearningCorpus.of(trees, references)
    training = np.random.default_rng(seed).random(len(corpus)) < 0.7
    return trees, references, CurrentOrders(corpus, metric, training)


def _heads(corpus, head):
    is_head = np.isin(np.arange(len(corpus.head_words)), corpus.head_words)
    return np.flatnonzero(is_head & corpus.kinds.that_pass(head)[corpus.kinds.of_words])


@pytest.mark.parametrize("metric", ["fuzzy", "kendall", "ulam"])
def test_source_order_has_the_scores_of_no_rules(metric) -> None:
    trees, references, orders = _searched(1, metric)
    assert np.allclose(orders.scores, oracle.scores(trees, references, [], metric))


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["fuzzy", "kendall"])
@pytest.mark.parametrize("number", range(len(ORDERS)))
@pytest.mark.parametrize(
    "head", [WordTest(upos=("NOUN",)), WordTest(("VERB",), features=(("Case", ("Dat",)),))]
)
def test_gains_are_those_of_the_moved_rule(metric, number, head) -> None:
    trees, references, orders = _searched(number, metric)
    corpus, order = orders.corpus, ORDERS[number]
    heads = _heads(corpus, head)
    orders.arrange(heads, order)
    choice = EntryChoice.for_heads(orders, heads)
    moves = Moves.of(order, [*choice.plain, *choice.tested], corpus.kinds)
    gains = orders.move_gains(heads, moves)
    before = orders.scores
    tried = list(zip(*np.nonzero(moves.allowed), strict=True))
    assert tried
    for row, column in tried[:: max(1, len(tried) // 60)]:
        after = moves.made(int(row), int(column))
        expected = oracle.gain(trees, references, head, order, after, metric)
        assert np.allclose(gains.sums[:, row, column], expected[:, orders.training].sum(axis=1))
        squares = (expected[:, orders.training] ** 2).sum(axis=1)
        assert np.allclose(gains.squares[:, row, column], squares)
        orders.arrange(heads, after)
        assert np.allclose(orders.scores - before, expected)
        orders.arrange(heads, order)
    assert np.array_equal(orders.scores, before)
