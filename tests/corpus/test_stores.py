"""Output below URLs."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import fsspec
import pytest

from batch_runs import contents, run, write_corpus
from messages import refused
from wordorder.corpus.stores import store_at
from wordorder.errors import InputError, MissingExtraError
from wordorder.output.temporary import temporary_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OUT = "memory://batch/out"


@pytest.fixture
def memory() -> Iterator[Any]:
    files = fsspec.filesystem("memory")
    yield files
    files.store.clear()


@pytest.fixture
def corpora(tmp_path: Path) -> list[Path]:
    return [write_corpus(tmp_path / f"{rows}.parquet", rows) for rows in (20, 30)]


def stored(memory: Any, out: str = OUT) -> dict[str, bytes]:
    root = out.removeprefix("memory:/")
    return {
        path.removeprefix(f"{root}/"): bytes(memory.cat_file(path)) for path in memory.find(root)
    }


def test_the_same_files_as_on_disk(corpora: list[Path], memory: Any, tmp_path: Path) -> None:
    run(corpora, tmp_path / "out", threads=2)
    run(corpora, OUT, threads=2)
    assert stored(memory) == contents(tmp_path / "out")
    assert all(report.skipped for report in run(corpora, OUT))


@pytest.mark.slow
def test_what_is_damaged_is_written_again(corpora: list[Path], memory: Any) -> None:
    run(corpora, OUT)
    before = stored(memory)
    for name in [name for name in before if name != "_batch.json"]:
        memory.pipe_file(f"/batch/out/{name}", b"short")
        assert [report.skipped for report in run(corpora, OUT)].count(False) == 1
        assert stored(memory) == before


def test_what_is_in_the_way_is_refused(corpora: list[Path], memory: Any) -> None:
    run(corpora, OUT)
    with refused(InputError):
        run(corpora, OUT, metrics="kendall")
    run(corpora, OUT, metrics="kendall", overwrite=True)
    memory.pipe_file("/other/thesis.tex", b"")
    with refused(InputError):
        run(corpora, "memory://other")


def test_leftovers_are_removed_after_an_hour(
    corpora: list[Path], memory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = temporary_name(), temporary_name()
    for name in names:
        memory.pipe_file(f"/batch/out/{name}", b"half")
    old = datetime.fromtimestamp(time.time() - 4000, UTC)
    modified = memory.modified
    monkeypatch.setattr(
        type(memory),
        "modified",
        lambda _, path: old if path.endswith(names[0]) else modified(path),
    )
    run(corpora, OUT)
    assert [name for name in stored(memory) if name.endswith(".tmp")] == [names[1]]


def test_errors_are_one_line(corpora: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    with refused(InputError):
        store_at("nonsense://x")

    def denied(*_: object, **__: object) -> None:
        raise RuntimeError("no\ncredentials")  # each package has its own errors

    monkeypatch.setattr("fsspec.implementations.memory.MemoryFileSystem.open", denied)
    with refused(InputError):
        run(corpora, OUT)


def test_without_fsspec_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec", None)
    with refused(MissingExtraError):
        store_at(OUT)
