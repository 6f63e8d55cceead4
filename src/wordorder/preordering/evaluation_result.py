"""The result of a pre-ordering evaluation, and its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isnan
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, get_args

import numpy as np

from wordorder.errors import Argument, UsageError
from wordorder.output.codec import SENTENCES, Bounds, Count, Level, derived
from wordorder.output.console import visible
from wordorder.output.grid import DIFFERENCE, ESTIMATE, Grid, Label, Layout, pair_labels
from wordorder.output.results import Result
from wordorder.output.tables import Estimate
from wordorder.output.wording import counted
from wordorder.preordering.peers import Peer
from wordorder.statistics.correlations import spearman_rho, tau_b
from wordorder.statistics.resampling import significance_level
from wordorder.statistics.significance import FEWEST_ITEMS, excludes_zero, verdicts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.arrays import Floats, Integers
    from wordorder.output.views import View

Accuracy = Literal["uas", "las", "upos"]
ACCURACIES: tuple[Accuracy, ...] = get_args(Accuracy)


COMPLETE = "complete"
"""The share of sentences in exactly the order of the reference."""
LINKED = "_linked"
"""The suffix of measures over linked words."""
ORACLE = "oracle"
"""The name of the best order that any rules could give."""

CORRELATIONS = {
    "sentence_r": float,
    "sentence_r_low": float,
    "sentence_r_high": float,
    "sentence_rho": float,
}
"""Pearson's correlation with its interval, and Spearman's."""

AGREEMENT = {"tau_b": float, "rho": float, "agreed": int, "opposed": int, "pairs": int}
"""Correlations of two rankings, and counts of pairs by verdict: the same, opposite, all pairs."""


@dataclass(frozen=True, slots=True)
class System:
    """A parser with a set of rules.

    Attributes:
        name: Its name in tables.
        parser: The name of the parser.
        rules: The name of the set of rules; None for the oracle, the best order that any rules
            could give.
    """

    name: str
    parser: str
    rules: str | None


@dataclass(frozen=True, slots=True)
class AlignmentData:
    """An alignment and its coverage.

    Attributes:
        name: Its name in tables.
        words: The number of source words.
        linked: The number of source words with a link.
        undefined: The number of sentences without links, whose order is undefined.
    """

    name: str
    words: Annotated[int, Bounds(least=1)]
    linked: Count
    undefined: Count

    @property
    def coverage(self) -> float:
        """The share of source words that have a link."""
        return self.linked / self.words


@dataclass(frozen=True, slots=True)
class ParserData:
    """A parser and its accuracy.

    Attributes:
        name: Its name in tables.
        non_projective: The number of its trees with crossing arcs, which are lifted.
        accuracy: The shares of words with the right head (`uas`), head and relation (`las`) and
            tag (`upos`), with intervals; empty without gold parses.
    """

    name: str
    non_projective: Count
    accuracy: Mapping[str, Estimate]

    def __post_init__(self) -> None:
        if tuple(self.accuracy) not in ((), ACCURACIES):
            raise ValueError(f"expected the accuracies {', '.join(ACCURACIES)}, or none")


@dataclass(frozen=True, slots=True, eq=False)
class PeerFigures:
    """The figures of another tool.

    Attributes:
        tool: The tool.
        figures: Its figures, under its own names, for each system that is not an oracle; NaN if
            undefined.
    """

    tool: Peer
    figures: Annotated[Grid, Layout("alignment", "system", "figure", columns={"value": float})]

    @property
    def names(self) -> tuple[str, ...]:
        """The tool's names for its figures."""
        return self.figures.names("figure")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PreorderingEvaluation(Result):
    """Scores of parsers and rules by the order of aligned translations.

    A measure is an ordering metric or `complete`, the share of sentences in exactly the order of
    the reference: over all words or, with the suffix `_linked`, over words with links.

    Attributes:
        signature: The settings, for a paper or a log.
        sentence_count: The number of sentences, including those without a defined order.
        confidence: The confidence level of the intervals.
        holm: Whether verdicts use p-values corrected for the number of pairs.
        parsers: The parsers.
        systems: The systems, each a parser with a set of rules; oracles last.
        alignments: The alignments that the reference orders come from.
        scores: The mean of each measure over sentences, with its interval; NaN if undefined.
        tests: The differences of all pairs of systems that are not oracles, second minus first;
            None for a single system.
        correlations: The correlations of sentence scores between two alignments: Pearson's with its
            interval, and Spearman's.
        peer: The figures of another tool, if asked for.
        sentences: The scores of single sentences; None if not kept.
    """

    SCHEMA: ClassVar[str] = "preorder-evaluation/2"

    signature: str
    sentence_count: Count
    confidence: Level
    holm: bool
    parsers: tuple[ParserData, ...]
    systems: tuple[System, ...]
    alignments: tuple[AlignmentData, ...]
    scores: Annotated[Grid, Layout("alignment", "system", "measure", columns=ESTIMATE)]
    tests: Annotated[Grid, Layout("alignment", "pair", "measure", columns=DIFFERENCE)] | None
    correlations: Annotated[Grid, Layout("pair", "measure", columns=CORRELATIONS)]
    peer: PeerFigures | None = None
    sentences: (
        Annotated[Grid, Layout("alignment", "system", "line", "measure", columns={"score": float})]
        | None
    ) = field(default=None, metadata=SENTENCES)

    def __post_init__(self) -> None:
        metrics = [name for name in self.measures if not name.endswith(LINKED)]
        both = [name + end for end in ("", LINKED) for name in metrics]
        if not metrics or both != [*self.measures]:
            raise ValueError("expected measures over all words, and the same over linked words")
        is_oracle = [system.rules is None for system in self.systems]
        if not self.alignments or all(is_oracle) or is_oracle != sorted(is_oracle):
            raise ValueError("expected at least one alignment, and oracles after other systems")
        accuracies = {parser.name: tuple(parser.accuracy) for parser in self.parsers}
        if len(accuracies) < len(self.parsers):
            raise ValueError("parsers: duplicate parser")
        if not {system.parser for system in self.systems} <= {*accuracies}:
            raise ValueError("a system has a parser that is not described")
        if len({*accuracies.values()}) > 1:
            raise ValueError("expected the accuracy of all parsers or of none")
        if (self.tests is None) != (not self.pairs):
            raise ValueError("expected tests of all pairs of systems, if there are any")
        self._refuse_other_labels()

    def _refuse_other_labels(self) -> None:
        """Check that all figures are of the same alignments, systems and measures."""
        alignments = tuple(alignment.name for alignment in self.alignments)
        systems, compared = (
            tuple(system.name for system in group) for group in (self.systems, self.compared)
        )
        every: dict[str, tuple[Label, ...]] = {
            "alignment": alignments,
            "system": systems,
            "measure": self.measures,
        }
        for grid, known in (
            (self.scores, every),
            (self.tests, {**every, "pair": self.pairs}),
            (self.correlations, {**every, "pair": pair_labels(alignments)}),
            (None if self.peer is None else self.peer.figures, {**every, "system": compared}),
            (self.sentences, every),
        ):
            for axis, labels in () if grid is None else grid.axes.items():
                if labels != known.get(axis, labels):
                    raise ValueError(f"expected figures for each {axis}, in order")

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer scores, all pairs, agreement of the alignments, and single sentences."""
        from wordorder.preordering.evaluation_views import VIEWS

        return VIEWS

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures."""
        return self.scores.names("measure")

    @property
    def alpha(self) -> float:
        """The level of significance."""
        return significance_level(self.confidence)

    @property
    def compared(self) -> tuple[System, ...]:
        """The systems that are compared with each other: all but the oracles."""
        return tuple(system for system in self.systems if system.rules is not None)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The names of all pairs of systems that are compared."""
        return pair_labels([system.name for system in self.compared])

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
        by = self.alignments[0].name if alignment is None else alignment
        return self.scores.estimate(alignment=by, system=system, measure=measure)

    def value(self, system: str, measure: str = "fuzzy", alignment: str | None = None) -> float:
        """Return a score of a system; NaN if undefined. The arguments are those of `estimate`."""
        return self.estimate(system, measure, alignment).value

    def known_tests(self) -> Grid:
        """Return the comparisons of all pairs.

        Raises:
            UsageError: There is only one system.
        """
        if self.tests is None:
            raise UsageError("there is only one system: give two sets of rules or two parsers")
        return self.tests

    def allows_verdicts(self, alignment: AlignmentData) -> bool:
        """Return whether enough sentences have an order by this alignment for verdicts."""
        return self.sentence_count - alignment.undefined >= FEWEST_ITEMS

    def deciding(
        self, alignment: AlignmentData, measure: str
    ) -> tuple[Floats, Floats, NDArray[np.bool_]]:
        """Return the difference of each pair, its p-value, and whether its interval excludes 0.

        Raises:
            UsageError: There is only one system, or no such measure.
        """
        tests, at = self.known_tests(), {"alignment": alignment.name, "measure": measure}
        p_values = tests.at("p_holm" if self.holm else "p", **at)
        outside = excludes_zero(tests.at("low", **at), tests.at("high", **at))
        return tests.at("difference", **at), p_values, outside

    def verdicts(self, alignment: AlignmentData, measure: str) -> Integers:
        """Return which system of each pair is better: 1 the second, -1 the first, 0 neither."""
        if self.tests is None or not self.allows_verdicts(alignment):
            return np.zeros(len(self.pairs), np.int64)
        return verdicts(*self.deciding(alignment, measure), self.alpha)

    @derived
    def agreement(self) -> Annotated[Grid, Layout("pair", "measure", columns=AGREEMENT)]:
        """The agreement of every two alignments on the ranking of the systems."""
        rows = []
        compared = len(self.compared)
        known = {alignment.name: alignment for alignment in self.alignments}
        pairs = pair_labels(list(known))
        for pair in pairs:
            for measure in self.measures:
                first, second = (
                    self.scores.at(alignment=name, measure=measure)[:compared] for name in pair
                )
                signs = np.prod([self.verdicts(known[name], measure) for name in pair], axis=0)
                counts = (signs > 0).sum(), (signs < 0).sum(), len(signs)
                rows.append((tau_b(first, second), spearman_rho(first, second), *counts))
        return Grid.of(
            {"pair": pairs, "measure": self.measures},
            **{
                name: np.array([row[place] for row in rows], kind)
                for place, (name, kind) in enumerate(AGREEMENT.items())
            },
        )

    def kept_sentences(self) -> Grid:
        """Return the scores of single sentences.

        Raises:
            UsageError: The result was loaded from a document without them.
        """
        if self.sentences is None:
            raise UsageError(
                "this evaluation has no scores of sentences: its document was saved without ",
                Argument("sentences", "True"),
            )
        return self.sentences

    def summary(self) -> str:
        """Return one line with the best system by the first measure."""
        counts = (
            f"{counted(len(self.compared), 'system')}, {counted(self.sentence_count, 'sentence')}"
        )
        values = {
            system.name: self.value(system.name, self.measures[0]) for system in self.compared
        }
        known = {name: value for name, value in values.items() if not isnan(value)}
        if not known:
            return counts
        best = max(known, key=known.__getitem__)
        return f"{counts}, highest {self.measures[0]} {known[best]:.3f} ({visible(best)})"
