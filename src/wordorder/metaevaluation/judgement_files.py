"""Judgements from files and folders of any format."""

from __future__ import annotations

import os
import re
from pathlib import Path

from wordorder.errors import InputError, expect
from wordorder.metaevaluation import judgement_formats
from wordorder.metaevaluation.judgements import Judgements
from wordorder.output.temporary import is_path
from wordorder.output.wording import listed
from wordorder.text.source import Input, quoted
from wordorder.text.tables import read_table

_FILE = re.compile(r"(?P<pair>[^.]+)\.(?P<human>.+)\.seg\.score(?:\.(?:gz|xz|zst))?")

_EXPECTED = (
    "expected judgements with the columns segment, better, worse; or system, segment, score; or "
    "reference, better, worse; or srcIndex, system1Id, system1rank, …"
)


def read_judgements(
    source: Input, *, pair: str | None = None, human: str | None = None
) -> dict[str, Judgements]:
    r"""Read human judgements of translations in any of these formats.

    - Comparisons: columns `segment` (from 1), `better`, `worse`, and `judge` if known.
    - Ratings: columns `system`, `segment` (or `line0`, from 0), `score` (higher is better), and
      `judge` if known.
    - Rankings of WMT: columns `srclang`, `trglang`, `srcIndex`, `judgeId`, `system1Id`,
      `system1rank`, …
    - Contrast sets: columns `reference`, `better`, `worse`, and `kind` if known.
    - A folder of mt-metrics-eval, or a file `PAIR.NAME.seg.score` in it.

    Tables are TSV, CSV, Parquet or Arrow. Judgements that repeat or contradict others are kept and
    counted in `Judgements.counts`.

    Args:
        source: A file, plain or compressed, `-`, an open stream, Arrow data, or a folder.
        pair: The language pair. If the data name language pairs, only this one is read; otherwise
            it names the judgements, by default after the file.
        human: The human scores to read, if there are several: in a folder a name such as `mqm`, in
            a table the name of a column.

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
        from wordorder.metaevaluation.rating_files import read_human_folder

        return read_human_folder(Path(source), pair, human)
    named = score_file_name(Path(source).name) if is_path(source) else None
    if named is not None:
        from wordorder.metaevaluation.rating_files import read_human_scores

        name = pair or named[0]
        return {name: read_human_scores(source, name)}
    table = read_table(source)
    name = judgement_formats.pair_in_name(source) if pair is None else pair
    match judgement_formats.table_format(table):
        case "comparisons":
            judged = [judgement_formats.comparisons(table, name)]
        case "ratings":
            from wordorder.metaevaluation.rating_files import ratings

            judged = [ratings(table, name, human)]
        case "rankings":
            from wordorder.metaevaluation.wmt_rankings import rankings

            judged = rankings(table, name, pair)
        case "contrasts":
            from wordorder.metaevaluation.contrast_sets import contrast_set

            judged = [contrast_set(table, name).judgements]
        case _:
            heads = listed([f"'{quoted(head)}'" for head in table.heads], most=8)
            raise InputError(f"{table.name}: found the columns {heads}; {_EXPECTED}")
    return {judgements.name: judgements for judgements in judged}


def score_file_name(name: str) -> tuple[str, str] | None:
    """Return the language pair and the human scores in a file name; None if it has none.

    Examples:
        >>> score_file_name("en-de.mqm.seg.score"), score_file_name("en-de.tsv")
        (('en-de', 'mqm'), None)
    """
    match = _FILE.fullmatch(name)
    return (match["pair"], match["human"]) if match else None
