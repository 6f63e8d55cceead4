"""Combined scores with weights fitted to human judgements."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import inf, isfinite
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.ordering.metrics import METRICS
from wordorder.output.codec import Finite
from wordorder.output.wording import number_text
from wordorder.scoring.features import FEATURES, feature_measure
from wordorder.scoring.measures import Linear, Measure
from wordorder.scoring.presets import LEADING, LEXICAL_PARTS, PRESETS
from wordorder.text.languages import language
from wordorder.text.toml_files import TomlFile, kind_of

if TYPE_CHECKING:
    from wordorder.alignment.matching.matcher import Matcher
    from wordorder.text.source import Input

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
        undefined: The value of a feature where it is undefined, such as the order of a sentence
            without a matched word; by default 0.
        centre: A constant added to the sum.
        lang: The language of the judged translations; other languages get a warning.

    Raises:
        UsageError: An unknown feature, a weight that is not a number, or a text that cannot be
            part of a signature.

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
        return next((name for name in self.weights if name in LEXICAL_PARTS), None)

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
        """Return a warning if the weights were fitted to another language, else None."""
        if self.lang is None or (lang or "").partition("-")[0] == self.lang.partition("-")[0]:
            return None
        return (
            f"the weights of {self.name} were fitted to translations into {self.lang}: in other "
            "languages they may agree less with people than chrF does"
        )

    def measure(self, matcher: Matcher | None) -> Linear:
        """Return the score as a measure of sentences and systems."""
        return Linear(
            self.name,
            tuple(self.parts(matcher).values()),
            tuple(map(float, self.weights.values())),
            tuple(float(self.undefined.get(name, 0.0)) for name in self.weights),
            float(self.centre),
            self.ordering,
        )

    def parts(self, matcher: Matcher | None) -> dict[str, Measure]:
        """Return the features as measures, by name."""
        return {name: feature_measure(name, self.ordering, matcher) for name in self.weights}

    def to_toml(self) -> str:
        r"""Return the preset as TOML, which `load_preset` reads.

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
            lines += ["", "# The value of a feature where it is undefined.", "[undefined]"]
            lines += [f"{name} = {float(value)!r}" for name, value in self.undefined.items()]
        return "".join(f"{line}\n" for line in lines)


def check_name(name: str) -> None:
    """Reject a name for a fitted preset that cannot be a column, or is taken.

    Raises:
        UsageError: It has characters other than letters, digits, - and _, or is taken.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"a preset's name may have only letters, digits, - and _, unlike {name!r:.40}"
        )
    if name in PRESETS or name in FEATURES:
        raise UsageError(f"{name} is the name of another score: choose a different name")


def _listed(values: Mapping[str, float]) -> str:
    return "+".join(f"{name}={number_text(value)}" for name, value in values.items())


_DATA = Path(__file__).with_name("data")

_KEYS = ("name", "trained_on", "digest", "lang", "centre", "weights", "undefined")


def load_preset(path: Input) -> FittedPreset:
    r"""Read a fitted preset from a TOML file, as written by `FittedPreset.to_toml`.

    Examples:
        >>> import io
        >>> load_preset(io.StringIO("name = 'x'\ntrained_on = 'y'\ndigest = 'z'\nweights.chrv = 1"))
        Traceback (most recent call last):
        wordorder.errors.InputError: ...:4: unknown feature 'chrv': did you mean 'chrf'? ...

    Raises:
        InputError: The file cannot be read, or is not a fitted preset.
    """
    file = TomlFile.read(path, "a preset")
    file.refuse_unknown((), file.document, _KEYS)
    for key in ("name", "trained_on", "digest", "weights"):
        if key not in file.document:
            raise InputError(f"{file.name}: a fitted preset needs {key}")
    texts = {key: file.text((), file.document, key, "") for key in ("name", "trained_on", "digest")}
    weights = _numbers(file, "weights")
    undefined = _numbers(file, "undefined")
    lang = file.text((), file.document, "lang", "") or None
    centre = _number(file, ("centre",), file.document.get("centre", 0.0))
    try:
        return FittedPreset(weights=weights, undefined=undefined, centre=centre, lang=lang, **texts)
    except UsageError as error:
        raise InputError(f"{file.name}: {error}") from error


@cache
def shipped_preset(name: str) -> FittedPreset:
    """Read a fitted preset shipped with the package."""
    return load_preset(_DATA / f"{name}.toml")


def _numbers(file: TomlFile, key: str) -> dict[str, float]:
    table = file.document.get(key, {})
    if not isinstance(table, dict):
        raise file.error((key,), f"{key} must be a table, not {kind_of(table)}")
    file.refuse_unknown((key,), table, FEATURES, "feature")
    return {name: _number(file, (key, name), value) for name, value in table.items()}


def _number(file: TomlFile, where: tuple[str, ...], value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise file.error(where, f"{where[-1]} must be a number, not {kind_of(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise file.error(where, f"{where[-1]} must be a finite number")
    return number
