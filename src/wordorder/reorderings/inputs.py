"""Corpora to analyse: files of links, texts and trees, or links in memory.

The files are read in parallel and checked against each other; sentence pairs that cannot be used
are skipped, counted and reported.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing, nullcontext
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeAlias, TypeVar

import numpy as np

from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.link_reading import LinkReading, in_lockstep
from wordorder.errors import Argument, InputError, UsageError, WordorderWarning, expect
from wordorder.output.console import visible
from wordorder.output.wording import counted, signature
from wordorder.reorderings.batch import SIDES, ReorderingBatch, Side
from wordorder.reorderings.extraction import Extraction, as_batch
from wordorder.statistics.accumulators import Accumulator
from wordorder.text.naming import names_of_files
from wordorder.text.reader import read_blocks, rereadable_texts
from wordorder.text.source import Input, refuse_reused, settled, visible_name
from wordorder.text.tokenizers import split_words

if TYPE_CHECKING:
    from wordorder.alignment.alignment import Alignment
    from wordorder.syntax.reading import TreeForm
    from wordorder.syntax.tree import Tree, TreeBatch


Readable: TypeAlias = "AlignedCorpus | AlignmentBatch"
Corpus: TypeAlias = "Readable | Iterable[Alignment]"

Batch = TypeVar("Batch")

INFERRED = "target_lengths:inferred"
INFERRED_NOTE = (
    "no target text: each target is assumed to end at its last link, so RQuantity may be too high"
)

# Defaults for corpora whose signature does not say.
_USUAL = {"trees": "none", "links": "all", "unaligned": "none", "target_lengths": "given"}


@dataclass(frozen=True, slots=True)
class AlignedCorpus:
    """The files of a corpus, and how to read them.

    Each can also be an open stream, or a column of Arrow with a row for each sentence pair; see
    `read_alignments` and `read_trees`.

    Attributes:
        links: The links.
        source: The source text, tokenised.
        target: The target text, tokenised.
        trees: The syntax trees.
        tree_format: Format of the trees; by default from the file name.
        over: The side that the trees belong to.
        reading: The format of the links, and which of them count.
        skip_bad: Whether to skip, and count, sentence pairs with a bad tree, without target words,
            or with a null in a column of Arrow.

    Raises:
        UsageError: There is no such side, an option about trees is given without trees, or two
            inputs are the same stream.
    """

    links: Input
    _: KW_ONLY
    source: Input | None = None
    target: Input | None = None
    trees: Input | None = None
    tree_format: TreeForm | None = None
    over: Side = "source"
    reading: LinkReading = field(default_factory=LinkReading)
    skip_bad: bool = False

    def __post_init__(self) -> None:
        if self.over not in SIDES:
            raise UsageError.unknown("side", self.over, SIDES)
        if self.trees is None and (self.over != "source" or self.tree_format is not None):
            option = "over" if self.tree_format is None else "tree_format"
            raise UsageError(Argument(option), " needs trees: give them with ", Argument("trees"))
        settle_inputs(self, "links", "source", "target", "trees")

    @property
    def inputs(self) -> tuple[Input | None, ...]:
        """Links, source, target and trees; None for those not given."""
        return self.links, self.source, self.target, self.trees

    @property
    def signature(self) -> tuple[str, ...]:
        """The parts of the signature that determine the reorderings."""
        return (
            f"trees:{'none' if self.trees is None else self.over}",
            *self.reading.signature,
            *([] if self.knows_lengths("target") else [INFERRED]),
        )

    def knows_lengths(self, side: Side) -> bool:
        """Return whether a text, a tree or the format of the links gives the lengths of a side.

        Otherwise a sentence is assumed to end at its last linked word.
        """
        text = self.source if side == "source" else self.target
        of_trees = self.trees is not None and self.over == side
        return of_trees or self.reading.knows_lengths(side, text)

    def read(
        self,
        *,
        with_words: bool = False,
        on_bytes: Callable[[int], None] | None = None,
        on_bad: Callable[[int, InputError], None] | None = None,
    ) -> Iterator[CorpusBatch]:
        """Stream the corpus in bounded memory.

        Args:
            with_words: Whether to include the sentences of the texts.
            on_bytes: Called with the number of bytes of links and trees read.
            on_bad: Called with line and error of each sentence pair that is left out.

        Raises:
            InputError: A file cannot be read, the files do not match, or, without `skip_bad`,
                a sentence pair cannot be used.
        """
        for checked in self.read_checked(with_words=with_words, on_bytes=on_bytes):
            for start, stop in checked.good_stretches(skip_bad=self.skip_bad, on_bad=on_bad):
                yield checked.batch.rows(start, stop)

    def read_checked(
        self, *, with_words: bool = False, on_bytes: Callable[[int], None] | None = None
    ) -> Iterator[CheckedBatch]:
        """Stream all sentence pairs of the corpus, with the problems of bad ones."""
        missing: dict[int, str] | None = {} if self.skip_bad else None
        texts = self.source, self.target
        with rereadable_texts(*texts) if with_words else nullcontext(texts) as (source, target):
            again = replace(self, source=source, target=target)
            for batch in again._side_by_side(with_words, on_bytes, missing):
                nulls = take_missing(missing, batch.alignments.first_line, len(batch))
                checked = again._checked(batch)
                yield replace(checked, problems={**checked.problems, **nulls})

    def _side_by_side(
        self,
        with_words: bool,
        on_bytes: Callable[[int], None] | None,
        missing: dict[int, str] | None,
    ) -> Iterator[CorpusBatch]:
        texts = {"source": self.source, "target": self.target}
        links = self.reading.read(self.links, **texts, on_bytes=on_bytes, missing=missing)
        streams: dict[str, tuple[str, Iterator[Any]]] = {
            "alignments": (visible_name(self.links), links)
        }
        if self.trees is not None:
            from wordorder.syntax.reading import read_trees

            trees = read_trees(
                self.trees, self.tree_format, skip_bad=self.skip_bad, on_bytes=on_bytes
            )
            streams["trees"] = (visible_name(self.trees), trees)
        for side, text in texts.items():
            if with_words and text is not None:
                streams[side] = (visible_name(text), read_text_lines(text, missing=missing))
        names, batches = zip(*streams.values(), strict=True)
        for parts in in_lockstep(names, batches):
            yield CorpusBatch(**dict(zip(streams, parts, strict=True)))

    def _checked(self, batch: CorpusBatch) -> CheckedBatch:
        alignments = batch.alignments
        if not self.knows_lengths("target"):
            # A sentence without links has an unknown length, not length 0.
            lengths = np.maximum(alignments.target_lengths, 1)
            alignments = replace(alignments, target_lengths=lengths)
        problems: dict[int, InputError] = {}
        if batch.trees is not None:
            alignments, problems = self._with_lengths_of(batch.trees, alignments)
        name = visible_name(self.links)
        empty = {
            row: InputError(f"{name}:{alignments.first_line + row}: the target has no words")
            for row in np.flatnonzero(alignments.target_lengths == 0).tolist()
        }
        return CheckedBatch(replace(batch, alignments=alignments), {**empty, **problems})

    def _with_lengths_of(
        self, trees: TreeBatch[Tree], alignments: AlignmentBatch
    ) -> tuple[AlignmentBatch, dict[int, InputError]]:
        problems = dict(trees.problems)
        of_source = self.over == "source"
        known = alignments.source_lengths if of_source else alignments.target_lengths
        text = self.source if of_source else self.target
        # Without a text, the links give minimum lengths.
        wrong = trees.lengths != known if text is not None else trees.lengths < known
        for row in np.flatnonzero(wrong).tolist():
            own, line = int(trees.lengths[row]), alignments.first_line + row
            file, has = (self.links, "needs") if text is None else (text, "has")
            other = f"line {line} of {visible_name(file)} {has} {known[row]}"
            where = f"{visible_name(self.trees or '')}:{trees.lines[row]}: sentence {line}"
            problem = f"the tree has {counted(own, 'word')}, but {other}"
            problems.setdefault(row, InputError(f"{where}: {problem}"))
        if text is None:
            lengths = np.maximum(trees.lengths, known)
            if of_source:
                alignments = replace(alignments, source_lengths=lengths)
            else:
                alignments = replace(alignments, target_lengths=lengths)
        return alignments, problems


@dataclass(frozen=True, slots=True)
class CorpusBatch:
    """Consecutive sentence pairs, checked.

    Attributes:
        alignments: Their links.
        trees: Their trees, if any.
        source: Their source sentences, if there is a source text.
        target: Their target sentences, if there is a target text.
    """

    alignments: AlignmentBatch
    trees: TreeBatch[Tree] | None = None
    source: TextLines | None = None
    target: TextLines | None = None

    def __len__(self) -> int:
        return len(self.alignments)

    def rows(self, start: int, stop: int) -> CorpusBatch:
        """Return consecutive rows."""
        return CorpusBatch(
            self.alignments.rows(start, stop),
            None if self.trees is None else self.trees.rows(start, stop),
            None if self.source is None else self.source.rows(start, stop),
            None if self.target is None else self.target.rows(start, stop),
        )

    def tree_words(self, row: int) -> tuple[str, ...]:
        """Return the words of a tree."""
        return () if self.trees is None else self.trees[row].words


@dataclass(frozen=True, slots=True)
class CheckedBatch:
    """Consecutive sentence pairs, and the problems of bad rows."""

    batch: CorpusBatch
    problems: Mapping[int, InputError]

    def __len__(self) -> int:
        return len(self.batch)

    def rows(self, start: int, stop: int) -> CheckedBatch:
        """Return consecutive rows."""
        problems = self.problems.items()
        return CheckedBatch(
            self.batch.rows(start, stop),
            {row - start: problem for row, problem in problems if start <= row < stop},
        )

    def good_stretches(
        self, *, skip_bad: bool, on_bad: Callable[[int, InputError], None] | None
    ) -> Iterator[tuple[int, int]]:
        """Yield the runs of good rows, each as start and end.

        Raises:
            InputError: There is a bad row that may not be skipped.
        """
        bad = sorted(self.problems)
        if bad and not skip_bad:
            raise InputError(*self.problems[bad[0]].args)
        for row in bad:
            if on_bad is not None:
                on_bad(self.batch.alignments.first_line + row, self.problems[row])
        for start, stop in zip([0, *(row + 1 for row in bad)], [*bad, len(self)], strict=True):
            if start < stop:
                yield start, stop


def as_readable(corpus: Corpus) -> Readable:
    """Turn links in memory into a batch.

    Raises:
        UsageError: The corpus has the wrong type.
    """
    return corpus if isinstance(corpus, AlignedCorpus) else as_batch(corpus)


def by_name(corpora: Corpus | Mapping[str, Corpus]) -> dict[str, Readable]:
    """Return corpora by name; a single one is named after its file.

    Examples:
        >>> list(by_name(AlignedCorpus("data/en-ja.align")))
        ['en-ja']
    """
    if isinstance(corpora, Mapping):
        if not corpora:
            raise UsageError("give at least one corpus")
        named = {name: as_readable(corpus) for name, corpus in corpora.items()}
        files = [corpus for corpus in named.values() if isinstance(corpus, AlignedCorpus)]
        refuse_reused(*(file for corpus in files for file in corpus.inputs))
        return named
    corpus = as_readable(corpora)
    names = names_of_files([corpus.links]) if isinstance(corpus, AlignedCorpus) else ["corpus"]
    return {names[0]: corpus}


def files_of(corpora: Iterable[Readable]) -> list[Input | None]:
    """Return the files whose bytes measure progress."""
    files = [corpus for corpus in corpora if isinstance(corpus, AlignedCorpus)]
    return [file for corpus in files for file in (corpus.links, corpus.trees)]


def signature_of(corpora: Collection[Readable], extraction: Extraction, *parts: str) -> str:
    """Return the signature of a result: extraction, reading of corpora, and further parts.

    Examples:
        >>> from wordorder.reorderings import Extraction
        >>> corpora = [AlignedCorpus("a", target="t"), AlignedCorpus("b", trees="b.conllu")]
        >>> signature_of(corpora, Extraction(), "seed:1").partition("|")[2]
        'branching:right|siblings:left|trees:none+source|target_lengths:given+inferred|seed:1'
    """
    read = [
        {**_USUAL, **dict(part.split(":") for part in corpus.signature)}
        if isinstance(corpus, AlignedCorpus)
        else _USUAL
        for corpus in corpora
    ]
    expect(extraction, Extraction, "extraction")
    values = {name: list(dict.fromkeys(corpus[name] for corpus in read)) for name in _USUAL}
    reading = [
        f"{name}:{'+'.join(different)}"
        for name, different in values.items()
        if name == "trees" or different != [_USUAL[name]]
    ]
    return signature([*extraction.signature, *reading, *parts])


def read_reorderings(
    corpus: Readable,
    extraction: Extraction,
    left_out: LeftOutPairs,
    on_bytes: Callable[[int], None],
    *,
    with_words: bool = False,
) -> Iterator[tuple[CorpusBatch, ReorderingBatch]]:
    """Stream the usable sentence pairs of a corpus, with their reorderings.

    Args:
        corpus: The corpus.
        extraction: How to split nested reorderings.
        left_out: Counts the sentence pairs that cannot be used.
        on_bytes: Called with the number of bytes of links and trees read.
        with_words: Whether to include the sentences of the texts.

    Raises:
        InputError: A file cannot be read, or no sentence pair can be used.
    """
    if not isinstance(corpus, AlignedCorpus):
        yield CorpusBatch(corpus), extraction.find(corpus)
        return
    batches = corpus.read(with_words=with_words, on_bytes=on_bytes, on_bad=left_out.add)
    for batch in left_out.need_some(batches):
        yield batch, extraction.find(batch.alignments, batch.trees, corpus.over)


def left_out_of(corpus: Readable, name: str = "") -> LeftOutPairs:
    """Return a counter of left-out sentence pairs, named if there are several corpora."""
    return LeftOutPairs(corpus.links if isinstance(corpus, AlignedCorpus) else "", name)


class _Problem(NamedTuple):
    file: int
    line: int
    error: InputError

    def place(self) -> tuple[int, int, str]:
        """Return the key that sorts problems."""
        return self.file, self.line, str(self.error)


class LeftOutPairs(Accumulator):
    """The number of sentence pairs left out, and the problem of the first.

    Args:
        links: The file of links of the corpus.
        name: Name of the corpus, if there are several.
        file: The number of the file, if a corpus has several.

    Examples:
        >>> left_out, other = LeftOutPairs("links", file=1), LeftOutPairs("links", file=0)
        >>> left_out.add(3, InputError("links:3: the target has no words"))
        >>> other.add(8, InputError("links:8: the target has no words"))
        >>> left_out.merge(other)
        >>> left_out.result()
        'left out 2 sentence pairs; the first: links:8: the target has no words'
    """

    def __init__(self, links: Input, name: str = "", file: int = 0) -> None:
        self._links = visible_name(links)  # a stream would not pickle
        self._name, self._file = name, file
        self.count = 0
        self._first: _Problem | None = None

    @property
    def configuration(self) -> Mapping[str, object]:
        """The name of the corpus."""
        return {"name": self._name}

    def add(self, line: int, problem: InputError) -> None:
        """Count one sentence pair."""
        self._take(1, _Problem(self._file, line, problem))

    def _take(self, count: int, first: _Problem | None) -> None:
        self.count += count
        self._first = min(filter(None, (self._first, first)), key=_Problem.place, default=None)

    def _merge(self, other: Self) -> None:
        self._take(other.count, other._first)

    def result(self) -> str | None:
        """Say how many pairs were left out, and why the first one; None if none were."""
        warning = self._warning()
        return None if warning is None else str(warning)

    def _warning(self) -> WordorderWarning | None:
        if self._first is None:
            return None
        name = f"{visible(self._name)}: " if self._name else ""
        first = "" if self.count == 1 else "the first: "
        return WordorderWarning(
            f"{name}left out {counted(self.count, 'sentence pair')}; {first}",
            *self._first.error.args,
        )

    def need_some(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        """Pass batches through.

        Raises:
            InputError: There are no batches.
        """
        any_used = False
        for batch in batches:
            any_used = True
            yield batch
        if not any_used:
            why = () if self._first is None else ("; ", *self._first.error.args)
            raise InputError(f"{self._links}: no sentence pair can be used", *why)

    def warn(self) -> None:
        """Warn about left-out sentence pairs, at the caller of the public function."""
        warning = self._warning()
        if warning is not None:
            warnings.warn(warning, stacklevel=3)


@dataclass(frozen=True, slots=True)
class TextLines:
    """Consecutive lines of a text, split into words on demand."""

    lines: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, row: int) -> tuple[str, ...]:
        return tuple(split_words(self.lines[row]))

    def rows(self, start: int, stop: int) -> TextLines:
        """Return consecutive lines."""
        return TextLines(self.lines[start:stop])


def read_text_lines(path: Input, *, missing: dict[int, str] | None = None) -> Iterator[TextLines]:
    """Stream a text in batches of lines; `missing` is as in `read_blocks`."""
    with closing(read_blocks(path, missing=missing)) as blocks:
        for block in blocks:
            yield TextLines(tuple(block.data.decode().split("\n")[:-1]))


def settle_inputs(files: object, *names: str) -> None:
    """Name nameless Arrow columns after their attributes.

    Raises:
        UsageError: Two inputs are the same stream.
    """
    inputs = {name: getattr(files, name) for name in names}
    refuse_reused(*inputs.values())
    for name, source in inputs.items():
        if source is not None:
            object.__setattr__(files, name, settled(source, name))  # of a frozen dataclass


def take_missing(missing: dict[int, str] | None, first: int, count: int) -> dict[int, InputError]:
    """Pop the problems of consecutive rows, counted from 0; `first` is counted from 1.

    Examples:
        >>> noted = {2: "null", 9: "null"}
        >>> take_missing(noted, 1, 5), noted
        ({1: InputError('null')}, {9: 'null'})
    """
    rows = [row for row in missing or () if row < first + count]
    return {row - first: InputError(missing.pop(row)) for row in rows} if missing else {}


def is_inferred(signature: str) -> bool:
    """Return whether target lengths are inferred from the links, according to the signature."""
    return INFERRED in signature.split("|")
