"""Parsers and rules judged by the orders of aligned translations."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

import numpy as np

from wordorder.alignment import PHARAOH, AlignmentBatch, LinkReading
from wordorder.errors import InputError, UsageError, WordorderWarning, argument, expect
from wordorder.ordering import ordering_scores, select_metrics
from wordorder.output import Estimate, as_meter, counted, number_text, signature, visible
from wordorder.preordering.applying import reorder
from wordorder.preordering.evaluation_parts import (
    COMPLETE,
    LINKED,
    PairTests,
    Parser,
    ReferenceData,
    System,
)
from wordorder.preordering.evaluation_result import PreorderingEvaluation
from wordorder.preordering.inputs import (
    read_parses,
    read_references,
    refuse_other_text,
    refuse_other_words,
)
from wordorder.preordering.parse_accuracy import ACCURACIES, accuracy_statistics
from wordorder.preordering.reference_agreement import sentence_correlation
from wordorder.preordering.rules import RuleSet
from wordorder.statistics import Resampling, bootstrap, compare_pairs, ratio
from wordorder.statistics import holm as corrected_by_holm
from wordorder.syntax import DependencyBatch
from wordorder.text import names_of_files, refuse_reused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wordorder.arrays import Floats
    from wordorder.output import Meter
    from wordorder.permutation import PermutationBatch
    from wordorder.preordering.inputs import Links, Parses
    from wordorder.preordering.references import ReferenceOrders
    from wordorder.statistics import BootstrapResult
    from wordorder.text import Input

    Rules: TypeAlias = RuleSet

_USUAL = Resampling()
_DEFAULT_METRICS = ("fuzzy", "kendall")
_ORACLE = "oracle"
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
        rules: The sets of rules.
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
        >>> result.value("none", "kendall"), result.value("head-final", "kendall")
        (0.6666666666666666, 1.0)

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
    inputs = _Inputs.read(
        _named(parses, "parses", DependencyBatch, "parser"),
        _named(alignments, "alignments", AlignmentBatch, "alignment"),
        gold,
        text,
        reading,
    )
    systems = _systems(list(inputs.trees), sets)
    resampling = _enough(resampling, comb(len(systems), 2), holm=holm)
    measures = tuple(name + end for end in ("", LINKED) for name in (*names, COMPLETE))
    steps = len(systems) * len(inputs.references) * inputs.sentences + resampling.resamples
    with as_meter(progress)("evaluating", steps) as advance:
        scores = np.stack(
            [
                _judged(inputs, reorder(trees, one), names, advance)
                for trees in inputs.trees.values()
                for one in sets
            ],
            axis=1,
        )
        drawn = _drawn(scores, resampling, advance)
    return PreorderingEvaluation(
        signature=_signature(names, sets, reading, resampling, gold is not None, holm),
        sentence_count=inputs.sentences,
        confidence=resampling.confidence,
        holm=holm,
        parsers=_parsers(inputs, resampling),
        systems=systems,
        references=inputs.reference_data(),
        measures=measures,
        scores=_estimates(drawn, scores.shape),
        tests=_tests(drawn, scores.shape) if len(systems) > 1 else None,
        correlations=_correlations(scores, resampling),
        numbers=np.arange(1, inputs.sentences + 1),
        sentences=scores,
    )


class _Inputs(NamedTuple):
    """What was read, all of it for the same words."""

    trees: Mapping[str, DependencyBatch]
    references: Mapping[str, ReferenceOrders]
    gold: DependencyBatch | None

    @classmethod
    def read(
        cls,
        parses: Mapping[str, Parses],
        alignments: Mapping[str, Links],
        gold: Parses | None,
        text: Input | None,
        reading: LinkReading,
    ) -> _Inputs:
        refuse_reused(*parses.values(), *alignments.values(), gold, text)
        trees = {name: read_parses(one) for name, one in parses.items()}
        first, found = next(iter(parses.values())), next(iter(trees.values()))
        for name, one in list(parses.items())[1:]:
            refuse_other_words(first, found, one, trees[name])
        if text is not None:
            refuse_other_text(text, first, found)
        right = None if gold is None else read_parses(gold)
        if gold is not None and right is not None:
            refuse_other_words(first, found, gold, right)
        references = {
            name: read_references(one, found, reading, parses=first)
            for name, one in alignments.items()
        }
        for name, orders in references.items():
            if not orders.linked.any():
                raise InputError(
                    f"{visible(name)}: no word has a link, so there is no order to compare with"
                )
        return cls(trees, references, right)

    @property
    def sentences(self) -> int:
        return len(next(iter(self.trees.values())))

    def reference_data(self) -> tuple[ReferenceData, ...]:
        return tuple(
            ReferenceData(
                name,
                words=len(one.linked),
                linked=int(one.linked.sum()),
                undefined=int((one.orders.lengths == 0).sum()),
            )
            for name, one in self.references.items()
        )


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
    given = [rules] if isinstance(rules, RuleSet) else rules
    expect(given, (list, tuple), "rules")
    if not given:
        raise UsageError(f"{argument('rules')} is empty: give at least one set")
    for one in given:
        expect(one, RuleSet, "rules")
    names = [one.name for one in given]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"two sets of rules are called {twice!r}: give one of them another name")
    return list(given)


def _systems(parsers: Sequence[str], sets: Sequence[RuleSet]) -> tuple[System, ...]:
    """Name each parser with each set of rules by what tells them apart."""

    def name(parser: str, rules: str) -> str:
        if len(parsers) == 1:
            return rules
        return parser if len(sets) == 1 else f"{parser}/{rules}"

    made = tuple(
        System(name(parser, one.name), parser, one.name) for parser in parsers for one in sets
    )
    names = [system.name for system in made]
    if len(set(names)) < len(names):
        raise UsageError(f"two systems are called {max(names, key=names.count)!r}: rename one")
    return made


def _judged(
    inputs: _Inputs,
    orders: PermutationBatch,
    metrics: Sequence[str],
    advance: Callable[[int], None],
) -> Floats:
    """The scores of each sentence, of shape (alignments, sentences, measures)."""
    found = []
    for references in inputs.references.values():
        columns: list[Floats] = []
        for linked_only in (False, True):
            relative = references.judge(orders, linked_only=linked_only)
            scores = ordering_scores(relative.values, relative.offsets, metrics)
            columns += [*scores.values(), _complete(relative)]
        found.append(np.stack(columns, axis=-1))
        advance(len(orders))
    return np.stack(found)


def _complete(relative: PermutationBatch) -> Floats:
    """1 for each row in the right order, 0 for any other, NaN without words."""
    lengths = relative.lengths
    row = np.repeat(np.arange(len(relative)), lengths)
    places = np.arange(len(relative.values)) - relative.offsets[row]
    wrong = np.bincount(row[relative.values != places], minlength=len(relative))
    return np.where(lengths == 0, np.nan, wrong == 0)


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


def _drawn(
    scores: Floats, resampling: Resampling, advance: Callable[[int], None]
) -> BootstrapResult:
    """Resample sentences, with alignments and measures side by side."""
    alignments, systems, sentences, measures = scores.shape
    items = scores.transpose(1, 2, 0, 3).reshape(systems, sentences, alignments * measures)
    return bootstrap(items, **resampling.keywords, on_resamples=advance)


def _estimates(drawn: BootstrapResult, shape: tuple[int, ...]) -> Floats:
    alignments, systems, _, measures = shape
    found = np.stack([drawn.observed, drawn.low, drawn.high], axis=-1)
    return np.ascontiguousarray(found.reshape(systems, alignments, measures, 3).swapaxes(0, 1))


def _tests(drawn: BootstrapResult, shape: tuple[int, ...]) -> PairTests:
    alignments, _, _, measures = shape
    paired = compare_pairs(drawn)
    # The second minus the first: "B is better than A" is a positive difference.
    flipped = (0 - one for one in (paired.difference, paired.high, paired.low))
    figures = (*flipped, paired.p_value, corrected_by_holm(paired.p_value))
    return PairTests(paired.pairs, *(one.reshape(-1, alignments, measures) for one in figures))


def _correlations(scores: Floats, resampling: Resampling) -> Floats:
    measures = scores.shape[-1]
    found = [
        sentence_correlation(first[..., measure], second[..., measure], resampling)
        for first, second in combinations(scores, 2)
        for measure in range(measures)
    ]
    return np.array(found).reshape(-1, measures, 4)


def _parsers(inputs: _Inputs, resampling: Resampling) -> tuple[Parser, ...]:
    found = []
    for name, trees in inputs.trees.items():
        accuracy = {}
        if inputs.gold is not None:
            counts = accuracy_statistics(trees, inputs.gold)
            drawn = bootstrap(counts, ratio, **resampling.keywords)
            ends = zip(drawn.observed, drawn.low, drawn.high, strict=True)
            accuracy = dict(
                zip(ACCURACIES, (Estimate(*map(float, one)) for one in ends), strict=True)
            )
        lifted = int((trees.projective().lifted > 0).sum())
        found.append(Parser(name, lifted, accuracy))
    return tuple(found)


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
        f"rules:{'+'.join(f'{_plain(one.name)}@{_digest(one)}' for one in sets)}",
        *reading.signature,
        *(["las:conll18"] if with_gold else []),
        f"test:bootstrap{'+holm' * holm}",
        resampling.signature,
    ]
    return signature(parts)


def _plain(name: str) -> str:
    """A name without the characters that separate the parts of a signature."""
    return re.sub(r"[^\w.-]", "_", name)


def _digest(rules: RuleSet) -> str:
    """A few digits that change with what the rules do, not with their names."""
    does = repr([(rule.head, rule.order) for rule in rules.rules])
    return sha256(does.encode()).hexdigest()[:8]
