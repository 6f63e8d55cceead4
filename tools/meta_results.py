"""Metrics against people, beside published figures: the tables of docs/results.md.

    python tools/meta_results.py [FOLDER]                  renew the page
    python tools/meta_results.py [FOLDER] --only segments  renew some sections only
    python tools/meta_results.py [FOLDER] --check          change nothing; exit 1 if tables are old

FOLDER holds `wmt12`, `wmt13`, `wmt23-mtme`, `wmt24-esa` and `demetr`. Without them, nothing is
done. Optional: METEOR's table of English paraphrases (`--paraphrases`), the extras `vectors`,
`ja` and `learn`. Tables stand in the page between `<!-- results: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import meta_agreement
import meta_contrasts
import meta_lrscore
import meta_modern
import meta_ratings
import meta_segments
import meta_systems
from docs_figures import DOCS, ROOT
from meta_data import Data

from wordorder.output import Cache

if TYPE_CHECKING:
    from collections.abc import Callable

DATA = ROOT.parent / "shared" / "data"
PAGE = DOCS / "results.md"
SECTIONS: dict[str, Callable[[Data], dict[str, str]]] = {
    "segments": meta_segments.tables,
    "systems": meta_systems.tables,
    "lrscore": meta_lrscore.tables,
    "modern": meta_modern.tables,
    "contrasts": meta_contrasts.tables,
    "ratings": meta_ratings.tables,
    "agreement": meta_agreement.tables,
}


def renewed(page: str, tables: dict[str, str]) -> str:
    """The page with these tables in their places; others stay."""
    for name, text in tables.items():
        marked = re.compile(rf"<!-- results: {re.escape(name)} -->\n.*?<!-- end -->", re.DOTALL)
        between = f"<!-- results: {name} -->\n\n{text}\n\n<!-- end -->"
        if not marked.search(page):
            raise SystemExit(f"{PAGE.relative_to(ROOT)} has no place for the table {name}")
        page = marked.sub(lambda _, between=between: between, page)
    return page


def made(data: Data, sections: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in sections:
        start = time.perf_counter()
        found |= SECTIONS[name](data)
        print(f"{name}: {time.perf_counter() - start:.0f} s", flush=True)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DATA, help="where the data is")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, help="these sections only")
    parser.add_argument("--check", action="store_true", help="only say whether tables are old")
    parser.add_argument("--paraphrases", type=Path, help="METEOR's paraphrase-en.gz")
    parser.add_argument("--cache", type=Path, help="folder for scores (default: that of wordorder)")
    given = parser.parse_args()
    if not given.folder.is_dir():
        print(f"skipped: there is no folder {given.folder}")
        return 0
    data = Data(given.folder, Cache(given.cache), given.paraphrases)
    tables = made(data, given.only or list(SECTIONS))
    page = PAGE.read_text(encoding="utf-8")
    wanted = renewed(page, tables)
    if given.check:
        if page != wanted:
            print(f"{PAGE.relative_to(ROOT)} is out of date")
        return int(page != wanted)
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
