"""Contrast sets: a translation beside the same translation with a planted error."""

from __future__ import annotations

from dataclasses import dataclass
from operator import eq

import numpy as np

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.metaevaluation.judgement_formats import (
    BETTER_COLUMNS,
    WORSE_COLUMNS,
    finish_judgements,
    only_column,
    pair_in_name,
)
from wordorder.metaevaluation.judgements import Comparisons, Judgements
from wordorder.text.source import Input
from wordorder.text.tables import TextTable, read_table


@dataclass(frozen=True, slots=True)
class ContrastSet:
    """Pairs of translations of which one is known to be worse.

    Attributes:
        name: The name of the set.
        references: The reference translations.
        better: The original translations.
        worse: The same translations with a planted error.
        kinds: The kind of error of each item; empty if unknown.

    Raises:
        UsageError: The texts are not tuples, or differ in length.

    Examples:
        >>> swapped = ContrastSet("mine", ("a b",), ("a b",), ("b a",), ("word_swap",))
        >>> swapped.judgements.systems, dict(swapped.judgements.labels)
        (('better', 'worse'), {1: 'word_swap'})
    """

    name: str
    references: tuple[str, ...]
    better: tuple[str, ...]
    worse: tuple[str, ...]
    kinds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        expect(self.name, str, "name")
        items = self.references
        for name in ("references", "better", "worse", "kinds"):
            texts = getattr(self, name)
            expect(texts, tuple, name)
            if len(texts) != len(items) and (name != "kinds" or texts):
                raise UsageError(
                    Argument(name),
                    f" has {len(texts):,} items, but ",
                    Argument("references"),
                    f" has {len(items):,}",
                )

    @property
    def judgements(self) -> Judgements:
        """A comparison for each item, in which `better` beats `worse`, with kinds as labels.

        Raises:
            InputError: There are no items.
        """
        items = len(self.references)
        ones, zeros = np.ones(items, np.int64), np.zeros(items, np.int64)
        compared = Comparisons(np.arange(1, items + 1), zeros, ones, ones, -ones)
        alike = sum(map(eq, self.better, self.worse))
        labels = dict(enumerate(self.kinds, start=1))
        read = Judgements(
            self.name,
            ("better", "worse"),
            compared,
            labels=labels,
            counts={"identical_texts": alike},
        )
        return finish_judgements(read, self.name)

    def texts(self) -> dict[str, tuple[str, ...]]:
        """Return both sides as the texts of two systems."""
        return {"better": self.better, "worse": self.worse}


def read_contrasts(source: Input, *, name: str | None = None) -> ContrastSet:
    r"""Read a contrast set: a table with the columns `reference`, `better`, `worse` and `kind`.

    `translation` and `perturbed`, as in DEMETR, are other names of `better` and `worse`; `kind` is
    optional, and other columns are ignored.

    Args:
        source: As in `read_judgements`.
        name: Name of the set, by default that of the file.

    Raises:
        InputError: The table cannot be read, or lacks a column.

    Examples:
        >>> import io
        >>> file = io.StringIO("reference\tbetter\tworse\na b c\ta b c\ta c b\n")
        >>> read_contrasts(file).worse
        ('a c b',)

    References:
        Karpinska et al. (2022), DEMETR: Diagnosing Evaluation Metrics for Translation.
    """
    return contrast_set(read_table(source), pair_in_name(source) if name is None else name)


def contrast_set(table: TextTable, name: str) -> ContrastSet:
    """Read the contrast set in a table.

    Raises:
        InputError: A column is missing.
    """
    heads = [only_column(table, names) for names in (BETTER_COLUMNS, WORSE_COLUMNS)]
    if "reference" not in table.columns or heads[0] is None or heads[1] is None:
        raise InputError(f"{table.name}: expected columns reference, better and worse")
    better, worse = (tuple(table.columns[head]) for head in heads if head is not None)
    kinds = tuple(table.columns.get("kind", ()))
    return ContrastSet(name, tuple(table.columns["reference"]), better, worse, kinds)
