"""A check for every accumulator: however items are divided and merged, the result is the same."""

from __future__ import annotations

import json
import pickle
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from hypothesis import strategies as st

from wordorder.errors import InputError

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
    if hasattr(merged, "state"):
        check_state(merged, whole, make(), result)
    # What was merged has not changed, and shares no memory with what it was merged into.
    merged.merge(pickled(merged))
    for other, before in given:
        assert outcome(result, other) == before


def check_state(merged: Any, whole: Any, empty: Any, result: Callable[[Any], object]) -> None:
    """The state is the same, too, and what takes it back gives the same result."""
    state = outcome(lambda one: one.state(), merged)
    assert state == outcome(lambda one: one.state(), whole)
    if not isinstance(state, str):  # it can be told apart what was added
        empty.restore(through_json(merged.state()))
        assert outcome(result, empty) == outcome(result, whole)
        assert outcome(lambda one: one.state(), empty) == state


def through_json(state: Any) -> Any:
    """A state with all but its arrays written as JSON and read again."""
    if isinstance(state, dict):
        return {name: through_json(part) for name, part in state.items()}
    return state if isinstance(state, np.ndarray) else json.loads(json.dumps(state))


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
