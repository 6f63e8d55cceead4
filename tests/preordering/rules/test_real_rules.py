"""The built-in rules on treebanks, which the project may use but not ship."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from oracles.lifting import is_projective, lifted
from oracles.precedence import reordered
from wordorder.ordering import ordering_scores
from wordorder.preordering import RULE_SETS, read_parses, read_references, reorder, rule_set

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "pud-aligned"


@pytest.fixture(autouse=True)
def _real_data() -> None:
    if not DATA.is_dir():
        pytest.skip(f"the real data is not there: {DATA}")


def features(text: str) -> set[tuple[str, str]]:
    pairs = (one.split("=") for one in text.split("|") if "=" in one)
    return {(name, value) for name, values in pairs for value in values.split(",")}


@pytest.mark.slow
def test_all_trees_against_the_definition() -> None:
    trees = read_parses(DATA / "en-ja" / "en.conllu")
    sets = [rule_set(name) for name in RULE_SETS]
    found = {rules.name: reorder(trees, rules) for rules in sets}
    non_projective = 0
    for row, tree in enumerate(trees):
        heads = tree.heads.tolist()
        non_projective += not is_projective(heads)
        words = [token._asdict() | {"feats": features(token.feats)} for token in tree.tokens]
        projective, source = lifted(heads), list(range(len(tree)))
        for rules in sets:
            order = np.argsort(found[rules.name][row].ranks).tolist()
            assert order == reordered(projective, words, rules)
        assert found["none"][row].ranks.tolist() == source
        assert found["reverse"][row].ranks.tolist() == source[::-1]
    assert non_projective == 52


@pytest.mark.slow
def test_verb_final_order_is_nearer_to_japanese_than_english_is() -> None:
    trees = read_parses(DATA / "en-ja" / "en.conllu")
    references = read_references(DATA / "en-ja" / "content.align", trees)
    fuzzy = {}
    for name in ("none", "sov"):
        judged = references.judge(reorder(trees, rule_set(name)), linked_only=True)
        fuzzy[name] = np.nanmean(ordering_scores(judged.values, judged.offsets, ["fuzzy"])["fuzzy"])
    assert fuzzy["sov"] > fuzzy["none"] + 0.2
