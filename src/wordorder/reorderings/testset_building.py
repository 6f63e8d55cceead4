"""Split a corpus into test sets by amount of reordering."""

from __future__ import annotations

import warnings
from contextlib import nullcontext
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, InputError, WordorderWarning, expect, joined
from wordorder.output import as_meter, follow_files, record_sink
from wordorder.output.grid import Grid
from wordorder.reorderings.analysis import USUAL_DRAWS
from wordorder.reorderings.corpus_reading import (
    as_readable,
    files_of,
    left_out_of,
    read_reorderings,
    signature_of,
)
from wordorder.reorderings.extraction import RIGHT_AND_LEFT
from wordorder.reorderings.set_scores import listed_scores, score_signature, scores_by_set
from wordorder.reorderings.testset_result import (
    SENTENCE_TYPES,
    ReorderingSet,
    ReorderingTestSets,
)
from wordorder.reorderings.testsets import SETS, check_lengths, reordering_sets
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from wordorder.output import Meter, RecordSink
    from wordorder.reorderings.batch import ReorderingBatch
    from wordorder.reorderings.corpus_reading import Corpus
    from wordorder.reorderings.extraction import Extraction
    from wordorder.reorderings.set_scores import Scores


def build_testsets(
    corpus: Corpus,
    *,
    shortest: int = 20,
    longest: int = 39,
    scores: Scores = (),
    measure: str | None = None,
    names: Sequence[str] | None = None,
    extraction: Extraction = RIGHT_AND_LEFT,
    resampling: Resampling = USUAL_DRAWS,
    sentences: str | os.PathLike[str] | RecordSink | None = None,
    progress: bool | Meter = False,
) -> ReorderingTestSets:
    """Split a corpus into sets with no, low, medium and high reordering.

    Of the sentences with `shortest` to `longest` target words, "none" has those without
    reorderings; the others are split by RQuantity into three sets of equal size
    (`reordering_sets`).

    Args:
        corpus: Files, or the links of each sentence pair.
        shortest: Shortest target sentence.
        longest: Longest target sentence.
        scores: Sentence scores to average by set: files with one number per line, one for each
            system; or, with `measure`, one file of records with the columns `system` and `line`, as
            TSV, CSV, JSON lines or Parquet.
        measure: Column of the records to use.
        names: Names of the systems, in place of their file names.
        extraction: How to split nested reorderings.
        resampling: How to resample sentences for the intervals of the scores.
        sentences: Where to write RQuantity and set of every sentence: a file, or a sink.
        progress: Whether to show a progress bar on standard error, or another display.

    Raises:
        InputError: A file cannot be used, or there are no sentence pairs.
        UsageError: No sentence can have these lengths, or scores and measure do not match.

    Warns:
        WordorderWarning: Sentence pairs were left out (with `skip_bad` of the corpus), or none has
            such a length.

    Examples:
        >>> from wordorder import Alignment
        >>> links = [Alignment.parse(text) for text in ("0-0 1-1", "0-1 1-0", "0-2 1-1 2-0")]
        >>> built = build_testsets(links, shortest=1)
        >>> built
        <ReorderingTestSets: none 1, low 1, medium 1, high 0 of 3 sentence pairs>
        >>> built.line_labels(), built.sets["medium"].widths
        (['none', 'low', 'medium'], {2: 1, 3: 1})

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena, 5.1.
    """
    _check(shortest, longest, resampling)
    files, readable = listed_scores(scores, measure, names), as_readable(corpus)
    drawn = score_signature(files, measure, resampling)
    signed = signature_of([readable], extraction, f"lengths:{shortest}-{longest}", *drawn)
    left_out = left_out_of(readable)
    opened = nullcontext() if sentences is None else record_sink(sentences)(SENTENCE_TYPES, signed)
    with opened as writer:
        with follow_files(as_meter(progress), "reading", files_of([readable])) as advance:
            batches = read_reorderings(readable, extraction, left_out, advance)
            sets, found = cut_into_sets((some for _, some in batches), shortest, longest)
        result = ReorderingTestSets(
            sets=sets,
            sentence_count=found.shape[0],
            left_out=left_out.count,
            shortest=shortest,
            longest=longest,
            measure=measure or "score",
            scores=scores_by_set(files, measure, found.shape[0] + left_out.count, sets, resampling),
            confidence=resampling.confidence,
            signature=signed,
            sentences=found,
        )
        if writer is not None:
            writer.write(result.records("sentences").columns)
    left_out.warn()
    _warn_if_empty(found["target_length"], shortest, longest)
    return result


def _warn_if_empty(lengths: NDArray[Any], shortest: int, longest: int) -> None:
    """Warn the caller of the public function, with advice, if all sets are empty."""
    if ((shortest <= lengths) & (lengths <= longest)).any():
        return
    warning = WordorderWarning(
        f"no sentence pair has {shortest} to {longest} target words, so all sets are empty; the "
        f"targets have {lengths.min()} to {lengths.max()} words: choose others with ",
        *joined([Argument("shortest"), Argument("longest")]),
    )
    warnings.warn(warning, stacklevel=3)


def _check(shortest: int, longest: int, resampling: Resampling) -> None:
    check_lengths(shortest, longest)
    expect(resampling, Resampling, "resampling")


def cut_into_sets(
    batches: Iterable[ReorderingBatch], shortest: int, longest: int
) -> tuple[Mapping[str, ReorderingSet], Grid]:
    """Split a corpus, given as the reorderings of consecutive sentence pairs.

    Returns:
        The sets, and target length and RQuantity of every sentence pair.

    Raises:
        InputError: There are no sentence pairs.
    """
    parts = [
        (
            np.arange(found.first_line, found.first_line + len(found.target_lengths)),
            found.rquantity(),
            np.diff(found.offsets),
            found.target_lengths,
            found.source_widths(),
        )
        for found in batches
        if len(found.target_lengths)
    ]
    if not parts:
        raise InputError("there are no sentence pairs to choose from")
    lines, rquantity, counts, lengths, widths = map(np.concatenate, zip(*parts, strict=True))
    sets = reordering_sets(
        rquantity, counts, lengths, shortest=shortest, longest=longest, lines=lines
    )
    set_of_each = np.repeat(np.array(sets.labels, dtype=object), counts)
    found_sets = {}
    for name in SETS:
        seen = np.unique(widths[set_of_each == name], return_counts=True)
        by_width = dict(zip(*(column.tolist() for column in seen), strict=True))
        found_sets[name] = ReorderingSet(sets.lines[name], sets.rquantity[name], by_width)
    found = Grid.of({"line": lines.tolist()}, target_length=lengths, rquantity=rquantity)
    return found_sets, found
