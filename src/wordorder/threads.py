"""The number of threads."""

from __future__ import annotations

import os
from operator import index

from wordorder.errors import Argument, UsageError

MOST_THREADS = 1024


def thread_count(threads: int | None) -> int:
    """Return the number of threads; None means one per processor.

    Examples:
        >>> thread_count(3)
        3
    """
    if threads is None:
        # The processors available to this process, which a container or taskset can limit.
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    try:
        count = index(threads)
    except TypeError:
        raise UsageError(
            Argument("threads"), f" must be a whole number from 1 on, not {threads!r:.40}"
        ) from None
    if count < 1:
        raise UsageError(Argument("threads"), f" must be at least 1, not {threads}")
    return min(count, MOST_THREADS)
