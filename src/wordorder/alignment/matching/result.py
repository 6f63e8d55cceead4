"""The result of matching: links and their stages."""

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
        alignments: Links from hypothesis to reference words. A phrase match links every word of
            one phrase to every word of the other.
        stages: The stage of each link, as an index into `STAGES`.
        exact: Whether each row is known to be optimal; if there were too many solutions to try,
            the best of the most promising ones was taken.
        covered: The number of matched words in both sentences of each row, weighted by stage.
        chunks: The number of chunks in each row: runs of matches that are adjacent on both sides,
            in order, with no word between them.
        similarity: Of each link by the stage vectors the cosine of the two words' vectors, of all
            others 1.
    """

    alignments: AlignmentBatch
    stages: NDArray[np.uint8]
    exact: NDArray[np.bool_]
    covered: NDArray[np.float64]
    chunks: NDArray[np.int64]
    similarity: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.alignments)

    def stages_of(self, row: int) -> tuple[Stage, ...]:
        """Return the stage of each link of a row."""
        offsets = self.alignments.offsets
        return tuple(STAGES[stage] for stage in self.stages[offsets[row] : offsets[row + 1]])
