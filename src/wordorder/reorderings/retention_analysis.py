"""Compare the reorderings of systems with those of a reference."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError, expect
from wordorder.output import as_meter, follow_files, record_sink
from wordorder.reorderings.analysis import USUAL_DRAWS
from wordorder.reorderings.corpus import AlignedCorpus
from wordorder.reorderings.corpus_reading import left_out_of, signature_of
from wordorder.reorderings.extraction import RIGHT_AND_LEFT
from wordorder.reorderings.judging import FATES
from wordorder.reorderings.retention_counting import RetentionAnalyzer
from wordorder.reorderings.set_labels import SetLabels
from wordorder.reorderings.systems import SystemFile, read_translations
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from wordorder.output import Meter, RecordSink, RecordWriter
    from wordorder.reorderings.batch import ReorderingBatch
    from wordorder.reorderings.extraction import Extraction
    from wordorder.reorderings.retention_result import RetentionResult
    from wordorder.reorderings.set_labels import Labels
    from wordorder.reorderings.systems import Translations

_SPANS = ("a_first", "a_last", "b_first", "b_last")
EACH_TYPES: dict[str, type[str | int | float]] = {
    "system": str,
    **dict.fromkeys(("line", *_SPANS, "source_width"), int),
    "fate": str,
}


def analyze_retention(
    reference: AlignedCorpus,
    systems: Mapping[str, SystemFile],
    *,
    extraction: Extraction = RIGHT_AND_LEFT,
    labels: Labels | None = None,
    holm: bool = False,
    resampling: Resampling = USUAL_DRAWS,
    each: str | os.PathLike[str] | RecordSink | None = None,
    progress: bool | Meter = False,
) -> RetentionResult:
    r"""Find which reorderings of the reference each system retains, and how literal its order is.

    Args:
        reference: Source and reference, optionally with trees of the source.
        systems: The same source and the translations of each system, by name.
        extraction: How to split nested reorderings.
        labels: A file or a list with the set of each sentence, such as
            `ReorderingTestSets.line_labels`, to report results by set as well.
        holm: Whether tables show p-values corrected for the number of pairs.
        resampling: How to resample sentences for intervals and tests.
        each: Where to write the outcome of every reordering as records: a file, or a sink.
        progress: Whether to show a progress bar on standard error, or another display.

    Raises:
        InputError: A file cannot be used, or the files do not match.
        UsageError: There are no systems, the trees are not those of the source, or only some of
            the translations have texts.

    Warns:
        WordorderWarning: Sentences were left out (with `skip_bad` of the reference).

    Examples:
        >>> import pathlib, tempfile
        >>> from wordorder import AlignedCorpus, SystemFile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     links, monotone = pathlib.Path(folder, "ref"), pathlib.Path(folder, "system")
        ...     _ = links.write_text("0-1 1-0\n"), monotone.write_text("0-0 1-1\n")
        ...     result = analyze_retention(AlignedCorpus(links), {"A": SystemFile(monotone)})
        >>> result
        <RetentionResult: 1 sentence, retained A 0.000>
        >>> result.fates.figure(system="A", fate="lost")
        1.0

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena, 5.2.
    """
    _check(reference, systems)
    expect(resampling, Resampling, "resampling")
    corrected = ["correction:holm"] if holm else []
    signed = signature_of([reference], extraction, *corrected, resampling.signature)
    sets = None if labels is None else SetLabels.read(labels)
    analyzer = RetentionAnalyzer(list(systems), () if sets is None else sets.names)
    left_out = left_out_of(reference)
    files = [reference.links, *(one.links for one in systems.values()), reference.trees]
    opened = nullcontext() if each is None else record_sink(each)(EACH_TYPES, signed)
    with opened as writer, follow_files(as_meter(progress), "comparing", files) as advance:
        batches = read_translations(
            reference, list(systems.values()), on_bytes=advance, on_bad=left_out.add
        )
        for translations in left_out.need_some(batches):
            found, fates = _judge(analyzer, translations, extraction, sets)
            if writer is not None:
                _write(writer, list(systems), found, fates)
        if sets is not None:
            sets.check(len(analyzer) + left_out.count)
        result = analyzer.result(
            resampling, left_out=left_out.count, corrected=holm, signature=signed
        )
    left_out.warn()
    return result


def _check(reference: AlignedCorpus, systems: Mapping[str, SystemFile]) -> None:
    expect(reference, AlignedCorpus, "reference")
    expect(systems, Mapping, "systems")
    for system in systems.values():
        expect(system, SystemFile, "systems")
    if not systems:
        raise UsageError("no system given: use ", Argument("systems"))
    if reference.over != "source":
        raise UsageError("trees must be of the source, which all translations share")
    # RQuantity depends on target lengths: either all come from texts and traces, or none.
    known = [system.knows_lengths for system in systems.values()]
    of_reference = reference.knows_lengths("target")
    if not of_reference and any(known):
        raise UsageError(
            "order_bias compares lengths: give the text of the reference, too (",
            Argument("ref"),
            ")",
        )
    if of_reference and not all(known):
        raise UsageError(
            "order_bias compares lengths: give the texts of all translations, too (",
            Argument("target"),
            ")",
        )


def _judge(
    analyzer: RetentionAnalyzer,
    translations: Translations,
    extraction: Extraction,
    sets: SetLabels | None,
) -> tuple[ReorderingBatch, list[NDArray[np.int8]]]:
    """Judge some sentences: the reorderings of the reference, and their outcome in every system."""
    batch, systems = translations
    found = extraction.find(batch.alignments, batch.trees)
    moved = [
        (
            one.alignments,
            extraction.find(one.alignments, batch.trees),
            None if one.phrases is None else one.phrases.phrases,
        )
        for one in systems
    ]
    masks = None if sets is None else sets.masks(found.first_line, len(batch))
    return found, analyzer.add(batch.alignments, found, moved, masks)


def _write(
    writer: RecordWriter,
    names: Sequence[str],
    found: ReorderingBatch,
    fates: Sequence[NDArray[np.int8]],
) -> None:
    for name, fate in zip(names, fates, strict=True):
        writer.write(
            {
                "system": [name] * len(found),
                "line": found.first_line + found.rows,
                **dict(zip(_SPANS, found.spans[:4], strict=True)),
                "source_width": found.source_widths(),
                "fate": [FATES[number] for number in fate.tolist()],
            }
        )
