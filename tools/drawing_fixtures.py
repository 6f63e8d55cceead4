"""Write tests/drawing/fixtures/layouts.json, the layouts that Python and JavaScript agree on.

python tools/drawing_fixtures.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path.insert(0, str(TESTS))

from drawing.twins import FIXTURE, in_python, named_cases  # noqa: E402


def main() -> None:
    lines = [
        json.dumps({"name": name, "case": case, "layout": in_python(case)}, ensure_ascii=False)
        for name, case in named_cases().items()
    ]
    text = ",\n".join(lines)
    FIXTURE.write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
