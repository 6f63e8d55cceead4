"""One run of an external program, without a shell; nothing is left running."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from wordorder.errors import InputError
from wordorder.output.console import visible

LONGEST_SHOWN = 200  # characters of a failed program's error message
TAIL = 1 << 16  # bytes of standard error to search for it
SECONDS_TO_CLEAN_UP = 2
SECONDS_BETWEEN_LOOKS = 0.2  # at the sizes of the output files


def run_program(
    arguments: Sequence[str],
    *,
    output: Path,
    errors: Path,
    install: str,
    stdin: Path | None = None,
    most_bytes: int | None = None,
) -> None:
    """Run a program to completion; an interrupt stops the program, too.

    Args:
        arguments: The program and its arguments.
        output: The file for standard output.
        errors: The file for standard error; its last line is shown on failure.
        install: Advice if the program is not found.
        stdin: The file for standard input; by default, standard input is empty.
        most_bytes: The most bytes that the program may write before it is ended; by default, there
            is no limit.

    Raises:
        InputError: The program is not found, it fails, or it writes too much.
    """
    name = visible(arguments[0])
    # pip's folder for programs is not on the path if the environment is not activated.
    scripts = sysconfig.get_path("scripts")
    program = shutil.which(arguments[0]) or shutil.which(arguments[0], path=scripts)
    if program is None:
        raise InputError(f"cannot run '{name}': program not found; {install}")
    with (
        Path(os.devnull if stdin is None else stdin).open("rb") as source,
        output.open("wb") as out,
        errors.open("wb") as err,
    ):
        try:
            # In its own process group, so that its child processes can be stopped, too.
            group = None if sys.platform == "win32" else 0
            process = subprocess.Popen(
                [program, *arguments[1:]],
                stdin=source,
                stdout=out,
                stderr=err,
                process_group=group,
            )
        except (OSError, ValueError) as error:  # ValueError: a NUL in an argument
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"cannot run '{name}': {reason}") from error
        try:
            code = _exit_code(process, name, (output, errors), most_bytes)
        except BaseException:  # Ctrl-C, or too much was written
            _terminate(process)
            raise
    if code:
        how = f"failed with exit code {code}" if code > 0 else f"was killed by signal {-code}"
        said = _last_line(errors)
        raise InputError(f"{name} {how}" + (f": {said}" if said else " and printed no error"))


def _exit_code(
    process: subprocess.Popen[bytes], name: str, files: Sequence[Path], most_bytes: int | None
) -> int:
    """Wait for the exit code of a program, unless it writes too much."""
    while True:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(None if most_bytes is None else SECONDS_BETWEEN_LOOKS)
        if sum(file.stat().st_size for file in files) > (most_bytes or 0):
            raise InputError(f"{name} wrote more than {most_bytes:,} bytes and was stopped")


def _terminate(process: subprocess.Popen[bytes]) -> None:
    """Interrupt a program as Ctrl-C does, so that it can clean up; then kill it."""
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
