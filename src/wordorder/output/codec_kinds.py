"""The kinds of plain values that the codec knows: how each is written, read and described."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import isfinite, nan
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from wordorder.errors import WordorderError
from wordorder.output.codec import Bounds, Plain
from wordorder.output.console import visible

_WHOLE = re.compile("0|-?[1-9][0-9]{0,99}")  # far longer numbers would be slow to read


class DocumentFault(Exception):  # noqa: N818
    """A fault in a document; each caller adds to its place as it propagates."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.place: list[str | int] = []

    def __str__(self) -> str:
        named = ""
        for key in reversed(self.place):
            named += f"[{key}]" if isinstance(key, int) else f".{short_key(key)}"
        return f"{named.removeprefix('.')}: {self.args[0]}" if named else str(self.args[0])


def expected(wanted: str, plain: object) -> DocumentFault:
    """Return the fault that says what was expected, and what was found."""
    kinds = {dict: "an object", list: "a list", type(None): "null"}
    seen = kinds.get(type(plain))
    if seen is None:
        huge = type(plain) is int and plain.bit_length() > 128  # Python may refuse to print it
        seen = "a huge number" if huge else f"{plain!r:.40}"
    return DocumentFault(f"expected {wanted}, found {seen}")


def short_key(key: object) -> str:
    """Return a key as errors show it."""
    text = str(key)
    return visible(text if len(text) <= 40 else f"{text[:40]}…")


def checked_list(plain: Any) -> list[Any]:
    """Return a list, or raise a `DocumentFault` for anything else."""
    if not isinstance(plain, list):
        raise expected("a list", plain)
    return plain


class Codec:
    """A writer and reader of the values of one type hint, with their schema."""

    def write(self, value: Any, arrays: list[NDArray[Any]] | None) -> Plain:
        """Return plain values."""
        del arrays
        return value

    def read(self, plain: Plain, arrays: Sequence[NDArray[Any]] | None) -> Any:
        """Build the value, or raise a `DocumentFault`."""
        raise NotImplementedError

    def write_all(self, values: Iterable[Any], arrays: list[NDArray[Any]] | None) -> list[Plain]:
        """Return the plain values of many values, as fast as possible."""
        write = self.write
        return [write(value, arrays) for value in values]

    def read_all(self, plain: list[Plain], arrays: Any) -> tuple[Any, ...]:
        """Build many values, as fast as possible, or raise a `DocumentFault`."""
        return tuple(_read_items(plain, (self,) * len(plain), arrays))

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """Return the JSON Schema."""
        raise NotImplementedError


class Text(Codec):
    """A text."""

    def read(self, plain: Plain, arrays: Any) -> str:
        if not isinstance(plain, str):
            raise expected("a string", plain)
        return plain

    def write_all(self, values: Iterable[Any], arrays: Any) -> list[Plain]:
        return list(values)

    def read_all(self, plain: list[Plain], arrays: Any) -> tuple[Any, ...]:
        return tuple(plain) if set(map(type, plain)) == {str} else super().read_all(plain, arrays)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "string"}


class Truth(Codec):
    """True or false."""

    def write(self, value: Any, arrays: Any) -> Plain:
        return bool(value)

    def read(self, plain: Plain, arrays: Any) -> bool:
        if not isinstance(plain, bool):
            raise expected("true or false", plain)
        return plain

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "boolean"}


class Whole(Codec):
    """A whole number."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self._bounds = bounds or Bounds()

    def write(self, value: Any, arrays: Any) -> Plain:
        return int(value)

    def read(self, plain: Plain, arrays: Any) -> int:
        if isinstance(plain, bool) or not isinstance(plain, int) or not self._bounds.allow(plain):
            raise expected(f"a whole number {self._bounds}".rstrip(), plain)
        return plain

    def write_all(self, values: Iterable[Any], arrays: Any) -> list[Plain]:
        return list(map(int, values))

    def read_all(self, plain: list[Plain], arrays: Any) -> tuple[Any, ...]:
        if set(map(type, plain)) == {int} and all(
            map(self._bounds.allow, (min(plain), max(plain)))
        ):
            return tuple(plain)
        return super().read_all(plain, arrays)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "integer", **self._bounds.schema}


class Number(Codec):
    """A number; with bounds it must be defined, without them NaN is null."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        self._bounds = bounds

    def write(self, value: Any, arrays: Any) -> Plain:
        number = float(value)
        return number if isfinite(number) else None

    def read(self, plain: Plain, arrays: Any) -> float:
        if plain is None and self._bounds is None:
            return nan
        bounds = self._bounds or Bounds()
        if isinstance(plain, float) and isfinite(plain) and bounds.allow(plain):
            return plain
        if type(plain) is int and abs(plain) < 1 << 1023 and bounds.allow(plain):
            return float(plain)
        raise expected(f"a number {bounds}".rstrip(), plain)

    def write_all(self, values: Iterable[Any], arrays: Any) -> list[Plain]:
        return [number if isfinite(number) else None for number in map(float, values)]

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        if self._bounds is None:
            return {"type": ["number", "null"]}
        return {"type": "number", **self._bounds.schema}


class LiteralOf(Codec):
    """One of a few values."""

    def __init__(self, values: tuple[Any, ...]) -> None:
        self._values = values

    def read(self, plain: Plain, arrays: Any) -> Any:
        for value in self._values:
            if plain == value and type(plain) is type(value):
                return value
        raise expected(f"one of {', '.join(map(str, self._values))}", plain)

    def write_all(self, values: Iterable[Any], arrays: Any) -> list[Plain]:
        return list(values)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"enum": list(self._values)}


class OrNull(Codec):
    """A value or null."""

    def __init__(self, inner: Codec) -> None:
        self._inner = inner

    def write(self, value: Any, arrays: Any) -> Plain:
        return None if value is None else self._inner.write(value, arrays)

    def read(self, plain: Plain, arrays: Any) -> Any:
        return None if plain is None else self._inner.read(plain, arrays)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [self._inner.schema(definitions), {"type": "null"}]}


class Scalars(Codec):
    """One of several plain types, such as `str | int`."""

    def __init__(self, kinds: Mapping[type, Codec]) -> None:
        self._kinds = kinds

    def _of(self, value: Any) -> Codec | None:
        plain = value.item() if isinstance(value, np.generic) else value
        kind = type(plain)
        if kind not in self._kinds and kind in (int, type(None)):
            kind = float  # a whole number, or NaN
        return self._kinds.get(kind)

    def write(self, value: Any, arrays: Any) -> Plain:
        return cast("Codec", self._of(value)).write(value, arrays)

    def read(self, plain: Plain, arrays: Any) -> Any:
        codec = self._of(plain)
        if codec is None:
            raise expected(f"one of {', '.join(kind.__name__ for kind in self._kinds)}", plain)
        return codec.read(plain, arrays)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [kind.schema(definitions) for kind in self._kinds.values()]}


class ListOf(Codec):
    """Any number of items of one kind."""

    def __init__(self, item: Codec) -> None:
        self._item = item

    def write(self, value: Any, arrays: Any) -> Plain:
        return self._item.write_all(value, arrays)

    def read(self, plain: Plain, arrays: Any) -> tuple[Any, ...]:
        return self._item.read_all(checked_list(plain), arrays)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return {"type": "array", "items": self._item.schema(definitions)}


class FixedList(Codec):
    """A fixed number of items, each of its own kind."""

    def __init__(self, items: Sequence[Codec]) -> None:
        self._items = tuple(items)

    def write(self, value: Any, arrays: Any) -> Plain:
        return [codec.write(item, arrays) for codec, item in zip(self._items, value, strict=True)]

    def read(self, plain: Plain, arrays: Any) -> tuple[Any, ...]:
        if len(checked_list(plain)) != len(self._items):
            raise DocumentFault(f"expected {len(self._items)} items, found {len(plain)}")
        return tuple(_read_items(plain, self._items, arrays))

    def write_all(self, values: Iterable[Any], arrays: Any) -> list[Plain]:
        columns = list(zip(*values, strict=True))
        if not columns:
            return []
        written = [
            codec.write_all(column, arrays)
            for codec, column in zip(self._items, columns, strict=True)
        ]
        return list(map(list, zip(*written, strict=True)))

    def read_all(self, plain: list[Plain], arrays: Any) -> tuple[Any, ...]:
        fits = set(map(type, plain)) == {list} and set(map(len, plain)) == {len(self._items)}
        if not fits:
            return super().read_all(plain, arrays)
        columns = zip(self._items, map(list, zip(*plain, strict=True)), strict=True)
        try:
            read = [codec.read_all(column, arrays) for codec, column in columns]
            return tuple(zip(*read, strict=True))
        except DocumentFault:
            return super().read_all(plain, arrays)  # which names the place

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        items = [item.schema(definitions) for item in self._items]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}


class ObjectOf(Codec):
    """Items of one kind by key: a name, or a whole number."""

    def __init__(self, key: type, item: Codec) -> None:
        self._key, self._item = key, item

    def write(self, value: Any, arrays: Any) -> Plain:
        written = self._item.write_all(value.values(), arrays)
        return dict(zip(map(str, value), written, strict=True))

    def read(self, plain: Plain, arrays: Any) -> dict[Any, Any]:
        return {
            self._read_key(key): at(key, self._item.read, item, arrays)
            for key, item in checked_object(plain).items()
        }

    def _read_key(self, key: str) -> str | int:
        if self._key is str:
            return key
        if not _WHOLE.fullmatch(key):
            raise expected("a whole number as key", key)
        return int(key)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        names = {} if self._key is str else {"propertyNames": {"pattern": f"^({_WHOLE.pattern})$"}}
        return {
            "type": "object",
            **names,
            "additionalProperties": self._item.schema(definitions),
        }


def closed_object(
    properties: Mapping[str, Any], required: Sequence[str] | None = None
) -> dict[str, Any]:
    """Return the JSON Schema of an object without other keys."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties if required is None else required),
        "additionalProperties": False,
    }


def checked_object(plain: Plain) -> dict[str, Any]:
    """Return an object, or raise a `DocumentFault` for anything else."""
    if not isinstance(plain, dict):
        raise expected("an object", plain)
    return plain


def exact_object(
    plain: Plain,
    names: Collection[str],
    *,
    optional: Collection[str] = (),
    ignored: Collection[str] = (),
) -> dict[str, Any]:
    """Return the values of the given keys of an object, in this order; refuse other keys.

    Args:
        plain: The object.
        names: The keys.
        optional: The keys that may be missing.
        ignored: Other keys to ignore.
    """
    values = checked_object(plain)
    for name in names:
        if name not in values and name not in optional:
            raise DocumentFault(f"{name!r} is missing")
    for key in values:
        if key not in names and key not in ignored:
            raise DocumentFault(f"unknown key {short_key(key)!r}")
    return {name: values[name] for name in names if name in values}


def at(key: str | int, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function, and add this key to the place of its faults."""
    try:
        return function(*arguments)
    except DocumentFault as fault:
        fault.place.append(key)
        raise


def _read_items(plain: list[Any], codecs: Sequence[Codec], arrays: Any) -> list[Any]:
    items: list[Any] = []
    try:
        for codec, item in zip(codecs, plain, strict=True):
            items.append(codec.read(item, arrays))
    except DocumentFault as fault:
        fault.place.append(len(items))
        raise
    return items


def built(build: Callable[..., Any], *positional: Any, **named: Any) -> Any:
    """Build a value; errors of its class become faults of the document."""
    try:
        return build(*positional, **named)
    except (WordorderError, ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
        raise DocumentFault(visible(str(error))[:200]) from error
