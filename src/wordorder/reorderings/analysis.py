"""Measure how much, how far and what corpora reorder."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import expect
from wordorder.output import as_meter, follow_files, record_sink
from wordorder.reorderings.analysis_result import ReorderingAnalysis
from wordorder.reorderings.batch import SIDES
from wordorder.reorderings.corpus_counting import ANTICIPATION, ReorderingAnalyzer
from wordorder.reorderings.corpus_reading import (
    by_name,
    files_of,
    has_trees,
    knows_lengths,
    left_out_of,
    read_reorderings,
    signature_of,
)
from wordorder.reorderings.extraction import RIGHT_AND_LEFT
from wordorder.reorderings.reordering_records import (
    RECORD_TYPES,
    record_columns,
    sentence_columns,
    sentence_types,
)
from wordorder.reorderings.set_labels import SetLabels
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    from wordorder.output import Meter, RecordSink, RecordWriter
    from wordorder.reorderings.analysis_result import CorpusReorderings
    from wordorder.reorderings.batch import ReorderingBatch
    from wordorder.reorderings.corpus import CorpusBatch
    from wordorder.reorderings.corpus_reading import Corpus
    from wordorder.reorderings.counts import Columns
    from wordorder.reorderings.extraction import Extraction
    from wordorder.reorderings.set_labels import Labels

    Target = str | os.PathLike[str] | RecordSink

USUAL_DRAWS = Resampling()


def analyze_reorderings(
    corpora: Corpus | Mapping[str, Corpus],
    *,
    extraction: Extraction = RIGHT_AND_LEFT,
    ks: Sequence[int] = ANTICIPATION,
    labels: Labels | None = None,
    resampling: Resampling = USUAL_DRAWS,
    each: Target | None = None,
    sentences: Target | None = None,
    progress: bool | Meter = False,
) -> ReorderingAnalysis:
    """Measure how much, how far and what a corpus reorders, or several side by side.

    RQuantity of a sentence = Σ over reorderings (target span of A + target span of B) / target
    length; of a corpus, its mean. Files are read in bounded memory.

    Args:
        corpora: Files, or the links of each sentence pair; or a dict of several by name.
        extraction: How to split nested reorderings.
        ks: Values of k for anticipation: target words that come k or more places early.
        labels: A file or a list with the set of each sentence pair, such as
            `ReorderingTestSets.line_labels`, to report results by set as well.
        resampling: How to resample sentences for the intervals.
        each: Where to write every reordering as records: a file, or a sink.
        sentences: Where to write the counts of every sentence: a file, or a sink.
        progress: Whether to show a progress bar on standard error, or another display.

    Raises:
        InputError: A file cannot be used, or there are no sentence pairs.
        UsageError: The argument is not a corpus.

    Warns:
        WordorderWarning: Sentence pairs were left out (with `skip_bad` of a corpus).

    Examples:
        >>> from wordorder import Alignment
        >>> result = analyze_reorderings([Alignment.parse("0-1 1-0 2-2"), Alignment.parse("0-0")])
        >>> result
        <ReorderingAnalysis: corpus: 2 sentence pairs, 1 reordering, rquantity 0.333>
        >>> round(result.corpus.measures["rquantity"].value, 3)
        0.333

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena.
    """
    expect(resampling, Resampling, "resampling")
    named = by_name(corpora)
    signed = signature_of(named.values(), extraction, resampling.signature)
    sets = None if labels is None else SetLabels.read(labels)
    found: dict[str, CorpusReorderings] = {}
    with ExitStack() as stack:
        records = _open_records(stack, each, sentences, ks, signed)
        meter = follow_files(as_meter(progress), "reading", files_of(named.values()))
        advance = stack.enter_context(meter)
        for name, corpus in named.items():
            known = [side for side in SIDES if knows_lengths(corpus, side)]
            analyzer = ReorderingAnalyzer(
                ks,
                with_trees=has_trees(corpus),
                known_lengths=known,
                sets=() if sets is None else sets.names,
            )
            left_out = left_out_of(corpus, name if len(named) > 1 else "")
            for batch, reorderings in read_reorderings(
                corpus, extraction, left_out, advance, with_words=each is not None
            ):
                masks = None if sets is None else sets.masks(reorderings.first_line, len(batch))
                counts = analyzer.add(batch.alignments, reorderings, batch.tree_words, masks)
                records.write(name, batch, reorderings, counts, to_scale=len(known) == len(SIDES))
            if sets is not None:
                sets.check(len(analyzer) + left_out.count)
            found[name] = analyzer.result(resampling, left_out=left_out.count)
            left_out.warn()
    return ReorderingAnalysis(found, signed)


class _Records(NamedTuple):
    """The writers for reorderings and for sentences, if wanted."""

    each: RecordWriter | None
    sentences: RecordWriter | None

    def write(
        self,
        name: str,
        batch: CorpusBatch,
        reorderings: ReorderingBatch,
        counts: Columns,
        *,
        to_scale: bool,
    ) -> None:
        if self.each is not None:
            self.each.write(record_columns(name, batch, reorderings))
        if self.sentences is not None:
            self.sentences.write(sentence_columns(name, counts, known_lengths=to_scale))


def _open_records(
    stack: ExitStack,
    each: Target | None,
    sentences: Target | None,
    ks: Sequence[int],
    signed: str,
) -> _Records:
    wanted = ((each, RECORD_TYPES), (sentences, sentence_types(ks)))
    return _Records(
        *(
            None if target is None else stack.enter_context(record_sink(target)(types, signed))
            for target, types in wanted
        )
    )
