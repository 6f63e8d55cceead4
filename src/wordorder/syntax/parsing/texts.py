"""A text, parsed line by line."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, NamedTuple, cast

from wordorder.errors import Argument, InputError, WordorderWarning
from wordorder.output import as_meter, counted, visible
from wordorder.syntax.dependency_batch import DependencyBatch
from wordorder.syntax.limits import LIMITS
from wordorder.syntax.parsing.parser import as_parser
from wordorder.syntax.reading import read_trees
from wordorder.text import read_lines, shown_name, split_words

if TYPE_CHECKING:
    from wordorder.output import Meter
    from wordorder.syntax.parsing.parser import Parser
    from wordorder.text import Input


class _Sentences(NamedTuple):
    """The sentences of a text, with single spaces between their words."""

    name: str
    lines: list[str]


def parse_texts(
    text: Input, parser: str | Parser, *, progress: bool | Meter = False
) -> DependencyBatch:
    r"""Parse a text with one sentence per line: one line, one tree.

    The words of the trees are those of the text, separated by spaces, so that alignments of the
    text fit the trees. With a parser for raw text they are what the parser makes of the text.

    Args:
        text: The sentences, plain or compressed; `-` is standard input. No line may be empty.
        parser: `spacy:MODEL`, `ginza`, or a parser with its options.
        progress: Whether to show progress.

    Returns:
        The trees; `str(tree)` is the CoNLL-U of one of them.

    Raises:
        InputError: The text cannot be read or has an empty line, the parser fails, or it does not
            return one tree with the same words for each line.
        MissingExtraError: The parser or its model is not installed.
        UsageError: Unknown parser.

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
    sentences = _read(text, chosen.raw)
    with as_meter(progress)("parsing", len(sentences.lines)) as advance:
        made = chosen.conllu(sentences.lines, advance)
    trees = _trees(made, chosen.name)
    _check(trees, sentences, chosen)
    return trees


def _read(text: Input, raw: bool) -> _Sentences:
    name, split = visible(shown_name(text)), str.split if raw else split_words
    lines, longest = [], 0
    for number, line in read_lines(text):
        words = split(line)
        if not words:
            raise InputError(
                f"{name}:{number}: the line is empty, so there is nothing to parse; "
                "remove it, here and in all files beside it"
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
        _warn_of_raw_text(name)
    return _Sentences(name, lines)


def _warn_of_raw_text(name: str) -> None:
    warnings.warn(
        WordorderWarning(
            f"{name}: no line has a space, so every sentence is one word; if the parser should "
            "split the sentences into words, use ",
            Argument("raw", "True"),
        ),
        stacklevel=2,
    )


def _trees(conllu: bytes, parser: str) -> DependencyBatch:
    """Read what a parser wrote; errors name the parser."""
    stream = io.BytesIO(conllu)
    try:
        batches = [cast("DependencyBatch", batch) for batch in read_trees(stream, "conllu")]
    except InputError as error:
        raise InputError(str(error).replace(shown_name(stream), f"<{parser}>", 1)) from error
    return DependencyBatch.join(batches)


def _check(trees: DependencyBatch, sentences: _Sentences, parser: Parser) -> None:
    """Reject trees that do not fit the text, line by line."""
    if len(trees) != len(sentences.lines):
        found, expected = counted(len(trees), "tree"), counted(len(sentences.lines), "line")
        raise InputError(
            f"{parser.name} returned {found} for {expected} of {sentences.name}; expected one "
            "for each: it must not split sentences"
        )
    if parser.raw:
        return
    for number, (words, line) in enumerate(zip(trees.sentences(), sentences.lines, strict=True), 1):
        given = line.split(" ")
        if words != given:
            raise _difference(f"{sentences.name}:{number}", words, given, parser)


def _difference(where: str, found: list[str], given: list[str], parser: Parser) -> InputError:
    at = next(
        (n for n, (one, other) in enumerate(zip(found, given, strict=False)) if one != other),
        min(len(found), len(given)),
    )
    shown = [
        f"'{visible(words[at])}'" if at < len(words) else "nothing" for words in (found, given)
    ]
    return InputError(
        f"{where}: {parser.name} has {shown[0]} as word {at + 1}, but the text has {shown[1]}; "
        "let it keep the words of the text, or use ",
        Argument("raw", "True"),
    )
