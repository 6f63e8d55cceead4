"""What is known of a batch of rows once it is evaluated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from wordorder.arrays import Floats
    from wordorder.reorderings.counts import ReorderingCounts


@dataclass(frozen=True, slots=True, eq=False)
class EvaluatedRows:
    """The figures of consecutive rows.

    Attributes:
        columns: The figures of each output, one per row; NaN where undefined, and in rows that
            cannot be used.
        usable: Whether each row can be used: it has no null where a value is needed, and no
            problem.
        problems: What is wrong with bad rows, by index in the batch.
        counted: The counts for the reordering analysis, of all rows; None without links.
    """

    columns: Mapping[str, Floats]
    usable: NDArray[np.bool_]
    problems: Mapping[int, str]
    counted: ReorderingCounts | None

    def __len__(self) -> int:
        return len(self.usable)
