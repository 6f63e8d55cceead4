"""How `wordorder score` writes its results."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordorder.cli.score_sentences import different_sentences, worst_sentences
from wordorder.cli.screen import shown_table
from wordorder.output import document, dumps, render, visible
from wordorder.scoring.buckets import bucket_table
from wordorder.scoring.tables import exact_table, score_table, significance_table
from wordorder.scoring.wording import legend

if TYPE_CHECKING:
    from wordorder.scoring import ScoreResult
    from wordorder.scoring.buckets import Labels

MOST_FINDINGS = 10
FEW_SENTENCES = 10


class Wanted(NamedTuple):
    """What to show below the table, and the command that makes it all."""

    command: str | None
    worst: int | None
    diff: tuple[str, str] | None
    by: Labels | None
    timing: bool


def written(result: ScoreResult, style: str, wanted: Wanted, *, on_screen: bool) -> str:
    """Write the result in the style that the user chose."""
    if style == "json":
        return dumps(as_document(result, wanted.command)) + "\n"
    if style == "tsv":
        return render(exact_table(result), "tsv")
    if style in ("latex", "markdown"):
        return render(score_table(result), "latex" if style == "latex" else "markdown")
    parts = [shown_table(score_table(result), on_screen=on_screen) + f"{legend(result)}\n"]
    if result.tests is not None:
        parts += _comparisons(result, on_screen)
    if wanted.by is not None:
        parts.append(shown_table(bucket_table(result, wanted.by), on_screen=on_screen))
    if wanted.diff is not None:
        count = wanted.worst or FEW_SENTENCES
        parts += different_sentences(result, wanted.diff, count, on_screen=on_screen)
    elif wanted.worst is not None:
        parts += worst_sentences(result, wanted.worst, on_screen=on_screen)
    if wanted.timing:
        steps = (f"{step} {seconds:.2f} s" for step, seconds in result.seconds.items())
        parts.append(f"{', '.join(steps)}\n")
    command = "" if wanted.command is None else f"{visible(wanted.command)}\n"
    return "\n".join([*parts, f"{result.signature}\n{command}"])


def _comparisons(result: ScoreResult, on_screen: bool) -> list[str]:
    assert result.tests is not None
    if len(result.tests.pairs) <= MOST_FINDINGS:
        return ["".join(f"{finding}.\n" for finding in result.findings())]
    matrix = shown_table(significance_table(result, result.ordering), on_screen=on_screen)
    return [f"{matrix}+ the row is better than the column: ** p < 0.05, * p < 0.10; 0 neither.\n"]


def as_document(result: ScoreResult, command: str | None) -> dict[str, object]:
    """The result as JSON, see docs/schemas/score.schema.json."""
    content: dict[str, object] = {
        "signature": result.signature,
        "command": command,
        "sentences": result.sentences,
        "confidence": result.confidence,
        "measures": result.measures,
        "systems": [
            {
                "name": name,
                "undefined": int(result.undefined[system]),
                "scores": {
                    measure: {
                        "value": result.scores.value[system, column],
                        "low": result.scores.low[system, column],
                        "high": result.scores.high[system, column],
                    }
                    for column, measure in enumerate(result.measures)
                },
            }
            for system, name in enumerate(result.systems)
        ],
        "pairs": _pairs(result),
    }
    return document("score/1", content)


def _pairs(result: ScoreResult) -> list[dict[str, object]]:
    tests = result.tests
    if tests is None:
        return []
    return [
        {
            "first": result.systems[a],
            "second": result.systems[b],
            "differences": {
                measure: {
                    "value": tests.difference[pair, column],
                    "low": tests.low[pair, column],
                    "high": tests.high[pair, column],
                    "p": tests.p_value[pair, column],
                    "p_holm": tests.p_holm[pair, column],
                }
                for column, measure in enumerate(result.measures)
            },
        }
        for pair, (a, b) in enumerate(tests.pairs.tolist())
    ]
