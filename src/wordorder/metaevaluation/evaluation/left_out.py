"""What was left out of a data set, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import counted, listed, visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.metaevaluation.joining import LeftOut


def sentences_of(left_out: LeftOut) -> tuple[str, ...]:
    """Say what was left out.

    Examples:
        >>> from wordorder.metaevaluation import LeftOut
        >>> sentences_of(LeftOut(unscored_systems={"A": 2}, judgements=2, unjudged_systems=("C",)))
        ('2 judgements left out: no scores of A', 'never judged: C')
        >>> sentences_of(LeftOut(unscored_systems={"A": 2}, judgements=2, unjudged_systems=("A",)))
        ('2 judgements left out: no scores of A',)
    """
    told = []
    reasons = []
    if left_out.unscored_systems:
        reasons.append(f"no scores of {_named(left_out.unscored_systems)}")
    if left_out.unscored_lines:
        lines = counted(len(left_out.unscored_lines), "line")
        reasons.append(f"no scores of {lines}, such as {min(left_out.unscored_lines)}")
    if reasons:
        told.append(f"{counted(left_out.judgements, 'judgement')} left out: {'; '.join(reasons)}")
    # A judged reference is no system, and so may be on both lists.
    unjudged = [name for name in left_out.unjudged_systems if name not in left_out.unscored_systems]
    if unjudged:
        told.append(f"never judged: {_named(unjudged)}")
    return tuple(told)


def _named(names: Iterable[str]) -> str:
    return listed([visible(name) for name in names])
