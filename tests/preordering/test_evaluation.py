"""Scores of parsers and rules, by hand and compared with the slow definitions."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from messages import refused, warned
from oracles import alignments as slow, metrics as slow_metrics
from parse_texts import chain, conllu
from syntax_strategies import heads
from wordorder import InputError, Resampling, UsageError, evaluate_preordering
from wordorder.alignment import Alignment, AlignmentBatch, LinkReading
from wordorder.preordering import (
    Entry,
    PreorderingEvaluation,
    Rule,
    RuleSet,
    WordTest,
    peer_scores,
    read_parses,
    reorder,
)
from wordorder.preordering.inputs import read_links

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from wordorder.preordering.peers import Peer

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "pud-aligned"
FEW = Resampling(resamples=30)
EVERY = WordTest()


def rule_set(name: str, *order: Entry) -> RuleSet:
    return RuleSet(name, (Rule(EVERY, order, "every head"),) if order else ())


NONE = rule_set("none")
REVERSE = rule_set(
    "reverse",
    Entry(("*",), "after", manner="reverse"),
    Entry(("self",)),
    Entry(("*",), "before", manner="reverse"),
)
HEADS_LAST = rule_set("heads last", Entry(("*",)), Entry(("self",)))
SETS = [NONE, REVERSE, HEADS_LAST]

WE_SEE = [("we", 2, "nsubj", "PRON"), ("see", 0, "root", "VERB"), ("it", 2, "obj", "PRON")]
GO = [("go", 0, "root", "VERB")]


def parses(*sentences: Any) -> io.StringIO:
    return io.StringIO(conllu(*sentences))


def links(*lines: str) -> io.StringIO:
    return io.StringIO("".join(f"{line}\n" for line in lines))


def test_a_sentence_by_hand() -> None:
    """Translation: we it see. Order `we see it` keeps 0 of 2 neighbours and 2 of 3 pairs."""
    result = evaluate_preordering(parses(WE_SEE), links("0-0 1-2 2-1"), SETS, resampling=FEW)
    assert [one.name for one in result.systems] == ["none", "reverse", "heads last", "oracle"]
    rows = {
        one.name: [result.value(one.name, m) for m in result.measures] for one in result.systems
    }
    assert result.measures[:3] == ("fuzzy", "kendall", "complete")
    assert rows["none"] == pytest.approx([0, 2 / 3, 0] * 2)
    assert rows["reverse"] == pytest.approx([0.5, 1 / 3, 0] * 2)  # it see we: it see kept
    assert rows["heads last"] == [1] * 6
    assert rows["oracle"] == [1] * 6


def test_linked_words_alone() -> None:
    """`see` has no link: it follows `it`; over linked words the order is `it we`."""
    result = evaluate_preordering(parses(WE_SEE), links("0-1 2-0"), SETS, resampling=FEW)
    assert result.value("none", "kendall") == pytest.approx(1 / 3)  # reference: see it we
    assert result.value("none", "kendall_linked") == 0
    assert result.value("reverse", "kendall_linked") == 1
    assert result.value("reverse", "complete") == 0
    assert result.value("reverse", "complete_linked") == 1
    (reference,) = result.alignments
    assert (reference.words, reference.linked, reference.undefined) == (3, 2, 0)


def test_groups_of_free_inner_order_match_any_order() -> None:
    result = evaluate_preordering(parses(WE_SEE), links("0-0 1-0 2-0"), SETS, resampling=FEW)
    assert {result.value(one.name, m) for one in result.systems for m in result.measures} == {1.0}


def test_sentences_without_links_are_left_out_and_counted() -> None:
    both = evaluate_preordering(parses(WE_SEE, GO), links("0-0 1-2 2-1", ""), SETS, resampling=FEW)
    one = evaluate_preordering(parses(WE_SEE), links("0-0 1-2 2-1"), SETS, resampling=FEW)
    assert np.array_equal(both.scores["value"], one.scores["value"])
    assert both.alignments[0].undefined == 1
    assert "1 without links is left out" in str(both)


@st.composite
def corpora(draw: DrawFn) -> tuple[list[list[int]], list[set[tuple[int, int]]]]:
    trees = draw(st.lists(heads(), min_size=1, max_size=3))
    word = st.integers(0, 5)
    rows = [
        {
            (source, target)
            for source, target in draw(st.sets(st.tuples(word, word), max_size=8))
            if source < len(tree)
        }
        for tree in trees
    ]
    rows[0] |= {(0, 0)}
    return trees, rows


@given(corpora(), st.sampled_from(SETS))
def test_every_sentence_is_scored_as_defined(
    corpus: tuple[list[list[int]], list[set[tuple[int, int]]]], rules: RuleSet
) -> None:
    trees, rows = corpus
    batch = read_parses(parses(*map(chain, trees)))
    alignment = AlignmentBatch.from_alignments(
        [Alignment(sorted(row), len(tree), 6) for row, tree in zip(rows, trees, strict=True)]
    )
    result = evaluate_preordering(batch, alignment, rules, resampling=FEW)
    orders = reorder(batch, rules)
    for number, (tree, row) in enumerate(zip(trees, rows, strict=True)):
        order = np.argsort(orders[number].ranks).tolist()
        expected = [*slowly(order, row, len(tree), False), *slowly(order, row, len(tree), True)]
        found = result.kept_sentences()["score"][0, 0, number].tolist()
        assert found == pytest.approx(expected, nan_ok=True)
    ceiling = result.kept_sentences()["score"][0]
    defined = ~np.isnan(ceiling[0])
    assert (ceiling[0] <= ceiling[1] + 1e-12)[defined].all()


def slowly(order: list[int], row: set[tuple[int, int]], n: int, linked_only: bool) -> list[float]:
    """`fuzzy`, `kendall` and `complete` of a sentence, from their definitions."""
    reference, groups = slow.reference_order(row, n), slow.reference_groups(row, n)
    ranks = slow.relative_ranks(order, reference, groups)
    if linked_only:
        linked = {source for source, _ in row}
        kept = [rank for rank, word in zip(ranks, order, strict=False) if word in linked]
        ranks = [sorted(kept).index(rank) for rank in kept]
    if len(ranks) < 2:
        return [1.0 if ranks else np.nan] * 3
    right = ranks == sorted(ranks)
    return [float(slow_metrics.fuzzy(ranks)), float(slow_metrics.kendall(ranks)), float(right)]


def many(count: int = 40) -> tuple[io.StringIO, io.StringIO]:
    """So many sentences that verdicts are given; every fifth has the order of the source."""
    lines = ["0-0 1-1 2-2" if n % 5 == 0 else "0-0 1-2 2-1" for n in range(count)]
    return parses(*[WE_SEE] * count), links(*lines)


def test_some_rows_of_larger_batches() -> None:
    trees, batch = read_parses(many(6)[0]), read_links(many(6)[1], read_parses(many(6)[0]))
    part = evaluate_preordering(trees.rows(2, 6), batch.rows(2, 6), SETS, resampling=FEW)
    whole = evaluate_preordering(trees, batch, SETS, resampling=FEW)
    scores = [one.kept_sentences()["score"] for one in (part, whole)]
    assert np.array_equal(scores[0], scores[1][:, :, 2:])
    empty = AlignmentBatch.from_alignments([Alignment.parse("0-0"), Alignment.parse("")])
    with refused(InputError):
        evaluate_preordering(trees.rows(0, 1), empty.rows(1, 2), NONE)


def test_pairs_are_marked_as_in_the_papers() -> None:
    result = evaluate_preordering(*many(), SETS)
    (table,) = result.tables("pairs", "kendall")
    assert [column.name for column in table.columns] == ["kendall", "reverse", "heads last"]
    assert table.rows == (("none", "-**", "+**"), ("reverse", "", "+**"))
    first = result.records("pairs", "kendall").columns
    assert first["difference"][1] == pytest.approx(
        result.value("heads last", "kendall") - result.value("none", "kendall")
    )
    assert first["low"][1] < first["difference"][1] < first["high"][1]
    assert "Best by fuzzy over all words: heads last (better than all others)" in str(result)


def test_the_tests_are_those_of_the_paired_bootstrap() -> None:
    from wordorder.statistics import bootstrap, paired_bootstrap

    result = evaluate_preordering(*many(), SETS, resampling=FEW)
    scores = result.kept_sentences()["score"]
    drawn = bootstrap(scores[0], **FEW.keywords)
    assert np.array_equal(result.scores["value"][0], drawn.observed, equal_nan=True)
    assert np.array_equal(result.scores["low"][0], drawn.low, equal_nan=True)
    paired = paired_bootstrap(scores[0, :3], **FEW.keywords)
    assert np.array_equal(result.known_tests()["p"][0], paired.p_value)
    assert np.array_equal(result.known_tests()["difference"][0], 0 - paired.difference)


def test_a_system_equal_to_another_differs_by_exactly_nothing() -> None:
    twin = RuleSet("twin", HEADS_LAST.rules)
    result = evaluate_preordering(*many(), [HEADS_LAST, twin])
    tests = result.known_tests()
    for figure in ("difference", "low", "high"):
        assert not tests[figure].any()
    assert (tests["p"] == 1).all()
    assert set(result.records("pairs").columns["mark"]) == {"0"}
    assert "By fuzzy over linked words all systems score the same." in str(result)
    third = evaluate_preordering(*many(), [HEADS_LAST, twin, NONE])
    assert "heads last (no difference from twin found)" in str(third)


def test_few_sentences_get_no_verdict() -> None:
    result = evaluate_preordering(parses(WE_SEE), links("0-0 1-2 2-1"), SETS)
    assert set(result.records("pairs").columns["mark"]) == {"?"}
    assert "No verdict: fewer than 30 sentences have a defined order." in str(result)
    assert "? fewer than 30 sentences" in str(result.tables("pairs")[-1].note)


def test_source_order_is_right_where_translations_keep_it() -> None:
    count = 30
    monotone = links(*["0-0 1-1 2-2"] * count)
    result = evaluate_preordering(parses(*[WE_SEE] * count), monotone, SETS)
    assert [result.value("none", m) for m in result.measures] == [1] * 6
    assert result.value("reverse", "kendall") == 0
    assert result.estimate("none").interval == "1.000–1.000"


def test_several_parsers_and_rules_are_named_by_what_tells_them_apart() -> None:
    def names(parsers: int, sets: int) -> list[str]:
        given = {f"P{n}": parses(WE_SEE) for n in range(1, parsers + 1)}
        result = evaluate_preordering(given, links("0-0"), SETS[:sets], resampling=FEW)
        return [system.name for system in result.systems]

    assert names(1, 1) == ["none", "oracle"]
    assert names(1, 2) == ["none", "reverse", "oracle"]
    assert names(2, 1) == ["P1", "P2", "P1/oracle", "P2/oracle"]
    assert names(2, 2) == [
        *("P1/none", "P1/reverse", "P2/none", "P2/reverse"),
        *("P1/oracle", "P2/oracle"),
    ]


def test_accuracy_with_gold_parses() -> None:
    wrong = [("we", 0, "root", "PRON"), ("see", 1, "dep", "VERB"), ("it", 2, "obj", "NOUN")]
    given = {"good": parses(WE_SEE), "bad": parses(wrong)}
    result = evaluate_preordering(given, links("0-0"), NONE, gold=parses(WE_SEE), resampling=FEW)
    assert {name: one.value for name, one in result.parsers[0].accuracy.items()} == {
        "uas": 1,
        "las": 1,
        "upos": 1,
    }
    assert [one.value for one in result.parsers[1].accuracy.values()] == pytest.approx(
        [1 / 3, 1 / 3, 2 / 3]
    )
    (table,) = result.tables()
    assert [column.name for column in table.columns][-3:] == ["uas", "las", "upos"]
    assert "|las:conll18|" in result.signature


def test_crossing_arcs_are_counted() -> None:
    crossing = chain([2, 3, -1, 2])
    given = {"P1": parses(crossing), "P2": parses(crossing), "P3": parses(chain([1, 2, -1, 2]))}
    result = evaluate_preordering(given, links("0-0"), NONE, resampling=FEW)
    assert [parser.non_projective for parser in result.parsers] == [1, 1, 0]
    assert "Trees with crossing arcs, which are lifted: P1 1 and P2 1." in str(result)


def test_alignments_side_by_side() -> None:
    trees, manual = many()
    _, other = many()
    crossed = other.getvalue().replace("0-0 1-1 2-2", "0-2 1-1 2-0")
    given = {"manual": manual, "automatic": io.StringIO(crossed)}
    result = evaluate_preordering(trees, given, SETS)
    assert [table.title for table in result.tables()] == ["manual", "automatic"]
    rankings, _, agreement = result.tables("alignments")
    assert rankings.columns[1].name == "manual"
    assert agreement.title == "manual and automatic"
    same = evaluate_preordering(
        many()[0], {"one": many()[1], "two": many()[1]}, SETS, resampling=FEW
    )
    columns = same.records("alignments", "kendall").columns
    assert [columns[name][0] for name in ("tau_b", "rho", "sentence_r")] == pytest.approx([1] * 3)
    assert (columns["opposed"][0], columns["pairs"][0]) == (0, 3)


def test_holm_draws_enough_and_is_told() -> None:
    with warned():
        result = evaluate_preordering(*many(), SETS, resampling=FEW, holm=True)
    assert "|test:bootstrap+holm|resamples:300|" in result.signature
    with warned():
        evaluate_preordering(*many(), SETS, resampling=Resampling(resamples=2))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evaluate_preordering(*many(), NONE, resampling=Resampling(resamples=2))


def test_metrics_without_an_oracle() -> None:
    result = evaluate_preordering(*many(), SETS, metrics="ulam,fuzzy", resampling=FEW)
    assert result.measures[:3] == ("ulam", "fuzzy", "complete")
    assert np.isnan(result.value("oracle", "ulam"))
    assert result.value("oracle", "fuzzy") == 1
    without = evaluate_preordering(*many(), SETS, metrics="ulam", resampling=FEW)
    assert [system.name for system in without.systems] == ["none", "reverse", "heads last"]


def test_rules_for_other_labels_are_doubted() -> None:
    with warned():
        evaluate_preordering(*many(), ["none", "sov-stanford"], resampling=FEW)


def test_the_signature_changes_with_what_the_rules_do() -> None:
    def rules(one: RuleSet) -> str:
        result = evaluate_preordering(parses(WE_SEE), links("0-0"), one, resampling=FEW)
        (part,) = [p for p in result.signature.split("|") if p.startswith("rules:")]
        return part

    renamed = RuleSet("a|b", HEADS_LAST.rules)
    assert rules(renamed).split("#")[1] == rules(HEADS_LAST).split("#")[1]
    assert rules(renamed).startswith("rules:a_b#")
    assert rules(NONE).split("#")[1] != rules(HEADS_LAST).split("#")[1]


@pytest.mark.parametrize(
    ("tool", "names"), [("lader", ("chunk", "tau")), ("topdown-btg", ("frs", "tau"))]
)
def test_figures_of_other_tools(tool: Peer, names: tuple[str, ...]) -> None:
    """Their own tests are in test_peers.py."""
    given = {"one": many()[1], "two": links(*["0-2 1-1 2-0"] * 40)}
    result = evaluate_preordering(many()[0], given, SETS, compat=tool, resampling=FEW)
    assert result.peer is not None
    assert result.peer.names == names
    trees = read_parses(many()[0])
    for place, lines in enumerate([many()[1], links(*["0-2 1-1 2-0"] * 40)]):
        batch = read_links(lines, trees)
        for number, rules in enumerate(SETS):
            figures = peer_scores(tool, batch, reorder(trees, rules)).figures
            own = result.peer.figures["value"][place, number]
            assert own.tolist() == list(figures.values())
    *_, table = result.tables()
    assert [column.name for column in table.columns][:2] == [tool, f"{names[0]}, one"]
    assert len(table.rows) == 3
    columns = result.records().columns
    assert columns[f"{tool}_tau"][4] == result.peer.figures["value"][1, 0, 1]
    assert np.isnan(columns[f"{tool}_tau"][3])  # the oracle
    assert f"|compat:{tool}|" in result.signature


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"rules": []}, UsageError),
        ({"rules": [NONE, NONE]}, UsageError),
        ({"rules": [RuleSet("oracle", ())]}, UsageError),
        ({"parses": {}}, UsageError),
        ({"alignments": {}}, UsageError),
        ({"metrics": []}, UsageError),
        ({"metrics": "fuzy"}, UsageError),
        ({"compat": "ladder"}, UsageError),
        ({"resampling": 3}, UsageError),
        ({"alignments": links("")}, InputError),
    ],
)
def test_refusals(changes: dict[str, Any], error: type[Exception]) -> None:
    good = {"parses": parses(WE_SEE), "alignments": links("0-0"), "rules": NONE}
    with refused(error):
        evaluate_preordering(**{**good, **changes})


def test_words_of_text_gold_and_parsers_must_be_the_same() -> None:
    other = [("we", 2, "nsubj", "PRON"), ("saw", 0, "root", "VERB"), ("it", 2, "obj", "PRON")]
    for more in ({"gold": parses(other)}, {"source": io.StringIO("we saw it\n")}):
        with refused(InputError):
            evaluate_preordering(parses(WE_SEE), links("0-0"), NONE, **more)
    with refused(InputError):
        evaluate_preordering({"a": parses(WE_SEE), "b": parses(other)}, links("0-0"), NONE)


def test_one_stream_cannot_be_two_files() -> None:
    stream = parses(WE_SEE)
    with pytest.raises(UsageError):
        evaluate_preordering(stream, links("0-0"), NONE, gold=stream)


def test_no_system_is_best_where_only_one_is_given() -> None:
    result = evaluate_preordering(*many(), NONE)
    assert result.tests is None
    assert "Best" not in str(result)
    with refused(UsageError):
        result.tables("pairs")
    with refused(UsageError):
        result.tables("alignments")


def test_a_shifted_alignment_does_not_pass_unnoticed() -> None:
    """With lengths that differ, links go past the end of some sentence."""
    words = [("w", 0, "root", "X"), *[("w", 1, "dep", "X")] * 9]
    sentences = [words[: 1 + n % 10] for n in range(30)]
    lines = [" ".join(f"{k}-{k}" for k in range(len(one))) for one in sentences]
    evaluate_preordering(parses(*sentences), links(*lines), NONE, resampling=FEW)
    with refused(InputError):
        evaluate_preordering(parses(*sentences), links(*lines[2:], *lines[:2]), NONE)


@pytest.fixture(scope="module")
def japanese() -> PreorderingEvaluation:
    if not DATA.is_dir():
        pytest.skip(f"the real data is not there: {DATA}")
    folder = DATA / "en-ja"
    return evaluate_preordering(
        folder / "en.conllu",
        folder / "content.align",
        SETS[:2],
        gold=folder / "en.conllu",
        source=folder / "src.txt",
        reading=LinkReading(),
    )


@pytest.mark.slow
def test_english_and_japanese(japanese: PreorderingEvaluation) -> None:
    """Words without links travel with their neighbours, which rewards the order of the source."""
    figures = [
        round(japanese.value(system, measure), 3)
        for system in ("none", "reverse")
        for measure in ("fuzzy", "fuzzy_linked")
    ]
    assert figures == [0.499, 0.331, 0.152, 0.356]
    assert japanese.parsers[0].non_projective == 52
    assert [one.value for one in japanese.parsers[0].accuracy.values()] == [1, 1, 1]
    assert japanese.value("oracle") > 0.9
    marks = japanese.records("pairs").columns
    found = dict(zip(marks["measure"], marks["mark"], strict=True))
    assert (found["fuzzy"], found["fuzzy_linked"]) == ("-**", "+**")
