"""Chance scores: systems against wrong references of about the right length."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from wordorder.output.grid import Grid
from wordorder.output.tables import Column, Table
from wordorder.output.views import grid_table
from wordorder.scoring.measures import Measure, Ordering

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordorder.arrays import Integers
    from wordorder.scoring.counts import SentenceCounts
    from wordorder.scoring.texts import Texts


def chance_scores(
    measures: Sequence[Measure],
    texts: Texts,
    counts: SentenceCounts,
    count: Callable[[Texts], SentenceCounts],
) -> Grid:
    """Compute ordering metrics and coverage with wrong references.

    Args:
        measures: The measures; those of other kinds are ignored.
        texts: Tokenised texts.
        counts: Their counts.
        count: Computes the counts of other texts.

    Returns:
        A score for each system and metric, and coverage; NaN if there are no wrong references or
        no matches.
    """
    metrics = [m for m in measures if isinstance(m, Ordering) or m.name == "coverage"]
    wrong = with_wrong_references(texts, counts.reference_words[0, 0])
    scores = np.full((len(texts.names), len(metrics)), np.nan)
    if wrong is not None:
        wrong_counts = count(wrong)
        for place, metric in enumerate(metrics):
            scores[:, place] = metric.score(metric.statistics(wrong_counts).sum(axis=1))
    return Grid.of({"system": texts.names, "metric": [m.name for m in metrics]}, value=scores)


def with_wrong_references(texts: Texts, lengths: Integers) -> Texts | None:
    """Give every sentence the references of another sentence of about the same length.

    Sentences are sorted by the length of the first reference, then by line. Each takes the
    references of the next sentence whose first reference is different; if there is none, of the
    last such sentence before it.

    Args:
        texts: Tokenised texts.
        lengths: The length of each first reference in words.

    Returns:
        The texts; None if all first references are the same.
    """
    order = np.argsort(lengths, kind="stable").tolist()
    first = [texts.references[0][line] for line in order]
    places = _next_different(first)
    if places is None:
        return None
    chosen = [0] * len(order)
    for line, place in zip(order, places, strict=True):
        chosen[line] = order[place]
    references = tuple(tuple(lines[line] for line in chosen) for lines in texts.references)
    return replace(texts, references=references)


def _next_different(texts: Sequence[str]) -> list[int] | None:
    """Return, for each text, the place of the next different text, or else of the last before."""
    last = len(texts) - 1
    start = last  # of the equal texts at the end
    while start > 0 and texts[start - 1] == texts[last]:
        start -= 1
    if start == 0:
        return None
    places = [start - 1] * len(texts)
    for place in reversed(range(start)):
        same = texts[place] == texts[place + 1]
        places[place] = places[place + 1] if same else place + 1
    return places


def chance_table(chance: Grid) -> Table:
    """Return the chance scores, a row for each system."""
    note = (
        "Scored against wrong references of about the same length. The judged words differ "
        "from those above, so this is no lower bound."
    )
    if np.isnan(chance["value"]).any():
        note += " Undefined where all references are the same, or nothing matches."
    columns = [Column(metric, digits=3) for metric in chance.names("metric")]
    return grid_table(chance, columns, head=Column("by chance", "left"), note=note)
