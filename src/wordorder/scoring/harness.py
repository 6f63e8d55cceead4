"""Scores for harnesses that know sacreBLEU's metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import UsageError
from wordorder.output import as_meter
from wordorder.scoring.plan import ScorePlan
from wordorder.scoring.presets import PRESETS, Preset
from wordorder.scoring.scorer import DEFAULT_METRICS
from wordorder.scoring.uncertainty import Comparison
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sacrebleu.metrics.base import Score

    from wordorder.alignment.matching import Matcher
    from wordorder.scoring.linked_order import SourceLinks
    from wordorder.scoring.rearranged_order import RearrangedSource
    from wordorder.scoring.result import ScoreResult


class OrderMetric:
    """A measure with the methods of sacreBLEU's metrics: `corpus_score`, `sentence_score`.

    Scores run from 0 to 100, as sacreBLEU's do. Nothing is said about doubtful ones.

    Args:
        measure: The name of a preset or of an ordering metric, or a `Preset`.
        lang: As in `score`.
        tokenize: As in `score`.
        preset: As in `score`; for the weights of an ordering metric.
        order_from: As in `score`.
        seed: In the signature, as a score that is resampled has it.
        threads: As in `score`.

    Examples:
        >>> metric = OrderMetric("kendall", lang="en")
        >>> print(metric.corpus_score(["seen have we the house"], [["we have seen the house"]]))
        kendall = 70.00
        >>> metric.sentence_score("the house", ["the houses"]).score
        100.0
        >>> metric.get_signature()
        'wordorder:...|refs:1|tok:13a+sacrebleu-...|match:exact+stem+synonym|...'
    """

    def __init__(
        self,
        measure: str | Preset = "pefscore",
        *,
        lang: str | None = None,
        tokenize: str | None = None,
        preset: str | Preset | None = None,
        order_from: Matcher | SourceLinks | RearrangedSource | None = None,
        seed: int = 12345,
        threads: int | None = None,
    ) -> None:
        metrics: str | Iterable[str] = DEFAULT_METRICS
        if isinstance(measure, Preset) or measure in PRESETS:
            preset = measure if preset is None else preset
        else:
            metrics = measure
        self._measure = measure.name if isinstance(measure, Preset) else measure
        self._plan = ScorePlan.of(
            lang, tokenize, metrics, preset, order_from, Resampling(1, seed), Comparison(), threads
        )
        names = [known.name for known in self._plan.measures]
        if self._measure not in names:
            raise UsageError.unknown("measure", self._measure, names)
        self._signature: str | None = None

    def corpus_score(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Score:
        """Score a system: its sentences, and for each reference all of its sentences."""
        result = self._result(list(hypotheses), [list(reference) for reference in references])
        return self._as_score(result, result.value("system", self._measure))

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Score:
        """Score one sentence by one or more references."""
        if isinstance(references, str):
            raise UsageError("references must be a list of sentences, not a single one")
        result = self._result([hypothesis], [[reference] for reference in references])
        return self._as_score(result, float(result.segment(self._measure)[0, 0]))

    def get_signature(self) -> str:
        """Return what decides the last score, or a score by one reference."""
        if self._signature is None:
            self._signature = self._result([""], [["."]]).signature
        return self._signature

    def _result(self, hypotheses: list[str], references: list[list[str]]) -> ScoreResult:
        result, _ = self._plan.run(references, hypotheses, None, as_meter(False))
        return result

    def _as_score(self, result: ScoreResult, value: float) -> Score:
        from sacrebleu.metrics.base import Score

        self._signature = result.signature
        return Score(self._measure, 100 * value)
