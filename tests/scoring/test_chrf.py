"""chrF is sacreBLEU's, bit for bit; without case, too, as are BLEU and F1."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, strategies as st
from sacrebleu.metrics import BLEU, CHRF

import wordorder as wo
from messages import refused
from wordorder import Preset, Resampling
from wordorder.errors import UsageError

from ..oracles import scoring as oracle

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    Lines = list[str]
    Corpus = tuple[Lines, list[Lines]]  # hypotheses, and the sets of references

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"

EDGES: list[Corpus] = [
    ([""], [[""]]),
    (["", "a"], [["a b", ""]]),
    (["a"], [["a"]]),
    (["abc"], [["xyz"]]),
    (["abcdefgh"], [["abc"]]),
    (["ab"], [["abcdefgh"]]),
    (["the house", "x"], [["The House", "y"], ["the  ho use", ""]]),
    (["one\u00a0\u3000two\tthree\x85\x1c."], [["one two three."]]),
    (["caf\u00e9 \U0001f600\U0001f601 \u03a3\u0391\u03a3 \u0130"], [["CAFE\u0301 \U0001f600"]]),
    (["aaa aaa", "ab ab"], [["aaaa", "abab"], ["aa", "baba"]]),
    (["R&AMP;D said: &quot;No&QUOT;"], [["r&d said: \"no\""]]),
]  # fmt: skip


@st.composite
def corpora(draw: DrawFn) -> Corpus:
    lines = st.text(st.sampled_from("aAbB\u03a3\u00df\u0130 .\u3000&"), max_size=12)
    rows = draw(st.integers(1, 4))
    sides = st.lists(lines, min_size=rows, max_size=rows)
    return draw(sides), draw(st.lists(sides, min_size=1, max_size=3))


def scored(corpus: Corpus, preset: Preset, **options) -> wo.ScoreResult:
    hypotheses, references = corpus
    return wo.score(references, hypotheses, preset=preset, resampling=Resampling(1), **options)


def check_chrf(corpus: Corpus, *, lowercase: bool) -> None:
    result = scored(corpus, Preset(lexical="chrf", lowercase=lowercase))
    peer = CHRF(lowercase=lowercase)
    hypotheses, references = corpus
    # A hundredfold: so sacreBLEU rounds, too.
    assert 100 * result.value("system", "chrf") == peer.corpus_score(hypotheses, references).score
    for found, hypothesis, *others in zip(
        result.segment("chrf")[0], hypotheses, *references, strict=True
    ):
        assert 100 * found == peer.sentence_score(hypothesis, others).score


def check_bleu(corpus: Corpus, order: int) -> None:
    result = scored(corpus, Preset("lrscore", lexical=f"bleu{order}", lowercase=True))
    hypotheses, references = corpus
    peer = BLEU(max_ngram_order=order, lowercase=True)
    found = result.value("system", f"bleu{order}")
    expected = peer.corpus_score(hypotheses, references).score / 100
    assert found == pytest.approx(expected, abs=1e-12)
    peer = BLEU(max_ngram_order=order, lowercase=True, effective_order=True)
    expected = [
        peer.sentence_score(hypothesis, others).score / 100
        for hypothesis, *others in zip(hypotheses, *references, strict=True)
    ]
    assert result.segment(f"bleu{order}")[0].tolist() == pytest.approx(expected, abs=1e-12)


def check_f1(corpus: Corpus) -> None:
    result = scored(corpus, Preset("complexity", lowercase=True))
    tokenize = BLEU(tokenize="13a").tokenizer

    def words(line: str) -> list[str]:
        return tokenize(line.lower().rstrip()).split()

    for line, found in enumerate(result.segment("f1")[0]):
        reference = corpus[1][result.sentences.best[0, line]][line]
        expected = oracle.unigram_f1(words(corpus[0][line]), words(reference))
        assert found == pytest.approx(float("nan") if expected is None else expected, nan_ok=True)


def check(corpus: Corpus) -> None:
    for lowercase in (False, True):
        check_chrf(corpus, lowercase=lowercase)
    check_bleu(corpus, 1)
    check_bleu(corpus, 4)
    check_f1(corpus)


@pytest.mark.slow
def test_edges() -> None:
    for corpus in EDGES:
        check(corpus)


@pytest.mark.slow
@given(corpora())
@example((["aab"], [["b"], ["aab"]]))
def test_any_corpus(corpus: Corpus) -> None:
    check(corpus)


@pytest.mark.slow
def test_real_systems() -> None:
    if not DATA.is_dir():
        pytest.skip(f"the real data is not there: {DATA}")
    folder = DATA / "wmt13"
    outputs = folder / "system-outputs" / "de-en"
    files = [outputs / f"newstest2013.de-en.{name}" for name in ("online-B", "rbmt-3")]
    texts = [
        path.read_text(encoding="utf-8").split("\n")[:600]
        for path in (*files, folder / "references" / "newstest2013-ref.en")
    ]
    check((texts[0], texts[1:]))


def test_case_counts_unless_asked_otherwise() -> None:
    corpus: Corpus = (["the House"], [["The house"]])
    for name, lexical in (("pefscore", "chrf"), ("pefscore", "bleu1"), ("complexity", "f1")):
        mixed, lower = (
            scored(corpus, Preset(name, lexical=lexical, lowercase=lowercase))
            for lowercase in (False, True)
        )
        assert mixed.value("system", lexical) < lower.value("system", lexical) == 1
        assert mixed.lexical == lower.lexical == lexical
        assert "|case:lc|" in mixed.signature
        assert "|lexical_case:mixed|" in mixed.signature
        assert "|lexical_case:lc|" in lower.signature
        assert list(mixed.sentences[0].references) == [("The", "house")]


def test_matching_with_case_does_not_change_the_lexical_part() -> None:
    corpus: Corpus = (["the House"], [["The house"]])
    cased = scored(
        corpus, Preset(lexical="chrf", lowercase=True), order_from=wo.Matcher(fold_case=False)
    )
    assert (cased.value("system", "chrf"), cased.value("system", "coverage")) == (1, 0)
    assert "|case:mixed|" in cased.signature
    assert "|lexical_case:lc|" in cased.signature


def test_where_these_parts_do_not_belong() -> None:
    with refused(UsageError):
        Preset("lrscore", lexical="chrf")
    for preset in ("ribes", "frs"):
        with refused(UsageError):
            Preset(preset, lowercase=True)
    with refused(UsageError):
        Preset(lowercase="yes")
    assert "|lexical:chrf|chrf:nc6+nw0+beta2+eff-yes+space-no|" in Preset(lexical="chrf").signature
