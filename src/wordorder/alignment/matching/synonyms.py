"""Synonyms: WordNet's, for English, and a user's own groups.

WordNet's come from a small table made by tools/make_wordnet_table.py. Base forms are found as by
WordNet's own morphy; kernels/words/wordnet.hpp has the rules.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.errors import InputError
from wordorder.output.console import visible
from wordorder.text.languages import language as find_language
from wordorder.text.reader import read_blocks, read_lines
from wordorder.text.source import Place, quoted, shown_name, visible_name
from wordorder.text.tokenizers import split_words

WORDNET_VERSION = "3.0"
"""The release of WordNet that the table is made from."""

MAX_GROUPS = 1_000_000
"""The most groups that a file may have: more are surely a mistake and would exhaust memory."""

_WORDNET = Path(__file__).with_name("data") / "wordnet.gz"

_EXPECTED = "give two or more words on each line, separated by tabs"

# Two threads must not both read standard input. One lock serves all objects: one that had its own
# could not be pickled for another process.
_READING = Lock()


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
    values: NDArray[np.int32] = np.empty(0, np.int32)
    offsets: NDArray[np.int64] = np.zeros(len(words) + 1, np.int64)
    first_own = 0
    if language is not None and find_language(language).synonyms == "wordnet":
        table = wordnet_table()
        rows = table.synsets(list(words))
        values, offsets = rows.values, rows.offsets.astype(np.int64, copy=False)
        first_own = table.synset_count
    if not own:
        return values, offsets
    groups = [own.get(word, ()) for word in words]
    counts = np.fromiter(map(len, groups), np.int64, len(words))
    own_values = np.fromiter(chain.from_iterable(groups), np.int32, int(counts.sum()))
    # Behind the classes that the word has from WordNet.
    values = np.insert(values, np.repeat(offsets[1:], counts), own_values + first_own)
    return values, offsets + np.concatenate([[0], np.cumsum(counts)])


@cache
def wordnet_table(file: Path = _WORDNET) -> _kernels.WordNet:
    """Return the table, read at the first call.

    Raises:
        InputError: The table is missing or damaged.
    """
    try:
        return _kernels.WordNet(zlib.decompress(file.read_bytes(), wbits=zlib.MAX_WBITS | 16))
    except (OSError, zlib.error, InputError) as error:
        raise InputError(f"{file}: cannot be read: {error}; install wordorder again") from None


def synsets(word: str) -> tuple[int, ...]:
    """Find the synsets of an English word and of its possible base forms.

    Two words are synonyms if they share a synset of any part of speech, as the part of speech of a
    word in a text is unknown. The first call reads the table.

    Args:
        word: A word in lower case.

    Returns:
        Numbers below the table's `synset_count`, ascending; none for a word outside the table,
        which has WordNet and the forms of modal verbs and other words that WordNet lacks.
        The numbers are not WordNet's own: synsets that link the same words are merged, and synsets
        that link a word to no other are kept only as needed to link it to its own forms.

    Examples:
        >>> bool({*synsets("cars")} & {*synsets("automobile")})
        True
        >>> bool({*synsets("geese")} & {*synsets("ducks")})
        False
        >>> synsets("gans"), synsets("")
        ((), ())
    """
    return tuple(wordnet_table().synsets([word]).values.tolist())


def is_in_wordnet(word: str) -> bool:
    """Return whether WordNet links an English word, or a base form of it, with another word.

    Examples:
        >>> is_in_wordnet("automobiles"), is_in_wordnet("balofu")
        (True, False)
    """
    return bool(synsets(word))


# A user's own synonyms: one group of words per line.


class _Groups(NamedTuple):
    numbers_of: dict[str, list[int]]
    digest: str


class OwnSynonyms:
    r"""The groups of a file, read at first use and kept.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "synonyms.tsv")
        ...     _ = file.write_text("lorry\ttruck\ntruck\tcart\n")
        ...     own = OwnSynonyms(file)
        ...     own.numbers_of
        {'lorry': [0], 'truck': [0, 1], 'cart': [1]}
    """

    def __init__(self, path: str | os.PathLike[str], *, fold_case: bool = True) -> None:
        self._path = path
        self._fold_case = fold_case
        self._groups: _Groups | InputError | None = None

    @property
    def numbers_of(self) -> dict[str, list[int]]:
        """The groups of each word, numbered from 0.

        Raises:
            InputError: As in `read_synonym_groups`.
        """
        return self._read_once().numbers_of

    @property
    def digest(self) -> str:
        """The SHA-256 of the text, in hexadecimal.

        Raises:
            InputError: As in `read_synonym_groups`.
        """
        return self._read_once().digest

    def _read_once(self) -> _Groups:
        with _READING:
            if self._groups is None:
                # A failure is kept, too: standard input would seem empty the second time.
                try:
                    self._groups = self._read()
                except InputError as error:
                    self._groups = error
        if isinstance(self._groups, InputError):
            raise self._groups
        return self._groups

    def _read(self) -> _Groups:
        text = sha256()
        numbers_of: dict[str, list[int]] = {}
        groups = read_synonym_groups(
            self._path,
            fold_case=self._fold_case,
            on_line=lambda line: text.update(f"{line}\n".encode()),
        )
        for number, group in enumerate(groups):
            for word in group:
                numbers_of.setdefault(word, []).append(number)
        return _Groups(numbers_of, text.hexdigest())


def read_synonym_groups(
    path: str | os.PathLike[str],
    *,
    fold_case: bool = True,
    on_line: Callable[[str], object] | None = None,
    most_groups: int = MAX_GROUPS,
) -> Generator[tuple[str, ...], None, None]:
    r"""Stream groups of synonyms.

    Each line is a group of words separated by tabs. Empty lines and lines that begin with ``#``
    are ignored. Words match literally: inflected forms must be listed.

    Args:
        path: A path, or ``-`` for standard input.
        fold_case: Whether to lowercase the words.
        on_line: Called with every line, including ignored ones.
        most_groups: The most groups.

    Yields:
        The distinct words of each group, in order.

    Raises:
        InputError: The file cannot be read, a line has fewer than two words, a field has more
            than one word, or there are more groups.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "synonyms.tsv")
        ...     _ = file.write_text("# from our glossary\nlorry\ttruck\nDr\tdr.\tdoctor\n")
        ...     list(read_synonym_groups(file))
        [('lorry', 'truck'), ('dr', 'dr.', 'doctor')]
    """
    name = visible_name(path)
    count = 0
    with closing(read_lines(path)) as lines:
        for number, line in lines:
            if on_line is not None:
                on_line(line)
            if line.startswith("#") or not split_words(line):
                continue
            count += 1
            place = Place(name, number)
            if count > most_groups:
                raise place.error(f"more than {most_groups:,} groups of synonyms")
            # Spreadsheets pad short rows with empty fields.
            words = [word for field in line.split("\t") if (word := field.strip(" "))]
            for word in words:
                if " " in word:
                    raise place.error(f"'{quoted(word)}' is not one word; {_EXPECTED}")
            if len(words) == 1:
                raise place.error(f"'{quoted(words[0])}' has no synonym; {_EXPECTED}")
            yield tuple(dict.fromkeys(map(str.lower, words) if fold_case else words))


# Files in signatures.


def named_by_content(path: str | os.PathLike[str], digest: str) -> str:
    """Name a file without its folder, with the start of a digest of its content.

    Examples:
        >>> named_by_content("data/paraphrase-en.gz", "1a2b3c4d5e6f7a8b")
        'paraphrase-en.gz-1a2b3c4d'
        >>> named_by_content("-", "1a2b3c4d5e6f7a8b")
        '<stdin>-1a2b3c4d'
    """
    # A bar would end this part of a signature.
    name = visible(Path(shown_name(path)).name).replace("|", "_")
    return f"{name}-{digest[:8]}"


def digest_of_text(path: str | os.PathLike[str]) -> str:
    r"""Return the SHA-256 of a text, whatever its compression and line ends.

    Raises:
        InputError: The file cannot be read.

    Examples:
        >>> import gzip, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = Path(folder, "table.gz")
        ...     _ = file.write_bytes(gzip.compress(b"0.5\r\nbig\r\nlarge\r\n"))
        ...     digest_of_text(file) == sha256(b"0.5\nbig\nlarge\n").hexdigest()
        True
    """
    text = sha256()
    for block in read_blocks(path):
        text.update(block.data)
    return text.hexdigest()
