"""METEOR 1.5's own scores of WMT13's systems, as tables that `wordorder meta --scores` reads.

    python benchmarks/meteor_segments.py DATA FOLDER

Writes FOLDER/de-en.tsv and FOLDER/fr-en.tsv with the columns system, line and METEOR-1.5, for the
systems that were judged: all stages, paraphrases included, and METEOR's own tokeniser. Needs Java
and `pip install pycocoevalcap`. 30 systems take about ten minutes on two processors.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from meteor import meteor_folder

from wordorder.metaevaluation import read_judgements

METRIC = "METEOR-1.5"


def scores_of(system: Path, reference: Path) -> list[str]:
    jar = meteor_folder() / "meteor-1.5.jar"
    command = ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar)]
    command += [str(system), str(reference), "-l", "en", "-norm"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return re.findall(r"^Segment \d+ score:\s+(\S+)", done.stdout.decode(), re.MULTILINE)


def main() -> None:
    data, folder = Path(sys.argv[1], "wmt13"), Path(sys.argv[2])
    folder.mkdir(exist_ok=True)
    for pair in ("de-en", "fr-en"):
        (judged,) = read_judgements(data / f"rankings-pairwise/{pair}.tsv").values()
        rows = [f"system\tline\t{METRIC}\n"]
        for name in judged.systems:
            found = scores_of(
                data / "system-outputs" / pair / name, data / "references/newstest2013-ref.en"
            )
            rows += [f"{name}\t{line}\t{score}\n" for line, score in enumerate(found, start=1)]
            print(pair, name, len(found))
        (folder / f"{pair}.tsv").write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
