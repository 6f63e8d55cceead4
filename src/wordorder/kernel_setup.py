"""What the kernels need of Python, registered before anyone can call them.

They import nothing of this package. Its `__init__` imports this module, and nobody imports the
kernels without it.
"""

from __future__ import annotations

from wordorder import _kernels
from wordorder.errors import Argument, InputError


def _as_readonly_contiguous(
    given: object, name: str, dtypes: tuple[str, ...], dimensions: int
) -> object:
    from wordorder.arrays import as_readonly_contiguous  # here, as it imports NumPy

    return as_readonly_contiguous(given, name, dtypes, dimensions)


_kernels.register_python(InputError, Argument, _as_readonly_contiguous)
