"""The columns of a corpus, and what each is for."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from wordorder.errors import Argument, UsageError, expect, joined

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_USED_BY = {
    "permutation": ("permutation",),
    "links": ("links", "source", "target", "tree"),
    "aligner": ("source", "target", "tree"),
    "texts": ("reference", "hypothesis"),
}
"""The roles that each source of order has a use for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusColumns:
    """The names of columns by their role; None if there is none.

    Attributes:
        links: Alignments of source and target: text in Pharaoh format, or lists of links.
        source: Source sentences, words separated by spaces.
        target: Target sentences.
        permutation: Permutations: text, or lists of ranks.
        tree: Dependency trees of the source, in CoNLL-U.
        reference: Reference translations.
        hypothesis: Translations to judge.
    """

    links: str | None = None
    source: str | None = None
    target: str | None = None
    permutation: str | None = None
    tree: str | None = None
    reference: str | None = None
    hypothesis: str | None = None

    def __post_init__(self) -> None:
        for role, name in self.named().items():
            expect(name, str, role)

    def named(self) -> dict[str, str]:
        """The columns in use, by role."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return {role: name for role, name in found.items() if name is not None}

    def completed(self, names: Collection[str], order: str, *, with_rules: bool) -> CorpusColumns:
        """Add columns that are called by the name of a role that the order has a use for.

        Raises:
            UsageError: A column was given for a role without use.
        """
        used = _USED_BY[order] if with_rules else [r for r in _USED_BY[order] if r != "tree"]
        for role, name in self.named().items():
            if name and role not in used:
                other = "rules" if role == "tree" and order in ("links", "aligner") else None
                why = ("without ", Argument(other)) if other else (f"with an order from {order}",)
                raise UsageError(Argument(role), " is of no use ", *why)
        own = {role: role for role in used if getattr(self, role) is None and role in names}
        none: dict[str, None] = {role: None for role, name in self.named().items() if not name}
        return replace(self, **own, **none)


ROLES = tuple(field.name for field in fields(CorpusColumns))
"""What columns can be for."""


def order_source(columns: CorpusColumns, names: Collection[str], aligner: object | None) -> str:
    """Where the order comes from: permutation, links, aligner or texts.

    What was given decides; otherwise the columns that the input has.

    Raises:
        UsageError: Several fit, or none.

    Examples:
        >>> order_source(CorpusColumns(links="a"), ["a", "permutation"], None)
        'links'
        >>> order_source(CorpusColumns(), ["links", "permutation"], None)
        Traceback (most recent call last):
        wordorder.errors.UsageError: the order may come from permutation= or links=: give one ...
    """
    given = {role: name for role, name in columns.named().items() if name}
    found = _sources(given) | ({"aligner": "aligner"} if aligner is not None else {})
    if not found:
        unused = [role for role, name in columns.named().items() if not name]
        found = _sources({name: name for name in names if name not in unused}, both_texts=True)
    if len(found) > 1:
        several = joined(map(Argument, found.values()), " or ", " or ")
        raise UsageError("the order may come from ", *several, ": give one of them")
    if not found:
        raise UsageError(
            "there is no order to evaluate: give ",
            Argument("links"),
            ", ",
            Argument("permutation"),
            ", ",
            Argument("aligner"),
            ", or ",
            Argument("reference"),
            " and ",
            Argument("hypothesis"),
        )
    return next(iter(found))


def _sources(given: Mapping[str, str], *, both_texts: bool = False) -> dict[str, str]:
    """The sources of order among some roles, each with the role to name in messages."""
    found = {role: role for role in ("permutation", "links") if role in given}
    texts = [role for role in ("reference", "hypothesis") if role in given]
    if len(texts) > both_texts:
        found["texts"] = texts[-1]
    return found
