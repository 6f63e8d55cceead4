"""Masks of the sets that an analyser counts apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.errors import UsageError, argument

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    import numpy as np
    from numpy.typing import NDArray


def check_sets(
    names: Collection[str], masks: Mapping[str, NDArray[np.bool_]] | None
) -> Mapping[str, NDArray[np.bool_]]:
    """Return the masks of a batch, one for each set.

    Raises:
        UsageError: A mask is missing, or is that of another set.
    """
    given = {} if masks is None else masks
    if set(given) != set(names):
        raise UsageError(
            f"{argument('sets')} must have a mask for each of {tuple(names)}, not {tuple(given)}"
        )
    return given
