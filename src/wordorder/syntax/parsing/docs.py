"""What spaCy has parsed, as CoNLL-U."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_SEPARATORS = re.compile(r"[\t\n\r]+")


def doc_conllu(doc: Any, number: int, *, spaces: bool) -> str:
    """Write one sentence.

    Args:
        doc: A parsed `Doc`, all of which is one sentence.
        number: The number of the sentence in its text.
        spaces: Whether to note where no space follows.
    """
    lines = ("\t".join(cells) for cells in _cells(doc, spaces))
    return "\n".join([f"# sent_id = {number}", *lines, "", ""])


def _cells(doc: Any, spaces: bool) -> Iterator[tuple[str, ...]]:
    root = next(token.i for token in doc if token.head.i == token.i)
    for token in doc:
        head, deprel = token.head.i + 1, _cell(token.dep_)
        if token.i == root:
            head, deprel = 0, "root"
        elif token.head.i == token.i:  # of what the parser took for another sentence
            head, deprel = root + 1, "parataxis"
        texts = token.text, token.lemma_, token.pos_, token.tag_, str(token.morph)
        glued = spaces and not token.whitespace_ and token.i + 1 < len(doc)
        misc = "SpaceAfter=No" if glued else "_"
        yield (str(token.i + 1), *map(_cell, texts), str(head), deprel, "_", misc)


def _cell(text: str) -> str:
    return _SEPARATORS.sub(" ", text) or "_"
