"""N-grams as tuples, counted one by one: what BLEU knows of a sentence (Papineni et al. 2002)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Sentence = Sequence[int]


def ngrams(sentence: Sentence, n: int) -> Counter[tuple[int, ...]]:
    starts = range(len(sentence) - n + 1)
    return Counter(tuple(sentence[start : start + n]) for start in starts)


def clipped_matches(hypothesis: Sentence, references: Sequence[Sentence], n: int) -> int:
    """An n-gram matches no more often than in the reference that has it most often."""
    most: Counter[tuple[int, ...]] = Counter()
    for reference in references:
        most |= ngrams(reference, n)
    return (ngrams(hypothesis, n) & most).total()


def bleu_statistics(hypothesis: Sentence, references: Sequence[Sentence], order: int) -> list[int]:
    """Matches and n-grams for n = 1 … order, the length, the closest length of a reference."""
    sizes = range(1, order + 1)
    length = len(hypothesis)
    closest = min(map(len, references), key=lambda other: (abs(other - length), other))
    return [
        *(clipped_matches(hypothesis, references, n) for n in sizes),
        *(ngrams(hypothesis, n).total() for n in sizes),
        length,
        closest,
    ]
