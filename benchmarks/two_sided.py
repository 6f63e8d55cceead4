"""Two sides of a measure of word order: does it see order errors, and only these?

    python benchmarks/two_sided.py DATA [--page docs/background/validity.md] [--json FILE]

DATA/demetr/items.tsv has translations with one planted change each: two neighbours swapped, all
words shuffled, or one of 15 changes of words. With Δ = score(translation) − score(changed):

- sensitivity: share of swaps with Δ > 0
- shuffled: the same for shuffled sentences
- contamination: share of items with Δ ≠ 0, averaged over the 15 other kinds
- AUC: probability that Δ of a swap is above Δ of another change (0.5 is chance)

Other metrics join with `--metric NAME=COMMAND`: the command reads lines of reference, tab,
translation, and writes one number per line, higher is better. `--metric` may be repeated.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from functools import partial
from itertools import islice
from math import isfinite
from typing import IO, TYPE_CHECKING

import numpy as np
from sacrebleu.metrics import BLEU, CHRF, TER
from validity_data import (
    BASIC,
    ORDER_ERRORS,
    ORDER_KINDS,
    arguments,
    auc,
    matchers,
    read_demetr,
    show,
    tokenized,
)

import wordorder as wo
from wordorder.ordering import METRICS
from wordorder.output import Column, Table, show_progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from validity_data import Demetr

    from wordorder.alignment.matching.matcher import Matcher

    Scorer = Callable[[str, str], float]
    Differences = dict[str, np.ndarray]

LONGEST_LINE = 1000  # characters, of the output of a metric
ROUNDING = 1e-12  # smaller differences are due to rounding
MAIN = ("kendall", "fuzzy", "ulam", "pef", *ORDER_ERRORS)  # of every matcher
SHOWN_BY_KIND = ("fuzzy", "kendall", "pef", "breaks_per_100")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--metric", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--limit", type=int, metavar="N", help="only every Nth item, for a trial")
    options = parser.parse_args()
    items = read_demetr(options.data)
    if options.limit:
        items = type(items)(*(column[:: options.limit] for column in items))
    own, shared = own_and_shared_words(items)
    rivals = dict(rival_differences(items))
    for metric in options.metric:
        name, _, command = metric.partition("=")
        if not command:
            raise SystemExit(f"--metric must be NAME=COMMAND, not {metric!r}")
        rivals[name] = differences(items, lambda pairs, c=command: scores_of_command(pairs, c))
    tables = [
        summary("Each sentence on its own words", own, items.kinds),
        summary("Both sentences on the words they share", shared, items.kinds),
        summary("Other metrics", rivals, items.kinds),
        by_kind(own, shared, rivals, items.kinds),
    ]
    show([table for table in tables if table.rows], options, "two_sided")


# ---- Differences between a translation and its changed version, by measure


def own_and_shared_words(items: Demetr) -> tuple[Differences, Differences]:
    """Differences by every ordering metric and order error, for every matcher."""
    texts = [tokenized(lines) for lines in items[1:]]
    own: Differences = {}
    shared: Differences = {}
    for name, matcher in matchers().items():
        # On shared words all links count.
        both = [(own, own_words)] + [(shared, shared_words)] * name.startswith(BASIC)
        for found, compared in both:
            for measure, delta in compared(texts, matcher):
                if name == BASIC or measure in MAIN:
                    found[f"{measure}, {name}"] = delta
    if not shared:
        print("no comparison on shared words in this version", file=sys.stderr)
    return own, shared


def own_words(texts: list[list[str]], matcher: Matcher) -> Iterator[tuple[str, np.ndarray]]:
    reference, *systems = texts
    result = wo.score(
        reference,
        dict(zip(("translation", "changed"), systems, strict=True)),
        order_from=matcher,
        tokenize="none",
        metrics="all",
        resampling=wo.Resampling(resamples=1),
    )
    for measure in (*METRICS, *ORDER_ERRORS):
        if measure in result.measures:
            first, second = result.segment(measure)
            sign = -1 if measure in ORDER_ERRORS else 1
            yield measure, np.nan_to_num(sign * (first - second))


def shared_words(texts: list[list[str]], matcher: Matcher) -> Iterator[tuple[str, np.ndarray]]:
    try:
        from wordorder.scoring.word_order import SharedWordsRequest as RestRequest
    except ImportError:
        return
    from wordorder.scoring.texts import read_texts
    from wordorder.scoring.word_order import DirectMatch

    reference, *systems = texts
    order = DirectMatch(matcher).word_order(
        read_texts(reference, dict(zip(("translation", "changed"), systems, strict=True))), 2
    )
    names = (*METRICS, *ORDER_ERRORS)
    request = RestRequest(tuple(METRICS), 0.6, 0.0, 2)
    found = order.on_shared_words(
        np.array([[0, 1]]), slice(0, len(reference)), request, np.zeros((1, 2, len(names)))
    )
    weight = found.statistics[:, 0, -1]
    for column, measure in enumerate(names):
        change = found.statistics[:, 0, column]  # weighted, and the second minus the first
        sign = 1 if measure in ORDER_ERRORS else -1
        yield measure, sign * np.divide(change, weight, out=np.zeros(len(weight)), where=weight > 0)


def rival_differences(items: Demetr) -> Iterator[tuple[str, np.ndarray]]:
    bleu, chrf, ter = BLEU(effective_order=True), CHRF(), TER()
    scorers: dict[str, Scorer] = {
        "BLEU": lambda ref, text: bleu.sentence_score(text, [ref]).score,
        "chrF": lambda ref, text: chrf.sentence_score(text, [ref]).score,
        "TER": lambda ref, text: -ter.sentence_score(text, [ref]).score,
    }
    for name, scorer in scorers.items():
        yield name, differences(items, lambda pairs, n=name, s=scorer: scores_of(pairs, n, s))


def differences(
    items: Demetr, scores: Callable[[list[tuple[str, str]]], list[float]]
) -> np.ndarray:
    """Score every different pair of reference and translation once."""
    rows = [list(zip(items.references, texts, strict=True)) for texts in items[2:]]
    pairs = list(dict.fromkeys(rows[0] + rows[1]))
    score_of = dict(zip(pairs, scores(pairs), strict=True))
    first, second = (np.array([score_of[pair] for pair in row]) for row in rows)
    return first - second


def scores_of(pairs: list[tuple[str, str]], name: str, scorer: Scorer) -> list[float]:
    scores = []
    with show_progress(name, len(pairs)) as on_pairs:
        for pair in pairs:
            scores.append(scorer(*pair))
            on_pairs(1)
    return scores


def scores_of_command(pairs: list[tuple[str, str]], command: str) -> list[float]:
    """Run a command on all pairs; what is wrong with its output is said in one line."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as given:
        given.writelines(f"{reference}\t{translation}\n" for reference, translation in pairs)
        given.seek(0)
        lines, code = output_lines(command, given, len(pairs) + 1)
    if len(lines) > len(pairs):
        raise SystemExit(f"{command}: more than {len(pairs)} lines of output for as many of input")
    if code:
        raise SystemExit(f"{command}: ended with exit code {code}")
    if len(lines) != len(pairs):
        raise SystemExit(f"{command}: {len(lines)} numbers for {len(pairs)} lines")
    return [number(line, f"{command}: line {count}") for count, line in enumerate(lines, start=1)]


def output_lines(command: str, given: IO[str], most: int) -> tuple[list[str], int]:
    """The first lines that a command writes, and its exit code; it is stopped if it writes more."""
    with subprocess.Popen(
        command,
        shell=True,
        stdin=given,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        read = partial(process.stdout.readline, LONGEST_LINE)  # a line may be endless, too
        lines = list(islice(iter(read, ""), most))
        if len(lines) == most:
            os.killpg(process.pid, signal.SIGKILL)
    return lines, process.returncode


def number(line: str, place: str) -> float:
    """Read a number; NaN and infinity are none.

    >>> number("0.5\\n", "metric: line 1")
    0.5
    """
    try:
        if isfinite(found := float(line)):
            return found
    except ValueError:
        pass
    raise SystemExit(f"{place}: {line.strip()[:40]!r} is not a number")


# ---- Tables


def summary(title: str, measures: Differences, kinds: np.ndarray) -> Table:
    columns = [
        Column("measure", "left"),
        Column("sensitivity", digits=3, best="high"),
        Column("shuffled", digits=3, best="high"),
        Column("contamination", digits=4, best="low"),
        Column("AUC", digits=3, best="high"),
    ]
    rows = [[name, *two_sides(delta, kinds)] for name, delta in measures.items()]
    return Table(columns, rows, title=title)


def two_sides(delta: np.ndarray, kinds: np.ndarray) -> tuple[float, float, float, float]:
    """Sensitivity, share of shuffled sentences seen, contamination, AUC.

    Examples:
        >>> kinds = np.array(["word_swap", "word_swap", "shuffled", "case", "case", "tense"])
        >>> two_sides(np.array([0.5, 0, 0.2, 0, 0.1, 0]), kinds)
        (0.5, 1.0, 0.25, 0.6666666666666666)
    """
    sensitivity, shuffled = (share_changed(delta, kinds, kind) for kind in ORDER_KINDS)
    others = [kind for kind in np.unique(kinds) if kind not in ORDER_KINDS]
    contamination = float(np.mean([share_changed(delta, kinds, kind) for kind in others]))
    swaps, controls = delta[kinds == ORDER_KINDS[0]], delta[np.isin(kinds, others)]
    return sensitivity, shuffled, contamination, auc(swaps, controls)


def share_changed(delta: np.ndarray, kinds: np.ndarray, kind: str) -> float:
    """The share of items with Δ > 0 for an order error, Δ ≠ 0 for any other change."""
    found = delta[kinds == kind]
    return float(((found if kind in ORDER_KINDS else abs(found)) > ROUNDING).mean())


def by_kind(own: Differences, shared: Differences, rivals: Differences, kinds: np.ndarray) -> Table:
    """Shares of items changed, for the main measures without vectors or confidence."""
    measures = {name: own.get(f"{name}, {BASIC}") for name in SHOWN_BY_KIND}
    measures["fuzzy on shared words"] = shared.get(f"fuzzy, {BASIC}")
    shown = {name: delta for name, delta in (measures | rivals).items() if delta is not None}
    names = [*ORDER_KINDS, *(kind for kind in np.unique(kinds) if kind not in ORDER_KINDS)]
    return Table(
        [Column("change", "left"), Column("items"), *(Column(name, digits=3) for name in shown)],
        [
            [
                kind,
                int((kinds == kind).sum()),
                *(share_changed(delta, kinds, kind) for delta in shown.values()),
            ]
            for kind in map(str, names)
        ],
        title="Share of items whose score falls (order errors) or changes (all others)",
    )


if __name__ == "__main__":
    main()
