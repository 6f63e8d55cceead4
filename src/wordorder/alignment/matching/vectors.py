"""Sources of word vectors: wordllama, a folder of model2vec or a text file.

A text file has the format of word2vec and fastText. The other two have the vectors of subwords.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Generator, Sequence
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordorder.alignment.matching.synonyms import digest_of_text, is_in_wordnet, named_by_content
from wordorder.alignment.matching.word_data import FoundVectors
from wordorder.errors import Argument, InputError, MissingExtraError, UsageError
from wordorder.output.console import visible
from wordorder.text.languages import Language
from wordorder.text.reader import read_blocks
from wordorder.text.source import Place, quoted, visible_name

WORDLLAMA = "wordllama"

# The cosines of word2vec and fastText tend to be larger than those of wordllama.
_MIN_SIMILARITY_OF_WORDLLAMA = 0.2
_MIN_SIMILARITY = 0.4

# Beside a match, words need hardly any similarity: a match vouches for its neighbours.
_MIN_SIMILARITY_BESIDE_A_MATCH = 0.01

_EXPECTED = "give a word and its vector on each line, separated by spaces"
_LARGEST = 1e38  # near the largest 32-bit float

_EXTRA = "vectors"
_TYPES = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "I32": "<i4", "I64": "<i8"}
_LARGEST_HEADER = 1 << 26  # in bytes: a larger one is not a header

_USUAL_MARKS = frozenset(".,;:!?…'\"‘’“”«»()[]-–—/%&$€£")
_MOST_CHARACTERS = 100  # longer strings are not words, and slow to tokenise


class VectorSource:
    """The package wordllama, a folder in model2vec's format, or a text file of vectors.

    Args:
        source: ``wordllama``, or a path.
        language: The language of the texts, or None.
        min_similarity: The least cosine of two words that match; by default 0.2 for wordllama and
            0.4 for others.

    Raises:
        MissingExtraError: A package is not installed.
        UsageError: The vectors are for another language, the similarity is outside (0, 1], or the
            source is standard input.
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
                code = "an unknown language" if language is None else language.code
                raise UsageError(
                    Argument("vectors"),
                    f" {WORDLLAMA} is for English only, not for {code}: give ",
                    Argument("lang", "en"),
                    ", or a file of vectors for your language",
                )
            self._model = SubwordVectors(*wordllama_files(), is_listed)
        elif os.fspath(source) == "-":
            raise UsageError(
                "vectors cannot come from standard input, because every text reads them again: "
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
        """Whether the vectors are those of the package wordllama."""
        return self._path == WORDLLAMA

    @property
    def is_file(self) -> bool:
        """Whether this is a text file, which needs all words before it is read."""
        return self._model is None

    @property
    def signature(self) -> str:
        """The name of the source, with its version or digest, and the least similarity.

        Raises:
            InputError: A file cannot be read.
        """
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
            fold_case: Whether the words are lower-cased, and stand for words in any case.

        Raises:
            InputError: A file cannot be read, or is not in its format.
        """
        if self._model is None:
            places, values = read_word_vectors(self._path, words, fold_case=fold_case)
            return FoundVectors(places, values, np.zeros(len(places), bool))
        return self._model.find(words)


# Vectors of words in a text file.


def read_word_vectors(
    path: str | os.PathLike[str], words: Sequence[str], *, fold_case: bool
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    r"""Read a file, plain or compressed, and keep the vectors of some words.

    Each line has a word and its numbers, separated by spaces; the first line may have the number of
    words and of dimensions. Of several lines for a word the first counts.

    Args:
        path: A path.
        words: The words, all different.
        fold_case: Whether the words are lower-cased. A word then takes the vector of its lower-case
            form, or else the first in any case.

    Returns:
        The places of the words that have a vector, ascending, and their vectors, a row each.

    Raises:
        InputError: The file cannot be read, the lines differ in their number of values, a value is
            not a finite number, or the file has none of the words.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "vectors.txt")
        ...     _ = file.write_text("3 2\nthe 1 0\nHouse 0.5 0.5\nhouses 0.5 0.4\n")
        ...     read_word_vectors(file, ["a", "house", "the"], fold_case=True)
        (array([1, 2], dtype=int32), array([[0.5, 0.5], [1. , 0. ]], dtype=float32))
    """
    place_of = {word: place for place, word in enumerate(words)}
    vector_of: dict[int, NDArray[np.float32]] = {}
    as_written: set[int] = set()
    name = visible_name(path)
    for line, word, numbers in _rows(path, name):
        place = place_of.get(word.lower() if fold_case else word)
        is_written_so = place is not None and words[place] == word
        if place is None or place in as_written or (place in vector_of and not is_written_so):
            continue
        vector = _values(numbers, Place(name, line))
        if vector.any():
            vector_of[place] = vector
            if is_written_so:
                as_written.add(place)
    if words and not vector_of:
        raise InputError(
            f"{name}: no vector for any word of the texts; give vectors of their language"
        )
    places = sorted(vector_of)
    values = np.array([vector_of[place] for place in places], np.float32)
    return np.array(places, np.int32), values.reshape(len(places), -1)


def _rows(path: str | os.PathLike[str], name: str) -> Generator[tuple[int, str, bytes], None, None]:
    """Stream line number, word and values, the same number of values in all lines."""
    dimensions = None
    for block in read_blocks(path):
        for number, line in enumerate(block.data.splitlines(), block.first_line):
            text = line.replace(b"\t", b" ").rstrip(b" ")
            if b"  " in text:
                text = re.sub(rb" +", b" ", text)
            if not text:
                continue
            if number == 1 and re.fullmatch(rb"[0-9]+ [0-9]+", text):
                dimensions = int(text.split()[1])
                continue
            values = text.count(b" ")
            if dimensions is None:
                dimensions = values
            if values != dimensions or values == 0:
                if values > dimensions and not _is_number(text.split(b" ")[1]):
                    continue  # a word with spaces, which no text has
                raise Place(name, number).error(
                    f"{values} values, expected {dimensions or 'at least 1'}: {_EXPECTED}"
                )
            word, _, numbers = text.partition(b" ")
            yield number, word.decode(), numbers
    if dimensions is None:
        raise InputError(f"{name}: the file is empty; {_EXPECTED}")


def _is_number(field: bytes) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return b"_" not in field  # which Python allows in numbers


def _values(numbers: bytes, place: Place) -> NDArray[np.float32]:
    values = []
    for field in numbers.split(b" "):
        if not _is_number(field) or not abs(float(field)) < _LARGEST:
            wrong = "not a finite number"
            if _is_number(field) and field[-1:].isdigit():  # neither nan nor inf
                wrong = "out of range"
            raise place.error(f"'{quoted(field.decode())}' is {wrong}: {_EXPECTED}")
        values.append(float(field))
    return np.array(values, np.float32)


# Vectors of subwords: wordllama and model2vec.


def wordllama_files() -> tuple[Path, Path]:
    """Find tokeniser and weights inside the package wordllama, without importing it.

    The loader of the package searches a cache and downloads missing files.

    Raises:
        MissingExtraError: The package is not installed, or lacks the files.
    """
    package = find_spec("wordllama")
    for folder in (package and package.submodule_search_locations) or ():
        tokenizer = Path(folder, "tokenizers", "l2_supercat_tokenizer_config.json")
        weights = Path(folder, "weights", "l2_supercat_256.safetensors")
        if tokenizer.is_file() and weights.is_file():
            return tokenizer, weights
    raise MissingExtraError("wordllama", "the stage vectors", _EXTRA)


class SubwordVectors:
    """A tokeniser and the vectors of its subwords; the vector of a word is the sum of theirs.

    Both files are read at first use. Nonsense has subwords, too, and so would resemble some word.
    A word is *doubtful* if it is neither a single subword, nor a clitic, nor listed in a
    dictionary; so are unusual punctuation marks, but not numbers.

    Args:
        tokenizer: A file in the format of the package tokenizers.
        weights: A file in the safetensors format.
        is_listed: Tells whether a dictionary has a word; by default there is no dictionary.

    Raises:
        MissingExtraError: The package tokenizers is not installed.
    """

    def __init__(
        self, tokenizer: Path, weights: Path, is_listed: Callable[[str], bool] | None = None
    ) -> None:
        if find_spec("tokenizers") is None:
            raise MissingExtraError("tokenizers", "the stage vectors", _EXTRA)
        self._files = tokenizer, weights
        self._is_listed = is_listed
        self._loaded: tuple[Any, NDArray[np.float32]] | None = None

    @classmethod
    def in_folder(
        cls, folder: str | os.PathLike[str], is_listed: Callable[[str], bool] | None = None
    ) -> SubwordVectors:
        """Take the files of a folder in model2vec's format."""
        return cls(Path(folder, "tokenizer.json"), Path(folder, "model.safetensors"), is_listed)

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_loaded": None}

    def digest(self) -> str:
        """Return the SHA-256 of both files, one after the other.

        Raises:
            InputError: A file cannot be read.
        """
        return sha256(b"".join(map(_content, self._files))).hexdigest()

    def find(self, words: Sequence[str]) -> FoundVectors:
        """Find the words that have a vector.

        Raises:
            InputError: A file cannot be read, or is not in its format.
        """
        if self._loaded is None:
            self._loaded = _tokenizer(self._files[0]), _embeddings(self._files[1])
        tokenizer, embeddings = self._loaded
        places: list[int] = []
        starts: list[int] = []
        subwords: list[int] = []
        doubtful: list[bool] = []
        for place, word in enumerate(words):
            if len(word) > _MOST_CHARACTERS:
                continue
            pieces = tokenizer.encode(word, add_special_tokens=False).ids
            if known := [subword for subword in pieces if subword < len(embeddings)]:
                places.append(place)
                starts.append(len(subwords))
                subwords += known
                doubtful.append(self._is_doubtful(word, len(pieces)))
        sums = _sums(embeddings, np.array(subwords, np.int64), starts)
        has_vector = sums.any(axis=1)
        return FoundVectors(
            np.array(places, np.int32)[has_vector],
            sums[has_vector],
            np.array(doubtful, bool)[has_vector],
        )

    def _is_doubtful(self, word: str, subwords: int) -> bool:
        """Return whether a word may be nonsense."""
        if word.isalpha():
            return subwords > 1 and (self._is_listed is None or not self._is_listed(word))
        if not any(map(str.isalpha, word)):
            return word not in _USUAL_MARKS and not any(map(str.isdigit, word))
        if subwords == 1 or word.startswith(("'", "’")) or word == "n't":
            return False
        parts = "".join(letter if letter.isalpha() else " " for letter in word).split()
        return self._is_listed is None or not all(map(self._is_listed, parts))


def _sums(
    embeddings: NDArray[np.float32], subwords: NDArray[np.int64], starts: Sequence[int]
) -> NDArray[np.float32]:
    """Sum the subword vectors of each word: the first of all words, then the second, and so on."""
    first = np.array(starts, np.int64)
    counts = np.diff(first, append=len(subwords))
    sums = embeddings[subwords[first]]
    longer = np.arange(len(first))
    for place in range(1, counts.max(initial=0)):
        longer = longer[counts[longer] > place]
        sums[longer] += embeddings[subwords[first[longer] + place]]
    return sums


def _tokenizer(path: Path) -> Any:
    tokenizers: Any = import_module("tokenizers")  # optional
    content = _content(path)
    try:
        tokenizer = tokenizers.Tokenizer.from_buffer(content)
    except Exception as error:  # the package has no exception class of its own
        raise InputError(f"{visible(str(path))}: not a valid tokeniser") from error
    tokenizer.no_padding()
    return tokenizer


def _embeddings(path: Path) -> NDArray[np.float32]:
    """Read the vectors of all subwords: those of model2vec may be weighted and shared."""
    tensors = _read_tensors(path)
    table = tensors.get("embeddings", tensors.get("embedding.weight"))
    if table is None or table.ndim != 2 or 0 in table.shape:
        raise InputError(
            f"{visible(str(path))}: no table named embeddings; give a model2vec folder"
        )
    vectors = table.astype(np.float32)
    try:
        if "mapping" in tensors:
            vectors = vectors[tensors["mapping"]]
        if "weights" in tensors:
            vectors = vectors * tensors["weights"].astype(np.float32)[:, None]
    except (IndexError, ValueError) as error:
        raise _damaged(path) from error
    if not np.isfinite(vectors).all():
        raise InputError(f"{visible(str(path))}: a vector has a value that is not a finite number")
    return vectors


def _read_tensors(path: Path) -> dict[str, NDArray[Any]]:
    """Read a safetensors file: the length of a JSON header, the header, then raw numbers."""
    content = _content(path)
    start = 8 + int.from_bytes(content[:8], "little")
    if len(content) < start or start > _LARGEST_HEADER:
        raise _damaged(path)
    tensors = {}
    try:
        header = json.loads(content[8:start])
        for name, tensor in header.items():
            if name == "__metadata__" or tensor["dtype"] not in _TYPES:
                continue
            first, end = tensor["data_offsets"]
            numbers = np.frombuffer(content[start + first : start + end], _TYPES[tensor["dtype"]])
            tensors[name] = numbers.reshape(tensor["shape"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _damaged(path) from error
    return tensors


def _damaged(path: Path) -> InputError:
    return InputError(f"{visible(str(path))}: not a safetensors file, or a damaged one")


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise InputError(
            f"{visible(str(path))}: {reason}; a folder of vectors needs the files "
            "tokenizer.json and model.safetensors"
        ) from error
