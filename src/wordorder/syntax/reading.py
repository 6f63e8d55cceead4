"""Tree files as a stream of batches: CoNLL-U and Penn brackets, from files or columns of Arrow."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import Literal, NamedTuple, TypeAlias, cast

import numpy as np

from wordorder import _kernels
from wordorder.errors import Argument, InputError
from wordorder.output.console import visible
from wordorder.syntax.constituency import (
    BracketError,
    Brackets,
    ConstituencyBatch,
    ConstituencyTree,
)
from wordorder.syntax.dependency import DependencyBatch
from wordorder.syntax.tree import LIMITS, Limits, Tree, TreeBatch, tree_error
from wordorder.text.arrow import ArrowColumn, text_cells
from wordorder.text.reader import Readers, TextBlock, read_blocks, read_lines
from wordorder.text.source import Input, note_missing, settled, shown_name

TreeForm: TypeAlias = Literal["conllu", "penn"]

# A batch of brackets ends with the row that reaches one of these.
MOST_ROWS = 1000
MOST_NODES = 1_000_000

MOST_CELLS = 1000  # Arrow cells held as Python strings at a time

_CONLLU_NAME = re.compile(r".*\.conllu?(\.(gz|xz|zst))?", re.DOTALL)
_CONLLU_STARTS = ("# sent_id", "# text", "# newdoc", "1\t")
_LOOKS_LIKE_CONLLU = "this looks like CoNLL-U; say so with ", Argument("tree_format", "conllu")
_NO_SENTENCE = "-"  # never valid CoNLL-U


def read_trees(
    path: Input,
    tree_format: TreeForm | None = None,
    *,
    skip_bad: bool = False,
    on_bytes: Callable[[int], None] | None = None,
) -> Generator[TreeBatch[Tree], None, None]:
    r"""Read trees, plain or compressed, in bounded memory.

    Args:
        path: The file (`-` is standard input), an open stream, or an Arrow column with one tree per
            row, as text.
        tree_format: `conllu` for dependencies, `penn` for brackets. By default CoNLL-U if the name
            ends in .conllu or .conll, possibly before .gz, .xz or .zst; otherwise brackets.
        skip_bad: Whether to read a bad tree or a null row of Arrow as an empty row, with the error
            in `problems`.
        on_bytes: Called with the number of bytes read, for a progress bar.

    Raises:
        InputError: The file cannot be read or, without `skip_bad`, has a bad tree.
        UsageError: The format is unknown.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "parses.txt")
        ...     _ = file.write_text("(S (NP (PRP I)) (VP (VBP am)))\n(S (VP (VB go)))\n")
        ...     batch, = read_trees(file)
        >>> batch.lengths.tolist(), batch.offsets.tolist()
        ([2, 1], [0, 5, 8])
        >>> [batch.names[label] for label in batch.labels]
        ['S', 'NP', 'PRP', 'VP', 'VBP', 'S', 'VP', 'VB']
        >>> print(batch[1])
        (S (VP (VB go)))
    """
    source = settled(path, "trees")
    if tree_format is None:
        tree_format = "conllu" if _CONLLU_NAME.fullmatch(shown_name(source)) else "penn"
    readers: Readers[Callable[..., Iterator[TreeBatch[Tree]]]] = Readers(
        "tree format", {"conllu": _read_conllu, "penn": _read_penn}
    )
    yield from readers.of(source, tree_format)(source, skip_bad=skip_bad, on_bytes=on_bytes)


def _read_conllu(
    path: Input,
    *,
    skip_bad: bool,
    on_bytes: Callable[[int], None] | None = None,
    limits: Limits = LIMITS,
) -> Generator[DependencyBatch, None, None]:
    name = visible(shown_name(path))
    interner, names, sentence = _kernels.Interner(), list[str](), 1
    with closing(_conllu_texts(path, skip_bad, on_bytes, limits)) as texts:
        for text, line, cells in texts:
            parsed = _kernels.parse_conllu(interner, text, line, limits)
            problems, lines = _conllu_problems(parsed, cells, name, sentence), parsed.lines
            if cells is not None:  # one sentence per row; row numbers are lines
                lines = np.arange(sentence, sentence + len(lines))
            if problems and not skip_bad:
                raise next(iter(problems.values()))
            names += interner.words(len(names))
            columns = parsed.heads, parsed.deprels, parsed.upos, parsed.offsets
            ends = np.append(parsed.starts, len(text))
            yield DependencyBatch(*columns, names, sentence, lines, problems, text, ends)
            sentence += len(lines)


def _conllu_problems(
    parsed: _kernels.ConlluRows, cells: _CellSentences | None, name: str, sentence: int
) -> dict[int, InputError]:
    """Return the problems by row; for Arrow data, the number of the row is the line."""
    errors = {}
    for problem in parsed.problems:
        row, line, message = problem.row, problem.line, problem.what
        if cells is not None:
            line, message = sentence + row, cells.problems.get(row, message)
        errors[row] = tree_error(name, line, sentence + row, message)
    return errors if cells is None else errors | cells.nulls


def _conllu_texts(
    source: Input, skip_bad: bool, on_bytes: Callable[[int], None] | None, limits: Limits
) -> Generator[tuple[bytes, int, _CellSentences | None], None, None]:
    """Yield whole sentences with the number of their first line; for Arrow data, also the cells."""
    if isinstance(source, ArrowColumn):
        for cells in _cell_sentences(source, on_bytes, skip_bad=skip_bad):
            yield cells.text, 1, cells
        return
    with closing(read_blocks(source, on_bytes=on_bytes)) as blocks:
        for text, line in whole_sentences(blocks, limits.bytes):
            yield text, line, None


def whole_sentences(
    blocks: Iterable[TextBlock], most_bytes: int = LIMITS.bytes
) -> Iterator[tuple[bytes, int]]:
    r"""Split a text at blank lines into pieces, each with the number of its first line.

    A sentence that is too long is cut, but still too long, and a piece of its own, so that an
    endless sentence cannot exhaust memory.

    Examples:
        >>> from wordorder.text import TextBlock
        >>> blocks = [TextBlock(b"a\nb\n\nc\n", 1, 4, "file"), TextBlock(b"d\n", 5, 1, "file")]
        >>> list(whole_sentences(blocks))
        [(b'a\nb\n\n', 1), (b'c\nd\n', 4)]
    """
    rest, line, passing = b"", 1, False
    for block in blocks:
        text = rest + block.data
        if passing:
            end = text.find(b"\n\n")
            passing = end < 0
            # Keep its last line break, since a blank line may follow.
            cut = len(text) - 1 if passing else end + 2
        elif (end := text.rfind(b"\n\n")) >= 0:
            cut = end + 2
            yield text[:cut], line
        else:
            passing = len(text) > most_bytes + 1  # a line break may precede it
            cut = len(text) - 1 if passing else 0
            if passing:
                yield text, line
        line += text.count(b"\n", 0, cut)
        rest = text[cut:]
    if rest and not passing:
        yield rest, line


def _read_penn(
    path: Input,
    *,
    skip_bad: bool,
    on_bytes: Callable[[int], None] | None = None,
    most_rows: int = MOST_ROWS,
    most_nodes: int = MOST_NODES,
) -> Generator[ConstituencyBatch, None, None]:
    batch = _GrowingBatch(visible(shown_name(path)), skip_bad=skip_bad)
    with closing(_penn_texts(path, on_bytes)) as texts:
        for line, text in texts:
            if text is None:
                batch.add_null(line, _null_problem(cast("ArrowColumn", path), line))
            else:
                batch.add(line, text)
            if len(batch.trees) == most_rows or batch.nodes >= most_nodes:
                yield batch.take()
    if batch.trees:
        yield batch.take()


def _penn_texts(
    source: Input, on_bytes: Callable[[int], None] | None
) -> Generator[tuple[int, str | None], None, None]:
    """Yield the line or row of each tree, and its text; None for a null row."""
    if isinstance(source, ArrowColumn):
        for first, cells in _read_cells(source, on_bytes):
            for row, cell in enumerate(cells, first):
                yield row, cell if cell is None else " ".join(cell.split("\n")).strip()
        return
    with closing(read_lines(source, on_bytes=on_bytes)) as lines:
        yield from tree_texts(lines)


def tree_texts(
    lines: Iterable[tuple[int, str]], most_bytes: int = LIMITS.bytes
) -> Iterator[tuple[int, str]]:
    r"""Join the lines of each tree, with the number of the first line.

    A line that starts with white space continues a tree. A blank line is a sentence without words,
    unless it comes before the first tree or after a tree of several lines. A tree that is too long
    is cut, but still too long.

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
            if size - 1 <= most_bytes:  # the last line break does not count
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
        """Add a row; an empty one if the text is not a tree."""
        try:
            tree = ConstituencyTree._trusted(Brackets.parse(text))
            categories = tree.categories
            self._add_names(categories)
        except BracketError as error:
            place, message = error.args
            problem = _LOOKS_LIKE_CONLLU if text.startswith(_CONLLU_STARTS) else (message,)
            sentence = self._first_sentence + len(self.trees)
            broken_line = line + text.count("\n", 0, place)
            self._refuse(tree_error(self._name, broken_line, sentence, *problem))
            tree, categories = ConstituencyTree.parse(""), ()
        self._labels += [self._number_of[category] for category in categories]
        self.trees.append(tree)
        self._lines.append(line)

    def add_null(self, row: int, problem: InputError) -> None:
        """Add an empty row for a null one."""
        self._refuse(problem)
        self.trees.append(ConstituencyTree.parse(""))
        self._lines.append(row)

    def _add_names(self, categories: tuple[str, ...]) -> None:
        new = [name for name in dict.fromkeys(categories) if name not in self._number_of]
        if len(self._names) + len(new) > LIMITS.names:
            limit = f"a file may have at most {LIMITS.names:,} different categories"
            raise BracketError(0, f"'{visible(new[-1])}' is one too many; {limit}")
        for name in new:
            self._number_of[name] = len(self._names)
            self._names.append(name)

    def _refuse(self, error: InputError) -> None:
        """Raise the error, or record it for the next row."""
        if not self._skip_bad:
            raise error
        self._problems[len(self.trees)] = error

    @property
    def nodes(self) -> int:
        """The number of nodes in all trees of the batch."""
        return len(self._labels)

    def take(self) -> ConstituencyBatch:
        """Return the batch and start the next."""
        trees = self.trees
        batch = ConstituencyBatch(
            np.concatenate([tree.parents for tree in trees], dtype=np.int32),
            np.concatenate([tree.first for tree in trees], dtype=np.int32),
            np.concatenate([tree.last for tree in trees], dtype=np.int32),
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


# Arrow columns with one tree per row.


class _CellSentences(NamedTuple):
    """Consecutive cells as CoNLL-U, one sentence each.

    Attributes:
        text: The sentences.
        problems: The problems of cells that are not one sentence, by row.
        nulls: The errors of null rows, by row.
    """

    text: bytes
    problems: dict[int, str]
    nulls: dict[int, InputError]


def _read_cells(
    column: ArrowColumn, on_bytes: Callable[[int], None] | None
) -> Iterator[tuple[int, list[str | None]]]:
    """Stream the cells in chunks, each with the number of its first cell; None for a null.

    The cells before a bad one are yielded before the error is raised.

    Raises:
        InputError: A cell contains NUL.
    """
    first = 1
    for chunk in text_cells(column):
        for start in range(0, len(chunk), MOST_CELLS):
            cells = chunk.slice(start, MOST_CELLS)
            if on_bytes is not None:
                on_bytes(cells.nbytes)
            texts: list[str | None] = cells.to_pylist()
            nul_row = next((row for row, text in enumerate(texts) if text and "\0" in text), None)
            if texts[:nul_row]:
                yield first, texts[:nul_row]
            if nul_row is not None:
                byte = len((texts[nul_row] or "").partition("\0")[0].encode()) + 1
                where = f"{visible(shown_name(column))}:{first + nul_row}"
                raise InputError(
                    f"{where}: NUL byte in byte column {byte}; give plain text in UTF-8"
                )
            first += len(cells)


def _null_problem(column: ArrowColumn, row: int) -> InputError:
    """Return the error for a null row."""
    problems: dict[int, str] = {}
    note_missing(problems, shown_name(column), row)
    return InputError(problems[row])


def _cell_sentences(
    column: ArrowColumn, on_bytes: Callable[[int], None] | None, *, skip_bad: bool
) -> Iterator[_CellSentences]:
    r"""Stream the cells as CoNLL-U.

    Raises:
        InputError: A row is null and may not be skipped.

    Examples:
        >>> import pyarrow as pa
        >>> from wordorder.text import ArrowColumn
        >>> column = ArrowColumn(pa.array(["1\tI\n2\tam\n", "", "1\tgo\n\n1\tgo"]))
        >>> texts, = _cell_sentences(column, None, skip_bad=True)
        >>> texts.text
        b'1\tI\n2\tam\n\n-\n\n-\n\n'
        >>> texts.problems[1]
        'there is no sentence; expected one in each row'
    """
    for first, cells in _read_cells(column, on_bytes):
        problems, nulls = dict[int, str](), dict[int, InputError]()
        sentences = []
        for row, cell in enumerate(cells):
            sentence = (cell or "").replace("\r\n", "\n").strip("\n")
            if cell is None:
                nulls[row] = _null_problem(column, first + row)
            elif not sentence:
                problems[row] = "there is no sentence; expected one in each row"
            elif "\n\n" in sentence:
                problems[row] = "there are several sentences; expected one in each row"
            bad = row in problems or row in nulls
            sentences.append(_NO_SENTENCE if bad else sentence)
        if nulls and not skip_bad:
            raise next(iter(nulls.values()))
        text = "".join(f"{sentence}\n\n" for sentence in sentences)
        yield _CellSentences(text.encode(), problems, nulls)
