"""How many words of a parse have the right head, the right relation and the right tag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np

from wordorder.preordering.rules.label_schemes import base_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Floats
    from wordorder.syntax import DependencyBatch

Accuracy = Literal["uas", "las", "upos"]
ACCURACIES: tuple[Accuracy, ...] = get_args(Accuracy)


def accuracy_statistics(parsed: DependencyBatch, gold: DependencyBatch) -> Floats:
    """Count right words in each sentence, as `wordorder.statistics.ratio` takes them.

    `uas` needs the head, `las` the head and the universal relation, without its subtype, as in the
    CoNLL 2018 shared task, `upos` the universal part of speech. Punctuation counts.

    Args:
        parsed: The parses.
        gold: The gold parses of the same words.

    Returns:
        For each sentence the three counts, and three times the number of words.
    """
    heads = parsed.heads == gold.heads
    numbers: dict[str, int] = {}
    ours, theirs = (_numbered(trees.names, numbers) for trees in (parsed, gold))
    relations = ours.relations[parsed.deprels] == theirs.relations[gold.deprels]
    tags = ours.whole[parsed.upos] == theirs.whole[gold.upos]
    sentence = np.repeat(np.arange(len(gold)), gold.lengths)
    right = [
        np.bincount(sentence, weights=one, minlength=len(gold))
        for one in (heads, heads & relations, tags)
    ]
    words = gold.lengths.astype(np.float64)
    return np.column_stack([*right, words, words, words])


class _Numbers(NamedTuple):
    """The names of a batch as numbers that two batches share: whole, and without subtypes."""

    whole: NDArray[np.int64]
    relations: NDArray[np.int64]


def _numbered(names: Sequence[str], numbers: dict[str, int]) -> _Numbers:
    def of(texts: Sequence[str]) -> NDArray[np.int64]:
        found = [numbers.setdefault(text, len(numbers)) for text in texts]
        return np.array(found, np.int64)

    return _Numbers(of(names), of([*map(base_label, names)]))
