"""How close the preset `meteor` comes to METEOR 1.5, and what the rest is made of.

    pip install ".[bench]" pycocoevalcap && python benchmarks/meteor_scores.py [DATA]

DATA is a folder with wmt12 and wmt13; Java is needed, too. METEOR scores some systems of each in
three ways: with its own tokeniser and function words, as people use it; on our words in lower case;
on our words with our function words, so that only the matches differ. With paraphrases it does so
in the first way only. `--systems` sets how many systems of a year are scored, `--weighted` lets our
matcher know METEOR's weights, too.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from meteor import METEOR_STAGES, meteor_folder, paraphrase_table

import wordorder as wo
from wordorder.scoring.meteor import FREQUENT, meteor_parameters
from wordorder.text import tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
WAYS = ("as it is", "on our words", "… with our function words")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--systems", type=int, default=4)
    parser.add_argument("--weighted", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore", wo.WordorderWarning)
    print("| year | stages | METEOR | segments: Pearson | mean difference | mean distance ", end="")
    print("| systems: Pearson | in the same order |\n|---|---|---|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory(prefix="wordorder-meteor-") as folder:
        for year in (12, 13):
            texts = Texts(options.data / f"wmt{year}", year, options.systems, Path(folder))
            for stages in (METEOR_STAGES[:3], METEOR_STAGES):
                ours = our_scores(texts, stages, weighted=options.weighted)
                for way in WAYS[:1] if "paraphrase" in stages else WAYS:
                    compare(texts, stages, way, ours)


class Texts:
    """The outputs of some systems and their reference, as written and as words in lower case."""

    def __init__(self, data: Path, year: int, systems: int, folder: Path) -> None:
        files = sorted((data / "system-outputs" / "de-en").iterdir())
        self.year = year
        self.systems = [files[i * len(files) // systems] for i in range(systems)]
        self.reference = data / "references" / f"newstest20{year}-ref.en"
        self._folder = folder
        self._tokenize = tokenizer("13a")

    def words(self, path: Path) -> Path:
        made = self._folder / f"{path.name}.words"
        if not made.exists():
            lines = path.read_text("utf-8").removesuffix("\n").split("\n")
            sentences = (" ".join(self._tokenize(line)).lower() or "." for line in lines)
            made.write_text("".join(f"{sentence}\n" for sentence in sentences), "utf-8")
        return made

    def function_words(self) -> Path:
        made = self._folder / f"function-{self.year}"
        counts = Counter(self.words(self.reference).read_text("utf-8").split())
        found = (word for word, count in counts.items() if count * FREQUENT > counts.total())
        made.write_text("".join(f"{word}\n" for word in found), "utf-8")
        return made


def our_scores(texts: Texts, stages: Sequence[str], *, weighted: bool) -> wo.ScoreResult:
    weights = {stage: meteor_parameters("en").weights[stage] for stage in stages}
    matcher = wo.Matcher(
        "en",
        weights=weights if weighted else None,
        paraphrases=paraphrase_table() if "paraphrase" in stages else None,
    )
    systems = {path.name: path for path in texts.systems}
    options = {"preset": "meteor", "order_from": matcher, "resampling": wo.Resampling(1)}
    return wo.score([texts.reference], systems, lang="en", metrics="fuzzy", **options)


def their_scores(
    texts: Texts, system: Path, stages: Sequence[str], way: str
) -> tuple[float, list[float]]:
    """Of the system, and of its sentences."""
    weights = meteor_parameters("en").weights
    command = ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar"]
    command += [str(meteor_folder() / "meteor-1.5.jar")]
    if way == WAYS[0]:
        command += [str(system), str(texts.reference), "-norm"]
    else:
        command += [str(texts.words(system)), str(texts.words(texts.reference)), "-lower"]
    if way == WAYS[2]:
        command += ["-s", str(texts.function_words())]
    command += ["-l", "en", "-m", " ".join(stages)]
    command += ["-w", " ".join(str(float(weights[stage])) for stage in stages)]
    command += ["-a", str(paraphrase_table())] * ("paraphrase" in stages)
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    told = done.stdout.decode()
    final = re.search(r"^Final score:\s+(\S+)", told, re.MULTILINE)
    if final is None:
        raise SystemExit(f"METEOR gave no score: {' '.join(command)}")
    sentences = re.findall(r"^Segment \d+ score:\s+(\S+)", told, re.MULTILINE)
    return float(final[1]), [float(score) for score in sentences]


def compare(texts: Texts, stages: Sequence[str], way: str, ours: wo.ScoreResult) -> None:
    theirs = [their_scores(texts, system, stages, way) for system in texts.systems]
    a = ours.segment("meteor").ravel()
    b = np.concatenate([sentences for _, sentences in theirs])
    pairs = list(combinations(range(len(theirs)), 2))
    values = [ours.value(path.name, "meteor") for path in texts.systems]
    same = sum((values[i] < values[j]) == (theirs[i][0] < theirs[j][0]) for i, j in pairs)
    figures = f"{np.corrcoef(a, b)[0, 1]:.3f} | {(a - b).mean():+.3f} | {np.abs(a - b).mean():.3f}"
    shown = f"20{texts.year} | {' + '.join(stages)} | {way}"
    system_level = np.corrcoef(values, [score for score, _ in theirs])[0, 1]
    agreed = f"{system_level:.3f} | {same} of {len(pairs)} pairs"
    print(f"| {shown} | {figures} | {agreed} |", flush=True)
    scores = zip(texts.systems, values, theirs, strict=True)
    told = ", ".join(f"{path.name} {a:.4f} {b:.4f}" for path, a, (b, _) in scores)
    print(f"ours and METEOR's: {told}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
