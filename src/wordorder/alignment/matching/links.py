"""How likely two words are linked: the fitted weights of a language.

With vectors every word can be compared with every other one. Which of them are partners, if it is
not obvious, is decided by a chain of words (a conditional random field); `kernels/likely_links.hpp`
and the headers that it includes describe it. The weights, fitted by tools/fit_links.py, are in a
table for each language.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder import _kernels

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

_TABLES = {"en": Path(__file__).with_name("data") / "links-en.toml"}


@dataclass(frozen=True, slots=True)
class LinkWeights:
    """The weights of one language.

    Attributes:
        name: Language and start of the digest of the table, for signatures.
        weights: What each sign adds to the log-odds of a link.
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
        """The weights of a language, or None if there are none."""
        return None if lang not in _TABLES else _load(lang)

    def for_kernel(self, frequent: NDArray[np.uint8]) -> _kernels.FittedLinks:
        """The weights as the kernel takes them, with whether each word is frequent."""
        return _kernels.FittedLinks(
            _kernels.LinkWeights(**self.weights, jumps=list(self.jumps)), frequent
        )


@cache
def _load(lang: str) -> LinkWeights:
    text = _TABLES[lang].read_bytes()
    table = tomllib.loads(text.decode())
    name = f"{lang}-{sha256(text).hexdigest()[:8]}"
    return LinkWeights(name, table["weights"], table["jumps"])
