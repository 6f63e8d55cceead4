from __future__ import annotations

import sys
import tempfile
from typing import TYPE_CHECKING

import pytest

from wordorder.syntax import ExternalParser

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def temporary(tmp_path, monkeypatch) -> Path:
    """A folder of our own for temporary files, which must be empty in the end."""
    folder = tmp_path / "temporary files"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def program(tmp_path) -> Callable[..., ExternalParser]:
    """Make a parser out of a few lines of Python."""

    def make(script: str, *, raw: bool = False) -> ExternalParser:
        file = tmp_path / "my parser.py"
        file.write_text(f"import os, sys, time\n{script}", encoding="utf-8")
        return ExternalParser(f"'{sys.executable}' -X utf8 '{file}'", raw=raw)

    return make
