"""One input or several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordorder.errors import Argument, UsageError
from wordorder.text import is_input, refuse_reused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordorder.text import Input


def as_inputs(given: Input | Sequence[Input], name: str) -> list[Input]:
    """The inputs as a list.

    Args:
        given: A file, a folder, a stream or Arrow data, or a list of these.
        name: Name of the argument, for errors.

    Raises:
        UsageError: This is something else, or an input that can be read once is given twice.

    Examples:
        >>> as_inputs("scores.tsv", "scores"), as_inputs(["a.tsv", "b.tsv"], "scores")
        (['scores.tsv'], ['a.tsv', 'b.tsv'])
    """
    found: Any = [given] if is_input(given) else given
    if not isinstance(found, (list, tuple)) or not all(map(is_input, found)):
        raise UsageError(Argument(name), " must be a file, a folder, a stream or Arrow data")
    refuse_reused(*found)
    return list(found)
