"""A check for every accumulator: however items are divided and merged, the result is the same."""

from __future__ import annotations

import pickle
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from hypothesis import strategies as st

from wordorder.errors import InputError
from wordorder.output.archive import pack, unpack

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DataObject

    from wordorder.statistics import Accumulator

Kind = TypeVar("Kind", bound="Accumulator")


def check_divisions(
    data: DataObject,
    make: Callable[[], Kind],
    add: Callable[[Kind, int, int], None],
    count: int,
    result: Callable[[Kind], object],
) -> None:
    """Divide items at random, merge and pickle at random, and compare with all items at once.

    Args:
        data: Draws the divisions.
        make: Makes an empty accumulator.
        add: Adds the items from one number to before another.
        count: Number of items.
        result: Returns the figures.
    """
    whole = make()
    add(whole, 0, count)
    wanted = outcome(result, whole)
    parts = _filled(data, make, add, count, result)
    given = []
    while len(parts) > 1:
        other = parts.pop(data.draw(st.integers(0, len(parts) - 1)))
        given.append((other, outcome(result, other)))
        parts[data.draw(st.integers(0, len(parts) - 1))].merge(other)
    merged = parts[0]
    assert outcome(result, merged) == wanted
    merged.merge(make())
    assert outcome(result, merged) == wanted
    assert outcome(result, pickled(merged)) == wanted
    if hasattr(merged, "PLAIN") or is_dataclass(merged):
        check_saved(merged, whole, result)
    # What was merged has not changed, and shares no memory with what it was merged into.
    merged.merge(pickled(merged))
    for other, before in given:
        assert outcome(result, other) == before


def check_saved(merged: Any, whole: Any, result: Callable[[Any], object]) -> None:
    """Equal counts have equal files, and what is read from one gives the same result."""
    file = outcome(saved, merged)
    assert file == outcome(saved, whole)
    if isinstance(file, bytes):  # it can be told apart what was added
        again = unpack(type(merged), file, "counts/1")
        assert outcome(result, again) == outcome(result, whole)
        assert saved(again) == file
        again.merge(whole)  # its arrays can be written


def saved(accumulator: Any) -> bytes:
    return pack(accumulator, "counts/1")


def _filled(data, make, add, count, result) -> list[Any]:
    cuts = sorted(data.draw(st.lists(st.integers(0, count), max_size=5)))
    batches = data.draw(st.permutations(list(pairwise([0, *cuts, count]))))
    parts = [make() for _ in range(data.draw(st.integers(1, 4)))]
    for start, stop in batches:
        number = data.draw(st.integers(0, len(parts) - 1))
        add(parts[number], start, stop)
        if data.draw(st.booleans()):
            outcome(result, parts[number])  # looking at it changes nothing
        if data.draw(st.booleans()):
            parts[number] = pickled(parts[number])
    return parts


def pickled(accumulator: Kind) -> Kind:
    copy: Kind = pickle.loads(pickle.dumps(accumulator))
    return copy


def outcome(result: Callable[[Any], object], accumulator: Any) -> object:
    """The result to the last bit, with the order of its dicts, or the error."""
    try:
        return bits(result(accumulator))
    except InputError as error:
        return str(error)


def bits(value: Any) -> object:
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, np.ndarray):
        return value.shape, value.dtype.str, value.tobytes()
    if is_dataclass(value):
        return [(field.name, bits(getattr(value, field.name))) for field in fields(value)]
    if isinstance(value, dict):
        return [(key, bits(inner)) for key, inner in value.items()]
    if isinstance(value, (list, tuple)):
        return [bits(inner) for inner in value]
    return value
