"""Sentence pairs that cannot be used: left out, counted and told."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from wordorder.errors import InputError, WordorderWarning
from wordorder.output import counted, visible
from wordorder.text import shown_name

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

Batch = TypeVar("Batch")


@dataclass(slots=True)
class LeftOut:
    """How many there are, and what is wrong with the first.

    Attributes:
        links: The file of links of the corpus.
        name: What to call the corpus, if there are several.
        count: How many sentence pairs were left out.
        first: What is wrong with the first of them.
    """

    links: str | os.PathLike[str]
    name: str = ""
    count: int = 0
    first: str | None = None

    def add(self, problem: str) -> None:
        """Count one more."""
        self.first = self.first or problem
        self.count += 1

    def need_some(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        """Pass batches on.

        Raises:
            InputError: There is none.
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
        """Say how many there were, to whoever called the public function that calls this."""
        if self.count:
            name = f"{visible(self.name)}: " if self.name else ""
            first = "" if self.count == 1 else "the first: "
            what = counted(self.count, "sentence pair")
            message = f"{name}left out {what}; {first}{self.first}"
            warnings.warn(WordorderWarning(message), stacklevel=3)
