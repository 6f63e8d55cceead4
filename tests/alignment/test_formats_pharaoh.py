"""Pharaoh's and lader's forms: in, out and back, and every complaint."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from alignment_strategies import marked_alignments
from messages import refused
from streams import Trickle, trickle
from wordorder import Alignment, AlignmentBatch, InputError, UsageError, _kernels, read_alignments
from wordorder.alignment import write_alignments

if TYPE_CHECKING:
    from pathlib import Path

    from oracles.alignments import Links

reuses_files = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
LINK = re.compile(r"([0-9]+)([-?p])([0-9]+)", re.ASCII)
LADER = re.compile(r"([0-9]+)-([0-9]+) \|\|\| (.*)", re.ASCII)
MOST_WORDS = 1_000_000  # where no text tells


@pytest.fixture
def links(tmp_path: Path) -> Path:
    return tmp_path / "links.align"


def rows(path: Path, text: str | bytes, form: str = "pharaoh", **options: Any) -> list[Alignment]:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return [row for batch in read_alignments(path, form, **options) for row in batch]


def refuse(path: Path, text: str, form: str = "pharaoh", **options: Any) -> None:
    with refused(InputError):
        rows(path, text, form, **options)


def written(path: Path, *lengths: int) -> Path:
    """A text with as many words in each line."""
    path.write_text("".join(" ".join("w" * length) + "\n" for length in lengths))
    return path


def test_a_confidence_behind_a_link_is_not_kept(links: Path) -> None:
    text = "0-0:0.931 1?2:1 2p1:.5 3-3:1e-3\n"
    assert [str(row) for row in rows(links, text)] == ["0-0 1?2 2?1 3-3"]
    for token in (
        "0-0:",
        "0-0:x",
        "0-0:0.5:0.5",
        "0:0-0",
        "0-:0.5",
        "0-0:nan",
        "0-0:1.1",
        "0-0:-0",
    ):
        refuse(links, f"{token}\n")


# There and back


@reuses_files
@given(drawn=st.lists(marked_alignments(4), max_size=3), base=st.sampled_from([0, 1]))
def test_what_was_written_is_read_again(
    tmp_path: Path, drawn: list[tuple[Links, Links, int, int]], base: int
) -> None:
    made = [Alignment(sure, n, m, possible=possible) for sure, possible, n, m in drawn]
    text = write_alignments(AlignmentBatch.from_alignments(made), base=base)
    assert text.count("\n") == len(made)
    texts = {
        "source": written(tmp_path / "src", *(row.source_length for row in made)),
        "target": written(tmp_path / "tgt", *(row.target_length for row in made)),
    }
    links = tmp_path / "links"
    assert rows(links, text, base=base, **texts) == made
    # Without a text a sentence ends with its last linked word.
    for found, row in zip(rows(links, text, base=base), made, strict=True):
        assert list(found) == list(row)
        assert found.sure.tolist() == row.sure.tolist()
        assert found.source_length == max((i + 1 for i, _ in row), default=0)
        assert found.target_length == max((j + 1 for _, j in row), default=0)
    # With one of the two, only the other one is unknown.
    for (name, file), side in zip(texts.items(), ("source_length", "target_length"), strict=True):
        half = rows(links, text, base=base, **{name: file})
        assert [getattr(row, side) for row in half] == [getattr(row, side) for row in made]


@given(marked_alignments(6), st.sampled_from([0, 1]))
def test_one_line_is_read_like_a_file(drawn: tuple[Links, Links, int, int], base: int) -> None:
    sure, possible, n, m = drawn
    alignment = Alignment(sure, n, m, possible=possible)
    text = write_alignments(AlignmentBatch.from_alignments([alignment]), base=base)
    assert Alignment.parse(text, n, m, base=base) == alignment
    assert write_alignments(AlignmentBatch.from_alignments([alignment])) == f"{alignment}\n"


@settings(max_examples=20)
@given(st.lists(marked_alignments(3), max_size=3), st.data())
def test_a_slice_is_written_like_its_rows(
    drawn: list[tuple[Links, Links, int, int]], data: st.DataObject
) -> None:
    made = [Alignment(sure, n, m, possible=possible) for sure, possible, n, m in drawn]
    start, stop = sorted(data.draw(st.tuples(*[st.integers(0, len(made))] * 2)))
    part = AlignmentBatch.from_alignments(made).rows(start, stop)
    assert write_alignments(part) == "".join(f"{row}\n" for row in made[start:stop])


def test_both_bases_are_written() -> None:
    batch = AlignmentBatch.from_alignments([Alignment.parse("0-1 9?10"), Alignment([], 2, 2)])
    assert write_alignments(batch) == "0-1 9?10\n\n"
    assert write_alignments(batch, base=1) == "1-2 10?11\n\n"
    assert write_alignments(AlignmentBatch.from_alignments([])) == ""


@pytest.mark.parametrize("base", [-1, 2, 5])
def test_there_is_no_other_base(links: Path, base: int) -> None:
    with refused(UsageError):
        Alignment.parse("0-0", base=base)
    with refused(UsageError):
        rows(links, "0-0\n", base=base)


@pytest.mark.parametrize("base", [-1, 2, 5])
def test_there_is_no_other_base_to_write_in(base: int) -> None:
    batch = AlignmentBatch.from_alignments([Alignment.parse("0-0")])
    with refused(UsageError):
        write_alignments(batch, base=base)


# What a line may look like


@pytest.mark.parametrize(
    "line",
    [
        "0-1 1-0 2?2",
        "2?2 1-0 0-1",
        "0-1\t1-0\t2?2",
        "  0-1 \t 1-0   2p2 \t",
        "0-1 1-0 2?2 0-1 2p2 1-0",
        "0?1 1-0 2?2 0-1 1p0",
        "00-01 1-000 002?2",
    ],
)
def test_the_same_links_in_other_words(links: Path, line: str) -> None:
    expected = [Alignment([(0, 1), (1, 0)], 3, 3, possible=[(2, 2)])]
    assert rows(links, line + "\n") == expected
    assert rows(links, line) == expected
    assert rows(links, line + "\r\n") == expected
    assert [Alignment.parse(line)] == expected
    assert [Alignment.parse(line + "\r\n")] == expected


def test_a_blank_line_is_a_sentence_pair_without_links(links: Path) -> None:
    nothing = Alignment([], 0, 0)
    one = Alignment.parse("0-0")
    assert rows(links, "\n0-0\n \t \n\n0-0\n\n") == [nothing, one, nothing, nothing, one, nothing]
    assert rows(links, "\r\n0-0\r\n\r\n") == [nothing, one, nothing]
    assert rows(links, "") == []
    texts = {
        "source": written(links.with_name("src"), 3, 1),
        "target": written(links.with_name("tgt"), 0, 1),
    }
    assert rows(links, "\n0-0", **texts) == [Alignment([], 3, 0), one]


def test_marks_are_read_where_there_are_any(links: Path) -> None:
    links.write_text("0-0 1-1\n0?0 0-1\n")
    (batch,) = read_alignments(links)
    assert batch.sure is not None
    assert batch.sure.dtype == np.bool_
    assert batch.sure.tolist() == [True, True, False, True]
    links.write_text("0-0 1-1\n")
    (batch,) = read_alignments(links)
    assert batch.sure is None


# Long files


def test_a_line_longer_than_three_blocks(links: Path) -> None:
    n = 280_000
    line = " ".join(f"{k}-{n - 1 - k}" for k in range(n))
    assert len(line) > 3 << 20
    links.write_text(f"0-0\n{line}\n\n0?1\n")
    found = [row for batch in read_alignments(links) for row in batch]
    assert [len(row) for row in found] == [1, n, 0, 1]
    np.testing.assert_array_equal(found[1].links[:, 0], np.arange(n))
    np.testing.assert_array_equal(found[1].links[:, 1], np.arange(n)[::-1])
    assert found[3] == Alignment([], 1, 2, possible=[(0, 1)])
    links.write_text(f"0-0\n{line}\n\n0?x\n")
    with refused(InputError):
        list(read_alignments(links))


def test_many_lines_in_many_blocks(links: Path) -> None:
    count = 300_000
    text = links.with_name("text")
    text.write_bytes(b"a b\nlonger words here\n" * (count // 2))
    links.write_bytes(b"0-0 1?2 1-1\n\n" * (count // 2) + b"0-0")
    short = links.with_name("short")
    short.write_bytes(text.read_bytes() + b"x")
    batches = list(read_alignments(links, source=short))
    assert len(batches) > 1
    assert [batch.first_line for batch in batches] == (
        1 + np.cumsum([0, *(len(batch) for batch in batches[:-1])])
    ).tolist()
    lengths = np.concatenate([batch.source_lengths for batch in batches])
    np.testing.assert_array_equal(lengths, [2, 3] * (count // 2) + [1])
    assert sum(len(batch.sources) for batch in batches) == 3 * (count // 2) + 1
    with refused(InputError):
        list(read_alignments(links, source=text))


@reuses_files
@given(lengths=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12))
def test_blocks_of_links_and_of_text_need_not_agree(
    tmp_path: Path, lengths: list[tuple[int, int]]
) -> None:
    made = [Alignment([(n - 1, m - 1)] if n and m else [], n, m) for n, m in lengths]
    batches = read_alignments(
        Trickle("".join(f"{row}\n" for row in made).encode(), 16),
        source=trickle(written(tmp_path / "src", *(n for n, _ in lengths)), 7),
        target=trickle(written(tmp_path / "tgt", *(m for _, m in lengths)), 7),
    )
    assert [row for batch in batches for row in batch] == made


def test_lines_are_counted_over_blocks() -> None:
    text = b"0-0 1-1 2-2\n" * 20
    with refused(InputError):
        list(read_alignments(Trickle(text + b"0-0 2:2\n", 16, "links")))
    batches = list(read_alignments(Trickle(text, 16)))
    assert len(batches) > 10
    assert [batch.first_line for batch in batches] == [
        1 + sum(map(len, batches[:k])) for k in range(len(batches))
    ]


# The lengths of the sentences


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a b c", 3),
        ("", 0),
        (" \t ", 0),
        ("\ta  b\t\tc ", 3),
        ("10\N{NO-BREAK SPACE}000 people", 2),
        ("彼\N{IDEOGRAPHIC SPACE}は \N{IDEOGRAPHIC SPACE} 行く", 3),
        ("a\x0bb\x0cc\x85d\u2028e\u2029f", 1),
        ("a\rb c", 2),
        ("\N{ZERO WIDTH SPACE}", 1),
    ],
)
def test_words_are_what_stands_between_spaces_and_tabs(links: Path, line: str, words: int) -> None:
    text = links.with_name("text")
    text.write_bytes(f"{line}\nx\n".encode())
    assert rows(links, "\n0-0\n", source=text)[0].source_length == words
    assert rows(links, "\n0-0\n", target=text)[0].target_length == words


@pytest.mark.parametrize("side", ["source", "target"])
def test_a_text_of_another_length_is_refused_with_both_numbers(links: Path, side: str) -> None:
    text = links.with_name("text")
    cases = [
        ("0-0\n" * 3, [1, 1]),
        ("0-0\n" * 2, [1]),
        ("0-0\n", []),
        ("0-0\n" * 2, [1] * 3),
        ("0-0", [1] * 9),
        ("", [1]),
    ]
    for lines, lengths in cases:
        refuse(links, lines, **{side: written(text, *lengths)})


# What is refused

NOT_LINKS = [
    *["x", "0", "-", "0-", "-0", "0-0-0", "0--1", "-1-0", "0-0?", "0?-1", "p", "0pp1", "0-1:2"],
    *["0–1", "０-1", "0-1,", "0 -1", "1_2", "0x1-0", "+0-1", "1e1-0", "0-²", "0/1", "|||", "𝟎-𝟎"],
]


@pytest.mark.parametrize("token", NOT_LINKS)
def test_what_is_no_link_is_refused_as_it_stands(links: Path, token: str) -> None:
    refuse(links, f"0-0\n0-0 {token} 1-1\n")


def test_long_tokens_are_cut_between_two_characters(links: Path) -> None:
    for text, kept in (("0-" + "x" * 100, 40), ("y" * 40, 40), ("z" * 39 + "語", 39)):
        with refused(InputError) as caught:
            rows(links, text)
        shown = str(caught.value).split("'")[1].removesuffix("…")
        assert shown == text[:kept]


@pytest.mark.parametrize(
    ("link", "known", "base"),
    [
        ("1-3", "both", 0),
        ("2?3", "both", 0),
        ("2-4", "both", 0),
        ("3p1", "both", 1),
        ("5-99", "source", 0),
        ("99-3", "target", 0),
    ],
)
def test_a_link_past_the_end_is_named_with_line_and_lengths(
    links: Path, link: str, known: str, base: int
) -> None:
    texts = {}
    if known in ("source", "both"):
        texts["source"] = written(links.with_name("src"), 1, 2)
    if known in ("target", "both"):
        texts["target"] = written(links.with_name("tgt"), 1, 3)
    lines = f"{base}-{base}\n{base}-{base} {link} {base + 1}-{base + 1}\n"
    refuse(links, lines, base=base, **texts)


def test_one_word_is_one_word() -> None:
    with refused(InputError):
        Alignment.parse("0-2", 1, 1)


def test_a_word_0_is_refused_where_words_count_from_1(links: Path) -> None:
    refuse(links, "1-1\n1-0 1-1\n", base=1)
    refuse(links, "00?1\n", base=1)


def test_a_single_link_does_not_make_a_giant(links: Path) -> None:
    assert rows(links, "999999-0 0-999999\n")[0].target_length == 1_000_000
    assert rows(links, "1000000-1\n", base=1)[0].source_length == 1_000_000
    refuse(links, "0-0\n1000000-0\n")
    refuse(links, "0?1000000\n")
    refuse(links, "1-1000001\n", base=1)
    assert Alignment.parse("1000000-0", 1_000_001).source_length == 1_000_001
    with refused(InputError):
        Alignment.parse("0-1000000", 1_000_001)


@pytest.mark.parametrize("number", [2**30 - 1, 2**31, 2**32, 2**63, 2**64, 10**30])
def test_numbers_that_are_too_large_are_refused(links: Path, number: int) -> None:
    refuse(links, f"{number}-0\n")
    refuse(links, f"0-0 0p{number}\n")


def test_leading_zeros_do_not_make_a_number_large(links: Path) -> None:
    assert rows(links, f"{'0' * 50}1-{'0' * 99}\n") == [Alignment.parse("1-0")]


def test_a_line_without_a_length_is_refused() -> None:
    # The readers find out about that before they ask the kernel.
    one = np.array([1], np.int32)
    for lengths in ((one, None), (None, one)):
        with refused(InputError):
            _kernels.parse_alignments(b"0-0\n0-0\n", "name", 7, 0, False, *lengths)


# lader


def test_lader_has_the_lengths_in_front(links: Path) -> None:
    text = "3-4 ||| 0-0 1?2\n0-0 |||\n \t2-1\t|||  1-0 1-0\t\n5-6 ||| \r\n"
    assert rows(links, text, "lader") == [
        Alignment([(0, 0)], 3, 4, possible=[(1, 2)]),
        Alignment([], 0, 0),
        Alignment([(1, 0)], 2, 1),
        Alignment([], 5, 6),
    ]
    assert rows(links, "3-4 ||| 1-1 3-4\n", "lader", base=1) == [Alignment.parse("0-0 2-3")]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "0-0 1-1",
        "3-4",
        "3-4 || 0-0",
        "3-4|||0-0",
        "3 4 ||| 0-0",
        "34 ||| 0-0",
        "-4 ||| 0-0",
        "3- ||| 0-0",
        "3?4 ||| 0-0",
        "3-4-5 ||| 0-0",
        "||| 0-0",
        "3--4 ||| 0-0",
    ],
)
def test_lader_without_the_lengths_in_front_is_refused(links: Path, line: str) -> None:
    refuse(links, f"1-1 ||| 0-0\n{line}\n", "lader")


def test_lader_links_are_checked_against_the_lengths(links: Path) -> None:
    refuse(links, "2-3 ||| 0-0 2-0\n", "lader")
    refuse(links, "2-3 ||| 0-0 ||| 1-1\n", "lader")


def test_lader_lengths_must_be_those_of_the_text(links: Path) -> None:
    source, target = written(links.with_name("src"), 2), written(links.with_name("tgt"), 1)
    line = "2-1 ||| 0-0\n"
    assert rows(links, line, "lader", source=source, target=target) == [
        Alignment.parse("0-0", 2, 1)
    ]
    for texts in ({"source": target}, {"target": source}, {"source": source, "target": source}):
        refuse(links, line, "lader", **texts)


def test_lader_lengths_have_the_limit_of_inferred_ones(links: Path) -> None:
    for lengths in ("1000001-1", "1-1000001", f"{10**30}-1"):
        refuse(links, f"{lengths} ||| 0-0\n", "lader")


def test_lader_may_have_a_million_words(links: Path) -> None:
    # No more than a million, and what Pharaoh's form allows.
    assert rows(links, "1000000-1 ||| 999999-0\n", "lader")[0] == Alignment.parse("999999-0")


# Any bytes at all


def expected_links(
    line: str, base: int, n: int = MOST_WORDS, m: int = MOST_WORDS
) -> tuple[Links, Links] | None:
    """The sure and the possible links of a line; None if it cannot be read."""
    sure, possible = set(), set()
    for token in re.split(r"[ \t]+", line.strip(" \t")) if line.strip(" \t") else []:
        found = LINK.fullmatch(token)
        if not found:
            return None
        link = int(found[1]) - base, int(found[3]) - base
        if min(link) < 0 or link[0] >= n or link[1] >= m:
            return None
        (sure if found[2] == "-" else possible).add(link)
    return sure, possible - sure


def expected_lader(line: str, base: int, known: dict[str, int]) -> tuple[Links, Links] | None:
    found = LADER.fullmatch(line)
    if not found:
        return None
    n, m = int(found[1]), int(found[2])
    agree = known.get("source", n) == n and known.get("target", m) == m
    return expected_links(found[3], base, n, m) if agree and max(n, m) <= MOST_WORDS else None


def assert_read(
    links: Path, lines: list[str], expected: list[tuple[Links, Links] | None], **options: Any
) -> None:
    """Or refused, with the number of the first line that cannot be read."""
    text = "".join(f"{line}\n" for line in lines)
    if None in expected:
        with pytest.raises(InputError) as caught:
            rows(links, text, **options)
        assert str(caught.value).startswith(f"{links}:{expected.index(None) + 1}: ")
    else:
        found = rows(links, text, **options)
        sure = [set(row.only_sure()) for row in found]
        wanted = [(one, one | other) for one, other in filter(None, expected)]
        assert list(zip(sure, map(set, found), strict=True)) == wanted


numbers = st.sampled_from(["0", "1", "7", "10", "007", "999999", "1000000", "1000001", "", "x"])
marks = st.sampled_from(["-", "-", "-", "?", "p", "", "--", "-?"])
lines_of_tokens = st.lists(
    st.lists(st.tuples(numbers, marks, numbers).map("".join), max_size=4).map(" ".join), max_size=3
)


@reuses_files
@given(lines=lines_of_tokens, base=st.sampled_from([0, 1]))
def test_lines_are_read_as_a_regular_expression_reads_them(
    links: Path, lines: list[str], base: int
) -> None:
    assert_read(links, lines, [expected_links(line, base) for line in lines], base=base)


few_links = st.lists(st.sampled_from(["0-0", "1-1", "1?7", "7p1", "7-7", "8-1", "1-9"]), max_size=3)
fronts = st.sampled_from(
    [*["8-8 |||"] * 5, "8-9 |||", "9-8 |||", "8?8 |||", "8-8 ||", "1000001-8 |||"]
)


@reuses_files
@given(
    drawn=st.lists(st.tuples(fronts, few_links.map(" ".join)), max_size=3),
    texts=st.sets(st.sampled_from(["source", "target"])),
    form=st.sampled_from(["pharaoh", "lader"]),
    base=st.sampled_from([0, 1]),
)
def test_lines_of_known_lengths_are_read_as_a_regular_expression_reads_them(
    links: Path, drawn: list[tuple[str, str]], texts: set[str], form: str, base: int
) -> None:
    known = dict.fromkeys(texts, 8)
    if form == "lader":
        lines = [f"{front} {tokens}" for front, tokens in drawn]
        expected = [expected_lader(line, base, known) for line in lines]
    else:
        lines = [tokens for _, tokens in drawn]
        n, m = (known.get(side, MOST_WORDS) for side in ("source", "target"))
        expected = [expected_links(line, base, n, m) for line in lines]
    files = {side: written(links.with_name(side), *[8] * len(lines)) for side in texts}
    assert_read(links, lines, expected, form=form, base=base, **files)


ALPHABET = b"0123456789-?p| \t\n\r"
soup = st.one_of(
    st.binary(max_size=60),
    st.lists(st.sampled_from(ALPHABET), max_size=60).map(bytes),
)


@pytest.mark.slow
@settings(reuses_files, max_examples=100)
@given(
    data=soup,
    text=st.one_of(st.none(), soup),
    form=st.sampled_from(["pharaoh", "lader"]),
    base=st.sampled_from([0, 1]),
)
def test_bytes_of_any_kind_are_read_or_refused(
    links: Path, data: bytes, text: bytes | None, form: str, base: int
) -> None:
    file = None
    if text is not None:
        file = links.with_name("text")
        file.write_bytes(text)
    try:
        found = rows(links, data, form, base=base, source=file)
    except InputError:
        return
    for row in found:
        assert all(i < row.source_length and j < row.target_length for i, j in row)


@given(st.one_of(st.text(), st.text("0123456789-?p \t\r")))
def test_text_of_any_kind_is_read_or_refused(text: str) -> None:
    try:
        alignment = Alignment.parse(text)
    except InputError:
        return
    assert Alignment.parse(str(alignment)) == alignment
