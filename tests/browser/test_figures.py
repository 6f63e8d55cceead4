"""Plots in the browser: drawn when needed, in all widths and colours, and downloads of them."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from browser.waiting import until
from reporting.page_examples import plot_sections, sections
from wordorder.reporting.blocks import ScatterBlock
from wordorder.reporting.page import data_element, element, joined, shell, style_sheet, vega_bundle

if TYPE_CHECKING:
    from pathlib import Path

SCATTER = {
    "description": "Sentence scores of two systems",
    "usermeta": {"systems": [0, 1]},
    "width": 400,
    "height": 300,
    "datasets": {"points": [], "diagonal": []},
    "layer": [
        {
            "layer": [
                {"data": {"name": "diagonal"}, "mark": "line"},
                {
                    "data": {"name": "points"},
                    "mark": {"type": "point", "filled": True, "size": 100},
                    "encoding": {
                        "tooltip": [{"field": "lines", "type": "nominal", "title": "line"}]
                    },
                },
            ],
            "encoding": {
                "x": {"field": "x", "type": "quantitative"},
                "y": {"field": "y", "type": "quantitative"},
            },
        }
    ],
}


@pytest.fixture
def page(report):
    page = report(sections(), anchor="#bars")
    page.locator("#plot-bars svg.marks").wait_for()
    return page


def downloaded(page, item: str, path: Path) -> tuple[str, bytes]:
    page.locator("#plot-bars .menu summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name=item).click()
    download.value.save_as(path)
    return download.value.suggested_filename, path.read_bytes()


@pytest.mark.parametrize("width", [1400, 360])
@pytest.mark.parametrize("number", range(7))
def test_every_kind_of_plot_fits(report, width: int, number: int) -> None:
    section = plot_sections()[number]
    page = report([section], width=width)
    page.locator("svg.marks").wait_for()
    room = page.locator(".canvas").bounding_box()
    drawn = page.locator("svg.marks").bounding_box()
    assert 0.85 * room["width"] < drawn["width"] <= room["width"] + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_plots_are_drawn_when_they_come_near(report) -> None:
    page = report(plot_sections())
    page.locator("svg.marks").first.wait_for()
    assert page.locator("svg.marks").count() < len(plot_sections())
    page.locator(".canvas").last.evaluate("part => part.scrollIntoView()")
    page.locator(".canvas").last.locator("svg.marks").wait_for()


def test_a_plot_follows_the_window(page) -> None:
    before = page.locator("svg.marks").bounding_box()["width"]
    page.set_viewport_size({"width": 500, "height": 800})
    until(page, f"document.querySelector('svg.marks').clientWidth < {before} - 100")


@pytest.mark.parametrize(
    ("scheme", "color"), [("light", "rgb(10, 106, 168)"), ("dark", "rgb(108, 184, 238)")]
)
def test_the_colours_follow_the_reader(report, scheme: str, color: str) -> None:
    page = report(sections(), anchor="#bars", scheme=scheme)
    bar = page.locator("#plot-bars path[fill='#0a6aa8']").first
    bar.wait_for()
    assert bar.evaluate("bar => getComputedStyle(bar).fill") == color


def test_a_tooltip(page) -> None:
    page.locator("#plot-bars path[fill='#0a6aa8']").first.hover()
    assert page.locator("#tooltip").inner_text().split() == ["x", "=1+1"]
    page.locator("h1").hover()
    page.locator("#tooltip").wait_for(state="detached")


@pytest.mark.parametrize(("columns", "width"), [("one column", 84), ("two columns", 174)])
def test_downloading_svg(page, tmp_path, columns: str, width: int) -> None:
    name, data = downloaded(page, f"SVG, {columns}", tmp_path / "a.svg")
    root = ElementTree.fromstring(data)
    assert name == f"bars-{width}mm.svg"
    assert root.get("width") == f"{width}mm"
    _, _, across, up = map(float, root.get("viewBox").split())
    assert across == pytest.approx(width / 25.4 * 96, abs=1)
    assert float(root.get("height").removesuffix("mm")) == pytest.approx(
        width * up / across, abs=0.1
    )
    assert b"#0a6aa8" in data


@pytest.mark.parametrize(("columns", "width"), [("one column", 84), ("two columns", 174)])
def test_downloading_png(page, tmp_path, columns: str, width: int) -> None:
    name, data = downloaded(page, f"PNG, {columns}", tmp_path / "a.png")
    assert name == f"bars-{width}mm.png"
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">I", data[16:20])[0] == round(width / 25.4 * 300)
    assert data[37:41] == b"pHYs"
    assert struct.unpack(">IIB", data[41:50]) == (11811, 11811, 1)  # 300 dots per inch


def test_downloading_csv(page, tmp_path) -> None:
    name, data = downloaded(page, "CSV", tmp_path / "a.csv")
    assert name == "bars.csv"
    assert data.decode() == 'x,y\n\'=1+1,1\n"say ""b"", c",2.5\nd,\n'


FAKE_SENTENCES = """
const sentences = {
  systems: ["a", "b"], measures: [{name: "m", heading: "M"}, {name: "n", heading: "N"}],
  leading: "m", count: 3, line: (k) => k + 1,
  score: (system, measure, k) => [
    [[1, 0, 1], [1, 1, 1]],
    [[5, 6, 7], [5, 7, NaN]],
  ][measure][system][k],
};
"""


def test_scatter(opened) -> None:
    figures = "document.querySelectorAll('figure')"
    start = f"unpacked('data').then((specs) => startFigures({figures}, specs, sentences));\n"
    script = joined("figures.js").replace("})();", f"{FAKE_SENTENCES}{start}}})();")
    unpack = joined("data.js").replace("})();", "globalThis.unpacked = unpacked;})();")
    body = element(ScatterBlock("scatter", "Scatter", SCATTER), {}) + data_element(
        "data", {"scatter": SCATTER}
    )
    page = opened(shell("x", style_sheet(), body, [vega_bundle(), unpack, script]))
    marks = page.locator("svg.marks .mark-symbol path")
    marks.first.wait_for()
    assert marks.count() == 2  # two sentences share a point
    marks.nth(1).click()
    assert page.evaluate("location.hash") == "#s2"
    page.get_by_label("Measure").select_option("N")
    page.get_by_text("N of a").wait_for()
    assert marks.count() == 2  # one score is undefined
    page.get_by_label("Up").select_option("a")
    until(page, "document.querySelectorAll('svg.marks .mark-symbol path').length === 3")
