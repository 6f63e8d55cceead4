"""A small corpus for the tests of `wordorder reorderings`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# Reorderings: 1, 0, 3, none without links, none in ⟨2,4,1,3⟩.
LINKS = "0-1 1-0 2-2\n0-0 1-1\n0-3 1-2 2-1 3-0\n\n0-1 1-3 2-0 3-2\n"
SOURCE = "a b c\nd e\nf g h i\nj\nk l m n\n"
TARGET = "B A C\nD E\nI H G F\nJ\nM K N L\n"
MONOTONE = "0-0 1-1 2-2\n0-0 1-1\n0-0 1-1 2-2 3-3\n0-0\n0-0 1-1 2-2 3-3\n"
PENN = """\
(S (NP (D a) (N b)) (V c))
(S (D d) (N e))
(S (NP (D f) (N g)) (VP (V h) (N i)))
(S (N j))
(S (N k) (N l) (N m) (N n))
"""
_NOUN_PHRASE = (2, "DET", "det"), (3, "NOUN", "nsubj"), (0, "VERB", "root")
_DEPENDENCIES = {
    "a b c": _NOUN_PHRASE,
    "d e": ((2, "DET", "det"), (0, "NOUN", "root")),
    "f g h i": (*_NOUN_PHRASE, (3, "NOUN", "obj")),
    "j": ((0, "VERB", "root"),),
    "k l m n": ((0, "NOUN", "root"), *((1, "NOUN", "conj"),) * 3),
}


def conllu() -> str:
    """The source in CoNLL-U."""
    return "".join(_sentence(words.split(), rows) for words, rows in _DEPENDENCIES.items())


def _sentence(words: list[str], rows: tuple[tuple[int, str, str], ...]) -> str:
    lines = (
        f"{number}\t{word}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t_\n"
        for number, (word, (head, tag, relation)) in enumerate(zip(words, rows, strict=True), 1)
    )
    return "".join(lines) + "\n"


def write_corpus(folder: Path) -> None:
    """Write links, texts and trees, and the links of a system that moves nothing."""
    texts = {"links": LINKS, "src": SOURCE, "tgt": TARGET, "monotone": MONOTONE, "penn": PENN}
    for name, text in {**texts, "trees.conllu": conllu()}.items():
        (folder / name).write_text(text)
