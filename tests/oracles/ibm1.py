"""IBM Model 1 as the textbooks have it: a loop over sentences, and dictionaries of fractions.

Brown et al. (1993), section 4.1; Koehn (2010), figure 4.3; the added counts from Moore (2004).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import log

Sentence = list[int]

NULL = -1


@dataclass
class Trained:
    """p(target | source) for all pairs that stand in one sentence pair, and what EM has raised."""

    table: dict[tuple[int, int], float]
    objectives: list[float]


def train(
    pairs: list[tuple[Sentence, Sentence]],
    source_words: int,
    target_words: int,
    iterations: int,
    prior: float,
) -> Trained:
    """EM from equal probabilities; a pair with an empty side is left out."""
    pairs = [(source, target) for source, target in pairs if source and target]
    chance = {
        (s, t): 1 / target_words for s in [NULL, *range(source_words)] for t in range(target_words)
    }
    objectives = [objective(pairs, chance, prior)]
    for _ in range(iterations):
        chance = one_iteration(pairs, chance, source_words, target_words, prior)
        objectives.append(objective(pairs, chance, prior))
    seen = {(s, t) for source, target in pairs for s in [NULL, *source] for t in target}
    return Trained({pair: chance[pair] for pair in seen}, objectives)


def one_iteration(
    pairs: list[tuple[Sentence, Sentence]],
    chance: dict[tuple[int, int], float],
    source_words: int,
    target_words: int,
    prior: float,
) -> dict[tuple[int, int], float]:
    count: dict[tuple[int, int], float] = defaultdict(float)
    for source, target in pairs:
        for t in target:
            whole = sum(chance[s, t] for s in [NULL, *source])
            for s in [NULL, *source]:
                count[s, t] += chance[s, t] / whole
    made = {}
    for s in [NULL, *range(source_words)]:
        total = sum(count[s, t] + prior for t in range(target_words))
        for t in range(target_words):
            made[s, t] = (count[s, t] + prior) / total if total else 1 / target_words
    return made


def objective(
    pairs: list[tuple[Sentence, Sentence]], chance: dict[tuple[int, int], float], prior: float
) -> float:
    """The log-likelihood, plus the logarithm of the Dirichlet prior without its constant."""
    likelihood = sum(
        log(sum(chance[s, t] for s in [NULL, *source]) / (len(source) + 1))
        for source, target in pairs
        for t in target
    )
    return likelihood + (prior * sum(map(log, chance.values())) if prior else 0)


def best_partners(
    words: Sentence, others: Sentence, table: dict[tuple[int, int], float]
) -> list[int]:
    """For each word the place of the other word that most likely makes it; -1 for none.

    `table` has the chance of (other, word), where there is any. A negative word is unknown, and
    linked with the same negative number. Of equal chances, the one nearest to the diagonal.
    """
    chosen = []
    for j, word in enumerate(words):
        candidates = []
        for i, other in enumerate(others):
            chance = float(other == word) if word < 0 else table.get((other, word), 0)
            distance = abs((2 * i + 1) * len(words) - (2 * j + 1) * len(others))
            if chance > 0:
                candidates.append((-chance, distance, i))
        chosen.append(min(candidates)[2] if candidates else -1)
    return chosen
