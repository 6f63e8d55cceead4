"""Two or more files for the same sentence pairs, read in parallel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Self


class Rows(Protocol):
    """One item for each of several consecutive sentence pairs."""

    def __len__(self) -> int: ...

    def rows(self, start: int, stop: int) -> Self:
        """Return consecutive rows."""
        ...


Batch = TypeVar("Batch", bound=Rows)


def in_lockstep(
    names: Sequence[str], streams: Iterable[Iterator[Batch]]
) -> Iterator[tuple[Batch, ...]]:
    """Cut the batches of several streams so that they cover the same sentence pairs.

    Args:
        names: The names of the files in error messages; they need not be unique.
        streams: The batches of each file.

    Raises:
        InputError: The files differ in their number of sentence pairs.
    """
    # An empty batch would look like the end of its file.
    iterators = [(batch for batch in stream if len(batch)) for stream in streams]
    waiting = [next(stream, None) for stream in iterators]
    done = 0
    while all(batch is not None for batch in waiting):
        batches = [batch for batch in waiting if batch is not None]
        count = min(map(len, batches))
        yield tuple(batch.rows(0, count) for batch in batches)
        done += count
        waiting = [
            batch.rows(count, len(batch)) if len(batch) > count else next(stream, None)
            for batch, stream in zip(batches, iterators, strict=True)
        ]
    if any(batch is not None for batch in waiting):
        sizes = (
            done + (0 if batch is None else len(batch)) + sum(map(len, stream))
            for batch, stream in zip(waiting, iterators, strict=True)
        )
        told = ", ".join(f"{name} has {size}" for name, size in zip(names, sizes, strict=True))
        raise InputError(f"the files differ in their number of sentence pairs: {told}")
