"""`wordorder reorderings`: what moves between two languages, and what systems retain."""

from __future__ import annotations

from wordorder.cli.commands import LazyGroup

COMMANDS = {
    "analyze": ("corpora", "Measure how much, how far and what a corpus reorders."),
    "testset": ("corpora", "Split a corpus by amount of reordering."),
    "retained": ("systems", "Find which reorderings of the reference systems retain."),
    "sheet": ("systems", "Sample reorderings for human judgement."),
    "agreement": ("systems", "Summarise the judgements and their agreement."),
}

HELP = """Measure what moves between two languages, and which moves systems retain.

A reordering is a pair of adjacent source blocks that swap places in the target (Birch, Blunsom and
Osborne 2009). LINKS are word alignments, one sentence pair per line, by default in Pharaoh format:
`0-0 1-2`.
"""

EPILOG = """
\b
Examples:
  wordorder reorderings analyze en-ja.align -s en.txt -t ja.txt
  wordorder reorderings analyze en-ja.align --trees en.conllu --by pattern
  wordorder reorderings testset links.align -s src.txt -t ref.txt
  wordorder reorderings retained ref.align A.align B.align -s src.txt
  wordorder reorderings sheet ref.align A.align -s src.txt -r ref.txt \\
      -t A.txt --key key.tsv -o sheet.tsv
  wordorder reorderings agreement key.tsv sheet.tsv
"""

reorderings_command = LazyGroup(
    name="reorderings",
    package=__name__,
    known=COMMANDS,
    help=HELP,
    epilog=EPILOG,
)
