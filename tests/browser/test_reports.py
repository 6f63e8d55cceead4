"""Reports of real scores in the browser: hostile texts and names, and little to show."""

from __future__ import annotations

import pytest

import wordorder as wo
from browser.waiting import until

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
        figures.nth(place).scroll_into_view_if_needed()
        figures.nth(place).locator(".canvas svg").first.wait_for()
    page.locator("#sentences").scroll_into_view_if_needed()
    for line in range(1, min(len(reference), len(WORDS)) + 1):
        page.evaluate(f"location.hash = '#s{line}'")
        until(page, f"document.querySelector('.card h3')?.textContent.includes('Line {line}')")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), line
