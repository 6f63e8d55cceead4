"""Any other parser: a command that reads sentences and writes CoNLL-U."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.errors import InputError, UsageError, expect
from wordorder.output import temporary_folder, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


# A parser may write this much, and more for a long text; else one that never stops fills the disk.
MOST_BYTES = 1 << 28
MOST_TIMES_THE_TEXT = 1_000


@dataclass(frozen=True, slots=True)
class ExternalParser:
    """A parser that is an external program.

    It reads sentences from standard input, one per line, in UTF-8, and writes their trees to
    standard output in CoNLL-U, one for each line.

    Attributes:
        command: The program and its arguments, quoted as for a shell, though none is used.
        raw: Whether it splits the sentences into words. Otherwise words are separated by single
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
        """The program."""
        return visible(Path(shlex.split(self.command)[0]).name)

    @property
    def signature(self) -> str:
        """The command; what versions it uses is known to the program alone."""
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
                given=text,
                most_bytes=MOST_BYTES + MOST_TIMES_THE_TEXT * text.stat().st_size,
            )
            advance(len(sentences))
            written = output.read_bytes()
        if not written.strip():
            raise InputError(f"{self.name} wrote nothing to standard output; expected CoNLL-U")
        return written
