"""The parses chosen among several, and what is refused."""

from __future__ import annotations

import io

import numpy as np
import pytest

import wordorder as wo
from wordorder.alignment import Alignment, AlignmentBatch
from wordorder.preordering import (
    NBestParses,
    ParseSelection,
    ReferenceOrders,
    rule_set,
    select_parses,
)

RULES = rule_set("head-final-after")
FLAT, CHAIN = (2, 0, 2), (0, 1, 1)


def parse(heads, sent_id="1", words="ABC"):
    lines = [f"# sent_id = {sent_id}"] if sent_id is not None else []
    for number, (word, head) in enumerate(zip(words, heads, strict=True), start=1):
        relation = "root" if head == 0 else "obj"
        lines.append(f"{number}\t{word}\t_\tVERB\t_\t_\t{head}\t{relation}\t_\t_")
    return "\n".join(lines) + "\n\n"


def references(*links):
    rows = [Alignment.parse(text, 3) for text in links]
    return ReferenceOrders.from_alignments(AlignmentBatch.from_alignments(rows))


def read(*texts):
    return NBestParses.read(*map(io.StringIO, texts))


REVERSED, SAME, NONE = "0-2 1-1 2-0", "0-0 1-1 2-2", ""


def test_the_best_parse_is_chosen_from_files_and_from_blocks() -> None:
    wanted = references(REVERSED, SAME, NONE)
    first = parse(FLAT, "a") + parse(FLAT, "b") + parse(FLAT, "c")
    second = parse(CHAIN, "a") + parse(CHAIN, "b") + parse(CHAIN, "c")
    from_files = select_parses(read(first, second), wanted, RULES)
    blocks = "".join(parse(heads, name) for name in "abc" for heads in (FLAT, CHAIN))
    from_blocks = select_parses(read(blocks), wanted, RULES)
    assert from_files.to_dict() == from_blocks.to_dict()
    assert from_files.chosen == (2, 1)
    assert from_files.without_links == 1
    assert from_files.parses == from_blocks.parses
    assert from_files.parses == parse(CHAIN, "a") + parse(FLAT, "b") + parse(FLAT, "c")


def test_the_score_is_that_of_the_best() -> None:
    found = select_parses(read(parse(FLAT) + parse(CHAIN)), references(REVERSED), RULES)
    # A C B scores 0 and C B A, the reference, 1.
    assert found.first.value == pytest.approx(0.5)
    assert found.best.value == 1
    assert found.mean.value == pytest.approx(0.75)
    assert found.gain.value == pytest.approx(0.5)


def test_sentences_may_have_different_numbers_of_parses() -> None:
    text = parse(FLAT, "a") + parse(FLAT, "b") + parse(CHAIN, "b") + parse(FLAT, "c")
    found = select_parses(read(text), references(REVERSED, REVERSED, REVERSED), RULES)
    assert found.chosen == (2, 1)
    assert found.mean.value == pytest.approx((0.5 + 0.75 + 0.5) / 3)


def test_equals_go_to_the_first() -> None:
    found = select_parses(read(parse(FLAT) + parse(FLAT)), references(REVERSED), RULES)
    assert found.chosen == (1, 0)


def test_without_links_nothing_is_judged() -> None:
    found = select_parses(read(parse(FLAT) + parse(CHAIN)), references(NONE), RULES)
    assert found.chosen == (1, 0)
    assert np.isnan(found.gain.value)
    assert ParseSelection.from_dict(found.to_dict()).summary() == found.summary()


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((parse(FLAT), parse(FLAT) * 2), "has 2 parses, but .* has 1"),
        ((parse(FLAT), parse(FLAT, words="ABD")), "other words than the first parse"),
        ((parse(FLAT, None),), "the parse has no sent_id"),
        ((parse(FLAT, "a") + parse(FLAT, "b") + parse(FLAT, "a"),), "of an earlier sentence"),
        (("",), "there are no sentences"),
        ((), "there are no files"),
    ],
)
def test_parses_that_do_not_go_together_are_refused(texts, message) -> None:
    with pytest.raises(wo.InputError, match=message):
        read(*texts)


def test_other_references_and_options_are_refused() -> None:
    nbest = read(parse(FLAT) + parse(CHAIN))
    with pytest.raises(wo.InputError, match="of other sentences"):
        select_parses(nbest, references(SAME, SAME), RULES)
    with pytest.raises(wo.UsageError, match="metric"):
        select_parses(nbest, references(SAME), RULES, "x")
    with pytest.raises(wo.UsageError, match="words"):
        select_parses(nbest, references(SAME), RULES, words="x")


def test_the_document_comes_back() -> None:
    found = select_parses(read(parse(FLAT) + parse(CHAIN)), references(REVERSED), RULES)
    again = ParseSelection.from_dict(found.to_dict())
    assert again.to_dict() == found.to_dict()
    for view in ParseSelection.views():
        assert found.tables(view)[0].rows == again.tables(view)[0].rows
