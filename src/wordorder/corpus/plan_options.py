"""The options of a plan, as they are given by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from wordorder.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike

    from wordorder.alignment import LinkReading
    from wordorder.preordering import RuleSet
    from wordorder.scoring import FittedPreset, Preset


class PlanOptions(TypedDict, total=False):
    """What to compute, and from which columns; every option may be left out.

    A role without a given column takes the column of its own name, if there is one; the empty name
    stands for no column.

    Attributes:
        metrics: Outputs and groups of them (flat, tree, ordering, reordering, preordering, all), as
            a list or with commas between them; by default the ordering metrics, what links tell of
            reordering, and scores of pre-ordering if there are rules.
        links: The column of links; like the other roles, see `CorpusColumns`.
        source: The column of source sentences.
        target: The column of target sentences.
        permutation: The column of permutations.
        tree: The column of dependency trees.
        reference: The column of references.
        hypothesis: The column of hypotheses.
        aligner: The file of a saved aligner (`Ibm1Model.save`), which links source and target.
        rules: Rules for pre-ordering, whose orders are scored: a built-in set, or a file.
        lang: The language of reference and hypothesis.
        tokenize: The tokeniser; by default that of the language for reference and hypothesis, and
            none for source and target.
        preset: The combined score of reference and hypothesis.
        reading: How links are written, and which of them to use.
    """

    metrics: str | Iterable[str] | None
    links: str | None
    source: str | None
    target: str | None
    permutation: str | None
    tree: str | None
    reference: str | None
    hypothesis: str | None
    aligner: str | PathLike[str] | None
    rules: RuleSet | str | PathLike[str] | None
    lang: str | None
    tokenize: str | None
    preset: str | PathLike[str] | Preset | FittedPreset | None
    reading: LinkReading


def refuse_unknown_options(options: Mapping[str, object]) -> None:
    """Refuse what is not an option.

    Raises:
        UsageError: There is such a name.

    Examples:
        >>> refuse_unknown_options({"metric": "kendall"})
        Traceback (most recent call last):
        wordorder.errors.UsageError: unknown option 'metric': did you mean 'metrics'?
    """
    known = PlanOptions.__annotations__
    for name in options:
        if name not in known:
            raise UsageError.unknown("option", name, known)
