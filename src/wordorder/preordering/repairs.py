"""Parses in which one kind of error is repaired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wordorder.syntax import DependencyTree, Token

ConfusionKind: TypeAlias = Literal["tag", "label", "attachment"]

ROOT = -1  # the head of the root


class Confused(NamedTuple):
    """A kind of error: what the gold parse has, and what was found instead."""

    kind: ConfusionKind
    gold: str
    found: str


class Repair(NamedTuple):
    """A sentence with one kind of error.

    Attributes:
        error: The kind of error.
        words: The words that have it.
        repaired: How many of them could be repaired.
        text: The parse with these words repaired, as CoNLL-U.
    """

    error: Confused
    words: tuple[int, ...]
    repaired: int
    text: str


def repairs(tree: DependencyTree, gold: DependencyTree) -> Iterator[Repair]:
    """Repair each kind of error in a sentence, one kind at a time."""
    found, wanted = tree.tokens, gold.tokens
    lines = [_line(number, token) for number, token in enumerate(found, start=1)]
    for error, words in _errors(found, wanted).items():
        mended = _mended(error.kind, found, wanted, words)
        text = list(lines)
        for word, token in mended.items():
            text[word] = _line(word + 1, token)
        yield Repair(error, tuple(words), len({*words} & {*mended}), "\n".join([*text, "", ""]))


def _errors(found: Sequence[Token], wanted: Sequence[Token]) -> dict[Confused, list[int]]:
    errors: dict[Confused, list[int]] = {}
    for word, (token, right) in enumerate(zip(found, wanted, strict=True)):
        if token.upos != right.upos:
            errors.setdefault(Confused("tag", right.upos, token.upos), []).append(word)
        if token.head != right.head:
            arcs = _arc(right, wanted), _arc(token, found)
            errors.setdefault(Confused("attachment", *arcs), []).append(word)
        elif token.deprel != right.deprel:
            errors.setdefault(Confused("label", right.deprel, token.deprel), []).append(word)
    return errors


def _arc(token: Token, tokens: Sequence[Token]) -> str:
    return token.deprel if token.head == ROOT else f"{token.deprel} of {tokens[token.head].upos}"


def _mended(
    kind: ConfusionKind, found: Sequence[Token], wanted: Sequence[Token], words: Iterable[int]
) -> dict[int, Token]:
    """The words to change, as they are then."""
    if kind == "tag":
        return {word: _with_tag(found[word], wanted[word]) for word in words}
    if kind == "label":
        return {word: found[word]._replace(deprel=wanted[word].deprel) for word in words}
    heads = _with_gold_heads(
        [token.head for token in found], [token.head for token in wanted], words
    )
    return {
        word: token._replace(head=heads[word], deprel=wanted[word].deprel)
        for word, token in enumerate(found)
        if token.head != heads[word]
    }


def _with_tag(token: Token, right: Token) -> Token:
    return token._replace(upos=right.upos, xpos=right.xpos, feats=right.feats)


def _with_gold_heads(heads: list[int], gold: Sequence[int], words: Iterable[int]) -> list[int]:
    """Give words their gold heads, from left to right, each if there is still a tree.

    There is always one root, so it moves only as a whole: the word that becomes the root and the
    one that no longer is get their gold heads together.
    """
    for word in words:
        together = [word]
        if ROOT in (heads[word], gold[word]):
            together = [heads.index(ROOT), gold.index(ROOT)]
        tried = list(heads)
        for one in together:
            tried[one] = gold[one]
        if not any(_in_a_circle(one, tried) for one in together):
            heads = tried
    return heads


def _in_a_circle(word: int, heads: Sequence[int]) -> bool:
    """Whether the way up from a word, whose arc is new, comes back to it.

    A circle without this word has another new arc in it, and is found there.
    """
    above = heads[word]
    for _ in heads:
        if above in (ROOT, word):
            break
        above = heads[above]
    return above == word


def _line(number: int, token: Token) -> str:
    form, lemma, upos, xpos, feats, head, deprel, *_ = token
    cells = number, form, lemma, upos, xpos, feats, head + 1, deprel, "_", "_"
    return "\t".join(map(str, cells))
