"""Charts that show themselves in a notebook without asking for anything from outside.

Importing this module imports Altair.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import altair as alt

from wordorder.report.plots.files import svg_text


class _Offline:
    """A picture in place of a script that a notebook would load."""

    def _repr_mimebundle_(self, *_: object, **__: object) -> dict[str, Any]:
        spec: dict[str, Any] = self.to_dict()  # type: ignore[attr-defined]
        return {"image/svg+xml": svg_text(spec), "text/plain": spec["description"]}


class Plot(_Offline, alt.LayerChart):
    """A chart of layers, as `plot` draws it."""


class PanelPlot(_Offline, alt.ConcatChart):
    """Several charts with one legend, as `plot` draws them."""


AnyPlot: TypeAlias = Plot | PanelPlot
