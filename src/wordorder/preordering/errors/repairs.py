"""Parses in which one kind of error is repaired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wordorder.syntax import DependencyTree, Token

ConfusionKind: TypeAlias = Literal["tag", "label", "attachment"]

ANY = "*"
"""Stands for whatever the gold parse has, and for whatever was found, in all errors of a kind."""

ROOT = -1  # the head of the root


class Confused(NamedTuple):
    """A kind of error: what the gold parse has, and what was found instead; `ANY` for all."""

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
        mended = _mended(error, found, wanted, words)
        text = list(lines)
        for word, token in mended.items():
            text[word] = _line(word + 1, token)
        yield Repair(error, tuple(words), len({*words} & {*mended}), "\n".join([*text, "", ""]))


def _errors(found: Sequence[Token], wanted: Sequence[Token]) -> dict[Confused, list[int]]:
    errors: dict[Confused, list[int]] = {}
    for word, (token, right) in enumerate(zip(found, wanted, strict=True)):
        made: list[Confused] = []
        if token.upos != right.upos:
            made.append(Confused("tag", right.upos, token.upos))
        if token.head != right.head:
            made.append(Confused("attachment", _arc(right, wanted), _arc(token, found)))
        elif token.deprel != right.deprel:
            made.append(Confused("label", right.deprel, token.deprel))
        for error in made:
            errors.setdefault(error, []).append(word)
            errors.setdefault(Confused(error.kind, ANY, ANY), []).append(word)
    return errors


def _arc(token: Token, tokens: Sequence[Token]) -> str:
    return token.deprel if token.head == ROOT else f"{token.deprel} of {tokens[token.head].upos}"


def _mended(
    error: Confused, found: Sequence[Token], wanted: Sequence[Token], words: Iterable[int]
) -> dict[int, Token]:
    """The words to change, as they are then."""
    if error.kind == "tag":
        return {word: _with_tag(found[word], wanted[word]) for word in words}
    if error.kind == "label":
        return {word: found[word]._replace(deprel=wanted[word].deprel) for word in words}
    heads = [token.head for token in wanted]  # all together, the words form the gold tree
    if error.gold != ANY:
        heads = _with_gold_heads([token.head for token in found], heads, words)
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
