"""`wordorder reorderings sheet` and `agreement`: from a draw to judgements and back."""

from __future__ import annotations

import json

import pytest

from cli.reordering_files import write_corpus

HALF = "0-1 1-0 2-2\n0-0 1-1\n0-0 1-1 2-2 3-3\n\n0-0 1-1 2-2 3-3\n"
TEXTS = ["-s", "src", "-r", "tgt", "-t", "translation"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_corpus(tmp_path)
    (tmp_path / "half").write_text(HALF)
    (tmp_path / "translation").write_text("b a c\nd e\nf g h i\nj\nk l m n\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def sheet(run, folder):
    """Make a sheet and its key; give what is on standard error."""

    def sheet(*options: object, files: tuple[str, ...] = ("links", "half")) -> str:
        where = ["--key", "key.tsv", "-o", "sheet.tsv"]
        outcome = run("reorderings", "sheet", *files, *TEXTS, *where, *options)
        assert (outcome.code, outcome.out) == (0, "")
        return outcome.err

    return sheet


def rows_of(path) -> list[dict[str, str]]:
    heads, *rows = (line.split("\t") for line in path.read_text(encoding="utf-8-sig").splitlines())
    return [dict(zip(heads, row, strict=True)) for row in rows]


def fill(folder, judgements: list[str]) -> None:
    """Write into the columns of the judges: `cin` is correct, incorrect and na."""
    heads, *rows = (folder / "sheet.tsv").read_text(encoding="utf-8-sig").splitlines()
    filled = [
        "\t".join([*row.split("\t")[: -len(said)], *said])
        for row, said in zip(rows, judgements, strict=True)
    ]
    (folder / "sheet.tsv").write_text("\n".join([heads, *filled]) + "\n")


def test_what_judges_see_and_what_they_do_not(sheet, folder) -> None:
    assert sheet("--count", 1, "--judges", 2) == ""
    text = (folder / "sheet.tsv").read_bytes()
    assert text.startswith(
        b"\xef\xbb\xbfid\tline\tsource\treference\ttranslation\tjudge_1\tjudge_2\n"
    )
    seen, key = rows_of(folder / "sheet.tsv"), rows_of(folder / "key.tsv")
    assert [row["id"] for row in seen] == [row["id"] for row in key] == ["R001", "R002"]
    assert sorted((row["line"], row["retained"]) for row in key) == [("1", "yes"), ("3", "no")]
    kept = next(row for row in seen if row["line"] == "1")
    assert kept["source"] == "⟦A: a⟧ ⟦B: b⟧ c"
    assert kept["reference"] == "⟦B: B⟧ ⟦A: A⟧ C"
    assert kept["translation"] == "⟦B: b⟧ ⟦A: a⟧ c"
    assert "yes" not in text.decode()


@pytest.mark.slow
def test_the_seed_decides_the_draw(sheet, folder) -> None:
    drawn = set()
    for seed in range(12):
        sheet("--count", 1, "--seed", seed)
        once = (folder / "sheet.tsv").read_bytes(), (folder / "key.tsv").read_bytes()
        sheet("--count", 1, "--seed", seed)
        assert once == ((folder / "sheet.tsv").read_bytes(), (folder / "key.tsv").read_bytes())
        drawn.add(once)
    assert len(drawn) > 1


def test_few_candidates_are_told(sheet, folder) -> None:
    assert sheet("--count", 3).count("\n") == 1
    assert len(rows_of(folder / "sheet.tsv")) == 4
    assert sheet("--count", 2, files=("monotone", "half")).count("\n") == 2
    assert rows_of(folder / "sheet.tsv") == rows_of(folder / "key.tsv") == []


def test_the_sheet_may_go_to_standard_output(run, folder) -> None:
    outcome = run("reorderings", "sheet", "links", "half", *TEXTS, "--key", "key.tsv", "--count", 1)
    assert outcome.code == 0
    assert outcome.out.removeprefix("\ufeff").startswith("id\tline\tsource")
    assert len(rows_of(folder / "key.tsv")) == 2


def test_trees_decide_the_blocks(sheet, folder) -> None:
    sheet("--count", 3, "--trees", "penn")
    sources = {row["source"] for row in rows_of(folder / "sheet.tsv")}
    assert "⟦A: f g⟧ ⟦B: h i⟧" in sources


def test_bad_sentences_can_be_left_out(sheet, folder) -> None:
    (folder / "penn").write_text((folder / "penn").read_text().replace("(N i)))", "(N i))"))
    assert sheet("--trees", "penn", "--skip-bad", "--count", 1).count("\n") == 2
    assert {row["line"] for row in rows_of(folder / "sheet.tsv")} == {"1"}


def test_from_a_draw_to_an_agreement(sheet, run, folder) -> None:
    sheet("--count", 3, "--judges", 3)
    judgements = ["ccc", "cci", "iii", "nic"]
    fill(folder, judgements)
    outcome = run("reorderings", "agreement", "key.tsv", "sheet.tsv", "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    # Pairs of judges that agree: 3 + 1 + 3 + 0 of 12. Of the 12 judgements 6 are correct, 5
    # incorrect, 1 na, so chance gives (36 + 25 + 1)/144.
    expected = 62 / 144
    assert document["fleiss"]["value"] == pytest.approx((7 / 12 - expected) / (1 - expected))
    names = {"c": "correct", "i": "incorrect", "n": "na"}
    assert [judge["judgements"] for judge in document["judges"]] == [
        [names[letter] for letter in said] for said in zip(*judgements, strict=True)
    ]
    key = rows_of(folder / "key.tsv")
    assert [item["retained"] for item in document["items"]] == [
        row["retained"] == "yes" for row in key
    ]
    [place] = (n for n, row in enumerate(key) if row["retained"] == "yes")
    assert document["counts_by_kind"]["retained"]["correct"] == judgements[place].count("c")


def test_the_agreement_as_a_table_and_a_row(sheet, run, folder) -> None:
    sheet("--count", 3, "--judges", 2)
    fill(folder, ["cc", "ci", "ii", "cc"])
    table = run("reorderings", "agreement", "key.tsv", "sheet.tsv").out
    # 3 of 4 agree; 5 of 8 are correct: chance gives (25 + 9)/64.
    expected = 34 / 64
    kappa = (3 / 4 - expected) / (1 - expected)
    assert f"Fleiss' kappa {kappa:.3f} (moderate); 4 judged by all, 0 left out" in table
    assert "4 reorderings, 2 judges" in table
    heads, row = run(
        "reorderings", "agreement", "key.tsv", "sheet.tsv", "--format", "tsv"
    ).out.split("\n")[:2]
    cells = dict(zip(heads.split("\t"), row.split("\t"), strict=True))
    assert (cells["items"], cells["judges"]) == ("4", "2")
    assert float(cells["fleiss_kappa"]) == pytest.approx(kappa)
    run("reorderings", "agreement", "key.tsv", "sheet.tsv", "-o", "agreement.txt")
    typed = "wordorder reorderings agreement key.tsv sheet.tsv"
    written = (folder / "agreement.txt").read_text()
    assert table.endswith(f"\n{typed}\n")
    assert written == table.removesuffix("\n") + " -o agreement.txt\n"


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_a_key_in_any_form(run, sheet, folder, ending) -> None:
    key = folder / f"key.{ending}"
    files = ["links", "half", *TEXTS, "--key", key, "-o", "sheet.tsv"]
    assert run("reorderings", "sheet", *files, "--count", 1, "--judges", 2).code == 0
    fill(folder, ["cc", "ii"])
    found = run("reorderings", "agreement", key, "sheet.tsv", "--format", "json")
    assert (found.code, found.err) == (0, "")
    assert len(json.loads(found.out)["items"]) == 2


def test_a_sheet_of_another_draw_is_refused(run, sheet, folder) -> None:
    sheet("--count", 1, "--judges", 2)
    fill(folder, ["cc", "ii"])
    lines = (folder / "sheet.tsv").read_text(encoding="utf-8").splitlines(keepends=True)
    identifier, _, rest = lines[1].split("\t", 2)
    (folder / "sheet.tsv").write_text(f"{lines[0]}{identifier}\t77\t{rest}{lines[2]}")
    assert run("reorderings", "agreement", "key.tsv", "sheet.tsv").code == 1
