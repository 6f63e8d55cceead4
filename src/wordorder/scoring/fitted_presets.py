"""Combined scores with weights that were fitted to human judgements."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from numbers import Real
from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError, expect
from wordorder.ordering import METRICS, metric_names
from wordorder.output import number_text
from wordorder.output.codec import Finite
from wordorder.scoring.counts import BLEU_ORDER
from wordorder.scoring.measures import (
    ORDER_ERRORS,
    Brevity,
    Coverage,
    ErrorsPer100,
    HypothesisCoverage,
    InvertedOperators,
    Linear,
    Matched,
    Ordering,
    WeightedRecall,
)
from wordorder.scoring.meteor import meteor_parameters
from wordorder.scoring.presets import LEADING, PRESETS, lexical_part
from wordorder.text import language

if TYPE_CHECKING:
    from wordorder.alignment.matching import Matcher
    from wordorder.scoring.measures import Measure

LEXICAL_FEATURES = (*(f"bleu{order}" for order in range(1, BLEU_ORDER + 1)), "f1", "chrf")

FEATURES = (
    *metric_names(),
    "pef_inverted",
    *ORDER_ERRORS,
    "coverage",
    "coverage_hyp",
    "matched",
    "weighted_recall",
    "brevity",
    *LEXICAL_FEATURES,
)
"""What a fitted score may be made of."""

CAN_BE_UNDEFINED = (*metric_names(), "pef_inverted", "coverage_hyp")
"""Features that are undefined without matched words, or without words at all."""

NONE_IF_PERFECT = (*ORDER_ERRORS, "pef_inverted")
"""Features that are 0 for a translation that equals its reference; all others are 1."""

OF_DIRECT_MATCH = ("coverage_hyp", "matched", "weighted_recall", "brevity")
"""Features that only matched words have."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@dataclass(frozen=True)
class FittedPreset:
    """A combined score with fitted weights: centre + Σ weight·feature, for each sentence.

    Features have their natural units: ordering metrics, coverage and lexical parts run from 0 to 1,
    order errors are per 100 words. The score of a system is the mean over its sentences. A
    sentence against an empty reference has no score.

    Attributes:
        name: Name of the score.
        weights: The weight of each feature: ordering metrics, pef_inverted (what γ = 1 adds to
            pef), breaks_per_100, misplaced_per_100, coverage, coverage_hyp, matched,
            weighted_recall (METEOR's recall), brevity (bp(|hyp|, |ref|)), bleu1 to bleu4, f1, chrf.
        trained_on: The judgements that the weights were fitted to, in words; for the signature.
        digest: Digest of the training data.
        undefined: What stands for a feature where it is undefined, such as the order of a sentence
            without a matched word; by default 0.
        centre: What is added to the sum.
        lang: The language of the translations that were judged; another one gets a warning.

    Raises:
        UsageError: There is no such feature, a weight is not a number, or a text cannot stand in a
            signature.

    Examples:
        >>> preset = FittedPreset("mine", {"chrf": 0.6, "ulam": 0.4}, "my rankings", "1f0c")
        >>> preset.signature
        'preset:mine|weights:chrf=0.6+ulam=0.4|trained_on:my rankings|training_digest:1f0c'
        >>> from wordorder import score
        >>> score(["we have seen it"], ["seen we have it"], lang="en", preset=preset)
        <ScoreResult: 1 sentence; mine: system 0.592>
    """

    name: str
    weights: Mapping[str, Finite]
    trained_on: str
    digest: str
    undefined: Mapping[str, Finite] = field(default_factory=dict)
    centre: Finite = 0.0
    lang: str | None = None

    lowercase = False
    beta, gamma = 0.6, 0.0

    def __post_init__(self) -> None:
        for name in ("name", "trained_on", "digest"):
            expect(getattr(self, name), str, name)
        for name in ("weights", "undefined"):
            expect(getattr(self, name), dict, name)
        if self.lang is not None:
            expect(self.lang, str, "lang")
            language(self.lang)
        check_name(self.name)
        if (
            "|" in self.trained_on + self.digest
            or not (self.trained_on + self.digest).isprintable()
        ):
            raise UsageError(Argument("trained_on"), " must be one line without |")
        if not self.weights:
            raise UsageError(Argument("weights"), " is empty: give at least one feature")
        for feature in (*self.weights, *self.undefined):
            if feature not in FEATURES:
                raise UsageError.unknown("feature", feature, FEATURES)
        for feature in self.undefined:
            if feature not in self.weights:
                raise UsageError(
                    f"{feature} has no weight: leave it out of ", Argument("undefined")
                )
        for value in (*self.weights.values(), *self.undefined.values(), self.centre):
            if not isinstance(value, Real) or isinstance(value, bool) or not isfinite(value):
                raise UsageError(f"weights must be finite numbers, not {value!r:.40}")

    @property
    def ordering(self) -> str:
        """The first ordering metric, which chooses among references; else the leading one."""
        return next((name for name in self.weights if name in METRICS), LEADING)

    @property
    def lexical(self) -> str | None:
        """The first lexical part, if there is one."""
        return next((name for name in self.weights if name in LEXICAL_FEATURES), None)

    @property
    def signature(self) -> str:
        """The weights and what they were fitted to."""
        parts = [f"preset:{self.name}", f"weights:{_listed(self.weights)}"]
        if self.centre:
            parts.append(f"centre:{number_text(self.centre)}")
        instead = {name: value for name, value in self.undefined.items() if value}
        if instead:
            parts.append(f"undefined:{_listed(instead)}")
        return "|".join([*parts, f"trained_on:{self.trained_on}", f"training_digest:{self.digest}"])

    def doubt(self, lang: str | None) -> str | None:
        """Say that the weights were fitted to another language, if they were."""
        if self.lang is None or (lang or "").partition("-")[0] == self.lang.partition("-")[0]:
            return None
        return (
            f"the weights of {self.name} were fitted to translations into {self.lang}: in other "
            "languages they may agree less with people than chrF does"
        )

    def measure(self, matcher: Matcher | None) -> Linear:
        """The score as a measure of sentences and systems."""
        return Linear(
            self.name,
            tuple(self.parts(matcher).values()),
            tuple(map(float, self.weights.values())),
            tuple(float(self.undefined.get(name, 0.0)) for name in self.weights),
            float(self.centre),
            self.ordering,
        )

    def parts(self, matcher: Matcher | None) -> dict[str, Measure]:
        """The features as measures, by name."""
        return {name: feature_measure(name, self.ordering, matcher) for name in self.weights}

    def to_toml(self) -> str:
        r"""Write the preset as `load_preset` reads it.

        Examples:
            >>> print(FittedPreset("mine", {"chrf": 1.0}, "my rankings", "1f0c").to_toml())
            # A combined score: centre + the sum of weight × feature, for each sentence.
            name = "mine"
            trained_on = "my rankings"
            digest = "1f0c"
            <BLANKLINE>
            [weights]
            chrf = 1.0
            <BLANKLINE>
        """
        lines = [
            "# A combined score: centre + the sum of weight × feature, for each sentence.",
            *(
                f"{name} = {json.dumps(getattr(self, name), ensure_ascii=False)}"
                for name in ("name", "trained_on", "digest")
            ),
            *([f'lang = "{self.lang}"'] if self.lang else []),
            *([f"centre = {float(self.centre)!r}"] if self.centre else []),
            "",
            "[weights]",
            *(f"{name} = {float(value)!r}" for name, value in self.weights.items()),
        ]
        if self.undefined:
            lines += ["", "# What stands for a feature where it is undefined.", "[undefined]"]
            lines += [f"{name} = {float(value)!r}" for name, value in self.undefined.items()]
        return "".join(f"{line}\n" for line in lines)


def check_name(name: str) -> None:
    """Refuse a name of a fitted score that cannot be a column, or means something else.

    Raises:
        UsageError: It has other signs than letters, digits, - and _, or is taken.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(f"a preset's name has letters, digits, - and _, unlike {name!r:.40}")
    if name in PRESETS or name in FEATURES:
        raise UsageError(f"{name} is the name of another score: choose a different one")


def feature_measure(name: str, metric: str, matcher: Matcher | None) -> Measure:
    """The measure of a feature; the ordering metric chooses among references."""
    if name in METRICS:
        return Ordering(name)
    if name in ORDER_ERRORS:
        return ErrorsPer100(name, metric)
    if name in LEXICAL_FEATURES:
        return lexical_part(name, metric)
    if name == "weighted_recall":
        return WeightedRecall(meteor_parameters(matcher.lang if matcher else None), metric)
    kinds = (Coverage, HypothesisCoverage, Matched, Brevity, InvertedOperators)
    return {kind.name: kind for kind in kinds}[name](metric)


def _listed(values: Mapping[str, float]) -> str:
    return "+".join(f"{name}={number_text(value)}" for name, value in values.items())
