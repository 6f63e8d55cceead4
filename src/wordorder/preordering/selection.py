"""Selection of the parse of each sentence that rules turn into the best order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordorder.alignment.link_reading import PHARAOH, LinkReading
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.ordering.metrics import METRICS
from wordorder.output.codec import UNSAVED, Count
from wordorder.output.results import Result
from wordorder.output.tables import Cell, Estimate
from wordorder.output.views import UNDEFINED, View, fields, row_view
from wordorder.output.wording import counted, signature
from wordorder.preordering.applying import reorder
from wordorder.preordering.inputs import (
    Links,
    Parses,
    read_parses,
    read_references,
    refuse_other_words,
    shown,
)
from wordorder.preordering.references import WORDS, ReferenceOrders, Words, over_words
from wordorder.preordering.rules.files import rule_set
from wordorder.preordering.rules.rules import RuleSet
from wordorder.statistics.bootstrapping import bootstrap
from wordorder.statistics.resampling import Resampling
from wordorder.syntax.dependency import DependencyBatch
from wordorder.text.source import Input

_SENT_ID = b"# sent_id = "


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ParseSelection(Result):
    """The parses chosen, and their gain.

    Attributes:
        signature: The settings, for a paper or a log.
        sentence_count: The number of sentences.
        without_links: The number of sentences without links, whose first parse was taken.
        chosen: How often the first, second, … parse was chosen.
        first: The mean score of the first parses, with its interval. This and the next three leave
            out sentences without links.
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
            raise ValueError("expected counts of the chosen parses")

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer the mean scores, and how often each rank was chosen."""
        scores = [*fields(str, "parse"), *fields(float, "score", "low", "high", digits=3)]
        ranks = fields(int, "rank", "sentences")
        return {"scores": row_view(scores, _score_rows), "ranks": row_view(ranks, _rank_rows)}

    def summary(self) -> str:
        """Return one line with the gain."""
        other = self.sentence_count - self.chosen[0]
        gain = "undefined" if np.isnan(self.gain.value) else f"{self.gain.value:+.3f}"
        sentences = counted(self.sentence_count, "sentence")
        return f"{sentences}, {other:,} not the first parse, gain {gain}"


def _score_rows(result: ParseSelection) -> Iterator[tuple[Cell, ...]]:
    for name in ("first", "mean", "best", "gain"):
        yield name, *getattr(result, name)


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
        metric: The metric to maximise.
        words: Which words count: `all`; those with links, `linked`; or the mean of `both` scores.
        reading: The format of the links, and which to use.
        resampling: Options of the bootstrap.

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
    if metric not in METRICS:
        raise UsageError.unknown("metric", metric, METRICS)
    if words not in WORDS:
        raise UsageError.unknown("choice of words", words, WORDS)
    expect(reading, LinkReading, "reading")
    expect(resampling, Resampling, "resampling")
    rules, ranks = rule_set(rules), _read(parses)
    references = read_references(links, ranks[0].trees, reading)
    scores = np.full((len(ranks), len(references)), np.nan)
    for rank, ranked in enumerate(ranks):
        scores[rank, ranked.sentences] = _scores(ranked, references, rules, metric, words)
    has_links = references.orders.lengths > 0
    best = np.where(has_links, np.argmax(np.where(np.isnan(scores), -1, scores), axis=0), 0)
    first, mean, chosen, gain = _means(scores[:, has_links], best[has_links], resampling)
    settings = [f"rules:{rules.signature}", f"metric:{metric}", f"words:{words}"]
    return ParseSelection(
        signature=signature([*settings, *reading.signature, resampling.signature]),
        sentence_count=len(references),
        without_links=int(np.count_nonzero(~has_links)),
        chosen=tuple(np.bincount(best, minlength=len(ranks)).tolist()),
        first=first,
        mean=mean,
        best=chosen,
        gain=gain,
        parses="".join(_texts(ranks, best)),
    )


class RankedParses(NamedTuple):
    """The parses of one rank (first, second, …), for the sentences that have one.

    Attributes:
        trees: The parses.
        sentences: The number of each parse's sentence, from 0, ascending.
    """

    trees: DependencyBatch
    sentences: NDArray[np.int64]


def _read(parses: Parses | Sequence[Parses]) -> list[RankedParses]:
    """Read the first parses of all sentences, the second parses, and so on.

    Raises:
        InputError: A file cannot be read, the files differ in length, a parse has no `sent_id`
            or one that was used before, or the parses of a sentence have different words.
    """
    files: list[Parses] = list(parses) if isinstance(parses, (list, tuple)) else [parses]  # type: ignore[list-item]
    if not files:
        raise UsageError(Argument("parses"), " is empty: give at least one file")
    batches = [read_parses(file) for file in files]
    if len(batches) == 1:
        return list(_blocks(files[0], batches[0]))
    for file, trees in zip(files[1:], batches[1:], strict=True):
        refuse_other_words(files[0], batches[0], file, trees)
    sentences = np.arange(len(batches[0]))
    return [RankedParses(trees, sentences) for trees in batches]


def _blocks(file: Parses, trees: DependencyBatch) -> Iterator[RankedParses]:
    """Divide the parses of a file by rank among those of the same sentence."""
    is_first = np.array(list(_first_of_sentences(file, trees)), np.bool_)
    sentences = np.cumsum(is_first) - 1
    firsts = np.flatnonzero(is_first)[sentences]
    refuse_other_words(file, trees.take(firsts), file, trees)
    ranks = np.arange(len(trees)) - firsts
    for rank in range(int(ranks.max()) + 1):
        rows = np.flatnonzero(ranks == rank)
        yield RankedParses(trees.take(rows), sentences[rows])


def _first_of_sentences(file: Parses, trees: DependencyBatch) -> Iterator[bool]:
    """Yield whether each parse is the first of its sentence."""
    seen: set[bytes] = set()
    last = None
    for row in range(len(trees)):
        lines = trees.text[trees.starts[row] : trees.starts[row + 1]].split(b"\n")
        comments = takewhile(lambda line: not line[:1].isdigit(), lines)
        named = (line for line in comments if line.startswith(_SENT_ID))
        sent_id = next((line[len(_SENT_ID) :].strip() for line in named), None)
        if sent_id is None or (sent_id != last and sent_id in seen):
            mark = "no sent_id" if sent_id is None else "the sent_id of an earlier sentence"
            raise InputError(
                f"{shown(file)}:{trees.lines[row]}: the parse has {mark}; parses of one sentence "
                "must follow each other and have the same '# sent_id = …'"
            )
        yield sent_id != last
        seen.add(sent_id)
        last = sent_id


def _scores(
    ranked: RankedParses, references: ReferenceOrders, rules: RuleSet, metric: str, words: Words
) -> NDArray[np.float64]:
    own, orders = references.take(ranked.sentences), reorder(ranked.trees, rules)
    scores = [own.scores(orders, metric, linked_only=linked_only) for linked_only in (False, True)]
    return over_words(np.array(scores), words)


def _means(
    scores: NDArray[np.float64], best: NDArray[np.int64], resampling: Resampling
) -> list[Estimate]:
    """Return means over sentences of the first score, the mean, the best, and the gain."""
    if scores.shape[1] == 0:
        return [UNDEFINED] * 4
    first, chosen = scores[0], scores[best, np.arange(len(best))]
    columns = np.stack([first, np.nanmean(scores, axis=0), chosen, chosen - first], axis=1)
    drawn = bootstrap(columns, resamples=resampling.resamples, seed=resampling.seed)
    figures = np.stack([drawn.observed, drawn.low, drawn.high], axis=-1).tolist()
    return [Estimate(*figure) for figure in figures]


def _texts(ranks: Sequence[RankedParses], best: NDArray[np.int64]) -> Iterator[str]:
    """Yield the parses chosen, as they were read."""
    for sentence, rank in enumerate(best.tolist()):
        trees, sentences = ranks[rank]
        row = np.searchsorted(sentences, sentence)
        text = trees.text[trees.starts[row] : trees.starts[row + 1]].decode()
        yield text.strip("\n") + "\n\n"
