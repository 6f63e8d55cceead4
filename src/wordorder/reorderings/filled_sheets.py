"""Tables filled in with a spreadsheet program."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from wordorder.output import visible
from wordorder.text import Place, quoted, read_cells, read_records, records_format, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordorder.text import Input
    from wordorder.text.cells import Separation


class SheetRow(NamedTuple):
    """A row: its place in the file, and its cells by column name."""

    place: Place
    cells: dict[str, str]


def rows_by_id(path: Input, required: Sequence[str]) -> dict[str, SheetRow]:
    """Read a table whose first line names its columns, `id` among them.

    Raises:
        InputError: A required column is missing, or an id is missing or repeated.
    """
    by_id: dict[str, SheetRow] = {}
    for row in _rows(path, required):
        name = row.cells["id"].upper()
        if not name:
            raise row.place.error("the id is missing")
        if name in by_id:
            first = by_id[name].place.line
            raise row.place.error(f"the id '{quoted(name)}' is already in line {first}")
        by_id[name] = row
    return by_id


def _rows(path: Input, required: Sequence[str]) -> Iterator[SheetRow]:
    """The rows below the headings, in any spreadsheet's dialect."""
    records = _records(path, required)
    place, first = next(records, (Place(visible(shown_name(path)), 1), []))
    heads = [folded(head) for head in first]
    for head in required:
        if head not in heads:
            what = f"no column '{head}'; expected tab-separated columns, named in the first line"
            raise place.error(what)
    for head, count in Counter(filter(None, heads)).items():
        if count > 1:
            raise place.error(f"{count} columns are named '{quoted(head)}'")
    for place, cells in records:
        # Spreadsheets may omit or add empty cells at the end of a row.
        pairs = list(zip_longest(heads, cells, fillvalue=""))
        stray = next((cell for head, cell in pairs if cell and not head), None)
        if stray is not None:
            raise place.error(f"'{quoted(stray)}' is in a column without a name; name it")
        yield SheetRow(place, {head: cell for head, cell in pairs if head})


def _records(path: Input, required: Sequence[str]) -> Iterator[tuple[Place, list[str]]]:
    """The non-empty rows, without quotes and spaces around their cells."""
    if records_format(path) in ("parquet", "jsonl", "arrow"):  # a key, not edited by hand
        types = {name: int if name == "line" else str for name in required}
        records = read_records(path, types)
        rows = zip(*records.columns.values(), strict=True)
        for number, row in enumerate([tuple(types), *rows], start=1):
            yield (
                Place(visible(shown_name(path)), number),
                ["" if c is None else str(c) for c in row],
            )
        return
    separation: Separation = "csv" if records_format(path) == "csv" else "quoted"
    with closing(read_cells(path, separation)) as lines:
        for place, line in lines:
            cells = [cell.strip() for cell in line]
            if any(cells):
                yield place, cells


def folded(cell: str) -> str:
    """Ignore case and surrounding white space."""
    return " ".join(cell.split()).casefold()
