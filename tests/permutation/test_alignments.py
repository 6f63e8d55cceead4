"""Files of links turned into permutations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from wordorder import (
    LinkReading,
    PermutationBatch,
    UsageError,
    alignment_permutations,
    permutation_text,
    read_alignments,
)
from wordorder.permutation import CONVENTIONS, alignments

if TYPE_CHECKING:
    from pathlib import Path

LINES = "0-1 1-0 5-5\n\n2-2\n0-0 9-1 3?2\n" * 5


@pytest.fixture
def links(tmp_path: Path) -> Path:
    file = tmp_path / "links.align"
    file.write_text(LINES)
    return file


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("most_words", [1, 7, 1 << 22])
def test_pieces_of_any_size_are_the_whole(links, convention, most_words, monkeypatch) -> None:
    (batch,) = read_alignments(links)
    whole = PermutationBatch.from_alignments(batch, convention)
    monkeypatch.setattr(alignments, "MOST_WORDS", most_words)
    parts = list(alignment_permutations(links, convention))
    assert (len(parts) > 1) == (most_words < 100)
    assert "".join(part.to_text() for part in parts) == whole.to_text()
    assert "".join(permutation_text(links, convention, "order")) == whole.to_text(order=True)
    lines = [part.first_line for part in parts]
    assert lines == sorted(lines)


def test_the_reading_decides_which_links_count(links) -> None:
    sure = alignment_permutations(links, "matched", reading=LinkReading(sure_only=True))
    assert [len(part[3]) for part in sure] == [2]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"convention": "lrscor"}, "did you mean 'lrscore'"),
        ({"written_as": "rank"}, "did you mean 'ranks'"),
        ({"written_as": "words"}, r"^written_as=words needs source= and a convention"),
        (
            {"written_as": "words", "source": "x", "convention": "matched"},
            "keeps all source words$",
        ),
    ],
)
def test_wrong_usage_is_refused_at_once(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        permutation_text("no such file", **options)
