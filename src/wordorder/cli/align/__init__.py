"""`wordorder align`: make, convert, symmetrise, evaluate and draw word alignments."""

from __future__ import annotations

from wordorder.cli.commands import LazyGroup

COMMANDS = {
    "match": ("match", "Match the words of translations and references."),
    "train": ("aligners", "Train an IBM Model 1 aligner."),
    "apply": ("aligners", "Align a text with its translation."),
    "convert": ("links", "Convert between alignment formats."),
    "symmetrize": ("links", "Combine the alignments of two directions."),
    "evaluate": ("links", "Precision, recall, F1 and AER against gold links."),
    "permutations": ("permutations", "Convert alignments to permutations."),
    "show": ("show", "Draw alignments as grids and crossing lines."),
}

HELP = """Make, convert, symmetrise, evaluate and draw word alignments.

Alignment files have one sentence pair per line, by default in Pharaoh format: `0-0 1-2 2?1` links
source word 0 with target word 0 and 1 with 2; the link of 2 with 1 is only possible, not sure.
"""

EPILOG = """
\b
Examples:
  wordorder align match reference.txt system.txt --lang en -o links.align
  wordorder align apply source.txt target.txt --align ibm1 -o links.align
  wordorder align convert gold.naacl --from naacl -o gold.align
  wordorder align symmetrize forward.align reverse.align -o both.align
  wordorder align evaluate gold.align ours.align theirs.align
  wordorder align permutations links.align -s source.txt | \\
      wordorder permutation -
  wordorder align show links.align -s source.txt -t target.txt --lines 3
"""

align_command = LazyGroup(
    name="align",
    package=__name__,
    known=COMMANDS,
    help=HELP,
    epilog=EPILOG,
)
