"""The statistics of meta-evaluation by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from wordorder.errors import UsageError, expect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.metaevaluation.judgements.table import Judgements


@dataclass(frozen=True, slots=True)
class Statistic:
    """A way to say how well metrics agree with people.

    Attributes:
        name: Its name.
        level: Whether it is about single lines or about whole systems.
        needs_ratings: Whether it needs ratings; otherwise comparisons will do.
        meaning: What it is, in one line.
        threshold: The smallest difference of ratings that counts, for tau_darr.
    """

    name: str
    level: Literal["segment", "system"]
    needs_ratings: bool
    meaning: str
    threshold: float | None = None


_DARR = "tau_darr@"


def _darr(threshold: str) -> Statistic:
    meaning = f"τ over pairs rated {threshold} or more apart"
    return Statistic(f"{_DARR}{threshold}", "segment", True, meaning, float(threshold))


_ALL = (
    Statistic("tau_wmt13", "segment", False, "τ over judged pairs, all ties left out"),
    Statistic("tau_wmt14", "segment", False, "τ over judged pairs, ties of the metric half wrong"),
    Statistic("consistency", "segment", False, "share of judged pairs in the order of people"),
    Statistic("tau_23", "segment", False, "τ that rewards ties where people tie"),
    Statistic("acc_23", "segment", False, "share of pairs ordered or tied as people do"),
    _darr("25"),
    Statistic("acc_eq", "segment", True, "acc_23 with the best threshold for ties of the metric"),
    Statistic("tau_b", "segment", True, "τ corrected for ties"),
    Statistic("tau_c", "segment", True, "τ for scales of different sizes"),
    Statistic("pearson_r", "segment", True, "linear correlation with ratings"),
    Statistic("spearman_rho", "segment", True, "linear correlation of ranks"),
    Statistic("system_pearson_r", "system", False, "linear correlation over systems"),
    Statistic("system_spearman_rho", "system", False, "rank correlation over systems"),
    Statistic("system_tau_b", "system", False, "τ over systems, corrected for ties"),
    Statistic("pairwise_accuracy", "system", False, "share of system pairs in the order of people"),
    Statistic("spa", "system", True, "soft accuracy: are people and metric equally sure?"),
)

STATISTICS: Mapping[str, Statistic] = {one.name: one for one in _ALL}
"""All statistics by name; `find_statistic` also knows tau_darr@t for every other t ≥ 0."""


def find_statistic(name: str) -> Statistic:
    """Look a statistic up by name.

    Examples:
        >>> find_statistic("tau_wmt14").meaning
        'τ over judged pairs, ties of the metric half wrong'
        >>> find_statistic("tau_darr@0.5").threshold
        0.5

    Raises:
        UsageError: There is none of that name.
    """
    expect(name, str, "statistics")
    if name in STATISTICS:
        return STATISTICS[name]
    kind, _, threshold = name.partition("@")
    if f"{kind}@" == _DARR and _is_threshold(threshold):
        return _darr(threshold)
    raise UsageError.unknown("statistic", name, STATISTICS)


def _is_threshold(text: str) -> bool:
    try:
        return 0 <= float(text) < float("inf")
    except ValueError:
        return False


def select_statistics(
    asked: str | Iterable[str] | None, judgements: Judgements
) -> tuple[Statistic, ...]:
    """Choose the statistics with these names; by default all that these judgements allow.

    Raises:
        UsageError: A name is unknown, or ratings are needed where there are none.
    """
    rated = judgements.ratings is not None
    if asked is None:
        return tuple(one for one in STATISTICS.values() if rated or not one.needs_ratings)
    names = map(str.strip, asked.split(",")) if isinstance(asked, str) else asked
    expect(names, Iterable, "statistics")
    chosen = tuple(find_statistic(name) for name in dict.fromkeys(names))
    for one in chosen:
        if one.needs_ratings and not rated:
            raise UsageError(
                f"{one.name} needs ratings, but in {judgements.name} systems were compared; "
                "choose tau_wmt14, for example"
            )
    if not chosen:
        raise UsageError("no statistic was named; leave statistics out to have all of them")
    return chosen
