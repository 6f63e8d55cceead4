"""Reading of alignment files, alone or in parallel; their conversion and symmetrisation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

from wordorder.alignment.alignment import Symmetrization, checked_base, checked_method
from wordorder.alignment.batch import AlignmentBatch
from wordorder.alignment.formats.registry import READERS, TELL_LENGTHS, read_alignments, writer
from wordorder.errors import Argument, InputError, UsageError, expect
from wordorder.output.progress import Meter, as_meter, follow_files
from wordorder.text.source import Input, refuse_reused, visible_name


@dataclass(frozen=True, slots=True)
class LinkReading:
    r"""The format of alignment files, and which links to use.

    Attributes:
        file_format: pharaoh, naacl, talbot, giza, moses or lader.
        base: The number of the first word in Pharaoh and lader format, 0 or 1.
        sure_only: Whether to ignore possible links.
        unalign_blocking: Whether to remove discontinuous links first.

    Raises:
        UsageError: Unknown format or base.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "links.align")
        ...     _ = file.write_text("0-0 1?1\n")
        ...     [str(row) for batch in LinkReading(sure_only=True).read(file) for row in batch]
        ['0-0']
    """

    file_format: str = "pharaoh"
    base: int = 0
    sure_only: bool = False
    unalign_blocking: bool = False

    def __post_init__(self) -> None:
        checked_base(self.base)
        READERS.checked(self.file_format)

    def read(
        self,
        path: Input,
        *,
        source: Input | None = None,
        target: Input | None = None,
        on_bytes: Callable[[int], None] | None = None,
        missing: dict[int, str] | None = None,
    ) -> Iterator[AlignmentBatch]:
        """Stream the selected links; the arguments are those of `read_alignments`."""
        for batch in read_alignments(
            path,
            self.file_format,
            base=self.base,
            source=source,
            target=target,
            on_bytes=on_bytes,
            missing=missing,
        ):
            chosen = batch.only_sure() if self.sure_only else batch
            yield chosen.without_blocking_links() if self.unalign_blocking else chosen

    def knows_lengths(self, side: str, text: Input | None) -> bool:
        """Return whether the lengths of a side come from its text or the format, not the links.

        Examples:
            >>> LinkReading().knows_lengths("target", None)
            False
            >>> LinkReading("lader").knows_lengths("target", None)
            True
        """
        return text is not None or side in TELL_LENGTHS.get(self.file_format, ())

    @property
    def signature(self) -> tuple[str, ...]:
        """The parts of a signature that say which links are used."""
        return (
            *(["links:sure"] if self.sure_only else []),
            *(["unaligned:blocking"] if self.unalign_blocking else []),
        )


PHARAOH = LinkReading()
"""Pharaoh format, counting from 0, with all links."""


class SentencePairRows(Protocol):
    """One item for each of several consecutive sentence pairs."""

    def __len__(self) -> int: ...

    def rows(self, start: int, stop: int) -> Self:
        """Return consecutive rows."""
        ...


Batch = TypeVar("Batch", bound=SentencePairRows)


def in_lockstep(
    names: Sequence[str], streams: Iterable[Iterator[Batch]]
) -> Iterator[tuple[Batch, ...]]:
    """Cut the batches of several streams so that they cover the same sentence pairs.

    Args:
        names: The names of the files in error messages; they need not be unique.
        streams: The batches of each file.

    Raises:
        InputError: The files differ in their number of sentence pairs.
    """
    # An empty batch would look like the end of its file.
    iterators = [(batch for batch in stream if len(batch)) for stream in streams]
    waiting = [next(stream, None) for stream in iterators]
    done = 0
    while all(batch is not None for batch in waiting):
        batches = [batch for batch in waiting if batch is not None]
        count = min(map(len, batches))
        yield tuple(batch.rows(0, count) for batch in batches)
        done += count
        waiting = [
            batch.rows(count, len(batch)) if len(batch) > count else next(stream, None)
            for batch, stream in zip(batches, iterators, strict=True)
        ]
    if any(batch is not None for batch in waiting):
        sizes = (
            done + (0 if batch is None else len(batch)) + sum(map(len, stream))
            for batch, stream in zip(waiting, iterators, strict=True)
        )
        counts = ", ".join(f"{name} has {size}" for name, size in zip(names, sizes, strict=True))
        raise InputError(f"the files differ in their number of sentence pairs: {counts}")


def convert_alignments(
    file: Input,
    to_format: str = "pharaoh",
    *,
    to_base: int = 0,
    transpose: bool = False,
    reading: LinkReading = PHARAOH,
    source: Input | None = None,
    target: Input | None = None,
    progress: bool | Meter = False,
) -> Iterator[str]:
    r"""Convert alignments from one format to another, in bounded memory.

    Args:
        file: The links: a file, a stream or a column of Arrow, as in `read_alignments`.
        to_format: The format to write: pharaoh, naacl or talbot.
        to_base: The number of the first word in the output, if in Pharaoh format.
        transpose: Whether to swap source and target.
        reading: The format of the file, and which links to use.
        source: The source sentences, to check every link against.
        target: The target sentences.
        progress: Whether to show progress.

    Raises:
        InputError: The file cannot be read, or the format cannot represent its links.
        UsageError: Unknown format or base, or the format has its own base.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "links.align")
        ...     _ = file.write_text("0-0 1-2\n\n")
        ...     "".join(convert_alignments(file, "naacl"))
        '1 1 1 S\n1 2 3 S\n'
    """
    write = writer(to_format)
    expect(reading, LinkReading, "reading")
    if checked_base(to_base) != 0 and to_format != "pharaoh":
        raise UsageError(
            Argument("to_base", str(to_base)), f" is for pharaoh only: {to_format} has a fixed base"
        )

    def texts() -> Iterator[str]:
        with follow_files(as_meter(progress), "converting", [file]) as advance:
            for batch in reading.read(file, source=source, target=target, on_bytes=advance):
                turned = batch.transpose() if transpose else batch
                yield write(turned, to_base)

    return texts()


def symmetrize_files(
    forward: Input,
    reverse: Input,
    method: Symmetrization = "grow-diag-final-and",
    *,
    swap_reverse: bool = False,
    reading: LinkReading = PHARAOH,
    progress: bool | Meter = False,
) -> Iterator[AlignmentBatch]:
    r"""Symmetrise two alignments made in opposite directions, in bounded memory.

    Args:
        forward: The links in which a target word has at most one source word.
        reverse: The links in the other direction, also written source-target.
        method: intersection, union or grow-diag-final-and; see `Alignment.symmetrize`.
        swap_reverse: Whether source and target are swapped in `reverse`, as GIZA++ writes it.
        reading: The format of the files, and which links to use.
        progress: Whether to show progress.

    Raises:
        InputError: A file cannot be read, or the numbers of sentence pairs differ.
        UsageError: Unknown method.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     one, other = pathlib.Path(folder, "forward"), pathlib.Path(folder, "reverse")
        ...     _ = one.write_text("0-0 1-1\n"), other.write_text("0-0\n")
        ...     [str(links) for batch in symmetrize_files(one, other, "union") for links in batch]
        ['0-0 1-1']
    """
    checked_method(method)
    expect(reading, LinkReading, "reading")
    refuse_reused(forward, reverse)

    def batches() -> Iterator[AlignmentBatch]:
        files = [forward, reverse]
        with follow_files(as_meter(progress), "symmetrising", files) as advance:
            streams = [reading.read(file, on_bytes=advance) for file in files]
            names = [visible_name(file) for file in files]
            for forward_links, links in in_lockstep(names, streams):
                reverse_links = links.transpose() if swap_reverse else links
                yield forward_links.symmetrize(reverse_links, method)

    return batches()
