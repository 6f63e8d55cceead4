"""Which ordering metric agrees best with people, alone and within a combined score.

    python benchmarks/leading_metric.py DATA [--page docs/background/validity.md] [--json FILE]
    python benchmarks/leading_metric.py DATA --save today.npz     # in one version,
    python benchmarks/leading_metric.py DATA --against today.npz  # then in another

On WMT13 German– and French–English and WMT12 German–English and English–German. Segment level: tau
over all judged pairs, (agreeing − contradicting)/(agreeing + contradicting + tied by the metric),
with ties of people left out. System level: correlation of the scores with the systems' shares of
wins, and the share of pairs of systems ordered as by people, on the systems' own words and on the
words both have. `--against` tests every tau against another version's: paired, over segments.
"""

from __future__ import annotations

import sys
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.stats import pearsonr, spearmanr
from validity_data import BASIC, ORDER_ERRORS, agreement, arguments, matchers, read_judged, show

import wordorder as wo
from wordorder.ordering import METRICS
from wordorder.output import Column, Table
from wordorder.statistics import paired_bootstrap, ratio

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from validity_data import Judged

    from wordorder.scoring.result import ScoreResult

PAIRS = ((13, "de-en"), (13, "fr-en"), (12, "de-en"), (12, "en-de"))
MAIN = ("kendall", "fuzzy", "ulam", "pef", *ORDER_ERRORS)  # of every matcher
SEED = 12345


class Agreement(NamedTuple):
    """How one measure agrees with people on one language pair.

    Attributes:
        alone: Agreement with each judgement, and their number, summed by segment.
        combined: The same of its mean with BLEU-1; None for order errors.
        pearson: Correlation at system level.
        spearman: The same of ranks.
        own: Share of pairs of systems ordered as by people.
        shared: The same on the words both have; NaN if not known.
    """

    alone: np.ndarray
    combined: np.ndarray | None
    pearson: float
    spearman: float
    own: float
    shared: float


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--save", metavar="FILE", help="keep agreement by segment")
    parser.add_argument("--against", metavar="FILE", help="test against agreement kept before")
    parser.add_argument("--pairs", type=int, default=len(PAIRS), help="only the first of them")
    options = parser.parse_args()
    found: dict[str, dict[str, Agreement]] = {}
    for year, pair in PAIRS[: options.pairs]:
        judged = read_judged(options.data, year, pair)
        found[judged.pair] = {}
        for name, matcher in matchers(judged.lang).items():
            print(f"{judged.pair}, {name}", file=sys.stderr)
            result = scored(judged, matcher)
            for measure in measures_of(result, name == BASIC):
                found[judged.pair][f"{measure}, {name}"] = agreement_of(judged, result, measure)
    tables = [mean_table(found), *pair_tables(found)]
    if options.against:
        tables += [tested(found, options.against)]
    if options.save:
        save(found, options.save)
    show(tables, options, "leading_metric")


def scored(judged: Judged, matcher: wo.Matcher) -> ScoreResult:
    return wo.score(
        judged.reference,
        judged.systems,
        order_from=matcher,
        metrics="all",
        resampling=wo.Resampling(resamples=1),
    )


def measures_of(result: ScoreResult, every: bool) -> Iterator[str]:
    for measure in (*METRICS, *ORDER_ERRORS):
        if measure in result.measures and (every or measure in MAIN):
            yield measure


# ---- Agreement


def agreement_of(judged: Judged, result: ScoreResult, measure: str) -> Agreement:
    sign = -1 if measure in ORDER_ERRORS else 1
    segments = sign * np.nan_to_num(result.segment(measure))
    systems = sign * np.array([result.value(name, measure) for name in result.systems])
    human = judged.human_scores
    both = None if measure in ORDER_ERRORS else combined(result, segments)
    return Agreement(
        by_segment(judged, segments),
        None if both is None else by_segment(judged, both),
        float(pearsonr(human, systems)[0]),
        float(spearmanr(human, systems)[0]),
        pairwise_accuracy(human, [b - a for a, b in combinations(systems, 2)]),
        pairwise_accuracy(human, shared_differences(result, measure, sign)),
    )


def combined(result: ScoreResult, ordering: np.ndarray) -> np.ndarray:
    """The `pefscore` with another ordering metric, from parts."""
    coverage = result.segment("matched" if "matched" in result.measures else "coverage")
    with np.errstate(divide="ignore"):
        penalty = np.exp(1 - 1 / np.minimum(coverage, 1))
    return (result.segment("bleu1") + penalty * ordering) / 2


def by_segment(judged: Judged, scores: np.ndarray) -> np.ndarray:
    segment, better, worse = judged.judgements.T
    agreed = agreement(scores[better, segment], scores[worse, segment])
    lines = scores.shape[1]
    sums = np.bincount(segment, agreed, lines), np.bincount(segment, minlength=lines)
    return np.stack(sums, axis=-1).astype(float)


def shared_differences(result: ScoreResult, measure: str, sign: int) -> np.ndarray | None:
    shared = getattr(result, "shared", None)
    if shared is None or measure not in shared.metrics:
        return None
    return sign * shared.difference[:, shared.metrics.index(measure)]


def pairwise_accuracy(human: np.ndarray, differences: np.ndarray | list[float] | None) -> float:
    """The share of pairs of systems with the sign of the difference that people find.

    Examples:
        >>> round(pairwise_accuracy(np.array([0.1, 0.2, 0.3]), [0.5, 0.1, -0.2]), 3)
        0.667
    """
    if differences is None:
        return np.nan
    wanted = np.array([b - a for a, b in combinations(human, 2)])
    decided = wanted != 0
    return float((np.sign(differences) == np.sign(wanted))[decided].mean())


def tau(statistics: np.ndarray | None) -> float:
    return np.nan if statistics is None else float(ratio(statistics.sum(axis=0))[0])


# ---- Tables


COLUMNS = [
    Column("measure", "left"),
    *(
        Column(name, digits=3, best="high")
        for name in (
            "tau, alone",
            "tau, in pefscore",
            "Pearson",
            "Spearman",
            "pairs, own words",
            "pairs, shared words",
        )
    ),
]


def figures(one: Agreement) -> list[float]:
    return [tau(one.alone), tau(one.combined), *one[2:]]


def mean_table(found: dict[str, dict[str, Agreement]]) -> Table:
    """Means over language pairs; German has neither vectors nor confidence, so nothing changes."""
    rows = []
    for name in next(iter(found.values())):
        basic = name.split(",")[0] + f", {BASIC}"
        known = [figures(of.get(name) or of[basic]) for of in found.values()]
        rows.append([name, *np.mean(known, axis=0).tolist()])
    return Table(COLUMNS, rows, title="Mean of the language pairs")


def pair_tables(found: dict[str, dict[str, Agreement]]) -> Iterator[Table]:
    """Each language pair, the main measures only, with the first and the last matcher."""
    for pair, of in found.items():
        ends = {[name.split(", ", 1)[1] for name in of][place] for place in (0, -1)}
        rows = [
            [name, *figures(one)]
            for name, one in of.items()
            if name.split(", ", 1)[0] in MAIN and name.split(", ", 1)[1] in ends
        ]
        yield Table(COLUMNS, rows, title=pair)


# ---- Two versions


def statistics_of(found: dict[str, dict[str, Agreement]]) -> dict[str, np.ndarray]:
    parts = {}
    for pair, of in found.items():
        for name, one in of.items():
            parts[f"{pair}|{name}|alone"] = one.alone
            if one.combined is not None:
                parts[f"{pair}|{name}|in pefscore"] = one.combined
    return parts


def save(found: dict[str, dict[str, Agreement]], path: str | Path) -> None:
    np.savez_compressed(path, **statistics_of(found))


def tested(found: dict[str, dict[str, Agreement]], path: str | Path) -> Table:
    """Test every tau against that of the same metric, with the basic matcher, in a file."""
    before = np.load(path)
    rows = []
    for key, now in statistics_of(found).items():
        pair, name, kind = key.split("|")
        measure, matcher = name.split(", ", 1)
        same = f"{pair}|{measure}, {BASIC}|{kind}"
        if same in before and measure in MAIN:
            test = paired_bootstrap([now, before[same]], ratio, seed=SEED)
            figures = (test.difference, test.low, test.high, test.p_value)
            rows.append([pair, measure, kind, matcher, *(float(x.ravel()[0]) for x in figures)])
    names = ("difference", "low", "high", "p")
    return Table(
        [
            *(Column(name, "left") for name in ("pair", "measure", "kind", "matcher")),
            *(Column(name, digits=4) for name in names),
        ],
        rows,
        title="Segment level: this version minus the other one",
    )


if __name__ == "__main__":
    main()
