"""The door to all formats of judgements, and tables of comparisons."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given

import oracles.judgements as oracle
from judgement_strategies import said, spoken
from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation import read_judgements
from wordorder.text import ArrowColumn

TEXT = "segment\tbetter\tworse\n2\tA\tB\n"
EXPECTED = [(2, "A", "B", 1, None)]


def arrow() -> pa.Table:
    return pa.table({"segment": [2], "better": ["A"], "worse": ["B"], "spans": [[1, 2]]})


def parquet(folder: Path) -> Path:
    pyarrow.parquet.write_table(arrow(), folder / "de-en.parquet")
    return folder / "de-en.parquet"


def lines() -> ArrowColumn:
    return ArrowColumn(pa.table({"n": [1, 2], "row": TEXT.splitlines()}), "row")


@pytest.mark.parametrize("make", [arrow, lines, lambda: io.BytesIO(TEXT.encode())])
def test_tables_from_anywhere(make: Any) -> None:
    (judged,) = read_judgements(make(), pair="x").values()
    assert spoken(judged) == EXPECTED


@pytest.mark.slow
def test_parquet_and_data_frames(tmp_path: Path) -> None:
    assert spoken(read_judgements(parquet(tmp_path))["de-en"]) == EXPECTED
    for package in ("pandas", "polars"):
        frames = pytest.importorskip(package)
        frame = frames.DataFrame({"system": ["A", "B"], "line": [1, 1], "score": [0.1, 1e-7]})
        (judged,) = read_judgements(frame).values()
        assert judged.pairs().difference.tolist() == [0.1 - 1e-7]


def test_standard_input(stdin: Any) -> None:
    stdin(TEXT.encode())
    assert spoken(read_judgements("-")["stdin"]) == EXPECTED


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "a\tb\n1\t2\n",
        "better\tworse\n",
        "segment;better;worse\n",
        "segment\tbetter\tbetter\n",
        "segment\tbetter\tworse\n",
        "system\tline\tscore\n",
        "srclang,trglang,srcIndex,system1Id,system1rank\n",
        "srcIndex,system1Id,system1rank\n",
        "\0",
        'segment,better,worse\n1,"A,B\n',
    ],
)
def test_other_files_are_refused_in_one_line(text: str) -> None:
    with refused(InputError) as caught:
        read_judgements(io.StringIO(text))
    assert "\n" not in str(caught.value)


def test_missing_files_and_wrong_arguments(tmp_path: Path) -> None:
    with refused(InputError):
        read_judgements(tmp_path / "none.tsv")
    with refused(InputError):
        read_judgements(tmp_path / "en-de.mqm.seg.score")
    with refused(UsageError):
        read_judgements(io.StringIO(TEXT), pair=3)  # type: ignore[arg-type]


def test_very_many_pairs_are_refused() -> None:
    rows = "".join(f"S{n}\t1\t{n}\n" for n in range(10_001))
    (judged,) = read_judgements(io.StringIO(f"system\tline\tscore\n{rows}")).values()
    with refused(InputError):
        judged.pairs()


# Tables of comparisons.


DATA = Path(__file__).parents[3] / "shared" / "data"
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
    "row",
    [
        "0\tA\tB",
        "-1\tA\tB",
        "1.5\tA\tB",
        "\tA\tB",
        "²\tA\tB",
        "1000000000\tA\tB",
        "1\tA\tA",
        "1\t\tA",
        "1\tA",
        "",
    ],
)
def test_what_cannot_be_read_is_named(row: str) -> None:
    with refused(InputError):
        read(f"{HEADS}\n1\tA\tB\n{row}\n")


def test_a_line_below_the_first_is_refused_in_both_ways_to_count() -> None:
    assert read("line0\tbetter\tworse\n0\tA\tB\n")[0][0] == 1
    with refused(InputError):
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
