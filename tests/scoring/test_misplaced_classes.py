"""Misplaced words by class, against counting by hand."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from jsonschema import Draft202012Validator

import wordorder as wo
from accumulator_checks import bits
from oracles import judged_words as oracle
from oracles.statistics import draws
from wordorder.errors import InputError, UsageError
from wordorder.output import dumps

pytestmark = pytest.mark.filterwarnings("ignore::wordorder.errors.WordorderWarning")

SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "misplaced-classes.schema.json"
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
    for column in range(3):
        judged, wrong = (sum((one[column][k] for one in sentences), Counter()) for k in range(2))
        for place, name in enumerate(found.classes):
            assert found.judged[place, column] == judged[name]
            assert found.misplaced[place, column] == wrong[name]
            assert found.share[place, column] == pytest.approx(wrong[name] / judged[name])
            shares = []
            for drawn in draws(len(sentences), FEW.resamples, FEW.seed):
                n, m = (sum(sentences[k][column][part][name] for k in drawn) for part in range(2))
                shares.append(m / n if n else np.nan)
            assert found.low[place, column] == pytest.approx(np.nanquantile(shares, 0.025))
            assert found.high[place, column] == pytest.approx(np.nanquantile(shares, 0.975))
    assert sorted(found.classes) == ["OTHER", "RARE", "VOWEL"]
    assert found.misplaced[:, -1].tolist() == sorted(found.misplaced[:, -1], reverse=True)


def test_the_number_of_classes_at_once_does_not_matter() -> None:
    result, classes = scored(1)
    found = wo.misplaced_by_class(result, classes)
    with patch("wordorder.scoring.misplaced_classes._AT_ONCE", 1):
        assert bits(wo.misplaced_by_class(result, classes)) == bits(found)


def test_document_and_back() -> None:
    result, classes = scored(2)
    found = wo.misplaced_by_class(result, classes)
    document = json.loads(dumps(found.to_dict()))
    Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).validate(document)
    again = wo.MisplacedClasses.from_dict(document)
    assert bits(again) == bits(found)
    assert (
        repr(again)
        == f"<MisplacedClasses: 15 sentences; misplaced most: {', '.join(found.classes)}>"
    )
    document["classes"][0]["systems"].reverse()
    with pytest.raises(InputError, match="differ from those of the result"):
        wo.MisplacedClasses.from_dict(document)


def test_tables_and_records() -> None:
    result, classes = scored(2)
    found = wo.misplaced_by_class(result, classes)
    table, records = found.tables(top=2)[0], found.records().columns
    assert [row[0] for row in table.rows] == list(found.classes[:2])
    assert table.rows[0][1:3] == (found.judged[0, -1], found.misplaced[0, -1])
    assert f"{found.left_out} translations left out" in table.note
    assert records["class"] == [name for name in found.classes for _ in range(3)]
    assert records["system"][:3] == [None, "A", "B"]
    assert records["misplaced"][:3] == np.roll(found.misplaced[0], 1).tolist()


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
    assert bits(wo.MisplacedClasses.from_dict(found.to_dict())) == bits(found)
