"""Sheets of sampled reorderings for blind human judgement, and their keys."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Literal, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np

from wordorder.errors import UsageError, WordorderWarning, expect
from wordorder.output.console import visible
from wordorder.output.progress import Meter, as_meter, follow_files
from wordorder.output.records import Records
from wordorder.output.wording import counted
from wordorder.reorderings.batch import ReorderingBatch
from wordorder.reorderings.extraction import RIGHT_AND_LEFT, Extraction
from wordorder.reorderings.inputs import AlignedCorpus, left_out_of
from wordorder.reorderings.retention_result import LOST, UNJUDGEABLE, retained_reorderings
from wordorder.reorderings.systems import SystemFile, Translations, read_translations
from wordorder.statistics.resampling import as_seed

Words: TypeAlias = tuple[str, ...]
Positions: TypeAlias = tuple[int, ...]

# Rare brackets, because words may contain common ones; in words, these are replaced.
_OPEN, _CLOSE = "⟦", "⟧"
_BRACKETS_OF_WORDS = str.maketrans({_OPEN: "[[", _CLOSE: "]]"})

# Spreadsheets take a cell that begins with one of these for a formula, which may run programs and
# leak data, or for a quoted cell, which may swallow the rows that follow.
_MEANS_MORE_THAN_TEXT = tuple('=+-@＝＋－＠"')


@dataclass(frozen=True, slots=True)
class SheetItem:
    """A reordering of the reference, and its outcome in a translation.

    Attributes:
        line: Line number, counting from 1.
        retained: Whether the translation retains the reordering.
        source: The words of the source.
        reference: The words of the reference.
        translation: The words of the translation.
        a_source: Positions of block A in the source, counting from 0.
        b_source: Positions of block B in the source.
        a_reference: Positions in the reference of the words linked to A.
        b_reference: Positions in the reference of the words linked to B.
        a_translation: Positions in the translation of the words linked to A.
        b_translation: Positions in the translation of the words linked to B.
    """

    line: int
    retained: bool
    source: Words
    reference: Words
    translation: Words
    a_source: Positions
    b_source: Positions
    a_reference: Positions
    b_reference: Positions
    a_translation: Positions
    b_translation: Positions


class Candidate(Protocol):
    """A candidate for sampling."""

    @property
    def retained(self) -> bool:
        """Whether the translation retains the reordering."""
        ...


Drawn = TypeVar("Drawn", bound=Candidate)


def draw_items(candidates: Sequence[Drawn], count: int, seed: int) -> list[Drawn]:
    """Sample equal numbers of retained and lost reorderings, in random order.

    If there are fewer of one kind, all of them are taken, and the result is shorter than
    2 · `count`. The same candidates and seed give the same items.

    Examples:
        >>> item = SheetItem(
        ...     1, True, ("a", "b"), ("B", "A"), ("B",), (0,), (1,), (1,), (0,), (), (0,)
        ... )
        >>> len(draw_items([item] * 5, count=3, seed=1))
        3

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena.
    """
    generator = np.random.default_rng(as_seed(seed))
    drawn: list[Drawn] = []
    for retained in (True, False):
        kind = [item for item in candidates if item.retained == retained]
        drawn += [kind[place] for place in generator.permutation(len(kind))[:count]]
    return [drawn[place] for place in generator.permutation(len(drawn))]


def marked(words: Sequence[str], a: Iterable[int], b: Iterable[int]) -> str:
    """Put the words of two blocks in brackets, marked AB if a word is in both.

    Such brackets inside a word are shown as `[[` or `]]`.

    Examples:
        >>> marked("the white house said so yesterday".split(), a=[1, 2, 4], b=[4, 5])
        'the ⟦A: white house⟧ said ⟦AB: so⟧ ⟦B: yesterday⟧'
    """
    in_a, in_b = frozenset(a), frozenset(b)
    blocks = ["A" * (place in in_a) + "B" * (place in in_b) for place in range(len(words))]
    shown = (word.translate(_BRACKETS_OF_WORDS) for word in words)
    parts = []
    for block, run in groupby(zip(blocks, shown, strict=True), key=itemgetter(0)):
        text = " ".join(word for _, word in run)
        parts.append(f"{_OPEN}{block}: {text}{_CLOSE}" if block else text)
    return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Reorderings for human judgement.

    Attributes:
        items: The sampled reorderings, in random order.
        judges: Number of empty columns to fill.
    """

    items: tuple[SheetItem, ...]
    judges: int

    def records(self) -> Records:
        """Return the sheet that judges see (`sheet_columns`)."""
        return _as_records(sheet_columns(self.items, self.judges))

    def key(self) -> Records:
        """Return the key, which judges must not see (`key_columns`)."""
        return _as_records(key_columns(self.items))

    def to_text(self, file_format: Literal["tsv", "csv"] = "tsv") -> str:
        """Return the sheet as TSV or CSV that spreadsheets recognise as UTF-8."""
        # Without a byte order mark, some spreadsheets do not recognise UTF-8.
        return "\ufeff" + self.records().text(file_format)


def sheet_columns(items: Sequence[SheetItem], judges: int) -> dict[str, Sequence[str | int]]:
    """Return the sheet that judges see: marked sentences, and an empty column for each judge.

    Examples:
        >>> item = SheetItem(
        ...     7, True, ("a", "b"), ("B", "A"), ("B",), (0,), (1,), (1,), (0,), (), (0,)
        ... )
        >>> for name, cells in sheet_columns([item], judges=1).items():
        ...     print(name, cells)
        id ['R001']
        line [7]
        source ['⟦A: a⟧ ⟦B: b⟧']
        reference ['⟦B: B⟧ ⟦A: A⟧']
        translation ['⟦B: B⟧']
        judge_1 ['']
    """
    empty = [""] * len(items)
    return {
        "id": _ids(len(items)),
        "line": [item.line for item in items],
        "source": [_cell(item.source, item.a_source, item.b_source) for item in items],
        "reference": [_cell(item.reference, item.a_reference, item.b_reference) for item in items],
        "translation": [
            _cell(item.translation, item.a_translation, item.b_translation) for item in items
        ],
        **{f"judge_{number}": empty for number in range(1, judges + 1)},
    }


def key_columns(items: Sequence[SheetItem]) -> dict[str, Sequence[str | int]]:
    """Return the key, which judges must not see: which reorderings are retained.

    Examples:
        >>> item = SheetItem(
        ...     7, True, ("a", "b"), ("B", "A"), ("B",), (0,), (1,), (1,), (0,), (), (0,)
        ... )
        >>> key_columns([item])
        {'id': ['R001'], 'line': [7], 'retained': ['yes']}
    """
    return {
        "id": _ids(len(items)),
        "line": [item.line for item in items],
        "retained": ["yes" if item.retained else "no" for item in items],
    }


def _as_records(columns: Mapping[str, Sequence[str | int]]) -> Records:
    types = {name: int if name == "line" else str for name in columns}
    return Records(types, columns)


def _ids(count: int) -> list[str]:
    digits = max(3, len(str(count)))
    return [f"R{number:0{digits}}" for number in range(1, count + 1)]


def _cell(words: Words, a: Positions, b: Positions) -> str:
    """Return the marked sentence as a cell that every spreadsheet treats as text."""
    # Invisible characters could end the row, or reverse the text.
    text = visible(marked(words, a, b))
    return f"'{text}" if text.lstrip().startswith(_MEANS_MORE_THAN_TEXT) else text


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
        >>> from wordorder.reorderings import AlignedCorpus, SystemFile
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
        raise UsageError("trees must be source trees, which all translations share")
    if None in (reference.source, reference.target, system.target):
        raise UsageError("a sheet needs the texts of source, reference and translation")
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
        reorderings: The reorderings of their references.
        number: Its index among these.
    """

    retained: bool
    translations: Translations
    reorderings: ReorderingBatch
    number: int

    def item(self) -> SheetItem:
        """Look up the words of the reordering.

        Raises:
            UsageError: The words of source, reference or translation are not known.
        """
        reference, (system,) = self.translations
        if reference.source is None or reference.target is None or system.target is None:
            raise UsageError("a sheet needs the texts of source, reference and translation")
        reordering = self.reorderings[self.number]
        a, b = reordering.a, reordering.b
        row = reordering.line - self.reorderings.first_line
        # Unlinked words inside a block are not part of it, but whole stretches are easier to
        # read.
        linked = {source for source, _ in reference.alignments[row]}
        a_translation, b_translation = (
            {target for source, target in system.alignments[row] if source in words}
            for words in (linked.intersection(a.source), linked.intersection(b.source))
        )
        return SheetItem(
            line=reordering.line,
            retained=self.retained,
            source=reference.source[row],
            reference=reference.target[row],
            translation=system.target[row],
            a_source=tuple(a.source),
            b_source=tuple(b.source),
            a_reference=tuple(a.target),
            b_reference=tuple(b.target),
            a_translation=tuple(sorted(a_translation)),
            b_translation=tuple(sorted(b_translation)),
        )


def _candidates(translations: Translations, extraction: Extraction) -> Iterator[SheetCandidate]:
    """Yield every reordering of the reference that can be judged in the translation."""
    reference, (system,) = translations
    reorderings = extraction.find(reference.alignments, reference.trees)
    moved = extraction.find(system.alignments, reference.trees)
    phrases = None if system.phrases is None else system.phrases.phrases
    fates = retained_reorderings(
        reference.alignments, reorderings, system.alignments, moved, phrases
    )
    for number, fate in enumerate(fates.tolist()):
        if fate != UNJUDGEABLE:
            yield SheetCandidate(fate > LOST, translations, reorderings, number)


def _warn_if_few(items: Sequence[SheetItem], count: int) -> None:
    for kind, retained in (("retained", True), ("lost", False)):
        drawn = sum(item.retained == retained for item in items)
        if drawn < count:
            few = counted(drawn, f"{kind} reordering")
            warnings.warn(WordorderWarning(f"found only {few}, not {count}"), stacklevel=3)
