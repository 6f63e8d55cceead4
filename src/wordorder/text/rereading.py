"""Inputs that can be read more than once, even pipes."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from wordorder.output import temporary_folder
from wordorder.text.reader import read_blocks
from wordorder.text.source import CopiedInput, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    File = str | os.PathLike[str]


@contextmanager
def rereadable(path: File) -> Iterator[File]:
    """The input itself if it is a file; otherwise a temporary copy.

    Standard input, named pipes and a shell's `<(...)` can be read only once.

    Args:
        path: Plain or compressed text; `-` is standard input.

    Raises:
        InputError: A pipe cannot be read or is not text, or the disk is full.
    """
    name = os.fspath(path)
    # Unlike Path's methods, these two also accept a name that is too long for the system.
    if name != "-" and (os.path.isfile(name) or not os.path.exists(name)):  # noqa: PTH110, PTH113
        yield path  # a file, or a missing file, which reading will report
        return
    with temporary_folder() as folder:
        copy = folder / "text"
        with copy.open("wb") as file:
            # Reading the copy strips the BOM and carriage returns again, and nothing else.
            file.write(BOM_UTF8)
            file.writelines(block.data.replace(b"\n", b"\r\n") for block in read_blocks(path))
        yield CopiedInput(str(copy), shown_name(path))


@contextmanager
def rereadable_texts(
    source: File | None, target: File | None
) -> Iterator[tuple[File | None, File | None]]:
    """Do the same with the texts of an alignment file, if given."""
    with ExitStack() as stack:
        first, second = (
            None if text is None else stack.enter_context(rereadable(text))
            for text in (source, target)
        )
        yield first, second
