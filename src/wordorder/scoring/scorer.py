"""`score`: from texts to the result."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import WordorderWarning, expect
from wordorder.output.progress import Meter, as_meter
from wordorder.output.wording import counted, number_text, signature
from wordorder.scoring.input_checks import input_doubts, text_hint
from wordorder.scoring.measures import Ordering
from wordorder.scoring.plan import DEFAULT_METRICS, Comparison, ScoreOptions, ScorePlan
from wordorder.scoring.result import ScoreResult
from wordorder.scoring.score_sums import Division, ScoreSums, divided
from wordorder.scoring.sentences import SentencesOfTexts, segment_grid
from wordorder.scoring.shared_words import SharedOrder, compare_on_shared_words, shared_steps
from wordorder.scoring.texts import Text, Texts, read_labels, read_texts
from wordorder.statistics.resampling import Resampling

if TYPE_CHECKING:
    from os import PathLike

    from wordorder.alignment.matching.matcher import Matcher
    from wordorder.arrays import Floats
    from wordorder.output.cache import Cache
    from wordorder.output.grid import Grid
    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.fitted_presets import FittedPreset
    from wordorder.scoring.linked_order import RearrangedSource, SourceLinks
    from wordorder.scoring.presets import Preset

_USUAL_RESAMPLING = Resampling()

_USUAL_COMPARISON = Comparison()


def score(
    reference: Text | Iterable[Text],
    systems: Text | Mapping[str, Text],
    *,
    lang: str | None = None,
    tokenize: str | None = None,
    metrics: str | Iterable[str] = DEFAULT_METRICS,
    preset: str | PathLike[str] | Preset | FittedPreset | None = None,
    order_from: Matcher | SourceLinks | RearrangedSource | None = None,
    resampling: Resampling = _USUAL_RESAMPLING,
    comparison: Comparison = _USUAL_COMPARISON,
    labels: Text | None = None,
    chance: bool = False,
    threads: int | None = None,
    progress: bool | Meter = False,
    cache: Cache | None = None,
) -> ScoreResult:
    """Score the word order of one or more systems against references.

    Words are matched with the reference; the metrics score the order of the matched words, and the
    preset combines word order and word choice into one score. With links from a source, the order
    of its words in the two translations is compared instead.

    Args:
        reference: A file name, an open stream or an Arrow column, or sentences: a list, a
            generator, a column of a data frame. For several references, a list of these, with
            files as `pathlib.Path`.
        systems: A dict of names and files or sentences, or a single file or list of sentences.
        lang: BCP 47 language code, which selects tokeniser, stemmer and synonyms; without it,
            only identical words match.
        tokenize: Tokeniser; by default that of the language, or 13a without a language.
        metrics: Ordering metrics to show in columns of their own.
        preset: The combined score: pefscore, complexity, lrscore, frs, ribes, meteor, fitted, or a
            `Preset` with other parts; a `FittedPreset`, or its file (NAME.toml). By default
            pefscore, with links lrscore, for rearranged words frs.
        order_from: Where the word order comes from: a `Matcher` in place of that of the
            language, `SourceLinks` or `RearrangedSource`.
        resampling: How to resample sentences for intervals and tests.
        comparison: How to compare pairs of systems.
        labels: A file or a list with one label per sentence, to report scores by label.
        chance: Whether to score the systems against wrong references of about the same length,
            too. Far fewer words match these, so their scores are no lower bound. Takes twice as
            long.
        threads: As in `ordering_scores`.
        progress: Whether to show a progress bar, or another display.
        cache: Stores tokenised and matched texts for later runs: `wordorder.output.Cache()`
            stores them in the user's cache folder. Does not affect results.

    Returns:
        The scores. Look at them with `result.tables()`, `result.findings()`, or in a notebook.

    Raises:
        InputError: A file cannot be read, a text is empty, or the numbers of lines differ.
        UsageError: An option is unknown or out of range.

    Warns:
        WordorderWarning: The scores are valid, but may be unreliable. Doubts about the texts are
            in `result.doubts`, too.

    Examples:
        >>> from wordorder import score
        >>> from wordorder.scoring import Comparison
        >>> result = score(
        ...     ["we have seen the house", "she reads a book"] * 20,
        ...     {"A": ["we have seen the house", "she reads a book"] * 20,
        ...      "B": ["seen have we the house", "a book she reads"] * 20},
        ...     lang="en", comparison=Comparison(holm=True),
        ... )
        >>> result
        <ScoreResult: 40 sentences; pefscore: A 1.000, B 0.805>
        >>> [round(result.value(name, "kendall"), 3) for name in result.systems]
        [1.0, 0.517]

    References:
        Stanojević and Sima'an (2014), Evaluating Word Order Recursively over
        Permutation-Forests; Birch and Osborne (2010), LRscore.
    """
    options = ScoreOptions(
        lang=lang,
        tokenize=tokenize,
        metrics=metrics,
        preset=preset,
        order_from=order_from,
        resampling=resampling,
        comparison=comparison,
        chance=chance,
        threads=threads,
        cache=cache,
    )
    return score_with(options, reference, systems, labels=labels, progress=progress)


def score_with(
    options: ScoreOptions,
    reference: Text | Iterable[Text],
    systems: Text | Mapping[str, Text],
    *,
    labels: Text | None = None,
    progress: bool | Meter = False,
) -> ScoreResult:
    """Score like `score`, with its options as one value."""
    expect(options, ScoreOptions, "options")
    plan = ScorePlan.of(options)
    result, doubts = _run(plan, reference, systems, labels, as_meter(progress))
    for doubt in doubts:
        warnings.warn(doubt, stacklevel=3)
    return result


def _run(
    asked: ScorePlan,
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
    plan = asked.for_systems(len(raw.systems))
    with meter("scoring", _steps(plan, raw)) as on_steps:
        with clock("tokenising"):
            hint = text_hint(raw, plan.words.name)
            texts = plan.tokenized(raw, on_steps)
            lexical = plan.lexical_texts(raw, texts)
        with clock(plan.order_source.step):
            counts = plan.counts(texts, *lexical)
            counts.ordering(plan.ordering)
            on_steps(prod(raw.shape))
            chance = None
            if plan.chance:
                from wordorder.scoring.chance import chance_scores

                # Only the order is scored, whatever the lexical part counts.
                chance = chance_scores(plan.measures, texts, counts, plan.counts)
                on_steps(prod(raw.shape))
        with clock("comparing"):
            shared = _on_shared_words(plan, texts.names, counts, on_steps)
        result = _result(plan, texts, counts, shared, chance, kinds, clock, on_steps)
        with clock("checking"):
            doubts = tuple(input_doubts(raw, counts, plan.matched_share(counts)))
    warned = [
        *plan.doubts_before_matching(hint),
        *map(WordorderWarning, _doubts_about_resamples(asked, result)),
        *(WordorderWarning(doubt.text) for doubt in doubts),
    ]
    return replace(result, doubts=(*([hint.doubt] if hint else []), *doubts)), warned


def _steps(plan: ScorePlan, raw: Texts) -> int:
    """Count the steps: sentences to tokenise, match and compare, and resamples to draw."""
    systems, references, lines = raw.shape
    tests = systems > 1 and plan.comparison.test == "randomization"
    resamples = plan.resampling.resamples * (1 + tests)
    matched = prod(raw.shape) * (1 + plan.chance)
    steps = (systems + references) * lines + matched + resamples
    return steps + shared_steps(systems, lines)


def _on_shared_words(
    plan: ScorePlan,
    systems: tuple[str, ...],
    counts: SentenceCounts,
    on_steps: Callable[[int], None],
) -> SharedOrder | None:
    """Compare the systems on the words both have, if there are several."""
    if len(systems) < 2:
        return None
    metrics = (measure.name for measure in plan.measures if isinstance(measure, Ordering))
    return compare_on_shared_words(
        counts.order,
        plan.shared_words(tuple(metrics)),
        systems,
        counts.shape[-1],
        plan.resampling,
        plan.comparison.test,
        on_steps,
    )


def _result(
    plan: ScorePlan,
    texts: Texts,
    counts: SentenceCounts,
    shared: SharedOrder | None,
    chance: Grid | None,
    labels: tuple[str, ...] | None,
    clock: Clock,
    on_resamples: Callable[[int], None],
) -> ScoreResult:
    with clock("scoring"):
        segments = np.stack([m.sentences(counts) for m in plan.measures], axis=-1)
        sums = ScoreSums(texts.names, plan.measures, plan.ordering)
        divisions = divided(counts, labels)
        sums.add(counts, divisions)
    with clock("statistics"):
        scored = sums.result(plan.resampling, plan.comparison.test, on_resamples)
    sentences = _sentences(plan, texts, counts, segments, divisions)
    parts = [
        *plan.signature_of_scores(len(texts.references)),
        plan.comparison.signature,
        f"compared:{plan.order_source.compared}",
        plan.resampling.signature,
    ]
    return ScoreResult(
        ordering=plan.ordering,
        leading=plan.leading,
        lexical=plan.preset.lexical,
        scores=scored.scores,
        tests=scored.tests,
        undefined=scored.undefined,
        confidence=plan.resampling.confidence,
        resamples=plan.resampling.resamples,
        holm=plan.comparison.holm,
        signature=signature(parts),
        sentence_count=texts.lines,
        buckets=scored.buckets,
        shared=shared,
        segments=segment_grid(texts.names, sentences.lines, sentences.measures, segments),
        sentences=sentences,
        seconds=clock.seconds,
        chance=chance,
    )


def _sentences(
    plan: ScorePlan,
    texts: Texts,
    counts: SentenceCounts,
    segments: Floats,
    divisions: Mapping[str, Division],
) -> SentencesOfTexts:
    return SentencesOfTexts(
        texts,
        counts.order.matches,
        counts.best_reference(plan.leading),
        counts.pick(counts.coverage_counts[0], plan.leading).astype(np.int64),
        tuple(measure.name for measure in plan.measures),
        segments,
        divisions,
        counts.order,
        plan.shared_words((plan.leading,)),
    )


def _doubts_about_resamples(asked: ScorePlan, result: ScoreResult) -> Iterator[str]:
    """Yield a warning if resamples were added for Holm's correction, or are too few."""
    if result.tests is None:
        return
    used = replace(asked.resampling, resamples=result.resamples)
    pairs, level = len(result.tests.axes["pair"]), number_text(result.alpha)
    if not asked.comparison.holm:
        if not used.can_reject(1):
            few, least = counted(used.resamples, "resample"), 1 / (used.resamples + 1)
            yield f"{few}: p is at least {least:.3g}, so no verdict at {level} is possible"
    elif used.resamples > asked.resampling.resamples:
        yield (
            f"resamples raised from {asked.resampling.resamples:,} to {used.resamples:,}, so that "
            f"Holm's correction over {counted(pairs, 'pair')} can reject at {level}"
        )
    elif not used.can_reject(pairs):
        yield (
            f"Holm's correction over {counted(pairs, 'pair')} can never reject at {level}, not "
            f"even with the most resamples allowed: compare fewer systems"
        )


class Clock:
    """A stopwatch for named steps."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, step: str) -> Iterator[None]:
        """Time one step."""
        start = time.perf_counter()
        yield
        self.seconds[step] = time.perf_counter() - start
