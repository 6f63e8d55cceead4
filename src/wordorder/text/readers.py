"""The readers of one kind of data, by format."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from wordorder.errors import UsageError
from wordorder.text.arrow import ArrowColumn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.text.source import Input

Reader = TypeVar("Reader")


class Readers(dict[str, Reader]):
    """Says which reader serves which format, and which serves Arrow lists.

    Args:
        kind: What the formats are called in errors.
        by_format: The readers of text, by format; the first is the usual one.
        of_lists: The reader of Arrow columns that hold lists instead of text, if any.

    Examples:
        >>> readers = Readers("tree format", {"conllu": str.split, "penn": str.strip})
        >>> readers.of("trees.txt", "penn").__name__
        'strip'
        >>> readers.of("trees.txt", "pen")
        Traceback (most recent call last):
        wordorder.errors.UsageError: unknown tree format 'pen': did you mean 'penn'?
    """

    def __init__(
        self, kind: str, by_format: Mapping[str, Reader], *, of_lists: Reader | None = None
    ) -> None:
        super().__init__(by_format)
        self._kind = kind
        self._of_lists = of_lists

    def checked(self, file_format: str) -> str:
        """Return the name of a format.

        Raises:
            UsageError: There is no such format.
        """
        if file_format not in self:
            raise UsageError.unknown(self._kind, file_format, self)
        return file_format

    def of(self, source: Input, file_format: str) -> Reader:
        """The reader of this input; a column of Arrow must be `settled`.

        Raises:
            UsageError: There is no such format, or lists are said to have another than the usual.
        """
        reader = self[self.checked(file_format)]
        if not isinstance(source, ArrowColumn) or not source.holds_lists():
            return reader
        if self._of_lists is None or file_format != next(iter(self)):
            raise UsageError(f"{self._kind} {file_format} is for text, not for {source.type}")
        return self._of_lists
