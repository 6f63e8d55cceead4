"""A cache of slow results on disk, keyed by everything that determines them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from wordorder.output.temporary import claim, remove_leftovers, temporary_name
from wordorder.output.wording import signature

LIMIT = 512 * 2**20
"""Size limit in bytes; the least recently used entries are removed first."""

_ENDING = ".entry"
_DIGEST = sha256().digest_size


class Cache:
    """A folder of entries, each named by a digest of everything that determines it.

    An entry that cannot be read or written is ignored: a full disk or a damaged file never
    stops the work. Several programs may use the folder at the same time.

    Args:
        folder: The folder of the entries; by default `wordorder` in the user's cache folder.
        limit: Maximum size in bytes.

    Examples:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     cache = Cache(folder)
        ...     key = cache.key("tok:13a", b"Hello, world!")
        ...     made = cache.get_or_make(key, lambda: b"Hello , world !")
        ...     cached = cache.get_or_make(key, lambda: b"not made again")
        >>> made == cached
        True
    """

    def __init__(self, folder: str | os.PathLike[str] | None = None, limit: int = LIMIT) -> None:
        self.folder = user_cache_folder() if folder is None else Path(folder)
        self.limit = limit

    @staticmethod
    def key(decides: str, *inputs: bytes) -> str:
        """Return the key of an entry: a digest of the step's signature and its inputs."""
        digest = sha256(signature([decides]).encode())
        for data in inputs:
            digest.update(sha256(data).digest())
        return digest.hexdigest()

    def get(self, key: str) -> bytes | None:
        """Return an entry; None if it is missing or damaged."""
        file = self._file(key)
        try:
            stored = file.read_bytes()
            os.utime(file)  # mark as recently used
        except OSError:
            return None
        digest, data = stored[:_DIGEST], stored[_DIGEST:]
        return data if sha256(data).digest() == digest else None

    def put(self, key: str, data: bytes) -> None:
        """Store an entry, and remove old ones if the cache is over its limit."""
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            remove_leftovers(self.folder)
            temporary = self.folder / temporary_name()
            try:
                with temporary.open("xb") as file:
                    # If another run takes it for a leftover, there is no entry.
                    claim(file.fileno(), temporary)
                    file.write(sha256(data).digest() + data)
                    file.flush()
                    if os.name == "nt":  # where an open file cannot be renamed
                        file.close()
                    temporary.replace(self._file(key))
            finally:
                temporary.unlink(missing_ok=True)
            self._evict()

    def get_or_make(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return an entry; make and store it if it is missing."""
        data = self.get(key)
        if data is None:
            data = make()
            self.put(key, data)
        return data

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}{_ENDING}"

    def _evict(self) -> None:
        entries = sorted(self._entries(), key=lambda entry: entry[0].st_mtime_ns)
        size = sum(status.st_size for status, _ in entries)
        for status, file in entries:
            if size <= self.limit:
                return
            file.unlink(missing_ok=True)
            size -= status.st_size

    def _entries(self) -> Iterable[tuple[os.stat_result, Path]]:
        for file in self.folder.glob(f"*{_ENDING}"):
            with suppress(OSError):  # another program has just removed it
                yield file.stat(), file


def user_cache_folder() -> Path:
    """Return the program's cache folder: the system's default, or below XDG_CACHE_HOME."""
    asked = os.environ.get("XDG_CACHE_HOME", "")
    if Path(asked).is_absolute():
        return Path(asked, "wordorder")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "wordorder"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()), "wordorder", "cache")
    return Path.home() / ".cache" / "wordorder"
