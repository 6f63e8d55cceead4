"""Pages: what is in them, that texts stay texts, and that nothing else runs or is loaded."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zlib
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, strategies as st

from messages import refused
from reporting.page_examples import HOSTILE, SYSTEMS, sections, sections_of
from reporting.test_theme import contrast
from wordorder.output import visible
from wordorder.reporting.blocks import Paragraphs, Section, TableBlock, Term, Terms
from wordorder.reporting.page import (
    PALETTE,
    data_element,
    joined,
    module_text,
    packed,
    page,
    palette,
    plot_page,
    style_sheet,
    vega_bundle,
)
from wordorder.reporting.plots.theme import dark_style

if TYPE_CHECKING:
    from collections.abc import Iterator


class Parts(HTMLParser):
    """Tags with the names of their attributes, ids, texts, scripts and styles of a page."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, ...]] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": []}
        self.data: dict[str, str] = {}
        self._raw: str | None = None
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs) -> None:
        self.tags.append((tag, *(name for name, _ in attrs)))
        self.attributes += [(name, value or "") for name, value in attrs]
        self._raw = dict(attrs).get("id", tag) if tag in self.inside else None

    def handle_endtag(self, _: str) -> None:
        self._raw = None

    def handle_data(self, data: str) -> None:
        if self._raw in self.inside:
            self.inside[self._raw].append(data)
        elif self._raw is not None:
            self.data[self._raw] = data
        else:
            self.texts.append(data)


@pytest.fixture(autouse=True)
def _no_vega(monkeypatch) -> Iterator[None]:
    """Bundling Vega takes a second, and nothing here runs it."""
    monkeypatch.setattr("vl_convert.javascript_bundle", lambda _: "var vega;")
    vega_bundle.cache_clear()
    yield
    vega_bundle.cache_clear()


def unpacked(html: str, name: str = "wordorder-page") -> dict:
    raw = zlib.decompress(base64.b64decode(Parts(html).data[name]), -zlib.MAX_WBITS)
    return json.loads(raw)


@pytest.mark.slow
@given(st.text(st.characters(exclude_characters="\n"), min_size=1, max_size=40))
def test_any_text_stays_text(text: str) -> None:
    check_text(text)


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_text_stays_text(text: str) -> None:
    check_text(text)


def check_text(text: str) -> None:
    html = page(text, sections_of(text))
    html.encode()
    parts, plain = Parts(html), Parts(page("x", sections_of("x")))
    assert parts.tags == plain.tags
    assert [len(scripts) for scripts in parts.inside.values()] == [2, 1]
    assert sum(visible(text) in one for one in parts.texts) >= (15 if text else 0)
    assert unpacked(html)["plots"]["plot"]["description"] == text


def test_lines_of_a_text() -> None:
    html = page("x", [Section("a", "a", (Paragraphs(("one\ntwo",)),))])
    assert "<p>one<br>two</p>" in html


def test_every_script_and_style_is_in_the_policy() -> None:
    html = page("x", sections())
    parts = Parts(html)
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="(.*?)">', html)
    for kind, texts in parts.inside.items():
        (allowed,) = (one for one in policy.split("; ") if one.startswith(f"{kind}-src "))
        digests = [hashlib.sha256(text.encode()).digest() for text in texts]
        hashes = [f"'sha256-{base64.b64encode(one).decode()}'" for one in digests]
        assert allowed.split(" ")[1:] == hashes
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


def test_nothing_is_fetched() -> None:
    for name, value in Parts(page("x", sections())).attributes:
        assert name not in {"src", "srcset", "action", "style"}
        assert not name.startswith("on")
        if name == "href" and not value.startswith("#"):
            assert value == "https://example.org/order"  # only if the reader follows it


def test_ids_are_unique_and_links_lead_somewhere() -> None:
    attributes = Parts(page("x", sections())).attributes
    ids = Counter(value for name, value in attributes if name == "id")
    assert set(ids.values()) == {1}
    links = {value[1:] for name, value in attributes if name == "href" and value[0] == "#"}
    named = {value for name, value in attributes if name == "aria-labelledby"}
    assert links | named <= set(ids)
    assert links >= {"verdict", "systems", "measures", "term-order", "term-errors"}


def test_the_same_bytes_twice() -> None:
    assert page("x", sections()) == page("x", sections())


def test_contents_are_nested() -> None:
    html = page("x", sections())
    assert (
        '<li><a href="#systems">Systems</a><ol><li><a href="#measures">All measures</a></li></ol>'
        in html
    )


def test_headings_of_tables_lead_to_their_terms() -> None:
    html = page("x", sections())
    heading = re.search(r'<th scope="col" class="number">order (<a .*?</a>)</th>', html)
    assert heading is not None
    assert 'href="#term-order"' in heading[1]
    assert 'title="Share of pairs of words in the right order."' in heading[1]
    assert '<div id="term-order"><dt>order</dt>' in html


def test_copies_of_tables() -> None:
    copies = unpacked(page("x", sections()))["tables"]["systems"]
    assert copies["latex"].startswith("% Systems by order\n\\begin{tabular}{lrrl}")
    assert "| uedin | **0.710 ±0.010** +\\* | 13.5 | – |" in copies["markdown"]
    assert copies["tsv"].splitlines() == [
        "system\torder\torder_low\torder_high\terrors\tkind",
        "online-B\t0.7\t0.69\t0.71\t12.25\tneural",
        "uedin\t0.71\t0.7\t0.72\t13.5\t",
        "system 10\t\t\t\t9.0\t'=1+1",
        "system 9\t0.5\t0.4\t0.6\t\trules",
    ]


def test_columns_of_the_same_name_are_all_copied() -> None:
    twice = replace(SYSTEMS, columns=[replace(one, name="a") for one in SYSTEMS.columns], rows=[])
    html = page("x", [Section("a", "a", (TableBlock("a", twice),))])
    assert unpacked(html)["tables"]["a"]["tsv"] == "a\ta_2\ta_2_2\ta_2_2_2\n"


def test_a_page_without_plots_has_no_vega() -> None:
    assert "var vega;" not in page("x", sections()[:2])
    assert "var vega;" in page("x", sections())


def test_parts_of_the_same_name() -> None:
    table = TableBlock("a", SYSTEMS)
    with refused(ValueError):
        page("x", [Section("a", "a", (table, table))])
    with refused(ValueError):
        page("x", [Section("contents", "a", ())])
    terms = Terms((Term("a", ""), Term("a", "")))
    with refused(ValueError):
        page("x", [Section("a", "a", (terms,))])


def test_a_plot_alone() -> None:
    spec = {"description": HOSTILE[0], "layer": []}
    html = plot_page(spec)
    assert unpacked(html) == {"plots": {"plot": spec}, "tables": {}}
    assert "<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>" in html
    assert 'class="contents"' not in html.partition("<body>")[2]


@example("</SCRIPT")
@example("<!--")
@given(st.sampled_from(["<script", "</style"]))
def test_a_script_cannot_end_early(text: str) -> None:
    from wordorder.reporting.page import shell

    for style, script in ((text, ""), ("", text)):
        with refused(ValueError):
            shell("x", style, "", [script])


# The style sheet: one palette, readable on both backgrounds.


def test_every_colour_is_one_of_the_palette() -> None:
    used = set(re.findall(r"var\(--wo-([\w-]+)\)", style_sheet()))
    assert used <= {*PALETTE, "font"}
    rules = style_sheet().removesuffix(f"{dark_style()}\n").partition("*, ::before")[2]
    assert not re.search(r"#[0-9a-f]{3,6}\b", rules)


def test_scripts_have_the_same_colours() -> None:
    assert [palette()[ground]["monotone"] for ground in ("light", "dark")] == ["#0a6aa8", "#6cb8ee"]
    assert "--wo-monotone:#0a6aa8;" in style_sheet()


@pytest.mark.parametrize("ground", ["light", "dark"])
@pytest.mark.parametrize(
    "name", ["leaf", "dim", "monotone", "inverted", "simple", "stem", "vectors"]
)
def test_text_is_readable(name: str, ground: str) -> None:
    back = getattr(PALETTE["ground"], ground)
    assert contrast(getattr(PALETTE[name], ground), back) >= 4.5


# Values packed into a page.


TEXT = st.text(st.characters(), max_size=20)  # lone surrogates included
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=10,
)


@given(VALUES)
def test_a_value_comes_back(value) -> None:
    raw = zlib.decompress(base64.b64decode(packed(value)), -zlib.MAX_WBITS)
    assert json.loads(raw.decode()) == value


@given(VALUES)
def test_a_value_cannot_leave_its_element(value) -> None:
    assert data_element("a", value).count("<") == 2


# The page's modules: their form, and how they are joined.


ROOT = Path(__file__).parents[2]
FOLDER = files("wordorder.reporting") / "script"
MODULES = sorted(one.name for one in FOLDER.iterdir() if one.name.endswith(".js"))
DECLARED = re.compile(r"^(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)


def test_all_modules_are_joined() -> None:
    script = joined()
    assert script.startswith('(() => {\n"use strict";\n')
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    for name in MODULES:
        first = next(line for line in module_text(name).splitlines() if "function " in line)
        assert first.removeprefix("export ") in script


def test_no_name_is_declared_twice() -> None:
    names = Counter(DECLARED.findall(joined()))
    assert [name for name, count in names.items() if count > 1] == []


def test_modules_come_after_what_they_import() -> None:
    script = joined("tables.js")
    assert script.index("function make(") < script.index("function menu(")
    assert script.index("function menu(") < script.index("function startTables(")
    assert "function startFigures(" not in script


def test_modules_that_import_each_other() -> None:
    texts = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with refused(ValueError):
        joined("a.js", texts.__getitem__)


@pytest.mark.parametrize("name", MODULES)
def test_a_module_has_the_form_that_can_be_joined(name: str) -> None:
    text = module_text(name)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text)
    for line in text.splitlines():
        if line.startswith("import"):
            assert re.fullmatch(r'import \{ [\w, ]+ \} from "\./[\w-]+\.js";', line)
        if line.startswith("export"):
            assert re.match(r"export (async function|function\*?|const|class) \w+", line)
    explained = re.findall(r"^(.*)\nexport (?:async )?function", text, re.MULTILINE)
    assert all(line.endswith("*/") for line in explained)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
@pytest.mark.parametrize("name", [name for name in MODULES if name != "start.js"])
def test_node_can_import_a_module(name: str) -> None:
    code = f"import({str(FOLDER / name)!r})"
    run = ["node", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "-e", code]
    subprocess.run(run, check=True)


@pytest.mark.slow
def test_oxlint_finds_nothing() -> None:
    oxlint = shutil.which("oxlint", path=str(Path(sys.executable).parent))
    if oxlint is None:
        pytest.skip('needs oxlint: pip install ".[dev]"')
    told = subprocess.run(
        [oxlint, "--config", ROOT / ".oxlintrc.json", FOLDER],
        check=False,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stdout
