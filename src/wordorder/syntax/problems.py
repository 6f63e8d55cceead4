"""Problems with the trees of a file, in one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Problem(NamedTuple):
    """A problem with a tree.

    Attributes:
        row: The row of the tree in the batch.
        line: The line of the problem in the file.
        what: A description.
    """

    row: int
    line: int
    what: str

    def described(self, name: str, first_sentence: int) -> str:
        """Describe the problem with its place.

        Examples:
            >>> Problem(4, 70, "there is no root").described("parse.conllu", 1)
            'parse.conllu:70: sentence 5: there is no root'
        """
        return f"{name}:{self.line}: sentence {first_sentence + self.row}: {self.what}"


def rows_of(problems: Mapping[int, str], start: int, stop: int) -> dict[int, str]:
    """Return the problems of some rows, renumbered from 0.

    Examples:
        >>> rows_of({1: "a", 4: "b", 6: "c"}, 3, 6)
        {1: 'b'}
    """
    return {row - start: problems[row] for row in range(start, stop) if row in problems}
