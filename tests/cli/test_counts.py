"""One thing is one thing: no output says "1 sentences"."""

from __future__ import annotations

import re

import pytest

WRONG = re.compile(
    r"(?<![\d.,–-])1 (?!has|is|names|hypothesis|was|as|does|les|words matched)[A-Za-z]+s\b(?! 1)"
)

FILES = {
    "one": "a\n",
    "other": "b\n",
    "two": "a\nb\n",
    "swap": "b a\n",
    "order": "a b\n",
    "one.align": "0-0\n",
    "swap.align": "0-1 1-0\n",
    "two.align": "0-0\n0-0\n",
    "perm": "1\n",
    "one.tsv": "a\tb\n1\n",
    "tree": "(S (X a))\n",
    "labels": "x\ny\n",
}

COMMANDS = [
    "score one one --lang en",
    "score one other --lang en --by length",
    "score order swap swap --names A,B --lang en --worst 1 --min-words 1",
    "score order swap --lang en --worst 1 --min-words 1 --timing",
    "score one two --lang en",
    "score one one --lang en --by labels",
    "score one one -s one --ref-align one.align --ref-align one.align --hyp-align one.align",
    "score one two -s one --ref-align one.align --hyp-align one.align",
    "score --tsv one.tsv a b --lang en",
    "permutation perm --explain --tree",
    "permutation perm --metrics all",
    "align match two one",
    "align show one.align -s one -t one",
    "align show --match -s one -t one --lang en",
    "align evaluate one.align one.align",
    "align train one one",
    "align convert one.align -s two -t two",
    "align permutations one.align -s two",
    "reorderings analyze swap.align",
    "reorderings analyze swap.align one.align -s order -s one -t order -t one -t two",
    "reorderings analyze swap.align --trees tree",
    "reorderings testset swap.align --shortest 1",
    "reorderings testset swap.align --shortest 1 --scores two",
    "reorderings retained swap.align swap.align -t order -t order",
    "reorderings retained swap.align swap.align",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_one_of_something_is_not_plural(run, tmp_path, monkeypatch, command) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    outcome = run(*command.split())
    said = outcome.out + outcome.err
    assert said
    assert WRONG.findall(said) == []


@pytest.mark.parametrize("said", ["1 sentences", "has 1 lines, but", "1 texts", "1 cells"])
def test_the_test_can_fail(said) -> None:
    assert WRONG.search(said)
