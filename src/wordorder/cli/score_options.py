"""Options of the commands that score texts: the texts, measures and tests."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from wordorder.cli import options
from wordorder.cli.commands import OneOf
from wordorder.cli.match_options import MatchFlags, match_options
from wordorder.errors import Argument, UsageError, joined
from wordorder.ordering.metrics import metric_names
from wordorder.output.cache import Cache
from wordorder.scoring.plan import DEFAULT_METRICS, TESTS, Comparison, ScoreOptions, usual_preset
from wordorder.scoring.presets import LEXICAL, Preset, as_preset
from wordorder.scoring.word_order import ALIGNERS
from wordorder.statistics.resampling import Resampling
from wordorder.text.naming import names_of_files, natural_order
from wordorder.text.tokenizers import tokenizer_names

if TYPE_CHECKING:
    from wordorder.alignment.matching.matcher import Matcher
    from wordorder.scoring.fitted_presets import FittedPreset
    from wordorder.scoring.linked_order import RearrangedSource, SourceLinks
    from wordorder.scoring.texts import Text


OrderFrom: TypeAlias = "Matcher | SourceLinks | RearrangedSource"

more_references = click.option(
    "-r", "--ref", "more_references", multiple=True, metavar="FILE", help="Another reference text."
)
aligner = click.option(
    "--align",
    "aligner",
    type=OneOf(ALIGNERS),
    help="Align the source with all texts instead of reading links.",
)
source_tokenize = click.option(
    "--src-tokenize",
    "source_tokenize",
    type=OneOf(tokenizer_names()),
    help="Tokeniser of the source [default: 13a with --align, none with given links].",
)
tsv = click.option(
    "--tsv",
    metavar="FILE",
    help="Read all texts from columns of this file; REF and HYP are names in its header.",
)
chance = click.option(
    "--chance",
    is_flag=True,
    help="Also score each HYP against unrelated references of similar length.",
)
no_cache = click.option(
    "--no-cache",
    is_flag=True,
    help="Do not cache tokenised and matched texts. Does not affect results.",
)

_SCORE_OPTIONS = (
    click.option(
        "--tokenize",
        type=OneOf(tokenizer_names()),
        help="Tokeniser [default: sacreBLEU's for the language, else 13a].",
    ),
    click.option(
        "-m",
        "--metrics",
        default=",".join(DEFAULT_METRICS),
        show_default=True,
        metavar="NAMES",
        help="Comma-separated ordering metrics, or all; see below.",
    ),
    click.option(
        "--preset",
        metavar="NAME|FILE",
        help="Combined score (see below), or a file of fitted weights (.toml) [default: pefscore; "
        "lrscore with --src].",
    ),
    click.option(
        "--ordering",
        type=OneOf(metric_names()),
        metavar="METRIC",
        help="Ordering metric of the combined score.",
    ),
    click.option("--lexical", type=OneOf(LEXICAL), help="Lexical metric of the combined score."),
    click.option(
        "--lowercase",
        is_flag=True,
        help="Ignore case in the lexical metric too, like sacreBLEU's --lowercase.",
    ),
    click.option(
        "--alpha",
        type=click.FloatRange(0, 1),
        metavar="X",
        help="Weight of the lexical metric; in lrscore, of the ordering metric [default: 0.5].",
    ),
    options.beta,
    options.gamma,
    click.option(
        "--test",
        type=OneOf(TESTS),
        default="bootstrap",
        show_default=True,
        help="Significance test for pairs of systems.",
    ),
    options.holm,
    options.resamples,
    options.seed,
)

_PRESETS = """\
\b
Presets (combined scores), with their ordering and lexical metric:
  pefscore    pef       bleu1   (Stanojević and Sima'an 2014)
  complexity  pet_size  f1      (Stanojević and Sima'an 2016)
  lrscore     kendall   bleu4   (Birch and Osborne 2010)
  frs         fuzzy             (Talbot et al. 2011; needs --src)
  ribes       kendall           (Isozaki et al. 2010)
  meteor      fuzzy             (Denkowski and Lavie 2014)
  fitted      ulam      chrf    (weights fitted to rankings of WMT13)"""


@dataclass(frozen=True, slots=True)
class ScoreFlags:
    """The options for measures and tests, as given."""

    tokenize: str | None
    metrics: str
    preset: str | None
    ordering: str | None
    lexical: str | None
    lowercase: bool
    alpha: float | None
    beta: float
    gamma: float
    test: str
    holm: bool
    resamples: int
    seed: int

    def options(
        self,
        match: MatchFlags,
        order_from: OrderFrom,
        *,
        chance: bool,
        threads: int | None,
        no_cache: bool,
    ) -> ScoreOptions:
        """Return the options of `score`."""
        return ScoreOptions(
            lang=match.lang,
            tokenize=self.tokenize,
            metrics=self.metrics,
            preset=self._combined(order_from),
            order_from=order_from,
            resampling=Resampling(self.resamples, self.seed),
            comparison=Comparison(self.test, self.holm),
            chance=chance,
            threads=threads,
            cache=None if no_cache else Cache(),
        )

    def _combined(self, order_from: OrderFrom) -> Preset | FittedPreset:
        """Return the combined score, with its parts."""
        whole = as_preset(self.preset or usual_preset(order_from))
        own = self.ordering, self.lexical, self.alpha
        if isinstance(whole, Preset):
            return Preset(whole.name, *own, self.beta, self.gamma, self.lowercase)
        weights = (self.beta, self.gamma) == (whole.beta, whole.gamma)
        if own != (None, None, None) or self.lowercase or not weights:
            parts = ("ordering", "lexical", "alpha", "lowercase", "beta", "gamma")
            names = joined(map(Argument, parts))
            raise UsageError(f"{whole.name} has fixed parts: leave out ", *names)
        return whole


scoring = options.grouped("scoring", ScoreFlags, (options.names, match_options, *_SCORE_OPTIONS))
"""The options for names, matching, measures and tests: `names`, `match` and `scoring`."""


def measures_of_help() -> str:
    """List the presets and the ordering metrics, for the end of a help text."""
    return f"""{_PRESETS}

\b
Ordering metrics, and what they reward:
{options.metrics_of_help()}"""


@dataclass(frozen=True, slots=True)
class TextFlags:
    """References and systems: files, or columns of one."""

    references: tuple[str, ...]
    systems: tuple[str, ...]
    tsv: str | None

    @property
    def files(self) -> dict[str, object]:
        """The input files, by argument."""
        if self.tsv is not None:
            return {"tsv": self.tsv}
        first, *more = self.references
        return {"reference": first, "more_references": tuple(more), "systems": self.systems}

    def named(self, names: list[str] | None) -> tuple[list[Text], dict[str, Text]]:
        """Return the references, and the systems by name."""
        references, systems = self.references, self.systems
        if self.tsv is None:
            files: list[Text] = [Path(file) for file in references]
            return files, dict(zip(names_of_files(systems, names), map(Path, systems), strict=True))
        if len(set(systems)) < len(systems):
            raise UsageError("a column is given twice; give it once")
        from wordorder.text.records import read_columns

        columns = read_columns(self.tsv, [*references, *systems])
        named = systems if names is None else names_of_files(systems, names)
        count = len(references)
        return [*columns[:count]], dict(zip(named, columns[count:], strict=True))

    def sorted(self) -> TextFlags:
        """Return a copy with the system files in natural order."""
        return TextFlags(self.references, tuple(natural_order(self.systems)), self.tsv)
