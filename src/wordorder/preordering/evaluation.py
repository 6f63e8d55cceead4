"""Parsers and rules judged by the orders of aligned translations."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

import numpy as np

from wordorder.alignment import PHARAOH, AlignmentBatch, LinkReading
from wordorder.errors import UsageError, WordorderWarning, argument, expect
from wordorder.ordering import select_metrics
from wordorder.output import as_meter, counted, number_text, signature
from wordorder.preordering.applying import reorder
from wordorder.preordering.builtin_sets import rule_set
from wordorder.preordering.evaluation_inputs import EvaluationInputs
from wordorder.preordering.evaluation_parts import COMPLETE, LINKED, ORACLE, System
from wordorder.preordering.evaluation_result import PreorderingEvaluation
from wordorder.preordering.evaluation_scores import (
    ceilings,
    correlations_of_alignments,
    describe_parsers,
    estimates,
    has_oracle,
    resample,
    sentence_scores,
    tests_of_pairs,
)
from wordorder.statistics import Resampling
from wordorder.syntax import DependencyBatch
from wordorder.text import names_of_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wordorder.arrays import Floats
    from wordorder.output import Meter
    from wordorder.preordering.inputs import Links, Parses
    from wordorder.preordering.rules import RuleSet
    from wordorder.text import Input

    Rules: TypeAlias = Input | RuleSet

_USUAL = Resampling()
_DEFAULT_METRICS = ("fuzzy", "kendall")
_Given = TypeVar("_Given")


def evaluate_preordering(
    parses: Mapping[str, Parses] | Parses,
    alignments: Mapping[str, Links] | Links,
    rules: Sequence[Rules] | Rules,
    *,
    metrics: str | Iterable[str] = _DEFAULT_METRICS,
    gold: Parses | None = None,
    text: Input | None = None,
    reading: LinkReading = PHARAOH,
    resampling: Resampling = _USUAL,
    holm: bool = False,
    progress: bool | Meter = False,
) -> PreorderingEvaluation:
    r"""Judge parsers and rules by the order of the source words in aligned translations.

    No translation is run: each set of rules puts the words of each parse in a new order, which is
    compared with the order of the same words in the translation. A score is the mean over the
    sentences that have links, of a metric over all words and over the words with links. Intervals
    and tests of all pairs of systems come from a bootstrap over sentences.

    Args:
        parses: The dependency parses of the source, by the name of the parser, or those of a
            single one: files in CoNLL-U, streams, columns of Arrow, or batches of trees.
        alignments: The links of the source with its translation, by name, or those of a single
            alignment, such as a manual and an automatic one.
        rules: The sets of rules: names of built-in ones, files, or sets already read.
        metrics: Ordering metrics; the first leads.
        gold: The right parses, to report attachment and tagging accuracy as well.
        text: The source text, to check that the parses have the same words.
        reading: The format of the alignments, and which links to use.
        resampling: Options of the bootstrap.
        holm: Whether to correct p-values for the number of pairs.
        progress: Whether to show progress.

    Raises:
        InputError: A file cannot be read, or files do not belong together.
        UsageError: An argument is invalid.

    Examples:
        >>> import io
        >>> from wordorder.preordering import Entry, Rule, RuleSet, WordTest
        >>> row = "{0}\t{1}\t_\t_\t_\t_\t{2}\t{3}\t_\t_\n"
        >>> words = ("we", 2, "nsubj"), ("see", 0, "root"), ("it", 2, "obj")
        >>> parse = "".join(row.format(n, *word) for n, word in enumerate(words, start=1))
        >>> last = Rule(WordTest(), (Entry(("*",)), Entry(("self",))), "heads last")
        >>> sets = [RuleSet("none", ()), RuleSet("head-final", (last,))]
        >>> links = io.StringIO("0-0 1-2 2-1\n")
        >>> result = evaluate_preordering(io.StringIO(parse), links, sets)
        >>> round(result.value("none", "kendall"), 3), result.value("head-final", "kendall")
        (0.667, 1.0)

    References:
        Talbot et al. (2011), A Lightweight Evaluation Framework for Machine Translation
        Reordering.
    """
    names = select_metrics(metrics)
    if not names:
        raise UsageError(f"{argument('metrics')} is empty: give at least one")
    expect(reading, LinkReading, "reading")
    expect(resampling, Resampling, "resampling")
    expect(holm, bool, "holm")
    sets = _rule_sets(rules)
    inputs = EvaluationInputs.read(
        _named(parses, "parses", DependencyBatch, "parser"),
        _named(alignments, "alignments", AlignmentBatch, "alignment"),
        gold,
        text,
        reading,
    )
    systems = _systems(list(inputs.trees), sets, names)
    judged = sum(system.rules is not None for system in systems)
    resampling = _enough(resampling, comb(judged, 2), holm=holm)
    steps = len(systems) * inputs.sentences + resampling.resamples
    with as_meter(progress)("evaluating", steps) as advance:
        scores = _all_scores(inputs, sets, names, advance)
        drawn = resample(scores, resampling, advance)
    return PreorderingEvaluation(
        signature=_signature(names, sets, reading, resampling, gold is not None, holm),
        sentence_count=inputs.sentences,
        confidence=resampling.confidence,
        holm=holm,
        parsers=describe_parsers(inputs, resampling),
        systems=systems,
        references=inputs.reference_data(),
        measures=tuple(name + end for end in ("", LINKED) for name in (*names, COMPLETE)),
        scores=estimates(drawn, len(scores)),
        tests=tests_of_pairs(drawn, len(scores), judged),
        correlations=correlations_of_alignments(scores[:, :judged], resampling),
        numbers=np.arange(1, inputs.sentences + 1),
        sentences=scores,
    )


def _all_scores(
    inputs: EvaluationInputs,
    sets: Sequence[RuleSet],
    metrics: Sequence[str],
    advance: Callable[[int], None],
) -> Floats:
    """Score each sentence by each alignment, for all systems and then for all oracles."""
    found = []
    for trees in inputs.trees.values():
        for rules in sets:
            orders = reorder(trees, rules)
            found.append(
                [sentence_scores(orders, one, metrics) for one in inputs.references.values()]
            )
            advance(len(trees))
    if has_oracle(metrics):
        for trees in inputs.trees.values():
            found.append([ceilings(trees, one, metrics) for one in inputs.references.values()])
            advance(len(trees))
    return np.stack(found, axis=1)


def _named(
    given: Mapping[str, _Given] | _Given, name: str, batch: type, alone: str
) -> Mapping[str, _Given]:
    if isinstance(given, Mapping):
        if not given:
            raise UsageError(f"{argument(name)} is empty: give at least one file")
        for one in given:
            expect(one, str, name)
        return given
    if isinstance(given, batch):
        return {alone: given}
    return {names_of_files([given])[0]: given}  # type: ignore[list-item]


def _rule_sets(rules: Sequence[Rules] | Rules) -> list[RuleSet]:
    given = rules if isinstance(rules, (list, tuple)) else [cast("Rules", rules)]
    if not given:
        raise UsageError(f"{argument('rules')} is empty: give at least one set")
    sets = [rule_set(one) for one in given]
    names = [one.name for one in sets]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"two sets of rules are called {twice!r}: give one of them another name")
    return sets


def _systems(
    parsers: Sequence[str], sets: Sequence[RuleSet], metrics: Sequence[str]
) -> tuple[System, ...]:
    """Name each parser with each set of rules by what tells them apart; then the oracles."""

    def name(parser: str, rules: str) -> str:
        if len(parsers) == 1:
            return rules
        return parser if len(sets) == 1 and rules != ORACLE else f"{parser}/{rules}"

    made = [System(name(parser, one.name), parser, one.name) for parser in parsers for one in sets]
    if has_oracle(metrics):
        made += [System(name(parser, ORACLE), parser, None) for parser in parsers]
    names = [system.name for system in made]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(
            f"two systems would be called {twice!r}: rename a parser or a set of rules"
        )
    return tuple(made)


def _enough(resampling: Resampling, pairs: int, *, holm: bool) -> Resampling:
    """With more resamples if Holm's correction could otherwise never find a difference."""
    used = resampling.enough_for(pairs) if holm and pairs else resampling
    level = number_text(used.alpha)
    if used.resamples > resampling.resamples:
        told = (
            f"resamples raised from {resampling.resamples:,} to {used.resamples:,}: the smallest p "
            f"after Holm's correction over {counted(pairs, 'pair')} is then "
            f"{pairs / (used.resamples + 1):.2g}"
        )
    elif pairs and not used.can_reject(pairs if holm else 1):
        told = f"{counted(used.resamples, 'resample')}: too few for any verdict at {level}"
    else:
        return used
    warnings.warn(WordorderWarning(told), stacklevel=3)
    return used


def _signature(
    metrics: Sequence[str],
    sets: Sequence[RuleSet],
    reading: LinkReading,
    resampling: Resampling,
    with_gold: bool,
    holm: bool,
) -> str:
    parts = [
        "order:reference",
        f"metrics:{'+'.join(metrics)}",
        f"rules:{'+'.join(re.sub('[|+]', '_', one.signature) for one in sets)}",
        *reading.signature,
        *(["las:conll18"] if with_gold else []),
        f"test:bootstrap{'+holm' * holm}",
        resampling.signature,
    ]
    return signature(parts)
