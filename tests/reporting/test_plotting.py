"""Which plots there are, and charts in files."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from messages import check, refused
from reporting.examples import PLOTS, RETAINED, SCORES, corpus, four_sets, named, retention
from wordorder.errors import InputError, MissingExtraError, UsageError
from wordorder.reorderings import ReorderingAnalysis
from wordorder.reporting import check_plot_path, plot, plotting, save_plot
from wordorder.reporting.plots.theme import dark_style
from wordorder.reporting.plotting import require_plots

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow  # starts programs, threads or drawing libraries

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</script><script>alert('x')</script>&amp;]]>"
STRANGE = [HOSTILE, "\x00\x1b[31m\ud800\ufffe\uffff", "a" + "😀" * 60, "国" * 60, "a.b[0]\"'"]

SAVE_ALL = """
import sys
from reporting.examples import PLOTS
from wordorder.reporting import plot, save_plot
for name, (result, kind) in PLOTS.items():
    for ending in ("svg", "png", "html"):
        save_plot(plot(result, kind), f"{sys.argv[1]}/{name}.{ending}")
"""


def saved(chart, path: Path) -> bytes:
    save_plot(chart, path)
    return path.read_bytes()


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> str:
    chart = plot(named("retained", "moses", "hiero", HOSTILE))
    return saved(chart, tmp_path_factory.mktemp("plots") / "retained.html").decode()


@pytest.mark.parametrize("name", PLOTS)
def test_svg_has_only_inks_that_turn_dark(name: str, tmp_path) -> None:
    chart = plot(*PLOTS[name])
    root = ElementTree.fromstring(saved(chart, tmp_path / "plot.svg"))
    inks = {part.get(key) for part in root.iter() for key in ("fill", "stroke")}
    for ink in inks - {None, "none", "transparent"}:
        assert f'[fill="{ink}"]' in dark_style()
    assert root.findtext(f"{SVG}title") == chart.description
    assert root.findtext(f"{SVG}style") == dark_style()


@pytest.mark.parametrize("name", STRANGE, ids=ascii)
def test_svg_shows_any_name(name: str, tmp_path) -> None:
    chart = plot(ReorderingAnalysis({name: corpus(1000, widths={2: 3})}, ""), "widths")
    root = ElementTree.fromstring(saved(chart, tmp_path / "plot.svg"))
    (shown,) = (one.text for one in root.iter(f"{SVG}text") if "(1,000)" in (one.text or ""))
    assert shown[0] == ("\\" if name[0] == "\x00" else name[0])
    assert not list(root.iter(f"{SVG}script"))


def test_svg_shows_any_name_of_a_measure(tmp_path) -> None:
    chart = plot(four_sets(SCORES, measure='<b>\\"'), "scores")
    assert b">&lt;b&gt;" in saved(chart, tmp_path / "plot.svg")


def test_svg_escapes_names(tmp_path) -> None:
    chart = plot(named("retained", "<b>&"))
    assert b">&lt;b&gt;&amp;</text>" in saved(chart, tmp_path / "plot.svg")


def test_png_is_twice_the_size_of_the_svg(tmp_path) -> None:
    chart = plot(RETAINED)
    png = saved(chart, tmp_path / "plot.png")
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    root = ElementTree.fromstring(saved(chart, tmp_path / "plot.svg"))
    size = tuple(2 * int(root.get(side)) for side in ("width", "height"))
    assert struct.unpack(">II", png[16:24]) == size
    assert size[0] > 2 * 640
    assert size[1] > 2 * 360


def test_pdf(tmp_path) -> None:
    assert saved(plot(RETAINED), tmp_path / "plot.pdf").startswith(b"%PDF-")


def test_a_notebook_needs_no_network() -> None:
    for result, kind in (
        (RETAINED, None),
        (replace(RETAINED, sets={"a": RETAINED, "b": RETAINED}), None),
    ):
        bundle = plot(result, kind)._repr_mimebundle_()
        assert "text/html" not in bundle
        root = ElementTree.fromstring(bundle["image/svg+xml"])
        assert root.findtext(f"{SVG}title") == bundle["text/plain"]


def test_without_docstrings_there_are_no_plots(tmp_path) -> None:
    code = "from wordorder.reporting import check_plot_path; check_plot_path('a.svg')"
    command = [sys.executable, "-OO", "-c", code]
    told = subprocess.run(command, check=False, capture_output=True, text=True)
    kind, _, message = told.stderr.splitlines()[-1].partition(": ")
    assert kind == "wordorder.errors.UsageError"
    check(message)


def test_a_page_loads_nothing(page: str) -> None:
    head = page.partition("<script")[0]
    assert "<link" not in head
    assert "default-src 'none'" in head
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", head)
    assert re.findall(r"<script[^>]*>", page) == [
        '<script type="text/plain" id="wordorder-page">',
        "<script>",
        "<script>",
    ]


def test_a_page_fits_its_window(page: str) -> None:
    assert '<meta name="viewport"' in page


def test_a_page_follows_the_preferred_ground(page: str) -> None:
    assert dark_style() in page


def test_names_cannot_leave_the_data(page: str) -> None:
    assert HOSTILE not in page
    assert page.count("</script>") == 3


@pytest.mark.parametrize("ending", ["svg", "png", pytest.param("html", marks=pytest.mark.slow)])
def test_the_same_bytes_twice(ending: str, tmp_path) -> None:
    chart = plot(RETAINED)
    assert saved(chart, tmp_path / f"1.{ending}") == saved(chart, tmp_path / f"2.{ending}")


def test_the_hash_seed_changes_nothing(tmp_path) -> None:
    made = []
    for seed in ("0", "1"):
        folder = tmp_path / seed
        folder.mkdir()
        path = os.pathsep.join(filter(None, sys.path))
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": path}
        subprocess.run([sys.executable, "-c", SAVE_ALL, folder], check=True, env=environment)
        made.append({file.name: file.read_bytes() for file in folder.iterdir()})
    assert made[0] == made[1]
    assert len(made[0]) == 3 * len(PLOTS)


@pytest.mark.parametrize("name", ["plot.jpg", "plot", "-", "plot.svg.gz", ".png", "a\x1b[31m.gif"])
def test_an_ending_that_is_no_picture(name: str, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    with refused(UsageError) as error:
        save_plot(plot(RETAINED), name)
    assert "\x1b" not in str(error.value)
    assert not list(tmp_path.iterdir())


def test_the_ending_may_be_in_capitals(tmp_path) -> None:
    assert saved(plot(RETAINED), tmp_path / "plot.SVG").startswith(b"<svg")


def test_a_folder_that_is_not_there(tmp_path) -> None:
    with refused(InputError):
        save_plot(plot(RETAINED), tmp_path / "missing" / "plot.svg")


def test_a_failure_leaves_the_old_file(tmp_path, monkeypatch) -> None:
    def fail(*_, **__):
        raise ValueError("no")

    path = tmp_path / "plot.png"
    path.write_bytes(b"old")
    monkeypatch.setattr("vl_convert.vegalite_to_png", fail)
    with pytest.raises(ValueError, match="no"):
        save_plot(plot(RETAINED), path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("module", ["altair", "vl_convert"])
def test_missing_packages_are_named_before_any_work(module, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    for work in (require_plots, lambda: check_plot_path("a.svg"), lambda: plot(retention({}))):
        with refused(MissingExtraError):
            work()


def test_every_plot_of_the_registry_can_be_drawn() -> None:
    for plots in plotting._PLOTS.values():
        for name in plots.values():
            module, function = name.split(".")
            assert callable(getattr(import_module(f"wordorder.reporting.plots.{module}"), function))


def test_altair_is_imported_when_a_plot_is_drawn() -> None:
    code = (
        "import sys, wordorder.reporting.plotting, wordorder.reporting.reports\n"
        "sys.exit('altair' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
