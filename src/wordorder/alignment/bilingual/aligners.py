"""A text and its translation aligned by IBM Model 1, eflomal or any other program."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from wordorder.alignment.alignment import Symmetrization, checked_method
from wordorder.alignment.formats.registry import read_alignments
from wordorder.alignment.link_reading import in_lockstep
from wordorder.errors import InputError, UsageError
from wordorder.output.console import visible
from wordorder.output.process import run_program
from wordorder.output.progress import Meter, as_meter, follow_files
from wordorder.output.temporary import temporary_folder
from wordorder.output.wording import counted
from wordorder.text.reader import open_parallel_text, read_blocks
from wordorder.text.tokenizers import tokenized_files

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wordorder.alignment.batch import AlignmentBatch
    from wordorder.alignment.bilingual.ibm1 import Ibm1Model
    from wordorder.text.source import Input

Aligner = Literal["ibm1", "eflomal"]
ALIGNERS: tuple[Aligner, ...] = get_args(Aligner)

# White space that is part of a word here, but may split words or lines in other programs.
_OTHER_SPACES = re.compile(r"[^\S \t\n]")

_PLACEHOLDER = re.compile(r"\{(source|target|forward|reverse)\}")


@dataclass(frozen=True, slots=True)
class ExternalAligner:
    """An aligner that is an external program.

    Attributes:
        command: The program and its arguments, quoted as for a shell, but run without one.
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
        if not arguments or not {"source", "target"} <= self._placeholders:
            raise UsageError(
                "the aligner command needs {source} and {target} in place of the two texts: "
                f"{shown}"
            )
        if len({"forward", "reverse"} & self._placeholders) == 1:
            raise UsageError(f"the command needs both {{forward}} and {{reverse}}: {shown}")

    @property
    def both_ways(self) -> bool:
        """Whether the program writes two alignments, one for each direction."""
        return "forward" in self._placeholders

    @property
    def _placeholders(self) -> set[str]:
        return set(_PLACEHOLDER.findall(self.command))

    def align(
        self, source: Input, target: Input, *, method: Symmetrization | None = None
    ) -> Generator[AlignmentBatch, None, None]:
        """Run the program and read its links.

        The program gets copies of the texts: plain UTF-8, with `_` for white space inside words,
        at which it might split them. Temporary files are removed even after an interruption.

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
        """Return the symmetrisation method; only two directions allow a choice.

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
        self, source: Input, target: Input, method: Symmetrization
    ) -> Generator[AlignmentBatch, None, None]:
        with open_parallel_text([source, target]) as text, temporary_folder() as folder:
            if not text.lines:
                return
            for path, side in zip(text.paths, ("source", "target"), strict=True):
                _copy(path, folder / side)
            arguments = shlex.split(self.command)
            run_program(
                [
                    _PLACEHOLDER.sub(lambda placeholder: str(folder / placeholder[1]), argument)
                    for argument in arguments
                ],
                output=folder / "output",
                errors=folder / "errors",
                install=self.install,
            )
            program = visible(Path(arguments[0]).name)
            if not self.both_ways:
                yield from _read_links(folder / "output", program, text.lines)
                return
            directions = ("forward", "reverse")
            streams = [_read_links(folder / name, program, text.lines) for name in directions]
            for forward, reverse in in_lockstep(directions, streams):
                yield forward.symmetrize(reverse, method)


def _copy(path: Input, file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="\n") as copy:
        copy.writelines(_OTHER_SPACES.sub("_", block.data.decode()) for block in read_blocks(path))


def _read_links(file: Path, program: str, size: int) -> Iterator[AlignmentBatch]:
    """Read the links that a program wrote; errors name it, not the temporary file."""
    if not file.is_file():
        raise InputError(f"{program} did not write the file {{{file.name}}}")
    with file.open("rb") as output:
        count = sum(1 for _ in output)
    if count != size:
        raise InputError(
            f"{program} wrote {counted(count, 'line')} for {counted(size, 'sentence pair')}; "
            "expected one line of links, such as 0-0 1-2, for each"
        )
    source, target = file.with_name("source"), file.with_name("target")
    try:
        yield from read_alignments(file, source=source, target=target)
    except InputError as error:
        raise InputError(str(error).replace(str(file), f"<{program}>")) from error


EFLOMAL = ExternalAligner(
    "eflomal-align --overwrite -s {source} -t {target} -f {forward} -r {reverse}",
    install="pip install eflomal",
)
"""Östling and Tiedemann (2016): more accurate than IBM Model 1, but slower; results vary slightly
from run to run, because it samples."""


def align_texts(
    source: Input,
    target: Input,
    aligner: Aligner | Ibm1Model | ExternalAligner = "ibm1",
    *,
    method: Symmetrization | None = None,
    tokenize: str | None = None,
    source_tokenize: str | None = None,
    threads: int | None = None,
    progress: bool | Meter = False,
) -> Generator[AlignmentBatch, None, None]:
    r"""Link the words of a text and its translation.

    Args:
        source: The text, one sentence per line, words separated by spaces, plain or
            compressed; `-` is standard input.
        target: Its translation, line by line.
        aligner: `ibm1`, trained on the two texts themselves; `eflomal`; a trained model; or any
            other program.
        method: Symmetrisation method; by default grow-diag-final-and.
        tokenize: Tokeniser for both texts, as in `score`; by default they are already tokenised.
        source_tokenize: A different tokeniser for the source.
        threads: Number of threads; by default one per processor.
        progress: Whether to show progress.

    Raises:
        InputError: The texts differ in length, or an external program fails.
        UsageError: Unknown aligner or method, or only one direction to symmetrise.

    Examples:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     source, target = pathlib.Path(folder, "en"), pathlib.Path(folder, "es")
        ...     _ = source.write_text("the house\ngreen house\n")
        ...     _ = target.write_text("la casa\ncasa verde\n")
        ...     [str(links) for batch in align_texts(source, target) for links in batch]
        ['0-0 1-1', '0-1 1-0']
    """
    from wordorder.alignment.bilingual.ibm1 import Ibm1Model, train_ibm1

    if method is not None:
        checked_method(method)
    meter, tokenizers = as_meter(progress), [source_tokenize or tokenize, tokenize]

    def by_program(program: ExternalAligner) -> Generator[AlignmentBatch, None, None]:
        with (
            tokenized_files([source, target], tokenizers) as files,
            meter("aligning", None),
        ):
            yield from program.align(*files, method=method)

    def by_ibm1(model: Ibm1Model | None) -> Generator[AlignmentBatch, None, None]:
        # Both texts are read twice, which is impossible for standard input.
        with (
            tokenized_files([source, target], tokenizers) as tokenized,
            open_parallel_text(tokenized) as text,
        ):
            files, chosen = text.paths, method or "grow-diag-final-and"
            model = model or train_ibm1(*files, threads=threads, progress=meter)
            with follow_files(meter, "aligning", files) as advance:
                yield from model.align(*files, method=chosen, threads=threads, on_bytes=advance)

    if aligner == "ibm1":
        return by_ibm1(None)
    if isinstance(aligner, Ibm1Model):
        return by_ibm1(aligner)
    program = EFLOMAL if aligner == "eflomal" else aligner
    if not isinstance(program, ExternalAligner):
        raise UsageError.unknown("aligner", program, ALIGNERS)
    program.checked_method(method)
    return by_program(program)
