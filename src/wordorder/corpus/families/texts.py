"""References and hypotheses, matched and scored as in `score`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordorder.corpus.families.rows import LONGEST_ROW
from wordorder.scoring.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordorder.arrays import Floats
    from wordorder.corpus.families.rows import CorpusRows
    from wordorder.scoring.measures import Measure
    from wordorder.scoring.plan import ScorePlan
    from wordorder.text import Tokenizer


def measures_by_name(plan: ScorePlan) -> dict[str, Measure]:
    """All measures of a score plan; those that `score` shows are the same, name by name."""
    return plan.every_measure() | {measure.name: measure for measure in plan.measures}


def text_figures(plan: ScorePlan, rows: CorpusRows, outputs: Iterable[str]) -> dict[str, Floats]:
    """Score the hypothesis of each row; NaN where a measure is undefined."""
    for role in ("reference", "hypothesis"):
        refuse_long_texts(rows, role, plan.words)
    rows.empty_unusable()
    reference, hypothesis = (text_lines(rows, role) for role in ("reference", "hypothesis"))
    counts = plan.count(Texts(("hypothesis",), (hypothesis,), (reference,)))
    measures = measures_by_name(plan)
    return {name: measures[name].sentences(counts)[0] for name in outputs}


def text_lines(rows: CorpusRows, role: str) -> tuple[str, ...]:
    """The texts of a role; a line end in one is a blank."""
    return tuple(rows.lines(role).decode().split("\n")[:-1])


def refuse_long_texts(rows: CorpusRows, role: str, words: Tokenizer) -> None:
    """Note rows with too many words; a text has at most as many as characters."""
    lines = text_lines(rows, role)
    lengths = np.fromiter(map(len, lines), np.int64, len(lines))
    long = np.flatnonzero(lengths > LONGEST_ROW)
    counts = np.zeros(len(lines), np.int64)
    counts[long] = [len(words(lines[row])) for row in long.tolist()]
    rows.refuse_long(f"the {role}", counts)
