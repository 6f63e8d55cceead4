"""Test sets by amount of reordering, and average scores of systems on them."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from math import inf, isinf, isnan
from typing import Annotated, Any, ClassVar, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from wordorder.arrays import Floats
from wordorder.errors import Argument, InputError, UsageError, WordorderWarning, expect, joined
from wordorder.output.codec import SENTENCES, Count, Level, derived
from wordorder.output.console import visible
from wordorder.output.grid import ESTIMATE, Grid, Layout
from wordorder.output.progress import Meter, as_meter, follow_files
from wordorder.output.records import Records, RecordSink, record_sink
from wordorder.output.results import Result
from wordorder.output.tables import Cell, Column, Estimate, Table
from wordorder.output.views import (
    View,
    fields,
    first_records,
    joined_records,
    record_view,
    records_of,
)
from wordorder.output.wording import counted, interval_name
from wordorder.reorderings import inputs
from wordorder.reorderings.analysis import USUAL_DRAWS
from wordorder.reorderings.batch import ReorderingBatch
from wordorder.reorderings.extraction import RIGHT_AND_LEFT, Extraction
from wordorder.reorderings.inputs import Corpus
from wordorder.reorderings.sets import OUTSIDE, SETS, check_lengths, reordering_sets
from wordorder.statistics.bootstrapping import bootstrap
from wordorder.statistics.resampling import Resampling
from wordorder.text.naming import names_of_files
from wordorder.text.reader import read_lines
from wordorder.text.records import read_records, records_format
from wordorder.text.source import Input, Place, is_input, quoted, visible_name

Scores: TypeAlias = "Input | Sequence[Input]"

ALL = "all"
SCORES = {"sentences": int, **ESTIMATE}
OF_SENTENCES = {"target_length": int, "rquantity": float}
SENTENCE_TYPES: dict[str, type[str | int | float]] = {"line": int, **OF_SENTENCES, "set": str}
_KEYS = ("system", "line")


@dataclass(frozen=True, slots=True, eq=False)
class ReorderingSet:
    """Sentences with similar amounts of reordering.

    Attributes:
        lines: Their lines or numbers, ascending.
        rquantity: Their mean RQuantity; NaN if there are none.
        widths: Number of reorderings of each source width.
    """

    lines: NDArray[np.int64]
    rquantity: float
    widths: Mapping[int, Count]

    def __post_init__(self) -> None:
        if (self.lines < 1).any() or (np.diff(self.lines) < 0).any():
            raise ValueError("lines must be ascending numbers from 1")

    @derived
    def reorderings(self) -> int:
        """Number of reorderings in its sentences."""
        return sum(self.widths.values())


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ReorderingTestSets(Result):
    """A corpus split into sets with no, low, medium and high reordering.

    Attributes:
        sets: The four sets, by name.
        sentence_count: Number of sentence pairs in the corpus, of any length.
        left_out: Number of sentence pairs that could not be used.
        shortest: Shortest target sentence.
        longest: Longest target sentence.
        measure: Name of the scores.
        scores: Mean scores of systems by set, and over all sets, with the number of sentences.
        confidence: Confidence level of the intervals of scores.
        signature: Everything that determines the sets.
        sentences: Target length and RQuantity of every sentence pair; None if the result was
            loaded without them.
    """

    SCHEMA: ClassVar[str] = "reorderings-testset/3"

    sets: Mapping[str, ReorderingSet]
    sentence_count: Count
    left_out: Count
    shortest: Count
    longest: Count
    measure: str
    scores: Annotated[Grid, Layout("system", "set", columns=SCORES)]
    confidence: Level
    signature: str
    sentences: Annotated[Grid, Layout("line", columns=OF_SENTENCES)] | None = field(
        default=None, metadata=SENTENCES
    )

    def __post_init__(self) -> None:
        if tuple(self.sets) != SETS:
            raise ValueError(f"expected the sets {', '.join(SETS)}")

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems that have scores."""
        return self.scores.names("system")

    @derived
    def lengths_inferred(self) -> bool:
        """Whether target lengths are only inferred from the links, according to the signature."""
        return inputs.is_inferred(self.signature)

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Return the views of sets, scores and sentences."""
        return _VIEWS

    def kept_sentences(self) -> Grid:
        """Return every sentence pair.

        Raises:
            UsageError: The result was loaded without them.
        """
        if self.sentences is None:
            raise UsageError(
                "this result was saved without its sentences: save it with ",
                Argument("sentences", "True"),
            )
        return self.sentences

    def line_labels(self) -> list[str]:
        """Return the set of each line; lines in no set, left-out ones included, are `outside`."""
        last = [int(part.lines.max(initial=0)) for part in self.sets.values()]
        return self.labels_of(range(1, max(self.sentence_count + self.left_out, *last) + 1))

    def labels_of(self, lines: Iterable[int]) -> list[str]:
        """Return the sets of some lines; those in no set are `outside`."""
        known = {line: name for name, part in self.sets.items() for line in part.lines.tolist()}
        return [known.get(line, OUTSIDE) for line in lines]

    def summary(self) -> str:
        """Return a one-line summary."""
        sizes = ", ".join(f"{name} {len(part.lines):,}" for name, part in self.sets.items())
        return f"{sizes} of {counted(self.sentence_count, 'sentence pair')}"


def _set_tables(result: ReorderingTestSets) -> list[Table]:
    """Tabulate the sets as in the paper's Table 1, and the scores, if any."""
    sets = result.sets.values()
    columns = [Column("", "left"), *(Column(name, digits=2) for name in SETS)]
    rows: list[list[Cell]] = [
        ["average RQuantity", *(part.rquantity for part in sets)],
        ["sentences", *(len(part.lines) for part in sets)],
        ["reorderings", *(part.reorderings for part in sets)],
    ]
    chosen = sum(len(part.lines) for part in sets)
    words = f"{result.shortest} to {result.longest} target words"
    note = f"{chosen:,} of {counted(result.sentence_count, 'sentence pair')} with {words}"
    if result.lengths_inferred:
        note += f"\n{inputs.INFERRED_NOTE}"
    scores = _score_tables(result) if result.systems else []
    return [Table(columns, rows, note=note), *scores]


def _set_records(result: ReorderingTestSets) -> Records:
    columns = [
        *fields(str, "set"),
        *fields(int, "sentences", "reorderings"),
        *fields(float, "rquantity"),
    ]
    rows = (
        (name, len(part.lines), part.reorderings, part.rquantity)
        for name, part in result.sets.items()
    )
    return records_of(columns, rows)


def _score_tables(result: ReorderingTestSets, *, top: int | None = None) -> list[Table]:
    columns = [
        Column("system", "left"),
        Column("set", "left"),
        Column("sentences"),
        Column(result.measure, digits=3),
        Column(interval_name(result.confidence), "left", joined=True),
    ]
    rows = [
        (*row, value, Estimate(value, low, high).interval)
        for *row, value, low, high in result.scores.records().rows()
    ]
    return [Table(columns, rows[:top])]


def _score_records(result: ReorderingTestSets, *, top: int | None = None) -> Records:
    scores = result.scores
    measure = ("measure", str, [result.measure] * scores["value"].size)
    return first_records(scores.records(measure), top)


def _sentence_records(result: ReorderingTestSets, *, top: int | None = None) -> Records:
    sentences = result.kept_sentences().first("line", top)
    labels = result.labels_of(sentences.lines)
    return joined_records(sentences.records(), Records({"set": str}, {"set": labels}))


def _sentence_lines(result: ReorderingTestSets, *, top: int | None = None) -> tuple[int, ...]:
    return result.kept_sentences().lines[:top]


_VIEWS = {
    "sets": View(_set_tables, _set_records),
    "scores": View(_score_tables, _score_records),
    "sentences": record_view(_sentence_records, lines=_sentence_lines),
}


def build_testsets(
    corpus: Corpus,
    *,
    shortest: int = 20,
    longest: int = 39,
    scores: Scores = (),
    measure: str | None = None,
    names: Sequence[str] | None = None,
    extraction: Extraction = RIGHT_AND_LEFT,
    resampling: Resampling = USUAL_DRAWS,
    sentences: str | os.PathLike[str] | RecordSink | None = None,
    progress: bool | Meter = False,
) -> ReorderingTestSets:
    """Split a corpus into sets with no, low, medium and high reordering.

    Of the sentences with `shortest` to `longest` target words, "none" has those without
    reorderings; the others are split by RQuantity into three sets of equal size
    (`reordering_sets`).

    Args:
        corpus: Files, or the links of each sentence pair.
        shortest: Shortest target sentence.
        longest: Longest target sentence.
        scores: Sentence scores to average by set: files with one number per line, one for each
            system; or, with `measure`, one file of records with the columns `system` and `line`, as
            TSV, CSV, JSON lines or Parquet.
        measure: Column of the records to use.
        names: Names of the systems, in place of their file names.
        extraction: How to split nested reorderings.
        resampling: How to resample sentences for the intervals of the scores.
        sentences: Where to write RQuantity and set of every sentence: a file, or a sink.
        progress: Whether to show a progress bar on standard error, or another display.

    Raises:
        InputError: A file cannot be used, or there are no sentence pairs.
        UsageError: No sentence can have these lengths, or scores and measure do not match.

    Warns:
        WordorderWarning: Sentence pairs were left out (with `skip_bad` of the corpus), or none has
            such a length.

    Examples:
        >>> from wordorder import Alignment
        >>> links = [Alignment.parse(text) for text in ("0-0 1-1", "0-1 1-0", "0-2 1-1 2-0")]
        >>> built = build_testsets(links, shortest=1)
        >>> built
        <ReorderingTestSets: none 1, low 1, medium 1, high 0 of 3 sentence pairs>
        >>> built.line_labels(), built.sets["medium"].widths
        (['none', 'low', 'medium'], {2: 1, 3: 1})

    References:
        Birch, Blunsom and Osborne (2009), A Quantitative Analysis of Reordering Phenomena, 5.1.
    """
    check_lengths(shortest, longest)
    expect(resampling, Resampling, "resampling")
    files, readable = listed_scores(scores, measure, names), inputs.as_readable(corpus)
    drawn = score_signature(files, measure, resampling)
    signature = inputs.signature_of([readable], extraction, f"lengths:{shortest}-{longest}", *drawn)
    left_out = inputs.left_out_of(readable)
    opened = (
        nullcontext() if sentences is None else record_sink(sentences)(SENTENCE_TYPES, signature)
    )
    with opened as writer:
        with follow_files(as_meter(progress), "reading", inputs.files_of([readable])) as advance:
            batches = inputs.read_reorderings(readable, extraction, left_out, advance)
            sets, all_sentences = cut_into_sets(
                (reorderings for _, reorderings in batches), shortest, longest
            )
        result = ReorderingTestSets(
            sets=sets,
            sentence_count=all_sentences.shape[0],
            left_out=left_out.count,
            shortest=shortest,
            longest=longest,
            measure=measure or "score",
            scores=scores_by_set(
                files, measure, all_sentences.shape[0] + left_out.count, sets, resampling
            ),
            confidence=resampling.confidence,
            signature=signature,
            sentences=all_sentences,
        )
        if writer is not None:
            writer.write(result.records("sentences").columns)
    left_out.warn()
    _warn_if_empty(all_sentences["target_length"], shortest, longest)
    return result


def _warn_if_empty(lengths: NDArray[Any], shortest: int, longest: int) -> None:
    """Warn the caller of the public function, with advice, if all sets are empty."""
    if ((shortest <= lengths) & (lengths <= longest)).any():
        return
    warning = WordorderWarning(
        f"no sentence pair has {shortest} to {longest} target words, so all sets are empty; the "
        f"targets have {lengths.min()} to {lengths.max()} words: choose others with ",
        *joined([Argument("shortest"), Argument("longest")]),
    )
    warnings.warn(warning, stacklevel=3)


def cut_into_sets(
    batches: Iterable[ReorderingBatch], shortest: int, longest: int
) -> tuple[Mapping[str, ReorderingSet], Grid]:
    """Split a corpus, given as the reorderings of consecutive sentence pairs.

    Returns:
        The sets, and target length and RQuantity of every sentence pair.

    Raises:
        InputError: There are no sentence pairs.
    """
    parts = [
        (
            reorderings.lines,
            reorderings.rquantity(),
            np.diff(reorderings.offsets),
            reorderings.target_lengths,
            reorderings.source_widths(),
        )
        for reorderings in batches
        if len(reorderings.target_lengths)
    ]
    if not parts:
        raise InputError("there are no sentence pairs to choose from")
    lines, rquantity, counts, lengths, widths = map(np.concatenate, zip(*parts, strict=True))
    sets = reordering_sets(
        rquantity, counts, lengths, shortest=shortest, longest=longest, lines=lines
    )
    set_of_each = np.repeat(np.array(sets.labels, dtype=object), counts)
    by_name = {}
    for name in SETS:
        seen = np.unique(widths[set_of_each == name], return_counts=True)
        by_width = dict(zip(*(column.tolist() for column in seen), strict=True))
        by_name[name] = ReorderingSet(sets.lines[name], sets.rquantity[name], by_width)
    sentences = Grid.of({"line": lines.tolist()}, target_length=lengths, rquantity=rquantity)
    return by_name, sentences


def listed_scores(
    scores: Scores, measure: str | None, names: Sequence[str] | None
) -> dict[str, Input]:
    """Return the files of scores by system.

    Raises:
        UsageError: A measure is given without exactly one file, or names are given without scores
            or for records.
    """
    files: list[Any] = [scores] if is_input(scores) else list(cast("Sequence[Input]", scores))
    if names is not None and not files:
        raise UsageError(Argument("names"), " needs scores: give ", Argument("scores"))
    if measure is None:
        return dict(zip(names_of_files(files, names), files, strict=True))
    if len(files) != 1:
        raise UsageError(
            Argument("measure"), " needs exactly one file of scores: give ", Argument("scores")
        )
    if measure in _KEYS:
        raise UsageError(Argument("measure"), f" must be a column of scores, not '{measure}'")
    if names is not None:
        raise UsageError("leave out ", Argument("names"), ": records name their systems")
    return {"": files[0]}


def score_signature(
    files: Mapping[str, Input], measure: str | None, resampling: Resampling
) -> list[str]:
    """Return the signature's parts about scores, if any; a bar in the name would end its part."""
    name = visible(measure or "score").replace("|", "_")
    return [f"measure:{name}", resampling.signature] if files else []


def read_scores(path: Input, measure: str, sentences: int) -> dict[str, Floats]:
    """Read one measure of all systems from records such as `wordorder score --segments` writes.

    An empty cell is an undefined score, NaN.

    Args:
        path: A file with the columns `system`, `line` and the measure, as TSV, CSV, JSON lines or
            Parquet.
        measure: The name of the column.
        sentences: Number of sentences.

    Raises:
        InputError: There are no scores, a line is out of range or repeated, or a score is not a
            number.
        UsageError: There is no such column.
    """
    types = {"system": str, "line": int, measure: float}
    records = read_records(path, types, needed=_KEYS).columns
    scores: dict[str, Floats] = {}
    seen: set[tuple[str, int]] = set()
    rows = zip(records["system"], records["line"], records[measure], strict=True)
    for row, (system, line, score) in enumerate(rows):
        if line is None or line < 1 or system is None:
            raise _error(path, row, "expected a system name and a line number from 1")
        if line > sentences:
            problem = f"sentence {quoted(str(line))}, but there are {sentences:,} sentence pairs"
            raise _error(path, row, problem)
        if np.isinf(score):
            raise _error(path, row, f"{quoted(measure)} is not finite")
        if (system, line) in seen:
            raise _error(path, row, f"a second score of '{quoted(system)}' for sentence {line}")
        seen.add((system, line))
        scores.setdefault(system, np.full(sentences, np.nan))[line - 1] = score
    if not scores:
        raise InputError(f"{visible_name(path)}: there are no scores")
    lines_of = Counter(system for system, _ in seen)
    short = [system for system in scores if lines_of[system] < sentences]
    if short:
        others = f", with {counted(len(short) - 1, 'more system')} incomplete" if short[1:] else ""
        warnings.warn(
            WordorderWarning(
                f"{visible_name(path)}: '{quoted(short[0])}' has scores for "
                f"{lines_of[short[0]]:,} of {sentences:,} sentences{others}; "
                "missing scores are left out of the averages"
            ),
            stacklevel=3,
        )
    return scores


def _error(path: Input, row: int, problem: str) -> InputError:
    """Return an error about a record, by its line if each record is one line."""
    name = visible_name(path)
    file_format = records_format(path)
    if file_format in ("tsv", "jsonl"):
        return Place(name, row + (2 if file_format == "tsv" else 1)).error(problem)
    return InputError(f"{name}: record {row + 1}: {problem}")


def read_plain_scores(path: Input, sentences: int) -> Floats:
    """Read a file with one score per line; an empty line is undefined, NaN.

    Args:
        path: The file.
        sentences: Number of sentences.

    Raises:
        InputError: A line is not a number, or the numbers of lines and sentences differ.
    """
    name = visible_name(path)
    scores = []
    with closing(read_lines(path)) as lines:
        for number, line in lines:
            try:
                score = float(line.strip() or "nan")
            except ValueError:
                score = inf
            if isinf(score) or (isnan(score) and line.strip()):
                problem = f"'{quoted(line)}' is not a score; expected one number per line"
                raise Place(name, number).error(problem)
            scores.append(score)
    if len(scores) != sentences:
        raise InputError(
            f"{name} has {counted(len(scores), 'score')} for {counted(sentences, 'sentence pair')}"
        )
    return np.array(scores)


def scores_by_set(
    files: Mapping[str, Input],
    measure: str | None,
    sentences: int,
    sets: Mapping[str, ReorderingSet],
    resampling: Resampling,
) -> Grid:
    """Average the scores of each system within each set, and over all sets.

    Undefined scores are left out. Intervals come from a bootstrap over the sentences of the set.

    Args:
        files: The files of scores by system, or one of records (`listed_scores`).
        measure: The column of the records.
        sentences: Number of sentences.
        sets: The sets.
        resampling: How to resample sentences.

    Returns:
        The axes `system` and `set`; the columns `sentences`, `value`, `low` and `high`.
    """
    if measure is None:
        scores = {name: read_plain_scores(file, sentences) for name, file in files.items()}
    else:
        scores = read_scores(files[""], measure, sentences)
    lines = {name: part.lines for name, part in sets.items()}
    lines[ALL] = np.sort(np.concatenate(list(lines.values())))
    counts = np.zeros((len(scores), len(lines)), np.int64)
    means = np.full((3, *counts.shape), np.nan)
    for system, of_lines in enumerate(scores.values()):
        for place, of_set in enumerate(lines.values()):
            values = of_lines[of_set - 1]
            defined = values[~np.isnan(values)]
            counts[system, place] = defined.size
            if defined.size:
                drawn = bootstrap(defined[:, np.newaxis], **resampling.keywords)
                means[:, system, place] = [a[0] for a in (drawn.observed, drawn.low, drawn.high)]
    value, low, high = means
    axes = {"system": list(scores), "set": list(lines)}
    return Grid.of(axes, sentences=counts, value=value, low=low, high=high)
