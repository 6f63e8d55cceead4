import errno
import os
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from messages import check, refused
from wordorder.errors import InputError
from wordorder.output import Outputs, open_output, temporary_folder

MADE_BY_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


class MishapError(Exception):
    pass


def write(path: str | os.PathLike[str] | None, text: str = "new\n") -> None:
    with open_output(path) as stream:
        stream.write(text)


def write_half(
    path: str | os.PathLike[str] | None, mishap: type[BaseException], lines: int = 10_000
) -> None:
    with open_output(path) as stream:
        stream.write("half of the output\n" * lines)
        raise mishap


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def run(code: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", f"from wordorder.output import open_output\n{code}"]
    return subprocess.run(command, env=environment, check=False, **options)


# Files


def test_new_file(tmp_path: Path) -> None:
    write(tmp_path / "new.txt", "語順\nsecond\n")
    assert (tmp_path / "new.txt").read_bytes() == "語順\nsecond\n".encode()
    assert len(list(tmp_path.iterdir())) == 1


def test_old_file_stays_until_the_end(tmp_path: Path) -> None:
    path = tmp_path / "scores.txt"
    path.write_text("old\n")
    with open_output(path) as stream:
        stream.write("new\n")
        stream.flush()
        assert path.read_text() == "old\n"
    assert path.read_text() == "new\n"


@pytest.mark.parametrize("mishap", [MishapError, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_after_a_mishap_the_old_file_stays(tmp_path: Path, mishap: type[BaseException]) -> None:
    path = tmp_path / "scores.txt"
    path.write_text("old\n")
    with pytest.raises(mishap):
        write_half(path, mishap)
    assert path.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_after_a_mishap_there_is_no_new_file(tmp_path: Path) -> None:
    with pytest.raises(MishapError):
        write_half(tmp_path / "new.txt", MishapError)
    assert list(tmp_path.iterdir()) == []


def test_a_failing_replacement_leaves_no_temporary_file(tmp_path: Path) -> None:
    path = tmp_path / "scores.txt"
    with pytest.raises(OSError), open_output(path):
        path.mkdir()
    assert list(tmp_path.iterdir()) == [path]


def test_relative_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("new.txt")
    assert Path("new.txt").read_text() == "new\n"


def test_name_as_long_as_the_file_system_allows(tmp_path: Path) -> None:
    write(tmp_path / ("x" * 255))
    assert (tmp_path / ("x" * 255)).read_text() == "new\n"


@pytest.mark.parametrize("mode", [0o600, 0o666, 0o755])
def test_mode_of_an_existing_file_is_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "scores.txt"
    path.touch()
    path.chmod(mode)
    write(path)
    assert permissions(path) == mode


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_umask_rules_a_new_file(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        write(tmp_path / "new.txt")
    finally:
        os.umask(before)
    assert permissions(tmp_path / "new.txt") == 0o666 & ~umask


@pytest.mark.parametrize("exists", [True, False])
def test_symbolic_link_is_followed(tmp_path: Path, exists: bool) -> None:
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "target.txt"
    if exists:
        target.write_text("old\n")
    link = tmp_path / "link"
    link.symlink_to(Path("folder", "target.txt"))
    write(link)
    assert link.is_symlink()
    assert target.read_text() == "new\n"
    assert list(target.parent.iterdir()) == [target]


def test_text_that_utf8_cannot_hold_does_not_lose_the_run(tmp_path: Path) -> None:
    write(tmp_path / "new.txt", "file \udcff\n")
    assert (tmp_path / "new.txt").read_bytes() == b"file \\udcff\n"


# Paths that cannot be written


def unwritable_paths(tmp_path: Path) -> list[str]:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    return [
        "",
        str(tmp_path),
        f"{tmp_path}/new/",
        f"{tmp_path}/missing/new.txt",
        f"{tmp_path}/file/new.txt",
        f"{tmp_path}/loop",
        f"{tmp_path}/{'x' * 300}",
        f"{tmp_path}/missing\n/new.txt",
    ]


def test_unwritable_paths_are_named_in_one_line_before_the_body_runs(tmp_path: Path) -> None:
    for path in unwritable_paths(tmp_path):
        before = sorted(tmp_path.iterdir())
        with refused(InputError) as caught, open_output(path):
            pytest.fail("the body ran")
        assert len(str(caught.value).splitlines()) == 1
        assert sorted(tmp_path.iterdir()) == before


@pytest.mark.skipif(MADE_BY_ROOT, reason="root may write anywhere")
@pytest.mark.parametrize("protected", ["file", "folder"])
def test_permissions_are_respected(tmp_path: Path, protected: str) -> None:
    path = tmp_path / "folder" / "file"
    path.parent.mkdir()
    path.write_text("old\n")
    (path if protected == "file" else path.parent).chmod(0o500)
    with refused(InputError), open_output(path):
        pytest.fail("the body ran")
    path.parent.chmod(0o700)
    assert path.read_text() == "old\n"


def test_a_folder_that_takes_no_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:  # so that root is tested too
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "file"
    path.write_text("old\n")
    monkeypatch.setattr(os, "open", refuse)
    with refused(InputError), open_output(path):
        pytest.fail("the body ran")
    assert path.read_text() == "old\n"


def test_write_protected_file_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old\n")
    monkeypatch.setattr(os, "access", lambda *_: False)  # so that root is tested too
    with refused(InputError), open_output(path):
        pytest.fail("the body ran")
    assert list(tmp_path.iterdir()) == [path]


# Devices and pipes


def test_device_is_written_and_stays_a_device() -> None:
    write(os.devnull)
    assert not Path(os.devnull).is_file()


def test_named_pipe_receives_each_line_at_once(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    received: list[str] = []
    first_line = threading.Event()

    def read() -> None:
        with path.open() as stream:
            for line in stream:
                received.append(line)
                first_line.set()

    reader = threading.Thread(target=read)
    reader.start()
    with open_output(path) as stream:
        stream.write("one\n")
        assert first_line.wait(10)
        stream.write("two\n")
    reader.join(10)
    assert received == ["one\n", "two\n"]
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev/stdout")
def test_dev_stdout_is_the_pipe() -> None:
    done = run("with open_output('/dev/stdout') as s: s.write('new\\n')", capture_output=True)
    assert (done.stdout, done.stderr) == (b"new\n", b"")


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev/stdout")
def test_dev_stdout_redirected_to_a_file_is_appended_to_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("old\n")
    inode = path.stat().st_ino
    with path.open("ab") as log:
        run("with open_output('/dev/stdout') as s: s.write('new\\n')", stdout=log)
    assert path.read_text() == "old\nnew\n"
    assert path.stat().st_ino == inode


def write_set(folder: Path, count: int, text: str) -> None:
    with Outputs() as outputs:
        for number in range(count):
            outputs.open(folder / f"file{number + 1}").write(text)


@pytest.mark.parametrize("call", [1, 2, 3])
def test_a_set_of_files_appears_whole_or_not_at_all(
    tmp_path: Path, no_space_at: Callable[[int], None], call: int
) -> None:
    (tmp_path / "file2").write_text("old")
    no_space_at(call)
    with pytest.raises(OSError, match="No space left") as caught:
        write_set(tmp_path, 3, "new")
    assert caught.value.filename == str(tmp_path / f"file{call}")
    assert [file.name for file in tmp_path.iterdir()] == ["file2"]
    assert (tmp_path / "file2").read_text() == "old"


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on files")
def test_a_limit_found_in_the_body_names_the_file(tmp_path: Path) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))"
    code = f"with open_output({str(tmp_path / 'new.txt')!r}) as out: out.write('a' * 10**6)"
    done = run(f"{limit}\n{code}", capture_output=True)
    check(done.stderr.decode().splitlines()[-1])
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("taken_once")
def test_a_file_that_was_taken_for_a_leftover_is_made_again(tmp_path: Path) -> None:
    write(tmp_path / "new.txt")
    assert (tmp_path / "new.txt").read_text() == "new\n"


@pytest.mark.usefixtures("taken_once")
def test_a_folder_that_was_taken_for_a_leftover_is_made_again(temporary: Path) -> None:
    with temporary_folder() as folder:
        assert list(temporary.iterdir()) == [folder]
    assert not list(temporary.iterdir())


@pytest.mark.skipif(
    shutil.which("mount") is None or not hasattr(os, "geteuid") or os.geteuid() != 0,
    reason="only root may mount",
)
def test_a_full_disk(tmp_path: Path) -> None:
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(tmp_path)],
        check=False,
        capture_output=True,
    )
    if mounted.returncode:
        pytest.skip("no file system may be mounted here")
    try:
        with pytest.raises(OSError, match="No space left") as caught:
            write_set(tmp_path, 12, "x" * 7000)
        assert str(tmp_path) in str(caught.value.filename)
        assert not list(tmp_path.iterdir())
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


# ----------------------------------------------------------------------------------------------
# What a killed run leaves behind

HANGING = """
import sys, time
from pathlib import Path
from wordorder.output import Outputs, temporary_folder
with Outputs() as outputs, temporary_folder() as folder:
    outputs.open(sys.argv[1]).write("half")
    Path(folder, "text").write_text("half")
    print("ready", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def hanging(tmp_path: Path, temporary: Path) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Processes that write to a file in the folder and never finish."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-c", HANGING, str(tmp_path / "scores.tsv")],
            stdout=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(temporary)},
        )
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs locks on files")
def test_the_next_run_removes_what_a_killed_one_left(
    tmp_path: Path, temporary: Path, hanging: Callable[[], subprocess.Popen[bytes]]
) -> None:
    killed, living = hanging(), hanging()
    killed.kill()
    killed.wait()
    (tmp_path / ".wordorder-notes.tmp").write_text("not ours")
    left = {file.name for file in tmp_path.glob(".wordorder-*-*")}
    assert len(left) == 2
    with open_output(tmp_path / "other.tsv") as stream, temporary_folder():
        stream.write("whole")
    names = [file.name for file in tmp_path.glob(".wordorder-*-*")]
    assert [f"-{living.pid}-" in name for name in names] == [True]
    names = [file.name for file in temporary.iterdir()]
    assert [f"-{living.pid}-" in name for name in names] == [True]
    assert (tmp_path / ".wordorder-notes.tmp").exists()
    living.kill()
    living.wait()
    with open_output(tmp_path / "scores.tsv") as stream:
        stream.write("whole")
    assert sorted(file.name for file in tmp_path.iterdir() if file.is_file()) == [
        ".wordorder-notes.tmp",
        "other.tsv",
        "scores.tsv",
    ]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_device_that_refuses_passes_its_error_on() -> None:
    with pytest.raises(OSError, match="No space left"):
        write("/dev/full")


# Standard output


@pytest.mark.parametrize("path", [None, "-", Path("-")])
def test_standard_output_appears_at_the_end(
    path: str | Path | None, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    sys.stdout.write("before\n")
    with open_output(path) as stream:
        stream.write("語順\n")
        stream.flush()
        assert b"\xe8" not in capfdbinary.readouterr().out
    assert capfdbinary.readouterr().out.endswith("語順\n".encode())


def test_what_was_printed_before_comes_first() -> None:
    done = run("print('a')\nwith open_output('-') as s: s.write('b\\n')", capture_output=True)
    assert done.stdout == b"a\nb\n"


@pytest.mark.parametrize("lines", [20_000, pytest.param(1_500_000, marks=pytest.mark.slow)])
def test_long_output_is_complete(lines: int, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Kept in memory, or on disk."""
    text = "".join(f"line {number}\n" for number in range(lines))
    write(None, text)
    assert capfdbinary.readouterr().out == text.encode()


@pytest.mark.parametrize("mishap", [MishapError, KeyboardInterrupt])
@pytest.mark.parametrize("lines", [10_000, 1_000_000])  # in memory, and on disk
def test_after_a_mishap_standard_output_is_empty(
    mishap: type[BaseException], lines: int, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    with pytest.raises(mishap):
        write_half("-", mishap, lines)
    assert capfdbinary.readouterr().out == b""


@pytest.mark.parametrize("path", ["-", "/dev/stdout"])
def test_closed_pipe_is_left_to_the_caller(path: str) -> None:
    if path != "-" and not Path(path).exists():
        pytest.skip("needs /dev/stdout")
    reading, writing = os.pipe()
    os.close(reading)
    code = (
        "import os, sys\n"
        "try:\n"
        f"    with open_output({path!r}) as stream:\n"
        "        stream.write('x' * 10**6)\n"
        "except BrokenPipeError:\n"
        "    sys.stderr.write('broken')\n"
        "    sys.stderr.flush()\n"
        "    os._exit(0)\n"
    )
    done = run(code, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert done.stderr == b"broken"


@pytest.mark.parametrize("name", ["new.txt", "-"])
def test_line_ends_are_never_translated(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(tmp_path)
    write(name, "a\nb\r\n")
    written = capfdbinary.readouterr().out if name == "-" else Path(name).read_bytes()
    assert written == b"a\nb\r\n"


def test_a_full_disk_behind_temporary_files_is_told(tmp_path) -> None:
    with refused(InputError), temporary_folder(tmp_path):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert not list(tmp_path.iterdir())


def test_the_name_of_a_full_output_stays(tmp_path) -> None:
    with pytest.raises(OSError, match=r"scores\.txt"), temporary_folder(tmp_path):
        raise OSError(errno.ENOSPC, "No space left on device", "scores.txt")
