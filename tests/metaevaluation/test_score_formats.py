"""Scores of metrics from files: nothing shifts, whatever is missing or odd."""

from __future__ import annotations

import gzip
import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from messages import refused, warned
from wordorder import InputError, UsageError
from wordorder.metaevaluation import MetricScores, read_scores
from wordorder.scoring import shared_task_files

if TYPE_CHECKING:
    import random

DATA = Path(__file__).parents[3] / "shared" / "data"
TEXTS = {"A": ["a b c d", "x y z", "q"] * 10, "B": ["b a d c", "z y x", "r"] * 10}
REFERENCE = ["a b c d", "x y z", "q"] * 10


@pytest.fixture(scope="module")
def scored() -> wo.ScoreResult:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return wo.score(REFERENCE, TEXTS, tokenize="none", resampling=wo.Resampling(2))


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text)
    return file


def of_metric(scores: MetricScores, name: str) -> np.ndarray:
    return scores.segment_scores[scores.metrics.index(name)]


@pytest.mark.parametrize("ending", ["tsv", "csv", "jsonl", "parquet", "tsv.gz"])
def test_segments_of_score_come_back(scored: wo.ScoreResult, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"segments.{ending.removesuffix('.gz')}"
    scored.records("segments").save(file)
    if ending.endswith(".gz"):
        packed = tmp_path / f"segments.{ending}"
        packed.write_bytes(gzip.compress(file.read_bytes()))
        file = packed
    with warned():
        scores = read_scores(file)
    assert scores.metrics == scored.measures
    assert scores.systems == scored.systems
    for measure in scored.measures:
        sign = -1 if measure.endswith("_per_100") else 1
        np.testing.assert_array_equal(of_metric(scores, measure), sign * scored.segment(measure))


def test_segments_keep_their_signature(scored: wo.ScoreResult, tmp_path: Path) -> None:
    file = tmp_path / "segments.parquet"
    scored.records("segments").save(file)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert read_scores(file).signature == scored.records("segments").signature


def test_files_of_score_for_shared_tasks_come_back(scored: wo.ScoreResult, tmp_path: Path) -> None:
    for name, text in shared_task_files(scored).items():
        written(tmp_path, name, text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scores = read_scores(tmp_path)
    assert sorted(scores.metrics) == sorted(scored.measures)
    for measure in scored.measures:
        sign = -1 if measure.endswith("_per_100") else 1
        np.testing.assert_array_equal(of_metric(scores, measure), sign * scored.segment(measure))
        found = scores.overall_scores()[scores.metrics.index(measure)]
        own = scored.scores.at(measure=measure)
        np.testing.assert_array_equal(found, sign * own)


def test_rows_may_come_in_any_order_and_be_missing() -> None:
    rows = "Line0\tMine\tSystem\n2\t0.3\tB\n0\t-1e-2\tA\n1\t\tA\n0\t0.5\tB\n"
    with warned():
        scores = read_scores(io.StringIO(rows))
    assert (scores.metrics, scores.systems) == (("Mine",), ("B", "A"))
    nan = np.nan
    np.testing.assert_array_equal(scores.segment_scores, [[[0.5, nan, 0.3], [-0.01, nan, nan]]])


cells = st.dictionaries(
    st.tuples(st.sampled_from(["A", "B b", "c.d-e"]), st.integers(1, 7)),
    st.none() | st.floats(allow_nan=False, allow_infinity=False),
    min_size=1,
    max_size=21,
)


@pytest.mark.filterwarnings("ignore::wordorder.WordorderWarning")
@given(cells, st.sampled_from(["line", "line0", "segment"]), st.randoms())
def test_every_score_is_at_its_place(
    wanted: dict[tuple[str, int], float | None], column: str, rng: random.Random
) -> None:
    rows = [
        f"{system}\t{'' if score is None else repr(score)}\t{line - (column == 'line0')}\n"
        for (system, line), score in wanted.items()
    ]
    rng.shuffle(rows)
    scores = read_scores(io.StringIO(f"system\tm\t{column}\n{''.join(rows)}"))
    found = {
        (system, line + 1): float(scores.segment_scores[0, place, line])
        for place, system in enumerate(scores.systems)
        for line in range(scores.line_count)
        if not np.isnan(scores.segment_scores[0, place, line])
    }
    assert found == {cell: score for cell, score in wanted.items() if score is not None}


def test_arrow_tables_are_read() -> None:
    table = pa.table({"system": ["A", "A"], "segment": [2, 1], "m": [0.25, 0.5]})
    assert read_scores(table).segment_scores.tolist() == [[[0.5, 0.25]]]


@pytest.mark.parametrize(
    "rows",
    [
        "system\tline\tm\nA\t1\tx\n",
        "system\tline\tm\nA\t1\tnan\n",
        "system\tline\tm\nA\t1\tinf\n",
        "system\tline\tm\nA\t0\t1\n",
        "system\tline0\tm\nA\t-1\t1\n",
        "system\tline\tm\nA\t\t1\n",
        "system\tline\tm\nA\t99999999999\t1\n",
        "system\tline\tm\nA\t90000000\t1\nB\t1\t1\nC\t1\t1\n",
        "system\tline\tm\n\t1\t1\n",
        "system\tline\tm\nA\t1\t1\nB\t1\t1\nA\t1\t1\n",
        "system\tline\nA\t1\n",
        "system\tline\tline0\tm\n",
        "line\tm\n1\t1\n",
        "system\tline\tm\tm\nA\t1\t1\t1\n",
        "system\tline\tm\nA\t1\n",
        "",
    ],
)
def test_wrong_records_are_named(tmp_path: Path, rows: str) -> None:
    with refused(InputError):
        read_scores(written(tmp_path, "x.tsv", rows))


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("m.seg.score", "A\t1\nA\tx\n"),
        ("m.seg.score", "A\t1\nA\tinf\n"),
        ("m.seg.score", "A\t1e999\n"),
        ("m.seg.score", "A 1\n"),
        ("m.seg.score", "\t1\n"),
        ("m.seg.score", "A\t1\nB\t1\nA\t1\n"),
        ("m.seg.score", ""),
        ("m.sys.score", "A\t1\nA\t1\n"),
    ],
)
def test_wrong_score_files_are_named(tmp_path: Path, name: str, rows: str) -> None:
    with refused(InputError):
        read_scores(written(tmp_path, name, rows))


def test_none_is_missing_and_shifts_nothing(tmp_path: Path) -> None:
    file = written(tmp_path, "m.seg.score", "A\tNone\nB\t3\nA\t2\nB\t4\n")
    with warned():
        scores = read_scores(file)
    np.testing.assert_array_equal(scores.segment_scores, [[[np.nan, 2.0], [3.0, 4.0]]])


def test_systems_without_scores_by_a_metric_are_named(tmp_path: Path) -> None:
    first = written(tmp_path, "m.seg.score", "A\t1\nB\t2\n")
    second = written(tmp_path, "n.seg.score", "A\t1\n")
    with warned():
        read_scores([first, second])


def test_files_of_one_folder_become_one_table(tmp_path: Path) -> None:
    folder = tmp_path / "metric-scores" / "de-en"
    folder.mkdir(parents=True)
    written(folder, "X-refA.seg.score", "A\t1\nB\t2\n")
    written(folder, "X-refA.sys.score", "B\t20\nA\t10\n")
    written(folder, "Y-2-refA.seg.score", "A\t1\nB\t2\n")
    written(folder, "Y-2-refB.seg.score", "A\t3\nB\t4\n")
    written(folder, "Z-src.sys.score", "A\t5\nC\t6\n")
    written(folder, "X-refA.domain.score", "news\tA\t1\n")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scores = read_scores(tmp_path, pair="de-en")
        assert read_scores(folder).metrics == scores.metrics
    assert scores.metrics == ("X", "Y-2-refA", "Y-2-refB", "Z")
    assert scores.systems == ("A", "B", "C")
    np.testing.assert_array_equal(
        scores.overall_scores(), [[10, 20, np.nan], [1, 2, np.nan], [3, 4, np.nan], [5, np.nan, 6]]
    )
    with refused(InputError):
        read_scores(tmp_path, pair="fr-en")
    with refused(InputError):
        read_scores(tmp_path / "metric-scores")


def test_metrics_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    first = written(tmp_path, "exact.tsv", "system\tline\tpef\tkendall\nA\t1\t1\t3\n")
    second = written(tmp_path, "stems.tsv", "system\tline\tpef\nA\t1\t2\n")
    scores = read_scores([first, second])
    assert scores.metrics == ("exact/pef", "kendall", "stems/pef")
    assert scores.segment_scores.tolist() == [[[1.0]], [[3.0]], [[2.0]]]
    with refused(UsageError):
        read_scores([first, first])


def test_files_without_numbers_of_lines_need_equally_many(tmp_path: Path) -> None:
    two = written(tmp_path, "m.seg.score", "A\t1\nA\t2\n")
    three = written(tmp_path, "n.seg.score", "A\t1\nA\t2\nA\t3\n")
    numbered = written(tmp_path, "x.tsv", "system\tline\tx\nA\t1\t7\n")
    with refused(InputError):
        read_scores([two, three])
    with warned():
        assert read_scores([two, numbered]).segment_scores[1, 0, 0] == 7
    far = written(tmp_path, "far.tsv", "system\tline\tx\nA\t3\t7\n")
    with refused(InputError):
        read_scores([two, far])


@pytest.mark.parametrize("source", [(), [], None, 3, [None], {}, [[]], b"x"])
def test_no_files_are_refused(source: object) -> None:
    with refused(UsageError):
        read_scores(source)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
def test_metrics_of_wmt23() -> None:
    folder = DATA / "wmt23-mtme"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scores = read_scores(folder, pair="en-de")
    assert len(scores.metrics) == 10
    assert {"BLEU", "chrF", "MetricX-23", "BLEURT-20"} <= set(scores.metrics)
    file = folder / "metric-scores" / "en-de" / "chrF-refA.seg.score"
    rows = [line.split("\t") for line in file.read_text().splitlines()]
    own = [float(score) for name, score in rows if name == "ONLINE-B"]
    column = scores.systems.index("ONLINE-B")
    assert of_metric(scores, "chrF")[column].tolist() == own
