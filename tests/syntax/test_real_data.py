"""Treebanks and parses as others made them, which the project may use but not ship."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from oracles import conllu as oracle
from wordorder.syntax import ConstituencyBatch, DependencyBatch, read_trees

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
PUD = [f"{pair}/{side}" for pair in ("en-ja", "en-zh", "en-fr") for side in ("en", "target")]


@pytest.fixture(autouse=True)
def _real_data() -> None:
    if not DATA.is_dir():
        pytest.skip(f"the real data is not there: {DATA}")


@pytest.mark.slow
@pytest.mark.parametrize("name", PUD)
def test_treebanks_come_back_byte_by_byte(name: str) -> None:
    file = DATA / "pud-aligned" / f"{name}.conllu"
    batches = [batch for batch in read_trees(file) if isinstance(batch, DependencyBatch)]
    text = file.read_bytes()
    written = b"".join(str(tree).encode() for batch in batches for tree in batch)
    assert written == text + b"\n" * (2 - text[-2:].count(b"\n"))
    sentences = text.decode().rstrip("\n").split("\n\n")
    heads = [
        part.tolist() for batch in batches for part in np.split(batch.heads, batch.offsets[1:-1])
    ]
    assert heads == [oracle.heads(sentence) for sentence in sentences]
    texts = (
        DATA / "pud-aligned" / Path(name).with_name("src.txt" if name[-2:] == "en" else "tgt.txt")
    )
    lengths = [len(line.split(" ")) for line in texts.read_text(encoding="utf-8").splitlines()]
    assert [length for batch in batches for length in batch.lengths] == lengths


@pytest.mark.parametrize("name", ["test", "train"])
def test_parses_come_back_with_the_words_and_tags_of_the_text(name: str) -> None:
    folder = DATA / "lader-example"
    (batch,) = read_trees(folder / f"{name}.en.parse")
    assert isinstance(batch, ConstituencyBatch)
    lines = folder.joinpath(f"{name}.en.parse").read_text().splitlines()
    assert list(map(str, batch)) == lines
    words = folder.joinpath(f"{name}.en").read_text().splitlines()
    assert [list(tree.words) for tree in batch] == [line.split() for line in words]
    tags = folder.joinpath(f"{name}.en.pos").read_text().splitlines()
    assert [list(tree.tags) for tree in batch] == [line.split() for line in tags]
