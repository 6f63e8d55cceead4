"""BLEU is sacreBLEU's, of sentences and of corpora, on any words and on real ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import example, given, strategies as st
from sacrebleu.metrics import BLEU

from messages import refused
from wordorder._kernels import Interner, bleu_statistics
from wordorder.errors import UsageError
from wordorder.scoring import corpus_bleu, sentence_bleu

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn
    from numpy.typing import NDArray

    Lines = list[str]
    Corpus = tuple[Lines, list[Lines]]  # hypotheses, and the sets of references

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
ORDERS = range(1, 10)


def counted(corpus: Corpus, order: int) -> NDArray[np.int64]:
    words = Interner()
    numbered = [
        words.intern("".join(f"{s}\n" for s in side).encode()) for side in (corpus[0], *corpus[1])
    ]
    return bleu_statistics(numbered[0], numbered[1:], order)


def peer(order: int, *, effective_order: bool) -> BLEU:
    return BLEU(max_ngram_order=order, tokenize="none", force=True, effective_order=effective_order)


def peer_corpus_bleu(corpus: Corpus, order: int) -> float:
    return peer(order, effective_order=False).corpus_score(*corpus).score / 100


def peer_sentence_bleu(corpus: Corpus, order: int) -> list[float]:
    metric = peer(order, effective_order=True)
    hypotheses, references = corpus
    return [
        metric.sentence_score(hypothesis, others).score / 100
        for hypothesis, *others in zip(hypotheses, *references, strict=True)
    ]


def peer_bleu_of_sums(sums: NDArray[np.float64]) -> float:
    order = len(sums) // 2 - 1
    *counts, length, reference_length = map(int, sums)
    return (
        BLEU.compute_bleu(
            counts[:order], counts[order:], length, reference_length, "exp", max_ngram_order=order
        ).score
        / 100
    )


# --- Few words


@st.composite
def corpora(draw: DrawFn) -> Corpus:
    words = st.sampled_from("abcd"[: draw(st.integers(1, 4))])
    lines = st.lists(words, max_size=9).map(" ".join)
    rows = draw(st.integers(1, 6))
    sides = st.lists(lines, min_size=rows, max_size=rows)
    return draw(sides), draw(st.lists(sides, min_size=1, max_size=3))


EDGES: dict[str, Corpus] = {
    "nothing at all": ([""], [[""]]),
    "no hypothesis": ([""], [["a b"]]),
    "no reference": (["a b"], [[""]]),
    "one word": (["a"], [["a"]]),
    "one wrong word": (["a"], [["b"]]),
    "a short hypothesis": (["a b"], [["a b c d e"]]),
    "a long hypothesis": (["a b c d e"], [["a b"]]),
    "no match": (["a b c d e"], [["f g h i j"]]),
    "no bigram": (["a b c d e"], [["e d c b a"]]),
    "no 4-gram": (["a b c x d e f", "a"], [["a b c d e f", "b"]]),
    "all equal": (["a b c d e", "f g h i"], [["a b c d e", "f g h i"]]),
    "an empty line among others": (["a b c d e", "", "x"], [["a b c d", "b", ""]]),
    "two references": (["a a b"], [["a"], ["b b a a a"]]),
    "an empty reference": (["a b c d"], [["a b c d"], [""]]),
}


@pytest.mark.parametrize("name", EDGES)
@pytest.mark.parametrize("order", ORDERS)
def test_edges_are_scored_as_sacrebleu_does(name: str, order: int) -> None:
    check(EDGES[name], order, 1e-12)


@given(corpora(), st.sampled_from(ORDERS))
@example((["a b a b a b a"], [["b a b a b a b a"]]), 4)
def test_any_corpus_is_scored_as_sacrebleu_does(corpus: Corpus, order: int) -> None:
    check(corpus, order, 1e-12)


def check(corpus: Corpus, order: int, tolerance: float) -> None:
    statistics = counted(corpus, order)
    found = corpus_bleu(statistics.sum(axis=0))
    assert found.tolist() == pytest.approx(peer_corpus_bleu(corpus, order), abs=tolerance)
    sentences = sentence_bleu(statistics)
    assert sentences.tolist() == pytest.approx(peer_sentence_bleu(corpus, order), abs=tolerance)


@given(corpora(), st.sampled_from([1, 4]), st.integers(0, 2**32))
def test_resampled_sums_are_scored_as_sacrebleu_does(corpus: Corpus, order: int, seed: int) -> None:
    statistics = counted(corpus, order)
    weights = np.random.default_rng(seed).integers(0, 3, (3, 2, len(statistics)))
    sums = weights.astype(float) @ statistics  # (resamples, systems, 2 * order + 2)
    found = corpus_bleu(sums)
    assert found.shape == (3, 2)
    for place in np.ndindex(3, 2):
        assert found[place] == pytest.approx(peer_bleu_of_sums(sums[place]), abs=1e-12)


# --- Shapes


def test_a_perfect_translation_has_exactly_1() -> None:
    statistics = counted((["a b c d e"], [["a b c d e"]]), 4)
    assert (corpus_bleu(statistics).tolist(), sentence_bleu(statistics).tolist()) == ([1], [1])


@pytest.mark.parametrize("shape", [(), (0,), (3,), (0, 2), (4, 1, 2)])
def test_scores_have_the_shape_of_the_sums(shape: tuple[int, ...]) -> None:
    sums = np.broadcast_to(np.array([3, 0, 3, 2, 3, 3]), (*shape, 6))
    for bleu in corpus_bleu, sentence_bleu:
        assert bleu(sums).shape == shape
        assert (bleu(sums) == 0.5).all()


@pytest.mark.parametrize("shape", [(), (0,), (2,), (7,), (4, 5)])
@pytest.mark.parametrize("bleu", [corpus_bleu, sentence_bleu])
def test_other_shapes_are_refused(shape: tuple[int, ...], bleu: type) -> None:
    with refused(UsageError):
        bleu(np.ones(shape))


# --- Real translations


@cache
def tokenized(path: str) -> Lines:
    tokenize = BLEU(tokenize="13a").tokenizer
    lines = (DATA / path).read_text(encoding="utf-8").split("\n")[:-1]
    return [tokenize(line.rstrip()) for line in lines]


def real_corpus(year: int, pair: str, *systems: str) -> Corpus:
    if not DATA.is_dir():
        pytest.skip(f"the real data is not there: {DATA}")
    language = pair[-2:]
    folder = f"wmt{year}/system-outputs/{pair}/newstest20{year}.{pair}."
    hypothesis, *others = (tokenized(folder + system) for system in systems)
    reference = tokenized(f"wmt{year}/references/newstest20{year}-ref.{language}")
    return hypothesis, [reference, *others]


@pytest.mark.slow  # scoring/test_properties.py does it for the example files
@pytest.mark.parametrize("order", [1, 4])
def test_a_real_system_is_scored_as_sacrebleu_does(order: int) -> None:
    hypotheses, references = real_corpus(13, "de-en", "online-B", "uedin-wmt13.2636")
    check((hypotheses[:600], [side[:600] for side in references]), order, 1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("order", [1, 2, 4])
@pytest.mark.parametrize(
    ("year", "pair", "systems"),
    [
        (12, "de-en", ["jhu-hiero"]),
        (12, "en-de", ["uedin-wmt12", "onlineB"]),
        (13, "de-en", ["rbmt-3"]),
        (13, "fr-en", ["uedin-wmt13.2838", "online-A", "rbmt-1"]),
    ],
)
def test_real_systems_are_scored_as_sacrebleu_does(
    year: int, pair: str, systems: list[str], order: int
) -> None:
    check(real_corpus(year, pair, *systems), order, 1e-9)
