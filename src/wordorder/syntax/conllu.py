"""CoNLL-U files as a stream of batches."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from wordorder import _kernels
from wordorder.output import visible
from wordorder.syntax.cells import conllu_texts
from wordorder.syntax.dependency_batch import DependencyBatch
from wordorder.syntax.limits import LIMITS
from wordorder.syntax.problems import Problem
from wordorder.text import ArrowColumn, read_blocks, shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from wordorder.errors import InputError
    from wordorder.syntax.cells import CellTexts
    from wordorder.text import Input, TextBlock


def read_conllu(
    path: Input, *, skip_bad: bool, on_bytes: Callable[[int], None] | None
) -> Generator[DependencyBatch, None, None]:
    """Read the sentences of a file; see `wordorder.syntax.read_trees`."""
    name = visible(shown_name(path))
    interner, names, sentence = _kernels.Interner(), list[str](), 1
    with closing(_texts(path, skip_bad, on_bytes)) as texts:
        for text, line, cells in texts:
            found = _kernels.parse_conllu(interner, text, line, LIMITS)
            problems, lines = _problems(found, cells, name, sentence), found.lines
            if cells is not None:  # a sentence in each row, whose number is its line
                lines = np.arange(sentence, sentence + len(lines))
            if problems and not skip_bad:
                raise next(iter(problems.values()))
            names += interner.words(len(names))
            columns = found.heads, found.deprels, found.upos, found.offsets
            ends = np.append(found.starts, len(text))
            yield DependencyBatch(*columns, names, sentence, lines, problems, text, ends)
            sentence += len(lines)


def _problems(
    found: _kernels.ConlluRows, cells: CellTexts | None, name: str, sentence: int
) -> dict[int, InputError]:
    """The problems by row; those of Arrow data have the number of the row as line."""
    if cells is None:
        listed = [Problem(one.row, one.line, (one.what,)) for one in found.problems]
    else:
        listed = [
            Problem(one.row, sentence + one.row, (cells.problems.get(one.row, one.what),))
            for one in found.problems
        ]
    errors = {problem.row: problem.error(name, sentence) for problem in listed}
    return errors if cells is None else errors | cells.nulls


def _texts(
    source: Input, skip_bad: bool, on_bytes: Callable[[int], None] | None
) -> Generator[tuple[bytes, int, CellTexts | None], None, None]:
    """Whole sentences with their first line number; those of Arrow with their cells."""
    if isinstance(source, ArrowColumn):
        for cells in conllu_texts(source, on_bytes, skip_bad=skip_bad):
            yield cells.text, 1, cells
        return
    with closing(read_blocks(source, on_bytes=on_bytes)) as blocks:
        for text, line in whole_sentences(blocks):
            yield text, line, None


def whole_sentences(blocks: Iterable[TextBlock]) -> Iterator[tuple[bytes, int]]:
    r"""Split a text at blank lines into pieces, each with its first line number.

    Of a sentence that is too long, only the beginning is returned, as its own piece and still too
    long, so that an endless sentence cannot exhaust memory.

    Examples:
        >>> from wordorder.text import TextBlock
        >>> blocks = [TextBlock(b"a\nb\n\nc\n", 1, 4, "file"), TextBlock(b"d\n", 5, 1, "file")]
        >>> list(whole_sentences(blocks))
        [(b'a\nb\n\n', 1), (b'c\nd\n', 4)]
    """
    kept, line, passing = b"", 1, False
    for block in blocks:
        text = kept + block.data
        if passing:
            end = text.find(b"\n\n")
            passing = end < 0
            # Keep its last line end, as a blank line may follow.
            cut = len(text) - 1 if passing else end + 2
        elif (end := text.rfind(b"\n\n")) >= 0:
            cut = end + 2
            yield text[:cut], line
        else:
            passing = len(text) > LIMITS.bytes + 1  # there may be one line end before it
            cut = len(text) - 1 if passing else 0
            if passing:
                yield text, line
        line += text.count(b"\n", 0, cut)
        kept = text[cut:]
    if kept and not passing:
        yield kept, line
