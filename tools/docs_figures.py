"""Make everything in docs/ and README.md that comes out of the program: pictures, tables, output.

    python tools/docs_figures.py            write docs/images/ and renew all pages
    python tools/docs_figures.py PAGE...    renew these pages only
    python tools/docs_figures.py --check    change nothing; exit 1 if something is out of date

In the pages, a block that starts with ```console shows commands after `$ ` and what they print;
they run in a terminal of 80 columns. A page starts in an empty folder, and a block where the one
before it ended. A command that cannot run here stands in a ```bash block, below a comment
`<!-- not run: REASON -->`; tests/test_docs.py insists on it. A table stands between
`<!-- table: NAME -->` and `<!-- end -->`. Worked examples in Python are doctests and not
touched here: pytest runs them.
"""

from __future__ import annotations

import argparse
import errno
import os
import pty
import re
import subprocess
import sys
import tempfile
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import docs_alignments
import docs_commands
import docs_pictures
import docs_reorderings
import docs_scores
import docs_trees
import numpy as np

from wordorder import Permutation, metric_names, ordering_scores, permutation_scores
from wordorder.output import Column, Table, render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wordorder.output import Cell

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
README = ROOT / "README.md"

PAGES = (README, *(page for page in sorted(DOCS.rglob("*.md")) if page != docs_commands.PAGE))

TELLING = {
    "swap": "1 2 4 3 5 6 7 8",
    "long move": "8 1 2 3 4 5 6 7",
    "halves": "5 6 7 8 1 2 3 4",
    "reversed": "8 7 6 5 4 3 2 1",
    "simple": "2 4 6 8 1 3 5 7",
}


# Tables


def telling_table() -> str:
    """Every metric on a few permutations of eight words, and on average over all of them."""
    columns = [Column("metric", "left")]
    columns += [Column(name, digits=3) for name in TELLING]
    columns += [Column("chance", digits=3)]
    scores = {name: permutation_scores(Permutation.parse(text)) for name, text in TELLING.items()}
    chance = mean_scores(8)
    rows = [
        (link(metric), *(scores[name][metric] for name in TELLING), chance[metric])
        for metric in metric_names()
    ]
    return markdown(columns, rows)


def mean_scores(n: int) -> dict[str, float]:
    """The mean over all n! permutations: what a shuffled sentence can expect."""
    ranks = np.array(list(permutations(range(n))), dtype=np.int32)
    offsets = np.arange(0, ranks.size + 1, n)
    return {name: float(s.mean()) for name, s in ordering_scores(ranks.ravel(), offsets).items()}


def short_table() -> str:
    """Every metric on permutations of no, one and two words."""
    texts = {"no words": "", "⟨1⟩": "1", "⟨1,2⟩": "1 2", "⟨2,1⟩": "2 1"}
    scores = [permutation_scores(Permutation.parse(text)) for text in texts.values()]
    columns = [Column("metric", "left"), *(Column(name, digits=0) for name in texts)]
    rows = [(link(metric), *(s[metric] for s in scores)) for metric in metric_names()]
    return markdown(columns, rows)


def link(metric: str) -> str:
    return f"[{metric}](#{metric})"


def markdown(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> str:
    """Write a table; links and code keep their marks, which the renderer would escape."""
    text = render(Table(list(columns), [list(row) for row in rows]), "markdown")
    return re.sub(r"\\([\[\]_<>`])", r"\1", text).rstrip("\n")


PICTURES = {
    **docs_pictures.PICTURES,
    **docs_alignments.PICTURES,
    **docs_reorderings.PICTURES,
    **docs_scores.PICTURES,
    **docs_trees.PICTURES,
}
TABLES: dict[str, Callable[[], str]] = {
    "telling": telling_table,
    "short": short_table,
    "conventions": lambda: markdown(*docs_alignments.conventions_table()),
    "cases": lambda: markdown(*docs_alignments.cases_table()),
}


# Command output


CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# One line; or up to END; or as long as lines end in a backslash.
COMMAND = re.compile(r"^\$ (.* << 'END'\n(?:.*\n)*?END$|(?:.*\\\n)*.*)", re.MULTILINE)


def renewed_commands(text: str) -> str:
    """Run the commands of all console blocks of a page in turn, and put in their output."""
    with tempfile.TemporaryDirectory() as home:
        start = Path(home, "work")
        start.mkdir()
        place = Path(home, "place")
        place.write_text(str(start), encoding="utf-8")
        return CONSOLE.sub(lambda block: f"```console\n{session(block[1], home, place)}```", text)


def session(shown: str, home: str, place: Path) -> str:
    """Run the commands of a block in the folder that `place` names; leave there where it ended."""
    commands = COMMAND.findall(shown)
    # A record separator ends the output of each command; its exit code survives for `echo $?`.
    script = "\n".join(
        f"{command}\n_code=$?; printf '\\036'; (exit $_code)" for command in commands
    )
    script = f'cd "$(cat {place})"\n{script}\npwd > {place}'
    outputs = map(evenly_spaced, terminal_output(script, home).split("\x1e"))
    return "".join(f"$ {command}\n{out}" for command, out in zip(commands, outputs, strict=False))


def evenly_spaced(text: str) -> str:
    """Fill the gaps of Braille drawings with the blank of Braille.

    Browsers take Braille from another font, where a cell is not as wide as a space. Sentences below
    a drawing have single spaces and no dots: they stay.
    """
    paragraphs = text.split("\n\n")
    for number, paragraph in enumerate(paragraphs):
        lines = paragraph.split("\n")
        dots = [found.start() for line in lines for found in re.finditer("[⠁-⣿]", line)]
        if dots:
            field = slice(min(dots), max(dots) + 1)
            filled = (line[: field.start] + filled_gaps(line[field]) for line in lines)
            ends = (line[field.stop :] for line in lines)
            paragraphs[number] = "\n".join(map("".join, zip(filled, ends, strict=True)))
    return "\n\n".join(paragraphs)


def filled_gaps(text: str) -> str:
    gaps = " +" if re.search("[⠁-⣿]", text) else "  +"
    return re.sub(gaps, lambda gap: "\N{BRAILLE PATTERN BLANK}" * len(gap[0]), text)


def terminal_output(script: str, folder: str) -> str:
    """What bash writes to a terminal of 80 columns without colours."""
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "XDG_CACHE_HOME": str(folder),
        "HOME": folder,
        "LANG": "C.UTF-8",
        "TERM": "dumb",  # no progress bar on a slow machine
        "NO_COLOR": "1",
        "COLUMNS": "80",
    }
    master, slave = pty.openpty()
    with subprocess.Popen(
        ["bash", "-c", script], cwd=folder, env=environment, stdin=slave, stdout=slave, stderr=slave
    ):
        os.close(slave)
        data = b"".join(chunks(master))
    os.close(master)
    return data.decode().replace("\r\n", "\n")


def chunks(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError as error:
            if error.errno != errno.EIO:  # Linux says so when the other side has closed
                raise
            return
        if not data:
            return
        yield data


def renewed_tables(text: str) -> str:
    marked = re.compile(r"<!-- table: (\S+) -->\n[^<]*<!-- end -->")
    return marked.sub(lambda found: table_between_marks(found[1]), text)


def table_between_marks(name: str) -> str:
    return f"<!-- table: {name} -->\n\n{TABLES[name]()}\n\n<!-- end -->"


def wanted_files(only: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    for path in only or PAGES:
        text = path.read_text(encoding="utf-8")
        yield path, renewed_commands(renewed_tables(text))
    if only:
        return
    for name, draw in PICTURES.items():
        yield DOCS / "images" / f"{name}.svg", draw() + "\n"
    yield docs_commands.PAGE, docs_commands.page()


def without_versions(page: str) -> str:
    """A page without what a new release of another package changes."""
    return re.sub(r"(sacrebleu|PyStemmer)-[0-9.]+", r"\1", page)


def same(shown: str, wanted: str) -> bool:
    return without_versions(shown) == without_versions(wanted)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    parser.add_argument("pages", nargs="*", type=Path, help="pages to renew; by default all")
    arguments = parser.parse_args()
    check = arguments.check
    stale = [
        (path, text)
        for path, text in wanted_files([path.resolve() for path in arguments.pages])
        if not path.exists() or not same(path.read_text(encoding="utf-8"), text)
    ]
    for path, text in stale:
        print(f"{path.relative_to(ROOT)} {'is out of date' if check else 'written'}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
