"""An example of what each rule does, short and from a sentence that the rule helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.preordering.learning.moves import entry_place
from wordorder.preordering.learning.result import Example
from wordorder.preordering.rules.rules import SELF

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.preordering.learning.corpus import LearningCorpus
    from wordorder.preordering.learning.path import LearnedOrder

# The shortest of so many heads is shown.
_MOST_LOOKED_AT = 100


def find_examples(
    corpus: LearningCorpus,
    rules: list[LearnedOrder],
    scores: list[NDArray[np.float64]],
) -> list[Example | None]:
    """For each rule the shortest phrase that it changes in a sentence that it helps."""
    finder = _Finder(corpus)
    return [
        finder.find(rule, scores[number + 1].sum(axis=0) > scores[number].sum(axis=0))
        for number, rule in enumerate(rules)
    ]


class _Finder:
    def __init__(self, corpus: LearningCorpus) -> None:
        self._corpus = corpus
        self._morphology = corpus.trees.morphology()
        parents = corpus.head_words
        by_head = np.argsort(parents, kind="stable")
        self._children = by_head, np.searchsorted(parents[by_head], np.arange(len(parents) + 1))

    def find(self, rule: LearnedOrder, helped: NDArray[np.bool_]) -> Example | None:
        heads = rule.heads[helped[self._corpus.row_of[rule.heads]]]
        taken = self._corpus.kinds.entries(rule.order)
        best: tuple[list[int], list[int]] | None = None
        for head in heads[:_MOST_LOOKED_AT].tolist():
            before, after = self._phrases(head, rule, taken)
            if before != after and (best is None or len(before) < len(best[0])):
                best = before, after
        if best is None:
            return None
        row = int(self._corpus.rows[self._corpus.row_of[best[0][0]]])
        return Example(row + 1, *map(self._text, best))

    def _phrases(
        self, head: int, rule: LearnedOrder, taken: NDArray[np.int64]
    ) -> tuple[list[int], list[int]]:
        """The words below a head in source order, and with its units arranged by the rule."""
        units = sorted([head, *self._below(head)])
        own = next(n for n, entry in enumerate(rule.order) if entry.labels[0] == SELF)

        def key(unit: int) -> tuple[int, int]:
            number = own if unit == head else int(taken[self._corpus.kinds.of_words[unit]])
            place = entry_place(number, rule.order[number])
            return place, -unit if place % 2 else unit

        words = {unit: [unit] if unit == head else self._subtree(unit) for unit in units}
        before = [word for unit in units for word in words[unit]]
        return before, [word for unit in sorted(units, key=key) for word in words[unit]]

    def _below(self, head: int) -> list[int]:
        by_head, begins = self._children
        found: list[int] = by_head[begins[head] : begins[head + 1]].tolist()
        return found

    def _subtree(self, word: int) -> list[int]:
        found = [word]
        for each in found:  # which grows meanwhile
            found += self._below(each)
        return sorted(found)

    def _text(self, words: list[int]) -> str:
        found = self._morphology
        return " ".join(found.names[found.forms[word]] for word in words)
