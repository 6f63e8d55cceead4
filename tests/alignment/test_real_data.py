"""Gold alignments as people made them, which the project may use but not ship."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from messages import refused
from oracles import alignments as oracles
from wordorder import (
    Alignment,
    AlignmentBatch,
    InputError,
    Permutation,
    PermutationBatch,
    read_alignments as stream,
)
from wordorder.alignment import (
    combine_gold,
    evaluate_alignments,
    in_lockstep,
    train_ibm1,
    write_alignments,
)
from wordorder.permutation import CONVENTIONS
from wordorder.statistics import Resampling

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
GOLD = {"hansards-en-fr": 447, "kftt-en-ja": 1212, "denero-zh-en": 150}
PUD = {"en-ja": 0.38, "en-zh": 0.17, "en-fr": 0.06}
FILES = [
    *(f"gold-alignments/{name}/{kind}.align" for name in GOLD for kind in ("sure", "all")),
    *(f"pud-aligned/{name}/content.align" for name in PUD),
]


@pytest.fixture(autouse=True)
def _real_data() -> None:
    if not DATA.is_dir():
        pytest.skip(f"the real data is not there: {DATA}")


@cache
def read(file: str, form: str = "pharaoh", **texts: str) -> AlignmentBatch:
    """All rows, which fit one block, with the lengths of the texts beside the file."""
    folder = (DATA / file).parent
    named = texts or {"source": "src.txt", "target": "tgt.txt"}
    paths = {name: folder / text for name, text in named.items()}
    (batch,) = stream(DATA / file, form, **paths)
    return batch


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_every_file_is_read_and_written_again(file: str) -> None:
    batch = read(file)
    folder = (DATA / file).parent
    for lengths, text in ((batch.source_lengths, "src.txt"), (batch.target_lengths, "tgt.txt")):
        lines = (folder / text).read_text(encoding="utf-8").split("\n")[:-1]
        assert lengths.tolist() == [len(line.split(" ")) if line else 0 for line in lines]
    lines = (DATA / file).read_text().split("\n")[:-1]
    assert len(batch) == len(lines) == GOLD.get(folder.name, 999)
    expected = [{tuple(map(int, link.split("-"))) for link in line.split()} for line in lines]
    assert [set(row) for row in batch] == expected
    again = [line.split() for line in write_alignments(batch).split("\n")[:-1]]
    assert list(map(sorted, again)) == [sorted(set(line.split())) for line in lines]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), GOLD.items())
def test_sure_and_all_links_make_gold(name: str, count: int) -> None:
    sure, everything = (read(f"gold-alignments/{name}/{kind}.align") for kind in ("sure", "all"))
    gold = combine_gold(sure, everything)
    assert len(gold) == count
    assert list(gold.only_sure()) == list(sure)
    assert [set(row) for row in gold] == [set(row) for row in everything]
    for predicted in (sure, everything):
        result = evaluate_alignments(gold, predicted, resampling=Resampling(resamples=10))
        assert result.value("system", "aer") == 0
    (together,) = in_lockstep(["sure", "all"], (iter([batch]) for batch in (sure, everything)))
    assert list(map(len, together)) == [count, count]


@pytest.mark.parametrize(("name", "share"), PUD.items())
def test_crossing_shares_of_pud_are_the_published_ones(name: str, share: float) -> None:
    batch = read(f"pud-aligned/{name}/content.align")
    crossing, pairs = batch.crossings()
    assert round(crossing.sum() / pairs.sum(), 2) == share
    turned, same_pairs = batch.transpose().crossings()
    np.testing.assert_array_equal(turned, crossing)
    np.testing.assert_array_equal(same_pairs, pairs)


def test_the_example_of_lader() -> None:
    test = read("lader-example/test.en-ja.align", "lader", source="test.en", target="test.ja")
    assert str(test[0]) == "0-0 1-4 1-5 2-2 3-6"
    assert test.source_lengths.tolist()[:2] == [4, 7]
    assert test.target_lengths.tolist()[:2] == [7, 8]
    assert len(test) == 3
    train = read("lader-example/train.en-ja.align", "lader", source="train.en")
    assert len(train) == 8
    # train.ja has only 3 lines upstream.
    with refused(InputError):
        read("lader-example/train.en-ja.align", "lader", target="train.ja")


@pytest.mark.parametrize("side", ["source", "target"])
@pytest.mark.parametrize("file", FILES)
def test_a_link_moved_past_the_end_is_found(tmp_path: Path, file: str, side: str) -> None:
    folder = (DATA / file).parent
    batch = read(file)
    # Somewhere in the middle, at a line that has links.
    row = next(k for k in range(len(batch) // 2, len(batch)) if len(batch[k]))
    n, m = batch[row].source_length, batch[row].target_length
    i, j = list(batch[row])[-1]
    moved = f"{n}-{j}" if side == "source" else f"{i}-{m}"
    lines = (DATA / file).read_text().split("\n")
    lines[row] = " ".join([*lines[row].split()[:-1], moved])
    copy = tmp_path / "copy.align"
    copy.write_text("\n".join(lines))
    with pytest.raises(InputError) as caught:
        list(stream(copy, source=folder / "src.txt", target=folder / "tgt.txt"))
    assert str(caught.value).startswith(f"{copy}:{row + 1}: link {moved} ")


def rows(batch: AlignmentBatch) -> Iterator[tuple[Alignment, set[tuple[int, int]], int]]:
    for row in batch:
        yield row, set(row), row.source_length


@pytest.mark.slow
@pytest.mark.parametrize("file", [file for file in FILES if "sure" not in file])
def test_real_alignments_have_the_oracles_permutations(file: str) -> None:
    batch = read(file)
    made: dict[Any, PermutationBatch] = {
        convention: PermutationBatch.from_alignments(batch, convention)
        for convention in CONVENTIONS
    }
    for k, (row, links, n) in enumerate(rows(batch)):
        assert list(made["lrscore"][k]) == oracles.lrscore_ranks(links, n)
        reference = made["reference"][k]
        assert reference.order.tolist() == oracles.reference_order(links, n)
        assert list(map(list, row.groups())) == oracles.reference_groups(links, n)
        assert list(made["matched"][k]) == oracles.matched_ranks(links)
        assert Permutation.from_alignment(row, "reference") == reference
        # The LRscore order against the reference order.
        relative = made["lrscore"][k].relative_to(reference)
        assert list(relative) == oracles.relative_ranks(
            made["lrscore"][k].order.tolist(),
            reference.order.tolist(),
            oracles.reference_groups(links, n),
        )


@pytest.mark.slow
@pytest.mark.parametrize("file", [file for file in FILES if "sure" not in file])
def test_real_alignments_have_the_oracles_counts(file: str) -> None:
    batch = read(file)
    crossing, pairs = batch.crossings()
    blocked, linked = batch.blocked_words()
    for k, (row, links, _) in enumerate(rows(batch)):
        assert (crossing[k], pairs[k]) == oracles.crossing_counts(links)
        assert set(row.blocked_words()) == oracles.blocked_words(links)
        assert (blocked[k], linked[k]) == (
            len(row.blocked_words()),
            len(oracles.linked_words(links)),
        )
        assert [(list(a), list(b)) for a, b in row.components()] == oracles.components(links)


@pytest.mark.slow
def test_gold_and_its_thinned_self_are_symmetrized_as_the_oracles_say() -> None:
    # The forward direction keeps the first source word of each target word, the reverse one the
    # last target word of each source word, as two aligners would.
    everything = read("gold-alignments/kftt-en-ja/all.align")
    forward, reverse = [], []
    for row, links, n in rows(everything):
        m = row.target_length
        forward.append(
            Alignment({j: (i, j) for i, j in sorted(links, reverse=True)}.values(), n, m)
        )
        reverse.append(Alignment({i: (i, j) for i, j in sorted(links)}.values(), n, m))
    found = AlignmentBatch.from_alignments(forward).symmetrize(
        AlignmentBatch.from_alignments(reverse)
    )
    for row, a, b in zip(found, forward, reverse, strict=True):
        assert set(row) == oracles.grow_diag_final_and(
            set(a), set(b), row.source_length, row.target_length
        )


# IBM Model 1 on real text.


@pytest.fixture
def error_rate(tmp_path):
    """The error rate after training on some lines of KFTT and on the text with gold links."""

    def error_rate(lines: int, **options: float) -> float:
        files, gold = [], DATA / "gold-alignments" / "kftt-en-ja"
        for language, gold_text in (("en", "src.txt"), ("ja", "tgt.txt")):
            corpus = (
                (DATA / "kftt-30k" / f"train.{language}")
                .read_text(encoding="utf-8")
                .split("\n")[:lines]
            )
            text = "".join(f"{line}\n" for line in corpus)
            files.append(tmp_path / language)
            files[-1].write_text(
                text + (gold / gold_text).read_text(encoding="utf-8"), encoding="utf-8"
            )
        model = train_ibm1(*files, **options)
        source, target = gold / "src.txt", gold / "tgt.txt"
        (gold_links,) = stream(gold / "all.align", source=source, target=target)
        rows = [row for batch in model.align(source, target) for row in batch]
        predicted = AlignmentBatch.from_alignments(rows)
        result = evaluate_alignments(gold_links, predicted, resampling=Resampling(resamples=1))
        return result.value("system", "aer")

    return error_rate


@pytest.mark.slow
def test_three_thousand_lines_more(error_rate) -> None:
    # Measured: 0.5938 without, 0.5645 with three thousand lines of the corpus.
    assert error_rate(0) == pytest.approx(0.594, abs=0.002)
    assert error_rate(3000) == pytest.approx(0.5645, abs=0.002)


@pytest.mark.slow
def test_the_whole_corpus_and_the_prior(error_rate) -> None:
    # Measured: 0.5318 with the default prior, 0.5583 with none.
    assert error_rate(30_000) == pytest.approx(0.5318, abs=0.002)
    assert error_rate(30_000, prior=0) == pytest.approx(0.5583, abs=0.002)
