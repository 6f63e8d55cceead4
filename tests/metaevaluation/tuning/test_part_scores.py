"""The parts of presets, as `score` weighs them, and the grid of β and γ."""

import numpy as np
import pytest

import wordorder as wo
from messages import refused
from wordorder.errors import UsageError
from wordorder.metaevaluation.tuning.presets import OperatorGrid, PartScorer, as_tunable, part_names
from wordorder.metaevaluation.tuning.results import Operators
from wordorder.scoring import Preset, ScoreOptions
from wordorder.scoring.plan import ScorePlan
from wordorder.scoring.texts import read_texts

REFERENCE = ["we have seen the old house", "she reads a good book now", "", "so it goes on"]
SYSTEMS = {
    "A": ["the old house have we seen", "she now reads a good book", "so", "it goes on so"],
    "B": ["we have the house seen", "a book she reads", "x", "nothing at all"],
}


def scorer(preset: Preset) -> PartScorer:
    plan = ScorePlan.of(ScoreOptions("en", metrics="pef", preset=preset, threads=1))
    return PartScorer(plan, plan.count(read_texts(REFERENCE, SYSTEMS)))


@pytest.mark.parametrize("name", ["pefscore", "complexity", "lrscore"])
@pytest.mark.parametrize("operators", [Operators(), Operators(0.2, 0.5)])
@pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")
def test_the_parts_are_those_of_score(name, operators) -> None:
    preset = Preset(name, ordering="pef")
    found = scorer(preset).scores(operators)
    assert found.metrics == part_names(preset)
    beta, gamma = (0.6, 0.0) if operators == Operators() else operators
    for alpha in (0.0, 0.3, 1.0):
        asked = Preset(name, "pef", alpha=alpha, beta=beta, gamma=gamma)
        result = wo.score(REFERENCE, SYSTEMS, lang="en", preset=asked, metrics="pef")
        weighed = alpha * found.segment_scores[0] + (1 - alpha) * found.segment_scores[1]
        np.testing.assert_allclose(weighed, result.segment(name), rtol=1e-15)


def test_alpha_weighs_the_part_that_the_preset_says() -> None:
    assert part_names(Preset("complexity", ordering="ulam")) == ("f1", "ulam")
    assert part_names(Preset("lrscore", ordering="hamming", lexical="bleu1")) == (
        "hamming",
        "bleu1",
    )


def test_a_grid_crosses_its_values() -> None:
    grid = OperatorGrid.of(Preset(), [0.6, 0.2, 0.2], [0, 1])
    assert grid.points == ((0.2, 0.0), (0.2, 1.0), (0.6, 0.0), (0.6, 1.0))
    assert grid.untuned == (0.6, 0.0)
    assert OperatorGrid.of(Preset(beta=0.1), None, [0.5]).points == ((0.1, 0.5),)
    assert OperatorGrid.of(Preset("lrscore"), None, None).points == ((None, None),)


@pytest.mark.parametrize(
    ("preset", "betas", "gammas"),
    [
        (Preset(), [], None),
        (Preset(), [1.5], None),
        (Preset(), None, "0.5"),
        (Preset(), None, [True]),
        (Preset("lrscore"), [0.5], None),
        (Preset("complexity"), None, [0.5]),
    ],
)
def test_a_wrong_grid_is_refused(preset, betas, gammas) -> None:
    with refused(UsageError):
        OperatorGrid.of(preset, betas, gammas)


def test_only_presets_with_two_parts_can_be_tuned() -> None:
    assert as_tunable(Preset("lrscore", alpha=0.2)) == Preset("lrscore")
    with refused(UsageError):
        as_tunable("ribes")
