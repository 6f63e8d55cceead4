"""What all formats of alignments have in common."""

from __future__ import annotations

import gzip
import lzma
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, strategies as st

from format_files import IN_ONE_FOLDER, Case, reader, text_of
from messages import refused
from streams import Trickle
from wordorder.alignment import Alignment, AlignmentBatch, read_alignments, write_alignments
from wordorder.alignment.formats.giza import read_giza
from wordorder.alignment.formats.moses import read_moses
from wordorder.alignment.formats.naacl import read_naacl
from wordorder.alignment.formats.reading import LinkInput, SentenceLengths
from wordorder.alignment.formats.registry import READERS, WRITERS
from wordorder.alignment.formats.talbot import read_talbot
from wordorder.errors import InputError, UsageError

from . import (
    test_formats_giza as giza,
    test_formats_moses as moses,
    test_formats_naacl as naacl,
    test_formats_talbot as talbot,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SAMPLES = {
    "pharaoh": "0-0\n0-0 1-1\n",
    "lader": "1-1 ||| 0-0\n2-2 ||| 0-0 1-1\n",
    "naacl": "1 1 1\n2 1 1\n2 2 2\n",
    "talbot": "0\n0,1\n",
    "giza": (
        "# Sentence pair (1) source length 1 target length 1 alignment score : 0.1\n"
        "a\nNULL ({ }) x ({ 1 })\n"
        "# Sentence pair (2) source length 2 target length 2 alignment score : 0.1\n"
        "a b\nNULL ({ }) x ({ 1 }) y ({ 2 })\n"
    ),
    "moses": "a |0-0|\na |0-0| b |1-1|\n",
}
EXPECTED = [Alignment([(0, 0)], 1, 1), Alignment([(0, 0), (1, 1)], 2, 2)]

# The first sentence pair, then one without links as each format writes it, then the second one.
WITH_AN_EMPTY_PAIR = {
    "pharaoh": "0-0\n\n0-0 1-1\n",
    "lader": "1-1 ||| 0-0\n0-0 |||\n2-2 ||| 0-0 1-1\n",
    "naacl": "1 1 1\n3 1 1\n3 2 2\n",
    "talbot": "0\n\n0,1\n",
    "giza": SAMPLES["giza"].replace(
        "# Sentence pair (2)",
        "# Sentence pair (2) source length 0 target length 0 alignment score : 1\n\nNULL ({ })\n"
        "# Sentence pair (3)",
    ),
    "moses": "a |0-0|\n\na |0-0| b |1-1|\n",
}

# What to do to the sample so that one of its lines is wrong.
DAMAGED = {
    "pharaoh": ("0-0 1-1", "0:0"),
    "lader": ("2-2 |||", "2-2 |"),
    "naacl": ("2 2 2", "2 2"),
    "talbot": ("0,1", "0,x"),
    "giza": ("# Sentence pair (2)", "A sentence pair (2)"),
    "moses": ("|1-1|", "|1-x|"),
}
every_format = pytest.mark.parametrize("form", READERS)


REFUSED = {"giza": giza, "moses": moses, "naacl": naacl, "talbot": talbot}
"""Modules with tables of bad files; Pharaoh's form has tests of its own."""

# What hostile text is made of, and what it may begin with.
PIECES = {
    "pharaoh": ([*"012-?p: \t\n", "0-0 ", "9999999", "x", "²", "\v", "é"], [""]),
    "lader": ([*"012-?p| \t\n", "2-2 ||| ", "0-0 ", "x", "²", "\v", "é"], ["", "1-1 ||| "]),
    "naacl": ([*"012SP.\t\n", "1 1 1 ", "9999999", "x", "²", "\v", "é"], [""]),
    "talbot": ([*"0123,_ \t\n", "9999999", "x", "²", "\v", "é"], [""]),
    "giza": (
        [*"019 \n", "NULL", " ({ ", " }) ", "x", "²", "\v"],
        [
            "",
            SAMPLES["giza"].partition("x ({ 1")[0] + "x ({ 1",
        ],
    ),
    "moses": ([*"01|-, \n", "|0-0", "|1-2| ", ",wa=0-0 ", "²", "\v", "999999"], [""]),
}


@pytest.fixture
def links(folder: Path) -> Path:
    return folder / "links"


def test_there_is_a_sample_of_every_format() -> None:
    assert SAMPLES.keys() == READERS.keys() >= WRITERS.keys()
    assert SAMPLES.keys() == WITH_AN_EMPTY_PAIR.keys() == DAMAGED.keys() == PIECES.keys()


def rows(links: Path, form: str) -> list[Alignment]:
    return [row for batch in read_alignments(links, form) for row in batch]


@every_format
def test_an_empty_file_has_no_batches(form: str, links: Path) -> None:
    links.touch()
    assert list(read_alignments(links, form)) == []


@every_format
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_every_format_is_read_plain_and_compressed(form: str, line_end: str, links: Path) -> None:
    data = SAMPLES[form].replace("\n", line_end).encode()
    for written in (data, gzip.compress(data), lzma.compress(data), b"\xef\xbb\xbf" + data):
        links.write_bytes(written)
        assert rows(links, form) == EXPECTED


@every_format
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_last_line_needs_no_end(form: str, line_end: str, links: Path) -> None:
    data = SAMPLES[form].replace("\n", line_end).removesuffix(line_end).encode()
    for written in (data, gzip.compress(data)):
        links.write_bytes(written)
        assert rows(links, form) == EXPECTED


@every_format
@pytest.mark.parametrize("most", [1, 7])
def test_blocks_change_nothing(form: str, most: int) -> None:
    stream = Trickle(SAMPLES[form].encode(), most)
    assert [row for batch in read_alignments(stream, form) for row in batch] == EXPECTED


@every_format
def test_texts_may_be_compressed_too(form: str, links: Path) -> None:
    links.write_text(SAMPLES[form])
    for written in (gzip.compress(b"a\r\na b\r\n"), b"\xef\xbb\xbfa\r\na b\r\n"):
        links.with_name("text").write_bytes(written)
        batches = list(read_alignments(links, form, source="text", target="text"))
        assert [row for batch in batches for row in batch] == EXPECTED


@every_format
def test_standard_input_is_read(form: str, stdin: Callable[[bytes], object]) -> None:
    good, bad = DAMAGED[form]
    stdin(SAMPLES[form].replace(good, bad).encode())
    with refused(InputError):
        list(read_alignments("-", form))


@every_format
def test_a_name_cannot_steer_the_terminal(form: str, folder: Path) -> None:
    good, bad = DAMAGED[form]
    file = folder / "\x1b[31mred"
    file.write_text(SAMPLES[form].replace(good, bad))
    with refused(InputError):
        list(read_alignments(file, form))


@pytest.mark.parametrize(
    ("form", "case"),
    [
        pytest.param(form, case, id=f"{form}: {name}")
        for form, module in REFUSED.items()
        for name, case in module.REFUSED.items()
    ],
)
def test_what_is_wrong_is_said_in_one_line(folder: Path, form: str, case: Case) -> None:
    with refused(InputError) as caught:
        reader(form)(folder, case.links, case.source, case.target)
    assert str(caught.value).isprintable()


@every_format
@IN_ONE_FOLDER
@given(data=st.data())
def test_no_text_gives_a_traceback(form: str, folder: Path, data: st.DataObject) -> None:
    pieces, starts = PIECES[form]
    text = "".join(data.draw(st.lists(st.sampled_from(pieces))))
    for start, source in product(starts, (None, text_of([1, 2, 3]))):
        with suppress(InputError):
            reader(form)(folder, start + text, source)


@every_format
@IN_ONE_FOLDER
@given(data=st.binary())
def test_no_bytes_give_a_traceback(form: str, folder: Path, data: bytes) -> None:
    with suppress(InputError):
        reader(form)(folder, data)


@pytest.mark.parametrize("form", ["pharao", "Pharaoh", "", None])
def test_an_unknown_format_is_refused(links: Path, form: Any) -> None:
    links.write_text("0-0\n")
    with refused(UsageError):
        rows(links, form)
    with refused(UsageError):
        write_alignments(AlignmentBatch.from_alignments([]), form)


@every_format
def test_a_sentence_pair_without_links_keeps_its_place(form: str, links: Path) -> None:
    links.write_text(WITH_AN_EMPTY_PAIR[form])
    found = rows(links, form)
    assert [list(row) for row in found] == [[(0, 0)], [], [(0, 0), (1, 1)]]


@every_format
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_an_error_names_the_file_the_line_and_what_was_found(
    form: str, line_end: str, links: Path
) -> None:
    good, bad = DAMAGED[form]
    assert good in SAMPLES[form]
    data = SAMPLES[form].replace(good, bad).replace("\n", line_end).encode()
    for written in (data, gzip.compress(data), b"\xef\xbb\xbf" + data):
        links.write_bytes(written)
        with refused(InputError) as caught:
            rows(links, form)
        assert str(caught.value).isprintable()


@every_format
def test_bytes_that_are_not_utf8_are_refused_by_line(form: str, links: Path) -> None:
    links.write_bytes(SAMPLES[form].encode() + b"\xff\n")
    with refused(InputError):
        rows(links, form)


@pytest.mark.parametrize("written", WRITERS)
@every_format
def test_what_was_read_survives_every_format_that_is_written(
    form: str, written: str, links: Path
) -> None:
    links.write_text(WITH_AN_EMPTY_PAIR[form])
    before = rows(links, form)
    text = write_alignments(AlignmentBatch.from_alignments(before), written)
    links.write_text(text)
    assert [set(row) for row in rows(links, written)] == [set(row) for row in before]


@pytest.mark.parametrize("form", WRITERS)
def test_every_writer_writes_what_is_read(form: str) -> None:
    assert write_alignments(AlignmentBatch.from_alignments(EXPECTED), form) in (
        SAMPLES[form],
        "1 1 1 S\n2 1 1 S\n2 2 2 S\n",
    )


@every_format
def test_all_bytes_are_reported(form: str, links: Path) -> None:
    data = SAMPLES[form].encode()
    for written in (data, gzip.compress(data)):
        links.write_bytes(written)
        consumed: list[int] = []
        list(read_alignments(links, form, on_bytes=consumed.append))
        assert sum(consumed) == len(written)


@every_format
def test_a_text_that_cannot_be_read_is_named(form: str, links: Path) -> None:
    missing = links.with_name("no such text")
    links.write_text(SAMPLES[form])
    with refused(InputError):
        list(read_alignments(links, form, target=missing))
    missing.write_bytes(b"\xff\n")
    with refused(InputError):
        list(read_alignments(links, form, target=missing))


@every_format
def test_a_text_that_is_too_short_is_refused(form: str, links: Path, tmp_path: Path) -> None:
    links.write_text(SAMPLES[form])
    for side in ("source", "target"):
        tmp_path.joinpath("text").write_text("a\n")
        with refused(InputError):
            list(read_alignments("links", form, **{side: "text"}))


@pytest.mark.parametrize("form", sorted(READERS.keys() - {"naacl"}))
def test_a_text_that_is_too_long_is_refused(form: str, links: Path, tmp_path: Path) -> None:
    links.write_text(SAMPLES[form])
    tmp_path.joinpath("text").write_text("a\na b\na\n")
    with refused(InputError):
        list(read_alignments("links", form, source="text"))


@pytest.mark.parametrize("limit", ["most_rows", "most_links"])
@pytest.mark.parametrize("read", [read_naacl, read_talbot, read_giza, read_moses])
def test_batches_are_small_and_know_their_place(
    read: Callable[..., Iterator[AlignmentBatch]], limit: str, links: Path
) -> None:
    links.write_text(SAMPLES[read.__name__.removeprefix("read_")])
    no_texts = SentenceLengths(None, "source"), SentenceLengths(None, "target")
    batches = list(read(LinkInput(links, 0, *no_texts), **{limit: 1}))
    assert [(batch.first_line, *batch) for batch in batches] == [(1, EXPECTED[0]), (2, EXPECTED[1])]
