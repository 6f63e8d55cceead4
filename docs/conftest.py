"""The examples in the pages run where `wordorder demo --save examples` was run."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from wordorder.cli.demo import SAMPLE

if TYPE_CHECKING:
    from pathlib import Path


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.name == "complexity.md":  # every permutation of up to six words, many times
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    shutil.copytree(SAMPLE, folder / "examples")
    return folder


@pytest.fixture(autouse=True)
def _with_the_example_files(_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(_folder)
