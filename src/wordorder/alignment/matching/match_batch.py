"""The stages of matching, and the matches of many sentences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.alignment.batch import AlignmentBatch

Stage = Literal["exact", "stem", "synonym", "vectors", "paraphrase"]
STAGES: tuple[Stage, ...] = get_args(Stage)  # in the order of the kernel


@dataclass(frozen=True, slots=True, eq=False)
class MatchBatch:
    """Hypotheses matched with their references.

    Attributes:
        alignments: Links from hypothesis to reference words. A phrase match links every word of
            one phrase to every word of the other.
        stages: The stage of each link, as an index into `STAGES`.
        exact: Whether the search has certainly found the best solution of each row, before
            vectors added or replaced links; otherwise it tried only the most promising ones.
        covered: The number of matched words in both sentences of each row, weighted by stage.
        chunks: The number of chunks in each row: runs of matches that are adjacent on both sides,
            in order, with no word between them.
        similarity: For each link of the stage vectors, the cosine of the two words' vectors, times
            0.8 for each frequent word; 1 for words spelt alike and for links of other stages.
        confidence: The probability that each link is right, the same for all links of a phrase
            match; None if the language has no fitted weights.
        min_confidence: The least confidence of links that count in the order.
    """

    alignments: AlignmentBatch
    stages: NDArray[np.uint8]
    exact: NDArray[np.bool_]
    covered: NDArray[np.float64]
    chunks: NDArray[np.int64]
    similarity: NDArray[np.float64]
    confidence: NDArray[np.float64] | None = None
    min_confidence: float = 0.0

    def __len__(self) -> int:
        return len(self.alignments)

    def stages_of(self, row: int) -> tuple[Stage, ...]:
        """Return the stage of each link of a row."""
        return tuple(STAGES[stage] for stage in self.stages[self._links_of(row)])

    @property
    def counted(self) -> NDArray[np.bool_]:
        """Whether each link counts in the order: it has at least `min_confidence`."""
        return self._counted(None)

    def _counted(self, min_confidence: float | None) -> NDArray[np.bool_]:
        if self.confidence is None:
            return np.ones(len(self.stages), np.bool_)
        least = self.min_confidence if min_confidence is None else min_confidence
        return self.confidence >= least

    def confidence_of(self, row: int) -> tuple[float, ...] | None:
        """Return the confidence of each link of a row."""
        if self.confidence is None:
            return None
        return tuple(self.confidence[self._links_of(row)].tolist())

    def confident(self, min_confidence: float | None = None) -> AlignmentBatch:
        """Return the links with enough confidence.

        Args:
            min_confidence: The least confidence; by default that of the matcher.
        """
        counted = self._counted(min_confidence)
        return self.alignments if counted.all() else self.alignments.with_links(counted)

    def marked(self, min_confidence: float | None = None) -> AlignmentBatch:
        """Return all links, the weaker ones marked as possible instead of sure."""
        counted = self._counted(min_confidence)
        return self.alignments if counted.all() else replace(self.alignments, sure=counted)

    def _links_of(self, row: int) -> slice:
        return slice(self.alignments.offsets[row], self.alignments.offsets[row + 1])
