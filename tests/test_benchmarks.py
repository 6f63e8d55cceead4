"""The small functions of the benchmarks of validity do what their examples say."""

from __future__ import annotations

import doctest
import importlib
import sys
from pathlib import Path

import numpy as np
import pytest

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"
MODULES = ("validity_data", "two_sided", "leading_metric", "noise", "fidelity")


@pytest.fixture(autouse=True)
def _benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))


@pytest.mark.slow
def test_their_examples_are_right() -> None:
    tried = 0
    for name in MODULES:
        found = doctest.testmod(
            importlib.import_module(name),
            optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS,
        )
        assert found.failed == 0, name
        tried += found.attempted
    assert tried > 5


def test_a_metric_with_a_command_line_scores_each_pair_once(tmp_path: Path) -> None:
    two_sided = importlib.import_module("two_sided")
    data = importlib.import_module("validity_data")
    items = data.Demetr(
        np.array(["word_swap", "case"]), ["a b", "a b"], ["a b", "a b"], ["b a", "A b"]
    )
    counter = tmp_path / "metric.py"
    counter.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    one, other = line.rstrip('\\n').split('\\t')\n"
        "    print(sum(a == b for a, b in zip(one, other)))\n",
        encoding="utf-8",
    )
    command = f'"{sys.executable}" "{counter}"'
    pairs: list[tuple[str, str]] = []

    def scores(asked: list[tuple[str, str]]) -> list[float]:
        pairs.extend(asked)
        return two_sided.scores_of_command(asked, command)

    assert two_sided.differences(items, scores).tolist() == [2, 1]
    assert pairs == [("a b", "a b"), ("a b", "b a"), ("a b", "A b")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("", "0 numbers for 1 lines"),
        ("print(1); print(2)", "more than 1 lines of output for as many of input"),
        ("while True: print(1)", "more than 1 lines of output for as many of input"),
        ("while True: print(1, end='')", "more than 1 lines of output for as many of input"),
        ("raise SystemExit(3)", "ended with exit code 3"),
        ("print('x1')", "line 1: 'x1' is not a number"),
        ("print('nan')", "line 1: 'nan' is not a number"),
    ],
)
def test_what_is_wrong_with_a_command_is_said_in_one_line(program: str, said: str) -> None:
    two_sided = importlib.import_module("two_sided")
    with pytest.raises(SystemExit) as caught:
        two_sided.scores_of_command([("a", "b")], f'"{sys.executable}" -c "{program}"')
    assert str(caught.value).endswith(said)
    assert "\n" not in str(caught.value)


def test_a_page_without_a_place_for_figures_stays_as_it_is() -> None:
    data = importlib.import_module("validity_data")
    with pytest.raises(SystemExit, match="figures: x"):
        data.with_figures("no such place", "x", "new")


def test_noise_replaces_in_place_and_keeps_the_rest() -> None:
    noise = importlib.import_module("noise")
    words = ["the", "house", "is", "big"] * 50
    found = {
        name: change(words, ["a", "home"], noise.random.Random(1))
        for name, change, _ in noise.experiments(frozenset({"the", "is"}), ["of"], 1)
    }
    for name, rest in found.items():
        if name.startswith("nonsense for"):
            changed = {old for old, new in zip(words, rest, strict=True) if old != new}
            kinds = {"content": {"house", "big"}, "function": {"the", "is"}}
            assert changed == next((kinds[kind] for kind in kinds if kind in name), set(words))
    assert [w for w in found["nonsense put in before 20% of the words"] if w in words] == words
    assert found["only the first word of the reference"] == ["a"]
    swapped = found["1% of neighbours swapped"]
    assert swapped != words
    assert sorted(swapped) == sorted(words)
