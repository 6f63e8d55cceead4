"""Options for matching the words of hypothesis and reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click

from wordorder.alignment.matching import STAGES, Matcher
from wordorder.cli.shared import options
from wordorder.errors import Argument, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.alignment.matching import Stage

Command = TypeVar("Command", bound="Callable[..., object]")

_OPTIONS = (
    click.option(
        "-l",
        "--lang",
        metavar="CODE",
        help="Language of the texts, such as en or zh-CN: selects stemmer and synonyms. Without it "
        "only identical words match.",
    ),
    click.option(
        "--stages",
        metavar="NAMES",
        help=f"Matching stages, of {', '.join(STAGES)} [default: all that have data].",
    ),
    click.option(
        "--weights",
        metavar="STAGE=W,...",
        help="Weight of a word matched in a stage, above 0 and at most 1, such as "
        "stem=0.6,synonym=0.8 [default: 1, vectors 0.5].",
    ),
    click.option("--synonyms", metavar="FILE", help="Your own synonyms, one group per line."),
    click.option("--paraphrases", metavar="FILE", help="A paraphrase table in METEOR's format."),
    click.option(
        "--vectors",
        metavar="NAME|PATH",
        help="Word vectors, to match words of similar meaning: wordllama (English), a text file "
        "in the format of word2vec or fastText, or a model2vec folder.",
    ),
    click.option(
        "--min-similarity",
        type=float,
        metavar="X",
        help="Minimum cosine of two words matched by vectors wherever they stand; likely partners "
        "(wordllama), words beside a match (others) and the verdicts of score need less. "
        "[default: 0.2 for wordllama, else 0.4]",
    ),
    click.option(
        "--min-confidence",
        type=click.FloatRange(0, 1),
        metavar="X",
        help="Ignore links whose probability of being right is below X; 0 keeps all. Verdicts of "
        "score count all links. [default: 0.25 for English, 0.3 with vectors, 0 for other "
        "languages and for align match]",
    ),
    options.cased,
)


def match_options(command: Command) -> Command:
    """Add the options to a command, which passes them to `make_matcher`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def make_matcher(
    lang: str | None,
    stages: str | None,
    weights: str | None,
    synonyms: str | None,
    paraphrases: str | None,
    vectors: str | None,
    min_similarity: float | None,
    min_confidence: float | None,
    cased: bool,
) -> Matcher:
    """Build the matcher from the options."""
    return Matcher(
        lang,
        stages=None if stages is None else _as_stages(stages),
        weights=None if weights is None else _as_weights(weights),
        fold_case=not cased,
        synonyms=synonyms,
        paraphrases=paraphrases,
        vectors=vectors,
        min_similarity=min_similarity,
        min_confidence=min_confidence,
    )


def _as_stages(text: str) -> list[Stage]:
    names = text.split(",")
    for name in names:
        if name not in STAGES:
            raise UsageError.unknown("stage", name, STAGES)
    return [stage for stage in STAGES if stage in names]


def _as_weights(text: str) -> dict[Stage, float]:
    weights: dict[Stage, float] = {}
    for part in text.split(","):
        name, _, number = part.partition("=")
        stage = next((stage for stage in STAGES if stage == name), None)
        if stage is None:
            raise UsageError.unknown("stage", name, STAGES)
        if stage in weights:
            raise UsageError(Argument("weights"), f" names the stage {stage} twice")
        try:
            weights[stage] = float(number)
        except ValueError:
            raise UsageError(
                Argument("weights"), f" must be like stem=0.6,synonym=0.8, not {part!r}"
            ) from None
    return weights
