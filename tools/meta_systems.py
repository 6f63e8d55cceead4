"""Whole systems: WMT13 under complexity, beside Stanojević and Sima'an (2016)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meta_data import STEMS, WMT13
from meta_tables import Figures, code, figure, table

from wordorder.metaevaluation import correlate, count_wins
from wordorder.scoring import Preset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from meta_data import Data

    from wordorder.metaevaluation import Correlations, Dataset
    from wordorder.metaevaluation.ranks_and_wins import WinTest

# Table 2: ρ and ±, for fr-en and for de-en.
PUBLISHED = {
    "complexity:hamming": ((0.984, 0.012), (0.851, 0.021)),
    "complexity:kendall": ((0.969, 0.012), (0.905, 0.016)),
    "complexity:spearman": ((0.967, 0.014), (0.905, 0.017)),
    "complexity:fuzzy": ((0.977, 0.009), (0.894, 0.015)),
    "complexity:ulam": ((0.974, 0.009), (0.895, 0.015)),
    "complexity:pet_size": ((0.965, 0.012), (0.918, 0.014)),
    "complexity:pet_count": ((0.959, 0.021), (0.786, 0.039)),
    "complexity:max_op": ((0.966, 0.012), (0.921, 0.014)),
    "bleu4": ((0.993, 0.014), (0.902, 0.017)),
}
NEW = ("complexity:pet_size", "complexity:max_op", "complexity:pet_count")
BASELINES = tuple(PUBLISHED)[:5]
OTHERS = ("complexity:pef", "complexity:pet", "f1", "chrf", "meteor", "coverage", "length")
RHO = "system_spearman_rho"
UNITS = ("judgements", "lines")
TESTS: tuple[tuple[WinTest, str], ...] = (
    ("bootstrap", "lines"),
    ("bootstrap", "judgements"),
    ("paired-t", "judgements"),
    ("unpaired-t", "judgements"),
)


def tables(data: Data) -> dict[str, str]:
    by_words, nearest = (
        data.wmt13(matching, Preset("complexity")) for matching in (STEMS, data.nearest)
    )
    drawn = {unit: [_of_paper(one, unit) for one in nearest] for unit in UNITS}
    plain = [_of_paper(one, "lines") for one in by_words]
    return {
        **{
            f"systems-{pair}": _correlations(
                place, [Figures(drawn[unit][place]) for unit in UNITS], Figures(plain[place])
            )
            for place, pair in enumerate(WMT13)
        },
        "systems-wins": _wins(drawn),
    }


def _of_paper(dataset: Dataset, unit: str) -> Correlations:
    return correlate(dataset, [RHO], unit=unit)


def _correlations(place: int, drawn: Sequence[Figures], plain: Figures) -> str:
    rows = []
    for name in (*PUBLISHED, *OTHERS):
        printed = PUBLISHED.get(name)
        value, error = printed[1 - place] if printed else (float("nan"), float("nan"))
        rows.append(
            [
                code(name),
                "–" if printed is None else f"{figure(value)} ± {figure(error)}",
                figure(drawn[0].value(name, RHO)),
                *(f"± {figure(one.half_width(name, RHO))}" for one in drawn),
                figure(plain.value(name, RHO)),
            ]
        )
    heads = ["published", "here", "judgements", "lines", "without paraphrases"]
    return table([f"ρ, {WMT13[place]}", *heads], rows)


def _wins(drawn: dict[str, list[Correlations]]) -> str:
    """N/B/D over the two language pairs, by every test."""
    rows = []
    for test, unit in TESTS:
        found = count_wins(drawn[unit], RHO, test=test)
        place = found.metrics.index
        for new in NEW:
            counts = (found.counts[place(new), place(old)].tolist() for old in BASELINES)
            cells = ["/".join(map(str, one)) for one in counts]
            rows.append([f"{code(_short(new))}, {test} over {unit}", *cells])
    return table(["N/B/D", *(code(_short(old)) for old in BASELINES)], rows)


def _short(name: str) -> str:
    return name.removeprefix("complexity:")
