"""Readers and writers of all alignment formats; their modules are imported when used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wordorder.alignment.alignment import checked_base
from wordorder.alignment.batch import AlignmentBatch
from wordorder.errors import UsageError, expect
from wordorder.text.reader import Readers
from wordorder.text.source import Input, refuse_reused, settled, visible_name

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from wordorder.alignment.formats.reading import LinkInput


def _in_module(module: str, function: str) -> Callable[..., Any]:
    """Return a function of a format's module, which is imported by the first call."""

    def call(*arguments: object) -> Any:
        return getattr(import_module(f"wordorder.alignment.formats.{module}"), function)(*arguments)

    return call


READERS: Readers[Callable[[LinkInput], Iterator[AlignmentBatch]]] = Readers(
    "alignment format",
    {
        "pharaoh": _in_module("pharaoh", "read_pharaoh"),
        "naacl": _in_module("naacl", "read_naacl"),
        "talbot": _in_module("talbot", "read_talbot"),
        "giza": _in_module("giza", "read_giza"),
        "moses": _in_module("moses", "read_moses"),
        "lader": _in_module("pharaoh", "read_lader"),
    },
    of_lists=_in_module("pharaoh", "read_link_lists"),
)
TELL_LENGTHS: dict[str, tuple[str, ...]] = {
    "talbot": ("target",),
    "giza": ("source", "target"),
    "moses": ("target",),
    "lader": ("source", "target"),
}
"""The sides whose lengths a format gives; otherwise a sentence ends with its last linked word."""
WRITERS: dict[str, Callable[[AlignmentBatch, int], str]] = {
    "pharaoh": _in_module("pharaoh", "pharaoh_text"),
    "naacl": _in_module("naacl", "naacl_text"),
    "talbot": _in_module("talbot", "talbot_text"),
}


def read_alignments(
    path: Input,
    file_format: str = "pharaoh",
    *,
    base: int = 0,
    source: Input | None = None,
    target: Input | None = None,
    on_bytes: Callable[[int], None] | None = None,
    missing: dict[int, str] | None = None,
) -> Generator[AlignmentBatch, None, None]:
    r"""Read alignments, plain or compressed, in bounded memory.

    Args:
        path: The file (`-` is standard input) or an open stream. Or a column of Arrow: texts, or
            lists of struct<source: int32, target: int32>, whose memory is shared. Unsorted or
            repeated links are sorted into a copy.
        file_format: Its format: pharaoh, naacl, talbot, giza, moses or lader.
        base: The number of the first word in Pharaoh and lader format, 0 or 1; the others fix it.
        source: The source sentences, one per line, words separated by spaces. They determine
            the lengths of the alignments, and every link is checked against them. Without them,
            a sentence ends with its last linked word unless the format gives its length, and
            implausibly long sentences are rejected.
        target: The target sentences.
        on_bytes: Called with the number of bytes read, for a progress bar.
        missing: Where to note null rows of Arrow, in links or texts, by number from 1, each with
            its problem; such a row has no links. By default a null row is an error.

    Raises:
        InputError: A line cannot be read, or has a link outside its sentences.
        UsageError: Unknown format, or two inputs are the same stream.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "links.align")
        ...     _ = file.write_text("0-0 1-1\n0-1 1-0\n")
        ...     [str(row) for batch in read_alignments(file) for row in batch]
        ['0-0 1-1', '0-1 1-0']
    """
    from wordorder.alignment.formats import reading

    refuse_reused(path, source, target)
    links = settled(path, "links")
    read = READERS.of(links, file_format)
    allowance = reading.Allowance(
        visible_name(links),
        by_line=file_format in ("pharaoh", "talbot", "lader"),
        has_text=(source is not None, target is not None),
        on_bytes=on_bytes,
    )
    opened = reading.LinkInput(
        links,
        checked_base(base),
        reading.SentenceLengths(source, "source", missing),
        reading.SentenceLengths(target, "target", missing),
        allowance.count_bytes,
        missing,
    )
    yield from allowance.checked(read(opened))
    opened.source_lengths.finish(opened.name)
    opened.target_lengths.finish(opened.name)


def write_alignments(batch: AlignmentBatch, file_format: str = "pharaoh", *, base: int = 0) -> str:
    r"""Return alignments as the text of a file.

    Args:
        batch: The alignments.
        file_format: The format: pharaoh, naacl or talbot.
        base: The number of the first word in Pharaoh format, 0 or 1; the others fix it.

    Raises:
        InputError: The format cannot represent the links.
        UsageError: Unknown format.

    Examples:
        >>> from wordorder.alignment import Alignment, AlignmentBatch
        >>> batch = AlignmentBatch.from_alignments([Alignment.parse("0-1 2-0")])
        >>> write_alignments(batch), write_alignments(batch, "talbot")
        ('0-1 2-0\n', '2,0\n')
    """
    expect(batch, AlignmentBatch, "batch")
    return writer(file_format)(batch, checked_base(base))


def writer(file_format: str) -> Callable[[AlignmentBatch, int], str]:
    """Return the writer of a format.

    Raises:
        UsageError: Unknown format.
    """
    if file_format not in WRITERS:
        raise UsageError.unknown("output format", file_format, WRITERS)
    return WRITERS[file_format]
