"""Checks of rules: every kind of warning, and counts against the oracle."""

from __future__ import annotations

import io
import json
import warnings
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, strategies as st

from document_checks import check_damage, check_document
from messages import warned
from oracles.lifting import lifted
from oracles.precedence import chosen, passes, with_markers
from rule_strategies import conllu, parses, rule_sets
from wordorder import InputError
from wordorder.preordering import RULE_SETS, RuleCheck, RuleSet, apply_rules, check_rules
from wordorder.preordering.rules.checking import shadowed_labels, shadowed_rules
from wordorder.preordering.rules.label_schemes import LABEL_SCHEMES

if TYPE_CHECKING:
    from collections.abc import Sequence

Parse = tuple[list[int], list[dict[str, Any]]]

EVERYTHING = 'order = ["*", "self"]'


def rules_of(*rules: str, labels: str = "ud") -> RuleSet:
    return RuleSet.parse(
        f'labels = "{labels}"\n' + "".join(f"[[rule]]\n{rule}\n" for rule in rules)
    )


def warnings_of(rules: RuleSet, text: str | None = None) -> list[tuple[str, str]]:
    found = check_rules(rules, None if text is None else io.StringIO(text))
    return [(warning.rule, warning.what) for warning in found.warnings]


@pytest.mark.parametrize("name", RULE_SETS)
def test_built_in_sets_have_no_warnings(name: str) -> None:
    assert check_rules(name).warnings == ()


def test_there_are_37_universal_relations() -> None:
    assert len(LABEL_SCHEMES["ud"].relations) == 37


def test_names_that_do_not_exist() -> None:
    rules = rules_of(
        'head = { upos = "verb", deprel = "nsuj:pass" }\n'
        'order = ["dobj", "nsubj:any", "xyz", "*[deprel=obk]", "*", "self"]'
    )
    assert warnings_of(rules) == [
        ("rule 1", f"'{label}' is not a relation of Universal Dependencies{hint}")
        for label, hint in {
            "dobj": "; did you mean 'obj'?",
            "xyz": "",
            "nsuj:pass": "; did you mean 'nsubj'?",
            "obk": "; did you mean 'obl'?",
        }.items()
    ] + [("rule 1", "'verb' is not a universal part of speech; did you mean 'VERB'?")]
    either = RuleSet("x", rules_of('order = ["dobj", "obj", "*", "self"]').rules)
    assert warnings_of(either) == []
    stanford = rules_of('order = ["dobj", "obl", "*", "self"]', labels="stanford")
    ((_, what),) = warnings_of(stanford)
    assert what.startswith("'obl' is not a relation of Stanford dependencies")


NEVER = "the rule is never used: earlier rules take all its heads"


@pytest.mark.parametrize(
    ("earlier", "later", "is_shadowed"),
    [
        ([""], 'head = { upos = "VERB" }', True),
        (['head = { upos = "VERB" }'], "", False),
        (['head = { upos = "VERB" }'], 'head = { upos = ["VERB", "AUX"] }', False),
        (['head = { upos = "VERB" }'] * 1, 'head = { upos = "VERB", lemma = "be" }', True),
        (['head = { upos = "VERB", lemma = "be" }'], 'head = { upos = "VERB" }', False),
        (['head.upos = "VERB"', 'head.upos = "AUX"'], 'head.upos = ["VERB", "AUX"]', True),
        (['head.deprel = "nsubj"'], 'head.deprel = "nsubj:pass"', True),
        (['head.deprel = "nsubj:pass"'], 'head.deprel = "nsubj"', False),
        (['head.Case = ["Acc", "Dat"]'], 'head.Case = "Dat"', True),
        (['head.Case = ["Acc", "Dat"]'], 'head.Number = "Dat"', False),
        (['head.marker = "of"'], 'head = { upos = "NOUN", marker = "of" }', True),
        (['head.marker = "of"'], 'head.marker = ["of", "in"]', False),
        (['head.marker = "of"', 'head.marker = "in"'], 'head.marker = ["of", "in"]', True),
    ],
)
def test_rules_behind_others(earlier: list[str], later: str, is_shadowed: bool) -> None:
    rules = rules_of(*(f"{head}\n{EVERYTHING}" for head in (*earlier, later)))
    assert warnings_of(rules) == [(f"rule {len(earlier) + 1}", NEVER)] * is_shadowed


@pytest.mark.parametrize(
    ("order", "never"),
    [
        (["nsubj", "nsubj"], ["nsubj"]),
        (["nsubj", "nsubj:pass"], []),
        (["nsubj:pass", "nsubj"], []),
        (["nsubj<", "nsubj>", "nsubj"], ["nsubj"]),
        (["nsubj<", "nsubj>"], []),
        (["nsubj[upos=VERB]", "nsubj"], []),
        (["nsubj", "nsubj[upos=VERB]<"], ["nsubj[upos=VERB]<"]),
        (["nmod[marker=of|in]", "nmod[marker=of]>"], ["nmod[marker=of]>"]),
        (["nmod[marker=of]", "nmod[lemma=of]"], []),
        (["*", "*<"], ["*<"]),
        (["*", "nsubj"], []),
        (["nsubj", "fixed obj|nsubj"], ["'nsubj' in fixed obj|nsubj"]),
    ],
)
def test_entries_behind_others(order: list[str], never: list[str]) -> None:
    listed = [*order, "self", *(["*"] * ("*" not in order))]
    rules = rules_of(f"order = {json.dumps(listed)}")
    expected = []
    for entry in never:
        where, _, name = entry.rpartition(" in ")
        told = f"{where} in " if where else ""
        what = f"{told}the entry '{name}' is never used: earlier entries take all its children"
        expected.append(("rule 1", what))
    assert warnings_of(rules) == expected


SENTENCE = conllu(
    [1, -1, 1],
    [
        {"form": "w", "upos": upos, "xpos": "_", "lemma": "_", "deprel": deprel, "feats": set()}
        for upos, deprel in (("PRON", "nsubj"), ("VERB", "root"), ("NOUN", "obj"))
    ],
)


def test_what_does_not_occur_in_parses() -> None:
    rules = rules_of(
        'head = { upos = "NOUN" }\n' + EVERYTHING, 'order = ["nsubj", "obl|iobj", "*", "self"]'
    )
    assert warnings_of(rules, SENTENCE) == [
        ("rule 1", "no head in the parses matches the rule"),
        ("rule 2", "not in parses: obl and iobj"),
    ]


def test_rules_for_other_labels() -> None:
    stanford = rules_of('order = ["nsubj", "dobj", "*", "self"]', labels="stanford")
    ((rule, what), (other, _)) = warnings_of(stanford, SENTENCE)
    assert (rule, other) == ("", "rule 1")
    assert what == (
        "the rules of 'rules' are for Stanford dependencies, but 33% of the words have other "
        "relations, such as obj; for other labels use sov"
    )
    nothing = RuleSet("x", rules_of('order = ["prep", "*", "self"]').rules)
    ((_, what), _) = warnings_of(nothing, SENTENCE)
    assert what == (
        "none of the relations in the rules of 'x' occurs in the parses, which have nsubj, root "
        "and obj"
    )


def test_parses_that_cannot_be_read() -> None:
    for bad in ("", "1\ta\n"):
        with pytest.raises(InputError):
            check_rules("sov", io.StringIO(bad))


def oracle_counts(rules: RuleSet, given_parses: Sequence[Parse]) -> tuple[list[int], list[int]]:
    heads = [0] * len(rules.rules)
    children = [[0] * len(rule.order) for rule in rules.rules]
    for tree, tokens in given_parses:
        words, projective = with_markers(tree, tokens), lifted(tree)
        for head in sorted({head for head in projective if head >= 0}):
            for number, rule in enumerate(rules.rules):
                if passes(words[head], rule.head):
                    heads[number] += 1
                    for word, above in enumerate(projective):
                        if above == head:
                            entry = chosen(words[word], word - head, rule)
                            place = [one is entry for one in rule.order].index(True)
                            children[number][place] += 1
                    break
    return heads, [count for row in children for count in row]


@pytest.mark.slow
@given(st.lists(parses(), min_size=1, max_size=3), rule_sets())
def test_counts(given_parses: list[Parse], rules: RuleSet) -> None:
    text = "".join(conllu(*parse) for parse in given_parses)
    found = check_rules(rules, io.BytesIO(text.encode()))
    heads, children = oracle_counts(rules, given_parses)
    assert [rule.heads for rule in found.rules] == heads
    assert [entry.children or 0 for rule in found.rules for entry in rule.entries] == children
    assert found.sentence_count == len(given_parses)
    # What is said to be never used is never used.
    never = {rule.name for rule in shadowed_rules(rules)}
    assert all(rule.heads == 0 for rule in found.rules if rule.rule in never)
    for rule, use in zip(rules.rules, found.rules, strict=True):
        for entry, _ in shadowed_labels(rule):
            if len(entry.labels) == 1:
                place = [one is entry for one in rule.order].index(True)
                assert use.entries[place].children == 0


@pytest.mark.parametrize("text", [None, SENTENCE])
def test_documents_and_tables(text: str | None) -> None:
    rules = rules_of('order = ["nsbj", "*", "self"]', EVERYTHING)
    result = check_rules(rules, None if text is None else io.StringIO(text))
    check_document(result)
    check_damage(result, Random(7))
    for view in RuleCheck.views():
        (table,) = result.tables(view)
        assert len(table.rows) == len(next(iter(result.records(view).columns.values())))
    assert result.summary() == f"rules, 2 rules, {len(result.warnings)} warnings"
    assert "did you mean 'nsubj'?" in str(result.tables("warnings")[0].rows)


PARSE = "1\tI\t_\tPRON\t_\t_\t2\t{}\t_\t_\n2\tsee\t_\tVERB\t_\t_\t0\troot\t_\t_\n"


def apply(relation: str, *order: str) -> str:
    rules = RuleSet.parse(f"name = 'mine'\n[[rule]]\norder = {[*order, 'self', '*']}")
    return "".join(apply_rules(io.StringIO(PARSE.format(relation)), rules))


@pytest.mark.parametrize(
    "order",
    [
        ["nsbj", "root"],
        ["nsbj", "root", "qq", "qx"],
        ["root", "*[deprel=nsbj]"],
    ],
)
def test_misspelled_relations_warn(order: list[str]) -> None:
    with warned():
        assert apply("nsubj", *order) == "see I\n"


def test_relations_of_the_parses_are_known() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert apply("own:kind", "own", "obj") == "I see\n"
        assert apply("nsubj", "nsubj", "obj:special") == "I see\n"
