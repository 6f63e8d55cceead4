"""Results of the reordering analysis, and their document."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from wordorder.errors import UsageError
from wordorder.output import Estimate, Result, counted, visible
from wordorder.output.documents import (
    estimate_content,
    figure_content,
    read_bool,
    read_count,
    read_estimate,
    read_number,
    read_text,
)
from wordorder.reorderings.analysis_views import VIEWS
from wordorder.reorderings.patterns import WIDEST, Example, Pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from typing import Self

    from wordorder.output import View


class LengthBin(NamedTuple):
    """The RQuantity of sentences with a target length from `shortest` to `longest`."""

    shortest: int
    longest: int | None
    sentence_count: int
    rquantity: Estimate


@dataclass(frozen=True, slots=True)
class CorpusReorderings:
    """The reorderings of one corpus.

    Attributes:
        sentence_count: Number of sentence pairs.
        left_out: Number of sentence pairs that could not be used.
        reorderings: Number of reorderings.
        measures: Measures by name, with intervals.
        lengths: RQuantity by target length.
        widths: Number of reorderings of each source width; more than `WIDEST` words are counted
            as `WIDEST` + 1.
        operators: The simple permutations found, such as `2 4 1 3`, most frequent first.
        patterns: Parent, A and B of syntactic reorderings, most frequent first.
        label_widths: For each label of block A, the number of reorderings of each width.
        bundle: Mean number of sentences resampled together for the intervals, rounded up: 1 up to
            32,768 sentences; beyond, they are bundled by a hash of file and line.
        confidence: Confidence level of the intervals.
        lengths_inferred: Whether target lengths are only inferred from the links.
        sets: The same figures for each set of sentences, if sets were given.
    """

    sentence_count: int
    left_out: int
    reorderings: int
    measures: Mapping[str, Estimate]
    lengths: tuple[LengthBin, ...]
    widths: Mapping[int, int]
    operators: Mapping[str, int]
    patterns: tuple[Pattern, ...]
    label_widths: Mapping[str, Mapping[int, int]]
    bundle: int
    confidence: float
    lengths_inferred: bool = False
    sets: Mapping[str, CorpusReorderings] = field(default_factory=dict)

    @property
    def counted(self) -> str:
        """The numbers of sentence pairs and reorderings, as text."""
        pairs = counted(self.sentence_count, "sentence pair")
        return f"{pairs}, {counted(self.reorderings, 'reordering')}"

    def content(self) -> dict[str, Any]:
        """The corpus as content of a document."""
        return {
            "sentence_count": self.sentence_count,
            "left_out": self.left_out,
            "reorderings": self.reorderings,
            "confidence": self.confidence,
            "bundle": self.bundle,
            "lengths_inferred": self.lengths_inferred,
            "measures": {name: estimate_content(one) for name, one in self.measures.items()},
            "lengths": [
                {**one._asdict(), "rquantity": estimate_content(one.rquantity)}
                for one in self.lengths
            ],
            "widths": _widths_content(self.widths),
            "operators": [
                {"operator": name, "count": count} for name, count in self.operators.items()
            ],
            "labels": [
                {"label": label, "widths": _widths_content(widths)}
                for label, widths in self.label_widths.items()
            ],
            "patterns": [_pattern_content(one) for one in self.patterns],
            "sets": [{"name": name, **one.content()} for name, one in self.sets.items()],
        }

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the corpus from the content of a document."""
        if "rquantity" not in content["measures"]:
            raise ValueError("the measures lack rquantity")
        labels = {read_text(one["label"]) for one in content["labels"]}
        if labels != {read_text(one["a"]) for one in content["patterns"]}:
            raise ValueError("labels and patterns contradict each other")
        return cls(
            sentence_count=read_count(content["sentence_count"]),
            left_out=read_count(content["left_out"]),
            reorderings=read_count(content["reorderings"]),
            measures={name: read_estimate(one) for name, one in content["measures"].items()},
            lengths=tuple(map(_read_length, content["lengths"])),
            widths=_read_widths(content["widths"]),
            operators={
                read_text(one["operator"]): read_count(one["count"]) for one in content["operators"]
            },
            patterns=tuple(map(_read_pattern, content["patterns"])),
            label_widths={
                read_text(one["label"]): _read_widths(one["widths"]) for one in content["labels"]
            },
            bundle=read_count(content["bundle"]),
            confidence=read_number(content["confidence"]),
            lengths_inferred=read_bool(content["lengths_inferred"]),
            sets={read_text(one["name"]): cls.from_content(one) for one in content["sets"]},
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ReorderingAnalysis(Result):
    """The reorderings of one or more corpora.

    Attributes:
        corpora: The results of each corpus, by name.
        signature: Everything that determines the figures.
    """

    SCHEMA: ClassVar[str] = "reorderings-analysis/2"

    corpora: Mapping[str, CorpusReorderings]
    signature: str

    @property
    def corpus(self) -> CorpusReorderings:
        """The results of the only corpus.

        Raises:
            UsageError: There are several corpora.
        """
        if len(self.corpora) > 1:
            raise UsageError(f"there are {len(self.corpora)} corpora: choose one of `corpora`")
        return next(iter(self.corpora.values()))

    @property
    def has_sets(self) -> bool:
        """Whether there are figures for sets of sentences."""
        return any(corpus.sets for corpus in self.corpora.values())

    def parts(self) -> list[tuple[str, str | None, CorpusReorderings]]:
        """Every corpus by name, or its sets if there are any."""
        return [
            (name, label, part)
            for name, corpus in self.corpora.items()
            for label, part in corpus.sets.items() or [(None, corpus)]
        ]

    @property
    def with_trees(self) -> bool:
        """Whether any corpus has syntax trees."""
        return any("syntactic" in corpus.measures for corpus in self.corpora.values())

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """The measures; and reorderings by length, width, label, pattern and operator."""
        return VIEWS

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """See docs/schemas/reorderings-analysis.schema.json; without single sentences."""
        del sentences
        return {
            "corpora": [{"name": name, **corpus.content()} for name, corpus in self.corpora.items()]
        }

    @classmethod
    def from_content(cls, content: Mapping[str, Any]) -> Self:
        """Build the result from the content of its document."""
        corpora = {
            read_text(one["name"]): CorpusReorderings.from_content(one)
            for one in content["corpora"]
        }
        if not corpora:
            raise ValueError("no corpora")
        return cls(corpora, read_text(content["signature"]))

    def summary(self) -> str:
        """Return a one-line summary."""
        return "; ".join(
            f"{visible(name)}: {corpus.counted}, rquantity {corpus.measures['rquantity'].value:.3f}"
            for name, corpus in self.corpora.items()
        )


def _widths_content(widths: Mapping[int, int]) -> list[dict[str, object]]:
    """Counts by width; the last entry is a minimum width."""
    return [
        {"width": width, "or_more": width > WIDEST, "count": count}
        for width, count in widths.items()
    ]


def _read_widths(content: Iterable[Mapping[str, Any]]) -> dict[int, int]:
    return {read_count(one["width"]): read_count(one["count"]) for one in content}


def _read_length(content: Mapping[str, Any]) -> LengthBin:
    longest = content["longest"]
    return LengthBin(
        read_count(content["shortest"]),
        None if longest is None else read_count(longest),
        read_count(content["sentence_count"]),
        read_estimate(content["rquantity"]),
    )


def _pattern_content(pattern: Pattern) -> dict[str, Any]:
    return {
        "parent": pattern.parent,
        "a": pattern.a,
        "b": pattern.b,
        "count": pattern.count,
        "width": figure_content(pattern.width),
        "short": pattern.short,
        "medium": pattern.medium,
        "long": pattern.long,
        "example": None if pattern.example is None else pattern.example._asdict(),
    }


def _read_pattern(content: Mapping[str, Any]) -> Pattern:
    seen = content["example"]
    return Pattern(
        parent=read_text(content["parent"]),
        a=read_text(content["a"]),
        b=read_text(content["b"]),
        count=read_count(content["count"]),
        width=read_number(content["width"]),
        short=read_count(content["short"]),
        medium=read_count(content["medium"]),
        long=read_count(content["long"]),
        example=None
        if seen is None
        else Example(read_count(seen["line"]), read_text(seen["a"]), read_text(seen["b"])),
    )
