"""The page in the browser: contents, widths, colours, keyboard."""

from __future__ import annotations

import pytest

from browser.waiting import until
from reporting.page_examples import HOSTILE, plot_sections, sections, sections_of


def test_contents_follow_the_reader(report) -> None:
    page = report([*plot_sections(), *sections()])
    current = page.locator(".contents a[aria-current]")
    for name in ("systems", "method", "widths-plot"):
        page.locator(f".contents a[href='#{name}']").click()
        until(page, f"document.querySelector('.contents a[aria-current]')?.hash === '#{name}'")
        assert current.count() == 1
        assert page.locator(f"#{name}-heading").is_visible()


def test_an_address_leads_to_its_section(report) -> None:
    page = report([*plot_sections(), *sections(), *sections_of("x")], anchor="#systems")
    page.locator("#table-systems .sort").first.wait_for()
    page.wait_for_timeout(1000)  # plots above are drawn meanwhile
    assert abs(page.locator("#systems").bounding_box()["y"]) < 60


def test_contents_fold_on_a_narrow_screen(report) -> None:
    page = report(sections(), width=360)
    link = page.locator(".contents a[href='#method']")
    assert not link.is_visible()
    page.locator(".contents summary").click()
    link.click()
    assert not link.is_visible()
    assert page.evaluate("location.hash") == "#method"
    page.set_viewport_size({"width": 1400, "height": 800})
    link.wait_for()


@pytest.mark.parametrize("width", [360, 768, 1400])
def test_nothing_overflows(report, width: int) -> None:
    page = report([*sections(), *plot_sections()], width=width)
    page.locator("svg.marks").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    wide = page.locator("#table-measures .scroll")
    assert wide.evaluate("box => box.scrollWidth > box.clientWidth")
    assert wide.get_attribute("tabindex") == "0"


@pytest.mark.parametrize(
    ("scheme", "ground"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(22, 25, 29)")]
)
def test_light_and_dark(report, scheme: str, ground: str) -> None:
    page = report(sections(), scheme=scheme)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == ground


def test_everything_is_reachable_by_keyboard(report) -> None:
    page = report(sections())
    page.locator("#plot-bars .menu").wait_for()
    controls = "[...document.querySelectorAll('a, button, summary')]"
    expected = page.evaluate(f"{controls}.filter(one => one.checkVisibility()).length")
    reached = set()
    for _ in range(expected + 5):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(f"{controls}.indexOf(document.activeElement)"))
    assert len(reached - {-1}) == expected


def test_every_control_has_a_name(report) -> None:
    page = report(sections())
    page.locator("#plot-bars .menu").wait_for()
    controls = page.locator("a, button, summary")
    for place in range(controls.count()):
        control = controls.nth(place)
        assert control.get_attribute("aria-label") or control.text_content().strip()


def test_without_script_the_texts_are_there(browser, tmp_path) -> None:
    from wordorder.reporting.page import page as page_of

    file = tmp_path / "page.html"
    file.write_text(page_of("A report", sections()), encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("#table-systems tbody tr").count() == 4
    assert page.locator(".contents a").first.is_visible()
    assert page.locator("noscript").text_content() == "This part of the page needs JavaScript."
    context.close()


def test_print(report) -> None:
    page = report([*sections(), *plot_sections()], scheme="dark")
    page.locator("#plot-bars .menu").wait_for()
    page.pdf()
    drawn = "one => one.querySelector('svg') !== null"
    until(page, f"[...document.querySelectorAll('figure')].every({drawn})")
    page.emulate_media(media="print", color_scheme="dark")
    bar = """document.querySelector("#plot-bars path[fill='#0a6aa8']")"""
    until(page, f"{bar} !== null && getComputedStyle({bar}).fill === 'rgb(10, 106, 168)'")
    assert not page.locator(".contents").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_texts_run_nothing(report, text: str) -> None:
    page = report(sections_of(text))
    page.locator(".sort").first.wait_for()
    page.locator(".canvas").evaluate("part => part.scrollIntoView()")
    bar = page.locator(".canvas path[fill='#0a6aa8']")
    bar.hover()
    page.locator("#tooltip").wait_for()
    assert page.evaluate("document.querySelectorAll('script, img').length") == 3
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
