"""Judgements and scores of several language pairs, from files and folders."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from messages import refused, warned
from wordorder import InputError, SourceLinks, UsageError
from wordorder.metaevaluation import DatasetSource, read_datasets, score_systems
from wordorder.metaevaluation.datasets import filled, system_files
from wordorder.output import Cache

DATA = Path(__file__).parents[3] / "shared" / "data"
pytestmark = pytest.mark.filterwarnings("ignore::wordorder.WordorderWarning")
needs_data = pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")

REFERENCE = ["we have seen it", "so it is", "now or never"] * 10
TEXTS = {
    "A": ["we have seen it", "it is so", "or now never"] * 10,
    "B": ["seen it we have", "so is it", "now or never"] * 10,
}
JUDGED = "segment\tbetter\tworse\n1\tA\tB\n2\tB\tA\n30\tA\tB\n"


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two language pairs in the layout of WMT."""
    monkeypatch.chdir(tmp_path)
    for pair in ("de-en", "fr-en"):
        folder = Path("out", pair)
        folder.mkdir(parents=True)
        for name, lines in TEXTS.items():
            text = "\n".join(lines[: 30 if pair == "de-en" else 20]) + "\n"
            (folder / f"news.{pair}.{name}.txt").write_text(text)
        Path(f"{pair}.tsv").write_text(JUDGED if pair == "de-en" else JUDGED.replace("30", "3"))
        lines = REFERENCE[: 30 if pair == "de-en" else 20]
        Path(f"ref.{pair}").write_text("\n".join(lines) + "\n")
    return tmp_path


@pytest.mark.usefixtures("corpus")
def test_several_language_pairs_in_one_call() -> None:
    given = DatasetSource(
        ["de-en.tsv", "fr-en.tsv"], systems="out/{pair}", reference="ref.{src}-{tgt}", lang="{tgt}"
    )
    first, second = read_datasets(given)
    assert (first.name, second.name) == ("de-en", "fr-en")
    assert first.systems == second.systems == ("A", "B")
    assert first.left_out.renamed == {"A": "news.de-en.A", "B": "news.de-en.B"}
    own = score_systems(REFERENCE, TEXTS, lang="en")
    np.testing.assert_array_equal(first.scores.segment_scores, own.segment_scores)
    np.testing.assert_array_equal(first.scores.system_scores, own.system_scores)
    assert first.scores.signature == own.signature
    assert second.scores.line_count == 20


@pytest.mark.usefixtures("corpus")
def test_patterns_and_dicts_of_systems() -> None:
    (first,) = read_datasets(
        DatasetSource("de-en.tsv", systems="out/{pair}/*.txt", reference="ref.de-en", lang="en")
    )
    (second,) = read_datasets(DatasetSource("de-en.tsv", TEXTS, REFERENCE, lang="en"))
    np.testing.assert_array_equal(first.scores.segment_scores, second.scores.segment_scores)


@pytest.mark.usefixtures("corpus")
def test_ready_scores_stand_beside_those_of_text() -> None:
    rows = "".join(f"{name}\t{n}\t{n}\t{-n}\n" for name in "BA" for n in range(1, 30))
    Path("mine.tsv").write_text("system\tline\tmine\tkendall\n" + rows)
    with warned():
        (both,) = read_datasets(
            DatasetSource("de-en.tsv", "out/{pair}", "ref.de-en", lang="en"), scores="mine.tsv"
        )
    assert both.scores.metrics[0] == "kendall"
    assert both.scores.metrics[-2:] == ("mine", "mine/kendall")
    assert both.scores.segment_scores[-2, :, 28].tolist() == [29, 29]
    assert np.isnan(both.scores.segment_scores[-2:, :, 29]).all()
    assert both.scores.reference_words is not None


@pytest.mark.usefixtures("corpus")
def test_ready_scores_must_have_as_many_lines_as_the_texts() -> None:
    Path("m.seg.score").write_text("A\t1\n" * 29 + "B\t1\n" * 29)
    given = DatasetSource("de-en.tsv", "out/{pair}", "ref.{pair}")
    with refused(InputError):
        read_datasets(given, scores="m.seg.score")
    with refused(InputError):
        read_datasets(DatasetSource("de-en.tsv"), scores="m.seg.score")


@pytest.mark.usefixtures("corpus")
def test_names_may_differ_between_tables() -> None:
    Path("m.seg.score").write_text("X\t1\n" * 30 + "B\t2\n" * 30)
    given = DatasetSource("de-en.tsv", "out/{pair}", "ref.{pair}")
    (found,) = read_datasets(replace(given, names={"A": "X"}), scores="m.seg.score")
    assert found.scores.segment_scores[-1, :, 0].tolist() == [1, 2]
    with refused(InputError):
        read_datasets(given, scores="m.seg.score")


@pytest.mark.slow
@pytest.mark.usefixtures("corpus")
def test_source_alignments_of_each_pair() -> None:
    for pair in ("de-en", "fr-en"):
        Path(f"src.{pair[:2]}").write_text(Path(f"ref.{pair}").read_text().upper())
    given = DatasetSource(["de-en.tsv", "fr-en.tsv"], "out/{pair}", "ref.{pair}")
    first = read_datasets(replace(given, source="src.{src}"))
    links = SourceLinks("src.{src}", aligner="ibm1")
    second = read_datasets(replace(given, order_from=links))
    for one, other in zip(first, second, strict=True):
        assert "lrscore:kendall" in one.scores.metrics
        np.testing.assert_array_equal(one.scores.segment_scores, other.scores.segment_scores)


def test_contrast_sets_bring_their_texts(tmp_path: Path) -> None:
    file = tmp_path / "planted.tsv"
    rows = ["reference\tbetter\tworse\tkind", "a b c d\ta b c d\ta c b d\tword_swap"]
    file.write_text("\n".join(rows + rows[1:] * 30) + "\n")
    (found,) = read_datasets(DatasetSource(file, tokenize="none"))
    assert found.systems == ("better", "worse")
    kendall = found.scores.segment_scores[found.scores.metrics.index("kendall"), :, 0]
    assert kendall.tolist() == [1.0, 5 / 6]
    assert found.judgements.labels[1] == "word_swap"
    with refused(UsageError):
        read_datasets(DatasetSource(io.StringIO(file.read_text())))


def evaluation_folder(folder: Path) -> Path:
    """A test set as mt-metrics-eval stores it, in which both references were judged."""
    names = ("A", "B", "refA", "refB")
    texts = {**TEXTS, "refA": REFERENCE, "refB": REFERENCE}
    for kind in ("human-scores", "references", "metric-scores/de-en", "system-outputs/de-en"):
        (folder / kind).mkdir(parents=True)
    ratings = "".join(f"{name}\t{n}\n" for n, name in enumerate(names) for _ in REFERENCE)
    (folder / "human-scores" / "de-en.mqm.seg.score").write_text(ratings)
    (folder / "metric-scores" / "de-en" / "BLEU-refA.seg.score").write_text(ratings)
    for name, lines in texts.items():
        text = "\n".join(lines) + "\n"
        (folder / "system-outputs" / "de-en" / f"{name}.txt").write_text(text)
        if name.startswith("ref"):
            (folder / "references" / f"de-en.{name}.txt").write_text(text)
    return folder


def test_folders_of_mt_metrics_eval_need_nothing_else(tmp_path: Path) -> None:
    folder = evaluation_folder(tmp_path)
    (found,) = read_datasets(DatasetSource(folder, lang="en"))
    assert found.systems == ("A", "B")
    assert found.scores.metrics[-1] == "BLEU"
    assert found.left_out.unscored_systems == {"refA": 30, "refB": 30}
    assert found.left_out.judgements == 60
    own = score_systems(REFERENCE, TEXTS, lang="en")
    np.testing.assert_array_equal(found.scores.segment_scores[:-1], own.segment_scores)
    given = DatasetSource(folder, lang="en", keep_references=True)
    (kept,) = read_datasets(given)
    assert kept.systems == ("A", "B", "refB")
    (other,) = read_datasets(replace(given, reference="refB"))
    assert other.systems == ("A", "B", "refA")
    (folder / "references" / "de-en.refA.txt").rename(folder / "references" / "de-en.refC.txt")
    with refused(UsageError):
        read_datasets(DatasetSource(folder, lang="en"))


def test_folders_without_texts_have_scores(tmp_path: Path) -> None:
    folder = evaluation_folder(tmp_path)
    for file in folder.glob("system-outputs/*/*"):
        file.unlink()
    (found,) = read_datasets(DatasetSource(folder))
    assert found.scores.metrics == ("BLEU",)
    assert found.systems == ("A", "B")
    for file in folder.glob("references/*"):
        file.unlink()
    (found,) = read_datasets(DatasetSource(folder))
    assert found.systems == ("A", "B", "refA", "refB")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"systems": "out/{pair}"},
        {"reference": "ref.{pair}"},
        {"unknown": "x", "scores": "x.tsv"},
        {"judgements": ["de-en.tsv", "out/../de-en.tsv"]},
        {"judgements": ["-", "-"]},
        {"judgements": 3},
        {"scores": [3]},
        {"judgements": ["de-en.tsv", "fr-en.tsv"], "systems": "out/de-en"},
        {"pair": "mine", "systems": "out/{src}", "reference": "x"},
        {"lang": "{pair}", "systems": "out/{pair}", "reference": "ref.{pair}"},
    ],
)
@pytest.mark.usefixtures("corpus")
def test_what_cannot_be(options: dict[str, Any]) -> None:
    Path("x.tsv").write_text("system\tline\tm\nA\t1\t1\nB\t1\t1\nA\t30\t1\n")
    scores = options.get("scores", ())
    texts = {name: value for name, value in options.items() if name != "scores"}
    with refused(UsageError):
        read_datasets(DatasetSource(**{"judgements": "de-en.tsv", **texts}), scores=scores)


@pytest.mark.usefixtures("corpus")
def test_missing_folders_are_named() -> None:
    with refused(InputError):
        read_datasets(DatasetSource("de-en.tsv", "nowhere", "ref.de-en"))
    with refused(InputError):
        read_datasets(DatasetSource("de-en.tsv", "out/x*", "ref.de-en"))


def test_systems_are_named_by_their_files(tmp_path: Path) -> None:
    for name in ("n.de-en.online-A", "n.de-en.uk", ".hidden"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    assert list(system_files(tmp_path)) == ["n.de-en.online-A", "n.de-en.uk"]
    (tmp_path / "n.de-en.uk").rename(tmp_path / "B.out.gz")
    (tmp_path / "n.de-en.online-A").rename(tmp_path / "A.out.gz")
    assert list(system_files(tmp_path)) == ["A", "B"]


def test_braces_that_mean_nothing_stay() -> None:
    assert filled("{x}/{pair}.{{tgt}}", "de-en") == "{x}/de-en.{en}"


def test_streams_are_read() -> None:
    (found,) = read_datasets(DatasetSource(io.StringIO(JUDGED), TEXTS, REFERENCE, pair="de-en"))
    assert found.name == "de-en"


@needs_data
@pytest.mark.slow
def test_wmt13_is_joined_and_comes_from_the_cache(tmp_path: Path) -> None:
    folder = DATA / "wmt13"
    given = DatasetSource(
        [folder / "rankings-pairwise" / f"{pair}.tsv" for pair in ("de-en", "fr-en")],
        systems=folder / "system-outputs" / "{pair}",
        reference=folder / "references" / "newstest2013-ref.{tgt}",
        lang="{tgt}",
        cache=Cache(tmp_path),
    )
    first, second = read_datasets(given), read_datasets(given)
    assert [len(one.judgements.pairs().line) for one in first] == [128_668, 80_741]
    assert [len(one.systems) for one in first] == [17, 13]
    for one, other in zip(first, second, strict=True):
        assert not one.left_out.judgements
        np.testing.assert_array_equal(one.scores.segment_scores, other.scores.segment_scores)


@needs_data
@pytest.mark.slow
def test_wmt23_folder() -> None:
    (found,) = read_datasets(DatasetSource(DATA / "wmt23-mtme", human="mqm", lang="{tgt}"))
    assert len(found.systems) == 12
    assert {"BLEU", "COMET", "pefscore:pef", "length"} <= set(found.scores.metrics)
    assert found.left_out.unscored_systems == {"refA": 460}
