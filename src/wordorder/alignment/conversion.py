"""Alignment files converted and symmetrised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.alignment.alignment import checked_base
from wordorder.alignment.formats import WRITERS, write_alignments
from wordorder.alignment.link_reading import PHARAOH, LinkReading
from wordorder.alignment.lockstep import in_lockstep
from wordorder.alignment.symmetrization import checked_method
from wordorder.errors import Argument, UsageError, expect
from wordorder.output import as_meter, follow_files, visible
from wordorder.text import refuse_reused, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.alignment.symmetrization import Symmetrization
    from wordorder.output import Meter
    from wordorder.text import Input


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
        to_base: The number of the first word in the output, if that is Pharaoh format.
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
    if to_format not in WRITERS:
        raise UsageError.unknown("alignment format to write", to_format, WRITERS)
    expect(reading, LinkReading, "reading")
    if checked_base(to_base) != 0 and to_format != "pharaoh":
        raise UsageError(
            Argument("to_base", str(to_base)), f" is for pharaoh only: {to_format} has a fixed base"
        )

    def texts() -> Iterator[str]:
        with follow_files(as_meter(progress), "converting", [file]) as advance:
            for batch in reading.read(file, source=source, target=target, on_bytes=advance):
                turned = batch.transpose() if transpose else batch
                yield write_alignments(turned, to_format, base=to_base)

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
            names = [visible(shown_name(file)) for file in files]
            for there, back in in_lockstep(names, streams):
                yield there.symmetrize(back.transpose() if swap_reverse else back, method)

    return batches()
