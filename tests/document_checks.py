"""What every result promises of its document: it comes back, it is described, damage is named."""

from __future__ import annotations

import json
import re
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator

from wordorder.errors import InputError, UsageError
from wordorder.output import Result, dumps, render
from wordorder.output.codec_classes import class_codec
from wordorder.output.codec_kinds import DocumentFault

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

Where = tuple[str | int, ...]

UNKNOWN = "no such key"
OTHERS = (None, True, 1, 1.5, "", "no such value", [], [None], {}, {UNKNOWN: [None]})
"""What may stand in the place of something else."""


def there_and_back(result: Result, **options: Any) -> Any:
    return type(result).from_dict(json.loads(dumps(result.to_dict(**options))))


def shown(result: Result) -> dict[str, Any]:
    """All views without arguments: their tables and records, or why there are none."""
    made: dict[str, Any] = {}
    for view in type(result).views():
        try:
            tables = "".join(render(table, "latex") for table in result.tables(view))
            made[view] = tables, result.records(view).text("tsv")
        except UsageError as error:
            made[view] = str(error)
    return made


def check_document(result: Result, *, sentences: bool = True) -> None:
    """The result comes back from its document and looks the same, which has its JSON Schema."""
    kinds = [False, True] if sentences and class_codec(type(result)).of_sentences else [False]
    for kept in kinds:
        document = json.loads(dumps(result.to_dict(sentences=kept)))
        Draft202012Validator(type(result).json_schema()).validate(document)
        again = there_and_back(result, sentences=kept)
        assert json.loads(dumps(again.to_dict(sentences=kept))) == document
        assert repr(again) == repr(result)
    assert shown(again) == shown(result)


def check_damage(result: Result, rng: Random, times: int = 20) -> int:
    """A damaged document gives one line that names the place; return how many were tried.

    All kinds of damage have a turn if the document has a place for them.
    """
    kind = type(result)
    whole = dumps(result.to_dict(sentences=bool(class_codec(kind).of_sentences)))
    places = Places(json.loads(whole), kind.json_schema())
    kinds = [damage for damage in DAMAGES if damage(json.loads(whole), places, rng) is not None]
    for number in range(times):
        damage = kinds[number % len(kinds)]
        document = json.loads(whole)
        place = damage(document, places, rng)
        with pytest.raises(InputError) as caught:
            kind.from_dict(document)
        told = str(caught.value)
        assert "\n" not in told
        what, _, where = told.partition(": ")
        assert f"wordorder/{kind.SCHEMA}" in what, (damage.__name__, told)
        assert where.startswith(place), (damage.__name__, place, told)
    return times


def check_damaged_file(result: Result, rng: Random, times: int = 5) -> int:
    """A file that was cut off, or is of another version, is named; return how many were tried."""
    kind = type(result)
    whole = dumps(result.to_dict())
    name, _, version = kind.SCHEMA.partition("/")
    later = f"wordorder/{name}/{int(version) + 1}"
    texts = [(dumps(result.to_dict() | {"schema": later}), f"'{later}'")]
    ends = [rng.randrange(len(whole.rstrip())) for _ in range(times - 1)]
    texts += [(whole[:end], "(char ") for end in ends]
    with TemporaryDirectory() as folder:
        file = Path(folder, "damaged.json")
        for text, named in texts:
            file.write_text(text, encoding="utf-8")
            with pytest.raises(InputError) as caught:
                kind.load(file)
            assert re.fullmatch(rf".*damaged\.json: .*{re.escape(named)}.*", str(caught.value))
    return times


class Part(NamedTuple):
    """A part of a document that is read: its place and JSON Schemas."""

    where: Where
    value: Any
    given: dict[str, Any]
    schema: dict[str, Any]
    """The one given, without references; of several, the one that fits."""

    @property
    def in_array(self) -> bool:
        return "columns" in self.where


class Places:
    """The parts of a document that are read."""

    def __init__(self, document: dict[str, Any], schema: dict[str, Any]) -> None:
        self._root = Draft202012Validator(schema)
        self._parts: dict[Where, list[Part]] = {}  # items of lists together
        self._add((), document, schema)
        for name in ("schema", "command"):
            self._parts.pop((name,), None)

    def some(self, rng: Random, wanted: Callable[[Part], object]) -> Part | None:
        """A random part that is as wanted."""
        found = [some for parts in self._parts.values() if (some := [*filter(wanted, parts)])]
        return rng.choice(rng.choice(found)) if found else None

    def fits(self, value: Any, schema: dict[str, Any]) -> bool:
        return self._root.evolve(schema=schema).is_valid(value)

    def _add(self, where: Where, value: Any, given: dict[str, Any]) -> None:
        if given.get("readOnly"):
            return
        schema = self._plain(given, value)
        pattern = tuple(0 if isinstance(key, int) else key for key in where)
        self._parts.setdefault(pattern, []).append(Part(where, value, given, schema))
        if isinstance(value, dict):
            named, others = schema.get("properties", {}), schema["additionalProperties"]
            for key, item in value.items():
                self._add((*where, key), item, named.get(key, others))
        elif isinstance(value, list):
            first, others = schema.get("prefixItems"), schema["items"]
            for number, item in enumerate(value):
                self._add((*where, number), item, first[number] if first else others)

    def _plain(self, schema: dict[str, Any], value: Any) -> dict[str, Any]:
        while "$ref" in schema or "anyOf" in schema:
            if "$ref" in schema:
                schema = self._root.schema["$defs"][schema["$ref"].rpartition("/")[2]]
            else:
                some = [one for one in schema["anyOf"] if one.get("type") != "null"]
                few = some[1:] and [one for one in some if self.fits(value, one)]
                schema = {"type": "null"} if value is None else (few or some)[0]
        return schema


def _wrong_type(document: Any, places: Places, rng: Random) -> str | None:
    part = places.some(rng, lambda part: part.where)
    assert part is not None
    wrong = [value for value in OTHERS if not places.fits(value, part.given)]
    _put(document, part.where, rng.choice(wrong))
    return told(part.where)


def _missing_key(document: Any, places: Places, rng: Random) -> str | None:
    def needed(part: Part) -> list[str]:
        every = part.schema.get("properties", {})
        needs = part.schema.get("required", ()) if isinstance(part.value, dict) else ()
        return [key for key in needs if key != "schema" and not every[key].get("readOnly")]

    part = places.some(rng, needed)
    assert part is not None
    key = rng.choice(needed(part))
    del _at(document, part.where)[key]
    return told(part.where, f"{key!r} is missing")


def _unknown_key(document: Any, places: Places, rng: Random) -> str | None:
    part = places.some(rng, lambda part: part.schema.get("additionalProperties") is False)
    assert part is not None
    _at(document, part.where)[UNKNOWN] = None
    return told(part.where, f"unknown key {UNKNOWN!r}")


def _out_of_bounds(document: Any, places: Places, rng: Random) -> str | None:
    def beyond(part: Part) -> list[float]:
        schema = part.schema
        if isinstance(part.value, bool) or not isinstance(part.value, int | float):
            return []
        ends = [schema[name] - 1 for name in ("minimum", "exclusiveMinimum") if name in schema]
        ends += [schema[name] + 1 for name in ("maximum", "exclusiveMaximum") if name in schema]
        ends += [
            schema[name] for name in ("exclusiveMinimum", "exclusiveMaximum") if name in schema
        ]
        if schema["type"] == "integer":
            return [*ends, *([1 << 63, -1 - (1 << 63)] if part.in_array else [])]
        return [*ends, inf, -inf, 10**400]

    part = places.some(rng, beyond)
    if part is None:
        return None
    _put(document, part.where, rng.choice(beyond(part)))
    return told(part.where)


def _other_length(document: Any, places: Places, rng: Random) -> str | None:
    part = places.some(
        rng,
        lambda part: (
            part.value
            and isinstance(part.value, list)
            and (part.in_array or "prefixItems" in part.schema)
        ),
    )
    if part is None:
        return None
    items = _at(document, part.where)
    if rng.random() < 0.5:
        del items[rng.randrange(len(items))]
    else:
        items.append(items[-1])
    return told(part.where, "expected ")


def _label_twice(document: Any, places: Places, rng: Random) -> str | None:
    part = places.some(
        rng,
        lambda part: (
            isinstance(part.value, list)
            and len(part.value) > 1
            and part.where[-2:-1] == ("axes",)
            and part.where[-1] != "line"
        ),
    )
    if part is None:
        return None
    labels = _at(document, part.where)
    one, other = rng.sample(range(len(labels)), 2)
    labels[one] = labels[other]
    return told(part.where[:-2])


DAMAGES = (
    _wrong_type,
    _missing_key,
    _unknown_key,
    _out_of_bounds,
    _other_length,
    _label_twice,
)
"""Each damages a document and returns how the error must begin; None if there is no place."""


def told(where: Where, what: str = "") -> str:
    """How an error names a place, and then what is wrong."""
    fault = DocumentFault(what)
    fault.place += reversed(where)
    return str(fault) if what else str(fault).removesuffix(": ")


def _at(document: Any, where: Where) -> Any:
    for key in where:
        document = document[key]
    return document


def _put(document: Any, where: Where, value: Any) -> None:
    _at(document, where[:-1])[where[-1]] = value
