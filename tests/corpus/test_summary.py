"""Summaries: figures from the definition, and the same for any division of the rows."""

from __future__ import annotations

import io
import json
import random
import zipfile
from math import fsum

import numpy as np
import pytest
from hypothesis import given, strategies as st

from accumulator_checks import check_divisions
from evaluated_rows import OUTPUTS, Corpus, corpus, summary_of
from messages import refused
from oracles.histograms import quantile
from wordorder.corpus.outputs import Output
from wordorder.corpus.summary import RowCounts, Summary, SummaryFile
from wordorder.errors import InputError, UsageError
from wordorder.reorderings import ReorderingAnalyzer, extract_reorderings
from wordorder.statistics import Resampling

COUNT = 40
FEW = Resampling(20, 3)


def figures(summary: Summary) -> object:
    """Everything that can be asked of a summary."""
    assert summary.reorderings is not None
    histograms = [(one.result(), one.smallest, one.largest) for one in summary.histograms.values()]
    items, reorderings = summary.bundles.result(), summary.reorderings.result(FEW)
    return summary.counts, histograms, items, reorderings


def test_counts_say_what_became_of_rows() -> None:
    rows = corpus(COUNT)
    chosen = np.arange(COUNT) < 30
    summary = Summary.of(OUTPUTS)
    rows.add_to(summary, chosen=chosen)
    bad = rows.bad.sum()
    null = (~rows.usable & ~rows.bad).sum()
    written = (chosen & ~rows.bad).sum()
    assert summary.counts == RowCounts(COUNT, null, bad, COUNT - bad - written, written)


def test_figures_are_about_chosen_rows_that_are_defined() -> None:
    rows = corpus(COUNT)
    chosen = np.arange(COUNT) % 2 == 0
    summary = Summary.of(OUTPUTS)
    rows.add_to(summary, chosen=chosen)
    for place, (name, column) in enumerate(rows.columns.items()):
        values = column[chosen & ~np.isnan(column)].tolist()
        histogram = summary.histograms[name]
        assert (histogram.count, histogram.smallest, histogram.largest) == (
            len(values),
            min(values),
            max(values),
        )
        assert histogram.quantile(0.5) == pytest.approx(quantile(values, "0.5"), rel=1 / 256)
        items = summary.bundles.result()
        assert fsum(items[:, place]) == fsum(values)
        assert items[:, len(OUTPUTS) + place].sum() == len(values)


def test_reorderings_are_those_of_the_chosen_rows() -> None:
    rows = corpus(COUNT)
    chosen = np.arange(COUNT) % 3 > 0
    summary = Summary.of(OUTPUTS, with_links=True)
    rows.add_to(summary, chosen=chosen)
    those = rows.links.chosen(chosen & rows.usable)
    alone = ReorderingAnalyzer()
    alone.add(those, extract_reorderings(those))
    assert summary.reorderings is not None
    found, wanted = summary.reorderings.result(FEW), alone.result(FEW)
    assert (found.widths, found.operators) == (wanted.widths, wanted.operators)
    assert found.measures == wanted.measures


@pytest.mark.slow
@given(st.data(), st.sampled_from([4, 12, 1 << 12]))
def test_divisions(data, most) -> None:
    rows = corpus(COUNT)
    check_divisions(
        data,
        lambda: Summary.of(OUTPUTS, with_links=True, most=most),
        rows.add_to,
        COUNT,
        figures,
    )


def test_a_row_with_a_problem_cannot_be_chosen() -> None:
    rows = corpus(COUNT)
    with refused(UsageError):
        Summary.of(OUTPUTS).add(
            rows.rows(0, COUNT), np.ones(COUNT, bool), file=0, rows=np.arange(1, COUNT + 1)
        )


def test_rows_added_twice_are_found() -> None:
    summary = summary_of(corpus(COUNT))
    corpus(COUNT).add_to(summary)
    with refused(InputError):
        SummaryFile(summary, "").to_bytes()


def test_other_outputs_cannot_be_merged() -> None:
    with refused(UsageError):
        Summary.of(OUTPUTS).merge(Summary.of(OUTPUTS[:1]))
    with refused(UsageError):
        Summary.of(OUTPUTS).merge(Summary.of(OUTPUTS, with_links=True))


# --- Files of summaries: they come back whole, the same bytes each time, and damage is refused


read = SummaryFile.from_bytes


def write(summary: Summary, fingerprint: str, sizes: dict[str, int]) -> bytes:
    return SummaryFile(summary, fingerprint, sizes).to_bytes()


def content(most: int = 1 << 12, count: int = COUNT) -> bytes:
    return write(summary_of(corpus(count), most=most), "version:1|plan", {"a.parquet": 17})


@pytest.mark.parametrize("most", [8, 1 << 12])
def test_a_summary_comes_back(most) -> None:
    first = content(most)
    found = read(first)
    assert (found.fingerprint, found.sizes) == ("version:1|plan", {"a.parquet": 17})
    assert found.summary.outputs == OUTPUTS
    assert write(found.summary, found.fingerprint, found.sizes) == first


@pytest.mark.slow
@given(st.data(), st.sampled_from([8, 1 << 12]))
def test_equal_summaries_give_equal_bytes(data, most) -> None:
    rows = corpus(COUNT)
    cut = data.draw(st.integers(0, COUNT))
    whole = write(summary_of(rows, most=most), "", {})
    parts = [Summary.of(OUTPUTS, with_links=True, most=most) for _ in range(2)]
    rows.add_to(parts[0], cut)
    rows.add_to(parts[1], 0, cut)
    read_back = read(write(parts[1], "", {})).summary
    read_back.merge(parts[0])
    assert write(read_back, "", {}) == whole


@pytest.mark.parametrize("count", [0, 1])
def test_small_summaries(count) -> None:
    assert read(write(summary_of(Corpus(count)), "", {})).summary.counts.read == count


def test_names_of_outputs_may_be_any_text() -> None:
    names = ['a/b"\n', "ä", "../x", "1 2 3"]
    outputs = [Output(name, "", "unit") for name in names]
    found = read(write(Summary.of(outputs), "", {})).summary
    assert list(found.histograms) == names


def test_nothing_is_pickled() -> None:
    with np.load(io.BytesIO(content()), allow_pickle=False) as archive:
        names = [name for name in archive.files if name != "document.json"]
        assert all(archive[name].dtype.kind in "iuf" for name in names)


def test_other_files_are_refused() -> None:
    other = io.BytesIO()
    np.savez(other, a=np.arange(3))
    for content in (b"", b"PK", other.getvalue()):
        with refused(InputError):
            read(content, "a.npz")


def _changed(raw: bytes, name: str, new: bytes | None) -> bytes:
    """The archive with one member replaced, or left out."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(out, "w") as archive:
        for member in old.namelist():
            replaced = new if member == name else old.read(member)
            if replaced is not None:
                archive.writestr(member, replaced)
    return out.getvalue()


def _texts(raw: bytes) -> tuple[list[str], dict]:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        return archive.namelist(), json.loads(archive.read("document.json"))


@pytest.mark.slow
@pytest.mark.parametrize("most", [8, 1 << 12])
def test_missing_and_odd_members_are_refused(most) -> None:
    raw = content(most)
    names, _ = _texts(raw)
    odd = io.BytesIO()
    np.save(odd, np.full(3, -(2**60)))
    huge = (
        b"\x93NUMPY\x01\x00v\x00{'descr': '<i8', 'fortran_order': False, 'shape': (9999999999999,)}"
    )
    for name in names:
        for new in (None, b"", odd.getvalue(), huge.ljust(128)):
            with pytest.raises(InputError):
                read(_changed(raw, name, new))


def _complaint(raw: bytes) -> str:
    try:
        read(raw)
    except InputError as error:
        return str(error)
    return ""


def _leaves(value: object, path: tuple = ()) -> list[tuple]:
    if isinstance(value, dict):
        return [path, *(leaf for key, one in value.items() for leaf in _leaves(one, (*path, key)))]
    if isinstance(value, list):
        parts = (_leaves(one, (*path, place)) for place, one in enumerate(value))
        return [path, *(leaf for part in parts for leaf in part)]
    return [path]


@pytest.mark.slow
@pytest.mark.parametrize("new", [None, -1, 1.5, "x", [], {}, [[]], True, 2**70])
def test_any_other_value_in_the_text_is_read_or_refused(new) -> None:
    raw = content()
    _, text = _texts(raw)
    for path in _leaves(text):
        damaged = json.loads(json.dumps(text))
        if path:
            *parts, last = path
            place = damaged
            for part in parts:
                place = place[part]
            place[last] = new
        else:
            damaged = new
        assert "\n" not in _complaint(_changed(raw, "document.json", json.dumps(damaged).encode()))


@pytest.mark.slow
def test_damaged_bytes_are_read_or_refused() -> None:
    raw = content(count=12)
    rng = random.Random(1)
    for _ in range(1500):
        damaged = bytearray(raw)
        for _ in range(rng.choice([1, 1, 5])):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        if rng.random() < 0.2:
            del damaged[rng.randrange(len(damaged)) :]
        assert "\n" not in _complaint(bytes(damaged))
