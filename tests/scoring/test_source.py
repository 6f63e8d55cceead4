"""Orders compared by way of the source."""

from __future__ import annotations

import io
from math import isnan
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from messages import refused
from wordorder import Resampling, SourceLinks
from wordorder.cli.demo import SAMPLE
from wordorder.scoring import RearrangedSource

from ..oracles import scoring as oracle
from ..oracles.alignments import reference_order

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

SOURCE = ["a b c d", "e f g", "h"]
TEXTS = ["u v w x y z", "u v w w v u", "z z z z z z"]


def links(n: int) -> st.SearchStrategy[set[tuple[int, int]]]:
    return st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, 5)), max_size=6)


ROWS = st.tuples(*(links(len(line.split())) for line in SOURCE))


def pharaoh(rows) -> str:
    return "".join(" ".join(f"{i}-{j}" for i, j in sorted(row)) + "\n" for row in rows)


def scored(folder: Path, hypothesis, references, **options) -> wo.ScoreResult:
    files = [folder / f"{k}.align" for k in range(1 + len(references))]
    for file, rows in zip(files, (hypothesis, *references), strict=True):
        file.write_text(pharaoh(rows))
    return wo.score(
        [TEXTS] * len(references),
        TEXTS,
        order_from=SourceLinks(SOURCE, reference_links=files[1:], system_links=files[:1]),
        resampling=Resampling(3),
        **options,
    )


def same(found: float, expected: float | None) -> bool:
    return isnan(found) if expected is None else found == pytest.approx(expected, abs=1e-12)


def test_links_and_source_come_from_streams_and_arrow(tmp_path) -> None:
    there, back = [{(0, 1), (1, 0)}, {(0, 0)}, set()], [{(0, 0), (1, 1)}, {(2, 5)}, {(0, 3)}]
    expected = scored(tmp_path, there, [back], preset="lrscore").segment("lrscore").tolist()
    pair = pa.struct([("source", pa.int32()), ("target", pa.int32())])
    order = SourceLinks(
        pa.array(SOURCE),
        reference_links=[pa.array([sorted(row) for row in back], pa.list_(pair))],
        system_links=io.StringIO(pharaoh(there)),
    )
    texts = pa.chunked_array([TEXTS])
    found = wo.score(texts, texts, order_from=order, resampling=Resampling(3), preset="lrscore")
    assert repr(found.segment("lrscore").tolist()) == repr(expected)


@given(hypothesis=ROWS, references=st.lists(ROWS, min_size=1, max_size=2))
def test_lrscore_of_source_alignments(tmp_path_factory, hypothesis, references) -> None:
    folder = tmp_path_factory.mktemp("align")
    result = scored(folder, hypothesis, references, preset="lrscore")
    lengths = [len(line.split()) for line in SOURCE]
    words = [line.split() for line in TEXTS]
    translations = [
        oracle.Translation(
            words[k],
            [words[k]] * len(references),
            [oracle.source_distance(hypothesis[k], ref[k], n, "kendall") for ref in references],
        )
        for k, n in enumerate(lengths)
    ]
    for found, translation in zip(result.segment("lrscore")[0], translations, strict=True):
        assert same(found, oracle.lrscore(translation, variant="LR-KB4"))
    expected = oracle.lrscore_system(translations, variant="LR-KB4")
    assert same(result.value("system", "lrscore"), expected)


@given(hypothesis=ROWS, reference=ROWS)
def test_fuzzy_reordering_score(tmp_path_factory, hypothesis, reference) -> None:
    result = scored(tmp_path_factory.mktemp("align"), hypothesis, [reference], preset="frs")
    expected = []
    for k, line in enumerate(SOURCE):
        n = len(line.split())
        order = reference_order(hypothesis[k], n) if hypothesis[k] else []
        expected.append(oracle.frs(order, reference[k], n))
    for found, score in zip(result.segment("frs")[0], expected, strict=True):
        assert same(found, score)
    assert same(result.value("system", "frs"), oracle.mean(expected))


SAME_FORMS = ["a b a c", "a a a", "b"]


@given(
    orders=st.tuples(*(st.permutations(line.split()) for line in SAME_FORMS)),
    reference=st.tuples(*(links(len(line.split())) for line in SAME_FORMS)),
)
def test_rearranged_words_of_the_source(tmp_path_factory, orders, reference) -> None:
    file = tmp_path_factory.mktemp("align") / "ref.align"
    file.write_text(pharaoh(reference))
    result = wo.score(
        TEXTS,
        [" ".join(words) for words in orders],
        order_from=RearrangedSource(SAME_FORMS, [file]),
        resampling=Resampling(3),
    )
    expected = [
        oracle.frs_surface(words, line.split(), rows)
        for words, line, rows in zip(orders, SAME_FORMS, reference, strict=True)
    ]
    for found, score in zip(result.segment("frs")[0], expected, strict=True):
        assert same(found, score)
    assert result.value("system", "coverage") == 1


def test_other_words_than_those_of_the_source_are_refused(tmp_path) -> None:
    file = tmp_path / "ref.align"
    file.write_text("0-0\n0-0\n0-0\n")
    texts = ["a c b d", "e f f", "h"]
    with refused(wo.InputError):
        wo.score(["x"] * 3, texts, order_from=RearrangedSource(SOURCE, [file]))


def test_coverage_counts_linked_source_words(tmp_path) -> None:
    rows = [{(0, 0), (0, 1), (2, 0)}, set(), {(0, 0)}]
    result = scored(tmp_path, rows, [rows])
    assert result.value("system", "coverage") == pytest.approx(3 / 8)
    assert result.undefined["sentences"][0] == 1


def test_errors_of_order_are_counted_per_100_source_words(tmp_path) -> None:
    turned = [{(0, 1), (1, 0), (2, 2), (3, 3)}, set(), {(0, 0)}]
    straight = [{(n, n) for n in range(4)}, {(0, 0)}, {(0, 0)}]
    result = scored(tmp_path, turned, [straight])  # of 4, 3 and 1 source words
    assert result.value("system", "breaks_per_100") == pytest.approx(100 * 2 / 8)
    assert result.value("system", "misplaced_per_100") == pytest.approx(100 * 1 / 8)
    assert result.segment("misplaced_per_100").tolist() == [[25, 0, 0]]


def sample(name: str) -> Path:
    return SAMPLE / "de-en" / name


def test_who_keeps_the_order_of_the_source_has_a_monotone_alignment() -> None:
    monotone, reference = sample("source-monotone.align"), sample("source-reference.align")
    kept, moved = (
        wo.score(
            sample(text),
            sample("monotone.en"),
            order_from=SourceLinks(sample("source.de"), links, monotone, source_tokenize="13a"),
            preset="lrscore",
        )
        for text, links in (("monotone.en", monotone), ("reference.en", reference))
    )
    assert kept.value("monotone", "kendall") == 1
    assert 0.7 < moved.value("monotone", "kendall") < 0.8


@pytest.mark.slow
def test_alignments_can_be_made() -> None:
    source, reference = sample("source.de"), sample("reference.en")
    result = wo.score(reference, reference, order_from=SourceLinks(source, aligner="ibm1"))
    assert result.value("reference", "kendall") == 1
    assert result.signature.count("|align:ibm1|") == 1


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"reference_links": ["x"], "aligner": "ibm1"},
        {"aligner": "giza"},
        {"aligner": "ibm1", "source_tokenize": "x"},
    ],
)
def test_links_are_given_whole(options) -> None:
    with refused(wo.UsageError):
        SourceLinks(SOURCE, **options)


def test_rearranged_words_need_links() -> None:
    with refused(wo.UsageError):
        RearrangedSource(SOURCE)


@pytest.mark.parametrize(
    "options",
    [
        {"order_from": SourceLinks(SOURCE, ["x"])},
        {"order_from": RearrangedSource(SOURCE, ["x"]), "preset": "lrscore"},
        {"preset": "frs"},
    ],
)
def test_what_does_not_go_together(options) -> None:
    with refused(wo.UsageError):
        wo.score(["x", "y", "z"], ["x", "y", "z"], **options)


def test_pefscore_is_for_matches(tmp_path) -> None:
    rows = [{(0, 0)}, {(0, 0)}, {(0, 0)}]
    with refused(wo.UsageError):
        scored(tmp_path, rows, [rows], preset="pefscore")


def test_the_source_has_as_many_lines() -> None:
    with refused(wo.InputError):
        wo.score(["x"], ["x"], order_from=SourceLinks(SOURCE, aligner="ibm1"))


@pytest.mark.parametrize("wrong", ["hypothesis", "reference"])
@pytest.mark.parametrize("link", ["2-6", "3-5"])
def test_a_link_past_the_end_is_refused(tmp_path, wrong, link) -> None:
    right, other = tmp_path / "right.align", tmp_path / "other.align"
    right.write_text("0-0\n2-5\n0-0\n")
    other.write_text(f"0-0\n0-0 {link}\n0-0\n")
    files = [right, other] if wrong == "hypothesis" else [other, right]
    with refused(wo.InputError):
        wo.score(TEXTS, TEXTS, order_from=SourceLinks(SOURCE, *files))


def test_rearranged_words_have_links_past_the_end_refused_too(tmp_path) -> None:
    file = tmp_path / "ref.align"
    file.write_text("0-0\n0-6\n0-0\n")
    with refused(wo.InputError):
        wo.score(TEXTS, SOURCE, order_from=RearrangedSource(SOURCE, [file]))


def test_a_short_file_of_links_is_named(tmp_path) -> None:
    file = tmp_path / "short.align"
    file.write_text("0-0\n0-0\n")
    with refused(wo.InputError):
        wo.score(TEXTS, TEXTS, order_from=SourceLinks(SOURCE, file, file))
