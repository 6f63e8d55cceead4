"""A tuned weight, and how well it does on judgements that it was not tuned on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from wordorder.metaevaluation.tuning import document
from wordorder.metaevaluation.tuning.outcomes import Operators
from wordorder.metaevaluation.tuning.views import VIEWS
from wordorder.output import Result, counted, listed, number_text
from wordorder.scoring import Preset

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Self

    from wordorder.arrays import Floats
    from wordorder.metaevaluation.tuning.hill_climbing import Climbed
    from wordorder.metaevaluation.tuning.optimum import Optimum, WeightRange
    from wordorder.metaevaluation.tuning.outcomes import (
        FoldTuning,
        GridPoint,
        HeldOut,
        PairTuning,
    )
    from wordorder.output import View


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TunedWeight(Result):
    """The weights of two scores that agree best with people.

    Attributes:
        signature: The settings, for a paper or a log.
        objective: The measure of agreement.
        language_pairs: The language pairs tuned on.
        lines: The number of judged lines.
        judged: The number of judged pairs of translations that count.
        left_out: The number of judged pairs left out because a score is missing.
        confidence: The confidence level of the intervals.
        optimum: The best weights, and their agreement.
        operators: β and γ.
        standard_error: The bootstrap standard error of that agreement.
        near: All weights whose agreement is within one standard error of the best.
        climbed: What hill climbing found, the published method.
        untuned: The agreement with α = 0.5.
        held_out: Agreement on lines that were not tuned on, by cross-validation.
        curve: The agreement at α = 0, 0.01, …, 1.
        folds: The folds of the cross-validation.
        grid: The best weight for each choice of β and γ.
        pairs: For each of several language pairs, what was tuned on the others.
        parts: The names of the two scores; α weighs the first, 1 − α the second.
        untuned_preset: The preset before tuning; None if other scores were combined.
    """

    SCHEMA: ClassVar[str] = "tuned-weight/1"

    signature: str
    objective: str
    language_pairs: tuple[str, ...]
    lines: int
    judged: int
    left_out: int
    confidence: float
    optimum: Optimum
    operators: Operators
    standard_error: float
    near: tuple[WeightRange, ...]
    climbed: Climbed
    untuned: float
    held_out: HeldOut
    curve: Floats
    folds: tuple[FoldTuning, ...]
    grid: tuple[GridPoint, ...]
    pairs: tuple[PairTuning, ...]
    parts: tuple[str, str]
    untuned_preset: Preset | None

    @property
    def alpha(self) -> float:
        """The weight to use: the middle of the widest range of best ones."""
        return self.optimum.alpha

    @property
    def preset(self) -> Preset | None:
        """The tuned preset, for `score`; None if other scores were combined."""
        if self.untuned_preset is None:
            return None
        tuned = replace(self.untuned_preset, alpha=self.optimum.written)
        beta, gamma = self.operators
        return tuned if beta is None or gamma is None else replace(tuned, beta=beta, gamma=gamma)

    @property
    def untuned_operators(self) -> Operators:
        """β and γ before tuning."""
        if self.untuned_preset is None or self.operators == Operators():
            return Operators()
        return Operators(self.untuned_preset.beta, self.untuned_preset.gamma)

    @property
    def score_command(self) -> str | None:
        """The command that scores with the tuned preset; None if there is no preset."""
        if self.preset is None:
            return None
        usual = Preset(self.preset.name)
        given = [f" --alpha {number_text(self.optimum.written)}"]
        for name in ("ordering", "lexical", "beta", "gamma"):
            value = getattr(self.preset, name)
            if value != getattr(usual, name):
                text = value if isinstance(value, str) else number_text(value)
                given.append(f" --{name} {text}")
        given += [" --lowercase"] * self.preset.lowercase
        return f"wordorder score REF HYP... --preset {self.preset.name}{''.join(given)}"

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer the weight, its ranges, the curve, folds, the grid and language pairs."""
        return VIEWS

    def summary(self) -> str:
        """Return one line with the weight and what it gains."""
        tuned, _, gain = self.held_out
        first, second = self.parts
        return (
            f"α = {number_text(self.optimum.written)} for {first}, 1 − α for {second}; "
            f"{self.objective} on held-out lines {tuned.value:.4f}, {gain.value:+.4f} "
            f"[{gain.low:+.4f}, {gain.high:+.4f}] against α = 0.5; {listed(self.language_pairs)}, "
            f"{counted(self.judged, 'judged pair')}"
        )

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:  # noqa: ARG002
        """The document's content apart from schema and signature."""
        return document.content(self)

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the result from its document."""
        return cls(**document.fields_of(content))
