"""Dependency trees before and after reordering, ready to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.alignment.drawings import chosen_lines
from wordorder.alignment.link_reading import PHARAOH, LinkReading
from wordorder.drawing.reordering import (
    ReferencePlace,
    ReorderingDrawing,
    ReorderingDrawings,
    ReorderingLayout,
    layout_reordering,
)
from wordorder.errors import InputError, expect
from wordorder.ordering.mending import misplaced_words
from wordorder.ordering.scores import as_permutation
from wordorder.output.console import visible
from wordorder.output.wording import counted
from wordorder.preordering.applying import reorder
from wordorder.preordering.inputs import read_parses, read_references
from wordorder.preordering.rules.files import rule_set
from wordorder.preordering.rules.label_schemes import warn_of_other_labels
from wordorder.preordering.rules.rules import RuleSet
from wordorder.syntax.dependency import DependencyBatch, DependencyTree
from wordorder.text.source import Input, refuse_reused, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from wordorder.output.progress import Meter
    from wordorder.permutation.batch import PermutationBatch
    from wordorder.permutation.permutation import Permutation
    from wordorder.preordering.references import ReferenceOrders
    from wordorder.syntax.parsing import Parser

FIRST_LINES = 5
"""The number of sentences drawn by default."""
_METRIC = "fuzzy"


def draw_reorderings(
    parses: Input,
    rules: Input | RuleSet,
    *,
    links: Input | None = None,
    reading: LinkReading = PHARAOH,
    parser: str | Parser | None = None,
    lines: str | Iterable[int] | None = None,
    progress: bool | Meter = False,
) -> ReorderingDrawings:
    r"""Lay out sentences with their trees, before and after reordering, to draw them.

    Args:
        parses: The dependency trees as CoNLL-U; with `parser`, a text.
        rules: The rules: a set, the name of a built-in one, or a file.
        links: The links with a translation. Words are then drawn with their places in the reference
            order, and sentences with their scores.
        reading: The format of the links, and which to use.
        parser: As in `parse_texts`.
        lines: The sentences to draw, such as "3,7-9"; by default the first five.
        progress: Whether to show the progress of the parser.

    Raises:
        InputError: A file cannot be read, the links do not fit the parses, or there is no such
            sentence.
        MissingExtraError: The parser is not installed.
        UsageError: The arguments conflict.

    Examples:
        >>> import io
        >>> parses = io.StringIO(
        ...     "1\tWe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
        ...     "2\teat\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
        ...     "3\trice\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n"
        ... )
        >>> links = io.StringIO("0-0 1-2 2-1\n")
        >>> print(draw_reorderings(parses, "head-final-after", links=links).to_text(width=58))
        sentence 1: 3 words, 1 moved; fuzzy: all words 1.000
        (source order 0.000), linked words 1.000 (source order
        0.000)
        <BLANKLINE>
                        source             new order
        ┌─▶  nsubj  PRON    We ⠤⠤⠤⠤⠤⠤⠤⠤ 1  We   ◀───┐
        ├──  root   VERB   eat ⠤⣀⣀  ⣀⣀⠤ 2  rice ◀─┐ │
        └─▶  obj    NOUN  rice ⠤⠒⠒⠉⠉⠒⠒⠤ 3  eat  ──┴─┘
        <BLANKLINE>
    """
    chosen = None if lines is None else chosen_lines(lines)
    chosen_rules = rule_set(rules)
    refuse_reused(parses, links)
    trees = read_parses(parses, parser, progress=progress)
    wanted = chosen or tuple(range(1, min(FIRST_LINES, len(trees)) + 1))
    if wanted[-1] > len(trees):
        problem = f"no sentence {wanted[-1]}; there are {len(trees):,}"
        raise InputError(f"{visible(shown_name(parses))}: {problem}")
    orders = reorder(trees, chosen_rules)
    warn_of_other_labels(trees, chosen_rules)
    compared = None
    if links is not None:
        references = read_references(links, trees, reading, parses=parses)
        compared = _ComparedOrders.of(trees, orders, references)
    drawings = []
    for line in wanted:
        tree, order = trees[line - 1], orders[line - 1]
        moved = len(misplaced_words(order))
        title = f"sentence {line}: {counted(len(tree), 'word')}, {moved} moved"
        if compared is None:
            layout = draw_reordering(tree, order)
        else:
            title += f"; {compared.scores_text(line - 1)}"
            layout = compared.layout(line - 1, tree, order)
        drawings.append(ReorderingDrawing(title, layout))
    return ReorderingDrawings(tuple(drawings), more=chosen is None and len(trees) > len(wanted))


def draw_reordering(
    tree: DependencyTree,
    order: Permutation | ArrayLike,
    reference: Permutation | ArrayLike | None = None,
    linked: Sequence[bool] | None = None,
) -> ReorderingLayout:
    r"""Lay out one tree, before and after reordering.

    Args:
        tree: The tree.
        order: The rank of each word in the new order.
        reference: The rank of each word in the reference order, if there is one.
        linked: Whether each word has a link with the translation; by default all have.

    Raises:
        InputError: The tree is too large, or an order has a different number of words.
        UsageError: `tree` is not a `DependencyTree`.

    Examples:
        >>> from wordorder import Permutation
        >>> from wordorder.syntax import DependencyTree
        >>> tree = DependencyTree.parse(
        ...     "1\tWe\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n"
        ...     "2\teat\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
        ...     "3\trice\t_\tNOUN\t_\t_\t2\tobj\t_\t_\n"
        ... )
        >>> print(draw_reordering(tree, Permutation([0, 2, 1])).to_text(width=50, color=False))
                        source          new order
        ┌─▶  nsubj  PRON    We ⠤⠤⠤⠤⠤⠤⠤⠤ We   ◀───┐
        ├──  root   VERB   eat ⠤⣀⣀  ⣀⣀⠤ rice ◀─┐ │
        └─▶  obj    NOUN  rice ⠤⠒⠒⠉⠉⠒⠒⠤ eat  ──┴─┘
    """
    expect(tree, DependencyTree, "tree")
    tree.refuse_to_draw()
    order = as_permutation(order)
    ranks = None if reference is None else as_permutation(reference).ranks.tolist()
    flags = [True] * len(tree) if linked is None else [bool(flag) for flag in linked]
    for column in (order, ranks, flags):
        if column is not None and len(column) != len(tree):
            words = counted(len(column), "word")
            raise InputError(f"an order of {words} does not fit a tree of {len(tree)}")
    places = None if ranks is None else list(map(ReferencePlace, ranks, flags))
    return layout_reordering(
        list(map(visible, tree.words)),
        list(map(visible, tree.tags)),
        tree.heads.tolist(),
        list(map(visible, tree.deprels)),
        order.ranks.tolist(),
        misplaced_words(order),
        places,
    )


class _ComparedOrders(NamedTuple):
    """New orders compared with reference orders.

    Attributes:
        references: The reference orders.
        relative: The new orders relative to the reference orders.
        scores: For all and for linked words: the score of each sentence in the new order and in the
            source order.
    """

    references: ReferenceOrders
    relative: PermutationBatch
    scores: dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]

    @classmethod
    def of(
        cls, trees: DependencyBatch, orders: PermutationBatch, references: ReferenceOrders
    ) -> _ComparedOrders:
        source = reorder(trees, RuleSet("none", ()))
        scores = {}
        for words, linked_only in {"all words": False, "linked words": True}.items():
            new, old = (
                references.scores(each, _METRIC, linked_only=linked_only)
                for each in (orders, source)
            )
            scores[words] = new, old
        return cls(references, references.relative(orders), scores)

    def layout(self, row: int, tree: DependencyTree, order: Permutation) -> ReorderingLayout:
        """Lay out a sentence, with the reference order if any word has a link."""
        by_place = self.relative[row].ranks
        if not by_place.size:
            return draw_reordering(tree, order)
        first = int(self.references.lengths[:row].sum())
        linked = self.references.linked[first : first + len(by_place)].tolist()
        return draw_reordering(tree, order, by_place[order.ranks], linked)

    def scores_text(self, row: int) -> str:
        """Return the scores of a sentence as text."""
        if np.isnan(self.scores["all words"][0][row]):
            return "no links"
        parts = (
            f"{words} {new[row]:.3f} (source order {old[row]:.3f})"
            for words, (new, old) in self.scores.items()
        )
        return f"{_METRIC}: {', '.join(parts)}"
