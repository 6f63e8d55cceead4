"""What tells whether an input has changed."""

from __future__ import annotations

import io
from hashlib import sha256

from wordorder.corpus.inputs.parallel import stored_files
from wordorder.corpus.inputs.storage import opened, reading, state_of

_LARGEST_FOOTER = 1 << 28
_PIECE = 1 << 22  # behind a URL, there is a request for each

# The end of a file, and how many bytes there are after the footer: its length, and this mark.
_MARKS = {b"PAR1": 8, b"PARE": 8, b"ARROW1": 10}


def state_of_input(name: str) -> str:
    """What a change of an input changes, as far as can be seen without reading it all."""
    return ";".join(map(_state_and_footer, stored_files(name)))


def content_of_input(name: str) -> str:
    """The hash of all there is in the files of an input."""
    return ";".join(map(_content_hash, stored_files(name)))


def _state_and_footer(file: str) -> str:
    """The size of a file, its time or version, and the hash of its footer, if it has one."""
    state = state_of(file)
    footer = _footer(file)
    return f"{state},footer:{sha256(footer).hexdigest()}" if footer else state


def _content_hash(file: str) -> str:
    digest = sha256()
    with opened(file) as stream, reading(file):
        while data := stream.read(_PIECE):
            digest.update(data)
    return f"sha256:{digest.hexdigest()}"


def _footer(file: str) -> bytes:
    """The footer of Parquet or of an Arrow file, which names and describes all its parts."""
    with opened(file) as stream, reading(file):
        size = stream.seek(0, io.SEEK_END)
        stream.seek(max(0, size - 10))
        end = stream.read(10)
        after = next((after for mark, after in _MARKS.items() if end.endswith(mark)), 0)
        if not after or len(end) < 10:
            return b""
        length = int.from_bytes(end[-after:][:4], "little") + after
        if length > min(size, _LARGEST_FOOTER):  # it is damaged, as opening it will tell
            return b""
        stream.seek(size - length)
        return stream.read(length)
