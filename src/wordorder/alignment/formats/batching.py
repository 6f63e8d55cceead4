"""Single alignments grouped into batches."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from wordorder.alignment.batch import AlignmentBatch

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wordorder.alignment.alignment import Alignment

MOST_ROWS = 1000
MOST_LINKS = 1_000_000  # rows may be long, too; a batch ends with the row that reaches this


def batched(rows: Generator[Alignment, None, None]) -> Iterator[AlignmentBatch]:
    """Batch the alignments of a file, starting from its first sentence pair, in bounded memory."""
    first, ready, links = 1, [], 0
    with closing(rows):
        for row in rows:
            ready.append(row)
            links += len(row)
            if len(ready) == MOST_ROWS or links >= MOST_LINKS:
                yield AlignmentBatch.from_alignments(ready, first_line=first)
                first, ready, links = first + len(ready), [], 0
    if ready:
        yield AlignmentBatch.from_alignments(ready, first_line=first)
