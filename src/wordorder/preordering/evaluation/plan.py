"""What to evaluate, checked before anything is read, and how."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from math import comb
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from wordorder.alignment import LinkReading
from wordorder.errors import Argument, UsageError, WordorderWarning, expect
from wordorder.ordering import select_metrics
from wordorder.output import counted, number_text, signature
from wordorder.output.grid import Grid
from wordorder.preordering.applying import reorder
from wordorder.preordering.evaluation.result import (
    COMPLETE,
    LINKED,
    ORACLE,
    PeerFigures,
    PreorderingEvaluation,
    System,
)
from wordorder.preordering.evaluation.scores import (
    ceilings,
    correlations_of_alignments,
    describe_parsers,
    estimates,
    has_oracle,
    resample,
    sentence_scores,
    tests_of_pairs,
)
from wordorder.preordering.peers import PEERS, peer_scores
from wordorder.preordering.rules.builtin_sets import rule_set
from wordorder.preordering.rules.label_schemes import RelationCount
from wordorder.statistics import Resampling
from wordorder.syntax import parser_signature

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wordorder.arrays import Floats
    from wordorder.output import Meter
    from wordorder.preordering.evaluation.inputs import EvaluationInputs
    from wordorder.preordering.peers import Peer
    from wordorder.preordering.rules.rules import RuleSet
    from wordorder.text import Input

    Rules: TypeAlias = Input | RuleSet


@dataclass(frozen=True, slots=True)
class EvaluationPlan:
    """The options of an evaluation.

    Attributes:
        sets: The sets of rules.
        metrics: The ordering metrics; the first leads.
        reading: How the alignments are read.
        resampling: Options of the bootstrap.
        holm: Whether to correct p-values for the number of pairs.
        compat: Another tool whose figures to give as well.
    """

    sets: tuple[RuleSet, ...]
    metrics: tuple[str, ...]
    reading: LinkReading
    resampling: Resampling
    holm: bool
    compat: Peer | None

    @classmethod
    def of(
        cls,
        rules: Sequence[Rules] | Rules,
        metrics: str | Iterable[str],
        reading: LinkReading,
        resampling: Resampling,
        *,
        holm: bool,
        compat: Peer | None,
    ) -> EvaluationPlan:
        """Check the arguments of `evaluate_preordering`.

        Raises:
            InputError: A file of rules cannot be read.
            UsageError: An argument is invalid.
        """
        names = select_metrics(metrics)
        if not names:
            raise UsageError(Argument("metrics"), " is empty: give at least one")
        expect(reading, LinkReading, "reading")
        expect(resampling, Resampling, "resampling")
        expect(holm, bool, "holm")
        if compat not in (None, *PEERS):
            raise UsageError.unknown("tool", compat, PEERS)
        return cls(_rule_sets(rules), names, reading, resampling, holm, compat)

    @property
    def measures(self) -> tuple[str, ...]:
        """Metrics and complete matches over all words, then over linked words."""
        return tuple(name + end for end in ("", LINKED) for name in (*self.metrics, COMPLETE))

    def run(self, inputs: EvaluationInputs, meter: Meter) -> PreorderingEvaluation:
        """Score all systems, with intervals and tests."""
        systems = self._systems(list(inputs.trees))
        judged = sum(system.rules is not None for system in systems)
        resampling = self._enough_resamples(comb(judged, 2))
        steps = len(systems) * inputs.sentences + resampling.resamples
        with meter("evaluating", steps) as advance:
            scores = self._scores(inputs, advance)
            drawn = resample(scores, resampling, advance)
        axes = {
            "alignment": tuple(inputs.links),
            "system": tuple(system.name for system in systems),
            "measure": self.measures,
        }
        return PreorderingEvaluation(
            signature=replace(self, resampling=resampling)._signature(inputs),
            sentence_count=inputs.sentences,
            confidence=resampling.confidence,
            holm=self.holm,
            parsers=describe_parsers(inputs, resampling),
            systems=systems,
            alignments=inputs.alignment_data(),
            scores=estimates(drawn, axes),
            tests=tests_of_pairs(drawn, axes, judged),
            correlations=correlations_of_alignments(scores[:, :judged], axes, resampling),
            peer=self._peer_figures(inputs, axes["system"][:judged]),
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
        """Name each parser with each set of rules by what tells them apart; then the oracles."""

        def name(parser: str, rules: str) -> str:
            if len(parsers) == 1:
                return rules
            return parser if len(self.sets) == 1 and rules != ORACLE else f"{parser}/{rules}"

        made = [System(name(p, one.name), p, one.name) for p in parsers for one in self.sets]
        if has_oracle(self.metrics):
            made += [System(name(parser, ORACLE), parser, None) for parser in parsers]
        names = [system.name for system in made]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise UsageError(f"two systems would be called {twice!r}: rename a parser or the rules")
        return tuple(made)

    def _scores(self, inputs: EvaluationInputs, advance: Callable[[int], None]) -> Floats:
        """Score each sentence by each alignment, for all systems and then for all oracles."""
        references, found = inputs.references.values(), []
        for trees in inputs.trees.values():
            relations = RelationCount()
            relations.add(trees)
            for rules in self.sets:
                relations.warn(rules)
                orders = reorder(trees, rules)
                found.append([sentence_scores(orders, one, self.metrics) for one in references])
                advance(len(trees))
        if has_oracle(self.metrics):
            for trees in inputs.trees.values():
                found.append([ceilings(trees, one, self.metrics) for one in references])
                advance(len(trees))
        return np.stack(found, axis=1)

    def _peer_figures(self, inputs: EvaluationInputs, systems: Sequence[str]) -> PeerFigures | None:
        if self.compat is None:
            return None
        orders = [reorder(trees, rules) for trees in inputs.trees.values() for rules in self.sets]
        found = [
            [peer_scores(self.compat, links, one).figures for one in orders]
            for links in inputs.links.values()
        ]
        axes = {"alignment": inputs.links, "system": systems, "figure": found[0][0]}
        values = [[list(figures.values()) for figures in row] for row in found]
        return PeerFigures(self.compat, Grid.of(axes, value=values))

    def _enough_resamples(self, pairs: int) -> Resampling:
        """More resamples if Holm's correction could otherwise never find a difference."""
        asked = self.resampling
        used = asked.enough_for(pairs) if self.holm and pairs else asked
        level = number_text(used.alpha)
        if used.resamples > asked.resamples:
            told = (
                f"resamples raised from {asked.resamples:,} to {used.resamples:,}, so that "
                f"Holm's correction over {counted(pairs, 'pair')} can reject at {level}"
            )
        elif pairs and not used.can_reject(pairs if self.holm else 1):
            told = f"{counted(used.resamples, 'resample')}: too few for any verdict at {level}"
        else:
            return used
        warnings.warn(WordorderWarning(told), stacklevel=4)
        return used

    def _signature(self, inputs: EvaluationInputs) -> str:
        return signature(
            [
                "order:reference",
                f"metrics:{'+'.join(self.metrics)}",
                f"rules:{'+'.join(one.signature for one in self.sets)}",
                *parser_signature(inputs.parser),
                *self.reading.signature,
                *([f"compat:{self.compat}"] if self.compat is not None else []),
                *(["las:conll18"] if inputs.gold is not None else []),
                f"test:bootstrap{'+holm' * self.holm}",
                self.resampling.signature,
            ]
        )


def _rule_sets(rules: Sequence[Rules] | Rules) -> tuple[RuleSet, ...]:
    given = rules if isinstance(rules, (list, tuple)) else [cast("Rules", rules)]
    if not given:
        raise UsageError(Argument("rules"), " is empty: give at least one set")
    sets = tuple(rule_set(one) for one in given)
    names = [one.name for one in sets]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"two sets of rules are called {twice!r}: give one of them another name")
    return sets
