"""Files in folders of this machine, or behind URLs such as `s3://bucket/train.parquet`."""

from __future__ import annotations

import os
import re
import stat
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, cast

from wordorder.errors import InputError, MissingExtraError, WordorderError
from wordorder.text.arrow import pyarrow
from wordorder.text.source import open_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordorder.text import Input

# What tells versions of a file apart, by the names that file systems of fsspec give to it.
_VERSIONS = ("ETag", "etag", "version_id", "generation", "LastModified", "last_modified", "mtime")
_LONGEST_REASON = 200

_URL = re.compile(r"\w[\w+.-]*(::\w[\w+.-]*)*://")  # fsspec's `simplecache::s3://`, too


def is_url(name: str) -> bool:
    """Whether this is the address of a file elsewhere.

    Examples:
        >>> is_url("s3://bucket/train.parquet"), is_url("source=s3://bucket/train.en")
        (True, False)
    """
    return _URL.match(name) is not None


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Turn whatever goes wrong with a file into an error of one line that names it.

    pyarrow raises more than its own errors (OSError, UnicodeDecodeError, MemoryError), and a
    package behind fsspec may raise anything.
    """
    try:
        yield
    except WordorderError:
        raise
    except FileNotFoundError as error:
        fix = "name its folder, or each file" if set("*?[") & set(name) else "check the path"
        raise InputError(f"{name}: no such file; {fix}") from error
    except PermissionError as error:
        raise InputError(f"{name}: no permission to read it") from error
    except Exception as error:
        what = f"cannot be read ({_reason(error)}); check the file, or make it again"
        raise InputError(f"{name}: {what}") from error


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a file for reading, from any position.

    Raises:
        InputError: It is missing, not a plain file, or not readable.
        MissingExtraError: A package for such URLs is missing.
    """
    if not is_url(name):
        with reading(name):
            _check_plain(name)
        with open_bytes(name) as file:
            yield file
        return
    system, path = file_system(name)
    with reading(name):
        # Without fsspec's own cache: columns are read in turn, from places far apart.
        file = system.open(path, "rb", cache_type="none")
    try:
        yield cast("BinaryIO", file)
    finally:
        file.close()


@contextmanager
def opened_for_arrow(name: str) -> Iterator[Any]:
    """Open a file for pyarrow, which reads local files without holding up other threads."""
    arrow = pyarrow("reading Parquet and Arrow files")
    with opened(name) as file:  # says in our own words why a file cannot be opened
        if is_url(name):
            yield file
            return
        with reading(name):
            native = arrow.OSFile(os.fsencode(name))
        with native:
            yield native


@contextmanager
def text_input(name: str) -> Iterator[Input]:
    """Open a file for the readers of text; errors show its name as given."""
    with opened(name) as file:
        yield cast("Input", _NamedStream(name, file.read)) if is_url(name) else name


def state_of(name: str) -> str:
    """What a change of the file changes, without reading it: its size, and its time or version.

    Raises:
        InputError: It cannot be reached.
    """
    if not is_url(name):
        with reading(name):
            found = Path(name).stat()
        return f"size:{found.st_size},time:{found.st_mtime_ns}"
    system, path = file_system(name)
    with reading(name):
        system.invalidate_cache()  # of what it was earlier
        info = system.info(path)
        versions = [f"{key}:{info[key]}" for key in _VERSIONS if info.get(key) is not None]
        if not versions:
            versions = _modified(system, path)
    return ",".join([f"size:{info.get('size')}", *versions])


def files_in(name: str) -> list[str] | None:
    """The files in a folder, sorted, as full names; None if it is not a folder."""
    if not is_url(name):
        if not os.path.isdir(name):  # unlike Path's, for any name  # noqa: PTH112
            return None
        with reading(name):
            return sorted(str(Path(name, one.name)) for one in os.scandir(name) if one.is_file())
    system, path = file_system(name)
    with reading(name):
        if not system.isdir(path):
            return None
        found = [one["name"] for one in system.ls(path, detail=True) if one["type"] == "file"]
        return sorted(system.unstrip_protocol(one) for one in found)


def place_of(name: str) -> str:
    """The same text for all names of one file."""
    if not is_url(name):
        with reading(name):  # a name may be one that no file system can hold
            return os.path.realpath(name)
    system, path = file_system(name)
    return str(system.unstrip_protocol(path))


class _NamedStream(NamedTuple):
    """What the readers of text need of a stream."""

    name: str
    read: Callable[[int], bytes]


def _reason(error: Exception) -> str:
    return (" ".join(str(error).split()) or type(error).__name__)[:_LONGEST_REASON]


def _check_plain(name: str) -> None:
    mode = Path(name).stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise InputError(
            f"{name}: not a plain file; inputs are read more than once, so save it first"
        )


def _modified(system: Any, path: str) -> list[str]:
    try:
        return [f"time:{system.modified(path)}"]
    except Exception:  # not every file system knows
        return []


def file_system(name: str, doing: str = "reading") -> tuple[Any, str]:
    """The file system of a URL, and the path in it.

    Args:
        name: The URL.
        doing: What for, as errors say.

    Raises:
        InputError: fsspec does not know such URLs.
        MissingExtraError: A package for such URLs is missing.
    """
    scheme = name.partition("://")[0]
    try:
        fsspec = import_module("fsspec")
    except ImportError as error:
        raise MissingExtraError("fsspec", f"{doing} {scheme}://", "parquet") from error
    try:
        system, path = fsspec.core.url_to_fs(name)
    except ImportError as error:
        package = _package_for(scheme, error)
        purpose = f"{doing} {scheme}://"
        raise MissingExtraError(package, purpose, install=f"pip install {package}") from error
    except Exception as error:
        what = f"not an address that fsspec knows ({_reason(error)})"
        raise InputError(f"{name}: {what}") from error
    return system, path


def _package_for(scheme: str, error: ImportError) -> str:
    known = import_module("fsspec.registry").known_implementations.get(scheme, {})
    package = str(known.get("class", "")).partition(".")[0]
    if package not in ("", "fsspec"):
        return package
    missing = error if error.name else error.__cause__
    return getattr(missing, "name", None) or package or scheme
