"""The scores of all systems, sentence by sentence and resampled."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, get_args

import numpy as np

from wordorder.ordering import ordering_scores
from wordorder.output import Estimate
from wordorder.output.grid import ESTIMATE, Grid, pair_labels
from wordorder.preordering.evaluation.alignment_agreement import sentence_correlations
from wordorder.preordering.evaluation.parse_accuracy import ACCURACIES, accuracy_statistics
from wordorder.preordering.evaluation.result import CORRELATIONS, ParserData
from wordorder.preordering.oracle import OracleMetric, oracle_orders
from wordorder.statistics import bootstrap, compare_pairs, pair_tests, ratio

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wordorder.arrays import Floats
    from wordorder.output.grid import Label
    from wordorder.permutation import PermutationBatch
    from wordorder.preordering.evaluation.inputs import EvaluationInputs
    from wordorder.preordering.references import ReferenceOrders
    from wordorder.statistics import BootstrapResult, Resampling
    from wordorder.syntax import DependencyBatch


def has_oracle(metrics: Sequence[str]) -> bool:
    """Whether the best order by any of the metrics can be found."""
    return not {*metrics}.isdisjoint(get_args(OracleMetric))


def sentence_scores(
    orders: PermutationBatch, references: ReferenceOrders, metrics: Sequence[str]
) -> Floats:
    """Score each sentence, of shape (sentences, measures).

    First the metrics and complete matches over all words, then over linked words.
    """
    columns: list[Floats] = []
    for linked_only in (False, True):
        relative = references.judge(orders, linked_only=linked_only)
        scores = ordering_scores(relative.values, relative.offsets, metrics)
        columns += [*scores.values(), _complete(relative)]
    return np.stack(columns, axis=-1)


def _complete(relative: PermutationBatch) -> Floats:
    """1 for each row in the right order, 0 for any other, NaN without words."""
    lengths = relative.lengths
    row = np.repeat(np.arange(len(relative)), lengths)
    places = np.arange(len(relative.values)) - relative.offsets[row]
    wrong = np.bincount(row[relative.values != places], minlength=len(relative))
    return np.where(lengths == 0, np.nan, wrong == 0)


def ceilings(trees: DependencyBatch, references: ReferenceOrders, metrics: Sequence[str]) -> Floats:
    """What no rules over these trees can exceed, in the shape of `sentence_scores`.

    Metrics without an oracle are undefined.
    """
    columns: list[Floats] = []
    for linked_only in (False, True):
        bounds = {
            name: oracle_orders(trees, references, name, linked_only=linked_only).bounds
            for name in get_args(OracleMetric)
            if name in metrics or name == "kendall"
        }
        undefined = np.full(len(trees), np.nan)
        columns += [bounds.get(name, undefined) for name in metrics]
        # An order is right throughout if all its pairs are, and that oracle is exact.
        whole = bounds["kendall"]
        columns.append(np.where(np.isnan(whole), np.nan, whole == 1))
    return np.stack(columns, axis=-1)


def resample(
    scores: Floats, resampling: Resampling, on_resamples: Callable[[int], None]
) -> BootstrapResult:
    """Resample sentences; `scores` have the shape (alignments, systems, sentences, measures)."""
    alignments, systems, sentences, measures = scores.shape
    items = scores.transpose(1, 2, 0, 3).reshape(systems, sentences, alignments * measures)
    return bootstrap(items, **resampling.keywords, on_resamples=on_resamples)


def estimates(drawn: BootstrapResult, axes: Mapping[str, Sequence[str]]) -> Grid:
    """Means and ends of their intervals, over alignments, systems and measures."""
    figures = zip(ESTIMATE, (drawn.observed, drawn.low, drawn.high), strict=True)
    return _by_alignment(axes, **dict(figures))


def tests_of_pairs(
    drawn: BootstrapResult, axes: Mapping[str, Sequence[str]], judged: int
) -> Grid | None:
    """Test every pair of the first systems; None if there is only one."""
    if judged < 2:
        return None
    paired = compare_pairs(
        replace(
            drawn,
            observed=drawn.observed[:judged],
            resampled=drawn.resampled[:judged],
            undefined_items=drawn.undefined_items[:judged],
        )
    )
    pairs = pair_labels(axes["system"][:judged])
    return _by_alignment(
        {"alignment": axes["alignment"], "pair": pairs, "measure": axes["measure"]},
        **pair_tests(paired).columns,
    )


def _by_alignment(axes: Mapping[str, Sequence[Label]], **columns: Floats) -> Grid:
    """Figures of shape (systems or pairs, alignments × measures), with alignments first."""
    alignments, rows, measures = map(len, axes.values())
    shape = rows, alignments, measures
    return Grid.of(
        axes, **{name: one.reshape(shape).swapaxes(0, 1) for name, one in columns.items()}
    )


def correlations_of_alignments(
    scores: Floats, axes: Mapping[str, Sequence[str]], resampling: Resampling
) -> Grid:
    """Correlate the scores of sentences by every two alignments, for each measure."""
    pairs = combinations(scores, 2)
    found = [sentence_correlations(first, second, resampling) for first, second in pairs]
    figures = np.array(found).reshape(-1, len(CORRELATIONS)).T
    return Grid.of(
        {"pair": pair_labels(axes["alignment"]), "measure": axes["measure"]},
        **dict(zip(CORRELATIONS, figures, strict=True)),
    )


def describe_parsers(inputs: EvaluationInputs, resampling: Resampling) -> tuple[ParserData, ...]:
    """Count crossing arcs, and right heads, relations and tags if there are gold parses."""
    trees = inputs.trees.values()
    accuracy: list[dict[str, Estimate]] = [{} for _ in trees]
    if inputs.gold is not None:
        counts = np.stack([accuracy_statistics(one, inputs.gold) for one in trees])
        drawn = bootstrap(counts, ratio, **resampling.keywords)
        figures = np.stack([drawn.observed, drawn.low, drawn.high], axis=-1).tolist()
        accuracy = [
            dict(zip(ACCURACIES, (Estimate(*one) for one in rows), strict=True)) for rows in figures
        ]
    lifted = [int((one.projective().lifted > 0).sum()) for one in trees]
    return tuple(ParserData(*parser) for parser in zip(inputs.trees, lifted, accuracy, strict=True))
