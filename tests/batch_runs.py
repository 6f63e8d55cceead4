"""Small corpora, and runs over them."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from wordorder.corpus import batching as local, folder
from wordorder.corpus.inputs.fragments import list_fragments
from wordorder.corpus.plan import CorpusPlan
from wordorder.corpus.processing import FragmentTask

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordorder.corpus.processing import FragmentReport

METRICS = "kendall,reorderings"
NOT_LINKS = "nonsense"


def links(rows: int, seed: int = 1) -> list[str | None]:
    """Alignments of two to eight words, with a null and a bad one among every ten."""
    numbers = np.random.default_rng(seed)
    texts: list[str | None] = [
        " ".join(f"{s}-{t}" for s, t in enumerate(numbers.permutation(numbers.integers(2, 9))))
        for _ in range(rows)
    ]
    texts[3::10] = [None] * len(texts[3::10])
    texts[5::10] = [NOT_LINKS] * len(texts[5::10])
    return texts


def write_corpus(path: Path, rows: int, seed: int = 1) -> Path:
    """A Parquet file of alignments, with numbers and texts beside them."""
    texts = [f"text {row}" for row in range(rows)]
    columns = {"links": links(rows, seed), "id": np.arange(rows) * 2, "text": texts}
    pq.write_table(pa.table(columns), path)
    return path


def tasks_for(inputs: list[Path], out: Path | str, **options: Any) -> list[FragmentTask]:
    plan = CorpusPlan.of(["links"], metrics=options.pop("metrics", METRICS))
    sizes = {"least_rows": options.pop("least_rows")} if "least_rows" in options else {}
    fragments = list_fragments([str(path) for path in inputs], plan.check, **sizes)
    return [FragmentTask(plan, fragment, str(out), **options) for fragment in fragments]


@contextmanager
def prepared(tasks: list[FragmentTask], *, overwrite: bool = False) -> Iterator[None]:
    fragments = [task.fragment for task in tasks]
    with folder.prepared(tasks[0].out, tasks[0].settings, fragments, overwrite=overwrite):
        yield


def run(
    inputs: list[Path],
    out: Path | str,
    *,
    threads: int = 1,
    overwrite: bool = False,
    **options: Any,
) -> list[FragmentReport]:
    tasks = tasks_for(inputs, out, **options)
    with prepared(tasks, overwrite=overwrite):
        return list(local.run(tasks, threads=threads))


def rows_of(out: Path) -> list[dict[str, Any]]:
    """All rows of an output folder, sorted by file and row."""
    rows = [row for file in out.glob("*.parquet") for row in pq.read_table(file).to_pylist()]
    return sorted(rows, key=lambda row: (row["file"], row["row"]))


def rejects_of(out: Path) -> list[dict[str, Any]]:
    files = sorted(out.glob("_rejects/*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def contents(out: Path) -> dict[str, bytes]:
    """All files of a folder, by path."""
    files = (file for file in out.rglob("*") if file.is_file())
    return {str(file.relative_to(out)): file.read_bytes() for file in files}


def temporary_files(out: Path) -> list[str]:
    return [name for name in contents(out) if name.endswith(".tmp")]
