"""The result of `score`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from wordorder.errors import Argument, UsageError
from wordorder.ordering import METRICS
from wordorder.output import Result, View, counted, signature_part, visible
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.statistics import Resampling, significance_level

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Self

    from wordorder.arrays import Floats, Integers
    from wordorder.scoring.buckets import Bucket
    from wordorder.scoring.cards import SentenceCard
    from wordorder.scoring.doubts import Doubt
    from wordorder.scoring.sentences import ScoredSentences
    from wordorder.scoring.shared_words import PairComparison, SharedOrder
    from wordorder.scoring.uncertainty import SystemScores
    from wordorder.statistics import PairTests


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ScoreResult(Result):
    """Scores of systems with intervals and tests, and scores of their sentences.

    Attributes:
        systems: Names of the systems.
        measures: The names of the measures, the combined score first.
        ordering: The ordering metric of the preset.
        leading: The ordering metric that leads: the first in tables, and the one that verdicts go
            by.
        lexical: The measure of word choice, or None.
        scores: Values and intervals, of shape (systems, measures).
        tests: Comparisons of all pairs of systems on their own words; None for a single system.
        undefined: Number of sentences per system without a matched word, whose order is undefined.
        confidence: Confidence level of the intervals.
        resamples: Number of resamples behind intervals and tests.
        holm: Whether findings and marks use p-values corrected for the number of pairs.
        signature: Everything that determines the scores.
        sentence_count: Number of sentences.
        buckets: Scores by length, by coverage and, if there are labels, by label.
        shared: Comparisons of word order on the words that both systems of a pair have; None for
            a single system.
        segments: Scores of all sentences, of shape (systems, sentences, measures); None if the
            result was loaded without them.
        sentences: Words, links, stages and scores of single sentences; None if the result was
            loaded without them.
        seconds: Time taken by each step; not saved.
        chance: Scores of all systems with wrong references of about the same length, by ordering
            metric, and their coverage; None if they were not asked for.
        doubts: What looks wrong with the texts; findings about doubted systems say so.
    """

    SCHEMA: ClassVar[str] = "score/3"

    systems: tuple[str, ...]
    measures: tuple[str, ...]
    ordering: str
    leading: str
    lexical: str | None
    scores: SystemScores
    tests: PairTests | None
    undefined: Integers
    confidence: float
    resamples: int
    holm: bool
    signature: str
    sentence_count: int
    buckets: Mapping[str, tuple[Bucket, ...]]
    shared: SharedOrder | None = None
    segments: Floats | None = None
    sentences: ScoredSentences | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    chance: Mapping[str, Floats] | None = None
    doubts: tuple[Doubt, ...] = ()

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Views of systems, pairs, kinds of sentences, words, and single sentences; timing."""
        from wordorder.scoring.views import VIEWS

        return VIEWS

    @property
    def alpha(self) -> float:
        """The level of significance of all verdicts and marks: 1 − confidence."""
        return significance_level(self.confidence)

    @property
    def resampling(self) -> Resampling:
        """How sentences were resampled.

        Raises:
            UsageError: The signature lacks the seed.
        """
        seed = signature_part(self.signature, "seed") or ""
        if not seed.isdecimal():
            raise UsageError("the signature of this result lacks the seed of its resamples")
        return Resampling(self.resamples, int(seed), self.confidence)

    @property
    def folds_case(self) -> bool:
        """Whether matching ignored case."""
        return signature_part(self.signature, "case") != "mixed"

    @property
    def shown_measures(self) -> tuple[str, ...]:
        """The measures shown in tables: word order, word choice, both, coverage.

        Documents and records have all of them.
        """
        others = [name for name in self.order_measures if name != self.leading]
        choice = () if self.lexical is None else (self.lexical,)
        return (self.leading, *others, *choice, self.measures[0], "coverage")

    @property
    def order_measures(self) -> tuple[str, ...]:
        """The measures of word order shown in tables: the ordering metrics, then order errors."""
        metrics = [name for name in self.measures if name in METRICS]
        return (*metrics, *(name for name in self.measures if name == ORDER_ERRORS[0]))

    def value(self, system: str, measure: str) -> float:
        """Return the score of a system.

        Raises:
            UsageError: There is no such system or measure.
        """
        return float(self.scores.value[self.system(system), self.column(measure)])

    def interval(self, system: str, measure: str) -> tuple[float, float]:
        """Return the ends of the interval of a score; see `value`."""
        place = self.system(system), self.column(measure)
        return float(self.scores.low[place]), float(self.scores.high[place])

    def p_value(self, first: str, second: str, measure: str) -> float:
        """Return the p-value of the difference between two systems; see `deciding`.

        Corrected for the number of pairs if `holm`.

        Raises:
            UsageError: There is no such system or measure, or both systems are the same.
        """
        return float(self.deciding_p[self._pair(first, second), self.column(measure)])

    def comparison(self, first: str, second: str) -> PairComparison:
        """Return all differences between two systems, by the names of the measures.

        Examples:
            >>> from wordorder import score
            >>> texts = {"A": ["we have seen it"] * 40, "B": ["seen we have it"] * 40}
            >>> found = score(["we have seen it"] * 40, texts, lang="en").comparison("A", "B")
            >>> round(found.shared["fuzzy"].difference, 3), found.share, found.withheld
            (-0.667, 0.75, None)

        Raises:
            UsageError: There is no such system, or both systems are the same.
        """
        from wordorder.scoring.shared_words import comparison_of

        found = comparison_of(self, self._pair(first, second))
        return found if found.first == first else found.mirrored()

    def _pair(self, first: str, second: str) -> int:
        """The number of a pair, whichever system comes first."""
        pair = sorted([self.system(first), self.system(second)])
        tests = self.known_tests()
        if pair[0] == pair[1]:
            raise UsageError(f"{first!r} cannot be compared with itself")
        return int(tests.pairs.tolist().index(pair))

    @property
    def deciding(self) -> PairTests:
        """The comparisons that decide, of shape (pairs, measures).

        Ordering metrics and order errors are compared on the words both systems have, all other
        measures on each system's own words.
        """
        from wordorder.scoring.verdicts import deciding_tests

        return deciding_tests(self)

    @property
    def deciding_p(self) -> Floats:
        """The p-values that decide: those of `deciding`, corrected if `holm`."""
        deciding = self.deciding
        return deciding.p_holm if self.holm else deciding.p_value

    def known_tests(self) -> PairTests:
        """Return `tests`, or raise if there is a single system."""
        if self.tests is None:
            raise UsageError("a comparison needs at least two systems")
        return self.tests

    def clusters(self) -> list[list[str]]:
        """Return the systems in clusters, best first, by the leading metric.

        Every system of a cluster orders words significantly better than every system of the later
        ones. Systems that cannot be compared with half of the others are left out.
        """
        from wordorder.scoring.verdicts import rank

        return rank(self).clusters

    def findings(self) -> list[str]:
        """Say in one sentence per pair which system orders and chooses words better."""
        from wordorder.scoring.wording import findings

        return list(findings(self))

    def worst(self, top: int | None = None, *, min_words: int = 4) -> list[SentenceCard]:
        """Return for each system the sentences with the worst word order, by its own words.

        Args:
            top: Number of sentences per system; by default all.
            min_words: Leave out sentences with fewer matched words, whose order says little.

        Raises:
            UsageError: The words are missing, or orders were compared through the source.
        """
        from wordorder.scoring.cards import worst_cards

        return worst_cards(self, min_words, top=top)

    def diff(
        self, first: str, second: str, top: int | None = None, *, min_words: int = 4
    ) -> list[SentenceCard]:
        """Return the sentences where two systems differ most in order, on the words both have.

        These are the sentences that contribute most to the difference that verdicts go by: w·δ of
        the leading metric. Each comes twice, once for each system.

        Args:
            first: Name of a system.
            second: Name of another.
            top: Number of sentences; by default all.
            min_words: Leave out sentences with fewer shared words.

        Raises:
            UsageError: As in `worst`, or there is no such system.
        """
        from wordorder.scoring.cards import diff_cards

        return diff_cards(self, first, second, min_words, top=top)

    def segment(self, measure: str) -> Floats:
        """Return the scores of all sentences, of shape (systems, sentences).

        Raises:
            UsageError: There is no such measure, or the result was loaded without sentences.
        """
        return self.known_segments()[..., self.column(measure)]

    def known_segments(self) -> Floats:
        """Return `segments`, or raise if they are missing."""
        if self.segments is None:
            raise _missing("the scores of all sentences")
        return self.segments

    def known_sentences(self) -> ScoredSentences:
        """Return `sentences`, or raise if they are missing."""
        if self.sentences is None:
            raise _missing("the words of its sentences")
        return self.sentences

    def bucket_numbers(self) -> dict[str, tuple[tuple[str, ...], Integers]]:
        """Return for each kind of bucket the names, and the number of each sentence's bucket.

        The kinds are length, coverage and, if there are labels, label; the names are those of
        `buckets`. The sentences are those of `sentences`, which a document may have only some of.

        Examples:
            >>> from wordorder import score
            >>> result = score(["a b", "c d"], ["b a", "c d"], labels=["x", "y"], tokenize="none")
            >>> names, numbers = result.bucket_numbers()["label"]
            >>> names, numbers.tolist()
            (('x', 'y'), [0, 1])

        Raises:
            UsageError: The result was loaded without sentences.
        """
        sentences, found = self.known_sentences(), {}
        for kind, buckets in self.buckets.items():
            places = {bucket.name: place for place, bucket in enumerate(buckets)}
            numbers = np.array([places[name] for name in sentences.buckets(kind)], np.int64)
            found[kind] = (tuple(places), numbers)
        return found

    def system(self, name: str) -> int:
        """Return the index of a system."""
        return _place("system", name, self.systems)

    def column(self, measure: str) -> int:
        """Return the index of a measure."""
        return _place("measure", measure, self.measures)

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """Return the content of the document, without schema and signature."""
        from wordorder.scoring.document import content_of

        return content_of(self, sentences)

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the result from the content of its document."""
        from wordorder.scoring.document import fields_of

        return cls(**fields_of(content))

    def summary(self) -> str:
        """Return a one-line summary."""
        main = self.measures[0]
        scores = ", ".join(f"{visible(name)} {self.value(name, main):.3f}" for name in self.systems)
        return f"{counted(self.sentence_count, 'sentence')}; {main}: {scores}"


def _place(kind: str, name: str, known: Sequence[str]) -> int:
    if name not in known:
        raise UsageError.unknown(kind, name, known)
    return known.index(name)


def _missing(what: str) -> UsageError:
    return UsageError(f"this result lacks {what}: keep them with ", Argument("sentences", "True"))
