"""What better matching is worth: agreement with people on WMT13, stage by stage.

    pip install ".[bench]" && python benchmarks/matching_effect.py DATA [PARAPHRASES]

DATA is a folder with WMT13's references, system outputs and pairwise rankings; PARAPHRASES is
METEOR's paraphrase-en.gz. Prints the table of docs/background/matching.md: coverage of the
reference, and Kendall's tau with human rankings at the segment level for the ordering score alone,
bp(|π|, |ref|) · pef, and for its mean with BLEU-1. A pair that the score ties is left out of the
first figure, (C - D) / (C + D), and counts in the second, (C - D) / (C + D + T); then the share of
such pairs. Pairs that people tied are not in the data.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from pathlib import Path

import numpy as np
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

import wordorder as wo
from wordorder import _kernels
from wordorder.alignment.matching.matcher import Matcher
from wordorder.scoring import sentence_bleu

STAGES = ("exact", "stem", "synonym", "paraphrase")


def main() -> None:
    data, paraphrases = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
    print("| pair | stages | coverage | ordering: tau, ties left out | counted | ties ", end="")
    print("| with BLEU-1: tau, ties left out | counted | ties |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for pair in ("de-en", "fr-en"):
        corpus = Corpus(data, pair)
        for count in range(1, len(STAGES) + (paraphrases is not None)):
            stages = STAGES[:count]
            matcher = Matcher(
                "en", stages=stages, paraphrases=paraphrases if "paraphrase" in stages else None
            )
            coverage, ordering = corpus.ordering(matcher)
            both = (ordering + corpus.bleu1) / 2
            figures = f"{coverage:.3f} | {corpus.taus(ordering)} | {corpus.taus(both)}"
            print(f"| {pair} | {' + '.join(stages)} | {figures} |", flush=True)


class Corpus:
    """References, system outputs and rankings of one language pair."""

    def __init__(self, data: Path, pair: str) -> None:
        tokenize = Tokenizer13a()

        def tokenized(path: Path) -> list[str]:
            return [tokenize(line) for line in path.read_text(encoding="utf-8").splitlines()]

        reference = tokenized(data / "references" / "newstest2013-ref.en")
        files = sorted((data / "system-outputs" / pair).iterdir())
        self.systems = {path.name.rsplit(".", 1)[-1]: n for n, path in enumerate(files)}
        self.segments = len(reference)
        self.hypotheses = [line for path in files for line in tokenized(path)]
        self.references = reference * len(files)
        words = _kernels.Interner()
        hypotheses, references = (
            words.intern("".join(f"{line.lower()}\n" for line in lines).encode())
            for lines in (self.hypotheses, self.references)
        )
        self.bleu1 = sentence_bleu(_kernels.bleu_statistics(hypotheses, [references], 1))
        self.judged = self.read_rankings(data / "rankings-pairwise" / f"{pair}.tsv")

    def read_rankings(self, path: Path) -> np.ndarray:
        """Rows of (better, worse), as places in the list of all hypotheses."""
        rows = []
        with path.open(encoding="utf-8", newline="") as file:
            for segment, better, worse in csv.reader(file, delimiter="\t"):
                if segment.isdigit():
                    line = int(segment) - 1
                    rows.append([self.place(name, line) for name in (better, worse)])
        return np.array(rows)

    def place(self, system: str, line: int) -> int:
        return self.systems[system.rsplit(".", 1)[-1]] * self.segments + line

    def ordering(self, matcher: Matcher) -> tuple[float, np.ndarray]:
        """Mean coverage of the reference, and bp · pef of each hypothesis."""
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, lines in (("hyp", self.hypotheses), ("ref", self.references)):
                paths.append(Path(folder, name))
                paths[-1].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            parts = [
                self.scored(batch.alignments) for batch in matcher.match_files(paths[0], paths[1])
            ]
        matched, lengths, pef = (np.concatenate(column) for column in zip(*parts, strict=True))
        with np.errstate(divide="ignore"):
            penalty = np.where(matched > lengths, 1, np.exp(1 - lengths / matched))
        return float((matched / lengths).mean()), np.nan_to_num(pef) * penalty

    @staticmethod
    def scored(batch: wo.AlignmentBatch) -> tuple[np.ndarray, ...]:
        permutations = wo.PermutationBatch.from_alignments(batch, "matched")
        scores = wo.ordering_scores(permutations.values, permutations.offsets, "pef")
        return permutations.lengths, batch.target_lengths, scores["pef"]

    def taus(self, scores: np.ndarray) -> str:
        """Tau with the ties of the score left out and counted, and their share."""
        better, worse = scores[self.judged[:, 0]], scores[self.judged[:, 1]]
        concordant, discordant = (better > worse).sum(), (better < worse).sum()
        gain, decided = concordant - discordant, concordant + discordant
        ties = 1 - decided / len(better)
        return f"{gain / decided:.3f} | {gain / len(better):.3f} | {ties:.1%}"


if __name__ == "__main__":
    main()
