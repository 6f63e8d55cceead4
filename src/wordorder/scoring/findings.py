"""Scores and their differences in plain words."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Decimal
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.output.console import visible
from wordorder.output.wording import counted, interval_note, listed
from wordorder.scoring.measures import ORDER_ERRORS
from wordorder.scoring.verdicts import allows_verdict, better, rank, tells_better
from wordorder.statistics.resampling import Resampling
from wordorder.statistics.significance import FEWEST_ITEMS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.arrays import Floats, Integers
    from wordorder.output.grid import Grid
    from wordorder.scoring.result import ScoreResult

_LEAST_DIGITS, _MOST_DIGITS = 3, 6


class _Verdicts(NamedTuple):
    """All comparisons of a result, computed once for all findings."""

    result: ScoreResult
    pairs: tuple[tuple[str, str], ...]
    tests: Grid
    p: Floats
    better: Integers


def findings(
    result: ScoreResult, pairs: Sequence[int] | None = None, *, choice: bool = True
) -> Iterator[str]:
    """Yield a finding for each pair: which system orders words better, which chooses them better.

    Args:
        result: The scores.
        pairs: The indices of the pairs to report on; by default all.
        choice: Whether to report on word choice.
    """
    if result.tests is None:
        return
    known = result.tests.pairs
    verdicts = _Verdicts(result, known, result.deciding, result.deciding_p, better(result))
    for pair in range(len(known)) if pairs is None else pairs:
        yield "; ".join(_clauses(verdicts, pair, choice))


def _clauses(verdicts: _Verdicts, pair: int, choice: bool) -> Iterator[str]:
    result = verdicts.result
    names = verdicts.pairs[pair]
    a, b = map(visible, names)
    if result.sentence_count < FEWEST_ITEMS:
        yield (
            f"{a} and {b}: no verdict from {counted(result.sentence_count, 'sentence')}, "
            f"{FEWEST_ITEMS} are needed"
        )
        return
    if _are_equal(verdicts, pair):
        yield f"{a} and {b} score the same by every measure"
        return
    yield _why_no_verdict(result, pair, names) or _order(verdicts, pair)
    if choice and result.lexical is not None:
        yield _choice(verdicts, pair, result.lexical)
    doubted = _doubted(result, names)
    if doubted:
        yield f"but there are doubts about {listed(doubted)}"


def _doubted(result: ScoreResult, systems: Sequence[str]) -> list[str]:
    """Return the systems about which there are doubts."""
    named = {name for doubt in result.doubts for name in doubt.systems}
    return [visible(name) for name in systems if name in named]


def doubt_notes(result: ScoreResult) -> list[str]:
    """Return the doubts about the texts, to be read before the findings."""
    return [f"Doubt: {doubt.text}" for doubt in result.doubts]


def _are_equal(verdicts: _Verdicts, pair: int) -> bool:
    """Whether no resample tells the two systems apart, on own words or on shared ones."""
    figures = [
        tests[end][pair]
        for tests in (verdicts.tests, verdicts.result.known_tests())
        for end in ("difference", "low", "high")
    ]
    return not np.any(figures)  # NaN is not 0


def _why_no_verdict(result: ScoreResult, pair: int, names: tuple[str, str]) -> str | None:
    """Return why the verdict on word order is withheld, or None."""
    reason = result.known_shared().withheld(pair)
    if reason is None:
        return None
    # Words in weak links match, too.
    share = "matched" if "matched" in result.measures else "coverage"
    mute = [visible(name) for name in names if not result.value(name, share)]
    if mute:
        reason = f"no word of {' or '.join(mute)} matches"
    return f"{' and '.join(map(visible, names))}: no verdict on word order: {reason}"


def _order(verdicts: _Verdicts, pair: int) -> str:
    """Return the finding on word order, by the leading metric and the others."""
    result = verdicts.result
    measures = [name for name in result.shown_measures if name in result.order_measures]
    signs = {name: int(verdicts.better[pair, result.column(name)]) for name in measures}
    sign = signs[result.leading] or next(filter(None, signs.values()), 0)
    first, second = _names(verdicts, pair, sign)
    both = " and ".join(reversed(_names(verdicts, pair, 0)))
    same = [name for name, own in signs.items() if own == sign]
    against = [name for name, own in signs.items() if own and own == -sign]
    none = [name for name, own in signs.items() if sign and not own]
    neither = f", no difference by {_titles(none)}" if none else ""
    if not sign:
        text = f"{both}: no difference found in word order by {_titles(same)}"
    elif against:
        text = f"{both}: the metrics disagree on word order: {first} is better by {_titles(same)}, "
        text += f"worse by {_titles(against)}{neither}"
    elif not signs[result.leading]:
        text = f"{both}: word order differs only by some metrics: {first} is better by "
        text += f"{_titles(same)}{neither}"
    else:
        text = f"{first} orders words better than {second} by {_titles(same)}{neither}"
    # Show the figures of the leading metric, and of the first metric on any other side.
    spoken = list(dict.fromkeys([result.leading, *same[:1], *against[:1]]))
    return f"{text} ({_figures(verdicts, pair, spoken, sign)})"


def _choice(verdicts: _Verdicts, pair: int, measure: str) -> str:
    column = verdicts.result.column(measure)
    sign = int(verdicts.better[pair, column])
    first, second = _names(verdicts, pair, sign)
    if isnan(verdicts.tests["difference"][pair, column]):
        return "word choice cannot be judged"
    figures = _figures(verdicts, pair, [measure], sign)
    if sign:
        return f"{first} chooses words better than {second} ({figures})"
    return f"no difference found in word choice ({figures})"


def _titles(names: Sequence[str]) -> str:
    return listed([heading(name) for name in names], len(names))


def _names(verdicts: _Verdicts, pair: int, sign: int) -> tuple[str, str]:
    """Return the better system and the other; if neither is better, the second and the first."""
    a, b = map(visible, verdicts.pairs[pair])
    return (a, b) if sign < 0 else (b, a)


def _figures(verdicts: _Verdicts, pair: int, measures: Sequence[str], sign: int) -> str:
    """Return the differences between the better system and the other, with intervals and p."""
    first, second = _names(verdicts, pair, sign)
    shown = [_figure(verdicts, pair, measure, -1 if sign < 0 else 1) for measure in measures]
    return f"{first} − {second}: {'; '.join(shown)}"


def _figure(verdicts: _Verdicts, pair: int, measure: str, side: int) -> str:
    result, tests = verdicts.result, verdicts.tests
    place = pair, result.column(measure)
    difference, low, high = (
        side * float(tests[end][place])
        for end in (("difference", "low", "high") if side > 0 else ("difference", "high", "low"))
    )
    at_limit = tests["p"][place] * (result.resamples + 1) < 1.5
    p = shown_p(float(verdicts.p[place]), at_limit=at_limit, alpha=result.alpha)
    p += " after Holm" * result.holm
    # A corrected p may well be large although the interval, which is not corrected, excludes 0.
    excludes_zero, small = low > 0 or high < 0, bool(verdicts.p[place] < result.alpha)
    disagree = small != excludes_zero and (small or not result.holm)
    ends_count = disagree or bool(verdicts.better[place])
    form = _form_for([difference, low, high] if ends_count else [difference])
    if form is None:  # too small to matter, but a verdict must show its sign
        form = ".1e" if ends_count else f"z.{_MOST_DIGITS}f"
    sign = "+" if float(f"{difference:{form}}") else ""
    text = f"{heading(measure)} {difference:{sign}{form}} [{low:{form}}, {high:{form}}], {p}"
    return text + ", interval and p disagree" * disagree


def _form_for(figures: Sequence[float]) -> str | None:
    """Return the shortest number format that shows the signs of the figures, if any does."""
    forms = (f"z.{digits}f" for digits in range(_LEAST_DIGITS, _MOST_DIGITS + 1))
    shows_all = (
        form for form in forms if all(float(f"{figure:{form}}") or not figure for figure in figures)
    )
    return next(shows_all, None)


def heading(measure: str) -> str:
    """Return the name of a measure in tables and sentences."""
    return measure.removesuffix("_per_100")


def note(result: ScoreResult, *, ends: bool) -> str:
    """State the number of sentences and how intervals are shown."""
    undefined = int(result.undefined["sentences"].sum())
    text = (
        f"{counted(result.sentence_count, 'sentence')}; "
        f"{interval_note(result.confidence, ends=ends)}"
    )
    if undefined:
        text += f"; order undefined, as no word can be judged: {counted(undefined, 'translation')}"
    return text


def legend(result: ScoreResult) -> str:
    """Explain the columns."""
    metrics = [name for name in result.shown_measures if name in result.order_measures]
    errors = [name for name in metrics if name in ORDER_ERRORS]
    orders = ", ".join(name for name in metrics if name not in errors)
    combined = result.measures[0]
    if result.lexical is None and tells_better(combined):
        parts = f"Word order: {orders}. Words and their order: {combined}."
    elif result.lexical is None:
        parts = f"Word order: {orders}, {combined}."
    else:
        parts = f"Word order: {orders}. Word choice: {result.lexical}. Both: {combined}."
    text = f"Higher is better. {parts} Coverage: share of words whose order is judged."
    if errors:
        text += (
            " Breaks: jumps in the order per 100 words; lower is better, but low coverage lowers "
            "it, too."
        )
    return text


def is_through_source(result: ScoreResult) -> bool:
    """Whether orders are compared through the source, not by a direct match."""
    return "|compared:shared-source-words|" in result.signature


def comparison_note(result: ScoreResult) -> list[str]:
    """State which words the verdicts on word order compare."""
    if result.shared is None:
        return []
    shares = np.nan_to_num(result.shared.words["share"])
    least, most = (f"{end(shares):.0%}" for end in (np.min, np.max))
    span = least if least == most else f"{least} to {most}"
    compared = f"{span} of the {'source' if is_through_source(result) else 'reference'}'s words"
    # Weak links: matched, but too unlikely to count as covered.
    has_weak = "matched" in result.measures and bool(
        (result.scores.at(measure="matched") > result.scores.at(measure="coverage")).any()
    )
    weak = ", weak matches included" * has_weak
    return [f"Verdicts on word order compare the words that both systems have{weak}: {compared}."]


def cluster_note(result: ScoreResult) -> str:
    """Explain the clusters, and name the systems in none."""
    ranking, signs = rank(result), better(result)[:, result.column(result.leading)]
    unknown = np.count_nonzero(~allows_verdict(result, result.leading))
    places = zip(ranking.systems, ranking.numbers, strict=True)
    apart = [visible(result.systems[system]) for system, number in places if number is None]
    text = (
        f"#: clusters by {result.leading}, best first; every system in a cluster orders words "
        "better than every system in later clusters. Within a cluster, systems are ordered by "
        f"wins minus losses. {np.count_nonzero(signs):,} of {len(signs):,} "
        f"pairs differ{f', {unknown:,} cannot be judged' if unknown else ''}."
    )
    used = Resampling(result.resamples, confidence=result.confidence)
    if result.holm and not used.can_reject(len(signs)):
        text += " Holm's correction over so many pairs can never reject: compare fewer systems."
    if apart:
        text += f" Too few shared words to rank: {listed(apart)}."
    doubted = _doubted(result, [result.systems[system] for system in ranking.systems])
    return text + (f" There are doubts about {listed(doubted)}." if doubted else "")


def shown_p(p: float, *, at_limit: bool = False, alpha: float = 0.05) -> str:
    """Format a p-value, never as 0 and never on the wrong side of alpha.

    Examples:
        >>> shown_p(0.0312), shown_p(0.00012), shown_p(1 / 1001, at_limit=True), shown_p(0.0499)
        ('p = 0.031', 'p = 0.0001', 'p ≤ 0.001', 'p = 0.0499')

    Args:
        p: The p-value.
        at_limit: Whether it is the smallest that the number of resamples allows.
        alpha: The significance level.
    """
    if isnan(p):
        return "p undefined"
    exact = Decimal(str(p))
    least = max(_LEAST_DIGITS, -exact.adjusted())
    for digits in range(least, least + _MOST_DIGITS):
        rounding = ROUND_CEILING if at_limit else ROUND_HALF_EVEN
        shown = exact.quantize(Decimal(1).scaleb(-digits), rounding)
        if (float(shown) < alpha) == (p < alpha):
            break
    text = f"{shown:f}"
    while text.endswith("0") and len(text.partition(".")[2]) > _LEAST_DIGITS:
        text = text[:-1]
    return f"p {'≤' if at_limit else '='} {text}"
