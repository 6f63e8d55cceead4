"""Options for judgements and for the scores that are compared with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from wordorder.cli.shared import options
from wordorder.cli.shared.match_options import make_matcher, match_options
from wordorder.cli.shared.usage import Choice
from wordorder.errors import Argument, UsageError
from wordorder.metaevaluation import read_names
from wordorder.output import Cache
from wordorder.scoring import ALIGNERS, PRESETS, SourceLinks
from wordorder.text import tokenizer_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.alignment.matching import Matcher

Command = TypeVar("Command", bound="Callable[..., object]")

_FILES = ("judgements", "scores", "systems", "reference", "source", "names")
_AS_THEY_ARE = (
    "judgements",
    "systems",
    "lang",
    "tokenize",
    "pair",
    "human",
    "keep_references",
    "threads",
)
_MATCHING = (
    "stages",
    "weights",
    "synonyms",
    "paraphrases",
    "vectors",
    "min_similarity",
    "min_confidence",
    "cased",
)

_JUDGEMENTS = click.option(
    "-j",
    "--judgements",
    multiple=True,
    required=True,
    metavar="PATH",
    help="What people said: rankings, comparisons or ratings as TSV or CSV, a contrast set, or "
    "a folder of mt-metrics-eval; may be repeated.",
)
_SCORES = click.option(
    "--scores",
    multiple=True,
    metavar="PATH",
    help="Ready scores: a file written by score --segments; NAME.seg.score and NAME.sys.score, or "
    "a folder of these; or any TSV with the columns system, line and one for each metric. May be "
    "repeated.",
)
_TEXTS = (
    click.option(
        "--systems",
        metavar="FOLDER|PATTERN",
        help="Texts of the systems, to score them.",
    ),
    click.option(
        "-r",
        "--ref",
        "reference",
        multiple=True,
        metavar="FILE",
        help="Reference of the texts; may be repeated. In a folder of mt-metrics-eval its name "
        "[default: refA].",
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
        type=Choice(ALIGNERS),
        help="Aligner for --src [default: ibm1].",
    ),
    match_options,
    click.option(
        "--tokenize",
        type=Choice(tokenizer_names()),
        help="Tokeniser [default: sacreBLEU's for the language, else 13a].",
    ),
    click.option(
        "--pair",
        metavar="PAIR",
        help="Language pair, such as de-en: which one to read, or what to call "
        "judgements that name none.",
    ),
    click.option(
        "--human",
        metavar="NAME",
        help="Which human scores to use if there are several, such as mqm.",
    ),
    click.option(
        "--names",
        metavar="FILE",
        help="Systems that are called differently, one per line: the name in the judgements, a "
        "tab, the name in the scores.",
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
    help=f"Combined score, of {', '.join(PRESETS)}, fitted, or a file of fitted weights (.toml); "
    "if it has an ordering part, every ordering metric is tried there [default: pefscore; lrscore "
    "with --src].",
)
_MIN_AGREEMENT = click.option(
    "--min-agreement",
    type=click.FloatRange(0, 1, min_open=True),
    metavar="X",
    help="Keep only what was judged more than once, if at least this share says the same.",
)


def dataset_options(command: Command) -> Command:
    """Add the options to a command, which passes them to `dataset_arguments`."""
    return _added(command, _JUDGEMENTS, _SCORES, *_TEXTS, _PRESET, _MIN_AGREEMENT)


def text_options(command: Command) -> Command:
    """Add those for judgements and texts without ready scores, for `text_arguments`."""
    return _added(command, _JUDGEMENTS, *_TEXTS)


def _added(command: Command, *added: Callable[[Command], Command]) -> Command:
    for option in reversed(added):
        command = option(command)
    return command


def dataset_files(**given: Any) -> dict[str, Any]:
    """All input files, by argument."""
    return {name: given[name] for name in _FILES if name in given}


def dataset_arguments(**given: Any) -> dict[str, Any]:
    """The arguments of `read_datasets`, without `progress`; others are ignored."""
    own = ("scores", "preset", "min_agreement")
    return {**text_arguments(**given), **{name: given[name] for name in own}}


def text_arguments(**given: Any) -> dict[str, Any]:
    """Those that have to do with judgements and texts, without ready scores."""
    return {
        **{name: given[name] for name in _AS_THEY_ARE},
        "reference": _references(given["reference"]),
        "order_from": _order_from(**given),
        "names": None if given["names"] is None else read_names(given["names"]),
        "unknown": "drop" if given["unknown"] else "refuse",
        "cache": None if given["no_cache"] else Cache(),
    }


def _references(files: tuple[str, ...]) -> str | list[Path] | None:
    if len(files) < 2:
        return files[0] if files else None
    return [Path(file) for file in files]


def _order_from(
    lang: str | None, source: str | None, aligner: str | None, **given: Any
) -> Matcher | SourceLinks | None:
    """Where the word order comes from; None for the matcher of each language."""
    matching = {name: given[name] for name in _MATCHING}
    wanted = [name for name, value in matching.items() if value not in (None, False)]
    if source is None:
        if aligner is not None:
            raise UsageError(Argument("aligner"), " needs ", Argument("source"))
        if not wanted:
            return None
        if lang is not None and "{" in lang:
            raise UsageError(
                "with ",
                Argument(wanted[0]),
                ", give ",
                Argument("lang"),
                " as a language, not as "
                f"'{lang}', and language pairs with other targets in runs of their own",
            )
        return make_matcher(lang, **matching)
    if wanted:
        raise UsageError(
            Argument(wanted[0]), " needs a direct match: leave out ", Argument("source")
        )
    return SourceLinks(source, aligner=aligner or "ibm1")
