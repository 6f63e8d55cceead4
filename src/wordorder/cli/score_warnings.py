"""What `wordorder score` tells on standard error beside its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import visible
from wordorder.text import tokenization_warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.scoring import ScoreResult

LOW_COVERAGE = 0.2


def warnings(result: ScoreResult, lang: str | None, source: str | None) -> Iterator[str]:
    """Say what makes a result doubtful."""
    if lang is None and source is None:
        yield "without --lang only equal words match; --lang en adds stems and synonyms"
    if result.split_again:
        names = [visible(text) for text in result.split_again]
        yield tokenization_warning(names, result.tokenizer)
    for system in result.systems:
        coverage = result.value(system, "coverage")
        if coverage < LOW_COVERAGE:
            yield (
                f"{visible(system)}: only {coverage:.0%} of the words are matched or aligned; "
                "is it the right file, in the right language?"
            )
