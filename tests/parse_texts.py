"""Parses as text, and small corpora: random trees with random or ruled reference orders."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np

from wordorder.alignment import Alignment, AlignmentBatch
from wordorder.preordering import read_parses, reorder

if TYPE_CHECKING:
    from collections.abc import Sequence

    Word = tuple[str, int, str, str]


def conllu(*sentences: Sequence[Word]) -> str:
    """Sentences of words: form, number of the head (0 for the root), relation, tag."""
    return "".join(
        "".join(
            f"{number}\t{form}\t_\t{upos}\t_\t_\t{head}\t{deprel}\t_\t_\n"
            for number, (form, head, deprel, upos) in enumerate(sentence, start=1)
        )
        + "\n"
        for sentence in sentences
    )


def chain(heads: Sequence[int]) -> list[Word]:
    """A sentence with these heads, counting from 0; -1 for the root."""
    return [(f"w{n}", head + 1, "root" if head < 0 else "dep", "X") for n, head in enumerate(heads)]


TAGS = ("NOUN", "VERB", "ADJ")
LABELS = ("nsubj", "obj", "obl", "obl:tmod", "amod", "case")
LEMMAS = ("of", "in")
FEATURES = ("_", "Number=Sing", "Number=Plur|Case=Acc,Dat")


def random_sentence(rng, most_words=9):
    words = int(rng.integers(1, most_words + 1))
    order = rng.permutation(words)
    heads = {int(order[0]): 0}
    for place in range(1, words):
        heads[int(order[place])] = int(order[rng.integers(place)]) + 1
    lines = []
    for word in range(words):
        label = "root" if heads[word] == 0 else str(rng.choice(LABELS))
        cells = [word + 1, f"w{rng.integers(1000)}", rng.choice(LEMMAS), rng.choice(TAGS), "_"]
        cells += [rng.choice(FEATURES), heads[word], label, "_", "_"]
        lines.append("\t".join(map(str, cells)))
    return "\n".join(lines) + "\n\n", words


def random_trees(seed, sentences):
    rng = np.random.default_rng(seed)
    made = [random_sentence(rng) for _ in range(sentences)]
    return read_parses(io.StringIO("".join(text for text, _ in made)))


def random_links(seed, trees, share_linked=0.8):
    """Links to random targets; some words have none, some share theirs."""
    rng = np.random.default_rng(seed)
    rows = []
    for length in trees.lengths.tolist():
        links = [
            f"{word}-{rng.integers(length)}"
            for word in range(length)
            if rng.random() < share_linked
        ]
        rows.append(Alignment.parse(" ".join(links), length))
    return AlignmentBatch.from_alignments(rows)


def ruled_links(trees, rules):
    """The orders that rules make, every word linked."""
    orders = reorder(trees, rules)
    rows = []
    for row in range(len(orders)):
        ranks = orders[row].ranks.tolist()
        links = " ".join(f"{word}-{rank}" for word, rank in enumerate(ranks))
        rows.append(Alignment.parse(links, len(ranks)))
    return AlignmentBatch.from_alignments(rows)
