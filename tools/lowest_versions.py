"""Print the lowest version of each dependency that pyproject.toml admits, as pip constraints."""

import re
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
for requirement in [*project["dependencies"], *project["optional-dependencies"]["test"]]:
    bound = re.match(r"([\w.-]+)(?:\[[^]]*\])?>=([\w.]+)", requirement)
    if bound is None:
        raise SystemExit(f"no lower bound: {requirement}")
    print(f"{bound[1]}=={bound[2]}")
