"""Charts that notebooks can show without network access.

Importing this module imports Altair.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import altair as alt

from wordorder.report.plots.files import svg_text


class _Offline:
    """A picture instead of a script that the notebook would load."""

    def _repr_mimebundle_(self, *_: object, **__: object) -> dict[str, Any]:
        spec: dict[str, Any] = self.to_dict()  # type: ignore[attr-defined]
        return {"image/svg+xml": svg_text(spec), "text/plain": spec["description"]}


class Plot(_Offline, alt.LayerChart):
    """A layered chart, as returned by `plot`."""


class PanelPlot(_Offline, alt.ConcatChart):
    """Several charts with one legend, as returned by `plot`."""


AnyPlot: TypeAlias = Plot | PanelPlot
