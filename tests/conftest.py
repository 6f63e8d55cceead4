"""How hard Hypothesis tries (`pytest --hypothesis-profile=thorough` before a release); fixtures."""

from __future__ import annotations

import io
import os
import signal
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import messages
from wordorder import _kernels as _kernels  # noqa: PLC0414  by way of the package, before any test
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

# A run in the background ignores signals, and so would the programs that tests start and signal.
for _name in ("SIGINT", "SIGTERM", "SIGHUP"):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.default_int_handler if _name == "SIGINT" else signal.SIG_DFL)

# Machines are noisy, so no example is failed for being slow. At a desk the fast part of the suite
# must stay a matter of a minute; elsewhere there is time for more.
settings.register_profile("everyday", deadline=None, max_examples=10)
settings.register_profile("ci", deadline=None, max_examples=60)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("ci" if os.environ.get("CI") else "everyday")


def pytest_addoption(parser: pytest.Parser) -> None:
    help_text = "run tests/browser, too, which need Chromium and Playwright"
    parser.addoption("--in-browser", action="store_true", help=help_text)
    help_text = "renew the catalogues of messages instead of checking them; with -n 0"
    parser.addoption("--reword", action="store_true", help=help_text)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--reword"):
        if config.getoption("numprocesses"):
            raise pytest.UsageError("--reword needs -n 0: one process writes a catalogue")
        messages.begin_rewording()


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("--reword"):
        messages.write_catalogues()


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Use a worker for each processor, but none for one processor or for named tests."""
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    return 0 if named or thread_count(None) == 1 else None


def pytest_report_header(config: pytest.Config) -> str | None:
    left_out = "tests/browser: left out; run them with --in-browser"
    return None if config.getoption("--in-browser") else left_out


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    yield
    messages.check_all_said()


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tests out of the user's cache, and what other versions left there out of tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True, scope="session")
def _hidden_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    messages.hide(tmp_path_factory.getbasetemp())


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes | io.BytesIO], io.BytesIO]:
    """Give bytes, or a stream of them, to read from standard input."""

    def replace(data: bytes | io.BytesIO) -> io.BytesIO:
        buffer = io.BytesIO(data) if isinstance(data, bytes) else data
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(buffer, encoding="ascii"))
        return buffer

    return replace


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of our own for temporary files, which must be empty in the end."""
    folder = tmp_path / "temporary files"  # with a blank, as on many machines
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder
