"""Links from the source to translations, read from files or computed."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from wordorder import _kernels
from wordorder.alignment import EFLOMAL, AlignmentBatch, read_alignments, train_ibm1
from wordorder.alignment.matching.vocabulary import as_block
from wordorder.errors import Argument, InputError
from wordorder.output import counted, temporary_folder, visible
from wordorder.text import CopiedInput, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from wordorder.text import Input

    Lengths = NDArray[np.int32]

Aligner = Literal["ibm1", "eflomal"]
ALIGNERS: tuple[Aligner, ...] = get_args(Aligner)


def read_links(
    source: Sequence[str], texts: Sequence[Sequence[str]], files: Sequence[Input]
) -> list[AlignmentBatch]:
    """Read alignments of tokenised texts in Pharaoh format, one file per text.

    Raises:
        InputError: A file cannot be read, lacks a line for some sentence, or has a link outside
            its sentence.
    """
    n = _word_counts(source)
    return [_read(file, n, _word_counts(text)) for file, text in zip(files, texts, strict=True)]


def _read(file: Input, n: Lengths, m: Lengths) -> AlignmentBatch:
    links = _all(read_alignments(file))
    name = visible(shown_name(file))
    if len(links) != len(n):
        raise InputError(
            f"{name} has {counted(len(links), 'line')}, but there are {counted(len(n), 'sentence')}"
        )
    rows = np.repeat(np.arange(len(n)), np.diff(links.offsets))
    outside = (links.sources >= n[rows]) | (links.targets >= m[rows])
    if outside.any():
        link = int(np.argmax(outside))
        row = rows[link]
        raise InputError(
            f"{name}:{row + 1}: link {links.sources[link]}-{links.targets[link]} is past the end: "
            f"the source has {counted(int(n[row]), 'word')}, the translation {m[row]:,}, counted "
            "from 0; links made with other tokenisers need the same here: ",
            Argument("source_tokenize"),
            " for the source, ",
            Argument("tokenize"),
            " for translations",
        )
    return replace(links, source_lengths=n, target_lengths=m)


def _word_counts(lines: Sequence[str]) -> Lengths:
    return _kernels.count_words(as_block(lines))


def make_links(
    source: Sequence[str], texts: Sequence[Sequence[str]], aligner: str
) -> list[AlignmentBatch]:
    """Align tokenised texts, each separately, so that systems do not affect each other.

    Raises:
        InputError: The aligner fails.
    """
    with _as_file(source, "the source") as file:
        return [_aligned(file, text, aligner) for text in texts]


def _all(batches: Iterable[AlignmentBatch]) -> AlignmentBatch:
    return AlignmentBatch.join(list(batches))


def _aligned(source: Input, target: Sequence[str], aligner: str) -> AlignmentBatch:
    with _as_file(target, "the translation") as file:
        if aligner == "eflomal":
            return _all(EFLOMAL.align(source, file))
        return _all(train_ibm1(source, file).align(source, file))


@contextmanager
def _as_file(text: Sequence[str], name: str) -> Iterator[Input]:
    """Write the text to a temporary file; errors use the given name."""
    with temporary_folder() as folder:
        file = folder / "text"
        file.write_text("".join(f"{line}\n" for line in text), "utf-8", "backslashreplace")
        yield CopiedInput(str(file), name)
