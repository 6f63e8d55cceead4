"""Problems with the trees of a file, in one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordorder.errors import Part


class Problem(NamedTuple):
    """A problem with a tree.

    Attributes:
        row: The row of the tree in the batch.
        line: The line of the problem in the file.
        what: A description, in the parts of a message.
    """

    row: int
    line: int
    what: tuple[Part, ...]

    def error(self, name: str, first_sentence: int) -> InputError:
        """The problem with its place.

        Examples:
            >>> print(Problem(4, 70, ("there is no root",)).error("parse.conllu", 1))
            parse.conllu:70: sentence 5: there is no root
        """
        sentence = first_sentence + self.row
        return InputError(f"{name}:{self.line}: sentence {sentence}: ", *self.what)


def rows_of(problems: Mapping[int, InputError], start: int, stop: int) -> dict[int, InputError]:
    """Return the problems of some rows, renumbered from 0.

    Examples:
        >>> rows_of({1: InputError("a"), 4: InputError("b"), 6: InputError("c")}, 3, 6)
        {1: InputError('b')}
    """
    return {row - start: problems[row] for row in range(start, stop) if row in problems}
