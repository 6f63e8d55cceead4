"""Links that a saved aligner makes of source and target."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from os import PathLike
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from wordorder.alignment import AlignmentBatch, Ibm1Model
from wordorder.errors import InputError, expect
from wordorder.output import visible
from wordorder.text.arrow import ArrowColumn

if TYPE_CHECKING:
    from wordorder.corpus.families.rows import CorpusRows

_LOADING = Lock()


def aligner_digest(path: str | PathLike[str]) -> str:
    """A hash of the file of an aligner.

    Raises:
        InputError: It cannot be read.
        UsageError: It is no path.
    """
    expect(path, (str, PathLike), "aligner")
    digest = sha256()
    try:
        with Path(path).open("rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
    except OSError as error:
        raise InputError(f"{visible(str(path))}: {error.strerror or error}") from error
    return digest.hexdigest()[:16]


def loaded_aligner(path: str, digest: str) -> Ibm1Model:
    """Load an aligner once in each process, whatever the number of threads that ask for it.

    Raises:
        InputError: It cannot be read, or is not what it was when the plan was made.
    """
    with _LOADING:
        return _load(path, digest)


@lru_cache(maxsize=1)
def _load(path: str, digest: str) -> Ibm1Model:
    if aligner_digest(path) != digest:
        raise InputError(f"{visible(path)} has changed since the plan was made; make it again")
    return Ibm1Model.load(path)


def align_rows(rows: CorpusRows, aligner: Ibm1Model) -> AlignmentBatch:
    """Link the words of source and target, symmetrised by grow-diag-final-and."""
    source, target = (ArrowColumn(rows.arrays[side], side) for side in ("source", "target"))
    batches = list(aligner.align(source, target, threads=1))
    return batches[0] if len(batches) == 1 else AlignmentBatch.join(batches)
