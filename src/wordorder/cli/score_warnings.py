"""What `wordorder score` tells on standard error beside its result."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from wordorder.output import visible
from wordorder.text import tokenization_warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.scoring import ScoreResult

LOW_COVERAGE = 0.2
FEW_SENTENCES = 30


def warnings(result: ScoreResult, lang: str | None, source: str | None) -> Iterator[str]:
    """Say what makes a result doubtful."""
    if lang is None and source is None:
        yield "without --lang only equal words match; --lang en adds stems and synonyms"
    if result.sentences < FEW_SENTENCES:
        yield (
            f"few sentences ({result.sentences}): intervals and p-values are rough below "
            f"{FEW_SENTENCES}"
        )
    if result.split_again:
        names = [visible(text) for text in result.split_again]
        yield tokenization_warning(names, result.tokenizer)
    for system in result.systems:
        coverage = result.value(system, "coverage")
        if not coverage >= LOW_COVERAGE:  # or there are no words at all
            share = "none" if isnan(coverage) else f"only {coverage:.0%}"
            yield (
                f"{visible(system)}: {share} of the words are matched or aligned; are all files "
                "the right ones, in the right language?"
            )
