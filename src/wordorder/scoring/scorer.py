"""The main job: how well systems order words, apart from how they choose them."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.alignment.matching import Matcher
from wordorder.errors import UsageError
from wordorder.ordering import select_metrics
from wordorder.output import signature
from wordorder.scoring.match_evidence import MatchEvidence
from wordorder.scoring.measures import Coverage, Ordering
from wordorder.scoring.presets import in_full
from wordorder.scoring.presets import preset as make_preset
from wordorder.scoring.result import ScoreResult
from wordorder.scoring.route import SourceRoute
from wordorder.scoring.texts import Texts, names_of_files, read_texts
from wordorder.scoring.uncertainty import assess
from wordorder.text import language, looks_tokenized, tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from wordorder.scoring.evidence import Evidence
    from wordorder.scoring.measures import Measure
    from wordorder.scoring.presets import Preset
    from wordorder.scoring.texts import Text
    from wordorder.text import Tokenizer

DEFAULT_METRICS = ("kendall", "fuzzy", "pef")


def score(
    reference: Text | Sequence[Text],
    systems: Text | Mapping[str, Text],
    *,
    lang: str | None = None,
    tokenize: str | None = None,
    matcher: Matcher | None = None,
    source: Text | None = None,
    ref_align: Sequence[str | os.PathLike[str]] = (),
    hyp_align: Sequence[str | os.PathLike[str]] = (),
    align: str | None = None,
    surface: bool = False,
    src_tokenize: str | None = None,
    metrics: str | Iterable[str] = DEFAULT_METRICS,
    preset: str | None = None,
    ordering: str | None = None,
    lexical: str | None = None,
    alpha: float | None = None,
    beta: float = 0.6,
    gamma: float = 0.0,
    test: str = "bootstrap",
    holm: bool = False,
    resamples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
    threads: int | None = None,
    on_lines: Callable[[int], None] | None = None,
) -> ScoreResult:
    """Score the word order of one or more systems against references.

    Words are matched with those of the reference; the order of the matched words is judged by the
    metrics, and the preset combines order and choice of words into one score. With a `source` the
    order of source words in the two translations is compared instead.

    Args:
        reference: A file or a list of sentences; several references as a list of lists or of paths.
        systems: Names with files or lists of sentences, or a single one.
        lang: A BCP 47 code, which selects tokeniser, stemmer and synonyms; without it only equal
            words match.
        tokenize: A tokeniser in place of that of the language; 13a without a language.
        matcher: In place of that of the language.
        source: What was translated, to compare orders by way of its words.
        ref_align: Files of links from source to reference words, one for each reference, in
            Pharaoh's form.
        hyp_align: The same for each system, in their order.
        align: ibm1 or eflomal, to make these alignments from the tokenised texts.
        surface: Whether the systems' texts are the words of the source, put in another order; the
            k-th occurrence of a form is the k-th one in reference order (for frs).
        src_tokenize: The tokeniser of the source; by default 13a for `align`, and none for links
            that are given.
        metrics: Ordering metrics to show by themselves.
        preset: pefscore, complexity, lrscore, frs or ribes, see `wordorder.scoring.preset`; by
            default pefscore, or lrscore with a source.
        ordering: In place of the ordering metric of the preset.
        lexical: In place of the lexical part of the preset.
        alpha: Weight in the preset.
        beta: As in `ordering_scores`.
        gamma: As in `ordering_scores`.
        test: bootstrap or randomization, between every two systems.
        holm: Whether findings go by p-values that are corrected for the number of pairs.
        resamples: How many times to draw.
        seed: Where the draws start.
        confidence: The share of resamples inside an interval.
        threads: As in `ordering_scores`.
        on_lines: Told how many lines were tokenised, for a progress bar.

    Raises:
        InputError: A file cannot be read, a text is empty, or their numbers of lines differ.
        UsageError: An option is unknown or out of range.

    Examples:
        >>> result = score(
        ...     ["we have seen the house", "she reads a book"],
        ...     {"A": ["we have seen the house", "she reads a book"],
        ...      "B": ["seen have we the house", "a book she reads"]},
        ...     lang="en",
        ... )
        >>> [round(result.value(name, "kendall"), 3) for name in result.systems]
        [1.0, 0.517]

    References:
        Stanojević and Sima'an (2014), Evaluating Word Order Recursively over
        Permutation-Forests; Birch and Osborne (2010), LRscore.
    """
    clock = _Clock()
    route = _source_route(source, ref_align, hyp_align, align, surface, src_tokenize)
    name = preset or ("pefscore" if route is None else "frs" if surface else "lrscore")
    if surface and name != "frs":
        raise UsageError("rearranged source words have no words of a translation: choose frs")
    chosen = make_preset(name, ordering=ordering, lexical=lexical, alpha=alpha)
    measures = _measures(chosen, select_metrics(metrics))
    own = None if lang is None else language(lang)
    words = tokenizer(tokenize or ("13a" if own is None else own.tokenizer))
    matching = Matcher(lang) if matcher is None else matcher
    with clock("reading"):
        texts = read_texts(_as_references(reference), _as_systems(systems))
    with clock("tokenising"):
        split_again = _split_again(texts, words.name)
        own_words = tokenizer(route.tokenizer) if route is not None and surface else words
        texts = _tokenized(texts, words, own_words, on_lines)
    options: dict[str, Any] = {"beta": beta, "gamma": gamma, "threads": threads}
    evidence: Evidence
    with clock("matching" if route is None else "aligning"):
        if route is None:
            evidence = MatchEvidence(texts, matching, **options)
        else:
            evidence = route.evidence(texts, fold_case=matching.folds_case, **options)
        orders = evidence.pick(evidence.ordering(chosen.ordering), chosen.ordering)
    with clock("scoring"):
        segments = np.stack([m.sentences(evidence) for m in measures], axis=-1)
    with clock("statistics"):
        scores, tests = assess(
            measures, evidence, test=test, resamples=resamples, seed=seed, confidence=confidence
        )
    return ScoreResult(
        systems=texts.names,
        measures=tuple(measure.name for measure in measures),
        ordering=chosen.ordering,
        lexical=None if chosen.lexical is None else chosen.lexical.name,
        scores=scores,
        tests=tests,
        segments=segments,
        undefined=np.isnan(orders).sum(axis=1),
        holm=holm,
        tokenizer=words.name,
        split_again=split_again,
        confidence=confidence,
        signature=signature(
            [
                f"refs:{len(texts.references)}",
                f"tok:{words.signature}",
                matching.signature if route is None else route.signature,
                chosen.signature,
                f"beta:{in_full(beta)}",
                f"gamma:{in_full(gamma)}",
                f"test:{test}{'+holm' * holm}",
                f"resamples:{resamples}",
                f"seed:{seed}",
            ]
        ),
        evidence=evidence,
        columns=tuple(measures),
        seconds=clock.seconds,
    )


class _Clock:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, step: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.seconds[step] = time.perf_counter() - start


def _as_references(reference: Text | Sequence[Text]) -> list[Text]:
    if isinstance(reference, (str, os.PathLike)):
        return [reference]
    if not reference or any(isinstance(text, str) for text in reference):
        return [reference]  # type: ignore[list-item]  # sentences of one reference
    return list(reference)


def _as_systems(systems: Text | Mapping[str, Text]) -> dict[str, Text]:
    if isinstance(systems, Mapping):
        return dict(systems)
    if isinstance(systems, (str, os.PathLike)):
        return {names_of_files([systems])[0]: systems}
    return {"system": systems}


def _source_route(
    source: Text | None,
    ref_align: Sequence[str | os.PathLike[str]],
    hyp_align: Sequence[str | os.PathLike[str]],
    align: str | None,
    surface: bool,
    src_tokenize: str | None,
) -> SourceRoute | None:
    if source is not None:
        return SourceRoute(source, ref_align, hyp_align, align, surface, src_tokenize)
    if ref_align or hyp_align or align is not None or surface:
        raise UsageError("alignments need the source: give it with --src")
    return None


def _split_again(texts: Texts, tokenizer_name: str) -> tuple[str, ...]:
    if tokenizer_name == "none":
        return ()
    names = ["the reference"] * len(texts.references) + list(texts.names)
    lines = (*texts.references, *texts.systems)
    found = (name for name, text in zip(names, lines, strict=True) if looks_tokenized(text))
    return tuple(dict.fromkeys(found))


def _tokenized(
    texts: Texts, words: Tokenizer, own_words: Tokenizer, on_lines: Callable[[int], None] | None
) -> Texts:
    def tokenized(lines: tuple[str, ...], split: Tokenizer) -> tuple[str, ...]:
        found = tuple(" ".join(split(line)) for line in lines)
        if on_lines is not None:
            on_lines(len(lines))
        return found

    return Texts(
        texts.names,
        tuple(tokenized(system, own_words) for system in texts.systems),
        tuple(tokenized(reference, words) for reference in texts.references),
    )


def _measures(chosen: Preset, metrics: Sequence[str]) -> list[Measure]:
    """The combined score, what it is made of, and what else was asked for."""
    orderings = metrics if chosen.ordering in metrics else (chosen.ordering, *metrics)
    measures = [chosen.measure, *map(Ordering, orderings)]
    if chosen.lexical is not None:
        measures.append(chosen.lexical)
    return [*measures, Coverage(chosen.ordering)]
