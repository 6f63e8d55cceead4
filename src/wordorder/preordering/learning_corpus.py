"""The corpus for learning rules: sentences with links, and the kinds of their words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.arrays import Offsets, frozen
from wordorder.preordering.rules.compiled import word_markers
from wordorder.preordering.rules.rules import OTHERS, SELF, Entry, WordTest, can_be_tested

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.preordering.references import ReferenceOrders
    from wordorder.syntax.dependency import DependencyBatch

Mask = np.ndarray[tuple[int], np.dtype[np.bool_]]

# Beyond this number, thresholds grow with the sentences: more of them would otherwise make ever
# smaller gains certain and ever rarer words frequent, with ever more to try.
ENOUGH_SENTENCES = 1000

# Rules do not test markers of fewer words; see `share_of`. There are many markers, and the rarer
# one is, the likelier it gains by chance.
FEWEST_MARKED = 20

_FEATURE = re.compile(r"[A-Z][A-Za-z0-9]*(\[[a-z0-9]+\])?=[^=,]+")


@dataclass(frozen=True, slots=True, eq=False)
class WordKinds:
    """Words by kind: the same relation, side, part of speech, features and markers.

    No rule can tell words of one kind apart.

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
    # Caches: the same few entries come again and again.
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
        """Return which kinds meet the conditions of a test, except on xpos and lemma."""
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
        """Return which kinds of children an entry would take if it were the only one."""
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
        """Find the entry of each kind: the first for its exact label, its base label, or `*`."""
        taken_by = np.full(len(self), -1)
        matches = [self.that_match(entry) for entry in order]
        for level in range(2):
            for number, entry in enumerate(order):
                if entry.labels[0] not in (SELF, OTHERS):
                    takes = matches[number] & self._labelled(entry.labels[0])[level]
                    taken_by[takes & (taken_by < 0)] = number
        for number, entry in enumerate(order):
            if entry.labels[0] == OTHERS:
                taken_by[matches[number] & (taken_by < 0)] = number
        return taken_by

    def refinements(self, entry: Entry) -> tuple[Entry, ...]:
        """Return refined entries, each with a test of a part of speech, feature or marker."""
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
            refined = (Entry(entry.labels, entry.side, test) for test in tests)
            self._refinements[entry] = tuple(refined)
        return self._refinements[entry]

    def _labelled(self, label: str) -> tuple[Mask, Mask]:
        """Return which kinds have exactly this relation, and which without their subtypes."""
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
        # Sums of random 62-bit numbers: two lists share a sum by chance in one of 10¹² corpora.
        numbers = np.random.default_rng(0).integers(1 << 62, size=len(self.names))
        sums = np.concatenate([[0], np.cumsum(numbers[self.values])])
        bundles: NDArray[np.int64] = np.diff(sums[np.asarray(self.offsets)])
        return bundles

    def without_rare(self, fewest: int) -> _Lists:
        """Leave out names that occur fewer than `fewest` times."""
        counts = np.bincount(self.values, minlength=len(self.names))
        frequent = np.concatenate([[0], np.cumsum(counts[self.values] >= fewest)])
        is_frequent = np.diff(frequent) > 0
        return _Lists(self.values[is_frequent], frequent[np.asarray(self.offsets)], self.names)

    def turned_round(self, words: Sequence[int]) -> dict[str, Mask]:
        """Return a mask for each name, of those of the given words that have it."""
        places_of: dict[str, Mask] = {}
        for place, word in enumerate(words):
            for number in self.values[self.offsets[word] : self.offsets[word + 1]]:
                places_of.setdefault(self.names[number], np.zeros(len(words), np.bool_))[place] = (
                    True
                )
        return dict(sorted(places_of.items()))


def _features(lists: _Lists, words: Sequence[int]) -> dict[str, Mask]:
    """Return a mask for each feature value; a word may have several values of a feature."""
    features: dict[str, Mask] = {}
    for cell, having in lists.turned_round(words).items():
        name, _, values = cell.partition("=")
        for value in values.split(","):
            feature = f"{name}={value}"
            if _FEATURE.fullmatch(feature):
                features[feature] = features.get(feature, False) | having
    return dict(sorted(features.items()))


def share_of(count: int, sentences: int) -> int:
    """Scale a count in a thousand sentences up to more; with fewer, return it unchanged."""
    return max(count, count * sentences // ENOUGH_SENTENCES)


@dataclass(frozen=True, slots=True, eq=False)
class LearningCorpus:
    """The sentences with links; arrays are over their words, sentence by sentence.

    Attributes:
        rows: The numbers of these sentences in the batch.
        trees: Their parses.
        heads: The heads of the projective trees, by sentence.
        head_words: The head of each word, numbered through all sentences; -1 for roots.
        row_of: The sentence of each word, counting those with links.
        group_starts: The place in the reference at which the word's group starts.
        linked_starts: The same, counting words with links only; -1 for words without.
        kinds: The kind of each word.
    """

    rows: NDArray[np.int64]
    trees: DependencyBatch
    heads: _kernels.Ragged
    head_words: NDArray[np.int64]
    row_of: NDArray[np.int64]
    group_starts: NDArray[np.int32]
    linked_starts: NDArray[np.int32]
    kinds: WordKinds

    def __len__(self) -> int:
        return len(self.rows)

    @classmethod
    def of(cls, trees: DependencyBatch, references: ReferenceOrders) -> LearningCorpus:
        """Take the sentences that have links."""
        rows = np.flatnonzero(references.orders.lengths > 0)
        trees, references = trees.take(rows), references.take(rows)
        lifted = trees.projective().trees
        heads, head_words = lifted.heads, lifted.head_words
        row_of = np.repeat(np.arange(len(rows)), trees.lengths)
        group_starts = frozen(references.group_starts.astype(np.int32))
        return cls(
            rows,
            trees,
            _kernels.Ragged(heads, trees.offsets),
            head_words,
            row_of,
            group_starts,
            _linked_starts(group_starts, row_of, references.linked),
            WordKinds.of(
                trees, np.arange(len(heads)) < head_words, share_of(FEWEST_MARKED, len(rows))
            ),
        )


def _linked_starts(
    group_starts: NDArray[np.int32], row_of: NDArray[np.int64], linked: NDArray[np.bool_]
) -> NDArray[np.int32]:
    words = np.flatnonzero(linked)
    words = words[np.lexsort((group_starts[words], row_of[words]))]
    rows, starts = row_of[words], group_starts[words]
    begins = np.searchsorted(rows, rows)
    new = np.ones(len(words), np.bool_)
    new[1:] = (np.diff(rows) != 0) | (np.diff(starts) != 0)
    firsts = np.maximum.accumulate(np.where(new, np.arange(len(words)), 0))
    linked_starts = np.full(len(group_starts), -1, np.int32)
    linked_starts[words] = firsts - begins
    return frozen(linked_starts)
