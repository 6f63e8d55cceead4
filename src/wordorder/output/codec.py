"""One codec for results, options and saved counts, driven by the type hints of their classes.

`encode` turns a dataclass into plain values for JSON, `decode` builds it again and names the place
of any fault, and `document_schema` describes the document. This module has the annotations of
fields. Each kind of hint has one small class that writes, reads and describes its values. Their
modules are imported when first needed, and best read in this order: `codec_kinds` (faults, texts,
numbers, lists and objects), `codec_arrays` (arrays and grids), `codec_classes` (dataclasses, and
the choice of a class for a hint):

====================================  ============================================
`str`, `int`, `float`, `bool`         as in JSON; NaN is null
`Literal[...]`, `T | None`            one of a few values; null
`tuple[T, ...]`, `tuple[A, B]`        lists
`Mapping[str, T]`, `Mapping[int, T]`  objects
dataclasses, named tuples             objects with a key for each field
NumPy arrays                          nested lists
`Annotated[Grid, Layout(...)]`        labels of the axes, and nested lists
classes with `PLAIN`                  the value of `to_plain`
====================================  ============================================

Rules across fields stand in `__post_init__` of the classes, and their errors become faults too.
With `arrays`, arrays are kept apart from the plain values, for `wordorder.output.archive`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeAlias, TypeVar, cast

from wordorder.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

_T = TypeVar("_T")

Plain: TypeAlias = Any
"""Values that JSON can hold; arrays that are kept apart are represented by their numbers."""

UNSAVED = {"saved": False}
"""Metadata of a field that is not written, and is read as its default."""

SENTENCES = {"sentences": True}
"""Metadata of a field about single sentences, which documents include only on request."""


@dataclass(frozen=True)
class Dimensions:
    """The number of dimensions of an array, as an annotation; by default 1."""

    number: int


@dataclass(frozen=True)
class Bounds:
    """The range of a number, as an annotation; a number with bounds cannot be undefined.

    Examples:
        >>> print(Bounds(above=0, below=1))
        above 0 and below 1
    """

    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None

    def allow(self, number: float) -> bool:
        """Return whether a number is within the range."""
        return (
            (self.least is None or number >= self.least)
            and (self.most is None or number <= self.most)
            and (self.above is None or number > self.above)
            and (self.below is None or number < self.below)
        )

    def __str__(self) -> str:
        words = {"of at least": self.least, "of at most": self.most}
        words |= {"above": self.above, "below": self.below}
        return " and ".join(f"{word} {end}" for word, end in words.items() if end is not None)

    @property
    def schema(self) -> dict[str, float]:
        """The keywords of JSON Schema."""
        names = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
        ends = (self.least, self.most, self.above, self.below)
        return {name: end for name, end in zip(names, ends, strict=True) if end is not None}


Count = Annotated[int, Bounds(least=0)]
Finite = Annotated[float, Bounds()]
Share = Annotated[float, Bounds(least=0, most=1)]
Level = Annotated[float, Bounds(above=0, below=1)]


if TYPE_CHECKING:
    derived = property  # so that type checkers know what it returns
else:

    class derived(property):  # noqa: N801
        """A property that documents include beside the fields; it is not read back.

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
    """The type hint of the plain value."""

    def to_plain(self) -> Any:
        """Return the plain value."""

    @classmethod
    def from_plain(cls, plain: Any) -> Any:
        """Build an instance from the plain value."""


def encode(value: Any, hint: Hashable = None, arrays: list[NDArray[Any]] | None = None) -> Plain:
    """Return plain values for JSON.

    Args:
        value: The value.
        hint: Its type hint; by default its class.
        arrays: A list that receives the arrays; by default, arrays become nested lists.

    Examples:
        >>> encode((0.5, float("nan")), tuple[float, ...])
        [0.5, None]
    """
    from wordorder.output.codec_classes import codec

    wanted: Any = type(value) if hint is None else hint
    return codec(wanted).write(value, arrays)


def decode(hint: type[_T], plain: Plain, arrays: Sequence[NDArray[Any]] | None = None) -> _T:
    """Build a value from plain values.

    Args:
        hint: Its type hint.
        plain: The plain values.
        arrays: The arrays that `encode` kept apart.

    Raises:
        InputError: Something is missing, wrong or unknown; the message names its place.

    Examples:
        >>> decode(dict[str, tuple[int, ...]], {"a": [1, "2"]})
        Traceback (most recent call last):
        wordorder.errors.InputError: a[1]: expected a whole number, found '2'
    """
    from wordorder.output.codec_classes import codec
    from wordorder.output.codec_kinds import DocumentFault

    wanted: Any = hint
    try:
        return cast("_T", codec(wanted).read(plain, arrays))
    except DocumentFault as fault:
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
    from wordorder.output.codec_classes import class_codec

    definitions: dict[str, Any] = {}
    made = class_codec(kind).object_schema(definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:wordorder:{schema.replace('/', ':')}",
        "title": kind.__name__,
        **made,
        **({"$defs": dict(sorted(definitions.items()))} if definitions else {}),
    }
