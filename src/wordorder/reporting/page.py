"""Sections as one self-contained web page: HTML, style sheet, scripts and data, in one file.

All text is escaped, and data are compressed. The page's security policy allows only its own scripts
and no network access.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from wordorder.drawing.palette import DIM, GROUND, KINDS, LINE, MOVED, STAGES
from wordorder.output.markup import html_lines, html_text, table_element
from wordorder.output.records import Records
from wordorder.output.tables import Cell, Estimate, Table, render
from wordorder.reporting.blocks import (
    Block,
    Explorer,
    Paragraphs,
    PlotBlock,
    ScatterBlock,
    Section,
    TableBlock,
    Term,
    Terms,
)
from wordorder.reporting.plots.theme import BACKDROP, FONT, GRID, dark_style

PALETTE = {
    "ground": GROUND,
    "line": LINE,
    "dim": DIM,
    "moved": MOVED,
    "grid": GRID,
    "backdrop": BACKDROP,
    **KINDS,
    **STAGES,
}
"""The colours of the page by name; the style sheet calls them `--wo-NAME`."""

_OWN_NAMES = ("contents", "wordorder-page", "wordorder-sentences")
_MOST_OPEN_ROWS = 30  # of a table; a longer one scrolls in a box
_NEEDS_SCRIPT = "<noscript><p>This part of the page needs JavaScript.</p></noscript>"
_IMPORT = re.compile(r'^import \{ [^}]* \} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|const\b|class\b)", re.MULTILINE)

# Would end a script or style early, or hide its end.
_LEAVES = re.compile(r"</(?:script|style)|<!--|<script", re.IGNORECASE)


def page(title: str, sections: Sequence[Section]) -> str:
    """Return the page as HTML: contents, sections, and all their data, plots and scripts.

    Args:
        title: The title, and the heading at the top.
        sections: The sections, in order.

    Returns:
        HTML that needs no network; the same sections give the same bytes.

    Raises:
        ValueError: Two parts have the same name.
    """
    blocks = [block for section in sections for block in section.blocks]
    terms = anchors(blocks)
    names = Counter([*_names(sections), *terms, *_OWN_NAMES])
    if repeated := [name for name, count in names.items() if count > 1]:
        raise ValueError(f"names used twice in a report: {', '.join(repeated)}")
    body = "\n".join(
        [
            _contents(sections),
            f"<main>\n<h1>{html_text(title)}</h1>",
            *(_section(section, terms) for section in sections),
            "</main>",
            data_element("wordorder-page", _page_data(blocks)),
            *(_sentence_element(block) for block in blocks if isinstance(block, Explorer)),
        ]
    )
    has_plots = any(isinstance(block, PlotBlock) for block in blocks)
    scripts = [*([vega_bundle()] if has_plots else []), joined()]
    return shell(title, style_sheet(), body, scripts)


def _names(sections: Sequence[Section]) -> Iterator[str]:
    """Yield all names that become anchors."""
    for section in sections:
        yield section.name
        for block in section.blocks:
            match block:
                case TableBlock(name=name):
                    yield f"table-{name}"
                case PlotBlock(name=name):
                    yield f"plot-{name}"
                case Explorer():
                    yield "explorer"


def _contents(sections: Sequence[Section]) -> str:
    """Return the contents, open; on a narrow screen, the page's script closes them."""
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
    first, *parts = (
        f'<a href="#{section.name}">{html_text(section.title)}</a>' for section in group
    )
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
    plots = [block for block in blocks if isinstance(block, PlotBlock)]
    tables = [block for block in blocks if isinstance(block, TableBlock)]
    return {
        "plots": {block.name: block.spec for block in plots},
        "tables": {block.name: copies(block.table) for block in tables},
        "palette": palette(),
    }


def plot_page(spec: Mapping[str, Any]) -> str:
    """Return a chart as a page of its own, which adapts to narrow windows and dark mode."""
    title = spec["description"]
    figure = element(PlotBlock("plot", title, spec), {})
    data = data_element("wordorder-page", {"plots": {"plot": spec}, "tables": {}})
    body = f"<main>\n{figure}\n</main>\n{data}"
    return shell(title, style_sheet(), body, [vega_bundle(), joined()])


# Blocks as HTML.


def element(block: Block, terms: Mapping[str, Term]) -> str:
    """Return a block as HTML.

    Args:
        block: The block.
        terms: All terms that the page explains, by anchor.
    """
    match block:
        case Paragraphs():
            texts = "\n".join(f"<p>{html_lines(text)}</p>" for text in block.texts)
            return f'<div class="text {block.tone}">\n{texts}\n</div>'
        case Terms():
            return _terms(block, terms)
        case TableBlock():
            return _table(block, terms)
        case PlotBlock():
            return _plot(block)
        case Explorer():
            return f'<div class="explorer" id="explorer">{_NEEDS_SCRIPT}</div>'


def anchors(blocks: Iterable[Block]) -> dict[str, Term]:
    """Return the terms that the page explains, by anchor.

    Raises:
        ValueError: A term is explained twice.

    Examples:
        >>> from wordorder.reporting.blocks import Term
        >>> list(anchors([Terms((Term("Kendall’s τ", ""), Term("kendall", "")))]))
        ['term-kendall-s', 'term-kendall']
    """
    terms: dict[str, Term] = {}
    names: set[str] = set()
    for term in (term for block in blocks if isinstance(block, Terms) for term in block.terms):
        if term.name in names:
            raise ValueError(f"a report explains a term twice: {term.name}")
        names.add(term.name)
        plain = re.sub("[^a-z0-9_]+", "-", term.name.lower()).strip("-")
        anchor = f"term-{plain}"
        while anchor in terms:
            anchor += "-2"
        terms[anchor] = term
    return terms


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


def _plot(block: PlotBlock) -> str:
    kind = "plot scatter" if isinstance(block, ScatterBlock) else "plot"
    title = html_text(block.title)
    return (
        f'<figure class="{kind}" id="plot-{block.name}" data-plot="{block.name}">\n'
        f"<figcaption><span>{title}</span></figcaption>\n"
        f'<div class="canvas" role="img" aria-label="{title}"></div>{_NEEDS_SCRIPT}\n</figure>'
    )


# The data of the page.


def copies(table: Table) -> dict[str, str]:
    """Return the table as LaTeX, Markdown and TSV, to copy into papers and spreadsheets."""
    columns: dict[str, list[Cell]] = {}
    for name, cells in _columns(table):
        free = name
        while free in columns:
            free += "_2"
        columns[free] = cells
    return {
        "latex": render(table, "latex"),
        "markdown": render(table, "markdown"),
        "tsv": Records(dict.fromkeys(columns, str), columns).text("tsv", spreadsheet_safe=True),
    }


def _columns(table: Table) -> Iterator[tuple[str, list[Cell]]]:
    """Yield the columns in full precision, with the ends of intervals as further columns."""
    for place, column in enumerate(table.columns):
        cells = [row[place] for row in table.rows]
        estimates = [cell if isinstance(cell, Estimate) else None for cell in cells]
        yield column.name, [cell.value if isinstance(cell, Estimate) else cell for cell in cells]
        if any(estimates):
            yield f"{column.name}_low", [cell.low if cell else None for cell in estimates]
            yield f"{column.name}_high", [cell.high if cell else None for cell in estimates]


def packed(value: object) -> str:
    """Return the value as JSON, compressed (raw deflate), in Base64; data.js unpacks it.

    Lone surrogates, which UTF-8 cannot encode, become escapes.

    Examples:
        >>> squeezed = base64.b64decode(packed({"plots": {}}))
        >>> zlib.decompress(squeezed, -zlib.MAX_WBITS)
        b'{"plots":{}}'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    squeezed = squeezer.compress(text.encode("utf-8", "backslashreplace")) + squeezer.flush()
    return base64.b64encode(squeezed).decode("ascii")


def _sentence_element(block: Explorer) -> str:
    from wordorder.reporting.sentences import sentence_data

    return data_element("wordorder-sentences", sentence_data(block.result, block.source))


def data_element(name: str, value: object) -> str:
    """Return the value as an element that the browser neither shows nor runs."""
    return f'<script type="text/plain" id="{name}">{packed(value)}</script>'


# The frame, the style sheet and the script of every page.


def shell(title: str, style: str, body: str, scripts: Sequence[str]) -> str:
    """Return a page as HTML.

    Args:
        title: Text of the title.
        style: The style sheet.
        body: HTML of the body.
        scripts: Scripts to run after the body, in this order.

    Raises:
        ValueError: A script or the style sheet contains text that HTML would read as its end.
    """
    for text in (style, *scripts):
        if match := _LEAVES.search(text):
            raise ValueError(f"a script or style may not contain {match[0]!r}")
    run = "".join(f"<script>{script}</script>\n" for script in scripts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy(style, scripts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html_text(title)}</title>
<style>{style}</style>
</head>
<body>
{body}
{run}</body>
</html>
"""


def _policy(style: str, scripts: Sequence[str]) -> str:
    """Return a policy that forbids loading anything and running other scripts."""
    allowed = " ".join(map(_hash, scripts)) or "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_hash(style)}; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def style_sheet() -> str:
    """Return the style sheet, for light and dark backgrounds."""
    folder = files("wordorder.reporting") / "style"
    rules = "".join(
        (folder / name).read_text(encoding="utf-8") for name in ("style.css", "explorer.css")
    )
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{_variables('dark')}}}}}"
    font = f"--wo-font:{FONT};"
    return f":root{{{font}{_variables('light')}}}\n{dark}\n{rules}{dark_style()}\n"


def palette() -> dict[str, dict[str, str]]:
    """Return the colours for scripts: background → name → colour."""
    return {
        "light": {name: ink.light for name, ink in PALETTE.items()},
        "dark": {name: ink.dark for name, ink in PALETTE.items()},
    }


def _variables(ground: str) -> str:
    return "".join(f"--wo-{name}:{getattr(ink, ground)};" for name, ink in PALETTE.items())


def joined(entry: str = "start.js", text_of: Callable[[str], str] | None = None) -> str:
    """Join a module and its imports into one script.

    Modules follow their imports, without `import` lines and the word `export`.

    Args:
        entry: File name of the module in `wordorder/reporting/script`.
        text_of: Returns the text of a module; by default `module_text`.
    """
    ordered: dict[str, str] = {}
    _add(entry, ordered, (), text_of or module_text)
    return '(() => {\n"use strict";\n' + "\n".join(ordered.values()) + "})();\n"


@cache
def vega_bundle() -> str:
    """Return Vega, Vega-Lite and vegaEmbed as one script; building it takes a second."""
    import vl_convert

    return vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")


def _add(
    name: str, ordered: dict[str, str], above: tuple[str, ...], text_of: Callable[[str], str]
) -> None:
    if name in above:
        raise ValueError(f"modules import each other: {' → '.join((*above, name))}")
    if name in ordered:
        return
    text = text_of(name)
    for needed in _IMPORT.findall(text):
        _add(needed, ordered, (*above, name), text_of)
    ordered[name] = _EXPORT.sub("", _IMPORT.sub("", text)).lstrip("\n")


def module_text(name: str) -> str:
    """Return the text of a module."""
    return (files("wordorder.reporting") / "script" / name).read_text(encoding="utf-8")
