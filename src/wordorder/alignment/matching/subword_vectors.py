"""Word vectors made of the vectors of subwords: wordllama and model2vec."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from wordorder.errors import InputError, MissingExtraError
from wordorder.output import visible

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

_EXTRA = "vectors"
_TYPES = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "I32": "<i4", "I64": "<i8"}
_LARGEST_HEADER = 1 << 26  # in bytes: a larger one is not a header

# Longer ones are no words, and would take the tokeniser long.
_USUAL_MARKS = frozenset(".,;:!?…'\"‘’“”«»()[]-–—/%&$€£")
_MOST_CHARACTERS = 100


def wordllama_files() -> tuple[Path, Path]:
    """Find tokeniser and weights inside the package wordllama, without importing it.

    Its own way to load them looks into a cache and would ask a server for what is not there.

    Raises:
        MissingExtraError: It is not installed, or has no weights in it.
    """
    package = find_spec("wordllama")
    for folder in (package and package.submodule_search_locations) or ():
        tokenizer = Path(folder, "tokenizers", "l2_supercat_tokenizer_config.json")
        weights = Path(folder, "weights", "l2_supercat_256.safetensors")
        if tokenizer.is_file() and weights.is_file():
            return tokenizer, weights
    raise MissingExtraError("wordllama", "the stage vectors", _EXTRA)


class SubwordVectors:
    """A tokeniser and the vectors of its subwords; a word has the sum of those of its subwords.

    Both are read at first use. Nonsense has subwords, too, and so would be similar to some word:
    a word that is neither a subword by itself, nor a clitic, nor listed in a dictionary is
    *doubtful*, and so are marks other than the usual ones (numbers are not).

    Args:
        tokenizer: A file in the format of the package tokenizers.
        weights: A file in the safetensors format.
        is_listed: Whether a dictionary has a word; by default none has.

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

    def find(
        self, words: Sequence[str]
    ) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.bool_]]:
        """Return the places of the words that have a vector, the vectors, and who is doubtful.

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
            found = tokenizer.encode(word, add_special_tokens=False).ids
            if known := [subword for subword in found if subword < len(embeddings)]:
                places.append(place)
                starts.append(len(subwords))
                subwords += known
                doubtful.append(self._is_doubtful(word, len(found)))
        sums = _sums(embeddings, np.array(subwords, np.int64), starts)
        has_one = sums.any(axis=1)
        return np.array(places, np.int32)[has_one], sums[has_one], np.array(doubtful, bool)[has_one]

    def _is_doubtful(self, word: str, subwords: int) -> bool:
        """Whether it may be nonsense."""
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
    """Add up the vectors of each word: of all words the first one, then the second, and so on."""
    first = np.array(starts, np.int64)
    counts = np.diff(first, append=len(subwords))
    sums = embeddings[subwords[first]]
    longer = np.arange(len(first))
    for place in range(1, counts.max(initial=0)):
        longer = longer[counts[longer] > place]
        sums[longer] += embeddings[subwords[first[longer] + place]]
    return sums


def _tokenizer(path: Path) -> Any:
    tokenizers: Any = import_module("tokenizers")  # as it may be missing
    content = _content(path)
    try:
        tokenizer = tokenizers.Tokenizer.from_buffer(content)
    except Exception as error:  # the package has no class of its own for it
        raise InputError(f"{visible(str(path))}: not a tokeniser that can be read") from error
    tokenizer.no_padding()
    return tokenizer


def _embeddings(path: Path) -> NDArray[np.float32]:
    """Read the vectors of all subwords: those of model2vec may be weighted and shared."""
    tensors = _read_tensors(path)
    found = tensors.get("embeddings", tensors.get("embedding.weight"))
    if found is None or found.ndim != 2 or 0 in found.shape:
        raise InputError(
            f"{visible(str(path))}: no table named embeddings; give a model2vec folder"
        )
    vectors = found.astype(np.float32)
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
            f"{visible(str(path))}: {reason}; a folder of vectors has the files tokenizer.json and "
            "model.safetensors"
        ) from error
