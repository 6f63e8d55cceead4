"""`wordorder reorderings`: what moves between two languages, and which moves a system keeps."""

from __future__ import annotations

from wordorder.cli.shared.lazy import LazyGroup

COMMANDS = {
    "analyze": "How much, how far and what a corpus reorders.",
    "testset": "Cut a corpus into sets with no, low, medium and high reordering.",
    "retained": "Which reorderings of the reference systems keep.",
    "sheet": "Draw reorderings for people to judge.",
    "agreement": "Bring their judgements together.",
}

HELP = """What moves between two languages, and which moves a system keeps.

A reordering is two neighbouring stretches of source words that change places in the target
(Birch, Blunsom and Osborne 2009). LINKS are files of word alignments, one sentence pair per line,
in Pharaoh's form unless said otherwise: `0-0 1-2`.
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

command = LazyGroup(
    name="reorderings",
    commands_in="wordorder.cli.reorderings.",
    known=COMMANDS,
    help=HELP,
    epilog=EPILOG,
)
