"""Raw text files tokenised into temporary files."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from wordorder.output import temporary_folder
from wordorder.text.reader import read_blocks
from wordorder.text.source import CopiedInput, Input, refuse_reused, shown_name
from wordorder.text.tokenizers import tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

AnyFile = TypeVar("AnyFile", Input, Input | None)


@contextmanager
def tokenized_files(
    files: Sequence[AnyFile], tokenizers: Sequence[str | None]
) -> Iterator[list[AnyFile]]:
    r"""Tokenise files into temporary copies; errors name the original files.

    Args:
        files: Plain or compressed text, any `Input`; None stays None.
        tokenizers: A tokeniser for each file; None and "none" leave it as it is.

    Raises:
        InputError: A file cannot be read.
        UsageError: Unknown tokeniser.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     raw = pathlib.Path(folder, "raw.txt")
        ...     _ = raw.write_text("Yes, it is.\n")
        ...     with tokenized_files([raw, raw], ["13a", None]) as (split, same):
        ...         pathlib.Path(split).read_text(), same == raw
        ('Yes , it is .\n', True)
    """
    refuse_reused(*files)
    words = [None if name in (None, "none") else tokenizer(str(name)) for name in tokenizers]
    if not any(words):
        yield list(files)
        return
    with temporary_folder() as folder:
        made: list[AnyFile] = []
        for number, (file, split) in enumerate(zip(files, words, strict=True)):
            if file is None or split is None:
                made.append(file)
                continue
            copy = folder / f"{number}.txt"
            with copy.open("w", encoding="utf-8", newline="\n") as out:
                for block in read_blocks(file):
                    lines = block.data.decode().split("\n")[:-1]
                    out.writelines(f"{line}\n" for line in split.lines(lines))
            made.append(CopiedInput(str(copy), shown_name(file)))
        yield made
