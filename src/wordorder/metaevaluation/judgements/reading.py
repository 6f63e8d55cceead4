"""The one door to judgements of all formats."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.errors import InputError, expect
from wordorder.metaevaluation.judgements.contrasts import contrast_set, is_contrasts
from wordorder.metaevaluation.judgements.language_pairs import pair_in_name
from wordorder.metaevaluation.judgements.pairwise import is_pairwise, pairwise
from wordorder.metaevaluation.judgements.rankings import is_rankings, rankings
from wordorder.metaevaluation.judgements.ratings import is_ratings, ratings
from wordorder.metaevaluation.judgements.score_files import (
    read_score_file,
    read_score_folder,
    score_file_name,
)
from wordorder.output import listed
from wordorder.text import is_path, quoted, read_table

if TYPE_CHECKING:
    from wordorder.metaevaluation.judgements.table import Judgements
    from wordorder.text import Input

_EXPECTED = (
    "expected judgements with the columns segment, better, worse; or system, segment, score; or "
    "reference, better, worse; or srcIndex, system1Id, system1rank, …"
)


def read_judgements(
    source: Input, *, pair: str | None = None, human: str | None = None
) -> dict[str, Judgements]:
    r"""Read what people said about translations, in any of these formats.

    - Comparisons: columns `segment` (from 1), `better`, `worse`, and `judge` if known.
    - Ratings: columns `system`, `segment` (or `line0`, from 0), `score` (higher is better), and
      `judge` if known.
    - Rankings of WMT: columns `srclang`, `trglang`, `srcIndex`, `judgeId`, `system1Id`,
      `system1rank`, …
    - Contrast sets: columns `reference`, `better`, `worse`, and `kind` if known.
    - A folder of mt-metrics-eval, or one `PAIR.NAME.seg.score` of it.

    Tables are TSV or CSV, or Parquet or Arrow. Judgements that repeat or contradict others are kept
    and counted in `Judgements.counts`.

    Args:
        source: A file, plain or compressed, `-`, an open stream, Arrow data, or a folder.
        pair: The language pair. Where the data names language pairs, only this one is read;
            elsewhere it is the name, by default that of the file.
        human: Which human scores to read, where there are several: of a folder such as `mqm`, of a
            table the name of a column.

    Returns:
        The judgements by language pair.

    Raises:
        InputError: The judgements cannot be read, or have an unknown format.
        UsageError: There is no such pair or no such scores, or a choice is needed.

    Examples:
        >>> import io
        >>> rows = "segment\tbetter\tworse\n1\tA\tB\n1\tB\tA\n2\tA\tB\n"
        >>> judged = read_judgements(io.StringIO(rows), pair="de-en")["de-en"]
        >>> judged.systems, judged.counts["contradicting_pairs"]
        (('A', 'B'), 1)
    """
    for name, value in (("pair", pair), ("human", human)):
        if value is not None:
            expect(value, str, name)
    if is_path(source) and os.path.isdir(source):  # noqa: PTH112  takes any name
        return read_score_folder(Path(source), pair, human)
    named = score_file_name(Path(source).name) if is_path(source) else None
    if named is not None:
        return {name: read_score_file(source, name) for name in [pair or named[0]]}
    found = _read_table(source, pair, human)
    return {judged.name: judged for judged in found}


def _read_table(source: Input, pair: str | None, human: str | None) -> list[Judgements]:
    table = read_table(source)
    name = pair_in_name(source) if pair is None else pair
    if is_rankings(table):
        return rankings(table, name, pair)
    if is_contrasts(table):
        return [contrast_set(table, name).judgements]
    if is_pairwise(table):
        return [pairwise(table, name)]
    if is_ratings(table):
        return [ratings(table, name, human)]
    shown = listed([f"'{quoted(head)}'" for head in table.heads], most=8)
    raise InputError(f"{table.name}: found the columns {shown}; {_EXPECTED}")
