"""The figures that a batch run can write: their meanings, and the choice of some.

Ordering metrics come from `METRICS`, measures of texts from `score`; figures of links are listed
and computed in `link_outputs`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordorder.corpus.histograms import Scale
from wordorder.errors import Argument, UsageError, expect, joined
from wordorder.ordering.metrics import METRICS, metric_names
from wordorder.reorderings.counts import Columns, measures_of

if TYPE_CHECKING:
    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.arrays import Floats
    from wordorder.scoring.fitted_presets import FittedPreset

ANTICIPATION = (1, 3, 5)
"""The usual values of k for anticipation, which the reordering analysis always counts."""

GROUPS = ("flat", "tree", "ordering", "reordering", "preordering", "all")
"""The names of groups of outputs."""

_ANTICIPATION = re.compile(r"anticipation(?:_scaled)?@([0-9]{1,6})")
_SHARES = ("crossing", "non_itg", "blocked")
_OF_A_PAIR = {
    "rquantity": "Amount of reordering: target words that swap places / target words",
    "reorderings": "Number of reorderings",
    "non_itg": "Whether the permutation tree has a simple node: 0 or 1",
}
"""The meanings of measures for one sentence pair, where they differ from those for a corpus."""
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
        meaning: Its meaning, in one line.
        scale: Whether values lie in [0, 1] (`unit`), or have no upper bound (`log`).
        whole: Whether values are whole numbers.
        needs: The columns and options that it needs.
    """

    name: str
    meaning: str
    scale: Scale
    whole: bool = False
    needs: tuple[str, ...] = ()


class LinkOutput(NamedTuple):
    """A figure of links, and its formula.

    Attributes:
        output: The figure.
        values: Computes the figure for all rows, from their links and reordering counts; NaN where
            it is undefined, such as 0 / 0.
    """

    output: Output
    values: Callable[[AlignmentBatch, Columns], Floats]


def link_outputs(
    ks: Sequence[int] = ANTICIPATION, *, known_lengths: bool = True
) -> list[LinkOutput]:
    """Return the figures of links besides the order: coverage, reorderings and lengths.

    A new figure of links is an entry here; CONTRIBUTING says which tests name it, too.

    Args:
        ks: Values of k for anticipation.
        known_lengths: Whether the lengths of both sides are known, which scaled anticipation needs.
    """
    needs = ("links",)
    coverage = Output("coverage", "Share of source words with links", "unit", False, needs)
    outputs = [LinkOutput(coverage, _ratio("linked_source", "source_length"))]
    for measure in measures_of(ks, with_trees=False):
        name = measure.name
        if name in ("short", "medium", "long") or (measure.needs_lengths and not known_lengths):
            continue
        output = Output(
            name,
            _OF_A_PAIR.get(name, measure.meaning),
            "unit" if name in _SHARES or name.startswith("anticipation") else "log",
            name in ("reorderings", "non_itg"),
            (*needs, "source", "target") if measure.needs_lengths else needs,
        )
        outputs.append(LinkOutput(output, _ratio(measure.numerator, measure.denominator)))
    return [
        *outputs,
        LinkOutput(
            Output("source_length", "Number of source words", "log", True, needs),
            lambda _, counts: counts["source_length"].astype(np.float64),
        ),
        LinkOutput(
            Output("target_length", "Number of target words", "log", True, needs),
            lambda _, counts: counts["target_length"].astype(np.float64),
        ),
        LinkOutput(
            Output("links", "Number of links", "log", True, needs),
            lambda links, _: np.diff(links.offsets).astype(np.float64),
        ),
    ]


def _ratio(numerator: str, denominator: str) -> Callable[[AlignmentBatch, Columns], Floats]:
    def values(_: AlignmentBatch, counts: Mapping[str, Any]) -> Floats:
        return np.asarray(counts[numerator] / counts[denominator])

    return values


def known_outputs(
    order: str,
    *,
    ks: Sequence[int] = ANTICIPATION,
    known_lengths: bool = True,
    with_rules: bool = False,
    measures: Iterable[str] = (),
    fitted: FittedPreset | None = None,
) -> dict[str, Output]:
    """Return all outputs that a plan can compute, by name.

    Args:
        order: The source of the order: permutation, links or texts.
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
        outputs = _text_outputs(measures, fitted)
    else:
        needs = ("permutation",) if order == "permutation" else ("links",)
        outputs = [
            Output(name, f"Order: {METRICS[name].rewards}", "unit", False, needs)
            for name in metric_names()
        ]
        if order != "permutation":
            outputs += [output for output, _ in link_outputs(ks, known_lengths=known_lengths)]
            outputs += _preordering_outputs() if with_rules else []
    return {output.name: output for output in outputs}


def _text_outputs(names: Iterable[str], fitted: FittedPreset | None) -> list[Output]:
    """Return the measures of a hypothesis against its reference, as in `score`.

    Raises:
        UsageError: The fitted score may be negative.
    """
    scales: dict[str, Scale] = dict.fromkeys(_UNBOUNDED, "log")
    if fitted is not None:
        scales[fitted.name] = _fitted_scale(fitted)
    return [
        Output(
            name,
            f"Order of the matched words: {METRICS[name].rewards}"
            if name in METRICS
            else f"{name} of the hypothesis, as in `wordorder score`",
            scales.get(name, "unit"),
            False,
            ("reference", "hypothesis"),
        )
        for name in names
    ]


def _fitted_scale(preset: FittedPreset) -> Scale:
    low = high = preset.centre
    for name, weight in preset.weights.items():
        instead = preset.undefined.get(name, 0.0)
        ends = weight * min(0.0, instead), weight * max(inf if name in _UNBOUNDED else 1.0, instead)
        low, high = low + min(ends), high + max(ends)
    if low < 0:
        raise UsageError(f"{preset.name} may be negative: use a score of at least 0")
    return "unit" if high <= 1 + _ROUNDING else "log"


def _preordering_outputs() -> list[Output]:
    """Return the scores of how near rules bring the source to the order of its translation."""
    return [
        Output(
            f"preordered_{part}{name}",
            f"Order that the rules give, {words}: {METRICS[name].rewards}",
            "unit",
            False,
            ("links", "tree", "rules"),
        )
        for part, words in {"": "all words", "linked_": "words with links"}.items()
        for name in metric_names()
    ]


def usual_outputs(order: str, known: Mapping[str, Output], preset: str = "") -> tuple[str, ...]:
    """Return the names of the default outputs."""
    ordering = [name for name in metric_names() if name in known]
    if order == "texts":
        return (*ordering, *(name for name in (preset, "coverage") if name in known))
    others = [name for name in known if name not in METRICS and not name.startswith("preordered")]
    return (*ordering, *others, *(name for name in _USUAL_PREORDERED if name in known))


def asked_ks(metrics: Iterable[str]) -> tuple[int, ...]:
    """Return the usual values of k for anticipation, and those in names of outputs.

    Examples:
        >>> asked_ks(["kendall", "anticipation@7"])
        (1, 3, 5, 7)
    """
    asked = [int(match[1]) for name in metrics if (match := _ANTICIPATION.fullmatch(name))]
    return tuple(dict.fromkeys([*ANTICIPATION, *asked]))


def named(metrics: str | Iterable[str]) -> tuple[str, ...]:
    """Return names of outputs and groups, given as a list or as text with commas between them."""
    expect(metrics, (str, Iterable), "metrics")
    asked = metrics.split(",") if isinstance(metrics, str) else metrics
    names = tuple(dict.fromkeys(str(name).strip() for name in asked))
    if not any(names):
        raise UsageError(Argument("metrics"), " is empty: give at least one")
    return names


def select_outputs(
    names: Iterable[str],
    known: Mapping[str, Output],
    every: Callable[[], Mapping[str, Output]],
) -> tuple[str, ...]:
    """Resolve groups, and check all names.

    Args:
        names: Outputs and groups.
        known: The outputs that can be computed.
        every: Lists the outputs of other columns, too, for error messages.

    Raises:
        UsageError: There is no such output, or it cannot be computed from these columns.
    """
    chosen: dict[str, None] = {}
    for name in names:
        members = _members(name, known) if name in GROUPS else [name] if name in known else []
        if not members:
            raise _refusal(name, known, every())
        chosen.update(dict.fromkeys(members))
    return tuple(chosen)


def _refusal(name: str, known: Mapping[str, Output], every: Mapping[str, Output]) -> UsageError:
    """Return the error that says what an output needs, or that its name is unknown."""
    if name not in every and name not in GROUPS:
        return UsageError.unknown("output", name, (*known, *GROUPS))
    example = name if name in every else _members(name, every)[0]
    return UsageError(f"{name} needs ", *joined(map(Argument, every[example].needs)))


def _members(group: str, known: Mapping[str, Output]) -> list[str]:
    return [name for name, output in known.items() if group in _groups(output)]


def _groups(output: Output) -> tuple[str, ...]:
    if output.name in METRICS:
        return "all", "ordering", "flat" if output.name in metric_names(flat=True) else "tree"
    if "rules" in output.needs:
        return "all", "preordering"
    return ("all", "reordering") if "links" in output.needs else ("all",)
