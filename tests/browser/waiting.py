"""Waiting for a page."""

from __future__ import annotations

from typing import Any


def until(page: Any, condition: str, seconds: float = 10) -> None:
    """Wait until an expression holds; Playwright's own function is refused by the page's policy."""
    for _ in range(round(seconds * 20)):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never true: {condition}")
