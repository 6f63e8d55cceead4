"""Tree files, in either format."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from wordorder.syntax.conllu import read_conllu
from wordorder.syntax.penn import read_penn
from wordorder.text import Readers, settled, shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from wordorder.syntax.tree import Tree
    from wordorder.syntax.tree_batch import TreeBatch
    from wordorder.text import Input

TreeForm: TypeAlias = Literal["conllu", "penn"]

_CONLLU_NAME = re.compile(r".*\.conllu?(\.(gz|xz|zst))?", re.DOTALL)
_READERS: Readers[Callable[..., Iterator[TreeBatch[Tree]]]] = Readers(
    "tree format", {"conllu": read_conllu, "penn": read_penn}
)


def read_trees(
    path: Input,
    tree_format: TreeForm | None = None,
    *,
    skip_bad: bool = False,
    on_bytes: Callable[[int], None] | None = None,
) -> Generator[TreeBatch[Tree], None, None]:
    r"""Read trees, plain or compressed, in bounded memory.

    Args:
        path: The file (`-` is standard input), an open stream, or a column of Arrow texts with one
            tree in each row.
        tree_format: `conllu` for dependencies, `penn` for brackets. By default CoNLL-U if the name
            ends in .conllu or .conll, possibly before .gz, .xz or .zst; otherwise brackets.
        skip_bad: Whether to read a bad tree or a null row of Arrow as an empty row and record the
            error in `problems`.
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
    source = settled(path, "trees")
    if tree_format is None:
        tree_format = "conllu" if _CONLLU_NAME.fullmatch(shown_name(source)) else "penn"
    read = _READERS.of(source, tree_format)
    yield from read(source, skip_bad=skip_bad, on_bytes=on_bytes)
