"""Rules applied to parses: against the definition, and what must hold whatever the rules are."""

from __future__ import annotations

import gzip
import io
import random
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused, warned
from oracles.lifting import below, is_contiguous, is_projective, lifted
from oracles.precedence import reordered
from rule_strategies import (
    FORMS,
    LEMMAS,
    MARKERS,
    NAMED_RELATIONS,
    RELATIONS,
    TAGS,
    batch_of,
    expected,
    parses,
    rule_sets,
)
from syntax_strategies import all_trees, sentences
from wordorder import InputError, _kernels
from wordorder.errors import UsageError, WordorderWarning
from wordorder.ordering import ordering_scores
from wordorder.preordering import (
    ARRANGED_AS,
    RULE_SETS,
    Entry,
    Rule,
    RuleSet,
    WordTest,
    apply_rules,
    read_parses,
    read_references,
    reorder,
    rule_set,
)
from wordorder.preordering.rules.compiled import CompiledRules
from wordorder.syntax import DependencyTree

if TYPE_CHECKING:
    from wordorder.permutation import PermutationBatch

Parse = tuple[list[int], list[dict[str, Any]]]


def orders(found: PermutationBatch) -> list[list[int]]:
    rows = np.split(found.orders, found.offsets[1:-1])
    return [row.tolist() for row in rows]


def one_rule(*order: Entry) -> RuleSet:
    return RuleSet("test", (Rule(WordTest(), order, "all"),))


NONE = one_rule(Entry(("*",), "before"), Entry(("self",)), Entry(("*",), "after"))
REVERSE = one_rule(
    Entry(("*",), "after", manner="reverse"),
    Entry(("self",)),
    Entry(("*",), "before", manner="reverse"),
)


@pytest.mark.slow
@given(st.lists(parses(), min_size=1, max_size=4), rule_sets())
def test_the_kernel_does_what_the_definition_says(
    given_parses: list[Parse], rules: RuleSet
) -> None:
    found = reorder(batch_of(given_parses), rules)
    assert orders(found) == [expected(*parse, rules) for parse in given_parses]


@pytest.mark.slow
@given(parses(), rule_sets())
def test_words_that_belong_together_stay_together(parse: Parse, rules: RuleSet) -> None:
    tree, _ = parse
    (order,) = orders(reorder(batch_of([parse]), rules))
    assert sorted(order) == list(range(len(tree)))
    for node in range(len(tree)):
        if is_contiguous(tree, node):
            places = [order.index(word) for word in below(tree, node)]
            assert max(places) - min(places) + 1 == len(places)


@pytest.mark.slow
@given(parses())
def test_none_is_the_source_and_reverse_its_mirror_whatever_the_tree(parse: Parse) -> None:
    tree, _ = parse
    trees = batch_of([parse])
    assert orders(reorder(trees, NONE)) == [list(range(len(tree)))]
    assert orders(reorder(trees, RuleSet("empty", ()))) == [list(range(len(tree)))]
    assert orders(reorder(trees, REVERSE)) == [list(range(len(tree)))[::-1]]


def random_word(rng: random.Random) -> dict[str, Any]:
    feats = {("Polarity", "Neg")} if rng.random() < 0.3 else set()
    return {
        "form": rng.choice(FORMS),
        "upos": rng.choice(TAGS),
        "xpos": rng.choice(["VB", "NN"]),
        "lemma": rng.choice(LEMMAS),
        "deprel": rng.choice(RELATIONS),
        "feats": feats,
    }


def random_rule(rng: random.Random, number: int) -> Rule:
    def test() -> WordTest:
        return rng.choice(
            [
                WordTest(),
                WordTest(upos=(rng.choice(TAGS),)),
                WordTest(deprel=(rng.choice(NAMED_RELATIONS),)),
                WordTest(marker=(rng.choice(MARKERS),)),
                WordTest(lemma=("not",), xpos=("VB",)),
                WordTest(features=(("Polarity", ("Neg",)),)),
            ]
        )

    order = [
        Entry(
            (rng.choice([*NAMED_RELATIONS, "*"]),),
            rng.choice([None, "before", "after"]),
            test(),
            rng.choice(["normal", "reverse", "fixed"]),
        )
        for _ in range(rng.randrange(4))
    ]
    order += [Entry(("*",)), Entry(("self",), manner=rng.choice(["normal", "fixed"]))]
    rng.shuffle(order)
    return Rule(test(), tuple(order), f"rule {number}")


@pytest.mark.parametrize("words", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_all_small_trees(words: int) -> None:
    rng = random.Random(words)
    sentences = [(tree, [random_word(rng) for _ in tree]) for tree in all_trees(words)]
    trees = batch_of(sentences)
    for _ in range(20):
        rules = RuleSet("random", tuple(random_rule(rng, n) for n in range(rng.randrange(1, 4))))
        assert orders(reorder(trees, rules)) == [
            expected(tree, tokens, rules) for tree, tokens in sentences
        ]


def plain(deprel: str, upos: str = "NOUN", **columns: Any) -> dict[str, Any]:
    word = {"form": "w", "upos": upos, "xpos": "NN", "lemma": "_", "deprel": deprel, "feats": set()}
    return {**word, **columns}


def test_the_exact_label_beats_the_base_label_which_beats_all_others() -> None:
    parse = [-1, 0, 0, 0], [plain("root"), plain("nsubj:pass"), plain("nsubj"), plain("det")]
    rules = one_rule(
        Entry(("*",)),
        Entry(("nsubj",)),
        Entry(("nsubj:pass",)),
        Entry(("nsubj",)),
        Entry(("self",)),
    )
    assert orders(reorder(batch_of([parse]), rules)) == [[3, 2, 1, 0]]


def test_an_entry_whose_test_fails_leaves_the_child_to_the_next() -> None:
    negation = plain("advmod", feats={("Polarity", "Neg")})
    parse = [-1, 0, 0], [plain("root"), negation, plain("advmod")]
    polar = WordTest(features=(("Polarity", ("Neg",)),))
    rules = one_rule(Entry(("*",)), Entry(("advmod",), None, polar), Entry(("self",)))
    assert orders(reorder(batch_of([parse]), rules)) == [[2, 1, 0]]


def test_fixed_units_keep_their_place_among_the_units() -> None:
    rules = one_rule(Entry(("*",)), Entry(("self",)), Entry(("punct",), manner="fixed"))
    flat = [-1, 0, 0, 0], [plain(r) for r in ("root", "punct", "obj", "punct")]
    assert orders(reorder(batch_of([flat]), rules)) == [[2, 1, 0, 3]]


def test_the_first_rule_that_matches_wins_and_others_keep_the_order_of_the_source() -> None:
    last, first = (Entry(("*",)), Entry(("self",))), (Entry(("self",)), Entry(("*",)))
    rules = RuleSet(
        "two",
        (Rule(WordTest(upos=("VERB",)), last, "verbs"), Rule(WordTest(lemma=("be",)), first, "be")),
    )
    verb = [1, -1, 1], [plain("dep"), plain("root", "VERB", lemma="be"), plain("dep")]
    noun = [1, -1, 1], [plain("dep"), plain("root"), plain("dep")]
    copula = [1, -1, 1], [plain("dep"), plain("root", lemma="be"), plain("dep")]
    trees = batch_of([verb, noun, copula])
    assert orders(reorder(trees, rules)) == [[0, 2, 1], [0, 1, 2], [1, 0, 2]]
    assert orders(reorder(trees, rules.without("verbs"))) == [[1, 0, 2], [0, 1, 2], [1, 0, 2]]
    found = CompiledRules(rules).arrange(trees)
    assert found.rules.tolist() == [-1, 0, -1, -1, -1, -1, -1, 1, -1]
    assert found.entries.tolist() == [0, -1, 0, -1, -1, -1, 1, -1, 1]


def test_a_word_has_every_value_of_a_feature() -> None:
    several = plain("obj", feats={("Case", "Acc"), ("Case", "Dat")})
    parse = [-1, 0, 0], [plain("root"), several, plain("obj", feats={("Case", "Nom")})]
    for value, order in {
        "Acc": [1, 0, 2],
        "Dat": [1, 0, 2],
        "Nom": [2, 0, 1],
        "Gen": [0, 1, 2],
    }.items():
        test = WordTest(features=(("Case", (value,)),))
        rules = one_rule(Entry(("obj",), None, test), Entry(("self",)), Entry(("*",)))
        assert orders(reorder(batch_of([parse]), rules)) == [order]


@pytest.mark.parametrize("chain", ["left", "right"])
def test_a_chain_of_thousands_of_words(chain: str) -> None:
    size = 4000
    tree = [-1, *range(size - 1)] if chain == "left" else [*range(1, size), -1]
    trees = batch_of([(tree, [plain("dep")] * size)])
    assert orders(reorder(trees, REVERSE)) == [list(range(size))[::-1]]


def test_rows_without_words_and_parts_of_a_batch() -> None:
    parse = [1, -1], [plain("dep"), plain("root")]
    trees = batch_of([parse, parse, parse])
    assert orders(reorder(trees.rows(1, 3), REVERSE)) == [[1, 0], [1, 0]]
    lemma = one_rule(Entry(("dep",), None, WordTest(lemma=("_",))), Entry(("self",)), Entry(("*",)))
    assert orders(reorder(trees.rows(1, 3), lemma)) == [[0, 1], [0, 1]]
    assert len(reorder(trees.rows(0, 0), REVERSE)) == 0


def ragged(*rows: list[int]) -> _kernels.Ragged:
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return _kernels.Ragged(np.array([n for row in rows for n in row], np.int32), offsets)


def int32(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int32)


GOOD_TABLES: dict[str, Any] = {
    "columns": int32(0),
    "tests": ragged([], [0]),
    "heads": int32(1),
    "entries": ragged([0, 0]),
    "sides": int32(0, 0),
    "manners": int32(0, 0),
    "named": ragged([0], [1]),
    "labels": 2,
}
BAD_TABLES: dict[str, list[Any]] = {
    "columns": [int32(6), int32(-1), int32()],
    "tests": [ragged([], [1]), ragged([]), ragged([], [-1])],
    "heads": [int32(2), int32(-1), int32(), int32(0, 0)],
    "entries": [ragged([0, 2]), ragged([0]), ragged(), ragged([0, 0], [])],
    "sides": [int32(0), int32(0, 3), int32(0, -1)],
    "manners": [int32(0), int32(0, 3), int32(0, -1)],
    "named": [ragged([0], [2]), ragged([0], []), ragged([], [1]), ragged([0]), ragged([0], [1, 1])],
    "labels": [0, 1, 3, -1],
}


@pytest.mark.parametrize("name", BAD_TABLES)
def test_hostile_tables_are_refused(name: str) -> None:
    _kernels.RuleTables(**GOOD_TABLES)
    for bad in BAD_TABLES[name]:
        with pytest.raises(InputError):
            _kernels.RuleTables(**{**GOOD_TABLES, name: bad})


def test_hostile_words_are_refused() -> None:
    tables = _kernels.RuleTables(**GOOD_TABLES)
    good: dict[str, Any] = {
        "heads": ragged([-1, 0]),
        "deprels": int32(0, 0),
        "upos": int32(7, 7),
        "xpos": None,
        "lemmas": None,
        "markers": None,
        "features": None,
        "allowed": ragged([7]),
        "labels": int32(0),
        "base_labels": int32(0),
    }
    assert _kernels.arrange_words(tables, **good).places.values.tolist() == [1, 0]
    bad: dict[str, list[Any]] = {
        "heads": [ragged(row) for row in ([-1, 2], [-1, -2], [-1, -1], [1, 0], [-1, 1], [-1])],
        "deprels": [int32(0), int32(0, 1), int32(0, -1)],
        "upos": [int32(7)],
        "allowed": [ragged(), ragged([7], [7])],
        "labels": [int32(2), int32(-1), int32(), int32(0, 0)],
        "base_labels": [int32(2), int32(-1), int32(), int32(0, 0)],
    }
    for name, values in bad.items():
        for value in values:
            with pytest.raises(InputError):
                _kernels.arrange_words(tables, **{**good, name: value})
    for column in (2, 3, 4, 5):
        looking = _kernels.RuleTables(**{**GOOD_TABLES, "columns": int32(column)})
        with refused(InputError):
            _kernels.arrange_words(looking, **good)


PARSES = """\
# text = I don't see New York
1\tI\ti\tPRON\t_\t_\t4\tnsubj\t_\t_
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdo\tdo\tAUX\t_\t_\t4\taux\t_\tOrder=9|Gloss=x
3\tnot\tnot\tPART\t_\tPolarity=Neg\t4\tadvmod\t_\t_
4\tsee\tsee\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No
4.1\tnothing\t_\t_\t_\t_\t_\t_\t_\t_
5\tNew York\t_\tPROPN\t_\t_\t4\tobj\t_\t_

1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_
"""


def applied(text: str, rules: str, to: str) -> str:
    return "".join(apply_rules(io.BytesIO(text.encode()), rules, to))  # type: ignore[arg-type]


def test_forms_of_output() -> None:
    assert applied(PARSES, "sov", "text") == "I New_York do not see\nYes\n"
    assert applied(PARSES, "sov", "order") == "0 4 1 2 3\n0\n"
    changed = {
        "advmod\t_\t_": "advmod\t_\tOrder=4",
        "nsubj\t_\t_": "nsubj\t_\tOrder=1",
        "Order=9|Gloss=x": "Gloss=x|Order=3",
        "SpaceAfter=No": "SpaceAfter=No|Order=5",
        "obj\t_\t_": "obj\t_\tOrder=2",
        "root\t_\t_": "root\t_\tOrder=1",
    }
    expected = PARSES + "\n"
    for before, after in changed.items():
        expected = expected.replace(before, after)
    assert applied(PARSES, "sov", "conllu") == expected


def test_the_source_order_is_the_source() -> None:
    assert applied(PARSES, "none", "order") == "0 1 2 3 4\n0\n"
    assert applied(PARSES, "reverse", "text") == "New_York see not do I\nYes\n"


@pytest.mark.slow
@given(st.lists(sentences(), min_size=1, max_size=4))
def test_all_forms_agree(given_sentences: list[str]) -> None:
    text = "".join(given_sentences)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", WordorderWarning)
        orders = applied(text, "sov", "order")
        arranged = applied(text, "sov", "text")
        written = applied(text, "sov", "conllu")
    found = reorder(read_parses(io.BytesIO(text.encode())), rule_set("sov"))
    assert orders == found.to_text(order=True)
    trees = [DependencyTree.parse(sentence) for sentence in given_sentences]
    words = [[word.replace(" ", "_") for word in tree.words] for tree in trees]
    rows = [list(map(int, line.split())) for line in orders.splitlines()]
    expected = [" ".join(own[n] for n in row) for own, row in zip(words, rows, strict=True)]
    assert arranged == "".join(f"{line}\n" for line in expected)
    again = list(read_parses(io.BytesIO(written.encode())))
    for tree, placed, row in zip(trees, again, rows, strict=True):
        places = [int(token.misc.rpartition("Order=")[2]) for token in placed.tokens]
        assert [places.index(place + 1) for place in range(len(row))] == row
        assert [token[:-1] for token in placed.tokens] == [token[:-1] for token in tree.tokens]
        assert placed.comments == tree.comments


def test_files_of_any_kind(tmp_path: Path) -> None:
    expected = applied(PARSES, "sov", "text")
    for data in (PARSES.replace("\n", "\r\n").encode(), gzip.compress(PARSES.encode())):
        file = tmp_path / "parses"
        file.write_bytes(data)
        assert "".join(apply_rules(file, rule_set("sov"))) == expected


def test_many_batches_are_written_one_by_one() -> None:
    copies = 20_000
    pieces = list(apply_rules(io.BytesIO((PARSES + "\n").encode() * copies), "reverse", "order"))
    assert len(pieces) > 1
    assert "".join(pieces) == "4 3 2 1 0\n0\n" * copies


def test_a_warning_if_the_labels_are_others() -> None:
    with warned():
        applied(PARSES, "sov-stanford", "text")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        applied(PARSES, "sov", "text")
        applied(PARSES, "reverse", "text")


@pytest.mark.parametrize("to", ARRANGED_AS)
def test_bad_parses(to: str) -> None:
    for bad in (
        "",
        "1\ta\n",
        "1\ta\t_\tX\t_\t_\t2\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t1\tdep\t_\t_\n",
        "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n",
    ):
        with refused(InputError):
            applied(bad, "sov", to)
    with refused(UsageError):
        applied(PARSES, "sov", "words")


DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "pud-aligned"


@pytest.fixture
def real_data() -> None:
    if not DATA.is_dir():
        pytest.skip(f"the real data is not there: {DATA}")


def features(text: str) -> set[tuple[str, str]]:
    pairs = (one.split("=") for one in text.split("|") if "=" in one)
    return {(name, value) for name, values in pairs for value in values.split(",")}


@pytest.mark.slow
@pytest.mark.usefixtures("real_data")
def test_all_trees_against_the_definition() -> None:
    trees = read_parses(DATA / "en-ja" / "en.conllu")
    sets = [rule_set(name) for name in RULE_SETS]
    found = {rules.name: reorder(trees, rules) for rules in sets}
    non_projective = 0
    for row, tree in enumerate(trees):
        heads = tree.heads.tolist()
        non_projective += not is_projective(heads)
        words = [token._asdict() | {"feats": features(token.feats)} for token in tree.tokens]
        projective, source = lifted(heads), list(range(len(tree)))
        for rules in sets:
            order = np.argsort(found[rules.name][row].ranks).tolist()
            assert order == reordered(projective, words, rules)
        assert found["none"][row].ranks.tolist() == source
        assert found["reverse"][row].ranks.tolist() == source[::-1]
    assert non_projective == 52


@pytest.mark.slow
@pytest.mark.usefixtures("real_data")
def test_verb_final_order_is_nearer_to_japanese_than_english_is() -> None:
    trees = read_parses(DATA / "en-ja" / "en.conllu")
    references = read_references(DATA / "en-ja" / "content.align", trees)
    fuzzy = {}
    for name in ("none", "sov"):
        judged = references.relative(reorder(trees, rule_set(name)), linked_only=True)
        fuzzy[name] = np.nanmean(ordering_scores(judged.values, judged.offsets, ["fuzzy"])["fuzzy"])
    assert fuzzy["sov"] > fuzzy["none"] + 0.2
