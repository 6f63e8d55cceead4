"""References and hypotheses, matched and scored as in `score`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordorder.scoring.measures import Measure
    from wordorder.scoring.plan import ScorePlan


def measures_by_name(plan: ScorePlan) -> dict[str, Measure]:
    """All measures of a score plan; the preset also by its own name."""
    measures = plan.every_measure()
    own = f"{plan.preset.name}:{plan.preset.ordering}"
    return measures | ({plan.preset.name: measures[own]} if own in measures else {})
