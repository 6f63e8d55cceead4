"""The program in a process of its own, for what only a real process can show."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NamedTuple

COMMAND = [sys.executable, "-m", "wordorder.cli"]


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


def environment(**changes: str) -> dict[str, str]:
    """Return the environment without what a developer's terminal may have put there."""
    kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR")}
    return {**kept, "TERM": "xterm-256color", **changes}


def start(command: list[str], stdin: bytes = b"", **changes: str) -> Outcome:
    """Run a command to its end."""
    done = subprocess.run(
        command, input=stdin, capture_output=True, check=False, env=environment(**changes)
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())
