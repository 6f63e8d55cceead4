"""Weights of presets, from judgements and texts."""

from itertools import product
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

import wordorder as wo
from document_checks import check_document, there_and_back
from messages import refused, warned
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation import DatasetSource, TunedWeight, tune_preset
from wordorder.scoring import Preset
from wordorder.statistics import Resampling

DATA = Path(__file__).parents[4] / "shared" / "data"
FEW = Resampling(40, seed=3)
WORDS = ["we", "have", "seen", "the", "old", "house", "in", "a", "small", "town", "today"]


def texts(seed: int, lines: int = 40) -> tuple[list[str], dict[str, list[str]]]:
    """A reference, and systems of which each changes more words and their order."""
    generator = np.random.default_rng(seed)
    reference, systems = [], {name: [] for name in ("A", "B", "C")}
    for _ in range(lines):
        words = generator.choice(WORDS, 7, replace=False).tolist()
        reference.append(" ".join(words))
        for noise, name in enumerate(systems, start=1):
            place = np.arange(7) + generator.normal(size=7) * noise
            kept = [words[one] for one in np.argsort(place)]
            systems[name].append(
                " ".join(w if generator.random() > 0.1 * noise else "x" for w in kept)
            )
    return reference, systems


def judged(seed: int, lines: int = 40) -> str:
    """Comparisons that prefer A to B to C, most of the time."""
    generator = np.random.default_rng(seed)
    rows = ["segment\tbetter\tworse"]
    for line, pair in product(range(1, lines + 1), ("AB", "AC", "BC")):
        better, worse = pair if generator.random() < 0.8 else pair[::-1]
        rows.append(f"{line}\t{better}\t{worse}")
    return "\n".join(rows) + "\n"


@pytest.fixture
def folder(tmp_path) -> Path:
    """Judgements and texts of two language pairs."""
    for seed, pair in enumerate(("de-en", "fr-en")):
        reference, systems = texts(seed)
        (tmp_path / pair).mkdir()
        (tmp_path / f"{pair}.ref").write_text("\n".join(reference) + "\n")
        (tmp_path / f"{pair}.tsv").write_text(judged(seed))
        for name, lines in systems.items():
            (tmp_path / pair / f"newstest.{pair}.{name}").write_text("\n".join(lines) + "\n")
    return tmp_path


def tuned_from(
    folder: Path, *pairs: str, unknown: Literal["refuse", "drop"] = "refuse", **options
) -> TunedWeight:
    given = DatasetSource(
        [folder / f"{pair}.tsv" for pair in pairs],
        systems=folder / "{pair}",
        reference=folder / "{pair}.ref",
        lang="en",
        unknown=unknown,
    )
    return tune_preset(given, resampling=FEW, **options)


def test_the_tuned_preset_scores_as_well_as_it_says(folder) -> None:
    tuned = tuned_from(folder, "de-en", folds=4)
    assert tuned.parts == ("bleu1", "pef")
    assert tuned.preset is not None
    assert tuned.preset.alpha in tuned.optimum.widest
    reference, systems = texts(0)
    segments = wo.score(reference, systems, lang="en", preset=tuned.preset, resampling=FEW).segment(
        "pefscore"
    )
    agreed = []
    for row in judged(0).splitlines()[1:]:
        line, better, worse = row.split("\t")
        one, other = ("ABC".index(name) for name in (better, worse))
        agreed.append(np.sign(segments[one, int(line) - 1] - segments[other, int(line) - 1]))
    assert np.mean(agreed) == pytest.approx(tuned.optimum.value)
    assert tuned.score_command == (
        f"wordorder score REF HYP... --preset pefscore --alpha {tuned.preset.alpha}"
    )


@pytest.mark.slow
def test_a_grid_finds_what_each_of_its_points_finds(folder) -> None:
    pairs = "de-en", "fr-en"
    tuned = tuned_from(folder, *pairs, folds=3, betas=[0.2, 0.6], gammas=[0, 1])
    assert [point.operators for point in tuned.grid] == [(0.2, 0), (0.2, 1), (0.6, 0), (0.6, 1)]
    singles = []
    for point in tuned.grid:
        beta, gamma = point.operators
        alone = tuned_from(folder, *pairs, folds=3, preset=Preset(beta=beta, gamma=gamma))
        assert (point.alpha, point.value) == (alone.alpha, alone.optimum.value)
        assert point.held_out == alone.held_out.tuned.value
        singles.append(alone)
    best = max(singles, key=lambda one: one.optimum.value)
    assert tuned.operators == best.operators
    assert tuned.optimum == best.optimum
    for number, fold in enumerate(tuned.folds):
        assert fold.trained == max(one.folds[number].trained for one in singles)
    for number, pair in enumerate(tuned.pairs):
        assert pair.own_value == max(one.pairs[number].own_value for one in singles)
    usual = next(one for one in singles if one.operators == (0.6, 0))
    assert tuned.untuned == usual.untuned
    assert tuned.held_out.untuned == usual.held_out.untuned
    assert tuned.preset is not None
    assert (tuned.preset.beta, tuned.preset.gamma) == tuned.operators


def test_the_parts_may_be_exchanged(folder) -> None:
    preset = Preset("lrscore", ordering="hamming", lexical="bleu1")
    tuned = tuned_from(folder, "fr-en", preset=preset, objective="consistency")
    assert tuned.parts == ("hamming", "bleu1")
    assert tuned.score_command is not None
    assert tuned.score_command.endswith(" --ordering hamming --lexical bleu1")
    assert "beta" not in tuned.records("folds").columns
    check_document(tuned)
    again = there_and_back(tuned)
    assert again.preset == tuned.preset
    assert "to use it: wordorder score REF HYP... --preset lrscore" in str(again)


@pytest.mark.parametrize(
    "options",
    [
        {"preset": "ribes"},
        {"preset": "pefscor"},
        {"betas": [2]},
        {"objective": "bleu"},
        {"folds": 0},
    ],
)
def test_options_are_checked_before_files_are_read(options) -> None:
    with refused(UsageError):
        tune_preset(DatasetSource("missing.tsv", "missing", "missing"), **options)


def test_a_system_without_text_is_named(folder) -> None:
    (folder / "de-en" / "newstest.de-en.C").unlink()
    with refused(InputError):
        tuned_from(folder, "de-en")
    with warned():
        assert tuned_from(folder, "de-en", unknown="drop").judged == 40


def test_tau_wmt13_warns(folder) -> None:
    with warned():
        tuned_from(folder, "de-en", objective="tau_wmt13")


@pytest.mark.slow
@pytest.mark.skipif(not (DATA / "wmt13").exists(), reason="needs the data of WMT13")
def test_wmt13_is_tuned_as_published_methods_would_only_better() -> None:
    folder = DATA / "wmt13"
    given = DatasetSource(
        folder / "rankings-pairwise" / "de-en.tsv",
        systems=folder / "system-outputs" / "de-en",
        reference=folder / "references" / "newstest2013-ref.en",
        lang="en",
    )
    tuned = tune_preset(given)
    assert tuned.judged == 128_668
    assert tuned.climbed.value <= tuned.optimum.value
    assert tuned.optimum.widest.width < 1e-3
    assert tuned.near[0].low <= tuned.alpha <= tuned.near[-1].high
