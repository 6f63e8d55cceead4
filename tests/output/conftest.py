from __future__ import annotations

import errno
import itertools
import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def no_space_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let the disk be found full when so many files have been synchronised."""

    def fill(call: int) -> None:
        calls = itertools.count(1)

        def fsync(_: int) -> None:
            if next(calls) == call:
                raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "fsync", fsync)

    return fill


@pytest.fixture
def taken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another run hold the first file or folder that is locked, as if it were a leftover."""
    fcntl = pytest.importorskip("fcntl")
    lock, calls = fcntl.flock, itertools.count(1)

    def flock(descriptor: int, operation: int) -> None:
        if next(calls) == 1:
            raise BlockingIOError(errno.EWOULDBLOCK, "Resource temporarily unavailable")
        lock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", flock)
