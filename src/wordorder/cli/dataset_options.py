"""Options for human judgements, and for the scores compared with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wordorder.cli import options
from wordorder.cli.commands import OneOf
from wordorder.cli.match_options import MatchFlags, match_options
from wordorder.errors import Argument, UsageError
from wordorder.metaevaluation.datasets import DatasetSource
from wordorder.metaevaluation.joining import read_names
from wordorder.output.cache import Cache
from wordorder.scoring.presets import PRESETS
from wordorder.scoring.word_order import ALIGNERS
from wordorder.text.tokenizers import tokenizer_names

if TYPE_CHECKING:
    from wordorder.alignment.matching.matcher import Matcher
    from wordorder.scoring.linked_order import SourceLinks

_JUDGEMENTS = click.option(
    "-j",
    "--judgements",
    multiple=True,
    required=True,
    metavar="PATH",
    help="Human judgements: rankings, comparisons or ratings as TSV or CSV, a contrast set, or "
    "a folder of mt-metrics-eval; may be repeated.",
)
_SCORES = click.option(
    "--scores",
    multiple=True,
    metavar="PATH",
    help="Existing scores: a file written by score --segments; NAME.seg.score and NAME.sys.score, "
    "or a folder of these; or a TSV file with the columns system and line and one for each metric. "
    "May be repeated.",
)
_TEXTS = (
    click.option(
        "--systems",
        metavar="FOLDER|PATTERN",
        help="Texts of the systems, to be scored.",
    ),
    click.option(
        "-r",
        "--ref",
        "reference",
        multiple=True,
        metavar="FILE",
        help="Reference text; may be repeated. In a folder of mt-metrics-eval, the name of a "
        "reference [default: refA].",
    ),
    click.option(
        "-s",
        "--src",
        "source",
        metavar="FILE",
        help="Source text: compare word order through source alignments.",
    ),
    click.option(
        "--align",
        "aligner",
        type=OneOf(ALIGNERS),
        help="Aligner for --src [default: ibm1].",
    ),
    match_options,
    click.option(
        "--tokenize",
        type=OneOf(tokenizer_names()),
        help="Tokeniser [default: sacreBLEU's for the language, else 13a].",
    ),
    click.option(
        "--pair",
        metavar="PAIR",
        help="Language pair to read, such as de-en, or the language pair of judgements that "
        "name none.",
    ),
    click.option(
        "--human",
        metavar="NAME",
        help="Human scores to use if there are several, such as mqm.",
    ),
    click.option(
        "--names",
        metavar="FILE",
        help="File of system names that differ, one per line: the name in the judgements, a tab, "
        "the name in the scores.",
    ),
    click.option(
        "--drop-unknown",
        "unknown",
        is_flag=True,
        help="Leave out judgements of systems and lines without scores.",
    ),
    click.option(
        "--keep-references",
        is_flag=True,
        help="Keep judged references of mt-metrics-eval as systems.",
    ),
    options.threads,
    click.option(
        "--no-cache", is_flag=True, help="Do not cache scores of texts. Does not affect results."
    ),
)
_PRESET = click.option(
    "--preset",
    metavar="NAME|FILE",
    help=f"Combined score: {', '.join(PRESETS)}, fitted, or a file of fitted weights (.toml); "
    "every ordering metric is tried as its ordering part, if it has one [default: pefscore; "
    "lrscore with --src].",
)
_MIN_AGREEMENT = click.option(
    "--min-agreement",
    type=click.FloatRange(0, 1, min_open=True),
    metavar="X",
    help="Keep only items judged more than once, if at least this share of judgements agree.",
)


@dataclass(frozen=True, slots=True)
class DatasetFlags:
    """The options for judgements and texts, as given."""

    judgements: tuple[str, ...]
    systems: str | None
    reference: tuple[str, ...]
    source: str | None
    aligner: str | None
    tokenize: str | None
    pair: str | None
    human: str | None
    names: str | None
    unknown: bool
    keep_references: bool
    threads: int | None
    no_cache: bool

    @property
    def files(self) -> dict[str, object]:
        """The input files, by argument."""
        return {
            "judgements": self.judgements,
            "systems": self.systems,
            "reference": self.reference,
            "source": self.source,
            "names": self.names,
        }

    def sources(self, match: MatchFlags) -> DatasetSource:
        """Return the sources of judgements and texts."""
        reference: str | list[Path] | None = next(iter(self.reference), None)
        if len(self.reference) > 1:
            reference = [Path(file) for file in self.reference]
        return DatasetSource(
            self.judgements,
            systems=self.systems,
            reference=reference,
            lang=match.lang,
            tokenize=self.tokenize,
            order_from=self._order_from(match),
            names=None if self.names is None else read_names(self.names),
            pair=self.pair,
            human=self.human,
            unknown="drop" if self.unknown else "refuse",
            keep_references=self.keep_references,
            threads=self.threads,
            cache=None if self.no_cache else Cache(),
        )

    def _order_from(self, match: MatchFlags) -> Matcher | SourceLinks | None:
        """Return the source of word order; None for the matcher of each language."""
        if self.source is None:
            if self.aligner is not None:
                raise UsageError(Argument("aligner"), " needs ", Argument("source"))
            if not match.typed:
                return None
            if match.lang is not None and "{" in match.lang:
                raise UsageError(
                    "with ",
                    Argument(match.typed[0]),
                    ", ",
                    Argument("lang"),
                    f" must be one language, not '{match.lang}'; run language pairs with other "
                    "target languages separately",
                )
            return match.matcher()
        if match.typed:
            raise UsageError(
                Argument(match.typed[0]), " needs a direct match: leave out ", Argument("source")
            )
        from wordorder.scoring.linked_order import SourceLinks

        return SourceLinks(self.source, aligner=self.aligner or "ibm1")


dataset_options = options.grouped(
    "data", DatasetFlags, (_JUDGEMENTS, _SCORES, *_TEXTS, _PRESET, _MIN_AGREEMENT)
)
"""All options: the command gets `match`, `data`, `scores`, `preset` and `min_agreement`."""

text_options = options.grouped("data", DatasetFlags, (_JUDGEMENTS, *_TEXTS))
"""The options without existing scores: the command gets `match` and `data`."""
