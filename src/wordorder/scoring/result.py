"""What `score` returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wordorder.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from wordorder.output import Table
    from wordorder.scoring.evidence import Evidence
    from wordorder.scoring.measures import Measure
    from wordorder.scoring.uncertainty import PairTests, SystemScores


@dataclass(frozen=True, slots=True, eq=False)
class ScoreResult:
    """Scores of systems, how sure they are, and the scores of their sentences.

    Attributes:
        systems: Their names.
        measures: The names of the measures, the combined score first.
        ordering: The measure that tells about word order: the ordering metric of the preset.
        lexical: The measure that tells about word choice, or None.
        scores: Values and intervals, of shape (systems, measures).
        tests: Every two systems compared; None for a single one.
        segments: Scores of all sentences, of shape (systems, sentences, measures).
        undefined: For each system the sentences without a matched word, whose order is undefined.
        holm: Whether findings and marks go by p-values corrected for the number of pairs.
        tokenizer: What split the texts into words.
        split_again: Texts that look tokenised already, though a tokeniser was used.
        confidence: The share of resamples inside the intervals.
        signature: All that decides the scores.
        evidence: Matches, permutations and counts of all sentences.
        columns: The measures themselves.
        seconds: How long each step took.
    """

    systems: tuple[str, ...]
    measures: tuple[str, ...]
    ordering: str
    lexical: str | None
    scores: SystemScores
    tests: PairTests | None
    segments: NDArray[np.float64]
    undefined: NDArray[np.int64]
    holm: bool
    tokenizer: str
    split_again: tuple[str, ...]
    confidence: float
    signature: str
    evidence: Evidence
    columns: tuple[Measure, ...]
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def sentences(self) -> int:
        """How many sentences each system has."""
        return int(self.segments.shape[1])

    def value(self, system: str, measure: str) -> float:
        """Return the score of a system.

        Raises:
            UsageError: There is no such system or measure.
        """
        for kind, name, known in (
            ("system", system, self.systems),
            ("measure", measure, self.measures),
        ):
            if name not in known:
                raise UsageError.unknown(kind, name, known)
        return float(self.scores.value[self.systems.index(system), self.measures.index(measure)])

    def findings(self) -> Iterator[str]:
        """Say in one sentence for every two systems which orders and chooses words better."""
        from wordorder.scoring.wording import findings

        return findings(self)

    def table(self) -> Table:
        """Return the scores with their intervals, a row for each system."""
        from wordorder.scoring.tables import score_table

        return score_table(self)

    def p_value(self, pair: int, measure: str) -> float:
        """Return how likely chance makes such a difference; corrected if `holm`."""
        if self.tests is None:
            raise UsageError("a single system has no pairs")
        values = self.tests.p_holm if self.holm else self.tests.p_value
        return float(values[pair, self.measures.index(measure)])

    def segment(self, measure: str) -> NDArray[np.float64]:
        """Return the scores of all sentences, of shape (systems, sentences)."""
        return self.segments[..., self.measures.index(measure)]

    def segment_columns(self) -> dict[str, NDArray[np.generic]]:
        """Return the scores of all sentences as columns: `pandas.DataFrame(these)`."""
        from wordorder.scoring.columns import segment_columns

        return segment_columns(self)

    def _repr_html_(self) -> str:
        from wordorder.scoring.notebook import as_html

        return as_html(self)
