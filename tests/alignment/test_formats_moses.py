"""Moses' traces: phrases, their word links, and crossings that leave unknown orders out."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from format_files import IN_ONE_FOLDER, Case, reader
from messages import refused
from wordorder.alignment import Alignment, Crossings
from wordorder.alignment.formats.moses import Phrase, Trace, parse_trace, read_traces
from wordorder.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from hypothesis.strategies import DrawFn

read = reader("moses")
SCORES = ",total=-1.5,LM0= -3.2 Distortion0= 0 PhraseDictionary0= -1 -2.5 "


def written(trace: Trace) -> str:
    """The line as Moses writes it."""
    text = ""
    for phrase in trace.phrases:
        text += "".join(f"{trace.words[j]} " for j in phrase.target)
        text += f"|{phrase.source.start}-{phrase.source.stop - 1}"
        if phrase.links is not None:
            links = ((i - phrase.source.start, j - phrase.target.start) for i, j in phrase.links)
            text += ",wa=" + "".join(f"{i}-{j} " for i, j in links) + SCORES
        text += "| "
    return text


@st.composite
def traces(draw: DrawFn) -> Trace:
    """Some phrases in any order, with gaps in the source, with and without word links."""
    sizes = draw(
        st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3), st.integers(0, 3)), max_size=5)
    )
    ends = list(itertools.accumulate(gap + p for gap, p, _ in sizes))
    phrases, m = [], 0
    for end, (_, p, q) in draw(st.permutations(list(zip(ends, sizes, strict=True)))):
        source, target = range(end - p, end), range(m, m + q)
        cells = list(itertools.product(source, target))
        some = st.lists(st.sampled_from(cells), unique=True) if cells else st.just([])
        links = draw(st.none() | some.map(tuple))
        phrases.append(Phrase(source, target, links))
        m += q
    words = draw(st.lists(st.sampled_from(["a", "x|UNK|UNK", "|", "||", "1-2|"]), min_size=m))
    return Trace(tuple(words[:m]), tuple(phrases))


def slow_crossings(trace: Trace) -> tuple[int, int]:
    """All pairs of links, one by one."""
    links = [
        (i, j, number if phrase.links is None else None)
        for number, phrase in enumerate(trace.phrases)
        for i in phrase.source
        for j in phrase.target
        if phrase.links is None or (i, j) in phrase.links
    ]
    crossing = pairs = 0
    for (i, j, one), (k, l, other) in itertools.combinations(links, 2):  # noqa: E741
        if i != k and j != l and (one is None or one != other):
            pairs += 1
            crossing += (i < k) != (j < l)
    return crossing, pairs


def test_a_phrase_without_word_links_has_all_of_them() -> None:
    trace = parse_trace("das ist |0-1| ein haus |3-3|\n")
    assert trace == Trace(
        ("das", "ist", "ein", "haus"),
        (Phrase(range(2), range(2), None), Phrase(range(3, 4), range(2, 4), None)),
    )
    assert str(trace.alignment()) == "0-0 0-1 1-0 1-1 3-2 3-3"
    assert trace.alignment(5).source_length == 5


@pytest.mark.parametrize("field", ["wa=1-0 0-1", "wa=1-0 0-1 ", "total=1,wa=0-1 1-0"])
def test_word_links_count_from_the_start_of_the_phrase(field: str) -> None:
    trace = parse_trace(f"a |0-0| b c |2-3,{field},total=-1.5, LM= 1 |")
    assert str(trace.alignment()) == "0-0 2-2 3-1"


def test_no_word_links_are_not_unknown_word_links() -> None:
    assert parse_trace("a |0-0,wa=,total=-1|").phrases == (Phrase(range(1), range(1), ()),)
    assert parse_trace("a |0-0,total=-1|").phrases == (Phrase(range(1), range(1), None),)


def test_a_phrase_may_be_left_out_of_the_translation(folder: Path) -> None:
    assert read(folder, "|1-2| a |0-0|\n|0-1,wa=,total=1|\n\n") == [
        Alignment([(0, 0)], 3, 1),
        Alignment([], 2, 0),
        Alignment([], 0, 0),
    ]


def test_a_source_may_have_more_than_a_million_words_if_it_is_known() -> None:
    assert str(parse_trace("a |1000000-1000000|").alignment(1_000_001)) == "1000000-0"


def test_bars_in_words() -> None:
    words = ("x|UNK|UNK|UNK", "|||", "a|0-0|", "|1-|", "||0-0|", "|")
    assert parse_trace(f"{' '.join(words)} |0-0|").words == words


def test_traces_are_streamed(folder: Path) -> None:
    folder.joinpath("links").write_text("a |0-0|\n\nb |1-1|\nc\n")
    stream = read_traces("links")
    assert [next(stream).words for _ in range(3)] == [("a",), (), ("b",)]
    with refused(InputError):
        next(stream)


def test_a_trace_is_one_line() -> None:
    with refused(InputError):
        parse_trace("a |0-0|\nb |0-0|")


def test_errors_of_a_line_without_a_file() -> None:
    with refused(InputError):
        parse_trace("a")
    with refused(InputError):
        parse_trace("a |4-5|").alignment(5)


REFUSED = {
    "words behind the last mark": Case("a |0-0|\nb |0-0| c d\n"),
    "not closed": Case("a |0-1 b\n"),
    "bar inside": Case("a |0-1|x| b |2-2|\n"),
    "blank behind the span": Case("a |0-1 | b\n"),
    "backwards": Case("a |3-2|\n"),
    "endless number": Case(f"a |0-{'9' * 5000}|\n"),
    "overlap": Case("a |4-5| b |0-2| c |2-3|\n"),
    "not a link": Case("a |0-0,wa=0:0,total=1|\n"),
    "outside the phrase": Case("a b |5-5,wa=0-0 0-2,total=1|\n"),
    "outside the source": Case("a |0-0|\na |1-2| b |0-0|\n", source="x\nx y\n"),
    "target text": Case("a |0-0|\n", target="a b\n"),
    "a million words": Case("|1000000-1000000|\n"),
    "a million links": Case(f"{'a ' * 1000}|0-999| b |1000-1000|\n"),
}


# Anything slower than linear would take minutes.
@pytest.mark.slow
@pytest.mark.parametrize("piece", ["|0-0 ", "|0-0", "|0-0,wa=", "|0-", "|00", "|0-0| "])
def test_a_hostile_line_is_refused_at_once(piece: str) -> None:
    with pytest.raises(InputError):
        parse_trace(piece * (300_000 // len(piece)))


@given(traces())
def test_what_moses_writes_is_read(trace: Trace) -> None:
    assert parse_trace(written(trace)) == trace


@IN_ONE_FOLDER
@given(st.lists(traces(), max_size=3))
def test_files_are_read_with_and_without_texts(folder: Path, rows: list[Trace]) -> None:
    lines = "".join(written(trace) + "\n" for trace in rows)
    target = "".join(" ".join(trace.words) + "\n" for trace in rows)
    ends = [max((phrase.source.stop for phrase in trace.phrases), default=0) for trace in rows]
    source = "".join("x " * (end + 1) + "\n" for end in ends)
    assert read(folder, lines) == [trace.alignment() for trace in rows]
    assert read(folder, lines, source, target) == [
        trace.alignment(end + 1) for trace, end in zip(rows, ends, strict=True)
    ]


@given(traces())
def test_crossings_inside_a_phrase_count_only_if_its_links_are_known(trace: Trace) -> None:
    assert trace.crossings() == slow_crossings(trace)


def test_crossings_of_one_unknown_phrase_are_none() -> None:
    assert parse_trace("a b c d |0-2|").crossings() == Crossings(0, 0)
    assert parse_trace("a b |0-1,wa=0-1 1-0|").crossings() == Crossings(1, 1)
