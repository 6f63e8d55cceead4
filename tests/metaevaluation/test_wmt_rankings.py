"""Rankings of WMT against loops over their rows."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import oracles.judgements as oracle
from judgement_strategies import spoken
from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.metaevaluation import read_judgements

DATA = Path(__file__).parents[3] / "shared" / "data"
needs_data = pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")

IDS = ["A", "B", "C", "D+E", "A+D", "F+F"]


def table(rows: list[list[object]], places: int) -> str:
    slots = range(1, places + 1)
    heads = [f"system{k}Id" for k in slots] + [f"system{k}rank" for k in slots]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["srclang", "trglang", "srcIndex", "judgeId", *heads])
    writer.writerows(rows)
    return out.getvalue()


@st.composite
def ranking_files(draw: st.DrawFn) -> tuple[str, int]:
    places = draw(st.integers(1, 4))
    row = st.tuples(
        st.sampled_from(["German", "French"]),
        st.just("English"),
        st.integers(1, 3),
        st.sampled_from("xyz"),
        *[st.sampled_from(IDS)] * places,
        *[st.sampled_from([-1, "", 1, 2, 3])] * places,
    )
    return table([list(one) for one in draw(st.lists(row, min_size=1, max_size=8))], places), places


@given(ranking_files())
def test_all_comparisons_are_those_of_a_loop(given_: tuple[str, int]) -> None:
    text, places = given_
    rows = list(csv.DictReader(io.StringIO(text)))
    for name, language in (("de-en", "German"), ("fr-en", "French")):
        own = [row for row in rows if row["srclang"] == language]
        expected = oracle.comparisons_of_rankings(own, places)
        if not expected:
            with pytest.raises((InputError, UsageError)):
                read_judgements(io.StringIO(text), pair=name)
            continue
        judged = read_judgements(io.StringIO(text), pair=name)[name]
        assert sorted(map(oracle.normal, spoken(judged))) == sorted(expected)
        blank = sum(
            row[f"system{k}rank"] in ("-1", "") for row in own for k in range(1, places + 1)
        )
        assert judged.counts == {
            "rankings": len(own),
            "blank_ranks": blank,
            **oracle.counts(expected),
        }


def test_systems_of_one_id_are_not_compared_with_each_other() -> None:
    text = table([["German", "English", 4, "x", "A+B", "C", 1, 2]], 2)
    judged = read_judgements(io.StringIO(text))["de-en"]
    assert spoken(judged) == [(4, "A", "C", 1, "x"), (4, "B", "C", 1, "x")]


def test_pairs_are_told_apart_and_chosen() -> None:
    rows = [["German", "English", 1, "x", "A", "B", 1, 2], ["eng", "ger", 2, "y", "A", "C", 2, 2]]
    text = table(rows, 2)
    judged = read_judgements(io.StringIO(text))
    assert list(judged) == ["de-en", "en-de"]
    assert judged["en-de"].systems == ("A", "C")
    assert judged["en-de"].judges == ("y",)
    assert judged["en-de"].counts["ties"] == 1
    assert list(read_judgements(io.StringIO(text), pair="en-de")) == ["en-de"]
    with refused(UsageError):
        read_judgements(io.StringIO(text), pair="fr-en")


@pytest.mark.parametrize(
    "row",
    [
        ["German", "English", 1, "x", "A", "B", 0, 2],
        ["German", "English", 1, "x", "A", "B", 1, "best"],
        ["German", "English", 1, "x", "A", "B", 1, -2],
        ["German", "English", 0, "x", "A", "B", 1, 2],
        ["German", "English", "", "x", "A", "B", 1, 2],
        ["Germaan", "English", 1, "x", "A", "B", 1, 2],
        ["German", "English", 1, "x", "", "B", 1, 2],
        ["German", "English", 1, "x", "A", "B", 1],
    ],
)
def test_what_cannot_be_read_is_named(row: list[object]) -> None:
    good = ["German", "English", 1, "x", "A", "B", 1, 2]
    with refused(InputError):
        read_judgements(io.StringIO(table([good, row], 2)))


@pytest.mark.parametrize(
    "heads",
    [
        "srcIndex,system1Id",
        "srcIndex,system2rank",
        "system1Id,system1rank",
        "srclang,srcIndex,system1Id,system1rank",
        "line,srcIndex,system1Id,system1rank",
    ],
)
def test_missing_columns_are_named(heads: str) -> None:
    with refused(InputError):
        read_judgements(io.StringIO(f"{heads}\n"))


@needs_data
@pytest.mark.slow
def test_wmt13_has_its_known_number_of_comparisons() -> None:
    judged = read_judgements(DATA / "wmt13/rankings-five-way/fr-en.csv")["fr-en"]
    assert judged.counts["comparisons"] - judged.counts["ties"] == 80_741
    assert (judged.counts["rankings"], judged.counts["blank_ranks"]) == (9_996, 0)
    assert (len(judged.systems), len(judged.judges)) == (13, 218)
    pairwise = read_judgements(DATA / "wmt13/rankings-pairwise/fr-en.tsv")["fr-en"]
    untied = [row[:4] for row in map(oracle.normal, spoken(judged)) if row[3]]
    assert sorted(untied) == sorted(row[:4] for row in map(oracle.normal, spoken(pairwise)))


@needs_data
@pytest.mark.slow
def test_wmt12_is_what_a_loop_finds() -> None:
    file = DATA / "wmt12/rankings-five-way/de-en_en-de.csv"
    judged = read_judgements(file)
    with file.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert sum(one.counts["rankings"] for one in judged.values()) == len(rows) == 3_179
    assert sum(one.counts["blank_ranks"] for one in judged.values()) == 72
    for name, language in (("de-en", "German"), ("en-de", "English")):
        own = [row for row in rows if row["srclang"] == language]
        expected = oracle.comparisons_of_rankings(own, 5)
        assert sorted(map(oracle.normal, spoken(judged[name]))) == sorted(expected)
