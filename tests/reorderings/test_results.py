"""Results come back from their documents, and say what they lack."""

from __future__ import annotations

import json
import pickle
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, strategies as st

from document_checks import check_damage, check_document, shown, there_and_back
from messages import refused
from reordering_batches import alignment_batch, constituency_batch, shortest
from reordering_strategies import constituent, reordered_alignments, rngs
from wordorder import InputError, ReorderingAnalysis, UsageError, analyze_reorderings
from wordorder.alignment import LinkReading
from wordorder.output import dumps, show
from wordorder.reorderings import (
    AgreementResult,
    AlignedCorpus,
    Extraction,
    ReorderingAnalyzer,
    ReorderingTestSets,
    RetentionAnalyzer,
    RetentionResult,
    Sheet,
    SheetItem,
    SystemFile,
    analyze_retention,
    build_testsets,
    extract_reorderings,
    judge_agreement,
)
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from pathlib import Path

    from wordorder.output import Result

FEW = Resampling(5, 1)
drawn = reordered_alignments().filter(lambda one: one[2] > 0 and one[1] > 0)
some = st.lists(drawn, min_size=1, max_size=6)


def comes_back(result: Result, *without: str) -> None:
    """The result survives JSON and a worker process; some views cannot be seen."""
    check_document(result)
    pickled = pickle.loads(pickle.dumps(result))
    assert dumps(pickled.to_dict(sentences=True)) == dumps(result.to_dict(sentences=True))
    assert shown(pickled) == shown(result)
    for view in without:
        with refused(UsageError):
            result.tables(view)


# Round trips


@pytest.mark.slow
@given(some, some)
def test_an_analysis_comes_back(one: list[Any], other: list[Any]) -> None:
    corpora = {"one": alignment_batch(one), "the other": alignment_batch(other)}
    comes_back(analyze_reorderings(corpora, resampling=FEW), "label", "pattern")
    comes_back(analyze_reorderings(corpora["one"], resampling=FEW), "label", "pattern")


@pytest.mark.slow
@given(some, rngs)
def test_an_analysis_with_trees_comes_back(rows: list[Any], rng: random.Random) -> None:
    batch = alignment_batch(rows)
    trees = constituency_batch([constituent(rng, range(n)) for _, n, _ in rows])
    analyzer = ReorderingAnalyzer(with_trees=True)
    words = [f"w{number}" for number in range(99)]
    analyzer.add(batch, extract_reorderings(batch, trees), lambda _: words)
    result = ReorderingAnalysis({"a": analyzer.result(FEW, left_out=2)}, "wordorder:1")
    comes_back(result)
    check_damage(result, rng)


@pytest.mark.slow
@given(some, st.integers(1, 3), st.booleans(), rngs)
def test_retention_comes_back(
    rows: list[Any], systems: int, corrected: bool, rng: random.Random
) -> None:
    batch = alignment_batch(rows)
    trees = constituency_batch([constituent(rng, range(n)) for _, n, _ in rows])
    found = extract_reorderings(batch, trees)
    monotone = alignment_batch([({(i, i) for i, _ in links}, n, max(n, 1)) for links, n, _ in rows])
    others = [(batch, found, None), (monotone, extract_reorderings(monotone), None)] * 2
    analyzer = RetentionAnalyzer([f"system {number}" for number in range(systems)])
    analyzer.add(batch, found, others[:systems])
    signed = {"corrected": corrected, "signature": "wordorder:1|trees:source"}
    result = analyzer.result(FEW, left_out=3, **signed)
    comes_back(result)
    check_damage(result, rng)
    comes_back(replace(result, signature="wordorder:1|trees:none"), "label")


@pytest.mark.slow
@given(some, st.integers(1, 4), rngs)
def test_test_sets_come_back(rows: list[Any], least: int, rng: random.Random) -> None:
    result = build_testsets(alignment_batch(rows), shortest=least, longest=6)
    comes_back(result)
    check_damage(result, rng)
    bare = ReorderingTestSets.from_dict(result.to_dict())
    assert (bare.line_labels(), bare.sentences) == (result.line_labels(), None)
    with refused(UsageError):
        bare.tables("sentences")
    assert result.to_dict(sentences={1})["sentences"]["axes"]["line"] == [1]
    first = there_and_back(result, sentences={1}).records("sentences").columns["set"]
    assert first == result.line_labels()[:1]


def test_test_sets_with_scores_come_back(tmp_path) -> None:
    (tmp_path / "scores").write_text("0.5\n\n1\n")
    rows = [shortest({(0, 1), (1, 0)}), shortest({(0, 0)}), shortest({(0, 0), (1, 1)})]
    scores = {"scores": tmp_path / "scores", "names": ["A"]}
    result = build_testsets(alignment_batch(rows), shortest=1, resampling=FEW, **scores)
    comes_back(result)
    assert result.systems == ("A",)


@given(st.lists(st.text("cin-", min_size=3, max_size=3), min_size=1, max_size=6), rngs)
def test_agreement_comes_back(tmp_path_factory, said: list[str], rng: random.Random) -> None:
    result = agreement(tmp_path_factory.mktemp("judged"), ["c-c", *said])
    comes_back(result)
    check_damage(result, rng)


def agreement(folder: Path, said: list[str]) -> AgreementResult:
    ids = [f"R{number:03}" for number in range(len(said))]
    key = [f"{name}\t{line}\t{('no', 'yes')[line % 2]}\n" for line, name in enumerate(ids, 1)]
    judged = zip(ids, said, strict=True)
    rows = ["\t".join([name, *row]).replace("-", "") + "\n" for name, row in judged]
    (folder / "key").write_text("id\tline\tretained\n" + "".join(key))
    (folder / "sheet").write_text("id\tjudge_1\tjudge_2\tjudge_3\n" + "".join(rows))
    return judge_agreement(folder / "key", [folder / "sheet"])


# Documents that are damaged


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> dict[type[Result], Result]:
    folder = tmp_path_factory.mktemp("results")
    (folder / "links").write_text("0-1 1-0 2-2\n0-3 1-2 2-1 3-0\n")
    (folder / "trees").write_text("(S (A a) (B b) (C c))\n(S (A a) (B b) (C c) (D d))\n")
    (folder / "monotone").write_text("0-0 1-1 2-2\n0-0 1-1 2-2 3-3\n")
    corpus = AlignedCorpus(folder / "links", trees=folder / "trees")
    systems = {name: SystemFile(folder / name) for name in ("links", "monotone")}
    made: list[Result] = [
        analyze_reorderings(corpus, labels=["low", "high"], resampling=FEW),
        analyze_retention(corpus, systems, labels=["low", "high"], resampling=FEW),
        build_testsets(corpus, shortest=1, resampling=FEW),
        agreement(folder, ["cci", "inc"]),
    ]
    return {type(one): one for one in made}


KINDS = [ReorderingAnalysis, RetentionResult, ReorderingTestSets, AgreementResult]


@pytest.mark.parametrize("kind", KINDS)
def test_every_view_of_what_was_loaded(results, kind, tmp_path) -> None:
    comes_back(results[kind])
    results[kind].save(tmp_path / "result.json", sentences=True)
    loaded = kind.load(tmp_path / "result.json")
    for view in loaded.views():
        assert show(loaded, "tsv", [(view,)]) == show(results[kind], "tsv", [(view,)])
        assert show(loaded, "latex", [(view,)]) == show(results[kind], "latex", [(view,)])
    assert "<table>" in loaded._repr_html_()


@pytest.mark.parametrize("kind", KINDS)
def test_another_document_is_refused(results, kind) -> None:
    document = results[kind].to_dict()
    for wrong in ({**document, "schema": "wordorder/score/3"}, {}, [], "text", None):
        with refused(InputError):
            kind.from_dict(wrong)


def set_at(document: Any, place: str, wrong: object) -> dict[str, Any]:
    """A copy of a document with another value at a place such as `items.0.line`."""
    changed = json.loads(dumps(document))
    part, *keys = changed, *place.split(".")
    for key in keys[:-1]:
        part = part[int(key) if isinstance(part, list) else key]
    part[int(keys[-1]) if isinstance(part, list) else keys[-1]] = wrong
    return changed


@pytest.mark.parametrize(
    ("kind", "place", "wrong"),
    [
        (ReorderingAnalysis, "corpora", {}),
        (ReorderingAnalysis, "corpora.links.measures", {}),
        (ReorderingAnalysis, "corpora.links.patterns", []),
        (ReorderingAnalysis, "corpora.links.sentence_count", 0),
        (ReorderingAnalysis, "corpora.links.widths.--2", 1),
        (RetentionResult, "fates.axes.system.0", "another"),
        (RetentionResult, "differences.axes.pair.0.0", "another"),
        (RetentionResult, "widths.axes.width.0", "1"),
        (RetentionResult, "fates.axes.fate.0", "found"),
        (ReorderingTestSets, "sets", {}),
        (ReorderingTestSets, "sets.low.lines.0", 1.5),
        (AgreementResult, "items", []),
        (AgreementResult, "judges.0.judgements", ["na"]),
        (AgreementResult, "judges.0.judgements.0", "good"),
        (AgreementResult, "cohen.pairs.0.1", 7),
        (AgreementResult, "cohen.kappas", []),
    ],
)
def test_what_contradicts_itself_is_refused(results, kind, place, wrong) -> None:
    document = set_at(results[kind].to_dict(), place, wrong)
    with refused(InputError):
        kind.from_dict(document)


# What workers need


@pytest.mark.parametrize(
    "value",
    [
        AlignedCorpus("links", source="s", trees="t", reading=LinkReading(base=1), skip_bad=True),
        SystemFile("links", target="t", reading=LinkReading("moses")),
        Extraction("left", "right"),
        Sheet((SheetItem(1, True, *[("a",)] * 3, *[(0,)] * 6),), judges=2),
    ],
    ids=lambda value: type(value).__name__,
)
def test_options_pickle(value) -> None:
    assert pickle.loads(pickle.dumps(value)) == value


def test_options_validate_themselves() -> None:
    with refused(UsageError):
        Extraction("rigth")
    with refused(UsageError):
        Extraction(sibling_branching="up")
    with refused(UsageError):
        AlignedCorpus("links", over="sources")
