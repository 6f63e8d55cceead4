"""The weights of a preset that agree best with people, from judgements and texts."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wordorder.errors import WordorderWarning, expect
from wordorder.metaevaluation.datasets import datasets_of
from wordorder.metaevaluation.score_request import DatasetSource, ScoreRequest
from wordorder.metaevaluation.scores.from_text import plan_of_every_metric
from wordorder.metaevaluation.tuning.outcomes import Combination
from wordorder.metaevaluation.tuning.part_scores import PartScorer, part_names
from wordorder.metaevaluation.tuning.tunable import OperatorGrid, as_tunable
from wordorder.metaevaluation.tuning.weights import USUAL_RESAMPLING, Tuning, scores_signature
from wordorder.output import as_meter, counted, listed
from wordorder.scoring import SourceLinks
from wordorder.scoring.texts import read_texts
from wordorder.text import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wordorder.arrays import Floats
    from wordorder.metaevaluation.joining import Dataset
    from wordorder.metaevaluation.scores.table import MetricScores
    from wordorder.metaevaluation.tuning.outcomes import Operators
    from wordorder.metaevaluation.tuning.result import TunedWeight
    from wordorder.metaevaluation.tuning.sweep import WeighedPairs
    from wordorder.output import Meter
    from wordorder.scoring import Preset, ScoreOptions, Text
    from wordorder.statistics import Resampling


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

    α is found exactly (`tune_weight`), for every choice of β and γ. How good the tuned weights are
    is measured on lines that they were not tuned on, beside the preset with α = 0.5; and if there
    are several language pairs, on each of them with the weights tuned on the others.

    Args:
        given: Where judgements and texts come from; ready scores are not used.
        preset: pefscore, complexity, lrscore, or a `Preset` with other parts, whose α does not
            matter; by default pefscore, with a source lrscore.
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
        WordorderWarning: What looks wrong with the texts; judgements were left out; or the
            objective is tau_wmt13.

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
    """The parts of a preset, scored where `read_datasets` scores every metric.

    Attributes:
        preset: The preset before tuning.
        grid: The choices of β and γ.
        meter: Shows progress.
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
        for one in datasets:
            _warn_of_left_out(one)
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
        """The two parts (systems, lines) for each data set."""
        tables = [
            one.scores if operators == self.grid.untuned else _like(one, scorer.scores(operators))
            for scorer, one in zip(self.scorers, datasets, strict=True)
        ]
        return [one.lines[0] for one in tables], [one.lines[1] for one in tables]


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


def _like(dataset: Dataset, scores: MetricScores) -> MetricScores:
    """Scores of the systems of a data set, in its order."""
    renamed = dataset.left_out.renamed
    return scores.of_systems([renamed.get(name, name) for name in dataset.systems])
