"""What the tests of real data check, on the files that come with the package.

`test_real_data.py` and others look at corpora that the project may use but not ship, and are
skipped where these are missing. Here is a small counterpart of each, which runs everywhere. For
scores, `scoring/test_properties.py` has both.
"""

from __future__ import annotations

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

from messages import refused
from oracles import (
    alignments as oracles,
    conllu as conllu_oracle,
    reorderings as reordering_oracles,
)
from reordering_batches import by_row
from wordorder import (
    Alignment,
    AlignmentBatch,
    InputError,
    Permutation,
    PermutationBatch,
    read_alignments,
)
from wordorder.alignment import combine_gold, evaluate_alignments, train_ibm1, write_alignments
from wordorder.cli.demo import PAIRS, SAMPLE, SYSTEMS
from wordorder.reorderings import (
    AlignedCorpus,
    Reordering,
    analyze_reorderings,
    build_testsets,
    extract_reorderings,
)
from wordorder.statistics import Resampling
from wordorder.syntax import ConstituencyTree, DependencyBatch, read_trees
from wordorder.text import looks_tokenized, tokenizer

JAPANESE = ("reference", "literal", "local")
CORPORA = {
    **{name: (f"{name}.align", "source.txt", "target.txt") for name in ("gold", "forward", "ours")},
    "system": ("system.align", "source.txt", "system.txt"),
    **{
        n: (f"reorderings/{n}.align", "reorderings/english.txt", f"reorderings/{n}.txt")
        for n in JAPANESE
    },
}
every_corpus = pytest.mark.parametrize("name", CORPORA)


def read(name: str) -> AlignmentBatch:
    links, source, target = (SAMPLE / file for file in CORPORA[name])
    (batch,) = read_alignments(links, source=source, target=target)
    return batch


def lines(file: str) -> list[str]:
    return (SAMPLE / file).read_text(encoding="utf-8").split("\n")[:-1]


# Alignments


@every_corpus
def test_every_file_is_read_and_written_again(name: str) -> None:
    batch = read(name)
    links, source, target = map(lines, CORPORA[name])
    assert batch.source_lengths.tolist() == [len(line.split()) for line in source]
    assert batch.target_lengths.tolist() == [len(line.split()) for line in target]
    again = [line.split() for line in write_alignments(batch).split("\n")[:-1]]
    assert list(map(sorted, again)) == [sorted(line.split()) for line in links]


def test_sure_and_all_links_make_gold() -> None:
    gold = read("gold")
    sure = gold.only_sure()
    everything = AlignmentBatch.from_alignments(
        Alignment(set(row), row.source_length, row.target_length) for row in gold
    )
    assert list(combine_gold(sure, everything)) == list(gold)
    for predicted in (sure, everything):
        result = evaluate_alignments(gold, predicted, resampling=Resampling(resamples=10))
        assert result.value("system", "aer") == 0


@pytest.mark.parametrize("side", ["source", "target"])
@every_corpus
def test_a_link_moved_past_the_end_is_found(tmp_path, name: str, side: str) -> None:
    links, source, target = (SAMPLE / file for file in CORPORA[name])
    batch = read(name)
    row = next(k for k in range(len(batch) // 2, len(batch)) if len(batch[k]))
    n, m = batch[row].source_length, batch[row].target_length
    i, j = list(batch[row])[-1]
    moved = f"{n}-{j}" if side == "source" else f"{i}-{m}"
    changed = links.read_text().split("\n")
    changed[row] = " ".join([*changed[row].split()[:-1], moved])
    copy = tmp_path / "copy.align"
    copy.write_text("\n".join(changed))
    with refused(InputError) as caught:
        list(read_alignments(copy, source=source, target=target))
    assert f"{copy}:{row + 1}: " in str(caught.value)
    assert moved in str(caught.value)


@every_corpus
def test_permutations_are_those_of_the_oracles(name: str) -> None:
    batch = read(name)
    lrscore, reference, matched = (
        PermutationBatch.from_alignments(batch, convention)
        for convention in ("lrscore", "reference", "matched")
    )
    for k, row in enumerate(batch):
        links, n = set(row), row.source_length
        groups = oracles.reference_groups(links, n)
        assert list(lrscore[k]) == oracles.lrscore_ranks(links, n)
        assert reference[k].order.tolist() == oracles.reference_order(links, n)
        assert list(matched[k]) == oracles.matched_ranks(links)
        assert list(map(list, row.groups())) == groups
        assert Permutation.from_alignment(row, "reference") == reference[k]
        assert list(lrscore[k].relative_to(reference[k])) == oracles.relative_ranks(
            lrscore[k].order.tolist(), reference[k].order.tolist(), groups
        )


@every_corpus
def test_counts_are_those_of_the_oracles(name: str) -> None:
    batch = read(name)
    crossing, pairs = batch.crossings()
    blocked, linked = batch.blocked_words()
    for k, row in enumerate(batch):
        links = set(row)
        assert (crossing[k], pairs[k]) == oracles.crossing_counts(links)
        assert set(row.blocked_words()) == oracles.blocked_words(links)
        assert blocked[k] == len(row.blocked_words())
        assert linked[k] == len(oracles.linked_words(links))
        assert [(list(a), list(b)) for a, b in row.components()] == oracles.components(links)


def test_two_directions_are_symmetrized_as_the_oracle_says() -> None:
    forward = read("forward")
    (reverse,) = read_alignments(
        SAMPLE / "reverse.align", source=SAMPLE / "source.txt", target=SAMPLE / "target.txt"
    )
    found = forward.symmetrize(reverse)
    for row, a, b in zip(found, forward, reverse, strict=True):
        assert set(row) == oracles.grow_diag_final_and(
            set(a), set(b), row.source_length, row.target_length
        )


def test_ibm1_links_better_than_the_diagonal(tmp_path) -> None:
    texts = []
    for file in ("source.de", "reference.en"):
        texts.append(tmp_path / file)
        words = (tokenizer("13a")(line) for line in lines(f"de-en/{file}"))
        texts[-1].write_text("".join(f"{' '.join(line)}\n" for line in words), encoding="utf-8")
    source, target = texts
    (gold,) = read_alignments(
        SAMPLE / "de-en" / "source-reference.align", source=source, target=target
    )
    model = train_ibm1(source, target)
    rows = [row for batch in model.align(source, target) for row in batch]
    diagonal = [
        Alignment([(k, k) for k in range(min(n, m))], n, m)
        for n, m in zip(gold.source_lengths.tolist(), gold.target_lengths.tolist(), strict=True)
    ]
    systems = {
        "ibm1": AlignmentBatch.from_alignments(rows),
        "diagonal": AlignmentBatch.from_alignments(diagonal),
    }
    result = evaluate_alignments(gold, systems, resampling=Resampling(resamples=1))
    assert result.value("ibm1", "aer") < result.value("diagonal", "aer") - 0.1


# Text


@pytest.mark.parametrize("name", ["13a", "intl", "zh", "char", "none"])
def test_lines_have_the_words_of_bleu(name: str) -> None:
    peer = BLEU(tokenize=name).tokenizer
    for file in ("de-en/source.de", "de-en/reference.en", "ja-en/source.ja", "ja-en/reference.en"):
        for line in lines(file):
            assert tokenizer(name)(line) == peer(line.rstrip()).split()


def test_running_and_tokenized_text_are_told_apart() -> None:
    running = [f"{pair}/{name}.en" for pair in PAIRS for name in ("reference", *SYSTEMS)]
    tokenized = [
        "source.txt",
        "target.txt",
        *(f"reorderings/{n}.txt" for n in ("english", *JAPANESE)),
    ]
    assert [file for file in running if looks_tokenized(lines(file))] == []
    assert [file for file in tokenized if not looks_tokenized(lines(file))] == []


# Trees


def test_a_treebank_comes_back_byte_by_byte() -> None:
    file = SAMPLE / "reorderings" / "english.conllu"
    (batch,) = read_trees(file)
    assert isinstance(batch, DependencyBatch)
    text = file.read_text(encoding="utf-8")
    assert "".join(map(str, batch)).rstrip("\n") == text.rstrip("\n")
    heads = [part.tolist() for part in np.split(batch.heads, batch.offsets[1:-1])]
    assert heads == [conllu_oracle.heads(part) for part in text.rstrip("\n").split("\n\n")]
    words = [list(tree.words) for tree in batch]
    assert words == [line.split() for line in lines("reorderings/english.txt")]


def test_parses_come_back_with_their_words_and_tags(tmp_path) -> None:
    parses = [
        "(S (NP (PRP She)) (VP (VBZ reads) (NP (JJ old) (NNS books))) (. .))",
        "(S (NP (DT The) (NN cat)) (VP (VBZ sleeps)) (. .))",
    ]
    file = tmp_path / "trees.penn"
    file.write_text("".join(f"{parse}\n" for parse in parses))
    (batch,) = read_trees(file)
    assert list(map(str, batch)) == parses
    first = batch[0]
    assert isinstance(first, ConstituencyTree)
    assert first.words == ("She", "reads", "old", "books", ".")
    assert first.tags == ("PRP", "VBZ", "JJ", "NNS", ".")


# Reorderings


def corpus(name: str, *, trees: bool = False) -> AlignedCorpus:
    folder = SAMPLE / "reorderings"
    return AlignedCorpus(
        folder / f"{name}.align",
        source=folder / "english.txt",
        target=folder / f"{name}.txt",
        trees=folder / "english.conllu" if trees else None,
    )


@pytest.mark.parametrize("name", JAPANESE)
def test_reorderings_are_those_of_the_oracles(name: str) -> None:
    (batch,) = corpus(name, trees=True).read()
    assert isinstance(batch.trees, DependencyBatch)
    plain = extract_reorderings(batch.alignments)
    parsed = extract_reorderings(batch.alignments, batch.trees)
    without, with_trees = (by_row(found, found) for found in (plain, parsed))
    for row in range(len(batch)):
        links, tree = set(batch.alignments[row]), batch.trees[row]
        expected = [
            list(reordering_oracles.spans(links, *pair))
            for pair in reordering_oracles.reorderings(links)
        ]
        assert list(map(blocks, without[row])) == expected
        upos = tree.tags
        found = reordering_oracles.dependency_reorderings(
            links, tree.heads.tolist(), tree.deprels, upos
        )
        expected = [list(reordering_oracles.spans(links, *one[:2])) for one in found]
        assert list(map(blocks, with_trees[row])) == expected


def blocks(one: Reordering) -> list[tuple[int, int]]:
    """First and last words, in the order of the oracle."""
    ranges = (one.a.source, one.a.target, one.b.source, one.b.target)
    return [(span.start, span.stop - 1) for span in ranges]


def test_the_reference_reorders_more_than_the_literal_translation() -> None:
    few = Resampling(20)
    amount = {
        name: analyze_reorderings(corpus(name), resampling=few).corpus.measures["rquantity"].value
        for name in JAPANESE
    }
    assert amount["literal"] < amount["local"] < amount["reference"]


def test_verbs_move_behind_their_objects() -> None:
    result = analyze_reorderings(corpus("reference", trees=True), resampling=Resampling(20)).corpus
    patterns = {(one.parent, one.a, one.b): one.count for one in result.patterns}
    assert patterns["VERB", "self", "obj"] == 5
    assert result.measures["syntactic"].value == 1


def test_sentences_are_cut_into_test_sets() -> None:
    built = build_testsets(corpus("reference"), shortest=1)
    means = [built.sets[name].rquantity for name in ("none", "low", "medium", "high")]
    assert means[0] == 0
    assert means == sorted(means)
    sizes = [len(built.sets[name].lines) for name in ("low", "medium", "high")]
    assert max(sizes) - min(sizes) <= 1
