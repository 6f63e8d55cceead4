"""Pages in a real browser; only with the option `--in-browser`: they need Chromium and Playwright.

    pip install ".[browser]"
    pytest tests/browser --in-browser

Chromium is /usr/bin/chromium, the path in CHROMIUM, or else the one that Playwright has installed.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from wordorder.reporting.blocks import Section

OWN_ADDRESSES = ("file:", "data:", "blob:")
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    return None if config.getoption("--in-browser") else True


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, without a window."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason='needs Playwright: pip install ".[browser]"'
    )
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with playwright.sync_playwright() as started:
        try:
            chromium = started.chromium.launch(executable_path=path, args=list(OPTIONS))
        except playwright.Error as error:
            pytest.skip(f"needs Chromium (set CHROMIUM): {str(error).splitlines()[0]}")
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open HTML as a file; afterwards, check that the page complained of and asked for nothing."""
    wrong: list[str] = []
    contexts = []

    def note_request(request: Any) -> None:
        if not request.url.startswith(OWN_ADDRESSES):
            wrong.append(f"request: {request.url}")

    def open_page(html: str, *, width: int = 1400, scheme: str = "light", anchor: str = "") -> Any:
        file = tmp_path / f"page-{len(contexts)}.html"
        file.write_text(html, encoding="utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme=scheme,
            reduced_motion="reduce",
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: wrong.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on(
            "dialog", lambda dialog: (wrong.append(f"dialog: {dialog.message}"), dialog.dismiss())
        )
        page.on("request", note_request)
        page.goto(f"{file.as_uri()}{anchor}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def report(opened: Callable[..., Any]) -> Callable[..., Any]:
    """Open a page of sections."""
    from wordorder.reporting.page import page

    def open_report(sections: Sequence[Section], **how: Any) -> Any:
        return opened(page("A report", sections), **how)

    return open_report
