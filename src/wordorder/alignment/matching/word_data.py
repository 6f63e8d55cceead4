"""Word data for the stages of matching: stems, synonyms, vectors, spelling."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.alignment.matching.synonyms import synonym_classes
from wordorder.alignment.matching.vocabulary import GrowingArray, GrowingRows, Vocabulary, folded
from wordorder.text.languages import language as find_language
from wordorder.text.reader import read_blocks
from wordorder.text.source import visible_name

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence, Set as AbstractSet

    from numpy.typing import NDArray

    from wordorder.alignment.matching.match_batch import Stage
    from wordorder.alignment.matching.vectors import VectorSource

# Lengths of words that can be spelt alike: shorter words that differ in one letter are mostly
# different words, and longer strings are not words.
_FEWEST_LETTERS, _MOST_LETTERS = 5, 100

VECTOR_LENGTH = 1 << 13  # the norm of vectors in the kernel

# Frequent words resemble many others, mostly elsewhere in the sentence: they count less.
_LENGTH_OF_FREQUENT = 0.8 * VECTOR_LENGTH

_ROWS_AT_A_TIME = 1 << 12


class WordData:
    r"""A vocabulary and, for the stages in use, the classes of its words.

    Each word is looked up once, when it is new.

    Args:
        stages: The stages in use; stem needs a language.
        language: A BCP 47 code, or None.
        own_synonyms: See `synonym_classes`.
        fold_case: Whether to ignore case.
        vectors: The source of word vectors.
        frequent: Words to mark as frequent, in lower case.

    Examples:
        >>> data = WordData(["exact", "stem"], "en", None, fold_case=True)
        >>> for block in (b"The houses\n", b"big house\n"):
        ...     data.vocabulary.number(block).values.tolist()
        ...     data.look_up_new_words()
        [0, 1]
        [2, 3]
        >>> data.stems
        array([0, 1, 2, 1], dtype=int32)
    """

    def __init__(
        self,
        stages: Sequence[Stage],
        language: str | None,
        own_synonyms: Mapping[str, Sequence[int]] | None,
        *,
        fold_case: bool,
        vectors: VectorSource | None = None,
        frequent: AbstractSet[str] = frozenset(),
    ) -> None:
        self.vocabulary = Vocabulary(fold_case=fold_case)
        self.paraphrases: _kernels.ParaphraseTable | None = None
        self._stages = stages
        self._language = language
        self._own_synonyms = own_synonyms
        self._fold_case = fold_case
        self._frequent_words = frequent
        self._looked_up = 0
        self._number_of_stem: dict[str, int] = {}
        self._stems: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._synonyms = GrowingRows()
        self._vector_source = vectors
        if vectors is not None:
            self._vectors = VectorRows()
        self._letters = Letters()
        self._frequent: GrowingArray[np.uint8] = GrowingArray(np.uint8)

    @property
    def stems(self) -> NDArray[np.int32] | None:
        """The number of each word's stem."""
        return self._stems.values if "stem" in self._stages else None

    @property
    def synonyms(self) -> _kernels.Ragged | None:
        """The class numbers of each word."""
        return self._synonyms.ragged if "synonym" in self._stages else None

    @property
    def vectors(self) -> _kernels.VectorRows | None:
        """The vectors and letters of words, and the least similarities."""
        if self._vector_source is None:
            return None
        return _kernels.VectorRows(
            self._vectors.row_of_word,
            self._vectors.values,
            self._vectors.only_in_references,
            self._letters.rows,
            *self._vector_source.min_similarities,
        )

    def knowledge(self, weights: Sequence[int]) -> _kernels.WordKnowledge:
        """Return the data of all words in kernel form.

        Args:
            weights: The weights of the stages.
        """
        return _kernels.WordKnowledge(
            len(self.vocabulary), self.stems, self.synonyms, self.paraphrases, weights, self.vectors
        )

    @property
    def is_for_one_text(self) -> bool:
        """Whether it has the part of a large table that is about the words of one text."""
        return self.paraphrases is not None or (
            self._vector_source is not None and self._vector_source.is_file
        )

    @property
    def frequent(self) -> NDArray[np.uint8]:
        """Whether each word is frequent."""
        return self._frequent.values

    def look_up_new_words(self) -> None:
        """Find the classes of new words in the vocabulary."""
        words = self.vocabulary.words(self._looked_up)
        if not words:
            return
        self._looked_up += len(words)
        if "stem" in self._stages and self._language is not None:
            self._stems.extend(stem_classes(words, self._language, self._number_of_stem))
        if "synonym" in self._stages:
            values, offsets = synonym_classes(words, self._language, self._own_synonyms)
            self._synonyms.extend(values, np.diff(offsets))
        frequent = np.array([word.lower() in self._frequent_words for word in words], np.uint8)
        self._frequent.extend(frequent)
        if self._vector_source is not None:
            vectors = self._vector_source.find(words, fold_case=self._fold_case)
            self._vectors.extend(frequent, vectors)
            self._letters.extend(words)

    def read_paraphrases(self, path: str | os.PathLike[str]) -> None:
        """Read a table; of its millions of phrases, only those of known words are kept.

        Raises:
            InputError: The table cannot be read, or is not in METEOR's format.
        """
        table = _kernels.ParaphraseTable(self.vocabulary.interner, visible_name(path))
        for block in read_blocks(path):
            table.add(folded(block.data) if self._fold_case else block.data)
        table.finish()
        self.paraphrases = table


def stem_classes(
    words: Sequence[str], language: str, number_of: dict[str, int] | None = None
) -> NDArray[np.int32]:
    """Number words by stem: words with the same stem have the same number.

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


class Letters:
    """The letters of the words of a vocabulary whose spelling can be compared.

    Two words are spelt alike if one letter is different or missing, or two neighbours are swapped.

    Examples:
        >>> letters = Letters()
        >>> letters.extend(["osama", "bin", "2,600", "usama"])
        >>> "".join(map(chr, letters.rows.values)), letters.rows.offsets
        ('osamausama', array([ 0,  5,  5,  5, 10]))
    """

    def __init__(self) -> None:
        self._rows = GrowingRows()

    @property
    def rows(self) -> _kernels.Ragged:
        """The letters of each word."""
        return self._rows.ragged

    def extend(self, words: Sequence[str]) -> None:
        """Append words."""
        spelt = [
            word if _FEWEST_LETTERS <= len(word) <= _MOST_LETTERS and word.isalpha() else ""
            for word in words
        ]
        letters = np.frombuffer("".join(spelt).encode("utf-32-le"), "<i4").astype(np.int32)
        self._rows.extend(letters, [len(word) for word in spelt])


class FoundVectors(NamedTuple):
    """The words of a list that have a vector.

    Attributes:
        places: Their places in the list.
        values: Their vectors.
        doubtful: Whether each word may be nonsense; if so, its vector counts only in references,
            which are written by people.
    """

    places: NDArray[np.int32]
    values: NDArray[np.float32]
    doubtful: NDArray[np.bool_]


class VectorRows:
    """The vectors of a vocabulary in kernel form, rounded to whole numbers.

    Examples:
        >>> rows = VectorRows()
        >>> places, doubtful = np.array([0, 2], np.int32), np.array([False, True])
        >>> vectors = FoundVectors(places, np.float32([[3, 4], [0, 1]]), doubtful)
        >>> rows.extend(np.array([0, 0, 1], np.uint8), vectors)
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

    def extend(self, frequent: NDArray[np.uint8], vectors: FoundVectors) -> None:
        """Append words, frequent or not, and the vectors of some, none of them all zeros."""
        rows = np.full(len(frequent), -1, np.int32)
        rows[vectors.places] = np.arange(len(vectors.places)) + len(self.values)
        self._row_of_word.extend(rows)
        doubtful = np.zeros(len(frequent), np.uint8)
        doubtful[vectors.places] = vectors.doubtful
        self._only_in_references.extend(doubtful)
        if len(vectors.places) > 0:
            self._dimensions = vectors.values.shape[1]
            lengths = np.where(frequent[vectors.places], _LENGTH_OF_FREQUENT, VECTOR_LENGTH)
            for first in range(0, len(vectors.values), _ROWS_AT_A_TIME):
                part = slice(first, first + _ROWS_AT_A_TIME)
                block = vectors.values[part].astype(np.float64)
                factors = lengths[part] / np.sqrt(np.square(block).sum(axis=1))
                whole = np.rint(block * factors[:, None]).astype(np.int16)
                self._values.extend(whole.ravel())
