"""Penn brackets: single trees, what is refused, and files of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from messages import check, refused
from streams import trickle
from syntax_strategies import nodes
from wordorder.errors import Argument, InputError
from wordorder.syntax import ConstituencyBatch, ConstituencyTree, read_trees, reading
from wordorder.syntax.reading import _read_penn
from wordorder.syntax.tree import LIMITS

if TYPE_CHECKING:
    from pathlib import Path

IN_ONE_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
# The beginning of the Penn Treebank, with a trace of its own.
VINKEN = """\
( (S
    (NP-SBJ-1
      (NP (NNP Pierre) (NNP Vinken))
      (, ,))
    (VP (MD will)
\t(VP (VB join)
        (NP=2 (DT the) (NN board))
        (S (NP-SBJ (-NONE- *-1)) (ADVP (-NONE- *T*)))))
    (. .)))
"""
ONE_LINE = (
    "(S (NP-SBJ-1 (NP (NNP Pierre) (NNP Vinken)) (, ,)) "
    "(VP (MD will) (VP (VB join) (NP=2 (DT the) (NN board)))) (. .))"
)


def said(batch: ConstituencyBatch) -> dict[int, str]:
    return {row: str(problem) for row, problem in batch.problems.items()}


def read(folder: Path, text: str, **options: bool) -> list[ConstituencyBatch]:
    file = folder / "a.penn"
    file.write_bytes(text.encode())
    batches = list(read_trees(file, **options))
    assert all(isinstance(batch, ConstituencyBatch) for batch in batches)
    return [batch for batch in batches if isinstance(batch, ConstituencyBatch)]


def content(batches: list[ConstituencyBatch]) -> list[object]:
    """All that batches say, row by row."""
    rows: list[object] = []
    for batch in batches:
        for row in range(len(batch)):
            part = slice(batch.offsets[row], batch.offsets[row + 1])
            columns = batch.parents[part], batch.first[part], batch.last[part]
            names = [batch.names[label] for label in batch.labels[part]]
            place = batch.first_sentence + row, int(batch.lines[row]), int(batch.lengths[row])
            problem = said(batch).get(row)
            text = problem or str(batch[row])
            rows.append((place, [column.tolist() for column in columns], names, text))
    return rows


def test_a_tree_of_the_treebank() -> None:
    tree = ConstituencyTree.parse(VINKEN)
    assert str(tree) == ONE_LINE
    assert tree.words == ("Pierre", "Vinken", ",", "will", "join", "the", "board", ".")
    assert tree.tags == ("NNP", "NNP", ",", "MD", "VB", "DT", "NN", ".")
    assert " ".join(tree.labels) == "S NP-SBJ-1 NP NNP NNP , VP MD VP VB NP=2 DT NN ."
    assert " ".join(tree.categories) == "S NP NP NNP NNP , VP MD VP VB NP DT NN ."
    assert tree.parents.tolist() == [-1, 0, 1, 2, 2, 1, 0, 6, 6, 8, 8, 10, 10, 0]
    assert tree.first.tolist() == [0, 0, 0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7]
    assert tree.last.tolist() == [7, 2, 1, 0, 1, 2, 6, 3, 6, 4, 6, 5, 6, 7]
    assert {array.dtype for array in (tree.parents, tree.first, tree.last)} == {np.dtype(np.int32)}
    assert len(tree) == 8
    assert tree == ConstituencyTree.parse(ONE_LINE)
    assert hash(tree) == hash(ConstituencyTree.parse(ONE_LINE))
    assert tree != ConstituencyTree.parse("(S (A a))")
    assert tree != ONE_LINE


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("(NN dog)", "(NN dog)"),
        ("( ( NN\tdog ) )", "(NN dog)"),
        ("(NP the dog)", "(NP (_ the) (_ dog))"),
        ("(NP (DT the) dog)", "(NP (DT the) (_ dog))"),
        ("(NP (-NONE- *) dog)", "(NP (_ dog))"),
        ("((A a)(B b))", "(_ (A a) (B b))"),
        ("( (S (A a)) (-NONE- *))", "(S (A a))"),
        ("(S ((A a)))", "(S (_ (A a)))"),
        ("(S(A a)(NP(X(-NONE- *))(-NONE- *)))", "(S (A a))"),
        ("(-LRB- -LRB-)", "(-LRB- -LRB-)"),
        ("(-NONE- (A a))", "(-NONE- (A a))"),
        ("(S (A \u00a0\u3000))", "(S (A \u00a0\u3000))"),
        ("", ""),
        (" \t\n", ""),
    ],
)
def test_what_brackets_may_be(text: str, written: str) -> None:
    tree = ConstituencyTree.parse(text)
    assert str(tree) == written
    assert str(ConstituencyTree.parse(written)) == written


def flat(node: tuple[str, Any], parent: int, rows: list[list[Any]], words: list[str]) -> None:
    """The nodes of nested pairs in pre-order: label, parent, first and last word."""
    label, below = node
    number = len(rows)
    rows.append([label, parent, len(words), len(words)])
    if isinstance(below, str):
        words.append(below)
    else:
        for child in below:
            flat(child, number, rows, words)
        rows[number][3] = len(words) - 1


def bracketed(node: tuple[str, Any], gap: str) -> str:
    label, below = node
    parts = [below] if isinstance(below, str) else [bracketed(child, gap) for child in below]
    return f"({label}{gap}{gap.join(parts)})"


@given(nodes, st.sampled_from([" ", "\t", "\n  ", " \n\t"]))
def test_any_tree_is_taken_apart_and_written_again(node: tuple[str, Any], gap: str) -> None:
    tree = ConstituencyTree.parse(bracketed(node, gap))
    rows: list[list[Any]] = []
    words: list[str] = []
    flat(node, -1, rows, words)
    found = zip(tree.labels, tree.parents, tree.first, tree.last, strict=True)
    assert [list(row) for row in found] == rows
    assert list(tree.words) == words
    assert str(tree) == bracketed(node, " ")
    is_leaf = [number not in [row[1] for row in rows] for number in range(len(rows))]
    leaves = [row[0] for row, leaf in zip(rows, is_leaf, strict=True) if leaf]
    assert list(tree.tags) == leaves


# And the line of the tree where it shows, from 1 on.
BAD = {
    "not closed": ("(S (A a)", 1),
    "two not closed": ("(S\n (NP (A a)", 2),
    "one closing too many": ("(S (A a)))", 1),
    "only closing": (")", 1),
    "plain text": ("Good morning .", 1),
    "text behind": ("(S (A a))\n\tb", 2),
    "hostile text": ("\x1b[31m" + "x" * 50, 1),
    "two trees": ("(A a) (B b)", 1),
    "two nodes": ("(A a)\n (S (B b))", 2),
    "nothing": ("()", 1),
    "nothing inside": ("(S (A a)\n ( ))", 2),
    "only a label": ("(S (NP))", 1),
    "only traces": ("(S (NP (-NONE- *)) (-NONE- *))", 1),
    "only one trace": ("(-NONE- *)", 1),
    "long label": (f"(S ({'N' * 256} a))", 1),
    "too many words": (f"(S{' (A a)' * 4001})", 1),
    "too much text": (f"(S (A {'a' * LIMITS.bytes}))", 1),
}


@pytest.mark.parametrize(("text", "line"), BAD.values(), ids=BAD)
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, text: str, line: int) -> None:
    with refused(InputError) as caught:
        ConstituencyTree.parse(text)
    _, _, problem = str(caught.value).partition(": ")
    assert len(problem) < 200
    together = f"(A a)\n{text}\n(B b)\n(C c)\n"
    described = f"{tmp_path / 'a.penn'}:{line + 1}: sentence 2: {problem}"
    with pytest.raises(InputError) as caught:
        read(tmp_path, together)
    assert str(caught.value) == described
    (batch,) = read(tmp_path, together, skip_bad=True)
    assert said(batch) == {1: described}
    assert batch.lengths.tolist() == [1, 0, 1, 1]
    assert batch.offsets.tolist() == [0, 1, 1, 2, 3]
    assert [str(batch[row]) for row in (0, 2, 3)] == ["(A a)", "(B b)", "(C c)"]
    with pytest.raises(InputError) as caught:
        batch[1]
    assert str(caught.value) == described


@pytest.mark.slow
def test_deep_nesting_does_not_recurse() -> None:
    deep = "(A " * 100_000 + "x" + ")" * 100_000
    tree = ConstituencyTree.parse(deep)
    assert len(tree.labels) == 100_000
    assert str(tree) == deep
    with refused(InputError):
        ConstituencyTree.parse("(" * 100_000)


def test_the_largest_tree_is_read() -> None:
    text = f"(S{' (A a)' * 2000} (-NONE- *){' (A a)' * 2000})"
    assert len(ConstituencyTree.parse(text)) == LIMITS.words


def test_arrays_of_a_batch(tmp_path: Path) -> None:
    (batch,) = read(tmp_path, f"\n{VINKEN}\n\n(S (NP-SBJ (NN a)))\n\n(NP=3 b)\n")
    assert batch.lengths.tolist() == [8, 1, 0, 1]
    assert batch.offsets.tolist() == [0, 14, 17, 17, 18]
    assert batch.lines.tolist() == [2, 13, 14, 15]
    assert batch.parents[14:].tolist() == [-1, 0, 1, -1]
    assert batch.first[14:].tolist() == batch.last[14:].tolist() == [0] * 4
    assert batch.names == ["S", "NP", "NNP", ",", "VP", "MD", "VB", "DT", "NN", "."]
    assert batch.labels[14:].tolist() == [0, 1, 8, 1]
    columns = batch.parents, batch.first, batch.last, batch.labels, batch.lengths
    assert {column.dtype for column in columns} == {np.dtype(np.int32)}
    assert (batch.offsets.dtype, batch.lines.dtype) == (np.int64, np.int64)
    assert list(map(str, batch)) == [ONE_LINE, "(S (NP-SBJ (NN a)))", "", "(NP=3 b)"]
    assert not batch.problems
    assert batch.first_sentence == 1
    with pytest.raises(IndexError):
        batch[4]


def test_rows_of_a_batch(tmp_path: Path) -> None:
    (batch,) = read(tmp_path, f"(A a)\nbad\n{VINKEN}\n(B b)\n\n)\n(C (D d))\n", skip_bad=True)
    assert len(batch) == 7
    for start in range(len(batch) + 1):
        for stop in range(start, len(batch) + 1):
            assert content([batch.rows(start, stop)]) == content([batch])[start:stop]
    assert str(batch.rows(1, 4).rows(1, 2)[0]) == ONE_LINE


@pytest.mark.parametrize(
    ("lines", "rows"),
    [
        ([], []),
        (["", ""], []),
        (["(A a)"], [(1, "(A a)")]),
        (["", "(A a)", ""], [(2, "(A a)"), (3, "")]),
        (["(A a)", "", " ", "(B b)"], [(1, "(A a)"), (2, ""), (3, ""), (4, "(B b)")]),
        (["(A", " a)", "", "", "(B", "\tb)", ""], [(1, "(A\n a)"), (5, "(B\n\tb)")]),
        (["(A", " a)", "(B b)", "", "x"], [(1, "(A\n a)"), (3, "(B b)"), (4, ""), (5, "x")]),
        (["  (A a)", "(B b)"], [(1, "  (A a)"), (2, "(B b)")]),
    ],
)
def test_which_lines_belong_together(lines: list[str], rows: list[tuple[int, str]]) -> None:
    assert list(reading.tree_texts(enumerate(lines, 1))) == rows


@pytest.mark.parametrize("limit", range(96, 104))
def test_an_endless_tree_is_not_kept(limit: int) -> None:
    lines = ["(S", *[" (A a)"] * 1000, ")", "(B b)"]
    found = list(reading.tree_texts(enumerate(lines, 1), limit))
    assert [line for line, _ in found] == [1, 1002, 1003]
    assert limit < len(found[0][1]) < limit + 10


def test_an_endless_tree_is_passed_over(tmp_path: Path) -> None:
    lines = ["(S", *[" (A a)"] * 150_000, ")", "(B b)"]
    (batch,) = read(tmp_path, "\n".join(lines), skip_bad=True)
    assert list(batch.problems) == [0, 1]
    check(said(batch)[0])


@IN_ONE_FOLDER
@given(st.lists(st.one_of(nodes, st.just(None)), max_size=8), st.data())
def test_batches_of_any_size_give_the_same(
    tmp_path_factory: pytest.TempPathFactory, trees: list[Any], data: st.DataObject
) -> None:
    folder = tmp_path_factory.getbasetemp()
    text = "".join((bracketed(node, " ") if node else "(bad") + "\n" for node in trees)
    whole = content(read(folder, text, skip_bad=True))
    assert len(whole) == len(trees)
    most_rows, most_nodes = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 50))
    file = trickle(folder / "a.penn", data.draw(st.integers(1, 100)))
    batches = _read_penn(file, skip_bad=True, most_rows=most_rows, most_nodes=most_nodes)
    assert content(list(batches)) == whole


def test_a_file_has_so_many_names(tmp_path: Path) -> None:
    names = [f"N{number}" for number in range(LIMITS.names - 1)]
    parts = [names[start : start + 1000] for start in range(0, len(names), 1000)]
    text = "".join(f"(A {' '.join(f'({name} a)' for name in part)})\n" for part in parts)
    (batch,) = read(tmp_path, f"{text}(N0 (C a))\n(A-2 a)\n", skip_bad=True)
    ((row, problem),) = said(batch).items()
    assert row == len(parts)
    check(problem)
    assert batch.names == ["A", *names]
    assert batch.labels[-2:].tolist() == [LIMITS.names - 1, 0]


def test_windows_line_ends_and_byte_order_marks(tmp_path: Path) -> None:
    plain = content(read(tmp_path, VINKEN + "\n(A a)\n"))
    windows = ("\ufeff" + VINKEN + "\n(A a)").replace("\n", "\r\n")
    assert content(read(tmp_path, windows)) == plain


@pytest.mark.parametrize("start", ["# sent_id = 1", "1\tTime\ttime\tNOUN\tNN\t_\t0\troot\t_\t_"])
def test_conllu_under_another_name_is_recognised(tmp_path: Path, start: str) -> None:
    file = tmp_path / "parses"
    file.write_text(f"{start}\n")
    with refused(InputError):
        list(read_trees(file))
    (batch,) = read_trees(file, skip_bad=True)
    assert batch.problems[0].arguments == (Argument("tree_format", "conllu"),)
