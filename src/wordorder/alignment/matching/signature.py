"""File names for signatures: name and content digest."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.output import visible
from wordorder.text import read_blocks, shown_name

if TYPE_CHECKING:
    import os


def named_by_content(path: str | os.PathLike[str], digest: str) -> str:
    """Name a file without its folder, with the start of a digest of its content.

    Examples:
        >>> named_by_content("data/paraphrase-en.gz", "1a2b3c4d5e6f7a8b")
        'paraphrase-en.gz-1a2b3c4d'
        >>> named_by_content("-", "1a2b3c4d5e6f7a8b")
        '<stdin>-1a2b3c4d'
    """
    # A bar would end this part of a signature.
    name = visible(Path(shown_name(path)).name).replace("|", "_")
    return f"{name}-{digest[:8]}"


def digest_of_text(path: str | os.PathLike[str]) -> str:
    r"""Return the SHA-256 of a text, whatever its compression and line ends.

    Raises:
        InputError: The file cannot be read.

    Examples:
        >>> import gzip, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = Path(folder, "table.gz")
        ...     _ = file.write_bytes(gzip.compress(b"0.5\r\nbig\r\nlarge\r\n"))
        ...     digest_of_text(file) == sha256(b"0.5\nbig\nlarge\n").hexdigest()
        True
    """
    text = sha256()
    for block in read_blocks(path):
        text.update(block.data)
    return text.hexdigest()
