"""Words that mean the same: WordNet's synsets and a user's own groups."""

from __future__ import annotations

from contextlib import closing
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from wordorder.alignment.formats.parsing import Place, shown
from wordorder.alignment.matching import wordnet
from wordorder.output import visible
from wordorder.text import language as find_language
from wordorder.text import read_lines, shown_name, split_words

if TYPE_CHECKING:
    import os
    from collections.abc import Generator, Sequence

    from numpy.typing import NDArray

MAX_GROUPS = 1_000_000
"""The most groups that a file may have: more are a mistake, and would eat the memory."""

# Texts have most of their words in common.
_synsets = lru_cache(maxsize=1 << 18)(wordnet.synsets)

_EXPECTED = "give two or more words on each line, separated by tabs"


def synonym_classes(
    words: Sequence[str],
    language: str | None,
    own: str | os.PathLike[str] | None = None,
    *,
    fold_case: bool = True,
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Find the classes of each word: two words are synonyms if and only if they share one.

    Args:
        words: In lower case, which is all that WordNet knows, if `fold_case`; each of them once
            is enough.
        language: A BCP 47 code; WordNet's synsets are used if the table of languages says so.
            None if it is not known.
        own: A file for `read_synonym_groups`. Each group is a class, numbered behind WordNet's.
        fold_case: Whether the words of the user's file are to be in lower case, too.

    Returns:
        The numbers of the classes of all words, rising within each word, and for each word the
        position of its first one; a last position stands behind them all.

    Raises:
        InputError: The user's file cannot be used.
        UsageError: The language is not in the table.

    Examples:
        >>> values, offsets = synonym_classes(["cars", "auto", "train", "straße"], "en")
        >>> cars, auto, train, straße = np.split(values, offsets[1:-1])
        >>> np.intersect1d(cars, auto).size > 0, np.intersect1d(cars, train).size > 0
        (True, False)
        >>> straße
        array([], dtype=int32)
    """
    rows: list[tuple[int, ...]] = [()] * len(words)
    first_own = 0
    if language is not None and find_language(language).synonyms == "wordnet":
        rows = [_synsets(word) for word in words]
        first_own = wordnet.synset_count()
    if own is not None:
        groups_of = _groups_of_words(words, own, first_own, fold_case=fold_case)
        rows = [(*row, *groups_of[word]) for word, row in zip(words, rows, strict=True)]
    offsets = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, rows), np.int64, len(rows)), out=offsets[1:])
    values = np.fromiter((number for row in rows for number in row), np.int32, int(offsets[-1]))
    return values, offsets


def read_synonym_groups(
    path: str | os.PathLike[str], *, fold_case: bool = True
) -> Generator[tuple[str, ...], None, None]:
    r"""Stream groups of words that mean the same.

    One group a line, its words separated by tabs. Empty lines and lines that begin with ``#``
    are left out. The words stand for themselves: inflected forms must be given.

    Args:
        path: A path, or ``-`` for standard input.
        fold_case: Whether to put the words in lower case.

    Yields:
        The different words of each group, in their order.

    Raises:
        InputError: The file cannot be read, a line has less than two words, something between
            tabs is more than a word, or there are more than `MAX_GROUPS` groups.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "synonyms.tsv")
        ...     _ = file.write_text("# from our glossary\nlorry\ttruck\nDr\tdr.\tdoctor\n")
        ...     list(read_synonym_groups(file))
        [('lorry', 'truck'), ('dr', 'dr.', 'doctor')]
    """
    name = visible(shown_name(path))
    count = 0
    with closing(read_lines(path)) as lines:
        for number, line in lines:
            if line.startswith("#") or not split_words(line):
                continue
            count += 1
            if count > MAX_GROUPS:
                raise Place(name, number).error(f"more than {MAX_GROUPS:,} groups of synonyms")
            words = _words(line, Place(name, number))
            yield tuple(dict.fromkeys(map(str.lower, words) if fold_case else words))


def _words(line: str, place: Place) -> list[str]:
    # Spreadsheets fill up short rows with empty fields.
    words = [word for field in line.split("\t") if (word := field.strip(" "))]
    for word in words:
        if " " in word:
            raise place.error(f"'{shown(word)}' is not one word; {_EXPECTED}")
    if len(words) == 1:
        raise place.error(f"'{shown(words[0])}' stands alone; {_EXPECTED}")
    return words


def _groups_of_words(
    words: Sequence[str], path: str | os.PathLike[str], first: int, *, fold_case: bool
) -> dict[str, list[int]]:
    """The numbers of the groups that each of the words is in; other words are not kept."""
    numbers_of: dict[str, list[int]] = {word: [] for word in words}
    for number, group in enumerate(read_synonym_groups(path, fold_case=fold_case), first):
        for word in group:
            if word in numbers_of:
                numbers_of[word].append(number)
    return numbers_of
