"""Everything that an evaluation reads, checked to be about the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import InputError
from wordorder.output import visible
from wordorder.preordering.evaluation.result import AlignmentData
from wordorder.preordering.inputs import (
    read_links,
    read_parses,
    refuse_other_text,
    refuse_other_words,
)
from wordorder.preordering.references import ReferenceOrders
from wordorder.text import refuse_reused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.alignment import AlignmentBatch, LinkReading
    from wordorder.output import Meter
    from wordorder.preordering.inputs import Links, Parses
    from wordorder.syntax import DependencyBatch, Parser
    from wordorder.text import Input


class EvaluationInputs(NamedTuple):
    """Parses, reference orders and gold parses of the same sentences.

    Attributes:
        trees: The parses, by the name of the parser.
        links: The alignments, by name.
        references: Their reference orders.
        gold: The gold parses, if given.
        parser: What made the parses, if they are not from files.
    """

    trees: Mapping[str, DependencyBatch]
    links: Mapping[str, AlignmentBatch]
    references: Mapping[str, ReferenceOrders]
    gold: DependencyBatch | None
    parser: str | Parser | None

    @classmethod
    def read(
        cls,
        parses: Mapping[str, Parses],
        alignments: Mapping[str, Links],
        gold: Parses | None,
        source: Input | None,
        reading: LinkReading,
        parser: str | Parser | None,
        meter: Meter,
    ) -> EvaluationInputs:
        """Read all files; the arguments are those of `evaluate_preordering`.

        Raises:
            InputError: A file cannot be read, or files do not belong together.
        """
        refuse_reused(*parses.values(), *alignments.values(), gold, source)
        trees = {name: read_parses(one, parser, progress=meter) for name, one in parses.items()}
        first, found = next(iter(parses.values())), next(iter(trees.values()))
        for name, one in list(parses.items())[1:]:
            refuse_other_words(first, found, one, trees[name])
        if source is not None:
            refuse_other_text(source, first, found)
        right = None if gold is None else read_parses(gold)
        if gold is not None and right is not None:
            refuse_other_words(first, found, gold, right)
        links = {
            name: read_links(one, found, reading, parses=first) for name, one in alignments.items()
        }
        for name, batch in links.items():
            if batch.offsets[0] == batch.offsets[-1]:
                raise InputError(
                    f"{visible(name)}: no word has a link, so there is no order to compare with"
                )
        orders = {name: ReferenceOrders.from_alignments(one) for name, one in links.items()}
        return cls(trees, links, orders, right, parser)

    @property
    def sentences(self) -> int:
        """The number of sentences."""
        return len(next(iter(self.trees.values())))

    def alignment_data(self) -> tuple[AlignmentData, ...]:
        """Count words and links of each alignment."""
        return tuple(
            AlignmentData(
                name,
                words=len(one.linked),
                linked=int(one.linked.sum()),
                undefined=int((one.orders.lengths == 0).sum()),
            )
            for name, one in self.references.items()
        )
