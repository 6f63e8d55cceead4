"""A user's own synonyms: one group of words per line."""

from __future__ import annotations

from contextlib import closing
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import InputError
from wordorder.output import visible
from wordorder.text import Place, quoted, read_lines, shown_name, split_words

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator

MAX_GROUPS = 1_000_000
"""The most groups that a file may have: more are surely a mistake and would exhaust memory."""

_EXPECTED = "give two or more words on each line, separated by tabs"

# Two threads must not both read standard input. There is one lock for all, as an object with its
# own lock could not be sent to another process.
_READING = Lock()


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
            InputError: As `read_synonym_groups` does.
        """
        return self._read_once().numbers_of

    @property
    def digest(self) -> str:
        """The SHA-256 of the text, in hexadecimal.

        Raises:
            InputError: As `read_synonym_groups` does.
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
) -> Generator[tuple[str, ...], None, None]:
    r"""Stream groups of synonyms.

    Each line is a group of words separated by tabs. Empty lines and lines that begin with ``#``
    are ignored. Words match literally: inflected forms must be listed.

    Args:
        path: A path, or ``-`` for standard input.
        fold_case: Whether to lowercase the words.
        on_line: Called with every line, including ignored ones.

    Yields:
        The distinct words of each group, in order.

    Raises:
        InputError: The file cannot be read, a line has fewer than two words, a field has more
            than one word, or there are more than `MAX_GROUPS` groups.

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
            if on_line is not None:
                on_line(line)
            if line.startswith("#") or not split_words(line):
                continue
            count += 1
            if count > MAX_GROUPS:
                raise Place(name, number).error(f"more than {MAX_GROUPS:,} groups of synonyms")
            words = _words(line, Place(name, number))
            yield tuple(dict.fromkeys(map(str.lower, words) if fold_case else words))


def _words(line: str, place: Place) -> list[str]:
    # Spreadsheets pad short rows with empty fields.
    words = [word for field in line.split("\t") if (word := field.strip(" "))]
    for word in words:
        if " " in word:
            raise place.error(f"'{quoted(word)}' is not one word; {_EXPECTED}")
    if len(words) == 1:
        raise place.error(f"'{quoted(words[0])}' has no synonym; {_EXPECTED}")
    return words
