"""Links from the source to translations: read from files, or made."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from wordorder.alignment import EFLOMAL, AlignmentBatch, read_alignments, train_ibm1

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence

    File = str | os.PathLike[str]

Aligner = Literal["ibm1", "eflomal"]
ALIGNERS: tuple[Aligner, ...] = get_args(Aligner)


def read_links(source: Sequence[str], files: Sequence[File]) -> list[AlignmentBatch]:
    """Read alignments in Pharaoh format; the source is tokenised.

    Raises:
        InputError: A file cannot be read, or a link is outside of the source sentence.
    """
    with _as_file(source) as file:
        return [_all(read_alignments(path, source=file)) for path in files]


def make_links(
    source: Sequence[str], texts: Sequence[Sequence[str]], aligner: str
) -> list[AlignmentBatch]:
    """Align tokenised texts; each by itself, so that systems do not depend on each other.

    Raises:
        InputError: The aligner fails.
    """
    with _as_file(source) as file:
        return [_aligned(file, text, aligner) for text in texts]


def _all(batches: Iterable[AlignmentBatch]) -> AlignmentBatch:
    return AlignmentBatch.join(list(batches))


def _aligned(source: File, target: Sequence[str], aligner: str) -> AlignmentBatch:
    with _as_file(target) as file:
        if aligner == "eflomal":
            return _all(EFLOMAL.align(source, file))
        return _all(train_ibm1(source, file).align(source, file))


@contextmanager
def _as_file(text: Sequence[str]) -> Iterator[Path]:
    """The text as a file, which is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="wordorder-") as folder:
        file = Path(folder, "text")
        file.write_text("".join(f"{line}\n" for line in text), "utf-8", "backslashreplace")
        yield file
