"""Fit the weights that say how likely two words are linked, where vectors compare all words.

    python tools/fit_links.py DATA                # writes the table, prints how good it is
    python tools/fit_links.py DATA --dry-run      # only prints

DATA/mtref has two English references of one source with manual links (MultiMWA-MTRef). The weights
are those of a linear-chain conditional random field, as kernels/link/model.hpp and link/chain.hpp
describe it, in both directions: those of the largest likelihood of the manual links of the training
part, with an L2 penalty, given the obvious links. A word may be linked with any of its manual
partners, and with none only if it has none that vectors, stem or synonyms know and that is not
linked already; words spelt alike are not looked for. Only figures go into the table. Fit the
confidence of links afterwards (tools/fit_confidence.py): it depends on which links there are.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from fit_confidence import Gold
from scipy.optimize import minimize

from wordorder.alignment import Matcher
from wordorder.alignment.matching.vectors import VectorSource
from wordorder.alignment.matching.weights import ConfidenceModel
from wordorder.alignment.matching.word_data import VECTOR_LENGTH, WordData
from wordorder.text import language

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from wordorder.alignment import Alignment

    Floats = NDArray[np.float64]

TABLE = Path(__file__).parents[1] / "src/wordorder/alignment/matching/data/links-en.toml"
SIGNS = (
    "exact",
    "frequent_exact",
    "stem",
    "synonym",
    "vectors",
    "similarity",
    "frequent_similarity",
    "one_frequent",
    "both_frequent",
    "rival",
)
UNLINKED = ("unlinked", "unlinked_frequent")
JUMPS = 11
SENTENCES_AT_A_TIME = 100
RELATED = 0.8  # the similarity of words with one stem, and of synonyms


# ---- What speaks for each pair of words


@dataclass(frozen=True)
class Sentences:
    """One direction of a sentence pair: signs of each pair of words that could be linked.

    Attributes:
        signs: Those of each word with each other word.
        possible: Whether the two could be linked.
        frequent: Whether each word is.
        linked: Whether the two are linked by hand.
        partners: The other word that each word is obviously linked with, or -1.
    """

    signs: NDArray[np.float32]
    possible: NDArray[np.bool_]
    frequent: NDArray[np.bool_]
    linked: NDArray[np.bool_]
    partners: NDArray[np.int64]


class Comparison:
    """Compares words as the matcher does."""

    def __init__(self, lines: Sequence[str], frequent: frozenset[str]) -> None:
        self._data = WordData(
            ["exact", "stem", "synonym", "vectors"],
            "en",
            None,
            fold_case=True,
            vectors=VectorSource("wordllama", language("en")),
            frequent=frequent,
        )
        self._data.vocabulary.number("".join(f"{line}\n" for line in lines).encode())
        self._data.look_up_new_words()
        vectors = self._data._vectors
        self._row_of_word = vectors.row_of_word
        self._values = vectors.values.astype(float) / VECTOR_LENGTH
        self._only_in_references = vectors.only_in_references.astype(bool)
        classes = self._data.synonyms
        assert classes is not None
        self._classes = [
            set(row.tolist()) for row in np.split(classes.values, classes.offsets[1:-1])
        ]

    def directions(
        self, hypothesis: str, reference: str, gold: Any, matches: Alignment
    ) -> Iterator[Sentences]:
        """The pair from the hypothesis to the reference, and back."""
        h, r = (
            self._data.vocabulary.number(f"{line}\n".encode()).values
            for line in (hypothesis, reference)
        )
        stages, cosine = self._compared(h, r)
        linked = np.zeros(cosine.shape, bool)
        for link in gold:
            linked[link] = True
        rows, columns = stages.any(axis=(0, 2)), stages.any(axis=(0, 1))
        kept = np.ix_(rows, columns)
        stages, cosine, linked = stages[:, rows][:, :, columns], cosine[kept], linked[kept]
        frequent = [self._data.frequent[words].astype(bool) for words in (h[rows], r[columns])]
        number = [np.cumsum(side) - 1 for side in (rows, columns)]
        links = [(int(number[0][i]), int(number[1][j])) for i, j in matches.links]
        partners = obvious_partners(links, stages[0], frequent[0])
        back = np.full(len(frequent[1]), -1)
        back[partners[partners >= 0]] = np.flatnonzero(partners >= 0)
        yield signed(stages, cosine, linked, *frequent, partners)
        yield signed(stages.transpose(0, 2, 1), cosine.T, linked.T, *frequent[::-1], back)

    def _compared(
        self, h: NDArray[np.int32], r: NDArray[np.int32]
    ) -> tuple[NDArray[np.bool_], Floats]:
        """By which stage words match, and the cosines of all."""
        exact = h[:, None] == r
        stems = self._data.stems
        assert stems is not None
        stem = (stems[h][:, None] == stems[r]) & ~exact
        synonym = np.array([[bool(self._classes[i] & self._classes[j]) for j in r] for i in h])
        synonym &= ~exact & ~stem
        known = (self._row_of_word[h] >= 0) & ~self._only_in_references[h]
        vectors = known[:, None] & (self._row_of_word[r] >= 0) & ~exact & ~stem & ~synonym
        products = self._values[self._row_of_word[h]] @ self._values[self._row_of_word[r]].T
        return np.stack([exact, stem, synonym, vectors]), np.minimum(products, 1)


def obvious_partners(
    matches: Sequence[tuple[int, int]], exact: NDArray[np.bool_], frequent: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """The matches of the search that need no weighing: the other word of each word, or -1."""
    signs = {
        (i, j): ((i - 1, j - 1) in matches)
        + ((i + 1, j + 1) in matches)
        + (exact[i, j] and not frequent[i])
        for i, j in matches
    }
    partners = np.full(len(exact), -1)
    for i, j in matches:
        uncrossed = all((a < i) == (b < j) for a, b in matches if signs[a, b] and (a, b) != (i, j))
        if signs[i, j] + uncrossed >= 2:
            partners[i] = j
    return partners


def signed(
    stages: NDArray[np.bool_],
    cosine: Floats,
    linked: NDArray[np.bool_],
    frequent: NDArray[np.bool_],
    others_frequent: NDArray[np.bool_],
    partners: NDArray[np.int64],
) -> Sentences:
    taken = np.isin(np.arange(len(others_frequent)), partners)
    stages = stages & (partners < 0)[:, None] & ~taken
    exact, stem, synonym, vectors = stages
    vectors = vectors & ~(exact.any(axis=1)[:, None] & exact.any(axis=0))
    cosine = np.where(vectors, cosine, 0)
    one, other = frequent[:, None], others_frequent[None]
    columns = [
        exact,
        exact & one,
        stem,
        synonym,
        vectors,
        cosine,
        cosine * (one | other),
        one != other,
        vectors & one & other,
        rivals(np.where(exact, 1, np.where(stem | synonym, RELATED, np.maximum(cosine, 0)))),
    ]
    signs = np.stack([np.asarray(column, np.float32) for column in columns], axis=-1)
    possible = exact | stem | synonym | vectors
    return Sentences(signs, possible, frequent, linked & possible, partners)


def rivals(similarity: Floats) -> Floats:
    """The largest similarity of another word to the same partner."""
    if len(similarity) < 2:
        return np.zeros(similarity.shape)
    second, first = np.sort(similarity, axis=0)[-2:]
    return np.where(similarity == first, second, first)


# ---- The likelihood of many sentences at a time


class Chains:
    """Sentences of similar lengths, filled up with words that have no partner."""

    def __init__(self, sentences: Sequence[Sentences]) -> None:
        words, others = np.max([one.possible.shape for one in sentences], axis=0)
        shape = (len(sentences), words, others)
        self._signs = np.zeros((*shape, len(SIGNS)), np.float32)
        self._possible = np.zeros(shape, bool)
        self._linked = np.zeros(shape, bool)
        self._is_word = np.zeros(shape[:2], bool)
        self._frequent = np.zeros(shape[:2], bool)
        self._is_certain = np.zeros(shape[:2], bool)
        self._certain = np.zeros(shape, bool)
        for k, one in enumerate(sentences):
            n, m = one.possible.shape
            self._signs[k, :n, :m] = one.signs
            self._possible[k, :n, :m] = one.possible
            self._linked[k, :n, :m] = one.linked
            self._is_word[k, :n] = True
            self._frequent[k, :n] = one.frequent
            certain = np.flatnonzero(one.partners >= 0)
            self._is_certain[k, certain] = True
            self._certain[k, certain, one.partners[certain]] = True
        places = np.arange(others + 1)
        self._jumps = jump_kind(places[1:] - places[:, None])
        ends = np.array([one.possible.shape[1] for one in sentences])
        self._ends = jump_kind(ends[:, None] + 1 - places)

    def loss(self, weights: Floats) -> tuple[float, Floats]:
        """Minus the logarithm of the likelihood, and its gradient."""
        of_signs, of_unlinked, _ = np.split(weights, [len(SIGNS), len(SIGNS) + len(UNLINKED)])
        pairs = np.exp(self._signs @ of_signs) * self._possible
        unlinked = np.exp(of_unlinked[0] + of_unlinked[1] * self._frequent)
        unlinked[~self._is_word] = 1
        unlinked[self._is_certain] = 0
        everything, expected = self._sum(pairs + self._certain, unlinked, weights)
        free = unlinked * ~self._linked.any(axis=2)
        right, found = self._sum(pairs * self._linked + self._certain, free, weights)
        return everything - right, expected - found

    def _sum(self, pairs: Floats, unlinked: Floats, weights: Floats) -> tuple[float, Floats]:
        """The logarithm of the sum over all chains, and how often each sign is expected."""
        factors = np.exp(weights[-JUMPS:])
        jumps, ends = factors[self._jumps], factors[self._ends]
        sentences, words, others = pairs.shape
        before = np.zeros((words + 1, sentences, others + 1))
        before[0, :, 0] = 1
        reached = np.zeros((words, sentences, others))
        sums = np.zeros((words, sentences, 1))
        for i in range(words):
            reached[i] = before[i] @ jumps
            before[i + 1] = before[i] * unlinked[:, i, None]
            before[i + 1, :, 1:] += pairs[:, i] * reached[i]
            sums[i] = before[i + 1].sum(axis=1, keepdims=True)
            before[i + 1] /= sums[i]
        total = (before[-1] * ends).sum(axis=1, keepdims=True)
        after = ends / total
        counts = np.zeros(len(weights))
        jump_counts = counts[-JUMPS:]
        np.add.at(jump_counts, self._ends, before[-1] * after)
        used = np.zeros(jumps.shape)
        for i in reversed(range(words)):
            ahead = pairs[:, i] * after[:, 1:] / sums[i]
            used += before[i].T @ ahead
            counts[: len(SIGNS)] += np.einsum("sj,sjk->k", ahead * reached[i], self._signs[:, i])
            none = (before[i] * after).sum(axis=1) * unlinked[:, i] / sums[i, :, 0]
            none = none * self._is_word[:, i]
            counts[len(SIGNS)] += none.sum()
            counts[len(SIGNS) + 1] += none @ self._frequent[:, i]
            after = after * unlinked[:, i, None] / sums[i] + ahead @ jumps.T
        np.add.at(jump_counts, self._jumps, used * jumps)
        return float(np.log(sums).sum() + np.log(total).sum()), counts


def jump_kind(distance: NDArray[np.int64]) -> NDArray[np.int64]:
    """Backwards 0 to 4, none 5, forwards 6 to 10; up to 3 words alone, up to 7 together."""
    size = np.abs(distance)
    step = np.where(size <= 3, size, np.where(size <= 7, 4, 5))
    return np.asarray(5 + np.sign(distance) * step)


def fitted(chains: Sequence[Chains], l2: float) -> Floats:
    def loss(weights: Floats) -> tuple[float, Floats]:
        parts = [chain.loss(weights) for chain in chains]
        value = sum(part[0] for part in parts) + l2 / 2 * float(weights @ weights)
        return value, np.sum([part[1] for part in parts], axis=0) + l2 * weights

    start = np.zeros(len(SIGNS) + len(UNLINKED) + JUMPS)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200})
    print(f"{found.nit} steps, loss {found.fun:.1f}")
    weights: Floats = found.x.round(2)
    return weights


def chains_of(gold: Gold, frequent: frozenset[str]) -> list[Chains]:
    compare = Comparison([*gold.hypotheses, *gold.references], frequent)
    searched = Matcher("en").match(gold.hypotheses, gold.references).alignments
    rows = zip(gold.hypotheses, gold.references, gold.links, searched, strict=True)
    sentences = [one for row in rows for one in compare.directions(*row) if one.possible.any()]
    sentences.sort(key=lambda one: one.possible.shape)
    starts = range(0, len(sentences), SENTENCES_AT_A_TIME)
    return [Chains(sentences[start : start + SENTENCES_AT_A_TIME]) for start in starts]


HEADER = """\
# How likely two words are linked: a chain of words. kernels/link/model.hpp says what each weight
# stands for. Fitted by tools/fit_links.py, {day}, on MultiMWA-MTRef train: {sentences:,} sentence
# pairs with manual links, in both directions, with the vectors of wordllama.

# From the partner of a word to that of the next one: 8 words back or more, 7 to 4, 3, 2, 1, the
# same word, and so on forwards.
jumps = [{jumps}]

[weights]
{weights}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--l2", type=float, default=1.0)
    parser.add_argument("--output", type=Path, default=TABLE)
    parser.add_argument("--dry-run", action="store_true")
    asked = parser.parse_args()
    model = ConfidenceModel.of("en")
    assert model is not None
    gold = Gold.read(asked.data / "mtref", "train")
    weights = fitted(chains_of(gold, model.frequent), asked.l2)
    named = dict(zip((*SIGNS, *UNLINKED), weights.tolist(), strict=False))
    table = HEADER.format(
        day=datetime.now(UTC).date(),
        sentences=len(gold.links),
        jumps=", ".join(map(str, weights[-JUMPS:].tolist())),
        weights="\n".join(f"{name} = {weight}" for name, weight in named.items()),
    )
    print(table)
    if not asked.dry_run:
        asked.output.write_text(table)


if __name__ == "__main__":
    main()
