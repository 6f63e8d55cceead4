from wordorder.output.temporary import is_path as is_path
from wordorder.text.arrow import (
    ArrowColumn as ArrowColumn,
    null_rows as null_rows,
    text_cells as text_cells,
)
from wordorder.text.languages import (
    LANGUAGES as LANGUAGES,
    Language as Language,
    language as language,
)
from wordorder.text.naming import names_of_files as names_of_files, natural_order as natural_order
from wordorder.text.reader import (
    MAX_LINE_BYTES as MAX_LINE_BYTES,
    ParallelBlock as ParallelBlock,
    ParallelText as ParallelText,
    Readers as Readers,
    TextBlock as TextBlock,
    open_parallel_text as open_parallel_text,
    read_blocks as read_blocks,
    read_lines as read_lines,
    rereadable as rereadable,
    rereadable_texts as rereadable_texts,
)
from wordorder.text.records import (
    column_names as column_names,
    read_cells as read_cells,
    read_columns as read_columns,
    read_records as read_records,
    records_format as records_format,
)
from wordorder.text.source import (
    CopiedInput as CopiedInput,
    Input as Input,
    Place as Place,
    is_input as is_input,
    is_text_input as is_text_input,
    note_missing as note_missing,
    quoted as quoted,
    refuse_reused as refuse_reused,
    settled as settled,
    shown_name as shown_name,
)
from wordorder.text.tables import (
    TextTable as TextTable,
    finite_number as finite_number,
    read_table as read_table,
    whole_number as whole_number,
)
from wordorder.text.tokenizers import (
    Tokenizer as Tokenizer,
    TokenizerName as TokenizerName,
    looks_like_subwords as looks_like_subwords,
    looks_raw as looks_raw,
    looks_tokenized as looks_tokenized,
    read_word_counts as read_word_counts,
    split_words as split_words,
    tokenized_files as tokenized_files,
    tokenizer as tokenizer,
    tokenizer_names as tokenizer_names,
)
from wordorder.text.toml_files import TomlFile as TomlFile, kind_of as kind_of
