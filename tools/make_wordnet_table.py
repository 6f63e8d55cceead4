"""Write the table of synonyms that comes with wordorder, from the files of WordNet.

    python tools/make_wordnet_table.py          # from Debian's wordnet-base

The same WordNet gives the same text, and the same liblzma the same bytes.

The table answers one question, whether two words share a synset, and leaves out all that no
answer depends on:

- Words of several parts ("physical_entity"), which no word of a text can be; only the base of
  an irregular word stays ("comic_strip" of "comics").
- What tells synsets with the same words apart: they link the same words.
- Synsets of a single word, except one for a word that would have none left in that part of
  speech. Inflected forms share them ("geese" and "goose"), but forms of one word share all the
  synsets of that word, so that one is enough.

Its lines stand in blocks, with an empty line between:

    WordNet 3.0

    noun                 the title of a block: here each line is a synset, its words in
    auto automobile car  alphabetical order
    ...

    noun irregular       here each line is an inflected form and what it may be a form of
    geese goose
    ...

and so on for verb, adj and adv.
"""

from __future__ import annotations

import argparse
import lzma
import re
from collections import defaultdict
from pathlib import Path

PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")
TABLE = "wordnet.txt.xz"
LICENCE = "LICENSE.wordnet"
PACKAGE_DATA = Path(__file__).parents[1] / "src/wordorder/alignment/matching/data"

# Words are best told by the four letters before, and no byte cares for its address.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"), metavar="DIR")
    parser.add_argument("--output", type=Path, default=PACKAGE_DATA, metavar="DIR")
    options = parser.parse_args()

    licence = read_licence(options.wordnet)
    text = table(options.wordnet, version=release(licence))
    packed = lzma.compress(text.encode("ascii"), check=lzma.CHECK_CRC64, filters=FILTERS)
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


def table(wordnet: Path, version: str) -> str:
    blocks = [[f"WordNet {version}"]]
    irregular = {part: read_irregular(wordnet / f"{part}.exc") for part in PARTS_OF_SPEECH}
    bases = {base for forms in irregular.values() for bases in forms.values() for base in bases}
    for part, forms in irregular.items():
        synsets_of = read_index(wordnet / f"index.{part}", several_parts=bases)
        blocks.append([part, *map(" ".join, needed_synsets(synsets_of))])
        lines = [" ".join([form, *forms[form]]) for form in sorted(forms)]
        blocks.append([f"{part} irregular", *lines])
    return "\n".join("\n".join([*block, ""]) for block in blocks)


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
