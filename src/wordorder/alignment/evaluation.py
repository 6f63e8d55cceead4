"""Alignment quality: precision, recall, F1 and error rate against gold links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import Annotated, ClassVar, Literal, Self, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.alignment.alignment import Alignment
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.link_reading import PHARAOH, LinkReading, in_lockstep
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output.codec import SENTENCES, Count, Level
from wordorder.output.console import visible
from wordorder.output.grid import ESTIMATE, Grid, Label, Layout
from wordorder.output.progress import Meter, as_meter, follow_files
from wordorder.output.records import Records
from wordorder.output.results import Result
from wordorder.output.tables import Estimate, Table
from wordorder.output.views import View, record_view, side_by_side
from wordorder.output.wording import counted, signature
from wordorder.statistics.accumulators import Accumulator
from wordorder.statistics.bootstrapping import bootstrap
from wordorder.statistics.bundles import KeyedRows, Rows
from wordorder.statistics.resampling import Resampling
from wordorder.text.naming import names_of_files
from wordorder.text.reader import rereadable_texts
from wordorder.text.source import Input, refuse_reused, settled, shown_name

Links: TypeAlias = "Input | AlignmentBatch"

AlignmentMeasure = Literal["precision", "recall", "f1", "aer"]
ALIGNMENT_MEASURES: tuple[AlignmentMeasure, ...] = get_args(AlignmentMeasure)

COUNTS = {"predicted": int, "sure": int, "predicted_sure": int, "predicted_gold": int}
"""|A|, |S|, |A ∩ S| and |A ∩ P|."""

_USUAL = Resampling()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AlignmentEvaluation(Result):
    """The four measures of each system over all sentence pairs, with confidence intervals.

    Attributes:
        signature: The settings, for a paper or a log.
        sentence_count: The number of sentence pairs.
        confidence: The confidence level of the intervals.
        totals: For each system the numbers of predicted links |A|, of sure gold links |S|, and of
            predicted links that are sure |A ∩ S| or at least possible |A ∩ P| in the gold.
        estimates: The measures of each system with their intervals; NaN if undefined.
        sentences: The counts of `totals`, for each system and sentence pair; None if the result
            was loaded without them.
    """

    SCHEMA: ClassVar[str] = "align-evaluation/3"

    signature: str
    sentence_count: Count
    confidence: Level
    totals: Annotated[Grid, Layout("system", columns=COUNTS)]
    estimates: Annotated[Grid, Layout("system", "measure", columns=ESTIMATE)]
    sentences: Annotated[Grid, Layout("system", "line", columns=COUNTS)] | None = field(
        default=None, metadata=SENTENCES
    )

    def __post_init__(self) -> None:
        if not self.systems or self.estimates.axes["measure"] != ALIGNMENT_MEASURES:
            raise ValueError("expected at least one system, and all measures")
        for grid in (self.totals, self.sentences):
            if grid is not None and grid.axes["system"] != self.systems:
                raise ValueError("the systems differ from those of the estimates")

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems."""
        return self.estimates.names("system")

    def value(self, system: str, measure: AlignmentMeasure) -> float:
        """Return one measure of a system; NaN if undefined."""
        return self.estimates.figure(system=system, measure=measure)

    def interval(self, system: str, measure: AlignmentMeasure) -> tuple[float, float]:
        """Return the ends of the interval of one measure."""
        return self.estimate(system, measure)[1:]

    def estimate(self, system: str, measure: AlignmentMeasure) -> Estimate:
        """Return one measure of a system with its interval."""
        return self.estimates.estimate(system=system, measure=measure)

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Offer the measures, and the counts for each sentence pair."""
        return {
            "measures": View(_measure_tables, _measure_records),
            "sentences": record_view(_sentence_records, lines=_sentence_lines),
        }

    def summary(self) -> str:
        """Return one line with the lowest error rate."""
        pairs = counted(self.sentence_count, "sentence pair")
        size = f"{counted(len(self.systems), 'system')}, {pairs}"
        rates = {name: self.value(name, "aer") for name in self.systems}
        known = {name: rate for name, rate in rates.items() if not isnan(rate)}
        if not known:
            return f"{size}, without links"
        best = min(known, key=known.__getitem__)
        return f"{size}, lowest aer {known[best]:.3f} ({best})"

    def kept_sentences(self) -> Grid:
        """Return the counts of sentence pairs.

        Raises:
            UsageError: The result was loaded from a document without them.
        """
        if self.sentences is None:
            raise UsageError(
                "this evaluation has no sentence-level counts: its document was saved without ",
                Argument("sentences", "True"),
            )
        return self.sentences


def _measure_tables(result: AlignmentEvaluation, *, top: int | None = None) -> list[Table]:
    measures: dict[str, dict[str, Estimate]] = {
        measure: {name: result.estimate(name, measure) for name in result.systems[:top]}
        for measure in ALIGNMENT_MEASURES
    }
    pairs = counted(result.sentence_count, "sentence pair")
    sure = int(result.totals.figure("sure", system=result.systems[0]))
    return [
        side_by_side(
            measures,
            result.confidence,
            head="system",
            best={name: "low" if name == "aer" else "high" for name in measures},
            note=f"{pairs}, {counted(sure, 'sure gold link')}",
        )
    ]


def _measure_records(result: AlignmentEvaluation, *, top: int | None = None) -> Records:
    return result.estimates.first("system", top).wide("measure")


def _sentence_lines(result: AlignmentEvaluation, *, top: int | None = None) -> tuple[int, ...]:
    return result.kept_sentences().lines[:top]


def _sentence_records(result: AlignmentEvaluation, *, top: int | None = None) -> Records:
    return result.kept_sentences().first("line", top).records()


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
        # Each file of links is checked against both texts.
        rereadable_texts(source, target) as texts,
        follow_files(as_meter(progress), "comparing", files) as advance,
    ):

        def read(links: Links, how: LinkReading) -> Iterator[AlignmentBatch]:
            if isinstance(links, AlignmentBatch):
                return iter([links])
            return how.read(links, source=texts[0], target=texts[1], on_bytes=advance)

        streams = [read(links, as_gold) for links in golds.values()]
        streams += [read(links, reading) for links in named.values()]
        shown = [
            visible(name if isinstance(links, AlignmentBatch) else shown_name(links))
            for name, links in (*golds.items(), *named.items())
        ]
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
        """Add sentence pairs.

        Args:
            gold: The gold links; `gold.first_line` is their place in the file.
            predicted: The predicted links of each system.
            file: The number of their file, if there are several.

        Raises:
            InputError: The batches have different sentence pairs.
            UsageError: There are more or fewer predictions than systems, or an argument has the
                wrong type.
        """
        expect(gold, AlignmentBatch, "gold")
        expect(predicted, (list, tuple), "predicted")
        if len(predicted) != len(self._systems) or not predicted:
            raise UsageError(
                Argument("predicted"),
                f" must have one batch of links for each of {self._systems}, not {len(predicted)}",
            )
        for links in predicted:
            expect(links, AlignmentBatch, "predicted")
        lines = gold.first_line + np.arange(len(gold))
        counts = np.stack([agreement_counts(links, gold) for links in predicted], axis=1)
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
    """Compute the four `ALIGNMENT_MEASURES` from summed counts of shape (..., 4)."""
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
        name: source if isinstance(source, AlignmentBatch) else settled(source, name)
        for name, source in links.items()
    }
