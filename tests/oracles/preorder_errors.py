"""Misplaced words and repaired parses, straight from their definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from . import misplacement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Word(NamedTuple):
    """What a parse says about a word; the head counts from 0, -1 for the root."""

    tag: str
    head: int
    label: str


def relative(order: Sequence[int], wanted: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The words judged in the order found, each with its rank in the order wanted.

    Words whose order is free come in the order found.
    """
    ranked = [word for place in wanted for word in sorted(place, key=list(order).index)]
    return [(word, ranked.index(word)) for word in order if word in ranked]


def shifts(order: Sequence[int], wanted: Sequence[Sequence[int]]) -> dict[int, int]:
    """How far each misplaced word is from its place."""
    judged = relative(order, wanted)
    found = misplacement.shifts([rank for _, rank in judged])
    return {word: shift for (word, _), shift in zip(judged, found, strict=True) if shift}


def errors(parse: Sequence[Word], gold: Sequence[Word]) -> dict[tuple[str, str, str], list[int]]:
    """The words with each kind of error."""
    found: dict[tuple[str, str, str], list[int]] = {}
    for number, (word, right) in enumerate(zip(parse, gold, strict=True)):
        if word.tag != right.tag:
            found.setdefault(("tag", right.tag, word.tag), []).append(number)
        if word.head == right.head and word.label != right.label:
            found.setdefault(("label", right.label, word.label), []).append(number)
        if word.head != right.head:
            arcs = [
                one.label if one.head < 0 else f"{one.label} of {tree[one.head].tag}"
                for one, tree in ((right, gold), (word, parse))
            ]
            found.setdefault(("attachment", *arcs), []).append(number)
    for kind in ("tag", "label", "attachment"):
        words = sorted(word for error in found for word in found[error] if error[0] == kind)
        if words:
            found[kind, "*", "*"] = words
    return found


def repaired(
    parse: Sequence[Word], gold: Sequence[Word], error: tuple[str, str, str], words: Iterable[int]
) -> list[Word]:
    """The parse with these words repaired, as far as they can be."""
    now, kind = list(parse), error[0]
    if error == ("attachment", "*", "*"):
        for word in words:
            now[word] = gold[word]._replace(tag=parse[word].tag)
        return now
    for word in words:
        if kind == "tag":
            now[word] = now[word]._replace(tag=gold[word].tag)
        elif kind == "label":
            now[word] = now[word]._replace(label=gold[word].label)
        else:
            now = _attached(now, gold, word)
    return now


def _attached(parse: Sequence[Word], gold: Sequence[Word], word: int) -> list[Word]:
    """Give a word its gold head and label; with the root goes its change of place."""
    changed = {word}
    if -1 in (parse[word].head, gold[word].head):
        changed = {n for tree in (parse, gold) for n, one in enumerate(tree) if one.head < 0}
    tried = [
        one._replace(head=right.head, label=right.label) if n in changed else one
        for n, (one, right) in enumerate(zip(parse, gold, strict=True))
    ]
    return tried if is_tree([one.head for one in tried]) else list(parse)


def is_tree(heads: Sequence[int]) -> bool:
    """Whether every word reaches the only root."""
    if list(heads).count(-1) != 1:
        return False
    for start in range(len(heads)):
        seen, word = set(), start
        while word >= 0:
            if word in seen:
                return False
            seen.add(word)
            word = heads[word]
    return True
