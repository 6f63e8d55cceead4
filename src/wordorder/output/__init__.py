"""How results leave the package: tables, JSON, files that appear whole, a progress bar.

Importing this room imports neither rich nor NumPy; each is loaded by the function that uses it.
"""

from wordorder.output.cells import Cell
from wordorder.output.columns import ColumnWriter, check_columns_path, columns_into, open_columns
from wordorder.output.console import terminal_width, use_color
from wordorder.output.files import open_output
from wordorder.output.html import html_table
from wordorder.output.jsontext import document, dumps
from wordorder.output.progress import progress
from wordorder.output.signature import signature
from wordorder.output.tables import Column, Style, Table, render
from wordorder.output.visible import visible

__all__ = [
    "Cell",
    "Column",
    "ColumnWriter",
    "Style",
    "Table",
    "check_columns_path",
    "columns_into",
    "document",
    "dumps",
    "html_table",
    "open_columns",
    "open_output",
    "progress",
    "render",
    "signature",
    "terminal_width",
    "use_color",
    "visible",
]
