"""How likely links are right: the fitted weights of a language.

Each match gets a probability from a logistic model. The features are described in
`kernels/confidence.hpp`; their weights, fitted by tools/fit_confidence.py, are in a table for each
language.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder import _kernels
from wordorder.alignment.matching.stages import STAGES
from wordorder.errors import Argument, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

_TABLES = {"en": Path(__file__).with_name("data") / "confidence-en.toml"}

LANGUAGES = tuple(_TABLES)
"""The languages with fitted weights."""


@dataclass(frozen=True, slots=True)
class ConfidenceModel:
    """The weights of one language, for matchers without vectors or for those with them.

    Attributes:
        name: Language and start of the digest of the table, for signatures.
        min_confidence: The default: weaker links are left out of the order.
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
        """The model of a language, or None if it has no fitted weights."""
        return None if lang not in _TABLES else _load(lang, with_vectors=with_vectors)

    @property
    def kernel_weights(self) -> _kernels.ConfidenceWeights:
        """The weights as the kernel takes them."""
        of_stages = [self.stages[stage] for stage in STAGES]
        return _kernels.ConfidenceWeights(**self.weights, stages=of_stages)


def checked_confidence(
    value: float | None,
    lang: str | None,
    needed_for: str = "min_confidence",
    *,
    with_vectors: bool = False,
) -> float:
    """Return the threshold, by default that of the language and the kind of matcher.

    Raises:
        UsageError: It does not lie between 0 and 1, or the language has no fitted weights.
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
def _load(lang: str, *, with_vectors: bool) -> ConfidenceModel:
    text = _TABLES[lang].read_bytes()
    table = tomllib.loads(text.decode())
    part = table["with_vectors" if with_vectors else "without_vectors"]
    return ConfidenceModel(
        f"{lang}-{sha256(text).hexdigest()[:8]}",
        part["min_confidence"],
        part["weights"],
        part["stages"],
        frozenset(table["frequent"].split()),
    )
