"""The options of `score`, and its plan: measures and methods, before any text is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import comb
from typing import TYPE_CHECKING

from wordorder.alignment.matching.matcher import Matcher
from wordorder.errors import Argument, UsageError, WordorderWarning, expect
from wordorder.output.cache import Cache
from wordorder.scoring import presets
from wordorder.scoring.counts import SentenceCounts
from wordorder.scoring.measures import Coverage, Matched, Measure
from wordorder.scoring.presets import Preset
from wordorder.scoring.word_order import DirectMatch, OrderSource, SharedWordsRequest
from wordorder.statistics.resampling import Resampling
from wordorder.text.languages import language
from wordorder.text.tokenizers import Tokenizer, tokenizer
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from os import PathLike

    from wordorder.arrays import Floats
    from wordorder.scoring.fitted_presets import FittedPreset
    from wordorder.scoring.input_checks import Hint
    from wordorder.scoring.linked_order import RearrangedSource, SourceLinks
    from wordorder.scoring.texts import Texts

DEFAULT_METRICS = ("kendall", "fuzzy", "pef")

TESTS = ("bootstrap", "randomization")


@dataclass(frozen=True, slots=True)
class Comparison:
    """How to compare pairs of systems.

    Attributes:
        test: bootstrap or randomization.
        holm: Whether findings and marks use p-values corrected for the number of pairs. More
            resamples are drawn if the correction could otherwise never reject.

    Raises:
        UsageError: There is no such test.

    Examples:
        >>> Comparison(holm=True).signature
        'test:bootstrap+holm'
    """

    test: str = "bootstrap"
    holm: bool = False

    def __post_init__(self) -> None:
        if self.test not in TESTS:
            raise UsageError.unknown("test", self.test, TESTS)

    @property
    def signature(self) -> str:
        """Everything that determines the p-values, except resampling."""
        return f"test:{self.test}{'+holm' * self.holm}"


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """The options of `score`, which explains them.

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


def usual_preset(order_from: Matcher | SourceLinks | RearrangedSource | None) -> str:
    """Return the default preset of `score`.

    Examples:
        >>> from wordorder import Matcher
        >>> usual_preset(Matcher("en"))
        'pefscore'
    """
    return as_order_source(order_from, None).usual_preset


@dataclass(frozen=True, slots=True)
class ScorePlan:
    """The options of `score`, checked before any text is read.

    Attributes:
        words: The tokeniser.
        order_source: Where the word order comes from.
        preset: The combined score.
        leading: The leading ordering metric.
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
        whole = presets.as_preset(
            order_source.usual_preset if options.preset is None else options.preset
        )
        order_source.check_preset(whole.name)
        matcher = _matcher_of(order_source)
        if options.chance and matcher is None:
            raise UsageError(
                Argument("chance"), " needs a direct match: leave out ", Argument("source")
            )
        shown = presets.ordering_metrics(options.metrics)
        measures = presets.measures_of(whole, shown, matcher)
        own = "13a" if lang is None else language(lang).tokenizer
        return cls(
            tokenizer(options.tokenize or own),
            order_source,
            whole,
            presets.leading_metric(whole, shown),
            tuple(measures),
            options.resampling,
            options.comparison,
            thread_count(options.threads),
            cache,
            options.chance,
        )

    @property
    def ordering(self) -> str:
        """The ordering metric of the preset."""
        assert self.preset.ordering is not None  # filled in by the preset
        return self.preset.ordering

    def for_systems(self, count: int) -> ScorePlan:
        """Raise the resamples if Holm's correction could otherwise never find a difference."""
        if not self.comparison.holm:
            return self
        return replace(self, resampling=self.resampling.enough_for(comb(count, 2)))

    def signature_of_scores(self, references: int) -> list[str]:
        """Return everything that determines the scores, except resampling."""
        return [
            f"refs:{references}",
            f"tok:{self.words.signature}",
            self.order_source.signature,
            self.preset.signature,
            *filter(None, [self.measures[0].signature]),
        ]

    def tokenized(self, raw: Texts, on_lines: Callable[[int], None]) -> Texts:
        """Tokenise all texts; `on_lines` is called with the number of lines done."""
        words_of_systems = self.order_source.words_of_systems(self.words)
        return raw.tokenized(self.words, words_of_systems, on_lines, self.threads, self.cache)

    def lexical_texts(self, raw: Texts, texts: Texts) -> tuple[Texts, Texts]:
        """Return the texts for lexical parts: tokenised, and, for chrF, as written.

        Texts are lowercased before tokenising, as in sacreBLEU.
        """
        if not self.preset.lowercase:
            return texts, raw
        lowered = raw.lowered()
        return self.tokenized(lowered, lambda _lines: None), lowered

    def count(self, raw: Texts, on_lines: Callable[[int], None] | None = None) -> SentenceCounts:
        """Tokenise texts and compute their counts; `on_lines` as in `tokenized`."""
        texts = self.tokenized(raw, on_lines or (lambda _lines: None))
        return self.counts(texts, *self.lexical_texts(raw, texts))

    def counts(
        self, texts: Texts, lexical: Texts | None = None, written: Texts | None = None
    ) -> SentenceCounts:
        """Compute the counts of tokenised texts; see `SentenceCounts`."""
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

    def shared_words(self, metrics: tuple[str, ...]) -> SharedWordsRequest:
        """Request these metrics on the words that two systems share."""
        return SharedWordsRequest(metrics, self.preset.beta, self.preset.gamma, self.threads)

    def every_measure(self) -> dict[str, Measure]:
        """Return all measures that the counts allow, not only those requested."""
        from wordorder.scoring.features import every_measure

        return every_measure(self.preset, self.order_source, _matcher_of(self.order_source))

    def doubts(self, raw: Texts, counts: SentenceCounts) -> list[WordorderWarning]:
        """Return doubts about the texts and their match."""
        from wordorder.scoring.input_checks import input_doubts, text_hint

        doubts = input_doubts(raw, counts, self.matched_share(counts))
        hint = text_hint(raw, self.words.name)
        return [
            *self.doubts_before_matching(hint),
            *(WordorderWarning(doubt.text) for doubt in doubts),
        ]

    def doubts_before_matching(self, hint: Hint | None) -> Iterator[WordorderWarning]:
        """Yield the doubts that need no match, among them this hint about the texts."""
        if self.order_source.doubt is not None:
            yield self.order_source.doubt
        matcher = _matcher_of(self.order_source)
        if matcher is not None and not isinstance(self.preset, Preset):
            doubt = self.preset.doubt(matcher.lang)
            yield from () if doubt is None else (WordorderWarning(doubt),)
        if hint is not None:
            yield hint.warning

    def matched_share(self, counts: SentenceCounts) -> Floats:
        """Return each system's matched share; weak links count, being no sign of wrong files."""
        direct = isinstance(self.order_source, DirectMatch)
        share = (Matched if direct else Coverage)(self.ordering)
        return share.score(share.statistics(counts).sum(axis=1))


def as_order_source(
    order_from: Matcher | SourceLinks | RearrangedSource | None,
    lang: str | None,
    cache: Cache | None = None,
) -> OrderSource:
    """Return the source of the word order; by default, a direct match by language."""
    if order_from is None:
        return DirectMatch(Matcher(lang), cache)
    if isinstance(order_from, Matcher):
        return DirectMatch(order_from, cache)
    from wordorder.scoring.linked_order import RearrangedSource, SourceLinks

    expect(order_from, (Matcher, SourceLinks, RearrangedSource), "order_from")
    return order_from


def _matcher_of(order_source: OrderSource) -> Matcher | None:
    return order_source.matcher if isinstance(order_source, DirectMatch) else None
