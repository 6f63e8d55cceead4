"""Learning of rules from parses and reference orders, as few as cross-validation allows."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from itertools import pairwise
from threading import Event

import numpy as np
from numpy.typing import NDArray

from wordorder.alignment.link_reading import PHARAOH, LinkReading
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.ordering.metrics import metric_names
from wordorder.output.progress import Meter, as_meter
from wordorder.output.wording import counted, signature
from wordorder.preordering.inputs import Links, Parses, read_parses, read_references
from wordorder.preordering.learned_rules import Example, LearnedRule, LearnedRules, PathPoint
from wordorder.preordering.learning_corpus import LearningCorpus, Mask
from wordorder.preordering.references import WORDS, Words, over_words
from wordorder.preordering.rule_search import (
    CurrentOrders,
    LearnedOrder,
    RulePath,
    entry_place,
    in_file_order,
)
from wordorder.preordering.rules.rules import MOST_RULES, SELF, Rule, RuleSet
from wordorder.syntax.parsing import Parser, parser_signature
from wordorder.threads import thread_count

# An example is the shortest phrase among those of this many heads.
_MOST_LOOKED_AT = 100


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

    Each rule is for a category of heads: a part of speech, possibly with a relation to its own
    head. It starts as source order; then the entry whose move gains most is moved, again and again,
    while the gain exceeds chance. Entries may test the part of speech, a feature or the marker of
    the child. Rules are added in this way, the most useful first. Their number is chosen by
    cross-validation: the smallest whose score on sentences not learned from is within one standard
    error of the best, where the error is that of the difference.

    The time is linear in the number of sentences: beyond a thousand, more of them make the scores
    more certain, but gains too small and words too rare for a thousand sentences are ignored.

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
        seed: The seed of the division into parts.
        name: The name of the set of rules.
        reading: The format of the links, and which to use.
        parser: The parser for `parses`, which then is a text, as in `parse_texts`.
        threads: Number of threads; by default one per processor. Does not affect results.
        progress: Whether to show progress.

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
    validated = cross_validate(corpus, plan, threads, progress)
    rules = validated.rules[: validated.fewest]
    return LearnedRules(
        signature=signature([*plan.signature, *parser_signature(parser), *reading.signature]),
        sentence_count=len(corpus),
        without_links=len(trees) - len(corpus),
        rules=replace(
            named,
            rules=tuple(Rule(rule.head, rule.order, rule.name) for rule in in_file_order(rules)),
        ),
        learned=tuple(_described(corpus, rules, validated.scores)),
        path=validated.path,
    )


def _described(
    corpus: LearningCorpus, rules: list[LearnedOrder], scores: list[NDArray[np.float64]]
) -> list[LearnedRule]:
    """Describe the effect of each rule when it was added, in the order of the file."""
    finder, described = _ExampleFinder(corpus), {}
    for rule, (before, after) in zip(rules, pairwise(scores), strict=False):
        gains = after - before
        every, linked = gains.mean(axis=1).tolist()
        both = gains.mean(axis=0)
        described[rule.name] = LearnedRule(
            rule.name,
            len(rule.heads),
            int(np.count_nonzero(both > 0)),
            int(np.count_nonzero(both < 0)),
            every,
            linked,
            finder.find(rule, after.sum(axis=0) > before.sum(axis=0)),
        )
    return [described[rule.name] for rule in in_file_order(rules)]


@dataclass(frozen=True, slots=True)
class LearningPlan:
    """The options of learning; see `learn_rules`."""

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

    @property
    def signature(self) -> list[str]:
        """The settings."""
        return [f"{name}:{value}" for name, value in asdict(self).items()]


def _check_number(name: str, value: object, least: int, most: int | None) -> None:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if not is_number or value < least or (most is not None and value > most):  # type: ignore[operator]
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise UsageError(Argument(name), f" must be a whole number {bounds}, not {value!r}")


@dataclass(frozen=True, slots=True, eq=False)
class CrossValidatedRules:
    """Rules learned from all sentences, and the scores on held-out parts.

    Attributes:
        rules: The rules, the most useful first.
        scores: The scores of all sentences with 0, 1, … of the rules.
        path: The scores of sentences not learned from.
    """

    rules: list[LearnedOrder]
    scores: list[NDArray[np.float64]]
    path: tuple[PathPoint, ...]

    @property
    def fewest(self) -> int:
        """The smallest number of rules within one standard error of the best."""
        best = max(point.score for point in self.path)
        # The tolerance keeps rounding from telling equal scores apart.
        within = (p for p in self.path if p.score >= best - p.standard_error - 1e-12)
        return next(within).rules


def cross_validate(
    corpus: LearningCorpus, plan: LearningPlan, threads: int | None, progress: bool | Meter
) -> CrossValidatedRules:
    """Learn rules from all sentences and, for each part, from all others."""
    fold_of = _folds(corpus, plan.folds, plan.seed)
    parts = int(fold_of.max()) + 1 if len(corpus) else 0
    if parts < 2:
        raise InputError(
            "learning needs at least two different sentences with links, but there "
            f"{'is' if parts == 1 else 'are'} {counted(parts, 'such sentence')}"
        )
    with (
        as_meter(progress)("learning rules", parts + 1) as advance,
        ThreadPoolExecutor(min(thread_count(threads), parts + 1)) as pool,
    ):
        learner = _Learner(corpus, plan, advance)
        whole = pool.submit(learner.learn, np.ones(len(corpus), np.bool_))
        held_out = [pool.submit(learner.score_part, fold_of == part) for part in range(parts)]
        try:
            wait(held_out)
            wait([whole])
        except BaseException:  # Ctrl-C
            learner.stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    rules, scores = whole.result()
    held_out_scores = [part.result() for part in held_out]
    return CrossValidatedRules(
        rules, scores, _path(held_out_scores, fold_of, len(rules), plan.words)
    )


@dataclass(frozen=True, slots=True)
class _Learner:
    corpus: LearningCorpus
    plan: LearningPlan
    advance: Callable[[int], None]
    stopped: Event = field(default_factory=Event)

    def learn(self, training: Mask) -> tuple[list[LearnedOrder], list[NDArray[np.float64]]]:
        """Learn from some sentences; return the rules, and all scores with 0, 1, … of them."""
        orders = CurrentOrders(self.corpus, self.plan.metric, training, self.stopped)
        path = RulePath(orders, self.plan.words)
        scores = [orders.scores]
        for _ in path.learn(self.plan.most_rules):
            scores += [orders.scores]
        self.advance(1)
        return path.rules, scores

    def score_part(self, part: Mask) -> list[NDArray[np.float64]]:
        """Return the scores of a part with rules learned from all others."""
        return [scores[:, part] for scores in self.learn(~part)[1]]


def _folds(corpus: LearningCorpus, folds: int, seed: int) -> NDArray[np.int64]:
    """Assign each sentence to a part by its words: order and repetition do not matter."""
    morphology = corpus.trees.morphology()
    forms, names = morphology.forms.tolist(), morphology.names
    digests = []
    for begin, end in pairwise(corpus.trees.offsets.tolist()):
        own = forms[begin:end]
        text = "\t".join([str(seed), *(names[form] for form in own)])
        digests.append(blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest())
    _, ranks = np.unique(np.array(digests, "U16"), return_inverse=True)
    parts: NDArray[np.int64] = ranks.ravel() % min(folds, max(1, len(corpus)))
    return parts


def _path(
    parts: list[list[NDArray[np.float64]]], fold_of: NDArray[np.int64], most: int, words: Words
) -> tuple[PathPoint, ...]:
    """Return held-out scores with 0, 1, … rules; parts with fewer rules keep their last."""
    scores = np.empty((most + 1, 2, len(fold_of)))
    for part, of_part in enumerate(parts):
        for rules in range(most + 1):
            scores[rules][:, fold_of == part] = of_part[min(rules, len(of_part) - 1)]
    aims = np.array([over_words(each, words) for each in scores])
    best = int(np.argmax(aims.mean(axis=1)))
    differences = aims - aims[best]
    errors = differences.std(axis=1) / np.sqrt(len(fold_of))
    return tuple(
        PathPoint(rules, *map(float, (aim.mean(), *both.mean(axis=1), error)))
        for rules, (aim, both, error) in enumerate(zip(aims, scores, errors, strict=True))
    )


class _ExampleFinder:
    """Finds the shortest phrase that a rule changes in a sentence that it helps."""

    def __init__(self, corpus: LearningCorpus) -> None:
        self._corpus = corpus
        self._morphology = corpus.trees.morphology()
        parents = corpus.head_words
        by_head = np.argsort(parents, kind="stable")
        self._children = by_head, np.searchsorted(parents[by_head], np.arange(len(parents) + 1))

    def find(self, rule: LearnedOrder, helped: NDArray[np.bool_]) -> Example | None:
        heads = rule.heads[helped[self._corpus.row_of[rule.heads]]]
        taken = self._corpus.kinds.entries(rule.order)
        best: tuple[list[int], list[int]] | None = None
        for head in heads[:_MOST_LOOKED_AT].tolist():
            before, after = self._phrases(head, rule, taken)
            if before != after and (best is None or len(before) < len(best[0])):
                best = before, after
        if best is None:
            return None
        row = int(self._corpus.rows[self._corpus.row_of[best[0][0]]])
        return Example(row + 1, *map(self._text, best))

    def _phrases(
        self, head: int, rule: LearnedOrder, taken: NDArray[np.int64]
    ) -> tuple[list[int], list[int]]:
        """Return the words below a head in source order, and in the order of the rule."""
        units = sorted([head, *self._below(head)])
        own = next(n for n, entry in enumerate(rule.order) if entry.labels[0] == SELF)

        def key(unit: int) -> tuple[int, int]:
            number = own if unit == head else int(taken[self._corpus.kinds.of_words[unit]])
            place = entry_place(number, rule.order[number])
            return place, -unit if place % 2 else unit

        words = {unit: [unit] if unit == head else self._subtree(unit) for unit in units}
        before = [word for unit in units for word in words[unit]]
        return before, [word for unit in sorted(units, key=key) for word in words[unit]]

    def _below(self, head: int) -> list[int]:
        by_head, begins = self._children
        children: list[int] = by_head[begins[head] : begins[head + 1]].tolist()
        return children

    def _subtree(self, word: int) -> list[int]:
        subtree = [word]
        for each in subtree:  # which grows meanwhile
            subtree += self._below(each)
        return sorted(subtree)

    def _text(self, words: list[int]) -> str:
        morphology = self._morphology
        return " ".join(morphology.names[morphology.forms[word]] for word in words)
