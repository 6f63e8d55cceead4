"""The sentence explorer in the browser: search, sort, filter, links, keyboard, diagrams."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.waiting import until
from reporting.sentence_examples import (
    HOSTILE,
    loaded,
    of_two_references,
    scored,
    through_the_source,
    with_words,
)
from wordorder import Resampling, score
from wordorder.reporting.blocks import Explorer, Paragraphs, Section

if TYPE_CHECKING:
    from wordorder.scoring import ScoreResult

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

SOURCE = tuple(f"Quelle {line}" for line in range(1, 7))


def sections(result: ScoreResult, source: tuple[str, ...] | None = None) -> list[Section]:
    """A report with an explorer below some text."""
    above = Section("verdict", "Verdict", (Paragraphs(("All is well.",) * 60),))
    return [above, Section("sentences", "Sentences", (Explorer(result, source),))]


@pytest.fixture
def explorer(report) -> Any:
    """Open the explorer of a small result."""

    def open_explorer(result: ScoreResult | None = None, **how: Any) -> Any:
        page = report(sections(result or scored(), SOURCE if result is None else None), **how)
        page.locator(".card h3").wait_for()
        return page

    return open_explorer


@cache
def many(lines: int = 130) -> ScoreResult:
    """More sentences than the list shows at once."""
    text = [f"sentence number {line} is here" for line in range(1, lines + 1)]
    turned = [" ".join(reversed(line.split())) for line in text]
    return score(text, {"same": text, "turned": turned}, lang="en", resampling=Resampling(20))


def lines(page: Any) -> list[int]:
    """The line numbers in the list."""
    return [int(text) for text in page.locator(".rows .line").all_text_contents()]


def title(page: Any) -> str:
    return str(page.locator(".card h3").text_content())


def hash_of(page: Any) -> str:
    return str(page.evaluate("location.hash"))


def test_all_sentences_and_the_first_one(explorer) -> None:
    page = explorer()
    assert lines(page) == [1, 2, 3, 4, 5, 6]
    assert page.locator(".count").text_content() == "6 of 6 sentences"
    assert title(page) == "Line 1"
    assert page.locator(".card .texts dd").all_text_contents()[0] == "Quelle 1"
    assert hash_of(page) == ""  # nothing was chosen yet
    assert page.evaluate("scrollY") == 0


def test_search(explorer) -> None:
    page = explorer()
    page.fill("[name=query]", 'dog "the man"')
    assert lines(page) == [2]
    assert page.locator(".count[role=status]").text_content() == "1 of 6 sentences"
    page.fill("[name=query]", "QUELLE 5")
    assert lines(page) == [5]
    page.fill("[name=query]", "zebra")
    assert lines(page) == []
    assert "No sentence" in page.locator(".count").text_content()
    page.get_by_role("button", name="Show all").click()
    until(page, "document.querySelectorAll('.rows li').length === 6")


def test_sort_by_a_score_and_by_a_difference(explorer) -> None:
    page = explorer()
    assert not page.locator("[name=system]").is_visible()
    page.select_option("[name=measure]", label="fuzzy")
    page.select_option("[name=system]", label="shifted")
    result = scored()
    worst = [card for card in result.worst() if card.translation.system == "shifted"]
    assert lines(page)[: len(worst)] == [card.line for card in worst]
    value = page.locator(".rows .value").first
    assert value.text_content() == f"{worst[0].translation.scores['fuzzy']:.3f}"
    page.select_option("[name=other]", label="mixed")
    assert page.locator("[name=order]").input_value() == "apart"
    apart = result.diff("mixed", "shifted")[::2]
    assert lines(page)[: len(apart)] == [card.line for card in apart]
    assert re.fullmatch(r"[+−]\d\.\d{3} \d+ words", value.text_content())
    label = page.locator("label:has([name=other]) > span")
    assert label.text_content() == "minus that of, on shared words"
    page.select_option("[name=measure]", label="kendall")
    assert label.text_content() == "minus that of, on own words"
    assert re.fullmatch(r"[+−]\d\.\d{3}", value.text_content())
    page.select_option("[name=measure]", label="bleu1")
    assert label.text_content() == "minus that of"


def test_filter(explorer) -> None:
    page = explorer()
    page.select_option("[name=bucket-label]", label="a (3)")
    assert lines(page) == [1, 3, 5]
    page.fill("[name=minCoverage]", "100")
    few = {k + 1 for k in range(6) if (scored().segment("coverage")[:, k] < 1).any()}
    assert lines(page) == [line for line in (1, 3, 5) if line not in few]


def test_choices_stay_while_reading(explorer) -> None:
    page = explorer()
    page.fill("[name=query]", "the")
    page.locator(".rows button").nth(1).click()
    assert page.locator("[name=query]").input_value() == "the"
    assert lines(page) == [1, 2, 6]
    assert (title(page), hash_of(page)) == ("Line 2", "#s2")
    assert page.locator(".rows [aria-current] .line").text_content() == "2"


def test_a_link_opens_its_sentence(explorer) -> None:
    page = explorer(anchor="#s5")
    assert title(page) == "Line 5"
    until(page, "document.querySelector('.card h3').getBoundingClientRect().top < 700")
    page.evaluate("location.hash = 's2'")
    until(page, "document.querySelector('.card h3').textContent === 'Line 2'")
    page.evaluate("location.hash = 's77'")
    page.get_by_text("There is no sentence with line 77 here.").wait_for()
    assert title(page) == "Line 2"


def test_a_link_shows_the_rows_of_its_sentence(explorer) -> None:
    page = explorer(many(), anchor="#s120")
    assert lines(page) == list(range(101, 131))
    assert page.locator(".rows [aria-current] .line").text_content() == "120"


def test_lines_of_a_document_keep_their_links(explorer) -> None:
    page = explorer(loaded(scored(), (2, 5)), anchor="#s5")
    assert lines(page) == [2, 5]
    assert title(page) == "Line 5"


def test_copy_link(explorer) -> None:
    page = explorer()
    page.locator(".rows button").nth(2).click()
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.url
    assert copied.endswith("#s3")


def test_keyboard(explorer) -> None:
    page = explorer()
    page.keyboard.press("/")
    page.keyboard.type("the")
    assert lines(page) == [1, 2, 6]
    page.keyboard.press("ArrowDown")  # into the list
    page.keyboard.press("j")
    assert title(page) == "Line 2"
    page.keyboard.press("ArrowDown")
    assert (title(page), hash_of(page)) == ("Line 6", "#s6")
    page.keyboard.press("j")  # the end of the list
    page.keyboard.press("k")
    page.keyboard.press("ArrowUp")
    assert title(page) == "Line 1"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "H3"
    page.keyboard.press("j")
    assert title(page) == "Line 2"
    assert page.evaluate("document.activeElement.tagName") == "H3"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.querySelector('.line').textContent") == "2"


def test_keys_of_other_parts_are_their_own(explorer) -> None:
    page = explorer()
    page.keyboard.press("j")  # the explorer is not on the screen
    assert (title(page), hash_of(page)) == ("Line 1", "")
    page.locator("[name=measure]").focus()
    page.keyboard.press("k")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "measure"
    page.keyboard.press("Control+j")
    assert title(page) == "Line 1"


def test_few_rows_at_a_time(explorer) -> None:
    page = explorer(many())
    assert lines(page) == list(range(1, 51))
    page.get_by_role("button", name="Later").click()
    assert lines(page) == list(range(51, 101))
    assert page.locator(".pages").text_content() == "Earlier51–100 of 130Later"
    page.locator(".rows button").last.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert lines(page) == list(range(101, 131))
    assert page.evaluate("document.activeElement.querySelector('.line').textContent") == "101"


def test_a_card_has_everything(explorer) -> None:
    page = explorer()
    part = page.locator(".translation").nth(1)
    assert part.locator("h4").text_content() == "shifted"
    part.evaluate("part => part.scrollIntoView()")
    part.locator("svg.wordorder-crossing").wait_for()
    sentence = scored().known_sentences()[0]
    one = sentence.translations[1]
    assert part.locator(".words").text_content() == " ".join(one.words)
    assert part.locator("path.link").count() >= len(one.links or ())
    assert part.locator(".moves li").first.text_content().startswith("move “")
    assert part.locator("rect.moved").count() > 0
    assert part.locator("mark").count() > 0
    shown = page.locator(".scores tbody tr").nth(1).locator("td").all_text_contents()
    assert len(shown) == len(scored().measures)
    best = page.locator(".scores tbody tr").first.locator("strong")
    assert best.count() > 0
    part.locator("summary", has_text="Permutation tree").click()
    part.locator("svg.wordorder-tree").wait_for()
    assert page.locator(".legend li").first.text_content() == "exact"


def test_names_of_systems_lead_to_their_parts(explorer) -> None:
    page = explorer()
    page.locator(".scores").get_by_role("button", name="mixed").click()
    assert page.evaluate("document.activeElement.textContent") == "mixed"
    until(page, "document.activeElement.getBoundingClientRect().bottom < innerHeight")


def test_menus_of_translations_are_not_cut_off(explorer) -> None:
    page = explorer()
    menu = page.locator(".translation").first.locator(".menu").first
    menu.locator("summary").click()
    last = menu.locator("button").last
    last.evaluate("part => part.scrollIntoView()")
    assert last.evaluate(
        "one => { const box = one.getBoundingClientRect();"
        " return document.elementFromPoint(box.x + 5, box.y + 5) === one; }"
    )


@pytest.mark.parametrize("ending", ["svg", "png", "csv"])
def test_diagrams_can_be_saved(explorer, ending: str) -> None:
    page = explorer(scheme="dark")
    part = page.locator(".translation").nth(1)
    part.locator(".menu summary").first.click()
    with page.expect_download() as saved:
        part.locator(".menu button", has_text=ending.upper()).first.click()
    content = Path(saved.value.path()).read_bytes()
    assert saved.value.suggested_filename.startswith("shifted-line-1-links")
    starts = {"svg": b"<svg", "png": b"\x89PNG", "csv": b"translation,reference,"}
    assert content.startswith(starts[ending])
    if ending == "svg":
        assert b'width="84' in content
        assert b"var(--wo" not in content


def test_several_references(explorer) -> None:
    page = explorer(of_two_references())
    assert page.locator(".card .texts dt").all_text_contents() == ["Reference 1", "Reference 2"]
    assert "compared with reference 2" in page.locator(".translation h4").nth(1).text_content()


def test_through_the_source_there_are_words_and_scores(explorer) -> None:
    page = explorer(through_the_source())
    assert page.locator(".translation .words").count() == 1
    assert page.get_by_text("there are no links to show").is_visible()
    assert page.locator(".card svg.wordorder-crossing").count() == 0


@pytest.mark.parametrize("width", [360, 1400])
@pytest.mark.parametrize("line", range(1, 7))
def test_hostile_words_are_words(explorer, width: int, line: int) -> None:
    result = with_words(loaded(scored()), HOSTILE)
    page = explorer(result, width=width, anchor=f"#s{line}")
    for part in page.locator(".translation").all():
        part.evaluate("part => part.scrollIntoView()")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sentence = result.known_sentences()[line - 1]
    said = page.locator(".translation .words").first.evaluate("one => one.textContent")
    if not any("\ud800" in word for word in sentence.translations[0].words):
        assert said == " ".join(sentence.translations[0].words)
    assert page.locator(".card script, .card img, .card b").count() == 0


def test_narrow_list_and_sentence_below_each_other(explorer) -> None:
    page = explorer(width=360)
    boxes = [page.locator(name).bounding_box() for name in (".list", ".card")]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    page.locator(".rows button").nth(1).click()
    page.get_by_role("button", name="Back to the list").click()
    assert page.evaluate("document.activeElement.querySelector('.line').textContent") == "2"


def test_every_field_has_a_name(explorer) -> None:
    page = explorer()
    page.select_option("[name=measure]", index=1)
    for field in page.locator(".choice select, .choice input").all():
        assert field.evaluate("one => one.labels[0].textContent.trim() !== ''")


def test_print_draws_all_diagrams(explorer) -> None:
    page = explorer()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    drawn = page.locator(".crossing svg").count()
    assert drawn == page.locator(".crossing .diagram").count() > 1
