"""Penn tree files as a stream of batches."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, cast

import numpy as np

from wordorder.errors import Argument, InputError
from wordorder.output import visible
from wordorder.syntax.brackets import BracketError, Brackets
from wordorder.syntax.cells import null_problem, read_cells
from wordorder.syntax.constituency import ConstituencyTree
from wordorder.syntax.constituency_batch import ConstituencyBatch
from wordorder.syntax.limits import LIMITS
from wordorder.syntax.problems import Problem
from wordorder.text import ArrowColumn, read_lines, shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from numpy.typing import NDArray

    from wordorder.text import Input

MOST_ROWS = 1000
MOST_NODES = 1_000_000  # a batch ends with the row that reaches this

_CONLLU_STARTS = ("# sent_id", "# text", "# newdoc", "1\t")
_LOOKS_LIKE_CONLLU = "this looks like CoNLL-U; say so with ", Argument("tree_format", "conllu")

_NOTHING = ConstituencyTree.parse("")


def read_penn(
    path: Input, *, skip_bad: bool, on_bytes: Callable[[int], None] | None
) -> Generator[ConstituencyBatch, None, None]:
    """Read the trees of a file; see `wordorder.syntax.read_trees`."""
    batch = _GrowingBatch(visible(shown_name(path)), skip_bad=skip_bad)
    with closing(_texts(path, on_bytes)) as texts:
        for line, text in texts:
            if text is None:
                batch.add_null(line, null_problem(cast("ArrowColumn", path), line))
            else:
                batch.add(line, text)
            if batch.is_full():
                yield batch.take()
    if batch.trees:
        yield batch.take()


def _texts(
    source: Input, on_bytes: Callable[[int], None] | None
) -> Generator[tuple[int, str | None], None, None]:
    """The text of each tree, with its line or row; None for a null row."""
    if isinstance(source, ArrowColumn):
        for first, cells in read_cells(source, on_bytes):
            for row, cell in enumerate(cells, first):
                yield row, cell if cell is None else " ".join(cell.split("\n")).strip()
        return
    with closing(read_lines(source, on_bytes=on_bytes)) as lines:
        yield from tree_texts(lines)


def tree_texts(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    r"""Join the lines of each tree, with the number of the first.

    A line that starts with white space continues a tree. A blank line is a sentence without words,
    unless it comes before the first tree or after a tree of several lines. Of a tree that is too
    long, only the beginning is kept, which is still too long.

    Examples:
        >>> list(tree_texts(enumerate(["", "(S", " (A a))", "", "(A b)", "", "(A c)"], 1)))
        [(2, '(S\n (A a))'), (5, '(A b)'), (6, ''), (7, '(A c)')]
    """
    tree: list[str] = []
    start = size = 0
    separates = True  # whether a blank line here only separates trees
    for number, line in lines:
        is_blank = not line.strip(" \t")
        if tree and (is_blank or not line.startswith((" ", "\t"))):
            yield start, "\n".join(tree)
            separates = len(tree) > 1
            tree, size = [], 0
        if not is_blank:
            start = start if tree else number
            if size - 1 <= LIMITS.bytes:  # the last line end does not count
                tree.append(line)
                size += len(line) + 1
        elif not separates:
            yield number, ""
    if tree:
        yield start, "\n".join(tree)


class _GrowingBatch:
    """Rows for the next batch, and the names of all batches of the file."""

    def __init__(self, name: str, *, skip_bad: bool) -> None:
        self._name = name
        self._skip_bad = skip_bad
        self._names: list[str] = []
        self._number_of: dict[str, int] = {}
        self._first_sentence = 1
        self._clear()

    def _clear(self) -> None:
        self.trees: list[ConstituencyTree] = []
        self._lines: list[int] = []
        self._labels: list[int] = []
        self._problems: dict[int, InputError] = {}

    def add(self, line: int, text: str) -> None:
        """Add a row, empty if the text is not a tree."""
        try:
            tree = ConstituencyTree._trusted(Brackets.parse(text))
            categories = tree.categories
            self._add_names(categories)
        except BracketError as error:
            place, found = error.args
            what = _LOOKS_LIKE_CONLLU if text.startswith(_CONLLU_STARTS) else (found,)
            problem = Problem(len(self.trees), line + text.count("\n", 0, place), what)
            self._refuse(problem)
            tree, categories = _NOTHING, ()
        self._labels += [self._number_of[category] for category in categories]
        self.trees.append(tree)
        self._lines.append(line)

    def add_null(self, row: int, problem: InputError) -> None:
        """Add an empty row for a null one."""
        if not self._skip_bad:
            raise problem
        self._problems[len(self.trees)] = problem
        self.trees.append(_NOTHING)
        self._lines.append(row)

    def _add_names(self, categories: tuple[str, ...]) -> None:
        new = [name for name in dict.fromkeys(categories) if name not in self._number_of]
        if len(self._names) + len(new) > LIMITS.names:
            limit = f"a file has at most {LIMITS.names:,} different categories"
            raise BracketError(0, f"'{visible(new[-1])}' is one too many; {limit}")
        for name in new:
            self._number_of[name] = len(self._names)
            self._names.append(name)

    def _refuse(self, problem: Problem) -> None:
        error = problem.error(self._name, self._first_sentence)
        if not self._skip_bad:
            raise error
        self._problems[problem.row] = error

    def is_full(self) -> bool:
        """Whether the batch is full."""
        return len(self.trees) == MOST_ROWS or len(self._labels) >= MOST_NODES

    def take(self) -> ConstituencyBatch:
        """Return the batch and start the next."""
        trees = self.trees
        batch = ConstituencyBatch(
            _joined([tree.parents for tree in trees]),
            _joined([tree.first for tree in trees]),
            _joined([tree.last for tree in trees]),
            np.array(self._labels, np.int32),
            np.cumsum([0, *(len(tree.labels) for tree in trees)], dtype=np.int64),
            self._names,
            self._first_sentence,
            np.array(self._lines, np.int64),
            self._problems,
            trees,
        )
        self._first_sentence += len(trees)
        self._clear()
        return batch


def _joined(columns: list[NDArray[np.int32]]) -> NDArray[np.int32]:
    return np.concatenate(columns, dtype=np.int32)
