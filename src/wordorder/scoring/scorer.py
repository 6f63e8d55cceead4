"""The main function: `score` judges word order separately from word choice."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from wordorder.errors import expect
from wordorder.output import as_meter
from wordorder.scoring.plan import DEFAULT_METRICS, ScoreOptions, ScorePlan, as_order_source
from wordorder.scoring.uncertainty import Comparison
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike

    from wordorder.alignment.matching import Matcher
    from wordorder.output import Cache, Meter
    from wordorder.scoring.fitted_presets import FittedPreset
    from wordorder.scoring.linked_order import SourceLinks
    from wordorder.scoring.presets import Preset
    from wordorder.scoring.rearranged_order import RearrangedSource
    from wordorder.scoring.result import ScoreResult
    from wordorder.scoring.texts import Text

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

    Words are matched with the reference; the metrics judge the order of the matched words, and the
    preset combines word order and word choice into one score. With links from a source, the order
    of its words in the two translations is compared instead.

    Args:
        reference: A file name, an open stream or a column of Arrow, or sentences: a list, a
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
            too. Far fewer words match these, so what they give is no lower bound. Takes twice as
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
        WordorderWarning: The scores are valid, but may be unreliable. What looks wrong with the
            texts is in `result.doubts`, too.

    Examples:
        >>> from wordorder import Comparison, score
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
    """Do what `score` does, with its options in one value."""
    expect(options, ScoreOptions, "options")
    result, doubts = ScorePlan.of(options).run(reference, systems, labels, as_meter(progress))
    for doubt in doubts:
        warnings.warn(doubt, stacklevel=3)
    return result


def usual_preset(order_from: Matcher | SourceLinks | RearrangedSource | None) -> str:
    """Return the default preset of `score`.

    Examples:
        >>> from wordorder import Matcher
        >>> usual_preset(Matcher("en"))
        'pefscore'
    """
    return as_order_source(order_from, None).usual_preset
