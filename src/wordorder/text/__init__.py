r"""Text input: plain or compressed, from a file, a stream or Arrow data, in bounded memory.

Also the table of languages and the tokenisers.

Examples:
    >>> from wordorder.text import read_lines
    >>> import gzip, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "orders.gz")
    ...     _ = file.write_bytes(gzip.compress(b"2 1 3\r\n1 2"))
    ...     list(read_lines(file))
    [(1, '2 1 3'), (2, '1 2')]
"""

from wordorder.faces import lazy_face

__getattr__, __dir__ = lazy_face(__name__)
