"""Kinds of words: those that no rule can tell apart."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from wordorder.arrays import frozen
from wordorder.preordering.rules.rules import OTHERS, SELF, Entry, WordTest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.syntax import DependencyBatch, Morphology

Mask = np.ndarray[tuple[int], np.dtype[np.bool_]]

_FEATURE = re.compile(r"[A-Z][A-Za-z0-9]*(\[[a-z0-9]+\])?=[^=,]+")


@dataclass(frozen=True, slots=True, eq=False)
class WordKinds:
    """Relation, side, part of speech and features: words alike in all of them are of one kind.

    Attributes:
        of_words: The kind of each word.
        deprels: The relation of each kind, as text.
        bases: The relation without its subtype.
        upos: The part of speech.
        before: Whether the word stands before its head.
        features: For each feature, such as `Polarity=Neg`, the kinds that have it.
    """

    of_words: NDArray[np.int32]
    deprels: NDArray[np.object_]
    bases: NDArray[np.object_]
    upos: NDArray[np.object_]
    before: Mask
    features: Mapping[str, Mask]
    # The same few entries are asked for again and again.
    _matches: dict[Entry, Mask] = field(default_factory=dict, init=False)
    _labels: dict[str, tuple[Mask, Mask]] = field(default_factory=dict, init=False)
    _refinements: dict[Entry, tuple[Entry, ...]] = field(default_factory=dict, init=False)

    def __len__(self) -> int:
        return len(self.deprels)

    @classmethod
    def of(cls, trees: DependencyBatch, before: Mask) -> WordKinds:
        """Find the kinds of the words, given which of them stand before their heads."""
        morphology = trees.morphology()
        bundles = _feature_bundles(morphology)
        columns = np.stack([trees.deprels, before, trees.upos, bundles])
        _, words, kinds = np.unique(columns, axis=1, return_index=True, return_inverse=True)
        names = np.array(trees.names, object)
        deprels = names[trees.deprels[words]]
        return cls(
            frozen(kinds.ravel().astype(np.int32)),
            deprels,
            np.array([label.partition(":")[0] for label in deprels], object),
            names[trees.upos[words]],
            before[words],
            _features(morphology, words.tolist()),
        )

    def that_pass(self, test: WordTest) -> Mask:
        """Which kinds meet the conditions on part of speech, relation and features."""
        passes = np.ones(len(self), np.bool_)
        if test.upos:
            passes &= np.isin(self.upos, test.upos)
        if test.deprel:
            passes &= np.isin(self.deprels, test.deprel) | np.isin(self.bases, test.deprel)
        for name, values in test.features:
            passes &= np.any([self.features[f"{name}={value}"] for value in values], axis=0)
        return passes

    def that_match(self, entry: Entry) -> Mask:
        """Which kinds, as children, an entry would take if it were the only one."""
        if entry not in self._matches:
            (label,) = entry.labels
            passes = self.that_pass(entry.test)
            if label != OTHERS:
                passes &= np.logical_or(*self._labelled(label))
            if entry.side is not None:
                passes &= self.before == (entry.side == "before")
            self._matches[entry] = frozen(passes)
        return self._matches[entry]

    def entries(self, order: Sequence[Entry]) -> NDArray[np.int64]:
        """The entry that takes each kind: the first for its exact label, its base label, or `*`."""
        found = np.full(len(self), -1)
        matches = [self.that_match(entry) for entry in order]
        for level in range(2):
            for number, entry in enumerate(order):
                if entry.labels[0] not in (SELF, OTHERS):
                    takes = matches[number] & self._labelled(entry.labels[0])[level]
                    found[takes & (found < 0)] = number
        for number, entry in enumerate(order):
            if entry.labels[0] == OTHERS:
                found[matches[number] & (found < 0)] = number
        return found

    def refinements(self, entry: Entry) -> tuple[Entry, ...]:
        """The entry with a test of the part of speech, or of a feature, of words that it takes."""
        if entry not in self._refinements:
            own = self.that_match(entry)
            tests = [WordTest(upos=(tag,)) for tag in sorted(set(self.upos[own]))]
            for feature, having in self.features.items():
                if (own & having).any():
                    name, _, value = feature.partition("=")
                    tests.append(WordTest(features=((name, (value,)),)))
            found = (Entry(entry.labels, entry.side, test) for test in tests)
            self._refinements[entry] = tuple(found)
        return self._refinements[entry]

    def _labelled(self, label: str) -> tuple[Mask, Mask]:
        """Which kinds have a relation exactly, and which without their subtypes."""
        if label not in self._labels:
            self._labels[label] = self.deprels == label, self.bases == label
        return self._labels[label]


def _feature_bundles(morphology: Morphology) -> NDArray[np.int64]:
    """A number for each word, the same for words with the same features."""
    # Sums of random numbers of 62 bits: two bundles have one sum by chance once in 10¹² corpora.
    numbers = np.random.default_rng(0).integers(1 << 62, size=len(morphology.names))
    sums = np.concatenate([[0], np.cumsum(numbers[morphology.features])])
    bundles: NDArray[np.int64] = np.diff(sums[np.asarray(morphology.feature_offsets)])
    return bundles


def _features(morphology: Morphology, words: Sequence[int]) -> dict[str, Mask]:
    """The features of one word of each kind, turned round. A word may have several values."""
    found: dict[str, Mask] = {}
    for kind, word in enumerate(words):
        own = slice(morphology.feature_offsets[word], morphology.feature_offsets[word + 1])
        for number in morphology.features[own]:
            name, _, values = morphology.names[number].partition("=")
            for value in values.split(","):
                feature = f"{name}={value}"
                if _FEATURE.fullmatch(feature):
                    found.setdefault(feature, np.zeros(len(words), np.bool_))[kind] = True
    return dict(sorted(found.items()))
