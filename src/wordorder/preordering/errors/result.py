"""The result of an error analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from wordorder.output import Result, counted
from wordorder.output.codec import Count, derived
from wordorder.output.codec_kinds import Bounds
from wordorder.preordering.errors.cards import ErrorCard
from wordorder.preordering.errors.confusions import Confusion
from wordorder.preordering.errors.contributions import RuleContribution
from wordorder.preordering.errors.faults import Ceilings, Fault
from wordorder.preordering.errors.misplaced import MisplacedKinds
from wordorder.preordering.oracle import OracleMetric

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.output import View


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

    SCHEMA: ClassVar[str] = "preorder-errors/2"

    signature: str
    metric: OracleMetric
    linked_only: bool
    sentence_count: Annotated[int, Bounds(least=1)]
    undefined: Count
    ceilings: Ceilings
    misplaced: MisplacedKinds
    rules: tuple[RuleContribution, ...]
    confusions: tuple[Confusion, ...] | None
    worst: tuple[ErrorCard, ...]
    differences: tuple[ErrorCard, ...] | None

    def __post_init__(self) -> None:
        for one in (one for rows in self.misplaced for one in rows):
            if not 0 < one.misplaced <= one.judged:
                raise ValueError("expected some of the judged words to be misplaced")

    @derived
    def faults(self) -> tuple[Fault, ...]:
        """What is lost, and whose fault it is."""
        return self.ceilings.faults()

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer whose fault it is, what is misplaced, rules, confusions, and sentences."""
        from wordorder.preordering.errors.views import VIEWS

        return VIEWS

    def summary(self) -> str:
        """Return one line with the score and the largest loss."""
        largest = max(self.faults, key=lambda fault: fault.loss)
        return (
            f"{counted(self.sentence_count, 'sentence')}, {self.metric} "
            f"{self.ceilings.rules:.3f}, lost most by {largest.fault}: {largest.loss:.3f}"
        )
