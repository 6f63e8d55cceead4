"""The steps from the options of `score` to its result."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import comb, prod
from typing import TYPE_CHECKING

import numpy as np

from wordorder.alignment.matching import Matcher
from wordorder.errors import Argument, UsageError, WordorderWarning, expect
from wordorder.output import Cache, counted, number_text, signature
from wordorder.scoring.buckets import divided
from wordorder.scoring.chance import chance_scores
from wordorder.scoring.counts import SentenceCounts
from wordorder.scoring.every_measure import every_measure
from wordorder.scoring.hints import Hint, text_hint
from wordorder.scoring.input_checks import input_doubts
from wordorder.scoring.linked_order import SourceLinks
from wordorder.scoring.matched_order import DirectMatch
from wordorder.scoring.measures import Coverage, Matched, Ordering
from wordorder.scoring.preset_files import as_preset
from wordorder.scoring.presets import Preset, leading_metric, measures_of, ordering_metrics
from wordorder.scoring.rearranged_order import RearrangedSource
from wordorder.scoring.result import ScoreResult
from wordorder.scoring.score_sums import ScoreSums
from wordorder.scoring.sentences import SentencesOfTexts, segment_grid
from wordorder.scoring.shared_words import RestRequest, compare_on_shared_words, shared_steps
from wordorder.scoring.texts import read_labels, read_texts
from wordorder.scoring.timing import Clock
from wordorder.scoring.uncertainty import Comparison
from wordorder.statistics import Resampling
from wordorder.text import language, tokenizer
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from os import PathLike

    from wordorder.arrays import Floats
    from wordorder.output import Meter
    from wordorder.output.grid import Grid
    from wordorder.scoring.buckets import Division
    from wordorder.scoring.fitted_presets import FittedPreset
    from wordorder.scoring.measures import Measure
    from wordorder.scoring.shared_words import SharedOrder
    from wordorder.scoring.texts import Text, Texts
    from wordorder.scoring.word_order import OrderSource
    from wordorder.text import Tokenizer


DEFAULT_METRICS = ("kendall", "fuzzy", "pef")


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """How texts are scored: the options of `score`, which explains them.

    Attributes:
        lang: The language.
        tokenize: The tokeniser.
        metrics: The ordering metrics to show.
        preset: The combined score.
        order_from: Where the word order comes from.
        resampling: How to resample sentences.
        comparison: How to compare systems.
        chance: Whether to score wrong references, too.
        threads: Number of threads.
        cache: Stores tokenised and matched texts; None for no cache.

    Raises:
        UsageError: An option has the wrong type.

    Examples:
        >>> ScoreOptions(lang="en").metrics
        ('kendall', 'fuzzy', 'pef')
    """

    lang: str | None = None
    tokenize: str | None = None
    metrics: str | Iterable[str] = DEFAULT_METRICS
    preset: str | PathLike[str] | Preset | FittedPreset | None = None
    order_from: Matcher | SourceLinks | RearrangedSource | None = None
    resampling: Resampling = field(default_factory=Resampling)
    comparison: Comparison = field(default_factory=Comparison)
    chance: bool = False
    threads: int | None = None
    cache: Cache | None = None

    def __post_init__(self) -> None:
        expect(self.chance, bool, "chance")
        expect(self.resampling, Resampling, "resampling")
        expect(self.comparison, Comparison, "comparison")
        if self.cache is not None:
            expect(self.cache, Cache, "cache")


@dataclass(frozen=True, slots=True)
class ScorePlan:
    """The options of `score`, checked before any text is read.

    Attributes:
        words: The tokeniser.
        order_source: Where the word order comes from.
        preset: The combined score.
        leading: The ordering metric that leads.
        measures: All measures.
        resampling: How to resample sentences.
        comparison: How to compare systems.
        threads: Number of threads.
        cache: Stores tokenised and matched texts; None for no cache.
        chance: Whether to score wrong references, too.
    """

    words: Tokenizer
    order_source: OrderSource
    preset: Preset | FittedPreset
    leading: str
    measures: tuple[Measure, ...]
    resampling: Resampling
    comparison: Comparison
    threads: int
    cache: Cache | None
    chance: bool = False

    @classmethod
    def of(cls, options: ScoreOptions) -> ScorePlan:
        """Build a plan from the options of `score`.

        Raises:
            UsageError: An option is unknown, or options conflict.
        """
        lang, cache = options.lang, options.cache
        order_source = as_order_source(options.order_from, lang, cache)
        whole = as_preset(order_source.usual_preset if options.preset is None else options.preset)
        order_source.check_preset(whole.name)
        matcher = _matcher_of(order_source)
        if options.chance and matcher is None:
            raise UsageError(
                Argument("chance"), " needs a direct match: leave out ", Argument("source")
            )
        shown = ordering_metrics(options.metrics)
        measures = measures_of(whole, shown, matcher)
        own = "13a" if lang is None else language(lang).tokenizer
        return cls(
            tokenizer(options.tokenize or own),
            order_source,
            whole,
            leading_metric(whole, shown),
            tuple(measures),
            options.resampling,
            options.comparison,
            thread_count(options.threads),
            cache,
            options.chance,
        )

    def run(
        self,
        reference: Text | Iterable[Text],
        systems: Text | Mapping[str, Text],
        labels: Text | None,
        meter: Meter,
    ) -> tuple[ScoreResult, list[WordorderWarning]]:
        """Score texts; return the result, and warnings."""
        clock = Clock()
        with clock("reading"):
            raw = read_texts(reference, systems)
            kinds = None if labels is None else read_labels(labels, raw.lines)
        plan = self._with_enough_resamples(len(raw.systems))
        with meter("scoring", plan._steps(raw)) as on_steps:
            with clock("tokenising"):
                hint = text_hint(raw, self.words.name)
                texts = self._tokenized(raw, on_steps)
                lexical = self._lexical_texts(raw, texts)
            with clock(self.order_source.step):
                counts = self._counts(texts, *lexical)
                counts.ordering(self._ordering)
                on_steps(prod(raw.shape))
                chance = None
                if self.chance:
                    # Only the order is scored, whatever the lexical part counts.
                    chance = chance_scores(self.measures, texts, counts, self._counts)
                    on_steps(prod(raw.shape))
            with clock("comparing"):
                shared = plan._shared(texts.names, counts, on_steps)
            result = plan._scored(texts, counts, shared, chance, kinds, clock, on_steps)
            with clock("checking"):
                found = tuple(input_doubts(raw, counts, self._matched_share(counts)))
        warnings = [
            *self._doubts(hint),
            *map(WordorderWarning, self._doubts_about_resamples(result)),
            *(WordorderWarning(doubt.text) for doubt in found),
        ]
        return replace(result, doubts=(*([hint.doubt] if hint else []), *found)), warnings

    def _matched_share(self, counts: SentenceCounts) -> Floats:
        """The share of words that match, of each system; weak links are no sign of wrong files."""
        direct = isinstance(self.order_source, DirectMatch)
        share = (Matched if direct else Coverage)(self._ordering)
        return share.score(share.statistics(counts).sum(axis=1))

    def count(self, raw: Texts, on_lines: Callable[[int], None] | None = None) -> SentenceCounts:
        """Compute only the counts; `on_lines` is called with the number of lines tokenised."""
        texts = self._tokenized(raw, on_lines or (lambda _lines: None))
        return self._counts(texts, *self._lexical_texts(raw, texts))

    def every_measure(self) -> dict[str, Measure]:
        """All that the counts can measure, not only what was asked for."""
        return every_measure(self.preset, self.order_source, _matcher_of(self.order_source))

    def doubts(self, raw: Texts, counts: SentenceCounts) -> list[WordorderWarning]:
        """Say what looks wrong with the texts and their match."""
        found = input_doubts(raw, counts, self._matched_share(counts))
        hint = text_hint(raw, self.words.name)
        return [*self._doubts(hint), *(WordorderWarning(doubt.text) for doubt in found)]

    def _doubts(self, hint: Hint | None) -> Iterator[WordorderWarning]:
        """What is known without the match."""
        if self.order_source.doubt is not None:
            yield self.order_source.doubt
        if self._preset_doubt is not None:
            yield WordorderWarning(self._preset_doubt)
        if hint is not None:
            yield hint.warning

    def signature_of_scores(self, references: int) -> list[str]:
        """Everything that determines the scores, except resampling."""
        return [
            f"refs:{references}",
            f"tok:{self.words.signature}",
            self.order_source.signature,
            self.preset.signature,
            *filter(None, [self.measures[0].signature]),
        ]

    def _with_enough_resamples(self, systems: int) -> ScorePlan:
        """With more resamples if Holm's correction could otherwise never find a difference."""
        if not self.comparison.holm:
            return self
        return replace(self, resampling=self.resampling.enough_for(comb(systems, 2)))

    def _steps(self, raw: Texts) -> int:
        """The numbers of sentences to tokenise, sentences to match, and resamples to draw."""
        systems, references, lines = raw.shape
        tests = systems > 1 and self.comparison.test == "randomization"
        resamples = self.resampling.resamples * (1 + tests)
        matched = prod(raw.shape) * (1 + self.chance)
        steps = (systems + references) * lines + matched + resamples
        return steps + shared_steps(systems, lines)

    @property
    def _preset_doubt(self) -> str | None:
        matcher = _matcher_of(self.order_source)
        if isinstance(self.preset, Preset) or matcher is None:
            return None
        return self.preset.doubt(matcher.lang)

    @property
    def _ordering(self) -> str:
        assert self.preset.ordering is not None  # filled in by the preset
        return self.preset.ordering

    def _tokenized(self, raw: Texts, on_lines: Callable[[int], None]) -> Texts:
        words_of_systems = self.order_source.words_of_systems(self.words)
        return raw.tokenized(self.words, words_of_systems, on_lines, self.threads, self.cache)

    def _lexical_texts(self, raw: Texts, texts: Texts) -> tuple[Texts, Texts]:
        """What lexical parts count: words, and for chrF the texts as written.

        Lower case comes before tokenising, as in sacreBLEU.
        """
        if not self.preset.lowercase:
            return texts, raw
        lowered = raw.lowered()
        return self._tokenized(lowered, lambda _lines: None), lowered

    def _counts(
        self, texts: Texts, lexical: Texts | None = None, written: Texts | None = None
    ) -> SentenceCounts:
        return SentenceCounts(
            texts,
            self.order_source.word_order(texts, self.threads),
            lexical=lexical,
            written=written,
            fold_case=self.order_source.fold_case,
            beta=self.preset.beta,
            gamma=self.preset.gamma,
            threads=self.threads,
        )

    def _shared(
        self, systems: tuple[str, ...], counts: SentenceCounts, on_steps: Callable[[int], None]
    ) -> SharedOrder | None:
        if len(systems) < 2:
            return None
        metrics = tuple(one.name for one in self.measures if isinstance(one, Ordering))
        return compare_on_shared_words(
            counts.order,
            self._request(metrics),
            systems,
            counts.shape[-1],
            self.resampling,
            self.comparison.test,
            on_steps,
        )

    def _scored(
        self,
        texts: Texts,
        counts: SentenceCounts,
        shared: SharedOrder | None,
        chance: Grid | None,
        labels: tuple[str, ...] | None,
        clock: Clock,
        on_resamples: Callable[[int], None],
    ) -> ScoreResult:
        with clock("scoring"):
            segments = np.stack([m.sentences(counts) for m in self.measures], axis=-1)
            sums = ScoreSums(texts.names, self.measures, self._ordering)
            divisions = divided(counts, labels)
            sums.add(counts, divisions)
        with clock("statistics"):
            found = sums.result(self.resampling, self.comparison.test, on_resamples)
        sentences = self._sentences(texts, counts, segments, divisions)
        return ScoreResult(
            ordering=self._ordering,
            leading=self.leading,
            lexical=self.preset.lexical,
            scores=found.scores,
            tests=found.tests,
            undefined=found.undefined,
            confidence=self.resampling.confidence,
            resamples=self.resampling.resamples,
            holm=self.comparison.holm,
            signature=self._signature(texts),
            sentence_count=texts.lines,
            buckets=found.buckets,
            shared=shared,
            segments=segment_grid(texts.names, sentences.lines, sentences.measures, segments),
            sentences=sentences,
            seconds=clock.seconds,
            chance=chance,
        )

    def _sentences(
        self,
        texts: Texts,
        counts: SentenceCounts,
        segments: Floats,
        divisions: Mapping[str, Division],
    ) -> SentencesOfTexts:
        names = tuple(measure.name for measure in self.measures)
        best = counts.best_reference(self.leading)
        judged = counts.pick(counts.coverage_counts[0], self.leading).astype(np.int64)
        return SentencesOfTexts(
            texts,
            counts.order.matches,
            best,
            judged,
            names,
            segments,
            divisions,
            counts.order,
            self._request((self.leading,)),
        )

    def _request(self, metrics: tuple[str, ...]) -> RestRequest:
        return RestRequest(metrics, self.preset.beta, self.preset.gamma, self.threads)

    def _signature(self, texts: Texts) -> str:
        return signature(
            [
                *self.signature_of_scores(len(texts.references)),
                self.comparison.signature,
                f"compared:{self.order_source.compared}",
                self.resampling.signature,
            ]
        )

    def _doubts_about_resamples(self, result: ScoreResult) -> Iterator[str]:
        """Say that resamples were added for Holm's correction, or that they are too few."""
        if result.tests is None:
            return
        asked, used = self.resampling, replace(self.resampling, resamples=result.resamples)
        pairs, level = len(result.tests.axes["pair"]), number_text(result.alpha)
        if not self.comparison.holm:
            if not used.can_reject(1):
                few, least = counted(used.resamples, "resample"), 1 / (used.resamples + 1)
                yield f"{few}: p is at least {least:.3g}, so no verdict at {level} is possible"
        elif used.resamples > asked.resamples:
            yield (
                f"resamples raised from {asked.resamples:,} to {used.resamples:,}, so that "
                f"Holm's correction over {counted(pairs, 'pair')} can reject at {level}"
            )
        elif not used.can_reject(pairs):
            yield (
                f"Holm's correction over {counted(pairs, 'pair')} can never reject at {level}, not "
                f"even with the most resamples allowed: compare fewer systems"
            )


def as_order_source(
    order_from: Matcher | SourceLinks | RearrangedSource | None,
    lang: str | None,
    cache: Cache | None = None,
) -> OrderSource:
    """Use the given matcher, or that of the language, for a direct match."""
    if order_from is None:
        return DirectMatch(Matcher(lang), cache)
    expect(order_from, (Matcher, SourceLinks, RearrangedSource), "order_from")
    return DirectMatch(order_from, cache) if isinstance(order_from, Matcher) else order_from


def _matcher_of(order_source: OrderSource) -> Matcher | None:
    return order_source.matcher if isinstance(order_source, DirectMatch) else None
