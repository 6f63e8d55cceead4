"""Judgements counted one by one, and agreement by going through all pairs of judgements."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Said = tuple[int, str, str, int, Any]  # line, first, second, preference, judge


def comparisons_of_rankings(rows: Iterable[Mapping[str, str]], places: int) -> list[Said]:
    """All comparisons in rankings, the better or else the alphabetically first system first."""
    found: list[Said] = []
    for row in rows:
        ranked = [
            (place, name, int(row[f"system{place}rank"] or -1))
            for place in range(1, places + 1)
            for name in set(row[f"system{place}Id"].split("+"))
        ]
        for (p, one, a), (q, other, b) in combinations([r for r in ranked if r[2] != -1], 2):
            if p != q and one != other:
                line, judge = int(row["srcIndex"]), row["judgeId"]
                found.append(normal((line, one, other, (a < b) - (a > b), judge)))
    return found


def normal(said: Said) -> Said:
    """The same with the alphabetically first system first."""
    line, one, other, preference, judge = said
    return said if one < other else (line, other, one, -preference, judge)


def by_pair(said: Iterable[Said]) -> dict[tuple[int, str, str], list[tuple[int, Any]]]:
    """Preference and judge of each comparison, by line and systems."""
    found: dict[tuple[int, str, str], list[tuple[int, Any]]] = defaultdict(list)
    for line, one, other, preference, judge in map(normal, said):
        found[line, one, other].append((preference, judge))
    return found


def counts(said: Sequence[Said]) -> dict[str, int]:
    """What `comparison_counts` promises; the judge None is unknown."""
    pairs = by_pair(said)
    own = Counter(
        (pair, judge, preference)
        for pair, verdicts in pairs.items()
        for preference, judge in set(verdicts)
        if judge is not None
    )
    return {
        "comparisons": len(said),
        "ties": sum(preference == 0 for *_, preference, _ in said),
        "repeated_pairs": sum(len(verdicts) > 1 for verdicts in pairs.values()),
        "contradicting_pairs": sum({1, -1} <= {p for p, _ in v} for v in pairs.values()),
        "self_contradicting_pairs": sum(
            (pair, judge, -1) in own for pair, judge, preference in own if preference == 1
        ),
        "duplicates": len(said) - len(set(map(normal, said))),
    }


def wmt_kappa(said: Sequence[Said], *, within: bool) -> tuple[float, int]:
    """Kappa and the number of pairs of judgements, by going through them all."""
    compared = [
        a == b
        for verdicts in by_pair(said).values()
        for (a, judge), (b, other) in combinations(verdicts, 2)
        if None not in (judge, other) and (judge == other) == within
    ]
    ties = sum(preference == 0 for *_, preference, _ in said) / len(said)
    chance = ties**2 + 2 * ((1 - ties) / 2) ** 2
    if not compared or chance == 1:
        return math.nan, len(compared)
    return (sum(compared) / len(compared) - chance) / (1 - chance), len(compared)


def ceiling_counts(said: Sequence[Said]) -> list[float]:
    """C, D, T_h, T_m and T_hm, averaged over all ways to draw two judgements of each pair."""
    kinds = [0.0] * 5
    for verdicts in by_pair(said).values():
        drawn = list(permutations([p for p, _ in verdicts], 2))
        for human, metric in drawn:
            if human and metric:
                kind = 0 if human == metric else 1
            elif metric:
                kind = 2
            elif human:
                kind = 3
            else:
                kind = 4
            kinds[kind] += 1 / len(drawn)
    return kinds


def statistics(kinds: Sequence[float]) -> dict[str, float]:
    """The statistics of these counts."""
    c, d, th, tm, thm = kinds
    total = c + d + th + tm + thm

    def share(part: float, whole: float) -> float:
        return part / whole if whole else math.nan

    return {
        "tau_wmt13": share(c - d, c + d),
        "tau_wmt14": share(c - d, c + d + tm),
        "consistency": share(c, c + d + tm),
        "tau_23": share(c + thm - d - th - tm, total),
        "acc_23": share(c + thm, total),
    }


def agreed(said: Sequence[Said], share: float) -> list[Said]:
    """The comparisons of pairs on which enough judgements say the same."""
    kept = {
        pair
        for pair, verdicts in by_pair(said).items()
        if len(verdicts) > 1
        and max(Counter(p for p, _ in verdicts).values()) / len(verdicts) >= share
    }
    return [one for one in said if normal(one)[:3] in kept]


def rated_pairs(
    ratings: Iterable[tuple[int, str, float]], systems: Sequence[str]
) -> list[tuple[int, str, str, float]]:
    """Differences of mean ratings on every line, for every two systems rated there."""
    cells: dict[tuple[int, str], list[float]] = defaultdict(list)
    for line, system, score in ratings:
        cells[line, system].append(score)
    means = {cell: sum(scores) / len(scores) for cell, scores in cells.items()}
    return [
        (line, a, b, means[line, a] - means[line, b])
        for line in sorted({line for line, _ in means})
        for a, b in combinations(systems, 2)
        if (line, a) in means and (line, b) in means
    ]
