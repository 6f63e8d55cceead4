"""Tables of ratings, and folders in the layout of mt-metrics-eval."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

import oracles.judgements as oracle
from judgement_strategies import rated, ratings
from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation import Judgements, read_judgements

DATA = Path(__file__).parents[3] / "shared" / "data"
needs_data = pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
Row = tuple[int, str, float, str | None]


def read(text: str, **options: str) -> Judgements:
    (judged,) = read_judgements(io.StringIO(text), **options).values()
    return judged


def rows_of(judged: Judgements) -> list[Row]:
    assert judged.ratings is not None
    return [
        (line, judged.systems[system], score, None if judge < 0 else judged.judges[judge])
        for line, system, score, judge in zip(
            *(column.tolist() for column in judged.ratings), strict=True
        )
    ]


@given(ratings())
def test_ratings_come_back(rows: list[Row]) -> None:
    lines = [f"{name}\t{line}\t{score}\t{judge or ''}" for line, name, score, judge in rows]
    judged = read("\n".join(["system\tsegment\tscore\tannotator", *lines]))
    assert rows_of(judged) == rows
    cells = [row[:2] for row in rows]
    assert judged.counts == {
        "missing_ratings": 0,
        "ratings": len(rows),
        "repeated_ratings": sum(cells.count(cell) > 1 for cell in set(cells)),
        "duplicates": len(rows) - len(set(rows)),
    }


@given(ratings())
def test_pairs_are_those_of_a_loop(rows: list[Row]) -> None:
    judged = rated(rows)
    expected = oracle.rated_pairs([row[:3] for row in rows], judged.systems)
    pairs = judged.pairs()
    assert pairs.line.tolist() == [row[0] for row in expected]
    assert [judged.systems[n] for n in pairs.first] == [row[1] for row in expected]
    assert [judged.systems[n] for n in pairs.second] == [row[2] for row in expected]
    assert pairs.difference.tolist() == pytest.approx([row[3] for row in expected])


def test_lines_may_lie_far_apart() -> None:
    judged = read("system\tline\tscore\nA\t999999999\t1\nB\t999999999\t3\nA\t1\t2\n")
    assert judged.pairs().difference.tolist() == [-2.0]


@pytest.mark.parametrize(
    "text",
    [
        "system\tsegment\tscore\nA\t2\t5\n",
        "system\tline0\tmean_esa\tn\nA\t1\t5\t1\n",
        "system\tline0\tannotator\tesa_score\tspans_json\tdoc\nA\t1\t\t5\t[{1}]\td\n",
        "system,line,quality,comment\nA,2,5.0,fine\n",
        "line\tSystem\tDA\n2\tA\t+5e0\n",
        "line\tsystem\tcomment\tquality\n2\tA\t\t5\n",
    ],
)
def test_columns_of_many_names(text: str) -> None:
    assert rows_of(read(text)) == [(2, "A", 5.0, None)]


def test_missing_ratings_are_left_out_and_counted() -> None:
    judged = read("system\tline\tscore\nA\t1\t1\nB\t1\t\nA\t2\tNone\nC\t2\t-3\n")
    assert rows_of(judged) == [(1, "A", 1.0, None), (2, "C", -3.0, None)]
    assert judged.counts["missing_ratings"] == 2
    assert judged.systems == ("A", "C")


@pytest.mark.parametrize(
    "cell", ["x", "nan", "inf", "-inf", "1e999", "1e101", "1_0", "٣", "0x1", "1,5", "--1"]
)
def test_a_score_that_is_no_number_is_named(cell: str) -> None:
    with refused(InputError):
        read(f"system\tline\tscore\nA\t1\t1\nA\t2\t{cell}\n")


def test_it_must_be_clear_which_column_is_the_score() -> None:
    text = "system\tline\tesa\tmqm\nA\t1\t90\t-1\nB\t1\t80\t-2\n"
    with refused(InputError):
        read(text)
    assert read(text, human="MQM").pairs().difference.tolist() == [1.0]
    with refused(UsageError):
        read(text, human="da")
    with refused(InputError):
        read("system\tline\tdoc\nA\t1\td\n")
    with refused(InputError):
        read("system\tline\nA\t1\n")
    with refused(InputError):
        read("system\tline\ta\tb\nA\t1\t1\t2\n")
    with refused(InputError):
        read("system\tline\tline0\tscore\nA\t1\t0\t2\n")
    with refused(InputError):
        read("system\tline\tscore\nA\t1\t\n")


@pytest.mark.slow
@needs_data
def test_esa_of_wmt24() -> None:
    means = read_judgements(DATA / "wmt24-esa/en-ja.esa.seg.tsv")["en-ja"]
    single = read_judgements(DATA / "wmt24-esa/en-ja.esa.annotations.tsv")["en-ja"]
    assert (means.counts["ratings"], single.counts["ratings"]) == (8_242, 8_294)
    assert (len(single.judges), single.counts["repeated_ratings"]) == (106, 51)
    order = [means.systems.index(name) for name in single.systems]
    averaged = single.mean_ratings(single.last_line)
    np.testing.assert_allclose(averaged, means.mean_ratings(single.last_line)[order], atol=0.005)


# Folders in the layout of mt-metrics-eval.


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "human-scores").mkdir()
    (tmp_path / "documents").mkdir()
    write(tmp_path, "en-de.mqm", "A\t-1.0\nA\tNone\nB\t-2\nB\t-0.5\nref\tNone\nref\tNone\n")
    (tmp_path / "human-scores" / "en-de.mqm.sys.score").write_text("A\t1\n")
    (tmp_path / "documents" / "en-de.docs").write_text("news\tdoc1\nchat\tdoc2\n")
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    (folder / "human-scores" / f"{name}.seg.score").write_text(text)


def test_the_nth_row_of_a_system_is_line_n(folder: Path) -> None:
    judged = read_judgements(folder)["en-de"]
    assert judged.systems == ("A", "B")
    np.testing.assert_array_equal(judged.mean_ratings(2), [[-1, np.nan], [-2, -0.5]])
    assert judged.labels == {1: "news", 2: "chat"}
    assert judged.counts["missing_ratings"] == 3


def test_rows_of_systems_may_be_mixed(folder: Path) -> None:
    write(folder, "en-de.mqm", "A\t1\nB\t2\nB\t4\nA\t3\n")
    np.testing.assert_array_equal(
        read_judgements(folder)["en-de"].mean_ratings(2), [[1, 3], [2, 4]]
    )


def test_one_of_several_scores_must_be_chosen(folder: Path) -> None:
    write(folder, "en-de.da.sqm", "A\t70\nA\t80\n")
    write(folder, "fr-en.mqm", "A\t-1\nB\t-2\n")
    with refused(UsageError):
        read_judgements(folder)
    assert list(read_judgements(folder, human="mqm")) == ["en-de", "fr-en"]
    assert list(read_judgements(folder, human="da.sqm")) == ["en-de"]
    assert list(read_judgements(folder, pair="fr-en")) == ["fr-en"]
    with refused(UsageError):
        read_judgements(folder, human="esa")
    with refused(UsageError):
        read_judgements(folder, pair="de-en")


def test_a_single_file_can_be_given(folder: Path) -> None:
    file = folder / "human-scores" / "en-de.mqm.seg.score"
    assert read_judgements(file)["en-de"].labels == {1: "news", 2: "chat"}
    assert list(read_judgements(file, pair="x")) == ["x"]


def test_the_same_scores_in_two_folders_are_refused(folder: Path) -> None:
    other = folder / "human-scores-2"
    other.mkdir()
    (other / "en-de.mqm.seg.score").write_text("A\t1\n")
    with refused(InputError):
        read_judgements(folder)


@pytest.mark.parametrize(
    "text",
    [
        "A\t1\nA\t2\nB\t1\n",
        "A\t1\nB\tx\n",
        "A\t1\nB\tnan\n",
        "A\t1\nB\n",
        "A\t1\n\t2\n",
        "A\tNone\n",
        "",
    ],
)
def test_what_cannot_be_read_is_named(folder: Path, text: str) -> None:
    write(folder, "en-de.mqm", text)
    (folder / "documents" / "en-de.docs").unlink()
    with refused(InputError):
        read_judgements(folder)


def test_documents_of_other_lines_are_refused(folder: Path) -> None:
    write(folder, "en-de.mqm", "A\t1\nB\t2\n")
    with refused(InputError):
        read_judgements(folder)


def test_a_folder_without_scores_is_refused(tmp_path: Path) -> None:
    with refused(InputError):
        read_judgements(tmp_path)


@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
def test_mqm_of_wmt23() -> None:
    judged = read_judgements(DATA / "wmt23-mtme", human="mqm")["en-de"]
    assert (judged.counts["ratings"], judged.counts["missing_ratings"]) == (5_980, 1_261)
    file = DATA / "wmt23-mtme/human-scores/en-de.mqm.sys.score"
    published = dict(line.split("\t") for line in file.read_text().splitlines())
    means = np.nanmean(judged.mean_ratings(557), axis=1)
    expected = [float(published[name]) for name in judged.systems]
    np.testing.assert_allclose(means, expected)
