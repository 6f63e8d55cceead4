"""Results of human judgement and agreement, and their document."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from wordorder.output import Result, counted
from wordorder.output.documents import (
    figure_content,
    read_bool,
    read_count,
    read_figure,
    read_text,
)
from wordorder.statistics import Kappa, PairwiseKappa

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Self

    from wordorder.output import View

    Document = Mapping[str, Any]

JUDGEMENTS = ("correct", "incorrect", "na")
KINDS = {"retained": True, "not_retained": False}


class KeyItem(NamedTuple):
    """A judged reordering: its id, the line of its sentence, and whether it is retained."""

    id: str
    line: int
    retained: bool


class Judge(NamedTuple):
    """A column of a sheet: its name, and a judgement of each item; None if missing."""

    name: str
    judgements: tuple[str | None, ...]

    @property
    def missing(self) -> int:
        """Number of items without a judgement."""
        return self.judgements.count(None)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AgreementResult(Result):
    """Judgements of reorderings, and the agreement of the judges.

    Attributes:
        items: The reorderings, in the order of the key.
        judges: The judgements of each judge.
        fleiss: Fleiss' kappa over the items that all judges have judged.
        cohen: Cohen's kappa of each pair of judges, over the items that both have judged.
        signature: Everything that determines the figures.
    """

    SCHEMA: ClassVar[str] = "reorderings-agreement/2"

    items: tuple[KeyItem, ...]
    judges: tuple[Judge, ...]
    fleiss: Kappa
    cohen: PairwiseKappa
    signature: str

    def counts(self, *, retained: bool) -> dict[str | None, int]:
        """Numbers of judgements correct, incorrect and na; None counts missing ones."""
        said = Counter(
            judgement
            for judge in self.judges
            for item, judgement in zip(self.items, judge.judgements, strict=True)
            if item.retained == retained
        )
        return {judgement: said[judgement] for judgement in (*JUDGEMENTS, None)}

    def counts_by_kind(self) -> dict[str, dict[str, int]]:
        """Count judgements of retained and of lost reorderings, `missing` included."""
        return {
            kind: {
                judgement or "missing": count
                for judgement, count in self.counts(retained=retained).items()
            }
            for kind, retained in KINDS.items()
        }

    @classmethod
    def views(cls) -> Mapping[str, View]:
        """Judgements, pairs of judges, items."""
        from wordorder.reorderings.agreement_views import VIEWS

        return VIEWS

    def summary(self) -> str:
        """Return a one-line summary."""
        items, judges = counted(len(self.items), "reordering"), counted(len(self.judges), "judge")
        kappa = "undefined" if self.fleiss.reason else f"{self.fleiss.value:z.3f}"
        return f"{items}, {judges}, Fleiss' kappa {kappa}"

    def content(self, *, sentences: bool | Collection[int] = False) -> dict[str, Any]:
        """See docs/schemas/reorderings-agreement.schema.json; always includes every item."""
        del sentences
        names = [judge.name for judge in self.judges]
        said = zip(*(judge.judgements for judge in self.judges), strict=True)
        pairs = zip(self.cohen.pairs, self.cohen.kappas, strict=True)
        return {
            "judges": [{"name": judge.name, "missing": judge.missing} for judge in self.judges],
            "counts": self.counts_by_kind(),
            "fleiss": _kappa_content(self.fleiss),
            "cohen": {
                "mean": figure_content(self.cohen.mean),
                "pairs": [
                    {"judges": [names[a], names[b]], **_kappa_content(kappa)}
                    for (a, b), kappa in pairs
                ],
            },
            "items": [
                {**item._asdict(), "judgements": list(judgements)}
                for item, judgements in zip(self.items, said, strict=True)
            ],
        }

    @classmethod
    def from_content(cls, content: Document) -> Self:
        """Build the result from the content of its document."""
        names = [read_text(judge["name"]) for judge in content["judges"]]
        rows = [tuple(map(_read_judgement, item["judgements"])) for item in content["items"]]
        if not names or not rows:
            raise ValueError("no judges, or no items")
        return cls(
            items=tuple(map(_read_item, content["items"])),
            judges=tuple(Judge(*one) for one in zip(names, zip(*rows, strict=True), strict=True)),
            fleiss=_read_kappa(content["fleiss"], raters=len(names)),
            cohen=_read_pairs(content["cohen"], names),
            signature=read_text(content["signature"]),
        )


def _kappa_content(kappa: Kappa) -> dict[str, Any]:
    return {
        "kappa": figure_content(kappa.value),
        "verbal": kappa.verbal,
        "observed": figure_content(kappa.observed),
        "expected": figure_content(kappa.expected),
        "items": kappa.items,
        "left_out": kappa.left_out,
        "reason": kappa.reason,
    }


def _read_kappa(content: Document, *, raters: int) -> Kappa:
    reason = content["reason"]
    return Kappa(
        value=read_figure(content["kappa"]),
        observed=read_figure(content["observed"]),
        expected=read_figure(content["expected"]),
        items=read_count(content["items"]),
        left_out=read_count(content["left_out"]),
        raters=raters,
        reason=None if reason is None else read_text(reason),
    )


def _read_pairs(content: Document, names: list[str]) -> PairwiseKappa:
    pairs = []
    for one in content["pairs"]:
        first, second = map(names.index, one["judges"])
        pairs.append((first, second))
    kappas = tuple(_read_kappa(one, raters=2) for one in content["pairs"])
    undefined = sum(kappa.reason is not None for kappa in kappas)
    reason = None
    if undefined == len(kappas):
        reason = "no pair with a defined kappa" if kappas else "fewer than two raters"
    return PairwiseKappa(tuple(pairs), kappas, read_figure(content["mean"]), undefined, reason)


def _read_judgement(found: object) -> str | None:
    if found is not None and found not in JUDGEMENTS:
        raise ValueError(f"{found!r:.40} is not a judgement")
    return None if found is None else read_text(found)


def _read_item(content: Document) -> KeyItem:
    return KeyItem(
        read_text(content["id"]), read_count(content["line"]), read_bool(content["retained"])
    )
