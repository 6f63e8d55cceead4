"""Codecs of dataclasses and named tuples, and the choice of a codec by type hint."""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, cached_property
from inspect import cleandoc
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

from wordorder.output import codec_kinds as kinds
from wordorder.output.codec import Bounds, Coded, Dimensions, Plain, derived
from wordorder.output.codec_arrays import Array, GridCodec
from wordorder.output.codec_kinds import Codec
from wordorder.output.grid import Grid, Layout

_SIMPLE: dict[Any, Callable[[], Codec]] = {
    str: kinds.Text,
    bool: kinds.Truth,
    int: kinds.Whole,
    float: kinds.Number,
}


class _CodedClass(Codec):
    """A class with `PLAIN`: the value of its `to_plain`."""

    def __init__(self, kind: type[Coded]) -> None:
        self._kind = kind

    @cached_property
    def _inner(self) -> Codec:
        return codec(self._kind.PLAIN)

    def write(self, value: Any, arrays: Any) -> Plain:
        return self._inner.write(value.to_plain(), arrays)

    def read(self, plain: Plain, arrays: Any) -> Any:
        return kinds.built(self._kind.from_plain, self._inner.read(plain, arrays))

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return self._inner.schema(definitions)


class ClassCodec(Codec):
    """A dataclass or a named tuple: an object with a key for each field."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    @cached_property
    def fields(self) -> dict[str, Codec]:
        """The codecs of all fields, by name."""
        hints = get_type_hints(self.kind, include_extras=True)
        return {name: codec(hints[name]) for name in self._metadata}

    @cached_property
    def derived(self) -> dict[str, Codec]:
        """The codecs of derived properties, by name."""
        return {
            name: codec(get_type_hints(value.fget, include_extras=True)["return"])
            for base in reversed(self.kind.__mro__)
            for name, value in vars(base).items()
            if isinstance(value, derived)
        }

    @cached_property
    def _metadata(self) -> dict[str, Mapping[str, Any]]:
        if not is_dataclass(self.kind):
            return {name: {} for name in self.kind._fields}  # type: ignore[attr-defined]
        return {
            field.name: field.metadata
            for field in fields(self.kind)
            if field.init and field.metadata.get("saved", True)
        }

    @cached_property
    def optional(self) -> frozenset[str]:
        """The fields that a document may lack."""
        if not is_dataclass(self.kind):
            return frozenset(self.kind._field_defaults)  # type: ignore[attr-defined]
        return frozenset(
            field.name
            for field in fields(self.kind)
            if field.default is not MISSING or field.default_factory is not MISSING
        )

    @cached_property
    def of_sentences(self) -> frozenset[str]:
        """The fields about single sentences."""
        return frozenset(name for name, data in self._metadata.items() if data.get("sentences"))

    @cached_property
    def _writers(self) -> list[tuple[str, Callable[[Any, Any], Plain]]]:
        return [(name, kind.write) for name, kind in {**self.fields, **self.derived}.items()]

    def write(self, value: Any, arrays: Any, without: frozenset[str] = frozenset()) -> Plain:
        """Return an object; `without` names fields to leave out."""
        return {
            name: write(getattr(value, name), arrays)
            for name, write in self._writers
            if name not in without
        }

    def read(self, plain: Plain, arrays: Any) -> Any:
        """Build an instance."""
        members = kinds.exact_object(
            plain, self.fields, optional=self.optional, ignored=self.derived
        )
        values = {
            name: kinds.at(name, self.fields[name].read, value, arrays)
            for name, value in members.items()
        }
        return kinds.built(self.kind, **values)

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """Return a reference to the definition of the class."""
        name = self.kind.__name__
        if name not in definitions:
            definitions[name] = {}  # a class may contain itself
            definitions[name] = self.object_schema(definitions)
        return {"$ref": f"#/$defs/{name}"}

    def object_schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """Return the schema of the object itself, with the descriptions of its docstring."""
        descriptions = _descriptions(self.kind)
        every = {**self.fields, **self.derived}
        properties = {}
        for name, kind in every.items():
            described = {"description": descriptions[name]} if name in descriptions else {}
            computed = {"readOnly": True} if name in self.derived else {}
            properties[name] = {**described, **kind.schema(definitions), **computed}
        required = [name for name in every if name not in self.optional]
        made = kinds.closed_object(properties, required)
        first = (self.kind.__doc__ or "").partition("\n")[0]
        return {"description": first, **made} if first else made


def _descriptions(kind: type) -> dict[str, str]:
    """Return the description of each attribute and each derived property, by name."""
    descriptions: dict[str, str] = {}
    part = cleandoc(kind.__doc__ or "").partition("Attributes:\n")[2].partition("\n\n")[0]
    name = ""
    for line in part.splitlines():
        head, colon, rest = line.strip().partition(": ")
        if colon and line.startswith(" " * 4) and not line.startswith(" " * 5):
            name, descriptions[head] = head, rest
        elif name:
            descriptions[name] += f" {line.strip()}"
    for base in kind.__mro__:
        for attribute, value in vars(base).items():
            if isinstance(value, derived):
                descriptions[attribute] = (value.__doc__ or "").partition("\n")[0]
    return {name: text.strip() for name, text in descriptions.items()}


def class_codec(kind: type) -> ClassCodec:
    """Return the codec of a dataclass or named tuple."""
    wanted: Any = kind
    return cast("ClassCodec", codec(wanted))


@cache
def codec(hint: Hashable) -> Codec:
    """Return the codec of a type hint.

    Raises:
        TypeError: The hint has no codec.
    """
    if hint in _SIMPLE:
        return _SIMPLE[hint]()
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin is Literal:
        return kinds.LiteralOf(arguments)
    if origin in (Union, types.UnionType):
        return _union(arguments)
    if origin in (tuple, Sequence, list):
        if origin is tuple and arguments[1:] != (...,):
            return kinds.FixedList([*map(codec, arguments)])
        return kinds.ListOf(codec(arguments[0]))
    if origin is Mapping or origin is dict:
        if arguments[0] not in (str, int):
            raise TypeError(f"no codec for keys of type {arguments[0]}")
        return kinds.ObjectOf(arguments[0], codec(arguments[1]))
    if origin is np.ndarray:
        return Array(np.dtype(get_args(arguments[1])[0]), 1)
    if isinstance(hint, type) and hasattr(hint, "PLAIN"):
        return _CodedClass(hint)
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")):
        return ClassCodec(hint)
    raise TypeError(f"no codec for {hint}")


def _annotated(hint: Any, notes: tuple[Any, ...]) -> Codec:
    for note in notes:
        if isinstance(note, Layout) and hint is Grid:
            return GridCodec(note)
        if isinstance(note, Bounds):
            return kinds.Whole(note) if hint is int else kinds.Number(note)
        if isinstance(note, Dimensions):
            return Array(np.dtype(get_args(get_args(hint)[1])[0]), note.number)
    return codec(hint)


def _union(hints: tuple[Any, ...]) -> Codec:
    others = tuple(hint for hint in hints if hint is not type(None))
    if len(others) < len(hints):
        return kinds.OrNull(codec(others[0]) if len(others) == 1 else _union(others))
    if not set(others) <= set(_SIMPLE):
        raise TypeError(f"no codec for a union of {others}")
    return kinds.Scalars({kind: codec(kind) for kind in others})
