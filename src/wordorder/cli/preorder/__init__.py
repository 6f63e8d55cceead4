"""`wordorder preorder`: put source words in target order by rules over parses, and judge that."""

from __future__ import annotations

from wordorder.cli.commands import LazyGroup

COMMANDS = {
    "apply": ("rules", "Put the words of parsed sentences in another order."),
    "evaluate": (
        "evaluation",
        "Score rules and parsers against the orders of aligned translations.",
    ),
    "errors": ("evaluation", "Find out what goes wrong: words, rules, parses."),
    "learn": ("rules", "Learn rules from parses and aligned translations."),
    "select": ("evaluation", "Choose the parses that give the best order."),
    "show": ("show", "Draw dependency trees before and after."),
    "check": ("rules", "Check a file of rules."),
    "export": ("rules", "Print a built-in set of rules."),
}

HELP = """Put source words in target order by rules over dependency parses, and judge the result.

Nothing is translated: the order that the rules make is compared with the order of the source words
in aligned translations.
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
