"""Scores of all metrics from text are those of `score`, to the last bit."""

from __future__ import annotations

import random
import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wordorder as wo
from messages import refused, warned
from wordorder import InputError, Preset, UsageError
from wordorder.errors import Argument
from wordorder.metaevaluation import MetricScores, score_systems
from wordorder.output import Cache

DATA = Path(__file__).parents[3] / "shared" / "data"
pytestmark = pytest.mark.filterwarnings("ignore::wordorder.WordorderWarning")

WORDS = [
    "the",
    "a",
    "house",
    "houses",
    "big",
    "Big",
    "tree",
    "trees",
    "is",
    "was",
    "see",
    "seen",
    ".",
]


def corpus(lines: int, references: int = 1) -> tuple[list[list[str]], dict[str, list[str]]]:
    rng = random.Random(7)

    def shaken(line: str) -> str:
        words = line.split()
        for _ in range(rng.randint(0, 4)):
            words[rng.randrange(len(words))] = rng.choice(WORDS)
        if rng.random() < 0.5:
            rng.shuffle(words)
        return " ".join(words[: rng.randint(0, len(words))])

    first = [" ".join(rng.choices(WORDS, k=rng.randint(1, 15))) for _ in range(lines)]
    others = [[shaken(line) for line in first] for _ in range(references - 1)]
    systems = {name: [shaken(line) for line in first] for name in ("A", "B", "C")}
    systems["A"][0] = "zzz"  # nothing matches
    first[1] = ""  # nothing can match
    return [first, *others], systems


NOT_OF_A_PRESET = ("length", "bleu2", "bleu3", "pef_inverted", "weighted_recall", "brevity")


def preset_of(name: str, given: Preset) -> tuple[Preset, str] | None:
    """The preset and the measure of `score` behind a name, if there is one."""
    base, _, ordering = name.partition(":")
    shared = {"beta": given.beta, "gamma": given.gamma}
    if ordering:
        parts = {"lexical": given.lexical, "alpha": given.alpha, "lowercase": given.lowercase}
        return Preset(base, ordering, **parts, **shared), base
    if base in ("complexity", "lrscore", "pefscore"):
        return Preset(base, lowercase=given.lowercase, **shared), base
    if base in ("ribes", "meteor", "frs"):
        return Preset(base, **shared), base
    if base in ("bleu1", "bleu4", "f1", "chrf"):
        own = "lrscore" if base.startswith("bleu") else "pefscore"
        return Preset(own, given.ordering, base, lowercase=given.lowercase, **shared), base
    if given.name == "ribes":  # has a coverage of its own
        given = Preset("pefscore", given.ordering)
    return None if base in NOT_OF_A_PRESET else (given, base)


def check(found: MetricScores, preset: Preset, *texts: Any, **options: Any) -> int:
    """Compare every metric with what `score` says of it; return how many."""
    checked = 0
    for row, name in enumerate(found.metrics):
        wanted = preset_of(name, preset)
        if wanted is None:
            continue
        result = wo.score(
            *texts, **options, preset=wanted[0], metrics="all", resampling=wo.Resampling(1)
        )
        sign = -1 if name.endswith("_per_100") else 1
        own = sign * result.segment(wanted[1])
        np.testing.assert_array_equal(found.segment_scores[row], own, err_msg=name)
        value = result.scores.at(measure=wanted[1])
        np.testing.assert_array_equal(found.system_scores[row], sign * value, err_msg=name)
        checked += 1
    return checked


@pytest.mark.slow
@pytest.mark.parametrize("references", [1, 2])
@pytest.mark.parametrize(
    "preset",
    [
        Preset(),
        Preset("complexity", lexical="chrf", alpha=0.3, gamma=0.5, lowercase=True),
        Preset("lrscore", ordering="hamming", lexical="bleu1", beta=0.2),
        Preset("ribes"),
    ],
    ids=lambda preset: preset.name,
)
def test_scores_are_those_of_score(preset: Preset, references: int) -> None:
    texts = corpus(40, references)
    options = {"lang": "en", "tokenize": "none"}
    found = score_systems(*texts, preset=preset, **options)
    whole = preset.lexical is None
    assert len(found.metrics) == (35 if whole else 49)
    assert check(found, preset, *texts, **options) == len(found.metrics) - len(NOT_OF_A_PRESET)


@pytest.mark.slow
def test_scores_through_the_source_are_those_of_score() -> None:
    references, systems = corpus(40)
    source = [" ".join(reversed(line.upper().split())) for line in references[0]]
    options = {"tokenize": "none"}
    found = score_systems(references, systems, source=source, **options)
    assert "lrscore:kendall" in found.metrics
    assert "frs" in found.metrics
    assert not {"pefscore", "meteor", "matched"} & set(found.metrics)
    links = wo.SourceLinks(source, aligner="ibm1")
    again = score_systems(references, systems, order_from=links, **options)
    np.testing.assert_array_equal(found.segment_scores, again.segment_scores)
    kept = [row for row, name in enumerate(found.metrics) if name not in ("f1", "chrf")]
    assert found.system_scores is not None
    names = tuple(found.metrics[row] for row in kept)
    some = MetricScores(names, found.systems, found.segment_scores[kept], found.system_scores[kept])
    assert check(some, Preset("lrscore"), references, systems, order_from=links, **options) > 30


def test_names_and_lengths() -> None:
    references, systems = corpus(30)
    found = score_systems(references[0], systems, tokenize="none")
    assert found.systems == ("A", "B", "C")
    assert found.metrics[:2] == ("kendall", "kendall_sqrt")
    assert {"pefscore:pef", "complexity", "lrscore", "ribes", "meteor"} <= set(found.metrics)
    assert not {"pefscore", "frs"} & set(found.metrics)
    assert found.reference_words is not None
    assert found.reference_words.tolist() == [len(line.split()) for line in references[0]]
    lengths = [[len(line.split()) for line in lines] for lines in systems.values()]
    assert found.segment_scores[found.metrics.index("length")].tolist() == lengths
    assert found.system_scores is not None
    np.testing.assert_allclose(
        found.system_scores[found.metrics.index("length")], np.mean(lengths, axis=1)
    )


def test_errors_of_order_are_negative() -> None:
    found = score_systems(["a b c d"] * 4, {"A": ["a b c d"] * 4, "B": ["d c b a"] * 4})
    for name in ("breaks_per_100", "misplaced_per_100"):
        good, bad = found.segment_scores[found.metrics.index(name), :, 0].tolist()
        assert good == 0.0 > bad
        assert np.copysign(1.0, good) == 1.0


def test_a_second_run_comes_from_the_cache(tmp_path: Path) -> None:
    references, systems = corpus(30)
    cache = Cache(tmp_path)
    counted = []

    @contextmanager
    def meter(description: str, total: int, **_: Any) -> Any:
        counted.append(description)
        yield lambda _amount: None

    def run(**options: Any) -> tuple[MetricScores, list[Any]]:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            found = score_systems(references, systems, cache=cache, progress=meter, **options)
        return found, [one.message.args for one in told]

    first, told = run()
    other, _ = run(preset="complexity")
    assert other.metrics != first.metrics
    assert any(Argument("lang") in parts for parts in told)
    assert counted == ["scoring"] * 2
    again, told_again = run()
    assert told_again == told
    np.testing.assert_array_equal(again.segment_scores, first.segment_scores)
    np.testing.assert_array_equal(again.system_scores, first.system_scores)
    np.testing.assert_array_equal(again.reference_words, first.reference_words)
    assert (again.metrics, again.signature) == (first.metrics, first.signature)
    assert counted == ["scoring"] * 2  # nothing is counted again
    systems["C"][-1] += " x"
    run()
    assert counted == ["scoring"] * 3


def test_what_looks_wrong_is_said() -> None:
    references, _ = corpus(30)
    with warned():
        score_systems(references, dict.fromkeys("AB", references[0]), lang="en")


@pytest.mark.parametrize(
    "options",
    [
        {"preset": "frs"},
        {"preset": "x"},
        {"order_from": 3},
        {"order_from": wo.Matcher(), "source": ["x"]},
        {"source": ["x"], "preset": "pefscore"},
        {"cache": "x"},
    ],
)
def test_options_that_cannot_be(options: dict[str, Any]) -> None:
    with refused(UsageError):
        score_systems(["a b"], {"A": ["b a"]}, **options)


def test_lines_must_correspond() -> None:
    with refused(InputError):
        score_systems(["a b"], {"A": ["b a", "c"]})


@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
def test_wmt13_equals_score() -> None:
    folder = DATA / "wmt13"
    files = sorted((folder / "system-outputs" / "de-en").iterdir())[:3]
    texts = folder / "references" / "newstest2013-ref.en", {file.name: file for file in files}
    found = score_systems(*texts, lang="en")
    some = [
        *("pef", "pefscore:hamming", "pefscore:pef", "complexity", "ribes", "meteor", "chrf"),
        *("misplaced_per_100", "coverage"),
    ]
    rows = [found.metrics.index(name) for name in some]
    assert found.system_scores is not None
    chosen = MetricScores(
        tuple(some), found.systems, found.segment_scores[rows], found.system_scores[rows]
    )
    assert check(chosen, Preset(), *texts, lang="en") == len(some)
