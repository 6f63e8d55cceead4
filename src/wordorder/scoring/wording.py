"""Scores and their differences in plain words."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from wordorder.output import counted, interval_note, visible
from wordorder.scoring.measures import ORDER_ERRORS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.scoring.result import ScoreResult

SIGNIFICANT = 0.05


def findings(result: ScoreResult) -> Iterator[str]:
    """Say for each pair of systems which orders words better and which chooses them better.

    The better system comes first; differences with p ≥ 0.05 do not count.
    """
    if result.tests is None:
        return
    for pair, (a, b) in enumerate(result.tests.pairs.tolist()):
        names = visible(result.systems[a]), visible(result.systems[b])
        text = _undefined(result, a, b) or _claim(
            result, pair, names, result.ordering, "orders words better than"
        )
        if text is None:
            figures = _figures(result, pair, result.ordering, sign=1)
            text = f"{names[0]} and {names[1]}: no difference found in word order ({figures})"
        if result.lexical is not None:
            choice = _claim(result, pair, names, result.lexical, "chooses words better than")
            text += "; " + (choice or "no difference found in word choice")
        yield text


def _undefined(result: ScoreResult, *pair: int) -> str | None:
    """Name the systems whose order cannot be judged because no word is matched."""
    column = result.measures.index(result.ordering)
    names = [result.systems[one] for one in pair if isnan(result.scores.value[one, column])]
    if not names:
        return None
    return (
        f"the word order of {' and '.join(map(visible, names))} cannot be judged: no word matches"
    )


def note(result: ScoreResult, *, ends: bool) -> str:
    """State the number of sentences and how intervals are shown."""
    undefined = int(result.undefined.sum())
    text = (
        f"{counted(result.sentence_count, 'sentence')}; "
        f"{interval_note(result.confidence, ends=ends)}"
    )
    if undefined:
        text += f"; order undefined, as no word matches: {counted(undefined, 'translation')}"
    return text


def legend(result: ScoreResult) -> str:
    """Explain the columns."""
    combined, *others = result.shown_measures
    apart = (result.lexical, "coverage", *ORDER_ERRORS)
    orders = ", ".join(name for name in others if name not in apart)
    if combined == "meteor":
        parts = f"Word order: {orders}. Words and their order: {combined}."
    elif result.lexical is None:
        parts = f"Word order: {combined}, {orders}."
    else:
        parts = f"Word order: {orders}. Word choice: {result.lexical}. Both: {combined}."
    return (
        f"Higher is better. {parts} Coverage: share of words whose order is judged. Breaks/100: "
        "breaks in the order per 100 words; lower is better, but low coverage lowers it, too."
    )


def significance(difference: float, p: float) -> str:
    """The papers' marks for a difference: its sign where p < 0.10 (*) or p < 0.05 (**).

    Examples:
        >>> [significance(0.01, p) for p in (0.2, 0.07, 0.01)], significance(-0.01, 0.01)
        (['0', '+*', '+**'], '-**')
    """
    if not p < 0.10 or difference == 0:
        return "0"
    return ("+" if difference > 0 else "-") + ("**" if p < 0.05 else "*")


def shown_p(p: float) -> str:
    """Format a p-value, never as 0.

    Examples:
        >>> shown_p(0.0312), shown_p(0.0004)
        ('p = 0.031', 'p < 0.001')
    """
    return f"p = {p:.3f}" if p >= 0.0005 else "p < 0.001"


def _claim(
    result: ScoreResult, pair: int, names: tuple[str, str], measure: str, verb: str
) -> str | None:
    assert result.tests is not None
    column = result.measures.index(measure)
    difference = result.tests.difference[pair, column]
    if not result.deciding_p[pair, column] < SIGNIFICANT or difference == 0:
        return None
    first, second = (names[1], names[0]) if difference > 0 else names
    sign = 1 if difference > 0 else -1
    return f"{first} {verb} {second}: {_figures(result, pair, measure, sign)}"


def _figures(result: ScoreResult, pair: int, measure: str, sign: int) -> str:
    """The difference, its interval and p; the sign is flipped if the systems are swapped."""
    assert result.tests is not None
    column = result.measures.index(measure)
    tests = result.tests
    low, high = tests.low[pair, column], tests.high[pair, column]
    if sign < 0:
        low, high = -high, -low
    difference = sign * tests.difference[pair, column]
    p = shown_p(result.deciding_p[pair, column])
    return f"{measure} {difference:+z.3f} [{low:z.3f}, {high:z.3f}], {p}"
