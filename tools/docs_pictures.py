"""The pictures of the documentation, made by the program; docs_figures.py writes them."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from wordorder import Permutation, metric_names, permutation_scores
from wordorder.drawing import render_tree_svg
from wordorder.drawing.palette import GROUND, KINDS, LINE
from wordorder.permutation.complexity import blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def trees(*texts: str) -> str:
    return render_tree_svg([Permutation.parse(text).tree().layout() for text in texts])


def all_pets(text: str, across: int) -> str:
    return side_by_side([pet.to_svg() for pet in Permutation.parse(text).forest()], across)


def side_by_side(drawings: Sequence[str], across: int) -> str:
    """Put drawings into rows of equal cells."""
    sizes = [re.search(r'width="(\d+)" height="(\d+)"', drawing) for drawing in drawings]
    wide = max(int(size[1]) for size in sizes if size)
    high = max(int(size[2]) for size in sizes if size)
    parts = [
        drawing.replace("<svg ", f'<svg x="{i % across * wide}" y="{i // across * high}" ', 1)
        for i, drawing in enumerate(drawings)
    ]
    return picture(wide * min(across, len(drawings)), high * -(-len(drawings) // across), parts)


def picture(width: int, height: int, parts: Sequence[str]) -> str:
    """A picture with the palette of the trees: no script, no font from outside, light and dark."""

    def inks(ground: str) -> str:
        colours = {name: getattr(ink, ground) for name, ink in KINDS.items()}
        colours |= {"ground": getattr(GROUND, ground), "line": getattr(LINE, ground)}
        return "".join(
            f".{name}{{fill:{colour}}}.s-{name}{{stroke:{colour}}}"
            for name, colour in colours.items()
        )

    style = (
        "text{font:15px ui-monospace,Menlo,Consolas,monospace}"
        ".small{font-size:13px}.mid{text-anchor:middle}.end{text-anchor:end}"
        "path,polyline{fill:none;stroke-width:1.8}.thin{stroke-width:1}"
        f"{inks('light')}@media(prefers-color-scheme:dark){{{inks('dark')}}}"
    )
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">'
    )
    ground = '<rect class="ground" width="100%" height="100%" rx="6"/>'
    return "\n".join([opening, f"<style>{style}</style>", ground, *parts, "</svg>"])


def label(x: float, y: float, text: str, classes: str) -> str:
    return f'<text class="{classes}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def ranks_and_order() -> str:
    """One sentence pair with both ways to write its reordering."""
    source = ["Ich", "habe", "das", "Buch", "gelesen"]
    target = ["I", "have", "read", "the", "book"]
    p = Permutation.parse("1 2 4 5 3")
    left, step = 150, 95

    def place(word: int) -> int:
        return left + word * step

    order = p.order.tolist()
    parts = [
        label(18, 35, "ranks", "leaf"),
        label(18, 62, "word", "leaf"),
        label(18, 182, "place", "leaf"),
        label(18, 209, "order", "leaf"),
    ]
    for word, rank in enumerate(p):
        kind = "inverted" if rank != word else "monotone"
        parts.append(f'<path class="s-{kind}" d="M{place(word)} 90L{place(rank)} 146"/>')
    for i in range(len(p)):
        kind = "inverted" if p[i] != i else "monotone"
        parts.append(label(place(i), 35, f"{p[i] + 1}", f"{kind} mid"))
        parts.append(label(place(i), 62, f"{i + 1}", "leaf mid small"))
        parts.append(label(place(i), 80, source[i], "leaf mid"))
        parts.append(label(place(i), 164, target[i], "leaf mid"))
        parts.append(label(place(i), 182, f"{i + 1}", "leaf mid small"))
        kind = "inverted" if order[i] != i else "monotone"
        parts.append(label(place(i), 209, f"{order[i] + 1}", f"{kind} mid"))
    return picture(left + 4 * step + 60, 226, parts)


def block_grid() -> str:
    """The permutation as points, with a frame around every block of two words or more."""
    p = Permutation.parse("2 4 5 6 1 3")
    n, cell, left, top = len(p), 42, 62, 20

    def corner(start: int, high: int) -> tuple[int, int]:
        return left + start * cell, top + (n - high) * cell

    parts = []
    for i in range(n + 1):
        x, y = left + i * cell, top + i * cell
        parts.append(f'<path class="s-line thin" opacity=".35" d="M{x} {top}v{n * cell}"/>')
        parts.append(f'<path class="s-line thin" opacity=".35" d="M{left} {y}h{n * cell}"/>')
    found = sorted(blocks(p), key=lambda block: block[0] - block[1])
    for start, end in found:
        part = p.ranks[start:end]
        x, y = corner(start, int(part.max()) + 1)
        kind = "simple" if end - start == n else "monotone"
        # Frames of nested blocks must not lie on each other.
        inset = 1 if end - start == n else 11 - 3 * (end - start)
        size = (end - start) * cell - 2 * inset
        parts.append(
            f'<rect class="s-{kind}" fill="none" stroke-width="2" x="{x + inset}" y="{y + inset}" '
            f'width="{size}" height="{size}" rx="7"/>'
        )
    for word, rank in enumerate(p):
        x, y = corner(word, rank + 1)
        parts.append(f'<circle class="leaf" cx="{x + cell // 2}" cy="{y + cell // 2}" r="6"/>')
        parts.append(label(x + cell / 2, top + n * cell + 22, f"{word + 1}", "leaf mid"))
        parts.append(label(left - 12, y + cell / 2 + 5, f"{rank + 1}", "leaf end"))
    parts.append(label(left + n * cell / 2, top + n * cell + 46, "word", "leaf mid small"))
    middle = top + n * cell / 2
    parts.append(
        f'<text class="leaf mid small" transform="translate(18 {middle:g}) rotate(-90)">rank</text>'
    )
    return picture(left + n * cell + 20, top + n * cell + 60, parts)


def long_move(n: int, distance: int) -> list[int]:
    """The first word belongs `distance` places further right."""
    return [distance, *range(distance), *range(distance + 1, n)]


def short_swaps(n: int, swaps: int) -> list[int]:
    """The first `swaps` pairs of neighbours are swapped."""
    ranks = list(range(n))
    for i in range(0, 2 * swaps, 2):
        ranks[i], ranks[i + 1] = i + 1, i
    return ranks


def same_wrong_pairs() -> str:
    """How the metrics fall with the number of wrong pairs, made in two ways."""
    n, most = 12, 6
    always_1 = ("pet_size", "max_op", "avg_op", "binary_nodes")
    names = [name for name in metric_names() if name not in always_1]
    lines = {
        "monotone": [permutation_scores(long_move(n, d)) for d in range(most + 1)],
        "inverted": [permutation_scores(short_swaps(n, d)) for d in range(most + 1)],
    }
    across, wide, high, top = 3, 160, 70, 76
    step_x, step_y = wide + 34, high + 52
    parts = [
        '<path class="s-monotone" d="M44 24h34"/>',
        label(88, 29, "the first word belongs d places further right", "monotone"),
        '<path class="s-inverted" stroke-dasharray="6 4" d="M44 47h34"/>',
        label(88, 52, "d pairs of neighbours are swapped", "inverted"),
    ]
    for index, name in enumerate(names):
        x, y = 44 + index % across * step_x, top + 26 + index // across * step_y
        parts.append(label(x, y - 9, name, "leaf"))
        for share in (0, 0.5, 1):
            level = y + (1 - share) * high
            parts.append(f'<path class="s-line thin" opacity=".5" d="M{x} {level:g}h{wide}"/>')
            if index % across == 0 and share != 0.5:
                parts.append(label(x - 8, level + 5, f"{share:g}", "leaf end small"))
        for kind, scores in lines.items():
            points = " ".join(
                f"{x + d * wide / most:g},{y + (1 - score[name]) * high:.1f}"
                for d, score in enumerate(scores)
            )
            dash = ' stroke-dasharray="6 4"' * (kind == "inverted")
            parts.append(f'<polyline class="s-{kind}"{dash} points="{points}"/>')
        if index + across >= len(names):
            parts.append(label(x, y + high + 18, "d = 0", "leaf small"))
            parts.append(label(x + wide, y + high + 18, f"{most}", "leaf end small"))
    rows = -(-len(names) // across)
    return picture(44 + across * step_x - 14, top + rows * step_y + 8, parts)


PICTURES: dict[str, Callable[[], str]] = {
    "ranks-and-order": ranks_and_order,
    "blocks": block_grid,
    "same-wrong-pairs": same_wrong_pairs,
    "tree": lambda: trees("2 4 5 6 1 3"),
    "pets": lambda: all_pets("2 4 5 6 1 3", across=2),
    "pets-inverted": lambda: all_pets("4 3 2 1", across=3),
    "pef-by-hand": lambda: trees("5 7 4 6 3 1 2"),
    "not-primal": lambda: trees("6 2 4 1 5 3"),
}
