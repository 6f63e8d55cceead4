"""Translations matched with their references, file by file."""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from wordorder.alignment.matching import Matcher, match_contexts
from wordorder.alignment.matching.confidence import checked_confidence
from wordorder.errors import Argument, UsageError, expect
from wordorder.output import as_meter, follow_files
from wordorder.text import tokenized_files

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.alignment.matching import MatchBatch
    from wordorder.output import Meter
    from wordorder.text import Input


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
        min_confidence: Leave out links that are less likely to be right than this, from 0 to 1; by
            default all are kept.
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
    links = partial(_links, min_confidence=min_confidence, scores=scores)
    files = [hypotheses, references]
    return _matched(files, matcher, fold_case, tokenize, links, as_meter(progress))


def _links(match: MatchBatch, min_confidence: float | None, scores: bool) -> AlignmentBatch:
    links = match.confident(min_confidence or 0.0)
    if not scores or match.confidence is None:
        return links
    return replace(links, confidence=match.confidence[match.confidence >= (min_confidence or 0.0)])


def _matched(
    files: list[Input],
    matcher: Matcher | None,
    fold_case: bool,
    tokenize: str | None,
    links: Callable[[MatchBatch], AlignmentBatch],
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
            yield links(match)
