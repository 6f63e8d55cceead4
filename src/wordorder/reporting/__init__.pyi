from wordorder.reporting.loading import load as load
from wordorder.reporting.plotting import (
    check_plot as check_plot,
    check_plot_path as check_plot_path,
    plot as plot,
    plot_kinds as plot_kinds,
    require_plots as require_plots,
    save_into as save_into,
    save_plot as save_plot,
)
from wordorder.reporting.reports import Report as Report, report as report
from wordorder.reporting.studying import study_translations as study_translations
