import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordorder.drawing.palette import DIM, LINE, LINKS, paint
from wordorder.output.escaping import for_terminal, visible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\x1b[31mred", r"\x1b[31mred"),
        ("two\nlines\r\n", r"two\nlines\r\n"),
        ("\x9b31m\x7f\x00", r"\x9b31m\x7f\x00"),
        ("\u202eturned\u2028", r"\u202eturned\u2028"),
        ("not utf-8: \udcff", r"not utf-8: \udcff"),
        ("C:\\data", "C:\\data"),
        ("語順 cafe\u0301 می\u200cخواهم", "語順 cafe\u0301 می\u200cخواهم"),
    ],
)
def test_only_control_characters_are_spelled_out(text: str, expected: str) -> None:
    assert visible(text) == expected


@given(st.text(st.characters(exclude_categories=())))
def test_result_is_one_harmless_line_that_can_be_encoded(text: str) -> None:
    result = visible(text)
    result.encode("utf-8")
    assert len(result.splitlines()) <= 1
    assert not any(unicodedata.category(character) == "Cc" for character in result)


def test_a_terminal_keeps_lines_cells_and_the_colours_of_drawings() -> None:
    painted = "".join(paint("x", ink, color=True) for ink in [LINE, DIM, *LINKS.values()])
    assert for_terminal(f"a\tb {painted}\n", color=True) == f"a\tb {painted}\n"
    assert "\x1b" not in for_terminal(painted, color=False)


@given(st.text())
def test_nothing_else_steers_a_terminal(text) -> None:
    assert for_terminal(text, color=False) == "\n".join(
        "\t".join(map(visible, line.split("\t"))) for line in text.split("\n")
    )
