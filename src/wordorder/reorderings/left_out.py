"""Sentence pairs that cannot be used: skipped, counted and reported."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from wordorder.errors import InputError, WordorderWarning
from wordorder.output import counted, visible
from wordorder.text import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.text import Input

Batch = TypeVar("Batch")


@dataclass(slots=True)
class LeftOut:
    """The number of sentence pairs left out, and the problem of the first.

    Attributes:
        links: The file of links of the corpus.
        name: Name of the corpus, if there are several.
        count: Number of sentence pairs left out.
        first: The problem of the first of them.
    """

    links: Input
    name: str = ""
    count: int = 0
    first: str | None = None

    def add(self, problem: str) -> None:
        """Count one sentence pair."""
        self.first = self.first or problem
        self.count += 1

    def need_some(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        """Pass batches through.

        Raises:
            InputError: There are no batches.
        """
        any_used = False
        for batch in batches:
            any_used = True
            yield batch
        if not any_used:
            why = "" if self.first is None else f"; {self.first}"
            raise InputError(
                f"{visible(shown_name(self.links))}: no sentence pair can be used{why}"
            )

    def warn(self) -> None:
        """Warn about left-out sentence pairs, at the caller of the public function."""
        if self.count:
            name = f"{visible(self.name)}: " if self.name else ""
            first = "" if self.count == 1 else "the first: "
            what = counted(self.count, "sentence pair")
            message = f"{name}left out {what}; {first}{self.first}"
            warnings.warn(WordorderWarning(message), stacklevel=3)
