"""Inputs that can be read more than once, even pipes and streams."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from wordorder.output import temporary_folder
from wordorder.output.paths import is_path
from wordorder.text.arrow import ArrowColumn, settled
from wordorder.text.reader import read_blocks
from wordorder.text.source import CopiedInput, reads_once, refuse_reused, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.text.source import Input


@contextmanager
def rereadable(path: Input) -> Iterator[Input]:
    """The input itself if it can be read again; otherwise a temporary copy.

    Standard input, named pipes, a shell's `<(...)`, streams and Arrow readers can be read only
    once.

    Args:
        path: Plain or compressed text.

    Raises:
        InputError: A pipe cannot be read or is not text, or the disk is full.
    """
    source = settled(path)
    if _can_be_read_again(source):
        yield source
        return
    missing: dict[int, str] = {}
    with temporary_folder() as folder:
        copy = folder / "text"
        with copy.open("wb") as file:
            # Reading the copy strips the BOM and carriage returns again, and nothing else.
            file.write(BOM_UTF8)
            blocks = read_blocks(source, missing=missing)
            file.writelines(block.data.replace(b"\n", b"\r\n") for block in blocks)
        yield CopiedInput(str(copy), shown_name(source), tuple(sorted(missing)))


def _can_be_read_again(source: Input) -> bool:
    if not is_path(source):
        return isinstance(source, ArrowColumn) and not reads_once(source)
    name = os.fspath(source)
    # Unlike Path's methods, these two also accept a name that is too long for the system. A
    # missing file is reported when it is read.
    return name != "-" and (os.path.isfile(name) or not os.path.exists(name))  # noqa: PTH110, PTH113


@contextmanager
def rereadable_texts(
    source: Input | None, target: Input | None
) -> Iterator[tuple[Input | None, Input | None]]:
    """Do the same with the texts of an alignment file, if given."""
    refuse_reused(source, target)
    with ExitStack() as stack:
        first, second = (
            None if text is None else stack.enter_context(rereadable(text))
            for text in (source, target)
        )
        yield first, second
