"""Views of judged words: pairs by distance and misplaced words, against counting by hand."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache

import numpy as np
import pytest

import wordorder as wo
from accumulator_checks import bits
from document_checks import check_damage, check_document, there_and_back
from messages import refused, warned
from oracles import judged_words as oracle
from oracles.statistics import bootstrap_scores, draws
from wordorder.cli.demo import SAMPLE
from wordorder.errors import InputError, UsageError
from wordorder.output import dumps
from wordorder.scoring.misplaced import (
    DISTANCES,
    ComparedWords,
    _figures,
    misplaced_by_word,
    pair_distances,
)
from wordorder.statistics import ratio

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

FEW = wo.Resampling(40, 3)
WORDS = ["The", "the", "cats", "cat", "big", "large", "Dog", "sees", "saw", "."]


def sentence(rng: random.Random, most: int) -> str:
    return " ".join(rng.choices([*WORDS, *map(str, range(6))], k=rng.randint(0, most)))


def shaken(rng: random.Random, line: str) -> str:
    words = line.split()
    for _ in range(rng.randrange(5) if words else 0):
        words.insert(rng.randrange(len(words)), words.pop(rng.randrange(len(words))))
    return " ".join(words)


@cache
def result(references: int = 1, **options: object) -> wo.ScoreResult:
    rng = random.Random(references)
    first = [sentence(rng, 30) for _ in range(12)]
    second = [shaken(rng, line) for line in first]
    texts = {name: [shaken(rng, line) for line in first] for name in ("A", "B")}
    wanted = [first, second][:references] if references > 1 else first
    return wo.score(wanted, texts, lang="en", tokenize="none", resampling=FEW, **options)


def loaded(found: wo.ScoreResult, sentences: bool | set[int] = True) -> wo.ScoreResult:
    return wo.ScoreResult.from_dict(json.loads(dumps(found.to_dict(sentences=sentences))))


def by_hand(found: wo.ScoreResult) -> np.ndarray:
    """Right pairs and pairs of each class, of shape (systems, sentences, 2 · classes)."""
    rows = [
        [
            np.array(list(oracle.pair_counts(one.translations[system].compared_links).values())).T
            for one in found.sentences
        ]
        for system in range(len(found.systems))
    ]
    return np.array(rows).reshape(len(found.systems), len(found.sentences), -1)


@pytest.mark.slow
@pytest.mark.parametrize("references", [1, 2])
def test_pairs_by_distance_are_those_counted_by_hand(references) -> None:
    scored = result(references)
    counts = by_hand(scored)
    assert counts.any(axis=(0, 1)).all()
    sums = counts.sum(axis=1)
    options = (lambda some: ratio(some.sum(axis=0)), FEW.resamples, FEW.seed)
    drawn = np.array([bootstrap_scores(one.astype(float), *options) for one in counts])
    for one in (scored, loaded(scored)):
        found = pair_distances(one)
        assert np.concatenate([found["right"], found["pairs"]], axis=1).tolist() == sums.tolist()
        np.testing.assert_allclose(found["share"], ratio(sums.astype(float)))
        np.testing.assert_allclose(found["low"], np.nanquantile(drawn, 0.025, axis=1), atol=1e-12)
        np.testing.assert_allclose(found["high"], np.nanquantile(drawn, 0.975, axis=1), atol=1e-12)


def test_pairs_and_kendall_agree() -> None:
    words = " ".join(map(str, range(50)))
    backwards = " ".join(map(str, reversed(range(50))))
    columns = wo.score([words], {"A": [words], "B": [backwards]}).records("distance").columns
    assert columns["distance"] == list(DISTANCES) * 2
    assert columns["pairs"] == [49, 48, 47 + 46, 45 + 44 + 43 + 42, 300, 561] * 2
    assert columns["right"] == [*columns["pairs"][:6], *[0] * 6]


@pytest.mark.slow
@pytest.mark.parametrize("references", [1, 2])
@pytest.mark.parametrize("fold_case", [True, False])
def test_misplaced_words_are_those_counted_by_hand(references, fold_case) -> None:
    scored = result(references, order_from=wo.Matcher("en", fold_case=fold_case))
    folded = str.lower if fold_case else str
    judged, wrong = ([Counter(), Counter()] for _ in range(2))
    distinct = Counter()
    for one in scored.sentences:
        seen = set()
        for system, translation in enumerate(one.translations):
            reference = one.references[translation.reference]
            # The oracle tries all subsequences, so long sentences are compared elsewhere.
            found = oracle.misplaced(translation.compared_links, reference, folded)
            judged[system] += found[0]
            wrong[system] += found[1]
            seen |= {(translation.reference, k) for _, k in translation.compared_links}
        distinct += Counter(folded(one.references[r][k]) for r, k in seen)
    for one in (scored, loaded(scored)):
        found = misplaced_by_word(one)
        totals = judged[0] + judged[1], wrong[0] + wrong[1]
        words = found.overall.axes["word"]
        assert sorted(words) == sorted(totals[0])
        for place, word in enumerate(words):
            for name, counts, total in zip(
                ("judged", "misplaced"), (judged, wrong), totals, strict=True
            ):
                assert found.by_system[name][place].tolist() == [n[word] for n in counts]
                assert found.overall[name][place] == total[word]
            share, n, z = totals[1][word] / totals[0][word], distinct[word], 1.959963984540054
            assert found.overall["share"][place] == pytest.approx(share)
            for end, sign in (("low", -1), ("high", 1)):
                root = (share * (1 - share) / n + z**2 / (4 * n**2)) ** 0.5
                wilson = (share + z**2 / (2 * n) + sign * z * root) / (1 + z**2 / n)
                assert found.overall[end][place] == pytest.approx(wilson)
        most = found.overall["misplaced"].tolist()
        assert most == sorted(most, reverse=True)


def test_the_words_misplaced_most_come_first() -> None:
    scored = wo.score(["a b c d"] * 3, {"A": ["b a c d", "d a b c", "a b c d"]}, tokenize="none")
    columns = scored.records("misplaced").columns
    assert columns["word"][:4] == ["a", "a", "d", "d"]
    assert columns["system"][:2] == [None, "A"]
    assert (columns["judged"][0], columns["misplaced"][0]) == (3, 1)
    table = scored.tables("misplaced", top=2)[0]
    assert [row[:3] for row in table.rows] == [("a", 3, 1), ("d", 3, 1)]


@pytest.mark.parametrize("view", ["distance", "misplaced"])
def test_what_views_of_words_lack(view) -> None:
    scored = result()
    with refused(UsageError):
        loaded(scored, False).tables(view)
    with warned():
        assert loaded(scored, {2, 5}).tables(view)
    links = [SAMPLE / "de-en" / name for name in ("source.de", "source-reference.align")]
    source = wo.SourceLinks(
        *links, SAMPLE / "de-en" / "source-monotone.align", source_tokenize="13a"
    )
    texts = [SAMPLE / "de-en" / name for name in ("reference.en", "monotone.en")]
    linked = wo.score(*texts, order_from=source, resampling=FEW)
    with refused(UsageError):
        linked.tables(view)


@pytest.mark.parametrize("view", ["distance", "misplaced"])
def test_nothing_to_judge(view) -> None:
    nothing = wo.score(["a", ""], {"A": ["b", ""], "B": ["", "c"]}, resampling=FEW)
    assert nothing.tables(view)
    assert set(nothing.records(view).columns["judged" if view == "misplaced" else "pairs"]) <= {0}


def test_the_signature_gives_the_resamples() -> None:
    scored = result()
    assert scored.resampling == FEW
    document = {**scored.to_dict(sentences=True), "signature": "wordorder:1.0"}
    bare = wo.ScoreResult.from_dict(json.loads(dumps(document)))
    with refused(UsageError):
        bare.tables("distance")


def test_rows_of_compared_words_are_those_of_the_sentences() -> None:
    scored = result(2)
    words = ComparedWords.of(scored.sentences)
    for system in range(2):
        for place, one in enumerate(scored.sentences):
            row = system * 12 + place
            part = slice(*words.permutations.offsets[row : row + 2])
            links = one.translations[system].compared_links
            assert words.targets[part].tolist() == oracle.positions(links)


# Misplaced words by class, against counting by hand.


def scored(references: int) -> tuple[wo.ScoreResult, list[list[str]]]:
    rng = random.Random(references)
    letters = "abcdefghijk"
    texts = [
        [" ".join(rng.choices(letters, k=rng.randint(0, 12))) for _ in range(15)] for _ in "xy"
    ]
    systems = {
        name: [" ".join(rng.sample(line.split(), len(line.split()))) for line in texts[0]]
        for name in "AB"
    }
    wanted = texts if references > 1 else texts[0]
    result = wo.score(wanted, systems, tokenize="none", resampling=FEW)
    kinds = ["VOWEL" if letter in "aei" else "OTHER" for letter in letters] + ["RARE"]
    classes = [
        [kinds[letters.index(word)] if word != "k" else "RARE" for word in line.split()]
        for line in texts[0]
    ]
    return result, classes


@pytest.mark.slow
@pytest.mark.parametrize("references", [1, 2])
def test_classes_are_those_counted_by_hand(references) -> None:
    result, classes = scored(references)
    sentences = []  # of each, for each system and all: the judged and the misplaced classes
    left_out = 0
    for one, some in zip(result.sentences, classes, strict=True):
        rows = []
        for translation in one.translations:
            first = translation.reference == 0
            left_out += not first
            links = translation.compared_links if first else ()
            rows.append(oracle.misplaced(links, some, str))
        rows.append(tuple(rows[0][k] + rows[1][k] for k in range(2)))
        sentences.append(rows)
    found = wo.scoring.misplaced_by_class(result, classes)
    assert found.left_out == left_out
    assert (left_out > 0) == (references > 1)
    figures = {
        name: np.column_stack([found.by_system[name], found.overall[name]])
        for name in found.overall.columns
    }
    for column in range(3):
        judged, wrong = (sum((one[column][k] for one in sentences), Counter()) for k in range(2))
        for place, name in enumerate(found.classes):
            assert figures["judged"][place, column] == judged[name]
            assert figures["misplaced"][place, column] == wrong[name]
            assert figures["share"][place, column] == pytest.approx(wrong[name] / judged[name])
            shares = []
            for drawn in draws(len(sentences), FEW.resamples, FEW.seed):
                n, m = (sum(sentences[k][column][part][name] for k in drawn) for part in range(2))
                shares.append(m / n if n else np.nan)
            assert figures["low"][place, column] == pytest.approx(np.nanquantile(shares, 0.025))
            assert figures["high"][place, column] == pytest.approx(np.nanquantile(shares, 0.975))
    assert sorted(found.classes) == ["OTHER", "RARE", "VOWEL"]
    most = found.overall["misplaced"].tolist()
    assert most == sorted(most, reverse=True)


def test_the_number_of_classes_at_once_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    rows, classes = rng.integers(0, 2 * 9, 500), rng.integers(0, 70, 500)
    words = rows, classes, rng.random(500) < 0.3
    found = _figures(*words, (2, 9), 70, wo.Resampling(50, 1), at_once=70)
    for at_once in (1, 7, 64):
        again = _figures(*words, (2, 9), 70, wo.Resampling(50, 1), at_once=at_once)
        np.testing.assert_array_equal(again, found)


def test_document_and_back() -> None:
    result, classes = scored(2)
    found = wo.scoring.misplaced_by_class(result, classes)
    check_document(found)
    check_damage(found, random.Random(1))
    assert bits(there_and_back(found)) == bits(found)
    classes = ", ".join(found.classes)
    assert repr(found) == f"<MisplacedClasses: 15 sentences; misplaced most: {classes}>"
    for key, wrong in (
        ("axes", {"word_class": list("XYZ")}),
        ("columns", {"judged": [-1, 2, 3]}),
    ):
        document = found.to_dict()
        document["overall"][key] |= wrong
        with refused(InputError):
            wo.scoring.MisplacedClasses.from_dict(document)


def test_tables_and_records() -> None:
    result, classes = scored(2)
    found = wo.scoring.misplaced_by_class(result, classes)
    table, records = found.tables(top=2)[0], found.records().columns
    assert [row[0] for row in table.rows] == list(found.classes[:2])
    assert table.rows[0][1:3] == tuple(found.overall[name][0] for name in ("judged", "misplaced"))
    assert f"{found.left_out} translations left out" in table.note
    assert records["class"] == [name for name in found.classes for _ in range(3)]
    assert records["system"][:3] == [None, "A", "B"]
    by_system = found.by_system["misplaced"][0].tolist()
    assert records["misplaced"][:3] == [found.overall["misplaced"][0], *by_system]


def test_classes_must_fit_the_reference() -> None:
    result = wo.score(["a b", "c"], ["b a", "c"], tokenize="none", resampling=FEW)
    with refused(InputError):
        wo.scoring.misplaced_by_class(result, [["X", "Y"]])
    with refused(InputError):
        wo.scoring.misplaced_by_class(result, [["X", "Y"], ["X", "Y"]])
    for wrong in ("XY", [1, 2]):
        with refused(UsageError):
            wo.scoring.misplaced_by_class(result, [wrong, ["X"]])


def test_no_class_to_judge() -> None:
    result = wo.score(["a", ""], ["b", ""], resampling=FEW)
    found = wo.scoring.misplaced_by_class(result, [["X"], []])
    assert found.classes == ()
    assert found.tables()[0].rows == ()
    assert bits(there_and_back(found)) == bits(found)
