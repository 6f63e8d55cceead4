"""A fitted preset, and how well it agrees with people on judgements it was not fitted to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from wordorder.output import Column, Estimate, Result, Table, View, counted, interval_note
from wordorder.output.codec import Count, Finite, Level
from wordorder.output.views import fields, records_of, row_view
from wordorder.scoring import FittedPreset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.output import Cell, Records

Unseen = Literal["lines", "pairs", "all"]

_DIGITS = 4


class Agreement(NamedTuple):
    """How well a metric agrees with people, beside the fitted preset on the same judgements.

    Attributes:
        pair: The language pair.
        held_out: `lines` if the preset was fitted to other lines, `pairs` if it was fitted to other
            language pairs, `all` if to other judgements altogether.
        metric: The metric; the first of each kind is the fitted preset.
        value: tau_wmt14, with its interval.
        gain: How much higher the fitted preset's is, with its interval; NaN for itself.
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
            how much each of them matters.
        strength: How strongly weights are held back, chosen by cross-validation.
        log_odds: What a difference of 1 between the scores of two translations adds to the
            log-odds that people prefer the better one.
        judgements: Number of judged pairs of translations by language pair.
        agreements: Agreement on held-out judgements, the fitted preset first, beside all others.
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
        """The preset as a file for `wordorder score --preset`."""
        return self.preset.to_toml()

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """The weights, and agreement on held-out judgements."""
        return _VIEWS

    def summary(self) -> str:
        """Return one line with the weights and their agreement."""
        weights = ", ".join(f"{name} {weight:g}" for name, weight in self.preset.weights.items())
        own = [one for one in self.agreements if one.metric == self.preset.name]
        taus = "; ".join(
            f"{one.pair} {one.value.value:.{_DIGITS}f} (other {one.held_out})" for one in own
        )
        judged = counted(sum(self.judgements.values()), "judged pair")
        return f"{self.preset.name}: {weights}; held-out tau_wmt14: {taus}; {judged}"


def _weight_rows(result: FittedWeights, top: int | None) -> Iterator[tuple[Cell, ...]]:
    for name, standardized in list(result.standardized.items())[:top]:
        yield name, result.preset.weights.get(name, 0.0), standardized


def _agreement_tables(result: FittedWeights, *, top: int | None = None) -> list[Table]:
    columns = [
        *(Column(name, "left") for name in ("pair", "held out", "metric")),
        *(Column(name, digits=_DIGITS) for name in ("tau_wmt14", "fitted is better by", "p")),
    ]
    rows: list[list[Cell]] = [
        [one.pair, one.held_out, one.metric, one.value, *_gain_cells(one)]
        for one in result.agreements[:top]
    ]
    table = Table(columns, rows)
    note = interval_note(result.confidence, ends=table.has_lopsided_intervals())
    return [replace(table, note=f"{note}; resampled over lines")]


def _gain_cells(one: Agreement) -> tuple[Cell, Cell]:
    return (None, None) if isnan(one.gain.value) else (one.gain, one.p_value)


_AGREEMENT = [
    *fields(str, "pair", "held_out", "metric"),
    *fields(float, "tau_wmt14", "low", "high", "gain", "gain_low", "gain_high", "p_value"),
]


def _agreement_records(result: FittedWeights, *, top: int | None = None) -> Records:
    rows = [
        (one.pair, one.held_out, one.metric, *one.value, *one.gain, one.p_value)
        for one in result.agreements[:top]
    ]
    return records_of(_AGREEMENT, rows)


_WEIGHT = [*fields(str, "feature"), *fields(float, "weight", "standardized", digits=_DIGITS)]
_VIEWS = {
    "weights": row_view(_WEIGHT, _weight_rows),
    "agreement": View(_agreement_tables, _agreement_records),
}
