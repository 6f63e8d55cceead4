"""Tables of paraphrases in METEOR's format: three lines each, and nothing else."""

from __future__ import annotations

import gzip
import itertools
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from kernel_calls import match_words
from messages import refused
from wordorder._kernels import Interner, ParaphraseTable
from wordorder.alignment.matching.matcher import Matcher
from wordorder.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

ONE = 1 << 20

WORDS = "a b c d e f g h"


def interner_of(words: str = WORDS) -> Interner:
    interner = Interner()
    interner.intern(words.encode())
    return interner


def table_of(*blocks: bytes, words: str = WORDS) -> ParaphraseTable:
    table = ParaphraseTable(interner_of(words), "table.gz")
    for block in blocks:
        table.add(block)
    table.finish()
    return table


def lines_of(*pairs: tuple[str, str]) -> bytes:
    return "".join(f"0.25\n{one}\n{other}\n" for one, other in pairs).encode()


def links(table: ParaphraseTable, hypothesis: str, reference: str) -> str:
    """What is matched by paraphrases alone."""
    interner = interner_of()
    ids = [interner.intern(side.encode() + b"\n") for side in (hypothesis, reference)]
    links = match_words(*ids, len(interner), None, None, table, [0, 0, 0, 0, ONE], 1).links
    return " ".join(f"{i}-{j}" for i, j in zip(links.sources, links.targets, strict=True))


# --- What is matched


@pytest.mark.parametrize(
    ("pair", "hypothesis", "reference", "found"),
    [
        (("a", "b"), "a", "b", "0-0"),
        (("a b", "c"), "a b", "c", "0-0 1-0"),
        (("a b", "c"), "a", "c", ""),
        (("a b", "c"), "a d b", "c", ""),
        (("a b", "c"), "b a", "c", ""),
        (("a b", "c"), "h a b h", "h h c", "1-2 2-2"),
        (("a", "b c d"), "a", "b c d", "0-0 0-1 0-2"),
        (("a b", "c d"), "a b", "c d", "0-0 0-1 1-0 1-1"),
        (("a b", "b a"), "a b", "b a", "0-0 0-1 1-0 1-1"),
        (("a a", "a"), "a a a", "a", "0-0 1-0"),
        (("a", "b"), "a a", "b", "0-0"),
    ],
)
def test_phrases_match_in_both_directions(
    pair: tuple[str, str], hypothesis: str, reference: str, found: str
) -> None:
    turned = sorted("-".join(link.split("-")[::-1]) for link in found.split())
    for entry in (pair, pair[::-1]):
        table = table_of(lines_of(entry))
        assert links(table, hypothesis, reference) == found
        assert sorted(links(table, reference, hypothesis).split()) == turned


def test_paraphrases_are_not_passed_on() -> None:
    table = table_of(lines_of(("a", "b"), ("b", "c")))
    assert links(table, "a", "b") == links(table, "b", "c") == "0-0"
    assert links(table, "a", "c") == ""


def test_the_longest_phrase_is_not_always_the_best() -> None:
    table = table_of(lines_of(("a b c", "d"), ("a", "e"), ("b c", "f g h")))
    assert links(table, "a b c", "d") == "0-0 1-0 2-0"
    # 2 + 5 words are more than 3 + 1.
    assert links(table, "a b c", "d e f g h") == "0-1 1-2 1-3 1-4 2-2 2-3 2-4"


@pytest.mark.parametrize(
    ("pairs", "size"),
    [
        ([], 0),
        ([("a", "b")], 1),
        ([("a", "b"), ("a", "b"), ("b", "a")], 1),
        ([("a", "a"), ("a b", "a  b"), ("a b", "\ta b ")], 0),
        ([("a", "b"), ("a", "b c"), ("a b", "c")], 3),
        ([("a", "z"), ("z", "a"), ("a z", "b"), ("a", "b z c")], 0),
        ([("a", "z"), ("a", "b"), ("z", "z"), ("z z", "z")], 1),
    ],
)
def test_only_different_phrases_of_known_words_are_kept(
    pairs: list[tuple[str, str]], size: int
) -> None:
    assert len(table_of(lines_of(*pairs))) == size


def test_a_dropped_phrase_takes_nothing_along() -> None:
    # The first phrase of a record is unknown, then its second one; neither joins another record.
    table = table_of(lines_of(("z", "a"), ("b", "c"), ("d", "z"), ("e", "f")))
    assert len(table) == 2
    assert links(table, "b", "c") == links(table, "f", "e") == "0-0"
    assert links(table, "b", "a") == links(table, "d", "e") == links(table, "d", "f") == ""


@pytest.mark.parametrize(("words", "size"), [(16, 1), (17, 0)])
def test_phrases_of_more_than_sixteen_words_are_left_out(words: int, size: int) -> None:
    assert len(table_of(lines_of((" ".join("a" * words), "b")))) == size
    assert len(table_of(lines_of(("b", " ".join("a" * words))))) == size


ALL_WITH_ALL = """
import sys
from wordorder import Matcher
n, folder = int(sys.argv[1]), sys.argv[2]
matched = Matcher(paraphrases=folder + "/table").match([" ".join("a" * n)], [" ".join("b" * n)])
print(len({*matched.alignments.sources}), len({*matched.alignments.targets}))
"""


@pytest.mark.parametrize(
    ("words", "longest"),
    [
        (60, 20),
        pytest.param(200, 20, marks=pytest.mark.slow),
        pytest.param(100, 119, marks=pytest.mark.slow),
    ],
)
def test_phrases_that_all_match_each_other_take_no_minutes(
    tmp_path: Path, words: int, longest: int
) -> None:
    lengths = range(1, longest + 1)
    pairs = itertools.product(*([" ".join(word * n) for n in lengths] for word in "ab"))
    (tmp_path / "table").write_bytes(lines_of(*pairs))
    command = [sys.executable, "-c", ALL_WITH_ALL, str(words), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == f"{words} {words}\n"


def test_blanks_do_not_matter() -> None:
    table = table_of(b"1\n  a \t b \n c\t\n")
    assert links(table, "a b", "c") == "0-0 1-0"


def test_words_that_come_after_the_table_match_nothing() -> None:
    interner = interner_of("a b")
    table = ParaphraseTable(interner, "table")
    table.add(lines_of(("a", "b"), ("new", "a")))
    table.finish()
    ids = [interner.intern(side) for side in (b"new a\n", b"a new b\n")]
    links = match_words(*ids, len(interner), None, None, table, [0, 0, 0, 0, ONE], 1).links
    assert (links.sources.tolist(), links.targets.tolist()) == ([1], [2])


# --- How it is read


@given(
    st.lists(st.tuples(*[st.lists(st.sampled_from("abcz"), min_size=1, max_size=3)] * 2)),
    st.lists(st.integers(0, 30)),
    st.booleans(),
)
def test_a_table_may_come_in_any_blocks_of_lines(
    pairs: list[tuple[list[str], list[str]]], cuts: list[int], last_end: bool
) -> None:
    data = lines_of(*((" ".join(one), " ".join(other)) for one, other in pairs))
    lines = data.splitlines(keepends=True)
    if lines and not last_end:
        lines[-1] = lines[-1].removesuffix(b"\n")
    ends = [0, *sorted(cut for cut in cuts if cut < len(lines)), len(lines)]
    blocks = [b"".join(lines[start:end]) for start, end in itertools.pairwise(ends)]
    table = table_of(*blocks)
    known = {
        frozenset([tuple(one), tuple(other)])
        for one, other in pairs
        if one != other and "z" not in [*one, *other]
    }
    assert len(table) == len(known)
    for one, other in map(tuple, known):
        assert links(table, " ".join(one), " ".join(other)) != ""


@pytest.mark.parametrize("probability", ["0", "1", "0.5", ".5", "1e-7", "4.2E-05", "1.", "+1"])
def test_probabilities(probability: str) -> None:
    assert len(table_of(f"{probability}\na\nb\n".encode())) == 1


GOOD = "0.5\na\nb\n"


@pytest.mark.parametrize(
    "text",
    [
        "a\nb\n0.5\n",
        "\n",
        GOOD + "\n",
        GOOD + "0,5\na\nb\n",
        GOOD + "0.5 ||| a ||| b\n",
        GOOD + "nan\na\nb\n",
        GOOD + "-\na\nb\n",
        GOOD + ".\na\nb\n",
        GOOD + "e\na\nb\n",
        GOOD + "1.2.3\na\nb\n",
        pytest.param(GOOD + "ä" * 500 + "\n", id="long"),
        GOOD + "1\n\nb\n",
        GOOD + "1\na\n\n",
        GOOD + "1\n \t\nb\n",
        GOOD + "1\nz\n\n",
        "0.5\n",
        GOOD + "0.5\na\n",
        GOOD + "0.5\na",
    ],
)
def test_a_bad_line_is_named(text: str) -> None:
    lines = text.encode().splitlines(keepends=True)
    for blocks in ([text.encode()], lines):
        with refused(InputError) as caught:
            table_of(*blocks)
        assert len(str(caught.value)) < 250


@pytest.mark.parametrize("bad", ["0.5\na\nb\n", None, 1])
def test_only_bytes_are_read(bad: Any) -> None:
    with pytest.raises(TypeError):
        ParaphraseTable(interner_of(), "table").add(bad)


def test_the_words_live_as_long_as_the_table() -> None:
    table = ParaphraseTable(interner_of("a b"), "table")
    table.add(GOOD.encode())
    table.finish()
    assert links(table, "a", "b") == "0-0"


# In a process of its own: what is wrong here ends the process.
UNREADY = """
import wordorder.kernel_setup
from wordorder._kernels import Interner, ParaphraseTable, WordKnowledge, match_words
interner = Interner()
hypothesis, reference = interner.intern(b"a b c d\\n"), interner.intern(b"e f g\\n")
table = ParaphraseTable(interner, "table")
table.add(b"1\\na b\\ne\\n")
more = b"1\\na b c\\nf\\n1\\nc\\ng f\\n1\\nd\\nf g\\n"
{}
try:
    knowledge = WordKnowledge(7, None, None, table, [0, 0, 0, 0, 1 << 20])
    found = match_words(hypothesis, reference, knowledge, 1)
except (ValueError, TypeError):
    pass
else:
    assert found.links.sources.tolist()[:2] == [0, 1], found
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "calls", ["pass", "table.finish(); table.finish()", "table.finish(); table.add(more)"]
)
def test_a_table_that_is_not_ready_is_refused_or_does_what_it_can(calls: str) -> None:
    script = UNREADY.format(f"try: {calls}\nexcept ValueError: raise SystemExit")
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)
    assert (done.returncode, done.stderr.decode()[-300:]) == (0, "")


# --- In a matcher


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.gz"
    path.write_bytes(
        gzip.compress(lines_of(("kick the bucket", "die"), ("as well as", "and"), ("big", "large")))
    )
    return path


def test_a_matcher_with_paraphrases(table: Path) -> None:
    matcher = Matcher(paraphrases=table)
    assert matcher.stages == ("exact", "paraphrase")
    batch = matcher.match(["They kick the BUCKET", "big dogs", "x"], ["they die", "large dogs", ""])
    assert list(map(str, batch.alignments)) == ["0-0 1-1 2-1 3-1", "0-0 1-1", ""]
    stages = ("exact", "paraphrase", "paraphrase", "paraphrase")
    assert [batch.stages_of(row) for row in range(3)] == [stages, ("paraphrase", "exact"), ()]
    assert batch.covered.tolist() == [6, 4, 0]
    assert batch.chunks.tolist() == [1, 1, 0]
    assert batch.exact.all()


def test_paraphrases_may_be_worth_less(table: Path) -> None:
    batch = Matcher(paraphrases=table, weights={"paraphrase": 0.5}).match(["big x"], ["large x"])
    assert batch.covered.tolist() == [3]
    # The same words are covered, worth more.
    batch = Matcher(paraphrases=table, weights={"exact": 0.25}).match(["big large"], ["large big"])
    assert str(batch.alignments[0]) == "0-0 1-1"
    assert batch.covered.tolist() == [4]


def test_english_words_by_their_best_stage(table: Path) -> None:
    matcher = Matcher("en", paraphrases=table)
    assert matcher.stages == ("exact", "stem", "synonym", "paraphrase")
    assert matcher.match(["big"], ["large"]).stages_of(0) == ("synonym",)
    heavy = Matcher("en", paraphrases=table, weights={"synonym": 0.5})
    assert heavy.match(["big"], ["large"]).stages_of(0) == ("paraphrase",)


def test_the_case_of_the_table_is_folded_like_that_of_the_text(tmp_path: Path) -> None:
    # As that of a user's own synonyms is.
    path = tmp_path / "table"
    path.write_bytes(lines_of(("the US", "America")))
    mixed = Matcher(paraphrases=path, fold_case=False)
    assert str(mixed.match(["the US"], ["America"]).alignments[0]) == "0-0 1-0"
    assert str(Matcher(paraphrases=path).match(["The US"], ["america"]).alignments[0]) == "0-0 1-0"


@pytest.mark.parametrize(
    "data",
    [
        b"0.5\nbig\nlarge\nx\n",
        b"0.5\nbig\n",
        b"0.5\n\nlarge\n",
        b"0.5\n\xff\nlarge\n",
        pytest.param(gzip.compress(b"0.5\nbig\nlarge\n", mtime=0)[:-4], id="truncated"),
    ],
)
def test_a_bad_table_is_named_with_its_line(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "table"
    path.write_bytes(data)
    for call in (
        lambda: Matcher(paraphrases=path).match(["big"], ["large"]),
        lambda: next(Matcher(paraphrases=path).match_files(__file__, __file__)),
    ):
        with refused(InputError):
            call()


def test_a_table_with_windows_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(lines_of(("big", "large")).replace(b"\n", b"\r\n"))
    assert str(Matcher(paraphrases=path).match(["big"], ["large"]).alignments[0]) == "0-0"


def test_a_table_of_several_blocks(tmp_path: Path) -> None:
    # More than a mebibyte, cut wherever the reader cuts it.
    path = tmp_path / "table"
    count = 60_000
    path.write_bytes(lines_of(*((f"one{k}", f"other {k}") for k in range(count))))
    asked = range(0, count, 500)
    sides = [f"one{k}" for k in asked], [f"other {k}" for k in asked]
    batch = Matcher(paraphrases=path).match(*sides)
    assert np.all(batch.covered == 3)


def test_files_are_matched_like_sentences(tmp_path: Path, table: Path) -> None:
    sides = (
        ["they kick the bucket", "a", "", "big and bad"],
        ["they die", "b", "x", "large as well as bad"],
    )
    files = [tmp_path / "hyp", tmp_path / "ref"]
    for file, side in zip(files, sides, strict=True):
        file.write_text("\n".join(side))
    matcher = Matcher(paraphrases=table)
    told: list[int] = []
    batches = list(matcher.match_files(*files, on_bytes=told.append))
    rows = [str(row) for batch in batches for row in batch.alignments]
    assert rows == list(map(str, matcher.match(*sides).alignments))
    # Read twice, told once.
    assert sum(told) == sum(file.stat().st_size for file in files)
