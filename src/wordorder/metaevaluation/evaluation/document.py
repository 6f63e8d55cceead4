"""The document of a meta-evaluation, written and read."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordorder.metaevaluation.evaluation.figures import TEST_FIGURES, PartFigures, SetFigures
from wordorder.metaevaluation.evaluation.judges import JudgeAgreement
from wordorder.metaevaluation.evaluation.rating_figures import RatingFigures
from wordorder.metaevaluation.significance.comparisons import MetricComparisons
from wordorder.output import Estimate
from wordorder.output.documents import (
    estimate_content,
    figure_content,
    read_bool,
    read_count,
    read_estimate,
    read_figure,
    read_number,
    read_optional,
    read_text,
)
from wordorder.statistics import PairTests, Resampling

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordorder.arrays import Floats
    from wordorder.metaevaluation.evaluation.result import MetaEvaluation

_KINDS = ("comparisons", "ratings")
TESTS = ("bootstrap", "permutation")


def document_content(result: MetaEvaluation) -> dict[str, Any]:
    """The document's content apart from schema and signature."""
    return {
        "leading": result.leading,
        "shown": list(result.shown),
        "test": result.test,
        "holm": result.holm,
        "resamples": result.resampling.resamples,
        "seed": result.resampling.seed,
        "confidence": result.resampling.confidence,
        "sets": [_set_content(result, one) for one in result.sets],
    }


def _set_content(result: MetaEvaluation, one: SetFigures) -> dict[str, Any]:
    clusters = one.clusters(result.leading).tolist()
    return {
        "name": one.name,
        "kind": one.kind,
        "line_count": one.line_count,
        "pair_count": one.pair_count,
        "counts": dict(one.counts),
        "left_out": list(one.left_out),
        "scores": one.scored,
        "statistics": list(one.statistics),
        "ceiling": {name: figure_content(value) for name, value in one.ceiling.items()},
        "repeated": one.repeated,
        "judges": [
            {**judged._asdict(), "value": figure_content(judged.value)} for judged in one.judges
        ],
        "systems": [
            {"name": name, "human": figure_content(human)}
            for name, human in zip(one.systems, one.human.tolist(), strict=True)
        ],
        "metrics": [
            {
                "name": name,
                "cluster": clusters[place],
                "tied": figure_content(one.tied[place]),
                "agreement": _figures_content(one, one.figures[place]),
                "systems": list(map(figure_content, one.scores[place].tolist())),
            }
            for place, name in enumerate(one.metrics)
        ],
        "pairs": _pair_content(one),
        "ratings": None if one.ratings is None else one.ratings.content(one.metrics),
        "parts": [_part_content(one, part) for part in one.parts],
    }


def _figures_content(one: SetFigures, figures: Floats) -> dict[str, Any]:
    return {
        name: estimate_content(Estimate(*row))
        for name, row in zip(one.statistics, figures.tolist(), strict=True)
    }


def _pair_content(one: SetFigures) -> list[dict[str, Any]]:
    if one.comparisons is None:
        return []
    tests = one.comparisons.tests
    return [
        {
            "first": one.metrics[first],
            "second": one.metrics[second],
            "t_tests": {name: figure_content(p[pair]) for name, p in one.t_tests.items()},
            "agreement": {
                statistic: {
                    name: figure_content(getattr(tests, attribute)[pair, column])
                    for name, attribute in TEST_FIGURES.items()
                }
                for column, statistic in enumerate(one.comparisons.statistics)
            },
        }
        for pair, (first, second) in enumerate(tests.pairs.tolist())
    ]


def _part_content(one: SetFigures, part: PartFigures) -> dict[str, Any]:
    return {
        "kind": part.kind,
        "name": part.name,
        "line_count": part.line_count,
        "pair_count": part.pair_count,
        "metrics": {
            name: _figures_content(one, part.figures[place])
            for place, name in enumerate(one.metrics)
        },
    }


def document_fields(content: Mapping[str, Any]) -> dict[str, Any]:
    """Read the fields of a result out of its document."""
    leading, test = read_text(content["leading"]), read_text(content["test"])
    if test not in TESTS:
        raise ValueError(f"there is no test {test!r:.40}")
    resampling = Resampling(
        read_count(content["resamples"]),
        read_count(content["seed"]),
        read_number(content["confidence"]),
    )
    made = _Testing(test, read_bool(content["holm"]), resampling)
    sets = tuple(_set_of(found, made) for found in content["sets"])
    if not sets or len({one.name for one in sets}) < len(sets):
        raise ValueError("expected at least one test set, all named apart")
    for one in sets:
        one.column(leading)
    return {
        "signature": read_text(content["signature"]),
        "leading": leading,
        "shown": tuple(read_text(name) for name in content["shown"]),
        **made._asdict(),
        "sets": sets,
    }


class _Testing(NamedTuple):
    """How metrics were compared."""

    test: str
    holm: bool
    resampling: Resampling

    def ratings_of(self, found: Mapping[str, Any], metrics: tuple[str, ...]) -> RatingFigures:
        return RatingFigures.read(found, metrics, holm=self.holm, alpha=self.resampling.alpha)


def _set_of(found: Mapping[str, Any], made: _Testing) -> SetFigures:
    statistics = tuple(read_text(name) for name in found["statistics"])
    metrics = tuple(read_text(metric["name"]) for metric in found["metrics"])
    systems = tuple(read_text(system["name"]) for system in found["systems"])
    if any(not group or len({*group}) < len(group) for group in (statistics, metrics, systems)):
        raise ValueError("expected at least one statistic, metric and system, all named apart")
    if found["kind"] not in _KINDS:
        raise ValueError(f"there is no kind {found['kind']!r:.40}")
    scores = [[read_figure(one) for one in metric["systems"]] for metric in found["metrics"]]
    return SetFigures(
        name=read_text(found["name"]),
        kind=found["kind"],
        systems=systems,
        human=np.array([read_figure(system["human"]) for system in found["systems"]]),
        metrics=metrics,
        scores=np.array(scores).reshape(len(metrics), len(systems)),
        line_count=read_count(found["line_count"]),
        pair_count=read_count(found["pair_count"]),
        statistics=statistics,
        figures=np.stack([_figures_of(one["agreement"], statistics) for one in found["metrics"]]),
        tied=np.array([read_figure(metric["tied"]) for metric in found["metrics"]]),
        comparisons=_comparisons_of(found, metrics, made),
        parts=tuple(_part_of(part, metrics, statistics) for part in found["parts"]),
        ceiling={read_text(name): read_figure(one) for name, one in found["ceiling"].items()},
        repeated=read_count(found["repeated"]),
        judges=tuple(_judged_of(one) for one in found["judges"]),
        ratings=None if found["ratings"] is None else made.ratings_of(found["ratings"], metrics),
        t_tests=_t_tests_of(found["pairs"]),
        counts={read_text(name): read_count(one) for name, one in found["counts"].items()},
        left_out=tuple(read_text(one) for one in found["left_out"]),
        scored=read_optional(read_text, found["scores"]),
    )


def _judged_of(found: Mapping[str, Any]) -> JudgeAgreement:
    return JudgeAgreement(
        read_text(found["name"]),
        read_figure(found["value"]),
        read_count(found["items"]),
        read_optional(read_text, found["reason"]),
    )


def _figures_of(found: Mapping[str, Any], statistics: Sequence[str]) -> Floats:
    return np.array([[*read_estimate(found[name])] for name in statistics])


def _part_of(
    found: Mapping[str, Any], metrics: Sequence[str], statistics: Sequence[str]
) -> PartFigures:
    figures = [_figures_of(found["metrics"][name], statistics) for name in metrics]
    return PartFigures(
        read_text(found["kind"]),
        read_text(found["name"]),
        read_count(found["line_count"]),
        read_count(found["pair_count"]),
        np.stack(figures),
    )


def _t_tests_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, Floats]:
    names = map(read_text, rows[0]["t_tests"]) if rows else ()
    return {name: np.array([read_figure(row["t_tests"][name]) for row in rows]) for name in names}


def _comparisons_of(
    found: Mapping[str, Any], metrics: tuple[str, ...], made: _Testing
) -> MetricComparisons | None:
    rows, pairs = found["pairs"], list(combinations(range(len(metrics)), 2))
    expected = [(metrics[first], metrics[second]) for first, second in pairs]
    if [(row["first"], row["second"]) for row in rows] != expected:
        raise ValueError("there must be a row for each pair of metrics")
    if not pairs:
        return None
    names = tuple(map(read_text, rows[0]["agreement"]))
    figures = [
        [[read_figure(row["agreement"][name][one]) for one in TEST_FIGURES] for name in names]
        for row in rows
    ]
    by_figure = np.moveaxis(np.array(figures), -1, 0)
    return MetricComparisons(
        name=read_text(found["name"]),
        metrics=metrics,
        statistics=names,
        tests=PairTests(np.array(pairs), *map(np.ascontiguousarray, by_figure)),
        line_count=read_count(found["line_count"]),
        **made._asdict(),
    )
