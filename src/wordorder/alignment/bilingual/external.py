"""Any other aligner: a command that reads two texts and writes links in Pharaoh format."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wordorder.alignment.formats import read_alignments
from wordorder.alignment.lockstep import in_lockstep
from wordorder.alignment.symmetrization import checked_method
from wordorder.errors import InputError, UsageError
from wordorder.output import counted, temporary_folder, visible
from wordorder.output.process import run_program
from wordorder.text import open_parallel_text, read_blocks

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.alignment.symmetrization import Symmetrization
    from wordorder.text import Input

# Other programs may split words, or even lines, at these; here they are part of a word.
_OTHER_SPACES = re.compile(r"[^\S \t\n]")

_PLACEHOLDER = re.compile(r"\{(source|target|forward|reverse)\}")


@dataclass(frozen=True, slots=True)
class ExternalAligner:
    """An aligner that is an external program.

    Attributes:
        command: The program and its arguments, quoted as for a shell, though none is used.
            `{source}` and `{target}` stand for the files with the two texts. The program writes
            links to standard output, one line per sentence pair; or, if the command has
            `{forward}` and `{reverse}`, to these two files, one per direction, which are then
            symmetrised. In the forward direction a target word has at most one source word.
        install: Advice if the program is not found.

    Raises:
        UsageError: The command cannot be parsed, or lacks a placeholder.

    Examples:
        >>> aligner = ExternalAligner("fast_align_both.sh --quick {source} {target}")
        >>> aligner.both_ways, EFLOMAL.both_ways
        (False, True)
        >>> ExternalAligner("fast_align -i text")
        Traceback (most recent call last):
        wordorder.errors.UsageError: the aligner command needs {source} and {target} in
        place of the two texts: 'fast_align -i text'
    """

    command: str
    install: str = "install it, or give its path"

    def __post_init__(self) -> None:
        shown = f"'{visible(self.command)}'"
        try:
            arguments = shlex.split(self.command)
        except ValueError as error:
            raise UsageError(f"cannot parse the command {shown}: {error}") from error
        if not arguments or not self._has("{source}") or not self._has("{target}"):
            raise UsageError(
                "the aligner command needs {source} and {target} in place of the two texts: "
                f"{shown}"
            )
        if self._has("{forward}") != self._has("{reverse}"):
            raise UsageError(f"the command needs both {{forward}} and {{reverse}}: {shown}")

    @property
    def both_ways(self) -> bool:
        """Whether the program writes two alignments, one for each direction."""
        return self._has("{forward}")

    def align(
        self,
        source: Input,
        target: Input,
        *,
        method: Symmetrization | None = None,
    ) -> Generator[AlignmentBatch, None, None]:
        """Run the program and read its links.

        It gets copies of the texts: plain UTF-8, with `_` for white space inside words, which
        could change the word count. Temporary files are removed even if the run is interrupted.

        Args:
            source: The text, one sentence per line, words separated by spaces, plain or
                compressed; `-` is standard input.
            target: Its translation, line by line.
            method: Symmetrisation method; by default grow-diag-final-and.

        Raises:
            InputError: The texts differ in length; or the program is missing, fails, writes the
                wrong number of lines, or links words that do not exist.
            UsageError: Unknown method, or only one direction to symmetrise.
        """
        return self._run(source, target, self.checked_method(method))

    def checked_method(self, method: Symmetrization | None) -> Symmetrization:
        """Return the symmetrisation method, if there are two directions.

        Raises:
            UsageError: As in `align`.
        """
        if method is not None and not self.both_ways:
            raise UsageError(
                "nothing to symmetrise: the aligner prints one alignment; a command with "
                "{forward} and {reverse} writes two"
            )
        chosen: Symmetrization = "grow-diag-final-and" if method is None else method
        checked_method(chosen)
        return chosen

    def _run(
        self,
        source: Input,
        target: Input,
        method: Symmetrization,
    ) -> Generator[AlignmentBatch, None, None]:
        with (
            open_parallel_text([source, target]) as text,
            temporary_folder() as folder,
        ):
            if not text.lines:
                return
            run = _Run(folder, self._program, text.lines)
            for path, side in zip(text.paths, ("source", "target"), strict=True):
                _copy(path, run.file(side))
            run_program(
                [run.filled_in(argument) for argument in shlex.split(self.command)],
                output=run.file("output"),
                errors=run.file("errors"),
                install=self.install,
            )
            if not self.both_ways:
                yield from run.links("output")
                return
            streams = (run.links("forward"), run.links("reverse"))
            for forward, reverse in in_lockstep(("forward", "reverse"), streams):
                yield forward.symmetrize(reverse, method)

    @property
    def _program(self) -> str:
        return visible(Path(shlex.split(self.command)[0]).name)

    def _has(self, name: str) -> bool:
        return name in self.command


@dataclass(frozen=True, slots=True)
class _Run:
    """The files of one run: the two texts and the program's output."""

    folder: Path
    program: str
    size: int

    def file(self, name: str) -> Path:
        return self.folder / name

    def filled_in(self, argument: str) -> str:
        return _PLACEHOLDER.sub(lambda found: str(self.file(found[1])), argument)

    def links(self, name: str) -> Iterator[AlignmentBatch]:
        """Read one alignment; errors name the program, not the temporary file."""
        file, shown = self.file(name), f"<{self.program}>"
        self._check_size(file)
        try:
            yield from read_alignments(file, source=self.file("source"), target=self.file("target"))
        except InputError as error:
            raise InputError(str(error).replace(str(file), shown)) from error

    def _check_size(self, file: Path) -> None:
        if not file.is_file():
            raise InputError(f"{self.program} did not write the file {{{file.name}}}")
        with file.open("rb") as output:
            count = sum(1 for _ in output)
        if count != self.size:
            lines = counted(count, "line")
            pairs = counted(self.size, "sentence pair")
            raise InputError(
                f"{self.program} wrote {lines} for {pairs}; "
                "expected one line of links, such as 0-0 1-2, for each"
            )


def _copy(path: Input, file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="\n") as copy:
        copy.writelines(_OTHER_SPACES.sub("_", block.data.decode()) for block in read_blocks(path))


EFLOMAL = ExternalAligner(
    "eflomal-align --overwrite -s {source} -t {target} -f {forward} -r {reverse}",
    install="pip install eflomal",
)
"""Östling and Tiedemann (2016): more accurate than IBM Model 1, but slower; results vary slightly
from run to run, because it samples."""
