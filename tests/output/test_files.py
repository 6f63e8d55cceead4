import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from wordorder.errors import InputError
from wordorder.output import files, open_output

MADE_BY_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


class MishapError(Exception):
    pass


def write(path: str | os.PathLike[str] | None, text: str = "new\n") -> None:
    with open_output(path) as stream:
        stream.write(text)


def write_half(path: str | os.PathLike[str] | None, mishap: type[BaseException]) -> None:
    with open_output(path) as stream:
        stream.write("half of the output\n" * 10_000)
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


def unwritable_paths(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    return {
        "": "folder",
        str(tmp_path): "folder",
        f"{tmp_path}/new/": "folder",
        f"{tmp_path}/missing/new.txt": "no folder '.*missing'",
        f"{tmp_path}/file/new.txt": "Not a directory",
        f"{tmp_path}/loop": "symbolic links",
        f"{tmp_path}/{'x' * 300}": "too long",
        f"{tmp_path}/missing\n/new.txt": r"missing\\n/new.txt",
    }


def test_unwritable_paths_are_named_in_one_line_before_the_body_runs(tmp_path: Path) -> None:
    for path, reason in unwritable_paths(tmp_path).items():
        before = sorted(tmp_path.iterdir())
        with pytest.raises(InputError, match=reason) as caught, open_output(path):
            pytest.fail("the body ran")
        message = str(caught.value)
        assert message.startswith(f"cannot write '{path}'".replace("\n", r"\n"))
        assert len(message.splitlines()) == 1
        assert sorted(tmp_path.iterdir()) == before


@pytest.mark.skipif(MADE_BY_ROOT, reason="root may write anywhere")
@pytest.mark.parametrize("protected", ["file", "folder"])
def test_permissions_are_respected(tmp_path: Path, protected: str) -> None:
    path = tmp_path / "folder" / "file"
    path.parent.mkdir()
    path.write_text("old\n")
    (path if protected == "file" else path.parent).chmod(0o500)
    with pytest.raises(InputError, match=re.escape(str(path))), open_output(path):
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
    monkeypatch.setattr(Path, "touch", refuse)
    with (
        pytest.raises(InputError, match=rf"^cannot write '{re.escape(str(path))}': Permission"),
        open_output(path),
    ):
        pytest.fail("the body ran")
    assert path.read_text() == "old\n"


def test_write_protected_file_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old\n")
    monkeypatch.setattr(os, "access", lambda *_: False)  # so that root is tested too
    with pytest.raises(InputError, match="write-protected"), open_output(path):
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


@pytest.mark.parametrize("memory", [10, 2**20])
def test_long_output_is_complete(
    memory: int, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(files, "_MEMORY_BEFORE_DISK", memory)
    text = "".join(f"line {number}\n" for number in range(20_000))
    write(None, text)
    assert capfdbinary.readouterr().out == text.encode()


@pytest.mark.parametrize("mishap", [MishapError, KeyboardInterrupt])
@pytest.mark.parametrize("memory", [10, 2**20])
def test_after_a_mishap_standard_output_is_empty(
    mishap: type[BaseException],
    memory: int,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.setattr(files, "_MEMORY_BEFORE_DISK", memory)
    with pytest.raises(mishap):
        write_half("-", mishap)
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
