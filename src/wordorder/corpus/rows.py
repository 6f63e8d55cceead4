"""Rows to evaluate: columns by role, with bad rows noted as they are found.

Columns of lists are searched for bad rows only if they cannot be read as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import file_digest
from importlib import import_module
from os import PathLike
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.arrays import IntArray, Integers, frozen
from wordorder.errors import InputError, expect
from wordorder.output.console import visible
from wordorder.permutation.batch import PermutationBatch
from wordorder.text.arrow import ArrowColumn, ListPiece, as_lines, list_pieces, pyarrow, text_cells

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.alignment.bilingual.ibm1 import Ibm1Model
    from wordorder.alignment.link_reading import LinkReading
    from wordorder.syntax.dependency import DependencyBatch
    from wordorder.text.tokenizers import Tokenizer


Lengths: TypeAlias = "tuple[IntArray | None, IntArray | None]"

LONGEST_ROW = 4000
"""The most words in a sentence, as in trees. The slowest figures, of two texts that repeat ten
words at random, take 0.1 seconds for 1,000 words, 3 for 4,000, and 6 for 8,000; figures of links
take 0.04 seconds."""

LONGEST_CELL = 1 << 20
"""The longest text in a cell, in bytes; the limit for trees, too."""

_PARSED_IN_KERNELS = ("links", "permutation")
"""The roles whose text is not searched for NUL: the kernels find all invalid characters."""

_MISSING = -1
"""The value for a null in a list, and for a number that is out of bounds for any sentence."""
_LARGEST = int(np.iinfo(np.int32).max)
_LOADING = Lock()


@dataclass(slots=True)
class CorpusRows:
    """Rows to evaluate; problems are noted as they are found.

    Attributes:
        arrays: An Arrow array for each role: texts, empty in unusable rows, or lists, null in
            unusable rows.
        usable: Whether each row has no null and no problem so far.
        problems: The problems of bad rows, by index.
    """

    arrays: dict[str, Any]
    usable: NDArray[np.bool_]
    problems: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, columns: Mapping[str, str], batch: Any) -> CorpusRows:
        """Take the columns from a record batch.

        Raises:
            InputError: A column is damaged.
        """
        arrays = {role: _plain(batch.column(name), name) for role, name in columns.items()}
        rows = cls(arrays, np.ones(batch.num_rows, np.bool_))
        for array in arrays.values():
            if array.null_count:
                rows.usable &= array.is_valid().to_numpy(zero_copy_only=False)
        for role, array in arrays.items():
            if is_text(array):
                rows._refuse_long_cells(role, array)
                if role not in _PARSED_IN_KERNELS:
                    rows._refuse_nul(role, array)
        rows.empty_unusable()
        return rows

    def __len__(self) -> int:
        return len(self.usable)

    def refuse(self, bad: Mapping[int, InputError]) -> None:
        """Note bad rows; a row that has a null or a problem already stays as it is."""
        for row, problem in bad.items():
            if self.usable[row]:
                # In a file, options are spelled neither as in Python nor as on the command line.
                self.problems[row] = problem.render(lambda name, value: f"{name} {value}".rstrip())
                self.usable[row] = False

    def refuse_where(self, bad: NDArray[np.bool_], problem: Callable[[int], str]) -> None:
        """Note bad rows, each with the problem that a function of the row returns."""
        bad_rows = np.flatnonzero(bad & self.usable)
        self.refuse({row: InputError(problem(row)) for row in bad_rows.tolist()})

    def refuse_long(self, name: str, lengths: NDArray[np.integer]) -> None:
        """Note rows with too many words."""
        self.refuse_where(
            lengths > LONGEST_ROW,
            lambda row: f"{name} has {lengths[row]:,} words, more than {LONGEST_ROW:,}",
        )

    def refuse_long_texts(self, role: str, words: Tokenizer) -> None:
        """Note rows with too many words; only texts with that many characters are tokenised."""
        texts = self.texts(role)
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        counts = np.zeros(len(texts), np.int64)
        for row in np.flatnonzero(lengths > LONGEST_ROW).tolist():
            counts[row] = len(words(texts[row]))
        self.refuse_long(f"the {role}", counts)

    def empty_unusable(self) -> None:
        """Empty the cells of unusable rows, so that they cause no errors."""
        if self.usable.all():
            return
        usable = pyarrow().array(self.usable)
        for role, array in self.arrays.items():
            nothing = pyarrow().scalar("" if is_text(array) else None, array.type)
            self.arrays[role] = _compute().if_else(usable, array, nothing)

    def lines(self, role: str) -> bytes:
        """Return the texts of a role, each with a line end behind it."""
        return as_lines(self.arrays[role])

    def texts(self, role: str) -> tuple[str, ...]:
        """Return the texts of a role; line ends in a text become blanks."""
        return tuple(self.lines(role).decode().split("\n")[:-1])

    def _refuse_long_cells(self, role: str, array: Any) -> None:
        sizes = _compute().binary_length(array).fill_null(0).to_numpy(zero_copy_only=False)
        self.refuse_where(
            sizes > LONGEST_CELL, lambda row: f"{role}: a text of {sizes[row]:,} bytes is too long"
        )

    def _refuse_nul(self, role: str, array: Any) -> None:
        data = array.buffers()[2]
        if data is None or not (np.frombuffer(data, np.uint8) == 0).any():
            return
        has_nul = _compute().match_substring(array, "\0").fill_null(False)
        self.refuse_where(
            has_nul.to_numpy(zero_copy_only=False), lambda _row: f"{role}: contains a NUL byte"
        )


def is_text(array: Any) -> bool:
    """Return whether an array has texts rather than lists."""
    types = pyarrow().types
    return bool(types.is_string(array.type) or types.is_large_string(array.type))


def _plain(array: Any, name: str) -> Any:
    """Return texts as string or large_string, lists unchanged; both are checked."""
    if isinstance(array, pyarrow().ExtensionArray):
        array = array.storage
    column = ArrowColumn(array, name)
    lists = column.holds_lists()
    chunks = column.chunks() if lists else text_cells(column)
    return next(chunks, array if lists else pyarrow().array([], "string"))


def _compute() -> Any:
    return import_module("pyarrow.compute")


def read_links(rows: CorpusRows, reading: LinkReading, lengths: Lengths) -> AlignmentBatch:
    """Read the links of each row; a bad row has none, and its problem is noted.

    Args:
        rows: The rows.
        reading: The format of links, and which of them to use.
        lengths: The lengths of source and target, where they are known.
    """
    read = _read_link_text if is_text(rows.arrays["links"]) else _read_link_lists
    alignments = read(rows, reading, lengths)
    if reading.sure_only:
        alignments = alignments.only_sure()
    return alignments.without_blocking_links() if reading.unalign_blocking else alignments


def _read_link_text(rows: CorpusRows, reading: LinkReading, lengths: Lengths) -> AlignmentBatch:
    in_front = reading.file_format == "lader"
    parsed = _kernels.parse_alignments(
        rows.lines("links"), "links", 1, reading.base, in_front, *lengths, skip_bad=True
    )
    rows.refuse({problem.row: InputError(*problem.parts) for problem in parsed.problems})
    marks = None if parsed.sure.all() else parsed.sure.view(np.bool_)
    return AlignmentBatch.from_link_rows(parsed.links, marks)


def _read_link_lists(rows: CorpusRows, reading: LinkReading, lengths: Lengths) -> AlignmentBatch:
    from wordorder.alignment.formats.pharaoh import list_links

    piece = _whole_column(rows, "links")
    try:
        return list_links(piece, reading.base, lengths)
    except InputError:
        _refuse_bad_lists(rows, piece, reading.base, lengths)
        rows.empty_unusable()
        return list_links(_whole_column(rows, "links"), reading.base, lengths)


def _refuse_bad_lists(rows: CorpusRows, piece: ListPiece, base: int, lengths: Lengths) -> None:
    """Note the rows with a link that is null, or outside its sentences."""
    names = [field.name for field in piece.items.type]
    own = dict(zip(names, piece.items.flatten(), strict=True))  # null where the link is null
    fields = [own["source"], own["target"]]
    bad = np.zeros(len(piece.items), np.bool_)
    for items, known in zip(fields, lengths, strict=True):
        words = _safe_integers(items) - base
        ends = np.full(len(piece), _kernels.MOST_INFERRED_WORDS) if known is None else known
        bad |= (words < 0) | (words >= np.repeat(ends, np.diff(piece.offsets)))
    for row, place in _rows_with(bad, piece.offsets).items():
        link = [items[place].as_py() for items in fields]
        rows.refuse({row: _link_problem(link, base, lengths, row)})


def _link_problem(link: Sequence[int | None], base: int, lengths: Lengths, row: int) -> InputError:
    """Return the problem of a link, as reported for the same link in text."""
    if None in link:
        return InputError("links must be integers, not null")
    n, m = (None if side is None else side[row : row + 1].copy() for side in lengths)
    text = "-".join(map(str, link)).encode() + b"\n"
    parsed = _kernels.parse_alignments(text, "links", 1, base, False, n, m, skip_bad=True)
    return InputError(*parsed.problems[0].parts)


def without_unusable(
    rows: CorpusRows, alignments: AlignmentBatch, *, knows_target: bool
) -> AlignmentBatch:
    """Refuse sentences without target words, or with too many words; empty all unusable rows.

    Emptied rows have no links, and one word on each side, so that they are valid.

    Args:
        rows: The rows.
        alignments: Their links.
        knows_target: Whether target lengths are known. Otherwise a sentence without links has an
            unknown length, not length 0.
    """
    if not knows_target and not alignments.target_lengths.all():
        lengths = frozen(np.maximum(alignments.target_lengths, 1))
        alignments = replace(alignments, target_lengths=lengths)
    sides = {"source": alignments.source_lengths, "target": alignments.target_lengths}
    for side, words in sides.items():
        rows.refuse_long(f"the {side}", words)
    rows.refuse_where(sides["target"] == 0, lambda _row: "the target has no words")
    if rows.usable.all():
        return alignments
    links = alignments.with_links(np.repeat(rows.usable, np.diff(alignments.offsets)))
    n, m = (np.where(rows.usable, words, 1).astype(np.int32) for words in sides.values())
    return AlignmentBatch(links.sources, links.targets, links.offsets, frozen(n), frozen(m))


def aligner_digest(path: str | PathLike[str]) -> str:
    """Return a hash of the file of an aligner.

    Raises:
        InputError: The file cannot be read.
        UsageError: `path` is not a path.
    """
    expect(path, (str, PathLike), "aligner")
    try:
        with Path(path).open("rb") as file:
            return file_digest(file, "sha256").hexdigest()[:16]
    except OSError as error:
        raise InputError(f"{visible(str(path))}: {error.strerror or error}") from error


def loaded_aligner(path: str, digest: str) -> Ibm1Model:
    """Load an aligner once in each process, whatever the number of threads that ask for it.

    Raises:
        InputError: The file cannot be read, or has changed since the plan was made.
    """
    with _LOADING:
        return _load(path, digest)


@lru_cache(maxsize=1)
def _load(path: str, digest: str) -> Ibm1Model:
    if aligner_digest(path) != digest:
        raise InputError(f"{visible(path)} has changed since the plan was made; make a new plan")
    from wordorder.alignment.bilingual.ibm1 import Ibm1Model

    return Ibm1Model.load(path)


def align_rows(rows: CorpusRows, aligner: Ibm1Model) -> AlignmentBatch:
    """Link the words of source and target, symmetrised by grow-diag-final-and."""
    source, target = (ArrowColumn(rows.arrays[side], side) for side in ("source", "target"))
    batches = list(aligner.align(source, target, threads=1))
    return batches[0] if len(batches) == 1 else AlignmentBatch.join(batches)


def read_orders(rows: CorpusRows) -> PermutationBatch:
    """Read the permutation of each row; each counts from 0 or from 1, whatever the others do."""
    read = _read_order_text if is_text(rows.arrays["permutation"]) else _read_order_lists
    permutations = read(rows)
    rows.refuse_long("the permutation", permutations.lengths)
    return permutations


def _read_order_text(rows: CorpusRows) -> PermutationBatch:
    lines = rows.lines("permutation")
    parsed = _kernels.parse_permutations(lines, "permutation", 1, -1, 0, False, skip_bad=True)
    rows.refuse({problem.row: InputError(*problem.parts) for problem in parsed.problems})
    return PermutationBatch.from_kernel(parsed.rows, 1)


def _read_order_lists(rows: CorpusRows) -> PermutationBatch:
    piece = _whole_column(rows, "permutation")
    try:
        return PermutationBatch(piece.integers(piece.items, "permutations"), piece.offsets)
    except InputError:  # some count from 1, or are bad
        return _without_bad_lists(rows, piece)


def _without_bad_lists(rows: CorpusRows, piece: ListPiece) -> PermutationBatch:
    values, offsets = _safe_integers(piece.items), piece.offsets.astype(np.int64)
    lengths = np.diff(offsets)
    zeros = np.concatenate([[0], np.cumsum(values == 0)])
    ranks = values - np.repeat(np.diff(zeros[offsets]) == 0, lengths)  # from 1 if there is no 0
    starts, ends = np.repeat(offsets[:-1], lengths), np.repeat(lengths, lengths)
    bad = (values == _MISSING) | (ranks < 0) | (ranks >= ends)
    # A duplicate rank takes the place of a missing one.
    taken = np.bincount((starts + ranks)[~bad], minlength=len(values))
    bad[~bad] = taken[(starts + ranks)[~bad]] > 1
    for row in _rows_with(bad, offsets):
        own = piece.items.slice(offsets[row], lengths[row])
        rows.refuse({row: _order_problem(own)})
    in_usable_row = np.repeat(rows.usable, lengths)
    before = np.concatenate([[0], np.cumsum(np.where(rows.usable, lengths, 0))])
    return PermutationBatch(frozen(ranks[in_usable_row].astype(np.int32)), frozen(before))


def _order_problem(items: Any) -> InputError:
    """Return the problem of a list, as reported for the same numbers in text."""
    numbers = items.to_pylist()
    if None in numbers:
        return InputError("permutations must be integers, not null")
    line = " ".join(map(str, numbers)).encode()
    parsed = _kernels.parse_permutations(line, "permutation", 1, -1, 0, False, skip_bad=True)
    return InputError(*parsed.problems[0].parts)


def tree_rows(rows: CorpusRows) -> DependencyBatch:
    """Read the tree of each row; a bad row has no words, and its problem is noted."""
    from wordorder.syntax.dependency import DependencyBatch
    from wordorder.syntax.reading import read_trees
    from wordorder.text.source import shown_name

    column = ArrowColumn(rows.arrays["tree"], "tree")
    read = [cast("DependencyBatch", batch) for batch in read_trees(column, "conllu", skip_bad=True)]
    trees = DependencyBatch.join(read)
    place = shown_name(column) + ":{0}: sentence {0}: "
    for row, problem in trees.problems.items():
        reason = str(problem).removeprefix(place.format(row + 1))
        rows.refuse({row: InputError(f"tree: {reason}")})
    return trees


def _whole_column(rows: CorpusRows, role: str) -> ListPiece:
    """Return all rows, at least one, as one piece; null rows have no items."""
    column = ArrowColumn(rows.arrays[role], role)
    return next(list_pieces(column, {}, most_items=_LARGEST, most_rows=_LARGEST))


def _safe_integers(items: Any) -> Integers:
    """Return integers of any type as int64, with `_MISSING` for nulls and numbers out of bounds."""
    if pyarrow().types.is_null(items.type):
        return np.full(len(items), _MISSING)
    values = items.fill_null(0).to_numpy(zero_copy_only=False)
    good = (values >= 0) & (values <= _LARGEST)
    if items.null_count:
        good &= items.is_valid().to_numpy(zero_copy_only=False)
    return np.where(good, values, _MISSING).astype(np.int64)


def _rows_with(bad: NDArray[np.bool_], offsets: NDArray[np.signedinteger]) -> dict[int, int]:
    """Return the rows with a bad item, each with the place of its first bad item."""
    places = np.flatnonzero(bad)
    of_rows = np.searchsorted(offsets, places, side="right") - 1
    rows, first = np.unique(of_rows, return_index=True)
    return dict(zip(rows.tolist(), places[first].tolist(), strict=True))
