"""The data that the stages need about the words of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.alignment.matching.growing import GrowingArray
from wordorder.alignment.matching.spelling import Letters
from wordorder.alignment.matching.stems import stem_classes
from wordorder.alignment.matching.synonyms import synonym_classes
from wordorder.alignment.matching.vocabulary import Vocabulary, folded
from wordorder.output import visible
from wordorder.text import read_blocks, shown_name

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from wordorder.alignment.matching.stages import Stage
    from wordorder.alignment.matching.vectors import VectorSource


class WordData:
    r"""A vocabulary and, for the stages in use, the classes of its words.

    Each word is looked up once, when it is new.

    Args:
        stages: The stages in use; stem needs a language.
        language: A BCP 47 code, or None.
        own_synonyms: See `synonym_classes`.
        fold_case: Whether to ignore case.
        vectors: Where the vectors of words come from.
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
        from wordorder.alignment.matching.vectors import VectorRows

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
        self._synonyms: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._synonym_ends: GrowingArray[np.int64] = GrowingArray(np.int64)
        self._synonym_ends.extend([0])
        self._source = vectors
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
        if "synonym" not in self._stages:
            return None
        return _kernels.Ragged(self._synonyms.values, self._synonym_ends.values)

    @property
    def vectors(self) -> _kernels.VectorRows | None:
        """The vectors and letters of words, and the least similarities."""
        if self._source is None:
            return None
        return _kernels.VectorRows(
            self._vectors.row_of_word,
            self._vectors.values,
            self._vectors.only_in_references,
            self._letters.rows,
            *self._source.min_similarities,
        )

    def knowledge(self, weights: Sequence[int]) -> _kernels.WordKnowledge:
        """Return all this as the kernels take it.

        Args:
            weights: Those of the stages.
        """
        return _kernels.WordKnowledge(
            len(self.vocabulary), self.stems, self.synonyms, self.paraphrases, weights, self.vectors
        )

    @property
    def is_for_one_text(self) -> bool:
        """Whether it has read what a large table says about the words of one text."""
        return self.paraphrases is not None or (self._source is not None and self._source.is_file)

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
            self._synonym_ends.extend(offsets[1:] + len(self._synonyms.values))
            self._synonyms.extend(values)
        frequent = np.array([word.lower() in self._frequent_words for word in words], np.uint8)
        self._frequent.extend(frequent)
        if self._source is not None:
            found = self._source.find(words, fold_case=self._fold_case)
            self._vectors.extend(frequent, found)
            self._letters.extend(words)

    def read_paraphrases(self, path: str | os.PathLike[str]) -> None:
        """Read a table; of its millions of phrases, only those of known words are kept.

        Raises:
            InputError: The table cannot be read, or is not in METEOR's format.
        """
        table = _kernels.ParaphraseTable(self.vocabulary.interner, visible(shown_name(path)))
        for block in read_blocks(path):
            table.add(folded(block.data) if self._fold_case else block.data)
        table.finish()
        self.paraphrases = table
