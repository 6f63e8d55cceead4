"""What every reader of alignments is given."""

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
    """A file of alignments, and the lengths of the sentences they belong to.

    Attributes:
        path: The file; `-` is standard input.
        base: 0 or 1: the number of the first word, where the format leaves that open.
        source_lengths: Of the source sentences, as far as they are known.
        target_lengths: Of the target sentences.
        on_bytes: Told how many bytes of the file were consumed, for a progress bar.
    """

    path: str | os.PathLike[str]
    base: int
    source_lengths: SentenceLengths
    target_lengths: SentenceLengths
    on_bytes: Callable[[int], None] | None

    @property
    def name(self) -> str:
        """What errors call the file."""
        return visible(shown_name(self.path))
