"""Reports of real scores in the browser: hostile texts and names, and little to show."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import wordorder as wo
from browser.waiting import until

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
WORDS = (
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(1)>",
    "\"'`${alert(1)}",
    "]]><!--",
    "👩‍👩‍👧 e\u0301\u0301",
    "שלום עולם",
    "مرحبا بالعالم",
    "这是一个句子。",
    "x" * 2000,
    "\x01\x1b[31m\x85\u202e",
    "\ud800",
    "__proto__ constructor toString",
    "=cmd()",
)
NAMES = (
    "<script>alert(1)</script>",
    "constructor",
    "__proto__",
    "=cmd()",
    "שלום\u202e",
    "n" * 500,
    "n" * 499 + "m",
    "\ud800",
    "a\nb",
    "",
)


def lines(shift: int) -> list[str]:
    texts = [WORDS[(number + shift) % len(WORDS)] for number in range(26)]
    return [f"{text} the house was very old {number}" for number, text in enumerate(texts)]


def reversed_words(texts: list[str]) -> list[str]:
    return [" ".join(reversed(text.split())) for text in texts]


REFERENCE = lines(0)
SYSTEMS = (reversed_words(REFERENCE), REFERENCE, lines(1))
TEXTS = {
    "hostile": (REFERENCE, {name: SYSTEMS[n % 3] for n, name in enumerate(NAMES)}),
    "one word": (["one"], {"A": ["one"], "B": ["two"]}),
    "empty lines": (["", "a b c"] * 5, {"A": ["x", ""] * 5, "B": ["", "c b a"] * 5}),
    "nothing matched": (["a b c d"] * 12, {"A": ["e f g h"] * 12, "B": ["i j"] * 12}),
    "identical": (REFERENCE, {"A": REFERENCE, "B": REFERENCE}),
}


@pytest.mark.filterwarnings("ignore::wordorder.WordorderWarning")
@pytest.mark.parametrize("width", [360, 1400])
@pytest.mark.parametrize("name", TEXTS)
def test_every_plot_and_sentence_appears_and_nothing_runs(opened, name: str, width: int) -> None:
    reference, systems = TEXTS[name]
    made = wo.report(wo.score(reference, systems), title=f"{name} <script>", source=reference)
    page = opened(made.to_html(), width=width)
    figures = page.locator("figure.plot")
    for place in range(figures.count()):
        figures.nth(place).evaluate("part => part.scrollIntoView()")
        figures.nth(place).locator(".canvas svg").first.wait_for()
    page.locator("#sentences").evaluate("part => part.scrollIntoView()")
    for line in range(1, min(len(reference), len(WORDS)) + 1):
        page.evaluate(f"location.hash = '#s{line}'")
        until(page, f"document.querySelector('.card h3')?.textContent.includes('Line {line}')")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), line


@pytest.fixture(scope="module")
def sample() -> str:
    """The report of a few sentences, with a doubt."""
    reference = [f"we have seen the old house number {number} today" for number in range(20)]
    systems = {"A": reversed_words(reference), "B": reference[:10] + reversed_words(reference[10:])}
    with pytest.warns(wo.WordorderWarning):
        return wo.report(wo.score(reference, systems, lang="en")).to_html()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_texts_can_be_read(opened, sample: str, scheme: str) -> None:
    page = opened(sample, scheme=scheme)
    figures = page.locator("figure.plot")
    for place in range(figures.count()):
        figures.nth(place).evaluate("part => part.scrollIntoView()")
        figures.nth(place).locator(".canvas svg").first.wait_for()
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    page.locator(".explorer .tree svg").first.wait_for()
    assert page.locator(".text.doubt").count() == 1
    assert page.evaluate(CONTRAST) == []


def test_headings_are_in_order_and_names_are_unique(opened, sample: str) -> None:
    page = opened(sample)
    page.locator(".explorer .card h3").wait_for()
    headings = "[...document.querySelectorAll('h1, h2, h3, h4')]"
    levels = page.evaluate(f"{headings}.map(one => Number(one.tagName[1]))")
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    names = page.evaluate("[...document.querySelectorAll('[id]')].map(one => one.id)")
    assert len(names) == len(set(names))
