"""The result of a pre-ordering evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any, ClassVar

from wordorder.errors import Argument, UsageError
from wordorder.output import Estimate, Result, View, counted, visible
from wordorder.preordering.evaluation import alignment_views as alignments
from wordorder.preordering.evaluation import pairs
from wordorder.preordering.evaluation import views as scores
from wordorder.preordering.evaluation.document import document_content, document_fields
from wordorder.statistics import significance_level, spearman_rho, tau_b

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Self

    from wordorder.arrays import Floats, Integers
    from wordorder.preordering.evaluation.parts import (
        AlignmentData,
        ParserData,
        PeerFigures,
        System,
    )
    from wordorder.statistics import PairTests


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PreorderingEvaluation(Result):
    """How near parsers and rules come to the order of aligned translations.

    A measure is an ordering metric or `complete`, the share of sentences in exactly the order of
    the reference, over all words; or the same with `_linked` behind its name, over the words that
    have links.

    Attributes:
        signature: The settings, for a paper or a log.
        sentence_count: The number of sentences, also of those without a defined order.
        confidence: The confidence level of the intervals.
        holm: Whether verdicts use p-values corrected for the number of pairs.
        parsers: The parsers.
        systems: The systems, each a parser with a set of rules; oracles last.
        alignments: The alignments that the reference orders come from.
        measures: The measures.
        scores: The mean over sentences and the ends of its interval, of shape (alignments,
            systems, measures, 3); NaN if undefined.
        tests: Comparisons of all pairs of systems that are not oracles, of shape (pairs,
            alignments, measures); None for a single one.
        correlations: Of the scores of sentences by two alignments: Pearson's with its interval,
            and Spearman's, of shape (pairs of alignments, measures, 4).
        peer: The figures of another tool, if asked for.
        numbers: The sentences in `sentences`, counting from 1; None if not kept.
        sentences: Their scores, of shape (alignments, systems, sentences, measures); None if not
            kept.
    """

    SCHEMA: ClassVar[str] = "preorder-evaluation/1"

    signature: str
    sentence_count: int
    confidence: float
    holm: bool
    parsers: tuple[ParserData, ...]
    systems: tuple[System, ...]
    alignments: tuple[AlignmentData, ...]
    measures: tuple[str, ...]
    scores: Floats
    tests: PairTests | None
    correlations: Floats
    peer: PeerFigures | None = None
    numbers: Integers | None = None
    sentences: Floats | None = None

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer scores, all pairs, agreement of the alignments, and single sentences."""
        return {
            "scores": View(scores.score_tables, scores.score_records),
            "pairs": View(pairs.pair_tables, pairs.pair_records),
            "alignments": View(alignments.alignment_tables, alignments.alignment_records),
            "sentences": View(
                scores.sentence_tables, scores.sentence_records, lines=scores.sentence_lines
            ),
        }

    @property
    def alpha(self) -> float:
        """The level of significance."""
        return significance_level(self.confidence)

    @property
    def judged(self) -> tuple[System, ...]:
        """The systems that are compared: all but the oracles."""
        return tuple(system for system in self.systems if system.rules is not None)

    def estimate(
        self, system: str, measure: str = "fuzzy", alignment: str | None = None
    ) -> Estimate:
        """Return a score of a system with its interval.

        Args:
            system: The name of the system.
            measure: The measure, such as `fuzzy` or `fuzzy_linked`.
            alignment: The name of the alignment; by default the first.

        Raises:
            UsageError: There is no such system, measure or alignment.
        """
        place = (
            0 if alignment is None else _place("alignment", alignment, self.alignments),
            _place("system", system, self.systems),
            self.column(measure),
        )
        return Estimate(*self.scores[place].tolist())

    def value(self, system: str, measure: str = "fuzzy", alignment: str | None = None) -> float:
        """Return a score of a system; NaN if undefined. The arguments are those of `estimate`."""
        return self.estimate(system, measure, alignment).value

    def column(self, measure: str) -> int:
        """Return the place of a measure.

        Raises:
            UsageError: There is no such measure.
        """
        if measure not in self.measures:
            raise UsageError.unknown("measure", measure, self.measures)
        return self.measures.index(measure)

    def known_tests(self) -> PairTests:
        """Return the comparisons of all pairs.

        Raises:
            UsageError: There is only one system.
        """
        if self.tests is None:
            raise UsageError("there is only one system: give two sets of rules or two parsers")
        return self.tests

    def kept_sentences(self) -> tuple[Integers, Floats]:
        """Return the numbers of single sentences, and their scores.

        Raises:
            UsageError: The result was loaded from a document without them.
        """
        if self.numbers is None or self.sentences is None:
            raise UsageError(
                "this evaluation has no scores of sentences: its document was saved without ",
                Argument("sentences", "True"),
            )
        return self.numbers, self.sentences

    def summary(self) -> str:
        """Return one line with the best system by the first measure."""
        what = f"{counted(len(self.judged), 'system')}, {counted(self.sentence_count, 'sentence')}"
        values = {one.name: self.value(one.name, self.measures[0]) for one in self.judged}
        known = {name: value for name, value in values.items() if not isnan(value)}
        if not known:
            return what
        best = max(known, key=known.__getitem__)
        return f"{what}, highest {self.measures[0]} {known[best]:.3f} ({visible(best)})"

    def ranking_correlations(self, first: int, second: int, measure: int) -> tuple[float, float]:
        """Return Kendall's τ_b and Spearman's ρ of the systems' scores by two alignments."""
        judged = len(self.judged)
        one, other = (self.scores[place, :judged, measure, 0] for place in (first, second))
        return tau_b(one, other), spearman_rho(one, other)

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """The document's content apart from schema and signature."""
        return document_content(self, sentences)

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the result from its document."""
        return cls(**document_fields(content))


def _place(kind: str, name: str, members: Sequence[System | AlignmentData]) -> int:
    names = [member.name for member in members]
    if name not in names:
        raise UsageError.unknown(kind, name, names)
    return names.index(name)
