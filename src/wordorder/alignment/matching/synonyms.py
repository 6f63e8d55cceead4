"""Synonyms: the classes of WordNet and of a user's own groups."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from wordorder.alignment.matching import wordnet
from wordorder.text import language as find_language

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray


def synonym_classes(
    words: Sequence[str],
    language: str | None,
    own: Mapping[str, Sequence[int]] | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Find the classes of each word: two words are synonyms if and only if they share one.

    Args:
        words: Words in lower case, as in WordNet, ideally without repeats.
        language: A BCP 47 code; WordNet's synsets are used if the table of languages says so.
            None if unknown.
        own: The user's own groups of each word, numbered from 0, ascending. Each group is a class,
            numbered after WordNet's.

    Returns:
        The class numbers of all words, ascending within each word, and the offsets of each word's
        classes.

    Raises:
        UsageError: The language is not in the table.

    Examples:
        >>> values, offsets = synonym_classes(["cars", "auto", "train", "straße"], "en")
        >>> cars, auto, train, straße = np.split(values, offsets[1:-1])
        >>> np.intersect1d(cars, auto).size > 0, np.intersect1d(cars, train).size > 0
        (True, False)
        >>> straße
        array([], dtype=int32)
        >>> synonym_classes(["lorry", "bus", "truck"], "de", {"lorry": [0], "truck": [0, 1]})
        (array([0, 0, 1], dtype=int32), array([0, 1, 1, 3]))
    """
    rows: list[tuple[int, ...]] = [()] * len(words)
    first_own = 0
    if language is not None and find_language(language).synonyms == "wordnet":
        rows = [wordnet.synsets(word) for word in words]
        first_own = wordnet.synset_count()
    if own:
        for place, word in enumerate(words):
            if word in own:
                rows[place] += tuple(first_own + group for group in own[word])
    offsets = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, rows), np.int64, len(rows)), out=offsets[1:])
    return np.fromiter(chain.from_iterable(rows), np.int32, int(offsets[-1])), offsets
