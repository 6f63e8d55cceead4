"""Rules applied to parses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.preordering.compiled import CompiledRules

if TYPE_CHECKING:
    from wordorder.permutation import PermutationBatch
    from wordorder.preordering.rules import RuleSet
    from wordorder.syntax import DependencyBatch


def reorder(trees: DependencyBatch, rules: RuleSet) -> PermutationBatch:
    """Put the words of each sentence in the order that the rules ask for.

    Arcs of non-projective trees are lifted first, so every subtree that is contiguous in the source
    stays contiguous.

    Returns:
        The rank of each word in the new order.
    """
    return CompiledRules(rules).arrange(trees).orders
