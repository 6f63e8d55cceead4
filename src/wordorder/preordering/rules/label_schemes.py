"""Schemes of dependency relations, and checks that rules and parses use the same one."""

from __future__ import annotations

import warnings
from collections import Counter
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import WordorderWarning
from wordorder.output.console import visible
from wordorder.output.wording import counted, listed
from wordorder.text.source import quoted

if TYPE_CHECKING:
    from wordorder.preordering.rules.rules import Rule, RuleSet, Scheme
    from wordorder.syntax.dependency import DependencyBatch

_UD = """
acl advcl advmod amod appos aux case cc ccomp clf compound conj cop csubj dep det discourse
dislocated expl fixed flat goeswith iobj list mark nmod nsubj nummod obj obl orphan parataxis
punct reparandum root vocative xcomp
"""
# The Stanford manual (2008 to 2013), and ClearNLP, whose relations spaCy's models write.
_STANFORD = """
ROOT abbrev acl acomp advcl advmod agent amod appos attr aux auxpass case cc ccomp compl complm
compound conj cop csubj csubjpass dative dep det discourse dobj expl goeswith hmod hyph infmod
intj iobj mark meta mwe neg nmod nn npadvmod nsubj nsubjpass num number nummod oprd parataxis
partmod pcomp pobj poss possessive preconj predet prep prepc prt punct purpcl quantmod rcmod ref
rel relcl root tmod vmod xcomp xsubj
"""
_UPOS = """
ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X
"""


class LabelScheme(NamedTuple):
    """A list of relations.

    Attributes:
        title: The name of the scheme.
        relations: The relations, without subtypes.
        rule_set: The name of a built-in set of rules for it.
    """

    title: str
    relations: frozenset[str]
    rule_set: str


LABEL_SCHEMES: dict[Scheme, LabelScheme] = {
    "ud": LabelScheme("Universal Dependencies", frozenset(_UD.split()), "sov"),
    "stanford": LabelScheme("Stanford dependencies", frozenset(_STANFORD.split()), "sov-stanford"),
}

UPOS = frozenset(_UPOS.split())
"""The universal parts of speech."""

# Parses with this share of foreign relations are of another scheme. Treebanks have none at all.
_FOREIGN = 0.05


class RelationCount:
    """Counts the relations of parses."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._seen: set[str] = set()  # with and without subtypes

    def add(self, trees: DependencyBatch) -> None:
        """Count the relations of a batch."""
        numbers, counts = np.unique(trees.deprels, return_counts=True)
        for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
            name = trees.names[number]
            self._counts[name] += count
            self._seen |= {name, base_label(name)}

    def occurs(self, label: str) -> bool:
        """Return whether a relation, or a subtype of it, has been counted."""
        return label in self._seen

    def problem(self, rules: RuleSet) -> str | None:
        """Return the reason why the rules do not fit the parses; None if they seem to."""
        named = {relation for rule in rules.rules for relation in rule.relations}
        common = [visible(name) for name, _ in self._counts.most_common()]
        if named and not any(map(self.occurs, named)):
            return (
                f"none of the relations in the rules of '{visible(rules.name)}' occurs in "
                f"the parses, which have {listed(common)}"
            )
        if rules.labels is None:
            return None
        scheme = LABEL_SCHEMES[rules.labels]
        foreign = {n: c for n, c in self._counts.items() if base_label(n) not in scheme.relations}
        share = sum(foreign.values()) / max(sum(self._counts.values()), 1)
        if share < _FOREIGN:
            return None
        examples = listed([visible(name) for name, _ in Counter(foreign).most_common(3)])
        others = [other.rule_set for other in LABEL_SCHEMES.values() if other is not scheme]
        return (
            f"the rules of '{visible(rules.name)}' are for {scheme.title}, but {share:.0%} of the "
            f"words have other relations, such as {examples}; for other labels use "
            f"{listed(others)}"
        )

    def warn(self, rules: RuleSet) -> None:
        """Warn if the rules do not fit the parses, or name relations that do not exist."""
        problem = self.problem(rules) or self._misspelled(rules)
        if problem is not None:
            warnings.warn(WordorderWarning(problem), stacklevel=2)

    def _misspelled(self, rules: RuleSet) -> str | None:
        """Return the problem of a relation of the rules that no scheme and no parse has."""
        unknown = [unknown_relations(rule, rules.labels) for rule in rules.rules]
        misspelled = {
            label: problem
            for of_rule in unknown
            for label, problem in of_rule.items()
            if not self.occurs(label)
        }
        if not misspelled:
            return None
        more = (
            f" (and {counted(len(misspelled) - 1, 'more unknown relation')})"
            if len(misspelled) > 1
            else ""
        )
        return f"the rules of '{visible(rules.name)}': {next(iter(misspelled.values()))}{more}"


def unknown_relations(rule: Rule, scheme: Scheme | None) -> dict[str, str]:
    """Return a problem for each relation of a rule outside its scheme (without one: all)."""
    schemes = [LABEL_SCHEMES[scheme]] if scheme else [*LABEL_SCHEMES.values()]
    relations = frozenset[str]().union(*(each.relations for each in schemes))
    titles = " or ".join(each.title for each in schemes)
    tests = [rule.head, *(entry.test for entry in rule.order)]
    tested = [relation for test in tests for relation in test.deprel]
    return {
        label: f"'{quoted(label)}' is not a relation of {titles}"
        + nearest(base_label(label), relations)
        for label in [*rule.relations, *tested]
        if base_label(label) not in relations
    }


@lru_cache(maxsize=10_000)  # many rules have the same names
def nearest(name: str, known: frozenset[str]) -> str:
    """Suggest the known name that is most like the given one; case does not matter."""
    spelled = {spelling.lower(): spelling for spelling in sorted(known)}
    close = get_close_matches(name.lower(), spelled, n=1)
    return f"; did you mean '{spelled[close[0]]}'?" if close else ""


def warn_of_other_labels(trees: DependencyBatch, rules: RuleSet) -> None:
    """Warn if the rules do not fit the trees."""
    relations = RelationCount()
    relations.add(trees)
    relations.warn(rules)


def base_label(name: str) -> str:
    """Return a relation without its subtype.

    Examples:
        >>> base_label("nsubj:pass")
        'nsubj'
    """
    return name.partition(":")[0]
