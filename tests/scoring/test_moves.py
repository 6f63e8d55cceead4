"""The moves of all translations at once are those of single sentences."""

from __future__ import annotations

import json
import random

import pytest

import wordorder as wo
from oracles.alignments import components
from oracles.mending import moved
from wordorder.cli.demo import SAMPLE, SYSTEMS
from wordorder.errors import UsageError
from wordorder.output import dumps
from wordorder.permutation import Permutation
from wordorder.scoring.moves import moves_of_translations

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

FEW = wo.Resampling(5)


def sample() -> wo.ScoreResult:
    reference, *systems = (SAMPLE / "de-en" / f"{name}.en" for name in ("reference", *SYSTEMS))
    return wo.score(reference, dict(zip(SYSTEMS, systems, strict=True)), lang="en", resampling=FEW)


def scrambled() -> wo.ScoreResult:
    """Repeated words, empty sentences, two references, and matches of several words."""
    rng = random.Random(4)
    words = ["big", "large", "cat", "cats", "the", "sees", "a", "b", "c", "d", "e", "f"]
    references = [
        [" ".join(rng.choices(words, k=rng.randint(0, 14))) for _ in range(40)] for _ in "ab"
    ]
    systems = {
        name: [" ".join(rng.sample(line.split(), len(line.split()))) for line in references[0]]
        for name in "AB"
    }
    return wo.score(references, systems, lang="en", tokenize="none", resampling=FEW)


def by_hand(translation: wo.ScoredTranslation, most: int) -> list[tuple]:
    """Gain, words of the block, and words it goes in front of."""
    links = translation.judged_links
    order = [target for _, targets in components(links) for target in targets]
    ranks = [sorted(order).index(target) for target in order]
    found = []
    for move in wo.mending_moves(Permutation(ranks), most):
        behind = [sorted(i for i, j in links if j == target) for target in order]
        block = list(dict.fromkeys(i for some in behind[move.start : move.stop] for i in some))
        found.append((move.start, move.stop, move.to, move.gain, block, [*behind, []][move.to]))
        order = list(moved(order, move.start, move.stop, move.to))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("make", [sample, scrambled])
@pytest.mark.parametrize("most", [0, 3, 6])
def test_moves_are_those_of_single_sentences(make, most) -> None:
    result = make()
    loaded = wo.ScoreResult.from_dict(json.loads(dumps(result.to_dict(sentences=True))))
    for one in (result, loaded):
        found = moves_of_translations(one, most)
        moves, row = found.moves, 0
        for system in range(len(one.systems)):
            for sentence in one.sentences:
                got = [
                    (
                        int(moves.start[k]),
                        int(moves.stop[k]),
                        int(moves.to[k]),
                        float(moves.gain[k]),
                        found.blocks[slice(*found.block_offsets[k : k + 2])].tolist(),
                        found.before[slice(*found.before_offsets[k : k + 2])].tolist(),
                    )
                    for k in range(*moves.offsets[row : row + 2])
                ]
                assert got == by_hand(sentence.translations[system], most)
                row += 1
        assert len(moves.offsets) == row + 1


def test_no_words_no_moves() -> None:
    found = moves_of_translations(wo.score(["", "a"], ["b", ""], resampling=FEW))
    assert found.moves.offsets.tolist() == [0, 0, 0]
    assert found.block_offsets.tolist() == found.before_offsets.tolist() == [0]


def test_moves_need_words() -> None:
    result = wo.ScoreResult.from_dict(json.loads(dumps(sample().to_dict())))
    with pytest.raises(UsageError, match="lacks the words of its sentences"):
        moves_of_translations(result)
