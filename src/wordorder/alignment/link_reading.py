"""How alignment files are read: the options shared by all readers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordorder.alignment.alignment import checked_base
from wordorder.alignment.formats import READERS, TELL_LENGTHS, read_alignments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.text import Input


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
        """Whether the lengths of a side come from its text or the format rather than the links.

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
