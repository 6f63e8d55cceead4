"""wordorder: evaluates word order in translations, separately from word choice.

`__init__.pyi` lists the public names: the most used are here, the rest in subpackages
(`wordorder.alignment`, `wordorder.reorderings`, …). All of them, and the kernels, are imported on
first use.
"""

from __future__ import annotations

from wordorder.faces import lazy_face

_public_name, __dir__ = lazy_face(__name__)


def __getattr__(name: str) -> object:
    if name in ("_kernels", "__version__"):
        from wordorder.kernel_setup import kernels

        return kernels.VERSION if name == "__version__" else kernels
    return _public_name(name)
