"""Alignments to draw: any links between any words, and the words that break careless programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from wordorder.drawing import AlignmentLayout, layout_alignment

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

KINDS = ("crossing", "grid")

ODD_WORDS = [
    "国際化",
    "e\N{COMBINING ACUTE ACCENT}te\N{COMBINING ACUTE ACCENT}",
    "\N{COMBINING ACUTE ACCENT}",
    "\N{ZERO WIDTH JOINER}",
    "👩\N{ZERO WIDTH JOINER}👩\N{ZERO WIDTH JOINER}👧",
    "国\N{ZERO WIDTH JOINER}\N{ZERO WIDTH JOINER}際",
    "❤\N{VARIATION SELECTOR-16}",
    "\N{VARIATION SELECTOR-16}❤",
    "🇯🇵",
    "שלום!",
    "كتاب",
    "हिन्दी",
    "incomprehensibilities" * 4,
    "ー" * 50,
]

# Callers spell control characters out, and words are what stands between blanks.
ANY_WORD = st.text(
    st.characters(blacklist_categories=("Cc", "Cs", "Zs", "Zl", "Zp")), min_size=1, max_size=24
)
plain_words = st.text("abcdefgh", min_size=1, max_size=6)
words = st.one_of(st.sampled_from(["a", "the", "house", *ODD_WORDS]), ANY_WORD)


def links_between(sources: int, targets: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    if not sources or not targets:
        return st.just([])
    link = st.tuples(st.integers(0, sources - 1), st.integers(0, targets - 1))
    return st.sets(link, max_size=20).map(sorted)


@st.composite
def layouts(draw: DrawFn, words: st.SearchStrategy[str] = words) -> AlignmentLayout:
    source = draw(st.lists(words, max_size=9))
    target = draw(st.lists(words, max_size=9))
    links = draw(links_between(len(source), len(target)))
    sure = draw(st.lists(st.booleans(), min_size=len(links), max_size=len(links)))
    return layout_alignment(source, target, links, sure)


def example() -> AlignmentLayout:
    """A sentence with crossing and other links, a possible one, and words without links."""
    return layout_alignment(
        ["the", "white", "house", "is", "big", "."],
        ["la", "casa", "blanca", "es", "grande"],
        [(0, 0), (1, 2), (2, 0), (2, 1), (3, 3), (4, 4)],
        [True, True, False, True, True, True],
    )
