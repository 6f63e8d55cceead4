"""Files that are not what they seem: shifted, copied, nearly empty."""

from __future__ import annotations

import random
import warnings
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import wordorder as wo
from messages import check, refused, warned
from strategies import ragged
from wordorder import Resampling, SourceLinks
from wordorder._kernels import Ragged
from wordorder.errors import Argument, InputError, WordorderWarning
from wordorder.output import render
from wordorder.scoring.input_checks import find_shifts
from wordorder.text import looks_like_subwords

from ..oracles import shifts

DATA = Path(__file__).parents[3] / "shared" / "data"

VOCABULARY = [f"w{number}" for number in range(2000)]


def sentences(count: int, seed: int) -> list[str]:
    """Sentences of frequent and rare words."""
    rng = random.Random(seed)
    words = lambda: ["the", "of", *rng.choices(VOCABULARY, k=rng.randint(6, 16))]  # noqa: E731
    return [" ".join(words()) for _ in range(count)]


def translated(reference: list[str], seed: int, kept: float = 0.6) -> list[str]:
    """As a system would: some words of the reference are others."""
    rng = random.Random(seed)
    return [
        " ".join(w if rng.random() < kept else rng.choice(VOCABULARY) for w in line.split())
        for line in reference
    ]


def warnings_of(reference, systems, **options) -> list[str]:
    """All warnings but that about the language."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        wo.score(reference, systems, **options)
    told = [one.message for one in caught if isinstance(one.message, WordorderWarning)]
    return [str(one) for one in told if Argument("lang") not in one.arguments]


def doubts(reference, systems, **options) -> list[str]:
    """What is doubtful about these words; the catalogue has all of it."""
    options = {"tokenize": "none", "resampling": Resampling(20), **options}
    told = warnings_of(reference, systems, **options)
    for one in told:
        check(one)
    return told


REFERENCE = sentences(200, 0)
GOOD = {name: translated(REFERENCE, seed) for seed, name in enumerate("ABC", start=1)}


def without(lines: list[str], first: int, count: int = 1) -> list[str]:
    """The lines without some, counting from 1, and empty lines at the end."""
    return [*lines[: first - 1], *lines[first - 1 + count :], *[""] * count]


def with_more(lines: list[str], first: int, count: int = 1) -> list[str]:
    """The lines with others before one of them, as many in all as before."""
    return [*lines[: first - 1], *["x y z"] * count, *lines[first - 1 :]][: len(lines)]


def test_nothing_odd() -> None:
    assert doubts(REFERENCE, GOOD) == []
    assert doubts([REFERENCE, translated(REFERENCE, 9)], GOOD) == []


@pytest.mark.slow
@given(
    seed=st.integers(0, 2**32),
    count=st.integers(0, 30),
    by=st.integers(-11, 11),
    kept=st.sampled_from([0.2, 0.5, 0.9]),
    vocabulary=st.sampled_from([5, 50, 500]),
)
def test_the_clear_stretches_are_found(seed, count, by, kept, vocabulary) -> None:
    rng = random.Random(seed)
    draw = lambda most: [rng.randrange(vocabulary) for _ in range(rng.randint(0, most))]  # noqa: E731
    reference = [draw(8) for _ in range(count)]
    first = rng.randint(0, count)
    moved = [k + by * (k >= first) for k in range(count)]
    lines = [reference[k] if 0 <= k < count else draw(8) for k in moved]
    system = [[w if rng.random() < kept else rng.randrange(vocabulary) for w in x] for x in lines]
    found = find_shifts(numbered(system), numbered(reference))
    assert [shift[:3] for shift in found] == shifts.all_shifts(system, reference)


def numbered(lines) -> Ragged:
    return Ragged(*ragged(lines))


@pytest.mark.slow
def test_shifted_lines_are_named() -> None:
    for first, count in product((1, 77, 190), (1, 2, 3)):
        (told,) = doubts(REFERENCE, {**GOOD, "B": without(GOOD["B"], first, count)})
        assert f"line {first} " in told
        (told,) = doubts(REFERENCE, {**GOOD, "C": with_more(GOOD["C"], first, count)})
        assert f"line {first + count} " in told


def test_shifts_by_up_to_ten_lines() -> None:
    assert doubts(REFERENCE, {"A": without(GOOD["A"], 60, 10)})
    assert doubts(REFERENCE, {"A": without(GOOD["A"], 60, 11)}) == []


def test_a_stretch_of_shifted_lines() -> None:
    lines = [*without(GOOD["A"], 60)[:120], "x y z", *GOOD["A"][121:]]
    assert len(doubts(REFERENCE, {"A": lines})) == 1
    twice = without(without(GOOD["A"], 120), 60)
    assert len(doubts(REFERENCE, {"A": twice})) == 2


def test_systems_that_are_shifted_alike_are_named_together() -> None:
    shifted = {name: without(lines, 60) for name, lines in GOOD.items()}
    both = {**GOOD, "A": shifted["A"], "C": shifted["C"]}
    assert len(doubts(REFERENCE, both)) == 1
    assert len(doubts(REFERENCE, shifted)) == 1
    assert len(doubts(without(REFERENCE, 60), GOOD)) == 1


def test_several_references() -> None:
    both, lines = [REFERENCE, REFERENCE], without(GOOD["B"], 60)
    assert len(doubts(both, {**GOOD, "B": lines})) == 1
    assert len(doubts([REFERENCE, without(REFERENCE, 60)], GOOD)) == 1


def test_where_lines_do_not_tell_the_start_is_not_exact() -> None:
    for count in (3, 30):
        lines = [*GOOD["A"][:59], *["the of"] * count, *GOOD["A"][59 + count :]]
        assert doubts(REFERENCE, {"A": without(lines, 60)})


def test_few_or_repeated_lines_are_no_shift() -> None:
    """Only that few words match, by the catalogue."""
    lines = [["a b c d e f"] * 40, ["yes", "no"] * 20, [*"abcd"] * 10, [""] * 40, ["a", ""] * 20]
    for one in lines:
        doubts(one, {"A": [*one[1:], ""], "B": ["", *one[:-1]]})
    for count in (1, 2, 3, 5):  # too few lines to tell
        assert len(doubts(REFERENCE[:count], {"A": GOOD["A"][1 : 1 + count]})) == 2


def test_ten_lines_tell_a_shift() -> None:
    few, shifted = doubts(REFERENCE[:10], {"A": GOOD["A"][1:11]})
    assert ("10" in few, "line 1 " in shifted) == (True, True)


def test_the_same_text_twice() -> None:
    nearly = [*GOOD["A"][:-1], "another line"]
    assert len(doubts(REFERENCE, {**GOOD, "D": GOOD["A"], "E": nearly})) == 2
    assert doubts(REFERENCE, {**GOOD, "E": [*nearly[:-2], "x", "y"]}) == []  # 99 %
    assert len(doubts(["a b"], {"A": ["a b"], "B": ["a b"]})) == 1  # few sentences; no wonder


def test_the_reference_among_three_systems() -> None:
    copy = [*REFERENCE[:190], *GOOD["C"][190:]]
    (told,) = doubts(REFERENCE, {**GOOD, "B": copy})
    (in_both,) = doubts([GOOD["C"], REFERENCE], {"A": GOOD["A"], "B": copy})
    assert in_both == told.replace("190", "200")  # in one or the other
    assert doubts(REFERENCE, {"A": REFERENCE}) == []  # an experiment
    assert doubts(REFERENCE[:9] * 5, {"A": REFERENCE[:9] * 5, "B": GOOD["B"][:45]})[1:] == []


def test_the_reference_is_the_odd_one_of_two() -> None:
    poor = translated(REFERENCE, 7, kept=0.5)
    assert len(doubts(REFERENCE, {"A": poor, "B": REFERENCE})) == 1


@pytest.mark.slow
def test_the_source_as_a_translation() -> None:
    source = sentences(200, 5)
    order = SourceLinks([f"{line}." for line in source], aligner="ibm1")
    copy = [f"{line} ." for line in source]  # split like the source
    assert len(doubts(REFERENCE, {"A": GOOD["A"], "B": copy}, order_from=order)) == 1


def test_hardly_a_word() -> None:
    first = [line.split()[2] for line in REFERENCE]
    assert len(doubts(REFERENCE, {**GOOD, "D": first})) == 1
    two = [" ".join(line.split()[2:4]) for line in sentences(200, 3)]
    long = [f"{line} {line} {line}" for line in REFERENCE]
    assert len(doubts(long, {"A": [f"{line} {line}" for line in GOOD["A"]], "D": two})) == 1
    assert doubts([*"abcdefghij"] * 3, {"A": [*"abcdefghij"] * 3}) == []  # as the reference


def test_fewer_words_than_in_the_others() -> None:
    poor = translated(REFERENCE, 7, kept=0.2)
    assert len(doubts(REFERENCE, {**GOOD, "D": poor})) == 1
    assert len(doubts(REFERENCE, {"A": GOOD["A"], "D": poor})) == 1
    assert doubts(REFERENCE, {"A": poor, "D": translated(REFERENCE, 8, kept=0.2)}) == []
    assert len(doubts(REFERENCE, {"A": sentences(200, 4)})) == 1


def test_doubts_stand_before_the_findings_and_in_the_document() -> None:
    shifted = without(GOOD["B"], 60)
    options = {"tokenize": "none", "resampling": Resampling(20)}
    result = wo.score(REFERENCE, {**GOOD, "B": shifted, "D": GOOD["C"]}, **options)
    first, second = result.doubts
    assert (first.systems, second.systems) == (("B",), ("C", "D"))
    assert second.text == "C and D are the same text"
    for style in ("plain", "latex", "markdown", "html"):
        text = " ".join(render(result.tables()[0], style).replace("%", "").split())
        assert text.index("Doubt: from line 60 on") < text.index("in word order")
    findings = dict(zip(combinations("ABCD", 2), result.findings(), strict=True))
    assert findings["A", "B"].endswith("; but there are doubts about B")
    assert findings["B", "C"].endswith("; but there are doubts about B and C")
    assert findings["A", "C"].endswith("; but there are doubts about C")
    assert findings["C", "D"] == "C and D score the same by every measure"
    assert "There are doubts about C, D and B." in result.tables()[0].note
    document = result.to_dict()
    assert document["doubts"][0] == {"text": first.text, "systems": ["B"]}
    loaded = wo.ScoreResult.from_dict(document)
    assert loaded.doubts == result.doubts
    assert loaded.findings() == result.findings()
    document["doubts"][0]["systems"] = ["nobody"]
    with refused(InputError):
        wo.ScoreResult.from_dict(document)


def test_without_doubts_nothing_is_said() -> None:
    result = wo.score(REFERENCE, GOOD, tokenize="none", resampling=Resampling(20))
    assert result.doubts == ()
    assert "oubt" not in " ".join([*result.findings(), result.tables()[0].note])


@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason="needs ../shared/data")
@pytest.mark.parametrize("year", ["12", "13"])
def test_real_systems_are_not_shifted_unless_they_are(year) -> None:
    (file,) = (DATA / f"wmt{year}/references").glob("*.en")
    reference, rng = file.read_text("utf-8").splitlines(), random.Random(1)
    files = sorted((DATA / f"wmt{year}/system-outputs/de-en").iterdir())
    texts = {path.name: path.read_text("utf-8").split("\n")[: len(reference)] for path in files}
    options = {"tokenize": "none", "resampling": Resampling(20)}
    (hint,) = warnings_of(reference, texts, **options)  # about tokens
    places = {name: rng.randrange(1, len(reference) - 20) for name in texts}
    shifted = {name: without(lines, places[name]) for name, lines in texts.items()}
    first, *told = warnings_of(reference, shifted, **options)
    assert (first, len(told)) == (hint, len(texts))
    for name, place in places.items():
        (one,) = (text for text in told if f" {name} " in text)
        near = [f"line {place + by:,} " for by in (-1, 0, 1, 2)]
        assert any(where in one for where in near), (one, place)


# Hints about texts: which side looks odd, and what really helps.


RAW = ["Yes, it is here.", "No, it is not.", "Well, it may be."] * 10
SPLIT = ["Yes , it is here .", "No , it is not .", "Well , it may be ."] * 10
PIECES = ["Yes , it is he@@ re .", "No , it i@@ s not .", "We@@ ll , it may be ."] * 10
SENTENCE_PIECES = [
    "▁Yes , ▁it ▁is ▁he re .",
    "▁No , ▁it ▁is ▁not .",
    "▁We ll , ▁it ▁may ▁be .",
] * 10


def hints(reference, systems, **options) -> list[str]:
    """What is said about these texts; the catalogue has all of it."""
    told = warnings_of(reference, systems, lang="en", **options)
    for one in told:
        check(one)
    return told


def test_texts_without_hints() -> None:
    assert hints(RAW, {"A": RAW}) == []
    assert hints(SPLIT, {"A": SPLIT}, tokenize="none") == []


def test_all_texts_are_tokenised() -> None:
    assert len(hints(SPLIT, {"A": SPLIT, "B": SPLIT})) == 2  # a hint, and that they are the same


@pytest.mark.parametrize(
    ("reference", "systems"),
    [(RAW, {"A": SPLIT}), (SPLIT, {"A": RAW}), (RAW, {"A": SPLIT, "B": RAW, "C": SPLIT[::-1]})],
)
def test_one_side_is_tokenised(reference, systems) -> None:
    """To keep the words as they are would make it worse: `here.` and `here` would differ."""
    assert hints(reference, systems)


def test_several_references_are_told_apart() -> None:
    assert len(hints([SPLIT, RAW], {"A": RAW})) == 1


@pytest.mark.parametrize("system", [RAW, SPLIT])
def test_words_are_kept_although_texts_are_raw(system) -> None:
    assert len(hints(RAW, {"A": system}, tokenize="none")) == 1


@pytest.mark.parametrize("tokenize", ["none", "13a"])
def test_text_without_punctuation_is_neither(tokenize) -> None:
    plain = ["yes it is here", "no it is not", "well it may be"] * 10
    assert hints(plain, {"A": plain}, tokenize=tokenize) == []
    assert len(hints(SPLIT, {"A": plain})) == 1


def test_the_hint_makes_scores_better() -> None:
    """What the hint does not say, --tokenize none for one tokenised side, makes them worse."""

    def bleu1(reference, system, **options) -> float:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return wo.score(reference, {"A": system}, lang="en", **options).value("A", "bleu1")

    assert bleu1(RAW, SPLIT, tokenize="none") < bleu1(RAW, SPLIT)
    assert bleu1(SPLIT, SPLIT, tokenize="none") == bleu1(RAW, SPLIT) == 1


@pytest.mark.parametrize("pieces", [PIECES, SENTENCE_PIECES])
@pytest.mark.parametrize("tokenize", ["none", "13a"])
def test_subwords(pieces, tokenize) -> None:
    assert hints(RAW, {"A": pieces}, tokenize=tokenize)  # that few words match, too
    assert len(hints(pieces, {"A": pieces}, tokenize=tokenize)) == 1


@pytest.mark.parametrize(
    "lines",
    [[], [""], RAW, SPLIT, PIECES[:2], ["mail@@ example"], ["a@@b c@@d"] * 9, [*RAW, *PIECES[:3]]],
)
def test_other_text_has_no_subwords(lines) -> None:
    assert not looks_like_subwords(lines)


def test_no_language_is_guessed() -> None:
    with warned() as told:
        wo.score(["я вижу дом"] * 30, {"A": ["дом вижу я"] * 30})
    assert len(told) == 1


@pytest.mark.parametrize(
    ("reference", "odd"), [(RAW, ("B",)), (SPLIT, ("A", "C")), ([RAW, SPLIT], ("A", "B", "C"))]
)
def test_those_systems_are_doubted_that_differ_from_the_reference(reference, odd) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = wo.score(reference, {"A": RAW, "B": SPLIT, "C": RAW}, lang="en")
    assert found.doubts[0].systems == odd
    assert "tokenize" not in found.doubts[0].text  # a result does not know how it is spelled
    assert found.doubts[0].text.isprintable()


def test_no_system_is_doubted_if_all_texts_are_alike() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = wo.score(SPLIT, {"A": SPLIT, "B": SPLIT[::-1]}, lang="en")
    assert found.doubts[0].systems == ()
