"""Alignment files: reading and writing all formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.alignment.alignment import checked_base
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.formats.giza import read_giza
from wordorder.alignment.formats.limits import Allowance
from wordorder.alignment.formats.lists import read_link_lists
from wordorder.alignment.formats.moses import read_moses
from wordorder.alignment.formats.naacl import naacl_text, read_naacl
from wordorder.alignment.formats.pharaoh import pharaoh_text, read_lader, read_pharaoh
from wordorder.alignment.formats.source import Source
from wordorder.alignment.formats.talbot import read_talbot, talbot_text
from wordorder.alignment.lengths import SentenceLengths
from wordorder.errors import UsageError, expect
from wordorder.output import visible
from wordorder.text import Readers, refuse_reused, settled, shown_name

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from wordorder.text import Input


READERS: Readers[Callable[[Source], Iterator[AlignmentBatch]]] = Readers(
    "alignment format",
    {
        "pharaoh": read_pharaoh,
        "naacl": read_naacl,
        "talbot": read_talbot,
        "giza": read_giza,
        "moses": read_moses,
        "lader": read_lader,
    },
    of_lists=read_link_lists,
)
TELL_LENGTHS: dict[str, tuple[str, ...]] = {
    "talbot": ("target",),
    "giza": ("source", "target"),
    "moses": ("target",),
    "lader": ("source", "target"),
}
"""The sides whose lengths a format gives; otherwise a sentence ends with its last linked word."""
WRITERS: dict[str, Callable[[AlignmentBatch, int], str]] = {
    "pharaoh": pharaoh_text,
    "naacl": naacl_text,
    "talbot": talbot_text,
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
            lists of struct<source: int32, target: int32>, whose memory is shared. Links that are
            not sorted, or repeated, are sorted into a copy.
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
    refuse_reused(path, source, target)
    links = settled(path, "links")
    read = READERS.of(links, file_format)
    allowance = Allowance(
        visible(shown_name(links)),
        by_line=file_format in ("pharaoh", "talbot", "lader"),
        told=(source is not None, target is not None),
        on_bytes=on_bytes,
    )
    opened = Source(
        links,
        checked_base(base),
        SentenceLengths(source, "source", missing),
        SentenceLengths(target, "target", missing),
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
    if file_format not in WRITERS:
        raise UsageError.unknown("alignment format to write", file_format, WRITERS)
    return WRITERS[file_format](batch, checked_base(base))
