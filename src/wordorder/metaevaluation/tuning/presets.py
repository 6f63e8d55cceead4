"""The weights of a preset that agree best with people."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from numbers import Real
from typing import Any

import numpy as np

from wordorder.arrays import Floats
from wordorder.errors import Argument, UsageError, WordorderWarning, expect
from wordorder.metaevaluation.datasets import DatasetSource, ScoreRequest, datasets_of
from wordorder.metaevaluation.joining import Dataset
from wordorder.metaevaluation.metric_scores import MetricScores
from wordorder.metaevaluation.text_scores import plan_of_every_metric
from wordorder.metaevaluation.tuning.results import UNTUNED, Combination, Operators, TunedWeight
from wordorder.metaevaluation.tuning.sweep import WeighedPairs
from wordorder.metaevaluation.tuning.tuner import USUAL_RESAMPLING, Tuning, scores_signature
from wordorder.output.progress import Meter, as_meter
from wordorder.output.wording import counted, listed, signature
from wordorder.scoring.counts import SentenceCounts
from wordorder.scoring.linked_order import SourceLinks
from wordorder.scoring.measures import Combined, LRscore
from wordorder.scoring.plan import ScoreOptions, ScorePlan
from wordorder.scoring.presets import Preset
from wordorder.scoring.texts import Text, read_texts
from wordorder.statistics.resampling import Resampling
from wordorder.text.source import quoted

TUNABLE = ("pefscore", "complexity", "lrscore")
"""The presets that weigh two parts."""

WITH_OPERATORS = ("pet", "pef")
"""The ordering metrics that depend on β and γ."""


def tune_preset(
    given: DatasetSource,
    *,
    preset: str | Preset | None = None,
    betas: Iterable[float] | None = None,
    gammas: Iterable[float] | None = None,
    objective: str = "tau_wmt14",
    folds: int = 10,
    resampling: Resampling = USUAL_RESAMPLING,
    progress: bool | Meter = False,
) -> TunedWeight:
    r"""Find the weights of a preset that agree best with people.

    α is found exactly (`tune_weight`), for every choice of β and γ. The tuned weights are tested on
    held-out lines, beside the preset with α = 0.5; and with several language pairs, on each of them
    with the weights tuned on the others.

    Args:
        given: Where judgements and texts come from; precomputed scores are not used.
        preset: pefscore, complexity, lrscore, or a `Preset` with other parts, whose α is ignored;
            by default pefscore, or lrscore with a source.
        betas: Values of β to choose from, for the ordering metrics pet and pef; by default that of
            the preset.
        gammas: Values of γ to choose from.
        objective: As in `tune_weight`.
        folds: As in `tune_weight`.
        resampling: As in `tune_weight`.
        progress: Whether to show a progress bar, or another display.

    Returns:
        The weights. `score(…, preset=result.preset)` uses them, as does `result.score_command`.

    Raises:
        InputError: As in `read_datasets` and `tune_weight`.
        UsageError: As in `read_datasets` and `tune_weight`; or the preset has no α.

    Warns:
        WordorderWarning: The texts look wrong, judgements were left out, or the objective is
            tau_wmt13.

    Examples:
        >>> import io
        >>> rows = [f"{line}\tA\tB\n" for line in range(1, 31)]
        >>> reference = ["we have seen the house", "she reads a book", "so it goes"] * 10
        >>> systems = {"A": ["we saw the old house", "she reads books", "it goes so"] * 10,
        ...            "B": ["house the seen have we", "a book reads she", "so go"] * 10}
        >>> ranks = io.StringIO("".join(["segment\tbetter\tworse\n", *rows]))
        >>> judged = DatasetSource(ranks, systems, reference, lang="en")
        >>> tuned = tune_preset(judged, preset="lrscore")
        >>> print(*tuned.optimum.ranges)
        (0.0187906, 0.54459)
        >>> tuned.score_command
        'wordorder score REF HYP... --preset lrscore --alpha 0.3'

    References:
        Birch and Osborne (2010), LRscore for Evaluating Lexical and Reordering Quality in MT;
        Stanojević and Sima'an (2014), Evaluating Word Order Recursively over Permutation-Forests.
    """
    expect(given, DatasetSource, "given")
    linked = given.source is not None or isinstance(given.order_from, SourceLinks)
    untuned = as_tunable(preset or ("lrscore" if linked else "pefscore"))
    grid = OperatorGrid.of(untuned, betas, gammas)
    tuning = Tuning.of(objective, folds, resampling)
    parts = _Parts(untuned, grid, as_meter(progress))
    wanted = ScoreRequest(given, parts.score, untuned, only_texts=True)
    return parts.tuned(datasets_of(wanted), tuning)


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """The parts of a preset, scored in place of every metric.

    Attributes:
        preset: The preset before tuning.
        grid: The choices of β and γ.
        meter: The display of progress.
        scorers: The scorers of all language pairs so far.
    """

    preset: Preset
    grid: OperatorGrid
    meter: Meter
    scorers: list[PartScorer] = field(default_factory=list)

    def score(
        self, options: ScoreOptions, reference: Any, systems: Mapping[str, Text]
    ) -> MetricScores:
        """Score the parts."""
        plan = plan_of_every_metric(options)
        raw = read_texts(reference, systems)
        lines = (len(raw.systems) + len(raw.references)) * raw.lines
        with self.meter("scoring", lines) as on_lines:
            counts = plan.count(raw, on_lines)
        for doubt in plan.doubts(raw, counts):
            warnings.warn(doubt, stacklevel=5)
        self.scorers.append(PartScorer(plan, counts))
        return self.scorers[-1].scores(self.grid.untuned)

    def tuned(self, datasets: Sequence[Dataset], tuning: Tuning) -> TunedWeight:
        """Tune the weights of the parts."""
        for dataset in datasets:
            _warn_of_left_out(dataset)
        signature = scores_signature(datasets)
        combination = Combination(part_names(self.preset), self.preset, signature)
        tuner = tuning.tuner(datasets, combination)
        with self.meter("tuning", len({self.grid.untuned, *self.grid.points})) as on_points:

            def pairs_of(operators: Operators) -> WeighedPairs:
                on_points(1)
                return tuner.judged.weighed(*self._of(datasets, operators))

            return tuner.tune(self.grid.points, self.grid.untuned, pairs_of)

    def _of(
        self, datasets: Sequence[Dataset], operators: Operators
    ) -> tuple[list[Floats], list[Floats]]:
        """Return both parts (systems, lines) of each data set."""
        parts = []
        for scorer, dataset in zip(self.scorers, datasets, strict=True):
            scores = dataset.scores
            if operators != self.grid.untuned:
                renamed = dataset.left_out.renamed
                systems = [renamed.get(name, name) for name in dataset.systems]
                scores = scorer.scores(operators).of_systems(systems)
            parts.append(scores.segment_scores)
        return [first for first, _ in parts], [second for _, second in parts]


def _warn_of_left_out(dataset: Dataset) -> None:
    left_out = dataset.left_out
    if left_out.judgements:
        systems = [f"'{quoted(name)}'" for name in left_out.unscored_systems]
        lines = [f"line {line}" for line in left_out.unscored_lines]
        warnings.warn(
            WordorderWarning(
                f"{quoted(dataset.name)}: {counted(left_out.judgements, 'judgement')} left out, of "
                f"{listed([*systems, *lines])}"
            ),
            stacklevel=4,
        )


# What can be tuned in a preset: α, and β and γ where its ordering metric has them.


@dataclass(frozen=True, slots=True)
class OperatorGrid:
    """The choices of β and γ to try.

    Attributes:
        points: All choices; a single empty one if the ordering metric has no such parameters.
        untuned: The choice of the preset.
    """

    points: tuple[Operators, ...]
    untuned: Operators

    @classmethod
    def of(
        cls, preset: Preset, betas: Iterable[float] | None, gammas: Iterable[float] | None
    ) -> OperatorGrid:
        """Cross the values of β with those of γ; by default the values of the preset.

        Raises:
            UsageError: A value is out of range, or the ordering metric has no such parameter.
        """
        if preset.ordering not in WITH_OPERATORS:
            for name, values in (("betas", betas), ("gammas", gammas)):
                if values is not None:
                    raise UsageError(
                        Argument(name),
                        f" needs the ordering metric pet or pef, not {preset.ordering}",
                    )
            return cls((Operators(),), Operators())
        both = (
            _shares("betas", (preset.beta,) if betas is None else betas),
            _shares("gammas", (preset.gamma,) if gammas is None else gammas),
        )
        points = tuple(Operators(*chosen) for chosen in product(*both))
        return cls(points, Operators(preset.beta, preset.gamma))


def _shares(name: str, values: Iterable[float]) -> tuple[float, ...]:
    """Check numbers between 0 and 1, and return the distinct ones in ascending order."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise UsageError(Argument(name), f" must be numbers between 0 and 1, not {values!r:.40}")
    shares = list(values)
    for value in shares:
        if isinstance(value, bool) or not isinstance(value, Real) or not 0 <= value <= 1:
            raise UsageError(Argument(name), f" must lie between 0 and 1, not {value!r:.40}")
    if not shares:
        raise UsageError("give at least one number with ", Argument(name))
    return tuple(sorted({float(value) for value in shares}))


def as_tunable(preset: str | Preset) -> Preset:
    """Return a preset with two parts and the untuned α.

    Raises:
        UsageError: The preset is unknown, or has no α.
    """
    whole = preset if isinstance(preset, Preset) else Preset(preset)
    if whole.alpha is None:
        raise UsageError(f"{whole.name} has no alpha to tune; choose {listed(TUNABLE)}")
    return replace(whole, alpha=UNTUNED)


# The two parts of a combined score, for every line of every system.


def part_names(preset: Preset) -> tuple[str, str]:
    """Return the name of the part that α weighs, and that of the other.

    Examples:
        >>> from wordorder import Preset
        >>> part_names(Preset("pefscore")), part_names(Preset("lrscore"))
        (('bleu1', 'pef'), ('kendall', 'bleu4'))
    """
    assert preset.lexical is not None
    assert preset.ordering is not None
    both = preset.lexical, preset.ordering
    return both[::-1] if preset.name == "lrscore" else both


@dataclass(frozen=True, slots=True, eq=False)
class PartScorer:
    """Scores the two parts of a preset alone, for the systems of one language pair."""

    plan: ScorePlan
    counts: SentenceCounts

    def scores(self, operators: Operators) -> MetricScores:
        """Return the combined score with α = 1 and with α = 0, which are its parts."""
        beta, gamma = operators
        counts = self.counts
        if beta is not None and gamma is not None:
            counts = counts.with_operators(beta, gamma)
        combined = self.plan.measures[0]
        preset = self.plan.preset
        assert isinstance(preset, Preset)  # checked before
        assert isinstance(combined, (Combined, LRscore))
        lines = [replace(combined, alpha=alpha).sentences(counts) for alpha in (1.0, 0.0)]
        texts, parts = counts.texts, part_names(preset)
        settings = signature(self.plan.signature_of_scores(len(texts.references)))
        return MetricScores(parts, texts.names, np.stack(lines), signature=settings)
