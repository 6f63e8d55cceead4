"""The program: its commands, `--version`, errors, closed pipes, Ctrl-C, and exit codes.

Exit codes: 0 success (also if the reader of a pipe stops early), 1 bad input, 2 wrong usage, 130
stopped by Ctrl-C, 143 or 129 ended by SIGTERM or SIGHUP.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from io import TextIOWrapper

import click

from wordorder.cli.commands import CommandError, LazyGroup, describe

# The module of each command, and its line in `wordorder --help`.
COMMANDS = {
    "score": ("score", "Score the word order of translations against references."),
    "report": ("report", "Make one web page of scores, verdicts, plots and sentences."),
    "demo": ("demo", "Show what the program does on a small sample."),
    "permutation": ("permutation", "Score permutations, one per line, and draw their trees."),
    "align": ("align", "Make, convert, symmetrise, evaluate and draw word alignments."),
    "reorderings": ("reorderings", "Measure what moves between languages, and what systems keep."),
    "profile": ("profile", "Compare the corpora of batch runs, and test their differences."),
    "preorder": ("preorder", "Put source words in target order by rules, and evaluate it."),
    "meta": ("meta", "Measure how well metrics agree with people."),
    "tune": ("tune", "Tune the weights of a combined score on human judgements."),
    "batch": ("batch", "Compute figures for every sentence pair of a corpus of any size."),
}

LONGEST_MESSAGE = 10_000
"""Characters of a message, which may quote input of any length."""

EPILOG = """
\b
Examples:
  wordorder demo
  wordorder score ref.txt systemA.txt systemB.txt --lang en
  echo "2 4 1 3" | wordorder permutation -
  wordorder permutation --explain --tree permutations.txt
  wordorder align show links.align -s source.txt -t target.txt
  wordorder permutation --help
"""


def version_text() -> str:
    """Return the versions of this package, its dependencies and its data."""
    import gzip
    from importlib.metadata import version
    from pathlib import Path
    from platform import python_version

    packages = ", ".join(f"{name} {version(name)}" for name in ("NumPy", "PyStemmer", "sacreBLEU"))
    # Read directly: the module for WordNet imports NumPy.
    wordnet = Path(__file__).parents[1] / "alignment/matching/data/wordnet.gz"
    with gzip.open(wordnet) as table:
        data = table.readline().decode("ascii").rstrip("\n")
    return (
        f"wordorder {version('wordorder')} (Python {python_version()}, {packages})\n"
        f"bundled data: {data}"
    )


class _PipeClosed(Exception):  # noqa: N818
    """The reader of the output has gone. Not an OSError, which click would handle itself."""


class _WholeProgram(LazyGroup):
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise _PipeClosed from error


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(version_text())
        ctx.exit()


@click.group(
    cls=_WholeProgram,
    package="wordorder.cli",
    known=COMMANDS,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the versions of the program and its data, and exit.",
)
def cli() -> None:
    """Measure how well translations order their words, whatever words they use."""


def main(typed: str = "wordorder") -> None:
    """Run the command line under this name, and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        # Escape characters of help and errors that the encoding lacks, such as ⟨; results are
        # always UTF-8. A stream that the caller closed is None.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    for ending in ("SIGTERM", "SIGHUP"):  # so that unfinished files are removed
        number = getattr(signal, ending, None)
        # Under `nohup`, keep ignoring SIGHUP.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, _: sys.exit(128 + number))
    if hasattr(signal, "pthread_kill"):
        sys.unraisablehook = _resend_signal
    sys.exit(run(sys.argv[1:], typed))


def _resend_signal(unraisable: sys.UnraisableHookArgs) -> None:
    """Resend a signal that Python swallowed while cleaning up."""
    from threading import Timer, main_thread

    error = unraisable.exc_value
    if isinstance(error, KeyboardInterrupt):
        number = int(signal.SIGINT)
    elif isinstance(error, SystemExit) and isinstance(error.code, int) and error.code > 128:
        number = error.code - 128
    else:
        sys.__unraisablehook__(unraisable)
        return
    again = Timer(0.01, signal.pthread_kill, [main_thread().ident, number])
    again.start()  # arrives after the clean-up


def run(arguments: Sequence[str], typed: str = "wordorder") -> int:
    """Run one command and return its exit code; errors become one line on standard error."""
    try:
        code = cli.main(
            list(arguments), prog_name=typed, standalone_mode=False, obj=tuple(arguments)
        )
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.ClickException as error:
        return _print(describe(error), error.exit_code)
    except CommandError as error:
        return _complain(str(error), error.exit_code)
    except (_PipeClosed, BrokenPipeError):
        # The reader, such as `head`, stopped early. Replace standard output, because Python
        # would raise again when it flushes it at exit.
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (click.Abort, KeyboardInterrupt):
        return _complain("stopped", 130)
    except OSError as error:
        return _complain(f"{error.filename or 'output'}: {error.strerror or error}", 1)
    except MemoryError:
        return _complain("not enough memory for this input", 1)
    return code if isinstance(code, int) else 0


def _complain(message: str, code: int) -> int:
    return _print(f"wordorder: {message}", code)


def _print(line: str, code: int) -> int:
    from wordorder.output.console import visible

    shown = line if len(line) <= LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE]}…"
    click.echo(visible(shown), err=True)
    return code
