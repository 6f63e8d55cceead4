"""CoNLL-U: single sentences, what is refused, and files of them."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from messages import check, refused
from oracles import conllu as oracle
from streams import Trickle, trickle
from syntax_strategies import heads, sentences
from wordorder.alignment import in_lockstep
from wordorder.errors import InputError, UsageError
from wordorder.syntax import DependencyBatch, DependencyTree, Token, read_trees
from wordorder.syntax.reading import _read_conllu, whole_sentences
from wordorder.syntax.tree import LIMITS
from wordorder.text import TextBlock, read_blocks

if TYPE_CHECKING:
    from pathlib import Path

IN_ONE_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
FRENCH = """\
# sent_id = 1
# text = vers 10 000 au bois
1\tvers\tvers\tADP\tIN\t_\t2\tcase\t_\t_
2\t10 000\t10 000\tNUM\tCD\tNumber=Plur\t0\troot\t0:root\tSpaceAfter=No
2.1\tgo\tgo\tVERB\t_\t_\t_\t_\t0:root\t_
3-4\tau\t_\t_\t_\t_\t_\t_\t_\t_
3\tà\tà\tADP\t_\t_\t5\tcase\t_\t_
4\tle\tle\tDET\t_\t_\t5\tdet\t_\t_
5\tbois\tbois\tNOUN\t_\t_\t2\tnmod\t_\t_

"""


def line(number: object, head: object, deprel: str = "dep", upos: str = "X") -> str:
    return f"{number}\tw\t_\t{upos}\t_\t_\t{head}\t{deprel}\t_\t_\n"


def sentence(*found: int) -> str:
    """Words with these heads, from 1 on."""
    return "".join(line(number, head) for number, head in enumerate(found, 1)) + "\n"


def said(batch: DependencyBatch) -> dict[int, str]:
    return {row: str(problem) for row, problem in batch.problems.items()}


def read(folder: Path, text: str | bytes, **options: bool) -> list[DependencyBatch]:
    file = folder / "a.conllu"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    batches = list(read_trees(file, **options))
    assert all(isinstance(batch, DependencyBatch) for batch in batches)
    return [batch for batch in batches if isinstance(batch, DependencyBatch)]


def content(batches: list[DependencyBatch]) -> list[object]:
    """All that batches say, row by row."""
    rows: list[object] = []
    for batch in batches:
        for row in range(len(batch)):
            part = slice(batch.offsets[row], batch.offsets[row + 1])
            names = [[batch.names[k] for k in ids[part]] for ids in (batch.deprels, batch.upos)]
            number = batch.first_sentence + row
            problem = said(batch).get(row)
            text = None if problem else str(batch[row])
            place = int(batch.lines[row])
            rows.append((number, place, batch.heads[part].tolist(), names, problem, text))
    return rows


def test_a_sentence_has_its_words_and_its_text() -> None:
    tree = DependencyTree.parse(FRENCH)
    assert str(tree) == FRENCH
    assert tree.comments == ("# sent_id = 1", "# text = vers 10 000 au bois")
    assert tree.words == ("vers", "10 000", "à", "le", "bois")
    assert tree.heads.tolist() == [1, -1, 4, 4, 1]
    assert tree.heads.dtype == np.int32
    assert tree.deprels == ("case", "root", "case", "det", "nmod")
    root = Token(
        "10 000", "10 000", "NUM", "CD", "Number=Plur", -1, "root", "0:root", "SpaceAfter=No"
    )
    assert tree.tokens[1] == root
    assert len(tree) == 5
    assert DependencyTree.parse("\n\n" + FRENCH.rstrip("\n")) == tree


@given(sentences())
def test_any_sentence_comes_back_and_has_the_heads_of_the_oracle(text: str) -> None:
    tree = DependencyTree.parse(text)
    assert str(tree) == text
    assert tree.heads.tolist() == oracle.heads(text)


CELLS = st.sampled_from(["", "_", "0", "1", "2", "3", "-1", "01", "1-2", "2-3", "0.1", "1.1", "x"])


@pytest.mark.slow
@settings(max_examples=150)
@given(sentences(), st.data())
def test_a_damaged_sentence_is_good_only_if_the_oracle_agrees(
    text: str, data: st.DataObject
) -> None:
    rows = [written.split("\t") for written in text.rstrip("\n").split("\n")]
    for _ in range(data.draw(st.integers(1, 2))):
        row = data.draw(st.sampled_from(rows))
        column = data.draw(st.sampled_from([0, 0, 6, 6, len(row) - 1]))
        row[min(column, len(row) - 1)] = data.draw(CELLS)
        if data.draw(st.integers(0, 5)) == 0:
            rows.insert(data.draw(st.integers(0, len(rows))), list(row))
    damaged = "\n".join("\t".join(row) for row in rows if row != [""])
    expected = oracle.heads(damaged)
    try:
        found = DependencyTree.parse(damaged)
    except InputError:
        assert expected is None
    else:
        assert found.heads.tolist() == expected


BAD = {
    "nine columns": (line(1, 0).replace("\t_\t_\n", "\t_\n"), 1),
    "eleven columns": ("x" + "\t" * 10, 1),
    "one column": ("a b\n", 1),
    "a line of blanks": (line(1, 0) + "  \n" + line(2, 1), 2),
    "id too high": ("# x\n" + line(1, 0) + line(3, 1), 3),
    "id again": (line(1, 0) + line(1, 0), 2),
    "id with zeros": (line("01", 0), 1),
    "no id": (line("", 0), 1),
    "head no number": (line(1, "x1"), 1),
    "head with zeros": (line(1, "00"), 1),
    "negative head": (line(1, -1), 1),
    "no head": (line(1, 0) + line(2, "_"), 2),
    "own head": (line(1, 0) + line(2, 2), 2),
    "head too high": (line(1, 3) + line(2, 0), 1),
    "huge head": (line(1, "9" * 50) + line(2, 0), 1),
    "no root": (sentence(2, 1), 1),
    "two roots": ("#\n" + sentence(0, 1, 0), 4),
    "cycle": ("#\n" + sentence(0, 1, 4, 5, 3), 4),
    "cycle behind a word": (sentence(0, 3, 4, 3), 3),
    "long cycle": (sentence(0, 3, 4, 5, 6, 7, 2), 2),
    "range backwards": (line("2-1", "_"), 1),
    "range of nothing": (line("1-", "_"), 1),
    "range too late": (line(1, 0) + line("1-2", "_"), 2),
    "range past the end": ("#\n" + line("1-999999999999", "_") + line(1, 0), 2),
    "range one word too long": (line(1, 0) + line("2-3", "_") + line(2, 1), 2),
    "ranges overlap": (line("1-2", "_") + line(1, 0) + line("2-3", "_"), 3),
    "range twice": (line("1-2", "_") * 2, 2),
    "empty node of another word": (line(1, 0) + line("2.1", "_"), 2),
    "empty node with another number": (line(1, 0) + line("1.1", "_") + line("1.3", "_"), 3),
    "empty node without number": (line("0.", "_"), 1),
    "empty node behind a range": (line("1-2", "_") + line("0.1", "_"), 2),
    "only comments": ("# a\n# b\n", 1),
    "only an empty node": ("# a\n" + line("0.1", "_"), 1),
    "long relation": (line(1, 0, deprel="r" * 256), 1),
    "hostile cell": (line(1, "\x1b[31m"), 1),
    "too many words": (sentence(0, *[1] * LIMITS.words), 4001),
    "too many bytes": ("#" * (LIMITS.bytes + 1), 1),
}


@pytest.mark.parametrize(("text", "at"), BAD.values(), ids=BAD)
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, text: str, at: int) -> None:
    with refused(InputError) as caught:
        DependencyTree.parse(text)
    problem = str(caught.value).removeprefix(f"line {at}: ")
    assert len(problem) < 200
    # In a file between two good sentences, two lines lower.
    together = f"{sentence(0)}{text.rstrip(chr(10))}\n\n\n{sentence(2, 0)}"
    described = f"{tmp_path / 'a.conllu'}:{at + 2}: sentence 2: {problem}"
    with pytest.raises(InputError) as caught:
        read(tmp_path, together)
    assert str(caught.value) == described
    batches = read(tmp_path, together, skip_bad=True)
    assert [row for batch in batches for row in batch.lengths] == [1, 0, 2]
    assert [problem for batch in batches for problem in said(batch).values()] == [described]
    good = [str(row) for batch in batches for row in good_rows(batch)]
    assert good == [sentence(0), sentence(2, 0)]


def good_rows(batch: DependencyBatch) -> list[DependencyTree]:
    return [batch[row] for row in range(len(batch)) if row not in batch.problems]


def test_the_largest_sentence_is_read() -> None:
    tree = DependencyTree.parse(sentence(0, *[1] * (LIMITS.words - 1)))
    assert len(tree) == LIMITS.words


@pytest.mark.parametrize("text", ["", "\n\n", sentence(0) * 2])
def test_parse_wants_one_sentence(text: str) -> None:
    with refused(InputError):
        DependencyTree.parse(text)


def test_arrays_of_a_batch(tmp_path: Path) -> None:
    (batch,) = read(tmp_path, "\n" + FRENCH + "\n\n" + sentence(2, 0))
    assert batch.heads.tolist() == [1, -1, 4, 4, 1, 1, -1]
    assert batch.offsets.tolist() == [0, 5, 7]
    assert batch.lengths.tolist() == [5, 2]
    assert batch.lines.tolist() == [2, 14]
    assert batch.first_sentence == 1
    assert list(batch.problems) == []
    assert [batch.names[k] for k in batch.deprels] == [
        *("case", "root", "case", "det", "nmod", "dep", "dep")
    ]
    assert [batch.names[k] for k in batch.upos] == ["ADP", "NUM", "ADP", "DET", "NOUN", "X", "X"]
    assert [array.dtype for array in (batch.heads, batch.deprels, batch.upos)] == [np.int32] * 3
    assert list(map(str, batch)) == [FRENCH, sentence(2, 0)]
    with pytest.raises(IndexError):
        batch[2]


def test_rows_of_a_batch(tmp_path: Path) -> None:
    text = sentence(0) + "# bad\n\n" + FRENCH + "1\tbad\n\n" + sentence(2, 0)
    (batch,) = read(tmp_path, text, skip_bad=True)
    for start in range(len(batch) + 1):
        for stop in range(start, len(batch) + 1):
            assert content([batch.rows(start, stop)]) == content([batch])[start:stop]
    part = batch.rows(1, 3).rows(1, 2)
    assert str(part[0]) == FRENCH
    assert part.lengths.tolist() == [5]
    with refused(InputError):
        batch[1]


def test_files_as_they_come(tmp_path: Path) -> None:
    plain = content(read(tmp_path, FRENCH + sentence(0)))
    windows = ("\ufeff" + FRENCH + sentence(0)).replace("\n", "\r\n")
    assert content(read(tmp_path, windows)) == plain
    assert content(read(tmp_path, (FRENCH + sentence(0)).rstrip("\n"))) == plain
    assert read(tmp_path, "") == []
    packed = tmp_path / "b.conll.gz"
    packed.write_bytes(gzip.compress((FRENCH + sentence(0)).encode()))
    read_bytes: list[int] = []
    (batch,) = read_trees(packed, on_bytes=read_bytes.append)
    assert isinstance(batch, DependencyBatch)
    assert content([batch]) == plain
    assert sum(read_bytes) == packed.stat().st_size
    other = tmp_path / "parses"
    other.write_text(FRENCH)
    (batch,) = read_trees(other, "conllu")
    assert list(map(str, batch)) == [FRENCH]
    with refused(UsageError):
        list(read_trees(other, "conll"))


@pytest.mark.slow
@IN_ONE_FOLDER
@given(st.lists(st.one_of(sentences(), st.sampled_from(["\n", "#\n\n", "1\tx\n\n"]))), st.data())
def test_blocks_of_any_size_give_the_same(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], data: st.DataObject
) -> None:
    folder = tmp_path_factory.getbasetemp()
    text = "".join(texts)
    whole = content(read(folder, text, skip_bad=True))
    size = data.draw(st.integers(1, 200))
    batches = list(read_trees(trickle(folder / "a.conllu", size), skip_bad=True))
    assert content(batches) == whole
    if batches:
        assert content([DependencyBatch.join(batches)]) == whole


def test_names_keep_their_meaning() -> None:
    blocks = [line(1, 0, upos=name) + "\n" for name in ("A", "B", "A", "C")]
    batches = list(read_trees(Trickle("".join(blocks).encode(), 1), "conllu"))
    assert len(batches) == 4
    assert batches[0].names == ["dep", "A", "B", "C"]
    assert [batch.upos.tolist() for batch in batches] == [[1], [2], [1], [3]]


def test_only_batches_of_one_file_are_joined(tmp_path: Path) -> None:
    one, other = (read(tmp_path, line(1, 0, upos=name))[0] for name in "AB")
    with refused(InputError):
        DependencyBatch.join([one, other])


def test_the_words_of_all_sentences(tmp_path: Path) -> None:
    (batch,) = read(tmp_path, sentence(0, 1) + FRENCH)
    assert batch.sentences() == [["w", "w"], ["vers", "10 000", "à", "le", "bois"]]
    assert batch.rows(1, 2).sentences() == batch.sentences()[1:]


def test_a_file_has_so_many_names() -> None:
    texts = [line(1, 0, upos=name) + "\n" for name in ("A", "B", "C", "A")]
    file = Trickle("".join(texts).encode(), 1 << 20, "a.conllu")
    (batch,) = _read_conllu(file, skip_bad=True, limits=LIMITS._replace(names=3))
    ((row, problem),) = said(batch).items()
    assert row == 2
    check(problem)
    assert batch.lengths.tolist() == [1, 1, 0, 1]


@pytest.mark.parametrize("size", [1, 7, 40, 100_000])
def test_an_endless_sentence_is_passed_over(size: int) -> None:
    long = sentence(0, *[1] * 1000)
    text = sentence(0) + "\n" + long + "\n" + sentence(2, 0) + long.rstrip("\n")
    file = Trickle(text.encode(), size, "a.conllu")
    batches = list(_read_conllu(file, skip_bad=True, limits=LIMITS._replace(bytes=100)))
    assert [row for batch in batches for row in batch.lengths] == [1, 0, 2, 0]
    assert [at for batch in batches for at in batch.lines] == [1, 4, 1007, 1010]
    assert [str(row) for batch in batches for row in good_rows(batch)] == [
        sentence(0),
        sentence(2, 0),
    ]
    problems = [text for batch in batches for text in said(batch).values()]
    assert len(problems) == 2
    for problem in problems:
        check(problem)
    if size < 100:
        pieces = whole_sentences(read_blocks(Trickle(text.encode(), size)), 100)
        assert max(len(piece) for piece, _ in pieces) <= 100 + 2 * (40 + size)


def test_a_piece_is_never_cut_inside_a_sentence() -> None:
    blocks = [TextBlock(data, 1, 1, "file") for data in (b"a\n", b"\n", b"\n", b"b\n", b"\nc\n")]
    assert list(whole_sentences(blocks)) == [
        *((b"a\n\n", 1), (b"\nb\n\n", 3), (b"c\n", 6)),
    ]


def test_trees_are_cut_in_step_with_other_batches(tmp_path: Path) -> None:
    (batch,) = read(tmp_path, sentence(0) + "#\n\n" + sentence(2, 0), skip_bad=True)
    streams = [iter([batch.rows(0, 1), batch.rows(1, 3)]), iter([batch])]
    pairs = list(in_lockstep(["one", "other"], streams))
    assert [[len(part) for part in pair] for pair in pairs] == [[1, 1], [2, 2]]
    assert [content([part]) for part in pairs[1]] == [content([batch])[1:]] * 2


@given(heads())
def test_the_kernel_has_the_heads_of_plain_trees(found: list[int]) -> None:
    tree = DependencyTree.parse(sentence(*(head + 1 for head in found)))
    assert tree.heads.tolist() == found
