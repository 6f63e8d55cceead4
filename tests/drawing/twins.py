"""The same cases for the two layouts, in Python and in JavaScript, with a fixed table of widths."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wordorder import Permutation
from wordorder.drawing.crossing import CrossingLink, layout_crossing
from wordorder.drawing.measuring import shortened, total
from wordorder.drawing.tree import Lettering, layout_tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.permutation import TreeNode

FIXTURES = Path(__file__).parent / "fixtures"
WIDTHS = json.loads((FIXTURES / "widths.json").read_text(encoding="utf-8"))
PROGRAM = Path(__file__).parent / "twins.mjs"
LONGEST_LEAF, GAP = 200, 18  # as tree.js has them

Case = dict[str, Any]


def measure(text: str) -> float:
    return total(WIDTHS["characters"].get(character, WIDTHS["others"]) for character in text)


def in_python(case: Case) -> Any:
    """What Python says of a case, as plain data."""
    answer = _crossing(case) if case["draw"] == "crossing" else _tree(case)
    return json.loads(json.dumps(answer))


def in_javascript(cases: Sequence[Case]) -> Any:
    """What the modules of the report say, in one process."""
    given = json.dumps({"widths": WIDTHS, "cases": list(cases)})
    run = subprocess.run(
        [node(), str(PROGRAM)], input=given.encode(), stdout=subprocess.PIPE, check=True
    )
    return json.loads(run.stdout)


@cache
def node() -> str:
    """Node.js, the system's or that of Playwright."""
    found = shutil.which("node")
    if found is not None:
        return found
    try:
        from playwright._impl._driver import compute_driver_executable
    except ImportError:
        pytest.skip("needs Node.js (the program `node`) or the Python package playwright")
    driver = compute_driver_executable()
    return str(driver[0] if isinstance(driver, tuple) else driver)


def _crossing(case: Case) -> Any:
    layout = layout_crossing(
        case["above"],
        case["below"],
        [CrossingLink(**link) for link in case["links"]],
        width=case["width"],
        measure=measure,
        moved=case["moved"],
    )
    return {"layout": layout.to_dict(), "titles": [layout.title(link) for link in layout.links]}


def _tree(case: Case) -> Any:
    tree = Permutation(case["ranks"]).tree()
    drawn = tree.layout()
    labels = [
        shortened(case["words"][node.span.start], LONGEST_LEAF, measure)
        if node.kind == "leaf"
        else placed.label
        for node, placed in zip(tree.nodes(), drawn.nodes, strict=True)
    ]
    layout = layout_tree(
        labels,
        [node.kind for node in tree.nodes()],
        tree._nodes.skip,
        from_right=case["fromRight"],
        lettering=Lettering(measure, GAP),
    )
    return {"tree": _nested(tree.root), "layout": layout.to_dict()}


def _nested(node: TreeNode) -> Any:
    return {
        "start": node.span.start,
        "stop": node.span.stop,
        "low": node.value_range.start,
        "kind": node.kind,
        "operator": list(node.operator),
        "children": [_nested(child) for child in node.children],
    }
