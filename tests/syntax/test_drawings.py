"""Trees show themselves."""

from __future__ import annotations

import pytest

from wordorder.errors import InputError
from wordorder.syntax import ConstituencyTree, DependencyTree, Tree

RICE = ConstituencyTree.parse("(S (NP-SBJ (PRP We)) (VP (VBP eat) (NP (NN ご飯))))")
LINE = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n"


def chain(words: int) -> DependencyTree:
    return DependencyTree.parse("".join(LINE.format(n, "w", n - 1) for n in range(1, words + 1)))


def test_a_constituency_tree_with_its_words() -> None:
    assert RICE.to_text().split("\n") == [
        "      S",
        "  ┌───┴────┐",
        "NP-SBJ     VP",
        "  │      ┌─┴──┐",
        " PRP    VBP   NP",
        "  │      │    │",
        "  We    eat   NN",
        "              │",
        "             ご飯",
    ]
    assert RICE.to_text(width=10).split("\n")[:4] == [
        *("S", "├─ NP-SBJ", "│  └─ PRP", "│     └─ We")
    ]


def test_brackets_from_right_to_left() -> None:
    tree = ConstituencyTree.parse("(S (N הילדה) (V קראה))")
    assert tree.layout().from_right
    assert tree.to_text().startswith("S\n├─ N\n")
    svg = tree.to_svg()
    assert svg.index("הילדה") < svg.index("קראה")
    first, last = (svg[: svg.index(word)].rsplit(' x="', 1)[1] for word in tree.words)
    assert int(first.partition('"')[0]) > int(last.partition('"')[0])


@pytest.mark.parametrize("tree", [RICE, chain(3)])
def test_notebooks_show_a_picture(tree: Tree) -> None:
    assert tree._repr_svg_() == tree.to_svg() == tree.layout().to_svg()
    assert tree.to_svg().startswith("<svg")


def test_control_characters_are_made_visible() -> None:
    tree = DependencyTree.parse(LINE.format(1, "\x1b[31m", 0))
    assert "\\x1b[31m" in tree.to_text()
    assert "\x1b" not in tree.to_text() + tree.to_svg()
    hostile = ConstituencyTree.parse("(\x1b[1m \x1b[31m)")
    assert "\x1b" not in hostile.to_text() + hostile.to_svg()


def test_large_trees_are_refused() -> None:
    large = chain(1001)
    assert large._repr_svg_() is None
    told = r"^a tree of 1,001 nodes is too large to draw \(at most 1,000\)$"
    with pytest.raises(InputError, match=told):
        large.to_text()
    assert chain(1000).to_text().count("\n") == 999
    deep = ConstituencyTree.parse("(S " * 1001 + "a" + ")" * 1001)
    with pytest.raises(InputError, match="too large to draw"):
        deep.to_svg()


def test_a_tree_without_words_has_no_picture() -> None:
    nothing = ConstituencyTree.parse("")
    assert nothing._repr_svg_() is None
    with pytest.raises(InputError, match=r"^a tree without words cannot be drawn$"):
        nothing.to_text()
