"""What a matcher finds: links, and how each of them came about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.alignment.matching.stages import STAGES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.alignment.matching.stages import Stage


@dataclass(frozen=True, slots=True, eq=False)
class MatchBatch:
    """Hypotheses matched with their references.

    Attributes:
        alignments: Links from hypothesis to reference words. A match of phrases links all their
            words with all.
        stages: For each link the number of its stage in `STAGES`.
        exact: For each row whether no better solution exists; where there were too many to try,
            the best of the most promising ones was taken.
        covered: For each row the words of both sentences that are matched, each with the weight
            of its stage.
        chunks: For each row the runs of matches that are neighbours on both sides, in order.
    """

    alignments: AlignmentBatch
    stages: NDArray[np.uint8]
    exact: NDArray[np.bool_]
    covered: NDArray[np.float64]
    chunks: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.alignments)

    def stages_of(self, row: int) -> tuple[Stage, ...]:
        """Return the stage of each link of a row."""
        offsets = self.alignments.offsets
        return tuple(STAGES[stage] for stage in self.stages[offsets[row] : offsets[row + 1]])
