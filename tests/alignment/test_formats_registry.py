"""What all formats of alignments have in common."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from wordorder.alignment import Alignment, AlignmentBatch, read_alignments, write_alignments
from wordorder.alignment.formats import READERS, WRITERS, batching
from wordorder.errors import InputError

if TYPE_CHECKING:
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


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def links(tmp_path: Path) -> Path:
    return tmp_path / "links"


def test_there_is_a_sample_of_every_format() -> None:
    assert SAMPLES.keys() == READERS.keys() >= WRITERS.keys()


@pytest.mark.parametrize("form", READERS)
def test_an_empty_file_has_no_batches(form: str, links: Path) -> None:
    links.touch()
    assert list(read_alignments(links, form)) == []


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_every_format_is_read_plain_and_compressed(form: str, line_end: str, links: Path) -> None:
    data = SAMPLES[form].replace("\n", line_end).encode()
    for written in (data, gzip.compress(data), b"\xef\xbb\xbf" + data):
        links.write_bytes(written)
        assert [row for batch in read_alignments(links, form) for row in batch] == EXPECTED


@pytest.mark.parametrize("form", WRITERS)
def test_every_writer_writes_what_is_read(form: str) -> None:
    assert write_alignments(AlignmentBatch.from_alignments(EXPECTED), form) in (
        SAMPLES[form],
        "1 1 1 S\n2 1 1 S\n2 2 2 S\n",
    )


@pytest.mark.parametrize("form", READERS)
def test_all_bytes_are_reported(form: str, links: Path) -> None:
    links.write_text(SAMPLES[form])
    consumed: list[int] = []
    list(read_alignments(links, form, on_bytes=consumed.append))
    assert sum(consumed) == len(SAMPLES[form])


@pytest.mark.parametrize("form", READERS)
def test_a_text_that_is_too_short_is_refused(form: str, links: Path, tmp_path: Path) -> None:
    links.write_text(SAMPLES[form])
    for side in ("source", "target"):
        tmp_path.joinpath("text").write_text("a\n")
        with pytest.raises(InputError, match=r"links:\d: .*text has only 1 line; the two must"):
            list(read_alignments("links", form, **{side: "text"}))


@pytest.mark.parametrize("form", sorted(READERS.keys() - {"naacl"}))
def test_a_text_that_is_too_long_is_refused(form: str, links: Path, tmp_path: Path) -> None:
    links.write_text(SAMPLES[form])
    tmp_path.joinpath("text").write_text("a\na b\na\n")
    with pytest.raises(InputError) as caught:
        list(read_alignments("links", form, source="text"))
    assert str(caught.value) == (
        "links: 2 sentence pairs, but text has 3 lines; "
        "the two must have a line for every sentence pair"
    )


@pytest.mark.parametrize("limit", ["MOST_ROWS", "MOST_LINKS"])
@pytest.mark.parametrize("form", ["naacl", "talbot", "giza", "moses"])
def test_batches_are_small_and_know_their_place(
    form: str, limit: str, links: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batching, limit, 1)
    links.write_text(SAMPLES[form])
    batches = list(read_alignments(links, form))
    assert [(batch.first_line, *batch) for batch in batches] == [(1, EXPECTED[0]), (2, EXPECTED[1])]
