"""Scores of systems by every metric, computed from their texts."""

from __future__ import annotations

import io
import json
import warnings
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.errors import Argument, UsageError, WordorderWarning, expect
from wordorder.metaevaluation.metric_scores import LENGTH, MetricScores
from wordorder.output.progress import Meter, as_meter
from wordorder.output.wording import signature
from wordorder.scoring.measures import ORDER_ERRORS, Measure, Meteor
from wordorder.scoring.plan import ScoreOptions, ScorePlan
from wordorder.scoring.texts import Text, Texts, as_bytes, read_text, read_texts
from wordorder.scoring.word_order import DirectMatch, kernels_built
from wordorder.statistics.resampling import Resampling, observed_sums

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from wordorder.alignment.matching.matcher import Matcher
    from wordorder.arrays import Floats, Integers
    from wordorder.output.cache import Cache
    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.linked_order import SourceLinks
    from wordorder.scoring.presets import Preset


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
    """Score systems by every metric of word order and its rivals, matching their words once.

    `kendall` and all other ordering metrics stand alone. `pefscore:kendall` is the preset with
    kendall as its ordering part, so `pefscore:pef` is pefscore itself. Other presets have their own
    names, and so have the lexical parts bleu1 to bleu4, f1 and chrf. Order errors are negated, so
    that higher scores are better. Every metric should beat `length`, the number of words of the
    translation. Values equal those of `score`, where it has them.

    Args:
        reference: As in `score`.
        systems: As in `score`.
        lang: As in `score`.
        tokenize: As in `score`.
        preset: The preset whose ordering part varies; by default as in `score`. The other presets
            share its β, γ and case.
        order_from: A `Matcher` in place of that of the language, or `SourceLinks`.
        source: The source text, to compare the order of its words by IBM Model 1: short for
            `order_from=SourceLinks(source, aligner="ibm1")`.
        threads: As in `ordering_scores`.
        progress: Whether to show a progress bar, or another display.
        cache: The cache that keeps the scores for later runs.

    Returns:
        The scores. NaN is an undefined order, which combined scores count as in `score`.
        `reference_words` counts the words of the first reference.

    Raises:
        InputError: As in `score`.
        UsageError: As in `score`.

    Warns:
        WordorderWarning: The texts look wrong.

    Examples:
        >>> scores = score_systems(
        ...     ["we have seen the house"] * 30,
        ...     {"A": ["we have seen the house"] * 30, "B": ["seen have we a house"] * 30},
        ...     lang="en",
        ... )
        >>> scores.of_metrics(["kendall"]).segment_scores[0, :, 0].round(3).tolist()
        [1.0, 0.5]
        >>> len(scores.metrics), scores.metrics[15], scores.metrics[-1]
        (49, 'pefscore:kendall', 'length')
    """
    options = ScoreOptions(lang, tokenize, preset=preset, threads=threads, cache=cache)
    options = replace(options, order_from=single_order(order_from, source))
    return score_by_every_metric(options, reference, systems, as_meter(progress))


def score_by_every_metric(
    options: ScoreOptions,
    reference: Text | Iterable[Text],
    systems: Text | Mapping[str, Text],
    meter: Meter,
) -> MetricScores:
    """Like `score_systems`, with its options in one value."""
    plan = plan_of_every_metric(options)
    raw = read_texts(reference, systems)
    work = _Work(plan, {**plan.every_measure(), LENGTH: Length()}, raw, meter)
    scored = cached(options.cache, plan, repr(work.measures), raw, work.find)
    for doubt in scored.doubts:
        warnings.warn(doubt, stacklevel=3)
    return MetricScores(
        tuple(work.measures),
        raw.names,
        scored.segment_scores,
        scored.system_scores,
        scored.reference_words,
        work.signature,
    )


def plan_of_every_metric(options: ScoreOptions) -> ScorePlan:
    """Check the options, and plan scores of all metrics without intervals and tests."""
    return ScorePlan.of(replace(options, metrics="all", resampling=Resampling(1)))


@dataclass(frozen=True, slots=True)
class _Work:
    """The texts, and the measures to compute."""

    plan: ScorePlan
    measures: Mapping[str, Measure]
    raw: Texts
    meter: Meter

    def find(self) -> ScoredTexts:
        """Match the words of the texts and compute the measures."""
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
        return ScoredTexts(values, corpus, np.array(counts.reference_words[0, 0]), doubts)

    @property
    def signature(self) -> str:
        """Everything that determines the scores."""
        parts = self.plan.signature_of_scores(len(self.raw.references))
        meteor = [
            measure.parameters.signature
            for measure in self.measures.values()
            if isinstance(measure, Meteor)
        ]
        return signature([*parts, *(part for part in meteor if part not in parts)])


@dataclass(frozen=True)
class Length(Measure):
    """The number of words of the translation."""

    name: str = LENGTH

    def sentences(self, counts: SentenceCounts) -> Floats:
        """Return the number of words of each sentence."""
        return counts.hypothesis_words[:, 0].astype(np.float64)

    def statistics(self, counts: SentenceCounts) -> Floats:
        """Return the number of words, and 1, for each sentence."""
        words = self.sentences(counts)
        return np.stack([words, np.ones_like(words)], axis=-1)

    def score(self, sums: Floats) -> Floats:
        """Return the mean number of words."""
        mean: Floats = sums[..., 0] / sums[..., 1]
        return mean


def single_order(
    order_from: Matcher | SourceLinks | None, source: Text | None
) -> Matcher | SourceLinks | None:
    """Combine both arguments into one origin of word order, and read its source text, if any.

    Raises:
        UsageError: Both are given.
    """
    if order_from is None and source is None:
        return None
    from wordorder.alignment.matching.matcher import Matcher
    from wordorder.scoring.linked_order import SourceLinks

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
    # Read only once: the cache needs the text, too.
    return replace(order_from, source=read_text(order_from.source, Argument("source")))


# Cached scores of systems, so that a second run is instant.


class ScoredTexts(NamedTuple):
    """The scores of all texts by all measures.

    Attributes:
        segment_scores: Scores of shape (metrics, systems, lines).
        system_scores: Scores of whole systems, of shape (metrics, systems).
        reference_words: The length of each line's reference in words.
        doubts: Warnings about the texts.
    """

    segment_scores: Floats
    system_scores: Floats
    reference_words: Integers
    doubts: tuple[WordorderWarning, ...]


def cached(
    cache: Cache | None, plan: ScorePlan, measures: str, raw: Texts, find: Callable[[], ScoredTexts]
) -> ScoredTexts:
    """Return the scores from the cache, or compute and store them.

    Args:
        cache: The cache, if any.
        plan: The options.
        measures: Everything that determines the measures.
        raw: The texts.
        find: Computes the scores.
    """
    if cache is None:
        return find()
    sources: list[Sequence[str]] = []
    if not isinstance(plan.order_source, DirectMatch):
        from wordorder.scoring.linked_order import SourceLinks

        assert isinstance(plan.order_source, SourceLinks)
        if plan.order_source.aligner is None:  # links from files are not part of the key
            return find()
        sources = [read_text(plan.order_source.source, Argument("source"))]
    decides = "|".join(
        [*plan.signature_of_scores(len(raw.references)), measures, kernels_built(), _modified()]
    )
    # Doubts name the systems.
    texts = (raw.names, *raw.references, *raw.systems, *sources)
    key = cache.key(decides, *(data for text in texts for data in as_bytes(text)))
    stored = cache.get(key)
    if stored is not None:
        return _loaded(stored)
    scored = find()
    cache.put(key, _stored(scored))
    return scored


def _modified() -> str:
    """Return when the package last changed, which its version does not show in development."""
    files = Path(__file__).parents[1].rglob("*.py")
    return f"modified:{max(file.stat().st_mtime_ns for file in files)}"


def _stored(scored: ScoredTexts) -> bytes:
    stream = io.BytesIO()
    np.savez(
        stream,
        allow_pickle=False,
        segment_scores=scored.segment_scores,
        system_scores=scored.system_scores,
        reference_words=scored.reference_words,
        doubts=np.array([json.dumps(doubt.args) for doubt in scored.doubts], np.str_),
    )
    return stream.getvalue()


def _loaded(stored: bytes) -> ScoredTexts:
    with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
        # JSON turns the arguments in warnings into lists.
        doubts = tuple(
            WordorderWarning(
                *(part if isinstance(part, str) else Argument(*part) for part in json.loads(doubt))
            )
            for doubt in arrays["doubts"].tolist()
        )
        return ScoredTexts(
            arrays["segment_scores"], arrays["system_scores"], arrays["reference_words"], doubts
        )
