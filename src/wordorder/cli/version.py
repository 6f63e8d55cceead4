"""`wordorder --version`: all versions that results depend on."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from platform import python_version

# Not through the module that reads WordNet, which imports NumPy.
_WORDNET = Path(__file__).parents[1] / "alignment/matching/data/wordnet.txt.xz"


def version_text() -> str:
    """The versions of this package, its dependencies and its data."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("NumPy", "PyStemmer", "sacreBLEU"))
    return (
        f"wordorder {version('wordorder')} (Python {python_version()}, {packages})\n"
        f"bundled data: {_wordnet()}"
    )


def _wordnet() -> str:
    try:
        import lzma
    except ImportError:
        return "WordNet (unreadable: this Python lacks lzma)"
    with lzma.open(_WORDNET, "rt", encoding="ascii") as table:
        return table.readline().rstrip("\n")
