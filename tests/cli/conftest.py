from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import messages
from cli.program import Outcome
from wordorder import Permutation
from wordorder.cli import program

if TYPE_CHECKING:
    from collections.abc import Callable
    from io import BytesIO
    from pathlib import Path


@pytest.fixture
def run(capsysbinary, monkeypatch, stdin) -> Callable[..., Outcome]:
    """Run the program in this process, and compare what it says with the catalogue."""
    monkeypatch.delenv("COLUMNS", raising=False)

    give = stdin

    def run(*arguments: object, stdin: str | BytesIO = "") -> Outcome:
        give(stdin.encode() if isinstance(stdin, str) else stdin)
        code = program.run([str(argument) for argument in arguments])
        captured = capsysbinary.readouterr()
        outcome = Outcome(code, captured.out.decode(), captured.err.decode())
        if outcome.err:
            messages.check(outcome.err.rstrip("\n"))
        return outcome

    return run


@pytest.fixture
def score(run) -> Callable[..., str]:
    """Run `wordorder permutation` on some text; give what it writes."""

    def score(text: str, *arguments: object) -> str:
        outcome = run("permutation", "-", *arguments, stdin=text)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    return score


@pytest.fixture(scope="session")
def permutations() -> list[Permutation]:
    """Two of each length from 0 to 39, in no particular order."""
    rng = np.random.default_rng(2013)
    return [Permutation.random(n, rng) for n in rng.permutation(np.repeat(np.arange(40), 2))]


@pytest.fixture(scope="session")
def many_lines(tmp_path_factory) -> Path:
    """3,000 permutations of 1 to 24 words; as JSON more than a megabyte."""
    rng = np.random.default_rng(2014)
    lengths = rng.integers(1, 25, 3000).tolist()
    file = tmp_path_factory.mktemp("input") / "permutations.txt"
    file.write_text("".join(f"{Permutation.random(n, rng)}\n" for n in lengths), encoding="utf-8")
    return file
