"""The plots of docs/background/reorderings-of-treebanks.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordorder.report import plots

if TYPE_CHECKING:
    from pathlib import Path

    from treebank_tables import Study


def draw(found: Study, images: Path) -> None:
    counts = {name: (result.widths, result.sentences) for name, result in found.plain.items()}
    parsed = {"en-ja": found.parsed["en-ja"]}
    for name, chart in (
        ("lengths", plots.rquantity_by_length(plots.length_rows(found.plain))),
        ("widths", plots.reorderings_by_width(plots.width_rows(counts))),
        ("labels", plots.label_share_by_width(plots.label_rows(parsed))),
    ):
        plots.save(chart, images / f"treebanks-{name}.svg")
