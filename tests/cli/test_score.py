"""`wordorder score`: its formats, and what it shows beside the scores."""

from __future__ import annotations

import gzip
import json
import re
import sys
from itertools import combinations

import numpy as np
import pytest

import wordorder as wo
from cli.program import start
from wordorder.cli.demo import SAMPLE

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

FILES = ["reference.en", "monotone.en", "scrambled.en", "paraphraser.en"]
NAMES = ["monotone", "scrambled", "paraphraser"]
QUICK = ["--lang", "en", "--resamples", "40"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a copy of the sample, so that messages begin with bare names."""
    for file in FILES:
        (tmp_path / file).write_bytes((SAMPLE / "de-en" / file).read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def scored(run, folder):
    """Score the three systems of the sample; give what is written."""

    def scored(*arguments: object) -> str:
        outcome = run("score", *FILES, *QUICK, *arguments)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    return scored


def result() -> wo.ScoreResult:
    files = {name: SAMPLE / "de-en" / f"{name}.en" for name in NAMES}
    resampling = wo.Resampling(40)
    return wo.score(SAMPLE / "de-en" / FILES[0], files, lang="en", resampling=resampling)


def paragraphs(text: str) -> list[list[str]]:
    return [part.splitlines() for part in text.split("\n\n")]


def heading(measure: str) -> str:
    return measure.removesuffix("_per_100")


def without_command(text: str) -> str:
    """The table without the line that repeats what was typed."""
    return "".join(line for line in text.splitlines(True) if not line.startswith("wordorder score"))


# --- The table


def test_the_table_findings_signature_and_command(scored) -> None:
    table, (note, legend, compared, clusters), findings, last = paragraphs(scored())
    expected = result()
    assert table[0].split() == ["system", "#", *map(heading, expected.shown_measures)]
    assert {len(line) for line in table} == {len(table[0])}  # all columns end at the right
    assert len(table[0]) <= 80 + len(" [0.970, 0.999]") - len(" ±0.030")  # few sentences
    rows = [re.split(r" {2,}", row) for row in table[1:]]
    assert [row[:2] for row in rows] == [
        ["paraphraser", "1"],
        ["scrambled", "2"],
        ["monotone", "2"],
    ]
    for name, _, leading, *others in rows:
        low, high = expected.interval(name, "fuzzy")
        assert leading == f"{expected.value(name, 'fuzzy'):.3f} [{low:.3f}, {high:.3f}]"
        assert others == shown_scores(expected.scores.at(system=name))[1:]
    assert note.startswith("30 sentences")
    assert legend == (
        "Higher is better. Word order: fuzzy, kendall, pef. Word choice: bleu1. "
        "Both: pefscore. Coverage: share of words whose order is judged. Breaks: jumps in the "
        "order per 100 words; lower is better, but low coverage lowers it, too."
    )
    assert re.search(
        r"words that both systems have: \d\d% to \d\d% of the reference's words\.$", compared
    )
    assert clusters.startswith("#: clusters by fuzzy, best first; ")
    assert clusters.endswith(" 2 of 3 pairs differ.")
    assert sorted(findings) == sorted(f"{finding}." for finding in expected.findings())
    assert [line.split()[0] for line in findings] == ["paraphraser", "paraphraser", "monotone"]
    assert last[0] == expected.signature
    assert last[1] == " ".join(["wordorder", "score", *FILES, *QUICK])


def test_the_command_repeats_the_result(scored, run) -> None:
    text = scored("--metrics", "ulam", "--alpha", 0.3, "--seed", 9)
    assert run(*text.splitlines()[-1].split()[1:]).out == text


def test_one_system_has_no_findings(run, folder) -> None:
    outcome = run("score", "reference.en", "monotone.en", *QUICK)
    assert outcome.code == 0
    assert [len(part) for part in paragraphs(outcome.out)] == [2, 2, 2]  # table, notes, signature
    assert "better than" not in outcome.out
    assert "differ" not in outcome.out


def test_many_systems_have_findings_for_neighbours_only(run, folder) -> None:
    for copy in "abc":
        (folder / f"{copy}.en").write_bytes((folder / "scrambled.en").read_bytes())
    systems = [*FILES[1:], "a.en", "b.en", "c.en"]
    table, _, doubts, findings, _ = paragraphs(run("score", "reference.en", *systems, *QUICK).out)
    assert [row.split()[:2] for row in table[1:]] == [
        ["paraphraser", "1"],
        *([name, "2"] for name in ("scrambled", "a", "b", "c")),
        ["monotone", "2"],
    ]
    assert doubts == ["Doubt: scrambled, a, b and c are the same text"]
    assert findings[0].startswith("paraphraser orders words better than scrambled by fuzzy")
    assert findings[0].endswith("; but there are doubts about scrambled.")
    assert findings[1:4] == [
        "scrambled and a score the same by every measure.",
        "a and b score the same by every measure.",
        "b and c score the same by every measure.",
    ]
    assert findings[4].startswith("monotone and c: word order differs only by some metrics: c is ")
    assert findings[5:] == ["The JSON output has all 15 pairs, and word choice."]
    assert "chooses words" not in "".join(findings)


@pytest.mark.parametrize(
    ("options", "measures"),
    [
        (["--metrics", "ulam"], ["pefscore", "pef", "ulam", "bleu1", "coverage"]),
        (["--metrics", "pef,ulam"], ["pefscore", "pef", "ulam", "bleu1", "coverage"]),
        (["--metrics", "pet,pet"], ["pefscore", "pef", "pet", "bleu1", "coverage"]),
        (["--metrics", "all"], ["pefscore", *wo.metric_names(), "bleu1", "coverage"]),
        (
            ["--preset", "complexity"],
            ["complexity", "pet_size", "kendall", "fuzzy", "pef", "f1", "coverage"],
        ),
        (["--preset", "lrscore"], ["lrscore", "kendall", "fuzzy", "pef", "bleu4", "coverage"]),
        (["--preset", "ribes"], ["ribes", "kendall", "fuzzy", "pef", "coverage"]),
        (
            ["--lexical", "chrf", "--lowercase"],
            ["pefscore", "kendall", "fuzzy", "pef", "chrf", "coverage"],
        ),
        (
            ["--preset", "lrscore", "--ordering", "hamming", "--lexical", "bleu1", "--alpha", "1"],
            ["lrscore", "hamming", "kendall", "fuzzy", "pef", "bleu1", "coverage"],
        ),
    ],
    ids=lambda value: " ".join(value) if value[0].startswith("--") else "",
)
def test_presets_and_metrics(scored, options, measures) -> None:
    header = scored(*options, "--format", "tsv").splitlines()[0].split("\t")
    found = header[3::3]
    assert found[0] == measures[0]
    hidden = {"misplaced_per_100", "coverage_hyp"} | ({"matched"} if found[0] != "ribes" else set())
    assert set(found) == {*measures, "breaks_per_100", *hidden}
    assert len(found) == len(measures) + 1 + len(hidden)


def test_alpha_1_is_the_choice_of_words_alone(scored) -> None:
    rows = [line.split("\t") for line in scored("--alpha", 0, "--format", "tsv").splitlines()]
    assert rows[0][3] == "pefscore"
    ordering = [float(row[3]) for row in rows[1:]]
    rows = [line.split("\t") for line in scored("--alpha", 1, "--format", "tsv").splitlines()]
    lexical = [float(row[3]) for row in rows[1:]]
    both = result().scores["value"][:, 0]
    assert both == pytest.approx([(a + b) / 2 for a, b in zip(ordering, lexical, strict=True)])


@pytest.mark.slow
def test_beta_gamma_and_case_reach_the_scores(scored) -> None:
    default = scored("--format", "tsv")
    for options in (["--beta", 0.2], ["--gamma", 0.5], ["--cased"], ["--tokenize", "char"]):
        assert scored("--format", "tsv", *options) != default


# --- Other formats


def test_json_has_the_whole_result(scored) -> None:
    document, expected = json.loads(scored("--format", "json")), result()
    assert document["signature"] == expected.signature
    assert (document["sentence_count"], document["confidence"]) == (30, 0.95)
    assert document["scores"]["axes"] == {
        "system": list(NAMES),
        "measure": list(expected.measures),
    }
    assert document["undefined"]["columns"]["sentences"] == [0, 0, 0]
    assert document["tests"]["axes"]["pair"] == [list(pair) for pair in combinations(NAMES, 2)]
    for part, grid in (("scores", expected.scores), ("tests", expected.tests)):
        assert list(document[part]["columns"]) == list(grid.columns)
        for name, column in grid.columns.items():
            assert document[part]["columns"][name] == column.tolist()


def test_tsv_has_every_digit(scored) -> None:
    header, *rows = (line.split("\t") for line in scored("--format", "tsv").splitlines())
    expected = result()
    assert header[:3] == ["system", "sentences", "undefined"]
    assert header[3:] == [f"{m}{end}" for m in expected.measures for end in ("", "_low", "_high")]
    scores = expected.scores
    for system, row in enumerate(rows):
        assert row[:3] == [NAMES[system], "30", "0"]
        found = np.array([float(cell) for cell in row[3:]]).reshape(-1, 3)
        wanted = np.stack([scores[end] for end in ("value", "low", "high")], axis=-1)[system]
        assert np.array_equal(found, wanted)


def test_latex_is_a_tabular(scored) -> None:
    lines = scored("--format", "latex").splitlines()
    rows = [line for line in lines if line.endswith(r"\\")]
    assert rf"\begin{{tabular}}{{l{'r' * 8}}}" in lines
    assert r"\end{tabular}" in lines
    assert len(rows) == 4
    assert {row.count(" & ") for row in rows} == {8}
    assert {len(re.findall(r"0\.\d{3} \[[01]\.", row)) for row in rows[1:]} == {1}
    assert re.match(r"paraphraser & 1 & 0\.961 \[0\.9.*\\textsuperscript{\+} & ", rows[1])
    assert r" & \textbf{0.878} & " in rows[3]
    assert any(line.startswith("% + better or - worse than monotone: p < 0.05") for line in lines)
    assert lines[-1] == f"% {result().signature}"


def test_markdown_is_a_table(scored) -> None:
    lines = [line for line in scored("--format", "markdown").splitlines() if line.startswith("|")]
    assert len(lines) == 5
    assert {line.count("|") for line in lines} == {10}
    assert {len(re.findall(r"0\.\d{3} \\?\[", line)) for line in lines[2:]} == {1}
    # Better than the first system.
    assert re.match(r"\| paraphraser \| 1 \| 0\.961 \\?\[0\.9.*? \+ \|", lines[2])


def test_an_output_file_has_what_would_be_shown(scored, folder) -> None:
    shown = scored("--worst", 1)
    assert scored("--worst", 1, "-o", "out.txt") == ""
    assert without_command((folder / "out.txt").read_text()) == without_command(shown)


# --- Sentences


UNDEFINED = {"ref": "a b c\nd e\n\n", "A": "c a b\nx\ny\n", "B": "a b c\ne d\n\n"}


@pytest.mark.parametrize("preset", ["pefscore", "complexity", "lrscore", "ribes"])
def test_scores_of_sentences(run, tmp_path, monkeypatch, preset) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in UNDEFINED.items():
        (tmp_path / name).write_text(text)
    options = ["--preset", preset, "--resamples", 20, "--lang", "en"]
    for ending in ("tsv", "jsonl"):
        outcome = run("score", "ref", "A", "B", *options, "--segments", f"segments.{ending}")
        assert (outcome.code, outcome.err.count("\n")) == (0, 1)
    resampling = wo.Resampling(5)
    systems = {"A": "A", "B": "B"}
    expected = wo.score("ref", systems, preset=preset, lang="en", resampling=resampling)
    header, *rows = (line.split("\t") for line in open_lines(tmp_path / "segments.tsv"))
    assert header == ["system", "line", *expected.measures]
    objects = [json.loads(line) for line in open_lines(tmp_path / "segments.jsonl")]
    assert len(rows) == len(objects) == 6
    for number, (row, entry) in enumerate(zip(rows, objects, strict=True)):
        system, sentence = divmod(number, 3)
        assert row[:2] == ["AB"[system], str(sentence + 1)]
        assert [*entry] == header
        assert (entry["system"], entry["line"]) == ("AB"[system], sentence + 1)
        scores = [None if np.isnan(x) else x for x in expected.segments["value"][system, sentence]]
        assert [float(cell) if cell else None for cell in row[2:]] == scores
        assert [entry[measure] for measure in expected.measures] == scores
    assert rows[1][header.index("kendall")] == ""


def open_lines(path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def titles(text: str) -> list[tuple[str, int, float]]:
    """System, line and score of each sentence that is shown."""
    found = re.findall(r"^(\S+), line (\d+): fuzzy (\d\.\d{3}), ", text, re.MULTILINE)
    return [(name, int(line), float(score)) for name, line, score in found]


def test_the_worst_sentences_of_each_system(scored) -> None:
    text = scored("--worst", 2)
    found = titles(text)
    assert [name for name, _, _ in found] == [name for name in NAMES for _ in range(2)]
    scores = result().segment("fuzzy")
    for system, name in enumerate(NAMES):
        ours = [score for one, _, score in found if one == name]
        assert ours == pytest.approx(sorted(scores[system])[:2], abs=0.0005)
        for _, line, score in (entry for entry in found if entry[0] == name):
            assert scores[system][line - 1] == pytest.approx(score, abs=0.0005)
    assert re.search(
        r"^move “the bridge earlier” before “\.”: kendall \+0\.167$", text, re.MULTILINE
    )
    assert re.search(r"^ +bridge ⠤", text, re.MULTILINE)


def test_blank_lines_around_title_drawing_and_moves(scored) -> None:
    parts = paragraphs(scored("--worst", 2))[3:-1]  # below the findings, above the signature
    assert len(parts) == 4 * 2 * len(NAMES)
    for title, sides, drawing, moves in zip(*(parts[n::4] for n in range(4)), strict=True):
        assert len(titles("\n".join(title))) == len(title) == 1
        assert [side.split(":")[0] for side in sides] == ["left, translation", "right, reference"]
        assert len(drawing) > 1
        assert not any(line.startswith("move “") for line in drawing)
        assert moves
        assert all(line.startswith("move “") for line in moves)


def test_blank_lines_below_a_sentence_in_the_right_order(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"ref": "a b c d\n", "A": "a b c d\n", "B": "c b a d\n"}.items():
        (tmp_path / name).write_text(text)
    text = run("score", "ref", "A", "B", *QUICK, "--diff", "A", "B").out
    assert [name for name, _, _ in titles(text)] == ["A", "B"]
    heads = [part[0] for part in paragraphs(text)]
    assert [name for name, _, _ in titles("\n".join(heads))] == ["A", "B"]


@pytest.mark.slow
def test_more_than_there_are(run, folder) -> None:
    outcome = run("score", "reference.en", "monotone.en", *QUICK, "--worst", 1000)
    scores = result().segment("fuzzy")[0]
    wrong = [number for number, score in enumerate(scores, start=1) if score < 1]
    assert len(wrong) == 28  # the order of two is right
    assert sorted(line for _, line, _ in titles(outcome.out)) == wrong


@pytest.mark.slow
@pytest.mark.parametrize(("options", "count"), [([], 10), (["--worst", "3"], 3)])
def test_sentences_where_two_systems_differ_most(scored, options, count) -> None:
    found = titles(scored("--diff", "paraphraser", "monotone", *options))
    assert [name for name, _, _ in found] == ["paraphraser", "monotone"] * count
    assert [line for _, line, _ in found[::2]] == [line for _, line, _ in found[1::2]]
    gaps = np.abs(result().sentences.differences([("paraphraser", "monotone")])[0][:, 0])
    shown = [gaps[line - 1] for _, line, _ in found[::2]]
    assert shown == pytest.approx(sorted(gaps)[::-1][:count])


def test_equal_systems_differ_in_no_sentence(run, folder) -> None:
    (folder / "copy.en").write_bytes((folder / "monotone.en").read_bytes())
    outcome = run("score", *FILES[:2], "copy.en", *QUICK, "--diff", "monotone", "copy")
    assert outcome.code == 0
    assert titles(outcome.out) == []


# --- Kinds of sentences


def buckets(text: str) -> list[list[str]]:
    (table,) = (part for part in paragraphs(text) if ": system " in part[0])
    return [re.split(r" {2,}", line) for line in table]


def shown_scores(scores) -> list[str]:
    """The scores as a table shows them."""
    shown = result()
    return [
        f"{scores[shown.column(name)]:.{1 if heading(name) != name else 3}f}"
        for name in shown.shown_measures
    ]


def test_by_length(scored) -> None:
    header, *rows = buckets(scored("--by", "length"))
    assert header == ["length: system", "sentences", *map(heading, result().shown_measures)]
    assert [row[:2] for row in rows] == [
        [f"{bucket}: {name}", count]
        for bucket, count in (("0–10 words", "5"), ("11–20 words", "25"))
        for name in NAMES
    ]


def test_the_edges_of_lengths_and_shares(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    lengths = [0, 1, 10, 11, 20, 21, 40, 41, 100]
    words = [[f"w{n}" for n in range(length)] for length in lengths]
    (tmp_path / "ref").write_text("".join(f"{' '.join(line)}\n" for line in words))
    halves = (line[: (len(line) + 1) // 2] for line in words)
    (tmp_path / "A").write_text("".join(f"{' '.join(line)}\n" for line in halves))
    rows = buckets(run("score", "ref", "A", *QUICK, "--by", "length").out)[1:]
    assert [(row[0], row[1]) for row in rows] == [
        ("0–10 words: A", "3"),
        ("11–20 words: A", "2"),
        ("21–30 words: A", "1"),
        ("31–40 words: A", "1"),
        ("over 40 words: A", "2"),
    ]
    rows = buckets(run("score", "ref", "A", *QUICK, "--by", "coverage").out)[1:]
    assert [(row[0], row[1]) for row in rows] == [
        ("0%–25% judged: A", "1"),  # no words
        ("25%–50% judged: A", "4"),  # half of 10, 20, 40 and 100
        ("50%–75% judged: A", "3"),
        ("75%–100% judged: A", "1"),
    ]


def test_by_coverage(scored) -> None:
    rows = buckets(scored("--by", "coverage"))[1:]
    assert {row[0] for row in rows} == {
        f"{bucket}: {name}" for bucket in ("50%–75% judged", "75%–100% judged") for name in NAMES
    }
    assert sum(int(row[1]) for row in rows if row[0].endswith(": monotone")) == 30


@pytest.mark.slow
def test_by_the_labels_of_a_file(scored, folder) -> None:
    (folder / "labels").write_text("news\n" * 12 + "talks \x1b[31m\n" * 18)
    rows = buckets(scored("--by", "labels"))[1:]
    assert [row[:2] for row in rows] == [
        [f"{label}: {name}", count]
        for label, count in (("news", "12"), (r"talks \x1b[31m", "18"))
        for name in NAMES
    ]
    lines = [(folder / file).read_text().splitlines()[:12] for file in FILES]
    alone = wo.score(lines[0], dict(zip(NAMES, lines[1:], strict=True)), lang="en")
    for row, scores in zip(rows[:3], alone.scores["value"], strict=True):
        assert [cell.split(" ")[0] for cell in row[2:]] == shown_scores(scores)


@pytest.mark.slow
def test_one_label_is_the_whole(scored, folder) -> None:
    (folder / "labels").write_text("all\n" * 30)
    rows = buckets(scored("--by", "labels"))[1:]
    for row, scores in zip(rows, result().scores["value"], strict=True):
        assert [cell.split(" ")[0] for cell in row[2:]] == shown_scores(scores)


# --- Beside the result


def test_timing(scored) -> None:
    line = re.search(r"^reading .* s$", scored("--timing"), re.MULTILINE)[0]
    steps = [re.fullmatch(r"(\w+) (\d+\.\d\d) s", part) for part in line.split(", ")]
    assert {step[1] for step in steps} == {
        *("reading", "tokenising", "matching", "comparing", "scoring", "statistics", "checking")
    }
    assert "reading" not in scored()


def test_without_a_language_one_hint_says_so(run, folder) -> None:
    outcome = run("score", *FILES, "--resamples", 20)
    assert outcome.code == 0
    assert outcome.err.count("\n") == 2


def test_quiet_hides_the_bar_not_the_hint(run, folder) -> None:
    assert run("score", *FILES, "--resamples", 20, "--quiet").err.count("\n") == 2


@pytest.mark.parametrize("count", [29, 30])
def test_few_sentences_get_a_warning(run, folder, count) -> None:
    for file in FILES[:2]:
        lines = (folder / file).read_text().splitlines(True)
        (folder / file).write_text("".join(lines[:count]))
    outcome = run("score", *FILES[:2], *QUICK)
    assert (outcome.code, outcome.err.count("\n")) == (0, int(count < 30))


def test_another_language_is_suspicious(run, folder) -> None:
    source = SAMPLE / "de-en" / "source.de"
    outcome = run("score", "reference.en", source, "monotone.en", *QUICK)
    assert outcome.code == 0
    assert len(outcome.err.splitlines()) == 1


def test_words_split_before_get_a_warning(run, folder) -> None:
    for file in FILES[:2]:
        text = (folder / file).read_text()
        (folder / file).write_text(re.sub(r"([.,?!])", r" \1", text))
    outcome = run("score", *FILES[:2], *QUICK)
    assert outcome.code == 0
    assert len(outcome.err.splitlines()) == 1
    assert run("score", *FILES[:2], *QUICK, "--tokenize", "none").err == ""


# --- Where texts come from


def as_tsv(run, *arguments: object, **options: str) -> str:
    outcome = run("score", *arguments, *QUICK, "--format", "tsv", **options)
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out.partition("\n")[2].partition("\t")[2]  # without the name


CHANGES = {
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "BOM": lambda data: b"\xef\xbb\xbf" + data,
    "both": lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
    "no last line end": lambda data: data.removesuffix(b"\n"),
    "gzip": gzip.compress,
}


@pytest.mark.parametrize("sides", [[0], [1], [0, 1]], ids=["reference", "system", "both"])
@pytest.mark.parametrize("change", CHANGES)
def test_the_form_of_a_file_does_not_matter(run, folder, change, sides) -> None:
    expected = as_tsv(run, *FILES[:2])
    for side in sides:
        path = folder / FILES[side]
        path.write_bytes(CHANGES[change](path.read_bytes()))
    assert as_tsv(run, *FILES[:2]) == expected


def test_standard_input(run, folder) -> None:
    expected = as_tsv(run, *FILES[:2])
    texts = [(folder / file).read_text() for file in FILES[:2]]
    assert as_tsv(run, "reference.en", "-", stdin=texts[1]) == expected
    assert as_tsv(run, "-", "monotone.en", stdin=texts[0]) == expected


def test_another_reference(run, folder) -> None:
    alone = json.loads(run("score", *FILES[:2], *QUICK, "--format", "json").out)
    more = ["--ref", "scrambled.en", "-r", "monotone.en"]
    several = json.loads(run("score", *FILES[:2], *more, *QUICK, "--format", "json").out)
    assert "|refs:3|" in several["signature"]
    assert several["scores"]["axes"]["measure"][0] == "pefscore"
    assert several["scores"]["columns"]["value"][0][0] == 1
    assert alone["scores"]["columns"]["value"][0][0] < 1


# --- Hostile text


def test_hostile_text_does_not_steer_the_terminal(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    hostile = "\x1b[31m\u202e\x9b<b>"
    (tmp_path / "ref").write_text(f"a b c d {hostile}\nx {hostile} b c d\n")
    names = [f"A{hostile}", "B"]
    for name in names:
        (tmp_path / name).write_text(f"{hostile} a b c d\n{hostile} b c d x\n")
    options = ["--tokenize", "none", "--worst", 2, "--by", "ref", "--timing", "--resamples", 20]
    outcome = run("score", "ref", *names, *options)
    assert outcome.code == 0
    for text in outcome.out, outcome.err:
        assert not {"\x1b", "\x9b", "\u202e"} & set(text)
    shown = r"\x1b[31m\u202e\x9b<b>"
    for text in (f"A{shown}, line 2: ", f"move “{shown}” to the end", f"move “x” before “{shown}”"):
        assert text in outcome.out
    for style in ("markdown", "latex", "json"):
        assert "\x1b" not in run("score", "ref", *names, "--format", style).out
    rows = run("score", "ref", *names, "--format", "tsv").out.split("\n")
    assert rows[1].startswith(
        f"A{hostile}\t"
    )  # records are for programs, which get the name itself


def test_a_hostile_column_does_not_steer_the_terminal(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "texts.tsv").write_text("ref\tA\x1b[31m\tB\n" + "a b\tb a\ta b\n" * 30)
    outcome = run("score", "--tsv", "texts.tsv", "ref", "A\x1b[31m", "B", *QUICK)
    assert outcome.code == 0
    assert r"better than A\x1b[31m by " in outcome.out


# --- The same bytes


@pytest.mark.parametrize(
    "options",
    [
        ["--format", "tsv", "--metrics", "all"],
        ["--worst", "1", "--by", "length"],
        ["--preset", "ribes", "--test", "randomization"],
    ],
    ids=" ".join,
)
def test_threads_change_nothing(run, folder, options) -> None:
    arguments = [*FILES, *QUICK, *options, "--segments", "segments.tsv"]
    outcomes, segments = [], []
    for threads in (1, 2):
        outcome = run("score", *arguments, "--threads", threads)
        assert outcome.code == 0
        outcomes.append(without_command(outcome.out))
        segments.append((folder / "segments.tsv").read_bytes())
    assert outcomes[0] == outcomes[1]
    assert segments[0] == segments[1]


# One process for all, because starting Python costs more than the work.
RUN_ALL = """
import sys
from wordorder.cli.program import run
for options in (["--worst", "1"], ["--format", "json"], ["--preset", "ribes", "--by", "coverage"]):
    assert run(["score", *sys.argv[1:], *options]) == 0
"""


@pytest.mark.slow
def test_the_hash_seed_changes_nothing() -> None:
    files = [str(SAMPLE / "ja-en" / file) for file in FILES]
    command = [sys.executable, "-c", RUN_ALL, *files, *QUICK]
    outcomes = {start(command, PYTHONHASHSEED=seed) for seed in ("0", "1", "random")}
    assert len(outcomes) == 1
    assert outcomes.pop().code == 0
