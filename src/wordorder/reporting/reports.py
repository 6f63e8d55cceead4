"""Reports: results arranged in one web page."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output.files import open_output
from wordorder.output.results import Result
from wordorder.output.wording import counted
from wordorder.reporting.blocks import Block, PlotBlock, Section, TableBlock, Terms
from wordorder.reporting.plotting import require_plots
from wordorder.reporting.score_sections import closing_sections, opening_sections
from wordorder.reporting.sections import sections_of_result
from wordorder.scoring.result import ScoreResult
from wordorder.scoring.texts import Text, read_text


@dataclass(frozen=True, slots=True)
class Report:
    """A report, to be saved as one web page that needs no network.

    Attributes:
        title: Its heading.
        sections: Its sections, in order.
    """

    title: str
    sections: tuple[Section, ...]

    def to_html(self) -> str:
        """Return the page; the same results give the same bytes."""
        from wordorder.reporting.page import page

        return page(self.title, self.sections)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file, completely or not at all.

        Raises:
            InputError: The file cannot be written.
        """
        with open_output(path) as out:
            out.write(self.to_html())

    def __repr__(self) -> str:
        return f"<Report: {self.title}; {', '.join(section.title for section in self.sections)}>"


def report(*results: Result, title: str | None = None, source: Text | None = None) -> Report:
    """Arrange results in one self-contained web page, to explore and to share.

    A result of `score` is shown with verdicts, plots and an explorer of its sentences, any other
    result with its tables and plots. `study_translations` returns all results that a report of
    translations can show. Needs the extra `plot`.

    Args:
        *results: Results of any functions, new or loaded. Only the first scores with sentences get
            an explorer.
        title: The heading.
        source: The source sentences, shown in the explorer: a file or a list.

    Raises:
        UsageError: There are no results, or an argument is not one.
        InputError: The source cannot be read, or has another number of lines.
        MissingExtraError: A package is missing.

    Examples:
        >>> import wordorder as wo
        >>> scores = wo.score(["we have seen it"], {"A": ["seen we have it"]}, lang="en")
        >>> wo.report(scores, title="A against the reference").sections[0].title
        'Verdicts'
    """
    if not results:
        raise UsageError("give at least one result to report")
    for result in results:
        expect(result, Result, "results")
    if title is not None:
        expect(title, str, "title")
    require_plots()
    lines = None if source is None else _source_lines(results, source)
    return Report(title or "Word order", tuple(_without_repetition(_sections(results, lines))))


def _source_lines(results: Sequence[Result], source: Text) -> tuple[str, ...]:
    """Read the source and check, before the work starts, that it fits the results."""
    lines = read_text(source, Argument("source"))
    for result in results:
        if isinstance(result, ScoreResult) and len(lines) != result.sentence_count:
            raise InputError(
                Argument("source"),
                f" has {counted(len(lines), 'line')} for "
                f"{counted(result.sentence_count, 'sentence')}",
            )
    return lines


def _sections(results: Sequence[Result], source: tuple[str, ...] | None) -> Iterator[Section]:
    """Yield the sections of all results; sentences and methods, which are long, come last."""
    scored = [result for result in results if isinstance(result, ScoreResult)]
    for result in results:
        if isinstance(result, ScoreResult):
            yield from opening_sections(result)
        else:
            yield from sections_of_result(result)
    has_explorer = False
    for result in scored:
        explore = result.sentences is not None and not has_explorer
        has_explorer |= explore
        yield from closing_sections(result, source, with_explorer=explore)


def _without_repetition(sections: Iterator[Section]) -> Iterator[Section]:
    """Number repeated names, and explain each term once."""
    taken: set[str] = set()
    explained: set[str] = set()

    def free(name: str) -> str:
        number, unused = 1, name
        while unused in taken:
            number += 1
            unused = f"{name}-{number}"
        taken.add(unused)
        return unused

    def once(block: Block) -> Block:
        if isinstance(block, TableBlock | PlotBlock):
            return replace(block, name=free(block.name))
        if isinstance(block, Terms):
            new = tuple(term for term in block.terms if term.name not in explained)
            explained.update(term.name for term in new)
            return Terms(new)
        return block

    for section in sections:
        blocks = tuple(map(once, section.blocks))
        name = free(section.name)
        number = name.removeprefix(section.name).removeprefix("-")
        title = f"{section.title} ({number})" if number else section.title
        yield replace(section, name=name, title=title, blocks=blocks)
