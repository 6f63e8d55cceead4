"""Time and peak memory of one `wordorder` command, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# The peak as the process itself sees it; what wait4 reports begins with the size of its parent.
COMMAND = """
import sys
from wordorder.cli.program import run
code = run(sys.argv[1:])
status = open("/proc/self/status").read()
print(status.partition("VmHWM:")[2].split()[0])
sys.exit(code)
"""


def run_command(folder: str, arguments: Sequence[str]) -> tuple[float, float]:
    """Seconds and megabytes of `wordorder ARGUMENTS` in a folder; it must write to a file."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, *arguments],
        cwd=folder,
        check=True,
        stdout=subprocess.PIPE,
    )
    return time.perf_counter() - start, int(done.stdout) / 1024
