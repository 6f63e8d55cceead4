"""IBM Model 1 as a file: plain text, with a column for each direction.

::

    wordorder-ibm1 2
    case            folded
    sentence pairs  30000
    iterations      5
    prior           0.001
    word pairs      2
    house           maison          0.71325         0.65002
    house           chambre         0.12            0

The columns are separated by tabs: a source word, a target word, p(target | source) and
p(source | target). A probability of 0 stands for one too small to keep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from typing import TextIO

    from numpy.typing import NDArray

    from wordorder.alignment.bilingual.ibm1_model import Ibm1Model

FIRST_LINE = "wordorder-ibm1 2"
CASES = {"folded": True, "kept": False}

ROWS_AT_ONCE = 10_000


def write_model(model: Ibm1Model, file: TextIO) -> None:
    """Write a model; equal models give equal bytes, however their words are numbered."""
    pairs = _both_directions(model)
    case = next(name for name, fold_case in CASES.items() if fold_case == model.fold_case)
    file.write(f"{FIRST_LINE}\n")
    file.write(f"case\t{case}\n")
    file.write(f"sentence pairs\t{model.training.sentence_pairs}\n")
    file.write(f"iterations\t{model.training.iterations}\n")
    file.write(f"prior\t{model.training.prior!r}\n")
    file.write(f"word pairs\t{len(pairs.sources)}\n")
    for start in range(0, len(pairs.sources), ROWS_AT_ONCE):
        columns = (column[start : start + ROWS_AT_ONCE].tolist() for column in pairs)
        file.writelines(
            f"{model.source_words[source]}\t{model.target_words[target]}"
            f"\t{forward:.5g}\t{reverse:.5g}\n"
            for source, target, forward, reverse in zip(*columns, strict=True)
        )


class _Pairs(NamedTuple):
    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    forward: NDArray[np.float32]
    reverse: NDArray[np.float32]


def _both_directions(model: Ibm1Model) -> _Pairs:
    """Put the two directions side by side, sorted by source word, then likeliest first."""
    width = max(len(model.target_words), 1)
    there = model.forward.partners.astype(np.int64) * width + model.forward.words
    back = model.reverse.words.astype(np.int64) * width + model.reverse.partners
    keys, place = np.unique(np.concatenate([there, back]), return_inverse=True)
    forward, reverse = np.zeros((2, len(keys)), np.float32)
    forward[place[: len(there)]] = model.forward.probabilities
    reverse[place[len(there) :]] = model.reverse.probabilities
    sources, targets = np.divmod(keys, width)
    source_places, target_places = _alphabet(model.source_words), _alphabet(model.target_words)
    order = np.lexsort((target_places[targets], -reverse, -forward, source_places[sources]))
    return _Pairs(sources[order], targets[order], forward[order], reverse[order])


def _alphabet(words: tuple[str, ...]) -> NDArray[np.int64]:
    """Return the position of each word in alphabetical order."""
    places = np.empty(len(words), np.int64)
    places[sorted(range(len(words)), key=words.__getitem__)] = np.arange(len(words))
    return places
