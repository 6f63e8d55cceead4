"""The texts, links and views that `wordorder score` and `wordorder report` are given."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wordorder.cli.shared import options, score_options
from wordorder.cli.shared.match_options import MatchFlags
from wordorder.errors import Argument, UsageError, joined
from wordorder.scoring import RearrangedSource, SourceLinks
from wordorder.text import names_of_files, natural_order, read_columns

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from wordorder.cli.shared.score_options import OrderFrom
    from wordorder.errors import Part
    from wordorder.scoring import Text

FEW_SENTENCES = 10  # default of --diff


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
        """The references, and the systems by name."""
        references, systems = self.references, self.systems
        if self.tsv is None:
            files: list[Text] = [Path(file) for file in references]
            return files, dict(zip(names_of_files(systems, names), map(Path, systems), strict=True))
        if len(set(systems)) < len(systems):
            raise UsageError("a column is given twice; leave it out")
        columns = read_columns(self.tsv, [*references, *systems])
        named = systems if names is None else names_of_files(systems, names)
        count = len(references)
        return [*columns[:count]], dict(zip(named, columns[count:], strict=True))

    def sorted(self) -> TextFlags:
        """With the files of systems in natural order."""
        return TextFlags(self.references, tuple(natural_order(self.systems)), self.tsv)


@dataclass(frozen=True, slots=True)
class LinkFlags:
    """The options for word order by source alignments, as given."""

    source: str | None
    reference_links: tuple[str, ...]
    system_links: tuple[str, ...]
    aligner: str | None
    surface: bool
    source_tokenize: str | None

    @property
    def files(self) -> dict[str, object]:
        """The input files, by argument."""
        return {
            "source": self.source,
            "reference_links": self.reference_links,
            "system_links": self.system_links,
        }

    def order_from(self, match: MatchFlags) -> OrderFrom:
        """Where the word order comes from."""
        if self.source is None:
            if self.reference_links or self.system_links or self.aligner or self.surface:
                raise UsageError("alignments need the source: give it with ", Argument("source"))
            return match.matcher()
        if match.given:
            names = joined(map(Argument, match.names()))
            raise UsageError(*names, " need a direct match: leave out ", Argument("source"))
        links, words = self.reference_links, self.source_tokenize
        if not self.surface:
            return SourceLinks(self.source, links, self.system_links, self.aligner, words)
        if self.aligner is not None or self.system_links or not links:
            raise UsageError(
                Argument("surface"),
                " needs ",
                Argument("reference_links"),
                ", without ",
                Argument("system_links"),
                " and ",
                Argument("aligner"),
            )
        return RearrangedSource(self.source, links, words)


link_options = options.grouped(
    "links",
    LinkFlags,
    (
        click.option(
            "-s",
            "--src",
            "source",
            metavar="FILE",
            help="Source text: compare word order through source alignments.",
        ),
        click.option(
            "--ref-align",
            "reference_links",
            multiple=True,
            metavar="FILE",
            help="Source-reference links in Pharaoh format; once for each reference.",
        ),
        click.option(
            "--hyp-align",
            "system_links",
            multiple=True,
            metavar="FILE",
            help="Source-hypothesis links; once for each HYP, in their order.",
        ),
        score_options.aligner,
        click.option(
            "--surface",
            is_flag=True,
            help="HYP are reordered source sentences: frs without --hyp-align.",
        ),
        score_options.source_tokenize,
    ),
)
"""The options for source alignments; the command gets them as `links`."""


@dataclass(frozen=True, slots=True)
class ViewFlags:
    """The options for what is shown besides the scores, as given."""

    worst: int | None
    diff: tuple[str, str] | None
    min_words: int
    by: str | None

    @property
    def labels(self) -> str | None:
        """The file of labels, if `--by` names one."""
        groups = ("length", "coverage")
        if self.by in groups:
            return None
        if self.by is not None and get_close_matches(self.by, groups) and not _exists(self.by):
            raise UsageError.unknown("group or file", self.by, groups)
        return self.by

    @property
    def top(self) -> int | None:
        """The number of sentences to show."""
        return self.worst or (FEW_SENTENCES if self.diff else None)

    def views(self, named: Collection[str], *, linked: bool) -> list[tuple[str, ...]]:
        """The views besides the scores; unknown systems are reported before the work starts."""
        if linked and (self.worst or self.diff):
            raise UsageError(
                Argument("worst"),
                " and ",
                Argument("diff"),
                " show matched words: leave out ",
                Argument("source"),
            )
        for name in self.diff or ():
            if name not in named:
                raise UsageError.unknown("system", name, named)
        chosen: list[tuple[str, ...]] = []
        if self.by is not None:
            chosen.append(("label" if self.labels else self.by,))
        if self.diff:
            chosen.append(("diff", *self.diff, str(self.min_words)))
        elif self.worst is not None:
            chosen.append(("worst", str(self.min_words)))
        return chosen

    def refuse_plots(
        self, plots: Mapping[str, str | None], systems: Sequence[str], *, linked: bool
    ) -> None:
        """Refuse plots that lack their data, before the work starts."""
        matched = "matched words: leave out ", Argument("source")
        needs: dict[str, tuple[Sequence[Part], bool]] = {
            "plot_label": (("labels: give a file of them with --by",), self.labels is not None),
            "plot_scatter": (("two systems",), len(systems) > 1),
            "plot_differences": (("two systems",), len(systems) > 1),
            "plot_distance": (matched, not linked),
            "plot_misplaced": (matched, not linked),
        }
        for name, (need, has_it) in needs.items():
            if plots[name] is not None and not has_it:
                raise UsageError(Argument(name), " needs ", *need)


def _exists(file: str) -> bool:
    return Path(file).exists()
