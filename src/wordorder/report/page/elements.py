"""Blocks as HTML; all text is escaped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wordorder.output.html import html_lines, html_text, table_element
from wordorder.report.blocks import (
    Explorer,
    Paragraphs,
    PlotBlock,
    ScatterBlock,
    TableBlock,
    Terms,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wordorder.output import Table
    from wordorder.report.blocks import Block, Term

_MOST_OPEN_ROWS = 30  # of a table; a longer one scrolls in a box

_NEEDS_SCRIPT = "<noscript><p>This part of the page needs JavaScript.</p></noscript>"


def element(block: Block, terms: Mapping[str, Term]) -> str:
    """A block as HTML.

    Args:
        block: The block.
        terms: All terms that the page explains, by the names of their anchors.
    """
    match block:
        case Paragraphs():
            return _paragraphs(block)
        case Terms():
            return _terms(block, terms)
        case TableBlock():
            return _table(block, terms)
        case PlotBlock() | ScatterBlock():
            return _plot(block)
        case Explorer():
            return f'<div class="explorer" id="explorer">{_NEEDS_SCRIPT}</div>'


def anchors(blocks: Iterable[Block]) -> dict[str, Term]:
    """The terms that the page explains, by the names of their anchors.

    Raises:
        ValueError: A term is explained twice.

    Examples:
        >>> from wordorder.report.blocks import Term
        >>> list(anchors([Terms((Term("Kendall’s τ", ""), Term("kendall", "")))]))
        ['term-kendall-s', 'term-kendall']
    """
    found: dict[str, Term] = {}
    names: set[str] = set()
    for term in (one for block in blocks if isinstance(block, Terms) for one in block.terms):
        if term.name in names:
            raise ValueError(f"a report explains a term twice: {term.name}")
        names.add(term.name)
        plain = re.sub("[^a-z0-9_]+", "-", term.name.lower()).strip("-")
        anchor = f"term-{plain}"
        while anchor in found:
            anchor += "-2"
        found[anchor] = term
    return found


def _paragraphs(block: Paragraphs) -> str:
    texts = "\n".join(f"<p>{html_lines(text)}</p>" for text in block.texts)
    return f'<div class="text {block.tone}">\n{texts}\n</div>'


def _terms(block: Terms, terms: Mapping[str, Term]) -> str:
    anchor_of = {term.name: anchor for anchor, term in terms.items()}
    entries = "\n".join(_term(anchor_of[term.name], term) for term in block.terms)
    return f'<dl class="terms">\n{entries}\n</dl>'


def _term(anchor: str, term: Term) -> str:
    more = ""
    if term.address is not None:
        name = html_text(term.name)
        more = f' <a href="{html_text(term.address)}" aria-label="More about {name}">more</a>'
    meaning = html_lines(term.meaning)
    return f'<div id="{anchor}"><dt>{html_text(term.name)}</dt><dd>{meaning}{more}</dd></div>'


def _table(block: TableBlock, terms: Mapping[str, Term]) -> str:
    explained = {term.name: _explanation(anchor, term) for anchor, term in terms.items()}
    table = table_element(block.table, explained)
    kind = "scroll long" if len(block.table.rows) > _MOST_OPEN_ROWS else "scroll"
    return (
        f'<div class="table" id="table-{block.name}" data-table="{block.name}">\n'
        f'<div class="sheet"><div class="{kind}">{table}</div></div>\n'
        f'<div class="notes">{_notes(block.table)}</div>\n</div>'
    )


def _explanation(anchor: str, term: Term) -> str:
    name, meaning = html_text(term.name), html_text(term.meaning)
    return f' <a class="explain" href="#{anchor}" title="{meaning}" aria-label="About {name}">?</a>'


def _notes(table: Table) -> str:
    notes = (table.note, table.shown_marks_note())
    texts = "".join(f"<p>{html_lines(note)}</p>" for note in notes if note)
    if not table.signature:
        return texts
    signature = f"<code>{html_text(table.signature)}</code>"
    return f'{texts}<details class="signature"><summary>Signature</summary>{signature}</details>'


def _plot(block: PlotBlock | ScatterBlock) -> str:
    kind = "plot scatter" if isinstance(block, ScatterBlock) else "plot"
    title = html_text(block.title)
    return (
        f'<figure class="{kind}" id="plot-{block.name}" data-plot="{block.name}">\n'
        f"<figcaption><span>{title}</span></figcaption>\n"
        f'<div class="canvas" role="img" aria-label="{title}"></div>{_NEEDS_SCRIPT}\n</figure>'
    )
