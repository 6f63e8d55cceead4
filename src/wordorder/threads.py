"""How many threads share the work."""

from __future__ import annotations

import os
from operator import index

from wordorder.errors import UsageError, argument

MOST_THREADS = 1024


def thread_count(threads: int | None) -> int:
    """Return a number of threads; None stands for as many as there are processors.

    Examples:
        >>> thread_count(3)
        3
    """
    if threads is None:
        # The processors that this process may use, which a container or taskset can limit.
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    try:
        count = index(threads)
    except TypeError:
        raise UsageError(
            f"{argument('threads')} must be a whole number from 1 on, not {threads!r:.40}"
        ) from None
    if count < 1:
        raise UsageError(f"{argument('threads')} must be at least 1, not {threads}")
    return min(count, MOST_THREADS)
