"""What moves between English and Japanese, Chinese and French, in gold alignments and trees.

    python tools/treebank_study.py [FOLDER]            renew the page and its plots
    python tools/treebank_study.py [FOLDER] --check    change nothing; exit 1 if a table is old

FOLDER holds `pud-aligned/en-ja`, `en-zh` and `en-fr`, each with `src.txt`, `tgt.txt`,
`content.align` and `en.conllu`, and `gold-alignments/kftt-en-ja` with `src.txt`, `tgt.txt` and
`sure.align`. Without them, nothing is done. Tables stand in the page between
`<!-- study: NAME -->` and `<!-- end -->`. Plots are not checked: their bytes depend on the fonts.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from docs_figures import DOCS, ROOT
from treebank_plots import draw
from treebank_tables import TABLES, Study, study

DATA = ROOT.parent / "shared" / "data"
PAGE = DOCS / "background" / "reorderings-of-treebanks.md"


def renewed(page: str, found: Study) -> str:
    marked = re.compile(r"<!-- study: (\S+) -->\n[^<]*<!-- end -->")
    return marked.sub(lambda mark: between_marks(mark[1], found), page)


def between_marks(name: str, found: Study) -> str:
    return f"<!-- study: {name} -->\n\n{TABLES[name](found)}\n\n<!-- end -->"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DATA, help="where the data is")
    parser.add_argument("--check", action="store_true", help="only say whether tables are old")
    arguments = parser.parse_args()
    pud, kftt = arguments.folder / "pud-aligned", arguments.folder / "gold-alignments/kftt-en-ja"
    for needed in (pud, kftt):
        if not needed.is_dir():
            print(f"skipped: there is no folder {needed}")
            return 0
    found = study(pud, kftt)
    page = PAGE.read_text(encoding="utf-8")
    wanted = renewed(page, found)
    if arguments.check:
        if page != wanted:
            print(f"{PAGE.relative_to(ROOT)} is out of date")
        return int(page != wanted)
    PAGE.write_text(wanted, encoding="utf-8")
    draw(found, DOCS / "images")
    return 0


if __name__ == "__main__":
    sys.exit(main())
