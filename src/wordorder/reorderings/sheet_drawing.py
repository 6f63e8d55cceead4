"""Sampling of reorderings for human judgement, before their words are looked up."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import UsageError, WordorderWarning, expect
from wordorder.output import as_meter, counted, follow_files
from wordorder.reorderings.corpus import AlignedCorpus
from wordorder.reorderings.corpus_reading import left_out_of
from wordorder.reorderings.extraction import RIGHT_AND_LEFT, Extraction
from wordorder.reorderings.judging import LOST, UNJUDGEABLE, retained_reorderings
from wordorder.reorderings.sheet import Sheet, SheetItem, draw_items
from wordorder.reorderings.systems import SystemFile, read_translations

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from wordorder.alignment import Alignment
    from wordorder.output import Meter
    from wordorder.reorderings.batch import ReorderingBatch
    from wordorder.reorderings.systems import Translations


def draw_sheet(
    reference: AlignedCorpus,
    system: SystemFile,
    *,
    count: int = 25,
    judges: int = 3,
    extraction: Extraction = RIGHT_AND_LEFT,
    seed: int = 12345,
    progress: bool | Meter = False,
) -> Sheet:
    r"""Sample retained and lost reorderings, in equal numbers, for human judgement.

    Args:
        reference: Source and reference with their texts, optionally with trees of the source.
        system: The same source, and a translation with its text.
        count: Number of retained reorderings to sample, and of lost ones.
        judges: Number of judges.
        extraction: How to split nested reorderings.
        seed: Random seed.
        progress: Whether to show a progress bar on standard error, or another display.

    Raises:
        InputError: A file cannot be used, or the files do not match.
        UsageError: A text is missing, or the trees are not those of the source.

    Warns:
        WordorderWarning: Sentences were left out, or there are too few reorderings.

    Examples:
        >>> import pathlib, tempfile
        >>> from wordorder import AlignedCorpus, SystemFile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     links, text = pathlib.Path(folder, "links"), pathlib.Path(folder, "text")
        ...     _ = links.write_text("0-1 1-0\n"), text.write_text("a b\n")
        ...     files = {"source": text, "target": text}
        ...     with warnings.catch_warnings(action="ignore"):  # there is only one
        ...         sheet = draw_sheet(AlignedCorpus(links, **files), SystemFile(links, **files))
        >>> sheet.records().columns["source"], sheet.key().columns["retained"]
        (['⟦A: a⟧ ⟦B: b⟧'], ['yes'])

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena, 5.2.
    """
    expect(reference, AlignedCorpus, "reference")
    expect(system, SystemFile, "system")
    expect(extraction, Extraction, "extraction")
    if reference.over != "source":
        raise UsageError("trees must be of the source, which all translations share")
    if None in (reference.source, reference.target, system.target):
        raise UsageError("a sheet needs the words of source, reference and translation")
    left_out = left_out_of(reference)
    candidates: list[SheetCandidate] = []
    files = [reference.links, system.links, reference.trees]
    with follow_files(as_meter(progress), "reading", files) as advance:
        batches = read_translations(
            reference, [system], with_words=True, on_bytes=advance, on_bad=left_out.add
        )
        for translations in left_out.need_some(batches):
            candidates += _candidates(translations, extraction)
    items = [candidate.item() for candidate in draw_items(candidates, count, seed)]
    left_out.warn()
    _warn_if_few(items, count)
    return Sheet(tuple(items), judges)


class SheetCandidate(NamedTuple):
    """A reordering of the reference that can be judged in the translation of the only system.

    Attributes:
        retained: Whether the translation retains it.
        translations: The batch of sentences that contains it.
        found: The reorderings of their references.
        number: Its index among these.
    """

    retained: bool
    translations: Translations
    found: ReorderingBatch
    number: int

    def item(self) -> SheetItem:
        """Look up its words.

        Raises:
            UsageError: The words of source, reference or translation are not known.
        """
        reference, (system,) = self.translations
        if reference.source is None or reference.target is None or system.target is None:
            raise UsageError("a sheet needs the words of source, reference and translation")
        one = self.found[self.number]
        row = one.line - self.found.first_line
        # Unlinked words inside a block are not part of it, but whole stretches are easier to
        # read.
        linked = {source for source, _ in reference.alignments[row]}
        a, b = (linked.intersection(block.source) for block in (one.a, one.b))
        return SheetItem(
            one.line,
            self.retained,
            reference.source[row],
            reference.target[row],
            system.target[row],
            tuple(one.a.source),
            tuple(one.b.source),
            tuple(one.a.target),
            tuple(one.b.target),
            _targets(system.alignments[row], a),
            _targets(system.alignments[row], b),
        )


def _candidates(translations: Translations, extraction: Extraction) -> Iterator[SheetCandidate]:
    """Return every reordering of the reference that can be judged in the translation."""
    reference, (system,) = translations
    found = extraction.find(reference.alignments, reference.trees)
    moved = extraction.find(system.alignments, reference.trees)
    phrases = None if system.phrases is None else system.phrases.phrases
    fates = retained_reorderings(reference.alignments, found, system.alignments, moved, phrases)
    for number, fate in enumerate(fates.tolist()):
        if fate != UNJUDGEABLE:
            yield SheetCandidate(fate > LOST, translations, found, number)


def _warn_if_few(items: Sequence[SheetItem], count: int) -> None:
    for kind, retained in (("retained", True), ("lost", False)):
        drawn = sum(item.retained == retained for item in items)
        if drawn < count:
            what = counted(drawn, f"{kind} reordering")
            warnings.warn(WordorderWarning(f"found only {what}, not {count}"), stacklevel=3)


def _targets(alignment: Alignment, words: Set[int]) -> tuple[int, ...]:
    return tuple(sorted({target for source, target in alignment if source in words}))
