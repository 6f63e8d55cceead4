"""Rules applied to parses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.permutation import PermutationBatch
from wordorder.preordering.rules import OTHERS, SELF

if TYPE_CHECKING:
    from wordorder.preordering.rules import Entry, Rule, RuleSet, WordTest
    from wordorder.syntax import DependencyBatch, DependencyTree, Token


def reorder(trees: DependencyBatch, rules: RuleSet) -> PermutationBatch:
    """Put the words of each sentence in the order that the rules ask for.

    Arcs of non-projective trees are lifted first, so every subtree that is contiguous in the source
    stays contiguous.

    Returns:
        The rank of each word in the new order.
    """
    ranks = []
    for tree in trees.projective().trees:
        order = _ordered(tree, tree.root, rules)
        inverse = np.empty(len(order), np.int32)
        inverse[order] = np.arange(len(order))
        ranks.append(inverse)
    return PermutationBatch.from_permutations(ranks, first_line=trees.first_sentence)


def _ordered(tree: DependencyTree, head: int, rules: RuleSet) -> list[int]:
    units = sorted([head, *tree.children(head)])
    tokens = tree.tokens
    rule = next((r for r in rules.rules if _holds(r.head, tokens[head])), None)
    if rule is not None:
        units = _arranged(tree, head, units, rule)
    found: list[int] = []
    for unit in units:
        found += [head] if unit == head else _ordered(tree, unit, rules)
    return found


def _arranged(tree: DependencyTree, head: int, units: list[int], rule: Rule) -> list[int]:
    chosen = {unit: _entry_of(tree.tokens[unit], unit - head, rule) for unit in units}
    free = [unit for unit in units if _manner(rule, chosen[unit]) != "fixed"]
    moved = []
    for number, entry in enumerate(rule.order):
        own = [unit for unit in free if chosen[unit] == number]
        moved += own[::-1] if entry.manner == "reverse" else own
    rest = iter(moved)
    return [next(rest) if unit in free else unit for unit in units]


def _manner(rule: Rule, number: int) -> str:
    return rule.order[number].manner


def _entry_of(token: Token, distance: int, rule: Rule) -> int:
    """The exact label beats the base label, which beats `*`; among equals the first wins."""
    if distance == 0:
        return next(n for n, entry in enumerate(rule.order) if SELF in entry.labels)
    base = token.deprel.split(":")[0]
    for label in (token.deprel, base, OTHERS):
        for number, entry in enumerate(rule.order):
            if label in entry.labels and _allows(entry, token, distance):
                return number
    raise AssertionError("a rule has an entry for all other children")


def _allows(entry: Entry, token: Token, distance: int) -> bool:
    side = "before" if distance < 0 else "after"
    return entry.side in (None, side) and _holds(entry.test, token)


def _holds(test: WordTest, token: Token) -> bool:
    pairs = (feature.split("=", 1) for feature in token.feats.split("|") if "=" in feature)
    features = dict(pairs)
    return (
        (not test.upos or token.upos in test.upos)
        and (not test.xpos or token.xpos in test.xpos)
        and (not test.lemma or token.lemma in test.lemma)
        and (not test.deprel or bool({token.deprel, token.deprel.split(":")[0]} & {*test.deprel}))
        and all(features.get(name) in values for name, values in test.features)
    )
