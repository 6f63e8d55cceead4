"""What the kernels need of Python, registered before anyone can call them.

They import nothing of this package, so it tells them its errors. `from wordorder import _kernels`
comes here the first time; `import wordorder._kernels` would not, so no module does that.
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
    """Build an object of the kernels from its pickle, whose process may not have loaded them."""
    return getattr(kernels, name)(*arrays)


def _reduced(rows: Any) -> tuple[Callable[..., object], tuple[object, ...]]:
    _, arrays = rows.__reduce__()
    return rebuilt, (type(rows).__name__, *arrays)


kernels = import_module("wordorder._kernels")
kernels.register_python(InputError, Argument, _as_readonly_contiguous)
for _kind in (kernels.Ragged, kernels.LinkRows):
    copyreg.pickle(_kind, _reduced)
