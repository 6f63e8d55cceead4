"""Evaluation of pre-ordering: parsers and rules scored by the orders of aligned translations."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import NamedTuple, TypeAlias, TypeVar, cast, get_args

import numpy as np

from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.link_reading import PHARAOH, LinkReading
from wordorder.arrays import Floats, Integers
from wordorder.errors import Argument, InputError, UsageError, WordorderWarning, expect
from wordorder.ordering.metrics import select_metrics
from wordorder.ordering.scores import ordering_scores
from wordorder.output.console import visible
from wordorder.output.grid import ESTIMATE, Grid, Label, pair_labels
from wordorder.output.progress import Meter, as_meter
from wordorder.output.tables import Estimate
from wordorder.output.wording import counted, number_text, signature
from wordorder.permutation.batch import PermutationBatch
from wordorder.preordering.applying import reorder
from wordorder.preordering.evaluation_result import (
    ACCURACIES,
    COMPLETE,
    CORRELATIONS,
    LINKED,
    ORACLE,
    AlignmentData,
    ParserData,
    PeerFigures,
    PreorderingEvaluation,
    System,
)
from wordorder.preordering.inputs import (
    Links,
    Parses,
    read_links,
    read_parses,
    refuse_other_text,
    refuse_other_words,
)
from wordorder.preordering.peers import PEERS, Peer, peer_scores
from wordorder.preordering.references import OracleMetric, ReferenceOrders, oracle_orders
from wordorder.preordering.rules.files import rule_set
from wordorder.preordering.rules.label_schemes import RelationCount, base_label
from wordorder.preordering.rules.rules import RuleSet
from wordorder.statistics.bootstrapping import BootstrapResult, bootstrap
from wordorder.statistics.correlations import moments, pearson_of, spearman_rho
from wordorder.statistics.intervals import ratio
from wordorder.statistics.paired_tests import compare_pairs, pair_tests
from wordorder.statistics.resampling import Resampling
from wordorder.syntax.dependency import DependencyBatch
from wordorder.syntax.parsing import Parser, parser_signature
from wordorder.text.naming import names_of_files
from wordorder.text.source import Input, refuse_reused

Rules: TypeAlias = "Input | RuleSet"

_USUAL = Resampling()
_Input = TypeVar("_Input")


def evaluate_preordering(
    parses: Mapping[str, Parses] | Parses,
    alignments: Mapping[str, Links] | Links,
    rules: Sequence[Rules] | Rules,
    *,
    metrics: str | Iterable[str] = ("fuzzy", "kendall"),
    gold: Parses | None = None,
    source: Input | None = None,
    parser: str | Parser | None = None,
    reading: LinkReading = PHARAOH,
    resampling: Resampling = _USUAL,
    holm: bool = False,
    compat: Peer | None = None,
    progress: bool | Meter = False,
) -> PreorderingEvaluation:
    r"""Score parsers and rules by the order of the source words in aligned translations.

    Nothing is translated: each set of rules puts the words of each parse in a new order, which is
    compared with the order of the same words in the translation. A score is the mean of a metric
    over the sentences with links; each metric is taken over all words and over words with links.
    Intervals and tests of all pairs of systems come from a bootstrap over sentences.

    Args:
        parses: The dependency parses of the source, by the name of the parser, or those of a
            single one: files in CoNLL-U, streams, columns of Arrow, or batches of trees.
        alignments: The links of the source with its translation, by the name of the alignment,
            such as a manual and an automatic one, or those of a single alignment.
        rules: The sets of rules: names of built-in ones, files, or sets already read.
        metrics: Ordering metrics, the leading one first.
        gold: Gold parses of the same sentences, to report attachment and tagging accuracy as well.
        source: The source text, tokenised, to check that the parses have the same words.
        parser: The parser for `parses`, which are then texts, as in `parse_texts`.
        reading: The format of the alignments, and which links to use.
        resampling: Options of the bootstrap.
        holm: Whether to correct p-values for the number of pairs.
        compat: `lader` or `topdown-btg`, to report the figures of this tool as well.
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
        David Talbot, Hideto Kazawa, Hiroshi Ichikawa, Jason Katz-Brown, Masakazu Seno and Franz
        Och. 2011. A Lightweight Evaluation Framework for Machine Translation Reordering. WMT 2011.
    """
    names = select_metrics(metrics)
    if not names:
        raise UsageError(Argument("metrics"), " is empty: give at least one")
    expect(reading, LinkReading, "reading")
    expect(resampling, Resampling, "resampling")
    expect(holm, bool, "holm")
    if compat not in (None, *PEERS):
        raise UsageError.unknown("tool", compat, PEERS)
    plan = EvaluationPlan(_rule_sets(rules), names, reading, resampling, holm, compat)
    meter = as_meter(progress)
    inputs = EvaluationInputs.read(
        _named(parses, "parses", DependencyBatch, "parser"),
        _named(alignments, "alignments", AlignmentBatch, "alignment"),
        gold,
        source,
        reading,
        parser,
        meter,
    )
    return plan.run(inputs, meter)


def _rule_sets(rules: Sequence[Rules] | Rules) -> tuple[RuleSet, ...]:
    listed = rules if isinstance(rules, (list, tuple)) else [cast("Rules", rules)]
    if not listed:
        raise UsageError(Argument("rules"), " is empty: give at least one set")
    sets = tuple(rule_set(each) for each in listed)
    names = [each.name for each in sets]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"two sets of rules are called {twice!r}: give one of them another name")
    return sets


def _named(
    inputs: Mapping[str, _Input] | _Input, name: str, batch: type, alone: str
) -> Mapping[str, _Input]:
    if isinstance(inputs, Mapping):
        if not inputs:
            raise UsageError(Argument(name), " is empty: give at least one file")
        for key in inputs:
            expect(key, str, name)
        return inputs
    if isinstance(inputs, batch):
        return {alone: inputs}
    return {names_of_files([inputs])[0]: inputs}  # type: ignore[list-item]


class EvaluationInputs(NamedTuple):
    """Parses, reference orders and gold parses of the same sentences.

    Attributes:
        trees: The parses, by the name of the parser.
        links: The alignments, by name.
        references: Their reference orders.
        gold: The gold parses, if given.
        parser: The parser that made the parses, if they are not from files.
    """

    trees: Mapping[str, DependencyBatch]
    links: Mapping[str, AlignmentBatch]
    references: Mapping[str, ReferenceOrders]
    gold: DependencyBatch | None
    parser: str | Parser | None

    @classmethod
    def read(
        cls,
        parses: Mapping[str, Parses],
        alignments: Mapping[str, Links],
        gold: Parses | None,
        source: Input | None,
        reading: LinkReading,
        parser: str | Parser | None,
        meter: Meter,
    ) -> EvaluationInputs:
        """Read all files; the arguments are those of `evaluate_preordering`.

        Raises:
            InputError: A file cannot be read, or files do not belong together.
        """
        refuse_reused(*parses.values(), *alignments.values(), gold, source)
        trees = {name: read_parses(file, parser, progress=meter) for name, file in parses.items()}
        first, first_trees = next(iter(parses.values())), next(iter(trees.values()))
        for name, file in list(parses.items())[1:]:
            refuse_other_words(first, first_trees, file, trees[name])
        if source is not None:
            refuse_other_text(source, first, first_trees)
        right = None if gold is None else read_parses(gold)
        if gold is not None and right is not None:
            refuse_other_words(first, first_trees, gold, right)
        links = {
            name: read_links(file, first_trees, reading, parses=first)
            for name, file in alignments.items()
        }
        for name, batch in links.items():
            if batch.offsets[0] == batch.offsets[-1]:
                raise InputError(
                    f"{visible(name)}: no word has a link, so there is no order to compare with"
                )
        orders = {name: ReferenceOrders.from_alignments(batch) for name, batch in links.items()}
        return cls(trees, links, orders, right, parser)

    @property
    def sentences(self) -> int:
        """The number of sentences."""
        return len(next(iter(self.trees.values())))

    def alignment_data(self) -> tuple[AlignmentData, ...]:
        """Count words and links of each alignment."""
        return tuple(
            AlignmentData(
                name,
                words=len(references.linked),
                linked=int(references.linked.sum()),
                undefined=int((references.orders.lengths == 0).sum()),
            )
            for name, references in self.references.items()
        )


@dataclass(frozen=True, slots=True)
class EvaluationPlan:
    """The options of an evaluation.

    Attributes:
        sets: The sets of rules.
        metrics: The ordering metrics, the leading one first.
        reading: The format of the alignments, and which links to use.
        resampling: Options of the bootstrap.
        holm: Whether to correct p-values for the number of pairs.
        compat: Another tool whose figures to report as well.
    """

    sets: tuple[RuleSet, ...]
    metrics: tuple[str, ...]
    reading: LinkReading
    resampling: Resampling
    holm: bool
    compat: Peer | None

    @property
    def measures(self) -> tuple[str, ...]:
        """Metrics and complete matches over all words, then over linked words."""
        return tuple(name + end for end in ("", LINKED) for name in (*self.metrics, COMPLETE))

    @property
    def _has_oracle(self) -> bool:
        """Whether any of the metrics has an oracle."""
        return not {*self.metrics}.isdisjoint(get_args(OracleMetric))

    def run(self, inputs: EvaluationInputs, meter: Meter) -> PreorderingEvaluation:
        """Score all systems, with intervals and tests."""
        systems = self._systems(list(inputs.trees))
        compared = sum(system.rules is not None for system in systems)
        resampling = self._enough_resamples(comb(compared, 2))
        steps = len(systems) * inputs.sentences + resampling.resamples
        with meter("evaluating", steps) as advance:
            scores = self._scores(inputs, advance)
            by_system = scores.transpose(1, 2, 0, 3).reshape(len(systems), inputs.sentences, -1)
            drawn = bootstrap(by_system, **resampling.keywords, on_resamples=advance)
        axes = {
            "alignment": tuple(inputs.links),
            "system": tuple(system.name for system in systems),
            "measure": self.measures,
        }
        figures = drawn.observed, drawn.low, drawn.high
        return PreorderingEvaluation(
            signature=replace(self, resampling=resampling)._signature(inputs),
            sentence_count=inputs.sentences,
            confidence=resampling.confidence,
            holm=self.holm,
            parsers=_parser_data(inputs, resampling),
            systems=systems,
            alignments=inputs.alignment_data(),
            scores=_by_alignment(axes, **dict(zip(ESTIMATE, figures, strict=True))),
            tests=_tests_of_pairs(drawn, axes, compared),
            correlations=_correlations(scores[:, :compared], axes, resampling),
            peer=self._peer_figures(inputs, axes["system"][:compared]),
            sentences=Grid.of(
                {
                    "alignment": axes["alignment"],
                    "system": axes["system"],
                    "line": range(1, inputs.sentences + 1),
                    "measure": axes["measure"],
                },
                score=scores,
            ),
        )

    def _systems(self, parsers: Sequence[str]) -> tuple[System, ...]:
        """Name all pairs of parser and rules, then the oracles, by what tells them apart."""

        def name(parser: str, rules: str) -> str:
            if len(parsers) == 1:
                return rules
            return parser if len(self.sets) == 1 and rules != ORACLE else f"{parser}/{rules}"

        made = [
            System(name(parser, rules.name), parser, rules.name)
            for parser in parsers
            for rules in self.sets
        ]
        if self._has_oracle:
            made += [System(name(parser, ORACLE), parser, None) for parser in parsers]
        names = [system.name for system in made]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise UsageError(f"two systems would be called {twice!r}: rename a parser or the rules")
        return tuple(made)

    def _scores(self, inputs: EvaluationInputs, advance: Callable[[int], None]) -> Floats:
        """Score each sentence by each alignment, for all systems and then for all oracles."""
        references, scores = inputs.references.values(), []
        for trees in inputs.trees.values():
            relations = RelationCount()
            relations.add(trees)
            for rules in self.sets:
                relations.warn(rules)
                orders = reorder(trees, rules)
                scores.append([_sentence_scores(orders, each, self.metrics) for each in references])
                advance(len(trees))
        if self._has_oracle:
            for trees in inputs.trees.values():
                scores.append([_ceilings(trees, each, self.metrics) for each in references])
                advance(len(trees))
        return np.stack(scores, axis=1)

    def _peer_figures(self, inputs: EvaluationInputs, systems: Sequence[str]) -> PeerFigures | None:
        if self.compat is None:
            return None
        orders = [reorder(trees, rules) for trees in inputs.trees.values() for rules in self.sets]
        scores = [
            [peer_scores(self.compat, links, order).figures for order in orders]
            for links in inputs.links.values()
        ]
        axes = {"alignment": inputs.links, "system": systems, "figure": scores[0][0]}
        values = [[list(figures.values()) for figures in row] for row in scores]
        return PeerFigures(self.compat, Grid.of(axes, value=values))

    def _enough_resamples(self, pairs: int) -> Resampling:
        """Raise the number of resamples if Holm's correction could otherwise find no difference."""
        asked = self.resampling
        used = asked.enough_for(pairs) if self.holm and pairs else asked
        level = number_text(used.alpha)
        if used.resamples > asked.resamples:
            warning = (
                f"resamples raised from {asked.resamples:,} to {used.resamples:,}, so that "
                f"Holm's correction over {counted(pairs, 'pair')} can reject at {level}"
            )
        elif pairs and not used.can_reject(pairs if self.holm else 1):
            warning = f"{counted(used.resamples, 'resample')}: too few for any verdict at {level}"
        else:
            return used
        warnings.warn(WordorderWarning(warning), stacklevel=4)
        return used

    def _signature(self, inputs: EvaluationInputs) -> str:
        return signature(
            [
                "order:reference",
                f"metrics:{'+'.join(self.metrics)}",
                f"rules:{'+'.join(rules.signature for rules in self.sets)}",
                *parser_signature(inputs.parser),
                *self.reading.signature,
                *([f"compat:{self.compat}"] if self.compat is not None else []),
                *(["las:conll18"] if inputs.gold is not None else []),
                f"test:bootstrap{'+holm' * self.holm}",
                self.resampling.signature,
            ]
        )


def _sentence_scores(
    orders: PermutationBatch, references: ReferenceOrders, metrics: Sequence[str]
) -> Floats:
    """Return scores of shape (sentences, measures).

    The measures are metrics and complete matches over all words, then over linked words.
    """
    columns: list[Floats] = []
    for linked_only in (False, True):
        relative = references.relative(orders, linked_only=linked_only)
        scores = ordering_scores(relative.values, relative.offsets, metrics)
        columns += [*scores.values(), _complete(relative)]
    return np.stack(columns, axis=-1)


def _complete(relative: PermutationBatch) -> Floats:
    """Return 1 for each row in the right order, 0 for any other, NaN without words."""
    lengths = relative.lengths
    row = np.repeat(np.arange(len(relative)), lengths)
    places = np.arange(len(relative.values)) - relative.offsets[row]
    wrong = np.bincount(row[relative.values != places], minlength=len(relative))
    return np.where(lengths == 0, np.nan, wrong == 0)


def _ceilings(
    trees: DependencyBatch, references: ReferenceOrders, metrics: Sequence[str]
) -> Floats:
    """Return upper bounds for any rules over these trees, in the shape of `_sentence_scores`.

    The bound of a metric without an oracle is NaN.
    """
    columns: list[Floats] = []
    for linked_only in (False, True):
        bounds = {
            name: oracle_orders(trees, references, name, linked_only=linked_only).bounds
            for name in get_args(OracleMetric)
            if name in metrics or name == "kendall"
        }
        undefined = np.full(len(trees), np.nan)
        columns += [bounds.get(name, undefined) for name in metrics]
        # An order is complete if all its pairs are right, and the oracle of pairs is exact.
        whole = bounds["kendall"]
        columns.append(np.where(np.isnan(whole), np.nan, whole == 1))
    return np.stack(columns, axis=-1)


def _tests_of_pairs(
    drawn: BootstrapResult, axes: Mapping[str, Sequence[str]], compared: int
) -> Grid | None:
    """Test every pair of the first systems; None if there is only one."""
    if compared < 2:
        return None
    paired = compare_pairs(
        replace(
            drawn,
            observed=drawn.observed[:compared],
            resampled=drawn.resampled[:compared],
            undefined_items=drawn.undefined_items[:compared],
        )
    )
    pairs = pair_labels(axes["system"][:compared])
    return _by_alignment(
        {"alignment": axes["alignment"], "pair": pairs, "measure": axes["measure"]},
        **pair_tests(paired).columns,
    )


def _by_alignment(axes: Mapping[str, Sequence[Label]], **columns: Floats) -> Grid:
    """Make a grid, alignments first, of shape (systems or pairs, alignments × measures)."""
    alignments, rows, measures = map(len, axes.values())
    shape = rows, alignments, measures
    return Grid.of(
        axes, **{name: column.reshape(shape).swapaxes(0, 1) for name, column in columns.items()}
    )


def _correlations(
    scores: Floats, axes: Mapping[str, Sequence[str]], resampling: Resampling
) -> Grid:
    """Correlate sentence scores between every two alignments, for each measure."""
    pairs = combinations(scores, 2)
    correlations = [sentence_correlations(first, second, resampling) for first, second in pairs]
    figures = np.array(correlations).reshape(-1, len(CORRELATIONS)).T
    return Grid.of(
        {"pair": pair_labels(axes["alignment"]), "measure": axes["measure"]},
        **dict(zip(CORRELATIONS, figures, strict=True)),
    )


def sentence_correlations(first: Floats, second: Floats, resampling: Resampling) -> Floats:
    """Correlate the sentence scores of all systems between two alignments.

    Sentences with an undefined score by either alignment are left out. The intervals come from a
    bootstrap over sentences.

    Args:
        first: Scores of shape (systems, sentences, measures), NaN if undefined.
        second: The scores by the other alignment, of the same shape.
        resampling: Options of the bootstrap.

    Returns:
        For each measure Pearson's correlation, the ends of its interval, and Spearman's
        correlation.
    """
    measures = first.shape[-1]
    defined = ~np.isnan(np.concatenate([first, second])).any(axis=0)
    ours, theirs = (np.where(defined, side, 0.0) for side in (first, second))
    parts = moments(ours, theirs).sum(axis=0) * defined[..., np.newaxis]
    drawn = bootstrap(
        parts.reshape(len(parts), -1),
        lambda sums: pearson_of(sums.reshape(*sums.shape[:-1], measures, -1)),
        **resampling.keywords,
    )
    rho = [
        spearman_rho(ours[:, rows, place].ravel(), theirs[:, rows, place].ravel())
        for place, rows in enumerate(defined.T)
    ]
    return np.column_stack([drawn.observed, drawn.low, drawn.high, rho])


def _parser_data(inputs: EvaluationInputs, resampling: Resampling) -> tuple[ParserData, ...]:
    """Count trees with crossing arcs and, with gold parses, right heads, relations and tags."""
    trees = inputs.trees.values()
    accuracy: list[dict[str, Estimate]] = [{} for _ in trees]
    if inputs.gold is not None:
        counts = np.stack([accuracy_statistics(parses, inputs.gold) for parses in trees])
        drawn = bootstrap(counts, ratio, **resampling.keywords)
        figures = np.stack([drawn.observed, drawn.low, drawn.high], axis=-1).tolist()
        accuracy = [
            {name: Estimate(*ends) for name, ends in zip(ACCURACIES, rows, strict=True)}
            for rows in figures
        ]
    lifted = [int((parses.projective().lifted > 0).sum()) for parses in trees]
    return tuple(ParserData(*parser) for parser in zip(inputs.trees, lifted, accuracy, strict=True))


def accuracy_statistics(parsed: DependencyBatch, gold: DependencyBatch) -> Floats:
    """Count the right words of each sentence, in the form that `wordorder.statistics.ratio` takes.

    `uas` needs the right head; `las` the right head and universal relation, without its subtype, as
    in the CoNLL 2018 shared task; `upos` the right part of speech. Punctuation counts.

    Args:
        parsed: The parses.
        gold: The gold parses of the same words.

    Returns:
        For each sentence the three counts, and three times the number of words.
    """
    known: dict[str, int] = {}

    def numbers(labels: Iterable[str]) -> Integers:
        """Number the labels alike in both batches."""
        return np.array([known.setdefault(label, len(known)) for label in labels], np.int64)

    (relations, tags), (gold_relations, gold_tags) = (
        (numbers(map(base_label, trees.names))[trees.deprels], numbers(trees.names)[trees.upos])
        for trees in (parsed, gold)
    )
    heads = parsed.heads == gold.heads
    sentence = np.repeat(np.arange(len(gold)), gold.lengths)
    right = [
        np.bincount(sentence, weights=column, minlength=len(gold))
        for column in (heads, heads & (relations == gold_relations), tags == gold_tags)
    ]
    words = gold.lengths.astype(np.float64)
    return np.column_stack([*right, words, words, words])
