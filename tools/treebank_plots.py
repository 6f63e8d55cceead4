"""The plots of docs/background/reorderings-of-treebanks.md."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wordorder.reporting import plot, save_plot

if TYPE_CHECKING:
    from pathlib import Path

    from treebank_tables import Study


def draw(found: Study, images: Path) -> None:
    japanese = replace(found.parsed, corpora={"en-ja": found.parsed.corpora["en-ja"]})
    for kind, result in (("lengths", found.plain), ("widths", found.plain), ("labels", japanese)):
        save_plot(plot(result, kind), images / f"treebanks-{kind}.svg")
