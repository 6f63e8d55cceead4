"""How good an alignment is: precision, recall, F1 and error rate against gold links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from wordorder import _kernels
from wordorder.alignment.alignment import Alignment
from wordorder.alignment.batch import AlignmentBatch
from wordorder.errors import InputError, UsageError
from wordorder.statistics import bootstrap

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.statistics import BootstrapResult

Measure = Literal["precision", "recall", "f1", "aer"]
MEASURES: tuple[Measure, ...] = ("precision", "recall", "f1", "aer")


@dataclass(frozen=True, slots=True, eq=False)
class AlignmentQuality:
    """The four measures over all sentence pairs, with their uncertainty.

    Attributes:
        counts: For each sentence pair the links predicted |A|, the sure gold links |S|, and those
            of the predicted that are sure |A ∩ S|, or in the gold at all |A ∩ P|.
        bootstrap: Observed values, intervals and resamples, in the order of `MEASURES`.
    """

    counts: NDArray[np.int64]
    bootstrap: BootstrapResult

    @property
    def signature(self) -> str:
        """What was done, for a paper or a log."""
        from importlib.metadata import version

        drawn = self.bootstrap
        return (
            f"aer:och-ney|resamples:{drawn.resamples}|seed:{drawn.seed}"
            f"|confidence:{drawn.confidence:g}|version:{version('wordorder')}"
        )

    def value(self, measure: Measure) -> float:
        """Return one measure; NaN where it is undefined."""
        return float(self.bootstrap.observed[_place(measure)])

    def interval(self, measure: Measure) -> tuple[float, float]:
        """Return the ends of the interval of one measure."""
        place = _place(measure)
        return float(self.bootstrap.low[place]), float(self.bootstrap.high[place])


def _place(measure: str) -> int:
    if measure not in MEASURES:
        raise UsageError.unknown("measure", measure, MEASURES)
    return MEASURES.index(measure)


def agreement_counts(predicted: AlignmentBatch, gold: AlignmentBatch) -> NDArray[np.int64]:
    """Count, for each sentence pair, |A|, |S|, |A ∩ S| and |A ∩ P|; see `AlignmentQuality`."""
    counts = _kernels.agreement_counts(predicted._arrays, gold._arrays, gold._marks)
    return counts.reshape(-1, 4)


def quality(counts: NDArray[np.number]) -> NDArray[np.float64]:
    """Turn summed counts of the shape (..., 4) into the four `MEASURES`."""
    predicted, sure, in_sure, in_gold = np.moveaxis(np.asarray(counts, np.float64), -1, 0)
    with np.errstate(invalid="ignore"):  # 0 of 0 links: undefined
        precision = in_gold / predicted
        recall = in_sure / sure
        both = precision + recall
        f1 = np.where(both > 0, 2 * precision * recall / both, both)
        aer = 1 - (in_sure + in_gold) / (predicted + sure)
    return np.stack([precision, recall, f1, aer], axis=-1)


def evaluate_counts(
    counts: NDArray[np.int64], *, resamples: int = 1000, seed: int = 12345
) -> AlignmentQuality:
    """Make the measures and their intervals out of `agreement_counts`."""
    return AlignmentQuality(counts, bootstrap(counts, quality, resamples=resamples, seed=seed))


def evaluate_alignments(
    predicted: AlignmentBatch, gold: AlignmentBatch, *, resamples: int = 1000, seed: int = 12345
) -> AlignmentQuality:
    """Judge alignments by gold ones that may have sure and possible links (Och and Ney 2003).

    With A the predicted links, S the sure and P all gold links, summed over all sentence pairs:

        precision = |A ∩ P| / |A|        recall = |A ∩ S| / |S|
        f1 = 2 · precision · recall / (precision + recall)
        aer = 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|)

    The intervals come from a bootstrap over sentence pairs (S4.3).

    Examples:
        >>> predicted = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1 2-1")])
        >>> gold = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-2 1?1 2-1")])
        >>> result = evaluate_alignments(predicted, gold)
        >>> result.value("precision"), round(result.value("aer"), 3)
        (1.0, 0.167)
    """
    return evaluate_counts(agreement_counts(predicted, gold), resamples=resamples, seed=seed)


def combine_gold(sure: AlignmentBatch, all_links: AlignmentBatch) -> AlignmentBatch:
    """Make one gold batch out of the sure links and of all links, where they are kept apart.

    Examples:
        >>> sure = AlignmentBatch.from_alignments([Alignment.parse("0-0")])
        >>> all_links = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1")])
        >>> print(combine_gold(sure, all_links)[0])
        0-0 1?1
    """
    if len(sure) != len(all_links):
        raise InputError(
            f"batches of {len(sure)} and {len(all_links)} alignments do not go together"
        )
    rows = [
        Alignment(
            a,
            max(a.source_length, b.source_length),
            max(a.target_length, b.target_length),
            possible=b,
        )
        for a, b in zip(sure, all_links, strict=True)
    ]
    return AlignmentBatch.from_alignments(rows, first_line=sure.first_line)
