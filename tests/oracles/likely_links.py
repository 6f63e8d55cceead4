"""Words linked by how likely they are partners: every choice of partners is tried."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from oracles import matching, vectors
from oracles.matching import Match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from oracles.vectors import Word

    Matrix = list[list[float]]
    Links = dict[tuple[int, int], int]

EXACT, STEM, SYNONYM, VECTORS, PARAPHRASE = range(5)
LEAST = 0.3
STEPS = 1024
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
    steps: int  # of the cosine: 1024 of them make 1
    frequent: tuple[bool, bool]

    @property
    def cosine(self) -> float:
        return self.steps / STEPS

    @property
    def similarity(self) -> float:
        """How much they are rivals for a partner."""
        if self.stage == VECTORS:
            return max(0.0, self.cosine)
        return 1.0 if self.stage == EXACT else int(0.8 * STEPS) / STEPS

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
    """Two sentences, what is known about their words, and what the search has matched."""

    hypothesis: Sequence[int]
    reference: Sequence[int]
    knowledge: matching.Knowledge
    words: Sequence[Word]
    frequent: Sequence[bool]
    chosen: Sequence[Match]

    def turned(self) -> Sentences:
        """The other way round, where no word is known in references only."""
        chosen = [m._replace(hypothesis=m.reference, reference=m.hypothesis) for m in self.chosen]
        return self._replace(hypothesis=self.reference, reference=self.hypothesis, chosen=chosen)

    def linkable(self) -> tuple[list[int], list[int]]:
        """The words of both that match a word of the other, or are compared with it."""
        found = [
            (i, j)
            for i, j in product(range(len(self.hypothesis)), range(len(self.reference)))
            if self._stage(i, j) is not None or self._cosine(i, j) is not None
        ]
        return sorted({i for i, _ in found}), sorted({j for _, j in found})

    def obvious(self) -> set[tuple[int, int]]:
        """Matches of the search for which at least two signs speak."""
        rows, columns = self.linkable()
        matches = {
            (rows.index(m.hypothesis.start), columns.index(m.reference.start)): m.stage
            for m in self.chosen
            if m.stage != PARAPHRASE
        }

        def signs(a: int, b: int) -> int:
            is_rare = not self.frequent[self.hypothesis[rows[a]]]
            neighbours = ((a - 1, b - 1) in matches) + ((a + 1, b + 1) in matches)
            return neighbours + (matches[a, b] == EXACT and is_rare)

        def crosses(a: int, b: int) -> bool:
            return any((a - c) * (b - d) < 0 for c, d in matches if signs(c, d) > 0)

        return {(rows[a], columns[b]) for a, b in matches if signs(a, b) + (not crosses(a, b)) >= 2}

    def open(self) -> tuple[list[int], list[int]]:
        """The words that have no obvious partner."""
        rows, columns = self.linkable()
        taken = self.obvious()
        return (
            [i for i in rows if all(i != link[0] for link in taken)],
            [j for j in columns if all(j != link[1] for link in taken)],
        )

    def pairs(self) -> dict[tuple[int, int], Pair]:
        """All open words that could be partners."""
        rows, columns = self.open()
        found = {}
        for i, j in product(rows, columns):
            frequent = self.frequent[self.hypothesis[i]], self.frequent[self.reference[j]]
            stage = self._stage(i, j)
            if stage is not None:
                found[i, j] = Pair(stage, 0, frequent)
            elif not (
                any(self._stage(i, k) == EXACT for k in columns)
                and any(self._stage(k, j) == EXACT for k in rows)
            ):
                cosine = self._cosine(i, j)
                if cosine is not None:
                    steps = math.floor(cosine * STEPS + 0.5)
                    found[i, j] = Pair(VECTORS, max(-STEPS, steps), frequent)
        return found

    def most_similar(self, least: float) -> list[Match]:
        """For open words that match no open word without vectors, the most similar ones."""
        rows, columns = self.open()
        found = []
        for i in rows:
            cosines = {j: self._cosine(i, j) for j in columns}
            similar = {j: c for j, c in cosines.items() if c is not None and c >= least}
            if all(self._stage(i, j) is None for j in columns):
                nearest = [j for j, c in similar.items() if c == max(similar.values())]
                found += [Match(range(i, i + 1), range(j, j + 1), 0, VECTORS) for j in nearest]
        return found

    def _stage(self, i: int, j: int) -> int | None:
        stage = self.knowledge.stage((self.hypothesis[i],), (self.reference[j],))
        return None if stage == matching.PARAPHRASE else stage

    def _cosine(self, i: int, j: int) -> float | None:
        return vectors.cosine(self.words[self.hypothesis[i]], self.words[self.reference[j]])


def turned(pairs: Mapping[tuple[int, int], Pair]) -> dict[tuple[int, int], Pair]:
    """The pairs as the other sentence sees them."""
    return {(j, i): pair._replace(frequent=pair.frequent[::-1]) for (i, j), pair in pairs.items()}


def chain_of(
    words: Sequence[int],
    others: Sequence[int],
    is_frequent: Sequence[bool],
    certain: Mapping[int, int],
    pairs: Mapping[tuple[int, int], Pair],
    weights: Weights,
) -> Chain:
    """The chain of the words that could have a partner; that of some is certain."""

    def log_factor(i: int, j: int) -> float:
        if i in certain:
            return 0.0 if certain[i] == j else -math.inf
        if (i, j) not in pairs:
            return -math.inf
        rivals = [pairs[k, j].similarity for k in words if k != i and (k, j) in pairs]
        return pairs[i, j].log_factor(weights) + weights.rival * max(rivals, default=0.0)

    def unlinked(i: int) -> float:
        if i in certain:
            return -math.inf
        return weights.unlinked + weights.unlinked_frequent * is_frequent[i]

    return Chain(
        [[log_factor(i, j) for j in others] for i in words],
        [unlinked(i) for i in words],
        weights.jumps,
    )


def link_probabilities(sentences: Sentences, weights: Weights) -> dict[tuple[int, int], float]:
    """The geometric mean of both directions, of words that could be partners."""
    pairs, certain = sentences.pairs(), sentences.obvious()
    rows, columns = sentences.linkable()
    frequent = [
        [sentences.frequent[word] for word in side]
        for side in (sentences.hypothesis, sentences.reference)
    ]
    back = {j: i for i, j in certain}
    forwards = chain_of(rows, columns, frequent[0], dict(certain), pairs, weights)
    backwards = chain_of(columns, rows, frequent[1], back, turned(pairs), weights)
    found = probabilities(forwards), probabilities(backwards)
    places = {(i, j): (rows.index(i), columns.index(j)) for i, j in pairs}
    return {pair: math.sqrt(found[0][a][b] * found[1][b][a]) for pair, (a, b) in places.items()}


def links_of(sentences: Sentences, weights: Weights, least: float) -> Links:
    """The links of two sentences, with their stages: phrases, obvious ones, then the likeliest."""
    likely, pairs, obvious = (
        link_probabilities(sentences, weights),
        sentences.pairs(),
        sentences.obvious(),
    )
    wanted = {
        (-round(1e9 * p), Match(range(i, i + 1), range(j, j + 1), 0, pairs[i, j].stage))
        for (i, j), p in likely.items()
        if round(1e9 * p) >= 1e9 * LEAST
    }
    for match in [*sentences.chosen, *sentences.most_similar(least)]:
        place = match.hypothesis.start, match.reference.start
        first = match.stage == PARAPHRASE or place in obvious
        wanted.add((-math.inf if first else -round(1e9 * likely[place]), match._replace(weight=0)))
    links: Links = {}
    for _, match in sorted(wanted, key=lambda w: (w[0], w[1][0].start, w[1][1].start)):
        here, there = set(match.hypothesis), set(match.reference)
        if any(i in here or j in there for i, j in links):
            continue
        links |= dict.fromkeys(product(match.hypothesis, match.reference), match.stage)
    return dict(sorted(links.items()))
