"""One run of another program, without a shell, with nothing left behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from contextlib import suppress
from typing import TYPE_CHECKING

from wordorder.errors import InputError
from wordorder.output import visible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

LONGEST_SHOWN = 200  # characters of what a program says when it fails
TAIL = 1 << 16  # bytes of its standard error that are looked at
SECONDS_TO_CLEAN_UP = 2


def run_program(arguments: Sequence[str], *, output: Path, errors: Path, install: str) -> None:
    """Run a program to its end; if something else ends us before, it is ended, too.

    Args:
        arguments: The program and its arguments.
        output: The file that its standard output goes to.
        errors: The file for its standard error; the last line is shown if it fails.
        install: What to do if there is no such program.

    Raises:
        InputError: There is no such program, or it fails.
    """
    name = visible(arguments[0])
    program = _found(arguments[0])
    if program is None:
        raise InputError(f"cannot run '{name}': there is no such program; {install}")
    with output.open("wb") as out, errors.open("wb") as err:
        try:
            process = _started([program, *arguments[1:]], out.fileno(), err.fileno())
        except (OSError, ValueError) as error:  # ValueError: a NUL in an argument
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"cannot run '{name}': {reason}") from error
        try:
            code = process.wait()
        except BaseException:  # Ctrl-C above all
            _end(process)
            raise
    if code:
        how = f"failed with exit code {code}" if code > 0 else f"was ended by signal {-code}"
        said = _last_line(errors)
        raise InputError(f"{name} {how}" + (f": {said}" if said else " and printed no error"))


def _found(program: str) -> str | None:
    # Also where pip puts programs, which is not on the path if the environment is not activated.
    return shutil.which(program) or shutil.which(program, path=sysconfig.get_path("scripts"))


def _started(arguments: Sequence[str], output: int, errors: int) -> subprocess.Popen[bytes]:
    """Start it in a group of its own, so that the programs that it starts can be ended, too."""
    group = None if sys.platform == "win32" else 0
    return subprocess.Popen(
        arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, process_group=group
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """End it as Ctrl-C does, so that it removes its own temporary files; then for certain."""
    try:
        if sys.platform != "win32":
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(SECONDS_TO_CLEAN_UP)
    finally:
        if sys.platform == "win32":
            process.kill()
        else:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _last_line(errors: Path) -> str:
    with errors.open("rb") as file:
        file.seek(max(0, errors.stat().st_size - TAIL))
        lines = file.read().decode("utf-8", "replace").split("\n")
    said = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return visible(said if len(said) <= LONGEST_SHOWN else said[:LONGEST_SHOWN] + "…")
