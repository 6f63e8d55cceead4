"""Files of translations linked with their references."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from wordorder.alignment.matching import Matcher, match_contexts
from wordorder.errors import UsageError, WordorderWarning, argument, expect
from wordorder.output import as_meter, follow_files
from wordorder.text import tokenized_files

if TYPE_CHECKING:
    import os
    from collections.abc import Generator

    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.output import Meter

    File = str | os.PathLike[str]


def match_texts(
    references: File,
    hypotheses: File,
    lang: str | None = None,
    *,
    matcher: Matcher | None = None,
    by_context: bool = False,
    fold_case: bool = True,
    tokenize: str | None = None,
    progress: bool | Meter = False,
) -> Generator[AlignmentBatch, None, None]:
    r"""Link the words of translations with those of their references, in bounded memory.

    A link i-j is from word i of the hypothesis to word j of the reference, as the convention
    `matched` takes it.

    Args:
        references: One sentence per line; `-` is standard input.
        hypotheses: Line by line their translations.
        lang: A BCP 47 code, which selects stemmer and synonyms; without it only equal words match.
        matcher: How to match, in place of what the language selects.
        by_context: Whether to match equal words by the words around them, as RIBES does, and to
            leave the rest (`match_contexts`).
        fold_case: Whether `House` and `house` are the same word; a matcher knows that by itself.
        tokenize: How to split both texts, as in `score`; by default they are tokenised already,
            with blanks between the words.
        progress: Whether to show how far the reading has come.

    Raises:
        InputError: A file cannot be read, or they do not have the same number of lines.
        UsageError: The language is unknown, or the arguments do not go together.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     ref, hyp = pathlib.Path(folder, "ref"), pathlib.Path(folder, "hyp")
        ...     _ = ref.write_text("large is the house\n"), hyp.write_text("the houses are big\n")
        ...     [str(links) for batch in match_texts(ref, hyp, "en") for links in batch]
        ['0-2 1-3 2-1 3-0']
    """
    if lang is not None and matcher is not None:
        raise UsageError(f"give {argument('lang')} or {argument('matcher')}, not both")
    if by_context and (lang is not None or matcher is not None):
        raise UsageError(
            f"{argument('by_context')} matches equal words only: leave out {argument('lang')} and "
            "the stages"
        )
    if matcher is not None:
        expect(matcher, Matcher, "matcher")
    if matcher is None and not by_context:
        matcher = Matcher(lang, fold_case=fold_case)
        if matcher.doubt is not None:
            warnings.warn(WordorderWarning(matcher.doubt), stacklevel=2)
    return _matched([hypotheses, references], matcher, fold_case, tokenize, as_meter(progress))


def _matched(
    files: list[File],
    matcher: Matcher | None,
    fold_case: bool,
    tokenize: str | None,
    meter: Meter,
) -> Generator[AlignmentBatch, None, None]:
    with (
        tokenized_files(files, [tokenize] * 2) as (hypotheses, references),
        follow_files(meter, "matching", [hypotheses, references]) as advance,
    ):
        if matcher is None:
            yield from match_contexts(hypotheses, references, fold_case=fold_case, on_bytes=advance)
            return
        for match in matcher.match_files(hypotheses, references, on_bytes=advance):
            yield match.alignments
