"""WordNet's synonyms of English words, from a small table made by tools/make_wordnet_table.py.

An inflected word is traced to its base forms as WordNet's own morphy does, apart for each part
of speech: by the list of irregular forms or, if the word is not in it, by the first suffix rule
that leads to a word of that part of speech.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.text import read_blocks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WORDNET_VERSION = "3.0"
"""The release of WordNet that the table is made from."""

_PATH = Path(__file__).with_name("data") / "wordnet.txt.xz"

# What an inflected form ends in, and what stands there in its base form; the order is morphy's.
_SUFFIXES = {
    "noun": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "verb": (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}


@dataclass(frozen=True, slots=True)
class _PartOfSpeech:
    """What WordNet knows of the words of one part of speech.

    Attributes:
        synsets: The numbers of the synsets of each base form, rising.
        irregular: What each irregular form may be a form of.
        suffixes: The endings of regular forms.
    """

    synsets: Mapping[str, list[int]]
    irregular: Mapping[str, list[str]]
    suffixes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Table:
    parts_of_speech: tuple[_PartOfSpeech, ...]
    synset_count: int


def synsets(word: str) -> tuple[int, ...]:
    """Find the synsets of an English word and of all that it may be a form of.

    Two words are synonyms if they share a synset, whatever its part of speech: a word in a text
    does not tell which it has. The first call reads the table.

    Args:
        word: In lower case.

    Returns:
        Numbers from 0 to `synset_count` - 1, rising; none for a word that WordNet does not know.
        They are not WordNet's own: synsets that link the same words are one, and of those that
        link no others a word has no more than it needs to be linked to its own forms.

    Examples:
        >>> bool({*synsets("cars")} & {*synsets("automobile")})
        True
        >>> bool({*synsets("geese")} & {*synsets("ducks")})
        False
        >>> synsets("gans"), synsets("")
        ((), ())
    """
    parts = _table().parts_of_speech
    bases = {word}
    for part in parts:
        bases.update(_bases(word, part))
    found = {number for part in parts for base in bases for number in part.synsets.get(base, ())}
    return tuple(sorted(found))


def synset_count() -> int:
    """How many synsets there are, so that other numbers can go on behind them."""
    return _table().synset_count


def _bases(word: str, part: _PartOfSpeech) -> Sequence[str]:
    """The base forms that a word of this part of speech may have, besides itself."""
    irregular = part.irregular.get(word)
    if irregular is not None:
        return [base for base in irregular if base in part.synsets]
    # What is as short as "as" or ends like "glass" is neither a plural nor a third person.
    if len(word) <= 2 or word.endswith("ss"):
        return ()
    for ending, base_ending in part.suffixes:
        if word.endswith(ending):
            base = word[: -len(ending)] + base_ending
            if base in part.synsets:
                return (base,)
    return ()


@cache
def _table() -> _Table:
    return _parsed(b"".join(block.data for block in read_blocks(_PATH)).decode("ascii"))


def _parsed(text: str) -> _Table:
    """Read the table; tools/make_wordnet_table.py describes its form."""
    _, *blocks = text.removesuffix("\n").split("\n\n")
    lines_of = {}
    for block in blocks:
        title, *lines_of[title] = block.split("\n")
    parts = []
    synset_count = 0
    for name, suffixes in _SUFFIXES.items():
        synsets_of = _numbers_of_words(lines_of[name], synset_count)
        irregular = _bases_of_forms(lines_of[f"{name} irregular"])
        parts.append(_PartOfSpeech(synsets_of, irregular, suffixes))
        synset_count += len(lines_of[name])
    return _Table(tuple(parts), synset_count)


def _numbers_of_words(synset_lines: list[str], first_number: int) -> dict[str, list[int]]:
    numbers_of = defaultdict(list)
    for number, line in enumerate(synset_lines, first_number):
        for word in line.split(" "):
            numbers_of[word].append(number)
    return numbers_of


def _bases_of_forms(lines: list[str]) -> dict[str, list[str]]:
    bases_of = {}
    for line in lines:
        form, *bases_of[form] = line.split(" ")
    return bases_of
