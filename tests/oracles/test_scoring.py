"""The oracles of sentence and system scores, pinned to hand-made values and to sacreBLEU."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import exp
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st
from sacrebleu.metrics import BLEU

from alignment_strategies import alignments
from oracles.alignments import (
    Links,
    lrscore_ranks,
)
from oracles.scoring import (
    VARIANTS,
    Reference,
    Scored,
    Translation,
    brevity_penalty,
    chosen_reference,
    clipped,
    closest_length,
    complexity,
    complexity_system,
    corpus_bleu,
    direct_distance,
    frs,
    frs_surface,
    increasing_share,
    lrscore,
    lrscore_system,
    lrscore_term,
    pefscore,
    pefscore_system,
    ribes,
    same_occurrences,
    sentence_bleu,
    source_distance,
    unigram_f1,
)

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

pytestmark = pytest.mark.slow  # these try the oracles, which change rarely


def linked(text: str) -> Links:
    """Links written as `0-1 1-0`."""
    return {(int(i), int(j)) for i, j in (pair.split("-") for pair in text.split())}


def cells(text: str) -> Links:
    """Links written as one comma-separated cell per target word."""
    return {(int(i), j) for j, cell in enumerate(text.split(",")) if cell for i in cell.split("_")}


def words(text: str) -> list[str]:
    """A sentence."""
    return text.split()


def equal_words(hypothesis: str, reference: str) -> Reference:
    """A reference with its equal words linked, for sentences that have no word twice."""
    here, there = hypothesis.split(), reference.split()
    return Reference(there, {(i, there.index(w)) for i, w in enumerate(here) if w in there})


def close(value: float) -> object:
    return pytest.approx(value, rel=1e-12, abs=1e-12)


def sentences(max_size: int = 9, forms: str = "abc") -> SearchStrategy[list[str]]:
    """Sentences of few forms, so that words and n-grams repeat."""
    return st.lists(st.sampled_from(forms), max_size=max_size)


# The brevity penalty


@pytest.mark.parametrize(
    ("t", "r", "expected"),
    [
        (5, 4, 1.0),
        (4, 4, 1.0),  # exp(1 - 4/4)
        (3, 4, exp(-1 / 3)),  # 1 - 4/3
        (1, 4, exp(-3)),  # 1 - 4
        (0, 4, 0.0),
        (0, 0, 0.0),
        (1, 0, 1.0),
    ],
)
def test_brevity_penalty(t: int, r: int, expected: float) -> None:
    assert brevity_penalty(t, r) == close(expected)


# BLEU and F1


def test_counts_are_clipped_by_the_reference_that_has_most() -> None:
    # Papineni et al. (2002), example 2: "the" stands 7 times here, at most twice in a reference.
    # The lengths are 6 and 7, so the closest is 7 and there is no penalty: BLEU-1 = 2/7.
    the = ["the"] * 7
    references = [words("the cat is on the mat"), words("there is a cat on the mat")]
    assert clipped(the, references, 1) == 2
    assert sentence_bleu(the, references, 1) == close(2 / 7)
    # The maximum is taken for each n-gram on its own: "a a" from one reference, "b b" from another.
    assert clipped(words("a a b b"), [words("a a"), words("b b")], 1) == 4


def test_the_closest_length_is_the_shorter_of_equals() -> None:
    assert closest_length(5, [7, 4, 6]) == closest_length(5, [6, 4]) == 4
    assert closest_length(5, [3, 6]) == 6


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        # 3/4 · 2/3 · 1/2 · 1/(2·1) = 1/8, because no 4-gram is right; bp = exp(1 - 6/4).
        ("the cat sat down", "the cat sat on the mat", exp(-0.5) * (1 / 8) ** (1 / 4)),
        # 5/5 · 1/(2·4) · 1/(4·3) · 1/(8·2) = 1/1536: each order without a right one halves again.
        ("b a d c e", "a b c d e", (1 / 1536) ** (1 / 4)),
        # 2/2 · 1/1, as there are no 3-grams to look at; bp = exp(1 - 3/2).
        ("a b", "a b c", exp(-0.5)),
        # Nothing is smoothed if nothing is right.
        ("x y", "a b c", 0.0),
        ("", "a b c", 0.0),
        ("a b", "", 0.0),
        ("", "", 0.0),
    ],
)
def test_sentence_bleu(hypothesis: str, reference: str, expected: float) -> None:
    assert sentence_bleu(hypothesis.split(), [reference.split()]) == close(expected)


def test_corpus_bleu() -> None:
    # Right of all: (5+3)/(5+3), (4+0)/(4+2), (3+0)/(3+1), (2+0)/(2+0); 1 · 2/3 · 3/4 · 1 = 1/2.
    right = (words("a b c d e"), [words("a b c d e")])
    wrong = (words("a c b"), [words("a b c")])
    assert corpus_bleu([right, wrong]) == close((1 / 2) ** (1 / 4))
    assert corpus_bleu([right, wrong], 1) == 1
    # Without effective order, no 4-grams at all make it 0, and so do no sentences.
    assert corpus_bleu([(words("a b"), [words("a b")])]) == 0
    assert corpus_bleu([]) == 0


@pytest.mark.parametrize("order", [1, 2, 4])
@given(sentences(), st.lists(sentences(), min_size=1, max_size=3))
def test_sentence_bleu_is_that_of_sacrebleu(
    order: int, hypothesis: list[str], references: list[list[str]]
) -> None:
    metric = BLEU(tokenize="none", force=True, max_ngram_order=order, effective_order=True)
    expected = metric.sentence_score(" ".join(hypothesis), [" ".join(r) for r in references])
    assert sentence_bleu(hypothesis, references, order) == close(expected.score / 100)


@pytest.mark.parametrize("order", [1, 2, 4])
@given(
    st.integers(1, 3).flatmap(
        lambda k: st.lists(
            st.tuples(sentences(), st.lists(sentences(), min_size=k, max_size=k)),
            min_size=1,
            max_size=4,
        )
    )
)
def test_corpus_bleu_is_that_of_sacrebleu(
    order: int, corpus: list[tuple[list[str], list[list[str]]]]
) -> None:
    metric = BLEU(tokenize="none", force=True, max_ngram_order=order)
    hypotheses = [" ".join(hypothesis) for hypothesis, _ in corpus]
    streams = zip(*([" ".join(r) for r in references] for _, references in corpus), strict=True)
    expected = metric.corpus_score(hypotheses, [list(stream) for stream in streams])
    assert corpus_bleu(corpus, order) == close(expected.score / 100)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        ("a a b", "a b b c", 4 / 7),  # one a, one b: P = 2/3, R = 2/4; 2 · 1/3 / (7/6)
        ("b a", "a b", 1.0),
        ("a", "a b c", 0.5),  # P = 1, R = 1/3; 2 · 1/3 / (4/3)
        ("a", "b", 0.0),
        ("", "b", 0.0),
    ],
)
def test_unigram_f1(hypothesis: str, reference: str, expected: float) -> None:
    assert unigram_f1(hypothesis.split(), reference.split()) == close(expected)


@pytest.mark.parametrize("hypothesis", ["", "a"])
def test_unigram_f1_without_a_reference(hypothesis: str) -> None:
    assert unigram_f1(hypothesis.split(), []) is None


# pefscore and complexity


def test_pefscore_of_one_reference() -> None:
    # π = ⟨2, 1, 3⟩: the root is monotone over ⟨2, 1⟩ and a word, so pef = .6 · 1 + .4 · 0.
    # bp(3, 4) = exp(-1/3) is that of BLEU-1 as well, whose precision is 3/3.
    found = pefscore(words("b a c"), [equal_words("b a c", "a b c d")])
    assert found.score == close(0.5 * exp(-1 / 3) + 0.5 * exp(-1 / 3) * 0.6)
    assert found.reference_length == 4
    # With kendall it is 2/3 of the pairs, with α = .2 little of the words counts.
    found = pefscore(words("b a c"), [equal_words("b a c", "a b c d")], alpha=0.2, metric="kendall")
    assert found.score == close(0.2 * exp(-1 / 3) + 0.8 * exp(-1 / 3) * 2 / 3)


def test_pefscore_of_a_permutation_of_the_spec() -> None:
    # Pef of ⟨2, 4, 5, 6, 1, 3⟩ is .4. All words are right: .5 · 1 + .5 · 1 · .4.
    found = pefscore(words("b d e f a c"), [equal_words("b d e f a c", "a b c d e f")])
    assert found.score == close(0.7)


def test_a_phrase_counts_by_its_reference_words() -> None:
    # Two words matched with three: |π| = 3 = |ref|, so no penalty, and all is in order; no word
    # is shared. Counted by hypothesis words, bp(2, 3) = exp(-1/2) would be in the way.
    references = [Reference(words("a b c"), linked("0-0 0-1 1-2"))]
    assert pefscore(words("x y"), references).score == close(0.5)


def test_what_nothing_matches_stays_in_the_mean() -> None:
    nothing = pefscore(words("x y"), [Reference(words("a b"), set())])
    assert nothing == Scored(0.0, 2)
    # Words may be shared though nothing is matched; only the ordering term is 0.
    assert pefscore(words("a b"), [Reference(words("a b"), set())]).score == close(0.5)
    perfect = pefscore(words("a b"), [equal_words("a b", "a b")])
    assert perfect == Scored(1.0, 2)
    empty = pefscore([], [Reference(words("a b"), set())])
    assert pefscore_system([nothing, perfect, empty]) == close(1 / 3)


def test_an_empty_reference_leaves_the_score_undefined() -> None:
    for hypothesis in ([], ["a"]):
        assert pefscore(hypothesis, [Reference([], set())]) == Scored(None, 0)
        assert complexity(hypothesis, [Reference([], set())]) == Scored(None, 0)
    assert pefscore_system([Scored(None, 0), Scored(0.5, 3)]) == 0.5
    assert complexity_system([Scored(None, 0), Scored(0.5, 3)]) == 0.5
    assert pefscore_system([Scored(None, 0)]) is complexity_system([Scored(None, 0)]) is None
    # Beside another reference it is never the one that counts, even if that one scores 0.
    references = [Reference([], set()), Reference(words("a b"), set())]
    assert pefscore(words("x y"), references) == Scored(0.0, 2)


def test_the_reference_with_the_highest_ordering_term_counts() -> None:
    # kendall: against "c b a" 0; against "a b x y" all in order, but bp(2, 4) = exp(-1).
    # BLEU-1 looks at both: 3/3, with the closest length 3.
    references = [equal_words("a b c", "c b a"), equal_words("a b c", "a b x y")]
    found = pefscore(words("a b c"), references, metric="kendall")
    assert found.score == close(0.5 * 1 + 0.5 * exp(-1))
    assert found.reference_length == 4
    # F1 is that of the chosen one, which shares 2: P = 2/3, R = 2/4, F1 = 4/7. Against the other
    # one it would be 1.
    found = complexity(words("a b c"), references, metric="kendall")
    assert found.score == close(0.5 * 4 / 7 + 0.5 * exp(-1))
    assert found.reference_length == 4
    # pet_size is 1 for ⟨3, 2, 1⟩, too, so here the first one wins: F1 = 1, no penalty.
    assert complexity(words("a b c"), references) == Scored(1.0, 3)


def test_of_equal_references_the_first_counts() -> None:
    assert chosen_reference([0.2, 0.5, 0.5]) == 1
    assert chosen_reference([0.0, 0.0]) == 0
    assert chosen_reference([None, 0.0]) == 1
    assert chosen_reference([None, None]) is None


def test_complexity_is_weighted_by_reference_length() -> None:
    # ⟨2, 4, 1, 3⟩ is simple, so pet_size = 0 and the score .5 · 1 + .5 · 0. Two words: pet_size
    # is 1 in any order, so .5 · 1 + .5 · 1. (4 · .5 + 2 · 1)/6 = 2/3; the plain mean is 3/4.
    simple = complexity(words("b d a c"), [equal_words("b d a c", "a b c d")])
    swapped = complexity(words("b a"), [equal_words("b a", "a b")])
    assert (simple, swapped) == (Scored(0.5, 4), Scored(1.0, 2))
    assert complexity_system([simple, swapped]) == close(2 / 3)
    assert pefscore_system([simple, swapped]) == close(3 / 4)


def test_complexity_of_words_left_out() -> None:
    # π = ⟨1, 2⟩ of 4 reference words: bp = exp(1 - 4/2). F1: P = 2/3, R = 2/4, 4/7.
    found = complexity(words("a x b"), [equal_words("a x b", "a b c d")])
    assert found.score == close(0.5 * 4 / 7 + 0.5 * exp(-1))


# lrscore


@pytest.mark.parametrize(
    ("ranks", "hamming", "kendall"),
    [
        ("1 2 3 4 5 6 7 8 9 10", 1, 1),
        ("1 2 3 4 6 5 7 8 9 10", 8 / 10, 1 - 1 / 45),
        ("6 7 8 9 10 1 2 3 4 5", 0, 1 - 25 / 45),  # each of 5 words before each of 5
        ("2 3 4 5 6 7 8 9 10 1", 0, 1 - 9 / 45),  # one word before nine
    ],
    ids="abcd",
)
def test_birch_and_osborne_2010_permutations(ranks: str, hamming: float, kendall: float) -> None:
    # The permutations of Table 1 against (a); each way round, as both are symmetric.
    links = {(i, int(rank)) for i, rank in enumerate(ranks.split())}
    monotone = {(i, i) for i in range(10)}
    for one, other in [(links, monotone), (monotone, links)]:
        assert source_distance(one, other, 10, "hamming") == close(hamming)
        assert source_distance(one, other, 10, "kendall") == close(kendall)


def test_two_source_permutations() -> None:
    # Hypothesis order 1 2 0 (word 2 has no links), reference order 0 2 1. Reading 1 2 0, the
    # reference ranks are 2 1 0: no pair is right, and word 2 alone is in its place.
    hypothesis, reference = linked("0-6 1-5"), linked("0-0 1-2 2-1")
    assert source_distance(hypothesis, reference, 3, "kendall") == 0
    assert source_distance(hypothesis, reference, 3, "hamming") == close(1 / 3)


@pytest.mark.parametrize("metric", ["hamming", "kendall"])
def test_no_links(metric: str) -> None:
    assert source_distance(set(), linked("0-0"), 3, metric) == 0
    assert source_distance(linked("0-0"), set(), 3, metric) is None
    assert source_distance(set(), set(), 3, metric) is None
    assert direct_distance(set(), 3, metric) == 0
    assert direct_distance(set(), 0, metric) is None


@given(alignments(), alignments())
def test_distances_as_the_paper_writes_them(
    one: tuple[Links, int, int], other: tuple[Links, int, int]
) -> None:
    # The words that only one of them has are without links in the other.
    (links, n, _), (others, m, _) = one, other
    n = max(n, m)
    if not links or not others or n < 2:
        return
    pi, sigma = lrscore_ranks(links, n), lrscore_ranks(others, n)
    same = sum(a == b for a, b in zip(pi, sigma, strict=True))
    discordant = sum((pi[i] < pi[j]) != (sigma[i] < sigma[j]) for i, j in combinations(range(n), 2))
    assert source_distance(links, others, n, "hamming") == close(same / n)
    kendall = 1 - discordant / (n * (n - 1) / 2)
    assert source_distance(links, others, n, "kendall") == close(kendall)


def direct(hypothesis: str, *references: str, metric: str = "kendall") -> Translation:
    """A hypothesis matched with each reference by equal words."""
    matched = [equal_words(hypothesis, reference) for reference in references]
    distances = [direct_distance(links, len(words), metric) for words, links in matched]
    return Translation(hypothesis.split(), [words for words, _ in matched], distances)


def test_lrscore_of_a_direct_match() -> None:
    # The reference a b c d as source: a→1, b→2, c→0; d has no links and goes behind c. The order is
    # c d a b, with the reference ranks 2 3 0 1: 2 of 6 pairs are right, no word is in its place.
    # bp(3, 4) = exp(-1/3). BLEU-1: 3/3. BLEU-4: 3/3 · 1/2 · 1/(2·1), no 4-grams: (1/4)^(1/3).
    kendall, penalty = direct("c a b", "a b c d"), exp(-1 / 3)
    assert kendall.distances == [close(1 / 3)]
    assert lrscore(kendall, variant="LR-KB1") == close(0.5 * penalty / 3 + 0.5 * penalty)
    bleu_4 = penalty * (1 / 4) ** (1 / 3)
    assert lrscore(kendall, variant="LR-KB4") == close(0.5 * penalty / 3 + 0.5 * bleu_4)
    hamming = direct("c a b", "a b c d", metric="hamming")
    assert lrscore(hamming, variant="LR-HB1") == close(0.5 * penalty)
    assert lrscore(hamming, variant="LR-HB4") == close(0.5 * bleu_4)
    # α weighs the ordering part.
    assert lrscore(kendall, variant="LR-KB1", alpha=1) == close(penalty / 3)
    assert lrscore(kendall, variant="LR-KB1", alpha=0) == close(penalty)


def test_lrscore_of_several_references() -> None:
    # The best d is 1, from the reference of 5 words. The closest length to 3 is 3, so bp = 1.
    found = direct("a b c", "c b a", "a b c d e")
    assert found.distances == [0, 1]
    assert lrscore_term(found) == 1
    # The closest of 2 and 4 is 2, the shorter: bp(3, 2) = 1.
    assert lrscore_term(Translation(["a"] * 3, [["a"] * 4, ["a"] * 2], [0.5, None])) == 0.5
    # Nothing is defined.
    assert lrscore_term(Translation(["a"], [["a"], ["a"]], [None, None])) is None


def test_lrscore_of_a_system() -> None:
    # d·bp: 1 · 1; 0 · 1; undefined, as its reference has no links to the source. Mean 1/2.
    # BLEU-1 of all three: (3 + 3 + 1)/(3 + 3 + 2), lengths 8 and 3 + 3 + 4 = 10: exp(-1/4) · 7/8.
    translations = [
        direct("a b c", "a b c"),
        direct("c b a", "a b c"),
        Translation(words("a x"), [words("a b c d")], [None]),
    ]
    assert lrscore(translations[2], variant="LR-KB1") is None
    expected = 0.5 * 1 / 2 + 0.5 * exp(-1 / 4) * 7 / 8
    assert lrscore_system(translations, variant="LR-KB1") == close(expected)
    # It is not the mean of the sentence scores: 1 and .5.
    assert [lrscore(t, variant="LR-KB1") for t in translations[:2]] == [1, 0.5]
    # Only undefined: so is the system's score.
    assert lrscore_system(translations[2:], variant="LR-KB1") is None


def test_an_empty_hypothesis_scores_0() -> None:
    for variant, (metric, _) in VARIANTS.items():
        assert lrscore(direct("", "a b", metric=metric), variant=variant) == 0


# frs

MORTGAGE = words("How Can I Qualify For A Mortgage Tax Deduction ?")
# The first row of Talbot et al. (2011): A Mortgage {{ Tax Deduction }} For I Qualify How Can ?
MORTGAGE_LINKS = cells("6,6,7_8,4,3,3,3,3,3,0,0,0,0,0,1,1,9,9")


def arranged_by(order: list[int]) -> list[str]:
    return [MORTGAGE[word] for word in order]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        # The source order, runs in the reference: How Can | I Qualify | For | A … Deduction | ?.
        ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 1 - 4 / 9),
        ([5, 6, 7, 8, 4, 2, 3, 0, 1, 9], 1),
        # Inside the group any order is right, so nothing is lost …
        ([5, 6, 8, 7, 4, 2, 3, 0, 1, 9], 1),
        # … but something between its members is wrong: A Mortgage Tax | For | Deduction | I ….
        ([5, 6, 7, 4, 8, 2, 3, 0, 1, 9], 1 - 3 / 9),
        # Deduction comes first of the group, so it gets the place behind Mortgage:
        # Deduction | A Mortgage | Tax For I Qualify How Can ?.
        ([8, 5, 6, 7, 4, 2, 3, 0, 1, 9], 1 - 2 / 9),
    ],
)
def test_frs(order: list[int], expected: float) -> None:
    assert frs(order, MORTGAGE_LINKS, 10) == close(expected)
    # No form stands twice, so both ways to match are one.
    assert frs_surface(arranged_by(order), MORTGAGE, MORTGAGE_LINKS) == close(expected)


def test_frs_by_position_and_by_surface() -> None:
    # The source "the dog the cat" is to become "the cat the dog", order 2 3 0 1; the system leaves
    # it alone. By position the ranks are 2 3 | 0 1: 1 - 1/3. By surface the first "the" is matched
    # with that of the cat, and so on: 0 | 3 | 2 | 1, so 1 - 3/3.
    source, links = words("the dog the cat"), linked("2-0 3-1 0-2 1-3")
    assert frs([0, 1, 2, 3], links, 4) == close(2 / 3)
    assert same_occurrences(source, words("the cat the dog")) == [0, 3, 2, 1]
    assert frs_surface(source, source, links) == 0


def test_frs_of_short_sentences_and_of_missing_orders() -> None:
    assert frs([0], linked("0-3"), 1) == 1
    assert frs([1, 0], linked("0-0 1-1"), 2) == 0
    assert frs([0, 1], set(), 2) is frs_surface(["a"], ["a"], set()) is frs([], set(), 0) is None
    assert frs([], linked("0-0"), 2) == frs_surface([], ["a", "b"], linked("0-0")) == 0


# ribes


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        # Isozaki et al. (2010): places 2 1 0 3; (2, 3), (1, 3) and (0, 3) of 6 pairs increase.
        ("Bob hit John yesterday", "John hit Bob yesterday", 3 / 6),
        # Places 0 1; 2 of 3 words; bp(3, 4) = exp(-1/3).
        ("a b x", "a b c d", (2 / 3) ** 0.25 * exp(-1 / 30)),
        # Places 0 2: right, though something is missing between them.
        ("a c", "a b c", exp(-0.5) ** 0.1),
        # The first "the" by "the cat", the other by "saw the", both with the second one of the
        # reference: places 3 4 2 3 1. Only (3, 4) and (2, 3) of 10 pairs increase.
        ("the cat saw the dog", "the dog saw the cat", 2 / 10),
        # The middle word has no two words before it or behind it, so no n-gram fixes it.
        ("a a a", "a a a", (2 / 3) ** 0.25),
        ("hello", "hello", 1.0),
        ("well hello there", "hello", (1 / 3) ** 0.25),
        ("hello", "hello world", 0.0),  # one match, but two words
        ("hello you", "hello world", 0.0),
        ("a b", "c d", 0.0),
        ("", "a", 0.0),
        ("a", "", None),
        ("", "", None),
    ],
)
def test_ribes(hypothesis: str, reference: str, expected: float | None) -> None:
    found = ribes(hypothesis.split(), reference.split())
    assert found == (None if expected is None else close(expected))


def test_two_words_in_one_place_are_not_increasing() -> None:
    assert increasing_share([3, 3]) == 0
    assert increasing_share([0, 1, 1]) == Fraction(2, 3)
