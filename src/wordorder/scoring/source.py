"""Alignments of the source with hypotheses and references: read from files, or made."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from wordorder.alignment import EFLOMAL, AlignmentBatch, read_alignments, train_ibm1
from wordorder.errors import UsageError

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence

    from wordorder.scoring.texts import Texts

    File = str | os.PathLike[str]

Aligner = Literal["ibm1", "eflomal"]
ALIGNERS: tuple[Aligner, ...] = get_args(Aligner)


class SourceAlignments(NamedTuple):
    """Links from source words, for each system and each reference."""

    systems: list[AlignmentBatch]
    references: list[AlignmentBatch]


def read_source_alignments(
    source: Sequence[str], systems: Sequence[File], references: Sequence[File]
) -> SourceAlignments:
    """Read alignments in Pharaoh's form; the source is tokenised.

    Raises:
        InputError: A file cannot be read, or a link is outside of the source sentence.
    """
    with _as_file(source) as file:
        read = [_all(read_alignments(path, source=file)) for path in (*systems, *references)]
    return SourceAlignments(read[: len(systems)], read[len(systems) :])


def make_source_alignments(source: Sequence[str], texts: Texts, aligner: str) -> SourceAlignments:
    """Align tokenised texts; each by itself, so that systems do not depend on each other.

    Raises:
        UsageError: There is no such aligner.
        InputError: The aligner fails.
    """
    if aligner not in ALIGNERS:
        raise UsageError.unknown("aligner", aligner, ALIGNERS)
    with _as_file(source) as file:
        systems, references = (
            [_aligned(file, text, aligner) for text in side]
            for side in (texts.systems, texts.references)
        )
    return SourceAlignments(systems, references)


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
