"""The costs of parsing errors, from parses in which one kind of error is repaired."""

from __future__ import annotations

import io
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from wordorder.output.codec import Count, Finite
from wordorder.preordering.inputs import read_parses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wordorder.arrays import Floats
    from wordorder.preordering.faults import OrderScorer
    from wordorder.preordering.rules.compiled import CompiledRules
    from wordorder.syntax.dependency import DependencyBatch, DependencyTree, Token

ConfusionKind: TypeAlias = Literal["tag", "label", "attachment"]

ANY = "*"
"""Stands for any value, gold or found, where all errors of a kind are repaired at once."""

ROOT = -1  # the head of the root

_AT_A_TIME = 10_000  # repaired sentences, to bound memory


class Confused(NamedTuple):
    """A kind of error: the value in the gold parse, and the value found instead; or `ANY`."""

    kind: ConfusionKind
    gold: str
    found: str


class Repair(NamedTuple):
    """A sentence with one kind of error repaired.

    Attributes:
        error: The kind of error.
        words: The words with the error.
        repaired: The number of these words that could be repaired.
        text: The parse with these words repaired, as CoNLL-U.
    """

    error: Confused
    words: tuple[int, ...]
    repaired: int
    text: str


def repairs(tree: DependencyTree, gold: DependencyTree) -> Iterator[Repair]:
    """Repair each kind of error in a sentence, one kind at a time."""
    tokens, gold_tokens = tree.tokens, gold.tokens
    lines = [_line(number, token) for number, token in enumerate(tokens, start=1)]
    for error, words in _errors(tokens, gold_tokens).items():
        mended = _mended(error, tokens, gold_tokens, words)
        text = list(lines)
        for word, token in mended.items():
            text[word] = _line(word + 1, token)
        yield Repair(error, tuple(words), len({*words} & {*mended}), "\n".join([*text, "", ""]))


def _errors(tokens: Sequence[Token], gold: Sequence[Token]) -> dict[Confused, list[int]]:
    errors: dict[Confused, list[int]] = {}
    for word, (token, right) in enumerate(zip(tokens, gold, strict=True)):
        made: list[Confused] = []
        if token.upos != right.upos:
            made.append(Confused("tag", right.upos, token.upos))
        if token.head != right.head:
            made.append(Confused("attachment", _arc(right, gold), _arc(token, tokens)))
        elif token.deprel != right.deprel:
            made.append(Confused("label", right.deprel, token.deprel))
        for error in made:
            errors.setdefault(error, []).append(word)
            errors.setdefault(Confused(error.kind, ANY, ANY), []).append(word)
    return errors


def _arc(token: Token, tokens: Sequence[Token]) -> str:
    return token.deprel if token.head == ROOT else f"{token.deprel} of {tokens[token.head].upos}"


def _mended(
    error: Confused, tokens: Sequence[Token], gold: Sequence[Token], words: Iterable[int]
) -> dict[int, Token]:
    """Return the repaired token of each word that changes."""
    if error.kind == "tag":
        return {
            word: tokens[word]._replace(
                upos=gold[word].upos, xpos=gold[word].xpos, feats=gold[word].feats
            )
            for word in words
        }
    if error.kind == "label":
        return {word: tokens[word]._replace(deprel=gold[word].deprel) for word in words}
    heads = [token.head for token in gold]  # repaired together, the words form the gold tree
    if error.gold != ANY:
        heads = _with_gold_heads([token.head for token in tokens], heads, words)
    return {
        word: token._replace(head=heads[word], deprel=gold[word].deprel)
        for word, token in enumerate(tokens)
        if token.head != heads[word]
    }


def _with_gold_heads(heads: list[int], gold: Sequence[int], words: Iterable[int]) -> list[int]:
    """Give words their gold heads from left to right, each only if a tree remains.

    A tree has exactly one root, so the old root and the new one get their gold heads together.
    """
    for word in words:
        together = [word]
        if ROOT in (heads[word], gold[word]):
            together = [heads.index(ROOT), gold.index(ROOT)]
        tried = list(heads)
        for moved in together:
            tried[moved] = gold[moved]
        if not any(_in_a_circle(moved, tried) for moved in together):
            heads = tried
    return heads


def _in_a_circle(word: int, heads: Sequence[int]) -> bool:
    """Return whether the path up from a word with a new arc leads back to it.

    A circle without this word has another new arc, and is found from there.
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


class Confusion(NamedTuple):
    """One kind of parsing error and its cost.

    Attributes:
        kind: `tag` for a wrong part of speech, `label` for a wrong relation to the right head,
            `attachment` for a wrong head.
        gold: The value in the gold parse: a tag, a label, or a label and the tag of the head; `*`
            for all errors of the kind at once.
        found: The value in the parse; `*` for all.
        words: The number of words with the error.
        sentences: The number of sentences with the error.
        repaired: The number of words that could be repaired.
        cost: The rise of the mean score over all sentences with links after the repair.
        better: The number of sentences that then score higher.
        worse: The number of sentences that then score lower.
        example: The sentence that gains most, counting from 1; None if none gains.
    """

    kind: ConfusionKind
    gold: str
    found: str
    words: Count
    sentences: Count
    repaired: Count
    cost: Finite
    better: Count
    worse: Count
    example: Count | None


class _Sums:
    """The counts and gains of one kind of error."""

    def __init__(self) -> None:
        self.words = self.repaired = 0
        self.gains: dict[int, float] = {}  # by sentence; NaN if it has no links

    def result(self, error: Confused, sentences: int) -> Confusion:
        known = {row: gain for row, gain in self.gains.items() if not np.isnan(gain)}
        best = max(known, key=known.__getitem__, default=None)
        return Confusion(
            *error,
            self.words,
            len(self.gains),
            self.repaired,
            sum(known.values()) / sentences,
            sum(gain > 0 for gain in known.values()),
            sum(gain < 0 for gain in known.values()),
            None if best is None or known[best] <= 0 else best + 1,
        )


def parser_confusions(
    scorer: OrderScorer,
    rules: CompiledRules,
    trees: DependencyBatch,
    gold: DependencyBatch,
    before: Floats,
    *,
    at_a_time: int = _AT_A_TIME,
) -> tuple[Confusion, ...]:
    """Rank parsing errors by their cost.

    For each error, all words with it are repaired, nothing else, and the same rules are applied
    again:

        cost = Σ (score of the repaired sentence − score of the sentence) / sentences with links

    A tag is repaired together with the language-specific tag and the features; a wrong head
    together with the label, from left to right, if the words still form a tree. As errors hide or
    undo each other, the costs do not add up to the gain of the gold parse, and may be negative.

    All tags, all labels and all heads are also repaired at once, as the error `*`.

    Args:
        scorer: The reference orders.
        rules: The rules.
        trees: The parses.
        gold: The gold parses of the same words.
        before: The score of each sentence with its parse unrepaired.
        at_a_time: Maximum number of repaired sentences in memory.
    """
    sums: dict[Confused, _Sums] = {}
    repaired = (
        (row, repair)
        for row in _different_rows(trees, gold)
        for repair in repairs(trees[row], gold[row])
    )
    while batch := list(islice(repaired, at_a_time)):
        text = "".join(repair.text for _, repair in batch).encode()
        rows = np.array([row for row, _ in batch])
        orders = rules.arrange(read_parses(io.BytesIO(text))).orders
        gains = scorer.take(rows).scores(orders) - before[rows]
        for (row, repair), gain in zip(batch, gains.tolist(), strict=True):
            of_error = sums.setdefault(repair.error, _Sums())
            of_error.words += len(repair.words)
            of_error.repaired += repair.repaired
            of_error.gains[row] = gain
    sentences = int(np.isfinite(before).sum())
    confusions = [of_error.result(error, sentences) for error, of_error in sums.items()]
    return tuple(
        sorted(confusions, key=lambda row: (row.gold != ANY, -row.cost, -row.words, row[:3]))
    )


def _different_rows(trees: DependencyBatch, gold: DependencyBatch) -> list[int]:
    """Find the sentences whose parses differ in a head, a label or a part of speech."""
    numbers = {name: number for number, name in enumerate(trees.names)}
    renumbered = np.array([numbers.get(name, -1) for name in gold.names], np.int64)
    different = (
        (trees.parents != gold.parents)
        | (trees.deprels != renumbered[gold.deprels])
        | (trees.upos != renumbered[gold.upos])
    )
    rows = np.repeat(np.arange(len(trees)), trees.lengths)
    return [int(row) for row in np.unique(rows[different])]
