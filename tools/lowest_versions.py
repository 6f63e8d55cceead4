"""Print the lowest version of each dependency that pyproject.toml admits, as pip constraints."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
extras = project["optional-dependencies"]


def requirements(extra: str) -> Iterator[str]:
    """What an extra asks for, also through others of this package."""
    for requirement in extras[extra]:
        own = re.fullmatch(r"wordorder\[([\w,]+)\]", requirement)
        if own is None:
            yield requirement
        else:
            for name in own[1].split(","):
                yield from requirements(name)


for requirement in [*project["dependencies"], *requirements("test")]:
    bound = re.match(r"([\w.-]+)(?:\[[^]]*\])?>=([\w.]+)", requirement)
    if bound is None:
        raise SystemExit(f"no lower bound: {requirement}")
    print(f"{bound[1]}=={bound[2]}")
