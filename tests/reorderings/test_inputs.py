"""Links, texts and trees in files, side by side and checked against each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from messages import refused
from streams import trickle
from wordorder import InputError
from wordorder.alignment import AlignmentBatch, LinkReading
from wordorder.reorderings import AlignedCorpus, CorpusBatch, Extraction, analyze_reorderings
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write lines into a file of this folder and return its name."""
    monkeypatch.chdir(tmp_path)

    def into(name: str, *lines: str) -> str:
        Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return name

    return into


def conllu(*sentences: str) -> list[str]:
    """Sentences like `I>see see`: each word with its head, but for the root."""
    lines = []
    for sentence in sentences:
        words = sentence.split()
        forms = [word.split(">")[0] for word in words]
        for number, word in enumerate(words, start=1):
            form, _, head = word.partition(">")
            place = forms.index(head) + 1 if head else 0
            relation = "dep" if head else "root"
            lines.append(f"{number}\t{form}\t_\tX\t_\t_\t{place}\t{relation}\t_\t_")
        lines.append("")
    return lines


def read(**files: Any) -> list[CorpusBatch]:
    return list(AlignedCorpus(**files).read())


FEW = Resampling(20)
LADER, NAACL = LinkReading("lader"), LinkReading("naacl")
UNBLOCKED = LinkReading(unalign_blocking=True)


def lengths(batches: Sequence[CorpusBatch]) -> list[tuple[int, int]]:
    return [(row.source_length, row.target_length) for batch in batches for row in batch.alignments]


def lines(batches: Sequence[CorpusBatch]) -> list[int]:
    return [batch.alignments.first_line + row for batch in batches for row in range(len(batch))]


def links(batches: Sequence[CorpusBatch]) -> list[str]:
    return [str(row) for batch in batches for row in batch.alignments]


# Lengths


def test_lengths_are_those_of_the_texts(write: Write) -> None:
    batches = read(
        links=write("a", "0-0", "1-0"),
        source=write("s", "x y z", "x y"),
        target=write("t", "p q", "p"),
    )
    assert lengths(batches) == [(3, 2), (2, 1)]
    assert batches[0].source is batches[0].target is batches[0].trees is None


def test_without_texts_the_links_tell_them(write: Write) -> None:
    # And a sentence without links has a target of unknown length, not an empty one.
    assert lengths(read(links=write("a", "0-4 2-1", "", "0-0"))) == [(3, 5), (0, 1), (1, 1)]


@pytest.mark.parametrize(
    ("over", "expected"), [("source", [(3, 1), (3, 1)]), ("target", [(2, 3), (1, 3)])]
)
def test_or_the_trees(write: Write, over: Any, expected: list[tuple[int, int]]) -> None:
    trees = write("t.conllu", *conllu("a>b b c>b", "a>b b c>b"))
    batches = read(links=write("a", "1-0", "0-0"), trees=trees, over=over)
    assert lengths(batches) == expected


def test_a_format_that_has_lengths_keeps_them(write: Write) -> None:
    assert lengths(read(links=write("a", "4-7 ||| 0-0 1-4"), reading=LADER)) == [(4, 7)]
    with refused(InputError):
        read(links=write("a", "4-0 ||| "), reading=LADER)


def test_trees_and_texts_of_the_same_words(write: Write) -> None:
    trees = write("t.parse", "(S (A x) (B y))", "(S (A z))")
    batches = read(links=write("a", "1-0", "0-0"), source=write("s", "x y", "z"), trees=trees)
    assert lengths(batches) == [(2, 1), (1, 1)]
    (batch,) = batches
    assert [batch.tree_words(row) for row in range(2)] == [("x", "y"), ("z",)]


def test_the_words_of_dependency_trees(write: Write) -> None:
    trees = write("t.conllu", *conllu("a>b b", "c"))
    (batch,) = read(links=write("a", "1-0", "0-0"), trees=trees)
    assert [batch.tree_words(row) for row in range(2)] == [("a", "b"), ("c",)]
    assert CorpusBatch(batch.alignments).tree_words(0) == ()


def test_the_form_of_the_trees_may_be_given(write: Write) -> None:
    trees = write("t.txt", *conllu("a>b b"))
    assert lengths(read(links=write("a", "0-0"), trees=trees, tree_format="conllu")) == [(2, 1)]


# What does not fit


def refusal(**files: Any) -> str:
    with refused(InputError) as caught:
        read(**files)
    return str(caught.value)


def test_a_tree_unlike_its_text(write: Write) -> None:
    files = {
        "links": write("a", "0-0", "0-0"),
        "source": write("s", "x y", "z"),
        "trees": write("t.conllu", *conllu("x y>x", "z w>z")),
    }
    target = {**files, "source": None, "target": files["source"], "over": "target"}
    assert refusal(**target) == refusal(**files)


def test_a_tree_too_short_for_the_links(write: Write) -> None:
    trees = write("t.conllu", *conllu("x", "z w>z"))
    over_source = refusal(links=write("a", "0-0", "0-0 2-1"), trees=trees)
    over_target = refusal(links=write("a", "0-0", "0-0 1-2"), trees=trees, over="target")
    assert over_source == over_target


def test_an_empty_target(write: Write) -> None:
    files = {"links": write("a", "0-0", "", "0-0"), "target": write("t", "p", "", "p")}
    refusal(**files)
    assert lines(read(**files, skip_bad=True)) == [1, 3]


def test_an_empty_tree_over_the_target(write: Write) -> None:
    # A blank line is a tree without words: then the target has none, whatever the links leave open.
    files = {"links": write("a", "0-0", ""), "trees": write("t", "(S (A x))", ""), "over": "target"}
    refusal(**files)
    refusal(**files, target=write("w", "x", "y"))


def test_hostile_names_are_shown_safely(write: Write) -> None:
    name = write("a\x1b[2J", "0-0", "")
    assert "\x1b" not in refusal(links=name, target=write("t", "p", ""))


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("side", ["source", "target"])
def test_texts_of_another_length(write: Write, side: str, rows: int) -> None:
    refusal(**{"links": write("a", *["0-0"] * rows), side: write("t", "x", "y")})


@pytest.mark.parametrize("rows", [1, 3])
def test_trees_of_another_number(write: Write, rows: int) -> None:
    trees = write("t.conllu", *conllu("x", "y"))
    refusal(links=write("a", *["0-0"] * rows), trees=trees)


# Leaving sentence pairs out


def test_exactly_the_bad_ones_are_left_out(write: Write) -> None:
    # Bad: 1 (a head outside), 3 and 4 (lengths), 6 (no target words).
    trees = conllu("x y>x", "x y>x", "x", "x y>x z>x", "x y>x", "x y>x", "x y>x")
    trees[0] = trees[0].replace("\t0\troot", "\t7\troot")
    corpus = AlignedCorpus(
        links=write("a", "0-0", "1-0", "1-0", "1-0", "0-0", "", "1-0"),
        source=write("s", *["x y"] * 7),
        target=write("t", "p", "p", "p", "p", "p", "", "p"),
        trees=write("t.conllu", *trees),
        skip_bad=True,
    )
    told: list[tuple[int, InputError]] = []
    batches = list(corpus.read(with_words=True, on_bad=lambda *problem: told.append(problem)))
    assert lines(batches) == [2, 5, 7]
    assert links(batches) == ["1-0", "0-0", "1-0"]
    assert [(line, str(problem).split(": ")[0]) for line, problem in told] == [
        *((1, "t.conllu:1"), (3, "t.conllu:7"), (4, "t.conllu:9"), (6, "a:6"))
    ]
    for batch in batches:
        assert batch.trees is not None
        assert batch.source is not None
        assert len(batch) == len(batch.trees) == len(batch.source)
        assert batch.tree_words(0) == ("x", "y") == batch.source[0]
    # Also if nobody wants to know; and without `skip_bad` the first is told.
    assert lines(list(corpus.read())) == [2, 5, 7]
    with refused(InputError) as caught:
        list(replace(corpus, skip_bad=False).read())
    assert str(caught.value) == str(told[0][1])


def test_what_is_wrong_with_a_tree_is_told_first(write: Write) -> None:
    corpus = AlignedCorpus(
        links=write("a", "0-0", "", ""),
        target=write("t", "p", "", ""),
        trees=write("t.parse", "(S (A x))", "(S (A x)", "(S (A x))"),
        skip_bad=True,
    )
    (checked,) = corpus.read_checked()
    assert [str(checked.problems[row]).split(": ")[0] for row in (1, 2)] == ["t.parse:2", "a:3"]
    assert checked.rows(1, 2).problems == {0: checked.problems[1]}
    assert checked.rows(2, 3).problems == {0: checked.problems[2]}
    assert checked.rows(0, 1).problems == {}


def test_a_corpus_of_bad_ones_only(write: Write) -> None:
    files = {"links": write("a", ""), "target": write("t", ""), "skip_bad": True}
    assert read(**files) == []
    with refused(InputError):
        analyze_reorderings(AlignedCorpus(**files))


# Batches


@pytest.mark.parametrize(
    ("links_at_once", "trees_at_once", "width"),
    [(1, 200, 1), (20, 1, 1), (30, 50, 1), (25, 1 << 20, 50_000), (1 << 20, 60_000, 50_000)],
)
def test_batches_may_be_cut_anywhere(
    write: Write, links_at_once: int, trees_at_once: int, width: int
) -> None:
    """The texts are read a mebibyte at a time, which takes long words to be a few lines."""
    long = str.maketrans({letter: letter * width for letter in "xyzw"})
    sentences = ["x y>x z>y", "x>y y", "x y>z z>x w>x"] * 4
    words = [len(sentence.split()) for sentence in sentences]
    forms = [" ".join("xyzw"[:n]).translate(long) for n in words]
    corpus = AlignedCorpus(
        links=write("a", *(" ".join(f"{i}-{n - 1 - i}" for i in range(n)) for n in words)),
        source=write("s", *forms),
        target=write("t", *forms),
        trees=write("t.conllu", *conllu(*(sentence.translate(long) for sentence in sentences))),
    )

    def in_pieces() -> AlignedCorpus:
        return replace(
            corpus,
            links=trickle(Path("a"), links_at_once),
            trees=trickle(Path("t.conllu"), trees_at_once),
        )

    whole = analyze_reorderings(corpus, resampling=FEW).corpus
    assert whole.measures["syntactic"].value > 0
    together = list(corpus.read(with_words=True))
    assert (len(together) > 1) == (width > 1)
    parts = list(in_pieces().read(with_words=True))
    assert len(parts) > len(together)
    assert links(parts) == links(together)
    assert lengths(parts) == lengths(together)
    assert lines(parts) == list(range(1, 13))
    assert [part.tree_words(row) for part in parts for row in range(len(part))] == [
        tuple(form.split()) for form in forms
    ]
    found = analyze_reorderings(in_pieces(), resampling=FEW).corpus
    assert found.measures == whole.measures


def test_bytes_are_counted(write: Write) -> None:
    corpus = AlignedCorpus(
        links=write("a", "0-0", "0-0"), trees=write("t.conllu", *conllu("x", "y"))
    )
    told: list[int] = []
    list(corpus.read(on_bytes=told.append))
    assert sum(told) == sum(Path(name).stat().st_size for name in ("a", "t.conllu"))


# Options


def test_only_sure_links(write: Write) -> None:
    name = write("n", "1 1 1 S", "1 2 2 P", "1 3 3 S")
    files = {
        "links": name,
        "reading": NAACL,
        "source": write("s", "x y z"),
        "target": write("t", "p q r"),
    }
    assert links(read(**files)) == ["0-0 1?1 2-2"]
    assert links(read(**{**files, "reading": replace(NAACL, sure_only=True)})) == ["0-0 2-2"]


def test_blocking_links_are_taken_away(write: Write) -> None:
    # Word 1 lies between the words 0 and 2 of one component.
    name = write("a", "0-0 1-1 2-0 3-2")
    assert links(read(links=name, reading=UNBLOCKED)) == ["1-1 3-2"]
    assert links(read(links=name)) == ["0-0 1-1 2-0 3-2"]
    assert lengths(read(links=write("a", "0-4 1-1 2-4"), reading=UNBLOCKED)) == [(3, 5)]


def test_sure_links_first_then_those_that_block(write: Write) -> None:
    # Without the possible link nothing blocks.
    name = write("n", "1 1 1 S", "1 2 2 S", "1 3 1 P")
    texts = {"source": write("s", "x y z"), "target": write("t", "p q")}
    both = replace(NAACL, sure_only=True, unalign_blocking=True)
    assert links(read(links=name, **texts, reading=both)) == ["0-0 1-1"]
    one = replace(both, sure_only=False)
    assert links(read(links=name, **texts, reading=one)) == ["1-1"]


def test_words_are_brought_along_where_they_are_known(write: Write) -> None:
    names = {"source": write("s", "x  y", "é"), "target": write("t", "p", "q r")}
    corpus = AlignedCorpus(write("a", "0-0", "0-1"), **names)
    (batch,) = corpus.read(with_words=True)
    assert batch.source is not None
    assert batch.target is not None
    assert [batch.source[row] for row in range(2)] == [("x", "y"), ("é",)]
    assert [batch.target[row] for row in range(2)] == [("p",), ("q", "r")]
    (cut,) = [batch.rows(1, 2)]
    assert cut.source is not None
    assert (len(cut), cut.source[0], cut.alignments.first_line) == (1, ("é",), 2)
    (one_text,) = AlignedCorpus("a", source=names["source"]).read(with_words=True)
    assert one_text.target is None


def test_only_line_ends_end_a_line(write: Write) -> None:
    # What other programs may take for one is part of a word here.
    corpus = AlignedCorpus(write("a", "1-0", "0-0"), source=write("s", "x\u2028y\x0bz w", "v"))
    (batch,) = corpus.read(with_words=True)
    assert batch.source is not None
    assert [batch.source[row] for row in range(2)] == [("x\u2028y\x0bz", "w"), ("v",)]


def test_the_base_of_the_links(write: Write) -> None:
    assert links(read(links=write("a", "1-2 2-1"), reading=LinkReading(base=1))) == ["0-1 1-0"]


def test_a_corpus_and_its_links_have_the_same_analysis(write: Write) -> None:
    name = write("a", "0-3 1-2 2-1 3-0", "0-0 1-1", "0-1 1-0")
    (batch,) = read(links=name)
    assert isinstance(batch.alignments, AlignmentBatch)
    texts = {
        "source": write("s", "a b c d", "a b", "a b"),
        "target": write("t", "a b c d", "a b", "a b"),
    }
    of_file = analyze_reorderings(AlignedCorpus(name, **texts), resampling=FEW)
    assert list(of_file.corpora) == ["a"]
    for in_memory in (batch.alignments, list(batch.alignments)):
        found = analyze_reorderings(in_memory, resampling=FEW)
        assert list(found.corpora) == ["corpus"]
        assert (found.corpus, found.signature) == (of_file.corpus, of_file.signature)


def test_patterns_of_a_corpus_with_examples(write: Write) -> None:
    trees = write("t", "(S (NP (PRP she)) (VP (VBD ate) (NP (NN rice))))")
    corpus = AlignedCorpus(write("a", "0-0 1-2 2-1"), trees=trees)
    (pattern,) = analyze_reorderings(corpus).corpus.patterns
    assert (pattern.parent, pattern.a, pattern.b) == ("VP", "VBD", "NP")
    assert pattern.example == (1, "ate", "rice")
    over_target = AlignedCorpus(write("a", "0-0 1-2 2-1"), trees=trees, over="target")
    result = analyze_reorderings(over_target).corpus
    assert result.patterns[0].example == (1, "ate", "rice")
    assert np.isclose(result.measures["rquantity"].value, 2 / 3)


@pytest.mark.parametrize(
    ("sibling_branching", "blocks"),
    [("left", {("A", "B"), ("A+B", "C")}), ("right", {("A", "B+C"), ("B", "C")})],
)
@pytest.mark.parametrize("branching", ["left", "right"])
def test_both_branchings_reach_extraction(
    write: Write, branching: Any, sibling_branching: Any, blocks: set[tuple[str, str]]
) -> None:
    # In the first sentence siblings change places, in the second also words across constituents.
    trees = write("t", "(S (A x) (B y) (C z))", "(S (D (A w) (B x)) (C (A y) (B z)))")
    corpus = AlignedCorpus(write("a", "0-2 1-1 2-0", "0-0 1-3 2-2 3-1"), trees=trees)
    extraction = Extraction(branching, sibling_branching)
    result = analyze_reorderings(corpus, extraction=extraction).corpus
    assert {(one.a, one.b) for one in result.patterns if one.parent == "S"} == blocks
    widths = {"left": {2: 3, 3: 1}, "right": {2: 2, 3: 2}}
    assert result.widths == widths[branching]
