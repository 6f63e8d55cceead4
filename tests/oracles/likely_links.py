"""Words linked by how likely they are partners: every choice of partners is tried."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from oracles import matching
from oracles.matching import Match
from oracles.vectors import cosine

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from oracles.vectors import Word

    Matrix = list[list[float]]
    Links = dict[tuple[int, int], int]

EXACT, STEM, SYNONYM, VECTORS, PARAPHRASE = range(5)
LEAST = 0.3
FROM_JUMP = {-3: 2, -2: 3, -1: 4, 0: 5, 1: 6, 2: 7, 3: 8}


class Weights(NamedTuple):
    """The logarithms of factors."""

    exact: float
    frequent_exact: float
    stem: float
    synonym: float
    vectors: float
    similarity: float
    frequent_similarity: float
    one_frequent: float
    both_frequent: float
    rival: float
    unlinked: float
    unlinked_frequent: float
    jumps: tuple[float, ...]


class Chain(NamedTuple):
    """Logarithms of factors: of each word with each of the others, of no partner, of jumps."""

    pairs: Matrix  # minus infinity if two words cannot be partners
    unlinked: Sequence[float]
    jumps: Sequence[float]

    @property
    def others(self) -> int:
        return len(self.pairs[0]) if self.pairs else 0

    def with_only(self, word: int, partner: int) -> Chain:
        """The chain in which a word has this partner, whatever the others have."""
        row = [factor if j == partner else -math.inf for j, factor in enumerate(self.pairs[word])]
        pairs = [row if i == word else others for i, others in enumerate(self.pairs)]
        none = [-math.inf if i == word else factor for i, factor in enumerate(self.unlinked)]
        return Chain(pairs, none, self.jumps)


def jump(distance: int, jumps: Sequence[float]) -> float:
    """What a distance adds: 3 words and fewer count alone, then those up to 7 and all beyond."""
    if distance in FROM_JUMP:
        return jumps[FROM_JUMP[distance]]
    if distance < 0:
        return jumps[1 if distance >= -7 else 0]
    return jumps[9 if distance <= 7 else 10]


def sum_by_trying_all(chain: Chain) -> float:
    """The sum of the products of all choices of partners."""
    choices = product([None, *range(chain.others)], repeat=len(chain.unlinked))
    return sum(math.exp(log_product(chain, choice)) for choice in choices)


def log_product(chain: Chain, partners: Sequence[int | None]) -> float:
    """The logarithm of the product of all factors of one choice."""
    total, last = 0.0, -1  # before the other sentence
    for word, partner in enumerate(partners):
        if partner is None:
            total += chain.unlinked[word]
        else:
            total += chain.pairs[word][partner] + jump(partner - last, chain.jumps)
            last = partner
    return total + jump(chain.others - last, chain.jumps)


def log_sums(chains: Sequence[Chain]) -> np.ndarray:
    """The logarithms of the same sums of several chains with the same words and jumps.

    From the left to the right: where is the last partner?
    """
    others, jumps = chains[0].others, chains[0].jumps
    places = range(-1, others)
    distances = np.array([[jump(j - p, jumps) for j in range(others)] for p in places])
    to_end = np.array([jump(others - p, jumps) for p in places])
    unlinked, pairs = (np.array([c[field] for c in chains]) for field in (1, 0))
    logs = np.full((len(chains), others + 1), -np.inf)
    logs[:, 0] = 0
    for word in range(unlinked.shape[1]):
        reached = np.logaddexp.reduce(logs[:, :, None] + distances, axis=1)
        logs += unlinked[:, word, None]
        logs[:, 1:] = np.logaddexp(logs[:, 1:], reached + pairs[:, word])
    return np.logaddexp.reduce(logs + to_end, axis=1)


def probabilities_by_trying_all(chain: Chain) -> Matrix:
    """How likely each word is linked with each of the others."""
    whole = sum_by_trying_all(chain)
    return [
        [sum_by_trying_all(chain.with_only(i, j)) / whole for j in range(chain.others)]
        for i in range(len(chain.unlinked))
    ]


def probabilities(chain: Chain) -> Matrix:
    """The same, for a few more words and for any weights."""
    if not chain.pairs:
        return []
    links = product(range(len(chain.pairs)), range(chain.others))
    whole, *parts = log_sums([chain, *(chain.with_only(i, j) for i, j in links)])
    found: Matrix = np.exp(np.array(parts) - whole).reshape(-1, chain.others).tolist()
    return found


class Pair(NamedTuple):
    """What two words match by, their cosine if it is by vectors, and which of them is frequent."""

    stage: int
    cosine: float
    frequent: tuple[bool, bool]

    @property
    def similarity(self) -> float:
        """How much they are rivals for a partner."""
        if self.stage == VECTORS:
            return max(0.0, self.cosine)
        return 1.0 if self.stage == EXACT else 0.8

    def log_factor(self, w: Weights) -> float:
        """What speaks for the pair, other partners aside."""
        by_stage = [w.exact, w.stem, w.synonym, w.vectors][self.stage]
        one, both = any(self.frequent) and not all(self.frequent), all(self.frequent)
        signs = [
            (w.frequent_exact, self.stage == EXACT and both),
            (w.similarity * self.cosine, self.stage == VECTORS),
            (w.frequent_similarity * self.cosine, self.stage == VECTORS and (one or both)),
            (w.one_frequent, one),
            (w.both_frequent, self.stage == VECTORS and both),
        ]
        return by_stage + sum(weight for weight, holds in signs if holds)


class Sentences(NamedTuple):
    """Two sentences, and what is known about their words."""

    hypothesis: Sequence[int]
    reference: Sequence[int]
    knowledge: matching.Knowledge
    words: Sequence[Word]
    frequent: Sequence[bool]

    def pair(self, i: int, j: int) -> Pair | None:
        """How two words could be partners; None if they cannot."""
        here, there = self.hypothesis[i], self.reference[j]
        frequent = self.frequent[here], self.frequent[there]
        stage = self.knowledge.stage((here,), (there,))
        if stage is not None and stage != matching.PARAPHRASE:
            return Pair(stage, 0.0, frequent)
        if self._has_same(here, self.reference) and self._has_same(there, self.hypothesis):
            return None
        similarity = cosine(self.words[here], self.words[there])
        return None if similarity is None else Pair(VECTORS, max(-1.0, similarity), frequent)

    def _has_same(self, word: int, others: Sequence[int]) -> bool:
        return word in others and self.knowledge.stage((word,), (word,)) == matching.EXACT

    def pairs(self) -> dict[tuple[int, int], Pair]:
        """All words that could be partners."""
        places = product(range(len(self.hypothesis)), range(len(self.reference)))
        found = {(i, j): self.pair(i, j) for i, j in places}
        return {place: pair for place, pair in found.items() if pair is not None}


def turned(pairs: Mapping[tuple[int, int], Pair]) -> dict[tuple[int, int], Pair]:
    """The pairs as the other sentence sees them."""
    return {(j, i): pair._replace(frequent=pair.frequent[::-1]) for (i, j), pair in pairs.items()}


def chain_of(pairs: Mapping[tuple[int, int], Pair], weights: Weights) -> Chain:
    """The chain of the words that could have a partner, from the left sentence to the right."""
    words, others = (sorted({place[side] for place in pairs}) for side in (0, 1))
    frequent = {i: pair.frequent[0] for (i, _), pair in pairs.items()}

    def log_factor(i: int, j: int) -> float:
        if (i, j) not in pairs:
            return -math.inf
        rivals = [pairs[k, j].similarity for k in words if k != i and (k, j) in pairs]
        return pairs[i, j].log_factor(weights) + weights.rival * max(rivals, default=0.0)

    return Chain(
        [[log_factor(i, j) for j in others] for i in words],
        [weights.unlinked + weights.unlinked_frequent * frequent[i] for i in words],
        weights.jumps,
    )


def link_probabilities(sentences: Sentences, weights: Weights) -> dict[tuple[int, int], float]:
    """The geometric mean of both directions, of words that could be partners."""
    pairs = sentences.pairs()
    rows, columns = (sorted({place[side] for place in pairs}) for side in (0, 1))
    forwards = probabilities(chain_of(pairs, weights))
    backwards = probabilities(chain_of(turned(pairs), weights))
    return {
        (i, j): math.sqrt(
            forwards[rows.index(i)][columns.index(j)] * backwards[columns.index(j)][rows.index(i)]
        )
        for i, j in pairs
    }


def taken(
    likely: Mapping[tuple[int, int], float],
    pairs: Mapping[tuple[int, int], Pair],
    chosen: Iterable[Match],
) -> Links:
    """The likeliest links, and chosen matches that no likelier link takes a word of."""
    wanted = {
        (-round(1e9 * p), Match(range(i, i + 1), range(j, j + 1), 0, pairs[i, j].stage))
        for (i, j), p in likely.items()
        if round(1e9 * p) >= 1e9 * LEAST
    }
    for match in chosen:
        place = match.hypothesis.start, match.reference.start
        first = match.stage == PARAPHRASE
        wanted.add((-math.inf if first else -round(1e9 * likely[place]), match._replace(weight=0)))
    links: Links = {}
    for _, match in sorted(wanted, key=lambda w: (w[0], w[1][0].start, w[1][1].start)):
        here, there = set(match.hypothesis), set(match.reference)
        if any(i in here or j in there for i, j in links):
            continue
        links |= dict.fromkeys(product(match.hypothesis, match.reference), match.stage)
    return dict(sorted(links.items()))


def links_of(sentences: Sentences, weights: Weights, chosen: Iterable[Match]) -> Links:
    """The links of two sentences, with their stages."""
    likely = link_probabilities(sentences, weights)
    return taken(likely, sentences.pairs(), chosen)
