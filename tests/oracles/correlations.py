"""Agreement of metrics with people, pair by pair, written from the definitions.

Scores are lists of rows, a row for each system and a column for each line; None is missing. A
figure that is undefined is None. Everything is worked out anew for each resample.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import erfc, sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Values = Sequence[Any]
    Table = Sequence[Sequence[Any]]


def sign(number: Any) -> int:
    return int(number > 0) - int(number < 0)


# --- Judged pairs, as differences of what people and a metric say


def kinds(pairs: Iterable[tuple[Any, Any]]) -> dict[str, int]:
    """C, D, T_h, T_m, T_hm and N."""
    found = dict.fromkeys(("C", "D", "T_h", "T_m", "T_hm", "N"), 0)
    for human, metric in pairs:
        found["N"] += 1
        if human == 0 and metric == 0:
            found["T_hm"] += 1
        elif human == 0:
            found["T_h"] += 1
        elif metric == 0:
            found["T_m"] += 1
        elif sign(human) == sign(metric):
            found["C"] += 1
        else:
            found["D"] += 1
    return found


def tau_wmt13(pairs: Iterable[tuple[Any, Any]]) -> float | None:
    k = kinds(pairs)
    return (k["C"] - k["D"]) / (k["C"] + k["D"]) if k["C"] + k["D"] else None


def tau_wmt14(pairs: Iterable[tuple[Any, Any]]) -> float | None:
    k = kinds(pairs)
    total = k["C"] + k["D"] + k["T_m"]
    return (k["C"] - k["D"]) / total if total else None


def consistency(pairs: Iterable[tuple[Any, Any]]) -> float | None:
    k = kinds(pairs)
    total = k["C"] + k["D"] + k["T_m"]
    return k["C"] / total if total else None


def tau_23(pairs: Iterable[tuple[Any, Any]]) -> float | None:
    k = kinds(pairs)
    return (k["C"] + k["T_hm"] - k["D"] - k["T_h"] - k["T_m"]) / k["N"] if k["N"] else None


def acc_23(pairs: Iterable[tuple[Any, Any]]) -> float | None:
    k = kinds(pairs)
    return (k["C"] + k["T_hm"]) / k["N"] if k["N"] else None


def tau_darr(pairs: Iterable[tuple[Any, Any]], least: float) -> float:
    concordant = discordant = 0
    for human, metric in pairs:
        if abs(human) >= least:
            if human * metric > 0:
                concordant += 1
            else:
                discordant += 1
    total = concordant + discordant
    return (concordant - discordant) / total if total else 0.0


def tied_share(pairs: Iterable[tuple[Any, Any]]) -> float | None:
    k = kinds(pairs)
    return (k["T_m"] + k["T_hm"]) / k["N"] if k["N"] else None


# --- Two rows of values of the same things


def known(human: Values, metric: Values) -> list[tuple[Any, Any]]:
    both = zip(human, metric, strict=True)
    return [(h, m) for h, m in both if h is not None and m is not None]


def differences(human: Values, metric: Values) -> list[tuple[Any, Any]]:
    return [(h - g, m - n) for (h, m), (g, n) in combinations(known(human, metric), 2)]


def row_tau_23(human: Values, metric: Values) -> float | None:
    return tau_23(differences(human, metric))


def row_acc_23(human: Values, metric: Values) -> float | None:
    return acc_23(differences(human, metric))


def tau_b(human: Values, metric: Values) -> float | None:
    k = kinds(differences(human, metric))
    product = (k["C"] + k["D"] + k["T_h"]) * (k["C"] + k["D"] + k["T_m"])
    return (k["C"] - k["D"]) / sqrt(product) if product else None


def tau_c(human: Values, metric: Values) -> float | None:
    points = known(human, metric)
    k = kinds(differences(human, metric))
    least = min((len(set(side)) for side in zip(*points, strict=True)), default=0)
    if least < 2:
        return None
    return 2 * (k["C"] - k["D"]) / (len(points) ** 2 * (least - 1) / least)


def pearson_r(human: Values, metric: Values) -> float | None:
    points = known(human, metric)
    if any(len(set(side)) < 2 for side in zip(*points, strict=True)) or not points:
        return None
    sides = list(zip(*points, strict=True))
    x, y = ([float(value - sum(side) / len(side)) for value in side] for side in sides)
    spread = sqrt(sum(one * one for one in x)) * sqrt(sum(one * one for one in y))
    return sum(one * other for one, other in zip(x, y, strict=True)) / spread


def ranks(values: Values) -> list[float]:
    return [
        1 + sum(other < one for other in values) + (sum(other == one for other in values) - 1) / 2
        for one in values
    ]


def spearman_rho(human: Values, metric: Values) -> float | None:
    points = known(human, metric)
    return pearson_r(*map(ranks, zip(*points, strict=True))) if points else None


def pairwise_accuracy(human: Values, metric: Values) -> float | None:
    decided = [(h, m) for h, m in differences(human, metric) if h != 0]
    return sum(h * m > 0 for h, m in decided) / len(decided) if decided else None


ROWS: dict[str, Callable[[Values, Values], float | None]] = {
    "tau_23": row_tau_23,
    "acc_23": row_acc_23,
    "tau_b": tau_b,
    "tau_c": tau_c,
    "pearson_r": pearson_r,
    "spearman_rho": spearman_rho,
    "pairwise_accuracy": pairwise_accuracy,
}


# --- Tables of scores


def groups(human: Table, metric: Table, grouping: str) -> list[tuple[Values, Values]]:
    if grouping == "system":
        return list(zip(human, metric, strict=True))
    if grouping == "item":
        return list(zip(zip(*human, strict=True), zip(*metric, strict=True), strict=True))
    return [([one for row in human for one in row], [one for row in metric for one in row])]


def mean(values: Iterable[Any]) -> Any:
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined) if defined else None


def grouped(name: str, human: Table, metric: Table, grouping: str) -> float | None:
    return mean(ROWS[name](*group) for group in groups(human, metric, grouping))


def acc_eq(human: Table, metric: Table, grouping: str) -> tuple[float | None, float | None]:
    """The best figure, and the smallest threshold that gives it."""
    by_group = [differences(*group) for group in groups(human, metric, grouping)]
    candidates = sorted({0.0, *(abs(m) for pairs in by_group for _, m in pairs)})
    best, threshold = None, None
    for epsilon in candidates:
        found = mean(
            acc_23((h, 0 if abs(m) <= epsilon else m) for h, m in pairs) for pairs in by_group
        )
        if found is not None and (best is None or found > best + 1e-12):
            best, threshold = found, epsilon
    return best, threshold


def within_lines(human: Table, metric: Table) -> list[tuple[Any, Any]]:
    return [pair for group in groups(human, metric, "item") for pair in differences(*group)]


# --- Whole systems


def mean_scores(table: Table) -> list[Fraction | None]:
    """Exact, so that equal means are equal."""
    return [mean(None if one is None else Fraction(one) for one in row) for row in table]


def win_shares(compared: Iterable[tuple[int, int, int]], systems: int) -> list[float | None]:
    """From (first, second, preference): wins over wins and losses."""
    wins, losses = [0] * systems, [0] * systems
    for first, second, preference in compared:
        if preference:
            wins[first if preference > 0 else second] += 1
            losses[second if preference > 0 else first] += 1
    return [w / (w + n) if w + n else None for w, n in zip(wins, losses, strict=True)]


def spa(human: Table, metric: Table, p_value: Callable[[dict[int, Any]], float]) -> float | None:
    """Soft pairwise accuracy; values should be whole numbers, so that sums are exact."""
    apart = []
    for i, j in combinations(range(len(human)), 2):
        lines = [
            line
            for line in range(len(human[0]))
            if None not in (human[i][line], human[j][line], metric[i][line], metric[j][line])
        ]
        if lines:
            p_human, p_metric = (
                p_value({line: side[i][line] - side[j][line] for line in lines})
                for side in (human, metric)
            )
            apart.append(abs(p_human - p_metric))
    return 1 - sum(apart) / len(apart) if apart else None


def p_value(difference: dict[int, Any], flips: Sequence[Sequence[int]]) -> float:
    observed = sum(difference.values())
    sums = (sum(by * signs[line] for line, by in difference.items()) for signs in flips)
    return sum(one >= observed for one in sums) / len(flips)


def normal_p(difference: dict[int, Any]) -> float:
    """The limit of `p_value` for very many lines and flips."""
    squares = sum(by * by for by in difference.values())
    if not squares:
        return 1.0
    return erfc(sum(difference.values()) / sqrt(2 * squares)) / 2
