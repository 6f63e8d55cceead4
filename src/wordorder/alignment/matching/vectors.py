"""Where the vectors of words come from, and vectors as the kernel takes them."""

from __future__ import annotations

import os
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.alignment.matching.growing import GrowingArray
from wordorder.alignment.matching.signature import digest_of_text, named_by_content
from wordorder.alignment.matching.subword_vectors import SubwordVectors, wordllama_files
from wordorder.alignment.matching.vector_files import read_word_vectors
from wordorder.alignment.matching.wordnet import is_in_wordnet
from wordorder.errors import Argument, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.text import Language


WORDLLAMA = "wordllama"

LENGTH = 1 << 13  # of a vector in the kernel

# The cosines of word2vec and fastText tend to be larger than those of wordllama.
_MIN_SIMILARITY_OF_WORDLLAMA = 0.2
_MIN_SIMILARITY = 0.4

# Beside a match, words need only not be unlike: a match vouches for its neighbours.
_MIN_SIMILARITY_BESIDE_A_MATCH = 0.01

# Frequent words are similar to many others, mostly in another place: their similarity counts less.
_LENGTH_OF_FREQUENT = 0.8

_ROWS_AT_A_TIME = 1 << 12


class FoundVectors(NamedTuple):
    """The words of a list that have a vector.

    Attributes:
        places: Their places in the list.
        values: Their vectors.
        doubtful: Whether each may be nonsense; if so, it has its vector only in references, which
            are written by people.
    """

    places: NDArray[np.int32]
    values: NDArray[np.float32]
    doubtful: NDArray[np.bool_]


class VectorSource:
    """The package wordllama, a folder in model2vec's format, or a text file of vectors.

    Args:
        source: ``wordllama``, or a path.
        language: The language of the texts, or None.
        min_similarity: The least cosine of two words that match; by default 0.2 for wordllama and
            0.4 for others.

    Raises:
        MissingExtraError: A package is not installed.
        UsageError: Another language than that of the vectors, a similarity outside (0, 1], or
            standard input.
    """

    def __init__(
        self,
        source: str | os.PathLike[str],
        language: Language | None,
        min_similarity: float | None = None,
    ) -> None:
        self._path = source
        self._model: SubwordVectors | None = None
        has_wordnet = language is not None and language.synonyms == "wordnet"
        is_listed = is_in_wordnet if has_wordnet else None
        if source == WORDLLAMA:
            if language is None or language.code != "en":
                found = "no language" if language is None else language.code
                raise UsageError(
                    Argument("vectors"),
                    f" {WORDLLAMA} has English words only, found {found}: give ",
                    Argument("lang", "en"),
                    ", or a file of vectors of your language",
                )
            self._model = SubwordVectors(*wordllama_files(), is_listed)
        elif os.fspath(source) == "-":
            raise UsageError(
                "vectors cannot come from standard input, as they are read again for every text: "
                "save them to a file"
            )
        elif Path(source).is_dir():
            self._model = SubwordVectors.in_folder(source, is_listed)
        usual = _MIN_SIMILARITY_OF_WORDLLAMA if source == WORDLLAMA else _MIN_SIMILARITY
        self.min_similarity = usual if min_similarity is None else min_similarity
        if not isinstance(self.min_similarity, Real) or not 0 < self.min_similarity <= 1:
            raise UsageError(
                Argument("min_similarity"), f" is {min_similarity}; it must be in (0, 1]"
            )

    @property
    def min_similarities(self) -> tuple[float, float]:
        """The least cosines of two words anywhere, and right before or behind a match."""
        return self.min_similarity, min(self.min_similarity, _MIN_SIMILARITY_BESIDE_A_MATCH)

    @property
    def is_wordllama(self) -> bool:
        """Whether they are those of the package wordllama."""
        return self._path == WORDLLAMA

    @property
    def is_file(self) -> bool:
        """Whether all of the words must be known before the vectors are read."""
        return self._model is None

    @property
    def signature(self) -> str:
        """Its name with its version or the start of a digest, and the least similarity.

        Raises:
            InputError: A file cannot be read.
        """
        from importlib.metadata import version

        if self.is_wordllama:
            name = f"{WORDLLAMA}-{version(WORDLLAMA)}"
        else:
            digest = digest_of_text(self._path) if self._model is None else self._model.digest()
            name = named_by_content(self._path, digest)
        return f"vectors:{name}|similarity:{self.min_similarity:.7g}"

    def find(self, words: Sequence[str], *, fold_case: bool) -> FoundVectors:
        """Find the vectors of words.

        Args:
            words: The words, all different; for a file, all words of a text, as it is read whole.
            fold_case: Whether the words are in lower case for words in any case.

        Raises:
            InputError: A file cannot be read, or is not in its format.
        """
        if self._model is None:
            places, values = read_word_vectors(self._path, words, fold_case=fold_case)
            return FoundVectors(places, values, np.zeros(len(places), bool))
        return FoundVectors(*self._model.find(words))


class VectorRows:
    """The vectors of a vocabulary, rounded to whole numbers, as the kernel takes them.

    Examples:
        >>> rows = VectorRows()
        >>> found = np.array([0, 2], np.int32), np.float32([[3, 4], [0, 1]]), np.array([0, 1], bool)
        >>> rows.extend(np.array([0, 0, 1], np.uint8), FoundVectors(*found))
        >>> rows.row_of_word, rows.values
        (array([ 0, -1,  1], dtype=int32), array([[4915, 6554], [   0, 6554]], dtype=int16))
        >>> rows.only_in_references
        array([0, 0, 1], dtype=uint8)
    """

    def __init__(self) -> None:
        self._only_in_references: GrowingArray[np.uint8] = GrowingArray(np.uint8)
        self._row_of_word: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._values: GrowingArray[np.int16] = GrowingArray(np.int16)
        self._dimensions = 1

    @property
    def row_of_word(self) -> NDArray[np.int32]:
        """The row of each word, -1 for a word without a vector."""
        return self._row_of_word.values

    @property
    def only_in_references(self) -> NDArray[np.uint8]:
        """Whether each word has its vector only in references."""
        return self._only_in_references.values

    @property
    def values(self) -> NDArray[np.int16]:
        """The vectors, a row each."""
        return self._values.values.reshape(-1, self._dimensions)

    def extend(self, frequent: NDArray[np.uint8], found: FoundVectors) -> None:
        """Append words, frequent or not, some of which have vectors that are not all zeros."""
        rows = np.full(len(frequent), -1, np.int32)
        rows[found.places] = np.arange(len(found.places)) + len(self.values)
        self._row_of_word.extend(rows)
        doubtful = np.zeros(len(frequent), np.uint8)
        doubtful[found.places] = found.doubtful
        self._only_in_references.extend(doubtful)
        if len(found.places) > 0:
            self._dimensions = found.values.shape[1]
            lengths = np.where(frequent[found.places], _LENGTH_OF_FREQUENT * LENGTH, LENGTH)
            for first in range(0, len(found.values), _ROWS_AT_A_TIME):
                some = slice(first, first + _ROWS_AT_A_TIME)
                self._values.extend(_whole(found.values[some], lengths[some]).ravel())


def _whole(vectors: NDArray[np.float32], lengths: NDArray[np.float64]) -> NDArray[np.int16]:
    scaled = vectors.astype(np.float64)
    factors = lengths / np.sqrt(np.square(scaled).sum(axis=1))
    whole: NDArray[np.int16] = np.rint(scaled * factors[:, None]).astype(np.int16)
    return whole
