"""Rules learned from parses and reference orders, as few as the data justify."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import InputError, UsageError, argument, expect
from wordorder.ordering import metric_names
from wordorder.output import as_meter, counted, signature
from wordorder.preordering.learning.corpus import LearningCorpus
from wordorder.preordering.learning.examples import find_examples
from wordorder.preordering.learning.orders import WORDS, CurrentOrders, aimed
from wordorder.preordering.learning.path import RulePath, in_file_order
from wordorder.preordering.learning.result import LearnedRule, LearnedRules, PathPoint
from wordorder.preordering.references import ReferenceOrders
from wordorder.preordering.rules.rules import MOST_RULES, Rule, RuleSet
from wordorder.syntax import DependencyBatch
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from wordorder.output import Meter
    from wordorder.preordering.learning.kinds import Mask
    from wordorder.preordering.learning.orders import Words
    from wordorder.preordering.learning.path import LearnedOrder
    from wordorder.preordering.rules.rules import WordTest


def learn_rules(
    trees: DependencyBatch,
    references: ReferenceOrders,
    *,
    metric: str = "fuzzy",
    words: Words = "both",
    most_rules: int = 20,
    folds: int = 10,
    seed: int = 12345,
    name: str = "learned",
    threads: int | None = None,
    progress: bool | Meter = False,
) -> LearnedRules:
    r"""Learn rules that put source words in the order of their translations.

    Each rule is for a category of heads: a part of speech, perhaps with its relation to its own
    head. It starts as source order, and the entry whose move gains most is moved, again and again,
    as long as the gain is more than chance. Rules are added in this way, the most useful first.
    There are as few as cross-validation allows: the smallest number whose score on sentences not
    learned from is within one standard error of the best, where the error is that of the
    difference.

    Args:
        trees: The parses of the source sentences.
        references: The orders of their translations; sentences without links are left out.
        metric: The flat metric that the rules should raise, averaged over sentences.
        words: Which words count: `all`; those with links, `linked`; or `both`, the mean of the two
            scores, where no rule may lower either.
        most_rules: The largest number of rules.
        folds: The number of parts for cross-validation; fewer if there are fewer sentences. Equal
            sentences are in the same part, and the order of the sentences does not matter.
        seed: Divides the sentences into parts.
        name: The name of the set of rules.
        threads: Number of threads; by default one per processor. Does not affect results.
        progress: Whether to show a progress bar, or what to show instead.

    Raises:
        InputError: There are fewer than two different sentences with links.
        UsageError: An argument is wrong.

    Examples:
        >>> from wordorder.alignment import Alignment, AlignmentBatch
        >>> from wordorder.preordering import read_parses
        >>> import io
        >>> verbs = ["sees", "knows", "likes", "helps", "calls"]
        >>> names = ["Ann", "Bob", "Cas", "Dan", "Eve", "Fay"]
        >>> sentences = [(a, v, b) for a in names for v in verbs for b in names if a != b]
        >>> row = "{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"
        >>> text = "".join(
        ...     row.format(1, a, "PROPN", 2, "nsubj") + row.format(2, v, "VERB", 0, "root")
        ...     + row.format(3, b, "PROPN", 2, "obj") + "\n" for a, v, b in sentences)
        >>> trees = read_parses(io.StringIO(text))
        >>> links = [Alignment.parse("0-0 1-2 2-1", 3)] * len(trees)
        >>> references = ReferenceOrders.from_alignments(AlignmentBatch.from_alignments(links))
        >>> learned = learn_rules(trees, references)
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
    _check_batches(trees, references)
    corpus = LearningCorpus.of(trees, references)
    fold_of = _folds(trees, corpus, folds, seed)
    parts = int(fold_of.max()) + 1 if len(corpus) else 0
    if parts < 2:
        raise InputError(
            "learning needs at least two different sentences with links, but there "
            f"{'is' if parts == 1 else 'are'} {counted(parts, 'such sentence')}"
        )
    with as_meter(progress)("learning rules", parts + 1) as advance:
        learner = _Learner(corpus, plan, advance)
        with ThreadPoolExecutor(min(thread_count(threads), parts + 1)) as pool:
            held_out = [pool.submit(learner.score_part, fold_of == part) for part in range(parts)]
            whole = pool.submit(learner.learn, np.ones(len(corpus), np.bool_))
            try:
                wait(held_out)
                wait([whole])
            except BaseException:  # Ctrl-C
                learner.stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        rules, scores = whole.result()
    path = _path([part.result() for part in held_out], fold_of, len(rules), words)
    chosen = _fewest(path)
    return LearnedRules(
        signature=signature(
            [
                f"metric:{metric}",
                f"words:{words}",
                f"most_rules:{most_rules}",
                f"folds:{parts}",
                f"seed:{seed}",
            ]
        ),
        sentence_count=len(corpus),
        without_links=len(trees) - len(corpus),
        rules=_rule_set(name, rules[:chosen]),
        learned=tuple(_described(trees, corpus, rules[:chosen], scores)),
        path=tuple(path),
    )


@dataclass(frozen=True, slots=True)
class LearningPlan:
    """How rules are learned; see `learn_rules`."""

    metric: str
    words: Words
    most_rules: int
    folds: int
    seed: int

    def __post_init__(self) -> None:
        if self.metric not in metric_names(flat=True):
            raise UsageError.unknown("metric", self.metric, metric_names(flat=True))
        if self.words not in WORDS:
            raise UsageError.unknown("choice of words", self.words, WORDS)
        _check_number("most_rules", self.most_rules, 0, MOST_RULES)
        _check_number("folds", self.folds, 2, None)
        _check_number("seed", self.seed, 0, None)


def _check_number(name: str, value: object, least: int, most: int | None) -> None:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if not is_number or value < least or (most is not None and value > most):  # type: ignore[operator]
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise UsageError(f"{argument(name)} must be a whole number {bounds}, not {value!r}")


def _check_batches(trees: DependencyBatch, references: ReferenceOrders) -> None:
    expect(trees, DependencyBatch, "trees")
    expect(references, ReferenceOrders, "references")
    if len(trees) != len(references):
        raise InputError(
            f"there are {counted(len(trees), 'parse')}, but "
            f"{counted(len(references), 'reference order')}"
        )
    different = np.flatnonzero(trees.lengths != references.lengths)
    if different.size:
        row = int(different[0])
        raise InputError(
            f"sentence {row + 1} has {counted(int(trees.lengths[row]), 'word')} in the parse, "
            f"but {references.lengths[row]} in the reference order"
        )


@dataclass(frozen=True, slots=True)
class _Learner:
    corpus: LearningCorpus
    plan: LearningPlan
    advance: Callable[[int], None]
    stopped: Event = field(default_factory=Event)

    def learn(self, training: Mask) -> tuple[list[LearnedOrder], list[NDArray[np.float64]]]:
        """The rules for some sentences, and the scores of all sentences with 0, 1, … of them."""
        orders = CurrentOrders(self.corpus, self.plan.metric, training)
        path = RulePath(orders, self.plan.words)
        scores = [orders.scores]
        for _ in path.learn(self.plan.most_rules):
            scores += [orders.scores]
            if self.stopped.is_set():
                break
        self.advance(1)
        return path.rules, scores

    def score_part(self, part: Mask) -> list[NDArray[np.float64]]:
        """The scores of a part with rules learned from all others."""
        return [scores[:, part] for scores in self.learn(~part)[1]]


def _folds(
    trees: DependencyBatch, corpus: LearningCorpus, folds: int, seed: int
) -> NDArray[np.int64]:
    """A part for each sentence by its words, so that neither order nor repetition matters."""
    morphology = trees.morphology()
    forms, names = morphology.forms.tolist(), morphology.names
    digests = []
    for row in corpus.rows.tolist():
        own = forms[trees.offsets[row] : trees.offsets[row + 1]]
        text = "\t".join([str(seed), *(names[form] for form in own)])
        digests.append(blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest())
    _, ranks = np.unique(np.array(digests, "U16"), return_inverse=True)
    parts: NDArray[np.int64] = ranks.ravel() % folds
    return parts


def _path(
    parts: list[list[NDArray[np.float64]]], fold_of: NDArray[np.int64], most: int, words: Words
) -> list[PathPoint]:
    """The held-out scores with 0, 1, … rules; a part with fewer rules keeps its last score."""
    scores = np.empty((most + 1, 2, len(fold_of)))
    for part, found in enumerate(parts):
        for rules in range(most + 1):
            scores[rules][:, fold_of == part] = found[min(rules, len(found) - 1)]
    aims = np.array([aimed(each, words) for each in scores])
    best = int(np.argmax(aims.mean(axis=1)))
    differences = aims - aims[best]
    errors = differences.std(axis=1) / np.sqrt(len(fold_of))
    return [
        PathPoint(rules, *map(float, (aim.mean(), *both.mean(axis=1), error)))
        for rules, (aim, both, error) in enumerate(zip(aims, scores, errors, strict=True))
    ]


def _fewest(path: list[PathPoint]) -> int:
    best = max(point.score for point in path)
    # Rounding, or two numbers of rules would differ for the same scores.
    return next(point.rules for point in path if point.score >= best - point.standard_error - 1e-12)


def _rule_set(name: str, rules: list[LearnedOrder]) -> RuleSet:
    ordered = in_file_order(rules)
    return RuleSet(name, tuple(Rule(r.head, r.order, rule_name(r.head)) for r in ordered))


def rule_name(head: WordTest) -> str:
    """Name a rule after its category."""
    return " ".join(
        value if key in ("upos", "deprel") else f"{key}={value}"
        for key, values in head.conditions.items()
        for value in values
    )


def _described(
    trees: DependencyBatch,
    corpus: LearningCorpus,
    rules: list[LearnedOrder],
    scores: list[NDArray[np.float64]],
) -> list[LearnedRule]:
    """What each rule did when it was added, in the order of the file."""
    found = {}
    examples = find_examples(trees, corpus, rules, scores)
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
