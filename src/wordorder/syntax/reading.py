"""Tree files, in either format."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from wordorder.errors import UsageError
from wordorder.syntax.conllu import read_conllu
from wordorder.syntax.penn import read_penn

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from wordorder.syntax.tree import Tree
    from wordorder.syntax.tree_batch import TreeBatch

TreeForm: TypeAlias = Literal["conllu", "penn"]

_CONLLU_NAME = re.compile(r".*\.conllu?(\.(gz|xz|zst))?", re.DOTALL)
_READERS: dict[str, Callable[..., Iterator[TreeBatch[Tree]]]] = {
    "conllu": read_conllu,
    "penn": read_penn,
}


def read_trees(
    path: str | os.PathLike[str],
    form: TreeForm | None = None,
    *,
    skip_bad: bool = False,
    on_bytes: Callable[[int], None] | None = None,
) -> Generator[TreeBatch[Tree], None, None]:
    r"""Read a tree file, plain or compressed, in bounded memory; `-` is standard input.

    Args:
        path: The file.
        form: Its format: `conllu` for dependencies, `penn` for brackets. By default CoNLL-U if the
            name ends in .conllu or .conll, possibly before .gz, .xz or .zst; otherwise brackets.
        skip_bad: Whether to read a bad tree as an empty row and record the error in `problems`.
        on_bytes: Called with the number of bytes read, for a progress bar.

    Raises:
        InputError: The file cannot be read or, without `skip_bad`, has a bad tree.
        UsageError: Unknown format.

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
