"""Temporary files and folders; the next run removes those of killed runs.

Each is locked while its process lives: the system releases the lock however the process ends.
Names include the machine, because not every network file system shares locks, and the process id,
so that a leftover can be traced.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeGuard

from wordorder.errors import InputError
from wordorder.output.console import visible

try:
    import fcntl
except ImportError:  # without locks, leftovers cannot be recognised and stay
    fcntl = None  # type: ignore[assignment]


DISK_IS_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

SECONDS_UNTIL_DEAD = 3600
"""The time since its last change after which a file that cannot be locked counts as left over."""

IS_TEMPORARY = re.compile(r"\.?wordorder-[0-9a-f]{8}-\d+-[0-9a-z_]+(\.tmp)?")
"""The pattern of names of temporary files and folders, of all machines."""


def temporary_name() -> str:
    """Return a temporary name for a file to be renamed when complete."""
    return f".{_prefix()}{os.urandom(8).hex()}.tmp"


def claim(descriptor: int, path: Path) -> bool:
    """Lock an open file or folder; return False if another run has taken it for a leftover."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks, where no run removes leftovers
        return True
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def remove_leftovers(folder: Path, *, of_other_machines: bool = False) -> None:
    """Remove the leftovers of killed runs from a folder.

    Args:
        folder: The folder.
        of_other_machines: Whether to remove files of other machines as well, an hour after their
            last change; by default, only leftovers of this machine.
    """
    if fcntl is None:
        return
    here = _prefix(any_process=True)
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not IS_TEMPORARY.fullmatch(entry.name):
                continue
            with suppress(OSError):
                if re.match(rf"\.?{here}", entry.name):
                    _remove_if_left_over(Path(entry.path))
                elif of_other_machines and _is_old_file(entry):
                    Path(entry.path).unlink()


@contextmanager
def temporary_folder(parent: Path | None = None) -> Iterator[Path]:
    """Make a folder, by default where the system keeps temporary files; remove it at the end.

    Raises:
        InputError: The disk is full.
    """
    import tempfile  # slow: imports the compression modules

    where = Path(tempfile.gettempdir()) if parent is None else parent
    remove_leftovers(where)
    while True:
        with (
            tempfile.TemporaryDirectory(
                prefix=_prefix(), dir=where, ignore_cleanup_errors=True
            ) as folder,
            _claimed(Path(folder)) as is_ours,
        ):
            if is_ours:
                with _full_disk_named(where):
                    yield Path(folder)
                return


@contextmanager
def _full_disk_named(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        # Errors about files for the user already have their names.
        if error.filename is not None or error.errno not in DISK_IS_FULL:
            raise
        raise InputError(
            f"'{visible(str(folder))}': no room for temporary files ({error.strerror}); free some "
            "space, or set TMPDIR to another folder"
        ) from error


@contextmanager
def _claimed(folder: Path) -> Iterator[bool]:
    """Lock a folder in this context; yield False if another run has taken it for a leftover."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except FileNotFoundError:
        yield False
        return
    except OSError:  # folders that cannot be opened cannot be locked
        yield True
        return
    try:
        yield claim(descriptor, folder)
    finally:
        os.close(descriptor)


def _prefix(*, any_process: bool = False) -> str:
    machine = os.uname().nodename if hasattr(os, "uname") else ""
    process = r"\d+" if any_process else os.getpid()
    return f"wordorder-{sha256(machine.encode()).hexdigest()[:8]}-{process}-"


def _is_old_file(entry: os.DirEntry[str]) -> bool:
    status = entry.stat(follow_symlinks=False)
    return (
        stat.S_ISREG(status.st_mode)
        and status.st_uid == os.geteuid()
        and time.time() - status.st_mtime > SECONDS_UNTIL_DEAD
    )


def _remove_if_left_over(path: Path) -> None:
    how = os.O_NONBLOCK | os.O_NOFOLLOW
    is_folder = stat.S_ISDIR(path.lstat().st_mode)
    descriptor = os.open(path, how | (os.O_RDONLY if is_folder else os.O_RDWR))
    try:
        if os.fstat(descriptor).st_uid != os.geteuid():
            return
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails if in use
        if is_folder:
            from shutil import rmtree

            rmtree(path, ignore_errors=True)
        else:
            path.unlink()
    finally:
        os.close(descriptor)


def is_path(source: object) -> TypeGuard[str | os.PathLike[str]]:
    """Return whether this names a file or standard input; names are text, not bytes.

    Examples:
        >>> is_path("links.align"), is_path(b"links.align")
        (True, False)
    """
    try:
        return isinstance(os.fspath(source), str)  # type: ignore[call-overload]
    except Exception:  # not a path, or its `__fspath__` fails
        return False
