"""The door to all formats: what is recognised, from where, and what is refused."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from judgement_strategies import spoken
from wordorder import ArrowColumn, read_judgements
from wordorder.errors import InputError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

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
    ("text", "problem"),
    [
        ("", "line 1 is empty; it must name the columns"),
        ("\n\n", "line 1 is empty; it must name the columns"),
        (
            "a\tb\n1\t2\n",
            r"found the columns 'a' and 'b'; expected judgements with the columns seg",
        ),
        ("better\tworse\n", "found the columns 'better' and 'worse'; expected"),
        ("segment;better;worse\n", "found the columns 'segment;better;worse'; expected"),
        ("segment\tbetter\tbetter\n", ":1: 2 columns are named 'better'"),
        ("segment\tbetter\tworse\n", "no judgements of stream in it"),
        ("system\tline\tscore\n", "no judgements of stream in it"),
        ("srclang,trglang,srcIndex,system1Id,system1rank\n", "no judgements in it"),
        ("srcIndex,system1Id,system1rank\n", "no judgements of stream in it"),
        ("\0", "NUL byte"),
        ('segment,better,worse\n1,"A,B\n', "expected cells between commas, with all quotes closed"),
    ],
)
def test_other_files_are_refused_in_one_line(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        read_judgements(io.StringIO(text))
    assert "\n" not in str(caught.value)


def test_missing_files_and_wrong_arguments(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_judgements(tmp_path / "none.tsv")
    with pytest.raises(InputError, match="no such file"):
        read_judgements(tmp_path / "en-de.mqm.seg.score")
    with pytest.raises(UsageError, match="pair= must be of type str"):
        read_judgements(io.StringIO(TEXT), pair=3)  # type: ignore[arg-type]


def test_very_many_pairs_are_refused() -> None:
    rows = "".join(f"S{n}\t1\t{n}\n" for n in range(10_001))
    (judged,) = read_judgements(io.StringIO(f"system\tline\tscore\n{rows}")).values()
    with pytest.raises(InputError, match="pairs of translations to compare; at most 50,000,000"):
        judged.pairs()
