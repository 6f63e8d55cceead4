from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest
from hypothesis import given
from rich.cells import cell_len

from drawing.alignments import example, layouts, links_between, plain_words
from wordorder import UsageError
from wordorder.drawing import layout_alignment


@given(links_between(8, 8))
def test_links_cross_as_the_definition_says(links) -> None:
    layout = layout_alignment(["x"] * 8, ["y"] * 8, links, [True] * len(links))
    for link, (i, j) in zip(layout.links, links, strict=True):
        crosses = any((i < other and j > end) or (i > other and j < end) for other, end in links)
        assert (link.source, link.target, link.crossing) == (i, j, crosses)


@given(layouts(plain_words))
def test_words_are_linked_where_a_link_ends(layout) -> None:
    sources = {link.source for link in layout.links}
    targets = {link.target for link in layout.links}
    assert [word.linked for word in layout.source] == [
        number in sources for number in range(len(layout.source))
    ]
    assert [word.linked for word in layout.target] == [
        number in targets for number in range(len(layout.target))
    ]


@given(layouts())
def test_widths_are_counted_in_cells(layout) -> None:
    assert all(word.width == cell_len(word.text) for word in (*layout.source, *layout.target))


@given(layouts(plain_words))
def test_every_word_has_a_line_of_its_own(layout) -> None:
    assert layout.lines == max(len(layout.source), len(layout.target))
    for column in (layout.source, layout.target):
        lines = [word.line for word in column]
        assert lines == sorted(set(lines))
        assert set(lines) <= set(range(layout.lines))


def test_the_longer_sentence_takes_every_line_and_the_shorter_one_is_spread() -> None:
    layout = layout_alignment(["a"] * 6, ["b"] * 3, [], [])
    assert [word.line for word in layout.source] == [0, 1, 2, 3, 4, 5]
    assert [word.line for word in layout.target] == [1, 3, 5]
    assert layout_alignment(["a"], ["b"] * 3, [], []).source[0].line == 1


@given(layouts())
def test_the_geometry_is_plain_json(layout) -> None:
    data = layout.to_dict()
    assert json.loads(json.dumps(data)) == data


def test_the_geometry_of_numpy_numbers_is_plain_json() -> None:
    numpy = pytest.importorskip("numpy")
    links = numpy.array([[0, 1], [1, 0]])
    data = layout_alignment(["a", "b"], ["c", "d"], links, numpy.array([True, False])).to_dict()
    links = json.loads(json.dumps(data))["links"]
    assert [(link["source"], link["target"], link["sure"]) for link in links] == [
        (0, 1, True),
        (1, 0, False),
    ]


@pytest.mark.parametrize("draw", ["to_svg", "to_text"])
def test_an_unknown_kind_is_refused(draw) -> None:
    options = {"width": 80, "color": False} if draw == "to_text" else {}
    with pytest.raises(UsageError, match="unknown kind of drawing 'gird': did you mean 'grid'"):
        getattr(example(), draw)(kind="gird", **options)


@pytest.mark.slow
def test_drawing_is_imported_without_what_only_some_drawings_need() -> None:
    program = "import sys, wordorder.drawing; print({'rich', 'numpy'} & set(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True
    )
    assert run.stdout == "set()\n"


@pytest.mark.slow
def test_a_very_long_sentence() -> None:
    size, choose = 1000, random.Random(1).randrange
    links = sorted({(choose(size), choose(size)) for _ in range(3000)})
    layout = layout_alignment(["word"] * size, ["Wort"] * size, links, [True] * len(links))
    # A link that leads from one row of the picture to another is drawn in two pieces.
    assert len(links) < layout.to_svg("crossing").count("<path") <= 2 * len(links)
    assert layout.to_text(width=80, color=False, kind="grid").count("■") == len(links)
    assert len(layout.to_text(width=80, color=False, kind="crossing").split("\n")) == size
