"""Write the table of synonyms that comes with wordorder, from the files of WordNet.

    python tools/make_wordnet_table.py          # from Debian's wordnet-base

The same WordNet gives the same table, and the same zlib the same bytes.

The table answers one question, whether two words share a synset, and leaves out all that no
answer depends on:

- Words of several parts ("physical_entity"), which no word of a text can be; only the base of
  an irregular word stays ("comic_strip" of "comics").
- What tells synsets with the same words apart: they link the same words.
- Synsets of a single word, except one for a word that would have none left in that part of
  speech. Inflected forms share them ("geese" and "goose"), but forms of one word share all the
  synsets of that word, so that one is enough.

It is a gzip file for kernels/words/wordnet.hpp. Numbers below have seven bits a byte, the lowest
first, and a high bit if more follow. Words are numbered from 0 in alphabetical order.

    WordNet 3.0        the title, a line
    words              their number; of each word the length of the beginning that it shares with
                       the one before (a byte), and the rest of it with a line end
    synsets            for each part of speech their number; of each synset its first word, as the
                       distance from that of the synset before (behind the last word comes the
                       first), the number of further words, and the distances less one between them
    irregular forms    for each part of speech their number; of each form its distance from the
                       one before, the number of its bases, and these

The parts of speech are noun, verb, adj and adv, and one for what WordNet lacks: it has no modal
verbs, pronouns or articles, and no comparative of "soon", so that their forms are listed here.
"""

from __future__ import annotations

import argparse
import gzip
import re
from collections import defaultdict
from itertools import pairwise, takewhile
from pathlib import Path

PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")
TABLE = "wordnet.gz"
LICENCE = "LICENSE.wordnet"
PACKAGE_DATA = Path(__file__).parents[1] / "src/wordorder/alignment/matching/data"

# "We" and "us" are left out: in lower case, "us" is a country, too.
OTHER_FORMS = [
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
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"), metavar="DIR")
    parser.add_argument("--output", type=Path, default=PACKAGE_DATA, metavar="DIR")
    options = parser.parse_args()

    licence = read_licence(options.wordnet)
    packed = gzip.compress(table(options.wordnet, version=release(licence)), mtime=0)
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / TABLE).write_bytes(packed)
    (options.output / LICENCE).write_bytes(licence.encode("ascii"))
    print(f"{options.output / TABLE}: {len(packed):,} bytes")


def read_licence(wordnet: Path) -> str:
    """The licence that opens every file of data, without the line numbers."""
    with (wordnet / "data.noun").open(encoding="ascii") as lines:
        numbered = (re.match(r"  \d+ (.*)", line) for line in lines)
        opening = []
        for found in numbered:
            if found is None:
                break
            opening.append(found[1].rstrip() + "\n")
    return "".join(opening)


def release(licence: str) -> str:
    """The version that the licence names; the files do not say it elsewhere."""
    found = re.search(r"WordNet (\S+) Copyright", licence)
    if found is None:
        raise SystemExit("the licence in data.noun does not name the version of WordNet")
    return found[1]


def table(wordnet: Path, version: str) -> bytes:
    irregular = {part: read_irregular(wordnet / f"{part}.exc") for part in PARTS_OF_SPEECH}
    bases = {base for forms in irregular.values() for bases in forms.values() for base in bases}
    synsets = {
        part: needed_synsets(read_index(wordnet / f"index.{part}", several_parts=bases))
        for part in PARTS_OF_SPEECH
    }
    return packed_table(version, synsets, irregular)


def packed_table(
    version: str,
    synsets: dict[str, list[tuple[str, ...]]],
    irregular: dict[str, dict[str, list[str]]],
) -> bytes:
    """The table as the kernel reads it, without compression."""
    synsets = {**synsets, "other": [tuple(sorted(forms)) for forms in OTHER_FORMS]}
    members = {part: {word for words in synsets[part] for word in words} for part in synsets}
    words = sorted(set().union(*members.values(), *irregular.values()))
    number_of = {word: number for number, word in enumerate(words)}

    packed = bytearray(f"WordNet {version}\n".encode("ascii"))
    packed += number(len(words))
    for before, word in zip(["", *words], words, strict=False):
        shared = shared_start(before, word)
        packed += bytes([shared]) + f"{word[shared:]}\n".encode("ascii")
    for part in synsets:
        packed += number(len(synsets[part]))
        first_before = 0
        for synset in synsets[part]:
            first, *further = [number_of[word] for word in synset]
            packed += number((first - first_before) % len(words)) + number(len(further))
            for one, other in pairwise([first, *further]):
                packed += number(other - one - 1)
            first_before = first
    for part in synsets:
        forms = irregular.get(part, {})
        packed += number(len(forms))
        form_before = 0
        for form in sorted(forms):
            bases = [number_of[base] for base in forms[form] if base in members[part]]
            packed += number(number_of[form] - form_before) + number(len(bases))
            packed += b"".join(map(number, bases))
            form_before = number_of[form]
    return bytes(packed)


def shared_start(one: str, other: str) -> int:
    """How many characters two words begin with alike."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def number(value: int) -> bytes:
    """A number, seven bits a byte."""
    *more, last = [value >> shift & 0x7F for shift in range(0, max(value.bit_length(), 1), 7)]
    return bytes([0x80 | bits for bits in more] + [last])


def read_irregular(path: Path) -> dict[str, list[str]]:
    """The bases of each irregular form; a form may have several lines."""
    bases_of: defaultdict[str, list[str]] = defaultdict(list)
    for line in path.read_text(encoding="ascii").splitlines():
        form, *bases = line.split()
        if "_" not in form:
            bases_of[form] += [base for base in bases if base not in bases_of[form]]
    return bases_of


def read_index(path: Path, several_parts: set[str]) -> dict[str, list[str]]:
    """The synsets of each word; of words of several parts only the given ones."""
    synsets_of = {}
    for line in path.read_text(encoding="ascii").splitlines():
        if line.startswith(" "):  # the licence
            continue
        word, _, count, *rest = line.split()
        if "_" not in word or word in several_parts:
            synsets_of[word] = rest[-int(count) :]
    return synsets_of


def needed_synsets(synsets_of: dict[str, list[str]]) -> list[tuple[str, ...]]:
    """The different synsets that link words, and one for each word that is in none of these."""
    members = defaultdict(list)
    for word, synsets in synsets_of.items():
        for synset in synsets:
            members[synset].append(word)
    linking = {tuple(sorted(words)) for words in members.values() if len(words) > 1}
    linked = {word for words in linking for word in words}
    return sorted(linking | {(word,) for word in synsets_of if word not in linked})


if __name__ == "__main__":
    main()
