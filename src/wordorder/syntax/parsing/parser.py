"""What every parser can do, and parsers by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from wordorder.errors import Argument, UsageError, expect
from wordorder.syntax.parsing.spacy_parser import GINZA_MODEL, SpacyParser

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

GINZA = "ginza"
SPACY = "spacy"
PARSERS = (f"{SPACY}:MODEL", GINZA)
"""What `parser_named` takes."""


@runtime_checkable
class Parser(Protocol):
    """Turns sentences into CoNLL-U."""

    @property
    def raw(self) -> bool:
        """Whether it splits sentences into words; otherwise these are separated by spaces."""

    @property
    def name(self) -> str:
        """What it is called in messages."""

    @property
    def signature(self) -> str:
        """What determines its parses, with versions."""

    def conllu(self, sentences: Sequence[str], advance: Callable[[int], None]) -> bytes:
        """Parse sentences, one tree for each; `advance` is called with the number done."""


def parser_named(name: str, *, raw: bool = False) -> SpacyParser:
    """Return the parser of a name: `spacy:MODEL`, or `ginza` for Japanese.

    Args:
        name: The name. The model is an installed package, such as en_core_web_sm, or a folder.
        raw: Whether the parser splits the sentences into words.

    Raises:
        UsageError: There is no such parser.

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
    if name == GINZA:
        return SpacyParser(GINZA_MODEL, raw=raw)
    if library == SPACY:
        return SpacyParser(model, raw=raw)
    raise UsageError.unknown("parser", name, PARSERS)


def as_parser(parser: str | Parser) -> Parser:
    """Return a parser as it is, or that of a name.

    Raises:
        UsageError: This is neither.
    """
    chosen = parser_named(parser) if isinstance(parser, str) else parser
    if not isinstance(chosen, Parser):
        raise UsageError(Argument("parser"), f" must be a parser or its name, not {parser!r}")
    return chosen


def parser_signature(parser: str | Parser | None) -> list[str]:
    """The part of a signature that says what made the parses; none if they are from files."""
    return [] if parser is None else [f"parser:{as_parser(parser).signature.replace('|', '_')}"]
