"""The file formats of alignments, a reader and a writer for each."""
