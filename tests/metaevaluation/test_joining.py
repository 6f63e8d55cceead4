"""Judgements and scores side by side, by the names of systems."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from judgement_strategies import SYSTEMS, compared, rated, ratings, said, spoken
from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation import (
    Dataset,
    Judgements,
    LeftOut,
    MetricScores,
    join,
    read_judgements,
    read_names,
)
from wordorder.metaevaluation.joining import match_system_names

if TYPE_CHECKING:
    from oracles.judgements import Said

DATA = Path(__file__).parents[3] / "shared" / "data"


def scores(systems: tuple[str, ...], lines: int = 3, corpus: bool = False) -> MetricScores:
    """Scores that say which metric, system (by its letter) and line they are of."""
    numbers = [ord(name[-1]) * 100 for name in systems]
    table = np.array(
        [
            [[m * 10_000 + n + line for line in range(1, lines + 1)] for n in numbers]
            for m in range(2)
        ],
        np.float64,
    ).reshape(2, len(systems), lines)
    whole = -table[..., 0] if corpus else None
    return MetricScores(("m0", "m1"), systems, table, whole, signature="s")


@given(said(), st.permutations((*SYSTEMS, "D")))
def test_each_system_keeps_its_own_scores(rows: list[Said], order: list[str]) -> None:
    judged = compared(rows)
    dataset = join(judged, scores(tuple(f"test.{name}" for name in order), corpus=True))
    assert spoken(dataset.judgements) == rows
    assert dataset.systems == dataset.scores.systems
    expected = scores(dataset.systems, corpus=True)
    np.testing.assert_array_equal(dataset.scores.segment_scores, expected.segment_scores)
    np.testing.assert_array_equal(dataset.scores.system_scores, expected.system_scores)
    unjudged = {f"test.{name}" for name in order if name not in dataset.systems}
    assert set(dataset.left_out.unjudged_systems) == unjudged
    assert dataset.left_out.renamed == {name: f"test.{name}" for name in dataset.systems}
    assert dataset.left_out.judgements == 0


@given(said(), st.sets(st.sampled_from(SYSTEMS)), st.integers(0, 3))
def test_what_has_no_scores_is_refused_or_dropped_and_counted(
    rows: list[Said], known: set[str], lines: int
) -> None:
    kept = [row for row in rows if row[0] <= lines and set(row[1:3]) <= known]
    table = scores(tuple(sorted(known)), lines)
    if len(kept) < len(rows):
        with pytest.raises(InputError):
            join(compared(rows), table)
    if not kept:
        with pytest.raises(InputError):
            join(compared(rows), table, unknown="drop")
        return
    dataset = join(compared(rows), table, unknown="drop")
    assert spoken(dataset.judgements) == kept
    lost = [name for row in rows for name in row[1:3] if name not in known]
    beyond = [row[0] for row in rows if row[0] > lines]
    assert dataset.left_out.unscored_systems == {name: lost.count(name) for name in set(lost)}
    assert dataset.left_out.unscored_lines == {line: beyond.count(line) for line in set(beyond)}
    assert dataset.left_out.judgements == len(rows) - len(kept)


@given(ratings())
def test_ratings_are_joined_alike(rows: list[tuple[int, str, float, str | None]]) -> None:
    judged = rated(rows)
    if len({row[1] for row in rows}) < 2:
        with pytest.raises(InputError):
            join(judged, scores(SYSTEMS))
        return
    dataset = join(judged, scores(SYSTEMS[::-1]))
    np.testing.assert_array_equal(
        dataset.scores.segment_scores, scores(dataset.systems).segment_scores
    )
    order = [SYSTEMS.index(name) for name in dataset.systems]
    np.testing.assert_array_equal(dataset.judgements.mean_ratings(3), judged.mean_ratings(3)[order])


def test_the_error_names_counts_and_examples() -> None:
    judged = compared([(1, "A", "B", 1, None), (9, "A", "C", 1, None), (9, "A", "B", 1, None)])
    with refused(InputError):
        join(judged, scores(("A", "B")))
    for scored in (("A",), ("D", "E")):
        with refused(InputError):
            join(judged, scores(scored), unknown="drop")


def test_wrong_arguments() -> None:
    judged, table = compared([(1, "A", "B", 1, None)]), scores(SYSTEMS)
    wrong: list[tuple[Any, ...]] = [
        (None, table),
        (judged, None),
        (judged, table, ["A"]),
        (judged, table, None, "ignore"),
    ]
    for arguments in wrong:
        with pytest.raises(UsageError):
            join(*arguments)
    with refused(InputError):
        join(judged, scores(("A", "A")))
    with refused(UsageError):
        Dataset(judged, table.__class__(("m",), ("X",), np.zeros((1, 1, 3))))
    with refused(UsageError):
        Dataset(judged, scores(SYSTEMS, 0))


def test_a_dataset_can_be_made_by_hand() -> None:
    judged = Judgements("de-en", SYSTEMS)
    dataset = Dataset(judged, scores(SYSTEMS))
    assert (dataset.name, dataset.systems, dataset.left_out) == ("de-en", SYSTEMS, LeftOut())


@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
@pytest.mark.parametrize(
    "name", ["wmt13/rankings-five-way/fr-en.csv", "wmt12/rankings-five-way/de-en_en-de.csv"]
)
def test_names_of_wmt_meet_the_files_of_its_systems(name: str) -> None:
    for pair, judged in read_judgements(DATA / name).items():
        folder = DATA / name[:5] / "system-outputs" / pair
        files = tuple(sorted(file.name for file in folder.iterdir()))
        table = MetricScores(("m",), files, np.zeros((1, len(files), 3003)))
        dataset = join(judged, table)
        assert dataset.systems == judged.systems
        assert len(dataset.left_out.unjudged_systems) == len(files) - len(judged.systems)


# Names of judged and scored systems.


@pytest.mark.parametrize(
    ("judged", "scored"),
    [
        ("A", "A"),
        ("CNGL_DCU.2703", "newstest2013.de-en.CNGL_DCU.2703"),
        ("newstest2013.de-en.CNGL_DCU.2703", "CNGL_DCU.2703"),
        ("onlineA", "newstest2012.de-en.onlineA"),
        ("onlineA", "de-en-onlineA"),
        ("onlineA", "wmt12_de-en_onlineA.txt"),
        ("onlineA.txt", "onlineA"),
        ("newstest2013.de-en.onlineA.txt.gz", "onlineA"),
        ("MES:.2916", "newstest2013.de-en.MES:.2916"),
        ("de-en.A", "x.de-en.A"),
    ],
)
def test_names_that_meet(judged: str, scored: str) -> None:
    assert match_system_names([judged], ["other", scored], "de-en", None) == {judged: scored}
    assert match_system_names([scored], [judged, "another"], "de-en", None) == {scored: judged}


@pytest.mark.parametrize(
    ("judged", "scored"),
    [
        ("A", "B"),
        ("A", "BA"),
        ("A", "x-A"),
        ("A", "fr-en-A"),
        ("A", "a"),
        ("x.A", "y.A"),
        ("A", "A.B"),
        ("x.umd", "x.jhu"),
        ("x.txt", "x.out"),
        ("de-en.umd", "de-en"),
        ("", "A"),
        ("A", ""),
    ],
)
def test_names_that_do_not_meet(judged: str, scored: str) -> None:
    assert match_system_names([judged], [scored], "de-en", None) == {}
    assert match_system_names([scored], [judged], "de-en", None) == {}


def test_an_exact_name_goes_first() -> None:
    scored = ["A", "x.A"]
    assert match_system_names(["A"], scored, "de-en", None) == {"A": "A"}
    assert match_system_names(["y.A", "A"], ["A"], "de-en", None) == {"A": "A"}
    assert match_system_names(["x.A", "A"], scored, "de-en", None) == {"x.A": "x.A", "A": "A"}


def test_names_that_fit_several_are_an_error_that_lists_them() -> None:
    with refused(InputError):
        match_system_names(["A"], ["x.A", "y.A"], "de-en", None)
    with refused(InputError):
        match_system_names(["x.A", "y.A"], ["A"], "de-en", None)
    told = {"A": "y.A"}
    assert match_system_names(["A"], ["x.A", "y.A"], "de-en", told) == {"A": "y.A"}


def test_given_names_decide() -> None:
    assert match_system_names(["A", "B"], ["A", "B"], "de-en", {"A": "B", "B": "A"}) == {
        "A": "B",
        "B": "A",
    }
    assert match_system_names(["A", "B"], ["A", "B"], "de-en", {"A": "B"}) == {"A": "B"}
    assert match_system_names(["A"], ["A"], "de-en", {"A": "nobody", "Z": "A"}) == {}
    with refused(InputError):
        match_system_names(["A", "B"], ["X"], "de-en", {"A": "X", "B": "X"})


def test_a_file_of_names() -> None:
    assert read_names(io.StringIO("A\tx.A\nB \t B2\n")) == {"A": "x.A", "B": "B2"}
    for text in (
        "A\n",
        "A\tB\nA\t\n",
        "A\tB\tC\n",
        "A\tB\nA\tC\n",
        "A\tB\nC\tB\n",
    ):
        with refused(InputError):
            read_names(io.StringIO(text))


def test_long_names_do_no_harm() -> None:
    long = "." * 100_000
    assert match_system_names([long], ["A"], "de-en", None) == {}
    assert match_system_names(["a" * 100_000], [f"x.{'a' * 100_000}"], "(", None) != {}
