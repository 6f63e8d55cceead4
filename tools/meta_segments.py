"""Single translations: WMT13 under pefscore, beside Stanojević and Sima'an (2014)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from meta_data import WMT13
from meta_tables import ORDERING, Figures, code, figure, gain, mean_ranks, percent, table

from wordorder.metaevaluation import correlate
from wordorder.scoring import Preset

if TYPE_CHECKING:
    from meta_data import Data

# Table 2, and what section 6.2 has for γ = 0.5.
PUBLISHED = {
    "kendall": (0.235, 0.223),
    "spearman": (0.236, 0.222),
    "hamming": (0.215, 0.206),
    "fuzzy": (0.228, 0.216),
    "ulam": (0.232, 0.221),
    "pef": (0.237, 0.228),
    "pet": (0.234, 0.221),
}
PUBLISHED_GAMMA = {"pef": (0.235, 0.227), "pet": (0.235, 0.224)}
RIVALS = (
    "bleu1",
    "bleu4",
    "chrf",
    "meteor",
    "ribes",
    "complexity",
    "lrscore",
    "coverage",
    "length",
)
STATISTICS = ("tau_wmt13", "tau_wmt14")


def tables(data: Data) -> dict[str, str]:
    plain, mixed = {}, {}
    for matching in data.matchings:
        plain[matching] = _figures(data, matching, Preset())
        mixed[matching] = _figures(data, matching, Preset(gamma=0.5))
    nearest = plain[data.nearest]
    return {
        **{f"segments-{pair}": _beside_published(plain, mixed, pair) for pair in WMT13},
        "segments-average": _averages(nearest),
        "segments-differences": _differences(nearest),
        "segments-all": _all_metrics(nearest),
    }


def _figures(data: Data, matching: str, preset: Preset) -> dict[str, Figures]:
    return {one.name: Figures(correlate(one, STATISTICS)) for one in data.wmt13(matching, preset)}


def _of(metric: str) -> str:
    return f"pefscore:{metric}"


def _beside_published(
    plain: dict[str, dict[str, Figures]], mixed: dict[str, dict[str, Figures]], pair: str
) -> str:
    place = WMT13.index(pair)
    rows = [
        [
            code(metric) + note,
            figure(published[metric][place]),
            *(figure(found[pair].value(_of(metric), "tau_wmt13")) for found in figures.values()),
        ]
        for note, published, figures in (
            ("", PUBLISHED, plain),
            (", γ = 0.5", PUBLISHED_GAMMA, mixed),
        )
        for metric in published
    ]
    return table([f"tau_wmt13, {pair}", "published", *plain], rows)


def _averages(found: dict[str, Figures]) -> str:
    """The published seven among themselves: means over the two pairs, and average ranks."""
    columns = [np.array([PUBLISHED[metric] for metric in PUBLISHED])]
    columns += [
        np.array([[found[pair].value(_of(one), name) for pair in WMT13] for one in PUBLISHED])
        for name in STATISTICS
    ]
    ranks = [mean_ranks(one) for one in columns]
    rows = [
        [code(metric)]
        + [
            text
            for values, rank in zip(columns, ranks, strict=True)
            for text in (figure(values[row].mean(), 4), figure(rank[row], 2))
        ]
        for row, metric in enumerate(PUBLISHED)
    ]
    heads = ["", "published", "rank", "tau_wmt13", "rank", "tau_wmt14", "rank"]
    return table(heads, rows)


def _differences(found: dict[str, Figures]) -> str:
    """How much better PEF agrees with people than each of the others."""
    rows = [
        [
            code(metric),
            *(
                gain(*found[pair].difference(_of("pef"), _of(metric), name), 4)
                for pair in WMT13
                for name in STATISTICS
            ),
        ]
        for metric in ORDERING
        if metric != "pef"
    ]
    return table(["pef less", *(f"{pair} {name}" for pair in WMT13 for name in STATISTICS)], rows)


def _all_metrics(found: dict[str, Figures]) -> str:
    """All metrics with their ties, best average of tau_wmt14 first."""
    names = [*map(_of, ORDERING), *RIVALS]
    values = np.array([[found[pair].value(name, "tau_wmt14") for pair in WMT13] for name in names])
    means, ranks = values.mean(axis=1), mean_ranks(values)
    rows = []
    for place in np.argsort(-means):
        name = names[place]
        cells = [code(name)]
        for pair in WMT13:
            one = found[pair]
            cells += [
                figure(one.value(name, "tau_wmt13")),
                percent(one.tied(name)),
                one.estimate(name, "tau_wmt14"),
            ]
        rows.append([*cells, figure(means[place]), figure(ranks[place], 1)])
    heads = [f"{pair} {what}" for pair in WMT13 for what in ("tau_wmt13", "tied", "tau_wmt14")]
    return table(["", *heads, "mean tau_wmt14", "rank"], rows)
