"""What the public functions do besides their figures: several corpora, records, warnings."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cli.reordering_files import LINKS, write_corpus
from messages import refused, warned
from wordorder import Alignment, InputError, UsageError, analyze_reorderings
from wordorder.alignment import LinkReading
from wordorder.output.codec import encode
from wordorder.reorderings import (
    AlignedCorpus,
    Extraction,
    SystemFile,
    analyze_retention,
    build_testsets,
    draw_sheet,
)
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
    with refused(UsageError):
        _ = result.corpus
    assert result.records("width").columns["corpus"] == ["file"] * 3 + ["memory"]
    with refused(UsageError):
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
        "branching:right", "siblings:left", "trees:none", "target_lengths:inferred", "resamples:5",
        "seed:12345",
    ]  # fmt: skip


# Lengths that nothing tells


def four_target_words() -> None:
    Path("a").write_text("0-1 1-0\n")
    Path("s").write_text("a b\n")
    Path("t").write_text("B A C D\n")


def test_inferred_lengths_are_told() -> None:
    four_target_words()
    known, inferred = (
        analyze_reorderings(corpus, resampling=FEW)
        for corpus in (AlignedCorpus("a", target="t"), AlignedCorpus("a"))
    )
    assert known.corpus.measures["rquantity"].value == 0.5
    assert inferred.corpus.measures["rquantity"].value == 1
    assert "target_lengths:inferred" in parts(inferred.signature)
    assert "target_lengths" not in known.signature
    assert (known.corpus.lengths_inferred, inferred.corpus.lengths_inferred) == (False, True)
    notes = [result.tables()[0].note or "" for result in (known, inferred)]
    assert ["no target text" in note for note in notes] == [False, True]


def test_of_several_corpora_those_with_inferred_lengths_are_named() -> None:
    four_target_words()
    both = {"known": AlignedCorpus("a", target="t"), "inferred": AlignedCorpus("a")}
    result = analyze_reorderings(both, resampling=FEW)
    assert "target_lengths:given+inferred" in parts(result.signature)
    (table,) = result.tables()
    assert (table.note or "").splitlines()[-1].startswith("inferred: no target text")


def test_test_sets_and_what_is_retained_tell_inferred_lengths() -> None:
    four_target_words()
    lengths = {"shortest": 1, "longest": 9}
    for text in (None, "t"):
        reference, system = AlignedCorpus("a", target=text), SystemFile("a", target=text)
        sets = build_testsets(reference, **lengths)
        kept = analyze_retention(reference, {"A": system}, resampling=FEW)
        for result in (sets, kept):
            assert ("target_lengths:inferred" in parts(result.signature)) == (text is None)
            assert result.lengths_inferred == result.to_dict()["lengths_inferred"] == (text is None)
            assert ("no target text" in (result.tables()[0].note or "")) == (text is None)


@pytest.mark.parametrize(
    ("file_format", "line", "known"),
    [
        ("pharaoh", "0-1 1-0", ()),
        ("talbot", "1,0,,", ("target",)),
        ("lader", "2-4 ||| 0-1 1-0", ("source", "target")),
    ],
)
def test_some_formats_tell_lengths(file_format: str, line: str, known: tuple[str, ...]) -> None:
    Path("x").write_text(f"{line}\n")
    corpus = AlignedCorpus("x", reading=LinkReading(file_format))
    assert tuple(side for side in ("source", "target") if corpus.knows_lengths(side)) == known
    result = analyze_reorderings(corpus, resampling=FEW)
    assert result.corpus.measures["rquantity"].value == (0.5 if "target" in known else 1)
    assert ("target_lengths:inferred" in result.signature) == ("target" not in known)


def test_trees_tell_the_lengths_of_their_side() -> None:
    assert AlignedCorpus("links", trees="penn", over="target").knows_lengths("target")
    assert not AlignedCorpus("links", trees="penn").knows_lengths("target")


def test_records_are_signed_with_inferred_lengths() -> None:
    analyze_reorderings(AlignedCorpus("links"), resampling=FEW, each="all.tsv", sentences="s.tsv")
    for name in ("all.tsv", "s.tsv"):
        assert "|target_lengths:inferred|" in Path(f"{name}.signature").read_text()


def test_anticipation_to_scale_needs_lengths() -> None:
    Path("a").write_text("0-0 2-1\n")
    Path("s").write_text("a b c\n")
    Path("t").write_text("A C\n")
    of_all = {"source": "s", "target": "t"}
    for without in ("", "source", "target"):
        texts = {side: text for side, text in of_all.items() if side != without}
        corpus = AlignedCorpus("a", **texts)
        result = analyze_reorderings(corpus, ks=[0, 1], resampling=FEW, sentences="s.tsv").corpus
        values = [result.measures[f"anticipation_scaled@{k}"].value for k in (0, 1)]
        assert str(values) == ("[nan, nan]" if without else "[1.0, 0.0]")
        assert result.measures["anticipation@1"].value == 0.5
        (row,) = read_records("s.tsv", {"anticipated_scaled@0": int}).columns.values()
        assert row == ([None] if without else [2])


# Sets of sentences


SETS_OF_LINES = ["none", "outside", "high", "none", "low"]


def part_of(label: str) -> AlignedCorpus:
    """The lines of one set as a corpus of its own."""
    for name in ("links", "tgt", "src", "penn"):
        lines = Path(name).read_text().splitlines()
        kept = [line for line, own in zip(lines, SETS_OF_LINES, strict=True) if own == label]
        Path(f"{name}.{label}").write_text("".join(f"{line}\n" for line in kept))
    return AlignedCorpus(
        f"links.{label}", target=f"tgt.{label}", source=f"src.{label}", trees=f"penn.{label}"
    )


def test_a_set_is_analyzed_like_a_corpus_of_its_own() -> None:
    corpus = AlignedCorpus("links", target="tgt", source="src", trees="penn")
    whole = analyze_reorderings(corpus, resampling=FEW).corpus
    result = analyze_reorderings(corpus, labels=SETS_OF_LINES, resampling=FEW)
    assert list(result.corpus.sets) == ["none", "low", "high"]
    for label, found in result.corpus.sets.items():
        alone = analyze_reorderings(part_of(label), resampling=FEW).corpus
        own, other = encode(found), encode(alone)
        for pattern in (*own["patterns"], *other["patterns"]):
            pattern["example"].pop("line")
        assert own == other
    assert replace(result.corpus, sets={}) == whole
    examples = [one.example for one in result.corpus.sets["high"].patterns]
    assert {example.line for example in examples if example} == {3}


def test_a_set_is_judged_like_a_corpus_of_its_own() -> None:
    corpus = AlignedCorpus("links", target="tgt", source="src", trees="penn")
    system = SystemFile("monotone", target="tgt")
    both = {"A": system, "itself": SystemFile("links", target="tgt")}
    result = analyze_retention(corpus, both, labels=SETS_OF_LINES, resampling=FEW)
    lines = Path("monotone").read_text().splitlines()
    for label, found in result.sets.items():
        alone = part_of(label)
        kept = [line for line, own in zip(lines, SETS_OF_LINES, strict=True) if own == label]
        Path("m").write_text("".join(f"{line}\n" for line in kept))
        text = {"target": alone.target}
        systems = {"A": SystemFile("m", **text), "itself": SystemFile(alone.links, **text)}
        assert found.to_dict() == analyze_retention(alone, systems, resampling=FEW).to_dict()


def test_sets_are_read_from_a_file() -> None:
    Path("sets").write_text("\n".join(SETS_OF_LINES) + "\n")
    by_file = analyze_reorderings(AlignedCorpus("links"), labels="sets", resampling=FEW)
    by_list = analyze_reorderings(AlignedCorpus("links"), labels=SETS_OF_LINES, resampling=FEW)
    assert by_file.to_dict() == by_list.to_dict()
    built = build_testsets(AlignedCorpus("links"), shortest=1).line_labels()
    sets = analyze_reorderings(AlignedCorpus("links"), labels=built, resampling=FEW).corpus.sets
    assert sum(one.sentence_count for one in sets.values()) == 5


@pytest.mark.parametrize(
    "labels",
    [
        ["a"] * 4,
        ["a"] * 6,
        map(str, range(99)),
    ],
)
def test_labels_of_something_else(labels: Any) -> None:
    with refused(InputError):
        analyze_reorderings(AlignedCorpus("links"), labels=labels, resampling=FEW)


def test_labels_of_other_translations() -> None:
    with refused(InputError):
        analyze_retention(AlignedCorpus("links"), {"A": SystemFile("monotone")}, labels=[*"abcdef"])


# Sentences that are left out


def test_python_users_are_warned_of_what_is_left_out() -> None:
    corpus = AlignedCorpus("links", trees=worse_trees(), skip_bad=True)
    with warned() as caught:
        result = analyze_reorderings(corpus, resampling=FEW)
    assert caught[0].filename == __file__
    assert (result.corpus.sentence_count, result.corpus.left_out) == (4, 1)
    with warned() as caught:
        sets = build_testsets(corpus, shortest=1)
    assert caught[0].filename == __file__
    assert (sets.sentence_count, sets.left_out, sets.line_labels()[1]) == (4, 1, "outside")
    with warned() as caught:
        kept = analyze_retention(corpus, {"A": SystemFile("monotone")}, resampling=FEW)
    assert caught[0].filename == __file__
    assert (kept.sentence_count, kept.left_out) == (4, 1)


def test_one_warning_for_each_corpus() -> None:
    Path("tgt").write_text("B A C\n\nI H G F\n\nM K N L\n")
    Path("links").write_text(LINKS.replace("0-0 1-1\n", "\n"))
    corpus = AlignedCorpus("links", target="tgt", skip_bad=True)
    with warned() as caught:
        analyze_reorderings({"a": corpus, "b": corpus, "c": AlignedCorpus("links")})
    assert len(caught) == 2


def test_the_draw_of_a_sheet_warns_where_there_are_few() -> None:
    corpus = AlignedCorpus("links", source="src", target="tgt")
    with warned() as caught:
        sheet = draw_sheet(corpus, SystemFile("monotone", source="src", target="src"), count=3)
    assert caught[0].filename == __file__
    assert [item.retained for item in sheet.items] == [False] * 3
    assert sheet.to_text() == "\ufeff" + sheet.records().text("tsv")


def test_a_sheet_needs_words_and_trees_of_the_source() -> None:
    system = SystemFile("monotone", source="src", target="src")
    with refused(UsageError):
        draw_sheet(AlignedCorpus("links", source="src"), system)
    texts = {"source": "src", "target": "tgt"}
    with refused(UsageError):
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
        with refused(InputError):
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
    assert built.systems == ("A", "B\\t")
    assert built.scores.at("value", set="all").tolist() == [0.375, 1.0]


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
    with refused(InputError):
        build_testsets(AlignedCorpus("links"), shortest=1, scores=file, measure="ulam")


def test_names_are_for_plain_scores() -> None:
    Path("plain").write_text("1\n2\n3\n4\n5\n")
    built = build_testsets(AlignedCorpus("links"), shortest=1, scores=["plain"], resampling=FEW)
    assert built.systems == ("plain",)
    options = {"scores": ["plain"], "measure": "x", "names": ["A"]}
    with refused(UsageError):
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
