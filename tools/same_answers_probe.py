"""What the Python of one side says of the files it wrote; see same_answers.py, which runs this.

Reads `{"documents": {FILE: [[VIEW, ARGUMENT, …], …]}, "parquet": [FILE, …]}` from standard input
and writes `{NAME: TEXT}`. A document is loaded by the version that wrote it, since its layout may
change while what its views say may not. Only what every version has is used, in whatever module.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

LOADERS = (
    ("wordorder", "load"),
    ("wordorder", "load_result"),
    ("wordorder.report", "load_result"),
)
NOT_LOADED = "cannot be loaded"


def main() -> None:
    asked = json.load(sys.stdin)
    said: dict[str, str] = {}
    for path, views in asked["documents"].items():
        said |= {f"{path}{part}": text for part, text in document(path, views).items()}
    for path in asked["parquet"]:
        said[path] = parquet(path)
    json.dump(said, sys.stdout)


def document(path: str, further: list[list[str]]) -> dict[str, str]:
    """A text for all that can be asked of a result: its views, without and with arguments."""
    try:
        result = load(path)
    except Exception as error:
        return {"": f"{NOT_LOADED}: {described(error)}"}
    names = list(type(result).views())
    said = {"": "\n".join([result.signature, result.summary(), *names])}
    for view in [*([name] for name in names), *further]:
        for kind, dump in (("records", records_text), ("tables", tables_text)):
            said[f", {' '.join(view)}, {kind}"] = dump(result, view)
    return said


def load(path: str) -> Any:
    for module, name in LOADERS:
        function = getattr(import_module(module), name, None)
        if function is not None:
            return function(path)
    raise AttributeError("wordorder has no function that loads results")


def records_text(result: Any, view: list[str]) -> str:
    """The columns with their types, and the rows in full precision."""
    try:
        records = result.records(*view)
    except Exception as error:
        return described(error)
    head = [f"{name}:{getattr(kind, '__name__', kind)}" for name, kind in records.types.items()]
    columns = [list(records.columns[name]) for name in records.types]
    rows = zip(*columns, strict=True)
    return "\n".join(["\t".join(head), *("\t".join(map(exact, row)) for row in rows)])


def exact(value: Any) -> str:
    """A value in full precision, whether it is of Python or of NumPy."""
    return repr(value.item() if hasattr(value, "item") else value)


def tables_text(result: Any, view: list[str]) -> str:
    try:
        return "\n".join(rendered(table) for table in result.tables(*view))
    except Exception as error:
        return described(error)


def rendered(table: Any) -> str:
    """The table in plain text, by the function `render` near the class of the table."""
    module = type(table).__module__
    for place in ("wordorder.output", module, module.rpartition(".")[0], "wordorder"):
        try:
            render = import_module(place).render
        except (ImportError, AttributeError):
            continue
        return str(render(table, "plain"))
    raise AttributeError("wordorder has no function `render` for tables")


def described(error: Exception) -> str:
    """A refusal by its class; any other error with its words, as it is a fault."""
    from wordorder import UsageError

    name = type(error).__name__
    return f"refused: {name}" if isinstance(error, UsageError) else f"failed: {name}: {error}"


def parquet(path: str) -> str:
    """Columns, types, signature and rows, without what the writer says of itself."""
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    signature = (table.schema.metadata or {}).get(b"signature", b"").decode()
    types = [f"{field.name}:{field.type}" for field in table.schema]
    rows = zip(*(column.to_pylist() for column in table.columns), strict=True)
    return "\n".join([signature, "\t".join(types), *("\t".join(map(repr, row)) for row in rows)])


if __name__ == "__main__":
    main()
