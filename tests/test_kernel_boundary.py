"""What enters the kernels: arrays are refused or read safely, never trusted. And their stub."""

from __future__ import annotations

import array
import ast
import inspect
import itertools
import pickle
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused
from strategies import ragged
from wordorder import Alignment, AlignmentBatch, InputError, PermutationBatch, _kernels
from wordorder._kernels import LinkRows, Ragged
from wordorder.arrays import frozen

if TYPE_CHECKING:
    from collections.abc import Callable

WIDTHS = [np.int32, np.int64]


def unaligned(dtype: type[np.generic]) -> np.ndarray:
    size = np.dtype(dtype).itemsize
    return np.zeros(2 * size + 1, np.uint8)[1:].view(dtype)


NOT_ARRAYS: dict[str, Any] = {
    "nothing": None,
    "a list": [0, 1],
    "a number": 7,
    "text": "01",
    "bytes": bytes(8),
    "a memory view": memoryview(np.zeros(2, np.int32)),
    "another array": array.array("i", [0, 1]),
    "two dimensions": np.zeros((1, 2), np.int32),
    "no dimensions": np.int32(1),
    "a scalar array": np.array(1, np.int32),
    "fractions": np.zeros(2),
    "objects": np.array([0, None]),
    "other signs": np.zeros(2, np.uint32),
    "bytes of another machine": np.zeros(2, np.dtype(np.int32).newbyteorder()),
    "wide bytes of another machine": np.zeros(2, np.dtype(np.int64).newbyteorder()),
    "every other one": np.zeros(4, np.int32)[::2],
    "backwards": np.zeros(2, np.int32)[::-1],
    "the same again and again": np.broadcast_to(np.int32(0), 2),
    "between two numbers": unaligned(np.int32),
    "a record": np.zeros(2, [("a", np.int32)]),
    "times": np.zeros(2, "datetime64[s]"),
}


@pytest.mark.parametrize("bad", NOT_ARRAYS)
def test_what_is_no_flat_array_of_the_type_is_refused(bad: str) -> None:
    given_array, good = NOT_ARRAYS[bad], np.zeros(2, np.int32)
    for values, offsets in ((given_array, good), (good, given_array)):
        with pytest.raises(TypeError if given_array is None else InputError):
            Ragged(values, offsets)
    links = dict.fromkeys(("sources", "targets", "source_lengths", "target_lengths"), good[:1]) | {
        "offsets": good
    }
    for name in links:
        with pytest.raises(TypeError if given_array is None else InputError):
            LinkRows(**{**links, name: given_array})


def test_a_refusal_names_the_argument_and_what_it_got() -> None:
    with refused(InputError):
        Ragged(np.zeros(2), np.zeros(1, np.int64))
    with refused(InputError):
        Ragged(np.zeros(2, np.int32), np.zeros(4, np.int64)[::2])


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("offsets", [[], [-1, 2], [0, 4], [2, 1], ["max"], ["min", 0], [0, "max"]])
def test_offsets_that_do_not_fit_are_refused(width: type[np.signedinteger], offsets: Any) -> None:
    ends = {"max": np.iinfo(width).max, "min": np.iinfo(width).min}
    hostile = np.array([ends.get(one, one) for one in offsets], width)
    with refused(InputError):
        Ragged(np.zeros(3, np.int32), hostile)


@pytest.mark.parametrize("width", WIDTHS)
def test_offsets_of_either_width_are_read_as_they_are(width: type[np.signedinteger]) -> None:
    values = frozen(np.array([7, 1, 0, 0, 7], np.int32))
    offsets = frozen(np.array([1, 3, 4], width))
    rows = Ragged(values, offsets)
    assert rows.values is values
    assert rows.offsets is offsets
    assert _kernels.permutations_text(rows) == b"1 0\n0\n"
    assert rows.rows(1, 2).values is values
    assert _kernels.permutations_text(rows.rows(1, 2)) == b"0\n"


@pytest.mark.parametrize(("start", "stop"), [(-1, 1), (0, 3), (2, 1), (-(2**63), 2**63 - 1)])
def test_rows_that_are_not_there_are_refused(start: int, stop: int) -> None:
    links = AlignmentBatch.from_alignments([Alignment.parse("0-0")] * 2).link_rows
    for rows in (Ragged(*ragged([[0], [1]])), links):
        with refused(InputError):
            rows.rows(start, stop)


def test_only_a_class_of_errors_can_be_raised() -> None:
    for wrong in ((int, int, print), (InputError("x"), int, print), (InputError, int, 3)):
        with pytest.raises(TypeError):
            _kernels.register_python(*wrong)
    with pytest.raises(InputError):
        Ragged([0], [0, 1])


# --- Whose memory it is


def test_what_could_be_changed_is_copied() -> None:
    values, offsets = np.array([0, 1], np.int32), np.array([0, 2])
    rows = Ragged(values, offsets)
    values[:], offsets[:] = -1, 2**62
    assert (rows.values.tolist(), rows.offsets.tolist()) == ([0, 1], [0, 2])
    view = np.array([0, 1], np.int32)
    kept = Ragged(frozen(view[:]), np.array([0, 2]))  # read-only, but over memory that is not
    view[0] = 5
    assert kept.values.tolist() == [0, 1]


def test_what_the_kernels_made_is_read_only_and_not_copied() -> None:
    made = _kernels.Interner().intern(b"a b\nc\n")
    again = Ragged(made.values, made.offsets)
    assert again.values is made.values
    for one in (made.values, made.offsets):
        with pytest.raises(ValueError, match="read-only"):
            one[0] = 1
        with pytest.raises(ValueError, match="WRITEABLE"):
            one.flags.writeable = True
        assert not np.asarray(memoryview(one)).flags.writeable


def test_attributes_cannot_be_set() -> None:
    links = Alignment.parse("0-1 1-0").link_rows
    for owner, name in (
        (links, "sources"),
        (_kernels.crossing_counts(links), "crossing"),
        (Ragged(*ragged([[0]])), "offsets"),
    ):
        with pytest.raises(AttributeError):
            setattr(owner, name, np.zeros(1, np.int64))


def test_arrays_may_share_their_memory() -> None:
    shared = np.array([0, 1, 2, 3], np.int32)
    rows = Ragged(shared, shared)
    assert [rows.values[a:b].tolist() for a, b in itertools.pairwise(shared)] == [[0], [1], [2]]
    both = np.array([0, 1, 2], np.int32)
    links = LinkRows(both, both, np.array([0, 1, 3], np.int32), both[1:] + 1, both[1:] + 1)
    assert _kernels.alignments_text(links, None, 0) == b"0-0\n1-1 2-2\n"


SCRIBBLE = """
import sys, threading, time
import numpy as np
from wordorder import InputError, _kernels
rows, width = 3000, 20
values = np.tile(np.arange(width, dtype=np.int32), rows)
offsets = np.arange(rows + 1) * width
lengths = np.full(rows, width, np.int32)
arrays = {"values": values, "offsets": offsets, "lengths": lengths}
target, done = arrays[sys.argv[1]], False
right = target.copy()
def scribble():
    rng = np.random.default_rng(1)
    while not done:
        target[rng.integers(len(target))] = rng.choice([-1, 2**31 - 1, 0])
        target[:] = right
thread = threading.Thread(target=scribble)
thread.start()
end, outcomes = time.monotonic() + 1.5, set()
while time.monotonic() < end:
    try:
        links = _kernels.LinkRows(values, values, offsets, lengths, lengths)
        numbers = _kernels.Ragged(values, offsets)
        _kernels.crossing_counts(links), _kernels.blocked_counts(links)
        _kernels.reorderings(links, None, None, *_kernels.Branching)
        _kernels.permutations(links, _kernels.Convention.reference), links.transposed()
        _kernels.order_errors(numbers, 2)
        outcomes.add("read")
    except InputError:
        outcomes.add("refused")
done = True
thread.join()
print("well" if outcomes else "nothing")
"""


@pytest.mark.slow
@pytest.mark.parametrize("what", ["values", "offsets", "lengths"])
def test_writing_to_an_array_meanwhile_crashes_nothing(what: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIBBLE, what], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "well\n"), done.stderr[-500:]


# Whatever a kernel is called with, it refuses it or does its work.
STORM = """
import random, sys
import numpy as np
from wordorder import Alignment, InputError, _kernels
rng = random.Random(int(sys.argv[1]))
def numbers():
    count = rng.choice([0, 1, 2, 3, 7])
    return [rng.choice([-2**31, -1, 0, 1, 2, 3, 5, 2**31 - 1]) for _ in range(count)]
def arrays():
    dtype = rng.choice("i1 u1 i2 i4 i4 i4 i8 i8 >i4 f4 f8 O ?".split())
    made = np.array(numbers()).astype(dtype)
    if rng.random() < 0.2: made = made[::-1]
    if rng.random() < 0.1: made = made[::2]
    if rng.random() < 0.1: made = made.reshape(1, -1)
    if rng.random() < 0.3: made.flags.writeable = False
    return made
good = [
    Alignment.parse("0-1 1-0 2-2").link_rows,
    _kernels.parse_alignments(b"0-0 1-1\\n\\n5-3 2?1\\n", "x", 1, 0, False, None, None).links,
    _kernels.Interner(),
    _kernels.Interner().intern(b"a b a\\n\\nc d\\n"),
    _kernels.Ragged(np.array([1, 0, 0], np.int32), np.array([0, 2, 3])),
    _kernels.WordKnowledge(3, None, None, None, [1 << 20, 0, 0, 0, 0]),
    _kernels.WordKnowledge(5, None, None, None, [1 << 20, 0, 0, 1 << 19, 0], _kernels.VectorRows(
        np.array([0, 1, 2, 1, -1], np.int32), np.array([[8192], [-4096], [0]], np.int16),
        np.zeros(5, np.uint8), _kernels.Ragged(np.zeros(0, np.int32), np.zeros(6, int)), 0.5, 0.1)),
    *(_kernels.FittedLinks(_kernels.LinkWeights(
        exact=1, frequent_exact=-1, stem=1, synonym=1, vectors=1, similarity=weight,
        frequent_similarity=1, one_frequent=-50, both_frequent=1, rival=-1, unlinked=0,
        unlinked_frequent=1, jumps=[0] * 11), np.ones(count, np.uint8))
      for weight, count in ((50, 5), (-50, 4), (float("nan"), 5))),
    *_kernels.Convention, *_kernels.Symmetrization, *_kernels.Branching,
]
odd = [None, True, "kendall", "", b"", b"0-0\\n1 0\\n", b"\\xff\\n", 0.5, float("nan"), -1, 0, 1,
       2, 3, 2**64, -2**63, (), [], [1 << 20, 0, 0, 0, 0], ["kendall"], print]
made = list(good)
def anything():
    chance = rng.random()
    if chance < 0.35: return arrays()
    if chance < 0.7: return rng.choice(made)
    if chance < 0.8: return [rng.choice(made) for _ in range(rng.choice([1, 2]))]
    return rng.choice(odd)
names = [name for name in dir(_kernels) if callable(getattr(_kernels, name)) and name[0] != "_"]
names += ["rows", "kept", "transposed"]
done = 0
while done < int(sys.argv[2]):
    name = rng.choice(names)
    owner = rng.choice(good[:2]) if name in ("rows", "kept", "transposed") else _kernels
    if name == "ibm1_table": continue  # any number of iterations is a good one
    kernel = getattr(owner, name)
    told = (kernel.__init__ if isinstance(kernel, type) else kernel).__doc__ or ""
    count = told.partition(") ->")[0].count(": ") if rng.random() < 0.9 else rng.randrange(8)
    try:
        found = kernel(*(anything() for _ in range(count)))
        if isinstance(found, (_kernels.Ragged, _kernels.LinkRows)): made.append(found)
    except (InputError, TypeError, ValueError, KeyError):
        pass
    del made[60:]
    done += 1
print("well")
"""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_no_arguments_crash_a_kernel(seed: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STORM, str(seed), "60000"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "well\n"), done.stderr[-1500:]


# --- Links are checked where they come in, and what is made of them is in order


LINKS = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.booleans()), max_size=8, unique_by=hash
)


def batch_of(rows: list[list[tuple[int, int, bool]]]) -> AlignmentBatch:
    return AlignmentBatch.from_alignments(
        Alignment(
            [(i, j) for i, j, sure in row if sure],
            7,
            8,
            possible=[(i, j) for i, j, sure in row if not sure],
        )
        for row in rows
    )


def checked_again(links: LinkRows) -> LinkRows:
    return LinkRows(
        links.sources, links.targets, links.offsets, links.source_lengths, links.target_lengths
    )


@given(st.lists(LINKS, max_size=5), st.data())
def test_what_is_made_of_links_would_pass_the_check(rows: list[Any], data: st.DataObject) -> None:
    batch = batch_of(rows)
    start = data.draw(st.integers(0, len(batch)))
    some = batch.rows(start, data.draw(st.integers(start, len(batch))))
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=len(batch.sources))), np.bool_)
    changes: list[Callable[[Any], Any]] = [
        lambda one: one.transpose(),
        lambda one: one.only_sure(),
        lambda one: one.without_blocking_links(),
        lambda one: one.symmetrize(one.rows(0, len(one)), "union"),
    ]
    for change in changes:
        made = change(some)
        checked_again(made.link_rows)
        assert len(made) == len(some)
    assert list(some.transpose()) == [row.transpose() for row in some]
    assert list(some.transpose().transpose()) == list(some)
    assert list(some.only_sure()) == [row.only_sure() for row in some]
    left = some.with_links(kept[: len(batch.sources)])
    checked_again(left.link_rows)
    wanted = [(k, *link) for k, link in enumerate(zip(batch.sources, batch.targets, strict=True))]
    inside = [(i, j) for k, i, j in wanted if kept[k] and some.offsets[0] <= k < some.offsets[-1]]
    assert list(zip(left.sources, left.targets, strict=True)) == inside


@given(st.lists(LINKS, max_size=5))
def test_offsets_of_both_widths_mean_the_same(rows: list[Any]) -> None:
    wide = batch_of(rows)
    narrow = AlignmentBatch(
        wide.sources,
        wide.targets,
        frozen(wide.offsets.astype(np.int32)),
        wide.source_lengths,
        wide.target_lengths,
        wide.sure,
    )
    assert (wide.offsets.dtype, narrow.offsets.dtype) == (np.int64, np.int32)
    for count in ("crossings", "blocked_words"):
        for one, other in zip(getattr(wide, count)(), getattr(narrow, count)(), strict=True):
            assert one.tolist() == other.tolist()
    assert list(narrow) == list(wide)
    assert list(narrow.transpose()) == list(wide.transpose())
    assert list(pickle.loads(pickle.dumps(narrow))) == list(wide)
    one, other = (PermutationBatch.from_alignments(batch, "reference") for batch in (wide, narrow))
    assert one.to_text() == other.to_text()
    small = PermutationBatch(one.values, one.offsets.astype(np.int32), 1, one.group_starts)
    assert small.offsets.dtype == np.int32
    assert small.to_text(order=True) == one.to_text(order=True)
    assert small.relative_to(one).to_text() == one.relative_to(small).to_text()


def test_rows_pickle() -> None:
    rows = Ragged(np.array([7, 8, 9], np.int32), np.array([0, 1, 3], np.int32)).rows(1, 2)
    again = pickle.loads(pickle.dumps(rows))
    assert (again.offsets.dtype, len(again)) == (np.int32, 1)
    assert (again.values.tolist(), again.offsets.tolist()) == ([8, 9], [0, 2])
    links = batch_of([[(0, 1, True)], [(1, 0, True)]]).link_rows
    again = pickle.loads(pickle.dumps(links))
    assert (again.sources.tolist(), again.targets.tolist()) == ([0, 1], [1, 0])


def test_slices_share_the_links_that_were_checked() -> None:
    batch = batch_of([[(0, 1, True)], [(1, 0, True)], [(2, 2, False)]])
    some = batch.rows(1, 3)
    assert some.sources is batch.sources
    assert some.link_rows.sources is batch.link_rows.sources
    assert (some.first_line, len(some)) == (2, 2)


def test_links_of_a_kernel_are_taken_as_they_are() -> None:
    links = _kernels.parse_alignments(b"0-0 1-2\n", "name", 1, 0, False, None, None).links
    batch = AlignmentBatch.from_link_rows(links, first_line=4)
    assert batch.sources is links.sources
    assert (batch.first_line, str(batch[0])) == (4, "0-0 1-2")
    with refused(InputError):
        AlignmentBatch.from_link_rows(links, np.ones(1, np.bool_))


def test_an_array_marked_as_read_only_is_copied_as_its_owner_may_unmark_it() -> None:
    offsets = np.array([0, 1, 2])
    offsets.flags.writeable = False
    rows = Ragged(np.array([0, 0], np.int32), offsets)
    offsets.flags.writeable = True
    offsets[:] = 2**30
    assert rows.offsets.tolist() == [0, 1, 2]


def test_what_is_handed_out_cannot_be_made_writable() -> None:
    links = batch_of([[(0, 1, True)], [(1, 0, True)]])
    ranks = PermutationBatch.from_permutations([[1, 0], [0]])
    for array_out in (links.offsets, links.sources, links.source_lengths, ranks.values):
        with pytest.raises(ValueError, match="WRITEABLE"):
            array_out.flags.writeable = True


def test_a_slice_pickles_without_the_rest() -> None:
    many = AlignmentBatch.from_alignments([Alignment.parse("0-1 1-0")] * 5000)
    one = many.rows(7, 8)
    assert len(pickle.dumps(one)) < 2000
    assert [str(row) for row in pickle.loads(pickle.dumps(one))] == ["0-1 1-0"]
    ranks = PermutationBatch.from_alignments(many)
    few = PermutationBatch(ranks.values, ranks.offsets[3:5])
    assert pickle.loads(pickle.dumps(few)).to_text() == "1 0\n"
    assert len(pickle.dumps(few)) < 2000


ROOT = Path(__file__).parents[1]
STUB = ast.parse((ROOT / "src" / "wordorder" / "_kernels.pyi").read_text())


@pytest.mark.slow
def test_the_stub_is_that_of_the_kernels() -> None:
    tool = ROOT / "tools" / "kernel_stub.py"
    done = subprocess.run(
        [sys.executable, tool, "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_everything_is_documented() -> None:
    named = {name for name in vars(_kernels) if not name.startswith("_")}
    described = [node for node in STUB.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))]
    constants = {"LARGEST_WORD", "MOST_INFERRED_WORDS", "VERSION"}
    assert {node.name for node in described} | constants == named
    for owner in described:
        for node in ast.walk(owner):
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                text = ast.get_docstring(node)
                assert text, f"{owner.name}.{node.name}"
                assert inspect.cleandoc(text).splitlines()[0].endswith((".", "?")), text
