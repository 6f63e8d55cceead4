"""Stores of output: a folder on disk, or below a URL."""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from wordorder.corpus.inputs.storage import file_system, is_url
from wordorder.errors import InputError, Part, WordorderError
from wordorder.output.console import visible
from wordorder.output.temporary import (
    DISK_IS_FULL,
    IS_TEMPORARY,
    SECONDS_UNTIL_DEAD,
    claim,
    remove_leftovers,
    temporary_name,
)


def store_at(place: str) -> Store:
    """Return the store of a folder, given as a path or a URL.

    Raises:
        InputError: The URL is of an unknown kind.
        MissingExtraError: URLs need a package that is not installed.
    """
    return RemoteStore(place) if is_url(place) else LocalStore(place)


class NewFile(ABC):
    """A file with a temporary name, until it is complete.

    Attributes:
        stream: The stream for its content.
    """

    stream: IO[bytes]

    @abstractmethod
    def complete(self) -> int:
        """Write all content through to the store, and return its size."""

    @abstractmethod
    def appear(self, name: str) -> None:
        """Give the complete file its own name, replacing any other file."""

    @abstractmethod
    def remove(self) -> None:
        """Remove the file."""


class Store(ABC):
    """A folder of files, which are named by their path in it.

    A file is written under a temporary name, and appears under its own when it is complete.

    Attributes:
        place: The folder, as given.
    """

    _failures: type[Exception] = OSError

    def __init__(self, place: str) -> None:
        self.place = place

    @abstractmethod
    def make_folder(self, name: str = "") -> None:
        """Make the folder, or a folder in it, unless it exists."""

    @abstractmethod
    def names(self, folder: str = "") -> list[str]:
        """Return the names in the folder, or in a folder in it; none if it does not exist."""

    @abstractmethod
    def size(self, name: str) -> int | None:
        """Return the size of a file; None if there is no such file."""

    @abstractmethod
    def read(self, name: str) -> bytes:
        """Return the content of a file.

        Raises:
            FileNotFoundError: There is no such file.
        """

    @abstractmethod
    def create(self) -> NewFile:
        """Open a new file."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """Remove a file if it exists."""

    @abstractmethod
    def remove_leftovers(self) -> None:
        """Remove temporary files of dead writers."""

    @abstractmethod
    def locked(self) -> Any:
        """Return a context in which no other run may write here.

        Raises:
            InputError: Another run is writing here.
        """

    def write(self, name: str, data: bytes) -> None:
        """Write a file, which appears when it is complete."""
        file = self.create()
        try:
            file.stream.write(data)
            file.complete()
            file.appear(name)
        except BaseException:
            file.remove()
            raise

    @contextmanager
    def translate_errors(self, doing: str = "write to") -> Iterator[None]:
        """Report system errors as errors of this folder.

        Args:
            doing: The action that fails.

        Raises:
            InputError: A file cannot be written or read.
        """
        try:
            yield
        except WordorderError:
            raise
        except self._failures as error:
            raise self.refusal(_reason(error), doing=doing) from error

    def refusal(self, *reason: Part, doing: str = "write to") -> InputError:
        """Return the error for a folder that cannot be written or read."""
        return InputError(f"cannot {doing} '{visible(self.place)}': ", *reason)


def _reason(error: Exception) -> str:
    what = getattr(error, "strerror", None) or str(error) or type(error).__name__
    if getattr(error, "errno", None) in DISK_IS_FULL:
        what += "; finished parts are kept: free some space and run again"
    return what


class LocalStore(Store):
    """A folder on disk."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self._folder = Path(place)

    def make_folder(self, name: str = "") -> None:
        """Make the folder, or a folder in it, unless it exists."""
        (self._folder / name).mkdir(exist_ok=True)

    def names(self, folder: str = "") -> list[str]:
        """Return the names in the folder, or in a folder in it; none if it does not exist."""
        try:
            return sorted(os.listdir(self._folder / folder))  # noqa: PTH208
        except FileNotFoundError:
            return []

    def size(self, name: str) -> int | None:
        """Return the size of a file; None if there is no such file."""
        try:
            return (self._folder / name).stat().st_size
        except FileNotFoundError:
            return None

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        return (self._folder / name).read_bytes()

    def create(self) -> NewFile:
        """Open a new file."""
        return _NewLocalFile(self._folder)

    def remove(self, name: str) -> None:
        """Remove a file if it exists."""
        (self._folder / name).unlink(missing_ok=True)

    def remove_leftovers(self) -> None:
        """Remove temporary files of dead writers."""
        remove_leftovers(self._folder, of_other_machines=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs from writing here in this context."""
        try:
            descriptor = os.open(self._folder, os.O_RDONLY)
        except PermissionError:  # folders that cannot be opened, as on Windows, cannot be locked
            yield
            return
        try:
            if not claim(descriptor, self._folder):
                raise self.refusal("another run is writing there; wait until it ends, or stop it")
            yield
        finally:
            os.close(descriptor)


class _NewLocalFile(NewFile):
    """A file that is locked until it has its own name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        while True:
            self._path = folder / temporary_name()
            self.stream = self._path.open("xb")
            if claim(self.stream.fileno(), self._path):
                return
            self.stream.close()  # another run has taken it for a leftover

    def complete(self) -> int:
        self.stream.flush()
        os.fsync(self.stream.fileno())  # some systems report a full disk only now
        size = self.stream.tell()
        if os.name == "nt":  # where an open file cannot be renamed
            self.stream.close()
        return size

    def appear(self, name: str) -> None:
        self._path.replace(self._folder / name)
        self.stream.close()

    def remove(self) -> None:
        with suppress(OSError):  # a full disk was reported before
            self.stream.close()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


class RemoteStore(Store):
    """A folder below a URL, through fsspec."""

    _failures = Exception  # each package has its own errors

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self._files, root = file_system(place, "opening")
        self._root = root.rstrip("/")

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}" if name else self._root

    def make_folder(self, name: str = "") -> None:
        """Make the folder, or a folder in it, unless it exists."""
        self._files.makedirs(self._path(name), exist_ok=True)

    def names(self, folder: str = "") -> list[str]:
        """Return the names in the folder, or in a folder in it; none if it does not exist."""
        self._files.invalidate_cache()
        try:
            found = self._files.ls(self._path(folder), detail=False)
        except FileNotFoundError:
            return []
        names = {path.rstrip("/").rsplit("/", 1)[-1] for path in found}
        own = self._path(folder).rsplit("/", 1)[-1]  # which some stores list as an empty file
        return sorted(names - {own, ""})

    def size(self, name: str) -> int | None:
        """Return the size of a file; None if there is no such file."""
        try:
            return int(self._files.size(self._path(name)))
        except FileNotFoundError:
            return None

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        return bytes(self._files.cat_file(self._path(name)))

    def create(self) -> NewFile:
        """Open a new file."""
        return _NewRemoteFile(self._files, self._root)

    def remove(self, name: str) -> None:
        """Remove a file if it exists."""
        with suppress(FileNotFoundError):
            self._files.rm_file(self._path(name))

    def remove_leftovers(self) -> None:
        """Remove temporary files that nobody has written to for an hour."""
        for name in self.names():
            if IS_TEMPORARY.fullmatch(name):
                with suppress(OSError, NotImplementedError):
                    modified = self._files.modified(self._path(name))
                    if time.time() - modified.timestamp() > SECONDS_UNTIL_DEAD:
                        self.remove(name)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Do nothing: remote stores have no locks. Two runs of one plan write the same files."""
        yield


class _NewRemoteFile(NewFile):
    def __init__(self, files: Any, root: str) -> None:
        self._files = files
        self._root = root
        self._path = f"{root}/{temporary_name()}"
        self.stream = files.open(self._path, "wb")

    def complete(self) -> int:
        size = self.stream.tell()
        self.stream.close()  # uploads the rest
        return size

    def appear(self, name: str) -> None:
        self._files.mv(self._path, f"{self._root}/{name}")

    def remove(self) -> None:
        with suppress(Exception):
            self.stream.close()
        with suppress(Exception):
            self._files.rm_file(self._path)
