"""Among several parses of a sentence, the one that rules turn into the best order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from wordorder.alignment import PHARAOH, LinkReading
from wordorder.errors import UsageError, expect
from wordorder.ordering import METRICS, ordering_scores
from wordorder.output import Estimate, Result, counted, signature
from wordorder.output.codec import UNSAVED, Count
from wordorder.output.views import UNDEFINED, fields, row_view
from wordorder.preordering.applying import reorder
from wordorder.preordering.inputs import read_references
from wordorder.preordering.learning.orders import WORDS, aimed
from wordorder.preordering.rules.builtin_sets import rule_set
from wordorder.preordering.selection.nbest import NBestParses
from wordorder.statistics import Resampling, bootstrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from wordorder.output import View
    from wordorder.output.cells import Cell
    from wordorder.preordering.inputs import Links, Parses
    from wordorder.preordering.learning.orders import Words
    from wordorder.preordering.references import ReferenceOrders
    from wordorder.preordering.rules.rules import RuleSet
    from wordorder.preordering.selection.nbest import RankedParses
    from wordorder.text import Input


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ParseSelection(Result):
    """Which parses were chosen, and what that gains.

    Attributes:
        signature: The settings, for a paper or a log.
        sentence_count: The number of sentences.
        without_links: The number of sentences whose first parse was taken for want of links.
        chosen: How often the first, second, … parse was chosen.
        first: The mean score of the first parses, with its interval. This and the next leave out
            sentences without links.
        mean: The mean score of all parses, averaged over each sentence first.
        best: The mean score of the parses chosen.
        gain: The mean gain of the parses chosen over the first.
        parses: The parses chosen, as CoNLL-U; None if the result was loaded from a document.
    """

    SCHEMA: ClassVar[str] = "preorder-selection/2"

    signature: str
    sentence_count: Count
    without_links: Count
    chosen: tuple[Count, ...]
    first: Estimate
    mean: Estimate
    best: Estimate
    gain: Estimate
    parses: str | None = field(default=None, metadata=UNSAVED)

    def __post_init__(self) -> None:
        if not self.chosen:
            raise ValueError("expected how often the first parse was chosen")

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer the mean scores, and how often each rank was chosen."""
        return {"scores": row_view(_SCORES, _score_rows), "ranks": row_view(_RANKS, _rank_rows)}

    def summary(self) -> str:
        """Return one line with the gain."""
        other = self.sentence_count - self.chosen[0]
        gain = "undefined" if np.isnan(self.gain.value) else f"{self.gain.value:+.3f}"
        sentences = counted(self.sentence_count, "sentence")
        return f"{sentences}, {other:,} not the first parse, gain {gain}"


_SCORES = [*fields(str, "parse"), *fields(float, "score", "low", "high", digits=3)]
_RANKS = fields(int, "rank", "sentences")


def _score_rows(result: ParseSelection) -> Iterator[tuple[Cell, ...]]:
    yield "first", *result.first
    yield "mean", *result.mean
    yield "best", *result.best
    yield "gain", *result.gain


def _rank_rows(result: ParseSelection, *, top: int | None) -> Iterator[tuple[Cell, ...]]:
    yield from enumerate(result.chosen[:top], start=1)


def select_parses(
    parses: Parses | Sequence[Parses],
    links: Links,
    rules: RuleSet | Input,
    metric: str = "fuzzy",
    *,
    words: Words = "all",
    reading: LinkReading = PHARAOH,
    resampling: Resampling = Resampling(),  # noqa: B008
) -> ParseSelection:
    r"""Choose the parse of each sentence that rules turn into the best order.

    A parser can then be trained on the parses chosen. Among equals the first wins; sentences
    without links keep their first parse.

    Args:
        parses: One CoNLL-U file, in which the parses of a sentence follow each other and have the
            same `sent_id`; or a list of files with one parse of each sentence.
        links: The alignment of the sentences with their translations.
        rules: The rules that the parser is meant for: a set, the name of a built-in one, or a file.
        metric: The metric that the order should score best by.
        words: Which words count: `all`; those with links, `linked`; or the mean of `both` scores.
        reading: The format of the links, and which to use.
        resampling: How to find the intervals.

    Raises:
        InputError: A file cannot be read, or the files do not fit together.
        UsageError: An argument is invalid.

    Examples:
        >>> import io
        >>> row = "{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"
        >>> def parse(*heads):
        ...     cells = zip("123", "ABC", heads, ["root" if h == 0 else "obj" for h in heads])
        ...     lines = (row.format(n, form, "VERB", head, rel) for n, form, head, rel in cells)
        ...     return "# sent_id = 1\n" + "".join(lines) + "\n"
        >>> parses = io.StringIO(parse(2, 0, 2) + parse(0, 1, 1))
        >>> chosen = select_parses(parses, io.StringIO("0-2 1-1 2-0\n"), "head-final-after")
        >>> chosen.chosen, chosen.gain.value
        ((0, 1), 0.5)

    References:
        Jason Katz-Brown, Slav Petrov, Ryan McDonald, Franz Och, David Talbot, Hiroshi Ichikawa,
        Masakazu Seno and Hideto Kazawa. 2011. Training a Parser for Machine Translation Reordering.
        EMNLP 2011.
    """
    _check(metric, words, reading, resampling)
    rules, nbest = rule_set(rules), NBestParses.read(parses)
    references = read_references(links, nbest.first, reading)
    scores = np.full((len(nbest.ranks), len(nbest)), np.nan)
    for rank, ranked in enumerate(nbest.ranks):
        scores[rank, ranked.sentences] = _scores(ranked, references, rules, metric, words)
    has_links = references.orders.lengths > 0
    best = np.where(has_links, np.argmax(np.where(np.isnan(scores), -1, scores), axis=0), 0)
    means = _means(scores[:, has_links], best[has_links], resampling)
    settings = [f"rules:{rules.signature}", f"metric:{metric}", f"words:{words}"]
    return ParseSelection(
        signature([*settings, *reading.signature, resampling.signature]),
        len(nbest),
        int(np.count_nonzero(~has_links)),
        tuple(np.bincount(best, minlength=len(nbest.ranks)).tolist()),
        *means,
        "".join(_texts(nbest, best)),
    )


def _check(metric: object, words: object, reading: object, resampling: object) -> None:
    if metric not in METRICS:
        raise UsageError.unknown("metric", metric, METRICS)
    if words not in WORDS:
        raise UsageError.unknown("choice of words", words, WORDS)
    expect(reading, LinkReading, "reading")
    expect(resampling, Resampling, "resampling")


def _scores(
    ranked: RankedParses, references: ReferenceOrders, rules: RuleSet, metric: str, words: Words
) -> NDArray[np.float64]:
    own = references.take(ranked.sentences)
    orders = reorder(ranked.trees, rules)
    both = []
    for linked_only in (False, True):
        judged = own.judge(orders, linked_only=linked_only)
        both.append(ordering_scores(judged.values, judged.offsets, [metric])[metric])
    return aimed(np.array(both), words)


def _means(
    scores: NDArray[np.float64], best: NDArray[np.int64], resampling: Resampling
) -> tuple[Estimate, Estimate, Estimate, Estimate]:
    """Means over sentences of the first score, the mean score, the best one, and the gain."""
    if scores.shape[1] == 0:
        return UNDEFINED, UNDEFINED, UNDEFINED, UNDEFINED
    first, chosen = scores[0], scores[best, np.arange(len(best))]
    columns = np.stack([first, np.nanmean(scores, axis=0), chosen, chosen - first], axis=1)
    found = bootstrap(columns, resamples=resampling.resamples, seed=resampling.seed)
    figures = np.stack([found.observed, found.low, found.high], axis=-1).tolist()
    of_first, of_mean, of_best, gain = (Estimate(*each) for each in figures)
    return of_first, of_mean, of_best, gain


def _texts(nbest: NBestParses, best: NDArray[np.int64]) -> Iterator[str]:
    """The parses chosen, as they were read."""
    rows = [dict(zip(r.sentences.tolist(), range(len(r.trees)), strict=True)) for r in nbest.ranks]
    for sentence, rank in enumerate(best.tolist()):
        trees = nbest.ranks[rank].trees
        row = rows[rank][sentence]
        text = trees.text[trees.starts[row] : trees.starts[row + 1]].decode()
        yield text.strip("\n") + "\n\n"
