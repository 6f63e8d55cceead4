"""Small parses as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Word = tuple[str, int, str, str]


def conllu(*sentences: Sequence[Word]) -> str:
    """Sentences of words: form, number of the head (0 for the root), relation, tag."""
    return "".join(
        "".join(
            f"{number}\t{form}\t_\t{upos}\t_\t_\t{head}\t{deprel}\t_\t_\n"
            for number, (form, head, deprel, upos) in enumerate(sentence, start=1)
        )
        + "\n"
        for sentence in sentences
    )


def chain(heads: Sequence[int]) -> list[Word]:
    """A sentence with these heads, counting from 0; -1 for the root."""
    return [(f"w{n}", head + 1, "root" if head < 0 else "dep", "X") for n, head in enumerate(heads)]
