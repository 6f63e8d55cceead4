"""Tables of ratings."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

import oracles.judgements as oracle
from judgement_strategies import rated, ratings
from wordorder import Judgements, read_judgements
from wordorder.errors import InputError, UsageError

DATA = Path(__file__).parents[4] / "shared" / "data"
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
    with pytest.raises(InputError, match=rf"^<stream>:3: score is '{cell}', expected a finite"):
        read(f"system\tline\tscore\nA\t1\t1\nA\t2\t{cell}\n")


def test_it_must_be_clear_which_column_is_the_score() -> None:
    text = "system\tline\tesa\tmqm\nA\t1\t90\t-1\nB\t1\t80\t-2\n"
    with pytest.raises(InputError, match=r"several columns may be the score: esa and mqm; name it"):
        read(text)
    assert read(text, human="MQM").pairs().difference.tolist() == [1.0]
    with pytest.raises(UsageError, match="unknown column in <stream>: 'da'; choose from esa, mqm"):
        read(text, human="da")
    with pytest.raises(InputError, match="no column has the score; name it score"):
        read("system\tline\tdoc\nA\t1\td\n")
    with pytest.raises(InputError, match="no column has the score; name it score"):
        read("system\tline\nA\t1\n")
    with pytest.raises(InputError, match="several columns may be the score: a and b"):
        read("system\tline\ta\tb\nA\t1\t1\t2\n")
    with pytest.raises(InputError, match="columns line and line0 mean the same; keep one"):
        read("system\tline\tline0\tscore\nA\t1\t0\t2\n")
    with pytest.raises(InputError, match="no judgements of stream in it"):
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
