"""Scores of systems from their texts, by every metric there is."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from wordorder.alignment.matching import Matcher
from wordorder.errors import Argument, UsageError, expect
from wordorder.metaevaluation.scores.keeping import Finding, kept_or_found
from wordorder.metaevaluation.scores.table import MetricScores
from wordorder.output import as_meter, signature
from wordorder.scoring import ScoreOptions, SourceLinks
from wordorder.scoring.measures import ORDER_ERRORS, Measure, Meteor
from wordorder.scoring.plan import ScorePlan
from wordorder.scoring.texts import read_text, read_texts
from wordorder.statistics import Resampling
from wordorder.statistics.resampling import observed_sums

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wordorder.arrays import Floats
    from wordorder.output import Cache, Meter
    from wordorder.scoring import Preset, Text
    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.texts import Texts

LENGTH = "length"
"""The rival of all metrics: the number of words of the translation."""

PARTS = ("pef_inverted",)
"""Parts of metrics, for fitting their parameters; by themselves they say nothing."""


def score_systems(
    reference: Text | Iterable[Text],
    systems: Text | Mapping[str, Text],
    *,
    lang: str | None = None,
    tokenize: str | None = None,
    preset: str | Preset | None = None,
    order_from: Matcher | SourceLinks | None = None,
    source: Text | None = None,
    threads: int | None = None,
    progress: bool | Meter = False,
    cache: Cache | None = None,
) -> MetricScores:
    """Score systems by every metric of word order and its rivals, from one match of their words.

    `kendall` and all other ordering metrics stand alone. `pefscore:kendall` is the preset with
    kendall in the place of its ordering part, so `pefscore:pef` is pefscore itself. Other presets
    have their own names. Their lexical parts are bleu1 to bleu4, f1 and chrf. Errors of order have
    a negative sign, as higher scores are better. `length`, the number of words of the translation,
    is what every metric should beat. Where `score` has a value, this is the same one.

    Args:
        reference: As in `score`.
        systems: As in `score`.
        lang: As in `score`.
        tokenize: As in `score`.
        preset: The preset whose ordering part is exchanged; by default as in `score`. The other
            presets share its β, γ and case.
        order_from: A `Matcher` in place of that of the language, or `SourceLinks`.
        source: The source text, to compare the order of its words by IBM Model 1: short for
            `order_from=SourceLinks(source, aligner="ibm1")`.
        threads: As in `ordering_scores`.
        progress: Whether to show a progress bar, or another display.
        cache: Stores the scores for later runs.

    Returns:
        The scores. NaN is an undefined order; combined scores count it as in `score`.
        `reference_words` are those of the first reference.

    Raises:
        InputError: As in `score`.
        UsageError: As in `score`.

    Warns:
        WordorderWarning: What looks wrong with the texts.

    Examples:
        >>> scores = score_systems(
        ...     ["we have seen the house"] * 30,
        ...     {"A": ["we have seen the house"] * 30, "B": ["seen have we a house"] * 30},
        ...     lang="en",
        ... )
        >>> [round(float(x), 3) for x in scores.lines[scores.metrics.index("kendall"), :, 0]]
        [1.0, 0.5]
        >>> len(scores.metrics), scores.metrics[15], scores.metrics[-1]
        (49, 'pefscore:kendall', 'length')
    """
    given = ScoreOptions(lang, tokenize, preset=preset, threads=threads, cache=cache)
    options = replace(given, order_from=single_order(order_from, source))
    return score_by_every_metric(options, reference, systems, as_meter(progress))


def score_by_every_metric(
    options: ScoreOptions,
    reference: Text | Iterable[Text],
    systems: Text | Mapping[str, Text],
    meter: Meter,
) -> MetricScores:
    """Do what `score_systems` does, with its options in one value."""
    plan = plan_of_every_metric(options)
    raw = read_texts(reference, systems)
    work = _Work(plan, {**plan.every_measure(), LENGTH: Length()}, raw, meter)
    found = kept_or_found(options.cache, plan, repr(work.measures), raw, work.find)
    for doubt in found.doubts:
        warnings.warn(doubt, stacklevel=3)
    return MetricScores(
        tuple(work.measures),
        raw.names,
        found.lines,
        found.corpus,
        found.reference_words,
        work.signature,
    )


def plan_of_every_metric(options: ScoreOptions) -> ScorePlan:
    """Check the options; all metrics are scored, without intervals and tests."""
    return ScorePlan.of(replace(options, metrics="all", resampling=Resampling(1)))


@dataclass(frozen=True, slots=True)
class _Work:
    """What is to be measured, and in which texts."""

    plan: ScorePlan
    measures: Mapping[str, Measure]
    raw: Texts
    meter: Meter

    def find(self) -> Finding:
        """Match the texts and measure them."""
        systems, references, lines = self.raw.shape
        steps = (systems + references) * lines + prod(self.raw.shape)
        with self.meter("scoring", steps) as on_steps:
            counts = self.plan.count(self.raw, on_steps)
            values = np.empty((len(self.measures), systems, lines))
            corpus = np.empty((len(self.measures), systems))
            for row, (name, measure) in enumerate(self.measures.items()):
                own = measure.sentences(counts)
                whole = measure.score(observed_sums(measure.statistics(counts)))
                is_error = name in ORDER_ERRORS
                values[row], corpus[row] = (0 - own, 0 - whole) if is_error else (own, whole)
            doubts = tuple(self.plan.doubts(self.raw, counts))
        return Finding(values, corpus, np.array(counts.reference_words[0, 0]), doubts)

    @property
    def signature(self) -> str:
        """Everything that determines the scores."""
        meteor = [one for one in self.measures.values() if isinstance(one, Meteor)]
        parts = self.plan.signature_of_scores(len(self.raw.references))
        own = [one.parameters.signature for one in meteor]
        return signature([*parts, *(part for part in own if part not in parts)])


@dataclass(frozen=True)
class Length(Measure):
    """The number of words of the translation."""

    name: str = LENGTH

    def sentences(self, counts: SentenceCounts) -> Floats:
        """The words of each sentence."""
        return counts.hypothesis_words[:, 0].astype(np.float64)

    def statistics(self, counts: SentenceCounts) -> Floats:
        """The words, and 1."""
        words = self.sentences(counts)
        return np.stack([words, np.ones_like(words)], axis=-1)

    def score(self, sums: Floats) -> Floats:
        """The mean number of words."""
        mean: Floats = sums[..., 0] / sums[..., 1]
        return mean


def single_order(
    order_from: Matcher | SourceLinks | None, source: Text | None
) -> Matcher | SourceLinks | None:
    """Where the word order comes from, if one of the two is given; a source is read.

    Raises:
        UsageError: Both are given.
    """
    if order_from is not None:
        expect(order_from, (Matcher, SourceLinks), "order_from")
        if source is not None:
            raise UsageError(
                "give ", Argument("source"), " or ", Argument("order_from"), ", not both"
            )
    if source is not None:
        order_from = SourceLinks(source, aligner="ibm1")
    if not isinstance(order_from, SourceLinks):
        return order_from
    # Read once, as the cache needs it, too.
    return replace(order_from, source=read_text(order_from.source, Argument("source")))
