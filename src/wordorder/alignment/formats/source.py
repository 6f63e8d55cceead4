"""The input of every alignment reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.output import visible
from wordorder.text import shown_name

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from wordorder.alignment.lengths import SentenceLengths


@dataclass(frozen=True, slots=True)
class Source:
    """An alignment file, and the lengths of its sentences.

    Attributes:
        path: The file; `-` is standard input.
        base: The number of the first word, 0 or 1, if the format does not fix it.
        source_lengths: The lengths of the source sentences, if known.
        target_lengths: The lengths of the target sentences, if known.
        on_bytes: Called with the number of bytes read, for a progress bar.
    """

    path: str | os.PathLike[str]
    base: int
    source_lengths: SentenceLengths
    target_lengths: SentenceLengths
    on_bytes: Callable[[int], None] | None

    @property
    def name(self) -> str:
        """The name of the file in error messages."""
        return visible(shown_name(self.path))
