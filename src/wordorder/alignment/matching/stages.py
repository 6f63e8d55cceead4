"""The stages of matching two words or phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from wordorder.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Stage = Literal["exact", "stem", "synonym", "vectors", "paraphrase"]
STAGES: tuple[Stage, ...] = get_args(Stage)  # in the order of the kernel

ONE = 1 << 20  # the kernel's weight of 1

# Similar words are less certain than synonyms. Which words are matched does not depend on the
# weight, as long as it is below those of other words: only words without another match have one by
# their vectors.
USUAL_WEIGHTS: dict[Stage, float] = {
    "exact": 1,
    "stem": 1,
    "synonym": 1,
    "vectors": 0.5,
    "paraphrase": 1,
}


def whole_weights(stages: Sequence[Stage], weights: Mapping[Stage, float]) -> list[int]:
    """Return the kernel's weights: 0 for an unused stage, 2^20 for a weight of 1.

    Raises:
        UsageError: Unknown stage, or a weight outside (0, 1].

    Examples:
        >>> whole_weights(["exact", "synonym"], {"synonym": 0.5})
        [1048576, 0, 524288, 0, 0]
    """
    for name in (*stages, *weights):
        if name not in STAGES:
            raise UsageError.unknown("stage", name, STAGES)
    for stage, weight in weights.items():
        if not 1 / ONE <= weight <= 1:
            raise UsageError(f"the weight of stage {stage} is {weight}; it must be in (0, 1]")
    used = {**USUAL_WEIGHTS, **weights}
    return [round(ONE * used[stage]) if stage in stages else 0 for stage in STAGES]
