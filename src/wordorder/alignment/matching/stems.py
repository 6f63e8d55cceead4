"""Words with the same stem, by the Snowball stemmer of their language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.text import language as find_language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def stem_classes(
    words: Sequence[str], language: str, number_of: dict[str, int] | None = None
) -> NDArray[np.int32]:
    """Number the words so that those with the same stem have the same number.

    In a language without a stemmer every word is its own stem.

    Args:
        words: Words in lower case, as the stemmers expect, ideally without repeats.
        language: A BCP 47 code.
        number_of: The numbers of earlier stems; new stems are added.

    Returns:
        A number for each word, from 0, increasing by one at each new stem.

    Raises:
        UsageError: The language is not in the table.

    Examples:
        >>> stem_classes(["walks", "house", "walked", "walking", "houses"], "en")
        array([0, 1, 0, 0, 1], dtype=int32)
        >>> stem_classes(["matembezi", "nyumba", "matembezi"], "sw")
        array([0, 1, 0], dtype=int32)
        >>> stems = {}
        >>> stem_classes(["walks"], "en", stems), stem_classes(["house", "walked"], "en", stems)
        (array([0], dtype=int32), array([1, 0], dtype=int32))
    """
    if number_of is None:
        number_of = {}
    numbers = [number_of.setdefault(stem, len(number_of)) for stem in _stems(words, language)]
    return np.array(numbers, np.int32)


def _stems(words: Sequence[str], language: str) -> Sequence[str]:
    algorithm = find_language(language).stemmer
    if algorithm is None:
        return words
    from Stemmer import Stemmer  # type: ignore[import-not-found]  # it has no types

    # Made for each call, as threads must not share a stemmer; and without its cache, as words are
    # seldom repeated.
    stemmer = Stemmer(algorithm, 0)
    # Some words are all ending (Nepali छ, दा, यो): their stems are empty, but not the same.
    return [stem or word for word, stem in zip(words, stemmer.stemWords(words), strict=True)]
