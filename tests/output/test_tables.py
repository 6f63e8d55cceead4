from __future__ import annotations

import math
import re
from html import unescape

import numpy as np
import pytest
from hypothesis import assume, example, given, strategies as st
from rich.cells import cell_len

from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.output import Column, Estimate, Job, Style, Table, render
from wordorder.output.console import visible

SYSTEMS = Table(
    [Column("system", "left"), Column("fuzzy", digits=3), Column("ulam", digits=2), Column("n")],
    [["baseline", 0.75, -0.001, 1200], ["preordered", math.nan, 1 / 3, None]],
    title="Test set",
    note="– undefined\nsee docs",
)

STYLES: list[Style] = ["plain", "latex", "markdown", "html"]

# Wide, combining and control characters more often than chance would have them.
texts = st.text(
    st.sampled_from("a B_|\\語ー\u0301\u200dé👩–[]&<\t\n\r\x1b\x85\u2028")
    | st.characters(exclude_categories=["Cs"]),
    max_size=12,
)
cells = st.none() | texts | st.integers() | st.floats()


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = draw(
        st.lists(
            st.builds(
                Column,
                name=texts,
                align=st.sampled_from(["left", "right"]),
                digits=st.none() | st.integers(0, 4),
                min_width=st.integers(0, 8),
            ),
            min_size=1,
            max_size=6,
        )
    )
    row = st.tuples(*[cells for _ in columns])
    return Table(columns, draw(st.lists(row, max_size=4)))


def lines_of(table: Table, style: Style, width: int | None = None) -> list[str]:
    text = render(table, style, width=width)
    assert text.endswith("\n")
    return text[:-1].split("\n")


# The data


def test_rows_must_fit_the_columns() -> None:
    with refused(ValueError):
        Table([Column("a"), Column("b")], [[1, 2], [3]])
    with refused(ValueError):
        Table([], [])


def test_rows_may_come_from_a_generator() -> None:
    assert lines_of(Table([Column("n")], ([n] for n in range(2))), "plain") == ["n", "0", "1"]


def test_unknown_style() -> None:
    with refused(UsageError):
        render(SYSTEMS, "rich")


# Plain


def test_plain() -> None:
    assert render(SYSTEMS, "plain") == (
        "Test set\n"
        "\n"
        "system      fuzzy  ulam     n\n"
        "baseline    0.750  0.00  1200\n"
        "preordered      –  0.33     –\n"
        "\n"
        "– undefined\n"
        "see docs\n"
    )


def test_plain_in_groups_of_columns() -> None:
    assert render(SYSTEMS, "plain", width=24) == (
        "Test set\n"
        "\n"
        "system      fuzzy\n"
        "baseline    0.750\n"
        "preordered      –\n"
        "\n"
        "system      ulam     n\n"
        "baseline    0.00  1200\n"
        "preordered  0.33     –\n"
        "\n"
        "– undefined\n"
        "see docs\n"
    )


def test_a_table_as_wide_as_the_screen_is_not_split() -> None:
    table = Table([Column("abc"), Column("def")], [])
    assert lines_of(table, "plain", width=8) == ["abc  def"]


def test_too_narrow_a_screen_still_shows_two_columns_at_a_time() -> None:
    table = Table([Column("abc"), Column("def"), Column("ghi")], [])
    assert lines_of(table, "plain", width=2) == ["abc  def", "", "abc  ghi"]


def test_wide_and_combining_characters_line_up() -> None:
    table = Table([Column("t", "left"), Column("n")], [["語順", 1], ["cafe\u0301", 2]])
    assert lines_of(table, "plain") == ["t     n", "語順  1", "cafe\u0301  2"]


def test_min_width() -> None:
    table = Table([Column("a", min_width=4), Column("b", "left", min_width=4), Column("c")], [])
    assert lines_of(table, "plain")[0] == "   a  b     c"


def test_floats_without_digits_are_shown_in_full() -> None:
    table = Table([Column("x")], [[0.1 + 0.2], [np.float64(0.5)], [7], [math.inf]])
    assert [line.strip() for line in lines_of(table, "plain")] == [
        "x",
        "0.30000000000000004",
        "0.5",
        "7",
        "inf",
    ]


@pytest.mark.slow
@given(tables(), st.integers(1, 60))
def test_plain_fits_the_width_unless_two_columns_do_not(table: Table, width: int) -> None:
    def longest_line(part: Table, width: int | None) -> int:
        return max(map(cell_len, lines_of(part, "plain", width)))

    pairs = [
        Table(
            [table.columns[0], table.columns[other]], [[row[0], row[other]] for row in table.rows]
        )
        for other in range(1, len(table.columns))
    ]
    # The longest pair cannot be split; a lone column comes as it is.
    unavoidable = max(longest_line(part, None) for part in pairs or [table])
    assert longest_line(table, width) <= max(width, unavoidable)


@given(tables(), st.none() | st.integers(1, 60))
def test_plain_has_no_trailing_blanks_and_every_cell(table: Table, width: int | None) -> None:
    lines = lines_of(table, "plain", width)
    assert all(line == line.rstrip() for line in lines)
    text = "\n".join(lines)
    for row in table.rows:
        assert all(visible(cell).strip() in text for cell in row if isinstance(cell, str))


# All styles


@pytest.mark.parametrize("style", STYLES)
def test_text_cannot_steer_the_terminal(style: Style) -> None:
    nasty = "[red]x[/red] \x1b[31m\x9b1m\r\u202e :smile:"
    table = Table([Column(nasty)], [[nasty]], title=nasty, note=nasty)
    text = render(table, style)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
    assert text.count(":smile:") == 4
    assert "red" in text


@pytest.mark.slow
@given(tables())
def test_every_style_can_be_encoded(table: Table) -> None:
    odd = Table(table.columns, table.rows, title="\udcff", note="\udcff")
    for style in STYLES:
        render(odd, style).encode("utf-8")


# The best figures, marks of significance, and the signature

JUDGED = Table(
    [Column("system", "left"), Column("kendall", best="high"), Column("aer", digits=2, best="low")],
    [
        ["A", Estimate(0.5, 0.4, 0.6), 0.2],
        ["B_1", Estimate(0.7, 0.6, 0.8), 0.201],
        ["C", Estimate(math.nan, math.nan, math.nan), None],
    ],
    marks={(1, 1): "+**", (0, 2): "<"},
    signature="wordorder:1|seed:7_8",
)


def test_the_best_is_what_looks_best() -> None:
    assert JUDGED.best_cells() == {(1, 1), (0, 2), (1, 2)}
    single = Table(JUDGED.columns, JUDGED.rows[:1])
    assert single.best_cells() == frozenset()


def test_plain_shows_figures_only() -> None:
    assert lines_of(JUDGED, "plain") == [
        "system       kendall   aer",
        "A       0.500 ±0.100  0.20",
        "B_1     0.700 ±0.100  0.20",
        "C                  –     –",
    ]


def test_latex_has_bold_marks_and_the_signature_as_a_comment() -> None:
    lines = lines_of(JUDGED, "latex")
    assert lines[4:6] == [
        r"A & 0.500 $\pm$0.100 & \textbf{0.20}\textsuperscript{\textless{}} \\",
        r"B\_1 & \textbf{0.700 $\pm$0.100}\textsuperscript{+**} & \textbf{0.20} \\",
    ]
    assert lines[-1] == "% wordorder:1|seed:7_8"


def test_markdown_has_bold_marks_and_the_signature_below() -> None:
    lines = lines_of(JUDGED, "markdown")
    assert lines[3] == r"| B_1 | **0.700 ±0.100** +\*\* | **0.20** |"
    assert lines[-1] == r"wordorder:1\|seed:7_8"


def test_html_escapes_everything() -> None:
    text = render(JUDGED, "html")
    assert ' data-value="0.2"><b>0.20</b><sup>&lt;</sup></td>' in text
    assert ' data-value="0.7"><b>0.700 ±0.100</b><sup>+**</sup></td>' in text
    assert '<th scope="row">B_1</th>' in text
    assert '<td class="number" data-value="">–</td>' in text
    assert text.endswith("<p><small>wordorder:1|seed:7_8</small></p>\n")


# LaTeX


def test_latex() -> None:
    assert render(SYSTEMS, "latex") == (
        "% Test set\n"
        "\\begin{tabular}{lrrr}\n"
        "\\toprule\n"
        "system & fuzzy & ulam & n \\\\\n"
        "\\midrule\n"
        "baseline & 0.750 & 0.00 & 1200 \\\\\n"
        "preordered & -- & 0.33 & -- \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
        "% – undefined\n"
        "% see docs\n"
    )


def latex_cell(text: str) -> str:
    return lines_of(Table([Column("c", "left")], [[text]]), "latex")[4].removesuffix(r" \\")


@pytest.mark.parametrize("character", "&%$#_{}")
def test_latex_escapes_by_backslash(character: str) -> None:
    assert latex_cell(f"a{character}b") == f"a\\{character}b"


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\\", "backslash"),
        ("~", "asciitilde"),
        ("^", "asciicircum"),
        ("<", "less"),
        (">", "greater"),
        ("|", "bar"),
    ],
)
def test_latex_escapes_by_name(character: str, name: str) -> None:
    assert latex_cell(f"a{character}b") == rf"a\text{name}{{}}b"


def test_latex_spells_symbols_in_mathematics() -> None:
    assert latex_cell("a → b ↔ ⟨2,1⟩ −1 …") == (
        r"a $\rightarrow$ b $\leftrightarrow$ $\langle$2,1$\rangle$ $-$1 \ldots{}"
    )


@pytest.mark.parametrize("start", ["[2pt]", "*", "(lr)", "  ["])
def test_latex_row_is_not_taken_for_an_argument_of_the_line_before(start: str) -> None:
    assert latex_cell(start + "x") == "{}" + start + "x"


def test_latex_heading_and_newline() -> None:
    table = Table([Column("a_b")], [["x\ny"]], title="two\nlines")
    text = render(table, "latex")
    assert r"a\_b \\" in text
    assert r"x\textbackslash{}ny" in text
    assert text.startswith("% two\n% lines\n")


# Markdown


def test_markdown() -> None:
    assert render(SYSTEMS, "markdown") == (
        "**Test set**\n"
        "\n"
        "| system | fuzzy | ulam | n |\n"
        "| :--- | ---: | ---: | ---: |\n"
        "| baseline | 0.750 | 0.00 | 1200 |\n"
        "| preordered | – | 0.33 | – |\n"
        "\n"
        "*– undefined*\n"
        "\n"
        "*see docs*\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a|b", r"a\|b"),
        ("a\nb", r"a\\nb"),
        ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
        ("kendall_tau", "kendall_tau"),
        ("__init__", r"\_\_init\_\_"),
        ("*[x](y)* `z` ~~a~~ $b$", r"\*\[x\](y)\* \`z\` \~\~a\~\~ \$b\$"),
    ],
)
def test_markdown_escapes(text: str, expected: str) -> None:
    assert lines_of(Table([Column("c")], [[text]]), "markdown")[2] == f"| {expected} |"


@pytest.mark.slow
@given(texts)
@example("__a__ _b_ a_b")
@example("\\|")
@example("# heading")
def test_markdown_cells_are_read_back_as_they_were(text: str) -> None:
    parser = pytest.importorskip("markdown_it").MarkdownIt("commonmark").enable(["table"])
    assume(text.strip())
    page = parser.render(render(Table([Column(text)], [[text]]), "markdown"))
    read = [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*)</t[hd]>", page)]
    assert read == [visible(text).strip()] * 2


MARKED = Table([Column("pef")], [[0.5], [0.6]], marks={(1, 0): "+*"}, marks_note="+ is better")


@pytest.mark.parametrize("style", ["latex", "markdown", "html"])
def test_marks_are_explained_where_they_are_shown(style) -> None:
    text = render(MARKED, style)
    assert text.count("+ is better") == 1
    assert "+ is better" not in render(Table([Column("pef")], [[0.5]], marks_note="+ is b"), style)


def test_a_screen_has_neither_marks_nor_their_note() -> None:
    assert "+" not in render(MARKED, "plain")


@pytest.mark.parametrize("name", ["no/such/folder/x", "", "."])
def test_records_that_cannot_be_written_are_told_at_once(tmp_path, name) -> None:
    path = f"{tmp_path}/{name}"
    with (
        refused(InputError),
        Job({}, {"output": None, "each": path}, records=["each"]),
    ):
        pytest.fail("the work must not begin")
    assert list(tmp_path.iterdir()) == []
