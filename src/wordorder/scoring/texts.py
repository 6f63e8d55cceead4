"""The texts of a comparison: what systems wrote, and what they should have written."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from wordorder.errors import InputError, UsageError
from wordorder.output import counted, visible
from wordorder.scoring.keeping import split_lines
from wordorder.text import names_of_files, read_lines, shown_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordorder.output import Cache
    from wordorder.text import Tokenizer

Text: TypeAlias = str | os.PathLike[str] | Sequence[str]
"""A file with one sentence per line (`-` is standard input), or a list of sentences."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Lines of the same number for each system and each reference.

    Attributes:
        names: The systems.
        systems: Their outputs, line by line.
        references: What they are compared with.
    """

    names: tuple[str, ...]
    systems: tuple[tuple[str, ...], ...]
    references: tuple[tuple[str, ...], ...]

    @property
    def lines(self) -> int:
        """Number of sentences."""
        return len(self.references[0])

    @property
    def shape(self) -> tuple[int, int, int]:
        """Numbers of systems, references and sentences."""
        return len(self.systems), len(self.references), self.lines

    def rows(self) -> tuple[list[str], list[str]]:
        """Hypotheses and references as rows: system by system, for each the references."""
        hypotheses = [line for system in self.systems for _ in self.references for line in system]
        wanted = [line for reference in self.references for line in reference]
        return hypotheses, wanted * len(self.systems)

    def tokenized(
        self,
        words: Tokenizer,
        words_of_systems: Tokenizer,
        on_lines: Callable[[int], None],
        cache: Cache | None,
    ) -> Texts:
        """The same with blanks between the words; `on_lines` is told how many lines are done."""

        def split(lines: tuple[str, ...], tokenizer: Tokenizer) -> tuple[str, ...]:
            found = split_lines(lines, tokenizer, cache)
            on_lines(len(lines))
            return found

        return Texts(
            self.names,
            tuple(split(system, words_of_systems) for system in self.systems),
            tuple(split(reference, words) for reference in self.references),
        )


def read_texts(reference: Text | Sequence[Text], systems: Text | Mapping[str, Text]) -> Texts:
    """Read all texts and check that they go together.

    Raises:
        InputError: A file cannot be read, a text is empty, or their numbers of lines differ.
        UsageError: There is no system or no reference.
    """
    references, named = _as_references(reference), _as_systems(systems)
    if not references or not named:
        raise UsageError("give at least one reference and one system")
    labels = [_label(text, f"reference {n}") for n, text in enumerate(references, start=1)]
    labels += [_label(text, f"system {name}") for name, text in named.items()]
    read = [read_text(text) for text in (*references, *named.values())]
    for label, lines in zip(labels, read, strict=True):
        if not lines:
            raise InputError(f"{label} has no lines, so there is nothing to score")
        if len(lines) != len(read[0]):
            raise InputError(
                f"{labels[0]} has {counted(len(read[0]), 'line')}, but {label} has {len(lines):,}; "
                "line by line they must belong together"
            )
    count = len(references)
    return Texts(tuple(named), tuple(read[count:]), tuple(read[:count]))


def read_text(text: Text) -> tuple[str, ...]:
    """Read the lines of a file, or check that sentences are text."""
    if isinstance(text, (str, os.PathLike)):
        return tuple(line for _, line in read_lines(text))
    for number, sentence in enumerate(text):
        if not isinstance(sentence, str):
            raise UsageError(f"sentence {number} is a {type(sentence).__name__}, not text")
    return tuple(text)


def read_labels(labels: Text, sentences: int) -> tuple[str, ...]:
    """Read a label for each sentence.

    Raises:
        InputError: There are not as many labels as sentences.
    """
    read = read_text(labels)
    if len(read) != sentences:
        raise InputError(
            f"{_label(labels, 'the list of labels')} has {counted(len(read), 'line')} for "
            f"{counted(sentences, 'sentence')}"
        )
    return read


def _as_references(reference: Text | Sequence[Text]) -> list[Text]:
    if isinstance(reference, (str, os.PathLike)):
        return [reference]
    if not reference or any(isinstance(text, str) for text in reference):
        return [reference]  # type: ignore[list-item]  # sentences of one reference
    return list(reference)


def _as_systems(systems: Text | Mapping[str, Text]) -> dict[str, Text]:
    if isinstance(systems, Mapping):
        return dict(systems)
    if isinstance(systems, (str, os.PathLike)):
        return {names_of_files([systems])[0]: systems}
    return {"system": systems}


def _label(text: Text, name: str) -> str:
    return visible(shown_name(text)) if isinstance(text, (str, os.PathLike)) else name
