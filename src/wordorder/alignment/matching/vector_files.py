"""Word vectors in the text format of word2vec and fastText."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError
from wordorder.output import visible
from wordorder.text import Place, quoted, read_blocks, shown_name

if TYPE_CHECKING:
    import os
    from collections.abc import Generator, Sequence

    from numpy.typing import NDArray


_EXPECTED = "give a word and its vector on each line, separated by spaces"
_LARGEST = 1e38  # what 32 bits hold


def read_word_vectors(
    path: str | os.PathLike[str], words: Sequence[str], *, fold_case: bool
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    r"""Read a file, plain or compressed, and keep the vectors of some words.

    Each line has a word and its numbers, separated by spaces; the first line may have the number of
    words and of dimensions. Of several lines for a word the first counts.

    Args:
        path: A path.
        words: The words, all different.
        fold_case: Whether the words are in lower case. A word that the file has in lower case, too,
            takes that vector, else the first in any case.

    Returns:
        The places of the words that have a vector, ascending, and their vectors, a row each.

    Raises:
        InputError: The file cannot be read, a line has another number of values than the first, a
            value is not a finite number, or the file has none of the words.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "vectors.txt")
        ...     _ = file.write_text("3 2\nthe 1 0\nHouse 0.5 0.5\nhouses 0.5 0.4\n")
        ...     read_word_vectors(file, ["a", "house", "the"], fold_case=True)
        (array([1, 2], dtype=int32), array([[0.5, 0.5], [1. , 0. ]], dtype=float32))
    """
    place_of = {word: place for place, word in enumerate(words)}
    found: dict[int, NDArray[np.float32]] = {}
    as_written: set[int] = set()
    name = visible(shown_name(path))
    for line, word, numbers in _rows(path, name):
        place = place_of.get(word.lower() if fold_case else word)
        is_written_so = place is not None and words[place] == word
        if place is None or place in as_written or (place in found and not is_written_so):
            continue
        vector = _values(numbers, Place(name, line))
        if vector.any():
            found[place] = vector
            if is_written_so:
                as_written.add(place)
    if words and not found:
        raise InputError(
            f"{name}: no vector for any word of the texts; give vectors of their language"
        )
    places = sorted(found)
    values = np.array([found[place] for place in places], np.float32)
    return np.array(places, np.int32), values.reshape(len(places), -1)


def _rows(path: str | os.PathLike[str], name: str) -> Generator[tuple[int, str, bytes], None, None]:
    """Stream line number, word and numbers, of which there are as many in all lines."""
    dimensions = None
    for block in read_blocks(path):
        for number, line in enumerate(block.data.splitlines(), block.first_line):
            text = line.replace(b"\t", b" ").rstrip(b" ")
            if b"  " in text:
                text = re.sub(rb" +", b" ", text)
            if not text:
                continue
            if number == 1 and _is_header(text):
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


def _is_header(line: bytes) -> bool:
    fields = line.split(b" ")
    return len(fields) == 2 and all(field.isdigit() for field in fields)


def _is_number(field: bytes) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return b"_" not in field  # which Python allows


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
