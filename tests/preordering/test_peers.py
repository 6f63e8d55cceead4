"""The figures of lader and topdown-btg, against what these tools themselves have printed.

`vectors/preordering-peers.json` has 60 alignments with an order of the source words each; where the
figures come from is said in it.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from messages import refused
from wordorder import Alignment
from wordorder.alignment import AlignmentBatch
from wordorder.errors import InputError, UsageError
from wordorder.permutation import Permutation, PermutationBatch
from wordorder.preordering import peer_scores

if TYPE_CHECKING:
    from wordorder.preordering.peers import Peer

VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "preordering-peers.json"


@cache
def vectors() -> dict[str, Any]:
    return json.loads(VECTORS.read_text())


def cases() -> tuple[AlignmentBatch, PermutationBatch]:
    given = vectors()["cases"]
    alignments = [
        Alignment(map(tuple, case["links"]), case["source_length"], case["target_length"])
        for case in given
    ]
    orders = [Permutation.from_order(case["order"]) for case in given]
    return AlignmentBatch.from_alignments(alignments), PermutationBatch.from_permutations(orders)


@pytest.mark.parametrize("count", ["chunk_loss", "chunk_total", "tau_loss", "tau_total"])
def test_counts_are_laders(count: str) -> None:
    found = peer_scores("lader", *cases()).sentences[count]
    assert found.tolist() == [case["lader"][count] for case in vectors()["cases"]]
    assert found.sum() == vectors()["lader_corpus"][count]


def test_laders_corpus_figures_divide_the_sums() -> None:
    figures = peer_scores("lader", *cases()).figures
    assert figures == {"chunk": 1 - 120 / 373, "tau": 1 - 257 / 873}


@pytest.mark.parametrize("name", ["frs", "tau"])
def test_figures_are_topdown_btgs(name: str) -> None:
    result = peer_scores("topdown-btg", *cases())
    printed = [case["topdown_btg"] for case in vectors()["cases"]]
    expected = np.array([case[name] if case else np.nan for case in printed])
    np.testing.assert_allclose(result.sentences[name], expected, rtol=0, atol=5.01e-7)
    assert result.figures[name] == pytest.approx(np.nanmean(expected), rel=0, abs=5e-7)


@pytest.mark.parametrize("tool", ["lader", "topdown-btg"])
def test_sentences_without_links_or_words_count_nothing(tool: Peer) -> None:
    alignments = AlignmentBatch.from_alignments([Alignment([], 3, 2), Alignment([], 0, 0)])
    orders = PermutationBatch.from_permutations([[0, 2, 1], []])
    result = peer_scores(tool, alignments, orders)
    assert np.isnan([*result.figures.values()]).all()
    for values in result.sentences.values():
        assert len(values) == 2
        assert (np.isnan(values) | (values == 0)).all()


@pytest.mark.parametrize("tool", ["lader", "topdown-btg"])
def test_what_does_not_go_together_is_refused(tool: Peer) -> None:
    alignments = AlignmentBatch.from_alignments([Alignment([(0, 0)], 2, 1)])
    with refused(InputError):
        peer_scores(tool, alignments, PermutationBatch.from_permutations([]))
    longer = PermutationBatch.from_permutations([[0, 1, 2]])
    with refused(InputError):
        peer_scores(tool, alignments, longer)


def test_an_unknown_tool_is_refused() -> None:
    with refused(UsageError):
        peer_scores("moses", *cases())  # type: ignore[arg-type]
