"""Rules learned from parses and reference orders, as few as the data justify."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from wordorder.alignment import PHARAOH, LinkReading
from wordorder.errors import expect
from wordorder.output import signature
from wordorder.preordering.inputs import read_parses, read_references
from wordorder.preordering.learning.corpus import LearningCorpus
from wordorder.preordering.learning.cross_validation import LearningPlan, cross_validate
from wordorder.preordering.learning.examples import find_examples
from wordorder.preordering.learning.path import in_file_order
from wordorder.preordering.learning.result import LearnedRule, LearnedRules
from wordorder.preordering.rules.rules import Rule, RuleSet
from wordorder.syntax import parser_signature

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordorder.output import Meter
    from wordorder.preordering.inputs import Links, Parses
    from wordorder.preordering.learning.orders import Words
    from wordorder.preordering.learning.path import LearnedOrder
    from wordorder.preordering.rules.rules import WordTest
    from wordorder.syntax import Parser


def learn_rules(
    parses: Parses,
    links: Links,
    *,
    metric: str = "fuzzy",
    words: Words = "both",
    most_rules: int = 20,
    folds: int = 10,
    seed: int = 12345,
    name: str = "learned",
    reading: LinkReading = PHARAOH,
    parser: str | Parser | None = None,
    threads: int | None = None,
    progress: bool | Meter = False,
) -> LearnedRules:
    r"""Learn rules that put source words in the order of their translations.

    Each rule is for a category of heads: a part of speech, perhaps with its relation to its own
    head. It starts as source order, and the entry whose move gains most is moved, again and again,
    as long as the gain is more than chance. Entries may test the part of speech, a feature or the
    marker of the child. Rules are added in this way, the most useful first.
    There are as few as cross-validation allows: the smallest number whose score on sentences not
    learned from is within one standard error of the best, where the error is that of the
    difference.

    The time is linear in the number of sentences: beyond a thousand, more of them make the scores
    surer, but gains and words that a thousand would not show are left alone.

    Args:
        parses: The parses of the source sentences, as CoNLL-U.
        links: The alignment of the source sentences with their translations. Sentences without
            links are left out.
        metric: The flat metric that the rules should raise, averaged over sentences.
        words: Which words count: `all`; those with links, `linked`; or `both`, the mean of the two
            scores, where no rule may lower either.
        most_rules: The largest number of rules.
        folds: The number of parts for cross-validation; fewer if there are fewer sentences. Equal
            sentences are in the same part, and the order of the sentences does not matter.
        seed: Divides the sentences into parts.
        name: The name of the set of rules.
        reading: The format of the links, and which to use.
        parser: Parses `parses`, which then is a text, as in `parse_texts`.
        threads: Number of threads; by default one per processor. Does not affect results.
        progress: Whether to show a progress bar, or what to show instead.

    Raises:
        InputError: A file cannot be read, the files do not fit together, or there are fewer than
            two different sentences with links.
        UsageError: An argument is invalid.

    Examples:
        >>> import io
        >>> verbs = ["sees", "knows", "likes", "helps", "calls"]
        >>> names = ["Ann", "Bob", "Cas", "Dan", "Eve", "Fay"]
        >>> sentences = [(a, v, b) for a in names for v in verbs for b in names if a != b]
        >>> row = "{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"
        >>> text = "".join(
        ...     row.format(1, a, "PROPN", 2, "nsubj") + row.format(2, v, "VERB", 0, "root")
        ...     + row.format(3, b, "PROPN", 2, "obj") + "\n" for a, v, b in sentences)
        >>> links = "0-0 1-2 2-1\n" * len(sentences)
        >>> learned = learn_rules(io.StringIO(text), io.StringIO(links))
        >>> print(*learned.rules.rules[0].order)
        *< *> self
        >>> [(point.rules, point.score) for point in learned.path]
        [(0, 0.0), (1, 1.0)]

    References:
        Jason Katz-Brown, Slav Petrov, Ryan McDonald, Franz Och, David Talbot, Hiroshi Ichikawa,
        Masakazu Seno and Hideto Kazawa. 2011. Training a Parser for Machine Translation Reordering.
        EMNLP 2011.
    """
    plan = LearningPlan(metric, words, most_rules, folds, seed)
    expect(reading, LinkReading, "reading")
    named = RuleSet(name, ())
    trees = read_parses(parses, parser, progress=progress)
    corpus = LearningCorpus.of(trees, read_references(links, trees, reading, parses=parses))
    found = cross_validate(corpus, plan, threads, progress)
    rules = found.rules[: found.fewest]
    return LearnedRules(
        signature=signature(
            [*plan.signature, *parser_signature(parser), *reading.signature],
        ),
        sentence_count=len(corpus),
        without_links=len(trees) - len(corpus),
        rules=_with_rules(named, rules),
        learned=tuple(_described(corpus, rules, found.scores)),
        path=found.path,
    )


def _with_rules(named: RuleSet, rules: list[LearnedOrder]) -> RuleSet:
    made = (Rule(rule.head, rule.order, rule_name(rule.head)) for rule in in_file_order(rules))
    return replace(named, rules=tuple(made))


def rule_name(head: WordTest) -> str:
    """Name a rule after its category."""
    return " ".join(
        value if key in ("upos", "deprel") else f"{key}={value}"
        for key, values in head.conditions.items()
        for value in values
    )


def _described(
    corpus: LearningCorpus,
    rules: list[LearnedOrder],
    scores: list[NDArray[np.float64]],
) -> list[LearnedRule]:
    """What each rule did when it was added, in the order of the file."""
    found = {}
    examples = find_examples(corpus, rules, scores)
    for rule, example, (before, after) in zip(rules, examples, pairwise(scores), strict=False):
        gains = after - before
        every, linked = gains.mean(axis=1).tolist()
        both = gains.mean(axis=0)
        found[rule_name(rule.head)] = LearnedRule(
            rule_name(rule.head),
            len(rule.heads),
            int(np.count_nonzero(both > 0)),
            int(np.count_nonzero(both < 0)),
            every,
            linked,
            example,
        )
    return [found[rule_name(rule.head)] for rule in in_file_order(rules)]
