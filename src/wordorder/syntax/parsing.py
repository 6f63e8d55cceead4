"""Parsers, built in or external, and texts parsed line by line."""

from __future__ import annotations

import io
import shlex
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Protocol, cast, runtime_checkable

from wordorder.errors import Argument, InputError, UsageError, WordorderWarning, expect
from wordorder.output.console import visible
from wordorder.output.progress import Meter, as_meter
from wordorder.output.temporary import temporary_folder
from wordorder.output.wording import counted
from wordorder.syntax.dependency import DependencyBatch
from wordorder.syntax.reading import read_trees
from wordorder.syntax.spacy_parser import GINZA_MODEL, SpacyParser
from wordorder.syntax.tree import LIMITS
from wordorder.text.reader import read_lines
from wordorder.text.source import Input, shown_name
from wordorder.text.tokenizers import split_words

# Limits on the output of a parser, since one that never stops would fill the disk.
MOST_BYTES = 1 << 28
MOST_TIMES_THE_TEXT = 1_000


@runtime_checkable
class Parser(Protocol):
    """A parser of sentences, with CoNLL-U as its output."""

    @property
    def raw(self) -> bool:
        """Whether it splits sentences into words; if not, words are separated by spaces."""

    @property
    def name(self) -> str:
        """Its name in messages."""

    @property
    def signature(self) -> str:
        """Everything that determines its parses, with versions."""

    def conllu(self, sentences: Sequence[str], advance: Callable[[int], None]) -> bytes:
        """Parse sentences into one tree each; `advance` is called with the number done."""


def parser_named(name: str, *, raw: bool = False) -> SpacyParser:
    """Return the parser of a name: `spacy:MODEL`, or `ginza` for Japanese.

    Args:
        name: The name. The model is an installed package, such as en_core_web_sm, or a folder.
        raw: Whether the parser splits the sentences into words.

    Raises:
        UsageError: The name is unknown.

    Examples:
        >>> parser_named("spacy:en_core_web_sm")
        SpacyParser(model='en_core_web_sm', raw=False)
        >>> parser_named("ginza", raw=True)
        SpacyParser(model='ja_ginza', raw=True)
        >>> parser_named("spaycy:en_core_web_sm")
        Traceback (most recent call last):
        wordorder.errors.UsageError: unknown parser 'spaycy:en_core_web_sm'; choose from
        spacy:MODEL, ginza
    """
    expect(name, str, "parser")
    library, _, model = name.partition(":")
    if name == "ginza":
        return SpacyParser(GINZA_MODEL, raw=raw)
    if library == "spacy":
        return SpacyParser(model, raw=raw)
    raise UsageError.unknown("parser", name, ("spacy:MODEL", "ginza"))


def as_parser(parser: str | Parser) -> Parser:
    """Return a parser unchanged, or the parser of a name.

    Raises:
        UsageError: The argument is neither a parser nor the name of one.
    """
    chosen = parser_named(parser) if isinstance(parser, str) else parser
    if not isinstance(chosen, Parser):
        raise UsageError(Argument("parser"), f" must be a parser or its name, not {parser!r}")
    return chosen


def parser_signature(parser: str | Parser | None) -> list[str]:
    """Return the part of a signature that names the parser; none if parses are from files."""
    return [] if parser is None else [f"parser:{as_parser(parser).signature.replace('|', '_')}"]


@dataclass(frozen=True, slots=True)
class ExternalParser:
    """A parser that is an external program.

    It reads sentences from standard input, one per line, in UTF-8, and writes their trees to
    standard output in CoNLL-U, one for each line.

    Attributes:
        command: The program and its arguments, quoted as for a shell, but run without one.
        raw: Whether it splits the sentences into words. If not, words are separated by single
            spaces, and it must keep them.

    Raises:
        UsageError: The command cannot be parsed.

    Examples:
        >>> parser = ExternalParser("udpipe --input=horizontal --tag --parse english.udpipe")
        >>> parser.name
        'udpipe'
        >>> ExternalParser("'udpipe --parse")
        Traceback (most recent call last):
        wordorder.errors.UsageError: cannot parse the command ''udpipe --parse': No closing
        quotation
    """

    command: str
    raw: bool = False

    def __post_init__(self) -> None:
        expect(self.command, str, "command")
        expect(self.raw, bool, "raw")
        try:
            arguments = shlex.split(self.command)
        except ValueError as error:
            raise UsageError(
                f"cannot parse the command '{visible(self.command)}': {error}"
            ) from error
        if not arguments:
            raise UsageError("the command of the parser is empty")

    @property
    def name(self) -> str:
        """The name of the program."""
        return visible(Path(shlex.split(self.command)[0]).name)

    @property
    def signature(self) -> str:
        """The command; the version of the program is unknown."""
        return visible(self.command) + " (raw text)" * self.raw

    def conllu(self, sentences: Sequence[str], advance: Callable[[int], None]) -> bytes:
        """Run the program.

        Temporary files are removed, and the program is stopped, even if the run is interrupted.

        Raises:
            InputError: The program is missing, fails, writes nothing, or never stops writing.
        """
        from wordorder.output.process import run_program

        with temporary_folder() as folder:
            text, output, errors = (folder / name for name in ("text", "output", "errors"))
            with text.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(f"{sentence}\n" for sentence in sentences)
            run_program(
                shlex.split(self.command),
                output=output,
                errors=errors,
                install="install it, or give its path",
                stdin=text,
                most_bytes=MOST_BYTES + MOST_TIMES_THE_TEXT * text.stat().st_size,
            )
            advance(len(sentences))
            written = output.read_bytes()
        if not written.strip():
            raise InputError(f"{self.name} wrote nothing to standard output; expected CoNLL-U")
        return written


def parse_texts(
    text: Input, parser: str | Parser, *, progress: bool | Meter = False
) -> DependencyBatch:
    r"""Parse a text with one sentence per line into one tree per line.

    The words of the trees are the words of the text, separated by spaces, so that alignments of the
    text fit the trees. A parser for raw text splits the text into words itself.

    Args:
        text: The sentences, plain or compressed; `-` is standard input. No line may be empty.
        parser: `spacy:MODEL`, `ginza`, or a parser with its options.
        progress: Whether to show progress.

    Returns:
        The trees; `str(tree)` is the CoNLL-U of a tree.

    Raises:
        InputError: The text cannot be read or has an empty line, the parser fails, or it does not
            return one tree with the same words for each line.
        MissingExtraError: The parser or its model is not installed.
        UsageError: The parser is unknown.

    Examples:
        >>> import io
        >>> def words_in_a_chain(sentences, advance):
        ...     return "".join(
        ...         f"{n}\t{word}\t_\tX\t_\t_\t{n - 1}\tdep\t_\t_\n" + "\n" * (n == len(words))
        ...         for words in map(str.split, sentences)
        ...         for n, word in enumerate(words, 1)
        ...     ).encode()
        >>> from types import SimpleNamespace
        >>> parser = SimpleNamespace(
        ...     raw=False, name="chains", signature="chains-1", conllu=words_in_a_chain
        ... )
        >>> trees = parse_texts(io.StringIO("We eat rice\nYou sleep\n"), parser)
        >>> [tree.heads.tolist() for tree in trees]
        [[-1, 0, 1], [-1, 0]]
    """
    chosen = as_parser(parser)
    name = visible(shown_name(text))
    sentences = _read_sentences(text, name, chosen.raw)
    with as_meter(progress)("parsing", len(sentences)) as advance:
        conllu = io.BytesIO(chosen.conllu(sentences, advance))
    try:
        batches = [cast("DependencyBatch", batch) for batch in read_trees(conllu, "conllu")]
    except InputError as error:
        raise InputError(str(error).replace(shown_name(conllu), f"<{chosen.name}>", 1)) from error
    trees = DependencyBatch.join(batches)
    _refuse_other_words(trees, name, sentences, chosen)
    return trees


def _read_sentences(text: Input, name: str, raw: bool) -> list[str]:
    """Return the sentences of a text, with single spaces between their words."""
    split = str.split if raw else split_words
    lines, longest = [], 0
    for number, line in read_lines(text):
        words = split(line)
        if not words:
            raise InputError(
                f"{name}:{number}: the line is empty, so there is nothing to parse; "
                "remove it here and in all files aligned with this one"
            )
        if len(words) > LIMITS.words:
            raise InputError(
                f"{name}:{number}: {len(words):,} words are too many to parse (at most "
                f"{LIMITS.words:,}); split or remove the line"
            )
        longest = max(longest, len(words))
        lines.append(" ".join(words))
    if not lines:
        raise InputError(f"{name}: there are no sentences")
    if longest == 1 and not raw:
        warnings.warn(
            WordorderWarning(
                f"{name}: no line has a space, so every sentence is one word; if the parser "
                "should split the sentences into words, use ",
                Argument("raw", "True"),
            ),
            stacklevel=3,
        )
    return lines


def _refuse_other_words(
    trees: DependencyBatch, name: str, sentences: list[str], parser: Parser
) -> None:
    """Reject trees that do not fit the text, line by line."""
    if len(trees) != len(sentences):
        returned, lines = counted(len(trees), "tree"), counted(len(sentences), "line")
        raise InputError(
            f"{parser.name} returned {returned} for {lines} of {name}; expected one "
            "for each line: the parser must not split sentences"
        )
    if parser.raw:
        return
    for number, (words, line) in enumerate(zip(trees.sentences(), sentences, strict=True), 1):
        pairs = enumerate(zip_longest(words, line.split(" ")), 1)
        place, pair = next((each for each in pairs if each[1][0] != each[1][1]), (0, ()))
        if pair:
            parsed, wanted = ("nothing" if word is None else f"'{visible(word)}'" for word in pair)
            raise InputError(
                f"{name}:{number}: {parser.name} has {parsed} as word {place}, but the text has "
                f"{wanted}; make the parser keep the words of the text, or use ",
                Argument("raw", "True"),
            )
