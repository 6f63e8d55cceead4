"""wordorder: evaluates word order in translations, separately from word choice.

`__init__.pyi` lists the public names: what most people use is here, the rest in the rooms
(`wordorder.alignment`, `wordorder.reorderings` …). All are imported when first asked for, and so
are the kernels.
"""

from __future__ import annotations

from wordorder.faces import lazy_face

_public_name, __dir__ = lazy_face(__name__)


def __getattr__(name: str) -> object:
    if name in ("_kernels", "__version__"):
        from wordorder.kernel_setup import kernels

        return kernels.VERSION if name == "__version__" else kernels
    return _public_name(name)
