"""What can be tuned in a preset: α, and β and γ where its ordering metric has them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from numbers import Real

from wordorder.errors import Argument, UsageError
from wordorder.metaevaluation.tuning.outcomes import UNTUNED, Operators
from wordorder.output import listed
from wordorder.scoring import Preset

TUNABLE = ("pefscore", "complexity", "lrscore")
"""The presets that weigh two parts."""

WITH_OPERATORS = ("pet", "pef")
"""The ordering metrics that depend on β and γ."""


@dataclass(frozen=True, slots=True)
class OperatorGrid:
    """The choices of β and γ that are tried.

    Attributes:
        points: All choices; one without values if the ordering metric has no such parameters.
        untuned: The choice of the preset.
    """

    points: tuple[Operators, ...]
    untuned: Operators

    @classmethod
    def of(
        cls, preset: Preset, betas: Iterable[float] | None, gammas: Iterable[float] | None
    ) -> OperatorGrid:
        """Cross the values of β with those of γ; by default the values of the preset.

        Raises:
            UsageError: A value is out of range, or the ordering metric has no such parameter.
        """
        if preset.ordering not in WITH_OPERATORS:
            for name, values in (("betas", betas), ("gammas", gammas)):
                if values is not None:
                    raise UsageError(
                        Argument(name),
                        f" needs the ordering metric pet or pef, not {preset.ordering}",
                    )
            return cls((Operators(),), Operators())
        both = (
            _shares("betas", (preset.beta,) if betas is None else betas),
            _shares("gammas", (preset.gamma,) if gammas is None else gammas),
        )
        points = tuple(Operators(*chosen) for chosen in product(*both))
        return cls(points, Operators(preset.beta, preset.gamma))


def _shares(name: str, values: Iterable[float]) -> tuple[float, ...]:
    """Different numbers between 0 and 1, in ascending order."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise UsageError(Argument(name), f" must be numbers between 0 and 1, not {values!r:.40}")
    found = list(values)
    for value in found:
        if isinstance(value, bool) or not isinstance(value, Real) or not 0 <= value <= 1:
            raise UsageError(Argument(name), f" must lie between 0 and 1, not {value!r:.40}")
    if not found:
        raise UsageError("give at least one number with ", Argument(name))
    return tuple(sorted({float(value) for value in found}))


def as_tunable(preset: str | Preset) -> Preset:
    """A preset with two parts, before tuning.

    Raises:
        UsageError: It is unknown, or has no α.
    """
    whole = preset if isinstance(preset, Preset) else Preset(preset)
    if whole.alpha is None:
        raise UsageError(f"{whole.name} has no alpha to tune; choose {listed(TUNABLE)}")
    return replace(whole, alpha=UNTUNED)
