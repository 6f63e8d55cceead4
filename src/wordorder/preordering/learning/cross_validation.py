"""How many rules are best, by sentences that they were not learned from."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from itertools import pairwise
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import Argument, InputError, UsageError
from wordorder.ordering import metric_names
from wordorder.output import as_meter, counted
from wordorder.preordering.learning.orders import WORDS, CurrentOrders, aimed
from wordorder.preordering.learning.path import RulePath
from wordorder.preordering.learning.result import PathPoint
from wordorder.preordering.rules.rules import MOST_RULES
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from wordorder.output import Meter
    from wordorder.preordering.learning.corpus import LearningCorpus
    from wordorder.preordering.learning.kinds import Mask
    from wordorder.preordering.learning.orders import Words
    from wordorder.preordering.learning.path import LearnedOrder


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
class CrossValidated:
    """Rules learned from all sentences, and how those learned from a part do on the rest.

    Attributes:
        rules: The rules, the most useful first.
        scores: The scores of all sentences with 0, 1, … of them.
        path: The scores of sentences not learned from.
    """

    rules: list[LearnedOrder]
    scores: list[NDArray[np.float64]]
    path: tuple[PathPoint, ...]

    @property
    def fewest(self) -> int:
        """The smallest number of rules within one standard error of the best."""
        best = max(point.score for point in self.path)
        # Rounding, or two numbers of rules would differ for the same scores.
        within = (p for p in self.path if p.score >= best - p.standard_error - 1e-12)
        return next(within).rules


def cross_validate(
    corpus: LearningCorpus, plan: LearningPlan, threads: int | None, progress: bool | Meter
) -> CrossValidated:
    """Learn rules from all sentences, and from all parts but one."""
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
    found = [part.result() for part in held_out]
    return CrossValidated(rules, scores, _path(found, fold_of, len(rules), plan.words))


@dataclass(frozen=True, slots=True)
class _Learner:
    corpus: LearningCorpus
    plan: LearningPlan
    advance: Callable[[int], None]
    stopped: Event = field(default_factory=Event)

    def learn(self, training: Mask) -> tuple[list[LearnedOrder], list[NDArray[np.float64]]]:
        """The rules for some sentences, and the scores of all sentences with 0, 1, … of them."""
        orders = CurrentOrders(self.corpus, self.plan.metric, training, self.stopped)
        path = RulePath(orders, self.plan.words)
        scores = [orders.scores]
        for _ in path.learn(self.plan.most_rules):
            scores += [orders.scores]
        self.advance(1)
        return path.rules, scores

    def score_part(self, part: Mask) -> list[NDArray[np.float64]]:
        """The scores of a part with rules learned from all others."""
        return [scores[:, part] for scores in self.learn(~part)[1]]


def _folds(corpus: LearningCorpus, folds: int, seed: int) -> NDArray[np.int64]:
    """A part for each sentence by its words, so that neither order nor repetition matters."""
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
    """The held-out scores with 0, 1, … rules; a part with fewer rules keeps its last score."""
    scores = np.empty((most + 1, 2, len(fold_of)))
    for part, found in enumerate(parts):
        for rules in range(most + 1):
            scores[rules][:, fold_of == part] = found[min(rules, len(found) - 1)]
    aims = np.array([aimed(each, words) for each in scores])
    best = int(np.argmax(aims.mean(axis=1)))
    differences = aims - aims[best]
    errors = differences.std(axis=1) / np.sqrt(len(fold_of))
    return tuple(
        PathPoint(rules, *map(float, (aim.mean(), *both.mean(axis=1), error)))
        for rules, (aim, both, error) in enumerate(zip(aims, scores, errors, strict=True))
    )
