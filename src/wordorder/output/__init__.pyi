from wordorder.output.cache import Cache as Cache
from wordorder.output.console import (
    NOT_A_TERMINAL as NOT_A_TERMINAL,
    Screen as Screen,
    screen_of as screen_of,
    visible as visible,
    wrapped as wrapped,
)
from wordorder.output.files import Outputs as Outputs, open_output as open_output
from wordorder.output.job import Job as Job
from wordorder.output.jsontext import document as document, dumps as dumps
from wordorder.output.progress import (
    Meter as Meter,
    as_meter as as_meter,
    follow_files as follow_files,
    show_progress as show_progress,
)
from wordorder.output.records import (
    Records as Records,
    RecordSink as RecordSink,
    RecordWriter as RecordWriter,
    check_records_path as check_records_path,
    open_records as open_records,
    record_format as record_format,
    record_sink as record_sink,
)
from wordorder.output.results import (
    FORMATS as FORMATS,
    Format as Format,
    Result as Result,
    read_result as read_result,
    show as show,
)
from wordorder.output.tables import (
    Cell as Cell,
    Column as Column,
    Estimate as Estimate,
    Style as Style,
    Table as Table,
    render as render,
)
from wordorder.output.temporary import temporary_folder as temporary_folder
from wordorder.output.views import Card as Card, View as View
from wordorder.output.wording import (
    counted as counted,
    interval_name as interval_name,
    interval_note as interval_note,
    listed as listed,
    number_text as number_text,
    ordinal as ordinal,
    signature as signature,
    signature_part as signature_part,
)
