r"""Text input: plain or compressed, from a file, a stream or Arrow data, in bounded memory.

Also the table of languages and the tokenisers.

Examples:
    >>> import gzip, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "orders.gz")
    ...     _ = file.write_bytes(gzip.compress(b"2 1 3\r\n1 2"))
    ...     list(read_lines(file))
    [(1, '2 1 3'), (2, '1 2')]
"""

from __future__ import annotations

from wordorder.output.paths import is_path
from wordorder.text.arrow import ArrowColumn, note_missing, null_rows, settled, text_cells
from wordorder.text.cells import read_cells
from wordorder.text.languages import LANGUAGES, Language, language
from wordorder.text.naming import names_of_files, natural_order
from wordorder.text.parallel import ParallelBlock, ParallelText, open_parallel_text
from wordorder.text.places import Place, quoted
from wordorder.text.reader import MAX_LINE_BYTES, TextBlock, read_blocks, read_lines
from wordorder.text.readers import Readers
from wordorder.text.records import column_names, read_columns, read_records, records_format
from wordorder.text.rereading import rereadable, rereadable_texts
from wordorder.text.source import (
    CopiedInput,
    Input,
    is_input,
    is_text_input,
    refuse_reused,
    shown_name,
)
from wordorder.text.subwords import looks_like_subwords
from wordorder.text.tables import TextTable, finite_number, read_table, whole_number
from wordorder.text.tokenized_files import tokenized_files
from wordorder.text.tokenizers import (
    Tokenizer,
    TokenizerName,
    looks_raw,
    looks_tokenized,
    tokenizer,
    tokenizer_names,
)
from wordorder.text.toml_files import TomlFile, kind_of
from wordorder.text.words import read_word_counts, split_words

__all__ = [
    "LANGUAGES",
    "MAX_LINE_BYTES",
    "ArrowColumn",
    "CopiedInput",
    "Input",
    "Language",
    "ParallelBlock",
    "ParallelText",
    "Place",
    "Readers",
    "TextBlock",
    "TextTable",
    "Tokenizer",
    "TokenizerName",
    "TomlFile",
    "column_names",
    "finite_number",
    "is_input",
    "is_path",
    "is_text_input",
    "kind_of",
    "language",
    "looks_like_subwords",
    "looks_raw",
    "looks_tokenized",
    "names_of_files",
    "natural_order",
    "note_missing",
    "null_rows",
    "open_parallel_text",
    "quoted",
    "read_blocks",
    "read_cells",
    "read_columns",
    "read_lines",
    "read_records",
    "read_table",
    "read_word_counts",
    "records_format",
    "refuse_reused",
    "rereadable",
    "rereadable_texts",
    "settled",
    "shown_name",
    "split_words",
    "text_cells",
    "tokenized_files",
    "tokenizer",
    "tokenizer_names",
    "whole_number",
]
