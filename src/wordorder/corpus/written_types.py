"""The types in which columns of the input are written."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from wordorder.text.arrow import pyarrow


def written_type(kind: Any) -> Any:
    """The type without dictionaries and views.

    Batches have their own dictionaries, and Parquet makes one anyway. Views, which other programs
    write, cannot be filtered by pyarrow.

    Examples:
        >>> import pyarrow as pa
        >>> str(written_type(pa.dictionary(pa.int32(), pa.string_view())))
        'large_string'
    """
    arrow = pyarrow("writing Parquet")
    types = arrow.types
    if types.is_dictionary(kind):
        return written_type(kind.value_type)
    if types.is_list(kind) or types.is_large_list(kind):
        items = kind.value_field.with_type(written_type(kind.value_type))
        return arrow.list_(items) if types.is_list(kind) else arrow.large_list(items)
    if types.is_struct(kind):
        return arrow.struct([field.with_type(written_type(field.type)) for field in kind])
    views = {"string_view": arrow.large_string(), "binary_view": arrow.large_binary()}
    return views.get(str(kind), kind)


def as_written(column: Any) -> Any:
    """The column in the type in which it is written."""
    kind = written_type(column.type)
    if pyarrow().types.is_dictionary(column.type):  # also of views, which Arrow does not cast
        return as_written(column.dictionary).take(column.indices)
    return column if column.type == kind else column.cast(kind)


def fits_text(kind: Any) -> bool:
    """Whether values of this type are lines of text: texts and numbers."""
    types, plain = pyarrow().types, written_type(kind)
    return bool(
        types.is_string(plain)
        or types.is_large_string(plain)
        or types.is_integer(plain)
        or types.is_floating(plain)
        or types.is_null(plain)
    )


def fits_parquet(kind: Any) -> bool:
    """Whether pyarrow can filter values of this type and write them to Parquet; it is tried."""
    arrow = pyarrow("writing Parquet")
    try:
        column = as_written(arrow.nulls(1, kind)).filter(arrow.array([True]))
        table = arrow.table({"column": column})
        import_module("pyarrow.parquet").write_table(table, arrow.BufferOutputStream())
    except (arrow.ArrowException, NotImplementedError, TypeError):
        return False
    return True
