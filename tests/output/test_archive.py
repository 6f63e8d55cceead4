"""Archives: all comes back, equal values are equal bytes, and nothing hostile gets in."""

from __future__ import annotations

import io
import json
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as npst
from numpy.typing import NDArray

from messages import refused
from wordorder.errors import InputError
from wordorder.output.archive import pack, unpack
from wordorder.output.codec import Dimensions
from wordorder.output.codec_classes import codec
from wordorder.output.grid import Grid, Layout

SCHEMA = "kept/1"


@dataclass(frozen=True, eq=False)
class Kept:
    """Arrays of all kinds, among other values."""

    name: str
    counts: NDArray[np.int64]
    ranks: NDArray[np.int32]
    bytes: NDArray[np.uint8]
    table: Annotated[NDArray[np.float64], Dimensions(2)]
    known: NDArray[np.bool_]
    by_name: Mapping[str, NDArray[np.float64]]
    grid: Annotated[Grid, Layout("line", columns={"score": float})]


def arrays(dtype: str, dimensions: int = 1) -> st.SearchStrategy[NDArray[Any]]:
    shapes = npst.array_shapes(min_dims=dimensions, max_dims=dimensions, min_side=0, max_side=4)
    return npst.arrays(dtype, shapes)


values = st.builds(
    Kept,
    name=st.text(),
    counts=arrays("i8"),
    ranks=arrays("i4"),
    bytes=arrays("u1"),
    table=arrays("f8", 2),
    known=arrays("b1"),
    by_name=st.dictionaries(st.text(), arrays("f8"), max_size=3),
    grid=arrays("f8").map(
        lambda scores: Grid.of({"line": range(1, len(scores) + 1)}, score=np.nan_to_num(scores))
    ),
)
SMALL = Kept(
    "small",
    *(np.ones(2, dtype) for dtype in ("i8", "i4", "u1")),
    np.ones((1, 2)),
    np.ones(2, bool),
    {"a": np.arange(2.0)},
    Grid.of({"line": [1]}, score=[0.5]),
)


def same(kept: Kept, other: Kept) -> None:
    assert kept.name == other.name
    for name in ("counts", "ranks", "bytes", "table", "known"):
        array, expected = getattr(kept, name), getattr(other, name)
        assert (array.dtype, array.shape) == (expected.dtype, expected.shape)
        np.testing.assert_array_equal(array, expected)
        assert array.flags.writeable
    np.testing.assert_equal(dict(kept.by_name), dict(other.by_name))
    np.testing.assert_array_equal(kept.grid["score"], other.grid["score"])


@given(values)
def test_all_comes_back(value: Kept) -> None:
    packed = pack(value, SCHEMA)
    again = unpack(Kept, packed, SCHEMA)
    same(again, value)
    assert pack(again, SCHEMA) == packed


def test_equal_values_are_equal_bytes() -> None:
    turned = np.ones((4, 3), order="F")[::2, ::-1]  # another layout in memory
    one, other = (
        Kept(**{**vars(SMALL), "table": table, "counts": counts})
        for table, counts in (
            (np.ones((2, 3)), np.array([1, 2])),
            (turned, np.array([1, 0, 2])[::2]),
        )
    )
    assert pack(one, SCHEMA) == pack(other, SCHEMA)


@pytest.mark.parametrize(
    "dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "b1"]
)
def test_every_type_comes_back(dtype: str) -> None:
    hint: Any = NDArray[np.dtype(dtype).type]  # type: ignore[misc]
    kind: Any = Mapping[str, hint]
    for array in (np.array([0, 1], dtype), np.array([], dtype), np.array([1], dtype)):
        again: Any = unpack(kind, packed_as(kind, {"a": array}), SCHEMA)["a"]
        assert again.dtype == array.dtype
        np.testing.assert_array_equal(again, array)


def packed_as(kind: Any, value: Any) -> bytes:
    apart: list[NDArray[Any]] = []
    content = codec(kind).write(value, apart)
    return made(content, {f"{n}.npy": npy(array) for n, array in enumerate(apart)})


def npy(array: NDArray[Any]) -> bytes:
    written = io.BytesIO()
    np.lib.format.write_array(written, array, (1, 0))
    return written.getvalue()


def made(
    content: Any, members: Mapping[str, bytes], schema: object = f"wordorder/{SCHEMA}"
) -> bytes:
    text = json.dumps({"schema": schema, "content": content}).encode()
    return zipped({"document.json": text, **members})


def zipped(members: Mapping[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", how) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return written.getvalue()


@pytest.mark.slow
def test_damage_at_any_place_is_refused_or_harmless() -> None:
    packed = pack(SMALL, SCHEMA)
    refused = 0
    for place in range(len(packed)):
        for bits in (0x01, 0x80, 0xFF):
            damaged = bytearray(packed)
            damaged[place] ^= bits
            try:
                same(unpack(Kept, bytes(damaged), SCHEMA), SMALL)
            except InputError:
                refused += 1
    assert refused > len(packed)  # the rest are dates and the like


def test_any_end_that_is_missing_is_refused() -> None:
    packed = pack(SMALL, SCHEMA)
    for length in range(len(packed)):
        with pytest.raises(InputError):
            unpack(Kept, packed[:length], SCHEMA)


@given(st.binary(max_size=200))
def test_anything_else_is_refused(content: bytes) -> None:
    with pytest.raises(InputError):
        unpack(Kept, content, SCHEMA)


@given(st.binary(max_size=80), st.data())
def test_hostile_headers_of_arrays_are_refused(noise: bytes, data: st.DataObject) -> None:
    """The checksum is right, the header is not."""
    good = bytearray(npy(np.arange(3)))
    start = data.draw(st.integers(0, len(good) - 1))
    hostile = bytes(good[:start] + noise + good[start + len(noise) :])
    kind: Any = Mapping[str, NDArray[np.int64]]
    try:
        arrays = unpack(kind, made({"a": 0}, {"0.npy": hostile}), SCHEMA)
    except InputError:
        return
    assert arrays["a"].shape == (3,)


HEADERS = [
    "{'descr': '|O', 'fortran_order': False, 'shape': (3,), }",
    "{'descr': '>i8', 'fortran_order': False, 'shape': (3,), }",
    "{'descr': '<i8', 'fortran_order': True, 'shape': (3,), }",
    "{'descr': '<c16', 'fortran_order': False, 'shape': (3,), }",
    "{'descr': [('a', '<i8')], 'fortran_order': False, 'shape': (3,), }",
    "{'descr': '<i8', 'fortran_order': False, 'shape': (4,), }",
    "{'descr': '<i8', 'fortran_order': False, 'shape': (-1, -3), }",
    "{'descr': '<i8', 'fortran_order': False, 'shape': (10000000000000, 0), }",
    "{'descr': '<i8', 'fortran_order': False, 'shape': (3L,), }",
    "{'descr': '<i8', 'fortran_order': False, 'shape': (3L,) ",
    "{'descr': '<m8', 'fortran_order': False, 'shape': (3,), }",
    "{'descr': '<i8', 'fortran_order': False, 'shape': '''",
    "{'descr': '<i8', 'fortran_order': False}",
    "__import__('os').getcwd()",
    "[" * 200,
    "",
]


@pytest.mark.parametrize("header", HEADERS)
def test_headers_are_not_trusted(header: str) -> None:
    text = header.encode() + b"\n"
    content = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + bytes(24)
    kind: Any = Mapping[str, NDArray[np.int64]]
    with pytest.raises(InputError):
        unpack(kind, made({"a": 0}, {"0.npy": content}), SCHEMA)


DOCUMENT = b'{"schema": "wordorder/kept/1", "content": {}}'


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"0.npy": b""},
        {"document.json": DOCUMENT, "1.npy": npy(np.zeros(1))},
        {"document.json": DOCUMENT, "00.npy": npy(np.zeros(1))},
        {"document.json": DOCUMENT, "../0.npy": npy(np.zeros(1))},
        {"document.json": DOCUMENT, "0.npy": npy(np.zeros(1)), "2.npy": npy(np.zeros(1))},
        {"document.json": DOCUMENT, "readme": b""},
        {"Document.json": DOCUMENT},
    ],
    ids=range(8),
)
def test_members_have_fixed_names(members: Mapping[str, bytes]) -> None:
    with refused(InputError):
        unpack(Kept, zipped(members), SCHEMA)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_members_come_once() -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as file:
        file.writestr("document.json", DOCUMENT)
        file.writestr("document.json", DOCUMENT)
    with refused(InputError):
        unpack(Kept, written.getvalue(), SCHEMA)


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_members_are_compressed_in_the_usual_way(how: int) -> None:
    with refused(InputError):
        unpack(Kept, zipped({"document.json": DOCUMENT}, how), SCHEMA)


def test_large_members_are_not_read() -> None:
    packed = pack(SMALL, SCHEMA)
    unpacked = sum(member.file_size for member in zipfile.ZipFile(io.BytesIO(packed)).infolist())
    same(unpack(Kept, packed, SCHEMA, largest=unpacked), SMALL)
    with refused(InputError):
        unpack(Kept, packed, SCHEMA, largest=unpacked - 1)


@pytest.mark.slow
def test_a_member_is_not_larger_than_it_says() -> None:
    """A few bytes by the size of the member, 64 MB by its content."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = b"".join(squeezer.compress(bytes(1 << 20)) for _ in range(64)) + squeezer.flush()
    bomb = bytearray(zipped({"document.json": b"0123456789"}, zipfile.ZIP_STORED))
    end = bomb.index(b"PK\x01\x02")
    start = end - 10
    for place in (8, end + 10):
        struct.pack_into("<H", bomb, place, zipfile.ZIP_DEFLATED)
    for place in (18, end + 20):
        struct.pack_into("<I", bomb, place, len(content))
    struct.pack_into("<I", bomb, bomb.index(b"PK\x05\x06") + 16, start + len(content))
    tracemalloc.start()
    try:
        with pytest.raises(InputError):
            unpack(Kept, bytes(bomb[:start] + content + bomb[end:]), SCHEMA)
        assert tracemalloc.get_traced_memory()[1] < 1 << 22
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "packed",
    [
        made({}, {}, "wordorder/kept/2"),
        made({}, {}, None),
        made({}, {}, [[]] * 9),
        made({}, {}),
        zipped({"document.json": b"[]"}),
        zipped({"document.json": b"{"}),
        zipped({"document.json": b"\xff"}),
        zipped({"document.json": b"[" * 100_000}),
    ],
    ids=range(8),
)
def test_other_documents_are_refused(packed: bytes) -> None:
    with refused(InputError):
        unpack(Kept, packed, SCHEMA)
