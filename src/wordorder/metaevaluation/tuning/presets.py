"""The weights of a preset that agree best with people, from judgements and texts."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wordorder.errors import WordorderWarning
from wordorder.metaevaluation.datasets import datasets_of
from wordorder.metaevaluation.score_request import ScoreRequest
from wordorder.metaevaluation.scores.from_text import scoring_plan
from wordorder.metaevaluation.tuning.outcomes import Combination
from wordorder.metaevaluation.tuning.part_scores import PartScorer, part_names
from wordorder.metaevaluation.tuning.tunable import OperatorGrid, as_tunable
from wordorder.metaevaluation.tuning.weights import USUAL_RESAMPLING, Tuning, scores_signature
from wordorder.output import as_meter, counted, listed
from wordorder.scoring import SourceLinks
from wordorder.scoring.texts import read_texts
from wordorder.text import quoted

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping, Sequence

    from wordorder.alignment.matching import Matcher
    from wordorder.arrays import Floats
    from wordorder.metaevaluation.joining import Dataset, Unknown
    from wordorder.metaevaluation.scores.table import MetricScores
    from wordorder.metaevaluation.tuning.outcomes import Operators
    from wordorder.metaevaluation.tuning.result import TunedWeight
    from wordorder.metaevaluation.tuning.sweep import WeighedPairs
    from wordorder.output import Cache, Meter
    from wordorder.scoring import Preset, Text
    from wordorder.statistics import Resampling
    from wordorder.text import Input


def tune_preset(
    judgements: Input | Sequence[Input],
    *,
    systems: str | os.PathLike[str] | Mapping[str, Text] | None = None,
    reference: Text | Iterable[Text] | None = None,
    source: Text | None = None,
    lang: str | None = None,
    tokenize: str | None = None,
    preset: str | Preset | None = None,
    betas: Iterable[float] | None = None,
    gammas: Iterable[float] | None = None,
    order_from: Matcher | SourceLinks | None = None,
    names: Mapping[str, str] | None = None,
    pair: str | None = None,
    human: str | None = None,
    unknown: Unknown = "refuse",
    keep_references: bool = False,
    objective: str = "tau_wmt14",
    folds: int = 10,
    resampling: Resampling = USUAL_RESAMPLING,
    threads: int | None = None,
    progress: bool | Meter = False,
    cache: Cache | None = None,
) -> TunedWeight:
    r"""Find the weights of a preset that agree best with people.

    α is found exactly (`tune_weight`), for every choice of β and γ. How good the tuned weights are
    is measured on lines that they were not tuned on, beside the preset with α = 0.5; and if there
    are several language pairs, on each of them with the weights tuned on the others.

    Args:
        judgements: As in `read_datasets`.
        systems: As in `read_datasets`.
        reference: As in `read_datasets`.
        source: As in `read_datasets`.
        lang: As in `read_datasets`.
        tokenize: As in `score`.
        preset: pefscore, complexity, lrscore, or a `Preset` with other parts, whose α does not
            matter; by default pefscore, with a source lrscore.
        betas: Values of β to choose from, for the ordering metrics pet and pef; by default that of
            the preset.
        gammas: Values of γ to choose from.
        order_from: As in `read_datasets`.
        names: As in `join`.
        pair: As in `read_judgements`.
        human: As in `read_judgements`.
        unknown: As in `join`.
        keep_references: As in `read_datasets`.
        objective: As in `tune_weight`.
        folds: As in `tune_weight`.
        resampling: As in `tune_weight`.
        threads: As in `ordering_scores`.
        progress: Whether to show a progress bar, or another display.
        cache: Stores tokenised and matched texts for later runs, as in `score`.

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
        >>> tuned = tune_preset(
        ...     io.StringIO("".join(["segment\tbetter\tworse\n", *rows])),
        ...     systems={"A": ["we saw the old house", "she reads books", "it goes so"] * 10,
        ...              "B": ["house the seen have we", "a book reads she", "so go"] * 10},
        ...     reference=reference, lang="en", preset="lrscore",
        ... )
        >>> print(*tuned.optimum.ranges)
        (0.0187906, 0.54459)
        >>> tuned.score_command
        'wordorder score REF HYP... --preset lrscore --alpha 0.3'

    References:
        Birch and Osborne (2010), LRscore for Evaluating Lexical and Reordering Quality in MT;
        Stanojević and Sima'an (2014), Evaluating Word Order Recursively over Permutation-Forests.
    """
    linked = source is not None or isinstance(order_from, SourceLinks)
    untuned = as_tunable(preset or ("lrscore" if linked else "pefscore"))
    grid = OperatorGrid.of(untuned, betas, gammas)
    tuning = Tuning.of(objective, folds, resampling)
    parts = _Parts(untuned, grid, as_meter(progress))
    options = {"tokenize": tokenize, "preset": untuned, "threads": threads, "cache": cache}
    texts = systems, reference, source, lang, order_from, names, unknown, keep_references
    wanted = ScoreRequest((), *texts, options, scored_by=parts.score, only_texts=True)
    return parts.tuned(datasets_of(judgements, pair, human, wanted), tuning)


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

    def score(self, reference: Any, systems: Mapping[str, Text], **options: Any) -> MetricScores:
        """Score the parts, with the arguments of `score_systems`."""
        plan = scoring_plan(**options)
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
