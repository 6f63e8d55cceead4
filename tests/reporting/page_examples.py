"""A small report with every kind of block that needs no sentences."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from reporting.examples import PLOTS, drawn
from wordorder.output import Column, Estimate, Table
from wordorder.reporting.blocks import Paragraphs, PlotBlock, Section, TableBlock, Term, Terms

if TYPE_CHECKING:
    from wordorder.reporting.blocks import Block

HOSTILE = (
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "\"'><b>&amp;",
    "]]><!-- -->",
    "👩‍👩‍👧 naı̈ve e\u0301\u0301",
    "שלום עולם",
    "x" * 2000,
    "\x00\x1b[31m\x85\u202e\u2028",
    "\ud800 \udfff",
    "国" * 80,
)

SYSTEMS = Table(
    [
        Column("system", "left"),
        Column("order", digits=3, best="high"),
        Column("errors", digits=1, best="low"),
        Column("kind", "left"),
    ],
    [
        ["online-B", Estimate(0.7, 0.69, 0.71), 12.25, "neural"],
        ["uedin", Estimate(0.71, 0.7, 0.72), 13.5, None],
        ["system 10", None, 9.0, "=1+1"],
        ["system 9", Estimate(0.5, 0.4, 0.6), float("nan"), "rules"],
    ],
    title="Systems by order",
    note="– undefined",
    marks={(1, 1): "+*"},
    marks_note="+ significantly better than the first",
    signature="wordorder:1|measure:order",
)
WIDE = Table(
    [Column("system", "left"), *(Column(f"measure_{place}", digits=3) for place in range(20))],
    [[name, *(place / 20 for place in range(20))] for name in ("one", "two")],
    title="All measures",
)


BARS = {
    "description": "Bars",
    "width": 300,
    "height": 200,
    "data": {"name": "bars"},
    "datasets": {"bars": [{"x": "=1+1", "y": 1}, {"x": 'say "b", c', "y": 2.5}, {"x": "d"}]},
    "mark": {"type": "bar", "color": "#0a6aa8"},
    "encoding": {
        "x": {"field": "x", "type": "nominal"},
        "y": {"field": "y", "type": "quantitative"},
        "tooltip": [{"field": "x", "type": "nominal"}],
    },
}


@cache
def plot_sections() -> tuple[Section, ...]:
    """A section for each kind of plot; Altair needs a second to draw them."""
    specs = {name.replace(" ", "-"): drawn(*example) for name, example in PLOTS.items()}
    return tuple(
        Section(f"{name}-plot", name, (PlotBlock(name, spec["description"], spec),))
        for name, spec in specs.items()
    )


def sections() -> list[Section]:
    """The sections of the report."""
    terms = Terms(
        (
            Term(
                "order", "Share of pairs of words in the right order.", "https://example.org/order"
            ),
            Term("errors", "Order errors per 100 words."),
        )
    )
    return [
        Section("verdict", "Verdict", (Paragraphs(("uedin orders words best.",), "finding"),)),
        Section("systems", "Systems", (TableBlock("systems", SYSTEMS),)),
        Section("measures", "All measures", (TableBlock("measures", WIDE),), level=3),
        Section("bars", "Bars", (PlotBlock("bars", "Bars of numbers", BARS),)),
        Section("method", "Method", (Paragraphs(("How it was done.",), "note"), terms)),
    ]


def sections_of(text: str) -> list[Section]:
    """A report in which every text is this one."""
    table = Table(
        [Column(text, "left"), Column("b" + text)],
        [[text, Estimate(0.5, 0.4, 0.6)], [text, 1.0]],
        title=text,
        note=text,
        marks={(0, 1): text},
        marks_note=text,
        signature=text,
    )
    spec = {**BARS, "description": text, "datasets": {"bars": [{"x": text, "y": 1}]}}
    blocks: tuple[Block, ...] = (
        *(Paragraphs((text,), tone) for tone in ("plain", "finding", "doubt", "note")),
        Terms((Term(text, text, "https://example.org/" + text), Term("b" + text, text))),
        TableBlock("table", table),
        PlotBlock("plot", text, spec),
    )
    return [Section("first", text, blocks), Section("second", text, (), level=3)]
