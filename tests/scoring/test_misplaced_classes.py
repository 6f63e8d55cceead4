"""Misplaced words by class, against counting by hand."""

from __future__ import annotations

import random
from collections import Counter
from unittest.mock import patch

import numpy as np
import pytest

import wordorder as wo
from accumulator_checks import bits
from document_checks import check_damage, check_document, there_and_back
from oracles import judged_words as oracle
from oracles.statistics import draws
from wordorder.errors import InputError, UsageError

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

FEW = wo.Resampling(40, 3)


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
            links = translation.judged_links if first else ()
            rows.append(oracle.misplaced(links, some, str))
        rows.append(tuple(rows[0][k] + rows[1][k] for k in range(2)))
        sentences.append(rows)
    found = wo.misplaced_by_class(result, classes)
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
    result, classes = scored(1)
    found = wo.misplaced_by_class(result, classes)
    with patch("wordorder.scoring.misplaced_classes._AT_ONCE", 1):
        assert bits(wo.misplaced_by_class(result, classes)) == bits(found)


def test_document_and_back() -> None:
    result, classes = scored(2)
    found = wo.misplaced_by_class(result, classes)
    check_document(found)
    check_damage(found, random.Random(1))
    assert bits(there_and_back(found)) == bits(found)
    classes = ", ".join(found.classes)
    assert repr(found) == f"<MisplacedClasses: 15 sentences; misplaced most: {classes}>"
    for key, wrong, message in (
        ("axes", {"word_class": list("XYZ")}, "the classes of all systems and of each differ"),
        ("columns", {"judged": [-1, 2, 3]}, "expected a whole number of at least 0"),
    ):
        document = found.to_dict()
        document["overall"][key] |= wrong
        with pytest.raises(InputError, match=message):
            wo.MisplacedClasses.from_dict(document)


def test_tables_and_records() -> None:
    result, classes = scored(2)
    found = wo.misplaced_by_class(result, classes)
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
    with pytest.raises(InputError, match=r"^classes= has 1 sentence for 2$"):
        wo.misplaced_by_class(result, [["X", "Y"]])
    wanted = (
        r"^line 2: found classes of 2 words, but the first reference has 1: score the words of the "
        r"parses with tokenize=none$"
    )
    with pytest.raises(InputError, match=wanted):
        wo.misplaced_by_class(result, [["X", "Y"], ["X", "Y"]])
    for wrong in ("XY", [1, 2]):
        with pytest.raises(UsageError, match=r"^line 1: classes= must have a list of texts"):
            wo.misplaced_by_class(result, [wrong, ["X"]])


def test_nothing_to_judge() -> None:
    result = wo.score(["a", ""], ["b", ""], resampling=FEW)
    found = wo.misplaced_by_class(result, [["X"], []])
    assert found.classes == ()
    assert found.tables()[0].rows == ()
    assert bits(there_and_back(found)) == bits(found)
