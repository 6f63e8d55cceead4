"""Ranks of words in a rearranged text: the k-th occurrence of a form stays the k-th."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.arrays import IntArray, Offsets
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output.console import visible
from wordorder.output.wording import counted
from wordorder.text.tokenizers import split_words

Rows: TypeAlias = "tuple[IntArray, Offsets]"


def surface_ranks(source: Sequence[str], rearranged: Sequence[str], counting: Rows | None) -> Rows:
    """Return the place of each source word in the rearranged text, and the offsets of the rows.

    Args:
        source: Sentences, with blanks between their words.
        rearranged: The same words in another order.
        counting: The order in which occurrences of a form are counted, as the ranks of the source
            words and the offsets of the rows; by default, and in empty rows, the source order.

    Raises:
        InputError: A row's words differ from those of its source, or its length from that of its
            row in `counting`.
        UsageError: An argument is not a list of sentences.
    """
    for name, lines in {"source": source, "rearranged": rearranged}.items():
        _check_sentences(lines, name)
    if len(source) != len(rearranged):
        raise InputError(
            f"{counted(len(source), 'line')} in the source, but {len(rearranged):,} rearranged"
        )
    interner = _kernels.Interner()
    words, offsets = _interned(interner, source)
    others, ends = _interned(interner, rearranged)
    rows = np.repeat(np.arange(len(source)), np.diff(offsets))
    places = np.arange(len(rows)) - offsets[rows]
    if not np.array_equal(offsets, ends):
        row = int(np.flatnonzero(offsets != ends)[0]) - 1
        raise _other_words(source, rearranged, row)
    order = places if counting is None else _ranks_or_places(*counting, offsets, places)
    by_form = np.lexsort((order, words, rows))
    others_by_form = np.lexsort((places, others, rows))
    different = np.flatnonzero(words[by_form] != others[others_by_form])
    if different.size:
        raise _other_words(source, rearranged, int(rows[by_form[different[0]]]))
    ranks = np.empty(len(words), np.int32)
    ranks[by_form] = places[others_by_form]
    return ranks, offsets


def _check_sentences(lines: object, name: str) -> None:
    # A string is a sequence of strings, too.
    if isinstance(lines, str) or not isinstance(lines, (Sequence, np.ndarray)):
        kind = type(lines).__name__
        raise UsageError(Argument(name), f" must be a list of sentences, not of type {kind}")
    for line in lines:
        expect(line, str, name)


def _interned(interner: _kernels.Interner, lines: Sequence[str]) -> Rows:
    text = "".join(f"{line}\n" for line in lines)
    words = interner.intern(text.encode("utf-8", "surrogatepass"))
    if len(words) != len(lines):
        raise InputError("a sentence contains a line end; expected one line per sentence")
    return words.values, words.offsets


def _ranks_or_places(
    ranks: IntArray,
    starts: Offsets,
    offsets: Offsets,
    places: NDArray[np.int64],
) -> NDArray[np.int64]:
    sizes, lengths = np.diff(starts), np.diff(offsets)
    if len(sizes) != len(lengths):
        raise InputError(
            f"{counted(len(lengths), 'sentence')}, but counting has {counted(len(sizes), 'order')}"
        )
    wrong = np.flatnonzero((sizes > 0) & (sizes != lengths))
    if wrong.size:
        row = wrong[0]
        raise InputError(
            f"line {row + 1}: counting has {counted(int(sizes[row]), 'word')}, "
            f"but the sentence has {lengths[row]:,}"
        )
    order = places.copy()
    order[np.repeat(sizes > 0, lengths)] = ranks[starts[0] : starts[-1]]
    return order


def _other_words(source: Sequence[str], rearranged: Sequence[str], row: int) -> InputError:
    expected, actual = Counter(split_words(source[row])), Counter(split_words(rearranged[row]))
    word = next(word for word in (actual | expected) if actual[word] != expected[word])
    return InputError(
        f"line {row + 1}: '{visible(word)}' occurs {counted(actual[word], 'time')}, but "
        f"{counted(expected[word], 'time')} in the source; expected the same words rearranged"
    )
