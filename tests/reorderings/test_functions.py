"""What the public functions do besides their figures: several corpora, records, warnings."""

from __future__ import annotations

import json
import re
import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cli.reordering_files import LINKS, write_corpus
from wordorder import (
    AlignedCorpus,
    Alignment,
    Extraction,
    InputError,
    SystemFile,
    UsageError,
    analyze_reorderings,
    analyze_retention,
    build_testsets,
    draw_sheet,
)
from wordorder.alignment import LinkReading
from wordorder.errors import WordorderWarning
from wordorder.statistics import Resampling
from wordorder.text import read_records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FEW = Resampling(5)


@pytest.fixture(autouse=True)
def _corpus(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_corpus(tmp_path)


def worse_trees() -> str:
    """The second tree is no tree any more."""
    text = Path("penn").read_text().replace("(S (D d) (N e))", "x")
    Path("worse").write_text(text)
    return "worse"


def parts(signature: str) -> list[str]:
    return signature.split("|")[1:]


# Corpora


def test_corpora_by_name() -> None:
    both = {"file": AlignedCorpus("links"), "memory": [Alignment.parse("0-1 1-0")]}
    result = analyze_reorderings(both, resampling=FEW)
    assert {name: one.reorderings for name, one in result.corpora.items()} == {
        "file": 4, "memory": 1,
    }  # fmt: skip
    with pytest.raises(UsageError, match="2 corpora: choose one"):
        _ = result.corpus
    assert result.records("width").columns["corpus"] == ["file"] * 3 + ["memory"]
    with pytest.raises(UsageError, match="no corpus"):
        analyze_reorderings({})


def test_corpora_with_and_without_trees_side_by_side() -> None:
    both = {"plain": AlignedCorpus("links"), "parsed": AlignedCorpus("links", trees="penn")}
    result = analyze_reorderings(both, resampling=FEW)
    (table,) = result.tables()
    syntactic = next(row for row in table.rows if row[0] == "syntactic")
    assert (str(syntactic[1]), syntactic[2:4]) == ("nan", ("–", 1.0))
    assert "trees:none+source" in parts(result.signature)


def test_signatures_tell_what_decides_the_figures() -> None:
    reading = LinkReading(sure_only=True, unalign_blocking=True)
    corpus = AlignedCorpus("links", trees="penn", over="target", reading=reading)
    result = analyze_reorderings(
        corpus, extraction=Extraction("left"), resampling=Resampling(5, 7, 0.9)
    )
    assert parts(result.signature) == [
        "branching:left", "siblings:left", "trees:target", "links:sure", "unaligned:blocking",
        "resamples:5", "seed:7", "confidence:0.9",
    ]  # fmt: skip
    sets = build_testsets(corpus, shortest=2, longest=9)
    assert parts(sets.signature)[2:] == [
        "trees:target", "links:sure", "unaligned:blocking", "lengths:2-9",
    ]  # fmt: skip
    kept = analyze_retention(AlignedCorpus("links"), {"A": SystemFile("monotone")}, resampling=FEW)
    assert parts(kept.signature) == [
        "branching:right", "siblings:left", "trees:none", "resamples:5", "seed:12345",
    ]  # fmt: skip


# Sentences that are left out


def test_python_users_are_warned_of_what_is_left_out() -> None:
    corpus = AlignedCorpus("links", trees=worse_trees(), skip_bad=True)
    told = r"^left out 1 sentence pair; worse:2: sentence 2: "
    with pytest.warns(WordorderWarning, match=told) as caught:
        result = analyze_reorderings(corpus, resampling=FEW)
    assert caught[0].filename == __file__
    assert (result.corpus.sentence_count, result.corpus.left_out) == (4, 1)
    with pytest.warns(WordorderWarning, match=told) as caught:
        sets = build_testsets(corpus, shortest=1)
    assert caught[0].filename == __file__
    assert (sets.sentence_count, sets.left_out, sets.line_labels()[1]) == (4, 1, "outside")
    with pytest.warns(WordorderWarning, match=told) as caught:
        kept = analyze_retention(corpus, {"A": SystemFile("monotone")}, resampling=FEW)
    assert caught[0].filename == __file__
    assert (kept.sentence_count, kept.left_out) == (4, 1)


def test_one_warning_for_each_corpus() -> None:
    Path("tgt").write_text("B A C\n\nI H G F\n\nM K N L\n")
    Path("links").write_text(LINKS.replace("0-0 1-1\n", "\n"))
    corpus = AlignedCorpus("links", target="tgt", skip_bad=True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        analyze_reorderings({"a": corpus, "b": corpus, "c": AlignedCorpus("links")})
    assert [str(one.message) for one in caught] == [
        f"{name}: left out 2 sentence pairs; the first: links:2: the target has no words"
        for name in "ab"
    ]


def test_the_draw_of_a_sheet_warns_where_there_are_few() -> None:
    corpus = AlignedCorpus("links", source="src", target="tgt")
    with pytest.warns(WordorderWarning, match="^only 0 retained reorderings, not 3$") as caught:
        sheet = draw_sheet(corpus, SystemFile("monotone", source="src", target="src"), count=3)
    assert [str(one.message) for one in caught] == ["only 0 retained reorderings, not 3"]
    assert caught[0].filename == __file__
    assert [item.retained for item in sheet.items] == [False] * 3
    assert sheet.to_text() == "\ufeff" + sheet.records().text("tsv")


def test_a_sheet_needs_words_and_trees_of_the_source() -> None:
    system = SystemFile("monotone", source="src", target="src")
    with pytest.raises(UsageError, match="needs the words"):
        draw_sheet(AlignedCorpus("links", source="src"), system)
    texts = {"source": "src", "target": "tgt"}
    with pytest.raises(UsageError, match="those of the source"):
        draw_sheet(AlignedCorpus("links", **texts, trees="penn", over="target"), system)


# Records


def test_records_go_to_files_and_sinks() -> None:
    written: dict[str, Any] = {}

    @contextmanager
    def sink(types: Any, signature: str | None) -> Iterator[Any]:
        class Writer:
            def write(self, columns: Any) -> None:
                for name in types:
                    written.setdefault(name, []).extend(list(columns[name]))

        written["signature"] = [signature]
        yield Writer()

    corpus = AlignedCorpus("links", source="src")
    result = analyze_reorderings(corpus, resampling=FEW, each=sink, sentences="s.parquet")
    assert written["signature"] == [result.signature]
    assert written["a_source_words"] == ["a", "f", "g", "h"]
    read = read_records("s.parquet", {"line": int, "reorderings": int, "rquantity": float})
    assert read.signature == result.signature
    assert read.columns["reorderings"] == [1, 0, 3, 0, 0]


def test_what_fails_leaves_no_records() -> None:
    Path("bad").write_text("0-0\nx\n")
    with pytest.raises(InputError):
        analyze_reorderings(AlignedCorpus("bad"), each="each.tsv", sentences="s.tsv")
    with pytest.raises(InputError):
        build_testsets(AlignedCorpus("bad"), sentences="s.tsv")
    with pytest.raises(InputError):
        analyze_retention(AlignedCorpus("bad"), {"A": SystemFile("links")}, each="each.tsv")
    assert not list(Path().glob("*.tsv*"))


def test_places_that_cannot_be_written_are_told_before_any_work() -> None:
    for work in (
        lambda: analyze_reorderings(AlignedCorpus("absent"), each="no/each.tsv"),
        lambda: build_testsets(AlignedCorpus("absent"), sentences="no/s.tsv"),
        lambda: analyze_retention(
            AlignedCorpus("absent"), {"A": SystemFile("links")}, each="no/each.tsv"
        ),
    ):
        with pytest.raises(InputError, match="there is no folder"):
            work()


def test_hostile_names_cannot_steer_the_terminal() -> None:
    name = "\x1b[31m"
    result = analyze_reorderings({name: [Alignment.parse("0-1 1-0")]}, resampling=FEW)
    kept = analyze_retention(AlignedCorpus("links"), {name: SystemFile("links")}, resampling=FEW)
    assert (list(result.corpora), kept.systems) == ([name], (name,))
    for shown in (repr(result), repr(kept)):
        assert r"\x1b[31m" in shown
        assert name not in shown


@pytest.mark.parametrize("ending", ["tsv", "csv", "jsonl", "parquet"])
def test_scores_in_every_form_of_records(ending: str) -> None:
    corpus = AlignedCorpus("links")
    rows = {"system": ["A", "A", "B\\t"], "line": [1, 3, 1], "bleu1": [0.5, 0.25, 1.0]}
    text = {
        "tsv": "system\tline\tbleu1\nA\t1\t0.5\nA\t3\t0.25\nB\\\\t\t1\t1.0\n",
        "csv": "line,system,bleu1\n1,A,0.5\n3,A,0.25\n1,B\\t,1.0\n",
        "jsonl": "".join(
            json.dumps(dict(zip(rows, row, strict=True))) + "\n"
            for row in zip(*rows.values(), strict=True)
        ),
    }
    file = Path(f"scores.{ending}")
    if ending == "parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.table(rows), file)
    else:
        file.write_text(text[ending])
    built = build_testsets(corpus, shortest=1, scores=file, measure="bleu1", resampling=FEW)
    assert {(one.system, one.estimate.value) for one in built.scores if one.set == "all"} == {
        ("A", 0.375), ("B\\t", 1.0),
    }  # fmt: skip


@pytest.mark.parametrize("ending", ["csv", "jsonl", "jsonl.gz", "tsv"])
def test_wrong_scores_are_told_by_their_place(ending: str) -> None:
    import gzip

    text = {
        "csv": "system,line,ulam\nA,1,1\nA,9,1\n",
        "tsv": "system\tline\tulam\nA\t1\t1\nA\t9\t1\n",
        "jsonl": '{"system":"A","line":1,"ulam":1}\n{"system":"A","line":9,"ulam":1}\n',
    }[ending.partition(".")[0]]
    file = Path(f"scores.{ending}")
    file.write_bytes(gzip.compress(text.encode()) if ending.endswith("gz") else text.encode())
    where = {"csv": ": record 2: ", "tsv": ":3: "}.get(ending, ":2: ")
    with pytest.raises(InputError, match=re.escape(f"{file}{where}sentence 9, but there are 5")):
        build_testsets(AlignedCorpus("links"), shortest=1, scores=file, measure="ulam")


def test_names_are_for_plain_scores() -> None:
    Path("plain").write_text("1\n2\n3\n4\n5\n")
    built = build_testsets(AlignedCorpus("links"), shortest=1, scores=["plain"], resampling=FEW)
    assert {one.system for one in built.scores} == {"plain"}
    options = {"scores": ["plain"], "measure": "x", "names": ["A"]}
    with pytest.raises(UsageError, match="names= is not for records"):
        build_testsets(AlignedCorpus("links"), **options)


# Progress


def test_progress_tells_all_bytes() -> None:
    told: dict[str, Any] = {}

    @contextmanager
    def meter(description: str, total: int | None, *, unit: str = "items") -> Iterator[Any]:
        told.update(description=description, total=total, unit=unit, done=0)
        yield lambda amount: told.update(done=told["done"] + amount)

    corpus = AlignedCorpus("links", trees="penn")
    size = sum(Path(name).stat().st_size for name in ("links", "penn"))
    runs: list[tuple[Callable[[], object], str, int]] = [
        (lambda: analyze_reorderings(corpus, progress=meter), "reading", size),
        (lambda: build_testsets(corpus, shortest=1, progress=meter), "reading", size),
        (
            lambda: analyze_retention(corpus, {"A": SystemFile("links")}, progress=meter),
            "comparing",
            size + Path("links").stat().st_size,
        ),
    ]
    for run, description, total in runs:
        run()
        expected = {"description": description, "total": total, "unit": "bytes", "done": total}
        assert told == expected
