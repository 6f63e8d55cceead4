"""IBM Model 1 (Brown et al. 1993), trained in both directions on a text and its translation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Literal

import numpy as np

from wordorder import _kernels
from wordorder.alignment.bilingual.ibm1_model import Ibm1Model, Training, WordPairs
from wordorder.alignment.bilingual.learning_curve import LearningCurve
from wordorder.alignment.bilingual.numbered_text import numbered
from wordorder.errors import Argument, UsageError
from wordorder.output import as_meter
from wordorder.text import open_parallel_text, tokenized_files
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from wordorder.alignment.bilingual.numbered_text import NumberedSide
    from wordorder.output import Meter
    from wordorder.text import Input

Direction = Literal["forward", "reverse"]

ITERATIONS = 5
MOST_ITERATIONS = 1000

PRIOR = 0.001
"""On gold links of English with French, Japanese and Chinese, for 150 to 31,000 sentence pairs, the
error rate is lowest between 0.001 and 0.005; benchmarks/ibm1.py shows it for the largest set."""

LARGEST_PRIOR = 1000

SMALLEST_PROBABILITY = 1e-4
"""Smaller probabilities only take space: dropping them changes no alignment of the training text
and improves those of other text."""

ROUNDING = 1e-9  # as a share of a probability: far above the rounding error of sums

SIGNIFICANT_DIGITS = 5  # of a probability in a model, as in its file


def train_ibm1(
    source: Input,
    target: Input,
    *,
    iterations: int = ITERATIONS,
    prior: float = PRIOR,
    fold_case: bool = True,
    tokenize: str | None = None,
    source_tokenize: str | None = None,
    threads: int | None = None,
    on_iteration: Callable[[Direction, int, float], object] | None = None,
    progress: bool | Meter = False,
) -> Ibm1Model:
    r"""Learn which words translate each other, from a text and its translation alone.

    In the forward direction every target word comes from one source word or from NULL; in the
    reverse direction, vice versa. EM starts from equal probabilities.

    Args:
        source: The text, one sentence per line, words separated by spaces, plain or
            compressed; `-` is standard input. Pairs with an empty line are ignored.
        target: Its translation, line by line.
        iterations: Number of EM iterations in each direction.
        prior: Added to every expected count (a symmetric Dirichlet prior; Moore 2004), so that
            rare words do not become garbage collectors; 0 for none.
        fold_case: Whether to ignore case.
        tokenize: Tokeniser for both texts, as in `score`; by default they are already tokenised.
        source_tokenize: A different tokeniser for the source.
        threads: Number of threads; by default one per processor.
            Does not affect results.
        on_iteration: Called with the direction, the iteration (0 is the start) and the EM
            objective: the log-likelihood plus prior · Σ log p over all word pairs.
        progress: Whether to show progress.

    Returns:
        A model with the word pairs that are at least as likely as NULL, and at least 0.0001.

    Raises:
        InputError: The texts cannot be read, differ in length or have no words, or a sentence
            pair has more than ten million word pairs.
        UsageError: An argument is out of range.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     source, target = pathlib.Path(folder, "en"), pathlib.Path(folder, "es")
        ...     _ = source.write_text("the house\ngreen house\ngreen book\n")
        ...     _ = target.write_text("la casa\ncasa verde\nlibro verde\n")
        ...     model = train_ibm1(source, target)
        ...     [str(links) for batch in model.align(source, target) for links in batch]
        ['0-0 1-1', '0-1 1-0', '0-1 1-0']
    """
    values: dict[Direction, list[float]] = {"forward": [], "reverse": []}
    with as_meter(progress)("training", 2 * _iterations(iterations)) as advance:

        def tell(direction: Direction, value: float) -> None:
            iteration = len(values[direction])
            values[direction].append(value)
            advance(int(iteration > 0))
            if on_iteration is not None:
                on_iteration(direction, iteration, value)

        em = _Em(_iterations(iterations), _prior(prior), thread_count(threads), tell)
        words = [source_tokenize or tokenize, tokenize]
        with tokenized_files([source, target], words) as files, open_parallel_text(files) as text:
            there, back = numbered(text, fold_case=fold_case)
        targets, sources, probabilities = em.run(there, back, "forward")
        forward = WordPairs(sources, targets, probabilities)
        reverse = WordPairs(*em.run(back, there, "reverse"))
    return Ibm1Model.of_pairs(
        list(there.numbers),
        list(back.numbers),
        forward,
        reverse,
        fold_case=bool(fold_case),
        training=Training(text.lines, em.iterations, em.prior),
        learning=LearningCurve(tuple(values["forward"]), tuple(values["reverse"]), em.prior),
    )


@dataclass(frozen=True, slots=True)
class _Em:
    iterations: int
    prior: float
    threads: int
    tell: Callable[[Direction, float], None]

    def run(
        self, given: NumberedSide, made: NumberedSide, direction: Direction
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]:
        """Learn p(made | given); return made word, given word and probability of each pair."""
        table = _kernels.ibm1_table(
            given.rows(),
            len(given.numbers),
            made.rows(),
            len(made.numbers),
            self.iterations,
            self.prior,
            self.threads,
            partial(self.tell, direction),
        )
        kept = _useful(table, len(made.numbers))
        null_first = np.arange(-1, len(given.numbers), dtype=np.int32)
        partners = np.repeat(null_first, np.diff(table.targets.offsets))
        words = table.targets.values[kept]
        return words, partners[kept], _rounded(table.probabilities[kept])


def _useful(table: _kernels.TranslationTable, count: int) -> NDArray[np.bool_]:
    """Find the pairs that can become links: NULL, the first row, is in every sentence.

    A word that is in every sentence as well, such as a full stop, is equally likely; it wins, even
    if the two sums were rounded differently.
    """
    words, probabilities = table.targets.values, table.probabilities
    of_null = slice(0, int(table.targets.offsets[1]))
    null = np.zeros(count)
    null[words[of_null]] = probabilities[of_null]
    useful = probabilities >= np.maximum((1 - ROUNDING) * null, SMALLEST_PROBABILITY)[words]
    useful[of_null] = False
    return useful


def _rounded(probabilities: NDArray[np.float64]) -> NDArray[np.float32]:
    scale = 10.0 ** (SIGNIFICANT_DIGITS - 1 - np.floor(np.log10(probabilities)))
    return (np.rint(probabilities * scale) / scale).astype(np.float32)


def _iterations(iterations: int) -> int:
    if not 1 <= index(iterations) <= MOST_ITERATIONS:
        raise UsageError(
            Argument("iterations"), f" must be from 1 to {MOST_ITERATIONS}, not {iterations}"
        )
    return index(iterations)


def _prior(prior: float) -> float:
    if not 0 <= prior <= LARGEST_PRIOR:
        raise UsageError(Argument("prior"), f" must be from 0 to {LARGEST_PRIOR}, not {prior}")
    return float(prior)
