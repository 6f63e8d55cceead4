"""Matching of translation files with reference files, by a matcher or by context."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace
from functools import partial

from wordorder import _kernels
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.matching.match_batch import MatchBatch
from wordorder.alignment.matching.matcher import Matcher
from wordorder.alignment.matching.vocabulary import MOST_WORDS, Vocabulary
from wordorder.alignment.matching.weights import checked_confidence
from wordorder.errors import Argument, UsageError, expect
from wordorder.output.progress import Meter, as_meter, follow_files
from wordorder.text.reader import ParallelText, open_parallel_text
from wordorder.text.source import Input
from wordorder.text.tokenizers import tokenized_files


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
    with open_parallel_text([hypotheses, references]) as text:
        yield from _match_contexts(text, partial(Vocabulary, fold_case=fold_case), on_bytes)


def _match_contexts(
    text: ParallelText,
    new_vocabulary: Callable[[], Vocabulary],
    on_bytes: Callable[[int], None] | None = None,
    *,
    most_words: int = MOST_WORDS,
) -> Generator[AlignmentBatch, None, None]:
    """Match block by block, with a new vocabulary whenever the last one is full."""
    with closing(text.read(on_bytes=on_bytes)) as blocks:
        vocabulary = new_vocabulary()
        for block in blocks:
            if vocabulary.is_full(most_words=most_words):
                vocabulary = new_vocabulary()
            yield context_links(vocabulary, *block.texts, first_line=block.first_line)


def context_links(
    vocabulary: Vocabulary, hypotheses: bytes, references: bytes, *, first_line: int = 1
) -> AlignmentBatch:
    """Match two blocks line by line; see `match_contexts`."""
    links = _kernels.match_contexts(vocabulary.number(hypotheses), vocabulary.number(references))
    return AlignmentBatch.from_link_rows(links, None, first_line)


def match_texts(
    references: Input,
    hypotheses: Input,
    lang: str | None = None,
    *,
    matcher: Matcher | None = None,
    by_context: bool = False,
    fold_case: bool = True,
    tokenize: str | None = None,
    min_confidence: float | None = None,
    scores: bool = False,
    progress: bool | Meter = False,
) -> Generator[AlignmentBatch, None, None]:
    r"""Link the words of translations to those of their references, in bounded memory.

    A link i-j joins word i of the hypothesis and word j of the reference, as the convention
    `matched` expects.

    Args:
        references: One sentence per line; `-` is standard input.
        hypotheses: The translations, line by line.
        lang: A BCP 47 code that selects stemmer and synonyms; without it only equal words match.
        matcher: A matcher to use instead of the language's default.
        by_context: Whether to match equal words only, by their context, as RIBES does
            (`match_contexts`).
        fold_case: Whether to ignore case; not used if `matcher` is given.
        tokenize: Tokeniser for both texts, as in `score`; by default they are already tokenised,
            words separated by spaces.
        min_confidence: The least confidence of the links returned, from 0 to 1; by default all
            are.
        scores: Whether to add the confidence of each link.
        progress: Whether to show progress.

    Raises:
        InputError: A file cannot be read, or the numbers of lines differ.
        UsageError: The language is unknown, has no fitted weights for confidence, or the arguments
            conflict.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     ref, hyp = pathlib.Path(folder, "ref"), pathlib.Path(folder, "hyp")
        ...     _ = ref.write_text("large is the house\n"), hyp.write_text("the houses are big\n")
        ...     [str(links) for batch in match_texts(ref, hyp, "en") for links in batch]
        ['0-2 1-3 2-1 3-0']
    """
    if lang is not None and matcher is not None:
        raise UsageError("give ", Argument("lang"), " or ", Argument("matcher"), ", not both")
    if by_context and (lang is not None or matcher is not None):
        raise UsageError(
            Argument("by_context"),
            " matches equal words only: remove ",
            Argument("lang"),
            " and the stages",
        )
    if matcher is not None:
        expect(matcher, Matcher, "matcher")
    if matcher is None and not by_context:
        matcher = Matcher(lang, fold_case=fold_case)
        if matcher.doubt is not None:
            warnings.warn(matcher.doubt, stacklevel=2)
    if scores or min_confidence:
        needed = "scores" if scores else "min_confidence"
        checked_confidence(min_confidence, None if matcher is None else matcher.lang, needed)
    least, meter = min_confidence or 0.0, as_meter(progress)

    def links(match: MatchBatch) -> AlignmentBatch:
        confident = match.confident(least)
        if not scores or match.confidence is None:
            return confident
        return replace(confident, confidence=match.confidence[match.confidence >= least])

    def batches() -> Generator[AlignmentBatch, None, None]:
        with (
            tokenized_files([hypotheses, references], [tokenize] * 2) as files,
            follow_files(meter, "matching", files) as advance,
        ):
            if matcher is None:
                yield from match_contexts(*files, fold_case=fold_case, on_bytes=advance)
            else:
                yield from map(links, matcher.match_files(*files, on_bytes=advance))

    return batches()
