"""Links, texts and trees of a corpus, read in parallel and checked against each other."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.alignment import AlignmentBatch, LinkReading, in_lockstep
from wordorder.errors import Argument, InputError, UsageError
from wordorder.output import counted, visible
from wordorder.reorderings.batch import SIDES
from wordorder.reorderings.text_lines import TextLines, read_text_lines
from wordorder.syntax import read_trees
from wordorder.syntax.problems import rows_of
from wordorder.text import refuse_reused, rereadable_texts, settled, shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from wordorder.reorderings.batch import Side
    from wordorder.syntax import Tree, TreeBatch, TreeForm
    from wordorder.text import Input

INFERRED = "target_lengths:inferred"
INFERRED_NOTE = (
    "no target text: each target is assumed to end at its last link, so RQuantity may be too high"
)


def is_inferred(signature: str) -> bool:
    """Whether, by its signature, a result has target lengths only inferred from the links."""
    return INFERRED in signature.split("|")


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
        return CheckedBatch(
            self.batch.rows(start, stop),
            rows_of(self.problems, start, stop),
        )

    def good_stretches(
        self, *, skip_bad: bool, on_bad: Callable[[int, InputError], None] | None
    ) -> Iterator[tuple[int, int]]:
        """Return the runs of good rows, each as start and end.

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


@dataclass(frozen=True, slots=True)
class AlignedCorpus:
    """The files of a corpus, and how to read them.

    Each can also be an open stream, or a column of Arrow with a row for each sentence pair, as the
    functions that read them say: `read_alignments` and `read_trees`.

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
            given = "over" if self.tree_format is None else "tree_format"
            raise UsageError(Argument(given), " needs trees: give them with ", Argument("trees"))
        settle_inputs(self, "links", "source", "target", "trees")

    @property
    def inputs(self) -> tuple[Input | None, ...]:
        """All that is read."""
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
        """Whether the lengths of a side are known from a text, a tree or the format of the links.

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
            "alignments": (shown_name(self.links), links)
        }
        if self.trees is not None:
            trees = read_trees(
                self.trees, self.tree_format, skip_bad=self.skip_bad, on_bytes=on_bytes
            )
            streams["trees"] = (shown_name(self.trees), trees)
        for side, text in texts.items():
            if with_words and text is not None:
                streams[side] = (shown_name(text), read_text_lines(text, missing=missing))
        names = [visible(name) for name, _ in streams.values()]
        for parts in in_lockstep(names, [stream for _, stream in streams.values()]):
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
        empty = _empty_targets(alignments, self.links)
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
            other = (
                f"line {line} of {visible(shown_name(text))} has {known[row]}"
                if text is not None
                else f"line {line} of {visible(shown_name(self.links))} needs {known[row]}"
            )
            where = f"{visible(shown_name(self.trees or ''))}:{trees.lines[row]}: sentence {line}"
            what = f"the tree has {counted(own, 'word')}, but {other}"
            problems.setdefault(row, InputError(f"{where}: {what}"))
        if text is None:
            lengths = np.maximum(trees.lengths, known)
            alignments = _with_lengths(alignments, lengths, of_source)
        return alignments, problems


def settle_inputs(files: object, *names: str) -> None:
    """Call columns of Arrow what they are here, if they have no name.

    Raises:
        UsageError: Two inputs are the same stream.
    """
    given = {name: getattr(files, name) for name in names}
    refuse_reused(*given.values())
    for name, one in given.items():
        if one is not None:
            object.__setattr__(files, name, settled(one, name))  # of a frozen dataclass


def take_missing(missing: dict[int, str] | None, first: int, count: int) -> dict[int, InputError]:
    """Take the problems of consecutive rows, counted from 0; `first` is a number from 1.

    Examples:
        >>> noted = {2: "null", 9: "null"}
        >>> take_missing(noted, 1, 5), noted
        ({1: InputError('null')}, {9: 'null'})
    """
    rows = [row for row in missing or () if row < first + count]
    return {row - first: InputError(missing.pop(row)) for row in rows} if missing else {}


def _with_lengths(
    alignments: AlignmentBatch, lengths: NDArray[np.int32], of_source: bool
) -> AlignmentBatch:
    if of_source:
        return replace(alignments, source_lengths=lengths)
    return replace(alignments, target_lengths=lengths)


def _empty_targets(alignments: AlignmentBatch, links: Input) -> dict[int, InputError]:
    """Return the problems of rows without target words."""
    name = visible(shown_name(links))
    return {
        row: InputError(f"{name}:{alignments.first_line + row}: the target has no words")
        for row in np.flatnonzero(alignments.target_lengths == 0).tolist()
    }
