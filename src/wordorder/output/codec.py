"""One codec for results, options and saved counts, driven by the type hints of their classes.

`encode` turns a dataclass into plain values for JSON, `decode` builds it again and names the place
of any fault, and `json_schema` describes the document. Each kind of hint has one small class with
these three verbs (`codec_kinds`; those of dataclasses are here):

====================================  ============================================
`str`, `int`, `float`, `bool`         as in JSON; NaN is null
`Literal[...]`, `T | None`            one of a few values; null
`tuple[T, ...]`, `tuple[A, B]`        lists
`Mapping[str, T]`, `Mapping[int, T]`  objects
dataclasses, named tuples             objects with a key for each field
arrays of NumPy                       nested lists
`Annotated[Grid, Layout(...)]`        labels of the axes, and nested lists
classes with `PLAIN`                  what `to_plain` gives
====================================  ============================================

Rules across fields stand in `__post_init__` of the classes, and their errors become faults too.
With `arrays`, arrays are kept apart from the plain values, for `wordorder.output.archive`.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache, cached_property
from inspect import cleandoc
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    Protocol,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

from wordorder.errors import InputError
from wordorder.output.codec_kinds import (
    Array,
    Bounds,
    Choice,
    Codec,
    FixedList,
    GridCodec,
    ListOf,
    Number,
    ObjectOf,
    Optional,
    Plain,
    Scalars,
    Text,
    Truth,
    Whole,
    at,
    built,
    checked_object,
    closed_object,
)
from wordorder.output.grid import Grid, Layout
from wordorder.output.plain_arrays import Fault, short_key

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray

_T = TypeVar("_T")

UNSAVED = {"saved": False}
"""Metadata of a field that is not written, and is read as its default."""

SENTENCES = {"sentences": True}
"""Metadata of a field about single sentences, which documents have only on request."""


@dataclass(frozen=True)
class Dimensions:
    """The number of dimensions of an array, as an annotation; by default 1."""

    number: int


Count = Annotated[int, Bounds(least=0)]
Finite = Annotated[float, Bounds()]
Share = Annotated[float, Bounds(least=0, most=1)]
Level = Annotated[float, Bounds(above=0, below=1)]


if TYPE_CHECKING:
    derived = property  # so that type checkers know what it returns
else:

    class derived(property):  # noqa: N801
        """A property that documents show beside the fields; it is not read back.

        Examples:
            >>> @dataclass
            ... class Counts:
            ...     right: int
            ...     all: int
            ...
            ...     @derived
            ...     def share(self) -> float:
            ...         return self.right / self.all
            >>> encode(Counts(1, 2))
            {'right': 1, 'all': 2, 'share': 0.5}
        """


class Coded(Protocol):
    """A class that is written as a value of another type."""

    PLAIN: Any
    """The type hint of that value."""

    def to_plain(self) -> Any:
        """Return the value."""

    @classmethod
    def from_plain(cls, plain: Any) -> Any:
        """Build an instance from the value."""


def encode(value: Any, hint: Hashable = None, arrays: list[NDArray[Any]] | None = None) -> Plain:
    """Return plain values for JSON.

    Args:
        value: The value.
        hint: Its type hint; by default its class.
        arrays: Where to put arrays; without it, they become lists.

    Examples:
        >>> encode((0.5, np.nan), tuple[float, ...])
        [0.5, None]
    """
    wanted: Any = type(value) if hint is None else hint
    return codec(wanted).write(value, arrays)


def decode(hint: type[_T], found: Plain, arrays: Sequence[NDArray[Any]] | None = None) -> _T:
    """Build a value from plain values.

    Args:
        hint: Its type hint.
        found: The plain values.
        arrays: The arrays that `encode` put apart.

    Raises:
        InputError: Something is missing, wrong or unknown; the message names its place.

    Examples:
        >>> decode(Mapping[str, tuple[int, ...]], {"a": [1, "2"]})
        Traceback (most recent call last):
        wordorder.errors.InputError: a[1]: expected a whole number, found '2'
    """
    wanted: Any = hint
    try:
        return cast("_T", codec(wanted).read(found, arrays))
    except Fault as fault:
        raise InputError(str(fault)) from fault
    except RecursionError as error:
        raise InputError("nested too deeply") from error


def document_schema(kind: type, schema: str) -> dict[str, Any]:
    """Return the JSON Schema of whole documents of a dataclass or named tuple.

    Args:
        kind: The class.
        schema: Name and version of the documents, such as `tree/1`.

    Examples:
        >>> from typing import NamedTuple
        >>> class Point(NamedTuple):
        ...     x: int
        >>> document_schema(Point, "point/1")["$id"]
        'urn:wordorder:point:1'
    """
    definitions: dict[str, Any] = {}
    made = record_codec(kind).object_schema(definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:wordorder:{schema.replace('/', ':')}",
        "title": kind.__name__,
        **made,
        **({"$defs": dict(sorted(definitions.items()))} if definitions else {}),
    }


def json_schema(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of a type hint.

    Args:
        hint: The type hint.
        definitions: The schemas of classes, by name, which this adds to.

    Examples:
        >>> json_schema(tuple[Count, ...], {})
        {'type': 'array', 'items': {'type': 'integer', 'minimum': 0}}
    """
    return codec(hint).schema(definitions)


class _Coded(Codec):
    def __init__(self, kind: type[Coded]) -> None:
        self._kind = kind

    @cached_property
    def _inner(self) -> Codec:
        return codec(self._kind.PLAIN)

    def write(self, value: Any, arrays: Any) -> Plain:
        return self._inner.write(value.to_plain(), arrays)

    def read(self, found: Plain, arrays: Any) -> Any:
        return built(self._kind.from_plain, self._inner.read(found, arrays))

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        return self._inner.schema(definitions)


class Record(Codec):
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
            name: codec(get_type_hints(found.fget, include_extras=True)["return"])
            for base in reversed(self.kind.__mro__)
            for name, found in vars(base).items()
            if isinstance(found, derived)
        }

    @cached_property
    def _metadata(self) -> dict[str, Mapping[str, Any]]:
        if not is_dataclass(self.kind):
            return {name: {} for name in self.kind._fields}  # type: ignore[attr-defined]
        return {
            one.name: one.metadata
            for one in fields(self.kind)
            if one.init and one.metadata.get("saved", True)
        }

    @cached_property
    def optional(self) -> frozenset[str]:
        """The fields that a document may lack."""
        if not is_dataclass(self.kind):
            return frozenset(self.kind._field_defaults)  # type: ignore[attr-defined]
        return frozenset(
            one.name
            for one in fields(self.kind)
            if one.default is not MISSING or one.default_factory is not MISSING
        )

    @cached_property
    def of_sentences(self) -> frozenset[str]:
        """The fields about single sentences."""
        return frozenset(name for name, one in self._metadata.items() if one.get("sentences"))

    @cached_property
    def _writers(self) -> list[tuple[str, Callable[[Any, Any], Plain]]]:
        every = {**self.fields, **self.derived}
        return [(name, one.write) for name, one in every.items()]

    def write(self, value: Any, arrays: Any, without: frozenset[str] = frozenset()) -> Plain:
        """Return an object; `without` names fields to leave out."""
        return {
            name: write(getattr(value, name), arrays)
            for name, write in self._writers
            if name not in without
        }

    def read(self, found: Plain, arrays: Any) -> Any:
        """Build an instance."""
        keys = checked_object(found).keys()
        for name in self.fields:
            if name not in keys and name not in self.optional:
                raise Fault(f"{name!r} is missing")
        for key in keys:
            if key not in self.fields and key not in self.derived:
                raise Fault(f"unknown key {short_key(key)!r}")
        return built(
            self.kind,
            **{
                name: at(name, one.read, found[name], arrays)
                for name, one in self.fields.items()
                if name in keys
            },
        )

    def schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """Return a reference to the definition of the class."""
        name = self.kind.__name__
        if name not in definitions:
            definitions[name] = {}  # a class may hold itself
            definitions[name] = self.object_schema(definitions)
        return {"$ref": f"#/$defs/{name}"}

    def object_schema(self, definitions: dict[str, Any]) -> dict[str, Any]:
        """Return the schema of the object itself, with the descriptions of its docstring."""
        told = _described(self.kind)
        every = {**self.fields, **self.derived}
        properties = {}
        for name, one in every.items():
            shown = one.schema(definitions) | ({"readOnly": True} if name in self.derived else {})
            properties[name] = {"description": told[name], **shown} if name in told else shown
        required = [name for name in every if name not in self.optional]
        made = closed_object(properties, required)
        first = (self.kind.__doc__ or "").partition("\n")[0]
        return {"description": first, **made} if first else made


def _described(kind: type) -> dict[str, str]:
    """What the docstring says of each attribute, and of derived properties."""
    told: dict[str, str] = {}
    part = cleandoc(kind.__doc__ or "").partition("Attributes:\n")[2].partition("\n\n")[0]
    name = ""
    for line in part.splitlines():
        head, colon, rest = line.strip().partition(": ")
        if colon and line.startswith(" " * 4) and not line.startswith(" " * 5):
            name, told[head] = head, rest
        elif name:
            told[name] += f" {line.strip()}"
    for base in kind.__mro__:
        for found in vars(base):
            if isinstance(vars(base)[found], derived):
                told[found] = (vars(base)[found].__doc__ or "").partition("\n")[0]
    return {name: text.strip() for name, text in told.items()}


def record_codec(kind: type) -> Record:
    """Return the codec of a dataclass or named tuple."""
    wanted: Any = kind
    return cast("Record", codec(wanted))


@cache
def codec(hint: Hashable) -> Codec:
    """Return the codec of a type hint.

    Raises:
        TypeError: There is none for such a hint.
    """
    if hint in _SIMPLE:
        return _SIMPLE[hint]()
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin is Literal:
        return Choice(arguments)
    if origin in (Union, types.UnionType):
        return _union(arguments)
    if origin in (tuple, Sequence, list):
        several = origin is not tuple or arguments[1:] == (...,)
        return ListOf(codec(arguments[0])) if several else FixedList([*map(codec, arguments)])
    if origin is Mapping or origin is dict:
        if arguments[0] not in (str, int):
            raise TypeError(f"no codec for keys of type {arguments[0]}")
        return ObjectOf(arguments[0], codec(arguments[1]))
    if origin is np.ndarray:
        return Array(np.dtype(get_args(arguments[1])[0]), 1)
    if isinstance(hint, type) and hasattr(hint, "PLAIN"):
        return _Coded(hint)
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")):
        return Record(hint)
    raise TypeError(f"no codec for {hint}")


_SIMPLE: dict[Any, Callable[[], Codec]] = {
    str: Text,
    bool: Truth,
    int: Whole,
    float: Number,
}


def _annotated(hint: Any, notes: tuple[Any, ...]) -> Codec:
    for note in notes:
        if isinstance(note, Layout) and hint is Grid:
            return GridCodec(note)
        if isinstance(note, Bounds):
            return Whole(note) if hint is int else Number(note)
        if isinstance(note, Dimensions):
            return Array(np.dtype(get_args(get_args(hint)[1])[0]), note.number)
    return codec(hint)


def _union(hints: tuple[Any, ...]) -> Codec:
    others = tuple(hint for hint in hints if hint is not type(None))
    if len(others) < len(hints):
        return Optional(codec(others[0]) if len(others) == 1 else _union(others))
    if not set(others) <= set(_SIMPLE):
        raise TypeError(f"no codec for a union of {others}")
    return Scalars({kind: codec(kind) for kind in others})
