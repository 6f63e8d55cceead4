import os
import subprocess
import sys

from wordorder import output


def test_every_export_is_reachable() -> None:
    assert all(hasattr(output, name) for name in output.__all__)


def test_importing_the_room_imports_neither_rich_nor_numpy() -> None:
    code = "import sys, wordorder.output; print({'rich', 'numpy'} & set(sys.modules))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"
