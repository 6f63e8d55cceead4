"""Take the pictures of reports for the docs: docs/images/report.png and report-sentence.png.

    pip install ".[browser]"
    python tools/report_pictures.py

Needs Chromium, as the tests in tests/browser do. Fonts differ between machines, so the pictures are
not compared by CI.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

import wordorder as wo
from wordorder.cli.demo import SAMPLE, SYSTEMS

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
SIZE = {"width": 1280, "height": 860}
SENTENCE = 6  # its order is wrong in more than one way


def main() -> None:
    with TemporaryDirectory() as folder, sync_playwright() as started:
        file = Path(folder, "report.html")
        made().save(file)
        chromium = started.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--no-sandbox"],
        )
        page = chromium.new_page(viewport=SIZE, device_scale_factor=1.5, reduced_motion="reduce")
        page.goto(file.as_uri())
        page.locator(".plot svg").first.wait_for()
        taken(page, "report")
        page.goto(f"{file.as_uri()}#s{SENTENCE}")
        page.locator(".explorer").evaluate("part => part.scrollIntoView()")
        page.locator(".explorer .card svg").first.wait_for()
        taken(page, "report-sentence")
        chromium.close()


def made() -> wo.Report:
    """The report of the sample."""
    folder = SAMPLE / "de-en"
    systems = {name: folder / f"{name}.en" for name in SYSTEMS}
    results = wo.reporting.study_translations(
        folder / "reference.en", systems, options=wo.ScoreOptions("en")
    )
    return wo.report(*results, title="German to English", source=folder / "source.de")


def taken(page: Any, name: str) -> None:
    page.wait_for_timeout(500)  # for plots further down
    page.screenshot(path=IMAGES / f"{name}.png")
    print(f"docs/images/{name}.png written")


if __name__ == "__main__":
    main()
