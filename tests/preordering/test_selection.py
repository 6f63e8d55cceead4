"""The parses chosen among several, and what is refused."""

from __future__ import annotations

import io
from random import Random

import numpy as np
import pytest

import wordorder as wo
from document_checks import check_damage, check_document, there_and_back
from messages import refused
from wordorder.preordering import ParseSelection, rule_set, select_parses

RULES = rule_set("head-final-after")
FLAT, CHAIN = (2, 0, 2), (0, 1, 1)


def parse(heads, sent_id="1", words="ABC"):
    lines = [f"# sent_id = {sent_id}"] if sent_id is not None else []
    for number, (word, head) in enumerate(zip(words, heads, strict=True), start=1):
        relation = "root" if head == 0 else "obj"
        lines.append(f"{number}\t{word}\t_\tVERB\t_\t_\t{head}\t{relation}\t_\t_")
    return "\n".join(lines) + "\n\n"


def links(*rows):
    return io.StringIO("".join(f"{row}\n" for row in rows))


def files(*texts):
    return [io.StringIO(text) for text in texts]


REVERSED, SAME, NONE = "0-2 1-1 2-0", "0-0 1-1 2-2", ""


def test_the_best_parse_is_chosen_from_files_and_from_blocks() -> None:
    wanted = REVERSED, SAME, NONE
    first = parse(FLAT, "a") + parse(FLAT, "b") + parse(FLAT, "c")
    second = parse(CHAIN, "a") + parse(CHAIN, "b") + parse(CHAIN, "c")
    from_files = select_parses(files(first, second), links(*wanted), RULES)
    blocks = "".join(parse(heads, name) for name in "abc" for heads in (FLAT, CHAIN))
    from_blocks = select_parses(io.StringIO(blocks), links(*wanted), RULES)
    assert from_files.to_dict() == from_blocks.to_dict()
    assert from_files.chosen == (2, 1)
    assert from_files.without_links == 1
    assert from_files.parses == from_blocks.parses
    assert from_files.parses == parse(CHAIN, "a") + parse(FLAT, "b") + parse(FLAT, "c")


def test_the_score_is_that_of_the_best() -> None:
    found = select_parses(files(parse(FLAT) + parse(CHAIN)), links(REVERSED), RULES)
    # A C B scores 0 and C B A, the reference, 1.
    assert found.first.value == pytest.approx(0.5)
    assert found.best.value == 1
    assert found.mean.value == pytest.approx(0.75)
    assert found.gain.value == pytest.approx(0.5)


def test_sentences_may_have_different_numbers_of_parses() -> None:
    text = parse(FLAT, "a") + parse(FLAT, "b") + parse(CHAIN, "b") + parse(FLAT, "c")
    found = select_parses(files(text), links(REVERSED, REVERSED, REVERSED), RULES)
    assert found.chosen == (2, 1)
    assert found.mean.value == pytest.approx((0.5 + 0.75 + 0.5) / 3)


def test_equals_go_to_the_first() -> None:
    found = select_parses(files(parse(FLAT) + parse(FLAT)), links(REVERSED), RULES)
    assert found.chosen == (1, 0)


def test_without_links_nothing_is_judged() -> None:
    found = select_parses(files(parse(FLAT) + parse(CHAIN)), links(NONE), RULES)
    assert found.chosen == (1, 0)
    assert np.isnan(found.gain.value)
    check_document(found)


@pytest.mark.parametrize(
    "texts",
    [
        (parse(FLAT), parse(FLAT) * 2),
        (parse(FLAT), parse(FLAT, words="ABD")),
        (parse(FLAT, None),),
        (parse(FLAT, "a") + parse(FLAT, "b") + parse(FLAT, "a"),),
        (parse(FLAT, "a") + parse(FLAT, "a", "ABD"),),
        ("",),
    ],
)
def test_parses_that_do_not_go_together_are_refused(texts) -> None:
    with refused(wo.InputError):
        select_parses(files(*texts), links(SAME), RULES)


def test_other_references_and_options_are_refused() -> None:
    nbest = parse(FLAT) + parse(CHAIN)
    with refused(wo.InputError):
        select_parses(files(nbest), links(SAME, SAME), RULES)
    with refused(wo.UsageError):
        select_parses(files(nbest), links(SAME), RULES, "x")
    with refused(wo.UsageError):
        select_parses(files(nbest), links(SAME), RULES, words="x")
    with refused(wo.UsageError):
        select_parses([], links(SAME), RULES)


def test_the_document_comes_back() -> None:
    found = select_parses(files(parse(FLAT) + parse(CHAIN)), links(REVERSED), RULES)
    check_document(found)
    check_damage(found, Random(7))
    assert there_and_back(found).parses is None
    with refused(wo.InputError):
        ParseSelection.from_dict({**found.to_dict(), "chosen": []})
