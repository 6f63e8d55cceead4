"""What errors of the parser cost."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.output.codec import Count, Finite
from wordorder.preordering.errors.repairs import ANY, Confused, ConfusionKind, repairs
from wordorder.preordering.inputs import read_parses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.arrays import Floats
    from wordorder.preordering.errors.judging import Judge
    from wordorder.preordering.errors.repairs import Repair
    from wordorder.preordering.rules.compiled import CompiledRules
    from wordorder.syntax import DependencyBatch

_AT_A_TIME = 10_000  # repaired sentences, to bound memory


class Confusion(NamedTuple):
    """One kind of parsing error, and what it costs.

    Attributes:
        kind: `tag` for a wrong part of speech, `label` for a wrong relation to the right head,
            `attachment` for a wrong head.
        gold: What the gold parse has: a tag, a label, or a label and the tag of the head; `*` for
            all errors of the kind at once.
        found: What the parse has instead; `*` for all.
        words: How many words have the error.
        sentences: In how many sentences.
        repaired: How many of the words could be repaired.
        cost: How much the mean score over all sentences rises if they are.
        better: How many sentences score higher then.
        worse: How many score lower.
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
    """What is counted for one kind of error."""

    def __init__(self) -> None:
        self.words = self.repaired = 0
        self.gains: dict[int, float] = {}  # by sentence; NaN if it is not judged

    def result(self, error: Confused, judged: int) -> Confusion:
        known = {row: gain for row, gain in self.gains.items() if not np.isnan(gain)}
        best = max(known, key=known.__getitem__, default=None)
        return Confusion(
            *error,
            self.words,
            len(self.gains),
            self.repaired,
            sum(known.values()) / judged,
            sum(gain > 0 for gain in known.values()),
            sum(gain < 0 for gain in known.values()),
            None if best is None or known[best] <= 0 else best + 1,
        )


def parser_confusions(
    judge: Judge,
    rules: CompiledRules,
    trees: DependencyBatch,
    gold: DependencyBatch,
    before: Floats,
) -> tuple[Confusion, ...]:
    """Rank parsing errors by what they cost.

    For each error, all words that have it are repaired, nothing else, and the same rules are
    applied again:

        cost = Σ (score of the repaired sentence − score of the sentence) / sentences judged

    A tag is repaired together with the language-specific tag and the features; a wrong head
    together with the label, from left to right, if the words still form a tree. As errors hide or
    undo each other, the costs do not add up to what the gold parse gains, and may be negative.

    All tags, all labels and all heads are repaired at once, too, as errors of the kind `*`.

    Args:
        judge: The reference orders.
        rules: The rules.
        trees: The parses.
        gold: The gold parses of the same words.
        before: The score of each sentence with the parses as they are.
    """
    sums: dict[Confused, _Sums] = {}
    waiting: list[tuple[int, Repair]] = []
    for row, repair in _all_repairs(trees, gold):
        of_error = sums.setdefault(repair.error, _Sums())
        of_error.words += len(repair.words)
        of_error.repaired += repair.repaired
        of_error.gains[row] = 0.0
        waiting.append((row, repair))
        if len(waiting) == _AT_A_TIME:
            _add_gains(sums, waiting, judge, rules, before)
            waiting.clear()
    if waiting:
        _add_gains(sums, waiting, judge, rules, before)
    judged = int(np.isfinite(before).sum())
    found = [of_error.result(error, judged) for error, of_error in sums.items()]
    return tuple(sorted(found, key=lambda one: (one.gold != ANY, -one.cost, -one.words, one[:3])))


def _all_repairs(trees: DependencyBatch, gold: DependencyBatch) -> Iterator[tuple[int, Repair]]:
    for row in _different_rows(trees, gold):
        for repair in repairs(trees[row], gold[row]):
            yield row, repair


def _different_rows(trees: DependencyBatch, gold: DependencyBatch) -> list[int]:
    """The sentences whose parses differ in a head, a label or a part of speech."""
    numbers = {name: number for number, name in enumerate(trees.names)}
    renumbered = np.array([numbers.get(name, -1) for name in gold.names], np.int64)
    different = (
        (trees.parents != gold.parents)
        | (trees.deprels != renumbered[gold.deprels])
        | (trees.upos != renumbered[gold.upos])
    )
    rows = np.repeat(np.arange(len(trees)), trees.lengths)
    return [int(row) for row in np.unique(rows[different])]


def _add_gains(
    sums: dict[Confused, _Sums],
    waiting: list[tuple[int, Repair]],
    judge: Judge,
    rules: CompiledRules,
    before: Floats,
) -> None:
    text = "".join(repair.text for _, repair in waiting).encode()
    rows = np.array([row for row, _ in waiting])
    orders = rules.arrange(read_parses(io.BytesIO(text))).orders
    gains = judge.rows(rows).scores(orders) - before[rows]
    for (row, repair), gain in zip(waiting, gains.tolist(), strict=True):
        sums[repair.error].gains[row] = gain
