"""Checks of the texts, before anyone trusts their scores: are these the right files, line by line?

What is said is counted, not guessed; the guess is the question at the end.
"""

from __future__ import annotations

from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.output import counted, listed, visible
from wordorder.scoring.doubts import Doubt
from wordorder.scoring.shifted_lines import find_shifts, rare_words
from wordorder.statistics.significance import FEWEST_ITEMS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.shifted_lines import Shift
    from wordorder.scoring.texts import Texts

LOW_COVERAGE = 0.2

_NEARLY_SAME = 0.99  # of the lines of two systems
_COPIED = 0.9  # of the lines
_FEWEST_LINES = 10  # different ones; below, short or copied sentences are no wonder
_LONG = 6  # words of a reference that a single word cannot translate
_SHORT = 0.2  # of the words of the reference
_COVERAGE_OF_OTHERS = 2 / 3
_NEAR = 10  # lines between two starts of the same shift
_LINES = {1: "one line", 2: "two lines"}


class _Finding(NamedTuple):
    """What is said, and the indices of the systems it is about."""

    text: str
    systems: Sequence[int] = ()


def input_doubts(raw: Texts, counts: SentenceCounts, coverage: Floats) -> Iterator[Doubt]:
    """Say what looks wrong with the texts.

    Args:
        raw: The texts as they were read.
        counts: The counts of their words.
        coverage: The coverage of each system.
    """
    for found in _findings(raw, counts, coverage):
        yield Doubt(found.text, tuple(raw.names[one] for one in found.systems))


def _findings(raw: Texts, counts: SentenceCounts, coverage: Floats) -> Iterator[_Finding]:
    names = [visible(name) for name in raw.names]
    if raw.lines < FEWEST_ITEMS:
        yield _Finding(
            f"few sentences ({raw.lines}): intervals and p-values are rough below {FEWEST_ITEMS}"
        )
    shifts = _all_shifts(counts)
    yield from _shifted(names, shifts)
    lines = _line_numbers((*raw.systems, *raw.references))
    systems, references = lines[: len(names)], lines[len(names) :]
    yield from _same_texts(names, systems)
    copies = list(_copies(names, systems, references, "the reference")) if len(names) > 1 else []
    yield from copies
    if counts.order.source is not None:
        tokenized = _line_numbers([*map(_bare, (*counts.texts.systems, counts.order.source))])
        yield from _copies(names, tokenized[:-1], tokenized[-1:], "the source")
    usual = np.array(coverage)
    usual[[one for found in copies for one in found.systems]] = np.nan  # more than a system has
    doubts = {**_low_coverage(names, coverage, usual, raw.lines), **_short_outputs(names, counts)}
    for system in sorted(doubts):
        if not any(shifts[system]):  # which is why few words match
            yield doubts[system]


def _all_shifts(counts: SentenceCounts) -> list[list[list[Shift]]]:
    """The shifts of each system against each reference."""
    systems, references = counts.numbered
    texts, wanted = rare_words(systems, references), rare_words(references, references)
    return [[find_shifts(text, lines) for lines in wanted] for text in texts]


def _shifted(names: Sequence[str], shifts: Sequence[Sequence[list[Shift]]]) -> Iterator[_Finding]:
    """Lines that match other references better than their own; see `find_shifts`."""
    found: dict[str, list[tuple[Shift, int]]] = {}
    for system, row in enumerate(shifts):
        for label, shift in _by_reference(row):
            found.setdefault(label, []).append((shift, system))
    for label, several in found.items():
        for shift, systems in _alike(several):
            every = len(systems) == len(names) > 1
            who = "all systems" if every else listed([names[one] for one in systems])
            way = f"{_lines(shift.by)} further {'down' if shift.by > 0 else 'up'}"
            yield _Finding(
                f"{_stretch(shift)}, lines of {who} match {label} {way} better than their own; "
                f"{_question(shift.by, label if every else None)}",
                systems,
            )


def _by_reference(row: Sequence[list[Shift]]) -> Iterator[tuple[str, Shift]]:
    """The shifts of a system by reference; once for all if they are the same."""
    if len({tuple(shift.by for shift in shifts) for shifts in row}) == 1:
        label = "the reference" if len(row) == 1 else "the references"
        yield from ((label, shift) for shift in row[0])
    else:
        for number, shifts in enumerate(row, start=1):
            yield from ((f"reference {number}", shift) for shift in shifts)


def _alike(found: Sequence[tuple[Shift, int]]) -> list[tuple[Shift, list[int]]]:
    """Group systems with the same shift, which may show some lines later in one than in another."""
    groups: list[tuple[Shift, list[int]]] = []
    for shift, system in sorted(found, key=lambda one: (one[0].by, one[0].start)):
        if groups and groups[-1][0].by == shift.by and shift.start - groups[-1][0].start <= _NEAR:
            known, systems = groups.pop()
            clearest = min(known, shift, key=lambda one: one.undecided)
            groups.append((clearest, [*systems, system]))
        else:
            groups.append((shift, [system]))
    return sorted(groups)


def _stretch(shift: Shift) -> str:
    """Where the shift is, counting from 1."""
    first = f"{'about ' * (0 < shift.undecided <= _NEAR)}line {shift.start + 1:,}"
    late = " at the latest" * (shift.undecided > _NEAR)
    if shift.to_the_end:
        return f"from {first} on{late}"
    return f"from {first}{late} to line {shift.stop:,}"


def _lines(by: int) -> str:
    return _LINES.get(abs(by), counted(abs(by), "line"))


def _question(by: int, reference: str | None) -> str:
    """What may have happened; if in all systems, rather to the reference."""
    lines, one = _lines(by).replace("one", "a"), abs(by) == 1
    if reference is not None:
        do = "do" if reference.endswith("s") else "does"
        rest = f"have {lines} too many" if by > 0 else f"lack {lines}"
        return f"{do} {reference} {rest}?"
    be = "is" if one else "are"
    return f"{be} {lines} missing?" if by > 0 else f"{be} there {lines} too many?"


def _line_numbers(texts: Sequence[Sequence[str]]) -> Integers:
    """A number for each line, the same for the same text (and, once in 10^19, for another)."""
    return np.array([np.fromiter(map(hash, lines), np.int64, len(lines)) for lines in texts])


def _same_texts(names: Sequence[str], lines: Integers) -> Iterator[_Finding]:
    """Systems with the same text in all lines, or in nearly all."""
    count = lines.shape[1]
    if count < 2:
        return
    copies: dict[bytes, list[int]] = {}
    for system, row in enumerate(lines):
        copies.setdefault(row.tobytes(), []).append(system)
    for group in copies.values():
        if len(group) > 1:
            yield _Finding(f"{listed([names[one] for one in group])} are the same text", group)
    for a, b in combinations([group[0] for group in copies.values()], 2):
        same = int((lines[a] == lines[b]).sum())
        if same > _NEARLY_SAME * count:
            both = f"{names[a]} and {names[b]}"
            yield _Finding(f"{both} are the same text in {same:,} of {count:,} lines", [a, b])


def _copies(
    names: Sequence[str], systems: Integers, others: Integers, what: str
) -> Iterator[_Finding]:
    """Systems that are nearly the same as another side, in any of its texts."""
    count = systems.shape[1]
    for system, lines in enumerate(systems):
        equal = (lines == others).any(axis=0)
        same, different = int(equal.sum()), len(np.unique(lines[equal]))
        if same > _COPIED * count and different >= _FEWEST_LINES:
            yield _Finding(
                f"{names[system]} equals {what} in {same:,} of {count:,} lines; is it {what} "
                "itself?",
                [system],
            )


def _bare(lines: Sequence[str]) -> list[str]:
    """The lines without spaces, which tokenisers add."""
    return [line.replace(" ", "") for line in lines]


def _short_outputs(names: Sequence[str], counts: SentenceCounts) -> dict[int, _Finding]:
    """Systems most of whose translations of longer sentences have hardly any words."""
    words = counts.hypothesis_words[:, 0]
    wanted = counts.reference_words[0].min(axis=0)
    long = wanted >= _LONG
    found: dict[int, _Finding] = {}
    if (count := int(long.sum())) < _FEWEST_LINES:
        return {}
    for system, lengths in enumerate(words[:, long]):
        single, short = int((lengths < 2).sum()), int((lengths < _SHORT * wanted[long]).sum())
        if 2 * short > count:
            most = 2 * single > count
            what = "at most one word" if most else "less than a fifth of the reference's words"
            found[system] = _Finding(
                f"{names[system]}: in {single if most else short:,} of "
                f"{counted(count, 'longer sentence')} it has {what}; is it the right file?",
                [system],
            )
    return found


def _low_coverage(
    names: Sequence[str], coverage: Floats, usual: Floats, lines: int
) -> dict[int, _Finding]:
    """Systems with too few words to judge, or far fewer than the others.

    Args:
        names: Names of the systems.
        coverage: Their coverage.
        usual: The same, but NaN for those that the others are not compared with.
        lines: Number of lines.
    """
    found = {}
    for system, own in enumerate(coverage.tolist()):
        others = np.delete(usual, system)
        others = others[~np.isnan(others)]
        usually = np.median(others) if len(others) and lines >= _FEWEST_LINES else 0.0
        share = "none" if isnan(own) else f"only {own:.0%}"
        few = f"{names[system]}: {share} of the words are matched or aligned"
        if not own >= LOW_COVERAGE:  # also true if there are no words
            question = "are all files the right ones, in the right language?"
            found[system] = _Finding(f"{few}; {question}", [system])
        elif own < _COVERAGE_OF_OTHERS * usually and len(coverage) == 2:
            more = f"{usually:.0%} in {names[1 - system]}"
            found[system] = _Finding(f"{few}, {more}; are both the right files?", [0, 1])
        elif own < _COVERAGE_OF_OTHERS * usually:
            found[system] = _Finding(
                f"{few}, {usually:.0%} or more in half of the others", [system]
            )
    return found
