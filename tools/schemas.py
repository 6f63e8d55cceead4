"""The JSON Schemas in docs/schemas, made from the classes of results and other documents.

python tools/schemas.py            # writes them
python tools/schemas.py --check    # fails if a file is not what would be written
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from wordorder.ordering.explanation import PermutationLine
from wordorder.output.codec import document_schema
from wordorder.permutation.tree import TreeDocument
from wordorder.reporting.loading import result_classes

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "schemas"


def main() -> None:
    schemas = {kind.SCHEMA: kind.json_schema() for kind in result_classes()}
    for name, other in (("permutation/1", PermutationLine), ("tree/1", TreeDocument)):
        schemas[name] = document_schema(other, name)
    made = {
        f"{name.partition('/')[0]}.schema.json": json.dumps(schema, indent=2) + "\n"
        for name, schema in schemas.items()
    }
    if "--check" not in sys.argv:
        for name, text in made.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
        return
    wrong = [name for name, text in made.items() if not is_same(FOLDER / name, text)]
    if wrong:
        sys.exit(f"not as the classes are: {', '.join(wrong)}; run tools/schemas.py")


def is_same(file: Path, text: str) -> bool:
    return file.exists() and file.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    main()
