"""Files of trees, in either format."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from wordorder.errors import UsageError
from wordorder.syntax.conllu import read_conllu
from wordorder.syntax.constituency_batch import ConstituencyBatch
from wordorder.syntax.dependency_batch import DependencyBatch
from wordorder.syntax.penn import read_penn

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

TreeForm: TypeAlias = Literal["conllu", "penn"]
TreeBatch: TypeAlias = DependencyBatch | ConstituencyBatch

_CONLLU_NAME = re.compile(r".*\.conllu?(\.(gz|xz|zst))?", re.DOTALL)
_READERS: dict[str, Callable[..., Iterator[TreeBatch]]] = {"conllu": read_conllu, "penn": read_penn}


def read_trees(
    path: str | os.PathLike[str],
    form: TreeForm | None = None,
    *,
    skip_bad: bool = False,
    on_bytes: Callable[[int], None] | None = None,
) -> Generator[TreeBatch, None, None]:
    r"""Read a file of trees, plain or compressed, in bounded memory; `-` is standard input.

    Args:
        path: The file.
        form: Its format: `conllu` for dependencies, `penn` for brackets. By default CoNLL-U where
            the name ends in .conllu or .conll, also before .gz, .xz or .zst; else brackets.
        skip_bad: Keep an empty row for a bad tree, and its message in `problems` of the batch.
        on_bytes: Told how many bytes of the file were consumed, for a progress bar.

    Raises:
        InputError: The file cannot be read; without `skip_bad` also: the first bad tree.
        UsageError: There is no such format.

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
    if form is None:
        form = "conllu" if _CONLLU_NAME.fullmatch(os.fspath(path)) else "penn"
    if form not in _READERS:
        raise UsageError.unknown("tree format", form, _READERS)
    yield from _READERS[form](path, skip_bad=skip_bad, on_bytes=on_bytes)
