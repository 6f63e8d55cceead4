"""Plots of the reordering analysis: one theme, one way to save; they need the extra `plot`.

Importing this room does not import Altair; the functions that draw do.
"""

from wordorder.report.plots.files import check_plot_path, save, save_into
from wordorder.report.plots.labels import label_share_by_width
from wordorder.report.plots.lengths import rquantity_by_length
from wordorder.report.plots.packages import require_plots
from wordorder.report.plots.results import (
    label_rows,
    length_rows,
    retained_rows,
    set_rows,
    width_rows,
)
from wordorder.report.plots.retained import retained_by_width
from wordorder.report.plots.rows import LabelRow, LengthRow, RetainedRow, SetRow, WidthRow
from wordorder.report.plots.sets import scores_by_set
from wordorder.report.plots.widths import reorderings_by_width

__all__ = [
    "LabelRow",
    "LengthRow",
    "RetainedRow",
    "SetRow",
    "WidthRow",
    "check_plot_path",
    "label_rows",
    "label_share_by_width",
    "length_rows",
    "reorderings_by_width",
    "require_plots",
    "retained_by_width",
    "retained_rows",
    "rquantity_by_length",
    "save",
    "save_into",
    "scores_by_set",
    "set_rows",
    "width_rows",
]
