"""Matches by context, as RIBES finds them: equal words that some n-gram around them tells apart."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.matching.vocabulary import Vocabulary
from wordorder.text import open_parallel_text

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator


def match_contexts(
    hypotheses: str | os.PathLike[str],
    references: str | os.PathLike[str],
    *,
    fold_case: bool = True,
    on_bytes: Callable[[int], None] | None = None,
) -> Generator[AlignmentBatch, None, None]:
    r"""Match two files line by line by the words around each word.

    A word that occurs once in both sentences is matched. Else the n-gram of the w words before it
    and itself, then that of itself and the w words after it, for w = 1, 2, …: the first that occurs
    exactly once in both sentences fixes the match. What is never fixed is left out.

    Args:
        hypotheses: One sentence per line with blanks between the words; `-` is standard input.
        references: Line by line its references.
        fold_case: Whether `House` and `house` are the same word.
        on_bytes: Told how many bytes of the two files were consumed, for a progress bar.

    Raises:
        InputError: A file cannot be read, or they do not have the same number of lines.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     hyp, ref = pathlib.Path(folder, "hyp"), pathlib.Path(folder, "ref")
        ...     _ = hyp.write_text("the cat sat on the mat\n")
        ...     _ = ref.write_text("on the mat sat the cat\n")
        ...     [str(row) for batch in match_contexts(hyp, ref) for row in batch]
        ['0-4 1-5 2-3 3-0 4-1 5-2']

    References:
        Isozaki et al. (2010), Automatic Evaluation of Translation Quality for Distant Language
        Pairs.
    """
    with (
        open_parallel_text([hypotheses, references]) as text,
        closing(text.read(on_bytes=on_bytes)) as blocks,
    ):
        vocabulary = Vocabulary(fold_case=fold_case)
        for block in blocks:
            if vocabulary.is_full:
                vocabulary = Vocabulary(fold_case=fold_case)
            yield context_links(vocabulary, *block.texts, first_line=block.first_line)


def context_links(
    vocabulary: Vocabulary, hypotheses: bytes, references: bytes, *, first_line: int = 1
) -> AlignmentBatch:
    """Match whole lines, the first with the first; see `match_contexts`."""
    sides = [vocabulary.number(side) for side in (hypotheses, references)]
    sources, targets, offsets = _kernels.match_contexts(*sides)
    n, m = (np.diff(side[1]).astype(np.int32) for side in sides)
    return AlignmentBatch(sources, targets, offsets, n, m, None, first_line)
