"""Projective trees the slow way, from the definitions; heads count from 0, -1 for the root."""

from __future__ import annotations


def below(heads: list[int], node: int) -> set[int]:
    """A word and all words whose heads lead to it."""
    found = set()
    for word in range(len(heads)):
        at = word
        while at not in (-1, node):
            at = heads[at]
        if at == node:
            found.add(word)
    return found


def span(heads: list[int], node: int) -> range:
    return range(min(below(heads, node)), max(below(heads, node)) + 1)


def is_contiguous(heads: list[int], node: int) -> bool:
    return set(span(heads, node)) == below(heads, node)


def non_projective_words(heads: list[int]) -> list[int]:
    """The words with a word between them and their head that is not below the head."""
    return [
        word
        for word, head in enumerate(heads)
        if head >= 0 and not set(range(min(word, head) + 1, max(word, head))) <= below(heads, head)
    ]


def is_projective(heads: list[int]) -> bool:
    return not non_projective_words(heads)


def lifted(heads: list[int]) -> list[int]:
    """Lift the shortest non-projective arc, the leftmost of several, while there is one."""
    heads = list(heads)
    while words := non_projective_words(heads):
        word = min(words, key=lambda word: (abs(word - heads[word]), min(word, heads[word])))
        heads[word] = heads[heads[word]]
    return heads
