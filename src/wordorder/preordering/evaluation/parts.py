"""What an evaluation of pre-ordering consists of: systems, alignments, parsers, comparisons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.arrays import Floats
    from wordorder.output import Estimate
    from wordorder.preordering.evaluation.parse_accuracy import Accuracy

COMPLETE = "complete"
"""The share of sentences in exactly the order of the reference."""
LINKED = "_linked"
"""How the names of measures over linked words end."""
ORACLE = "oracle"
"""What the best order is called that any rules could give."""
TEST_FIGURES = {
    "difference": "difference",
    "low": "low",
    "high": "high",
    "p": "p_value",
    "p_holm": "p_holm",
}
"""What records and documents call the figures of `PairTests`, and what it calls them itself."""


@dataclass(frozen=True, slots=True)
class System:
    """A parser with a set of rules.

    Attributes:
        name: What it is called in tables.
        parser: The name of the parser.
        rules: The name of the set of rules; None for the oracle, the best order that any rules
            could give.
    """

    name: str
    parser: str
    rules: str | None


@dataclass(frozen=True, slots=True)
class AlignmentData:
    """What is known of an alignment.

    Attributes:
        name: What it is called in tables.
        words: The number of source words.
        linked: How many of them have a link.
        undefined: The number of sentences without links, whose order is undefined.
    """

    name: str
    words: int
    linked: int
    undefined: int

    @property
    def coverage(self) -> float:
        """The share of source words that have a link."""
        return self.linked / self.words


@dataclass(frozen=True, slots=True)
class ParserData:
    """What is known of a parser.

    Attributes:
        name: What it is called in tables.
        non_projective: The number of its trees with crossing arcs, which are lifted.
        accuracy: The shares of words with the right head (`uas`), head and relation (`las`) and
            tag (`upos`), with intervals; empty without gold parses.
    """

    name: str
    non_projective: int
    accuracy: Mapping[Accuracy, Estimate]


@dataclass(frozen=True, slots=True, eq=False)
class PeerFigures:
    """The figures of another tool.

    Attributes:
        tool: The tool.
        names: What it calls them.
        values: Of each system that is not an oracle, of shape (alignments, systems, names); NaN if
            undefined.
    """

    tool: str
    names: tuple[str, ...]
    values: Floats
