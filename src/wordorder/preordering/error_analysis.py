"""Error analysis of pre-ordering: misplaced words, and the causes of lost score."""

from __future__ import annotations

from typing import get_args

import numpy as np

from wordorder.alignment.link_reading import PHARAOH, LinkReading
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output.progress import Meter
from wordorder.output.wording import signature
from wordorder.preordering.applying import reorder
from wordorder.preordering.confusions import parser_confusions
from wordorder.preordering.error_cards import OrderedParses, different_cards, worst_cards
from wordorder.preordering.error_result import PreorderingErrors
from wordorder.preordering.faults import Ceilings, OrderScorer, misplaced_kinds, rule_contributions
from wordorder.preordering.inputs import (
    Links,
    Parses,
    read_parses,
    read_references,
    refuse_other_words,
)
from wordorder.preordering.references import OracleMetric, oracle_orders
from wordorder.preordering.rules.compiled import CompiledRules
from wordorder.preordering.rules.files import rule_set
from wordorder.preordering.rules.label_schemes import warn_of_other_labels
from wordorder.preordering.rules.rules import RuleSet
from wordorder.syntax.parsing import Parser, parser_signature
from wordorder.text.source import Input


def analyze_preordering(
    parses: Parses,
    links: Links,
    rules: RuleSet | Input,
    *,
    gold: Parses | None = None,
    other: Parses | None = None,
    metric: OracleMetric = "fuzzy",
    linked_only: bool = True,
    worst: int = 10,
    reading: LinkReading = PHARAOH,
    parser: str | Parser | None = None,
    progress: bool | Meter = False,
) -> PreorderingErrors:
    r"""Analyse the errors of rules that put source words in target order, and their causes.

    The order of the rules is compared with that of the source words in aligned translations. By
    default only words with links are compared: the others have no place of their own in the
    reference order, so neither they nor their neighbours can be blamed for it.

    The result has

    - `faults`: the score lost by the parser, by the rules, and by translations that no order with
      contiguous subtrees can follow (`Ceilings.faults`);
    - `words`, `tags`, `labels`: the most frequent misplacements, their distance and direction
      (`misplacements`);
    - `rules`: the contribution of each rule (`RuleContribution`);
    - `confusions`: the costs of parsing errors (`parser_confusions`), with gold parses;
    - `worst`: the sentences with the lowest scores, with tree, order and score;
    - `differences`: the sentences whose score differs most with another parse, with both trees.

    Args:
        parses: The parses of the source sentences, as CoNLL-U.
        links: The alignment of the source sentences with their translations.
        rules: The rules: a set, the name of a built-in one, or a file.
        gold: Gold parses of the same sentences, as CoNLL-U.
        other: The parses of another parser, as CoNLL-U, to compare with; by default the gold ones.
        metric: The score, `fuzzy` or `kendall`.
        linked_only: Whether to compare only words with links.
        worst: The number of sentences to keep in `worst` and in `differences`.
        reading: The format of the links, and which to use.
        parser: The parser for `parses`, which then is a text, as in `parse_texts`.
        progress: Whether to show the progress of the parser.

    Raises:
        InputError: A file cannot be read, the files do not fit together, or no sentence has links.
        UsageError: An argument is invalid.

    Examples:
        A rule that puts all children before their head, and a parse with a wrong label:

        >>> import io
        >>> from wordorder.alignment import Alignment, AlignmentBatch
        >>> from wordorder.preordering import Entry, Rule, RuleSet, WordTest, analyze_preordering
        >>> line = "{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n".format
        >>> verb = line(2, "eat", "VERB", 0, "root")
        >>> gold = line(1, "We", "PRON", 2, "nsubj") + verb + line(3, "rice", "NOUN", 2, "obj")
        >>> parse = gold.replace("obj", "dep")
        >>> links = AlignmentBatch.from_alignments([Alignment.parse("0-0 1-2 2-1", 3)])
        >>> order = tuple(Entry((label,)) for label in ("nsubj", "obj", "self", "*"))
        >>> rules = RuleSet("verb-final", (Rule(WordTest(upos=("VERB",)), order, "verbs"),))
        >>> files = io.StringIO(parse), links, rules
        >>> errors = analyze_preordering(*files, gold=io.StringIO(gold))
        >>> errors.confusions[-1][:4], errors.confusions[-1].cost
        (('label', 'obj', 'dep', 1), 1.0)
        >>> [(fault.fault, fault.loss) for fault in errors.ceilings.faults()]
        [('parser', 1.0), ('rules', 0.0), ('translation', 0.0)]

    References:
        David Talbot, Hideto Kazawa, Hiroshi Ichikawa, Jason Katz-Brown, Masakazu Seno and Franz
        Och. 2011. A Lightweight Evaluation Framework for Machine Translation Reordering. WMT 2011.
    """
    if metric not in get_args(OracleMetric):
        raise UsageError.unknown("metric", metric, get_args(OracleMetric))
    expect(linked_only, bool, "linked_only")
    expect(reading, LinkReading, "reading")
    if isinstance(worst, bool) or not isinstance(worst, int) or worst < 0:
        raise UsageError(Argument("worst"), f" must be a number of sentences, not {worst!r}")
    rules, trees = rule_set(rules), read_parses(parses, parser, progress=progress)
    scorer = OrderScorer(read_references(links, trees, reading, parses=parses), metric, linked_only)
    warn_of_other_labels(trees, rules)
    compiled = CompiledRules(rules)
    arranged = compiled.arrange(trees)
    scores = scorer.scores(arranged.orders)
    if np.isnan(scores).all():
        raise InputError("no sentence has links, so there is no order to compare with")
    sides = {"parse": OrderedParses("parse", trees, arranged.orders, scores)}
    for name, file in {"gold": gold, "other": other}.items():
        if file is not None:
            others = read_parses(file)
            refuse_other_words(parses, trees, file, others)
            warn_of_other_labels(others, rules)
            orders = reorder(others, rules)
            sides[name] = OrderedParses(name, others, orders, scorer.scores(orders))
    means, confusions = _means(scorer, sides["parse"]), None
    if "gold" in sides:
        means += _means(scorer, sides["gold"])
        confusions = parser_confusions(scorer, compiled, trees, sides["gold"].trees, scores)
    compared = [sides["parse"], *list(sides.values())[1:][-1:]]
    words = "linked" if linked_only else "all"
    settings = [f"rules:{rules.signature}", f"metric:{metric}", f"words:{words}"]
    settings += [f"parses:{'+'.join(sides)}", *parser_signature(parser), *reading.signature]
    return PreorderingErrors(
        signature=signature(settings),
        metric=metric,
        linked_only=linked_only,
        sentence_count=len(trees),
        undefined=int(np.isnan(scores).sum()),
        ceilings=Ceilings(*means),
        misplaced=misplaced_kinds(scorer, trees, arranged.orders),
        rules=rule_contributions(scorer, rules, trees, arranged, scores),
        confusions=confusions,
        worst=worst_cards(scorer, compared, worst),
        differences=different_cards(scorer, compared, worst) if len(compared) > 1 else None,
    )


def _means(scorer: OrderScorer, parses: OrderedParses) -> list[float]:
    """Return the mean score of the rules, and its upper bound for any order of the parses."""
    oracle = oracle_orders(
        parses.trees, scorer.references, scorer.metric, linked_only=scorer.linked_only
    )
    return [float(np.nanmean(parses.scores)), float(np.nanmean(oracle.bounds))]
