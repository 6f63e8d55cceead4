"""The result of an error analysis."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from wordorder.output import Result, counted
from wordorder.output.documents import (
    read_bool,
    read_count,
    read_number,
    read_optional,
    read_text,
)
from wordorder.preordering.errors.cards import ErrorCard
from wordorder.preordering.errors.confusions import Confusion
from wordorder.preordering.errors.contributions import RuleContribution, RuleExample
from wordorder.preordering.errors.faults import Ceilings
from wordorder.preordering.errors.misplaced import Misplaced, MisplacedKinds

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from typing import Self

    from wordorder.output import View

    Readers = Mapping[str, Callable[[Any], Any]]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PreorderingErrors(Result):
    """What goes wrong when rules put source words in target order, and why.

    Attributes:
        signature: The settings, for a paper or a log.
        metric: The metric of all scores.
        linked_only: Whether only words with links are judged.
        sentence_count: The number of sentences.
        undefined: How many of them have no links, and so no score.
        ceilings: The mean score, and what better rules or parses could reach.
        misplaced: What is misplaced most often: words, tags and labels.
        rules: What each rule contributes.
        confusions: What errors of the parser cost, the worst first, those of all tags, labels and
            heads (`*`) before the single ones; None without gold parses.
        worst: The sentences with the lowest scores.
        differences: The sentences whose scores with two parses differ most; None without a second
            parse.
    """

    SCHEMA: ClassVar[str] = "preorder-errors/1"

    signature: str
    metric: str
    linked_only: bool
    sentence_count: int
    undefined: int
    ceilings: Ceilings
    misplaced: MisplacedKinds
    rules: tuple[RuleContribution, ...]
    confusions: tuple[Confusion, ...] | None
    worst: tuple[ErrorCard, ...]
    differences: tuple[ErrorCard, ...] | None

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer whose fault it is, what is misplaced, rules, confusions, and sentences."""
        from wordorder.preordering.errors.views import VIEWS

        return VIEWS

    def summary(self) -> str:
        """Return one line with the score and the largest loss."""
        largest = max(self.ceilings.faults(), key=lambda fault: fault.loss)
        return (
            f"{counted(self.sentence_count, 'sentence')}, {self.metric} "
            f"{self.ceilings.rules:.3f}, lost most by {largest.fault}: {largest.loss:.3f}"
        )

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """The document's content apart from schema and signature."""
        del sentences  # the few that are kept always belong to it
        known, listed = self.confusions, self.differences
        return {
            "metric": self.metric,
            "linked_only": self.linked_only,
            "sentence_count": self.sentence_count,
            "undefined": self.undefined,
            "scores": self.ceilings._asdict(),
            "faults": [fault._asdict() for fault in self.ceilings.faults()],
            **{
                kind: [one._asdict() for one in rows]
                for kind, rows in self.misplaced._asdict().items()
            },
            "rules": [_rule_content(rule) for rule in self.rules],
            "confusions": None if known is None else [one._asdict() for one in known],
            "worst": [card.content() for card in self.worst],
            "differences": None if listed is None else [card.content() for card in listed],
        }

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the result from its document."""
        metric = read_text(content["metric"])
        confusions, differences = content["confusions"], content["differences"]
        return cls(
            signature=read_text(content["signature"]),
            metric=metric,
            linked_only=read_bool(content["linked_only"]),
            sentence_count=read_count(content["sentence_count"]),
            undefined=read_count(content["undefined"]),
            ceilings=Ceilings(**_read(content["scores"], _CEILINGS)),
            misplaced=MisplacedKinds(
                *(tuple(map(_read_misplaced, content[kind])) for kind in MisplacedKinds._fields)
            ),
            rules=tuple(map(_read_rule, content["rules"])),
            confusions=None if confusions is None else tuple(map(_read_confusion, confusions)),
            worst=_read_cards(content["worst"], metric),
            differences=None if differences is None else _read_cards(differences, metric),
        )


def _rule_content(rule: RuleContribution) -> dict[str, Any]:
    examples = {"best": rule.best, "worst": rule.worst}
    shown = {name: None if one is None else one._asdict() for name, one in examples.items()}
    return {**rule._asdict(), **shown}


_CEILINGS: Readers = {
    **dict.fromkeys(("rules", "best"), read_number),
    **dict.fromkeys(("gold_rules", "gold_best"), partial(read_optional, read_number)),
}
_MISPLACED: Readers = {
    "name": read_text,
    **dict.fromkeys(("occurrences", "judged", "misplaced", "left", "right"), read_count),
    **dict.fromkeys(("distance", "shift"), read_number),
}
_CONFUSION: Readers = {
    **dict.fromkeys(("kind", "gold", "found"), read_text),
    **dict.fromkeys(("words", "sentences", "repaired", "better", "worse"), read_count),
    "cost": read_number,
    "example": partial(read_optional, read_count),
}
_EXAMPLE: Readers = {
    "sentence": read_count,
    "gain": read_number,
    **dict.fromkeys(("before", "after"), read_text),
}


def _read_example(content: Any) -> RuleExample:
    return RuleExample(**_read(content, _EXAMPLE))


_RULE: Readers = {
    "name": read_text,
    **dict.fromkeys(("heads", "changed", "helped", "hurt", "same"), read_count),
    **dict.fromkeys(("without", "gain"), read_number),
    **dict.fromkeys(("best", "worst"), partial(read_optional, _read_example)),
}


def _read(content: Mapping[str, Any], readers: Readers) -> dict[str, Any]:
    return {name: read(content[name]) for name, read in readers.items()}


def _read_misplaced(content: Mapping[str, Any]) -> Misplaced:
    found = Misplaced(**_read(content, _MISPLACED))
    if not 0 < found.misplaced <= found.judged:
        raise ValueError("expected some of the judged words to be misplaced")
    return found


def _read_confusion(content: Mapping[str, Any]) -> Confusion:
    return Confusion(**_read(content, _CONFUSION))


def _read_rule(content: Mapping[str, Any]) -> RuleContribution:
    return RuleContribution(**_read(content, _RULE))


def _read_cards(cards: Sequence[Mapping[str, Any]], metric: str) -> tuple[ErrorCard, ...]:
    return tuple(ErrorCard.from_content(card, metric) for card in cards)
