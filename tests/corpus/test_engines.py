"""Engines: the same files from each, on any number of threads or processes."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from batch_runs import contents, prepared, run, tasks_for, write_corpus
from messages import refused
from wordorder.corpus import batching as local, dask_engine as dask
from wordorder.corpus.processing import FragmentTask
from wordorder.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator

distributed = pytest.importorskip("distributed")
config = pytest.importorskip("dask.config")


class BrokenTask(FragmentTask):
    """A task that fails as soon as it is begun."""

    @classmethod
    def like(cls, task: FragmentTask) -> BrokenTask:
        return cls(*(getattr(task, field.name) for field in fields(task)))

    @property
    def columns(self) -> tuple[str, ...]:
        raise ZeroDivisionError("oh")


class DeadlyTask(BrokenTask):
    """A task whose workers die so many times."""

    deaths: ClassVar[int]

    @property
    def columns(self) -> tuple[str, ...]:
        if DeadlyTask.deaths:
            DeadlyTask.deaths -= 1
            raise distributed.KilledWorker("task", SimpleNamespace(address="tcp://x"), 3)
        return FragmentTask.columns.fget(self)


@pytest.fixture
def corpora(tmp_path: Path) -> list[Path]:
    return [write_corpus(tmp_path / f"{seed}.parquet", 30 + seed, seed) for seed in range(5)]


@pytest.fixture
def expected(corpora: list[Path], tmp_path: Path) -> dict[str, bytes]:
    run(corpora, tmp_path / "expected")
    return contents(tmp_path / "expected")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler with a worker in this process."""
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address="127.0.0.1:0"
    ) as found:
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("threads", [2, 3, 9])
def test_threads_give_the_same_files(
    corpora: list[Path], expected: dict[str, bytes], tmp_path: Path, threads: int
) -> None:
    reports = run(corpora, tmp_path / "out", threads=threads)
    assert {report.fragment.input for report in reports} == {str(path) for path in corpora}
    assert contents(tmp_path / "out") == expected


@pytest.mark.parametrize("threads", [1, 2])
def test_rows_are_counted_for_progress(corpora: list[Path], tmp_path: Path, threads: int) -> None:
    tasks = tasks_for(corpora, tmp_path / "out")
    for _ in range(2):  # the second time, all are skipped
        done: list[int] = []
        with prepared(tasks):
            list(local.run(tasks, threads=threads, on_rows=done.append))
        assert sum(done) == 30 + 31 + 32 + 33 + 34


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_keeps_what_is_complete(
    corpora: list[Path], expected: dict[str, bytes], tmp_path: Path, threads: int
) -> None:
    out = tmp_path / "out"
    tasks = tasks_for(corpora, out)
    whole = corpora[3].read_bytes()
    corpora[3].write_bytes(whole[:-50])
    with prepared(tasks), refused(InputError):
        list(local.run(tasks, threads=threads))
    assert any(out.glob("*.parquet"))
    assert contents(out).items() <= expected.items()


def test_no_fragments_are_no_work() -> None:
    assert list(local.run([], threads=2)) == []


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_interrupted_threads_clean_up(
    corpora: list[Path], expected: dict[str, bytes], tmp_path: Path, threads: int
) -> None:
    out = tmp_path / "out"
    tasks = tasks_for(corpora, out)
    with prepared(tasks):
        reports = local.run(tasks, threads=threads)
        next(reports)
        with pytest.raises(KeyboardInterrupt):
            reports.throw(KeyboardInterrupt)
    assert contents(out).items() <= expected.items()
    run(corpora, out)
    assert contents(out) == expected


@pytest.mark.slow
def test_a_scheduler_gives_the_same_files(
    corpora: list[Path], expected: dict[str, bytes], tmp_path: Path, cluster: Any
) -> None:
    out = tmp_path / "out"
    tasks = tasks_for(corpora, out)
    done: list[int] = []
    with prepared(tasks):
        list(dask.run(tasks, scheduler=cluster.scheduler_address, on_rows=done.append))
    assert contents(out) == expected
    assert sorted(done) == [30, 31, 32, 33, 34]


@pytest.mark.slow
def test_errors_of_workers_are_our_own(corpora: list[Path], tmp_path: Path, cluster: Any) -> None:
    tasks = tasks_for(corpora, tmp_path / "out", strict=True)
    address = cluster.scheduler_address
    with prepared(tasks), refused(InputError):
        list(dask.run(tasks, scheduler=address))

    tasks = [BrokenTask.like(task) for task in tasks]
    with (
        prepared(tasks),
        refused(InputError),
    ):
        list(dask.run(tasks, scheduler=address))


@pytest.mark.slow
@pytest.mark.parametrize("tries", [dask.TRIES - 1, dask.TRIES])
def test_a_fragment_whose_workers_die_is_tried_again(
    corpora: list[Path],
    expected: dict[str, bytes],
    tmp_path: Path,
    cluster: Any,
    tries: int,
) -> None:
    first, *others = tasks_for(corpora, tmp_path / "out")
    tasks = [DeadlyTask.like(first), *others]
    DeadlyTask.deaths = tries
    with prepared(tasks):
        if tries == dask.TRIES:
            with refused(InputError):
                list(dask.run(tasks, scheduler=cluster.scheduler_address))
        else:
            assert len(list(dask.run(tasks, scheduler=cluster.scheduler_address))) == 5
            assert contents(tmp_path / "out") == expected


def test_workers_with_another_version_are_refused(corpora: list[Path], tmp_path: Path) -> None:
    task = tasks_for(corpora, tmp_path)[0]
    with refused(InputError):
        dask._on_worker(task, "9.9", str(tmp_path))


def test_relative_paths_need_the_same_folder(
    corpora: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    task = tasks_for(corpora, "out")[0]
    with refused(InputError):
        dask._on_worker(task, dask._kernels.VERSION, "/elsewhere")
    with prepared([task]):
        dask._on_worker(task, dask._kernels.VERSION, str(tmp_path))


@pytest.mark.parametrize(
    ("place", "is_relative"),
    [
        ("a", True),
        ("/a", False),
        ("s3://a/b", False),
        ("x=/a,y=b", True),
        ("x=/a,y=/b", False),
        ("/data/x=1/b,c.parquet", False),
    ],
)
def test_relative_paths(place: str, is_relative: bool) -> None:
    assert dask._is_relative(place) == is_relative


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_refused() -> None:
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        with (
            config.set({"distributed.comm.timeouts.connect": "0.2s"}),
            refused(InputError) as found,
        ):
            list(dask.run([], scheduler=address))
        assert "\n" not in str(found.value)


def test_without_dask_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with refused(MissingExtraError):
        list(dask.run([]))


@pytest.mark.slow
def test_a_killed_worker_loses_nothing(
    corpora: list[Path], expected: dict[str, bytes], tmp_path: Path
) -> None:
    tasks = tasks_for(corpora, tmp_path / "out")
    with prepared(tasks):
        reports = dask.run(tasks, workers=1)
        next(reports)
        (worker,) = multiprocessing.active_children()
        worker.kill()
        assert len(list(reports)) == 4
    assert contents(tmp_path / "out") == expected
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_killed_and_interrupted_runs_go_on_with_the_same_output() -> None:
    program = Path(__file__).parents[2] / "benchmarks" / "batch_faults.py"
    options = ["--kills", "2", "--files", "4", "--rows", "3000", "--engines", "local"]
    found = subprocess.run(
        [sys.executable, program, *options], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout + found.stderr
