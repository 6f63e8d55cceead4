"""Registration of the Python objects that the kernels need, before their first use.

The kernels import nothing from this package, so it passes them its errors. The first
`from wordorder import _kernels` runs this module; `import wordorder._kernels` would not, so no
module does that.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from importlib import import_module
from typing import Any

from wordorder.errors import Argument, InputError


def _as_readonly_contiguous(
    array: object, name: str, dtypes: tuple[str, ...], dimensions: int
) -> object:
    from wordorder.arrays import as_readonly_contiguous  # here, as it imports NumPy

    return as_readonly_contiguous(array, name, dtypes, dimensions)


def rebuilt(name: str, *arrays: object) -> object:
    """Rebuild a pickled kernel object, also in a process that has not loaded the kernels."""
    return getattr(kernels, name)(*arrays)


def _reduced(rows: Any) -> tuple[Callable[..., object], tuple[object, ...]]:
    _, arrays = rows.__reduce__()
    return rebuilt, (type(rows).__name__, *arrays)


kernels = import_module("wordorder._kernels")
kernels.register_python(InputError, Argument, _as_readonly_contiguous)
for _kind in (kernels.Ragged, kernels.LinkRows):
    copyreg.pickle(_kind, _reduced)
