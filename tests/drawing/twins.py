"""The same cases for the two layouts, in Python and in JavaScript, with a fixed table of widths."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nodejs import run_in_node
from wordorder import Permutation
from wordorder.drawing.crossing import CrossingLink, layout_crossing
from wordorder.drawing.measuring import shortened, total
from wordorder.drawing.tree import Lettering, layout_tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from wordorder.permutation import TreeNode

FIXTURES = Path(__file__).parent / "fixtures"
WIDTHS = json.loads((FIXTURES / "widths.json").read_text(encoding="utf-8"))
FIXTURE = FIXTURES / "layouts.json"
PROGRAM = Path(__file__).parent / "twins.js"
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
    program = PROGRAM.read_text(encoding="utf-8")
    return run_in_node(program, {"widths": WIDTHS, "cases": list(cases)})


# Cases


HEBREW = ["שלום", "עולם", "2009", "!"]
FAMILY = "👩\N{ZERO WIDTH JOINER}👩\N{ZERO WIDTH JOINER}👧"
VERB_FIRST = "Before the elections of 2006 , no US state required voters to show a photo ID card ."


def crossing_case(
    above: Sequence[str],
    below: Sequence[str],
    links: Iterable[tuple[int, int]] = (),
    width: float = 800,
    moved: Sequence[Sequence[int]] = (),
) -> Case:
    """Two sentences; the looks of their links vary with their numbers."""
    looks = [
        {"stage": "exact", "confidence": 1, "judged": True},
        {"stage": None, "confidence": None, "judged": True},
        {"stage": "stem", "confidence": 0.87, "judged": True},
        {"stage": "paraphrase", "confidence": 0.05, "judged": False},
    ]
    return {
        "draw": "crossing",
        "above": list(above),
        "below": list(below),
        "links": [
            {"above": i, "below": j, **looks[number % 4]} for number, (i, j) in enumerate(links)
        ],
        "width": width,
        "moved": [list(group) for group in moved],
    }


def tree_case(ranks: Sequence[int], words: Sequence[str], *, from_right: bool = False) -> Case:
    return {
        "draw": "tree",
        "ranks": list(ranks),
        "words": list(words),
        "fromRight": from_right,
    }


def named_cases() -> dict[str, Case]:
    """What the fixtures hold: all shapes of a layout, and what breaks careless programs."""
    sentence = VERB_FIRST.split()
    hundred = [f"word{number}" * (1 + number % 3) for number in range(100)]
    turned = [(n, n) for n in range(40)] + [(n, 139 - n) for n in range(40, 100)]
    order = [3, 2, *range(4, 17), 1, 0]
    odd = ["e\N{COMBINING ACUTE ACCENT}te\N{COMBINING ACUTE ACCENT}" * 40, FAMILY * 30, "x" * 2000]
    return {
        "no words": crossing_case([], []),
        "no words below": crossing_case(["a", "b"], []),
        "no words above": crossing_case([], ["a"], width=300),
        "one word": crossing_case(["house"], ["house"], [(0, 0)], moved=[[0]]),
        "no links": crossing_case(["the", "house"], ["a", "home", "!"], moved=[[0, 2]]),
        "unsorted links": crossing_case(["a", "b"], ["c", "d"], [(1, 0), (0, 1), (0, 0)]),
        "many to many": crossing_case(
            ["in", "spite", "of"], ["despite", "all"], [(i, j) for i in range(3) for j in range(2)]
        ),
        "a sentence": crossing_case(
            sentence,
            sentence[::-1],
            [(n, 16 - n) for n in range(0, 17, 2)],
            1400,
            [[3, 4], [9, 12]],
        ),
        "a sentence in columns": crossing_case(
            sentence, sentence[::-1], [(n, 16 - n) for n in range(0, 17, 2)], 360, [[3, 4], [9, 12]]
        ),
        "a hundred words": crossing_case(hundred, hundred, turned, 900, [range(20, 60), [99]]),
        "a hundred words in columns": crossing_case(hundred[:70], hundred, turned[:70], 479.5),
        "narrower than possible": crossing_case(sentence, sentence, width=1),
        "from the right": crossing_case(HEBREW, ["hello", "world"], [(0, 0), (1, 1)], 480, [[1]]),
        "long and from the right": crossing_case(sentence, HEBREW * 20, [(0, 70), (16, 2)], 600),
        "characters of other widths": crossing_case(
            ["国際化", "は"], [FAMILY, "हिन्दी", "<b>&amp;"], [(0, 2), (1, 1)]
        ),
        "words that are cut": crossing_case(odd, odd, [(0, 2), (1, 1), (2, 0)], 700, [[1, 2]]),
        "words that are cut in columns": crossing_case(odd, odd, [(0, 2), (2, 0)], 360, [[1]]),
        "a leaf": tree_case([0], ["word"]),
        "a tree": tree_case(order, sentence),
        "a tree of long words": tree_case([1, 3, 0, 2], [*odd, "国際化"]),
        "a tree from the right": tree_case([2, 1, 0, 3], HEBREW, from_right=True),
        "a long operator": tree_case([5, 2, 8, 0, 6, 3, 9, 1, 7, 4], hundred[:10]),
    }


LETTERS = (
    "abe \N{COMBINING ACUTE ACCENT}\N{ZERO WIDTH JOINER}שםكتابܐߊ𞤀हिन्दी国際化ー한국👩👧é.,!?<&1290𐤀"
)


def random_crossing(random: Random) -> Case:
    letters = random.choice([LETTERS, "abcdefgh", "שםאבab"])
    longest = random.choice([3, 8, 8, 200])

    def words() -> list[str]:
        return [
            "".join(random.choices(letters, k=random.randint(1, longest)))
            for _ in range(random.choice([0, 1, 2, 5, 12, 30, 80]))
        ]

    above, below = words(), words()
    pairs = set()
    if above and below:
        pairs = {
            (random.randrange(len(above)), random.randrange(len(below)))
            for _ in range(random.randrange(60))
        }
    links = random.sample(sorted(pairs), len(pairs))
    width = random.choice([1, 240, 360, 479.9, 480, 700.3, 990, 1400])
    sizes = [random.randint(0, len(below)) for _ in range(random.randrange(4))]
    moved = [random.sample(range(len(below)), size) for size in sizes]
    case = crossing_case(above, below, links, width, moved)
    for link in case["links"]:
        if link["confidence"] is not None:
            link["confidence"] = random.random()
    return case


def random_tree(random: Random) -> Case:
    """A permutation with structure: parts of it are turned or change places."""
    ranks = list(range(random.randint(7, 60)))
    for _ in range(random.choice([1, 3, 9, 30])):
        first, middle, last = sorted(random.choices(range(len(ranks) + 1), k=3))
        if random.random() < 0.5:
            ranks[first:last] = ranks[first:last][::-1]
        else:
            ranks[first:last] = ranks[middle:last] + ranks[first:middle]
    words = ["".join(random.choices(LETTERS, k=random.choice([1, 4, 40]))) for _ in ranks]
    return tree_case(ranks, words, from_right=random.random() < 0.5)


# Answers


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
