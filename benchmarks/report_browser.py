"""How fast the explorer of a report answers, measured inside the page in Chromium."""

from __future__ import annotations

import os
import shutil
from statistics import median
from typing import TYPE_CHECKING, Any

from wordorder.output import Column, Table

if TYPE_CHECKING:
    from pathlib import Path

OPTIONS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")

READY = """new Promise((resolve) => {
  const isThere = () => document.querySelector(".card h3") !== null;
  const look = () => (isThere() ? resolve(performance.now()) : setTimeout(look, 1));
  look();
})"""

# Each action gives the milliseconds until the page is laid out, and until it is painted: two frames
# later, as diagrams are drawn when the first frame shows where they are.
MEASURES = """
const form = document.querySelector(".explorer .choice");
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const task = () => new Promise((resolve) => setTimeout(resolve));
async function timed(act) {
  await frame();
  await task();
  const start = performance.now();
  act();
  document.body.getBoundingClientRect();
  const laidOut = performance.now() - start;
  await frame();
  await frame();
  await task();
  return [laidOut, performance.now() - start];
}
async function each(items, act) {
  const times = [];
  for (const item of items) times.push(await timed(() => act(item)));
  return times;
}
function set(name, value) {
  form.elements[name].value = value;
  form.elements[name].dispatchEvent(new Event("input", { bubbles: true }));
}
const turns = (count) => Array.from({ length: count }, (_, turn) => turn);
function press(key) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  document.activeElement.dispatchEvent(event);
}
const ACTIONS = {
  "a letter in search": (count) => {
    const words = ["government", "the president", "economic", "zzzz"];
    const typed = words.flatMap((word) => [...word].map((_, end) => word.slice(0, end + 1)));
    const keys = turns(Math.max(count, typed.length));
    return each(keys, (turn) => set("query", typed[turn % typed.length]));
  },
  "sort by a score": (count) => {
    const measures = form.elements.measure.options.length - 1;
    return each(turns(count), (turn) => set("measure", turn % measures));
  },
  "sort by a difference": (count) => {
    set("measure", 0);
    const systems = form.elements.system.options.length;
    return each(turns(count), (turn) => set("other", 1 + (turn % (systems - 1))));
  },
  "filter by length": (count) => {
    const values = [...form.elements["bucket-length"].options].map(({ value }) => value);
    return each(turns(count), (turn) => set("bucket-length", values[turn % values.length]));
  },
  "j or k in the list": (count) => {
    document.querySelector(".rows button").focus();
    return each(turns(count), (turn) => press(turn % 10 < 7 ? "j" : "k"));
  },
  "j or k in the sentence": (count) => {
    document.querySelector(".card h3").focus();
    return each(turns(count), (turn) => press(turn % 10 < 7 ? "j" : "k"));
  },
};
"""


def actions(path: Path, repeats: int) -> Table | str:
    """The milliseconds that each action takes in a page; why not, if there is no browser."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        return 'skipped the browser: it needs Playwright, pip install ".[browser]"'
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as started:
        try:
            browser = started.chromium.launch(executable_path=chromium, args=list(OPTIONS))
        except Error as error:
            return f"skipped the browser: {str(error).splitlines()[0]}"
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.goto(path.as_uri())
        ready = page.evaluate(READY)
        found = _timed(page, repeats)
        browser.close()
    return _table(path.stem, ready, found)


def _timed(page: Any, repeats: int) -> dict[str, list[list[float]]]:
    page.locator(".explorer .panes").evaluate(
        "panes => panes.scrollIntoView({behavior: 'instant'})"
    )
    page.wait_for_timeout(1000)  # until all text is ready for search
    names = page.evaluate(f"(() => {{ {MEASURES} return Object.keys(ACTIONS); }})()")
    found = {}
    for name in names:
        page.get_by_role("button", name="Show all").click()
        page.wait_for_timeout(100)
        run = f"(async ([name, count]) => {{ {MEASURES} return ACTIONS[name](count); }})"
        found[name] = page.evaluate(run, [name, repeats])
    return found


def _table(systems: str, ready: float, found: dict[str, list[list[float]]]) -> Table:
    kinds = ("laid out", "painted")
    columns = [
        Column(f"{systems} systems, ms", "left"),
        *(Column(f"{kind}, {which}", digits=0) for kind in kinds for which in ("median", "most")),
    ]
    rows: list[list[str | float | None]] = [
        ["until the explorer is ready", ready, None, None, None]
    ]
    for name, times in found.items():
        columns_of_times = list(zip(*times, strict=True))
        rows.append([name, *(pick(one) for one in columns_of_times for pick in (median, max))])
    return Table(columns, rows)
