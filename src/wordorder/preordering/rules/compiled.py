"""Rules in kernel form, as tables of numbers, and the markers that they test."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder import _kernels
from wordorder.arrays import Offsets, frozen
from wordorder.permutation.batch import PermutationBatch
from wordorder.preordering.rules.label_schemes import base_label
from wordorder.preordering.rules.rules import MANNERS, OTHERS, SELF, SIDES, RuleSet, WordTest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from wordorder.syntax.dependency import DependencyBatch, Morphology

_COLUMNS = ("upos", "deprel", "xpos", "lemma", "marker")  # and features


class Arrangement(NamedTuple):
    """Sentences in the order of the rules, and the rules and entries behind it.

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
        self._conditions: dict[tuple[str, tuple[str, ...]], int] = {}  # column and values
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
            [self._conditions[condition] for condition in test.conditions.items()]
            for test in self._tests
        ]
        named = []
        for rule in rules.rules:
            rows: list[list[int]] = [[] for _ in self._labels]
            for number, entry in enumerate(rule.order):
                for label in entry.labels:
                    rows[self._labels[label]].append(number)
            named += rows
        return _kernels.RuleTables(
            _integers(
                _COLUMNS.index(column) if column in _COLUMNS else len(_COLUMNS)
                for column, _ in self._conditions
            ),
            _ragged(conditions),
            _integers(heads),
            _ragged(entry_tests),
            _integers(SIDES.index(entry.side) for entry in entries),
            _integers(MANNERS.index(entry.manner) for entry in entries),
            _ragged(named),
            len(self._labels),
        )

    def _test(self, test: WordTest) -> int:
        for condition in test.conditions.items():
            self._conditions.setdefault(condition, len(self._conditions))
        return self._tests.setdefault(test, len(self._tests))

    def arrange(self, trees: DependencyBatch) -> Arrangement:
        """Order the words of each sentence; see `reorder`."""
        columns = {column for column, _ in self._conditions}
        morphology = trees.morphology() if columns - {"upos", "deprel"} else None
        xpos = lemmas = features = markers = marker_rows = None
        if morphology is not None:
            xpos, lemmas = morphology.xpos, morphology.lemmas
            features = _kernels.Ragged(morphology.features, morphology.feature_offsets)
            if "marker" in columns:
                markers = word_markers(trees, morphology)
                marker_rows = _kernels.Ragged(markers.values, markers.offsets)
        numbers = _Numbers(trees.names, morphology, markers)
        arranged = _kernels.arrange_words(
            self._tables,
            _kernels.Ragged(trees.projective().trees.heads, trees.offsets),
            trees.deprels,
            trees.upos,
            xpos,
            lemmas,
            marker_rows,
            features,
            _ragged([numbers.of(*condition) for condition in self._conditions]),
            _integers(self._label(name) for name in trees.names),
            _integers(self._label(base_label(name)) for name in trees.names),
        )
        orders = PermutationBatch.from_kernel(arranged.places, trees.first_sentence)
        return Arrangement(orders, arranged.rules, arranged.entries)

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
            if "=" in cell:  # a feature, or a word like one, which does no harm
                feature, _, values = cell.partition("=")
                for value in values.split(","):
                    known = self._features.setdefault(f"{feature}={value}", [])
                    known += self._morphology[cell]

    def of(self, column: str, texts: tuple[str, ...]) -> list[int]:
        """Return the numbers of the texts that a condition allows in a column, ascending."""
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


def _integers(numbers: Iterable[int]) -> NDArray[np.int32]:
    return np.array(list(numbers), np.int32)


def _ragged(rows: Sequence[Sequence[int]]) -> _kernels.Ragged:
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    return _kernels.Ragged(_integers(number for row in rows for number in row), offsets)


class WordMarkers(NamedTuple):
    """The markers of the words of a batch, as indices into `names`.

    Attributes:
        values: The markers of all words, one word after the other.
        offsets: The start and end of each word's markers.
        names: The markers as text, each once.
    """

    values: NDArray[np.int32]
    offsets: Offsets
    names: list[str]


def word_markers(trees: DependencyBatch, morphology: Morphology) -> WordMarkers:
    r"""Find the markers of each word: the lemmas of its children with relation `case` or `mark`.

    A marker of several words, joined by the relation `fixed`, is written `such_as`, as in the
    enhanced labels of Universal Dependencies. The lower-cased word stands in for a missing lemma.

    Args:
        trees: The parses as they are, before arcs are lifted.
        morphology: Their forms and lemmas.

    Examples:
        >>> import io
        >>> from wordorder.preordering import read_parses
        >>> trees = read_parses(io.StringIO(
        ...     "1\tislands\tisland\tNOUN\t_\t_\t0\troot\t_\t_\n"
        ...     "2\tsuch\tsuch\tADJ\t_\t_\t4\tcase\t_\t_\n"
        ...     "3\tas\tas\tADP\t_\t_\t2\tfixed\t_\t_\n"
        ...     "4\tMalta\tMalta\tPROPN\t_\t_\t1\tnmod\t_\t_\n"
        ... ))
        >>> found = word_markers(trees, trees.morphology())
        >>> found.names, found.offsets.tolist()
        (['such_as'], [0, 0, 0, 0, 1])

    References:
        Joakim Nivre et al. 2020. Universal Dependencies v2: An Evergrowing Multilingual Treebank
        Collection. LREC 2020.
    """
    count, heads = len(trees.heads), trees.head_words
    bases = [base_label(name) for name in trees.names]
    marks, continues = (
        np.array([base in relations for base in bases], np.bool_)[trees.deprels] & (heads >= 0)
        for relations in (("case", "mark"), ("fixed",))
    )
    first_words = np.where(continues, heads, np.arange(count))
    pieces = np.flatnonzero(marks[first_words])
    pieces = pieces[np.argsort(first_words[pieces], kind="stable")]
    words, sizes = np.unique(first_words[pieces], return_counts=True)
    numbers, names = _numbered(morphology, pieces, sizes)
    counts = np.bincount(heads[words], minlength=count)
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return WordMarkers(frozen(numbers[np.argsort(heads[words], kind="stable")]), offsets, names)


def _numbered(
    morphology: Morphology, pieces: NDArray[np.int64], sizes: NDArray[np.int64]
) -> tuple[NDArray[np.int32], list[str]]:
    """Number the markers, given their words and the number of words of each."""
    names = morphology.names
    lemmas, forms = morphology.lemmas[pieces], morphology.forms[pieces]
    is_unknown = lemmas == morphology.number("_")
    spelt, cells = np.unique(np.where(is_unknown, len(names) + forms, lemmas), return_inverse=True)
    texts = [
        names[cell] if cell < len(names) else names[cell - len(names)].lower()
        for cell in spelt.tolist()
    ]
    begins = np.cumsum(sizes) - sizes
    firsts = cells.ravel()[begins]
    known: dict[str, int] = {}
    of_cells = np.zeros(len(texts), np.int32)
    for cell in np.unique(firsts[sizes == 1]).tolist():
        of_cells[cell] = known.setdefault(texts[cell], len(known))
    numbers = of_cells[firsts]
    for marker in np.flatnonzero(sizes > 1).tolist():  # few
        own = cells[begins[marker] : begins[marker] + sizes[marker]]
        joined = "_".join([texts[cell] for cell in own.tolist()])
        numbers[marker] = known.setdefault(joined, len(known))
    return numbers, list(known)
