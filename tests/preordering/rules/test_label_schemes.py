"""Relations of rules and parses: when using rules warns."""

from __future__ import annotations

import io
import warnings

import pytest

from wordorder.errors import WordorderWarning
from wordorder.preordering import RuleSet, apply_rules

PARSE = "1\tI\t_\tPRON\t_\t_\t2\t{}\t_\t_\n2\tsee\t_\tVERB\t_\t_\t0\troot\t_\t_\n"


def apply(relation: str, *order: str) -> str:
    rules = RuleSet.parse(f"name = 'mine'\n[[rule]]\norder = {[*order, 'self', '*']}")
    return "".join(apply_rules(io.StringIO(PARSE.format(relation)), rules))


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (["nsbj", "root"], "the rules of 'mine': 'nsbj' is not a relation .*mean 'nsubj'\\?$"),
        (["nsbj", "root", "qq", "qx"], "'nsbj' is not a relation .* \\(2 more are unknown\\)"),
        (["root", "*[deprel=nsbj]"], "'nsbj' is not a relation"),
    ],
)
def test_misspelled_relations_warn(order: list[str], told: str) -> None:
    with pytest.warns(WordorderWarning, match=told):
        assert apply("nsubj", *order) == "see I\n"


def test_relations_of_the_parses_are_known() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert apply("own:kind", "own", "obj") == "I see\n"
        assert apply("nsubj", "nsubj", "obj:special") == "I see\n"
