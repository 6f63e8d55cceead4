"""`wordorder preorder`: put source words in target order by rules over parses."""

from __future__ import annotations

from wordorder.cli.commands import LazyGroup

COMMANDS = {
    "apply": ("rules", "Reorder the words of parsed sentences by rules."),
    "evaluate": (
        "evaluation",
        "Score rules and parsers against the orders of aligned translations.",
    ),
    "errors": ("evaluation", "Find the words, rules and parses that go wrong."),
    "learn": ("rules", "Learn rules from parses and aligned translations."),
    "select": ("evaluation", "Choose the parses that give the best order."),
    "show": ("show", "Draw dependency trees before and after reordering."),
    "check": ("rules", "Check a file of rules."),
    "export": ("rules", "Print a built-in set of rules."),
}

HELP = """Put source words in target order by rules over dependency parses, and evaluate it.

Nothing is translated: the new order is compared with the order of the same words in aligned
translations.
"""

EPILOG = """
\b
Parsers: PARSES is a CoNLL-U file or, with one of these, a text with one
sentence per line.
  --parser spacy:MODEL  a spaCy model, such as spacy:en_core_web_sm, or its
                        folder: pip install "wordorder[spacy]" and
                        python -m spacy download MODEL
  --parser ginza        GiNZA, for Japanese: pip install "wordorder[ginza]"
  --parser-cmd COMMAND  any other program, run without a shell: it reads the
                        sentences from standard input, one per line, and
                        writes CoNLL-U, one tree for each
The words of the text are separated by spaces, and the parser must keep them,
so that links fit; with --raw it splits the sentences into words itself.

\b
Examples:
  wordorder preorder export sov -o rules.toml
  wordorder preorder apply parses.conllu --rules rules.toml -o reordered.txt
  wordorder preorder evaluate parses.conllu --align gold.align \\
      --rules none,sov
  wordorder preorder learn parses.conllu --align gold.align -o learned.toml
"""

preorder_command = LazyGroup(
    name="preorder",
    package=__name__,
    known=COMMANDS,
    help=HELP,
    epilog=EPILOG,
)
