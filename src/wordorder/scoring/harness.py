"""Scores for harnesses that know sacreBLEU's metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordorder.errors import UsageError
from wordorder.scoring.presets import PRESETS
from wordorder.scoring.scorer import score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sacrebleu.metrics.base import Score

    from wordorder.scoring.result import ScoreResult


class OrderMetric:
    """A measure with the methods of sacreBLEU's metrics: `corpus_score`, `sentence_score`.

    Scores run from 0 to 100, as sacreBLEU's do.

    Args:
        measure: The name of a preset or of an ordering metric.
        lang: As in `score`.
        **options: Further options of `score`.

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
        self, measure: str = "pefscore", *, lang: str | None = None, **options: Any
    ) -> None:

        self._measure = measure
        choice = {"preset": measure} if measure in PRESETS else {"metrics": measure}
        self._options = {"lang": lang, "resamples": 1, **choice, **options}
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
        result = score(references, hypotheses, **self._options)
        if self._measure not in result.measures:
            raise UsageError.unknown("measure", self._measure, result.measures)
        return result

    def _as_score(self, result: ScoreResult, value: float) -> Score:
        from sacrebleu.metrics.base import Score

        self._signature = result.signature
        return Score(self._measure, 100 * value)
