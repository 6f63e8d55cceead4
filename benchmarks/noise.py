"""Systems against noisy copies of themselves: is a verdict on word order about word order?

    python benchmarks/noise.py DATA [--page docs/background/validity.md] [--json FILE]

Three systems of WMT12 German–English. Words replaced by nonsense in place, misspelt, in another
form, removed or put in change word choice only: there must be no verdict, and no difference on the
words both have. Swapped neighbours change order only: there must be a verdict. Synonyms, marks and
words of a reference, which may be words of the sentence in other places, are reported.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from validity_data import arguments, read_lines, show, tokenized

import wordorder as wo
from wordorder.alignment.matching.synonyms import synsets
from wordorder.output import Column, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wordorder.scoring.result import ScoreResult

    Noise = Callable[[list[str], list[str], random.Random], list[str]]

SYSTEMS = ("onlineB", "uedin-wmt12", "jhu-hiero")
SWAP_SEEDS = 20
COPY_SEEDS = 5
ALPHA = 0.05
MARKS = ".,;:!?'\"()-"
OFTEN = 1e-3  # of all words of the reference: a function word


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seeds", type=int, default=SWAP_SEEDS, help="for swapped neighbours")
    parser.add_argument("--vectors", action="store_true", help="match words by vectors, too")
    options = parser.parse_args()
    matcher = wo.Matcher("en", **({"vectors": "wordllama"} if options.vectors else {}))
    reference, systems = read(options.data / "wmt12")
    rows = []
    for name, noise, seeds in experiments(
        function_words(reference), " ".join(reference).split(), options.seeds
    ):
        print(name, file=sys.stderr)
        found = [
            compared(reference, lines, noise, seed, matcher)
            for lines in systems
            for seed in range(seeds)
        ]
        rows.append([name, len(found), *summary(found)])
    copies = [
        [name, len(found), *summary(found)]
        for name, found in copies_compared(reference, systems, matcher)
    ]
    titles = (
        "Systems against noisy copies of themselves (copy − system)",
        "Two noisy copies of a system against each other",
    )
    tables = [table(one, title) for one, title in zip((rows, copies), titles, strict=True)]
    show(tables, options, "noise")


def read(folder: Path) -> tuple[list[str], list[list[str]]]:
    outputs = folder / "system-outputs" / "de-en"
    return (
        tokenized(read_lines(folder / "references" / "newstest2012-ref.en")),
        [tokenized(read_lines(outputs / f"newstest2012.de-en.{name}")) for name in SYSTEMS],
    )


def function_words(reference: list[str]) -> frozenset[str]:
    counts = Counter(word for line in reference for word in line.lower().split())
    return frozenset(word for word, n in counts.items() if n > OFTEN * counts.total())


# ---- Noise


def experiments(
    frequent: frozenset[str], pool: list[str], seeds: int
) -> Iterator[tuple[str, Noise, int]]:
    """The name of each experiment, what it does to a sentence, and the number of seeds."""
    for rate in (0.05, 0.2, 0.5):
        yield f"nonsense for {rate:.0%} of the words", nonsense(rate, lambda _: True), 1
        content = nonsense(rate, lambda word: word.lower() not in frequent)
        yield f"nonsense for {rate:.0%} of the content words", content, 1
        function = nonsense(rate, lambda word: word.lower() in frequent)
        yield f"nonsense for {rate:.0%} of the function words", function, 1
    yield "20% of the words removed", removed, 1
    yield "nonsense put in before 20% of the words", inserted, 1
    yield "20% of the words misspelt", in_place(0.2, misspelt), 1
    yield "20% of the words in another form", in_place(0.2, other_form), 1
    yield "synonyms for 20% of the words", in_place(0.2, synonym_among(pool)), 1
    yield "other marks for 20% of the marks", in_place(0.2, other_mark), 1
    yield "only the first word of the reference", first_of_reference, 1
    yield "words of its reference for 5% of the words", reference_words, 1
    yield "words of any reference for 5% of the words", words_of(pool), 1
    yield "1% of neighbours swapped", swapped, seeds


def nonsense(rate: float, chosen: Callable[[str], bool]) -> Noise:
    return in_place(rate, lambda word, rng: nonsense_word(rng) if chosen(word) else word)


def in_place(rate: float, changed: Callable[[str, random.Random], str]) -> Noise:
    def noise(words: list[str], _reference: list[str], rng: random.Random) -> list[str]:
        return [changed(word, rng) if rng.random() < rate else word for word in words]

    return noise


def nonsense_word(rng: random.Random) -> str:
    return "".join(rng.choices("qxzjkvw", k=10))


def misspelt(word: str, rng: random.Random) -> str:
    """Put a wrong letter into a word; a short one might become another."""
    if len(word) < 4 or not word.isalpha():
        return word
    place = rng.randrange(1, len(word))
    return word[:place] + rng.choice("abcdefghijklmnopqrstuvwxyz") + word[place + 1 :]


def other_form(word: str, _rng: random.Random) -> str:
    if len(word) < 4 or not word.isalpha():
        return word
    return word[:-1] if word.endswith("s") else f"{word}s"


def synonym_among(pool: list[str]) -> Callable[[str, random.Random], str]:
    words_of = defaultdict(set)
    for word in {word.lower() for word in pool}:
        for synset in synsets(word):
            words_of[synset].add(word)

    def synonym(word: str, rng: random.Random) -> str:
        known = {other for synset in synsets(word.lower()) for other in words_of[synset]}
        return rng.choice(sorted(known - {word.lower()}) or [word])

    return synonym


def other_mark(word: str, rng: random.Random) -> str:
    return rng.choice([mark for mark in MARKS if mark != word]) if word in MARKS else word


def removed(words: list[str], _reference: list[str], rng: random.Random) -> list[str]:
    return [word for word in words if rng.random() >= 0.2]


def inserted(words: list[str], _reference: list[str], rng: random.Random) -> list[str]:
    return [
        new
        for word in words
        for new in ([nonsense_word(rng)] if rng.random() < 0.2 else []) + [word]
    ]


def first_of_reference(_words: list[str], reference: list[str], _rng: random.Random) -> list[str]:
    return reference[:1]


def reference_words(words: list[str], reference: list[str], rng: random.Random) -> list[str]:
    return [rng.choice(reference) if rng.random() < 0.05 else word for word in words]


def words_of(pool: list[str]) -> Noise:
    def noise(words: list[str], _reference: list[str], rng: random.Random) -> list[str]:
        return reference_words(words, pool, rng)

    return noise


def swapped(words: list[str], _reference: list[str], rng: random.Random) -> list[str]:
    """Swap neighbours.

    Examples:
        >>> sum(swapped(["a", "b"], [], random.Random(seed)) == ["b", "a"] for seed in range(1000))
        7
    """
    words, place = list(words), 0
    while place + 1 < len(words):
        if rng.random() < 0.01:
            words[place : place + 2] = reversed(words[place : place + 2])
            place += 1
        place += 1
    return words


def every_second_repeat(remainder: int) -> Noise:
    """Nonsense for the first, or the second, of every two equal words."""

    def noise(words: list[str], _reference: list[str], rng: random.Random) -> list[str]:
        seen: Counter[str] = Counter()
        counts = Counter(word.lower() for word in words)
        found = []
        for word in words:
            place = seen[word.lower()]
            seen[word.lower()] += 1
            has_another = (place ^ 1) < counts[word.lower()]
            lost = has_another and place % 2 == remainder
            found.append(nonsense_word(rng) if lost else word)
        return found

    return noise


# ---- Comparisons


def copies_compared(
    reference: list[str], systems: list[list[str]], matcher: wo.Matcher
) -> Iterator[tuple[str, list[ScoreResult]]]:
    """Two copies of each system: each loses other words of its own."""
    kinds = {
        f"nonsense for {rate:.0%} of the words": ([nonsense(rate, lambda _: True)] * 2, COPY_SEEDS)
        for rate in (0.2, 0.5)
    }
    kinds["nonsense for the first or second of two equal words"] = (
        [every_second_repeat(remainder) for remainder in (0, 1)],
        1,
    )
    for name, (noises, seeds) in kinds.items():
        print("two copies:", name, file=sys.stderr)
        found = []
        for lines, seed in product(systems, range(seeds)):
            both = [noisy(reference, lines, noise, 2 * seed + k) for k, noise in enumerate(noises)]
            found.append(scored(reference, *both, matcher))
        yield name, found


def compared(
    reference: list[str], lines: list[str], noise: Noise, seed: int, matcher: wo.Matcher
) -> ScoreResult:
    return scored(reference, lines, noisy(reference, lines, noise, seed), matcher)


def noisy(reference: list[str], lines: list[str], noise: Noise, seed: int) -> list[str]:
    rng = random.Random(seed)
    return [
        " ".join(noise(line.split(), wanted.split(), rng))
        for line, wanted in zip(lines, reference, strict=True)
    ]


def scored(
    reference: list[str], system: list[str], copy: list[str], matcher: wo.Matcher
) -> ScoreResult:
    texts = {"system": system, "noisy": copy}
    return wo.score(reference, texts, order_from=matcher, tokenize="none")


def summary(results: list[ScoreResult]) -> list[str | float | int | None]:
    """Differences by the leading metric, then by the metric that differs most; verdicts; share."""
    leading = getattr(results[0], "leading", results[0].ordering)
    own = np.mean([r.value("noisy", leading) - r.value("system", leading) for r in results])
    if getattr(results[0], "shared", None) is None:
        return [leading, float(own), None, None, None, None, None]
    pairs = [result.comparison("system", "noisy") for result in results]
    shared = [pair.shared[leading] for pair in pairs]
    verdicts = sum(
        pair.withheld is None and one.difference != 0 and one.p_value < ALPHA
        for pair, one in zip(pairs, shared, strict=True)
    )
    reasons = {pair.withheld for pair in pairs}
    return [
        leading,
        float(own),
        float(np.mean([one.difference for one in shared])),
        largest(max(abs(d.difference) for pair in pairs for d in pair.shared.values())),
        float(np.mean([pair.share for pair in pairs])),
        f"{verdicts} of {len(results)}",
        "; ".join(sorted(reason for reason in reasons if reason)) or None,
    ]


def largest(difference: float) -> str | None:
    if np.isnan(difference):
        return None
    return "exactly 0" if difference == 0 else f"{difference:.4f}"


def table(rows: list[list[str | float | int | None]], title: str) -> Table:
    return Table(
        [
            Column("noise", "left"),
            Column("runs"),
            Column("metric", "left"),
            Column("difference, own words", digits=4),
            Column("shared words", digits=4),
            Column("largest by any measure"),
            Column("share compared", digits=3),
            Column("verdicts"),
            Column("withheld, as", "left"),
        ],
        rows,
        title=title,
    )


if __name__ == "__main__":
    main()
