"""Values with large arrays in one file: an npz archive of a JSON text and numbered arrays.

Nothing is pickled, equal values give equal bytes, and an untrusted file can neither run code nor
exhaust memory: members have fixed names, and their sizes are checked before they are read.
"""

from __future__ import annotations

import json
import re
import struct
import zipfile
import zlib
from io import BytesIO
from math import prod
from typing import Any, TypeVar

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from wordorder.errors import InputError
from wordorder.output.codec import decode, encode
from wordorder.output.console import visible

_T = TypeVar("_T")

_TEXT = "document.json"
_LARGEST = 1 << 30  # bytes of all members together, unpacked; a few hundred thousand are usual
_QUICK = 1  # more effort hardly makes numbers smaller
_TYPES = ("<i8", "<i4", "<i2", "|i1", "<u8", "<u4", "<u2", "|u1", "<f8", "<f4", "|b1")
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00(?s:..)\{'descr': '(?P<type>...)', 'fortran_order': False, "
    rb"'shape': \((?P<shape>[0-9]{0,19},?(?: [0-9]{1,19},?)*)\), \} *\n"
)

# The errors of zipfile, zlib, json and NumPy for damaged files.
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    OSError,
    EOFError,
    RuntimeError,
    MemoryError,
    ValueError,
    TypeError,
    KeyError,
    OverflowError,
    RecursionError,
    struct.error,
)


def pack(value: Any, schema: str) -> bytes:
    """Return the content of an archive.

    Args:
        value: An instance of a class that has a codec.
        schema: Name and version of the document, which `unpack` checks.

    Examples:
        >>> from wordorder.statistics import Resampling
        >>> unpack(Resampling, pack(Resampling(seed=7), "resampling/1"), "resampling/1").seed
        7
    """
    arrays: list[NDArray[Any]] = []
    document = {"schema": f"wordorder/{schema}", "content": encode(value, arrays=arrays)}
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=_QUICK) as archive:
        _write_member(archive, _TEXT, json.dumps(document).encode())
        for number, array in enumerate(arrays):
            content = BytesIO()
            npy.write_array(content, np.ascontiguousarray(array), (1, 0), allow_pickle=False)
            _write_member(archive, f"{number}.npy", content.getvalue())
    return written.getvalue()


def _write_member(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    # `ZipInfo` has a fixed date by default.
    archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, _QUICK)


def unpack(kind: type[_T], content: bytes, schema: str, *, largest: int = _LARGEST) -> _T:
    """Build a value from the content of an archive.

    Raises:
        InputError: The content is not an archive of this schema, or is damaged.
    """
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            _check_members(archive, largest)
            document = json.loads(_read_member(archive, _TEXT))
            count = len(archive.namelist()) - 1
            arrays = [_array(_read_member(archive, f"{number}.npy")) for number in range(count)]
    except _DAMAGED as error:
        raise InputError(visible(str(error))[:100] or type(error).__name__) from error
    stated = document.get("schema") if isinstance(document, dict) else None
    if stated != f"wordorder/{schema}":
        seen = f"{stated!r:.60}" if isinstance(stated, str | None) else type(stated).__name__
        raise InputError(f"its schema is {seen}, expected wordorder/{schema}")
    return decode(kind, document.get("content"), arrays)


def _check_members(archive: zipfile.ZipFile, largest: int) -> None:
    members = archive.infolist()
    names = [member.filename for member in members]
    if sorted(names) != sorted([_TEXT, *(f"{number}.npy" for number in range(len(names) - 1))]):
        raise InputError("its members are not a document and numbered arrays")
    if {member.compress_type for member in members} - {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise InputError("its members are not compressed as in npz files")
    if sum(member.file_size for member in members) > largest:
        raise InputError("its members are too large")


def _read_member(archive: zipfile.ZipFile, name: str) -> bytes:
    # Not `archive.read`, which unpacks everything, whatever size the member claims to have.
    with archive.open(name) as member:
        return member.read(archive.getinfo(name).file_size)


def _array(content: bytes) -> NDArray[Any]:
    """Return an array that owns its memory, without trusting the header.

    NumPy would evaluate the header as Python, and warn about headers written by old versions.
    """
    header = _HEADER.match(content)
    if header is None or header["type"].decode() not in _TYPES:
        raise InputError("the header of an array was not written by wordorder")
    dtype = np.dtype(header["type"].decode())
    shape = tuple(map(int, re.findall(b"[0-9]+", header["shape"])))
    rest = len(content) - header.end()
    if prod(shape) * dtype.itemsize != rest:
        raise InputError(f"an array of {dtype} and shape {shape} does not fit {rest} bytes")
    return np.frombuffer(content, dtype, offset=header.end()).reshape(shape).copy()
