"""Parsed sentences in another order, as text, orders and CoNLL-U."""

from __future__ import annotations

import gzip
import io
import warnings
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntax_strategies import sentences
from wordorder import InputError
from wordorder.errors import UsageError, WordorderWarning
from wordorder.preordering import ARRANGED_AS, apply_rules, read_parses, reorder, rule_set
from wordorder.syntax import DependencyTree

if TYPE_CHECKING:
    from pathlib import Path

PARSES = """\
# text = I don't see New York
1\tI\ti\tPRON\t_\t_\t4\tnsubj\t_\t_
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdo\tdo\tAUX\t_\t_\t4\taux\t_\tOrder=9|Gloss=x
3\tnot\tnot\tPART\t_\tPolarity=Neg\t4\tadvmod\t_\t_
4\tsee\tsee\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No
4.1\tnothing\t_\t_\t_\t_\t_\t_\t_\t_
5\tNew York\t_\tPROPN\t_\t_\t4\tobj\t_\t_

1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_
"""


def applied(text: str, rules: str, to: str) -> str:
    return "".join(apply_rules(io.BytesIO(text.encode()), rules, to))  # type: ignore[arg-type]


def test_forms_of_output() -> None:
    assert applied(PARSES, "sov", "text") == "I New_York do not see\nYes\n"
    assert applied(PARSES, "sov", "order") == "0 4 1 2 3\n0\n"
    changed = {
        "advmod\t_\t_": "advmod\t_\tOrder=4",
        "nsubj\t_\t_": "nsubj\t_\tOrder=1",
        "Order=9|Gloss=x": "Gloss=x|Order=3",
        "SpaceAfter=No": "SpaceAfter=No|Order=5",
        "obj\t_\t_": "obj\t_\tOrder=2",
        "root\t_\t_": "root\t_\tOrder=1",
    }
    expected = PARSES + "\n"
    for before, after in changed.items():
        expected = expected.replace(before, after)
    assert applied(PARSES, "sov", "conllu") == expected


def test_the_source_order_is_the_source() -> None:
    assert applied(PARSES, "none", "order") == "0 1 2 3 4\n0\n"
    assert applied(PARSES, "reverse", "text") == "New_York see not do I\nYes\n"


@pytest.mark.slow
@given(st.lists(sentences(), min_size=1, max_size=4))
def test_all_forms_agree(given_sentences: list[str]) -> None:
    text = "".join(given_sentences)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", WordorderWarning)
        orders = applied(text, "sov", "order")
        arranged = applied(text, "sov", "text")
        written = applied(text, "sov", "conllu")
    found = reorder(read_parses(io.BytesIO(text.encode())), rule_set("sov"))
    assert orders == found.to_text(order=True)
    trees = [DependencyTree.parse(sentence) for sentence in given_sentences]
    words = [[word.replace(" ", "_") for word in tree.words] for tree in trees]
    rows = [list(map(int, line.split())) for line in orders.splitlines()]
    expected = [" ".join(own[n] for n in row) for own, row in zip(words, rows, strict=True)]
    assert arranged == "".join(f"{line}\n" for line in expected)
    again = list(read_parses(io.BytesIO(written.encode())))
    for tree, placed, row in zip(trees, again, rows, strict=True):
        places = [int(token.misc.rpartition("Order=")[2]) for token in placed.tokens]
        assert [places.index(place + 1) for place in range(len(row))] == row
        assert [token[:-1] for token in placed.tokens] == [token[:-1] for token in tree.tokens]
        assert placed.comments == tree.comments


def test_files_of_any_kind(tmp_path: Path) -> None:
    expected = applied(PARSES, "sov", "text")
    for data in (PARSES.replace("\n", "\r\n").encode(), gzip.compress(PARSES.encode())):
        file = tmp_path / "parses"
        file.write_bytes(data)
        assert "".join(apply_rules(file, rule_set("sov"))) == expected


def test_many_batches_are_written_one_by_one() -> None:
    copies = 20_000
    pieces = list(apply_rules(io.BytesIO((PARSES + "\n").encode() * copies), "reverse", "order"))
    assert len(pieces) > 1
    assert "".join(pieces) == "4 3 2 1 0\n0\n" * copies


def test_a_warning_if_the_labels_are_others() -> None:
    with pytest.warns(
        WordorderWarning, match="are for Stanford dependencies, but 17% of the words"
    ):
        applied(PARSES, "sov-stanford", "text")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        applied(PARSES, "sov", "text")
        applied(PARSES, "reverse", "text")


@pytest.mark.parametrize("to", ARRANGED_AS)
def test_bad_parses(to: str) -> None:
    for bad, message in {
        "": "there are no sentences",
        "1\ta\n": "has 2 columns",
        "1\ta\t_\tX\t_\t_\t2\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t1\tdep\t_\t_\n": "no root",
        "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n": "both roots",
    }.items():
        with pytest.raises(InputError, match=message):
            applied(bad, "sov", to)
    with pytest.raises(UsageError, match="unknown form of output 'words'"):
        applied(PARSES, "sov", "words")
