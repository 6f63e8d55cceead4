"""The synsets of a word and its base forms, from the definition, and a reader of the table.

tools/make_wordnet_table.py describes the format of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PARTS = ("noun", "verb", "adj", "adv", "other")

# The ending of an inflected form, and that of its base form; the order is morphy's.
SUFFIXES = {
    "noun": "s- ses-s xes-x zes-z ches-ch shes-sh men-man ies-y",
    "verb": "s- ies-y es-e es- ed-e ed- ing-e ing-",
    "adj": "er- est- er-e est-e",
    "adv": "",
    "other": "",
}


@dataclass(frozen=True)
class WordNetTable:
    """The words of each synset, and the bases of each irregular form, by part of speech."""

    title: str
    words: list[str]
    synsets: dict[str, list[list[str]]]
    irregular: dict[str, dict[str, list[str]]]

    @cached_property
    def numbers(self) -> dict[str, dict[str, list[int]]]:
        """The synsets of each word, by part of speech; all synsets are numbered from 0."""
        numbers: dict[str, dict[str, list[int]]] = {part: {} for part in PARTS}
        synsets = [(part, words) for part in PARTS for words in self.synsets[part]]
        for number, (part, words) in enumerate(synsets):
            for word in words:
                numbers[part].setdefault(word, []).append(number)
        return numbers

    @property
    def synset_count(self) -> int:
        return sum(map(len, self.synsets.values()))

    def synsets_of(self, word: str) -> list[int]:
        lemmas = {word}.union(*(self.bases(word, part) for part in PARTS))
        return sorted(
            {
                number
                for part in PARTS
                for lemma in lemmas
                for number in self.numbers[part].get(lemma, [])
            }
        )

    def bases(self, word: str, part: str) -> list[str]:
        """The base forms that a word may have in a part of speech, besides itself."""
        if word in self.irregular[part]:
            return self.irregular[part][word]
        if len(word) <= 2 or word.endswith("ss"):
            return []
        rules = [rule.split("-") for rule in SUFFIXES[part].split()]
        candidates = [word[: -len(old)] + new for old, new in rules if word.endswith(old)]
        return [base for base in candidates if base in self.numbers[part]][:1]


def read_wordnet_table(table: bytes) -> WordNetTable:
    """Read a table that is sound, without its compression."""
    title, _, rest = table.partition(b"\n")
    data = iter(rest)
    words: list[str] = []
    for _ in range(_number(data)):
        shared = next(data)
        tail = bytes(iter(lambda: next(data), ord("\n"))).decode("ascii")
        words.append((words[-1][:shared] if shared else "") + tail)
    synsets: dict[str, list[list[str]]] = {}
    for part in PARTS:
        synsets[part] = []
        first = 0
        for _ in range(_number(data)):
            first = (first + _number(data)) % len(words)
            steps = [_number(data) + 1 for _ in range(_number(data))]
            synsets[part].append([words[place] for place in accumulate([first, *steps])])
    irregular: dict[str, dict[str, list[str]]] = {}
    for part in PARTS:
        irregular[part] = {}
        form = 0
        for _ in range(_number(data)):
            form += _number(data)
            bases = [words[_number(data)] for _ in range(_number(data))]
            irregular[part][words[form]] = bases
    assert not list(data)
    return WordNetTable(title.decode("ascii"), words, synsets, irregular)


def _number(data: Iterator[int]) -> int:
    byte = next(data)
    return byte if byte < 0x80 else (byte & 0x7F) | _number(data) << 7
