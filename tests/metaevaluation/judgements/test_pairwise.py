"""Tables of comparisons."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest
from hypothesis import given

import oracles.judgements as oracle
from judgement_strategies import said, spoken
from wordorder import read_judgements
from wordorder.errors import InputError

DATA = Path(__file__).parents[4] / "shared" / "data"
HEADS = "segment\tbetter\tworse"


def read(text: str, **options: str) -> list[oracle.Said]:
    (judged,) = read_judgements(io.StringIO(text), **options).values()
    return spoken(judged)


@given(said().map(lambda rows: [row for row in rows if row[3]]))
def test_comparisons_come_back(rows: list[oracle.Said]) -> None:
    if not rows:
        return
    lines = [f"{HEADS}\tjudge"]
    for line, one, other, preference, judge in rows:
        better, worse = (one, other) if preference > 0 else (other, one)
        lines.append(f"{line}\t{better}\t{worse}\t{judge or ''}")
    (judged,) = read_judgements(io.StringIO("\n".join(lines)), pair="x").values()
    assert list(map(oracle.normal, spoken(judged))) == list(map(oracle.normal, rows))
    assert judged.counts == oracle.counts(rows)


@pytest.mark.parametrize(
    "text",
    [
        f"{HEADS}\n2\tA\tB\n",
        f"{HEADS}\r\n2\tA\tB\r\n",
        f"\ufeff{HEADS}\n2\tA\tB\n",
        "Worse\tnote\tBetter\tLine\nB\t\tA\t2\n",
        "line0\tbetter\tworse\n1\tA\tB\n",
        "segment,better,worse\n2,A,B\n",
        '"segment"\t"better"\t"worse"\n2\t"A"\tB\n',
        f"{HEADS}\n 2 \t A\tB \n",
    ],
)
def test_dialects_mean_the_same(text: str) -> None:
    assert read(text) == [(2, "A", "B", 1, None)]


def test_the_pair_is_named_by_the_file_or_by_the_argument(tmp_path: Path) -> None:
    for name, expected in (("news.de-en.tsv.gz", "de-en"), ("mine.tsv.gz", "mine")):
        file = tmp_path / name
        file.write_bytes(gzip.compress(f"{HEADS}\n2\tA\tB\n".encode()))
        assert list(read_judgements(file)) == [expected]
        assert list(read_judgements(file, pair="fr-en")) == ["fr-en"]
    assert list(read_judgements(io.StringIO(f"{HEADS}\n2\tA\tB\n"))) == ["stream"]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("0\tA\tB", "segment is '0', expected the number of a line from 1"),
        ("-1\tA\tB", "segment is '-1', expected"),
        ("1.5\tA\tB", "segment is '1.5', expected"),
        ("\tA\tB", "segment is '', expected"),
        ("²\tA\tB", "segment is '²', expected"),
        ("1000000000\tA\tB", "segment is '1000000000', expected"),
        ("1\tA\tA", "'A' is compared with itself"),
        ("1\t\tA", "better is '', expected the name of a system"),
        ("1\tA", "2 cells, but line 1 names 3 columns"),
        ("", "1 cell, but line 1 names 3 columns"),
    ],
)
def test_what_cannot_be_read_is_named(row: str, problem: str) -> None:
    with pytest.raises(InputError, match=rf"^<stream>:3: {problem}"):
        read(f"{HEADS}\n1\tA\tB\n{row}\n")


def test_a_line_below_the_first_is_refused_in_both_ways_to_count() -> None:
    assert read("line0\tbetter\tworse\n0\tA\tB\n")[0][0] == 1
    with pytest.raises(InputError, match="line0 is '-1', expected the number of a line from 0"):
        read("line0\tbetter\tworse\n-1\tA\tB\n")


@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
@pytest.mark.slow
@pytest.mark.parametrize(("pair", "count"), [("de-en", 128_668), ("fr-en", 80_741)])
def test_wmt13_has_its_known_number_of_pairs(pair: str, count: int) -> None:
    judged = read_judgements(DATA / f"wmt13/rankings-pairwise/{pair}.tsv")[pair]
    assert len(judged.pairs().line) == judged.counts["comparisons"] == count
    assert (judged.pairs().difference == 1).all()
    assert judged.last_line == 3_000
    assert judged.counts == oracle.counts(spoken(judged))
