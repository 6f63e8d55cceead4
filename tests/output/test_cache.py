"""What is kept between runs, and what never stops one."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from wordorder import _kernels
from wordorder.output import Cache


def fail() -> bytes:
    raise AssertionError("made again")


def entries(cache: Cache) -> list[Path]:
    return sorted(cache.folder.iterdir())


def test_an_entry_is_made_once(tmp_path) -> None:
    cache = Cache(tmp_path / "deep" / "folder")
    key = cache.key("tok:13a", b"text")
    assert cache.get(key) is None
    assert cache.get_or_make(key, lambda: b"made") == b"made"
    assert Cache(cache.folder).get_or_make(key, fail) == b"made"
    assert len(entries(cache)) == 1


def test_a_key_tells_apart_all_that_decides() -> None:
    keys = [
        Cache.key("tok:13a", b"ab"),
        Cache.key("tok:zh", b"ab"),
        Cache.key("tok:13a", b"a", b"b"),
        Cache.key("tok:13a", b"b", b"a"),
        Cache.key("tok:13a"),
        Cache.key("tok:13a", b""),
    ]
    assert len(set(keys)) == len(keys)


def test_the_version_decides() -> None:
    signed = f"wordorder:{_kernels.VERSION}|tok:13a"
    assert Cache.key("tok:13a") == sha256(signed.encode()).hexdigest()


def test_a_damaged_entry_is_made_again(tmp_path) -> None:
    cache = Cache(tmp_path)
    for damage in (b"", b"x", b"0" * 40):
        cache.put("key", b"data")
        [file] = entries(cache)
        file.write_bytes(damage)
        assert cache.get("key") is None
        assert cache.get_or_make("key", lambda: b"again") == b"again"


def test_what_was_not_used_for_longest_goes_first(tmp_path) -> None:
    cache = Cache(tmp_path, limit=3 * (32 + 10))
    for number, key in enumerate("abc"):
        cache.put(key, b"x" * 10)
        os.utime(tmp_path / f"{key}.entry", (number, number))
    assert cache.get("a")  # used just now
    cache.put("d", b"x" * 10)
    assert [key for key in "abcd" if cache.get(key)] == ["a", "c", "d"]


def test_an_entry_that_is_too_large_is_not_kept(tmp_path) -> None:
    cache = Cache(tmp_path, limit=50)
    assert cache.get_or_make("large", lambda: b"x" * 100) == b"x" * 100
    assert entries(cache) == []


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_folder_that_cannot_be_used_stops_nothing(tmp_path, place) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = Cache(tmp_path / place)
    assert cache.get_or_make("key", lambda: b"data") == b"data"
    assert cache.get("key") is None


def test_the_folder_is_the_users(monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert Cache().folder == Path("/somewhere/wordorder")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/me")
    for platform, folder in (
        ("linux", ".cache/wordorder"),
        ("darwin", "Library/Caches/wordorder"),
    ):
        monkeypatch.setattr(sys, "platform", platform)
        assert Cache().folder == Path("/home/me", folder)


def test_the_folder_is_for_the_user_alone(tmp_path) -> None:
    cache = Cache(tmp_path / "private")
    cache.put("key", b"text of the user")
    assert cache.folder.stat().st_mode & 0o077 == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks on files")
def test_what_a_killed_run_left_is_removed(tmp_path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from wordorder.output import Cache\n"
        "Path.replace = lambda *_: os.kill(os.getpid(), 9)\n"
        "Cache(sys.argv[1]).put('key', b'data')"
    )
    killed = subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    assert killed.returncode == -9
    assert [file.suffix for file in tmp_path.iterdir()] == [".tmp"]
    Cache(tmp_path).put("other", b"data")
    assert [file.name for file in tmp_path.iterdir()] == ["other.entry"]
