"""Time and size of reports on WMT13 German–English, and how fast their explorer answers.

    python benchmarks/report.py [--data FOLDER] [--repeats N]

Reports of 5 and of 10 systems, 3,000 sentences each: what they take beyond scoring, and how large
they are. With the extra `browser` and Chromium (/usr/bin/chromium, or the path in CHROMIUM), the
second table has the time that one action of the reader takes in the page.
"""

from __future__ import annotations

import argparse
import re
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from report_browser import actions

import wordorder as wo
from wordorder.output import Column, Table, render

if TYPE_CHECKING:
    from collections.abc import Sequence

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
SIZES = (5, 10)
PARTS = {
    "sentences": r'<script [^>]*id="wordorder-sentences">.*?</script>',
    "plots and tables": r'<script [^>]*id="wordorder-page">.*?</script>',
    "scripts": r"<script>.*?</script>",
}


@dataclass(frozen=True)
class Built:
    """A report and what it took.

    Attributes:
        systems: Number of systems.
        html: The page.
        scoring: Seconds for scoring.
        wall: Seconds beyond scoring.
        processor: Seconds of the processors beyond scoring.
    """

    systems: int
    html: str
    scoring: float
    wall: float
    processor: float


def main() -> None:
    reader = argparse.ArgumentParser()
    reader.add_argument("--data", type=Path, default=DATA)
    reader.add_argument("--repeats", type=int, default=40)
    given = reader.parse_args()
    folder = given.data / "wmt13"
    files = sorted((folder / "system-outputs" / "de-en").glob("*"))
    if not files:
        print(f"skipped: there is no data of WMT13 in {folder}")
        return
    built = [build(folder, files[:size]) for size in SIZES]
    print(render(building_table(built), "markdown"))
    with TemporaryDirectory() as place:
        for one in built:
            path = Path(place, f"{one.systems}.html")
            path.write_text(one.html, encoding="utf-8")
            found = actions(path, given.repeats)
            print(found if isinstance(found, str) else render(found, "markdown"))


def build(folder: Path, files: Sequence[Path]) -> Built:
    """Score some systems, and make the page."""
    reference, source = (
        folder / "references" / "newstest2013-ref.en",
        folder / "sources" / "newstest2013-src.de",
    )
    start = time.perf_counter()
    result = wo.score(reference, {file.name: file for file in files}, lang="en")
    scored, processor = time.perf_counter(), time.process_time()
    html = wo.report(result, source=source).to_html()
    return Built(
        len(files),
        html,
        scored - start,
        time.perf_counter() - scored,
        time.process_time() - processor,
    )


def part_sizes(html: str) -> list[float]:
    """The megabytes of each part, and of all the rest.

    Examples:
        >>> page = '<p>x</p><script type="text/plain" id="wordorder-page">AAAA</script>'
        >>> [round(size * 1e6) for size in part_sizes(page)]
        [0, 59, 0, 8]
    """
    known = [
        sum(map(len, (part.encode() for part in re.findall(pattern, html, re.DOTALL))))
        for pattern in PARTS.values()
    ]
    return [size / 1e6 for size in (*known, len(html.encode()) - sum(known))]


def building_table(built: Sequence[Built]) -> Table:
    seconds = ("scoring, s", "beyond, s", "… of processor time")
    columns = [
        Column("systems"),
        *(Column(name, digits=1) for name in seconds),
        *(Column(name, digits=2) for name in ("MB", *PARTS, "rest")),
    ]
    rows = [
        [
            one.systems,
            *(one.scoring, one.wall, one.processor),
            len(one.html.encode()) / 1e6,
            *part_sizes(one.html),
        ]
        for one in built
    ]
    return Table(columns, rows)


if __name__ == "__main__":
    main()
