"""Fitted weights of a language, for links by vectors and for the confidence of links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordorder import _kernels
from wordorder.alignment.matching.match_batch import STAGES
from wordorder.errors import Argument, UsageError

LANGUAGES = ("en",)
"""The languages with fitted weights."""


@dataclass(frozen=True, slots=True)
class LinkWeights:
    """Weights for the probability that two words of a language are partners.

    Vectors make every word comparable with every other one. Partners that are not obvious are found
    by a chain of words (a conditional random field), described in `kernels/link/likely_links.hpp`
    and the headers that it includes. The weights are fitted by tools/fit_links.py.

    Attributes:
        name: Language and start of the digest of the table, for signatures.
        weights: What each feature adds to the log-odds of a link.
        jumps: What each distance between the partners of two neighbours adds: 8 words back or
            more, 7 to 4, 3, 2, 1, none, and the same forwards.

    Examples:
        >>> links = LinkWeights.of("en")
        >>> links.weights["exact"] > links.weights["stem"] > links.weights["synonym"]
        True
        >>> max(links.jumps[6:]) == links.jumps[6]  # mostly to the next word
        True
        >>> LinkWeights.of("de") is None
        True
    """

    name: str
    weights: Mapping[str, float]
    jumps: Sequence[float]

    @classmethod
    def of(cls, lang: str | None) -> LinkWeights | None:
        """Return the weights of a language, or None if there are none."""
        if lang not in LANGUAGES:
            return None
        name, table = _table("links", lang)
        return cls(name, table["weights"], table["jumps"])

    def for_kernel(self, frequent: NDArray[np.uint8]) -> _kernels.FittedLinks:
        """Return the weights in kernel form, with marks for the frequent words."""
        return _kernels.FittedLinks(
            _kernels.LinkWeights(**self.weights, jumps=list(self.jumps)), frequent
        )


@dataclass(frozen=True, slots=True)
class ConfidenceModel:
    """A logistic model of the confidence of links, for a language and with or without vectors.

    `kernels/hypothesis/confidence.hpp` describes its features; their weights are fitted by
    tools/fit_confidence.py.

    Attributes:
        name: Language and start of the digest of the table, for signatures.
        min_confidence: The default for the least confidence of links that count in the order.
        weights: What each unit of a feature adds to the log-odds.
        stages: What each stage adds.
        frequent: Frequent words, in lower case.

    Examples:
        >>> model = ConfidenceModel.of("en")
        >>> model.weights["crossed"] < 0, "the" in model.frequent
        (True, True)
        >>> ConfidenceModel.of("de") is None
        True
    """

    name: str
    min_confidence: float
    weights: Mapping[str, float]
    stages: Mapping[str, float]
    frequent: frozenset[str]

    @classmethod
    def of(cls, lang: str | None, *, with_vectors: bool = False) -> ConfidenceModel | None:
        """Return the model of a language, or None if it has no fitted weights."""
        if lang not in LANGUAGES:
            return None
        name, table = _table("confidence", lang)
        part = table["with_vectors" if with_vectors else "without_vectors"]
        frequent = frozenset(table["frequent"].split())
        return cls(name, part["min_confidence"], part["weights"], part["stages"], frequent)

    @property
    def kernel_weights(self) -> _kernels.ConfidenceWeights:
        """The weights in kernel form."""
        of_stages = [self.stages[stage] for stage in STAGES]
        return _kernels.ConfidenceWeights(**self.weights, stages=of_stages)


def checked_confidence(
    value: float | None,
    lang: str | None,
    needed_for: str = "min_confidence",
    *,
    with_vectors: bool = False,
) -> float:
    """Return the least confidence, by default that of the language and the kind of matcher.

    Raises:
        UsageError: The value is not between 0 and 1, or the language has no fitted weights.
    """
    model = ConfidenceModel.of(lang, with_vectors=with_vectors)
    if value is not None and not (isinstance(value, Real) and 0 <= value <= 1):
        raise UsageError(Argument("min_confidence"), f" must lie between 0 and 1, not {value}")
    if model is None and (value or needed_for != "min_confidence"):
        raise UsageError(
            Argument(needed_for),
            " needs a language with fitted weights (",
            Argument("lang", ", ".join(LANGUAGES)),
            "): leave it out",
        )
    if value is None:
        return 0.0 if model is None else model.min_confidence
    return float(value)


@cache
def _table(kind: str, lang: str) -> tuple[str, dict[str, Any]]:
    """Return the fitted table of a language, and its name in signatures."""
    import tomllib

    text = (Path(__file__).with_name("data") / f"{kind}-{lang}.toml").read_bytes()
    return f"{lang}-{sha256(text).hexdigest()[:8]}", tomllib.loads(text.decode())
