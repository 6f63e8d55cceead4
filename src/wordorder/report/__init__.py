"""Plots and reports of results; they need the extra `plot`.

The room itself can be called, as `wo.report(result)`. Importing it does not import Altair; the
functions that draw do.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from wordorder.report.loading import load_result
from wordorder.report.plots.files import check_plot, check_plot_path, save_into, save_plot
from wordorder.report.plots.packages import require_plots as check_report
from wordorder.report.plotting import plot, plot_kinds
from wordorder.report.reporting import Report, report
from wordorder.report.studying import study_translations

if TYPE_CHECKING:
    from wordorder.output import Result
    from wordorder.scoring import Text

__all__ = [
    "Report",
    "check_plot",
    "check_plot_path",
    "check_report",
    "load_result",
    "plot",
    "plot_kinds",
    "report",
    "save_into",
    "save_plot",
    "study_translations",
]


class _Callable(ModuleType):
    """`wordorder.report` is both this room and the function that the room is named after."""

    def __call__(
        self, *results: Result, title: str | None = None, source: Text | None = None
    ) -> Report:
        return report(*results, title=title, source=source)


sys.modules[__name__].__class__ = _Callable
