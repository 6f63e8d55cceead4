"""Inputs of any size and format, as batches of rows with named columns."""

from __future__ import annotations

from wordorder.corpus.inputs.fragments import (
    FRAGMENT_ROWS,
    list_fragments,
    read_fragment,
    schema_of,
)

__all__ = ["FRAGMENT_ROWS", "list_fragments", "read_fragment", "schema_of"]
