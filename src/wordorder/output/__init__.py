"""Output: tables, JSON, and files that are written completely or not at all.

Importing this package imports neither rich nor NumPy; the functions that need them do.
"""

from wordorder.output.cache import Cache
from wordorder.output.cells import Cell, Estimate
from wordorder.output.console import A_FILE, Screen, screen_of
from wordorder.output.escaping import visible
from wordorder.output.files import Outputs, open_output
from wordorder.output.job import Job
from wordorder.output.jsontext import document, dumps
from wordorder.output.progress import Meter, as_meter, follow_files, show_progress
from wordorder.output.records import (
    Records,
    RecordSink,
    RecordWriter,
    check_records_path,
    open_records,
    record_format,
    record_sink,
)
from wordorder.output.results import Result, read_result
from wordorder.output.showing import FORMATS, Format, show
from wordorder.output.signature import signature, signature_part
from wordorder.output.tables import Column, Style, Table, render
from wordorder.output.temporary import temporary_folder
from wordorder.output.views import Card, View
from wordorder.output.wording import (
    counted,
    interval_name,
    interval_note,
    listed,
    number_text,
    ordinal,
)
from wordorder.output.wrapping import wrapped

__all__ = [
    "A_FILE",
    "FORMATS",
    "Cache",
    "Card",
    "Cell",
    "Column",
    "Estimate",
    "Format",
    "Job",
    "Meter",
    "Outputs",
    "RecordSink",
    "RecordWriter",
    "Records",
    "Result",
    "Screen",
    "Style",
    "Table",
    "View",
    "as_meter",
    "check_records_path",
    "counted",
    "document",
    "dumps",
    "follow_files",
    "interval_name",
    "interval_note",
    "listed",
    "number_text",
    "open_output",
    "open_records",
    "ordinal",
    "read_result",
    "record_format",
    "record_sink",
    "render",
    "screen_of",
    "show",
    "show_progress",
    "signature",
    "signature_part",
    "temporary_folder",
    "visible",
    "wrapped",
]
