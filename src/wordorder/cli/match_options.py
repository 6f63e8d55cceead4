"""Options for tokenising texts, and for matching hypotheses with references."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import click

from wordorder.alignment.matching.match_batch import STAGES, Stage
from wordorder.cli import options
from wordorder.cli.commands import OneOf
from wordorder.errors import Argument, UsageError
from wordorder.text.tokenizers import tokenizer_names

if TYPE_CHECKING:
    from wordorder.alignment.matching.matcher import Matcher

tokenize = click.option(
    "--tokenize",
    type=OneOf(tokenizer_names()),
    metavar="NAME",
    help=f"Tokenise raw text with {', '.join(tokenizer_names()[:-2])} or {tokenizer_names()[-2]} "
    "[default: none, the text is already tokenised].",
)
source_tokenize = click.option(
    "--src-tokenize",
    "source_tokenize",
    type=OneOf(tokenizer_names()),
    metavar="NAME",
    help="Tokeniser of the source, if it differs.",
)

_MATCH_OPTIONS = (
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
        help=f"Comma-separated matching stages, of {', '.join(STAGES)} [default: all with data].",
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
        help="Minimum cosine of two words matched by vectors at any positions; likely partners "
        "(wordllama), words beside a match (other vectors) and the verdicts of score need less "
        "[default: 0.2 for wordllama, else 0.4].",
    ),
    click.option(
        "--min-confidence",
        type=click.FloatRange(0, 1),
        metavar="X",
        help="Ignore links whose probability of being right is below X; 0 keeps all. Verdicts of "
        "score count all links [default: 0.25 for English, 0.3 with vectors, 0 for other "
        "languages and for align match].",
    ),
    options.cased,
)


@dataclass(frozen=True, slots=True)
class MatchFlags:
    """The options for matching, as given."""

    lang: str | None
    stages: str | None
    weights: str | None
    synonyms: str | None
    paraphrases: str | None
    vectors: str | None
    min_similarity: float | None
    min_confidence: float | None
    cased: bool

    @property
    def files(self) -> dict[str, str | None]:
        """The input files, by argument."""
        return {
            "synonyms": self.synonyms,
            "paraphrases": self.paraphrases,
            "vectors": self.vectors,
        }

    @property
    def typed(self) -> list[str]:
        """The names of the options given, without the language."""
        return [name for name in self.names() if getattr(self, name) not in (None, False)]

    @classmethod
    def names(cls) -> list[str]:
        """Return the names of all options but the language."""
        return [field.name for field in fields(cls) if field.name != "lang"]

    def matcher(self) -> Matcher:
        """Build the matcher."""
        from wordorder.alignment.matching.matcher import Matcher

        return Matcher(
            self.lang,
            stages=None if self.stages is None else _as_stages(self.stages),
            weights=None if self.weights is None else _as_weights(self.weights),
            fold_case=not self.cased,
            synonyms=self.synonyms,
            paraphrases=self.paraphrases,
            vectors=self.vectors,
            min_similarity=self.min_similarity,
            min_confidence=self.min_confidence,
        )


match_options = options.grouped("match", MatchFlags, _MATCH_OPTIONS)
"""The options for matching; the command gets them as `match`."""


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
