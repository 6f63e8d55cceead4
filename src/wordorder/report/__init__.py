"""Plots of results; they need the extra `plot`.

Importing this package does not import Altair; the functions that draw do.
"""

from wordorder.report.plots.files import check_plot, check_plot_path, save_into, save_plot
from wordorder.report.plotting import drawable_kinds, plot, plot_kinds

__all__ = [
    "check_plot",
    "check_plot_path",
    "drawable_kinds",
    "plot",
    "plot_kinds",
    "save_into",
    "save_plot",
]
