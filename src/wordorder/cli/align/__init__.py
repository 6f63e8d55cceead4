"""`wordorder align`: make, convert, symmetrise, judge and draw word alignments."""

from __future__ import annotations

from wordorder.cli.shared.lazy import LazyGroup

COMMANDS = {
    "match": "Link a hypothesis with its reference.",
    "train": "Learn which words translate each other.",
    "apply": "Link the words of a text and its translation.",
    "convert": "Read one format and write another.",
    "symmetrize": "Make one alignment out of two directions.",
    "evaluate": "Precision, recall, F1 and error rate against gold links.",
    "permutations": "Turn alignments into permutations.",
    "show": "Draw alignments as grids and crossing lines.",
}

HELP = """Make, convert, symmetrise, judge and draw word alignments.

A file has one sentence pair per line, in Pharaoh's form unless said otherwise: `0-0 1-2 2?1`
links source word 0 with target word 0, 1 with 2 and, only possibly, 2 with 1.
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

command = LazyGroup(
    name="align",
    commands_in="wordorder.cli.align.",
    known=COMMANDS,
    help=HELP,
    epilog=EPILOG,
)
