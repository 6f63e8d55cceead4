"""Rules as tables of numbers, as the kernel applies them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.permutation import PermutationBatch
from wordorder.preordering.rules.label_schemes import base_label
from wordorder.preordering.rules.markers import word_markers
from wordorder.preordering.rules.rules import MANNERS, OTHERS, SELF, SIDES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from wordorder.preordering.rules.markers import WordMarkers
    from wordorder.preordering.rules.rules import RuleSet, WordTest
    from wordorder.syntax import DependencyBatch, Morphology

_COLUMNS = ("upos", "deprel", "xpos", "lemma", "marker")  # and features


class _Condition(NamedTuple):
    """One of some values in a column, or of a feature."""

    column: str
    values: tuple[str, ...]

    @property
    def number(self) -> int:
        return _COLUMNS.index(self.column) if self.column in _COLUMNS else len(_COLUMNS)


class Arrangement(NamedTuple):
    """Sentences in the order of the rules, and what has put them there.

    Attributes:
        orders: The rank of each word in the new order.
        rules: For each word with children, the index of the rule that orders them; -1 for other
            words, and where no rule matches.
        entries: For each word, the index of the entry that it belongs to in the rule of its head;
            -1 if the head has no rule.
    """

    orders: PermutationBatch
    rules: NDArray[np.int32]
    entries: NDArray[np.int32]


class CompiledRules:
    """A set of rules, ready to be applied to any number of batches."""

    def __init__(self, rules: RuleSet) -> None:
        self._labels = {OTHERS: 0, SELF: 1}
        self._conditions: dict[_Condition, int] = {}
        self._tests: dict[WordTest, int] = {}
        self._tables = self._compile(rules)

    def _compile(self, rules: RuleSet) -> _kernels.RuleTables:
        entries = [entry for rule in rules.rules for entry in rule.order]
        for entry in entries:
            for label in entry.labels:
                self._labels.setdefault(label, len(self._labels))
        heads = [self._test(rule.head) for rule in rules.rules]
        entry_tests = [[self._test(entry.test) for entry in rule.order] for rule in rules.rules]
        conditions = [
            [self._conditions[condition] for condition in _conditions(test)] for test in self._tests
        ]
        named = []
        for rule in rules.rules:
            rows: list[list[int]] = [[] for _ in self._labels]
            for number, entry in enumerate(rule.order):
                for label in entry.labels:
                    rows[self._labels[label]].append(number)
            named += rows
        return _kernels.RuleTables(
            _integers(condition.number for condition in self._conditions),
            _ragged(conditions),
            _integers(heads),
            _ragged(entry_tests),
            _integers(SIDES.index(entry.side) for entry in entries),
            _integers(MANNERS.index(entry.manner) for entry in entries),
            _ragged(named),
            len(self._labels),
        )

    def _test(self, test: WordTest) -> int:
        for condition in _conditions(test):
            self._conditions.setdefault(condition, len(self._conditions))
        return self._tests.setdefault(test, len(self._tests))

    def arrange(self, trees: DependencyBatch) -> Arrangement:
        """Order the words of each sentence; see `reorder`."""
        columns = {condition.column for condition in self._conditions}
        morphology = trees.morphology() if columns - {"upos", "deprel"} else None
        markers = None
        if morphology is not None and "marker" in columns:
            markers = word_markers(trees, morphology)
        numbers = _Numbers(trees.names, morphology, markers)
        found = _kernels.arrange_words(
            self._tables,
            _kernels.Ragged(trees.projective().trees.heads, trees.offsets),
            trees.deprels,
            trees.upos,
            *_columns(morphology, markers),
            _ragged([numbers.of(condition) for condition in self._conditions]),
            _integers(self._label(name) for name in trees.names),
            _integers(self._label(base_label(name)) for name in trees.names),
        )
        orders = PermutationBatch.from_kernel(found.places, trees.first_sentence)
        return Arrangement(orders, found.rules, found.entries)

    def _label(self, name: str) -> int:
        return 0 if name == SELF else self._labels.get(name, 0)  # SELF is the head, not a relation


class _Numbers:
    """The numbers of texts in a batch."""

    def __init__(
        self, names: Sequence[str], morphology: Morphology | None, markers: WordMarkers | None
    ) -> None:
        self._names: dict[str, list[int]] = {}
        self._with_subtypes: dict[str, list[int]] = {}
        for number, name in enumerate(names):
            self._names[name] = [number]
            for label in {name, base_label(name)}:
                self._with_subtypes.setdefault(label, []).append(number)
        cells = morphology.names if morphology is not None else ()
        self._morphology = {cell: [number] for number, cell in enumerate(cells)}
        marks = markers.names if markers is not None else ()
        self._markers = {name: [number] for number, name in enumerate(marks)}
        self._features: dict[str, list[int]] = {}
        for cell in cells:
            if "=" in cell:  # a feature, or a word that looks like one and does no harm
                feature, _, values = cell.partition("=")
                for value in values.split(","):
                    known = self._features.setdefault(f"{feature}={value}", [])
                    known += self._morphology[cell]

    def of(self, condition: _Condition) -> list[int]:
        """The numbers that meet a condition, in rising order."""
        column, texts = condition.column, condition.values
        known = {
            "upos": self._names,
            "deprel": self._with_subtypes,
            "xpos": self._morphology,
            "lemma": self._morphology,
            "marker": self._markers,
        }.get(column, self._features)
        if known is self._features:
            texts = tuple(f"{column}={value}" for value in texts)
        return sorted({number for text in texts for number in known.get(text, ())})


def _columns(
    morphology: Morphology | None, markers: WordMarkers | None
) -> tuple[
    NDArray[np.int32] | None,
    NDArray[np.int32] | None,
    _kernels.Ragged | None,
    _kernels.Ragged | None,
]:
    if morphology is None:
        return None, None, None, None
    marks = _kernels.Ragged(markers.values, markers.offsets) if markers is not None else None
    features = _kernels.Ragged(morphology.features, morphology.feature_offsets)
    return morphology.xpos, morphology.lemmas, marks, features


def _conditions(test: WordTest) -> list[_Condition]:
    return [_Condition(*pair) for pair in test.conditions.items()]


def _integers(numbers: Iterable[int]) -> NDArray[np.int32]:
    return np.array(list(numbers), np.int32)


def _ragged(rows: Sequence[Sequence[int]]) -> _kernels.Ragged:
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return _kernels.Ragged(_integers(number for row in rows for number in row), offsets)
