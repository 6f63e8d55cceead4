"""Every measure of one set of counts: what meta-evaluation compares."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.ordering import metric_names
from wordorder.scoring.fitted_presets import FEATURES, OF_DIRECT_MATCH, feature_measure
from wordorder.scoring.measures import Ordering
from wordorder.scoring.presets import PRESETS, Preset, combined_score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.alignment.matching import Matcher
    from wordorder.scoring.fitted_presets import FittedPreset
    from wordorder.scoring.measures import Measure
    from wordorder.scoring.word_order import OrderSource


def every_measure(
    preset: Preset | FittedPreset, order_source: OrderSource, matcher: Matcher | None
) -> dict[str, Measure]:
    """All measures that the counts of a preset allow, by name.

    `kendall` is a metric of word order alone. `pefscore:kendall` is pefscore with kendall in the
    place of its ordering part, so `pefscore:pef` is pefscore itself. Other presets have their own
    names; they share the preset's β, γ and case. Lexical parts, errors of order and coverage are
    named as in `score`.

    Args:
        preset: The preset whose ordering part is exchanged.
        order_source: Where the word order comes from, which decides what can be measured.
        matcher: The matcher of a direct match.
    """
    assert preset.ordering is not None  # filled in by the preset
    metrics = metric_names()
    measures: dict[str, Measure] = {metric: Ordering(metric) for metric in metrics}
    if isinstance(preset, Preset) and preset.lexical is not None:
        for metric in metrics:
            own = replace(preset, ordering=metric)
            measures[f"{preset.name}:{metric}"] = combined_score(own, metric, matcher)
    for other in _whole_presets(preset, order_source):
        assert other.ordering is not None
        measures[other.name] = combined_score(other, other.ordering, matcher)
    known = FEATURES if matcher else [name for name in FEATURES if name not in OF_DIRECT_MATCH]
    return measures | {name: feature_measure(name, preset.ordering, matcher) for name in known}


def _whole_presets(
    preset: Preset | FittedPreset, order_source: OrderSource
) -> Iterator[Preset | FittedPreset]:
    """The presets of the papers, without one whose ordering part is exchanged, and a fitted one."""
    if not isinstance(preset, Preset):
        yield preset
    for name in PRESETS:
        if name == preset.name:
            if preset.lexical is None:
                yield preset
            continue
        try:
            order_source.check_preset(name)
        except UsageError:  # not defined for this word order
            continue
        other = Preset(name, beta=preset.beta, gamma=preset.gamma)
        yield other if other.lexical is None else replace(other, lowercase=preset.lowercase)
