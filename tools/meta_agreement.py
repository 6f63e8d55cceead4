"""How far judges agree with each other: rankings of WMT12 and WMT13, ratings of WMT23 and WMT24."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from meta_tables import figure, percent, table

from wordorder.metaevaluation import Judgements, Ratings, annotator_agreement
from wordorder.statistics import landis_koch

if TYPE_CHECKING:
    from meta_data import Data

    from wordorder.metaevaluation import AnnotatorAgreement
    from wordorder.statistics import Alpha, Kappa

WMT12 = "wmt12/rankings-five-way/de-en_en-de.csv"
ESA23 = "wmt23-mtme/human-scores-esa/en-de.{}.seg.score"


def tables(data: Data) -> dict[str, str]:
    ranked = {
        "WMT12 de-en": data.judgements(WMT12, "de-en"),
        "WMT12 en-de": data.judgements(WMT12, "en-de"),
        "WMT13 fr-en": data.judgements("wmt13/rankings-five-way/fr-en.csv", "fr-en"),
    }
    esa = {name: data.judgements(ESA23.format(name), "en-de") for name in ("ESA-1", "ESA-2")}
    rated = {
        "WMT23 en-de, ESA twice": two_rounds(*esa.values()),
        "WMT24 en-ja, ESA": data.judgements("wmt24-esa/en-ja.esa.annotations.tsv", "en-ja"),
    }
    return {
        "agreement-rankings": _rankings(ranked),
        "agreement-ceiling": _ceilings({**ranked, **rated}),
        "agreement-ratings": _ratings(rated),
    }


def two_rounds(first: Judgements, second: Judgements) -> Judgements:
    """Ratings of the same systems in two rounds, as those of two judges."""
    assert first.ratings is not None
    assert second.ratings is not None
    assert first.systems == second.systems
    columns = zip(first.ratings, second.ratings, strict=True)
    line, system, score, _ = (np.concatenate(both) for both in columns)
    judge = np.repeat([0, 1], [len(first.ratings.line), len(second.ratings.line)])
    return replace(first, ratings=Ratings(line, system, score, judge), judges=("first", "second"))


def _rankings(ranked: dict[str, Judgements]) -> str:
    rows = []
    for name, judged in ranked.items():
        assert judged.comparisons is not None
        found = annotator_agreement(judged)
        rows.append(
            [
                name,
                f"{len(judged.judges):,}",
                f"{len(judged.comparisons.line):,}",
                percent(float((judged.comparisons.preference == 0).mean())),
                *map(_kappa, (found.wmt.between, found.wmt.within, found.fleiss)),
                _cohen(found),
            ]
        )
    heads = ["judges", "comparisons", "ties", "κ between", "κ within", "Fleiss", "mean Cohen"]
    return table(["", *heads], rows)


def _kappa(found: Kappa | Alpha) -> str:
    if np.isnan(found.value):
        return f"– ({found.reason})"
    return f"{figure(found.value)} ({landis_koch(found.value)}; {found.items:,})"


def _cohen(found: AnnotatorAgreement) -> str:
    pairs = len(found.cohen.kappas) - found.cohen.undefined
    return f"{figure(found.cohen.mean)} ({pairs:,} pairs)"


def _ceilings(judged: dict[str, Judgements]) -> str:
    rows = []
    for name, one in judged.items():
        ceiling = annotator_agreement(one).ceiling
        values = ceiling.values
        shown = (values[statistic] for statistic in ("tau_wmt14", "tau_wmt13", "consistency"))
        rows.append([name, f"{ceiling.pairs:,}", *map(figure, shown)])
    return table(["", "repeated pairs", "tau_wmt14", "tau_wmt13", "consistency"], rows)


def _ratings(rated: dict[str, Judgements]) -> str:
    rows = []
    for name, judged in rated.items():
        found = annotator_agreement(judged)
        assert found.alpha is not None
        assert judged.ratings is not None
        alphas = (_alpha(one) for one in (found.alpha.between, found.alpha.within))
        count = f"{len(judged.ratings.line):,}"
        rows.append([name, f"{len(judged.judges):,}", count, *alphas])
    return table(["", "judges", "ratings", "α between judges", "α within judges"], rows)


def _alpha(found: Alpha) -> str:
    return (
        f"– ({found.reason})"
        if np.isnan(found.value)
        else f"{figure(found.value)} ({found.items:,})"
    )
