"""How likely a link is right: the kernel against the definitions of its features."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from kernel_calls import as_ragged
from messages import refused
from oracles import confidence as oracle
from oracles.confidence import Match
from strategies import ragged
from wordorder import _kernels
from wordorder.alignment import AlignmentBatch, Matcher, match_texts, write_alignments
from wordorder.alignment.matching.match_batch import STAGES
from wordorder.alignment.matching.weights import ConfidenceModel
from wordorder.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from hypothesis.strategies import DrawFn
    from numpy.typing import NDArray

    from wordorder.alignment.matching.match_batch import Stage

WORDS = 6
FREQUENT = (0, 3)
WEIGHTS = {
    "constant": 0.3,
    "before": 0.7,
    "after": 1.1,
    "crossed": -1.3,
    "displacement": -1.7,
    "jump": -0.23,
    "frequent_jump": -0.17,
    "repeated": -0.6,
    "dissimilar": -2.1,
}
OF_STAGES = [0.1 * number for number in range(len(STAGES))]


class Pair(NamedTuple):
    """A sentence pair and its matches, by their place in the hypothesis."""

    hypothesis: Sequence[int]
    reference: Sequence[int]
    matches: Sequence[Match]


def kernel_weights() -> _kernels.ConfidenceWeights:
    return _kernels.ConfidenceWeights(**WEIGHTS, stages=OF_STAGES)


def found(pairs: Sequence[Pair], threads: int = 1) -> list[list[float]]:
    """The values of the kernel, for each match of each pair."""
    rows = [
        [(i, j, m) for m in pair.matches for i in m.hypothesis for j in m.reference]
        for pair in pairs
    ]
    links = [link for row in rows for link in row]
    offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    values = _kernels.link_confidence(
        as_ragged(ragged([pair.hypothesis for pair in pairs])),
        as_ragged(ragged([pair.reference for pair in pairs])),
        _kernels.LinkRows(
            np.array([i for i, _, _ in links], np.int32),
            np.array([j for _, j, _ in links], np.int32),
            offsets,
            np.array([len(pair.hypothesis) for pair in pairs], np.int32),
            np.array([len(pair.reference) for pair in pairs], np.int32),
        ),
        np.array([m.stage for _, _, m in links], np.uint8),
        np.array([m.similarity for _, _, m in links]),
        frequent_words(),
        kernel_weights(),
        threads,
    )
    result = []
    for row, begin in zip(rows, offsets.tolist(), strict=False):
        of_match: dict[Match, set[float]] = {}
        for k, (_, _, match) in enumerate(row):
            of_match.setdefault(match, set()).add(float(values[begin + k]))
        assert all(len(same) == 1 for same in of_match.values())  # one value for a phrase
        result.append([same.pop() for same in of_match.values()])
    return result


def frequent_words() -> NDArray[np.uint8]:
    return np.isin(np.arange(WORDS), FREQUENT).astype(np.uint8)


def expected(pair: Pair) -> list[float]:
    return [
        oracle.confidence(
            oracle.features(match, pair.matches, pair.hypothesis, pair.reference, FREQUENT),
            match.stage,
            WEIGHTS,
            OF_STAGES,
        )
        for match in pair.matches
    ]


def small_pairs() -> Iterator[Pair]:
    """Every way to match the words of sentences of up to four words one by one."""
    text = [0, 1, 0, 2]
    for n, m in product(range(1, 5), repeat=2):
        for size in range(min(n, m) + 1):
            for sources in combinations(range(n), size):
                for targets in permutations(range(m), size):
                    links = zip(sources, targets, strict=True)
                    matches = [
                        Match(range(i, i + 1), range(j, j + 1), (i + j) % 4, 0.5 + j / 10)
                        for i, j in links
                    ]
                    yield Pair(text[:n], [3, *text][:m], matches)


@st.composite
def long_pairs(draw: DrawFn) -> Pair:
    """Sentences of up to 150 words, with phrases; most matches are in order."""
    count = draw(st.integers(0, 40))
    lengths = st.integers(1, 3)
    gaps = st.sampled_from([0, 0, 0, 1, 2])
    order = draw(st.one_of(st.just(list(range(count))), st.permutations(range(count))))
    in_hypothesis, n = _stretches([(draw(lengths), draw(gaps)) for _ in range(count)])
    in_reference, m = _stretches([(draw(lengths), draw(gaps)) for _ in range(count)])
    words = st.integers(0, WORDS - 1)
    return Pair(
        draw(st.lists(words, min_size=n, max_size=n)),
        draw(st.lists(words, min_size=m, max_size=m)),
        [
            Match(
                stretch,
                in_reference[order[number]],
                draw(st.integers(0, len(STAGES) - 1)),
                draw(st.floats(0, 1)),
            )
            for number, stretch in enumerate(in_hypothesis)
        ],
    )


def _stretches(parts: Sequence[tuple[int, int]]) -> tuple[list[range], int]:
    stretches, place = [], 0
    for length, gap in parts:
        stretches.append(range(place, place + length))
        place += length + gap
    return stretches, place


def test_every_small_match_has_the_values_of_the_definition() -> None:
    pairs = list(small_pairs())
    for pair, values in zip(pairs, found(pairs, threads=2), strict=True):
        assert values == pytest.approx(expected(pair), abs=1e-12), pair


@pytest.mark.slow
@settings(max_examples=60)
@given(st.lists(long_pairs(), max_size=3))
def test_long_sentences_with_phrases_have_the_values_of_the_definition(pairs: list[Pair]) -> None:
    for pair, values in zip(pairs, found(pairs), strict=True):
        assert values == pytest.approx(expected(pair), abs=1e-9)


def test_what_is_not_a_match_is_refused() -> None:
    def judge(links: AlignmentBatch, words: list[int], stages: list[int]) -> None:
        text = as_ragged(ragged([words]))
        marks = np.array(stages, np.uint8)
        rows = links.link_rows
        weights = kernel_weights()
        _kernels.link_confidence(text, text, rows, marks, None, frequent_words(), weights, 1)

    def batch(*links: tuple[int, int]) -> AlignmentBatch:
        sources, targets = np.array(links, np.int32).T
        ends = np.array([0, len(links)], np.int64)
        lengths = np.array([3], np.int32)
        return AlignmentBatch(sources.copy(), targets.copy(), ends, lengths, lengths)

    judge(batch((0, 0), (1, 1)), [0, 1, 2], [0, 0])
    with refused(InputError):
        judge(batch((0, 0), (1, 1), (2, 0)), [0, 1, 2], [0, 0, 0])
    with refused(InputError):
        judge(batch((0, 0)), [0, 1, 6], [0])
    with refused(InputError):
        judge(batch((0, 0)), [0, 1], [0])
    with refused(InputError):
        judge(batch((0, 0)), [0, 1, 2], [])
    with refused(InputError):
        judge(batch((0, 0)), [0, 1, 2], [9])


# --- The matcher

REFERENCES = [
    "The old king saw the dog in his garden of the North .",
    "he said that it is at this moment on the table",
    "",
    "large is the house , the the",
]
HYPOTHESES = [
    "In the garden , the dog was seen by The king the OLD",
    "now he said of the that on the tables it is",
    "nothing",
    "the houses are big of the",
]


@pytest.mark.slow
def test_the_values_of_a_matcher_are_those_of_the_fitted_table(tmp_path: Path) -> None:
    table = tmp_path / "table"
    table.write_text("0.5\nnow\nat this moment\n")
    model = ConfidenceModel.of("en")
    assert model is not None
    batch = Matcher("en", paraphrases=table).match(HYPOTHESES, REFERENCES)
    assert "paraphrase" in batch.stages_of(1)
    for row, texts in enumerate(zip(HYPOTHESES, REFERENCES, strict=True)):
        hypothesis, reference = (text.lower().split() for text in texts)
        stages = dict(zip(batch.alignments[row], batch.stages_of(row), strict=True))
        matches = [
            Match(range(i, i + 1), range(j, j + 1), STAGES.index(stage))
            for (i, j), stage in stages.items()
            if stage != "paraphrase"
        ]
        if row == 1:
            matches.append(Match(range(1), range(5, 8), STAGES.index("paraphrase")))
        expected = {
            match: oracle.confidence(
                oracle.features(match, matches, hypothesis, reference, model.frequent),
                match.stage,
                model.weights,
                [model.stages[stage] for stage in STAGES],
            )
            for match in matches
        }
        found = batch.confidence_of(row)
        assert found is not None
        assert found == pytest.approx(
            [
                next(p for m, p in expected.items() if i in m.hypothesis and j in m.reference)
                for i, j in batch.alignments[row]
            ]
        )


@pytest.mark.slow
def test_a_sentence_has_the_same_values_alone_as_among_others() -> None:
    matcher = Matcher("en")
    together = matcher.match(HYPOTHESES * 300, REFERENCES * 300, threads=2)
    assert together.confidence is not None
    alone = [
        matcher.match([hypothesis], [reference]).confidence
        for hypothesis, reference in zip(HYPOTHESES, REFERENCES, strict=True)
    ]
    assert np.array_equal(together.confidence, np.tile(np.concatenate(alone), 300))


def test_weak_links_are_left_out_or_marked() -> None:
    batch = Matcher("en").match(HYPOTHESES, REFERENCES)
    values = batch.confidence
    assert values is not None
    middle = float(np.median(values))
    assert batch.confident(0.0) is batch.alignments
    assert len(batch.confident(middle).sources) == (values >= middle).sum()
    marked = batch.marked(middle)
    assert marked.sources.tolist() == batch.alignments.sources.tolist()
    assert [str(row) for row in marked.only_sure()] == [str(row) for row in batch.confident(middle)]
    nothing = batch.confident(1.0)
    assert len(nothing) == len(batch)
    assert len(nothing.sources) == (values >= 1).sum()


def test_the_threshold_of_a_matcher() -> None:
    model = ConfidenceModel.of("en")
    with_vectors = ConfidenceModel.of("en", with_vectors=True)
    assert model is not None
    assert with_vectors is not None
    assert Matcher("en").min_confidence == Matcher("en-GB").min_confidence == model.min_confidence
    assert 0 < model.min_confidence < with_vectors.min_confidence < 1
    assert Matcher("en", min_confidence=0).min_confidence == 0
    assert Matcher("de").min_confidence == Matcher("de", min_confidence=0).min_confidence == 0
    german = Matcher("de").match(["a b"], ["b a"])
    assert german.confidence is None
    assert german.confidence_of(0) is None
    assert german.confident(1.0) is german.alignments
    for value in (-0.1, 1.1, float("nan"), "x"):
        with refused(UsageError):
            Matcher("en", min_confidence=value)  # type: ignore[arg-type]
    for lang in ("de", None):
        with refused(UsageError):
            Matcher(lang, min_confidence=0.5)


def test_with_vectors_the_threshold_is_another(tmp_path: Path) -> None:
    model = ConfidenceModel.of("en")
    with_vectors = ConfidenceModel.of("en", with_vectors=True)
    assert model is not None
    assert with_vectors is not None
    vectors = tmp_path / "vectors.vec"
    vectors.write_text("2 2\nking 1 0\nqueen 1 0\n")
    words: Sequence[Stage] = ("exact", "stem")
    assert Matcher("en", vectors=vectors).min_confidence == with_vectors.min_confidence
    assert Matcher("en", vectors=vectors, stages=words).min_confidence == model.min_confidence
    assert Matcher("en", vectors=vectors, min_confidence=0.1).min_confidence == 0.1
    assert Matcher("de", vectors=vectors).min_confidence == 0


def test_matches_by_vectors_are_no_landmarks() -> None:
    words = range(6)
    matches = [Match(range(i, i + 1), range(i, i + 1)) for i in (0, 5)]
    moved = [Match(range(1, 2), range(4, 5), stage, 1.0) for stage in (0, STAGES.index("vectors"))]
    beside = Match(range(2, 3), range(2, 3))
    exact, similar = (
        found([Pair(words, words, [matches[0], one, beside, matches[1]])])[0][2] for one in moved
    )
    alone = found([Pair(words, words, [matches[0], beside, matches[1]])])[0][1]
    crossed = WEIGHTS["crossed"] / 3  # all that the match by vectors changes
    assert np.log(similar / (1 - similar)) == pytest.approx(np.log(alone / (1 - alone)) + crossed)
    assert exact < similar


def test_the_fitted_table_says_what_one_expects() -> None:
    model = ConfidenceModel.of("en")
    assert model is not None
    assert set(STAGES) <= set(model.stages)
    assert model.stages["exact"] == 0 > model.stages["stem"] > model.stages["synonym"]
    for helpful in ("before", "after"):
        assert model.weights[helpful] > 0
    for harmful in ("crossed", "displacement", "jump", "frequent_jump", "repeated"):
        assert model.weights[harmful] < 0
    assert {"the", "of", ",", "."} <= model.frequent


def test_links_are_written_with_their_confidence(tmp_path: Path) -> None:
    files = [tmp_path / "ref", tmp_path / "hyp"]
    for file, lines in zip(files, (REFERENCES, HYPOTHESES), strict=True):
        file.write_text("".join(f"{line}\n" for line in lines))
    (batch,) = match_texts(*files, "en", scores=True, min_confidence=0.5)
    whole = Matcher("en").match(HYPOTHESES, REFERENCES)
    assert whole.confidence is not None
    text = write_alignments(batch)
    links = [str(link) for row in whole.confident(0.5) for link in str(row).split()]
    values = whole.confidence[whole.confidence >= 0.5]
    assert text.split() == [f"{i}:{p:.3f}" for i, p in zip(links, values, strict=True)]
    (plain,) = match_texts(*files, "en")
    assert [str(row) for row in plain] == [str(row) for row in whole.alignments]
    with refused(UsageError):
        match_texts(*files, "de", scores=True)
