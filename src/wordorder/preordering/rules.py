"""Precedence rules: in which order a head and its children are written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from wordorder.errors import InputError

SELF = "self"
"""The label that stands for the head itself."""
OTHERS = "*"
"""The label that stands for all children that no other entry names."""

Side = Literal["before", "after"]
Manner = Literal["normal", "reverse", "fixed"]
SIDES: tuple[Side | None, ...] = (None, *get_args(Side))
MANNERS: tuple[Manner, ...] = get_args(Manner)


@dataclass(frozen=True, slots=True)
class WordTest:
    """Conditions on a word, all of which must hold; an empty one always does.

    Attributes:
        upos: Universal parts of speech, one of which it must have.
        xpos: Language-specific parts of speech.
        lemma: Lemmas.
        deprel: Relations to the head; one without a subtype covers its subtypes.
        features: Features such as `Polarity=Neg`, by name: the values one of which it must have.
    """

    upos: tuple[str, ...] = ()
    xpos: tuple[str, ...] = ()
    lemma: tuple[str, ...] = ()
    deprel: tuple[str, ...] = ()
    features: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """Some units of a head: children with one of the labels, or the head itself.

    Attributes:
        labels: Relations of the children; `self` for the head; `*` for all others.
        side: Only children before the head in the source, or only those after it; None for both.
        test: What else must hold for the child.
        manner: Whether the units keep their source order, reverse it, or each stay where they are
            among the units of the head (`fixed`).
    """

    labels: tuple[str, ...]
    side: Side | None = None
    test: WordTest = WordTest()
    manner: Manner = "normal"


@dataclass(frozen=True, slots=True)
class Rule:
    """The order of the units of all heads of some category.

    Attributes:
        head: Which heads the rule is for.
        order: The entries from first to last.
        name: What the rule is called in tables.
        line: The line of the rule in its file; 0 if it has none.

    Raises:
        InputError: No entry is for the head itself, or none is for all other children.
    """

    head: WordTest
    order: tuple[Entry, ...]
    name: str
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        for label, meaning in {SELF: "the head", OTHERS: "all other children"}.items():
            if not any(label in entry.labels for entry in self.order):
                raise InputError(f"the rule '{self.name}' has no entry '{label}' for {meaning}")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules in the order in which they are tried: the first that matches a head wins.

    The units of a head that no rule matches keep their source order.

    Attributes:
        name: What the set is called in tables.
        rules: The rules.
    """

    name: str
    rules: tuple[Rule, ...]

    def without(self, name: str) -> RuleSet:
        """Return the set without one rule; the next that matches gets its heads."""
        return RuleSet(
            f"{self.name} without {name}", tuple(r for r in self.rules if r.name != name)
        )
