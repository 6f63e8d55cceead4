"""A sacreBLEU `Metric`, for evaluation harnesses that use sacreBLEU.

This module imports sacreBLEU, which takes a fifth of a second, so nothing else imports it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sacrebleu.metrics.base import Metric, Score, Signature

from wordorder.errors import InputError, UsageError, expect
from wordorder.output.wording import signature
from wordorder.scoring.fitted_presets import FittedPreset
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.plan import DEFAULT_METRICS, ScoreOptions, ScorePlan
from wordorder.scoring.presets import PRESETS, SHIPPED, Preset
from wordorder.scoring.texts import read_texts
from wordorder.statistics.resampling import Resampling

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from os import PathLike

    from wordorder.alignment.matching.matcher import Matcher
    from wordorder.arrays import Floats
    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.linked_order import RearrangedSource, SourceLinks


class OrderSignature(Signature):
    """The signature of a score, in sacreBLEU's form.

    Args:
        decides: Parts `name:value`, separated by bars.
        resampling: sacreBLEU's resampling settings, by its own names.
    """

    def __init__(self, decides: str, resampling: Mapping[str, Any]) -> None:
        self.info = {**dict(part.split(":", 1) for part in decides.split("|")), **resampling}

    def format(self, short: bool = False) -> str:
        """Return the full signature; there is no short form."""
        del short
        return "|".join(f"{name}:{value}" for name, value in self.info.items() if value is not None)


class OrderMetric(Metric):
    """A measure as one of sacreBLEU's metrics, for `corpus_score`, `sentence_score`, `PairedTest`.

    Scores run from 0 to 100, as in sacreBLEU. Doubts about the texts are not reported.

    Args:
        measure: Name of a preset or ordering metric, a `Preset` or a `FittedPreset`.
        lang: As in `score`.
        tokenize: As in `score`.
        preset: As in `score`; gives the weights of an ordering metric.
        order_from: As in `score`.
        threads: As in `score`.

    Examples:
        >>> from wordorder import OrderMetric
        >>> metric = OrderMetric("kendall", lang="en")
        >>> print(metric.corpus_score(["seen have we the house"], [["we have seen the house"]]))
        kendall = 70.00
        >>> metric.sentence_score("the house", ["the houses"]).score
        100.0
        >>> metric.get_signature()
        wordorder:...|refs:1|tok:13a+sacrebleu-...|match:exact+stem+synonym|...
    """

    def __init__(
        self,
        measure: str | Preset | FittedPreset = "pefscore",
        *,
        lang: str | None = None,
        tokenize: str | None = None,
        preset: str | PathLike[str] | Preset | FittedPreset | None = None,
        order_from: Matcher | SourceLinks | RearrangedSource | None = None,
        threads: int | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        expect(measure, (str, Preset, FittedPreset), "measure")
        if measure in ORDER_ERRORS:
            raise UsageError(f"{measure} has no scale from 0 to 100: choose a preset or a metric")
        metrics: str | Iterable[str] = DEFAULT_METRICS
        if not isinstance(measure, str) or measure in (*PRESETS, *SHIPPED):
            preset = measure if preset is None else preset
        else:
            metrics = measure
        self.name = measure if isinstance(measure, str) else measure.name
        self._plan = ScorePlan.of(
            ScoreOptions(
                lang=lang,
                tokenize=tokenize,
                metrics=metrics,
                preset=preset,
                order_from=order_from,
                resampling=Resampling(1),
                threads=threads,
            )
        )
        named = {known.name: known for known in self._plan.measures}
        if self.name not in named:
            raise UsageError.unknown("measure", self.name, named)
        self._measure = named[self.name]
        self.num_refs = 1

    def corpus_score(
        self,
        hypotheses: Iterable[str],
        references: Iterable[Iterable[str]] | None,
        n_bootstrap: int = 1,
    ) -> Score:
        """Score a system: a list of sentences, and a list of sentences for each reference.

        Raises:
            InputError: The references are sentences instead of lists of sentences, or the
                numbers of sentences differ.
        """
        wanted: list[Sequence[str]] | None = None
        if references is not None:
            wanted = [text if isinstance(text, str) else list(text) for text in references]
        score: Score = super().corpus_score(list(hypotheses), wanted, n_bootstrap)
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Score:
        """Score one sentence against one or more references."""
        if isinstance(references, str):
            raise UsageError("references must be a list of sentences, not a single sentence")
        counts = self._counts([hypothesis], [[reference] for reference in references])
        return self._as_score(self._measure.sentences(counts)[0, 0])

    def get_signature(self) -> OrderSignature:
        """Return the signature of the last score, or of a score against one reference."""
        decides = self._plan.signature_of_scores(self.num_refs)
        return OrderSignature(signature(decides), {"bs": self.n_bootstrap, "seed": self.seed})

    def _counts(self, hypotheses: Sequence[str], references: Sequence[Any]) -> SentenceCounts:
        if isinstance(references, str) or any(isinstance(text, str) for text in references):
            raise InputError(
                "references must be a list with a list of sentences for each reference, found "
                "a list of sentences; for a single reference write [references]"
            )
        self.num_refs = len(references)
        return self._plan.count(read_texts(references, hypotheses))

    def _as_score(self, value: Floats) -> Score:
        return Score(self.name, 100 * float(value))

    # The interface of sacreBLEU's metrics.

    def _check_corpus_score_args(self, hyps: Any, refs: Any) -> None:
        """Check nothing: computing the statistics checks the arguments."""

    def _extract_corpus_statistics(self, hypotheses: Any, references: Any) -> Floats:
        if references is None:
            raise UsageError("references are missing: an OrderMetric does not store them")
        counts = self._counts(hypotheses, references)
        statistics: Floats = self._measure.statistics(counts)[0]
        return statistics

    def _aggregate_and_compute(self, stats: Any) -> Score:
        return self._compute_score_from_stats(sum(stats))

    def _compute_score_from_stats(self, stats: Any) -> Score:
        return self._as_score(self._measure.score(stats))

    def _preprocess_segment(self, sent: str) -> str:
        return sent  # all sentences of a text are tokenised together

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        return {"references": refs}

    def _compute_segment_statistics(
        self, hypothesis: str, ref_kwargs: Mapping[str, Any]
    ) -> list[float]:
        references = [[reference] for reference in ref_kwargs["references"]]
        statistics = self._extract_corpus_statistics([hypothesis], references)[0]
        return [*statistics.tolist()]
