"""Permutation trees: how a permutation is built from its smallest parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeAlias

from wordorder import _kernels
from wordorder.errors import InputError, UsageError, expect
from wordorder.output.codec import Bounds, Count, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordorder.drawing.tree import TreeLayout
    from wordorder.permutation.permutation import Permutation

Kind: TypeAlias = Literal["leaf", "monotone", "inverted", "simple"]
Operator: TypeAlias = tuple[int, ...]

KINDS: tuple[Kind, ...] = ("leaf", "monotone", "inverted", "simple")  # as numbered in the kernel

LONGEST_DRAWN_OPERATOR = 8


class _Nodes(NamedTuple):
    """Nodes in pre-order: the children of node i start at i + 1, its subtree ends at skip[i]."""

    kind: Sequence[Kind]
    start: Sequence[int]
    end: Sequence[int]
    low: Sequence[int]
    skip: Sequence[int]


class NodeDocument(NamedTuple):
    """A node of a permutation tree as plain data.

    Attributes:
        kind: The order of the children: monotone, inverted, or simple, a pattern without smaller
            blocks. A leaf is one word.
        operator: The ranks of the children among themselves, counting from 1, as in the papers.
        span: The positions that the node covers: the first, and one past the last.
        values: The ranks that the node covers: the lowest, and one above the highest.
        children: The indices of the children in `nodes`, left to right.
    """

    kind: Kind
    operator: tuple[Annotated[int, Bounds(least=1)], ...]
    span: tuple[Count, Count]
    values: tuple[Count, Count]
    children: tuple[Annotated[int, Bounds(least=1)], ...]


class TreeDocument(NamedTuple):
    """A permutation tree as plain data; all positions and ranks count from 0.

    Attributes:
        schema: The name and version of this format.
        ranks: The position of each word.
        nodes: All nodes, parents before children, left before right; the first is the root.
    """

    schema: Literal["wordorder/tree/1"]
    ranks: tuple[Count, ...]
    nodes: tuple[NodeDocument, ...]


class PermutationTree:
    """The flattened tree of a permutation, or one binarisation of it (a PET).

    Every node covers a block: contiguous words with contiguous ranks. Its operator gives the
    relative order of its children: in order (`monotone`), reversed (`inverted`) or a pattern
    without smaller blocks (`simple`, four or more children).

    Examples:
        >>> from wordorder import Permutation
        >>> tree = Permutation.parse("⟨2, 4, 5, 6, 1, 3⟩").tree()
        >>> print(tree.to_brackets())
        (⟨2,4,1,3⟩ 2 (⟨1,2,3⟩ 4 5 6) 1 3)
        >>> tree.root.kind, tree.root.operator
        ('simple', (2, 4, 1, 3))
        >>> print(tree.pet("left").to_brackets())
        (⟨2,4,1,3⟩ 2 (⟨1,2⟩ (⟨1,2⟩ 4 5) 6) 1 3)
    """

    __slots__ = ("_nodes", "_permutation")

    def __init__(self, permutation: Permutation) -> None:
        from wordorder.permutation.permutation import Permutation

        expect(permutation, Permutation, "permutation")
        if not len(permutation):
            raise InputError("a permutation of no words has no tree")
        nodes = _kernels.flattened_tree(permutation.ranks)
        self._permutation = permutation
        self._nodes = _Nodes(
            [KINDS[k] for k in nodes.kind.tolist()],
            nodes.start.tolist(),
            nodes.end.tolist(),
            nodes.low.tolist(),
            nodes.skip.tolist(),
        )

    @property
    def permutation(self) -> Permutation:
        """The permutation of this tree."""
        return self._permutation

    @property
    def root(self) -> TreeNode:
        """The node that covers all words."""
        return TreeNode(self, 0)

    def nodes(self) -> Iterator[TreeNode]:
        """Iterate over all nodes, parents before children, left before right."""
        return (TreeNode(self, index) for index in range(len(self)))

    def __len__(self) -> int:
        return len(self._nodes.kind)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PermutationTree):
            return NotImplemented
        return self._permutation == other._permutation and self._nodes == other._nodes

    def __getstate__(self) -> object:
        return object.__getstate__(self)  # explicit, as the oldest protocols do not support slots

    def __hash__(self) -> int:
        return hash((self._permutation, tuple(self._nodes.skip)))

    def pet(self, branching: Literal["left", "right"] = "left") -> PermutationTree:
        """Return the PET whose monotone and inverted nodes all branch to one side."""
        if branching not in ("left", "right"):
            raise UsageError(f"branching must be 'left' or 'right', not {branching!r}")
        side = -1 if branching == "left" else 0
        return self._binarized(lambda splits: splits[side])

    def _binarized(self, choose: Callable[[range], int]) -> PermutationTree:
        """Binarise every linear node, splitting where `choose` says.

        `choose` is called in pre-order for each run of siblings; it gets the possible first
        siblings of the right part and returns one.
        """
        nodes = self._nodes
        made: list[tuple[Kind, int, int]] = []
        runs: list[tuple[Kind, list[int], int, int]] = [("leaf", [0], 0, 1)]
        while runs:
            kind, siblings, first, end = runs.pop()
            node = siblings[first]
            if end - first > 1:
                made.append((kind, nodes.start[node], nodes.end[siblings[end - 1]]))
                split = choose(range(first + 1, end))
                runs.append((kind, siblings, split, end))
                runs.append((kind, siblings, first, split))
            elif nodes.kind[node] in ("monotone", "inverted"):
                children = self._children(node)
                runs.append((nodes.kind[node], children, 0, len(children)))
            else:
                made.append((nodes.kind[node], nodes.start[node], nodes.end[node]))
                runs += [("leaf", [child], 0, 1) for child in reversed(self._children(node))]
        tree = PermutationTree.__new__(PermutationTree)
        tree._permutation = self._permutation
        tree._nodes = _from_spans(self._permutation, made)
        return tree

    def _children(self, node: int) -> list[int]:
        skip = self._nodes.skip
        children = []
        child = node + 1
        while child < skip[node]:
            children.append(child)
            child = skip[child]
        return children

    def _operator(self, node: int) -> Operator:
        kind, children = self._nodes.kind[node], self._children(node)
        if kind == "inverted":
            return tuple(range(len(children), 0, -1))
        if kind != "simple":
            return tuple(range(1, len(children) + 1))
        ranks = [0] * len(children)
        by_value = sorted(range(len(children)), key=lambda i: self._nodes.low[children[i]])
        for rank, child in enumerate(by_value, start=1):
            ranks[child] = rank
        return tuple(ranks)

    def _label(self, node: int) -> str:
        if self._nodes.kind[node] == "leaf":
            return str(self._nodes.low[node] + 1)
        return f"⟨{','.join(map(str, self._operator(node)))}⟩"

    def _drawn_label(self, node: int) -> str:
        """Shorten long operators: in a drawing the children show how many there are."""
        operator = self._operator(node)
        if len(operator) <= LONGEST_DRAWN_OPERATOR:
            return self._label(node)
        if self._nodes.kind[node] == "simple":
            return f"⟨{','.join(map(str, operator[:6]))},…⟩"
        return f"⟨{operator[0]},…,{operator[-1]}⟩"

    def _bracketed(self, opening: str, closing: str, leaf: str) -> str:
        """Write the tree with a template per event, without recursion, as trees may be deep."""
        parts: list[str] = []
        open_ends: list[int] = []
        for node in range(len(self)):
            while open_ends and open_ends[-1] <= node:
                parts[-1] += closing
                open_ends.pop()
            if self._nodes.kind[node] == "leaf":
                parts.append(leaf.format(self._label(node)))
            else:
                parts.append(opening.format(self._label(node)))
                open_ends.append(self._nodes.skip[node])
        return " ".join(parts) + closing * len(open_ends)

    def to_brackets(self) -> str:
        """Write the tree as one line of brackets, ranks counting from 1."""
        return self._bracketed("({}", ")", "{}")

    def to_latex(self) -> str:
        """Write the tree for the LaTeX package `forest`."""
        text = self._bracketed("[{{${}$}}", "]", "[{}]")
        text = text.replace("⟨", r"\langle ").replace("⟩", r" \rangle")
        return f"\\begin{{forest}}\n{text}\n\\end{{forest}}"

    def document(self) -> TreeDocument:
        """Return the tree as a flat list of nodes with the indices of their children."""
        nodes = (
            NodeDocument(
                node.kind,
                node.operator,
                (node.span.start, node.span.stop),
                (node.value_range.start, node.value_range.stop),
                tuple(self._children(index)),
            )
            for index, node in enumerate(self.nodes())
        )
        return TreeDocument("wordorder/tree/1", tuple(self._permutation), tuple(nodes))

    def to_dict(self) -> dict[str, Any]:
        """Return the `document` for JSON.

        The documentation has the JSON Schema, `tree.schema.json`. The list of nodes is flat
        because JSON readers fail on deep nesting.
        """
        document: dict[str, Any] = encode(self.document())
        return document

    def layout(self) -> TreeLayout:
        """Lay out the nodes for drawing."""
        from wordorder.drawing.tree import layout_tree

        labels = [self._drawn_label(node) for node in range(len(self))]
        return layout_tree(labels, self._nodes.kind, self._nodes.skip)

    def to_svg(self) -> str:
        """Draw the tree as an SVG picture."""
        return self.layout().to_svg()

    def to_text(self, *, width: int = 80, color: bool = False) -> str:
        """Draw the tree with box-drawing characters, as an outline if it is too wide.

        Raises:
            UsageError: The width is not a number of at least 1.
        """
        from wordorder.drawing.measuring import check_width

        check_width(width)
        return self.layout().to_text(width=width, color=color)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<PermutationTree {self.to_brackets()}>"

    def _repr_svg_(self) -> str:
        return self.to_svg()


class TreeNode:
    """A node of a permutation tree, created on demand."""

    __slots__ = ("_index", "_tree")

    def __init__(self, tree: PermutationTree, index: int) -> None:
        self._tree = tree
        self._index = index

    def __getstate__(self) -> object:
        return object.__getstate__(self)  # explicit, as the oldest protocols do not support slots

    @property
    def kind(self) -> Kind:
        """`leaf`, `monotone`, `inverted` or `simple`."""
        return self._tree._nodes.kind[self._index]

    @property
    def operator(self) -> Operator:
        """The ranks of the children among themselves, counting from 1; empty for a leaf."""
        return self._tree._operator(self._index)

    @property
    def span(self) -> range:
        """The positions covered by the node."""
        return range(self._tree._nodes.start[self._index], self._tree._nodes.end[self._index])

    @property
    def value_range(self) -> range:
        """The ranks covered by the node."""
        low = self._tree._nodes.low[self._index]
        return range(low, low + len(self.span))

    @property
    def children(self) -> tuple[TreeNode, ...]:
        """The child nodes, left to right."""
        return tuple(TreeNode(self._tree, child) for child in self._tree._children(self._index))

    def __repr__(self) -> str:
        return f"<TreeNode {self._tree._label(self._index)} over {self.span}>"


def _from_spans(permutation: Permutation, spans: list[tuple[Kind, int, int]]) -> _Nodes:
    """Rebuild the pre-order arrays from the nodes' kinds and spans, in pre-order."""
    ranks = permutation.ranks.tolist()
    low = [ranks[start] for _, start, _ in spans]
    skip = [len(spans)] * len(spans)
    path: list[int] = []
    for index, (_, start, _) in enumerate(spans):
        while path and spans[path[-1]][2] <= start:
            _close(path, index, skip, low)
        path.append(index)
    while path:
        _close(path, len(spans), skip, low)
    kind, starts, ends = zip(*spans, strict=True)
    return _Nodes(list(kind), list(starts), list(ends), low, skip)


def _close(path: list[int], behind: int, skip: list[int], low: list[int]) -> None:
    node = path.pop()
    skip[node] = behind
    if path:
        low[path[-1]] = min(low[path[-1]], low[node])
