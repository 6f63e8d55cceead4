"""Lines beside the wrong references, found by trying every stretch of lines."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Lines = Sequence[Sequence[int]]


def shared(system: Lines, reference: Lines, by: int) -> list[int]:
    """The words each line shares with the reference that many lines further down."""
    return [
        (Counter(words) & Counter(reference[place + by])).total()
        if 0 <= place + by < len(reference)
        else 0
        for place, words in enumerate(system)
    ]


def stretch(system: Lines, reference: Lines, by: int) -> tuple[int, int] | None:
    """The stretch that gains most by moving, if it is long and clear; it ends as soon as it can."""
    found = {other: shared(system, reference, other) for other in range(-10, 11)}
    rivals = [max(found[other][k] for other in found if other != by) for k in range(len(system))]
    gains = [there - rival for there, rival in zip(found[by], rivals, strict=True)]
    stretches = [(a, b) for b in range(len(system) + 1) for a in range(b + 1)]
    start, stop = max(stretches, key=lambda s: (sum(gains[s[0] : s[1]]), -s[1], s[0]))
    better = sum(gain > 0 for gain in gains[start:stop])
    worse = sum(gain < 0 for gain in gains[start:stop])
    words = {other: sum(counts[start:stop]) for other, counts in found.items()}
    usual = sum(map(max, found[0], found[by])) / max(1, len(system))
    clear = (
        better >= 5
        and worse <= better / 5
        and all(words[by] >= 3 * words[other] for other in words if other != by)
        and words[by] >= usual * (stop - start) / 2
    )
    return (start, stop) if clear else None


def all_shifts(system: Lines, reference: Lines) -> list[tuple[int, int, int]]:
    """Start, stop and size of each shift, by where it starts."""
    found = {by: stretch(system, reference, by) for by in range(-10, 11) if by != 0}
    return sorted((*places, by) for by, places in found.items() if places is not None)
