"""WordNet's synonyms of English words, from a small table made by tools/make_wordnet_table.py.

Base forms are found as by WordNet's own morphy, separately for each part of speech: from the list
of irregular forms or, if the word is not in it, by the first suffix rule that yields a word of that
part of speech. WordNet has no modal verbs, pronouns or articles, and no comparative of "soon"; the
forms of these are listed here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.text import read_blocks

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

WORDNET_VERSION = "3.0"
"""The release of WordNet that the table is made from."""

_PATH = Path(__file__).with_name("data") / "wordnet.txt.xz"

# The ending of an inflected form, and that of its base form; the order is morphy's.
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
# "We" and "us" are left out: in lower case, "us" is a country, too.
_OTHER_FORMS = (
    ("can", "could"),
    ("may", "might"),
    ("shall", "should"),
    ("will", "would"),
    ("not", "n't"),
    ("a", "an"),
    ("this", "these"),
    ("i", "me"),
    ("he", "him"),
    ("she", "her"),
    ("they", "them"),
    ("who", "whom"),
    ("soon", "sooner", "soonest"),
)
_ENDINGS = ("s", "men", "ed", "ing", "er", "est")  # what all of them end in
# The same rules by last letter: few words need them all.
_SUFFIXES_BY_LETTER = {
    letter: [
        (part, [rule for rule in rules if rule[0][-1] == letter])
        for part, rules in _SUFFIXES.items()
        if any(ending[-1] == letter for ending, _ in rules)
    ]
    for letter in {ending[-1] for ending in _ENDINGS}
}


@dataclass(frozen=True, slots=True)
class _Table:
    """The contents of WordNet.

    Attributes:
        bases: The base forms of each part of speech.
        irregular: The base forms of each irregular form, by part of speech.
        synsets: The synset numbers of each base form, for all parts of speech, ascending.
        synset_count: The number of synsets.
    """

    bases: Mapping[str, AbstractSet[str]]
    irregular: Mapping[str, Mapping[str, list[str]]]
    synsets: Mapping[str, list[int]]
    synset_count: int


def synsets(word: str) -> tuple[int, ...]:
    """Find the synsets of an English word and of its possible base forms.

    Two words are synonyms if they share a synset of any part of speech, as the part of speech of a
    word in a text is unknown. The first call reads the table.

    Args:
        word: A word in lower case.

    Returns:
        Numbers from 0 to `synset_count` - 1, ascending; none for a word that is not in WordNet,
        nor a form of a modal verb or another word that WordNet lacks.
        They are not WordNet's own: synsets that link the same words are merged, and those that
        link no others are kept only as needed to link a word to its own forms.

    Examples:
        >>> bool({*synsets("cars")} & {*synsets("automobile")})
        True
        >>> bool({*synsets("geese")} & {*synsets("ducks")})
        False
        >>> synsets("gans"), synsets("")
        ((), ())
    """
    table = _table()
    # Most words of a text are not inflected; looking them up in the table is enough.
    if not word.endswith(_ENDINGS) and word not in table.irregular:
        return tuple(table.synsets.get(word, ()))
    bases = {word, *_bases(word, table)}
    rows = [row for base in bases if (row := table.synsets.get(base))]
    return tuple(rows[0] if len(rows) == 1 else sorted(set().union(*rows)))


def is_in_wordnet(word: str) -> bool:
    """Whether WordNet links an English word, or one of its base forms, with another word.

    Examples:
        >>> is_in_wordnet("automobiles"), is_in_wordnet("balofu")
        (True, False)
    """
    return bool(synsets(word))


def synset_count() -> int:
    """The number of synsets, so that other classes can be numbered after them."""
    return _table().synset_count


def _bases(word: str, table: _Table) -> list[str]:
    """The base forms that a word may have, besides itself."""
    irregular = table.irregular.get(word, {})
    found = [base for bases in irregular.values() for base in bases]
    # Words as short as "as" or ending like "glass" are neither plurals nor third person.
    if len(word) <= 2 or word.endswith("ss"):
        return found
    for part, suffixes in _SUFFIXES_BY_LETTER.get(word[-1], ()):
        if part in irregular:
            continue
        for ending, base_ending in suffixes:
            if word.endswith(ending):
                base = word[: -len(ending)] + base_ending
                if base in table.bases[part]:
                    found.append(base)
                    break
    return found


@cache
def _table() -> _Table:
    table = _parsed(b"".join(block.data for block in read_blocks(_PATH)).decode("ascii"))
    synsets_of = dict(table.synsets)
    for number, forms in enumerate(_OTHER_FORMS, table.synset_count):
        for form in forms:
            synsets_of[form] = [*synsets_of.get(form, ()), number]
    count = table.synset_count + len(_OTHER_FORMS)
    return replace(table, synsets=synsets_of, synset_count=count)


def _parsed(text: str) -> _Table:
    """Read the table; tools/make_wordnet_table.py describes its format."""
    _, *blocks = text.removesuffix("\n").split("\n\n")
    lines_of = {}
    for block in blocks:
        title, *lines_of[title] = block.split("\n")
    bases_of: dict[str, set[str]] = {}
    irregular: dict[str, dict[str, list[str]]] = {}
    synsets_of: dict[str, list[int]] = {}
    count = 0
    for part in _SUFFIXES:
        bases = bases_of[part] = set()
        for line in lines_of[part]:
            words = line.split(" ")
            bases.update(words)
            for word in words:
                synsets_of.setdefault(word, []).append(count)
            count += 1
        for line in lines_of[f"{part} irregular"]:
            form, *words = line.split(" ")
            irregular.setdefault(form, {})[part] = [word for word in words if word in bases]
    return _Table(bases_of, irregular, synsets_of, count)
