"""All results that a report of translations can show.

Modules for links, trees and judgements are imported only where these are given.
"""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from wordorder.alignment.matching.matcher import Matcher
from wordorder.errors import Argument, UsageError, expect
from wordorder.output.progress import Meter, as_meter
from wordorder.scoring.linked_order import SourceLinks, make_links, read_links, read_source
from wordorder.scoring.plan import ScoreOptions
from wordorder.scoring.scorer import score_with
from wordorder.scoring.texts import Text, Texts, read_texts
from wordorder.text.languages import language
from wordorder.text.tokenizers import tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.metaevaluation.results import MetaEvaluation
    from wordorder.output.results import Result
    from wordorder.reorderings.inputs import AlignedCorpus
    from wordorder.scoring.result import ScoreResult
    from wordorder.statistics.resampling import Resampling
    from wordorder.text.source import Input


def study_translations(
    reference: Text | Iterable[Text],
    systems: Text | Mapping[str, Text],
    *,
    links: SourceLinks | None = None,
    source_trees: Input | None = None,
    reference_trees: Input | None = None,
    judgements: Input | Sequence[Input] = (),
    labels: Text | None = None,
    options: ScoreOptions = ScoreOptions(),  # noqa: B008
    progress: bool | Meter = False,
) -> tuple[Result, ...]:
    """Score translations, and study all else that is known about them, for `report`.

    Args:
        reference: As in `score`; word classes and links belong to the first one.
        systems: As in `score`.
        links: The source, its links to the reference and, for the reorderings that systems retain,
            its links to the systems. They do not change the scores, which compare the systems with
            the reference directly.
        source_trees: Syntax trees of the source, as in `AlignedCorpus`, to tell which phrases move.
        reference_trees: Parses of the reference, as in `read_trees`, to tell which word classes
            are misplaced.
        judgements: Human judgements of these systems, as in `read_datasets`.
        labels: As in `score`; with links, by default the amount of reordering.
        options: The options of `score`; words must be matched directly.
        progress: Whether to show a progress bar, or another display.

    Returns:
        The scores; then, as far as there are data: misplaced word classes, the reorderings of the
        language pair, those that systems retain, and agreement with people.

    Raises:
        InputError: A file cannot be used.
        UsageError: An option is unknown, or options conflict.

    Examples:
        >>> from wordorder import SourceLinks
        >>> from wordorder.reporting import study_translations
        >>> links = SourceLinks(["das haben wir gesehen"] * 20, aligner="ibm1")
        >>> texts = {"A": ["this we have seen"] * 20, "B": ["we this have seen"] * 20}
        >>> for result in study_translations(["we have seen this"] * 20, texts, links=links):
        ...     print(type(result).__name__)
        ScoreResult
        ReorderingAnalysis
        RetentionResult
    """
    if links is not None:
        expect(links, SourceLinks, "links")
    expect(options, ScoreOptions, "options")
    matcher = options.order_from
    if matcher is not None and not isinstance(matcher, Matcher):
        kind = type(matcher).__name__
        raise UsageError(Argument("order_from"), f" must be of type Matcher, not {kind}")
    texts, meter = read_texts(reference, systems), as_meter(progress)
    words = options.tokenize or (
        "13a" if options.lang is None else language(options.lang).tokenizer
    )
    options = replace(options, tokenize=words)
    linked = None if links is None else _LinkedTexts.read(links, texts, words, source_trees)
    if labels is None and linked is not None:
        labels = linked.amounts()
    named = dict(zip(texts.names, texts.systems, strict=True))
    scored = score_with(options, list(texts.references), named, labels=labels, progress=meter)
    results: list[Result] = [scored]
    if reference_trees is not None:
        from wordorder.scoring.misplaced import misplaced_by_class
        from wordorder.syntax.reading import read_trees

        tags = [tree.tags for batch in read_trees(reference_trees) for tree in batch]
        results.append(misplaced_by_class(scored, tags))
    if linked is not None:
        results += linked.results(meter, options.resampling, holm=options.comparison.holm)
    if judgements:
        results.append(_agreement(scored, texts, judgements, matcher, options, meter))
    return tuple(results)


def _agreement(
    scored: ScoreResult,
    texts: Texts,
    judgements: Input | Sequence[Input],
    matcher: Matcher | None,
    options: ScoreOptions,
    meter: Meter,
) -> MetaEvaluation:
    """Meta-evaluate the measures of the report, as far as people's judgements allow."""
    from wordorder.metaevaluation.datasets import DatasetSource, read_datasets
    from wordorder.metaevaluation.evaluation import meta_evaluate

    source = DatasetSource(
        judgements,
        systems=dict(zip(texts.names, texts.systems, strict=True)),
        reference=list(texts.references),
        lang=options.lang,
        tokenize=options.tokenize,
        order_from=matcher,
        unknown="drop",  # judgements of other systems do not matter here
    )
    datasets = read_datasets(source, progress=meter)
    wanted = (*scored.shown_measures, f"{scored.measures[0]}:{scored.ordering}")
    return meta_evaluate(
        datasets,
        metrics=[name for name in datasets[0].scores.metrics if name in wanted],
        holm=options.comparison.holm,
        resampling=options.resampling,
        progress=meter,
    )


class _LinkedTexts(NamedTuple):
    """Links of a source to one reference and, optionally, to all systems."""

    source: Sequence[str]
    texts: Texts
    reference: AlignmentBatch
    systems: tuple[AlignmentBatch, ...]
    trees: Input | None

    @classmethod
    def read(
        cls, links: SourceLinks, raw: Texts, tokenize: str, trees: Input | None
    ) -> _LinkedTexts:
        """Read or compute the links of texts, tokenised as in `score`."""
        words = tokenizer(tokenize)
        texts = Texts(
            raw.names, tuple(map(words.lines, raw.systems)), (words.lines(raw.references[0]),)
        )
        source = read_source(links.source, links.words, texts)
        if links.aligner is not None:
            made = make_links(source, [*texts.references, *texts.systems], links.aligner)
            return cls(source, texts, made[0], tuple(made[1:]), trees)
        if len(links.reference_links) != 1 or len(links.system_links) not in (0, len(raw.names)):
            raise UsageError(
                "give ",
                Argument("reference_links"),
                " once, for the first reference, and ",
                Argument("system_links"),
                " not at all or once for each system, in their order",
            )
        (reference,) = read_links(source, texts.references, links.reference_links)
        of_systems = texts.systems if links.system_links else ()
        systems = read_links(source, of_systems, links.system_links)
        return cls(source, texts, reference, tuple(systems), trees)

    def amounts(self) -> list[str]:
        """Return the amount of reordering of each sentence: none, low, medium or high."""
        from wordorder.reorderings.testsets import build_testsets

        no_limit = 2**31 - 1  # no sentence is too long for the sets
        return build_testsets(self.reference, shortest=1, longest=no_limit).line_labels()

    def results(self, progress: Meter, resampling: Resampling, *, holm: bool) -> Iterator[Result]:
        """Yield the reorderings of the language pair, and those that systems retain."""
        from wordorder.reorderings.analysis import analyze_reorderings

        corpora = {"source–reference": self._corpus()}
        yield analyze_reorderings(corpora, resampling=resampling, progress=progress)
        if self.systems:
            from wordorder.reorderings.retention import analyze_retention
            from wordorder.reorderings.systems import SystemFile

            systems = {
                name: SystemFile(_as_file(map(str, links)), target=_as_file(text))
                for name, links, text in zip(
                    self.texts.names, self.systems, self.texts.systems, strict=True
                )
            }
            yield analyze_retention(
                self._corpus(), systems, holm=holm, resampling=resampling, progress=progress
            )

    def _corpus(self) -> AlignedCorpus:
        """Return the source and the reference as a corpus that can be read once."""
        from wordorder.reorderings.inputs import AlignedCorpus

        return AlignedCorpus(
            _as_file(map(str, self.reference)),
            source=_as_file(self.source),
            target=_as_file(self.texts.references[0]),
            trees=self.trees,
            skip_bad=True,
        )


def _as_file(lines: Iterable[str]) -> io.StringIO:
    return io.StringIO("".join(f"{line}\n" for line in lines))
