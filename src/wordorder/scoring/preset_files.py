"""Presets by name or from files."""

from __future__ import annotations

import os
from functools import cache
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordorder.errors import InputError, UsageError, expect
from wordorder.ordering import METRICS
from wordorder.scoring.fitted_presets import FEATURES, FittedPreset
from wordorder.scoring.presets import PRESETS, Preset
from wordorder.text import TomlFile, kind_of

if TYPE_CHECKING:
    from wordorder.text import Input

SHIPPED = ("fitted",)
"""The fitted presets that come with the package."""

_DATA = Path(__file__).with_name("data")
_KEYS = ("name", "trained_on", "digest", "lang", "centre", "weights", "undefined")


def load_preset(path: Input) -> FittedPreset:
    r"""Read a fitted preset from a file in TOML, as `FittedPreset.to_toml` writes it.

    Examples:
        >>> import io
        >>> load_preset(io.StringIO("name = 'x'\ntrained_on = 'y'\ndigest = 'z'\nweights.chrv = 1"))
        Traceback (most recent call last):
        wordorder.errors.InputError: ...:4: unknown feature 'chrv': did you mean 'chrf'? ...

    Raises:
        InputError: The file cannot be read, or is not such a file.
    """
    file = TomlFile.read(path, "a preset")
    file.refuse_unknown((), file.document, _KEYS)
    for key in ("name", "trained_on", "digest", "weights"):
        if key not in file.document:
            raise InputError(f"{file.name}: a fitted preset needs {key}")
    texts = {key: file.text((), file.document, key, "") for key in ("name", "trained_on", "digest")}
    weights = _numbers(file, "weights")
    undefined = _numbers(file, "undefined")
    lang = file.text((), file.document, "lang", "") or None
    centre = _number(file, ("centre",), file.document.get("centre", 0.0))
    try:
        return FittedPreset(weights=weights, undefined=undefined, centre=centre, lang=lang, **texts)
    except UsageError as error:
        raise InputError(f"{file.name}: {error}") from error


def as_preset(preset: str | os.PathLike[str] | Preset | FittedPreset) -> Preset | FittedPreset:
    """The preset of that name or in that file.

    A file has the ending .toml or stands in a named folder, so that it cannot be mistaken for a
    name.

    Raises:
        InputError: The file cannot be read, or is not a preset.
        UsageError: There is no such preset.

    Examples:
        >>> as_preset("ribes").signature
        'preset:ribes|beta:0.6|gamma:0'
        >>> as_preset("mine")
        Traceback (most recent call last):
        wordorder.errors.UsageError: unknown preset 'mine'; choose from ...
    """
    if isinstance(preset, (Preset, FittedPreset)):
        return preset
    expect(preset, (str, os.PathLike), "preset")
    if not isinstance(preset, str) or preset.endswith(".toml") or os.sep in preset:
        return load_preset(preset)
    if preset in SHIPPED:
        return _shipped(preset)
    if preset not in PRESETS and preset not in METRICS:
        unknown = UsageError.unknown("preset", preset, (*PRESETS, *SHIPPED))
        raise UsageError(f"{unknown} (files of weights end in .toml)")
    return Preset(preset)


@cache
def _shipped(name: str) -> FittedPreset:
    return load_preset(_DATA / f"{name}.toml")


def _numbers(file: TomlFile, key: str) -> dict[str, float]:
    table = file.document.get(key, {})
    if not isinstance(table, dict):
        raise file.error((key,), f"{key} must be a table, not {kind_of(table)}")
    file.refuse_unknown((key,), table, FEATURES, "feature")
    return {name: _number(file, (key, name), value) for name, value in table.items()}


def _number(file: TomlFile, where: tuple[str, ...], value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise file.error(where, f"{where[-1]} must be a number, not {kind_of(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise file.error(where, f"{where[-1]} must be a finite number")
    return number
