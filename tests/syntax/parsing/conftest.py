from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from wordorder.syntax import ExternalParser

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def program(tmp_path) -> Callable[..., ExternalParser]:
    """Make a parser out of a few lines of Python."""

    def make(script: str, *, raw: bool = False) -> ExternalParser:
        file = tmp_path / "my parser.py"
        file.write_text(f"import os, sys, time\n{script}", encoding="utf-8")
        return ExternalParser(f"'{sys.executable}' -X utf8 '{file}'", raw=raw)

    return make
