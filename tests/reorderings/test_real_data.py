"""What real languages reorder, on data that the project may use but not ship."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from oracles import reorderings as oracles
from reordering_batches import by_row
from wordorder.alignment import LinkReading
from wordorder.reorderings import (
    AlignedCorpus,
    CorpusReorderings,
    Reordering,
    analyze_reorderings,
    build_testsets,
    extract_reorderings,
)
from wordorder.statistics import Resampling
from wordorder.syntax import DependencyBatch

if TYPE_CHECKING:
    from oracles.reorderings import Stretch

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
FEW = Resampling(20)
PUD = {"en-ja": 0.38, "en-zh": 0.17, "en-fr": 0.06}  # the published shares of crossing links


@pytest.fixture(autouse=True, scope="module")
def _real_data() -> None:
    if not DATA.is_dir():
        pytest.skip(f"the real data is not there: {DATA}")


def pud(pair: str, *, trees: bool = False) -> AlignedCorpus:
    folder = DATA / "pud-aligned" / pair
    return AlignedCorpus(
        folder / "content.align",
        source=folder / "src.txt",
        target=folder / "tgt.txt",
        trees=folder / "en.conllu" if trees else None,
    )


@pytest.fixture(scope="module")
def plain() -> dict[str, CorpusReorderings]:
    return {pair: analyze_reorderings(pud(pair), resampling=Resampling(200)).corpus for pair in PUD}


@pytest.fixture(scope="module")
def parsed() -> dict[str, CorpusReorderings]:
    return {pair: analyze_reorderings(pud(pair, trees=True), resampling=FEW).corpus for pair in PUD}


def test_japanese_reorders_more_than_chinese_than_french(
    plain: dict[str, CorpusReorderings],
) -> None:
    japanese, chinese, french = (plain[pair].measures["rquantity"] for pair in PUD)
    assert japanese.low > chinese.high
    assert chinese.low > french.high
    values = (japanese.value, chinese.value, french.value)
    assert values == pytest.approx((1.76, 0.57, 0.26), abs=0.006)


@pytest.mark.parametrize(("pair", "share"), PUD.items())
def test_crossing_shares_are_the_published_ones(
    plain: dict[str, CorpusReorderings], pair: str, share: float
) -> None:
    assert round(plain[pair].measures["crossing"].value, 2) == share


def test_far_moves_are_japanese(plain: dict[str, CorpusReorderings]) -> None:
    long = [plain[pair].measures["long"].value for pair in PUD]
    assert long == sorted(long, reverse=True)
    for result in plain.values():
        classes = [result.measures[name].value for name in ("short", "medium", "long")]
        assert sum(classes) == pytest.approx(1)
        assert sum(result.widths.values()) == result.reorderings


@pytest.mark.slow
@pytest.mark.parametrize("pair", PUD)
def test_most_moves_are_those_of_constituents(
    plain: dict[str, CorpusReorderings], parsed: dict[str, CorpusReorderings], pair: str
) -> None:
    result = parsed[pair]
    assert result.measures["syntactic"].value > 0.8
    # A tree says which stretches change places, not at how many boundaries.
    assert result.reorderings == plain[pair].reorderings
    found = sum(pattern.count for pattern in result.patterns)
    assert found == round(result.measures["syntactic"].value * result.reorderings)


@pytest.mark.slow
def test_japanese_verbs_move_behind_their_objects(parsed: dict[str, CorpusReorderings]) -> None:
    frequent = parsed["en-ja"].patterns[:10]
    verb = next(one for one in frequent if (one.parent, one.a, one.b) == ("VERB", "self", "obj"))
    assert verb.example is not None
    assert verb.example.a
    assert verb.example.b
    most_french = parsed["en-fr"].patterns[0]
    assert (most_french.parent, most_french.a, most_french.b) == ("NOUN", "amod", "self")


@pytest.mark.slow
def test_trees_over_the_target() -> None:
    folder = DATA / "pud-aligned" / "en-ja"
    corpus = AlignedCorpus(
        folder / "content.align",
        source=folder / "src.txt",
        target=folder / "tgt.txt",
        trees=folder / "target.conllu",
        over="target",
    )
    result = analyze_reorderings(corpus, resampling=FEW).corpus
    assert result.measures["syntactic"].value > 0.5
    assert result.measures["rquantity"].value > 1


def test_pud_is_cut_into_test_sets() -> None:
    built = build_testsets(pud("en-zh"))
    means = [built.sets[name].rquantity for name in ("none", "low", "medium", "high")]
    assert means[0] == 0
    assert means == sorted(means)
    sizes = [len(built.sets[name].lines) for name in ("low", "medium", "high")]
    assert min(sizes) > 100
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("pair", PUD)
def test_pud_has_the_oracles_reorderings(pair: str) -> None:
    for batch in pud(pair, trees=True).read():
        assert isinstance(batch.trees, DependencyBatch)
        plain = extract_reorderings(batch.alignments)
        parsed = extract_reorderings(batch.alignments, batch.trees)
        without, with_trees = (by_row(found, found) for found in (plain, parsed))
        for row in range(0, len(batch), 5):
            links, tree = set(batch.alignments[row]), batch.trees[row]
            pairs = oracles.reorderings(links)
            assert list(map(blocks, without[row])) == [spans(links, *pair) for pair in pairs]
            upos = tree.tags
            expected = oracles.dependency_reorderings(
                links, tree.heads.tolist(), tree.deprels, upos
            )
            assert list(map(blocks, with_trees[row])) == [spans(links, *f[:2]) for f in expected]
            names = [(one.parent, one.a.label, one.b.label) for one in with_trees[row]]
            assert names == [
                (f.parent, "+".join(f.a_labels) or None, "+".join(f.b_labels) or None)
                for f in expected
            ]


def blocks(one: Reordering) -> list[tuple[int, int]]:
    """First and last words, in the order of the oracle."""
    ranges = (one.a.source, one.a.target, one.b.source, one.b.target)
    return [(span.start, span.stop - 1) for span in ranges]


def spans(links: set[tuple[int, int]], a: Stretch, b: Stretch) -> list[tuple[int, int]]:
    return list(oracles.spans(links, a, b))


@pytest.mark.parametrize("links", ["sure", "all"])
def test_gold_alignments_of_kyoto(links: str) -> None:
    folder = DATA / "gold-alignments" / "kftt-en-ja"
    corpus = AlignedCorpus(
        folder / f"{links}.align", source=folder / "src.txt", target=folder / "tgt.txt"
    )
    result = analyze_reorderings(corpus, resampling=FEW).corpus
    assert result.sentence_count == 1212
    assert result.measures["rquantity"].low > 1


def test_the_example_of_lader() -> None:
    folder = DATA / "lader-example"
    corpus = AlignedCorpus(
        folder / "test.en-ja.align",
        reading=LinkReading("lader"),
        source=folder / "test.en",
        target=folder / "test.ja",
        trees=folder / "test.en.parse",
    )
    result = analyze_reorderings(corpus, resampling=FEW).corpus
    assert (result.sentence_count, result.measures["syntactic"].value) == (3, 1)
    # "she ate rice": the verb moves behind its object.
    examples = {(one.parent, one.a, one.b): one.example for one in result.patterns}
    assert examples["VP", "VBD", "NP"] == (1, "ate", "rice")
