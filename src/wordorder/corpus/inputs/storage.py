"""Files in folders of this machine, or behind URLs such as `s3://bucket/train.parquet`."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from wordorder.errors import InputError, MissingExtraError, WordorderError
from wordorder.text.source import Input, open_bytes, quoted

# The keys under which file systems of fsspec give the version of a file.
_VERSIONS = ("ETag", "etag", "version_id", "generation", "LastModified", "last_modified", "mtime")
_LONGEST_REASON = 200

_URL = re.compile(r"\w[\w+.-]*(::\w[\w+.-]*)*://")  # fsspec's `simplecache::s3://`, too
_PART = re.compile(r"(\w+)=(.+)", re.DOTALL)
_BETWEEN = re.compile(r",(?=\w+=)")


def is_url(name: str) -> bool:
    """Return whether a name is a URL.

    Examples:
        >>> is_url("s3://bucket/train.parquet"), is_url("source=s3://bucket/train.en")
        (True, False)
    """
    return _URL.match(name) is not None


def parallel_files(name: str) -> Mapping[str, str]:
    """Return the file of each column of `NAME=FILE,NAME=FILE`; none for another input.

    Raises:
        InputError: Two columns have the same name.

    Examples:
        >>> parallel_files("source=train.en,target=train.de.gz")
        {'source': 'train.en', 'target': 'train.de.gz'}
        >>> parallel_files("train.parquet")
        {}
    """
    if os.path.lexists(name):  # such as date=2024/train.parquet
        return {}
    parts = [_PART.fullmatch(part) for part in _BETWEEN.split(name)]
    if None in parts:
        return {}
    files: dict[str, str] = {}
    for part in filter(None, parts):
        if part[1] in files:
            raise InputError(f"{name}: two files for the column '{quoted(part[1])}'")
        files[part[1]] = part[2]
    return files


def stored_files(name: str) -> list[str]:
    """Return the files of an input, often only one."""
    return list(parallel_files(name).values()) or [name]


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Turn any error about a file into a one-line error that names it.

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
        problem = f"cannot be read ({_reason(error)}); check the file, or make it again"
        raise InputError(f"{name}: {problem}") from error


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a file for reading, from any position.

    Raises:
        InputError: The file is missing, not a plain file, or not readable.
        MissingExtraError: A package for such URLs is missing.
    """
    if not is_url(name):
        with reading(name):
            mode = Path(name).stat().st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise InputError(
                f"{name}: not a plain file; inputs are read more than once, so save it first"
            )
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
def text_input(name: str) -> Iterator[Input]:
    """Open a file for the readers of text; errors show its name as given."""
    with opened(name) as file:
        yield cast("Input", _NamedStream(name, file.read)) if is_url(name) else name


def state_of(name: str) -> str:
    """Return a file's size, and its time or version, which show changes without reading it.

    Raises:
        InputError: The file cannot be reached.
    """
    if not is_url(name):
        with reading(name):
            status = Path(name).stat()
        return f"size:{status.st_size},time:{status.st_mtime_ns}"
    system, path = file_system(name)
    with reading(name):
        system.invalidate_cache()  # of an earlier state
        info = system.info(path)
        versions = [f"{key}:{info[key]}" for key in _VERSIONS if info.get(key) is not None]
        if not versions:
            with suppress(Exception):  # not every file system has times
                versions = [f"time:{system.modified(path)}"]
    return ",".join([f"size:{info.get('size')}", *versions])


def files_in(name: str) -> list[str] | None:
    """Return the files in a folder, sorted, as full names; None if it is not a folder."""
    if not is_url(name):
        if not os.path.isdir(name):  # unlike Path's, for any name  # noqa: PTH112
            return None
        with reading(name):
            files = [entry.name for entry in os.scandir(name) if entry.is_file()]
            return sorted(str(Path(name, file)) for file in files)
    system, path = file_system(name)
    with reading(name):
        if not system.isdir(path):
            return None
        return sorted(
            system.unstrip_protocol(entry["name"])
            for entry in system.ls(path, detail=True)
            if entry["type"] == "file"
        )


def place_of(name: str) -> str:
    """Return the canonical name of a file."""
    if not is_url(name):
        with reading(name):  # a name may be one that no file system can hold
            return os.path.realpath(name)
    system, path = file_system(name)
    return str(system.unstrip_protocol(path))


class _NamedStream(NamedTuple):
    """The part of a stream that the readers of text need."""

    name: str
    read: Callable[[int], bytes]


def _reason(error: Exception) -> str:
    return (" ".join(str(error).split()) or type(error).__name__)[:_LONGEST_REASON]


def file_system(name: str, doing: str = "reading") -> tuple[Any, str]:
    """Return the file system of a URL, and the path in it.

    Args:
        name: The URL.
        doing: The purpose, for errors.

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
        problem = f"not a URL that fsspec can open ({_reason(error)})"
        raise InputError(f"{name}: {problem}") from error
    return system, path


def _package_for(scheme: str, error: ImportError) -> str:
    known = import_module("fsspec.registry").known_implementations.get(scheme, {})
    package = str(known.get("class", "")).partition(".")[0]
    if package not in ("", "fsspec"):
        return package
    missing = error if error.name else error.__cause__
    return getattr(missing, "name", None) or package or scheme
