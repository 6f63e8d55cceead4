"""The result of `score`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np

from wordorder.errors import Argument, UsageError
from wordorder.ordering.metrics import METRICS
from wordorder.output.codec import SENTENCES, UNSAVED, Count, Level, derived
from wordorder.output.console import visible
from wordorder.output.grid import DIFFERENCE, ESTIMATE, Grid, Layout, pair_labels
from wordorder.output.results import Result
from wordorder.output.tables import Estimate
from wordorder.output.views import LazyViews, View
from wordorder.output.wording import counted, signature_part
from wordorder.scoring.input_checks import Doubt
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.score_sums import KINDS, Buckets
from wordorder.scoring.sentences import ScoredSentences, SentencesOfTexts
from wordorder.scoring.shared_words import SharedOrder
from wordorder.scoring.verdicts import deciding_tests, is_order, rank
from wordorder.statistics.resampling import Resampling, significance_level

if TYPE_CHECKING:
    from wordorder.arrays import Floats, Integers
    from wordorder.scoring.cards import SentenceCard
    from wordorder.scoring.pair_comparison import PairComparison


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ScoreResult(Result):
    """Scores of systems with intervals and tests, and scores of their sentences.

    Attributes:
        signature: Everything that determines the scores.
        sentence_count: Number of sentences.
        confidence: Confidence level of the intervals.
        resamples: Number of resamples behind intervals and tests.
        holm: Whether findings and marks use p-values corrected for the number of pairs.
        ordering: The ordering metric of the preset.
        leading: The leading ordering metric, first in tables and the basis of verdicts.
        lexical: The measure of word choice, or None.
        scores: The scores of each system, with intervals; the combined score is the first measure.
        undefined: Number of sentences per system without a matched word, whose order is undefined.
        tests: Comparisons of all pairs of systems on their own words, second minus first; None for
            a single system.
        shared: Comparisons of word order on the words that both systems of a pair have; None for
            a single system.
        buckets: Scores by length, by coverage and, if there are labels, by label.
        chance: Scores of all systems with wrong references of about the same length, by ordering
            metric, and their coverage; None if not requested.
        doubts: Doubts about the texts; findings mention doubts about their systems.
        sentences: Words, links, stages and scores of single sentences; None if the result was
            loaded without them.
        segments: Scores of all sentences, by system, line and measure; None if the result was
            loaded without all sentences.
        seconds: Time taken by each step; not saved.
    """

    SCHEMA: ClassVar[str] = "score/4"

    signature: str
    sentence_count: Count
    confidence: Level
    resamples: Count
    holm: bool
    ordering: str
    leading: str
    lexical: str | None
    scores: Annotated[Grid, Layout("system", "measure", columns=ESTIMATE)]
    undefined: Annotated[Grid, Layout("system", columns={"sentences": int})]
    tests: Annotated[Grid, Layout("pair", "measure", columns=DIFFERENCE)] | None
    shared: SharedOrder | None
    buckets: Mapping[str, Buckets]
    chance: Annotated[Grid, Layout("system", "metric", columns={"value": float})] | None = None
    doubts: tuple[Doubt, ...] = ()
    sentences: ScoredSentences | None = field(default=None, metadata=SENTENCES)
    segments: Grid | None = field(default=None, metadata=UNSAVED)
    seconds: Mapping[str, float] = field(default_factory=dict, metadata=UNSAVED)

    def __post_init__(self) -> None:
        _check_names(self)
        _check_pairs(self)
        if self.sentences is None or isinstance(self.sentences, SentencesOfTexts):
            return
        from wordorder.scoring.saved_sentences import SentencesOfDocument

        if not isinstance(self.sentences, SentencesOfDocument):
            return
        lines = self.sentences.lines
        if not lines:
            object.__setattr__(self, "sentences", None)
            return
        if lines != sorted(set(lines)) or lines[-1] > self.sentence_count:
            raise ValueError(
                "the line numbers of sentences must increase and not exceed the number of sentences"
            )
        self.sentences.check(self.systems, self.measures, self.buckets)
        if self.segments is None and len(lines) == self.sentence_count:
            segments = self.sentences.segments(self.systems, self.measures)
            object.__setattr__(self, "segments", segments)

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Return the views of systems, pairs, buckets, words and single sentences, and timing."""
        systems = ("intervals", "errors", "pairs", "significance", *KINDS)
        return LazyViews(
            {
                "scores": "wordorder.scoring.tables",
                **dict.fromkeys(systems, "wordorder.scoring.detailed_tables"),
                **dict.fromkeys(("distance", "misplaced"), "wordorder.scoring.misplaced"),
                **dict.fromkeys(("worst", "diff"), "wordorder.scoring.cards"),
                **dict.fromkeys(("segments", "timing"), "wordorder.scoring.detailed_tables"),
            }
        )

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems."""
        return self.scores.names("system")

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures, the combined score first."""
        return self.scores.names("measure")

    @property
    def alpha(self) -> float:
        """The significance level of all verdicts and marks: 1 − confidence."""
        return significance_level(self.confidence)

    @property
    def resampling(self) -> Resampling:
        """The options of the bootstrap over sentences.

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

        Documents and records have all measures.
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
        return self.scores.figure(system=system, measure=measure)

    def interval(self, system: str, measure: str) -> tuple[float, float]:
        """Return the ends of the interval of a score; see `value`."""
        return self.estimate(system, measure)[1:]

    def estimate(self, system: str, measure: str) -> Estimate:
        """Return the score of a system with its interval; see `value`."""
        return self.scores.estimate(system=system, measure=measure)

    def p_value(self, first: str, second: str, measure: str) -> float:
        """Return the p-value of the difference between two systems; see `deciding`.

        It is corrected for the number of pairs if `holm`.

        Raises:
            UsageError: There is no such system or measure, or both systems are the same.
        """
        return float(self.deciding_p[self.pair(first, second), self.column(measure)])

    def comparison(self, first: str, second: str) -> PairComparison:
        """Return all differences between two systems, by measure.

        Examples:
            >>> from wordorder import score
            >>> texts = {"A": ["we have seen it"] * 40, "B": ["seen we have it"] * 40}
            >>> pair = score(["we have seen it"] * 40, texts, lang="en").comparison("A", "B")
            >>> round(pair.shared["fuzzy"].difference, 3), pair.share, pair.withheld
            (-0.667, 0.75, None)

        Raises:
            UsageError: There is no such system, or both systems are the same.
        """
        from wordorder.scoring.pair_comparison import comparison_of

        comparison = comparison_of(self, self.pair(first, second))
        return comparison if comparison.first == first else comparison.mirrored()

    @property
    def deciding(self) -> Grid:
        """The comparisons behind the verdicts, in the form of `tests`.

        Ordering metrics and order errors are compared on the words both systems have, all other
        measures on each system's own words.
        """
        return deciding_tests(self)

    @property
    def deciding_p(self) -> Floats:
        """The p-values behind the verdicts, of shape (pairs, measures); corrected if `holm`."""
        return self.deciding["p_holm" if self.holm else "p"]

    def known_tests(self) -> Grid:
        """Return `tests`, or raise if there is a single system."""
        if self.tests is None:
            raise UsageError("a comparison needs at least two systems")
        return self.tests

    def known_shared(self) -> SharedOrder:
        """Return `shared`, or raise if there is a single system."""
        if self.shared is None:
            raise UsageError("a comparison needs at least two systems")
        return self.shared

    @derived
    def clusters(self) -> list[list[str]]:
        """The systems in clusters, best first, by the leading metric.

        Every system of a cluster orders words significantly better than every system of later
        clusters. Systems that cannot be compared with half of the others are left out.
        """
        return rank(self).clusters

    @derived
    def withheld(self) -> list[tuple[str, str, str]]:
        """The pairs of systems whose verdict on word order is withheld, and the reason."""
        if self.shared is None:
            return []
        pairs = enumerate(pair_labels(self.systems))
        reasons = [(*pair, self.shared.withheld(place)) for place, pair in pairs]
        return [(a, b, reason) for a, b, reason in reasons if reason is not None]

    def findings(self) -> list[str]:
        """Return one sentence per pair on which system orders and chooses words better."""
        from wordorder.scoring.findings import findings

        return list(findings(self))

    def worst(self, top: int | None = None, *, min_words: int = 4) -> list[SentenceCard]:
        """Return, for each system, the sentences with the worst word order, by its own words.

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

        These sentences contribute most to the difference behind the verdict: w·δ of the leading
        metric. Each comes twice, once for each system.

        Args:
            first: Name of a system.
            second: Name of another system.
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
        return self.known_segments().at(measure=measure)

    def known_segments(self) -> Grid:
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
        """Return, for each kind of bucket, the names and the number of each sentence's bucket.

        The kinds are length, coverage and, if there are labels, label; the names are those of
        `buckets`. The sentences are those of `sentences`, which may be only some in a document.

        Examples:
            >>> from wordorder import score
            >>> result = score(["a b", "c d"], ["b a", "c d"], labels=["x", "y"], tokenize="none")
            >>> names, numbers = result.bucket_numbers()["label"]
            >>> names, numbers.tolist()
            (('x', 'y'), [0, 1])

        Raises:
            UsageError: The result was loaded without sentences.
        """
        sentences, by_kind = self.known_sentences(), {}
        for kind, buckets in self.buckets.items():
            places = {name: place for place, name in enumerate(buckets.names)}
            numbers = np.array([places[name] for name in sentences.buckets(kind)], np.int64)
            by_kind[kind] = (tuple(places), numbers)
        return by_kind

    def system(self, name: str) -> int:
        """Return the index of a system."""
        return self.scores.place("system", name)

    def column(self, measure: str) -> int:
        """Return the index of a measure."""
        return self.scores.place("measure", measure)

    def pair(self, first: str, second: str) -> int:
        """Return the index of a pair, whichever system comes first.

        Raises:
            UsageError: There is no such system, or both systems are the same.
        """
        earlier, later = sorted([first, second], key=self.system)
        tests = self.known_tests()
        if earlier == later:
            raise UsageError(f"{first!r} cannot be compared with itself")
        return tests.place("pair", (earlier, later))

    def summary(self) -> str:
        """Return a one-line summary."""
        main = self.measures[0]
        scores = ", ".join(f"{visible(name)} {self.value(name, main):.3f}" for name in self.systems)
        return f"{counted(self.sentence_count, 'sentence')}; {main}: {scores}"


def _check_names(result: ScoreResult) -> None:
    """Check that all parts are about the same systems and measures."""
    needed = {result.ordering, result.leading, "coverage"}
    needed |= set() if result.lexical is None else {result.lexical}
    if not result.systems or not needed <= set(result.measures):
        raise ValueError("ordering, leading, lexical and coverage must be among the measures")
    parts = [buckets.scores for buckets in result.buckets.values()]
    for grid in (result.undefined, result.chance, *parts):
        if grid is not None and grid.axes["system"] != result.systems:
            raise ValueError("the systems differ from those of the scores")
    if any(grid.axes["measure"] != result.measures for grid in parts):
        raise ValueError("the measures of buckets differ from those of the scores")
    if not result.buckets.keys() <= set(KINDS):
        raise ValueError(f"buckets must be by {', '.join(KINDS)}")
    if (result.undefined["sentences"] < 0).any():
        raise ValueError("the number of undefined sentences cannot be negative")
    if not {name for doubt in result.doubts for name in doubt.systems} <= set(result.systems):
        raise ValueError("a doubt is about a system that is not in the result")


def _check_pairs(result: ScoreResult) -> None:
    """Check that all pairs are compared, by all measures."""
    tests, shared, pairs = result.tests, result.shared, pair_labels(result.systems)
    if tests is None or shared is None:
        if pairs or tests is not None or shared is not None:
            raise ValueError("several systems need comparisons, and a single one must have none")
        return
    if tests.axes["pair"] != pairs or shared.words.axes["pair"] != pairs:
        raise ValueError("the pairs differ from those of the systems")
    if tests.axes["measure"] != result.measures:
        raise ValueError("the measures of tests differ from those of the scores")
    if not set(filter(is_order, result.measures)) <= set(shared.metrics):
        raise ValueError("every measure of word order must be compared on shared words")


def _missing(part: str) -> UsageError:
    return UsageError(f"this result lacks {part}: keep them with ", Argument("sentences", "True"))
