"""Output folders: what may be written to, what stays, and what is removed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from batch_runs import contents, prepared, rows_of, run, tasks_for, temporary_files, write_corpus
from messages import check, refused
from wordorder.corpus import folder
from wordorder.corpus.inputs.fragments import Fragment
from wordorder.errors import InputError, UsageError, WordorderError
from wordorder.output.temporary import temporary_name

OTHER_MACHINE = ".wordorder-00000000-123-0123456789abcdef.tmp"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "corpus.parquet", 40)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def run_refused(corpus: Path, out: Path | str, **options: object) -> None:
    with refused(WordorderError) as found:
        run([corpus], out, **options)
    assert "\n" not in str(found.value)


def test_a_complete_fragment_is_skipped(corpus: Path, out: Path) -> None:
    (first,) = run([corpus], out)
    before = contents(out)
    (again,) = run([corpus], out)
    assert not first.skipped
    assert again.skipped
    assert again.counts == first.counts
    assert contents(out) == before


@pytest.mark.slow
def test_what_is_damaged_or_missing_is_written_again(corpus: Path, out: Path) -> None:
    run([corpus], out)
    before = contents(out)
    for name, content in before.items():
        for damaged in (None, content[:-9], b""):
            file = out / name
            file.unlink()
            if damaged is not None:
                file.write_bytes(damaged)
            if name == folder.SETTINGS:
                run_refused(corpus, out)
                file.write_bytes(content)
            else:
                assert not run([corpus], out)[0].skipped
                assert contents(out) == before


def test_a_changed_input_is_processed_again(corpus: Path, out: Path) -> None:
    run([corpus], out)
    write_corpus(corpus, 60)
    (report,) = run([corpus], out)
    assert not report.skipped
    assert {row["row"] for row in rows_of(out)} > {42, 60}


def test_fragments_that_an_input_no_longer_has_are_removed(corpus: Path, out: Path) -> None:
    import pyarrow.parquet as pq

    table = pq.read_table(corpus)
    pq.write_table(table, corpus, row_group_size=10)
    assert len(run([corpus], out, least_rows=10)) == 4
    pq.write_table(table[:20], corpus, row_group_size=10)
    assert len(run([corpus], out, least_rows=10)) == 2
    fresh = out.parent / "fresh"
    run([corpus], fresh, least_rows=10)
    assert contents(out) == contents(fresh)


def test_an_output_with_other_settings_is_refused(corpus: Path, out: Path) -> None:
    run([corpus], out)
    before = contents(out)
    run_refused(corpus, out, metrics="kendall")
    run_refused(corpus, out, keep=("id",))
    assert contents(out) == before


def test_an_output_of_other_inputs_is_refused(corpus: Path, out: Path, tmp_path: Path) -> None:
    other = write_corpus(tmp_path / "other.parquet", 20)
    run([other], out)
    run_refused(corpus, out)
    assert len(run([corpus, other], out)) == 2


def test_overwriting_removes_only_our_own_files(corpus: Path, out: Path, tmp_path: Path) -> None:
    other = write_corpus(tmp_path / "other.parquet", 20)
    run([corpus, other], out)
    (out / "notes.txt").write_text("mine")
    (out / "_summaries" / "mine.npz").write_text("mine")
    run([other], out, overwrite=True, metrics="kendall")
    found = contents(out)
    assert found.pop("notes.txt") == found.pop("_summaries/mine.npz") == b"mine"
    fresh = tmp_path / "fresh"
    run([other], fresh, metrics="kendall")
    assert found == contents(fresh)


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_folder_of_something_else_is_refused(corpus: Path, out: Path, overwrite: bool) -> None:
    out.mkdir()
    (out / "thesis.tex").write_text("years of work")
    run_refused(corpus, out, overwrite=overwrite)
    assert contents(out) == {"thesis.tex": b"years of work"}


def test_an_empty_folder_is_used(corpus: Path, out: Path) -> None:
    (out / "_summaries").mkdir(parents=True)  # of a run that was killed at once
    (out / temporary_name()).write_text("{")
    run([corpus], out)
    assert temporary_files(out) == []


def test_what_cannot_be_a_folder_is_refused(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    run_refused(corpus, tmp_path / "file")
    run_refused(corpus, f"{tmp_path}/a\0b")
    run_refused(corpus, tmp_path / "missing" / "out")


def test_an_input_in_the_output_is_refused(corpus: Path, out: Path) -> None:
    run([corpus], out)
    before = contents(out)
    for within in (next(out.glob("*.parquet")), out, f"a=x,b={out}/b.txt"):
        fragment = Fragment(str(within), 0, 1, None, None, "", "")
        with (
            refused(UsageError),
            folder.prepared(str(out), folder.BatchSettings(), [fragment], overwrite=True),
        ):
            pass
    assert contents(out) == before


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs another user")
def test_a_read_only_folder_is_refused() -> None:
    with TemporaryDirectory() as place:
        Path(place).chmod(0o555)
        told, tell = os.pipe()
        child = os.fork()
        if child == 0:
            if os.geteuid() == 0:  # who may write anywhere
                os.setuid(65534)
            try:
                with folder.prepared(place, folder.BatchSettings(), []):
                    code = 1
            except InputError as error:
                os.write(tell, str(error).encode())
                code = 0
            os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        check(os.read(told, 1000).decode().replace(place, "folder"))
        os.close(told)
        os.close(tell)
        assert contents(Path(place)) == {}


def test_two_runs_at_a_time_are_refused(corpus: Path, out: Path) -> None:
    tasks = tasks_for([corpus], out)
    with prepared(tasks):
        run_refused(corpus, out)
        run_refused(corpus, out, overwrite=True)
    run([corpus], out)


@pytest.mark.slow
def test_the_lock_of_a_killed_run_is_free(corpus: Path, out: Path) -> None:
    program = (
        "import os\n"
        "from wordorder.corpus.folder import BatchSettings, prepared\n"
        f"with prepared({str(out)!r}, BatchSettings(), []):\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -9
    assert json.loads((out / folder.SETTINGS).read_text())["fragments"] == 0
    run([corpus], out, overwrite=True)


def test_a_run_that_was_replaced_writes_nothing(corpus: Path, out: Path) -> None:
    """As the worker of a driver that was killed may do."""
    from wordorder.corpus.processing import process

    (task,) = tasks_for([corpus], out)
    run([corpus], out, metrics="kendall")
    before = contents(out)
    with refused(InputError):
        process(task)
    assert contents(out) == before


def test_leftovers_of_dead_writers_are_removed(corpus: Path, out: Path) -> None:
    out.mkdir()
    old = out / OTHER_MACHINE
    young = out / OTHER_MACHINE.replace("123", "124")
    for file in (old, young, out / temporary_name()):
        file.write_text("half")
    os.utime(old, times=(time.time() - 4000,) * 2)
    with (out / temporary_name()).open("w") as living:
        from wordorder.output.temporary import claim

        assert claim(living.fileno(), Path(living.name))
        run([corpus], out)
        assert sorted(temporary_files(out)) == sorted([young.name, Path(living.name).name])


def test_names_of_columns_become_names_of_files() -> None:
    assert folder.text_name("s-00000000-00000", "../a b") == "s-00000000-00000...-a-b.txt"
