"""What the benchmarks of validity share: data, matchers, statistics, and ways to show figures."""

from __future__ import annotations

import argparse
import csv
import inspect
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wordorder.alignment.matching.matcher import Matcher
from wordorder.output import render
from wordorder.text import tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordorder.output import Table

ORDER_ERRORS = ("breaks_per_100", "misplaced_per_100")
ORDER_KINDS = ("word_swap", "shuffled")


# ---- Command line and output


def arguments(description: str | None) -> argparse.ArgumentParser:
    """The options of every benchmark of validity."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, help="folder with demetr, mtref, wmt12 and wmt13")
    parser.add_argument("--markdown", action="store_true", help="print Markdown tables")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures")
    parser.add_argument("--page", type=Path, metavar="FILE", help="renew the tables of this page")
    return parser


def show(tables: Sequence[Table], options: argparse.Namespace, name: str) -> None:
    """Print the tables; put them into the page and the JSON file that are asked for."""
    style = "markdown" if options.markdown else "plain"
    print("\n\n".join(render(table, style).strip() for table in tables))
    if options.page is not None:
        text = "\n\n".join(render(table, "markdown").strip() for table in tables)
        page = options.page.read_text(encoding="utf-8")
        options.page.write_text(with_figures(page, name, text), encoding="utf-8")
    if options.json is not None:
        content = {
            table.title: [
                dict(zip((column.name for column in table.columns), row, strict=True))
                for row in table.rows
            ]
            for table in tables
        }
        options.json.write_text(json.dumps(content, indent=1), encoding="utf-8")


def with_figures(page: str, name: str, text: str) -> str:
    """The page with this text between `<!-- figures: NAME -->` and `<!-- end of figures -->`.

    Examples:
        >>> with_figures("a <!-- figures: x -->old<!-- end of figures --> b", "x", "new")
        'a <!-- figures: x -->\\n\\nnew\\n\\n<!-- end of figures --> b'
    """
    start, end = f"<!-- figures: {name} -->", "<!-- end of figures -->"
    pattern = re.compile(re.escape(start) + ".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(page):
        raise SystemExit(f"the page has no {start}")
    return pattern.sub(lambda _: f"{start}\n\n{text}\n\n{end}", page, count=1)


# ---- Matchers


BASIC = "all links"


def matchers(lang: str = "en") -> dict[str, Matcher]:
    """The matchers to compare: with and without vectors and confidence, where there are such."""
    known = inspect.signature(Matcher).parameters
    if lang != "en":  # neither weights of confidence nor vectors without a file
        return {BASIC: Matcher(lang)}
    vectors = [{}] + [{"vectors": "wordllama"}] * ("vectors" in known)
    confidence = [(BASIC, {})]
    if "min_confidence" in known:
        confidence = [(BASIC, {"min_confidence": 0}), ("confident links", {})]
    return {
        name + " + vectors" * bool(extra): Matcher(lang, **extra, **limit)
        for extra in vectors
        for name, limit in confidence
    }


# ---- Texts


def read_lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def tokenized(lines: Iterable[str]) -> list[str]:
    return list(tokenizer("13a").lines(lines))


class Demetr(NamedTuple):
    """Translations into English, each with one planted change."""

    kinds: np.ndarray
    references: list[str]
    translations: list[str]
    perturbed: list[str]


def read_demetr(data: Path) -> Demetr:
    with (data / "demetr" / "items.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    columns = ([row[name] for row in rows] for name in ("reference", "translation", "perturbed"))
    return Demetr(np.array([row["kind"] for row in rows]), *columns)


@dataclass(frozen=True)
class Judged:
    """Translations of a shared task, with the judgements of people.

    Attributes:
        pair: Year and language pair.
        lang: The target language.
        reference: Its lines.
        systems: The lines of each system.
        judgements: Rows of (segment, better system, worse system).
    """

    pair: str
    lang: str
    reference: list[str]
    systems: dict[str, list[str]]
    judgements: np.ndarray

    @property
    def human_scores(self) -> np.ndarray:
        """Each system's share of wins in its judgements."""
        wins, losses = (
            np.bincount(self.judgements[:, column], minlength=len(self.systems))
            for column in (1, 2)
        )
        return wins / (wins + losses)


def read_judged(data: Path, year: int, pair: str) -> Judged:
    """Read one language pair; systems without judgements are left out."""
    folder, lang = data / f"wmt{year}", pair[-2:]
    prefix = f"newstest20{year}.{pair}."
    rows = list((ranked_pairs if year == 12 else listed_pairs)(folder, pair))
    names = sorted({name for _, *two in rows for name in two})
    place = {name: number for number, name in enumerate(names)}
    outputs = folder / "system-outputs" / pair
    return Judged(
        f"WMT{year} {pair}",
        lang,
        read_lines(folder / "references" / f"newstest20{year}-ref.{lang}"),
        {name: read_lines(outputs / f"{prefix}{name}") for name in names},
        np.array([(line, place[better], place[worse]) for line, better, worse in rows]),
    )


def listed_pairs(folder: Path, pair: str) -> Iterable[tuple[int, str, str]]:
    """Segment, better and worse system of a file that lists pairs."""
    prefix = f"newstest2013.{pair}."
    with (folder / "rankings-pairwise" / f"{pair}.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            better, worse = (row[name].removeprefix(prefix) for name in ("better", "worse"))
            yield int(row["segment"]) - 1, better, worse


LANGUAGES = {"de": "German", "en": "English"}


def ranked_pairs(folder: Path, pair: str) -> Iterable[tuple[int, str, str]]:
    """The same from rankings of five systems; a rank of -1 is none."""
    wanted = [LANGUAGES[code] for code in pair.split("-")]
    path = folder / "rankings-five-way" / "de-en_en-de.csv"
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if [row["srclang"], row["trglang"]] != wanted:
                continue
            ranks = [(int(row[f"system{k}rank"]), row[f"system{k}Id"]) for k in range(1, 6)]
            for rank, better in ranks:
                for other, worse in ranks:
                    if 0 < rank < other:
                        yield int(row["srcIndex"]) - 1, better, worse


# ---- Statistics


def auc(positive: np.ndarray, negative: np.ndarray) -> float:
    """The probability that a positive value is above a negative one; ties count half.

    Examples:
        >>> auc(np.array([2, 1]), np.array([0, 1]))
        0.875
    """
    negative = np.sort(negative)
    below = np.searchsorted(negative, positive, "left")
    not_above = np.searchsorted(negative, positive, "right")
    return float((below + not_above).mean() / 2 / len(negative))


def agreement(better: np.ndarray, worse: np.ndarray) -> np.ndarray:
    """1 if a metric agrees with a judgement, -1 if it contradicts, 0 if it ties.

    Their mean is tau with the metric's ties in the denominator (`tau_wmt14`).

    Examples:
        >>> float(agreement(np.array([2, 1, 1, 4]), np.array([1, 2, 1, 0])).mean())
        0.25
    """
    return np.sign(better - worse)
