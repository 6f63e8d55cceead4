"""Forms, lemmas, tags and features of the words of many dependency trees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from wordorder.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from wordorder.arrays import Offsets


@dataclass(frozen=True, slots=True, eq=False)
class Morphology:
    """The words of a batch in the order of its `heads`, described by indices into `names`.

    Attributes:
        forms: The word itself.
        lemmas: Its lemma; `_` if unknown.
        xpos: Its language-specific part of speech; `_` if unknown.
        features: The features of all words, each one name and value, such as `Polarity=Neg`.
        feature_offsets: Where the features of each word start and end.
        names: All of these as text. They belong to this batch alone: other batches of the file
            have other indices, so that a file with any number of lemmas takes no more memory.
    """

    forms: NDArray[np.int32]
    lemmas: NDArray[np.int32]
    xpos: NDArray[np.int32]
    features: NDArray[np.int32]
    feature_offsets: Offsets
    names: Sequence[str]

    def number(self, name: str) -> int:
        """Return the index of a name; -1 if no word has it."""
        try:
            return self.names.index(name)
        except ValueError:
            return -1

    def has_feature(self, feature: str) -> NDArray[np.bool_]:
        """Tell for each word whether it has a feature, such as `Polarity=Neg`.

        Raises:
            UsageError: This is not one name and value.
        """
        if feature.count("=") != 1 or "|" in feature:
            raise UsageError(
                f"a feature is a name and a value, such as Polarity=Neg, not {feature!r}"
            )
        places = np.flatnonzero(self.features == self.number(feature))
        has = np.zeros(len(self.forms), np.bool_)
        has[np.searchsorted(self.feature_offsets, places, side="right") - 1] = True
        return has
