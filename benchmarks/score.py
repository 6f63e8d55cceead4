"""Time and memory of `wordorder score` on WMT13 German–English.

    python benchmarks/score.py [FOLDER OF WMT13]

One system, then all 23 with every ordering metric, intervals, and all 253 pairs tested with 1,000
resamples; 3,000 sentences each. `--timing` tells what each step takes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from shell import run_command

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "wmt13"


def main() -> None:
    data = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    systems = sorted((data / "system-outputs" / "de-en").glob("*"))
    if not systems:
        print(f"skipped: there is no data of WMT13 in {data}")
        return
    reference = data / "references" / "newstest2013-ref.en"
    print("| what | seconds | peak memory, MB | steps |")
    print("|---|---:|---:|---|")
    for what, files, more in (
        ("one system", systems[:1], []),
        (f"{len(systems)} systems, all metrics, all pairs", systems, ["--metrics", "all"]),
    ):
        with TemporaryDirectory() as folder:
            out = Path(folder, "scores.txt")
            arguments = [reference, *files, "--lang", "en", "--timing", "-o", out, *more]
            seconds, megabytes = run_command(folder, ["score", *map(str, arguments)])
            steps = next(line for line in out.read_text("utf-8").split("\n") if " s, " in line)
        print(f"| {what} | {seconds:.1f} | {megabytes:,.0f} | {steps} |")


if __name__ == "__main__":
    main()
