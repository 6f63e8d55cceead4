"""Decompression of gzip, xz and zstd, recognised by their first bytes.

The file objects of the standard library are not used: those for xz and zstd silently drop
everything from a broken second stream on.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

from wordorder.errors import InputError

_KIND_BY_MAGIC = {
    b"\x1f\x8b": "gzip",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
    # Parallel compressors (pzstd) put "skippable" frames, of sixteen kinds, before the data.
    **{bytes([first]) + b"\x2a\x4d\x18": "zstd" for first in range(0x50, 0x60)},
}

# Every stream costs time, however small. Programs that write many streams make them large: those of
# bgzip have thousands of bytes.
_STREAMS_OF_ANY_SIZE = 10_000
_SMALLEST_MEAN = 100
_SMALLEST_PIECE, _LARGEST_PIECE = 1 << 10, 1 << 20


class DamagedDataError(Exception):
    """The compressed data is truncated or cannot be decoded; the reader adds the place."""


class _Decoder(Protocol):
    """Decodes one stream; the decompressors of lzma and zstd have this interface."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


def decompressed(chunks: Iterator[bytes], name: str, max_length: int) -> Iterator[bytes]:
    """Return the chunks, decompressed if their first bytes say so.

    Args:
        chunks: The bytes of the input.
        name: The name shown in errors.
        max_length: The longest chunk to return, however well the data was compressed.

    Raises:
        InputError: This Python lacks the module for the compression.
        DamagedDataError: The compressed data is truncated or corrupt; raised while iterating.

    Examples:
        >>> import gzip
        >>> list(decompressed(iter([gzip.compress(b"2 1 3")]), "orders.gz", 4))
        [b'2 1 ', b'3']
    """
    head = _enough_to_recognise(chunks)
    chunks = itertools.chain([head], chunks)
    for magic, kind in _KIND_BY_MAGIC.items():
        if head.startswith(magic):
            return _decoded_streams(chunks, name, kind, *_decoder_of(kind, name), max_length)
    return chunks


def _enough_to_recognise(chunks: Iterator[bytes]) -> bytes:
    # Not a fixed number of bytes: a short line typed at a terminal must not wait for more.
    head = b""
    while any(magic.startswith(head) for magic in _KIND_BY_MAGIC):
        chunk = next(chunks, b"")
        if not chunk:
            break
        head += chunk
    return head


def _decoder_of(kind: str, name: str) -> tuple[Callable[[], _Decoder], type[Exception]]:
    """Return a decoder factory and the decoder's exception; imported here to keep imports cheap."""
    try:
        if kind == "gzip":
            import zlib

            return _GzipDecoder, zlib.error
        if kind == "xz":
            import lzma

            return partial(lzma.LZMADecompressor, lzma.FORMAT_XZ), lzma.LZMAError
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError as error:
        raise InputError(
            f"{name}: {kind} data, which this Python cannot read ({error}); decompress it first"
        ) from error
    return zstd.ZstdDecompressor, zstd.ZstdError


def _decoded_streams(
    chunks: Iterator[bytes],
    name: str,
    kind: str,
    new_decoder: Callable[[], _Decoder],
    decoder_error: type[Exception],
    max_length: int,
) -> Iterator[bytes]:
    """Decode stream by stream (gzip: member, zstd: frame) until the input ends."""
    feed = _Feed(chunks)
    for streams in itertools.count(1):
        if not feed.skip_padding():
            return
        if streams > _STREAMS_OF_ANY_SIZE and feed.taken < _SMALLEST_MEAN * streams:
            raise InputError(
                f"{name}: {streams:,} or more tiny {kind} streams; decompress the file, "
                "then compress it in one piece"
            )
        decoder = new_decoder()
        size = _SMALLEST_PIECE
        while not decoder.eof:
            data = b""
            if decoder.needs_input:
                data = feed.take(size)
                size = min(2 * size, _LARGEST_PIECE)
                if not data:
                    raise DamagedDataError(f"truncated {kind} data")
            try:
                plain = decoder.decompress(data, max_length)
            except decoder_error as error:
                raise DamagedDataError(f"corrupt {kind} data ({error})") from error
            if plain:
                yield plain
        feed.give_back(len(decoder.unused_data))


class _Feed:
    """Chunks divided into small pieces.

    A decoder copies the data after the end of its stream. Given whole chunks, each of thousands of
    tiny streams would copy a chunk.
    """

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._chunk = b""
        self._at = 0
        self.taken = 0

    def take(self, size: int) -> bytes:
        """Return at most `size` bytes; none at the end."""
        if self._at == len(self._chunk):
            self._chunk, self._at = next(self._chunks, b""), 0
        piece = self._chunk[self._at : self._at + size]
        self._at += len(piece)
        self.taken += len(piece)
        return piece

    def give_back(self, size: int) -> None:
        """Put back the end of the last piece."""
        self._at -= size
        self.taken -= size

    def skip_padding(self) -> bool:
        """Skip zero bytes; return whether anything is left.

        Zeros are legal between and after streams: tapes and xz pad to a block size.
        """
        while piece := self.take(_SMALLEST_PIECE):
            if rest := len(piece.lstrip(b"\0")):
                self.give_back(rest)
                return True
        return False


class _GzipDecoder:
    """Adapts zlib's decompressor, which also checks length and CRC, to `_Decoder`."""

    def __init__(self) -> None:
        import zlib

        self._inner = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)  # 16: with a gzip header
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        # zlib returns the input it had no room for, and may also hold finished output.
        plain = self._inner.decompress(self._inner.unconsumed_tail + data, max_length)
        self.needs_input = len(plain) < max_length
        return plain
