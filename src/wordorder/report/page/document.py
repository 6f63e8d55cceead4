"""Sections as one self-contained page."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from wordorder.output.html import html_text
from wordorder.report.blocks import Explorer, PlotBlock, ScatterBlock, TableBlock
from wordorder.report.page.copies import copies
from wordorder.report.page.elements import anchors, element
from wordorder.report.page.embedding import data_element
from wordorder.report.page.scripts import joined, vega_bundle
from wordorder.report.page.shell import shell
from wordorder.report.page.style import palette, style_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wordorder.report.blocks import Block, Section, Term

_OWN_NAMES = ("contents", "wordorder-page", "wordorder-sentences")


def page(title: str, sections: Sequence[Section]) -> str:
    """The page: contents, sections and all their data, plots and scripts, in one file.

    Args:
        title: The title, and the heading at the top.
        sections: The sections, in order.

    Returns:
        HTML that needs no network; the same for the same sections.

    Raises:
        ValueError: Two parts have the same name.
    """
    blocks = [block for section in sections for block in section.blocks]
    terms = anchors(blocks)
    _check_names([*_names(sections), *terms, *_OWN_NAMES])
    body = "\n".join(
        [
            _contents(sections),
            f"<main>\n<h1>{html_text(title)}</h1>",
            *(_section(section, terms) for section in sections),
            "</main>",
            data_element("wordorder-page", _page_data(blocks)),
            *(_sentences(block) for block in blocks if isinstance(block, Explorer)),
        ]
    )
    has_plots = any(isinstance(block, PlotBlock | ScatterBlock) for block in blocks)
    scripts = [*([vega_bundle()] if has_plots else []), joined()]
    return shell(title, style_sheet(), body, scripts)


def _names(sections: Sequence[Section]) -> Iterator[str]:
    """All names that become anchors."""
    for section in sections:
        yield section.name
        for block in section.blocks:
            match block:
                case TableBlock(name=name):
                    yield f"table-{name}"
                case PlotBlock(name=name) | ScatterBlock(name=name):
                    yield f"plot-{name}"
                case Explorer():
                    yield "explorer"


def _check_names(names: Sequence[str]) -> None:
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        raise ValueError(f"names used twice in a report: {', '.join(repeated)}")


def _contents(sections: Sequence[Section]) -> str:
    """The contents, open at first; on a narrow screen the page's script closes them."""
    groups: list[list[Section]] = []
    for section in sections:
        if section.level == 3 and groups:
            groups[-1].append(section)
        else:
            groups.append([section])
    entries = "\n".join(_entry(group) for group in groups)
    return (
        '<nav class="contents" id="contents" aria-label="Contents">\n'
        f"<details open><summary>Contents</summary>\n<ol>\n{entries}\n</ol></details>\n</nav>"
    )


def _entry(group: Sequence[Section]) -> str:
    first, *parts = (f'<a href="#{one.name}">{html_text(one.title)}</a>' for one in group)
    below = "".join(f"<li>{part}</li>" for part in parts)
    return f"<li>{first}{f'<ol>{below}</ol>' if below else ''}</li>"


def _section(section: Section, terms: Mapping[str, Term]) -> str:
    heading = f"{section.name}-heading"
    parts = "\n".join(element(block, terms) for block in section.blocks)
    return (
        f'<section id="{section.name}" aria-labelledby="{heading}">\n'
        f'<h{section.level} id="{heading}">{html_text(section.title)}</h{section.level}>\n'
        f"{parts}\n</section>"
    )


def _page_data(blocks: Sequence[Block]) -> dict[str, Any]:
    plots = [block for block in blocks if isinstance(block, PlotBlock | ScatterBlock)]
    tables = [block for block in blocks if isinstance(block, TableBlock)]
    return {
        "plots": {block.name: block.spec for block in plots},
        "tables": {block.name: copies(block.table) for block in tables},
        "palette": palette(),
    }


def _sentences(block: Explorer) -> str:
    from wordorder.report.page.sentences import sentence_data

    return data_element("wordorder-sentences", sentence_data(block.result, block.source))
