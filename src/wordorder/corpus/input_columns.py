"""The columns of inputs: their roles and types, and the source of the order."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from wordorder.errors import Argument, InputError, UsageError, expect, joined
from wordorder.output.console import visible

_USED_BY = {
    "permutation": ("permutation",),
    "links": ("links", "source", "target", "tree"),
    "aligner": ("source", "target", "tree"),
    "texts": ("reference", "hypothesis"),
}
"""The roles that each source of order uses."""

_MOST_LISTED = 20
_EXPECTED = {
    "links": "text or a list of (source, target)",
    "permutation": "text or a list of whole numbers",
}


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
        hypothesis: Translations to evaluate.
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
        """Return the columns in use, by role."""
        columns = {field.name: getattr(self, field.name) for field in fields(self)}
        return {role: name for role, name in columns.items() if name is not None}

    def completed(self, names: Collection[str], order: str, *, with_rules: bool) -> CorpusColumns:
        """Add columns with the name of a role that the order uses.

        Raises:
            UsageError: A column was given for a role that is not used.
        """
        used = _USED_BY[order] if with_rules else [r for r in _USED_BY[order] if r != "tree"]
        for role, name in self.named().items():
            if name and role not in used:
                other = "rules" if role == "tree" and order in ("links", "aligner") else None
                why = ("without ", Argument(other)) if other else (f"with an order from {order}",)
                raise UsageError(Argument(role), " has no effect ", *why)
        own = {role: role for role in used if getattr(self, role) is None and role in names}
        none: dict[str, None] = {role: None for role, name in self.named().items() if not name}
        return replace(self, **own, **none)

    def check(self, schema: Any, name: str, *, only_text: bool) -> None:
        """Check that an input has the columns, of types that can be read.

        Args:
            schema: Its `pyarrow.Schema`.
            name: Its name in errors.
            only_text: Whether lists are refused in all columns.

        Raises:
            InputError: A column is missing, or of another type.
        """
        from wordorder.text.arrow import pyarrow

        arrow = pyarrow()
        for role, column in self.named().items():
            count = schema.names.count(column)
            if count > 1:
                raise InputError(f"{visible(name)}: {count} columns are named '{visible(column)}'")
            if not count:
                has = ", ".join(visible(other)[:40] for other in schema.names[:_MOST_LISTED])
                more = ", …" * (len(schema.names) > _MOST_LISTED)
                raise InputError(
                    f"{visible(name)}: no column '{visible(column)}'; it has {has or 'none'}{more}"
                )
            kind = schema.field(column).type
            if isinstance(kind, arrow.BaseExtensionType):
                kind = kind.storage_type
            if arrow.types.is_dictionary(kind):
                kind = kind.value_type
            expected = "text" if only_text else _EXPECTED.get(role, "text")
            if not _is_text(arrow.types, kind) and (
                expected == "text" or not _is_list_for(role, arrow.types, kind)
            ):
                raise InputError(
                    f"{visible(name)}: column '{visible(column)}' is {visible(str(kind))[:100]}, "
                    f"expected {expected}"
                )


ROLES = tuple(field.name for field in fields(CorpusColumns))
"""The roles of columns."""


def order_source(columns: CorpusColumns, names: Collection[str], aligner: object | None) -> str:
    """Return the source of the order: permutation, links, aligner or texts.

    Options decide; without any, the columns of the input.

    Raises:
        UsageError: Several sources fit, or none.

    Examples:
        >>> order_source(CorpusColumns(links="a"), ["a", "permutation"], None)
        'links'
        >>> order_source(CorpusColumns(), ["links", "permutation"], None)
        Traceback (most recent call last):
        wordorder.errors.UsageError: the order may come from permutation= or links=: give one ...
    """
    roles = {role: name for role, name in columns.named().items() if name}
    sources = _sources(roles) | ({"aligner": "aligner"} if aligner is not None else {})
    if not sources:
        unused = [role for role, name in columns.named().items() if not name]
        sources = _sources({name: name for name in names if name not in unused}, both_texts=True)
    if len(sources) > 1:
        several = joined(map(Argument, sources.values()), " or ", " or ")
        raise UsageError("the order may come from ", *several, ": give one of them")
    if not sources:
        raise UsageError(
            "there is no order to evaluate: give ",
            *joined(map(Argument, ("links", "permutation", "aligner")), last=", "),
            ", or ",
            *joined(map(Argument, ("reference", "hypothesis"))),
        )
    return next(iter(sources))


def _sources(roles: Mapping[str, str], *, both_texts: bool = False) -> dict[str, str]:
    """Return the sources of order among some roles, each with the role to name in messages."""
    sources = {role: role for role in ("permutation", "links") if role in roles}
    texts = [role for role in ("reference", "hypothesis") if role in roles]
    if len(texts) > both_texts:
        sources["texts"] = texts[-1]
    return sources


def _is_text(types: Any, kind: Any) -> bool:
    return bool(
        types.is_string(kind)
        or types.is_large_string(kind)
        or types.is_string_view(kind)
        or types.is_null(kind)
    )


def _is_list_for(role: str, types: Any, kind: Any) -> bool:
    """Return whether this is the type of lists of links, or of ranks."""
    if not (types.is_list(kind) or types.is_large_list(kind)):
        return False
    item = kind.value_type
    if role == "permutation" or types.is_null(item):
        return bool(types.is_integer(item) or types.is_null(item))
    if not types.is_struct(item):
        return False
    inner = {field.name: field.type for field in item}
    return set(inner) == {"source", "target"} and all(map(types.is_integer, inner.values()))
