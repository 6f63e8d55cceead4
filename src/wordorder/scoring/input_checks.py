"""Checks of the texts, whose doubts stay with the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, compress
from math import isnan
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from wordorder import _kernels
from wordorder.arrays import Floats, Integers, frozen
from wordorder.errors import Argument, Part, WordorderWarning
from wordorder.output.console import visible
from wordorder.output.wording import counted, listed
from wordorder.statistics.significance import FEWEST_ITEMS
from wordorder.text.tokenizers import looks_like_subwords, looks_raw, looks_tokenized

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.texts import Texts


Ragged: TypeAlias = "_kernels.Ragged"

_NO_TOKENIZER = Argument("tokenize", "none")

LOW_COVERAGE = 0.2
_COVERAGE_OF_OTHERS = 2 / 3
_NEARLY_SAME = 0.99  # of the lines of two systems
_COPIED = 0.9  # of the lines
_FEWEST_LINES = 10  # distinct; with fewer, short or copied sentences are no surprise
_LONG = 6  # words of a reference that a single word cannot translate
_SHORT = 0.2  # of the words of the reference
_NEAR = 10  # lines, at most, between two starts of the same shift
_FURTHEST = 10  # lines that a text may be shifted by
_LINES = {1: "one line", 2: "two lines"}

# All must hold for a shift. No system of WMT12, 13, 23 and 24 has such a stretch, by words or by
# characters; once shifted, all but a very poor one have it.
_FEWEST_SHIFTED_LINES = 5  # that match better when shifted
_MOST_OPPOSED = 0.2  # lines that match better elsewhere, per shifted line
_LEAST_RATIO = 3  # of words matched when shifted to those matched in place or at any other shift
_LEAST_LEVEL = 0.5  # of words matched, as a share of the text's usual number

_FREQUENT_SHARE = 1e-3
_FREQUENT_COUNT = 2


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reason not to trust the texts.

    Attributes:
        text: What was found, in one line.
        systems: Names of the systems whose verdicts it makes doubtful; may be empty.

    Examples:
        >>> Doubt("A and B are the same text", ("A", "B")).systems
        ('A', 'B')
    """

    text: str
    systems: tuple[str, ...] = ()


# Checks before tokenising: already tokenised, raw, or split into subwords?


class Hint(NamedTuple):
    """A doubt with advice; only the advice may name arguments, which results do not know.

    Attributes:
        doubt: The doubt.
        advice: The advice, as parts of a message.
    """

    doubt: Doubt
    advice: tuple[Part, ...]

    @property
    def warning(self) -> WordorderWarning:
        """The doubt and the advice as a warning."""
        return WordorderWarning(f"{self.doubt.text}; ", *self.advice)


def text_hint(texts: Texts, tokenizer: str) -> Hint | None:
    """Return a hint if the texts, before tokenising, look wrong."""
    count = len(texts.references)
    names = ["the reference"] if count == 1 else [f"reference {n + 1}" for n in range(count)]
    names += [visible(name) for name in texts.names]
    lines = (*texts.references, *texts.systems)
    pieces = [looks_like_subwords(text) for text in lines]
    if any(pieces):
        split_up = _selected(names, pieces)
        text = f"{listed(split_up)} {_verb(split_up, 'look')} split into subwords (@@ or ▁)"
        return Hint(_doubt(texts, pieces, text), ("merge the pieces into words first",))
    split, whole = [looks_tokenized(text) for text in lines], [looks_raw(text) for text in lines]
    tokenized, raw = _selected(names, split), _selected(names, whole)
    if tokenized and raw:
        # Flag texts tokenised unlike the references.
        odd = whole if all(split[:count]) else split if all(whole[:count]) else [True] * len(lines)
        text = f"{listed(tokenized)} {_verb(tokenized, 'look')} tokenised, "
        text += f"{listed(raw)} {_verb(raw, 'do')} not"
        advice = f"detokenise {listed(tokenized)}, or tokenise all texts in the same way and use "
        return Hint(_doubt(texts, odd, text), (advice, _NO_TOKENIZER))
    # From here on, all texts are alike, so no system is more doubtful than another.
    if tokenizer == "none" and raw:
        text = f"{listed(raw)} {_verb(raw, 'do')} not look tokenised, so punctuation stays attached"
        return Hint(Doubt(f"{text} to words"), ("leave out ", _NO_TOKENIZER))
    if tokenizer != "none" and tokenized:
        them, their = ("them", "their") if len(tokenized) > 1 else ("it", "its")
        text = f"{listed(tokenized)} {_verb(tokenized, 'look')} tokenised already, and {tokenizer} "
        advice = f" keeps {their} words"
        return Hint(Doubt(f"{text}splits {them} again"), (_NO_TOKENIZER, advice))
    return None


def _doubt(texts: Texts, odd: Sequence[bool], text: str) -> Doubt:
    """Return a doubt about the odd systems; `odd` has the references first."""
    return Doubt(text, tuple(_selected(texts.names, odd[len(texts.references) :])))


def _selected(names: Sequence[str], chosen: Sequence[bool]) -> list[str]:
    return list(dict.fromkeys(compress(names, chosen)))


def _verb(subjects: Sequence[str], plural: str) -> str:
    return plural if len(subjects) > 1 else {"look": "looks", "do": "does"}[plural]


# Checks of files and lines. Doubts state counts; only the question at the end is a guess.


class _Oddity(NamedTuple):
    """A doubt, with the indices of its systems."""

    text: str
    systems: Sequence[int] = ()


def input_doubts(raw: Texts, counts: SentenceCounts, coverage: Floats) -> Iterator[Doubt]:
    """Yield the doubts about the texts.

    Args:
        raw: The texts as they were read.
        counts: The counts of their words.
        coverage: The coverage of each system.
    """
    for oddity in _oddities(raw, counts, coverage):
        yield Doubt(oddity.text, tuple(raw.names[system] for system in oddity.systems))


def _oddities(raw: Texts, counts: SentenceCounts, coverage: Floats) -> Iterator[_Oddity]:
    names = [visible(name) for name in raw.names]
    if raw.lines < FEWEST_ITEMS:
        yield _Oddity(
            f"few sentences ({raw.lines}): intervals and p-values are rough below {FEWEST_ITEMS}"
        )
    texts, wanted = (rare_words(side, counts.numbered[1]) for side in counts.numbered)
    shifts = [[find_shifts(text, lines) for lines in wanted] for text in texts]
    yield from _shifted(names, shifts)
    lines = _line_numbers((*raw.systems, *raw.references))
    systems, references = lines[: len(names)], lines[len(names) :]
    yield from _same_texts(names, systems)
    copies = list(_copies(names, systems, references, "the reference")) if len(names) > 1 else []
    yield from copies
    if counts.order.source is not None:
        # Without spaces, which tokenisers add.
        bare = _line_numbers(
            [
                [line.replace(" ", "") for line in text]
                for text in (*counts.texts.systems, counts.order.source)
            ]
        )
        yield from _copies(names, bare[:-1], bare[-1:], "the source")
    usual = np.array(coverage)
    usual[[system for copy in copies for system in copy.systems]] = np.nan  # copies are not usual
    doubts = {**_low_coverage(names, coverage, usual, raw.lines), **_short_outputs(names, counts)}
    for system in sorted(doubts):
        if not any(shifts[system]):  # a shift explains why few words match
            yield doubts[system]


def _shifted(names: Sequence[str], shifts: Sequence[Sequence[list[Shift]]]) -> Iterator[_Oddity]:
    """Yield doubts about lines that match other references better; see `find_shifts`.

    Args:
        names: Names of the systems.
        shifts: The shifts of each system against each reference.
    """
    by_label: dict[str, list[tuple[Shift, int]]] = {}
    for system, row in enumerate(shifts):
        for label, shift in _by_reference(row):
            by_label.setdefault(label, []).append((shift, system))
    for label, several in by_label.items():
        for shift, systems in _same_shifts(several):
            every = len(systems) == len(names) > 1
            who = "all systems" if every else listed([names[system] for system in systems])
            way = f"{_line_count(shift.by)} further {'down' if shift.by > 0 else 'up'}"
            yield _Oddity(
                f"{_lines_of(shift)}, lines of {who} match {label} {way} better than their own; "
                f"{_question(shift.by, label if every else None)}",
                systems,
            )


def _by_reference(row: Sequence[list[Shift]]) -> Iterator[tuple[str, Shift]]:
    """Yield the shifts of a system by reference, or once if all references agree."""
    if len({tuple(shift.by for shift in shifts) for shifts in row}) == 1:
        label = "the reference" if len(row) == 1 else "the references"
        yield from ((label, shift) for shift in row[0])
    else:
        for number, shifts in enumerate(row, start=1):
            yield from ((f"reference {number}", shift) for shift in shifts)


def _same_shifts(shifts: Sequence[tuple[Shift, int]]) -> list[tuple[Shift, list[int]]]:
    """Group systems with the same shift, even if it shows some lines later in some of them."""
    groups: list[tuple[Shift, list[int]]] = []
    for shift, system in sorted(shifts, key=lambda item: (item[0].by, item[0].start)):
        if groups and groups[-1][0].by == shift.by and shift.start - groups[-1][0].start <= _NEAR:
            known, systems = groups.pop()
            clearest = min(known, shift, key=attrgetter("undecided"))
            groups.append((clearest, [*systems, system]))
        else:
            groups.append((shift, [system]))
    return sorted(groups)


def _lines_of(shift: Shift) -> str:
    """Return the lines of the shift, counting from 1."""
    first = f"{'about ' * (0 < shift.undecided <= _NEAR)}line {shift.start + 1:,}"
    late = " at the latest" * (shift.undecided > _NEAR)
    if shift.to_the_end:
        return f"from {first} on{late}"
    return f"from {first}{late} to line {shift.stop:,}"


def _line_count(by: int) -> str:
    return _LINES.get(abs(by), counted(abs(by), "line"))


def _question(by: int, reference: str | None) -> str:
    """Return a question on the cause; a shift of all systems points to the reference."""
    lines = _line_count(by).replace("one", "a")
    if reference is not None:
        do = "do" if reference.endswith("s") else "does"
        rest = f"have {lines} too many" if by > 0 else f"lack {lines}"
        return f"{do} {reference} {rest}?"
    be = "is" if abs(by) == 1 else "are"
    return f"{be} {lines} missing?" if by > 0 else f"{be} there {lines} too many?"


def _line_numbers(texts: Sequence[Sequence[str]]) -> Integers:
    """Return a number for each line, equal for equal texts (and, once in 10^19, for others)."""
    return np.array([np.fromiter(map(hash, lines), np.int64, len(lines)) for lines in texts])


def _same_texts(names: Sequence[str], lines: Integers) -> Iterator[_Oddity]:
    """Yield doubts about systems with the same text in all lines or nearly all."""
    count = lines.shape[1]
    if count < 2:
        return
    copies: dict[bytes, list[int]] = {}
    for system, row in enumerate(lines):
        copies.setdefault(row.tobytes(), []).append(system)
    for group in copies.values():
        if len(group) > 1:
            yield _Oddity(f"{listed([names[system] for system in group])} are the same text", group)
    for a, b in combinations([group[0] for group in copies.values()], 2):
        same = int((lines[a] == lines[b]).sum())
        if same > _NEARLY_SAME * count:
            both = f"{names[a]} and {names[b]}"
            yield _Oddity(f"{both} are the same text in {same:,} of {count:,} lines", [a, b])


def _copies(
    names: Sequence[str], systems: Integers, others: Integers, side: str
) -> Iterator[_Oddity]:
    """Yield doubts about systems that nearly equal any text of another side."""
    count = systems.shape[1]
    for system, lines in enumerate(systems):
        equal = (lines == others).any(axis=0)
        same, different = int(equal.sum()), len(set(lines[equal].tolist()))
        if same > _COPIED * count and different >= _FEWEST_LINES:
            yield _Oddity(
                f"{names[system]} equals {side} in {same:,} of {count:,} lines; is it {side} "
                "itself?",
                [system],
            )


def _short_outputs(names: Sequence[str], counts: SentenceCounts) -> dict[int, _Oddity]:
    """Return doubts about systems that translate most longer sentences by hardly any words."""
    words = counts.hypothesis_words[:, 0]
    wanted = counts.reference_words[0].min(axis=0)
    long = wanted >= _LONG
    doubts: dict[int, _Oddity] = {}
    if (count := int(long.sum())) < _FEWEST_LINES:
        return {}
    for system, lengths in enumerate(words[:, long]):
        single, short = int((lengths < 2).sum()), int((lengths < _SHORT * wanted[long]).sum())
        if 2 * short > count:
            most = 2 * single > count
            few = "at most one word" if most else "less than a fifth of the reference's words"
            doubts[system] = _Oddity(
                f"{names[system]}: in {single if most else short:,} of "
                f"{counted(count, 'longer sentence')} it has {few}; is it the right file?",
                [system],
            )
    return doubts


def _low_coverage(
    names: Sequence[str], coverage: Floats, usual: Floats, lines: int
) -> dict[int, _Oddity]:
    """Return doubts about systems with low coverage, or far lower than that of the others.

    Args:
        names: Names of the systems.
        coverage: Their coverage.
        usual: The same, but NaN for systems that the others are not compared with.
        lines: Number of lines.
    """
    doubts = {}
    for system, own in enumerate(coverage.tolist()):
        others = np.delete(usual, system)
        others = others[~np.isnan(others)]
        usually = np.median(others) if len(others) and lines >= _FEWEST_LINES else 0.0
        share = "none" if isnan(own) else f"only {own:.0%}"
        few = f"{names[system]}: {share} of the words are matched or aligned"
        if not own >= LOW_COVERAGE:  # also true if there are no words
            question = "are all files the right ones, in the right language?"
            doubts[system] = _Oddity(f"{few}; {question}", [system])
        elif own < _COVERAGE_OF_OTHERS * usually and len(coverage) == 2:
            more = f"{usually:.0%} in {names[1 - system]}"
            doubts[system] = _Oddity(f"{few}, {more}; are both the right files?", [0, 1])
        elif own < _COVERAGE_OF_OTHERS * usually:
            more = f"{usually:.0%} or more in half of the others"
            doubts[system] = _Oddity(f"{few}, {more}", [system])
    return doubts


# Lines next to wrong references, because of missing or extra lines.


class Shift(NamedTuple):
    """Lines that match other references better than their own.

    Attributes:
        start: Index of the first line that matches better when shifted than at any other place.
        stop: Index after the last line.
        by: How many lines further down the better references are; negative if further up.
        undecided: Number of preceding lines that may belong to it; 0 if the start is certain.
        to_the_end: Whether hardly any later line matches better at another place.
    """

    start: int
    stop: int
    by: int
    undecided: int
    to_the_end: bool


def find_shifts(system: Ragged, reference: Ragged) -> list[Shift]:
    """Return the stretches of shifted lines of a system, ordered by start.

    Each line is compared with its own reference and those up to ten lines above and below, by the
    rare words that both have. A text is shifted where another reference matches better for many
    lines in a row, and as well as lines of this text usually match. Of lines shifted by the same
    number, only the stretch that gains most counts.

    Args:
        system: The rare words of each line, as numbers.
        reference: The rare words of each line of the reference.
    """
    shifts = [by for by in range(-_FURTHEST, _FURTHEST + 1) if by]
    shared = {by: _shared_words(system, reference, by) for by in (0, *shifts)}
    most = second = np.zeros(len(system), np.int32)
    for counts in shared.values():
        second = np.maximum(second, np.minimum(most, counts))
        most = np.maximum(most, counts)
    stretches = []
    for by in shifts:
        gains = shared[by] - np.where(shared[by] == most, second, most)
        stretches.append(_shifted_stretch(shared, gains, by))
    return sorted(filter(None, stretches))


def rare_words(texts: Sequence[Ragged], references: Sequence[Ragged]) -> list[Ragged]:
    """Remove words that are frequent in the references, as they match anywhere."""
    words = [rows.values for rows in (*texts, *references)]
    size = 1 + max((int(ids.max()) for ids in words if len(ids)), default=0)
    counts = np.zeros(size, np.int64)
    for rows in references:
        counts += np.bincount(rows.values, minlength=size)
    most = max(_FREQUENT_COUNT * len(references), _FREQUENT_SHARE * counts.sum())
    rare = counts <= most
    return [_only(rows, rare[rows.values]) for rows in texts]


def _only(rows: Ragged, chosen: NDArray[np.bool_]) -> Ragged:
    """Return the chosen words of each row."""
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(chosen)])
    return _kernels.Ragged(frozen(rows.values[chosen]), frozen(ends[rows.offsets]))


def _shared_words(system: Ragged, reference: Ragged, by: int) -> NDArray[np.int32]:
    """Count words shared with the reference `by` lines further down; 0 where there is none."""
    count = len(system)
    shared = np.zeros(count, np.int32)
    if abs(by) < count:
        first, last = max(0, -by), count - max(0, by)
        here, there = system.rows(first, last), reference.rows(first + by, last + by)
        shared[first:last] = _kernels.bleu_statistics(here, [there], 1)[:, 0]
    return shared


def _shifted_stretch(
    shared: Mapping[int, NDArray[np.int32]], gains: NDArray[np.int32], by: int
) -> Shift | None:
    """Return the stretch that gains most, if it is too long and too clear for chance.

    Args:
        shared: The number of words each line shares with a reference, by the distance to it.
        gains: How many more words each line shares at the distance `by` than at any other.
        by: How far down the better references are.
    """
    sums = np.concatenate([[0], np.cumsum(gains)])
    lowest = np.minimum.accumulate(sums)
    stop = int(np.argmax(sums - lowest))
    start = int(np.flatnonzero(sums[: stop + 1] == lowest[stop])[-1])
    words = {other: int(counts[start:stop].sum()) for other, counts in shared.items()}
    there = words.pop(by)
    better, worse = ((sign * gains[start:stop] > 0).sum() for sign in (1, -1))
    if (
        better < _FEWEST_SHIFTED_LINES
        or worse > _MOST_OPPOSED * better
        or there < _LEAST_RATIO * max(words.values())
        or there < _LEAST_LEVEL * np.maximum(shared[0], shared[by]).mean() * (stop - start)
    ):
        return None
    before = np.flatnonzero(gains[:start] < -1)
    undecided = start - 1 - int(before[-1]) if len(before) else start
    if undecided <= -by:  # extra lines, which match no reference
        undecided = 0
    if gains[start] < 2:
        undecided = max(1, undecided)
    to_the_end = (gains[stop:] < 0).sum() < _FEWEST_SHIFTED_LINES
    return Shift(start, stop, by, undecided, bool(to_the_end))
