"""What `wordorder score` tells on standard error beside its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.output import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.scoring import ScoreResult

LOW_COVERAGE = 0.2


def warnings(result: ScoreResult, lang: str | None) -> Iterator[str]:
    """Say what makes a result doubtful."""
    if lang is None:
        yield "without --lang only equal words match; --lang en adds stems and synonyms"
    for system in result.systems:
        coverage = result.value(system, "coverage")
        if coverage < LOW_COVERAGE:
            yield (
                f"{visible(system)} shares only {coverage:.0%} of the reference's words: is it the "
                "right file, in the right language?"
            )
