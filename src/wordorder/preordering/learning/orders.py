"""The sentences in the order of the rules learned so far."""

from __future__ import annotations

from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np

from wordorder.arrays import frozen
from wordorder.preordering.learning.corpus import ENOUGH_SENTENCES, share_of
from wordorder.preordering.learning.moves import Moves, entry_place
from wordorder.preordering.rules.rules import SELF

if TYPE_CHECKING:
    from threading import Event

    from numpy.typing import NDArray

    from wordorder.preordering.learning.corpus import LearningCorpus
    from wordorder.preordering.learning.kinds import Mask
    from wordorder.preordering.learning.moves import Order

Words = Literal["both", "all", "linked"]
WORDS: tuple[Words, ...] = get_args(Words)


class Gains(NamedTuple):
    """What something gains over all words and over linked words, summed over sentences.

    Attributes:
        sums: The two gains.
        squares: The sums of the squares of the gains of sentences.
        products: The sum of the products of both.
        sentences: The number of sentences.
    """

    sums: NDArray[np.float64]
    squares: NDArray[np.float64]
    products: NDArray[np.float64]
    sentences: int

    def of(self, words: Words) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The gain over some words, and its standard error.

        With more than a thousand sentences the error of the mean is that of a thousand.
        """
        if words == "both":
            return self._with_error(self.sums.sum(axis=0) / 2, self._squares_of_means())
        place = ("all", "linked").index(words)
        return self._with_error(self.sums[place], self.squares[place])

    def _squares_of_means(self) -> NDArray[np.float64]:
        squares: NDArray[np.float64] = (self.squares.sum(axis=0) + 2 * self.products) / 4
        return squares

    def _with_error(
        self, sums: NDArray[np.float64], squares: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        errors = np.sqrt(np.maximum(squares - sums * sums / self.sentences, 0))
        return sums, errors * max(1, self.sentences / ENOUGH_SENTENCES) ** 0.5

    @property
    def harmless(self) -> NDArray[np.bool_]:
        """Where neither score falls, not even by one standard error less than was gained."""
        gains, errors = zip(self.of("all"), self.of("linked"), strict=True)
        found: NDArray[np.bool_] = np.all(np.array(gains) >= np.array(errors) - 1e-9, axis=0)
        return found


class CurrentOrders:
    """The orders of all sentences, some of which are for training.

    Args:
        corpus: The sentences.
        metric: The metric to score the orders by.
        training: Which sentences are for training.
        stopped: Set to end learning early.
    """

    def __init__(
        self, corpus: LearningCorpus, metric: str, training: Mask, stopped: Event | None = None
    ) -> None:
        self.corpus = corpus
        self.training = training
        self._search = corpus.search(metric)
        self._rows = frozen(training.astype(np.uint8))
        self._stopped = stopped

    def share(self, count: int) -> int:
        """As large a share of the sentences for training as a count is of a thousand."""
        return share_of(count, int(np.count_nonzero(self.training)))

    @property
    def scores(self) -> NDArray[np.float64]:
        """The scores over all words, and over linked words, of each sentence."""
        return self._search.scores

    def arrange(self, heads: NDArray[np.int64], order: Order) -> None:
        """Write the units of these heads by the entries of a rule."""
        places, own_place = self._places(order, self.corpus.kinds.entries(order))
        self._search.arrange(heads, places, own_place)

    def _places(self, order: Order, taken: NDArray[np.int64]) -> tuple[NDArray[np.int32], int]:
        places = np.array([entry_place(n, entry) for n, entry in enumerate(order)], np.int32)
        own = next(n for n, entry in enumerate(order) if entry.labels[0] == SELF)
        return frozen(places[taken[self.corpus.kinds.of_words]]), int(places[own])

    def move_gains(self, heads: NDArray[np.int64], moves: Moves) -> Gains:
        """What each move gains at each place, over the sentences for training.

        Raises:
            CancelledError: Learning was stopped.
        """
        if self._stopped is not None and self._stopped.is_set():
            raise CancelledError
        kinds = self.corpus.kinds
        found = self._search.gains(
            heads,
            self._rows,
            *self._places(moves.order, moves.taken),
            kinds.of_words,
            len(kinds),
            moves.groups_of_kinds,
            moves.allowed,
            moves.places,
        )
        return Gains(
            np.array([found.all, found.linked]),
            np.array([found.all_squares, found.linked_squares]),
            found.products,
            int(np.count_nonzero(self.training)),
        )

    def gains_since(self, before: NDArray[np.float64]) -> Gains:
        """What was gained since the orders had these scores."""
        gains = (self.scores - before)[:, self.training]
        products = np.prod(gains, axis=0).sum()
        return Gains(gains.sum(axis=1), (gains**2).sum(axis=1), products, gains.shape[1])


def aimed(scores: NDArray[np.float64], words: Words) -> NDArray[np.float64]:
    """The score of each sentence over some words, given those over all words and linked ones."""
    every, linked = scores
    found: dict[Words, NDArray[np.float64]] = {"all": every, "linked": linked}
    return found[words] if words in found else (every + linked) / 2
