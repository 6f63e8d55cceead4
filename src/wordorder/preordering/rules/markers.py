"""The adposition or subordinator of each word, which says what it is to its head."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.arrays import frozen
from wordorder.preordering.rules.label_schemes import base_label

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from wordorder.arrays import Offsets
    from wordorder.syntax import DependencyBatch, Morphology

_MARKING = ("case", "mark")
_CONTINUING = ("fixed",)
_UNKNOWN = "_"


class WordMarkers(NamedTuple):
    """The markers of the words of a batch, as indices into `names`.

    Attributes:
        values: Those of all words, one word after the other.
        offsets: Where those of each word start and end.
        names: The markers as text, each once.
    """

    values: NDArray[np.int32]
    offsets: Offsets
    names: list[str]


def word_markers(trees: DependencyBatch, morphology: Morphology) -> WordMarkers:
    r"""Find the markers of each word: the lemmas of its children with relation `case` or `mark`.

    Several words that are one marker, joined by the relation `fixed`, are written `such_as`, as in
    the enhanced labels of Universal Dependencies. Where a lemma is missing, the lower-cased word
    stands in.

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
    count = len(trees.heads)
    starts = np.repeat(trees.offsets[:-1], trees.lengths)
    heads = np.where(trees.heads < 0, -1, trees.heads + starts)
    marks, continues = (
        _have_relation(trees, relations) & (heads >= 0) for relations in (_MARKING, _CONTINUING)
    )
    first_words = np.where(continues, heads, np.arange(count))
    pieces = np.flatnonzero(marks[first_words])
    pieces = pieces[np.argsort(first_words[pieces], kind="stable")]
    words, sizes = np.unique(first_words[pieces], return_counts=True)
    numbers, names = _numbered(morphology, pieces, sizes)
    counts = np.bincount(heads[words], minlength=count)
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return WordMarkers(frozen(numbers[np.argsort(heads[words], kind="stable")]), offsets, names)


def _have_relation(trees: DependencyBatch, relations: Collection[str]) -> NDArray[np.bool_]:
    """Which words have one of these relations, or a subtype of it."""
    have = np.array([base_label(name) in relations for name in trees.names], np.bool_)
    return have[trees.deprels]


def _numbered(
    morphology: Morphology, pieces: NDArray[np.int64], sizes: NDArray[np.int64]
) -> tuple[NDArray[np.int32], list[str]]:
    """Number the markers, given their words and how many of these each has."""
    names = morphology.names
    lemmas, forms = morphology.lemmas[pieces], morphology.forms[pieces]
    is_unknown = lemmas == morphology.number(_UNKNOWN)
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
