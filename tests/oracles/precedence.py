"""Precedence rules the slow way, from their definition; words count from 0, the root's head is -1.

A word is a mapping of its columns. It has every value of a feature with several (`Case=Acc,Dat`),
and every marker (see `with_markers`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordorder.preordering import Entry, Rule, RuleSet, WordTest

    Word = Mapping[str, Any]


def with_markers(heads: Sequence[int], words: Sequence[Word]) -> list[Word]:
    """The words with their markers, given the tree as it is, lifted or not."""
    return [
        {
            **word,
            "markers": {
                marker(heads, words, child)
                for child, head in enumerate(heads)
                if head == number and base(words[child]["deprel"]) in ("case", "mark")
            },
        }
        for number, word in enumerate(words)
    ]


def marker(heads: Sequence[int], words: Sequence[Word], first: int) -> str:
    """A child and the words that continue it; the lower-cased word where a lemma is missing."""
    own = [
        word
        for word, head in enumerate(heads)
        if word == first or (head == first and base(words[word]["deprel"]) == "fixed")
    ]
    lemmas = [words[word]["lemma"] for word in own]
    forms = [words[word]["form"].lower() for word in own]
    return "_".join(f if lemma == "_" else lemma for f, lemma in zip(forms, lemmas, strict=True))


def reordered(heads: Sequence[int], words: Sequence[Word], rules: RuleSet) -> list[int]:
    """The words of a projective tree in their new order."""
    return subtree(heads, words, list(heads).index(-1), rules)


def subtree(heads: Sequence[int], words: Sequence[Word], top: int, rules: RuleSet) -> list[int]:
    units = [word for word, head in enumerate(heads) if top in (head, word)]
    for rule in rules.rules:
        if passes(words[top], rule.head):
            units = in_order(units, words, top, rule)
            break
    found = []
    for unit in units:
        found += [unit] if unit == top else subtree(heads, words, unit, rules)
    return found


def in_order(units: list[int], words: Sequence[Word], top: int, rule: Rule) -> list[int]:
    """Fixed units keep their place; the others fill the rest, entry after entry."""
    entry_of = {unit: chosen(words[unit], unit - top, rule) for unit in units}
    fixed = {unit for unit in units if entry_of[unit].manner == "fixed"}
    others: list[int] = []
    for entry in rule.order:
        own = [unit for unit in units if entry_of[unit] is entry and unit not in fixed]
        others += reversed(own) if entry.manner == "reverse" else own
    return [unit if unit in fixed else others.pop(0) for unit in units]


def chosen(word: Word, distance: int, rule: Rule) -> Entry:
    """The most specific entry; of several the first. No relation is meant by `self`."""
    if distance == 0:
        return next(entry for entry in rule.order if "self" in entry.labels)
    side = "before" if distance < 0 else "after"
    fitting = [
        entry for entry in rule.order if entry.side in (None, side) and passes(word, entry.test)
    ]
    for label in (word["deprel"], base(word["deprel"]), "*"):
        for entry in fitting:
            if label in entry.labels and label != "self":
                return entry
    raise AssertionError("a rule has an entry for all others")


def base(relation: str) -> str:
    return relation.split(":", maxsplit=1)[0]


def passes(word: Word, test: WordTest) -> bool:
    features: set[tuple[str, str]] = word["feats"]
    return (
        (not test.upos or word["upos"] in test.upos)
        and (not test.xpos or word["xpos"] in test.xpos)
        and (not test.lemma or word["lemma"] in test.lemma)
        and (
            not test.deprel or any(r in test.deprel for r in (word["deprel"], base(word["deprel"])))
        )
        and (not test.marker or any(one in test.marker for one in word["markers"]))
        and all(any((name, one) in features for one in values) for name, values in test.features)
    )
