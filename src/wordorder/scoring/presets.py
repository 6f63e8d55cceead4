"""The combined scores of the papers, and other combinations of their parts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from numbers import Real
from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError, expect
from wordorder.ordering.metrics import METRICS, select_metrics
from wordorder.output.codec import Share
from wordorder.output.wording import number_text
from wordorder.scoring import measures
from wordorder.scoring.counts import BLEU_ORDER, CHRF_ORDER
from wordorder.scoring.measures import F1, ORDER_ERRORS, Bleu, Chrf, Measure, Ordering

if TYPE_CHECKING:
    from wordorder.alignment.matching.matcher import Matcher
    from wordorder.scoring.fitted_presets import FittedPreset


def _bleu(order: int, _metric: str) -> Bleu:
    return Bleu(f"bleu{order}", order)


LEXICAL_PARTS: Mapping[str, Callable[[str], Measure]] = {
    **{f"bleu{order}": partial(_bleu, order) for order in range(1, BLEU_ORDER + 1)},
    "f1": partial(F1, "f1"),
    "chrf": lambda _metric: Chrf(),
}
"""The lexical parts by name: functions of the ordering metric, which may choose the reference."""

LEXICAL = tuple(name for name in LEXICAL_PARTS if name not in ("bleu2", "bleu3"))
"""The lexical parts that presets offer."""

PRESETS = ("pefscore", "complexity", "lrscore", "frs", "ribes", "meteor")

LEADING = "fuzzy"
"""The leading ordering metric, unless a paper's preset or another `ordering` is requested."""

_ORDERING = {
    "pefscore": "pef",
    "complexity": "pet_size",
    "lrscore": "kendall",
    "frs": "fuzzy",
    "ribes": "kendall",
    "meteor": "fuzzy",
}

_USUAL_LEXICAL = {"pefscore": "bleu1", "complexity": "f1", "lrscore": "bleu4"}

_USUAL_ALPHA = 0.5


@dataclass(frozen=True, slots=True)
class Preset:
    """A combined score, with optional replacements for its parts.

    Attributes:
        name: pefscore, complexity, lrscore, frs, ribes or meteor.
        ordering: An ordering metric in place of the preset's own.
        lexical: bleu1, bleu4, f1 or chrf; None if the preset has no lexical part.
        alpha: The weight of the lexical part, in lrscore that of the ordering part; by default
            0.5. None if there are no parts.
        beta: As in `ordering_scores`; also used for pet and pef in their own columns.
        gamma: As in `ordering_scores`; used in the same way.
        lowercase: Whether the lexical part ignores case, as with sacreBLEU's `lowercase`; matching
            has its own option.

    Raises:
        UsageError: A name is unknown, a number out of range, or the preset has no such part.

    Examples:
        >>> Preset().signature
        'preset:pefscore|ordering:pef|lexical:bleu1|lexical_case:mixed|alpha_lexical:0.5|...'
        >>> Preset("lrscore", ordering="hamming").signature
        'preset:lrscore|ordering:hamming|lexical:bleu4|lexical_case:mixed|alpha_ordering:0.5|...'
    """

    name: str = "pefscore"
    ordering: str | None = None
    lexical: str | None = None
    alpha: Share | None = None
    beta: Share = 0.6
    gamma: Share = 0.0
    lowercase: bool = False

    def __post_init__(self) -> None:
        if self.name in METRICS:
            raise UsageError(
                f"{self.name} is a metric: use ",
                Argument("metrics", self.name),
                ", or ",
                Argument("ordering", self.name),
                " to combine it with word choice",
            )
        if self.name not in PRESETS:
            raise UsageError.unknown("preset", self.name, PRESETS)
        whole = self.name not in _USUAL_LEXICAL
        if whole and self._has_other_parts():
            raise UsageError(
                f"{self.name} has fixed parts: leave out ",
                Argument("ordering"),
                ", ",
                Argument("lexical"),
                ", ",
                Argument("alpha"),
                ", ",
                Argument("lowercase"),
            )
        expect(self.lowercase, bool, "lowercase")
        for name in ("alpha", "beta", "gamma"):
            value: float | None = getattr(self, name)
            if value is not None and not (isinstance(value, Real) and 0 <= value <= 1):
                raise UsageError(Argument(name), f" must lie between 0 and 1, not {value}")
        object.__setattr__(self, "ordering", _single_metric(self.ordering or _ORDERING[self.name]))
        if not whole:
            object.__setattr__(self, "lexical", self.lexical or _USUAL_LEXICAL[self.name])
            object.__setattr__(self, "alpha", _USUAL_ALPHA if self.alpha is None else self.alpha)
            self._check_lexical()

    def _has_other_parts(self) -> bool:
        own = self.ordering in (None, _ORDERING[self.name])
        others = (self.lexical, self.alpha, self.lowercase or None)
        return not own or any(part is not None for part in others)

    def _check_lexical(self) -> None:
        if self.lexical not in LEXICAL:
            raise UsageError.unknown("lexical part", self.lexical, LEXICAL)
        if self.name == "lrscore" and self.lexical not in ("bleu1", "bleu4"):
            raise UsageError("the lexical part of lrscore is BLEU: choose bleu1 or bleu4")

    @property
    def signature(self) -> str:
        """The parts and their weights."""
        parts = [f"preset:{self.name}"]
        if self.alpha is not None:
            side = "ordering" if self.name == "lrscore" else "lexical"
            parts += [
                f"ordering:{self.ordering}",
                f"lexical:{self.lexical}",
                *([f"chrf:nc{CHRF_ORDER}+nw0+beta2+eff-yes+space-no"] * (self.lexical == "chrf")),
                f"lexical_case:{'lc' if self.lowercase else 'mixed'}",
                f"alpha_{side}:{number_text(self.alpha)}",
            ]
        return "|".join(
            [*parts, f"beta:{number_text(self.beta)}", f"gamma:{number_text(self.gamma)}"]
        )


def ordering_metrics(metrics: str | Iterable[str]) -> tuple[str, ...]:
    """Select ordering metrics; the error for a preset tells how to choose it.

    Raises:
        UsageError: There is no such metric.

    Examples:
        >>> ordering_metrics("pef,ribes")
        Traceback (most recent call last):
        wordorder.errors.UsageError: ribes is a preset: use preset=ribes
    """
    asked = metrics if isinstance(metrics, str) else tuple(metrics)
    names = asked.split(",") if isinstance(asked, str) else map(str, asked)
    for name in map(str.strip, names):
        if name in PRESETS:
            raise UsageError(f"{name} is a preset: use ", Argument("preset", name))
        if name in ORDER_ERRORS:
            raise UsageError(f"{name} is always counted: leave it out of ", Argument("metrics"))
    return select_metrics(asked)


def leading_metric(preset: Preset | FittedPreset, metrics: Sequence[str]) -> str:
    """Return the ordering metric that leads verdicts and tables.

    For the default preset or a fitted one: `LEADING` if requested, else the first metric requested.
    For any other preset or `ordering`: that of the preset.

    Examples:
        >>> leading_metric(Preset("lrscore"), ["fuzzy", "pef"])
        'kendall'
    """
    assert preset.ordering is not None
    usual = (preset.name, preset.ordering) == (PRESETS[0], _ORDERING[PRESETS[0]])
    if isinstance(preset, Preset) and not usual:
        return preset.ordering
    return LEADING if LEADING in metrics else (*metrics, preset.ordering)[0]


def measures_of(
    preset: Preset | FittedPreset, metrics: Sequence[str], matcher: Matcher | None
) -> list[Measure]:
    """Return the combined score, its parts, further metrics, order errors, and coverage.

    A matcher adds coverage of the hypothesis and the share of matched words. Coverage of ribes is
    by its own match.
    """
    assert preset.ordering is not None
    shown = metrics if preset.ordering in metrics else (preset.ordering, *metrics)
    columns = [combined_score(preset, preset.ordering, matcher), *map(Ordering, shown)]
    if preset.lexical is not None:
        columns.append(LEXICAL_PARTS[preset.lexical](preset.ordering))
    columns += [measures.ErrorsPer100(name, preset.ordering) for name in ORDER_ERRORS]
    if preset.name == "ribes":
        return columns + [measures.RibesCoverage(name) for name in ("coverage", "coverage_hyp")]
    columns.append(measures.Coverage(preset.ordering))
    if matcher is not None:
        columns.append(measures.HypothesisCoverage(preset.ordering))
        columns.append(measures.Matched(preset.ordering))
    if not isinstance(preset, Preset):
        known = {measure.name for measure in columns}
        columns += [part for name, part in preset.parts(matcher).items() if name not in known]
    return columns


def combined_score(preset: Preset | FittedPreset, metric: str, matcher: Matcher | None) -> Measure:
    """Return the preset's score, with this ordering metric as its own unless it is fitted."""
    if not isinstance(preset, Preset):
        return preset.measure(matcher)
    if preset.name == "frs":
        return measures.Frs(metric)
    if preset.name == "meteor":
        from wordorder.scoring.meteor import meteor_parameters

        return measures.Meteor(meteor_parameters(matcher.lang if matcher else None))
    if preset.lexical is None or preset.alpha is None:
        return measures.Ribes()
    part = LEXICAL_PARTS[preset.lexical](metric)
    if isinstance(part, Bleu) and preset.name == "lrscore":
        return measures.LRscore(metric, part, preset.alpha)
    by_length = preset.name == "complexity"
    return measures.Combined(preset.name, part, metric, preset.alpha, by_length=by_length)


def _single_metric(metric: str) -> str:
    names = select_metrics(metric)
    if len(names) != 1:
        raise UsageError("a score has one ordering metric; ", Argument("metrics"), " shows several")
    return names[0]


SHIPPED = ("fitted",)
"""The fitted presets shipped with the package."""


def as_preset(preset: str | os.PathLike[str] | Preset | FittedPreset) -> Preset | FittedPreset:
    """Return the preset with this name or from this file.

    A file name ends in .toml or includes a folder, so that it cannot be mistaken for a name.

    Raises:
        InputError: The file cannot be read, or is not a preset.
        UsageError: There is no such preset.

    Examples:
        >>> as_preset("ribes").signature
        'preset:ribes|beta:0.6|gamma:0'
        >>> as_preset("mine")
        Traceback (most recent call last):
        wordorder.errors.UsageError: unknown preset 'mine'; choose from ...
    """
    if isinstance(preset, Preset):
        return preset
    if isinstance(preset, str) and (preset in PRESETS or preset in METRICS):
        return Preset(preset)
    from wordorder.scoring.fitted_presets import FittedPreset, load_preset, shipped_preset

    if isinstance(preset, FittedPreset):
        return preset
    expect(preset, (str, os.PathLike), "preset")
    if not isinstance(preset, str) or preset.endswith(".toml") or os.sep in preset:
        return load_preset(preset)
    if preset in SHIPPED:
        return shipped_preset(preset)
    unknown = UsageError.unknown("preset", preset, (*PRESETS, *SHIPPED))
    raise UsageError(f"{unknown} (preset files end in .toml)")
