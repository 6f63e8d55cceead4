"""GIZA++'s A3 files: three lines for each sentence pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from alignment_strategies import alignments
from format_files import IN_ONE_FOLDER, Case, reader
from wordorder.alignment import Alignment, read_alignments
from wordorder.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

read = reader("giza")
ODD_WORDS = ["NULL", "({", "})", "1", "({})", "#", "\u00a0", "\u3000", "|"]


def pair(number: int, n: int, m: int, target: str, source: str, score: str = "1e-09") -> str:
    header = f"# Sentence pair ({number}) source length {n} target length {m}"
    return f"{header} alignment score : {score}\n{target}\n{source}\n"


HOUSE = pair(7, 2, 4, "a b c d", "NULL ({ 3 }) das ({ 1 }) haus ({ 2 4 }) ")
NOTHING = pair(8, 0, 0, "", "NULL ({ })", "nan")


def test_source_words_have_the_numbers_of_their_target_words(folder: Path) -> None:
    expected = [Alignment([(0, 0), (1, 1), (1, 3)], 2, 4), Alignment([], 0, 0)]
    assert read(folder, HOUSE + NOTHING) == expected
    assert read(folder, HOUSE + NOTHING, "das haus\n\n", "a b c d\n\n") == expected


def test_pairs_may_be_numbered_from_anywhere_on_but_rows_are_not(folder: Path) -> None:
    read(folder, HOUSE + NOTHING)
    assert [batch.first_line for batch in read_alignments("links", "giza")] == [1]


def test_a_target_word_may_have_several_sources(folder: Path) -> None:
    lines = pair(1, 2, 1, "a", "NULL ({ 1 }) x ({ 1 1 }) y ({ 1 })")
    assert read(folder, lines) == [Alignment([(0, 0), (1, 0)], 2, 1)]


@pytest.mark.parametrize("word", ODD_WORDS)
def test_words_may_look_like_anything(folder: Path, word: str) -> None:
    lines = pair(1, 2, 2, f"{word} {word}", f"NULL ({{ }}) {word} ({{ 2 }}) {word} ({{ 1 }})")
    assert read(folder, lines) == [Alignment([(0, 1), (1, 0)], 2, 2)]


REFUSED = {
    "header": Case("0-0 1-1\n"),
    "long header": Case(f"# Sentence pair ({'1' * 5000}) source length 1 target length 1\n\n\n"),
    "long length": Case(pair(1, 1, 11111111111, "a", "NULL ({ }) x ({ })")),
    "blank line": Case(HOUSE + "\n"),
    "numbers": Case(HOUSE + HOUSE),
    "target length": Case(pair(1, 1, 2, "a", "NULL ({ }) x ({ 1 })")),
    "source length": Case(pair(1, 3, 1, "a", "NULL ({ }) x ({ 1 })")),
    "more words than in the header": Case(pair(1, 1, 1, "a", "NULL ({ }) x ({ }) y ({ 1 })")),
    "source text": Case(HOUSE, source="dashaus\n"),
    "target text": Case(HOUSE + NOTHING, target="a b c d\ne f\n"),
    "no more text": Case(HOUSE + NOTHING, target="a b c d\n"),
    "no NULL": Case(pair(1, 1, 1, "a", "x ({ 1 })")),
    "no words": Case(pair(1, 0, 1, "a", "")),
    "not opened": Case(pair(1, 1, 1, "a", "NULL ({ }) x 1 })")),
    "not closed": Case(pair(1, 1, 1, "a", "NULL ({ }) x ({ 1")),
    "no digits": Case(pair(1, 1, 1, "a", "NULL ({ }) x ({ ² })")),
    "word 0": Case(pair(1, 1, 1, "a", "NULL ({ 0 }) x ({ })")),
    "outside": Case(pair(1, 1, 2, "a b", "NULL ({ }) x ({ 1 3 })")),
    "NULL outside": Case(pair(1, 1, 2, "a b", f"NULL ({{ {'9' * 5000} }}) x ({{ }})")),
    "ends behind the header": Case(HOUSE.splitlines()[0]),
    "ends behind the target": Case(HOUSE + "\n".join(NOTHING.splitlines()[:1]) + "\n\n"),
}


# Anything slower than linear would take minutes.
@pytest.mark.parametrize("piece", ["({ ", "}) ", "({}) NULL", "1"])
def test_a_hostile_line_is_refused_at_once(folder: Path, piece: str) -> None:
    line = piece * (1_000_000 // len(piece))
    for start in ("", "NULL ({ "):
        with pytest.raises(InputError):
            read(folder, pair(1, 1, 1, "a", start + line))
        with pytest.raises(InputError):
            read(folder, start + line)


@IN_ONE_FOLDER
@given(st.lists(alignments(5), max_size=3), st.sampled_from(ODD_WORDS), st.integers(0, 9))
def test_what_giza_writes_is_read(
    folder: Path, rows: list[tuple[set[tuple[int, int]], int, int]], word: str, first: int
) -> None:
    lines = []
    for number, (links, n, m) in enumerate(rows, first):
        targets = [[j + 1 for i, j in sorted(links) if i == word] for word in range(n)]
        null = [j + 1 for j in range(m) if all(j != target for _, target in links)]
        written = [
            f"{name} ({{ {''.join(f'{j} ' for j in numbers)}}}) "
            for name, numbers in [("NULL", null), *((word, numbers) for numbers in targets)]
        ]
        lines.append(pair(number, n, m, f"{word} " * m, "".join(written)))
    assert read(folder, "".join(lines)) == [Alignment(*row) for row in rows]
