"""Kinds of words: those that no rule can tell apart."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.arrays import frozen
from wordorder.preordering.rules.markers import word_markers
from wordorder.preordering.rules.rules import OTHERS, SELF, Entry, WordTest, can_be_tested

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Offsets
    from wordorder.syntax import DependencyBatch

Mask = np.ndarray[tuple[int], np.dtype[np.bool_]]

_FEATURE = re.compile(r"[A-Z][A-Za-z0-9]*(\[[a-z0-9]+\])?=[^=,]+")


@dataclass(frozen=True, slots=True, eq=False)
class WordKinds:
    """Relation, side, part of speech, features, markers: words alike in all are of one kind.

    Attributes:
        of_words: The kind of each word.
        deprels: The relation of each kind, as text.
        bases: The relation without its subtype.
        upos: The part of speech.
        before: Whether the word stands before its head.
        features: For each feature, such as `Polarity=Neg`, the kinds that have it.
        markers: For each marker that is not too rare, the kinds that have it.
    """

    of_words: NDArray[np.int32]
    deprels: NDArray[np.object_]
    bases: NDArray[np.object_]
    upos: NDArray[np.object_]
    before: Mask
    features: Mapping[str, Mask]
    markers: Mapping[str, Mask]
    # The same few entries are asked for again and again.
    _matches: dict[Entry, Mask] = field(default_factory=dict, init=False)
    _labels: dict[str, tuple[Mask, Mask]] = field(default_factory=dict, init=False)
    _refinements: dict[Entry, tuple[Entry, ...]] = field(default_factory=dict, init=False)

    def __len__(self) -> int:
        return len(self.deprels)

    @classmethod
    def of(cls, trees: DependencyBatch, before: Mask, fewest_marked: int) -> WordKinds:
        """Find the kinds of the words.

        Args:
            trees: The parses.
            before: Which words stand before their heads.
            fewest_marked: Markers of fewer words make no kinds of their own.
        """
        morphology = trees.morphology()
        features = _Lists(morphology.features, morphology.feature_offsets, morphology.names)
        markers = _Lists(*word_markers(trees, morphology)).without_rare(fewest_marked)
        bundles = features.bundles, markers.bundles
        columns = np.stack([trees.deprels, before, trees.upos, *bundles])
        _, words, kinds = np.unique(columns, axis=1, return_index=True, return_inverse=True)
        names = np.array(trees.names, object)
        deprels = names[trees.deprels[words]]
        return cls(
            frozen(kinds.ravel().astype(np.int32)),
            deprels,
            np.array([label.partition(":")[0] for label in deprels], object),
            names[trees.upos[words]],
            before[words],
            _features(features, words.tolist()),
            markers.turned_round(words.tolist()),
        )

    def that_pass(self, test: WordTest) -> Mask:
        """Which kinds meet the conditions on part of speech, relation, markers and features."""
        passes = np.ones(len(self), np.bool_)
        if test.upos:
            passes &= np.isin(self.upos, test.upos)
        if test.deprel:
            passes &= np.isin(self.deprels, test.deprel) | np.isin(self.bases, test.deprel)
        if test.marker:
            passes &= np.any([self.markers[marker] for marker in test.marker], axis=0)
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
        """The entry with a test of the part of speech, a feature or the marker of what it takes."""
        if entry not in self._refinements:
            own = self.that_match(entry)
            tests = [WordTest(upos=(tag,)) for tag in sorted(set(self.upos[own]))]
            for feature, having in self.features.items():
                if (own & having).any():
                    name, _, value = feature.partition("=")
                    tests.append(WordTest(features=((name, (value,)),)))
            for marker, having in self.markers.items():
                if (own & having).any() and can_be_tested(marker):
                    tests.append(WordTest(marker=(marker,)))
            found = (Entry(entry.labels, entry.side, test) for test in tests)
            self._refinements[entry] = tuple(found)
        return self._refinements[entry]

    def _labelled(self, label: str) -> tuple[Mask, Mask]:
        """Which kinds have a relation exactly, and which without their subtypes."""
        if label not in self._labels:
            self._labels[label] = self.deprels == label, self.bases == label
        return self._labels[label]


class _Lists(NamedTuple):
    """A list of names for each word, as numbers."""

    values: NDArray[np.int32]
    offsets: Offsets
    names: Sequence[str]

    @property
    def bundles(self) -> NDArray[np.int64]:
        """A number for each word, the same for words with the same names."""
        # Sums of random numbers of 62 bits: two lists have one sum by chance once in 10¹² corpora.
        numbers = np.random.default_rng(0).integers(1 << 62, size=len(self.names))
        sums = np.concatenate([[0], np.cumsum(numbers[self.values])])
        bundles: NDArray[np.int64] = np.diff(sums[np.asarray(self.offsets)])
        return bundles

    def without_rare(self, fewest: int) -> _Lists:
        """Leave out names that occur less often."""
        counts = np.bincount(self.values, minlength=len(self.names))
        kept = np.concatenate([[0], np.cumsum(counts[self.values] >= fewest)])
        is_kept = np.diff(kept) > 0
        return _Lists(self.values[is_kept], kept[np.asarray(self.offsets)], self.names)

    def turned_round(self, words: Sequence[int]) -> dict[str, Mask]:
        """For each name the places of those words that have it."""
        found: dict[str, Mask] = {}
        for place, word in enumerate(words):
            for number in self.values[self.offsets[word] : self.offsets[word + 1]]:
                found.setdefault(self.names[number], np.zeros(len(words), np.bool_))[place] = True
        return dict(sorted(found.items()))


def _features(lists: _Lists, words: Sequence[int]) -> dict[str, Mask]:
    """The features of some words, turned round. A word may have several values of one."""
    found: dict[str, Mask] = {}
    for cell, having in lists.turned_round(words).items():
        name, _, values = cell.partition("=")
        for value in values.split(","):
            feature = f"{name}={value}"
            if _FEATURE.fullmatch(feature):
                found[feature] = found.get(feature, False) | having
    return dict(sorted(found.items()))
