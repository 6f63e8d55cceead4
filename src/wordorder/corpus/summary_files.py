"""Summaries as bytes: an npz file of arrays, and a JSON text for everything else.

Nothing is pickled, and equal summaries give equal bytes.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from dataclasses import dataclass, field
from io import BytesIO
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib import format as npy

from wordorder.corpus.outputs import Output
from wordorder.corpus.summary import Summary
from wordorder.errors import InputError, UsageError
from wordorder.output import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from wordorder.statistics.states import State

FORMAT = "wordorder/summary/1"

_TEXT = "summary.json"
_LARGEST = 1 << 30  # bytes of a member, unpacked; usual are a few hundred thousand
_QUICK = 1  # numbers hardly get smaller with more effort
_TYPES = ("<i8", "<u8", "<f8")


@dataclass(frozen=True, slots=True)
class SummaryFile:
    """A summary with what tells where it comes from.

    Attributes:
        summary: The summary.
        fingerprint: Everything that determines it.
        sizes: The sizes of the files written with it, by name.
    """

    summary: Summary
    fingerprint: str
    sizes: Mapping[str, int] = field(default_factory=dict)


def write(summary: Summary, fingerprint: str, sizes: Mapping[str, int]) -> bytes:
    """Return the content of a summary file.

    Args:
        summary: The summary.
        fingerprint: Everything that determines it.
        sizes: The sizes of the files written with it, by name.

    Examples:
        >>> content = write(Summary([Output("kendall", "", "unit")]), "version:1", {"a.parquet": 9})
        >>> read(content).fingerprint
        'version:1'
    """
    state = summary.state()
    text = {
        "format": FORMAT,
        "fingerprint": fingerprint,
        "sizes": dict(sorted(sizes.items())),
        "options": _options(summary),
        "state": _without_arrays(state),
    }
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=_QUICK) as archive:
        _write_member(archive, _TEXT, json.dumps(text, ensure_ascii=True).encode())
        for name, array in _arrays(state):
            content = BytesIO()
            npy.write_array(content, np.ascontiguousarray(array), (1, 0), allow_pickle=False)
            _write_member(archive, f"{name}.npy", content.getvalue())
    return written.getvalue()


def _write_member(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    # The date is always the same, as in `ZipInfo` by default.
    member = zipfile.ZipInfo(name)
    archive.writestr(member, content, zipfile.ZIP_DEFLATED, _QUICK)


def _options(summary: Summary) -> dict[str, Any]:
    analyzer = summary.reorderings
    return {
        "outputs": [
            {"name": one.name, "meaning": one.meaning, "scale": one.scale, "whole": one.whole}
            for one in summary.outputs
        ],
        "with_links": analyzer is not None,
        "known_lengths": [] if analyzer is None else list(analyzer.known_lengths),
        "ks": [] if analyzer is None else list(analyzer.ks),
    }


def _without_arrays(state: State) -> State:
    return {
        name: _without_arrays(value) if isinstance(value, dict) else value
        for name, value in state.items()
        if not isinstance(value, np.ndarray)
    }


def _arrays(state: State, path: tuple[str, ...] = ()) -> Iterator[tuple[str, NDArray[Any]]]:
    """All arrays of a state, each named by its path as JSON: its parts may have any name."""
    for name, value in state.items():
        if isinstance(value, np.ndarray):
            yield json.dumps([*path, name]), value
        elif isinstance(value, dict):
            yield from _arrays(value, (*path, name))


def read(content: bytes, name: str = "summary") -> SummaryFile:
    """Read the content of a summary file.

    Args:
        content: The content.
        name: What errors call it.

    Raises:
        InputError: It is not such a file, or damaged.
    """
    try:
        return _read(content)
    except (InputError, UsageError) as error:
        raise InputError(f"{name}: not a summary of wordorder, or damaged: {error}") from error
    except _DAMAGED as error:
        why = visible(str(error))[:100] or type(error).__name__
        raise InputError(f"{name}: not a summary of wordorder, or damaged: {why}") from error


# What zipfile, zlib, json and NumPy raise for files that are not what they should be.
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
    AttributeError,
    IndexError,
    OverflowError,
)


def _read(content: bytes) -> SummaryFile:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        text = json.loads(_member(archive, _TEXT))
        if text["format"] != FORMAT:
            raise InputError(f"its format is {text['format']!r:.60}, expected {FORMAT}")
        state = text["state"]
        for name in archive.namelist():
            if name != _TEXT:
                _put(state, json.loads(name.removesuffix(".npy")), _array(_member(archive, name)))
    summary = _empty(text["options"])
    summary.restore(state)
    sizes = {str(name): int(size) for name, size in text["sizes"].items()}
    return SummaryFile(summary, str(text["fingerprint"]), sizes)


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > _LARGEST:
        raise InputError(f"{name!r:.60} is too large")
    return archive.read(name)


def _array(content: bytes) -> NDArray[Any]:
    """An array whose header was not trusted."""
    stream = BytesIO(content)
    npy.read_magic(stream)
    shape, fortran, dtype = npy.read_array_header_1_0(stream)
    rest = len(content) - stream.tell()
    if dtype.str not in _TYPES or fortran or prod(shape) * dtype.itemsize != rest:
        raise InputError(f"an array of {dtype} and shape {shape} does not fit {rest} bytes")
    return np.frombuffer(content, dtype, offset=stream.tell()).reshape(shape)


def _put(state: State, path: list[str], array: NDArray[Any]) -> None:
    *parts, name = path
    for part in parts:
        state = state.setdefault(part, {})
    state[name] = array


def _empty(options: Mapping[str, Any]) -> Summary:
    outputs = []
    for one in options["outputs"]:
        if one["scale"] not in ("unit", "log") or type(one["whole"]) is not bool:
            raise InputError("the outputs are damaged")
        outputs.append(Output(str(one["name"]), str(one["meaning"]), one["scale"], one["whole"]))
    if len({output.name for output in outputs}) < len(outputs):
        raise InputError("an output comes twice")
    return Summary(
        outputs,
        with_links=bool(options["with_links"]),
        known_lengths=options["known_lengths"],
        ks=options["ks"],
    )
