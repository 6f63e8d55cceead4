"""Profiles of corpora, and their document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, get_args

from wordorder.corpus.profile_views import VIEWS
from wordorder.corpus.summary import RowCounts
from wordorder.errors import UsageError
from wordorder.output import Estimate, Result, counted, visible
from wordorder.output.documents import (
    estimate_content,
    figure_content,
    read_bool,
    read_count,
    read_estimate,
    read_figure,
    read_number,
    read_text,
)
from wordorder.reorderings import CorpusReorderings

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Self

    from wordorder.output import View

Kind = Literal["mean", "total"]
"""Measures of a corpus: the mean of an output over sentence pairs, or a ratio of totals."""
KINDS: tuple[Kind, ...] = get_args(Kind)

PERCENTS = 101
"""Number of quantiles that are kept: from 0% to 100%."""


@dataclass(frozen=True, slots=True)
class OutputProfile:
    """One output in one corpus.

    Attributes:
        meaning: What it tells.
        whole: Whether its values are whole numbers.
        count: Number of sentence pairs where it is defined.
        mean: Its mean over them.
        quantiles: The smallest value, the values that 1%, 2%, … of them do not exceed, and the
            largest; NaN if it is never defined.
    """

    meaning: str
    whole: bool
    count: int
    mean: Estimate
    quantiles: tuple[float, ...]

    def content(self) -> dict[str, Any]:
        """The output as content of a document."""
        return {
            "meaning": self.meaning,
            "whole": self.whole,
            "count": self.count,
            "mean": estimate_content(self.mean),
            "quantiles": [figure_content(one) for one in self.quantiles],
        }

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build it from the content of a document."""
        quantiles = tuple(read_figure(one) for one in content["quantiles"])
        if len(quantiles) != PERCENTS:
            raise ValueError(f"expected {PERCENTS} quantiles, found {len(quantiles)}")
        return cls(
            read_text(content["meaning"]),
            read_bool(content["whole"]),
            read_count(content["count"]),
            read_estimate(content["mean"]),
            quantiles,
        )


@dataclass(frozen=True, slots=True)
class ProfiledCorpus:
    """The figures of one corpus.

    Attributes:
        signature: Everything that determines the figures of a row; empty if unknown.
        fragments: Number of fragments.
        missing: Number of fragments that are missing.
        counts: What became of the rows that were read; figures are about those written.
        outputs: All outputs by name.
        reorderings: The reordering analysis; None without links, or without rows.
    """

    signature: str
    fragments: int
    missing: int
    counts: RowCounts
    outputs: Mapping[str, OutputProfile]
    reorderings: CorpusReorderings | None

    def measures(self, kind: Kind) -> dict[str, Estimate]:
        """The measures of one kind, by name."""
        if kind == "mean":
            return {name: output.mean for name, output in self.outputs.items()}
        return {} if self.reorderings is None else dict(self.reorderings.measures)

    def content(self, name: str) -> dict[str, Any]:
        """The corpus as content of a document, under this name."""
        analysis = self.reorderings
        return {
            "name": name,
            "signature": self.signature,
            "fragments": self.fragments,
            "missing": self.missing,
            "counts": self.counts._asdict(),
            "outputs": [{"name": name, **one.content()} for name, one in self.outputs.items()],
            "reorderings": None if analysis is None else {"name": name, **analysis.content()},
        }

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build it from the content of a document."""
        counts, analysis = content["counts"], content["reorderings"]
        return cls(
            read_text(content["signature"]),
            read_count(content["fragments"]),
            read_count(content["missing"]),
            RowCounts(**{name: read_count(counts[name]) for name in RowCounts._fields}),
            {read_text(one["name"]): OutputProfile.from_content(one) for one in content["outputs"]},
            None if analysis is None else CorpusReorderings.from_content(analysis),
        )


class Difference(NamedTuple):
    """How much a measure differs between two corpora, and whether that may be chance.

    Attributes:
        first: The first corpus.
        second: The second corpus.
        kind: The kind of measure.
        measure: Its name.
        difference: Second minus first, with its interval.
        p_value: Two-sided p-value.
        p_holm: The p-value corrected for the number of pairs of corpora.
    """

    first: str
    second: str
    kind: Kind
    measure: str
    difference: Estimate
    p_value: float
    p_holm: float

    def content(self) -> dict[str, Any]:
        """The difference as content of a document."""
        return {
            **self._asdict(),
            "difference": estimate_content(self.difference),
            "p_value": figure_content(self.p_value),
            "p_holm": figure_content(self.p_holm),
        }

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build it from the content of a document."""
        if content["kind"] not in KINDS:
            raise ValueError(f"unknown kind {content['kind']!r:.40}")
        return cls(
            read_text(content["first"]),
            read_text(content["second"]),
            content["kind"],
            read_text(content["measure"]),
            read_estimate(content["difference"]),
            read_figure(content["p_value"]),
            read_figure(content["p_holm"]),
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CorpusProfile(Result):
    """How much, how far and how corpora reorder, and how their outputs are distributed.

    Attributes:
        corpora: The figures of each corpus, by name.
        differences: All pairs of corpora, compared in all measures that both have.
        holm: Whether tables show p-values corrected for the number of pairs.
        confidence: Confidence level of the intervals.
        signature: Everything that determines the figures.
    """

    SCHEMA: ClassVar[str] = "corpus-profile/1"

    corpora: Mapping[str, ProfiledCorpus]
    differences: tuple[Difference, ...]
    holm: bool
    confidence: float
    signature: str

    @property
    def corpus(self) -> ProfiledCorpus:
        """The figures of the only corpus.

        Raises:
            UsageError: There are several corpora.
        """
        if len(self.corpora) > 1:
            raise UsageError(f"there are {len(self.corpora)} corpora: choose one of `corpora`")
        return next(iter(self.corpora.values()))

    @property
    def outputs(self) -> tuple[str, ...]:
        """The outputs of all corpora, in order, each once."""
        return tuple(dict.fromkeys(name for one in self.corpora.values() for name in one.outputs))

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Measures, quantiles, differences, distances, shapes, anticipation and counts."""
        return VIEWS

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """See docs/schemas/corpus-profile.schema.json; without single sentences."""
        del sentences
        return {
            "confidence": self.confidence,
            "holm": self.holm,
            "corpora": [one.content(name) for name, one in self.corpora.items()],
            "differences": [one.content() for one in self.differences],
        }

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the result from the content of its document."""
        corpora = {
            read_text(one["name"]): ProfiledCorpus.from_content(one) for one in content["corpora"]
        }
        if not corpora:
            raise ValueError("no corpora")
        differences = tuple(Difference.from_content(one) for one in content["differences"])
        if any(name not in corpora for one in differences for name in one[:2]):
            raise ValueError("a difference is not of these corpora")
        return cls(
            corpora,
            differences,
            read_bool(content["holm"]),
            read_number(content["confidence"]),
            read_text(content["signature"]),
        )

    def summary(self) -> str:
        """Return a one-line summary."""
        return "; ".join(
            f"{visible(name)}: {_told(corpus)}" for name, corpus in self.corpora.items()
        )


def _told(corpus: ProfiledCorpus) -> str:
    pairs = counted(corpus.counts.written, "sentence pair")
    analysis = corpus.reorderings
    if analysis is None:
        return f"{pairs}, {counted(len(corpus.outputs), 'output')}"
    return f"{pairs}, rquantity {analysis.measures['rquantity'].value:.3f}"
