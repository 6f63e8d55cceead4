"""What `wordorder --version` shows: all versions that results depend on."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from platform import python_version

# Not through the module that reads it all, which imports NumPy.
_WORDNET = Path(__file__).parents[1] / "alignment/matching/data/wordnet.txt.xz"


def version_text() -> str:
    """The versions of this package, of what it computes with, and of the data in it."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("NumPy", "PyStemmer", "sacreBLEU"))
    return (
        f"wordorder {version('wordorder')} (Python {python_version()}, {packages})\n"
        f"bundled data: {_wordnet()}"
    )


def _wordnet() -> str:
    try:
        import lzma
    except ImportError:
        return "WordNet, which this Python cannot read, as it has no lzma"
    with lzma.open(_WORDNET, "rt", encoding="ascii") as table:
        return table.readline().rstrip("\n")
