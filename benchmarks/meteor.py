"""Agreement and speed of the matcher, side by side with METEOR 1.5 in one run.

    pip install ".[bench]" pycocoevalcap && python benchmarks/meteor.py [FOLDER OF WMT13]

Needs Java, too, and Linux. The texts are translations from German into English of WMT13, made
ready once for both programs: sacreBLEU's 13a, then lower case, which METEOR's matcher leaves to
the caller. The first part compares the matches of the two, sentence by sentence; what is better is
decided by one function for both: first with METEOR's `maxcov`, which its scorer uses, then with
`maxacc`. The second part measures time and memory of whole processes, with `maxcov`, both programs
on one core, then on all.

`--systems` sets how many systems of 3,000 sentences are compared; `--part` runs one part alone,
`--type` one kind of alignment. benchmarks/meteor_scores.py compares the scores.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wordorder.alignment.matching.match_batch import STAGES
from wordorder.alignment.matching.matcher import Matcher
from wordorder.text import tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wordorder.alignment.matching.match_batch import MatchBatch

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "wmt13"
METEOR_STAGES = ("exact", "stem", "synonym", "paraphrase")
TYPES = ("maxcov", "maxacc")
TIMED_SYSTEMS = 10
ROUNDS = 3
LISTED = 6  # at most as many examples of a kind


def main() -> None:
    options = parsed_arguments()
    missing = list(missing_requirements(options.data))
    if missing:
        print("skipped, as this is missing:", "; ".join(missing))
        return
    with tempfile.TemporaryDirectory(prefix="wordorder-meteor-") as folder:
        texts = Texts(options.data, Path(folder))
        for stages in (METEOR_STAGES[:3], METEOR_STAGES):
            for kind in [options.type] if options.type else TYPES:
                if options.part != "speed":
                    pairs = texts.write(texts.spread(options.systems))
                    print(agreement(pairs, stages, kind), flush=True)
            if options.part != "agreement":
                few, many = (texts.write(texts.systems[:count]) for count in (1, TIMED_SYSTEMS))
                print(speed(few, many, stages), flush=True)


def parsed_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--systems", type=int, default=2)
    parser.add_argument("--part", choices=["agreement", "speed"])
    parser.add_argument("--type", choices=TYPES)
    return parser.parse_args()


def missing_requirements(data: Path) -> Iterator[str]:
    if shutil.which("java") is None:
        yield "java (Debian: default-jre-headless)"
    if importlib.util.find_spec("pycocoevalcap") is None:
        yield "METEOR and its paraphrases (pip install pycocoevalcap)"
    if not (data / "system-outputs" / "de-en").is_dir():
        yield f"the data of WMT13 in {data}"
    if not Path("/proc/self/status").exists():
        yield "/proc, which tells how much memory a process takes"


# ---- Texts


class Pairs(NamedTuple):
    """Two files with the same number of lines."""

    hypotheses: Path
    references: Path
    lines: int


class Texts:
    """The outputs of the systems and their reference, as words in lower case."""

    def __init__(self, data: Path, folder: Path) -> None:
        self.systems = sorted((data / "system-outputs" / "de-en").iterdir())
        self._folder = folder
        self._tokenize = tokenizer("13a")
        self._prepared: dict[Path, str] = {}
        self._reference = self._words(data / "references" / "newstest2013-ref.en")

    def spread(self, count: int) -> list[Path]:
        """So many systems, from all over the alphabet."""
        return [self.systems[i * len(self.systems) // count] for i in range(count)]

    def write(self, systems: Sequence[Path]) -> Pairs:
        hypotheses, references = (
            self._folder / f"{side}-{len(systems)}" for side in ("hypotheses", "references")
        )
        hypotheses.write_text("".join(map(self._words, systems)), "utf-8")
        references.write_text(self._reference * len(systems), "utf-8")
        return Pairs(hypotheses, references, self._reference.count("\n") * len(systems))

    def _words(self, path: Path) -> str:
        if path not in self._prepared:
            lines = path.read_text("utf-8").removesuffix("\n").split("\n")
            # A line without words would be left out by METEOR.
            sentences = [" ".join(self._tokenize(line)).lower() or "." for line in lines]
            self._prepared[path] = "".join(f"{sentence}\n" for sentence in sentences)
        return self._prepared[path]


# ---- The two programs


class Match(NamedTuple):
    """Words of the hypothesis that are matched with words of the reference."""

    hypothesis: int
    hypothesis_words: int
    reference: int
    reference_words: int
    stage: str

    @property
    def words(self) -> int:
        return self.hypothesis_words + self.reference_words

    def links(self) -> Iterator[tuple[int, int]]:
        for i in range(self.hypothesis_words):
            for j in range(self.reference_words):
                yield self.hypothesis + i, self.reference + j


def meteor_folder() -> Path:
    # Not by an import, which would want PyTorch and more.
    package = importlib.util.find_spec("pycocoevalcap")
    return Path(package.submodule_search_locations[0], "meteor")


def paraphrase_table() -> Path:
    return meteor_folder() / "data" / "paraphrase-en.gz"


def meteor_command(pairs: Pairs, stages: Sequence[str], kind: str = "maxcov") -> list[str]:
    command = ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-cp"]
    command += [str(meteor_folder() / "meteor-1.5.jar"), "Matcher"]
    command += [str(pairs.hypotheses), str(pairs.references), "-l", "en", "-t", kind]
    command += ["-m", " ".join(stages)]
    return command + ["-a", str(paraphrase_table())] * ("paraphrase" in stages)


def meteor_matches(pairs: Pairs, stages: Sequence[str], kind: str) -> list[list[Match]]:
    done = subprocess.run(
        meteor_command(pairs, stages, kind),
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    # For each pair a title, the two sentences, the heads of the columns, the matches and nothing.
    rows = []
    lines = iter(done.stdout.decode().split("\n"))
    for title in lines:
        if not title.startswith("Alignment "):
            continue
        next(lines), next(lines), next(lines)
        matches = []
        while line := next(lines):
            reference, hypothesis, module, _ = line.split()
            places = (*map(int, hypothesis.split(":")), *map(int, reference.split(":")))
            matches.append(Match(*places, stages[int(module)]))
        rows.append(sorted(matches))
    if len(rows) != pairs.lines:
        sys.exit(f"METEOR gave {len(rows)} alignments for {pairs.lines} pairs")
    return rows


def our_matcher(stages: Sequence[str], synonyms: Path | None = None) -> Matcher:
    table = paraphrase_table() if "paraphrase" in stages else None
    return Matcher("en", synonyms=synonyms, paraphrases=table)


class OurRow(NamedTuple):
    matches: list[Match]
    exact: bool


def our_rows(batches: Iterable[MatchBatch]) -> list[OurRow]:
    rows = []
    for batch in batches:
        alignments = batch.alignments
        columns = (alignments.sources, alignments.targets, batch.stages)
        links = list(zip(*(column.tolist() for column in columns), strict=True))
        for row, (start, end) in enumerate(pairwise(alignments.offsets.tolist())):
            matches = matches_of_links(links[start:end])
            told = (batch.covered[row], -batch.chunks[row])
            if value(matches)[:2] != told:
                sys.exit(f"pair {len(rows) + 1}: the kernel says {told}, not {value(matches)}")
            rows.append(OurRow(matches, bool(batch.exact[row])))
    return rows


def matches_of_links(links: Sequence[tuple[int, int, int]]) -> list[Match]:
    """Find the phrases: a match links all their words with all, and none with others."""
    targets_of = defaultdict(list)
    for source, target, stage in links:
        targets_of[source].append((target, stage))
    sources_of = defaultdict(list)
    for source, targets in targets_of.items():
        sources_of[tuple(targets)].append(source)
    return [
        Match(sources[0], len(sources), targets[0][0], len(targets), STAGES[targets[0][1]])
        for targets, sources in sources_of.items()
    ]


# ---- Agreement

CRITERIA = ("covered words", "chunks", "displacement")


def value(matches: Sequence[Match]) -> tuple[int, int, int]:
    """What solutions are judged by, in this order; more is better."""
    chunks, end = 0, None
    for match in matches:  # by their place in the hypothesis
        chunks += (match.hypothesis, match.reference) != end
        end = (
            match.hypothesis + match.hypothesis_words,
            match.reference + match.reference_words,
        )
    displacement = sum(abs(match.hypothesis - match.reference) for match in matches)
    return sum(match.words for match in matches), -chunks, -displacement


def verdict(ours: Sequence[Match], theirs: Sequence[Match]) -> str:
    if links_of(ours) == links_of(theirs):
        return "identical"
    for criterion, a, b in zip(CRITERIA, value(ours), value(theirs), strict=True):
        if a != b:
            return f"{'wordorder' if a > b else 'METEOR'} better in {criterion}"
    return "equally good, other links"


def links_of(matches: Sequence[Match]) -> set[tuple[int, int]]:
    return {link for match in matches for link in match.links()}


def agreement(pairs: Pairs, stages: Sequence[str], kind: str) -> str:
    theirs = meteor_matches(pairs, stages, kind)
    ours = our_rows(our_matcher(stages).match_files(pairs.hypotheses, pairs.references))
    verdicts = [verdict(a.matches, b) for a, b in zip(ours, theirs, strict=True)]
    return "\n".join(
        [
            f"## Agreement, {kind}, {' + '.join(stages)}: {pairs.lines:,} pairs\n",
            *match_table([row.matches for row in ours], theirs),
            "",
            *verdict_table(verdicts, ours, theirs),
            "",
            *Differences(pairs, stages, kind, ours, theirs, verdicts).report(),
        ]
    )


def match_table(ours: Sequence[Sequence[Match]], theirs: Sequence[Sequence[Match]]) -> list[str]:
    rows = [("matches", lambda side: sum(map(len, side)))]
    rows += [
        (f"… by {stage}", lambda side, s=stage: sum(m.stage == s for row in side for m in row))
        for stage in METEOR_STAGES
    ]
    rows += [("covered words", lambda side: sum(value(row)[0] for row in side))]
    rows += [("chunks", lambda side: -sum(value(row)[1] for row in side))]
    table = ["| | METEOR 1.5 | wordorder |", "|---|---:|---:|"]
    return table + [f"| {what} | {count(theirs):,} | {count(ours):,} |" for what, count in rows]


def verdict_table(
    verdicts: Sequence[str], ours: Sequence[OurRow], theirs: Sequence[Sequence[Match]]
) -> Iterator[str]:
    yield (
        "| | sentence pairs | not searched in full | links of METEOR | of them in wordorder's | "
        "links of wordorder | of them in METEOR's |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|"
    names = ["identical", "equally good, other links"]
    names += [f"{side} better in {what}" for side in ("wordorder", "METEOR") for what in CRITERIA]
    groups = {name: {name} for name in names}
    groups["METEOR as good or better"] = {*names[:2], *names[5:]}
    groups["all"] = {*names}
    for title, kinds in groups.items():
        counts = Counter()
        for kind, (a, exact), b in zip(verdicts, ours, theirs, strict=True):
            if kind in kinds:
                links = links_of(a), links_of(b)
                counts.update(pairs=1, inexact=not exact, both=len(links[0] & links[1]))
                counts.update(wordorder=len(links[0]), METEOR=len(links[1]))
        shares = [
            f"{counts[side]:,} | {counts['both'] / max(1, counts[side]):.2%}"
            for side in ("METEOR", "wordorder")
        ]
        count = f"{counts['pairs']:,} ({counts['pairs'] / len(ours):.2%})"
        yield f"| {title} | {count} | {counts['inexact']:,} | {' | '.join(shares)} |"


class Differences:
    """Why METEOR is better in some pairs."""

    def __init__(
        self,
        pairs: Pairs,
        stages: Sequence[str],
        kind: str,
        ours: Sequence[OurRow],
        theirs: Sequence[Sequence[Match]],
        verdicts: Sequence[str],
    ) -> None:
        self._pairs, self._stages, self._kind = pairs, stages, kind
        self._ours, self._theirs = ours, theirs
        self._sentences = [
            [line.split(" ") for line in path.read_text("utf-8").split("\n")[: pairs.lines]]
            for path in (pairs.hypotheses, pairs.references)
        ]
        worse = {f"METEOR better in {criterion}" for criterion in CRITERIA[:2]}
        self._worse = [row for row, kind in enumerate(verdicts) if kind in worse]

    def report(self) -> Iterator[str]:
        refused = self._refused_matches()
        yield from self._reasons(refused)
        yield from self._refused_table(refused)
        yield from self._with_their_data(refused)
        yield from self._left_out()

    def _texts(self, row: int, match: Match) -> tuple[str, str]:
        hypothesis, reference = (side[row] for side in self._sentences)
        return (
            " ".join(hypothesis[match.hypothesis :][: match.hypothesis_words]),
            " ".join(reference[match.reference :][: match.reference_words]),
        )

    def _refused_matches(self) -> Counter[tuple[str, str, str]]:
        """Their matches that our stages do not allow, each with its stage and how often it is used.

        What ours makes of the two phrases alone tells: if they can be matched, or be put together
        from matches in one chunk, all their words are covered in one chunk.
        """
        used = Counter(
            (*self._texts(row, match), match.stage)
            for row, matches in enumerate(self._theirs)
            for match in matches
        )
        asked = [key for key in used if key[0] != key[1]]
        hypotheses, references = ([key[side] for key in asked] for side in range(2))
        answers = our_matcher(self._stages).match(hypotheses, references)
        refused = Counter()
        for key, covered, chunks in zip(asked, answers.covered, answers.chunks, strict=True):
            if covered < len(f"{key[0]} {key[1]}".split(" ")) or chunks > 1:
                refused[key] = used[key]
        return refused

    def _reasons(self, refused: Counter[tuple[str, str, str]]) -> Iterator[str]:
        rows_of: dict[str, list[int]] = {"data": [], "search": [], "bug": []}
        for row in self._worse:
            needs = any((*self._texts(row, m), m.stage) in refused for m in self._theirs[row])
            reason = "data" if needs else "bug" if self._ours[row].exact else "search"
            rows_of[reason].append(row)
        yield "| METEOR better in covered words or chunks, because | sentence pairs |"
        yield "|---|---:|"
        yield f"| it has a match that wordorder's data do not allow | {len(rows_of['data'])} |"
        yield f"| wordorder's search was not exact, and said so | {len(rows_of['search'])} |"
        yield f"| neither: a bug | {len(rows_of['bug'])} |\n"
        for reason in ("bug", "search"):
            for row in rows_of[reason][:LISTED]:
                yield from self._shown(reason, row)

    def _shown(self, reason: str, row: int) -> Iterator[str]:
        yield f"- {reason}, pair {row + 1}, not taken by the other:"
        for side in self._sentences:
            yield f"    - {' '.join(side[row])}"
        ours, theirs = self._ours[row].matches, self._theirs[row]
        for name, mine, others in (("METEOR", theirs, ours), ("wordorder", ours, theirs)):
            places = {match[:4] for match in others}
            own = [(*self._texts(row, m), *m[:4]) for m in mine if m[:4] not in places]
            yield f"    - {name} {value(mine)}: {own}"

    def _refused_table(self, refused: Counter[tuple[str, str, str]]) -> Iterator[str]:
        if not refused:
            return
        yield "| METEOR's matches that wordorder's data do not allow | different | used | such as |"
        yield "|---|---:|---:|---|"
        for stage in self._stages:
            of_stage = {key: count for key, count in refused.items() if key[2] == stage}
            if of_stage:
                often = sorted(of_stage, key=lambda key: (-of_stage[key], key))[:LISTED]
                examples = ", ".join(f"{a}–{b}" for a, b, _ in often)
                total = sum(of_stage.values())
                yield f"| {stage} | {len(of_stage)} | {total} | {examples} |"
        yield ""

    def _with_their_data(self, refused: Counter[tuple[str, str, str]]) -> Iterator[str]:
        """Ours again, with their other matches of words as synonyms of the user's own."""
        words = {key[:2] for key in refused if " " not in key[0] + key[1]}
        if not words:
            return
        file = self._pairs.hypotheses.with_name("synonyms.tsv")
        file.write_text("".join(f"{a}\t{b}\n" for a, b in sorted(words)), "utf-8")
        batches = our_matcher(self._stages, file).match_files(*self._pairs[:2])
        counts = Counter()
        for ours, theirs in zip(our_rows(batches), self._theirs, strict=True):
            a, b = value(ours.matches)[:2], value(theirs)[:2]
            counts["better" if a > b else "as good" if a == b else "worse"] += 1
            counts["exact, but worse"] += a < b and ours.exact
        told = ", ".join(f"{kind} in {counts[kind]:,}" for kind in ("better", "as good", "worse"))
        yield (
            f"With these {len(words)} pairs of words as the user's own synonyms, wordorder is in "
            f"(covered words, chunks) {told} ({counts['exact, but worse']} of them searched in "
            "full).\n"
        )

    def _left_out(self) -> Iterator[str]:
        """Our matches of two words that METEOR leaves alone: does it know them?

        It is asked for the two words by themselves, with one stage at a time: where two stages
        find the same match it sometimes makes none.
        """
        alone: Counter[tuple[str, str]] = Counter()
        for row, (ours, theirs) in enumerate(zip(self._ours, self._theirs, strict=True)):
            links = [link for match in theirs for link in match.links()]
            hypothesis, reference = ({link[side] for link in links} for side in range(2))
            for match in ours.matches:
                if match.hypothesis in hypothesis or match.reference in reference:
                    continue
                if match.words == 2:
                    alone[self._texts(row, match)] += 1
        asked = list(alone)
        files = [self._pairs.hypotheses.with_name(name) for name in ("alone-1", "alone-2")]
        for side, file in enumerate(files):
            file.write_text("".join(f"{words[side]}\n" for words in asked), "utf-8")
        known = set()
        for stage in self._stages[1:]:
            rows = meteor_matches(Pairs(*files, len(asked)), (STAGES[0], stage), self._kind)
            known |= {words for words, matches in zip(asked, rows, strict=True) if matches}
        yield (
            f"wordorder matches {alone.total():,} times two words that METEOR leaves alone; "
            f"{sum(alone[words] for words in known):,} of these matches METEOR makes itself if it "
            "is asked for the two words alone, with one stage at a time.\n"
        )


# ---- Speed

METEOR = "METEOR 1.5"
ON_ONE_CORE = """
import os, sys
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.execvp(sys.argv[1], sys.argv[1:])
"""
OURS = """
import sys
from wordorder.alignment.matching.matcher import Matcher
hypotheses, references, vectors, *table = sys.argv[1:]
matcher = Matcher("en", vectors=vectors or None, paraphrases=table[0] if table else None)
for batch in matcher.match_files(hypotheses, references):
    pass
"""


class Run(NamedTuple):
    """What a process took; of several runs the least of each."""

    seconds: float
    processor_seconds: float
    megabytes: float


def speed(few: Pairs, many: Pairs, stages: Sequence[str]) -> str:
    return "\n".join(
        [
            f"## Speed, {' + '.join(stages)}\n",
            f"Whole processes, the best of {ROUNDS} runs, in turn.\n",
            *speed_on("one core", [sys.executable, "-c", ON_ONE_CORE], few, many, stages),
            *speed_on(f"{os.cpu_count()} cores", [], few, many, stages),
        ]
    )


def speed_on(
    cores: str, prefix: list[str], few: Pairs, many: Pairs, stages: Sequence[str]
) -> Iterator[str]:
    runs: dict[tuple[str, int], list[Run]] = defaultdict(list)
    for _ in range(ROUNDS):  # in turn, so that what else the machine does meets both
        for pairs in (few, many):
            for name, command in commands(pairs, stages).items():
                runs[name, pairs.lines].append(measured(prefix + command))
    best = {key: Run(*map(min, zip(*took, strict=True))) for key, took in runs.items()}
    yield from speed_table(cores, best, few.lines, many.lines)


def commands(pairs: Pairs, stages: Sequence[str]) -> dict[str, list[str]]:
    """What is run, by its name in the table."""
    ways = {"wordorder": ""}
    if importlib.util.find_spec("wordllama") is not None:
        ways["wordorder with vectors"] = "wordllama"
    table = [str(paraphrase_table())] * ("paraphrase" in stages)
    start = [sys.executable, "-c", OURS, *map(str, pairs[:2])]
    ours = {name: [*start, vectors, *table] for name, vectors in ways.items()}
    return {METEOR: meteor_command(pairs, stages), **ours}


def speed_table(cores: str, best: dict[tuple[str, int], Run], few: int, many: int) -> Iterator[str]:
    yield (
        f"| on {cores} | {few:,} pairs, s | {many:,} pairs, s | warm, pairs per second | … of "
        f"processor time | peak memory, {few:,} pairs, MB | {many:,} pairs, MB |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|"
    rates = {}
    for name in dict.fromkeys(name for name, _ in best):
        a, b = best[name, few], best[name, many]
        rates[name] = [(many - few) / (b[i] - a[i]) for i in range(2)]
        yield (
            f"| {name} | {a.seconds:.2f} | {b.seconds:.2f} | {rates[name][0]:,.0f} | "
            f"{rates[name][1]:,.0f} | {a.megabytes:,.0f} | {b.megabytes:,.0f} |"
        )
    for name in list(rates)[1:]:
        ratios = [a / b for a, b in zip(rates[name], rates[METEOR], strict=True)]
        yield f"| {name} : {METEOR} | | | {ratios[0]:.1f} | {ratios[1]:.1f} | | |"
    yield ""


def measured(command: Sequence[str]) -> Run:
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0.0
    while True:
        # Of a finished process nothing is told any more, so the last answer counts.
        peak = max(peak, peak_megabytes(process.pid))
        ended, status, used = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        time.sleep(0.01)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"exit code {process.returncode}: {' '.join(command)}")
    return Run(seconds, used.ru_utime + used.ru_stime, peak)


def peak_megabytes(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text("ascii", "replace")
    return int((status.partition("VmHWM:")[2].split() or ["0"])[0]) / 1024


if __name__ == "__main__":
    main()
