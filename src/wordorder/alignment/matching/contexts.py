"""Matches by context, as in RIBES: equal words disambiguated by an n-gram around them."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.matching.vocabulary import Vocabulary
from wordorder.text import open_parallel_text

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from wordorder.text import Input


def match_contexts(
    hypotheses: Input,
    references: Input,
    *,
    fold_case: bool = True,
    on_bytes: Callable[[int], None] | None = None,
) -> Generator[AlignmentBatch, None, None]:
    r"""Match the words of two files, line by line, by context.

    A word that occurs once in both sentences is matched. Otherwise the word is extended by the w
    words before it, then by the w words after it, for w = 1, 2, …: the first n-gram that occurs
    exactly once in both sentences decides the match. Words without such an n-gram are not matched.

    Args:
        hypotheses: One sentence per line, words separated by spaces; `-` is standard input.
        references: The references, line by line.
        fold_case: Whether to ignore case.
        on_bytes: Called with the number of bytes read, for a progress bar.

    Raises:
        InputError: A file cannot be read, or the numbers of lines differ.

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
    """Match two blocks line by line; see `match_contexts`."""
    links = _kernels.match_contexts(vocabulary.number(hypotheses), vocabulary.number(references))
    return AlignmentBatch.from_link_rows(links, None, first_line)
