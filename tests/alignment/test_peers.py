"""What lader and topdown-btg print for an order, made from our parts where definitions coincide.

`vectors/preordering-peers.json` has 60 alignments with an order of the source words each, and the
figures of lader's evaluate-lader and of topdown-btg's evaluate_preordering.py; where they come from
is said in it. Both take a source word for the span from its first to its last target.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from wordorder import Alignment, Permutation, permutation_scores

VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "preordering-peers.json"


@dataclass(frozen=True)
class Case:
    alignment: Alignment
    order: list[int]
    lader: dict[str, int]
    topdown_btg: dict[str, float] | None

    @property
    def spans(self) -> dict[int, tuple[int, int]]:
        """First and last target of each linked source word."""
        targets: dict[int, list[int]] = {}
        for source, target in self.alignment:
            targets.setdefault(source, []).append(target)
        return {source: (min(found), max(found)) for source, found in targets.items()}

    @property
    def nested(self) -> bool:
        """Whether some span begins before another one and ends behind it."""
        return any(a < c <= d < b or c < a <= b < d for (a, b), (c, d) in self.pairs())

    @property
    def equal_starts(self) -> bool:
        return any(a == c for (a, _), (c, _) in self.pairs())

    @property
    def equal_starts_only(self) -> bool:
        """Whether spans begin together but do not end together: unlike for them, tied for us."""
        return any(a == c and b != d for (a, b), (c, d) in self.pairs())

    @property
    def overlapping(self) -> bool:
        return any(a <= d and c <= b for (a, b), (c, d) in self.pairs())

    def pairs(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        return list(combinations(self.spans.values(), 2))


@cache
def cases() -> list[Case]:
    def case(given: dict[str, Any]) -> Case:
        links = map(tuple, given["links"])
        alignment = Alignment(links, given["source_length"], given["target_length"])
        return Case(alignment, given["order"], given["lader"], given["topdown_btg"])

    return [case(given) for given in json.loads(VECTORS.read_text())["cases"]]


def without_unlinked_words(case: Case) -> tuple[Alignment, list[int]]:
    """Only the linked source words, numbered anew, in the alignment and in the order."""
    number = {word: k for k, word in enumerate(case.spans)}
    links = [(number[source], target) for source, target in case.alignment]
    alignment = Alignment(links, len(number), case.alignment.target_length)
    return alignment, [number[word] for word in case.order if word in number]


def scores(alignment: Alignment, order: list[int], *names: str) -> list[float]:
    """Of a system's order against the reference order of the alignment."""
    reference = Permutation.from_alignment(alignment, "reference")
    relative = Permutation.from_order(order).relative_to(reference)
    return list(permutation_scores(relative, names).values())


def printed(figure: float) -> Any:
    return pytest.approx(figure, rel=0, abs=5.01e-7)


def test_where_the_figures_come_from() -> None:
    source = json.loads(VECTORS.read_text())["source"]
    assert "neubig/lader" in source
    assert "google/topdown-btg-preordering" in source
    assert len(cases()) == 60


# topdown-btg deletes unaligned words, orders spans by both of their ends, and skips a sentence with
# nested ones.


def test_topdown_btg_skips_the_sentences_with_nested_spans() -> None:
    skipped = [case for case in cases() if case.topdown_btg is None]
    assert skipped == [case for case in cases() if case.nested]
    assert len(skipped) == 10


def test_fuzzy_bounded_is_topdown_btgs_frs_where_no_two_words_are_tied() -> None:
    # 26 of the 50 cases that it prints: no two linked words have the same first target. Words with
    # the same span may follow each other in any order for both, but once they stand apart, it
    # counts fewer breaks than there are between distinct ranks.
    covered = [case for case in cases() if case.topdown_btg and not case.equal_starts]
    for case in covered:
        (found,) = scores(*without_unlinked_words(case), "fuzzy_bounded")
        assert found == printed(case.topdown_btg["frs"])
    assert len(covered) == 26
    # Some orders are right, some wrong, and most of them neither.
    figures = [case.topdown_btg["frs"] for case in covered]
    assert 0 in figures
    assert len(set(figures)) > 4


def test_kendall_is_topdown_btgs_tau_also_for_words_with_equal_spans() -> None:
    # 37 of the 50: tied words are concordant for it, and for us a group in the system's order. Not
    # where words have the same first target but another last one: these are a group here, but have
    # an order there.
    covered = [case for case in cases() if case.topdown_btg and not case.equal_starts_only]
    for case in covered:
        (found,) = scores(*without_unlinked_words(case), "kendall")
        assert found == printed(case.topdown_btg["tau"])
    assert len(covered) == 37


def test_of_1_1_links_both_figures_are_topdown_btgs() -> None:
    # 13 cases, whatever the unaligned words; 4 of them have a wrong order.
    covered = [
        case
        for case in cases()
        if len(case.alignment) == len(case.spans) == len(case.alignment.transpose().components())
    ]
    wrong = 0
    for case in covered:
        assert case.topdown_btg is not None
        found = scores(*without_unlinked_words(case), "fuzzy_bounded", "kendall")
        assert found == [printed(case.topdown_btg["frs"]), printed(case.topdown_btg["tau"])]
        wrong += found != [1, 1]
    assert (len(covered), wrong) == (13, 4)


# lader attaches unaligned words to their neighbours and merges overlapping spans. Without either
# the ranks are the same as ours, and it prints counts.


def test_losses_are_laders_without_unaligned_words_and_overlaps() -> None:
    # 6 cases. A break or a discordant pair is lost out of n + 1 or of n(n - 1)/2.
    covered = [
        case
        for case in cases()
        if len(case.spans) == case.alignment.source_length and not case.overlapping
    ]
    for case in covered:
        n = case.alignment.source_length
        assert case.lader["chunk_total"] == n + 1
        assert case.lader["tau_total"] == n * (n - 1) // 2
        assert scores(case.alignment, case.order, "fuzzy_bounded", "kendall") == pytest.approx(
            [
                1 - case.lader["chunk_loss"] / case.lader["chunk_total"],
                1 - case.lader["tau_loss"] / case.lader["tau_total"],
            ],
            rel=0,
            abs=1e-12,
        )
    assert len(covered) == 6
    assert sum(case.lader["tau_loss"] > 0 for case in covered) == 4


def test_an_order_taken_for_ranks_would_not_reach_these_figures() -> None:
    mistaken = 0
    for case in cases():
        if case.topdown_btg and not case.equal_starts:
            alignment, order = without_unlinked_words(case)
            turned = Permutation.from_order(order).ranks.tolist()
            (found,) = scores(alignment, turned, "kendall")
            mistaken += found != printed(case.topdown_btg["tau"])
    assert mistaken > 3
