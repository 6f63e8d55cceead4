"""Whatever a user may hold comes through a pickle of any protocol."""

from __future__ import annotations

import pickle
import re
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import wordorder as wo
from wordorder.preordering import RuleSet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROW = "{}\t{}\t_\tX\t_\t_\t{}\tdep\t_\t_\n"
FILES = {
    "hyp": "b a c\n",
    "ref": "a b c\n",
    "links": "0-1 1-0 2-2\n",
    "ranks": "2 1 3\n",
    "conllu": "".join(ROW.format(n, n, n - 1) for n in (1, 2, 3)) + "\n",
    "comparisons": "segment\tbetter\tworse\n1\tA\tB\n",
    "penn": "(S (NP (D a) (N b)) (V c))\n",
}


def options() -> Iterator[object]:
    yield from (
        wo.scoring.Comparison(),
        wo.reorderings.Extraction(),
        wo.LinkReading(),
        wo.Preset(),
        wo.Resampling(),
    )
    yield from (wo.Matcher("en"), wo.OrderMetric(), wo.reorderings.SystemFile("links"))
    yield wo.reorderings.AlignedCorpus("links", source="hyp", target="ref")
    yield wo.SourceLinks("hyp", aligner="ibm1")
    yield wo.scoring.RearrangedSource("hyp", ["links"])
    yield wo.scoring.FittedPreset("x", {"chrf": 1.0}, "y", "z")
    yield wo.alignment.ExternalAligner("align {source} {target}")
    yield from (wo.InputError("wrong"), wo.MissingExtraError("package", "this", "extra"))


def values() -> Iterator[object]:
    alignment, permutation = wo.Alignment.parse("0-1 1-0"), wo.Permutation([1, 0, 2])
    batch = wo.AlignmentBatch.from_alignments([alignment])
    yield from (alignment, permutation, batch, wo.PermutationBatch.from_alignments(batch))
    yield from (permutation.tree(), permutation.tree().root, wo.PermutationForest(permutation))
    yield from (wo.explain(permutation), wo.ordering.mending_moves(permutation))
    yield from (*wo.read_trees("conllu", "conllu"), *wo.read_trees("penn", "penn"))
    yield wo.reorderings.extract_reorderings(batch)
    yield wo.Matcher().match(["a b"], ["b a"])
    yield wo.alignment.train_ibm1("hyp", "ref")
    yield wo.metaevaluation.ContrastSet("x", ("a",), ("a",), ("b",))
    judged = wo.metaevaluation.read_judgements("comparisons")["comparisons"]
    yield from (judged, judged.comparisons, wo.metaevaluation.annotator_agreement(judged).ceiling)


def results() -> Iterator[object]:
    corpus = wo.reorderings.AlignedCorpus("links", source="hyp", target="ref")
    system = wo.reorderings.SystemFile("links", source="hyp", target="ref")
    few = {"resampling": wo.Resampling(resamples=2)}
    yield wo.score(["a b c"], ["b a c"], lang="en", **few)
    yield wo.alignment.evaluate_alignments("links", "links", **few)
    yield wo.evaluate_preordering("conllu", "links", RuleSet("none", ()), **few)
    yield wo.analyze_reorderings(corpus, **few)
    yield wo.reorderings.analyze_retention(corpus, {"A": system}, **few)
    yield wo.reorderings.build_testsets(corpus, shortest=1, **few)
    yield wo.alignment.draw_alignments("links")
    yield wo.reorderings.draw_sheet(corpus, system, count=1)
    yield from wo.ordering.score_permutations("ranks")


def shown(value: object) -> str:
    # An int64 of another name in C looks different.
    return re.sub(" at 0x[0-9a-f]+|, dtype=int64", "", repr(value))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("some", [options, values, results])
def test_every_protocol_brings_back_the_same(
    some: Any, protocol: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for value in some():
            again = pickle.loads(pickle.dumps(value, protocol))
            assert type(again) is type(value)
            assert shown(again) == shown(value)


def test_arrays_out_of_a_pickle_cannot_be_written() -> None:
    batch = wo.AlignmentBatch.from_alignments([wo.Alignment.parse("0-1 1-0")])
    again = pickle.loads(pickle.dumps(batch))
    assert np.array_equal(again.sources, batch.sources)
    assert not again.sources.flags.writeable
