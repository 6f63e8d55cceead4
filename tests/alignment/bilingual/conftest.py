from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Koehn (2010), section 4.2: "das" and "the" stand together twice, and so do "Buch" and "book".
GERMAN = "das Haus\ndas Buch\nein Buch\n"
ENGLISH = "the house\nthe book\na book\n"


@pytest.fixture
def texts(tmp_path) -> Callable[[str, str], tuple[Path, Path]]:
    """Write a text and its translation."""

    def write(source: str = GERMAN, target: str = ENGLISH) -> tuple[Path, Path]:
        files = tmp_path / "source.txt", tmp_path / "target.txt"
        for file, text in zip(files, (source, target), strict=True):
            file.write_text(text, encoding="utf-8", newline="\n")
        return files

    return write
