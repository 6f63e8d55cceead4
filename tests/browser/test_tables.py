"""Tables in the browser: sorting and copying."""

from __future__ import annotations

import pytest

from browser.waiting import until
from reporting.page_examples import sections
from wordorder.output import Column, Table
from wordorder.reporting.blocks import Section, TableBlock


def names(page) -> list[str]:
    return page.locator("#table-systems tbody th").all_inner_texts()


@pytest.fixture
def page(report):
    return report(sections())


FIRST_ORDER = ["online-B", "uedin", "system 10", "system 9"]


@pytest.mark.parametrize(
    ("column", "ascending", "descending"),
    [
        (
            "order",
            ["system 9", "online-B", "uedin", "system 10"],
            ["uedin", "online-B", "system 9", "system 10"],
        ),
        (
            "errors",
            ["system 10", "online-B", "uedin", "system 9"],
            ["uedin", "online-B", "system 10", "system 9"],
        ),
        (
            "system",
            ["online-B", "system 9", "system 10", "uedin"],
            ["uedin", "system 10", "system 9", "online-B"],
        ),
        (
            "kind",
            ["system 10", "online-B", "system 9", "uedin"],
            ["system 9", "online-B", "system 10", "uedin"],
        ),
    ],
)
def test_sorting(page, column: str, ascending: list[str], descending: list[str]) -> None:
    button = page.locator("#table-systems").get_by_role("button", name=column, exact=True)
    heading = button.locator("..")
    for direction, order in (
        ("ascending", ascending),
        ("descending", descending),
        (None, FIRST_ORDER),
    ):
        button.click()
        assert heading.get_attribute("aria-sort") == direction
        assert names(page) == order


def test_only_one_heading_is_sorted_by(page) -> None:
    for name in ("order", "errors"):
        page.locator("#table-systems").get_by_role("button", name=name, exact=True).click()
    assert page.locator("[aria-sort]").all_inner_texts() == ["errors?"]


def test_sorting_by_keyboard(page) -> None:
    page.locator("#table-systems").get_by_role("button", name="order", exact=True).focus()
    page.keyboard.press("Enter")
    assert names(page)[0] == "system 9"
    page.keyboard.press("Space")
    assert names(page)[0] == "uedin"


@pytest.mark.parametrize(
    ("style", "start"),
    [
        ("LaTeX", "% Systems by order\n"),
        ("Markdown", "**Systems by order**\n"),
        ("TSV", "system\torder\torder_low\t"),
    ],
)
def test_copying(page, style: str, start: str) -> None:
    page.locator("#table-systems .menu summary").click()
    page.get_by_role("button", name=f"Copy as {style}").click()
    assert page.get_by_role("status").inner_text() == f"Copied the table as {style}."
    assert page.evaluate("navigator.clipboard.readText()").startswith(start)


def test_copying_where_the_clipboard_is_not_allowed(page) -> None:
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.locator("#table-systems .menu summary").click()
    page.get_by_role("button", name="Copy as TSV").click()
    assert page.get_by_role("status").inner_text() == "Copied the table as TSV."


def test_a_menu_by_keyboard(page) -> None:
    menu = page.locator("#table-systems .menu")
    menu.locator("summary").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent") == "Copy as LaTeX"
    page.keyboard.press("Escape")
    assert menu.get_attribute("open") is None
    assert page.evaluate("document.activeElement.textContent") == "Copy"


def test_a_menu_closes_when_the_reader_turns_away(page) -> None:
    menu = page.locator("#table-systems .menu")
    menu.locator("summary").click()
    page.locator("h1").click()
    assert menu.get_attribute("open") is None


def test_a_heading_leads_to_its_term(page) -> None:
    page.get_by_role("link", name="About order", exact=True).click()
    assert page.evaluate("location.hash") == "#term-order"
    assert page.locator("#term-order").is_visible()


@pytest.mark.parametrize("width", [360, 1400])
def test_a_long_table_scrolls_in_its_own_box_below_its_headings(report, width: int) -> None:
    columns = [Column("name", "left"), Column("n"), Column("m")]
    rows = [[f"breaks_per_{number}", number, number] for number in range(200)]
    long = TableBlock("long", Table(columns, rows, title="Many rows"))
    short = TableBlock("short", Table(columns, rows[:30], title="A few rows"))
    page = report([Section("part", "A part", (long, short))], width=width)
    page.locator("#table-long .sort").first.wait_for()
    box, heading = page.locator("#table-long .scroll"), page.locator("#table-long thead th").nth(1)
    assert box.bounding_box()["height"] < 700
    box.evaluate("box => box.scrollTo(0, 3000)")
    assert abs(heading.bounding_box()["y"] - box.bounding_box()["y"]) < 2
    menu = page.locator("#table-long .menu").bounding_box()
    assert menu["y"] + menu["height"] <= box.bounding_box()["y"] + 1
    until(page, "document.querySelector('#table-long .scroll').tabIndex === 0")
    assert box.get_attribute("aria-label") == "Many rows"
    name = page.locator("#table-short tbody th").first
    assert name.bounding_box()["height"] < 40  # a name is not broken where there is room
    assert page.locator("#table-short .scroll").get_attribute("tabindex") is None
    page.emulate_media(media="print")
    assert box.bounding_box()["height"] > 3000


def test_a_long_caption_does_not_run_under_the_menu(report) -> None:
    columns = [Column("name", "left"), *(Column(f"a measure {n}") for n in range(12))]
    title = "A caption that is longer than a narrow screen is wide"
    block = TableBlock("wide", Table(columns, [["A", *range(12)]], title=title))
    page = report([Section("part", "A part", (block,))], width=360)
    page.locator("#table-wide .menu").wait_for()
    right = page.evaluate(
        """(() => {
          const text = document.createRange();
          text.selectNodeContents(document.querySelector("#table-wide caption"));
          return text.getBoundingClientRect().right;
        })()"""
    )
    assert right <= page.locator("#table-wide .menu").bounding_box()["x"]
