"""All results of a report of translations."""

from __future__ import annotations

import io
from typing import Any

import pytest

import wordorder as wo
from messages import refused
from wordorder.errors import InputError, UsageError
from wordorder.reporting import report, study_translations

pytestmark = pytest.mark.slow  # trains aligners, draws plots

SOURCE = ["das haben wir gesehen", "er liest ein Buch"] * 16
REFERENCE = ["we have seen this", "he reads a book"] * 16
SYSTEMS = {
    "A": ["we have seen this", "he reads a book"] * 16,
    "B": ["this we have seen", "he reads a book"] * 16,
}
REFERENCE_LINKS = "0-3 1-1 2-0 3-2\n0-0 1-1 2-2 3-3\n" * 16
B_LINKS = "0-0 1-2 2-1 3-3\n0-0 1-1 2-2 3-3\n" * 16
TREE = """\
1\twe\t_\tPRON\t_\t_\t3\tnsubj\t_\t_
2\thave\t_\tAUX\t_\t_\t3\taux\t_\t_
3\tseen\t_\tVERB\t_\t_\t0\troot\t_\t_
4\tthis\t_\tPRON\t_\t_\t3\tobj\t_\t_

1\the\t_\tPRON\t_\t_\t2\tnsubj\t_\t_
2\treads\t_\tVERB\t_\t_\t0\troot\t_\t_
3\ta\t_\tDET\t_\t_\t4\tdet\t_\t_
4\tbook\t_\tNOUN\t_\t_\t2\tobj\t_\t_

"""
JUDGED = "segment\tbetter\tworse\n" + "".join(f"{n}\tA\tB\n" for n in range(1, 33, 2))


class _Named(io.StringIO):
    name = "parses.conllu"


def links(*, systems: bool) -> wo.SourceLinks:
    given = (io.StringIO(REFERENCE_LINKS), io.StringIO(B_LINKS)) if systems else ()
    return wo.SourceLinks(SOURCE, (io.StringIO(REFERENCE_LINKS),), given)


ENGLISH = wo.ScoreOptions("en")


def kinds(results: tuple[Any, ...]) -> list[str]:
    return [type(result).__name__ for result in results]


def test_texts_alone_are_scored() -> None:
    results = study_translations(REFERENCE, SYSTEMS, options=ENGLISH)
    assert kinds(results) == ["ScoreResult"]
    assert results[0].to_dict() == wo.score(REFERENCE, SYSTEMS, lang="en").to_dict()


def test_links_give_reorderings_and_sets_but_leave_the_scores_alone() -> None:
    scored, analysis = study_translations(
        REFERENCE, SYSTEMS, links=links(systems=False), options=ENGLISH
    )
    assert isinstance(scored, wo.ScoreResult)
    assert isinstance(analysis, wo.ReorderingAnalysis)
    assert scored.buckets["label"].names == ("none", "low", "medium", "high")
    plain = wo.score(REFERENCE, SYSTEMS, lang="en")
    assert scored.value("B", "fuzzy") == plain.value("B", "fuzzy")
    titles = [section.title for section in report(scored, analysis, source=SOURCE).sections]
    assert {"By amount of reordering", "Reordering between the languages"} <= set(titles)


def test_links_of_systems_give_what_they_retain() -> None:
    *_, retained = study_translations(
        REFERENCE, SYSTEMS, links=links(systems=True), options=ENGLISH
    )
    assert isinstance(retained, wo.reorderings.RetentionResult)
    assert retained.systems == ("A", "B")


def test_an_aligner_gives_all_links() -> None:
    made = wo.SourceLinks(SOURCE, aligner="ibm1")
    results = study_translations(REFERENCE, SYSTEMS, links=made, options=ENGLISH)
    assert kinds(results) == ["ScoreResult", "ReorderingAnalysis", "RetentionResult"]


def test_given_labels_win_over_the_amount_of_reordering() -> None:
    labels = ["news", "talk"] * 16
    scored, _ = study_translations(
        REFERENCE, SYSTEMS, links=links(systems=False), labels=labels, options=ENGLISH
    )
    assert scored.buckets["label"].names == ("news", "talk")  # type: ignore[attr-defined]


def test_parses_of_the_reference_give_word_classes() -> None:
    results = study_translations(
        REFERENCE,
        SYSTEMS,
        reference_trees=_Named(TREE * 16),
        options=wo.ScoreOptions("en", "none"),
    )
    assert kinds(results) == ["ScoreResult", "MisplacedClasses"]


def test_judgements_of_these_systems_are_compared() -> None:
    judged = io.StringIO(JUDGED + "1\tA\tunknown\n")
    results = study_translations(REFERENCE, SYSTEMS, judgements=[judged], options=ENGLISH)
    assert kinds(results) == ["ScoreResult", "MetaEvaluation"]


def test_links_of_some_systems_are_refused() -> None:
    some = wo.SourceLinks(SOURCE, (io.StringIO(REFERENCE_LINKS),), (io.StringIO(REFERENCE_LINKS),))
    with refused(UsageError):
        study_translations(REFERENCE, SYSTEMS, links=some, options=ENGLISH)


def test_a_source_of_another_length_is_refused() -> None:
    short = wo.SourceLinks(SOURCE[:3], aligner="ibm1")
    with refused(InputError):
        study_translations(REFERENCE, SYSTEMS, links=short, options=ENGLISH)


def test_links_in_place_of_a_match_are_refused() -> None:
    linked = wo.ScoreOptions(order_from=wo.SourceLinks(SOURCE, aligner="ibm1"))
    with refused(UsageError):
        study_translations(REFERENCE, SYSTEMS, options=linked)
