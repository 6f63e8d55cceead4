"""Sentence pairs that cannot be used: skipped, counted and reported."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from wordorder.errors import InputError, WordorderWarning
from wordorder.output import counted, visible
from wordorder.statistics import Accumulator
from wordorder.text import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Self

    from wordorder.text import Input

Batch = TypeVar("Batch")


class _Problem(NamedTuple):
    file: int
    line: int
    error: InputError

    def place(self) -> tuple[int, int, str]:
        """What orders problems."""
        return self.file, self.line, str(self.error)


class LeftOut(Accumulator):
    """The number of sentence pairs left out, and the problem of the first.

    Args:
        links: The file of links of the corpus.
        name: Name of the corpus, if there are several.
        file: The number of the file, if a corpus has several.

    Examples:
        >>> left_out, other = LeftOut("links", file=1), LeftOut("links", file=0)
        >>> left_out.add(3, InputError("links:3: the target has no words"))
        >>> other.add(8, InputError("links:8: the target has no words"))
        >>> left_out.merge(other)
        >>> left_out.result()
        'left out 2 sentence pairs; the first: links:8: the target has no words'
    """

    def __init__(self, links: Input, name: str = "", file: int = 0) -> None:
        self._links = visible(shown_name(links))  # a stream would not pickle
        self._name, self._file = name, file
        self.count = 0
        self._first: _Problem | None = None

    @property
    def configuration(self) -> Mapping[str, object]:
        """The name of the corpus."""
        return {"name": self._name}

    def add(self, line: int, problem: InputError) -> None:
        """Count one sentence pair."""
        self._take(1, _Problem(self._file, line, problem))

    def _take(self, count: int, first: _Problem | None) -> None:
        self.count += count
        self._first = min(filter(None, (self._first, first)), key=_Problem.place, default=None)

    def _merge(self, other: Self) -> None:
        self._take(other.count, other._first)

    def result(self) -> str | None:
        """Say how many were left out, and why the first one; None if there are none."""
        warning = self._warning()
        return None if warning is None else str(warning)

    def _warning(self) -> WordorderWarning | None:
        if self._first is None:
            return None
        name = f"{visible(self._name)}: " if self._name else ""
        first = "" if self.count == 1 else "the first: "
        return WordorderWarning(
            f"{name}left out {counted(self.count, 'sentence pair')}; {first}",
            *self._first.error.args,
        )

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
            why = () if self._first is None else ("; ", *self._first.error.args)
            raise InputError(f"{self._links}: no sentence pair can be used", *why)

    def warn(self) -> None:
        """Warn about left-out sentence pairs, at the caller of the public function."""
        warning = self._warning()
        if warning is not None:
            warnings.warn(warning, stacklevel=3)
