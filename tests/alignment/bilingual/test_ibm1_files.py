"""Models as files: there and back without a change, and nothing else is taken for one."""

from __future__ import annotations

import gzip
import io
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from messages import refused
from wordorder import InputError
from wordorder.alignment import Ibm1Model, train_ibm1
from wordorder.alignment.bilingual.ibm1_files import write_model

MODEL = """\
wordorder-ibm1 2
case\tfolded
sentence pairs\t3
iterations\t5
prior\t0.001
word pairs\t3
buch\tbook\t0.86142\t0.86142
das\tthe\t0.86142\t0.86142
das\thouse\t0\t0.099516
"""


@pytest.fixture
def load(tmp_path):
    def load(text: str) -> Ibm1Model:
        file = tmp_path / "model"
        file.write_text(text, encoding="utf-8", newline="\n")
        return Ibm1Model.load(file)

    return load


def written(model: Ibm1Model, file) -> bytes:
    model.save(file)
    return file.read_bytes()


# There and back


def test_a_model_is_plain_text(texts, tmp_path) -> None:
    text = written(train_ibm1(*texts()), tmp_path / "model").decode()
    head, *pairs = text.splitlines()[5:]
    assert text.startswith("wordorder-ibm1 2\ncase\tfolded\nsentence pairs\t3\niterations\t5\n")
    assert head == f"word pairs\t{len(pairs)}"
    assert "das\tthe\t0.86142\t0.86142" in pairs
    assert pairs == sorted(pairs, key=lambda pair: pair.split("\t")[0])


def test_the_likelier_of_a_words_partners_come_first(load, tmp_path) -> None:
    lines = MODEL.splitlines(keepends=True)
    mixed = "".join([*lines[:6], lines[8], lines[7], lines[6]])
    assert written(load(mixed), tmp_path / "again").decode() == MODEL


@pytest.mark.parametrize("fold_case", [True, False])
def test_there_and_back_without_a_change(texts, tmp_path, fold_case) -> None:
    files = texts("Das Haus\nDas Buch\nein Buch 拙宗\n", "The house\nThe book\na book Sesshu\n")
    model = train_ibm1(*files, fold_case=fold_case, prior=1e-05, iterations=7)
    before = written(model, tmp_path / "one")
    in_pieces = io.StringIO()
    write_model(model, in_pieces, rows_at_once=3)
    assert in_pieces.getvalue() == before.decode()
    again = Ibm1Model.load(tmp_path / "one")
    assert written(again, tmp_path / "two") == before
    assert (again.fold_case, again.training) == (fold_case, (3, 7, 1e-05))
    rows = [[str(row) for batch in m.align(*files) for row in batch] for m in (model, again)]
    assert rows[0] == rows[1]


def test_compressed_models_and_line_ends_of_windows(tmp_path) -> None:
    plain, packed = tmp_path / "model", tmp_path / "model.gz"
    plain.write_text(MODEL, newline="\r\n")
    packed.write_bytes(gzip.compress(MODEL.encode()))
    for file in (plain, packed):
        assert written(Ibm1Model.load(file), tmp_path / "again").decode() == MODEL


def test_a_model_without_pairs(load, texts) -> None:
    model = load(MODEL[: MODEL.index("word pairs")] + "word pairs\t0\n")
    files = texts("das 1868\n", "the 1868\n")
    assert [str(row) for batch in model.align(*files) for row in batch] == ["1-1"]


def test_words_may_look_like_anything_else(load, texts) -> None:
    model = load(MODEL.replace("buch\tbook", "word\x0bpairs\u3000\tNULL").replace("das", "nan"))
    files = texts("nan word\x0bpairs\u3000\n", "NULL the\n")
    assert model.fold_case  # so that NULL in a text is null
    assert [str(row) for batch in model.align(*files) for row in batch] == ["0-1"]


def test_a_failing_write_leaves_the_old_file(texts, tmp_path) -> None:
    model = replace(train_ibm1(*texts()), target_words=("the",))
    (tmp_path / "model").write_text("old")
    with pytest.raises(IndexError):
        model.save(tmp_path / "model")
    assert (tmp_path / "model").read_text() == "old"


# Anything else


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (1, ""),
        (1, "wordorder-ibm1 1"),
        (1, "wordorder-ibm1 \x1b[31m"),
        (1, "0-0 1-1"),
        (2, "case\tFolded"),
        (2, "case folded"),
        (2, "prior\t1"),
        (3, "sentence pairs\t-3"),
        (3, "sentence pairs\t3.5"),
        (4, "iterations\t٣"),
        pytest.param(4, "iterations\t" + "9" * 5000, id="endless"),
        (5, "prior\tnan"),
        (5, "prior\tinf"),
        (5, "prior\t-1"),
        (5, "prior\tmuch"),
        (6, "word pairs\t4"),
        (6, "word pairs\t2"),
        (6, "word pairs\t999999999999"),
        (6, "word pairs\t" + "9" * 30),
        (7, ""),
        (7, "a\tb\t0.5"),
        (7, "a\tb\t0.5\t0.5\t0.5"),
        (7, "a b\tc\t0.5\t0.5"),
        (7, "\tb\t0.5\t0.5"),
        (7, "a\t\t0.5\t0.5"),
        (7, "a\tb\tnan\t0.5"),
        (7, "a\tb\t0.5\tinf"),
        (7, "a\tb\t-0.1\t0.5"),
        (7, "a\tb\t0.5\t1.1"),
        (7, "a\tb\t1e999\t0.5"),
        (7, "a\tb\t0\t0"),
        (7, "a\tb\thalf\t0.5"),
        (9, "buch\tbook\t0.1\t0"),
    ],
)
def test_the_first_wrong_line_is_named(load, line, wrong) -> None:
    lines = MODEL.splitlines()
    lines[line - 1] = wrong
    with refused(InputError) as caught:
        load("".join(f"{text}\n" for text in lines))
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("lines", range(6))
def test_a_file_that_ends_too_soon(load, lines) -> None:
    with refused(InputError):
        load("".join(MODEL.splitlines(keepends=True)[:lines]))


def test_other_files_are_refused_with_their_name(tmp_path) -> None:
    file = tmp_path / "binary"
    file.write_bytes(bytes(range(256)))
    for path in (file, tmp_path / "none", tmp_path):
        with refused(InputError):
            Ibm1Model.load(path)


def test_a_probability_too_small_for_its_type_is_none(load) -> None:
    model = load(MODEL.replace("0.099516", "1e-60"))
    assert "house" not in model.target_words


@given(st.data())
def test_a_damaged_file_is_refused_or_read_never_worse(tmp_path_factory, data) -> None:
    text = MODEL
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        new = data.draw(
            st.sampled_from(["", "\t", "\n", " ", "0", "-", "e9", "nan", "\ud7ff", "1"])
        )
        text = text[:at] + new + text[at + data.draw(st.integers(0, 8)) :]
    file = tmp_path_factory.getbasetemp() / "damaged"
    file.write_text(text, encoding="utf-8", newline="\n")
    try:
        model = Ibm1Model.load(file)
    except InputError:
        return
    for table in (model.forward, model.reverse):
        assert ((table.probabilities > 0) & (table.probabilities <= 1)).all()
