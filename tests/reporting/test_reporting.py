"""Results, arranged in sections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

import wordorder as wo
from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.output import Column, Records, Result, Table, View
from wordorder.reporting import Report, load, report
from wordorder.reporting.blocks import Explorer, Paragraphs, PlotBlock, Section, TableBlock, Terms
from wordorder.reporting.sections import named, title_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

pytestmark = pytest.mark.slow  # draws plots

REFERENCE = ["we have seen the old house", "she reads a good book", "they came home late"] * 12
SYSTEMS = {
    "A": ["we have seen the old house", "she reads a good book", "they came home late"] * 12,
    "B": ["seen have we the old house", "a good book she reads", "late they came home"] * 12,
}


@pytest.fixture(scope="module")
def scores() -> wo.ScoreResult:
    return wo.score(REFERENCE, SYSTEMS, lang="en")


@dataclass(frozen=True)
class Stub(Result):
    """A result of some room that does not exist yet."""

    SCHEMA: ClassVar[str] = "stub/1"
    signature: str = "stub|v:1"

    @classmethod
    def views(cls) -> Mapping[str, View]:
        def tables(_self: Result, *, top: int | None = None) -> list[Table]:
            return [Table([Column("n")], [[n] for n in range(100)][:top])]

        def again(_self: Result, *, top: int | None = None) -> list[Table]:
            return [Table([Column("n")], [[n] for n in range(100)], note="the same")]

        def of_system(_self: Result, system: str, *, top: int | None = None) -> list[Table]:
            raise AssertionError("needs an argument, so it is not shown")

        def records(_self: Result, *, top: int | None = None) -> Records:
            return Records({"n": int}, {"n": [1]})

        return {
            "main": View(tables, records),
            "more": View(tables, records),
            "again": View(again, records),
            "system": View(of_system, records),
        }

    def summary(self) -> str:
        return "100 numbers"


def blocks_of(made: Report, kind: type) -> list[Any]:
    return [block for section in made.sections for block in section.blocks if type(block) is kind]


def titles(made: Report) -> list[str]:
    return [section.title for section in made.sections]


def test_any_result_is_shown_with_its_tables() -> None:
    made = report(Stub())
    (section,) = made.sections
    assert isinstance(section, Section)
    assert section.title == "Stub"
    assert section.blocks[0] == Paragraphs(("100 numbers.",))
    assert [len(one.table.rows) for one in blocks_of(made, TableBlock)] == [100, 25]
    assert "100 numbers" in made.to_html()


def test_any_result_is_shown_with_its_plots() -> None:
    links = [wo.Alignment.parse("0-1 1-0 2-2"), wo.Alignment.parse("0-0 1-1")]
    made = report(wo.analyze_reorderings(links))
    assert titles(made) == ["Reordering between the languages"]
    assert {one.name for one in blocks_of(made, PlotBlock)} >= {"reordering-analysis-widths"}


def test_scores_have_their_own_sections(scores: wo.ScoreResult) -> None:
    made = report(scores)
    assert titles(made) == [
        "Verdicts",
        "Systems",
        "Which differences are significant",
        "Order errors",
        "Distribution of sentence scores",
        "By sentence length",
        "By coverage",
        "By distance",
        "Misplaced words",
        "System against system",
        "Sentences",
        "Method",
    ]
    assert "A orders words better than B" in made.sections[0].blocks[0].texts[0]  # type: ignore[union-attr]


def test_every_shown_measure_is_explained(scores: wo.ScoreResult) -> None:
    (terms,) = blocks_of(report(scores), Terms)
    assert {term.name for term in terms.terms} >= {"fuzzy", "kendall", "pef", "bleu1", "pefscore"}
    assert all(term.meaning.endswith(".") for term in terms.terms)


def test_results_without_sentences_have_no_explorer(scores: wo.ScoreResult) -> None:
    loaded = wo.ScoreResult.from_dict(scores.to_dict())
    made = report(loaded)
    assert blocks_of(made, Explorer) == []
    assert {"Verdicts", "Systems", "Method"} <= set(titles(made))
    assert "Sentences" not in titles(made)


def test_one_system_gets_no_verdict(scores: wo.ScoreResult) -> None:
    made = report(wo.score(REFERENCE, {"B": SYSTEMS["B"]}, lang="en"))
    assert "at least two systems" in made.sections[0].blocks[0].texts[0]  # type: ignore[union-attr]
    assert "Which differences are significant" not in titles(made)
    assert made.to_html()


def test_the_method_is_that_of_the_result(scores: wo.ScoreResult) -> None:
    links = wo.SourceLinks(REFERENCE, aligner="ibm1")
    through = wo.score(REFERENCE, SYSTEMS, order_from=links)
    direct, linked = (report(one).sections[-1].blocks[0].texts[0] for one in (scores, through))  # type: ignore[union-attr]
    assert "matched with those of the reference" in direct
    assert "matched" not in linked
    assert "Links lead from the source" in linked


def test_only_the_first_result_with_sentences_is_explored(scores: wo.ScoreResult) -> None:
    made = report(wo.ScoreResult.from_dict(scores.to_dict()), scores, scores)
    assert [block.result for block in blocks_of(made, Explorer)] == [scores]
    assert made.to_html()


def test_names_are_unique(scores: wo.ScoreResult) -> None:
    made = report(scores, scores, Stub(), Stub())
    names = [section.name for section in made.sections]
    assert len(set(names)) == len(names)


def test_the_source_is_shown(scores: wo.ScoreResult) -> None:
    lines = [f"Satz {n}" for n in range(len(REFERENCE))]
    (explorer,) = blocks_of(report(scores, source=lines), Explorer)
    assert explorer.source == tuple(lines)


def test_a_source_of_another_length_is_refused(scores: wo.ScoreResult) -> None:
    with refused(InputError):
        report(scores, source=["a", "b", "c"])


@pytest.mark.parametrize("given", [(), ("scores.json",)])
def test_what_is_no_result_is_refused(given: tuple[Any, ...]) -> None:
    with refused(UsageError):
        report(*given)


@pytest.mark.parametrize("hostile", [1, 0.5, b"x", ["x"], {}, object()])
def test_odd_titles_and_sources_are_refused(scores: wo.ScoreResult, hostile: Any) -> None:
    with pytest.raises((UsageError, TypeError)):
        report(scores, title=hostile)
    with pytest.raises((InputError, UsageError)):
        report(scores, source=hostile)


def test_the_package_has_the_functions(scores: wo.ScoreResult) -> None:
    from wordorder.reporting import plot

    assert wo.report is report
    assert wo.plot is plot
    assert wo.report(scores, title="T").title == "T"


def test_the_same_input_gives_the_same_bytes(scores: wo.ScoreResult) -> None:
    again = wo.score(REFERENCE, SYSTEMS, lang="en")
    assert report(scores).to_html() == report(again).to_html()


def test_a_report_is_saved(scores: wo.ScoreResult, tmp_path: Path) -> None:
    made = report(scores)
    made.save(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == made.to_html()
    assert repr(made).startswith("<Report: Word order; Verdicts, Systems")


def test_saved_results_of_any_kind_are_loaded(scores: wo.ScoreResult, tmp_path: Path) -> None:
    scores.save(tmp_path / "scores.json", sentences=True)
    loaded = load(tmp_path / "scores.json")
    assert isinstance(loaded, wo.ScoreResult)
    assert titles(report(loaded)) == titles(report(scores))


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"schema": "wordorder/score/1"}',
        '{"schema": ["x"]}',
    ],
)
def test_other_documents_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text)
    with refused(InputError):
        load(tmp_path / "x.json")


def test_a_saved_result_is_found_by_its_schema() -> None:
    from wordorder.reporting.loading import _CLASSES, result_classes

    assert [kind.SCHEMA.rpartition("/")[0] for kind in result_classes()] == list(_CLASSES)


def test_titles_come_from_the_names_of_classes() -> None:
    assert title_of(Stub()) == "Stub"
    assert named("By label: “x”") == "by-label-x"
    assert named("…") == "part"


def test_every_result_and_view_has_a_caption_in_plain_words() -> None:
    from wordorder.reporting.loading import result_classes
    from wordorder.reporting.sections import _CAPTIONS, _TITLES, _is_shown

    titled = {  # their tables have titles of their own
        "MetaEvaluation": {"metrics", "average"},
        "PreorderingErrors": {"faults", "words", "tags", "labels", "rules", "confusions"},
        "RuleCheck": {"rules", "entries", "warnings"},
    }
    for kind in result_classes():
        name = kind.__name__
        if name == "ScoreResult":
            continue
        assert name in _TITLES
        shown = {view for view, how in kind.views().items() if _is_shown(how)}
        captions = set(_CAPTIONS.get(name, {}))
        untitled = {"differences"} - captions
        assert shown - titled.get(name, set()) - untitled == captions


def test_every_table_says_what_it_shows() -> None:
    made = report(scores_of_many(), wo.analyze_reorderings([wo.Alignment.parse("0-1 1-0")]))
    tables = list(blocks_of(made, TableBlock))
    assert len(tables) > 8
    assert all(one.table.title for one in tables)


def test_the_cluster_numbers_are_explained() -> None:
    texts = " ".join(
        text for block in blocks_of(report(scores_of_many()), Paragraphs) for text in block.texts
    )
    assert "#: clusters by fuzzy" in texts
    assert "±" not in texts  # verdicts show the ends of intervals


def scores_of_many() -> wo.ScoreResult:
    reference = [f"we have seen the house number {number} again" for number in range(30)]
    turned = [" ".join(reversed(line.split())) for line in reference]
    half = reference[:15] + turned[15:]
    return wo.score(reference, {"A": turned, "B": half, "C": reference}, lang="en")


def test_scores_of_permutations_are_shown(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("2 3 1\n")
    made = report(*wo.ordering.score_permutations(tmp_path / "x.txt"))
    (table,) = blocks_of(made, TableBlock)
    assert table.table.title == "Scores of each permutation"


def test_two_results_of_a_kind_have_different_headings(scores: wo.ScoreResult) -> None:
    made = titles(report(scores, scores))
    assert {"Verdicts", "Verdicts (2)", "Method (2)"} <= set(made)
    assert len(made) == len(set(made))
