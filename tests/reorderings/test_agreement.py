"""Filled sheets: what is counted, how far judges agree, and what spreadsheets do to files."""

from __future__ import annotations

import gzip
import json
import math
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest
from hypothesis import given, strategies as st

from document_checks import check_document
from messages import refused
from wordorder.cli.commands import CommandError
from wordorder.cli.reorderings.systems import agreement_command
from wordorder.errors import InputError, UsageError
from wordorder.output import Records
from wordorder.reorderings.agreement import JUDGEMENTS, judge_agreement
from wordorder.reorderings.sheet import Sheet, SheetItem

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wordorder.reorderings.agreement import AgreementResult

FULL = {"c": "correct", "i": "incorrect", "n": "na", "-": None}

# Five items; the judgements of three judges, "-" where one is missing.
RETAINED = ["yes", "yes", "no", "no", "no"]
SAID = ["ccc", "cci", "iii", "nic", "nni"]


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)


def tsv(*rows: Sequence[str]) -> str:
    return "".join("\t".join(row) + "\n" for row in rows)


def write_key(retained: Sequence[str] = RETAINED) -> None:
    rows = [(f"R{n:03}", str(10 * n), kind) for n, kind in enumerate(retained, start=1)]
    Path("key.tsv").write_text(tsv(("id", "line", "retained"), *rows))


def sheet_rows(said: Sequence[str]) -> list[list[str]]:
    heads = ["id", "source", *(f"judge_{n}" for n in range(1, len(said[0]) + 1))]
    rows = [
        [f"R{n:03}", "a b", *(FULL[letter] or "" for letter in row)]
        for n, row in enumerate(said, start=1)
    ]
    return [heads, *rows]


def agreement(said: Sequence[str] = SAID, retained: Sequence[str] = RETAINED) -> AgreementResult:
    write_key(retained)
    Path("sheet.tsv").write_text(tsv(*sheet_rows(said)))
    return judge_agreement("key.tsv", ["sheet.tsv"])


def judgements(result: AgreementResult) -> list[tuple[str | None, ...]]:
    return [judge.judgements for judge in result.judges]


# What is computed


def test_by_hand() -> None:
    result = agreement()
    assert result.counts(retained=True) == {"correct": 5, "incorrect": 1, "na": 0, None: 0}
    assert result.counts(retained=False) == {"correct": 1, "incorrect": 5, "na": 3, None: 0}
    # Pairs of judges that agree: 3 + 1 + 3 + 0 + 1 = 8 of 15. Of the 15 judgements 6 are correct,
    # 6 incorrect, 3 na, so chance gives (36 + 36 + 9)/225 = 0.36.
    assert result.fleiss.observed == pytest.approx(8 / 15)
    assert result.fleiss.expected == pytest.approx(0.36)
    assert result.fleiss.value == pytest.approx((8 / 15 - 0.36) / 0.64)
    assert (result.fleiss.items, result.fleiss.left_out, result.fleiss.raters) == (5, 0, 3)
    assert result.fleiss.verbal == "fair"
    # Judges 1 and 2, c c i n n and c c i i n: the same 4 of 5 times. Chance: correct 2·2,
    # incorrect 1·2, na 2·1, together 8 of 25.
    assert result.cohen.pairs == ((0, 1), (0, 2), (1, 2))
    assert result.cohen.kappas[0].value == pytest.approx((4 / 5 - 8 / 25) / (1 - 8 / 25))
    assert [item.line for item in result.items] == [10, 20, 30, 40, 50]


def test_the_shape_of_the_paper() -> None:
    """Table 2 of Birch et al. (2009): 25 and 25 reorderings, 3 judges, kappa 0.357."""
    kept = ["ccc"] * 17 + ["cnn"] * 4 + ["ccn"] * 2 + ["cii"] * 2
    lost = ["ccc"] * 3 + ["iii"] * 3 + ["nnn"] + ["cnn"] * 2 + ["inn"] + ["ccn"] * 2 + ["iin"]
    lost += ["cci"] * 5 + ["cii"] * 7
    result = agreement(kept + lost, ["yes"] * 25 + ["no"] * 25)
    assert list(result.counts(retained=True).values()) == [61, 4, 10, 0]
    assert list(result.counts(retained=False).values()) == [32, 31, 12, 0]
    # 24 items have 3 pairs that agree, 26 have one: 98 of 150. No other number gives 0.35….
    expected = (93**2 + 35**2 + 22**2) / 150**2
    assert result.fleiss.value == pytest.approx((98 / 150 - expected) / (1 - expected))
    assert math.floor(1000 * result.fleiss.value) == 357
    assert result.fleiss.verbal == "fair"


def test_items_that_a_judge_left_out() -> None:
    result = agreement(["ccc", "c-i", "iii", "nic", "--i"])
    assert [judge.missing for judge in result.judges] == [1, 2, 0]
    assert result.counts(retained=True)[None] == 1
    assert result.counts(retained=False) == {"correct": 1, "incorrect": 5, "na": 1, None: 2}
    # Left are ccc, iii, nic: 6 of 9 pairs agree; 4 correct, 4 incorrect, 1 na.
    expected = (16 + 16 + 1) / 81
    assert result.fleiss.value == pytest.approx((6 / 9 - expected) / (1 - expected))
    assert (result.fleiss.items, result.fleiss.left_out) == (3, 2)
    assert [kappa.items for kappa in result.cohen.kappas] == [3, 4, 3]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (["c", "i"], "fewer than two raters"),
        (["cc", "cc"], "all ratings fall into one category"),
        (["c-", "-c"], "no items"),
    ],
)
def test_where_there_is_no_kappa(said, reason) -> None:
    result = agreement(said, ["yes", "no"])
    assert math.isnan(result.fleiss.value)
    assert result.fleiss.reason == reason
    assert result.fleiss.raters == len(said[0])


@pytest.mark.slow
@given(st.data())
def test_every_judgement_is_counted_once(data) -> None:
    judges = data.draw(st.integers(1, 4))
    said = data.draw(st.lists(st.text("cin-", min_size=judges, max_size=judges), min_size=1))
    said[0] = "c" * judges  # a column without any judgement is no judge
    kinds = [data.draw(st.sampled_from(["yes", "no"])) for _ in said]
    result = agreement(said, kinds)
    assert judgements(result) == [
        tuple(FULL[row[judge]] for row in said) for judge in range(judges)
    ]
    counts = [result.counts(retained=retained) for retained in (True, False)]
    assert sum(sum(count.values()) for count in counts) == judges * len(said)
    assert sum(judge.missing for judge in result.judges) == sum(count[None] for count in counts)
    assert sum("-" not in row for row in said) == result.fleiss.items


# What spreadsheets and people do


def quoted(text: str) -> str:
    return "\n".join(
        "\t".join(f'"{cell}"' for cell in line.split("\t")) for line in text.splitlines()
    )


def below_heads(text: str, addition: str) -> str:
    heads, *rows = text.splitlines()
    return "\n".join([heads, *(row + addition for row in rows)])


VARIATIONS: Mapping[str, Callable[[str], str]] = {
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "byte order mark": lambda text: f"\ufeff{text}",
    "no line end at the end": lambda text: text.rstrip("\n"),
    "empty columns": lambda text: text.replace("\n", "\t\t\n"),
    "empty cells without a heading": lambda text: below_heads(text, "\t \t"),
    "empty rows": lambda text: text.replace("\n", "\n\n\t \t\n"),
    "quotes": quoted,
    "quotes, mark and line ends": lambda text: "\ufeff" + quoted(text).replace("\n", "\r\n"),
    "upper case": str.upper,
    "lower case": str.lower,
    "blanks": lambda text: text.replace("\t", " \t\u00a0 ").replace("\n", "  \n"),
    "rows in another order": lambda text: "\n".join(
        [text.split("\n")[0], *reversed(text.split("\n")[1:])]
    ),
    "columns in another order": lambda text: "\n".join(
        "\t".join([*line.split("\t")[1:], line.split("\t")[0]]) for line in text.splitlines()
    ),
    "a column of notes": lambda text: below_heads(text, '\t"two\nlines"').replace(
        "\n", "\tnotes\n", 1
    ),
}


@pytest.mark.parametrize("change", VARIATIONS.values(), ids=VARIATIONS.keys())
def test_a_sheet_may_look_different(change) -> None:
    expected = agreement(["ccc", "c-i", "iii", "nic", "-ni"])
    text = change(Path("sheet.tsv").read_text())
    assert text != Path("sheet.tsv").read_text()
    Path("sheet.tsv").write_text(text, newline="")
    assert judge_agreement("key.tsv", ["sheet.tsv"]).to_dict() == expected.to_dict()


@pytest.mark.parametrize("change", VARIATIONS.values(), ids=VARIATIONS.keys())
def test_a_key_may_look_different(change) -> None:
    expected = agreement()
    Path("key.tsv").write_text(change(Path("key.tsv").read_text()), newline="")
    found = judge_agreement("key.tsv", ["sheet.tsv"])
    assert set(found.items) == set(expected.items)
    assert found.counts(retained=True) == expected.counts(retained=True)
    assert found.fleiss == expected.fleiss


def test_short_rows_have_empty_cells() -> None:
    expected = agreement(["cc", "c-", "--"], RETAINED[:3])
    lines = Path("sheet.tsv").read_text().splitlines()
    Path("sheet.tsv").write_text("\n".join(line.rstrip("\t") for line in lines))
    assert judge_agreement("key.tsv", ["sheet.tsv"]).to_dict() == expected.to_dict()


def test_compressed_sheets() -> None:
    expected = agreement()
    packed = gzip.compress(Path("sheet.tsv").read_bytes())
    Path("sheet.tsv").write_bytes(packed)
    assert judge_agreement("key.tsv", ["sheet.tsv"]).to_dict() == expected.to_dict()


@pytest.mark.parametrize(
    ("cell", "meaning"),
    [
        *((name, name) for name in JUDGEMENTS),
        ("c", "correct"),
        ("I", "incorrect"),
        ("N", "na"),
        ("NA", "na"),
        ("n/a", "na"),
        ("Not  Applicable", "na"),
        ("not\u00a0applicable ", "na"),
        (" CORRECT", "correct"),
        ("  ", None),
    ],
)
def test_spellings(cell, meaning) -> None:
    write_key(["yes", "no"])
    Path("sheet.tsv").write_text(tsv(["id", "judge_1"], ["R001", cell], ["R002", "c"]))
    assert judgements(judge_agreement("key.tsv", ["sheet.tsv"])) == [(meaning, "correct")]


def test_every_judge_may_have_a_sheet() -> None:
    together = agreement()
    names = ["anna.tsv", "ben.tsv", "chen.tsv"]
    for place, name in enumerate(names):
        # All three filled the first column, and left the others.
        rows = [row[place] + "--" for row in SAID]
        Path(name).write_text(tsv(*sheet_rows(rows)))
    apart = judge_agreement("key.tsv", names)
    assert [judge.name for judge in apart.judges] == [f"{name}:judge_1" for name in names]
    assert judgements(apart) == judgements(together)
    assert (apart.fleiss, apart.cohen) == (together.fleiss, together.cohen)


def test_a_sheet_comes_back() -> None:
    hostile = ('"', "=1+1", "a\tb", "c\nd", "\u2028", "\\", '"x"')
    item = SheetItem(1, True, hostile, hostile, (), (0, 3), (4,), (6,), (0,), (), ())
    items = [replace(item, line=n, retained=n % 3 == 0) for n in range(1, 13)]
    sheet = Sheet(tuple(items), judges=2)
    seen = sheet.records()
    filled = Records(seen.types, {**seen.columns, "judge_1": ["c", "i", "n"] * 4})
    Path("key.tsv").write_text(sheet.key().text("tsv"), encoding="utf-8")
    Path("sheet.tsv").write_text(filled.text("tsv"), encoding="utf-8")
    result = judge_agreement("key.tsv", ["sheet.tsv"])
    assert [(i.line, i.retained) for i in result.items] == [(i.line, i.retained) for i in items]
    assert judgements(result) == [("correct", "incorrect", "na") * 4]


# What goes wrong


KEY = "id\tline\tretained\n"
SHEET = "id\tjudge_1\n"


@pytest.mark.parametrize(
    "key",
    [
        "",
        KEY,
        "id,line,retained\nR001,1,yes\n",
        "\nid\tline\n",
        "id\tid\tline\tretained\n",
        f"{KEY}R001\t1\tmaybe\n",
        f"{KEY}R001\t1\n",
        f"{KEY}R001\tone\tyes\n",
        f"{KEY}R001\t0\tyes\n",
        f"{KEY}\t1\tyes\n",
        f"{KEY}R001\t1\tyes\n\nr001 \t2\tno\n",
        f"{KEY}R001\t1\tyes\tc\n",
    ],
)
def test_what_is_wrong_with_a_key(key) -> None:
    Path("key.tsv").write_text(key)
    Path("sheet.tsv").write_text(f"{SHEET}R001\tc\n")
    with refused(InputError):
        judge_agreement("key.tsv", ["sheet.tsv"])


@pytest.mark.parametrize(
    "sheet",
    [
        "",
        "judge_1\nc\n",
        f"{SHEET}R001\tc\nR002\tgood\n",
        f"{SHEET}R001\tc\nR003\tc\nR002\tc\n",
        f"{SHEET}R001\tc\nR002\tc\nR002\tc\n",
        f"{SHEET}R001\tc\n\tc\n",
        f"{SHEET}R001\tc\n",
        SHEET,
        f"{SHEET}R001\t\nR002\t\n",
        "id\tanna\nR001\tc\nR002\tc\n",
        f"{SHEET}R001\tc\nR002\t\tc\n",
        "id\tjudge_1\tJudge_1\n",
        f'{SHEET}R001\t"c\nR002\tc\n',
        f'{SHEET}R001\t"c"c\nR002\tc\n',
        f"{SHEET}R001\tc\rR002\tc\n",
    ],
)
def test_what_is_wrong_with_a_sheet(sheet) -> None:
    write_key(["yes", "no"])
    Path("sheet.tsv").write_text(sheet, newline="")
    with refused(InputError):
        judge_agreement("key.tsv", ["sheet.tsv"])


def test_messages_neither_flood_nor_steer_the_terminal() -> None:
    write_key(["yes"])
    hostile = "\x1b[31m" + "x" * 9999
    for sheet in (
        f"{SHEET}R001\t{hostile}\n",
        f"{SHEET}{hostile}\tc\n",
        f"{SHEET}R001\tc\t{hostile}\n",
        f"id\tjudge{hostile}\nR001\t{hostile}\n",
        f"id\t{hostile}\t{hostile}\n",
    ):
        Path("sheet.tsv").write_text(sheet)
        with pytest.raises(InputError) as caught:
            judge_agreement("key.tsv", ["sheet.tsv"])
        assert len(str(caught.value)) < 200
        assert "\x1b" not in str(caught.value)


def test_files_that_cannot_be_read() -> None:
    agreement()
    with refused(InputError):
        judge_agreement("absent", ["sheet.tsv"])
    with refused(InputError):
        judge_agreement("key.tsv", ["sheet.tsv", "absent"])
    Path("wide.tsv").write_text(SHEET, encoding="utf-16")
    with refused(InputError):
        judge_agreement("key.tsv", ["wide.tsv"])


def test_sheets_are_given_once() -> None:
    agreement()
    with refused(UsageError):
        judge_agreement("key.tsv", ["sheet.tsv", "sheet.tsv"])
    with refused(UsageError):
        judge_agreement("key.tsv", [])


# The command


def run(capsysbinary, *arguments: str) -> str:
    agreement_command.main(list(arguments), standalone_mode=False)
    return capsysbinary.readouterr().out.decode()


def test_the_table(capsysbinary) -> None:
    agreement(["cc", "c-", "in"], RETAINED[:3])
    assert run(capsysbinary, "key.tsv", "sheet.tsv") == (
        "reordering    correct  incorrect  na  missing\n"
        "retained            3          0   0        1\n"
        "not retained        0          1   1        0\n"
        "\n"
        "3 reorderings, 2 judges; judgements missing: sheet.tsv:judge_2 1\n"
        "Fleiss' kappa 0.200 (slight); 2 judged by all, 1 left out\n"
        "\n"
        "judges                                Cohen's kappa  agreement  both judged\n"
        "sheet.tsv:judge_1, sheet.tsv:judge_2          0.333  fair                 2\n"
        "\n"
        f"wordorder:{version('wordorder')}|agreement:fleiss+cohen|judges:2\n"
        "wordorder\n"
    )


def test_one_judge_has_nobody_to_agree_with(capsysbinary) -> None:
    agreement(["c"], ["yes"])
    table = run(capsysbinary, "key.tsv", "sheet.tsv")
    assert "\n1 reordering, 1 judge\nFleiss' kappa is undefined: fewer than two raters\n" in table
    assert "Cohen" not in table


def test_tsv_has_every_digit(capsysbinary) -> None:
    result = agreement()
    heads, cells = run(capsysbinary, "key.tsv", "sheet.tsv", "--format", "tsv").splitlines()
    row = dict(zip(heads.split("\t"), cells.split("\t"), strict=True))
    assert float(row["fleiss_kappa"]) == result.fleiss.value
    assert float(row["mean_cohen_kappa"]) == result.cohen.mean
    assert (row["retained_correct"], row["not_retained_incorrect"]) == ("5", "5")
    assert (row["items"], row["judges"], row["fleiss_items"]) == ("5", "3", "5")


@pytest.mark.parametrize("said", [SAID, ["c-", "-c"], ["cc", "cc"], ["c", "-"], ["cin-", "ccci"]])
def test_json_has_every_judgement(capsysbinary, said) -> None:
    result = agreement(said, RETAINED[: len(said)])
    check_document(result)
    found = json.loads(run(capsysbinary, "key.tsv", "sheet.tsv", "--format", "json"))
    assert [tuple(judge["judgements"]) for judge in found["judges"]] == judgements(result)
    assert len(found["cohen"]["kappas"]) == math.comb(len(found["judges"]), 2)
    undefined = math.isnan(result.fleiss.value)
    assert found["fleiss"]["value"] == (None if undefined else result.fleiss.value)
    assert found["counts_by_kind"]["retained"]["correct"] == result.counts(retained=True)["correct"]


def test_a_failing_run_leaves_the_old_file(capsysbinary) -> None:
    agreement()
    Path("out.txt").write_text("old")
    Path("sheet.tsv").write_text(SHEET)
    with refused(CommandError):
        run(capsysbinary, "key.tsv", "sheet.tsv", "-o", "out.txt")
    assert Path("out.txt").read_text() == "old"


def test_inputs_are_not_replaced_and_sheets_are_needed(capsysbinary) -> None:
    agreement()
    with refused(CommandError):
        run(capsysbinary, "key.tsv", "sheet.tsv", "-o", "sheet.tsv")
    with refused(CommandError):
        run(capsysbinary, "-", "-")
    with pytest.raises(click.MissingParameter):
        run(capsysbinary, "key.tsv")
