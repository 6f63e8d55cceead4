"""The public names of a package, each imported on first use (PEP 562).

They are listed once, in the package's `__init__.pyi`, which type checkers read; this module reads
it, too, but only when a public name is first used, so modules that import each other directly
never pay for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

TYPE_CHECKING = False  # `typing` is slow to import


def lazy_face(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Make `__getattr__` and `__dir__` of a package from the imports of its stub.

    Examples:
        >>> import wordorder as wo
        >>> wo.Permutation([1, 0, 2]).inverse()
        Permutation([1, 0, 2])
        >>> "score" in dir(wo)
        True
    """
    modules: dict[str, str] = {}

    def read_stub() -> None:
        import ast
        from pathlib import Path

        stub = Path(str(sys.modules[package].__file__)).with_suffix(".pyi")
        for node in ast.parse(stub.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                modules.update((alias.name, str(node.module)) for alias in node.names)

    def get(name: str) -> object:
        if name.startswith("__") and name != "__all__":
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if not modules:
            read_stub()
        if name == "__all__":
            return sorted(modules)
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if modules[name] == package:
            return import_module(f"{package}.{name}")
        value: object = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return [*get("__all__")]  # type: ignore[misc]

    return get, names
