"""One fragment from input to output."""

from __future__ import annotations

import pickle
import resource
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, strategies as st

from batch_runs import (
    NOT_LINKS,
    contents,
    links,
    prepared,
    rejects_of,
    rows_of,
    run,
    tasks_for,
    temporary_files,
    write_corpus,
)
from messages import check, refused
from wordorder.corpus import processing
from wordorder.corpus.plan import CorpusPlan
from wordorder.corpus.processing import StoppedError, process, process_with, workers_in
from wordorder.corpus.summary import SummaryFile
from wordorder.corpus.where import Filter
from wordorder.corpus.writing import GROUP_ROWS
from wordorder.errors import InputError


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "corpus.parquet", 100)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def expected(texts: list[str | None]) -> list[dict[str, object]]:
    """What the plan says of each row, on its own."""
    plan = CorpusPlan.of(["links"], metrics="kendall,reorderings")
    batches = (pa.record_batch({"links": pa.array([text], pa.string())}) for text in texts)
    return [plan(batch).to_pylist()[0] for batch in batches]


@pytest.mark.slow
def test_rows_are_those_of_the_plan(corpus: Path, out: Path) -> None:
    (report,) = run([corpus], out)
    wanted = expected(links(100))
    good = [row for row in range(100) if wanted[row]["problem"] is None]
    assert rows_of(out) == [
        {
            "file": str(corpus),
            "row": row + 1,
            "kendall": wanted[row]["kendall"],
            "reorderings": wanted[row]["reorderings"],
        }
        for row in good
    ]
    assert [reject["row"] - 1 for reject in rejects_of(out)] == sorted({*range(100)} - {*good})
    assert report.counts == (100, 10, 10, 0, 90)


def test_rejects_say_where_and_why(corpus: Path, out: Path) -> None:
    run([corpus], out)
    first = rejects_of(out)[0]
    assert first.pop("file") == str(corpus)
    assert first.pop("row") == 6
    assert NOT_LINKS in first.pop("problem")
    assert first == {}


def test_there_is_no_list_of_rejects_without_any(tmp_path: Path, out: Path) -> None:
    path = tmp_path / "good.parquet"
    pq.write_table(pa.table({"links": ["0-0", None]}), path)
    run([path], out)
    assert list((out / "_rejects").iterdir()) == []


def test_a_bad_row_is_an_error_if_strict(corpus: Path, out: Path) -> None:
    with refused(InputError):
        run([corpus], out, strict=True)
    assert set(contents(out)) == {"_batch.json"}
    run([corpus], out)
    with refused(InputError):  # also if it was found before
        run([corpus], out, strict=True)


def test_columns_are_kept(corpus: Path, out: Path) -> None:
    run([corpus], out, keep=("text", "id"))
    (file,) = out.glob("*.parquet")
    table = pq.read_table(file)
    assert table.column_names == ["file", "row", "text", "id", "kendall", "reorderings"]
    assert table["id"].to_pylist() == [2 * (row - 1) for row in table["row"].to_pylist()]
    assert table["text"].to_pylist() == [f"text {row - 1}" for row in table["row"].to_pylist()]


def test_conditions_choose_rows(corpus: Path, out: Path, tmp_path: Path) -> None:
    run([corpus], tmp_path / "all", keep=("id",))
    (report,) = run([corpus], out, keep=("id",), where=Filter("kendall > 0.4 and id < 100"))
    wanted = [
        row
        for row in rows_of(tmp_path / "all")
        if row["kendall"] is not None and row["kendall"] > 0.4 and row["id"] < 100
    ]
    assert rows_of(out) == wanted
    assert wanted
    assert report.counts == (100, 10, 10, 90 - len(wanted), len(wanted))


def test_lines_of_text(corpus: Path, out: Path) -> None:
    run([corpus], out, keep=("text", "id"), where=Filter("kendall > 0.4"), format="text")
    texts = [file.read_text().splitlines() for file in sorted(out.glob("*.txt"))]
    assert len(texts) == 2
    assert texts[1] == [f"text {int(number) // 2}" for number in texts[0]]
    assert texts[0]
    assert run([corpus], out, keep=("text", "id"), where=Filter("kendall > 0.4"), format="text")[
        0
    ].skipped


def test_line_ends_and_nulls_in_texts_keep_lines_parallel(tmp_path: Path, out: Path) -> None:
    path = tmp_path / "odd.parquet"
    texts = pa.array(["a\nb", None, "c\r\nd", ""]).dictionary_encode()
    pq.write_table(pa.table({"links": ["0-0"] * 4, "text": texts}), path)
    run([path], out, keep=("text",), format="text")
    (file,) = out.glob("*.txt")
    assert file.read_bytes() == b"a b\n\nc  d\n\n"


@pytest.mark.parametrize("written_as", ["parquet", "text"])
def test_an_input_without_rows(tmp_path: Path, out: Path, written_as: str) -> None:
    path = tmp_path / "none.parquet"
    pq.write_table(pa.table({"links": pa.array([], pa.string())}), path)
    (report,) = run([path], out, keep=("links",), metrics="kendall", format=written_as)
    assert report.counts == (0, 0, 0, 0, 0)
    assert run([path], out, keep=("links",), metrics="kendall", format=written_as)[0].skipped
    if written_as == "parquet":
        assert pq.read_schema(next(out.glob("*.parquet"))).names[2:] == ["links", "kendall"]


def test_tasks_pickle(corpus: Path, out: Path) -> None:
    (task,) = tasks_for([corpus], out, where=Filter("kendall > 0"), keep=("id",))
    copy = pickle.loads(pickle.dumps(task))
    assert copy.fingerprint == task.fingerprint
    with prepared([task]):
        report = process(copy)
    assert pickle.loads(pickle.dumps(report)) == report


def test_fingerprints_tell_settings_and_inputs_apart(corpus: Path, out: Path) -> None:
    from dataclasses import replace

    (task,) = tasks_for([corpus], out)
    others = [
        replace(task, keep=("id",)),
        replace(task, where=Filter("kendall > 0")),
        replace(task, format="text", keep=("id",)),
        replace(task, plan=CorpusPlan.of(["links"], metrics="kendall")),
        replace(task, fragment=replace(task.fragment, identity="x")),
        replace(task, fragment=replace(task.fragment, first_row=2)),
        replace(task, fragment=replace(task.fragment, input="x")),
    ]
    assert len({task.fingerprint, *(other.fingerprint for other in others)}) == 8
    for same in (replace(task, out="x"), replace(task, strict=True)):
        assert same.fingerprint == task.fingerprint


@pytest.mark.slow
def test_row_groups_have_a_fixed_size(out: Path, tmp_path: Path) -> None:
    path = tmp_path / "long.parquet"
    pq.write_table(pa.table({"links": ["0-0"] * (2 * GROUP_ROWS + 5)}), path)
    run([path], out, metrics="kendall", threads=2)
    (file,) = out.glob("*.parquet")
    metadata = pq.read_metadata(file)
    groups = [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)]
    assert groups == [GROUP_ROWS, GROUP_ROWS, 5]
    assert pq.read_table(file)["row"].to_numpy().tolist() == [*range(1, 2 * GROUP_ROWS + 6)]


@given(st.lists(st.integers(0, 5), max_size=30), st.integers(1, 3), st.integers(0, 4))
def test_work_keeps_its_order_on_any_number_of_threads(
    items: list[int], threads: int, ahead: int
) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        workers = processing.Workers(pool, ahead, Event())
        assert list(workers.in_order(lambda item: item + 1, items)) == [i + 1 for i in items]


def test_few_batches_wait() -> None:
    """Reading stops while the threads are busy."""
    from concurrent.futures import ThreadPoolExecutor

    started, free = [], Event()

    def items() -> object:
        for number in range(1000):
            started.append(number)
            yield number

    with ThreadPoolExecutor(2) as pool:
        workers = workers_in(pool, 2, Event())
        done = workers.in_order(lambda _: free.wait(), items())
        first = Thread(target=lambda: next(done))
        first.start()
        first.join(0.05)
        free.set()
        first.join()
        assert len(started) <= 2 * processing.AHEAD + 1


def test_a_stopped_run_leaves_nothing(corpus: Path, out: Path) -> None:
    (task,) = tasks_for([corpus], out)
    stop = Event()
    stop.set()
    with prepared([task]):
        with pytest.raises(StoppedError):
            process_with(workers_in(None, 1, stop), task)
        assert set(contents(out)) == {"_batch.json"}


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_run_leaves_nothing(corpus: Path, out: Path, threads: int) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    (task,) = tasks_for([corpus], out)
    with prepared([task]):
        with pytest.raises(KeyboardInterrupt):
            process(task, threads, interrupt)
        assert set(contents(out)) == {"_batch.json"}


def test_an_input_that_changes_meanwhile_is_an_error(corpus: Path, out: Path) -> None:
    (task,) = tasks_for([corpus], out)
    write_corpus(corpus, 50)
    with prepared([task]), refused(InputError):
        process(task)
    assert set(contents(out)) == {"_batch.json"}


@pytest.mark.slow
def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path: Path, out: Path) -> None:
    """A limit on the size of files stands for the disk."""
    small, large = (write_corpus(tmp_path / f"{rows}.parquet", rows) for rows in (10, 60_000))
    run([small, large], tmp_path / "undisturbed", keep=("text", "id"))
    program = (
        f"import sys, pathlib; sys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"
        "from batch_runs import run\n"
        "from wordorder.errors import InputError\n"
        "try:\n"
        f"    run([pathlib.Path(one) for one in ({str(small)!r}, {str(large)!r})], {str(out)!r},\n"
        "        keep=('text', 'id'))\n"
        "except InputError as error:\n"
        "    print(error)\n"
    )

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))

    found = subprocess.run(
        [sys.executable, "-c", program], preexec_fn=limit, capture_output=True, check=True
    )
    assert found.stderr == b""
    (line,) = found.stdout.decode().splitlines()
    check(line)
    assert temporary_files(out) == []
    assert len(list(out.glob("*.parquet"))) == 1
    first, second = run([small, large], out, keep=("text", "id"))
    assert (first.skipped, second.skipped) == (True, False)
    assert contents(out) == contents(tmp_path / "undisturbed")


def test_summaries_are_of_the_rows_written(corpus: Path, out: Path) -> None:
    run([corpus], out, where=Filter("kendall > 0.4"))
    (file,) = (out / "_summaries").iterdir()
    summary = SummaryFile.from_bytes(file.read_bytes()).summary
    values = np.array([row["kendall"] for row in rows_of(out)])
    assert summary.counts.written == len(values)
    assert summary.histograms["kendall"].count == len(values)
