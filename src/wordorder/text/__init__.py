r"""Text as it comes: plain or compressed, from a file or standard input, in bounded memory.

Examples:
    >>> import gzip, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "orders.gz")
    ...     _ = file.write_bytes(gzip.compress(b"2 1 3\r\n1 2"))
    ...     list(read_lines(file))
    [(1, '2 1 3'), (2, '1 2')]
"""

from __future__ import annotations

from wordorder.text.reader import MAX_LINE_BYTES, TextBlock, read_blocks, read_lines

__all__ = ["MAX_LINE_BYTES", "TextBlock", "read_blocks", "read_lines"]
