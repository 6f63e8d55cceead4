"""Alignment quality: precision, recall, F1 and error rate against gold links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from wordorder import _kernels
from wordorder.alignment.alignment import Alignment
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.evaluation_result import (
    ALIGNMENT_MEASURES,
    COUNTS,
    AlignmentEvaluation,
)
from wordorder.alignment.link_reading import PHARAOH, LinkReading
from wordorder.alignment.lockstep import in_lockstep
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output import as_meter, follow_files, signature, visible
from wordorder.output.grid import Grid
from wordorder.statistics import Accumulator, KeyedRows, Resampling, Rows, bootstrap
from wordorder.text import names_of_files, refuse_reused, rereadable_texts, settled, shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Self

    from numpy.typing import NDArray

    from wordorder.output import Meter
    from wordorder.output.grid import Label
    from wordorder.text import Input

    Links: TypeAlias = Input | AlignmentBatch

_USUAL = Resampling()


def evaluate_alignments(
    gold: Links,
    systems: Mapping[str, Links] | Links,
    *,
    possible: Links | None = None,
    reading: LinkReading = PHARAOH,
    gold_format: str | None = None,
    source: Input | None = None,
    target: Input | None = None,
    resampling: Resampling = _USUAL,
    progress: bool | Meter = False,
) -> AlignmentEvaluation:
    """Evaluate alignments against gold links, sure and possible (Och and Ney 2003).

    With predicted links A, sure gold links S and all gold links P, over all sentence pairs:

        precision = |A ∩ P| / |A|        recall = |A ∩ S| / |S|
        f1 = 2 · precision · recall / (precision + recall)
        aer = 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|)

    The intervals come from a bootstrap over sentence pairs.

    Args:
        gold: The gold links: a batch, or a file, a stream or a column of Arrow, as in
            `read_alignments`.
        systems: The predicted links by system name, or those of a single system. All files are
            read in parallel, each once.
        possible: All gold links, or the possible ones, if `gold` has only the sure ones.
        reading: The format of the files, and which predicted links to use.
        gold_format: The format of the gold files, if different.
        source: The source sentences, to check the links of files against.
        target: The target sentences.
        resampling: Options of the bootstrap.
        progress: Whether to show progress.

    Raises:
        InputError: A file cannot be read, the numbers of sentence pairs differ, or
            there are none.
        UsageError: An argument is invalid.

    Examples:
        >>> predicted = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1 2-1")])
        >>> gold = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-2 1?1 2-1")])
        >>> result = evaluate_alignments(gold, {"ours": predicted})
        >>> result.value("ours", "precision"), round(result.value("ours", "aer"), 3)
        (1.0, 0.167)

    References:
        Och and Ney (2003), A Systematic Comparison of Various Statistical Alignment Models.
    """
    expect(reading, LinkReading, "reading")
    expect(resampling, Resampling, "resampling")
    named = _settled(_named(systems))
    golds = _settled({"gold": gold, **({} if possible is None else {"possible": possible})})
    # Gold links always keep the distinction between sure and possible.
    as_gold = LinkReading(gold_format or reading.file_format, reading.base)
    files = [*golds.values(), *named.values()]
    refuse_reused(*files, source, target)
    with (
        rereadable_texts(source, target) as texts,  # each file of links is checked against them
        follow_files(as_meter(progress), "comparing", files) as advance,
    ):
        opened = _Opener(*texts, advance)
        streams = [opened.read(links, as_gold) for links in golds.values()]
        streams += [opened.read(links, reading) for links in named.values()]
        shown = [_shown(*item) for item in (*golds.items(), *named.items())]
        evaluator = AlignmentEvaluator(tuple(named))
        for batches in in_lockstep(shown, streams):
            pairs = batches[0] if len(golds) == 1 else combine_gold(*batches[: len(golds)])
            evaluator.add(pairs, batches[len(golds) :])
    if not len(evaluator):
        raise InputError(f"{shown[0]}: no sentence pairs to evaluate")
    return evaluator.result(resampling, reading)


class AlignmentEvaluator(Accumulator):
    """Accumulates the agreement of alignments with gold links, a batch at a time.

    Memory grows with the number of sentence pairs, as the result has the counts of each.

    Args:
        systems: The names of the systems.

    Examples:
        >>> gold = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1")])
        >>> evaluator, other = AlignmentEvaluator(["ours"]), AlignmentEvaluator(["ours"])
        >>> evaluator.add(gold, [gold])
        >>> other.add(gold, [AlignmentBatch.from_alignments([Alignment.parse("0-1")])], file=1)
        >>> evaluator.merge(other)
        >>> evaluator.result(Resampling()).value("ours", "recall")
        0.5
    """

    def __init__(self, systems: Sequence[str]) -> None:
        self._systems = tuple(systems)
        self._counts = KeyedRows((len(self._systems), len(COUNTS)), np.int64)

    @property
    def configuration(self) -> Mapping[str, object]:
        """The names of the systems."""
        return {"systems": self._systems}

    def __len__(self) -> int:
        return len(self._counts)

    def add(
        self, gold: AlignmentBatch, predicted: Sequence[AlignmentBatch], *, file: int = 0
    ) -> None:
        """Add some sentence pairs.

        Args:
            gold: The gold links; `gold.first_line` says which lines of the file they are.
            predicted: Those of each system.
            file: The number of their file, if there are several.

        Raises:
            InputError: The batches are not of the same sentence pairs.
            UsageError: There are more or fewer predictions than systems, or an argument is of
                another kind.
        """
        expect(gold, AlignmentBatch, "gold")
        expect(predicted, (list, tuple), "predicted")
        if len(predicted) != len(self._systems) or not predicted:
            raise UsageError(
                Argument("predicted"),
                f" must have the links of {self._systems}, not {len(predicted)} batches",
            )
        for one in predicted:
            expect(one, AlignmentBatch, "predicted")
        lines = gold.first_line + np.arange(len(gold))
        counts = np.stack([agreement_counts(one, gold) for one in predicted], axis=1)
        self._counts.add(Rows.of_file(file, lines, counts))

    def _merge(self, other: Self) -> None:
        self._counts.merge(other._counts)

    def result(self, resampling: Resampling, reading: LinkReading = PHARAOH) -> AlignmentEvaluation:
        """Return the measures.

        Args:
            resampling: Options of the bootstrap.
            reading: How the links were read, for the signature.

        Raises:
            InputError: No sentence pair was added.
        """
        if not len(self):
            raise InputError("there are no sentence pairs to evaluate")
        _, lines, rows = self._counts.result()
        counts = np.ascontiguousarray(rows.swapaxes(0, 1))
        drawn = bootstrap(counts, quality, **resampling.keywords)
        return AlignmentEvaluation(
            signature=signature(["aer:och-ney", *reading.signature, resampling.signature]),
            sentence_count=len(lines),
            confidence=resampling.confidence,
            totals=_counts_grid({"system": self._systems}, counts.sum(axis=1)),
            estimates=Grid.of(
                {"system": self._systems, "measure": ALIGNMENT_MEASURES},
                value=drawn.observed,
                low=drawn.low,
                high=drawn.high,
            ),
            sentences=_counts_grid({"system": self._systems, "line": lines.tolist()}, counts),
        )


def _counts_grid(axes: Mapping[str, Sequence[Label]], counts: NDArray[np.int64]) -> Grid:
    return Grid.of(axes, **dict(zip(COUNTS, np.moveaxis(counts, -1, 0), strict=True)))


def agreement_counts(predicted: AlignmentBatch, gold: AlignmentBatch) -> NDArray[np.int64]:
    """Count |A|, |S|, |A ∩ S| and |A ∩ P| in each sentence pair; see `evaluate_alignments`."""
    counts = _kernels.agreement_counts(predicted.link_rows, gold.link_rows, gold.marks)
    return np.column_stack(
        [counts.predicted, counts.sure, counts.predicted_sure, counts.predicted_gold]
    )


def quality(counts: NDArray[np.number]) -> NDArray[np.float64]:
    """Turn summed counts of shape (..., 4) into the four `ALIGNMENT_MEASURES`."""
    predicted, sure, in_sure, in_gold = np.moveaxis(np.asarray(counts, np.float64), -1, 0)
    with np.errstate(invalid="ignore"):  # 0 of 0 links: undefined
        precision = in_gold / predicted
        recall = in_sure / sure
        both = precision + recall
        f1 = np.where(both > 0, 2 * precision * recall / both, both)
        aer = 1 - (in_sure + in_gold) / (predicted + sure)
    return np.stack([precision, recall, f1, aer], axis=-1)


def combine_gold(sure: AlignmentBatch, all_links: AlignmentBatch) -> AlignmentBatch:
    """Combine the sure links and all links, if stored separately, into one gold batch.

    Examples:
        >>> sure = AlignmentBatch.from_alignments([Alignment.parse("0-0")])
        >>> all_links = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-1")])
        >>> print(combine_gold(sure, all_links)[0])
        0-0 1?1
    """
    if len(sure) != len(all_links):
        raise InputError(f"batches differ in length: {len(sure)} and {len(all_links)} alignments")
    rows = [
        Alignment(
            a,
            max(a.source_length, b.source_length),
            max(a.target_length, b.target_length),
            possible=b,
        )
        for a, b in zip(sure, all_links, strict=True)
    ]
    return AlignmentBatch.from_alignments(rows, first_line=sure.first_line)


class _Opener:
    """Reads alignment files with the same texts; passes batches through."""

    def __init__(
        self, source: Input | None, target: Input | None, on_bytes: Callable[[int], None]
    ) -> None:
        self._source = source
        self._target = target
        self._on_bytes = on_bytes

    def read(self, links: Links, reading: LinkReading) -> Iterator[AlignmentBatch]:
        if isinstance(links, AlignmentBatch):
            return iter([links])
        return reading.read(
            links, source=self._source, target=self._target, on_bytes=self._on_bytes
        )


def _named(systems: Mapping[str, Links] | Links) -> dict[str, Links]:
    if isinstance(systems, Mapping):
        if not systems:
            raise UsageError(Argument("systems"), " is empty: give the links to evaluate")
        return dict(systems)
    if isinstance(systems, AlignmentBatch):
        return {"system": systems}
    return {names_of_files([systems])[0]: systems}


def _settled(links: Mapping[str, Links]) -> dict[str, Links]:
    return {
        name: one if isinstance(one, AlignmentBatch) else settled(one, name)
        for name, one in links.items()
    }


def _shown(name: str, links: Links) -> str:
    """The name of the links in error messages."""
    return visible(name if isinstance(links, AlignmentBatch) else shown_name(links))
