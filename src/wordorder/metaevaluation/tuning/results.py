"""Results of tuning and fitting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from wordorder.arrays import Floats
from wordorder.metaevaluation.tuning.sweep import (
    Climbed,
    ObjectiveName,
    Optimum,
    WeightRange,
    check_ranges,
)
from wordorder.output.codec import Count, Finite, Level, derived
from wordorder.output.results import Result
from wordorder.output.tables import Estimate
from wordorder.output.views import View
from wordorder.output.wording import counted, listed, number_text
from wordorder.scoring.fitted_presets import FittedPreset
from wordorder.scoring.presets import Preset

UNTUNED = 0.5
"""The weight that a tuned one is compared with."""

CURVE = np.arange(101) / 100
"""The weights at which results record the agreement."""


class Operators(NamedTuple):
    """The parameters of pet and pef; None where other metrics are combined.

    Attributes:
        beta: The weight of a node's own operator.
        gamma: The score of the inverted operator.
    """

    beta: float | None = None
    gamma: float | None = None


class Combination(NamedTuple):
    """Two scores to weigh.

    Attributes:
        parts: The names of two scores; α weighs the first, 1 − α the second.
        preset: The preset with these parts, before tuning; None if there is none.
        signature: Everything that determines the scores.
    """

    parts: tuple[str, str]
    preset: Preset | None
    signature: str


class HeldOut(NamedTuple):
    """Agreement on held-out lines, with intervals.

    Attributes:
        tuned: Agreement with the weight tuned on other lines.
        untuned: Agreement with α = 0.5.
        gain: The difference, tuned minus untuned.
    """

    tuned: Estimate
    untuned: Estimate
    gain: Estimate


class FoldTuning(NamedTuple):
    """A weight tuned without a fold, and its agreement there.

    Attributes:
        judged: The number of judged pairs in the fold.
        alpha: The weight.
        operators: β and γ.
        trained: Agreement on the lines outside the fold.
        held_out: Agreement on the lines of the fold.
        untuned: Agreement on the lines of the fold with α = 0.5.
    """

    judged: Count
    alpha: Finite
    operators: Operators
    trained: float
    held_out: float
    untuned: float


class GridPoint(NamedTuple):
    """The best weight for one choice of β and γ.

    Attributes:
        operators: β and γ.
        alpha: The weight.
        value: Its agreement.
        held_out: Agreement on held-out lines, by cross-validation.
    """

    operators: Operators
    alpha: float
    value: float
    held_out: float


class PairTuning(NamedTuple):
    """Weights for a language pair, tuned on the others.

    Attributes:
        name: The language pair.
        judged: The number of its judged pairs.
        own_alpha: The best weight for it.
        own_value: Its agreement with `own_alpha`.
        alpha: The weight tuned on the other language pairs.
        operators: β and γ tuned on the other language pairs.
        held_out: Its agreement with `alpha` and `operators`.
    """

    name: str
    judged: Count
    own_alpha: float
    own_value: float
    alpha: float
    operators: Operators
    held_out: HeldOut


# A tuned weight, and its agreement on held-out judgements.


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TunedWeight(Result):
    """The weights of two scores that agree best with people.

    Attributes:
        signature: The settings, for a paper or a log.
        objective: The statistic of agreement that was maximised.
        language_pairs: The language pairs tuned on.
        lines: The number of judged lines.
        judged: The number of judged pairs of translations that count.
        left_out: The number of judged pairs left out because a score is missing.
        confidence: The confidence level of the intervals.
        optimum: The best weights, and their agreement.
        operators: β and γ.
        standard_error: The bootstrap standard error of that agreement.
        near: All weights whose agreement is within one standard error of the best.
        climbed: The weight found by hill climbing, the published method.
        untuned: The agreement with α = 0.5.
        held_out: Agreement on held-out lines, by cross-validation.
        curve: The agreement at α = 0, 0.01, …, 1.
        folds: The folds of the cross-validation.
        grid: The best weight for each choice of β and γ.
        pairs: For each of several language pairs, the weights tuned on the others.
        parts: The names of the two scores; α weighs the first, 1 − α the second.
        untuned_preset: The preset before tuning; None if other scores were combined.
    """

    SCHEMA: ClassVar[str] = "tuned-weight/2"

    signature: str
    objective: ObjectiveName
    language_pairs: tuple[str, ...]
    lines: Count
    judged: Count
    left_out: Count
    confidence: Level
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

    def __post_init__(self) -> None:
        check_ranges(self.near)
        if len(self.curve) != len(CURVE):
            raise ValueError(f"expected {len(CURVE)} points of the curve, found {len(self.curve)}")

    @derived
    def alpha(self) -> float:
        """The weight to use: the middle of the widest range of best ones."""
        return self.optimum.alpha

    @derived
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

    @derived
    def score_command(self) -> str | None:
        """The command that scores with the tuned preset; None if there is no preset."""
        if self.preset is None:
            return None
        usual = Preset(self.preset.name)
        flags = [f" --alpha {number_text(self.optimum.written)}"]
        for name in ("ordering", "lexical", "beta", "gamma"):
            value = getattr(self.preset, name)
            if value != getattr(usual, name):
                text = value if isinstance(value, str) else number_text(value)
                flags.append(f" --{name} {text}")
        flags += [" --lowercase"] * self.preset.lowercase
        return f"wordorder score REF HYP... --preset {self.preset.name}{''.join(flags)}"

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Return the views of weight, ranges, curve, folds, grid and language pairs."""
        from wordorder.metaevaluation.tuning.views import WEIGHT_VIEWS

        return WEIGHT_VIEWS

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


# A fitted preset, and its agreement on held-out judgements.


Unseen = Literal["lines", "pairs", "all"]


class Agreement(NamedTuple):
    """Agreement of a metric with people, and the gain of the fitted preset over it.

    Attributes:
        pair: The language pair.
        held_out: `lines` if the preset was fitted to other lines, `pairs` if it was fitted to other
            language pairs, `all` if to other judgements altogether.
        metric: The metric; the first of each kind is the fitted preset.
        value: tau_wmt14, with its interval.
        gain: That of the fitted preset minus `value`, with its interval; NaN for the preset.
        p_value: Two-sided p-value of that difference, by paired bootstrap over lines.
    """

    pair: str
    held_out: Unseen
    metric: str
    value: Estimate
    gain: Estimate
    p_value: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FittedWeights(Result):
    """A preset with fitted weights, and its agreement with people.

    Attributes:
        signature: The preset and the settings.
        preset: The preset, fitted to all judgements; `score` takes it.
        standardized: The weight of each feature times the standard deviation of its differences:
            the importance of the feature.
        strength: The strength of the L2 penalty on weights, chosen by cross-validation.
        log_odds: What a difference of 1 between the scores of two translations adds to the
            log-odds that people prefer the better one.
        judgements: Number of judged pairs of translations by language pair.
        agreements: Agreement of all metrics on held-out judgements, the fitted preset first.
        confidence: Confidence level of the intervals.
    """

    SCHEMA: ClassVar[str] = "fitted-weights/2"

    signature: str
    preset: FittedPreset
    standardized: Mapping[str, Finite]
    strength: Finite
    log_odds: Finite
    judgements: Mapping[str, Count]
    agreements: tuple[Agreement, ...]
    confidence: Level

    def to_toml(self) -> str:
        """Return the preset as a file for `wordorder score --preset`."""
        return self.preset.to_toml()

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Return the views of weights and of agreement on held-out judgements."""
        from wordorder.metaevaluation.tuning.views import FIT_VIEWS

        return FIT_VIEWS

    def summary(self) -> str:
        """Return one line with the weights and their agreement."""
        weights = ", ".join(f"{name} {weight:g}" for name, weight in self.preset.weights.items())
        taus = "; ".join(
            f"{agreement.pair} {agreement.value.value:.4f} (other {agreement.held_out})"
            for agreement in self.agreements
            if agreement.metric == self.preset.name
        )
        judged = counted(sum(self.judgements.values()), "judged pair")
        return f"{self.preset.name}: {weights}; held-out tau_wmt14: {taus}; {judged}"
