"""How much, how far and what corpora reorder, with records of every reordering."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from wordorder.errors import expect
from wordorder.output.progress import Meter, as_meter, follow_files
from wordorder.output.records import RecordSink, record_sink
from wordorder.reorderings import inputs
from wordorder.reorderings.analysis_result import CorpusReorderings, ReorderingAnalysis
from wordorder.reorderings.batch import (
    SIDES,
    WIDTH_CLASSES,
    ReorderingBatch,
    block_text,
    width_classes,
)
from wordorder.reorderings.corpus_counting import ANTICIPATION, ReorderingAnalyzer
from wordorder.reorderings.extraction import RIGHT_AND_LEFT, Extraction
from wordorder.reorderings.inputs import AlignedCorpus, Corpus, CorpusBatch
from wordorder.statistics.resampling import Resampling

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.reorderings.sets import Labels
    from wordorder.syntax.tree import Tree


Target: TypeAlias = "str | os.PathLike[str] | RecordSink"
WordsOfRow: TypeAlias = "Callable[[int], Sequence[str]]"

USUAL_DRAWS = Resampling()

_SPANS = [f"{block}_{side}_{end}" for side in SIDES for block in "ab" for end in ("first", "last")]
# Wider blocks are shortened in the middle: n nested blocks of up to n words would turn a long line
# into gigabytes.
LONGEST_BLOCK = 200

_SCALED = "anticipated_scaled"
RECORD_TYPES: dict[str, type[str | int | float]] = {
    "corpus": str,
    "line": int,
    **dict.fromkeys(_SPANS, int),
    "source_width": int,
    "target_width": int,
    "class": str,
    "syntactic": bool,
    **dict.fromkeys(("parent", "a_label", "b_label"), str),
    **{
        f"{block}_{text}": str
        for text in ("source_words", "target_words", "tags")
        for block in ("a", "b")
    },
}


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
    named = inputs.by_name(corpora)
    signature = inputs.signature_of(named.values(), extraction, resampling.signature)
    sets = None
    if labels is not None:
        from wordorder.reorderings.sets import SetLabels

        sets = SetLabels.read(labels)
    results: dict[str, CorpusReorderings] = {}
    with ExitStack() as stack:
        each_writer, sentence_writer = (
            None if target is None else stack.enter_context(record_sink(target)(types, signature))
            for target, types in ((each, RECORD_TYPES), (sentences, sentence_types(ks)))
        )
        meter = follow_files(as_meter(progress), "reading", inputs.files_of(named.values()))
        advance = stack.enter_context(meter)
        for name, corpus in named.items():
            files = corpus if isinstance(corpus, AlignedCorpus) else None
            known = [side for side in SIDES if files is None or files.knows_lengths(side)]
            analyzer = ReorderingAnalyzer(
                ks,
                with_trees=files is not None and files.trees is not None,
                known_lengths=known,
                sets=() if sets is None else sets.names,
            )
            left_out = inputs.left_out_of(corpus, name if len(named) > 1 else "")
            for batch, reorderings in inputs.read_reorderings(
                corpus, extraction, left_out, advance, with_words=each is not None
            ):
                masks = None if sets is None else sets.masks(reorderings.first_line, len(batch))
                counts = analyzer.add(batch.alignments, reorderings, batch.tree_words, masks)
                if each_writer is not None:
                    each_writer.write(record_columns(name, batch, reorderings))
                if sentence_writer is not None:
                    to_scale = len(known) == len(SIDES)
                    columns = sentence_columns(name, counts, known_lengths=to_scale)
                    sentence_writer.write(columns)
            if sets is not None:
                sets.check(len(analyzer) + left_out.count)
            results[name] = analyzer.result(resampling, left_out=left_out.count)
            left_out.warn()
    return ReorderingAnalysis(results, signature)


def record_columns(name: str, batch: CorpusBatch, reorderings: ReorderingBatch) -> dict[str, Any]:
    """Return every reordering with its spans, widths, labels and, if known, words."""
    widths = reorderings.source_widths()
    classes = np.array(WIDTH_CLASSES)[width_classes(widths)]
    return {
        "corpus": [name] * len(reorderings),
        "line": reorderings.first_line + reorderings.rows,
        **dict(zip(_SPANS, reorderings.spans, strict=True)),
        "source_width": widths,
        "target_width": reorderings.target_widths(),
        "class": classes.tolist(),
        "syntactic": reorderings.syntactic,
        **_labels(reorderings),
        **_texts(batch, reorderings),
    }


def _labels(reorderings: ReorderingBatch) -> dict[str, list[str | None]]:
    names = ("parent", "a_label", "b_label")
    if reorderings.labels is None:
        return {name: [None] * len(reorderings) for name in names}
    table: list[str | None] = [*reorderings.labels.names, None]  # the last one for −1
    ids = (reorderings.labels.parent, reorderings.labels.a, reorderings.labels.b)
    return {
        name: [table[number] for number in column.tolist()]
        for name, column in zip(names, ids, strict=True)
    }


def _texts(batch: CorpusBatch, reorderings: ReorderingBatch) -> dict[str, list[str | None]]:
    """Return the words of both blocks on both sides, and the tags of the tree."""
    on_tree_side = reorderings.over
    sides: dict[str, WordsOfRow | None] = {
        "source": None if batch.source is None else batch.source.__getitem__,
        "target": None if batch.target is None else batch.target.__getitem__,
    }
    tags: WordsOfRow | None = None
    if batch.trees is not None:
        # Read each tree once for all columns.
        trees: Callable[[int], Tree] = cache(batch.trees.__getitem__)
        sides[on_tree_side] = lambda row: trees(row).words
        tags = lambda row: trees(row).tags  # noqa: E731
    spans = {"source": reorderings.spans[:4], "target": reorderings.spans[4:]}
    columns: dict[str, list[str | None]] = {}
    for text, words, side in (
        ("source_words", sides["source"], "source"),
        ("target_words", sides["target"], "target"),
        ("tags", tags, on_tree_side),
    ):
        for block, (first, last) in (("a", spans[side][:2]), ("b", spans[side][2:])):
            columns[f"{block}_{text}"] = _cut(words, reorderings.rows, first, last)
    return columns


def _cut(
    words: WordsOfRow | None,
    rows: NDArray[np.int64],
    first: NDArray[np.int32],
    last: NDArray[np.int32],
) -> list[str | None]:
    if words is None:
        return [None] * len(rows)
    cut: list[str | None] = []
    current: int = -1
    sentence: Sequence[str] = ()
    for row, begin, end in zip(rows.tolist(), first.tolist(), last.tolist(), strict=True):
        if row != current:
            current, sentence = row, words(row)
        cut.append(block_text(sentence, range(begin, end + 1), LONGEST_BLOCK))
    return cut


def sentence_types(ks: Sequence[int]) -> dict[str, type[str | int | float]]:
    """Return the columns of the sentence counts, with their types."""
    counts = (
        *("reorderings", "widths", *WIDTH_CLASSES, "syntactic", "crossing", "link_pairs"),
        *("non_itg", "blocked", "linked_source", "linked_target"),
        *(f"{name}@{k}" for name in ("anticipated", _SCALED) for k in ks),
    )
    return {
        "corpus": str,
        **dict.fromkeys(("line", "source_length", "target_length"), int),
        "rquantity": float,
        **dict.fromkeys(counts, int),
    }


def sentence_columns(
    name: str, counts: dict[str, NDArray[np.generic]], *, known_lengths: bool
) -> dict[str, Any]:
    """Return the counts of every sentence; columns that need unknown lengths are empty."""
    unknown = [None] * len(counts["line"])
    columns = {
        column: unknown if column.startswith(_SCALED) and not known_lengths else values
        for column, values in counts.items()
        if column not in ("sentences", "ordered")  # always 1; known from the linked words
    }
    return {"corpus": [name] * len(unknown), **columns}
