"""What can be computed for each row of a corpus, by name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from wordorder.corpus.histograms import Scale
from wordorder.errors import Argument, UsageError, expect, joined
from wordorder.ordering import METRICS, metric_names
from wordorder.reorderings.counts import measures_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordorder.errors import Part
    from wordorder.scoring import FittedPreset

ANTICIPATION = (1, 3, 5)
"""The usual values of k for anticipation, which the reordering analysis always counts."""

GROUPS = ("flat", "tree", "ordering", "reordering", "preordering", "all")
"""Names for several outputs at once."""

_TEXTS = ("reference", "hypothesis")
_ANTICIPATION = re.compile(r"anticipation(?:_scaled)?@([0-9]{1,6})")
_SHARES = ("crossing", "non_itg", "blocked")
_LENGTHS = {
    "source_length": "Number of source words",
    "target_length": "Number of target words",
    "links": "Number of links",
}
_UNBOUNDED = ("breaks_per_100", "misplaced_per_100", "coverage_hyp")
_ROUNDING = 1e-9
_USUAL_PREORDERED = (
    *("preordered_fuzzy", "preordered_kendall"),
    *("preordered_linked_fuzzy", "preordered_linked_kendall"),
)


class Output(NamedTuple):
    """A figure of each row.

    Attributes:
        name: Its name, as users write it.
        meaning: What it says, in one line.
        scale: Whether values lie in [0, 1] (`unit`), or have no upper bound (`log`).
        whole: Whether values are whole numbers.
        needs: The columns and options that it needs.
    """

    name: str
    meaning: str
    scale: Scale
    whole: bool = False
    needs: tuple[str, ...] = ()


def ordering_outputs(needs: tuple[str, ...]) -> list[Output]:
    """All ordering metrics."""
    return [
        Output(name, f"Order: {METRICS[name].rewards}", "unit", False, needs)
        for name in metric_names()
    ]


def link_outputs(ks: Sequence[int] = ANTICIPATION, *, known_lengths: bool = True) -> list[Output]:
    """What links tell besides the order: coverage, reorderings and lengths.

    Args:
        ks: Values of k for anticipation.
        known_lengths: Whether the lengths of both sides are known, which scaled anticipation needs.
    """
    needs = ("links",)
    found = [Output("coverage", "Share of source words with links", "unit", False, needs)]
    for measure in measures_of(ks, with_trees=False):
        name = measure.name
        if name in ("short", "medium", "long") or (measure.needs_lengths and not known_lengths):
            continue
        share = name in _SHARES or name.startswith("anticipation")
        both = (*needs, "source", "target") if measure.needs_lengths else needs
        whole = name in ("reorderings", "non_itg")
        found.append(Output(name, _MEANINGS.get(name, measure.meaning), _scale(share), whole, both))
    return found + [Output(name, said, "log", True, needs) for name, said in _LENGTHS.items()]


_MEANINGS = {
    "rquantity": "Amount of reordering: target words that swap places / target words",
    "reorderings": "Number of reorderings",
    "non_itg": "Whether the permutation tree has a simple node: 0 or 1",
}
"""Of one sentence pair, where that of a corpus is put in another way."""


def text_outputs(names: Iterable[str], fitted: FittedPreset | None = None) -> list[Output]:
    """Measures of a hypothesis against its reference, as `score` has them.

    Args:
        names: Their names.
        fitted: A fitted preset, whose weights determine its scale.

    Raises:
        UsageError: The fitted score may be negative.
    """
    scales: dict[str, Scale] = dict.fromkeys(_UNBOUNDED, "log")
    if fitted is not None:
        scales[fitted.name] = _fitted_scale(fitted)
    return [
        Output(name, _text_meaning(name), scales.get(name, "unit"), False, _TEXTS) for name in names
    ]


def _fitted_scale(preset: FittedPreset) -> Scale:
    low = high = preset.centre
    for name, weight in preset.weights.items():
        instead = preset.undefined.get(name, 0.0)
        ends = weight * min(0.0, instead), weight * max(inf if name in _UNBOUNDED else 1.0, instead)
        low, high = low + min(ends), high + max(ends)
    if low < 0:
        raise UsageError(f"{preset.name} may be negative: use a score of at least 0")
    return _scale(high <= 1 + _ROUNDING)


def preordering_outputs() -> list[Output]:
    """How near rules bring the source to the order of its translation, by each metric."""
    needs = ("links", "tree", "rules")
    told = {"": "all words", "linked_": "words with links"}
    return [
        Output(
            f"preordered_{part}{name}",
            f"Order that the rules give, {words}: {METRICS[name].rewards}",
            "unit",
            False,
            needs,
        )
        for part, words in told.items()
        for name in metric_names()
    ]


def known_outputs(
    order: str,
    *,
    ks: Sequence[int] = ANTICIPATION,
    known_lengths: bool = True,
    with_rules: bool = False,
    measures: Iterable[str] = (),
    fitted: FittedPreset | None = None,
) -> dict[str, Output]:
    """Everything that a plan can compute, by name.

    Args:
        order: Where the order comes from: permutation, links or texts.
        ks: Values of k for anticipation.
        known_lengths: Whether the lengths of both sides are known.
        with_rules: Whether there are trees and rules.
        measures: The measures of texts.
        fitted: The fitted preset among them, if any.

    Examples:
        >>> list(known_outputs("permutation"))[:3]
        ['kendall', 'kendall_sqrt', 'hamming']
        >>> known_outputs("links")["reorderings"].whole
        True
    """
    if order == "texts":
        found = text_outputs(measures, fitted)
    elif order == "permutation":
        found = ordering_outputs(("permutation",))
    else:
        found = [*ordering_outputs(("links",)), *link_outputs(ks, known_lengths=known_lengths)]
        found += preordering_outputs() if with_rules else []
    return {output.name: output for output in found}


def usual_outputs(order: str, known: Mapping[str, Output], preset: str = "") -> tuple[str, ...]:
    """What is computed unless something else is asked for."""
    ordering = [name for name in metric_names() if name in known]
    if order == "texts":
        return (*ordering, *(name for name in (preset, "coverage") if name in known))
    others = [name for name in known if name not in METRICS and not name.startswith("preordered")]
    return (*ordering, *others, *(name for name in _USUAL_PREORDERED if name in known))


def asked_ks(metrics: Iterable[str]) -> tuple[int, ...]:
    """The usual values of k for anticipation, and those that are asked for.

    Examples:
        >>> asked_ks(["kendall", "anticipation@7"])
        (1, 3, 5, 7)
    """
    asked = [int(found[1]) for name in metrics if (found := _ANTICIPATION.fullmatch(name))]
    return tuple(dict.fromkeys([*ANTICIPATION, *asked]))


def named(metrics: str | Iterable[str]) -> tuple[str, ...]:
    """Names of outputs and groups, which may be given as text with commas between them."""
    expect(metrics, (str, Iterable), "metrics")
    asked = metrics.split(",") if isinstance(metrics, str) else metrics
    names = tuple(dict.fromkeys(str(name).strip() for name in asked))
    if not any(names):
        raise UsageError(Argument("metrics"), " is empty: give at least one")
    return names


def select_outputs(
    names: Iterable[str], known: Mapping[str, Output], others: Mapping[str, Output]
) -> tuple[str, ...]:
    """Resolve groups, and check all names.

    Args:
        names: Outputs and groups.
        known: The outputs that can be computed.
        others: Further outputs that exist, for error messages.

    Raises:
        UsageError: There is no such output, or it cannot be computed from these columns.
    """
    chosen: dict[str, None] = {}
    for name in names:
        members = _members(name, known) if name in GROUPS else [name]
        if name in known or (name in GROUPS and members):
            chosen.update(dict.fromkeys(members))
        elif name in others or name in GROUPS:
            raise UsageError(f"{name} needs ", *_needed(name, others))
        else:
            raise UsageError.unknown("output", name, (*known, *GROUPS))
    return tuple(chosen)


def _needed(name: str, others: Mapping[str, Output]) -> list[Part]:
    example = name if name in others else next(iter(_members(name, others)))
    return joined(map(Argument, others[example].needs))


def _members(group: str, known: Mapping[str, Output]) -> list[str]:
    return [name for name, output in known.items() if group in _groups(output)]


def _groups(output: Output) -> tuple[str, ...]:
    if output.name in METRICS:
        return "all", "ordering", "flat" if output.name in metric_names(flat=True) else "tree"
    if "rules" in output.needs:
        return "all", "preordering"
    return ("all", "reordering") if "links" in output.needs else ("all",)


def _scale(unit: bool) -> Scale:
    return "unit" if unit else "log"


def _text_meaning(name: str) -> str:
    if name in METRICS:
        return f"Order of the matched words: {METRICS[name].rewards}"
    return f"{name} of the hypothesis, as in `wordorder score`"
